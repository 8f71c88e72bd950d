//! Moves ordered by a short search of what follows each of them.
//!
//! Where much is left to the end, the best move first saves far more than looking for it costs: the search below it decides how
//! many of its siblings are searched at all. What is seen is added to what the game scores of a move, which knows also how
//! large the tree below it is.

use super::ordering::{Candidate, REMEMBERED, sort};
use super::tree::Tree;
use super::window::{INFINITY, Window};
use crate::{Meter, Numbers, Statistics, StopReason};
use provenum_game::{Outcome, Player};

/// With fewer levels left to the end, what the game scores must do.
const LEAST_LEFT: u32 = 12;
/// So many more levels left are worth one more level of looking ahead.
const LEFT_FOR_A_LEVEL: u32 = 3;

/// Ranks the candidates from `first` on, but for the one that the table remembers, by what is seen some levels below them.
/// The nodes that it expands count like any others, and it stops when the meter says so.
#[inline]
pub(super) fn rank<T: Tree>(
    tree: &T,
    (node, mover): (&T::Node, Player),
    left: u32,
    candidates: &mut Vec<Candidate<T::Move>>,
    first: usize,
    statistics: &mut Statistics,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    let end = candidates.len();
    if left < LEAST_LEFT || end - first < 2 {
        return Ok(());
    }
    let mut look = Look { tree, scratch: candidates, statistics, meter };
    let levels = (left - LEAST_LEFT) / LEFT_FOR_A_LEVEL;
    for place in first..end {
        let Candidate { mv, rank, .. } = look.scratch[place];
        if rank != REMEMBERED {
            let seen = look.below(node, mover, mv, Window::FULL, levels)?;
            look.scratch[place].rank = rank.saturating_add((i64::from(seen) << 32) / i64::from(Outcome::PARTS));
        }
    }
    // It may have used up the nodes.
    look.meter.check(look.statistics, Numbers::UNIT).map_or(Ok(()), Err)
}

/// A short search. What its nodes have for candidates comes behind all others, and goes again.
struct Look<'l, 'm, T: Tree> {
    tree: &'l T,
    scratch: &'l mut Vec<Candidate<T::Move>>,
    statistics: &'l mut Statistics,
    meter: &'l mut Meter<'m>,
}

impl<T: Tree> Look<'_, '_, T> {
    /// What a move looks worth, seen by who makes it. The window is theirs too.
    fn below(
        &mut self,
        node: &T::Node,
        mover: Player,
        mv: T::Move,
        window: Window,
        levels: u32,
    ) -> Result<i32, StopReason> {
        let child = self.tree.play(node, mv);
        let next = self.tree.mover(&child);
        let seen = self.look(&child, next, window.seen_by(mover, next), levels)?;
        Ok(if next == mover { seen } else { -seen })
    }

    /// What a node looks worth so many levels deep, seen by its mover, in [parts](Outcome::PARTS).
    fn look(&mut self, node: &T::Node, mover: Player, window: Window, levels: u32) -> Result<i32, StopReason> {
        let (known, note) = self.tree.bounds(node, mover);
        if known.lower.value == known.upper.value {
            return Ok(known.lower.value.saturating_mul(Outcome::PARTS));
        }
        let Look { tree, scratch, .. } = self;
        let first = scratch.len();
        if levels > 0 {
            tree.candidates(node, note, &mut |mv, score| {
                scratch.push(Candidate { mv, place: 0, rank: score.into() });
            });
            sort(&mut scratch[first..]);
        }
        let end = scratch.len();
        if end == first {
            return Ok(tree.evaluate(node, mover));
        }
        if let Some(stop) = self.meter.check(self.statistics, Numbers::UNIT) {
            return Err(stop);
        }
        self.statistics.expanded += 1;
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITY;
        for place in first..end {
            let mv = self.scratch[place].mv;
            best = best.max(self.below(node, mover, mv, Window { alpha, beta }, levels - 1)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.scratch.truncate(first);
        Ok(best)
    }
}
