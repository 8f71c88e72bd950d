//! What may be used: by all that is asked ([`Limits`]), and what is left of it ([`Budget`]).

use crate::{Statistics, StopReason};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
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

/// The clock that limits of time go by: the system's, or one that a test moves on.
#[derive(Clone, Default)]
pub struct Clock(Option<Arc<dyn Fn() -> Duration + Send + Sync>>);

impl Clock {
    /// A clock that shows what a function says. It is asked at every look.
    pub fn of(shows: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Some(Arc::new(shows)))
    }

    fn now(&self) -> Duration {
        static START: OnceLock<Instant> = OnceLock::new();
        match &self.0 {
            Some(shows) => shows(),
            None => START.get_or_init(Instant::now).elapsed(),
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Clock::of(…)" } else { "Clock" })
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
    /// The clock that the time is read from.
    pub clock: Clock,
}

impl Limits {
    /// The memory that a search may use by default: 1 GiB.
    pub const DEFAULT_MEMORY: u64 = 1 << 30;
}

impl Default for Limits {
    fn default() -> Limits {
        let (cancel, clock) = (Cancel::new(), Clock::default());
        Limits { time: None, nodes: None, memory: Limits::DEFAULT_MEMORY, cancel, clock }
    }
}

/// How much of a solution is read off what a search remembers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All of it.
    Whole,
    /// All of it if it is small, or small beside the search: see [`Extent::most_positions`]. Else a line.
    Small,
    /// Nothing but a line.
    Line,
}

impl Extent {
    /// To list a position, write it and check it takes about as long as a search takes for so many nodes.
    const NODES_PER_POSITION: u64 = 4;
    /// So many positions take no time that anyone would notice, and so many nodes.
    const FEW_POSITIONS: u64 = 2_000;
    const FEW_NODES: u64 = 10_000;

    /// How many positions a solution may list after a search of so many nodes, so that it takes about as long as the search.
    #[must_use]
    pub fn most_positions(self, searched: u64) -> u64 {
        match self {
            Extent::Whole => u64::MAX,
            Extent::Small => Extent::FEW_POSITIONS + searched / Extent::NODES_PER_POSITION,
            Extent::Line => 0,
        }
    }

    /// How many nodes may be searched again for what is not remembered.
    pub(crate) fn most_nodes(self, searched: u64) -> u64 {
        match self {
            Extent::Whole => u64::MAX,
            Extent::Small | Extent::Line => Extent::FEW_NODES.saturating_add(searched),
        }
    }
}

/// What is left of the [`Limits`] at some moment. The clock starts once, when the budget is made, and whatever is derived from
/// it ends at the same time: a search, the search for something shorter, the reading of the proof, its check.
#[derive(Clone, Debug)]
pub struct Budget {
    start: Duration,
    deadline: Option<Duration>,
    nodes: Option<u64>,
    memory: u64,
    cancel: Cancel,
    clock: Clock,
    extent: Extent,
    /// How much is read of the solution of a root that is disproven, if that differs.
    extent_of_traps: Option<Extent>,
    searched: Option<u64>,
}

