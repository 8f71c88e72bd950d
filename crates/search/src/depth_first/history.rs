//! Positions that come back: what of a result holds whatever the path, and where the rest is kept.
//!
//! A child that is on the path already is lost there, so a result may hold for one path and not for another: the
//! graph-history interaction. A **path code** tells paths apart: it is a hash of the keys on the way, in their order. What
//! holds for one path only is kept under the key and the path code together, as a *twin* of the entry for all paths.

use super::backup::Pair;
use super::kernel::{INDEPENDENT, Kernel, Slot};
use crate::number::Numbers;
use crate::table::Entry;
use provenum_game::{AndOr, Kind, Status};

/// What is done about results that hold for one path only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum History {
    /// They are taken for results that hold for every path. Wrong answers are possible; for comparison.
    Ignore,
    /// Nothing is shared between paths.
    Tree,
    /// Nothing is shared between paths, except where a step that cannot be undone makes them equal (Schijf 1993).
    Dag,
    /// They are used where they were found, and not remembered (Nagai 2002).
    Forget,
    /// They are remembered as twins, for the path they were found on; on other paths they are tried by following them
    /// again (Kishimoto and Müller 2004).
    Twin,
}

impl History {
    /// Whether every path has entries of its own.
    #[inline]
    pub(super) fn separates(self) -> bool {
        matches!(self, History::Tree | History::Dag)
    }
}

/// Nodes that following a twin on another path may look at. More of them save no visits that are worth the time: on problems
/// of tsume-shogi with long cycles, 100 took three quarters of it.
const MOST_SIMULATED: u32 = 2;

/// The code of a path that goes on to this key.
#[inline]
fn longer(code: u64, key: u64) -> u64 {
    let word = (code ^ key).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ (word >> 29)
}

/// Where the twin of a node for this path is kept.
#[inline]
fn twin(key: u64, code: u64) -> u64 {
    key ^ code.rotate_left(17) ^ 0x5bd1_e995_7b93_5bd1
}

impl<P: AndOr> Kernel<'_, P> {
    /// The path code of a node that a search begins at: paths that begin elsewhere are other paths.
    pub(super) fn code_at_root(&self, key: u64) -> u64 {
        if self.problem.cyclic() { longer(0, key) } else { 0 }
    }

    /// The path code of the node that a step leads to.
    #[inline]
    pub(super) fn code_after(&self, code: u64, node: &P::Node, step: P::Step, key: u64) -> u64 {
        if self.rules.history == History::Dag && self.problem.irreversible(node, step) { 0 } else { longer(code, key) }
    }

    /// What is remembered of a node on this path, and what that rests on. The path's code is computed if it matters.
    #[inline]
    pub(super) fn remembered(&self, key: u64, code: impl FnOnce() -> u64) -> Option<(Entry, u32)> {
        if self.rules.history.separates() && self.problem.cyclic() {
            // What it rests on is not kept: it may be anything, so it is taken for the whole path.
            let entry = self.table.probe(key ^ code())?;
            let solved = entry.numbers().status() != Status::Open;
            return Some((entry, if solved { 0 } else { INDEPENDENT }));
        }
        let entry = self.table.probe(key)?;
        if self.rules.history == History::Twin && entry.has_twins() && entry.numbers().status() == Status::Open {
            // The same path has the same places, so they can be kept; one that does not fit is kept as the whole path.
            if let Some(twin) = self.table.probe(twin(key, code())) {
                return Some((twin, twin.distance()));
            }
        }
        Some((entry, INDEPENDENT))
    }

    /// Remembers a node, in such a way that what rests on the path is found again on this path only.
    pub(super) fn remember(
        &mut self,
        (key, code): (u64, u64),
        numbers: Numbers,
        work: u64,
        distance: u32,
        rests_on: u32,
    ) {
        let independent = rests_on == INDEPENDENT;
        match self.rules.history {
            _ if !self.problem.cyclic() => self.table.store(key, numbers, work, distance),
            History::Tree | History::Dag => {
                self.table.store(key ^ code, numbers, work, distance);
                if independent && numbers.status() != Status::Open {
                    // The search never looks here, but whoever reads the solution will.
                    self.table.store(key, numbers, work, distance);
                }
            }
            History::Forget | History::Twin if independent => self.table.store(key, numbers, work, distance),
            History::Forget => {}
            History::Twin => {
                let place = if rests_on < Entry::MOST_DISTANCE { rests_on } else { 0 };
                self.table.store(twin(key, code), numbers, work, place);
                self.table.store_twins(key, work, distance);
            }
            History::Ignore => self.table.store(key, numbers, work, distance),
        }
    }

    /// How many steps it is to the end at most from a node that is solved.
    pub(super) fn rank(&self, own: Pair, first: usize) -> u32 {
        let ranks = |slot: &Slot| u32::from(slot.distance);
        let children = self.slots[first..].iter();
        1 + match own.near == 0 {
            true => children.filter(|slot| slot.pair.near == 0).map(ranks).min().unwrap_or(0),
            false => children.map(ranks).max().unwrap_or(0),
        }
    }

    /// The highest place on the path that the result of a node rests on.
    pub(super) fn rests_on(&self, own: Pair, first: usize, lost_rests_on: u32) -> u32 {
        let children = self.slots[first..].iter();
        if own.near == 0 {
            // One winning child is enough: the one that rests on least.
            children.filter(|slot| slot.pair.near == 0).map(|slot| slot.rests_on).max().unwrap_or(INDEPENDENT)
        } else {
            // Every child is lost, and every loss counts.
            children.map(|slot| slot.rests_on).fold(lost_rests_on, u32::min)
        }
    }

    /// Follows the twins of a child of `node`, which is about to become the last of the path, to see whether its disproof
    /// holds on this path too. Answers the highest place that it rests on here.
    pub(super) fn follow_twins(&self, node: &P::Node, child: &P::Node, key: u64, code: u64) -> Option<u32> {
        if self.problem.by_history() {
            return None;
        }
        let mut simulation = Simulation { kernel: self, trail: vec![node.clone()], left: MOST_SIMULATED };
        simulation.disproof_rests_on(child, key, code)
    }
}

