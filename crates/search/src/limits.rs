//! What a search may use, and the meter that stops it in time.

use crate::{Numbers, Observer, Progress, Saver, Snapshot, Statistics, StopReason};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that ends a search from outside, for instance from a signal handler.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Raises the flag: every search that holds it ends with [`StopReason::Cancelled`].
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search may use before it must give up with what it has.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Expanded nodes.
    pub nodes: Option<u64>,
    /// Bytes for what the search stores.
    pub memory: u64,
    /// Ends the search when raised.
    pub cancel: Cancel,
}

impl Limits {
    /// The memory that a search may use when nothing is said: 1 GiB.
    pub const DEFAULT_MEMORY: u64 = 1 << 30;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, nodes: None, memory: Limits::DEFAULT_MEMORY, cancel: Cancel::new() }
    }
}

/// Watches the limits while a search runs and tells its observer how it goes.
///
/// Nodes are checked at every expansion, the clock and the flag only now and then: often enough to stop within a few
/// milliseconds, seldom enough to cost nothing.
pub struct Meter<'a> {
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    saver: Option<&'a mut dyn Saver>,
    save_due: bool,
    start: Instant,
    next_look: u64,
    next_report: Duration,
}

impl std::fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Meter").field("limits", self.limits).field("start", &self.start).finish_non_exhaustive()
    }
}

impl<'a> Meter<'a> {
    const EXPANSIONS_PER_LOOK: u64 = 1 << 10;
    const TIME_PER_REPORT: Duration = Duration::from_millis(100);

    /// Starts the clock.
    pub fn new(limits: &'a Limits, observer: &'a mut dyn Observer) -> Meter<'a> {
        let (start, next_report) = (Instant::now(), Meter::TIME_PER_REPORT);
        Meter { limits, observer, saver: None, save_due: false, start, next_look: 0, next_report }
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

    /// The limits that are watched.
    #[must_use]
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Time since the search started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
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
        if self.limits.nodes.is_some_and(|most| statistics.expanded >= most) {
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
        let elapsed = self.elapsed();
        if elapsed >= self.next_report {
            self.next_report = elapsed + Meter::TIME_PER_REPORT;
            self.observer.progress(&Progress { elapsed, statistics: *statistics, root });
        }
        self.save_due = self.saver.as_mut().is_some_and(|saver| saver.is_due());
        if self.limits.cancel.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        if self.limits.time.is_some_and(|most| elapsed >= most) {
            return Some(StopReason::Time);
        }
        None
    }
}
