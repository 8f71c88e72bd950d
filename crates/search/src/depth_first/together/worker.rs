//! A worker: takes a job, searches a slice at a time, gives it back.

use super::master::{Job, Master, News};
use super::total;
use crate::depth_first::backup::Pair;
use crate::depth_first::kernel::Kernel;
use crate::{Budget, Meter, Numbers, Statistics, StopReason};
use provenum_game::AndOr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Nodes that a thread expands between two looks at what the others do.
pub(super) const SLICE: u64 = 1 << 10;

/// What all workers see.
pub(super) struct Shared<'b, 'p, P: AndOr> {
    state: Mutex<State<'p, P>>,
    /// Something has changed for those who wait.
    changed: Condvar,
    /// How many wait for a job.
    waiting: AtomicUsize,
    /// How many rest because somebody saves the search, and whether they should.
    resting: AtomicUsize,
    pause: AtomicBool,
    over: AtomicBool,
    /// Whose job does not matter any more.
    cancelled: Vec<AtomicBool>,
    /// Nodes that nobody has drawn yet.
    left: AtomicU64,
    /// Nodes expanded by all.
    expanded: AtomicU64,
    /// The clock and the flag that end it; nodes are drawn.
    budget: &'b Budget,
    /// Whether the others are threads of their own.
    threads: bool,
}

struct State<'p, P: AndOr> {
    master: Master<'p, P>,
    over: Option<Result<Pair, StopReason>>,
}

/// What came of a turn.
pub(super) enum Turn {
    Worked,
    Idle,
    Over,
}

impl<'b, 'p, P: AndOr> Shared<'b, 'p, P> {
    pub(super) fn new(
        master: Master<'p, P>,
        budget: &'b Budget,
        done: &Statistics,
        (workers, threads): (usize, bool),
    ) -> Self {
        let left = budget.nodes().map_or(u64::MAX / 2, |nodes| nodes.saturating_sub(done.expanded));
        Shared {
            state: Mutex::new(State { master, over: None }),
            changed: Condvar::new(),
            waiting: AtomicUsize::new(0),
            resting: AtomicUsize::new(0),
            pause: AtomicBool::new(false),
            over: AtomicBool::new(false),
            cancelled: (0..workers).map(|_| AtomicBool::new(false)).collect(),
            left: AtomicU64::new(left),
            expanded: AtomicU64::new(done.expanded),
            budget,
            threads,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<'p, P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn into_master(self) -> Master<'p, P> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).master
    }

    /// How it ended.
    pub(super) fn result(&self) -> Result<Pair, StopReason> {
        self.lock().over.unwrap_or(Err(StopReason::Cancelled))
    }

    fn end(&self, how: Result<Pair, StopReason>) {
        let mut state = self.lock();
        if state.over.is_none() {
            state.over = Some(how);
        }
        self.over.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// Ends the search if the thread that holds it panics, so that no other waits for it.
    pub(super) fn guard(&self) -> Guard<'_, 'b, 'p, P> {
        Guard(self)
    }

    /// Waits until something changes, or so long.
    pub(super) fn wait(&self, most: Duration) {
        let state = self.lock();
        if state.over.is_none() {
            self.waiting.fetch_add(1, Relaxed);
            drop(self.changed.wait_timeout(state, most));
            self.waiting.fetch_sub(1, Relaxed);
        }
    }

    /// Draws up to so many nodes.
    fn draw(&self, most: u64) -> u64 {
        let take = |left: u64| Some(left - left.min(most));
        self.left.fetch_update(Relaxed, Relaxed, take).map_or(0, |before| before.min(most))
    }
}

pub(super) struct Guard<'s, 'b, 'p, P: AndOr>(&'s Shared<'b, 'p, P>);

impl<P: AndOr> Drop for Guard<'_, '_, '_, P> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(Err(StopReason::Cancelled));
        }
    }
}

pub(super) struct Worker<'k, 'p, P: AndOr> {
    kernel: &'k mut Kernel<'p, P>,
    index: usize,
    /// What it is at, and how many nodes it has taken.
    job: Option<(Job<P>, u64)>,
}

impl<'k, 'p, P: AndOr> Worker<'k, 'p, P> {
    pub(super) fn new(kernel: &'k mut Kernel<'p, P>, index: usize) -> Self {
        Worker { kernel, index, job: None }
    }

    /// Nodes that it has expanded.
    pub(super) fn expanded(&self) -> u64 {
        self.kernel.statistics.expanded
    }

