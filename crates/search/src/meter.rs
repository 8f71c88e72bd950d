//! The meter that stops a search in time, and tells how it goes.

use crate::{Budget, Numbers, Observer, Progress, Saver, Snapshot, Statistics, StopReason};
use std::time::Duration;

/// Watches the limits while a search runs and tells its observer how it goes.
///
/// Nodes are checked at every expansion, the clock and the flag only now and then: often enough to stop within a few
/// milliseconds, seldom enough to cost nothing.
pub struct Meter<'a> {
    budget: &'a Budget,
    observer: &'a mut dyn Observer,
    saver: Option<&'a mut dyn Saver>,
    save_due: bool,
    next_look: u64,
    next_report: Duration,
}

impl std::fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Meter").field("budget", self.budget).finish_non_exhaustive()
    }
}

impl<'a> Meter<'a> {
    const EXPANSIONS_PER_LOOK: u64 = 1 << 10;
    const TIME_PER_REPORT: Duration = Duration::from_millis(100);

    /// Watches what is left of a budget.
    pub fn new(budget: &'a Budget, observer: &'a mut dyn Observer) -> Meter<'a> {
        let next_report = budget.elapsed() + Meter::TIME_PER_REPORT;
        Meter { budget, observer, saver: None, save_due: false, next_look: 0, next_report }
    }

    /// Has the search saved when it is time to.
    #[must_use]
    pub fn saved_by(self, saver: Option<&'a mut dyn Saver>) -> Meter<'a> {
        Meter { saver, ..self }
    }

    /// Whether the search should be saved now.
    #[inline]
    #[must_use]
    pub fn save_due(&self) -> bool {
        self.save_due
    }

    /// Whether anyone wants the search saved.
    #[must_use]
    pub fn saves(&self) -> bool {
        self.saver.is_some()
    }

    /// Hands a snapshot to whoever saves it.
    pub fn save(&mut self, snapshot: &Snapshot<'_>) {
        self.save_due = false;
        if let Some(saver) = &mut self.saver {
            saver.save(snapshot);
        }
    }

    /// The budget that is watched.
    #[must_use]
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Whether the next check will look at the clock, and may tell the observer.
    #[inline]
    #[must_use]
    pub fn will_look(&self, statistics: &Statistics) -> bool {
        statistics.expanded >= self.next_look
    }

    /// Why the search must stop now, if it must. To be called before every expansion.
    #[inline]
    pub fn check(&mut self, statistics: &Statistics, root: Numbers) -> Option<StopReason> {
        if self.budget.nodes().is_some_and(|most| statistics.expanded >= most) {
            return Some(StopReason::Nodes);
        }
        if !self.will_look(statistics) {
            return None;
        }
        self.next_look = statistics.expanded + Meter::EXPANSIONS_PER_LOOK;
        self.look(statistics, root)
    }

    /// Why the search must stop now, if the clock or the flag says so. To be called in long work that expands nothing.
    #[cold]
    pub fn look(&mut self, statistics: &Statistics, root: Numbers) -> Option<StopReason> {
        let elapsed = self.budget.elapsed();
        if elapsed >= self.next_report {
            self.next_report = elapsed + Meter::TIME_PER_REPORT;
            self.observer.progress(&Progress { elapsed, statistics: *statistics, root });
        }
        self.save_due = self.saver.as_mut().is_some_and(|saver| saver.is_due());
        self.budget.is_over()
    }
}
