//! Watching a search from outside.

use crate::{Numbers, Statistics};
use provenum_game::Claim;
use std::time::Duration;

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Time since the clock of its budget was started.
    pub elapsed: Duration,
    /// What it has done.
    pub statistics: Statistics,
    /// The root's numbers.
    pub root: Numbers,
}

/// Is told a few times per second how far a search has come.
pub trait Observer {
    /// A search has come this far.
    fn progress(&mut self, progress: &Progress);

    /// A claim about a position is going to be searched.
    fn begins(&mut self, _claim: Claim) {}

    /// A claim holds, or does not; none if a limit came first.
    fn settled(&mut self, _claim: Claim, _holds: Option<bool>) {}
}

/// Does not care.
impl Observer for () {
    fn progress(&mut self, _progress: &Progress) {}
}

/// Every closure that takes a [`Progress`] is an observer.
impl<F: FnMut(&Progress)> Observer for F {
    fn progress(&mut self, progress: &Progress) {
        self(progress);
    }
}