/// The dual simulation of Kishimoto and Müller: a disproof found on another path, tried on this one.
struct Simulation<'k, 'a, P: AndOr> {
    kernel: &'k Kernel<'a, P>,
    /// The nodes on the way, below the path of the search.
    trail: Vec<P::Node>,
    left: u32,
}

impl<P: AndOr> Simulation<'_, '_, P> {
    fn disproof_rests_on(&mut self, node: &P::Node, key: u64, code: u64) -> Option<u32> {
        let Simulation { kernel, trail, .. } = self;
        let Kernel { problem, frames, .. } = *kernel;
        match problem.status(node) {
            Status::Disproven => return Some(INDEPENDENT),
            Status::Proven => return None,
            Status::Open => {}
        }
        if let Some(place) = kernel.place_of(key, node) {
            return Some(place);
        }
        if let Some(below) = trail.iter().position(|other| problem.alike(other, node)) {
            return Some((frames.len() + below) as u32);
        }
        let (entry, rests_on) = kernel.remembered(key, || code)?;
        match entry.numbers().status() {
            Status::Disproven => return Some(rests_on),
            Status::Proven => return None,
            Status::Open if !entry.has_twins() || self.left == 0 => return None,
            Status::Open => {}
        }
        self.left -= 1;
        let kernel = self.kernel;
        self.trail.push(node.clone());
        let mut steps = Vec::new();
        problem.steps(node, &mut steps);
        let mut below = steps.iter().map(|&step| {
            let next = problem.follow(node, step);
            let key = problem.key(&next);
            self.disproof_rests_on(&next, key, kernel.code_after(code, node, step, key))
        });
        let rests_on = match problem.kind(node) {
            Kind::Or => below.try_fold(INDEPENDENT, |least, one| one.map(|one| least.min(one))),
            Kind::And => below.flatten().next(),
        };
        self.trail.pop();
        let place = (frames.len() + self.trail.len()) as u32;
        rests_on.map(|rests_on| if rests_on >= place { INDEPENDENT } else { rests_on })
    }
}
