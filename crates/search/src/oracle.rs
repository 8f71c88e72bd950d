//! The oracle: looks at every node that can be reached and decides all of them exactly.
//!
//! It shares nothing with the searches, so that they can be tested against it. First the reachable graph is enumerated;
//! then the nodes from which the OR side reaches its goal in finitely many steps are found backwards from the goals. What
//! is left is disproven, unless it hangs on unknown leaves.

use crate::ask::Ask;
use crate::enumeration::Enumeration;
use crate::{Answer, Budget, Limits, Meter, Numbers, Observer, Statistics, StopReason, Uncertified};
use provenum_game::{AndOr, Status};

/// Every node that can be reached from a root, with its exact status.
pub struct Oracle<'p, P: AndOr> {
    problem: &'p P,
    nodes: Enumeration<P::Node>,
    statistics: Statistics,
}

impl<'p, P: AndOr> Oracle<'p, P> {
    /// Solves everything that can be reached from `root`, unless a limit comes first.
    pub fn new(problem: &'p P, root: &P::Node, limits: &Limits) -> Result<Self, StopReason> {
        let budget = Budget::new(limits);
        Oracle::observed(problem, root, &mut Meter::new(&budget, &mut ())).map_err(|stopped| stopped.0)
    }

    fn observed(problem: &'p P, root: &P::Node, meter: &mut Meter<'_>) -> Result<Self, Box<(StopReason, Statistics)>> {
        let (mut nodes, mut statistics) = (Enumeration::new(root.clone()), Statistics::default());
        let budget = meter.budget();
        let decided = nodes.go_on(problem, &mut statistics, meter).and_then(|()| {
            let left = budget.memory().saturating_sub(nodes.memory());
            nodes.decide(problem, left, &mut meter.watch(&statistics))
        });
        match decided {
            Ok(taken) => {
                statistics.memory = nodes.memory() + taken;
                Ok(Oracle { problem, nodes, statistics })
            }
            Err(stop) => Err(Box::new((stop, statistics))),
        }
    }

    /// The exact status of a node that can be reached from the root. It is open only if it depends on unknown leaves.
    #[must_use]
    pub fn status(&self, node: &P::Node) -> Option<Status> {
        self.nodes.status(node)
    }

    /// In how many steps the OR side reaches its goal from a proven node, if it hurries and the AND side delays it.
    #[must_use]
    pub fn distance(&self, node: &P::Node) -> Option<u32> {
        self.nodes.distance(node)
    }

    /// How many nodes can be reached.
    #[must_use]
    pub fn reachable(&self) -> usize {
        self.nodes.len()
    }
}

impl<P: AndOr> std::fmt::Debug for Oracle<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oracle").field("reachable", &self.nodes.len()).finish_non_exhaustive()
    }
}

/// Solves `root` by looking at everything that can be reached from it.
pub(crate) fn exhaustive_search<P: AndOr>(
    problem: &P,
    root: &P::Node,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<P> {
    if problem.by_history() {
        return Answer::without_search(problem, root, StopReason::History);
    }
    match Oracle::observed(problem, root, &mut Meter::new(budget, observer).in_small_pages()) {
        Ok(Oracle { problem, nodes, statistics }) => nodes.answer(problem, statistics, budget),
        Err(stopped) => {
            let (stop, statistics) = *stopped;
            let root = Numbers::new(Status::Open, || problem.first_numbers(root));
            Answer {
                status: Status::Open,
                root,
                stop,
                statistics,
                solution: Err(Uncertified::Unsolved),
                line: Vec::new(),
            }
        }
    }
}