impl Budget {
    /// All that the limits allow, from now on.
    #[must_use]
    pub fn new(limits: &Limits) -> Budget {
        let Limits { time, nodes, memory, cancel, clock } = limits.clone();
        let start = clock.now();
        // A time that no clock can show is as good as none.
        Budget {
            start,
            deadline: time.and_then(|time| start.checked_add(time)),
            nodes,
            memory,
            cancel,
            clock,
            extent: Extent::Whole,
            extent_of_traps: None,
            searched: None,
        }
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

    /// What the reading of a proof may take while so many bytes are taken: the rest, and with little memory a little more, so
    /// that small searches have proofs.
    #[must_use]
    pub(crate) fn for_proof(&self, taken: u64) -> Budget {
        self.with_memory(self.memory.saturating_sub(taken).max(Budget::LEAST_FOR_PROOF))
    }

    /// The bytes that a proof may take, however little memory there is.
    pub(crate) const LEAST_FOR_PROOF: u64 = 16 << 20;

    /// The same with at most so many nodes.
    #[must_use]
    pub fn at_most(&self, nodes: u64) -> Budget {
        Budget { nodes: Some(self.nodes.unwrap_or(nodes).min(nodes)), ..self.clone() }
    }

    /// The same with as many nodes as one likes.
    #[must_use]
    pub(crate) fn without_nodes(&self) -> Budget {
        Budget { nodes: None, ..self.clone() }
    }

    /// The same with an end that comes so much earlier, but with at least half of the time that is left.
    #[must_use]
    pub fn ending_earlier(&self, by: Duration) -> Budget {
        let earlier = |deadline: Duration| {
            let left = deadline.saturating_sub(self.clock.now());
            deadline.saturating_sub(by.min(left / 2))
        };
        Budget { deadline: self.deadline.map(earlier), ..self.clone() }
    }

    /// The same for a search of whose solution so much is read.
    #[must_use]
    pub fn reading(&self, extent: Extent) -> Budget {
        Budget { extent, ..self.clone() }
    }

    /// The same if so much is read of the solution of a root that is disproven.
    #[must_use]
    pub(crate) fn reading_traps(&self, extent: Extent) -> Budget {
        Budget { extent_of_traps: Some(extent), ..self.clone() }
    }

    /// How much of a solution is read.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// How much of the solution of a root is read that is proven, or else disproven.
    pub(crate) fn extent_of(&self, proven: bool) -> Extent {
        self.extent_of_traps.filter(|_| !proven).unwrap_or(self.extent)
    }

    /// The same for what is read after a search of so many nodes, where its statistics do not tell.
    pub(crate) fn after_search_of(&self, nodes: u64) -> Budget {
        Budget { searched: Some(nodes), ..self.clone() }
    }

    /// Nodes of the search, if its statistics do not tell.
    pub(crate) fn searched(&self) -> Option<u64> {
        self.searched
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
        self.clock.now().saturating_sub(self.start)
    }

    /// Why nothing more may be done, if the clock or the flag says so.
    #[must_use]
    pub fn is_over(&self) -> Option<StopReason> {
        self.is_over_in(Duration::ZERO)
    }

    /// The same, if so much time is needed after the end to put things away.
    #[must_use]
    pub(crate) fn is_over_in(&self, needed: Duration) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            Some(StopReason::Cancelled)
        } else if self.deadline.is_some_and(|deadline| self.clock.now().saturating_add(needed) >= deadline) {
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

/// When to look at the clock in work that is done in steps: often enough to stop within milliseconds, however long a step
/// takes, and seldom enough to cost nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    next: u64,
    /// When, and after how many steps, the last look was.
    last: (Duration, u64),
}

impl Pace {
    /// The most steps between two looks, and the time between them if steps are slow.
    const STEPS: u64 = 1 << 10;
    const TIME: Duration = Duration::from_millis(5);

    /// Nothing is done yet.
    pub(crate) fn new(budget: &Budget) -> Pace {
        Pace { next: 0, last: (budget.elapsed(), 0) }
    }

    /// Whether it is time to look, when so many steps are done.
    #[inline]
    pub(crate) fn is_due(&self, done: u64) -> bool {
        done >= self.next
    }

    /// Notes that somebody has looked, and decides how many steps to wait for the next look, so that about as much time passes as
    /// should: one at first, then up to four times as many as before, and fewer where they turn out slow.
    #[cold]
    pub(crate) fn looked(&mut self, budget: &Budget, done: u64) {
        let (now, (then, before)) = (budget.elapsed(), self.last);
        let steps = done.saturating_sub(before).max(1);
        let took = now.saturating_sub(then).as_nanos().max(1);
        let in_time = u128::from(steps) * Pace::TIME.as_nanos() / took;
        let wait = u64::try_from(in_time).unwrap_or(u64::MAX).clamp(1, (4 * steps).min(Pace::STEPS));
        (self.next, self.last) = (done + wait, (now, done));
    }
}

/// Somebody's time for work that can be left undone. Once it is over it stays so, and the clock is not looked at any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allowance {
    budget: Option<Budget>,
    over: bool,
}

impl Allowance {
    /// As long as this budget lasts.
    pub(crate) fn of(budget: &Budget) -> Allowance {
        Allowance { budget: Some(budget.clone()), over: false }
    }

    /// Looks at the clock and the flag.
    pub(crate) fn is_over(&mut self) -> bool {
        self.over = self.over || self.budget.as_ref().is_some_and(|budget| budget.is_over().is_some());
        self.over
    }
}

/// Watches the clock and the flag in long work that expands no nodes.
#[derive(Clone, Debug)]
pub(crate) struct Watch<'b> {
    budget: &'b Budget,
    /// Time that is needed after the end to put things away.
    needed: Duration,
    pace: Pace,
    steps: u64,
}

impl<'b> Watch<'b> {
    pub(crate) fn new(budget: &'b Budget) -> Watch<'b> {
        Watch { budget, needed: Duration::ZERO, pace: Pace::new(budget), steps: 0 }
    }

    /// The same, if so much time is needed after the end to put things away.
    pub(crate) fn with_time_after(self, needed: Duration) -> Watch<'b> {
        Watch { needed, ..self }
    }

    /// To be called at every step.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), StopReason> {
        self.steps += 1;
        if self.pace.is_due(self.steps) { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        let over = self.budget.is_over_in(self.needed);
        self.pace.looked(self.budget, self.steps);
        over.map_or(Ok(()), Err)
    }
}
