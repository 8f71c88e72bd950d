//! Several workers on one search: one table for all, and a master who gives them jobs.
//!
//! A worker is a kernel of its own. Workers are threads, or take turns on one thread in an order that a number decides: then the
//! same number leads to the same search, which is how the tests and the experiments see every interleaving again.

mod master;
mod worker;

use self::master::{Master, Policy};
use self::worker::{Shared, Turn, Worker};
use super::backup::Pair;
use super::kernel::Kernel;
use super::settings::{Cooperation, Settings};
use crate::{Meter, Statistics, StopReason};
use provenum_game::AndOr;
use std::time::Duration;

/// Workers that search together, and what they know.
pub(super) struct Team<'p, P: AndOr> {
    master: Option<Master<'p, P>>,
    /// All workers but the first, whose kernel is lent to them.
    others: Vec<Kernel<'p, P>>,
    /// The order in which they take turns on one thread, if they do.
    schedule: Option<u64>,
}

/// How long an idle worker waits before it looks at the clock.
const NAP: Duration = Duration::from_millis(5);

impl<'p, P: AndOr> Team<'p, P> {
    /// A team that goes on with what a kernel remembers.
    pub(super) fn new(problem: &'p P, root: &P::Node, settings: &Settings, first: &mut Kernel<'p, P>) -> Self {
        let policy = Policy {
            backup: first.rules.backup,
            increment: first.rules.increment,
            workers: settings.threads,
            job: settings.job,
            by_path: problem.cyclic() && first.rules.history != super::History::Ignore,
            by_history: problem.by_history(),
        };
        let Cooperation::Jobs = settings.cooperation;
        first.guide.clear();
        let others = (1..settings.threads).map(|_| first.companion()).collect();
        Team { master: Some(Master::new(problem, root, policy)), others, schedule: settings.schedule }
    }

    /// Searches on until the root is solved, or hangs on unknown leaves. If a limit comes first, the answer is why; what was
    /// found out is kept.
    pub(super) fn advance(&mut self, first: &mut Kernel<'p, P>, meter: &mut Meter<'_>) -> Result<Pair, StopReason> {
        let Some(master) = self.master.take() else { unreachable!("it is lent only while they work") };
        let budget = meter.budget().clone();
        let shared = Shared::new(master, &budget, &first.statistics, (1 + self.others.len(), self.schedule.is_none()));
        let over = match self.schedule {
            Some(seed) => self.by_turns(seed, first, &shared, meter),
            None => self.by_threads(first, &shared, meter),
        };
        let master = shared.into_master();
        for kernel in &mut self.others {
            first.statistics.merge(&std::mem::take(&mut kernel.statistics));
        }
        first.catch_up();
        for (way, node, found) in master.open_nodes() {
            first.learn(&way, &node, found);
        }
        first.root = master.root_numbers();
        self.master = Some(master);
        over
    }

    /// All workers at once. The caller's thread is the first of them, and the only one that tells and saves.
    fn by_threads(
        &mut self,
        first: &mut Kernel<'p, P>,
        shared: &Shared<'_, 'p, P>,
        meter: &mut Meter<'_>,
    ) -> Result<Pair, StopReason> {
        std::thread::scope(|scope| {
            for (kernel, index) in self.others.iter_mut().zip(1..) {
                scope.spawn(move || {
                    let _guard = shared.guard();
                    let mut worker = Worker::new(kernel, index);
                    loop {
                        match worker.turn(shared, worker::SLICE) {
                            Turn::Over => break,
                            Turn::Worked => worker.rest_if_told(shared),
                            Turn::Idle => shared.wait(NAP),
                        }
                    }
                });
            }
            let _guard = shared.guard();
            let mut worker = Worker::new(first, 0);
            loop {
                match worker.turn(shared, worker::SLICE) {
                    Turn::Over => break,
                    Turn::Worked => {}
                    Turn::Idle => shared.wait(NAP),
                }
                worker.look(shared, meter);
            }
        });
        shared.result()
    }

    /// One worker after the other, on this thread.
    fn by_turns(
        &mut self,
        seed: u64,
        first: &mut Kernel<'p, P>,
        shared: &Shared<'_, 'p, P>,
        meter: &mut Meter<'_>,
    ) -> Result<Pair, StopReason> {
        let others = self.others.iter_mut().zip(1..).map(|(kernel, index)| Worker::new(kernel, index));
        let mut workers: Vec<_> = std::iter::once(Worker::new(first, 0)).chain(others).collect();
        let mut state = seed;
        // Whoever has had the least work is next: so they are as fast as each other. How long a turn takes is left to chance.
        let mut done = vec![0u64; workers.len()];
        while let Some(next) = (0..workers.len()).filter(|&one| done[one] != u64::MAX).min_by_key(|&one| done[one]) {
            let slice = 1 + random(&mut state) % 32;
            let before = workers[next].expanded();
            done[next] = match workers[next].turn(shared, slice) {
                Turn::Over => u64::MAX,
                Turn::Worked => done[next] + (workers[next].expanded() - before).max(1),
                Turn::Idle => done[next] + slice,
            };
            if next == 0 && done[0] != u64::MAX {
                workers[0].look(shared, meter);
            }
        }
        shared.result()
    }

    /// Gives all threads' shares in the table back, so that it is the first one's again.
    pub(super) fn disband(self, first: &mut Kernel<'p, P>) {
        drop(self);
        first.unshare();
    }
}

/// The next number of a sequence that looks random (SplitMix64).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// What all have done so far, for whoever looks at it.
fn total(of_first: &Statistics, expanded: u64) -> Statistics {
    Statistics { expanded, ..*of_first }
}
