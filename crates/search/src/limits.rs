//! What may be used: by all that is asked ([`Limits`]), and what is left of it ([`Budget`]).

use crate::{Statistics, StopReason};
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
    /// The memory that a search may use by default: 1 GiB.
    pub const DEFAULT_MEMORY: u64 = 1 << 30;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, nodes: None, memory: Limits::DEFAULT_MEMORY, cancel: Cancel::new() }
    }
}

/// What is left of the [`Limits`] at some moment. The clock starts once, when the budget is made, and whatever is derived from
/// it ends at the same time: a search, the search for something shorter, the reading of the proof.
#[derive(Clone, Debug)]
pub struct Budget {
    start: Instant,
    deadline: Option<Instant>,
    nodes: Option<u64>,
    memory: u64,
    cancel: Cancel,
}

impl Budget {
    /// All that the limits allow, from now on.
    #[must_use]
    pub fn new(limits: &Limits) -> Budget {
        let start = Instant::now();
        let Limits { time, nodes, memory, cancel } = limits.clone();
        // A time that no clock can show is as good as none.
        Budget { start, deadline: time.and_then(|time| start.checked_add(time)), nodes, memory, cancel }
    }

    /// What is left after a search: its nodes are gone.
    #[must_use]
    pub fn after(&self, done: &Statistics) -> Budget {
        Budget { nodes: self.nodes.map(|nodes| nodes.saturating_sub(done.expanded)), ..self.clone() }
    }

    /// What is left while so many bytes are kept for something else.
    #[must_use]
    pub fn without(&self, bytes: u64) -> Budget {
        self.with_memory(self.memory.saturating_sub(bytes))
    }

    /// The same with so many bytes.
    #[must_use]
    pub fn with_memory(&self, memory: u64) -> Budget {
        Budget { memory, ..self.clone() }
    }

    /// The same with at most so many nodes.
    #[must_use]
    pub fn at_most(&self, nodes: u64) -> Budget {
        Budget { nodes: Some(self.nodes.unwrap_or(nodes).min(nodes)), ..self.clone() }
    }

    /// Nodes that may still be expanded.
    #[inline]
    #[must_use]
    pub fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Bytes that may be used.
    #[inline]
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Time since the clock was started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Why nothing more may be done, if the clock or the flag says so.
    #[must_use]
    pub fn is_over(&self) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            Some(StopReason::Cancelled)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(&Limits::default())
    }
}