    /// Searches on for at most so many nodes.
    pub(super) fn turn(&mut self, shared: &Shared<'_, 'p, P>, slice: u64) -> Turn {
        if self.job.is_none() {
            let mut state = shared.lock();
            if state.over.is_some() {
                return Turn::Over;
            }
            if shared.pause.load(Relaxed) {
                return Turn::Worked;
            }
            let Some(job) = state.master.pick(self.index) else { return Turn::Idle };
            shared.cancelled[self.index].store(false, Relaxed);
            drop(state);
            self.job = Some((job, 0));
        }
        let most = self.job.as_ref().map_or(0, |(job, spent)| job.most.saturating_sub(*spent));
        let drawn = shared.draw(slice.min(most.max(1)));
        let before = self.expanded();
        let came = self.search(shared, drawn);
        let spent = self.expanded() - before;
        shared.left.fetch_add(drawn - spent.min(drawn), Relaxed);
        shared.expanded.fetch_add(spent, Relaxed);
        self.kernel.catch_up();
        let stop = match came {
            Ok(Some(pair)) => {
                self.give_back(shared, pair);
                return Turn::Worked;
            }
            Ok(None) => None,
            Err(stop) => Some(stop),
        };
        if let Some(stop) = stop {
            shared.end(Err(stop));
        }
        let Some((job, taken)) = &mut self.job else { return Turn::Worked };
        *taken += spent;
        // Where others are hungry, a job is shared early.
        let enough = *taken >= job.most || shared.waiting.load(Relaxed) > 0 && *taken >= job.most / 8;
        if enough || shared.cancelled[self.index].load(Relaxed) || shared.over.load(Relaxed) {
            if self.kernel.frames.is_empty() {
                // Not even begun: the leaf stays as it was.
                self.put_down(shared);
            } else {
                let pair = self.kernel.leave();
                self.give_back(shared, pair);
            }
        }
        Turn::Worked
    }

    /// Begins the job, or goes on with it. Answers the numbers of its node if it is done, and why if nobody may go on.
    fn search(&mut self, shared: &Shared<'_, 'p, P>, nodes: u64) -> Result<Option<Pair>, StopReason> {
        let Some((job, _)) = &self.job else { return Ok(None) };
        if nodes == 0 {
            return Err(StopReason::Nodes);
        }
        let before = self.expanded();
        if self.kernel.frames.is_empty()
            && let Some(pair) = self.kernel.begin_job(&job.way, &job.node, job.threshold)
        {
            return Ok(Some(pair));
        }
        let budget = shared.budget.without_nodes().at_most(before + nodes);
        match self.kernel.advance(&mut Meter::new(&budget, &mut ())) {
            Ok(pair) => Ok(Some(pair)),
            Err(StopReason::Nodes) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    fn put_down(&mut self, shared: &Shared<'_, 'p, P>) {
        if let Some((job, _)) = self.job.take() {
            shared.lock().master.put_down(&job);
            shared.changed.notify_all();
        }
    }

    fn give_back(&mut self, shared: &Shared<'_, 'p, P>, pair: Pair) {
        let (Some((job, _)), Some(report)) = (self.job.take(), self.kernel.report.take()) else { return };
        let News { solved, .. } = {
            let mut state = shared.lock();
            let news = state.master.give_back(&job, pair, &report);
            for &worker in &news.cancelled {
                shared.cancelled[worker].store(true, Relaxed);
            }
            if state.master.is_done() && state.over.is_none() {
                state.over = Some(Ok(state.master.root()));
                shared.over.store(true, Relaxed);
            }
            if shared.waiting.load(Relaxed) > 0 {
                shared.changed.notify_all();
            }
            news
        };
        for (way, node, found) in solved {
            self.kernel.learn(&way, &node, found);
        }
    }

    /// The first worker looks at the clock, tells how far all are, and saves the search if it is time to.
    pub(super) fn look(&mut self, shared: &Shared<'_, 'p, P>, meter: &mut Meter<'_>) {
        let statistics = total(&self.kernel.statistics, shared.expanded.load(Relaxed));
        if !meter.will_look(&statistics) && shared.waiting.load(Relaxed) == 0 {
            return;
        }
        self.kernel.note_table();
        let statistics = Statistics { memory: self.kernel.statistics.memory, ..statistics };
        let root = self.root(shared);
        if let Some(stop) = meter.check(&statistics, root).or_else(|| meter.look(&statistics, root)) {
            shared.end(Err(stop));
        }
        if meter.save_due() {
            self.save(shared, meter, statistics);
        }
    }

    fn root(&self, shared: &Shared<'_, 'p, P>) -> Numbers {
        shared.lock().master.root_numbers()
    }

    /// Has the others rest, and hands the table to whoever saves it.
    fn save(&mut self, shared: &Shared<'_, 'p, P>, meter: &mut Meter<'_>, statistics: Statistics) {
        shared.pause.store(true, Relaxed);
        self.kernel.store_path();
        let mut state = shared.lock();
        let others = shared.cancelled.len() - 1;
        while shared.threads && state.over.is_none() && shared.resting.load(Relaxed) < others {
            let waited = shared.changed.wait_timeout(state, Duration::from_millis(1));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        // Who ends the search saves it too, when all have come back.
        if state.over.is_none() {
            for (way, node, found) in state.master.open_nodes() {
                self.kernel.learn(&way, &node, found);
            }
            self.kernel.catch_up();
            self.kernel.save_with(Vec::new(), statistics, meter);
        }
        shared.pause.store(false, Relaxed);
        shared.changed.notify_all();
    }

    /// Rests while somebody saves the search.
    pub(super) fn rest_if_told(&mut self, shared: &Shared<'_, 'p, P>) {
        if !shared.pause.load(Relaxed) {
            return;
        }
        if !self.kernel.frames.is_empty() {
            self.kernel.store_path();
        }
        self.kernel.catch_up();
        shared.resting.fetch_add(1, Relaxed);
        while shared.pause.load(Relaxed) && !shared.over.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        shared.resting.fetch_sub(1, Relaxed);
    }
}
