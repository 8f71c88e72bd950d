//! Watching a search from outside.

use crate::{Numbers, Statistics};
use std::time::Duration;

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Time since it started.
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
}

/// Every closure that takes a [`Progress`] is an observer; `|_| ()` is the one that does not care.
impl<F: FnMut(&Progress)> Observer for F {
    fn progress(&mut self, progress: &Progress) {
        self(progress);
    }
}
