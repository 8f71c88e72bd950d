//! From single searches to a value: how windows follow each other, and how depths do.

use super::search::{Search, UNLIMITED};
use super::table::DEEPEST;
use super::tree::Tree;
use super::window::{Found, Window};
use crate::{Meter, StopReason};

/// In which windows the root is searched until its value is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Windows {
    /// In one, from the worst value to the best.
    Whole,
    /// In null windows that halve what is possible, those near a draw first: whoever wins is found out before how far
    /// (Pons 2015).
    Bisect,
    /// In null windows at what the last search said, beginning with a guess: MTD(f) (Plaat, Schaeffer, Pijls and de Bruin
    /// 1996).
    Mtd,
}

/// How deep to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Depth {
    /// The most levels; none to search to the end.
    pub(super) limit: Option<u32>,
    /// Whether smaller depths are searched first.
    pub(super) deepening: bool,
}

/// What is certain of a value, in the eyes of the root's mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) least: i32,
    pub(super) most: i32,
}

impl Range {
    fn learn(&mut self, found: Found) {
        if found.at_least {
            self.least = self.least.max(found.value);
        }
        if found.at_most {
            self.most = self.most.min(found.value);
        }
    }
}

/// What a series of searches has found out.
pub(super) struct Outlook<M> {
    pub(super) certain: Range,
    /// What the last search that was finished has said, even if it is not certain.
    pub(super) value: Option<i32>,
    pub(super) best_move: Option<M>,
    /// Why the series ended.
    pub(super) stop: StopReason,
}

/// What is asked about the root, in its mover's eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// The value, by windows that follow each other so.
    Value(Windows),
    /// Whether it is greater than this.
    Greater(i32),
}

impl Goal {
    fn is_reached(self, Range { least, most }: Range) -> bool {
        match self {
            Goal::Value(_) => least == most,
            Goal::Greater(value) => least > value || most <= value,
        }
    }
}

/// Searches until the goal is reached, the depth is, or a limit is.
pub(super) fn pursue<T: Tree>(
    search: &mut Search<T>,
    root: &T::Node,
    goal: Goal,
    possible: Range,
    depth: Depth,
    meter: &mut Meter<'_>,
) -> Outlook<T::Move> {
    let mut outlook = Outlook { certain: possible, value: None, best_move: None, stop: StopReason::Solved };
    let limit = depth.limit.unwrap_or(if depth.deepening { DEEPEST } else { UNLIMITED });
    let mut level = if depth.deepening { 1.min(limit) } else { limit };
    while !goal.is_reached(outlook.certain) {
        search.reached = if level == 1 || !depth.deepening { 0 } else { level as usize };
        if let Err(stop) = search_to(search, root, goal, level, &mut outlook, meter) {
            outlook.stop = stop;
            break;
        }
        if level < limit && depth.deepening {
            level += 1;
        } else if !goal.is_reached(outlook.certain) {
            // Without a limit nothing is left to search: what is missing hangs on unknown leaves.
            outlook.stop = if level == UNLIMITED { StopReason::UnknownLeaves } else { StopReason::Depth };
            break;
        }
    }
    outlook
}

/// Searches to one depth, in as many windows as it takes to know what that depth says.
fn search_to<T: Tree>(
    search: &mut Search<T>,
    root: &T::Node,
    goal: Goal,
    depth: u32,
    outlook: &mut Outlook<T::Move>,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    // What this depth says, which may not be certain.
    let Range { mut least, mut most } = outlook.certain;
    let mut guess = outlook.value.unwrap_or(0).clamp(least, most);
    while least < most {
        let window = match goal {
            Goal::Greater(value) => Window::test(value),
            Goal::Value(Windows::Whole) => Window { alpha: least - 1, beta: most + 1 },
            Goal::Value(Windows::Bisect) => Window::test(middle(least, most)),
            Goal::Value(Windows::Mtd) => Window::test(if guess > least { guess - 1 } else { least }),
        };
        let found = search.search(root, window, depth, meter)?;
        outlook.certain.learn(found);
        if found.value > window.alpha {
            least = least.max(found.value);
        }
        if found.value < window.beta {
            most = most.min(found.value);
        }
        if found.value > window.alpha || outlook.best_move.is_none() {
            // Where nothing is better than was asked for, all moves look alike.
            outlook.best_move = search.best_move.or(outlook.best_move);
        }
        outlook.value = Some(found.value);
        guess = found.value;
        if matches!(goal, Goal::Greater(_)) {
            break;
        }
    }
    Ok(())
}

/// Where to divide a range: in its middle, but rather near 0, where it takes less to find out.
fn middle(least: i32, most: i32) -> i32 {
    let middle = least + (most - least) / 2;
    if middle <= 0 && least / 2 < middle {
        least / 2
    } else if middle >= 0 && most / 2 > middle {
        most / 2
    } else {
        middle
    }
}
