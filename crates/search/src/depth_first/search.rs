//! The searches that the kernel makes possible: from settings to an answer.

use super::backup::Pair;
use super::kernel::{Kernel, Rules};
use super::threshold::{Scheme, UNBOUNDED, raised};
use crate::best_first::bounded_search;
use crate::extract::{Again, Recall, extract};
use crate::number::Numbers;
use crate::table::Table;
use crate::{Answer, Limits, Meter, Observer, Settings, Statistics, StopReason, Uncertified};
use provenum_game::{AndOr, Kind, Status};

/// Solves `root` depth first, as the settings say.
pub fn depth_first_search<P: AndOr>(
    problem: &P,
    root: &P::Node,
    settings: &Settings,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer<P> {
    let status = problem.status(root);
    let mut answer = Answer {
        status,
        root: Numbers::new(status, || problem.estimate(root)),
        stop: StopReason::Solved,
        statistics: Statistics::default(),
        solution: Err(Uncertified::Unsolved),
    };
    let share = MemoryShare::of(limits.memory);
    let Ok(table) = Table::new(share.table, settings.replacement, settings.collect) else {
        return Answer { stop: StopReason::Memory, ..answer };
    };
    let mut kernel = Kernel::new(problem, Rules::of(settings), table);
    if status == Status::Open {
        let meter = &mut Meter::new(limits, observer);
        let (mut numbers, stop) = run(problem, &mut kernel, root, settings.scheme, meter);
        answer.status = numbers.status();
        answer.stop = match (answer.status, stop) {
            (Status::Open, stop) => stop.unwrap_or(StopReason::UnknownLeaves),
            _ => StopReason::Solved,
        };
        if answer.stop == StopReason::UnknownLeaves {
            // The depth-first numbers only say that there is nothing to gain. Those of the tree say how much is unknown.
            let tree = bounded_search(problem, root, TREE_OF_UNKNOWN_LEAVES, &mut kernel.statistics, meter);
            numbers = tree.unwrap_or(numbers);
        }
        answer.root = numbers;
        answer.statistics = Statistics { memory: kernel.table.memory(), ..kernel.statistics };
    }
    if answer.status != Status::Open {
        let proven = answer.status == Status::Proven;
        let limits = Limits { memory: share.solution, ..limits.clone() };
        // A gap takes no more than the whole did, unless the search goes round in circles.
        let gap = Limits { nodes: Some(1_000 + 2 * answer.statistics.expanded), ..limits.clone() };
        let mut remembered = Remembered { problem, kernel, limits: gap, scheme: settings.scheme, proven };
        answer.solution = extract(problem, root, proven, &mut remembered, &limits, &mut answer.statistics);
    }
    answer
}

/// Expands so many nodes with a table that is already there, to see how fast that goes.
pub fn expand_for<P: AndOr>(problem: &P, root: &P::Node, settings: &Settings, table: Table, nodes: u64) -> Statistics {
    let mut kernel = Kernel::new(problem, Rules::of(settings), table);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut ignore = |_: &_| ();
    run(problem, &mut kernel, root, settings.scheme, &mut Meter::new(&limits, &mut ignore));
    kernel.statistics
}

/// How many nodes a tree may have that is grown only to tell the numbers of a root that hangs on unknown leaves.
const TREE_OF_UNKNOWN_LEAVES: u64 = 1 << 18;

/// The table takes nearly all memory; the solution is drawn from it when it is full.
struct MemoryShare {
    table: u64,
    solution: u64,
}

impl MemoryShare {
    fn of(memory: u64) -> MemoryShare {
        const LEAST: u64 = 32 << 20;
        let solution = memory / 8;
        MemoryShare { table: memory - if memory > 8 * LEAST { solution } else { 0 }, solution: solution.max(LEAST) }
    }
}

impl Rules {
    fn of(settings: &Settings) -> Rules {
        let Settings { backup, scheme, increment, estimate, delayed, second_level, .. } = *settings;
        Rules { backup, scheme, increment, estimate, delayed, second_level }
    }
}

/// Searches until the root is solved, or why it is not.
fn run<P: AndOr>(
    problem: &P,
    kernel: &mut Kernel<'_, P>,
    root: &P::Node,
    scheme: Scheme,
    meter: &mut Meter<'_>,
) -> (Numbers, Option<StopReason>) {
    let kind = problem.kind(root);
    let Scheme::Pds(epsilon) = scheme else {
        let (own, stop) = kernel.search(root, UNBOUNDED, meter);
        return (own.numbers(kind), stop);
    };
    // PDS raises the threshold of the smaller number, time and again.
    let mut threshold = Pair { near: 1, far: 1 };
    loop {
        let (own, stop) = kernel.search(root, threshold, meter);
        if stop.is_some() || own.is_solved() || own.is_hopeless() {
            return (own.numbers(kind), stop);
        }
        threshold = if own.near <= own.far {
            Pair { near: raised(own.near, epsilon), far: own.far }
        } else {
            Pair { near: own.near, far: raised(own.far, epsilon) }
        };
    }
}

/// A kernel whose search is done, as a memory of how nodes were solved.
struct Remembered<'k, P: AndOr> {
    problem: &'k P,
    kernel: Kernel<'k, P>,
    limits: Limits,
    scheme: Scheme,
    proven: bool,
}

impl<P: AndOr> Recall<P> for Remembered<'_, P> {
    /// The step to the child that took the least work to solve.
    fn recall(&mut self, node: &P::Node) -> Option<P::Step> {
        let wanted = if self.proven { Status::Proven } else { Status::Disproven };
        let table = &self.kernel.table;
        let mut best = None;
        self.problem.expand(node, &mut |child| {
            let work = match child.status {
                Status::Open => {
                    table.probe(child.key).filter(|e| e.numbers().status() == wanted).map(|e| e.work_class())
                }
                status => (status == wanted).then_some(0),
            };
            if let Some(work) = work
                && best.is_none_or(|(least, _)| work < least)
            {
                best = Some((work, child.step));
            }
        });
        best.map(|(_, step)| step)
    }

    fn search_again(&mut self, node: &P::Node, statistics: &mut Statistics) -> Again<P::Step> {
        let chooser_wins = self.proven == (self.problem.kind(node) == Kind::Or);
        let before = self.kernel.statistics;
        let mut ignore = |_: &_| ();
        let mut meter = Meter::new(&self.limits, &mut ignore);
        self.kernel.statistics = Statistics::default();
        let (numbers, stop) = run(self.problem, &mut self.kernel, node, self.scheme, &mut meter);
        statistics.merge(&self.kernel.statistics);
        self.kernel.statistics = before;
        match (numbers.status(), stop, self.kernel.winning_step) {
            (Status::Open, None | Some(StopReason::Nodes), _) => Again::Cannot,
            (Status::Open, Some(stop), _) => Again::Stopped(stop),
            (status, _, Some(step)) if (status == Status::Proven) == self.proven && chooser_wins => Again::Wins(step),
            _ => Again::Loses,
        }
    }
}
