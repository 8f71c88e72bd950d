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
    /// When, and after how many expansions, it looked last.
    last_look: (Duration, u64),
    next_report: Duration,
}

impl std::fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Meter").field("budget", self.budget).finish_non_exhaustive()
    }
}

impl<'a> Meter<'a> {
    /// The most expansions between two looks at the clock, and the time between them if expansions are slow.
    const EXPANSIONS_PER_LOOK: u64 = 1 << 10;
    const TIME_PER_LOOK: Duration = Duration::from_millis(5);
    const TIME_PER_REPORT: Duration = Duration::from_millis(100);

    /// Watches what is left of a budget.
    pub fn new(budget: &'a Budget, observer: &'a mut dyn Observer) -> Meter<'a> {
        let next_report = budget.elapsed() + Meter::TIME_PER_REPORT;
        Meter {
            budget,
            observer,
            saver: None,
            save_due: false,
            next_look: 0,
            last_look: (budget.elapsed(), 0),
            next_report,
        }
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
        let stop = self.look(statistics, root);
        let now = self.budget.elapsed();
        self.next_look = statistics.expanded + self.pace(now, statistics.expanded);
        self.last_look = (now, statistics.expanded);
        stop
    }

    /// How many expansions to wait for the next look, so that about as much time passes as should: one at first, then up to
    /// four times as many as before, and fewer where they turn out slow.
    fn pace(&self, now: Duration, expanded: u64) -> u64 {
        let (then, before) = self.last_look;
        let done = expanded.saturating_sub(before).max(1);
        let took = now.saturating_sub(then).as_nanos().max(1);
        let in_time = u128::from(done) * Meter::TIME_PER_LOOK.as_nanos() / took;
        u64::try_from(in_time).unwrap_or(u64::MAX).clamp(1, (4 * done).min(Meter::EXPANSIONS_PER_LOOK))
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
