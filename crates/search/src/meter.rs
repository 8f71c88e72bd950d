//! The meter that stops a search in time, and tells how it goes.

use crate::limits::{Pace, Watch};
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
    pace: Pace,
    /// Time that it takes to give a GiB back to the system.
    give_back: Duration,
    next_report: Duration,
}

impl std::fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Meter").field("budget", self.budget).finish_non_exhaustive()
    }
}

impl<'a> Meter<'a> {
    const TIME_PER_REPORT: Duration = Duration::from_millis(100);
    /// What it takes to give back a GiB in pages of 4 KiB. In huge pages it takes next to nothing.
    const GIVE_BACK: Duration = Duration::from_millis(120);

    /// Watches what is left of a budget.
    pub fn new(budget: &'a Budget, observer: &'a mut dyn Observer) -> Meter<'a> {
        let next_report = budget.elapsed() + Meter::TIME_PER_REPORT;
        Meter {
            budget,
            observer,
            saver: None,
            save_due: false,
            pace: Pace::new(budget),
            give_back: Duration::ZERO,
            next_report,
        }
    }

    /// Stops a little earlier where much is stored in small pages, so that giving it back is done in time.
    #[must_use]
    pub(crate) fn in_small_pages(self) -> Meter<'a> {
        Meter { give_back: Meter::GIVE_BACK, ..self }
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
        self.pace.is_due(statistics.expanded)
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
        let stop = self.look(statistics, root);
        self.pace.looked(self.budget, statistics.expanded);
        stop
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
        self.budget.is_over_in(self.giving_back(statistics))
    }

    /// Time that it takes to give back what is stored.
    fn giving_back(&self, statistics: &Statistics) -> Duration {
        self.give_back.mul_f64(statistics.memory as f64 / (1u64 << 30) as f64)
    }

    /// Watches the clock and the flag in long work that expands nothing and tells nobody.
    pub(crate) fn watch(&self, statistics: &Statistics) -> Watch<'a> {
        Watch::new(self.budget).with_time_after(self.giving_back(statistics))
    }
}
