//! Moves ordered by a short search of what follows each of them.
//!
//! Where much is left to the end, the best move first saves far more than looking for it costs: the search below it decides how
//! many of its siblings are searched at all. What is seen is added to what the game promises of a move, which knows also how
//! large the tree below it is.

use super::ordering::{Candidate, REMEMBERED, sort};
use super::tree::Tree;
use super::window::{INFINITY, Window};
use provenum_game::{Outcome, Player};

/// With fewer levels left to the end, what the game promises must do.
const LEAST_LEFT: u32 = 12;
/// So many more levels left are worth one more level of looking ahead.
const LEFT_FOR_A_LEVEL: u32 = 3;

/// Ranks the candidates from `first` on, but for the one that the table remembers, by what is seen some levels below them.
pub(super) fn rank<T: Tree>(
    tree: &T,
    node: &T::Node,
    mover: Player,
    left: u32,
    candidates: &mut Vec<Candidate<T::Move>>,
    first: usize,
) {
    let end = candidates.len();
    if left < LEAST_LEFT || end - first < 2 {
        return;
    }
    let levels = (left - LEAST_LEFT) / LEFT_FOR_A_LEVEL;
    for place in first..end {
        let Candidate { mv, rank, .. } = candidates[place];
        if rank != REMEMBERED {
            let seen = below(tree, node, mover, mv, Window::FULL, levels, candidates);
            candidates[place].rank = rank.saturating_add((i64::from(seen) << 32) / i64::from(Outcome::PARTS));
        }
    }
}

/// What a move looks worth, seen by who makes it. The window is theirs too.
fn below<T: Tree>(
    tree: &T,
    node: &T::Node,
    mover: Player,
    mv: T::Move,
    window: Window,
    levels: u32,
    scratch: &mut Vec<Candidate<T::Move>>,
) -> i32 {
    let child = tree.play(node, mv);
    let next = tree.mover(&child);
    let seen = look(tree, &child, next, window.seen_by(mover, next), levels, scratch);
    if next == mover { seen } else { -seen }
}

/// What a node looks worth so many levels deep, seen by its mover, in [parts](Outcome::PARTS).
fn look<T: Tree>(
    tree: &T,
    node: &T::Node,
    mover: Player,
    Window { mut alpha, beta }: Window,
    levels: u32,
    scratch: &mut Vec<Candidate<T::Move>>,
) -> i32 {
    let (known, note) = tree.bounds(node, mover);
    if known.lower.value == known.upper.value {
        return known.lower.value.saturating_mul(Outcome::PARTS);
    }
    let first = scratch.len();
    if levels > 0 {
        tree.candidates(node, note, &mut |mv, promise| {
            scratch.push(Candidate { mv, place: 0, rank: promise.into() });
        });
        sort(&mut scratch[first..]);
    }
    let mut best = -INFINITY;
    for place in first..scratch.len() {
        best = best.max(below(tree, node, mover, scratch[place].mv, Window { alpha, beta }, levels - 1, scratch));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    let none = scratch.len() == first;
    scratch.truncate(first);
    if none { tree.evaluate(node, mover) } else { best }
}
