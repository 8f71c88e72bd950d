//! The oracle: looks at every node that can be reached and decides all of them exactly.
//!
//! It shares nothing with the searches, so that they can be tested against it. First the reachable graph is enumerated;
//! then the nodes from which the OR side reaches its goal in finitely many steps are found backwards from the goals. What
//! is left is disproven, unless it hangs on unknown leaves.

use crate::ask::Ask;
use crate::{Answer, Budget, Choice, Limits, Meter, Numbers, Observer, Solution, Statistics, StopReason, Uncertified};
use provenum_game::{AndOr, Kind, Status};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Every node that can be reached from a root, with its exact status.
pub struct Oracle<'p, P: AndOr> {
    problem: &'p P,
    nodes: Vec<P::Node>,
    index: FxHashMap<P::Node, u32>,
    graph: Reached,
    statistics: Statistics,
}

/// The reachable graph, whatever its nodes are: numbers that stand for them.
#[derive(Default)]
struct Reached {
    /// Where the successors of each node begin in `successors`; one entry more than nodes.
    starts: Vec<u32>,
    successors: Vec<u32>,
    /// Who chooses, at inner nodes.
    kinds: Vec<Kind>,
    status: Vec<Status>,
    /// Steps to the goal if both sides play best, for proven nodes.
    distance: Vec<u32>,
}

impl<'p, P: AndOr> Oracle<'p, P> {
    /// Solves everything that can be reached from `root`, unless a limit comes first.
    pub fn new(problem: &'p P, root: &P::Node, limits: &Limits) -> Result<Self, StopReason> {
        let budget = Budget::new(limits);
        Oracle::observed(problem, root, &mut Meter::new(&budget, &mut ())).map_err(|stopped| stopped.0)
    }

    fn observed(problem: &'p P, root: &P::Node, meter: &mut Meter<'_>) -> Result<Self, Box<(StopReason, Statistics)>> {
        let mut oracle = Oracle {
            problem,
            nodes: vec![root.clone()],
            index: FxHashMap::from_iter([(root.clone(), 0)]),
            graph: Reached { starts: vec![0], ..Reached::default() },
            statistics: Statistics::default(),
        };
        oracle.enumerate(meter).map_err(|stop| Box::new((stop, oracle.statistics)))?;
        oracle.graph.decide();
        Ok(oracle)
    }

    /// The exact status of a node that can be reached from the root. It is open only if it depends on unknown leaves.
    #[must_use]
    pub fn status(&self, node: &P::Node) -> Option<Status> {
        self.index.get(node).map(|&i| self.graph.status[i as usize])
    }

    /// In how many steps the OR side reaches its goal from a proven node, if it hurries and the AND side delays it.
    #[must_use]
    pub fn distance(&self, node: &P::Node) -> Option<u32> {
        let &i = self.index.get(node)?;
        (self.graph.status[i as usize] == Status::Proven).then(|| self.graph.distance[i as usize])
    }

    /// How many nodes can be reached.
    #[must_use]
    pub fn reachable(&self) -> usize {
        self.nodes.len()
    }

    fn enumerate(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let mut next = 0;
        let mut steps = Vec::new();
        while next < self.nodes.len() {
            let node = self.nodes[next].clone();
            next += 1;
            let status = self.problem.status(&node);
            self.graph.status.push(status);
            self.graph.kinds.push(self.problem.kind(&node));
            if status == Status::Open {
                if let Some(stop) = meter.check(&self.statistics, Numbers::UNIT) {
                    return Err(stop);
                }
                steps.clear();
                self.problem.steps(&node, &mut steps);
                self.statistics.expanded += 1;
                self.statistics.generated += steps.len() as u64;
                for &step in &steps {
                    let successor = self.problem.follow(&node, step);
                    let fresh = self.nodes.len() as u32;
                    let index = *self.index.entry(successor).or_insert_with_key(|node| {
                        self.nodes.push(node.clone());
                        fresh
                    });
                    self.graph.successors.push(index);
                }
                self.statistics.memory = self.memory();
                // The tables are about to grow to twice their size, and the retrograde pass needs as much again.
                if self.statistics.memory > meter.budget().memory() / 3 {
                    return Err(StopReason::Memory);
                }
            }
            self.graph.starts.push(self.graph.successors.len() as u32);
        }
        Ok(())
    }

    fn memory(&self) -> u64 {
        let node = size_of::<P::Node>();
        let Reached { successors, .. } = &self.graph;
        (self.index.capacity() * (node + 8) + self.nodes.capacity() * (node + 9) + successors.capacity() * 4) as u64
    }

    /// How the root is solved. Every node is known, so nothing has to be searched for.
    fn solution(&self, memory: u64) -> Result<Solution<P>, Uncertified> {
        let proven = self.graph.status[0] == Status::Proven;
        let mut solution = Solution::new(self.nodes[0].clone(), proven, memory);
        // Play may come back to a position of a trap from below it, so there is no rank.
        let lengths = (!proven && !self.problem.cyclic()).then(|| self.graph.lengths());
        let mut steps = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let inner = self.graph.status[i] == self.graph.status[0] && !self.graph.successors_of(i).is_empty();
            if !inner {
                continue;
            }
            let chooses = self.graph.kinds[i] == solution.succeeds();
            let place = if chooses { self.graph.best_successor(i) } else { None };
            let step = place.map(|place| {
                steps.clear();
                self.problem.steps(node, &mut steps);
                steps[place]
            });
            let rank = lengths.as_ref().map_or(self.graph.distance[i], |lengths| lengths[i]);
            solution.improve(node.clone(), Choice { step, rank })?;
        }
        solution.keep_reachable(self.problem);
        Ok(solution)
    }
}

impl Reached {
    /// Marks what is proven, and of the rest what stays open because of unknown leaves.
    fn decide(&mut self) {
        let goals = |status: Status, children: usize| status == Status::Proven && children == 0;
        let (proven, distance) = self.attracted(goals);
        let maybe = |status: Status, children: usize| children == 0 && status != Status::Disproven;
        let (possible, _) = self.attracted(maybe);
        for (i, status) in self.status.iter_mut().enumerate() {
            *status = match (proven[i], possible[i]) {
                (true, _) => Status::Proven,
                (false, true) => Status::Open,
                (false, false) => Status::Disproven,
            };
        }
        self.distance = distance;
    }

    /// The nodes from which OR can force play into the leaves that `target` names, with the distance. Breadth first
    /// backwards, so that OR nodes are met at their least distance and AND nodes when their last successor is.
    fn attracted(&self, target: impl Fn(Status, usize) -> bool) -> (Vec<bool>, Vec<u32>) {
        let count = self.status.len();
        let mut left: Vec<u32> = (0..count).map(|i| self.successors_of(i).len() as u32).collect();
        let (starts, predecessors) = self.predecessors();
        let mut attracted = vec![false; count];
        let mut distance = vec![0; count];
        let mut queue: VecDeque<usize> =
            (0..count).filter(|&i| target(self.status[i], self.successors_of(i).len())).collect();
        for &i in &queue {
            attracted[i] = true;
        }
        while let Some(i) = queue.pop_front() {
            for &p in &predecessors[starts[i] as usize..starts[i + 1] as usize] {
                let p = p as usize;
                left[p] -= 1;
                let forced = match self.kinds[p] {
                    Kind::Or => true,
                    Kind::And => left[p] == 0,
                };
                if forced && !attracted[p] {
                    attracted[p] = true;
                    distance[p] = distance[i] + 1;
                    queue.push_back(p);
                }
            }
        }
        (attracted, distance)
    }

    fn successors_of(&self, i: usize) -> &[u32] {
        &self.successors[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    fn predecessors(&self) -> (Vec<u32>, Vec<u32>) {
        let count = self.status.len();
        let mut starts = vec![0u32; count + 1];
        for &successor in &self.successors {
            starts[successor as usize + 1] += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut fill = starts.clone();
        let mut predecessors = vec![0u32; self.successors.len()];
        for i in 0..count {
            for &successor in self.successors_of(i) {
                predecessors[fill[successor as usize] as usize] = i as u32;
                fill[successor as usize] += 1;
            }
        }
        (starts, predecessors)
    }

    /// The most steps to the end of play from every disproven node, where play must end: OR tries to hold out, AND takes the
    /// step that it would take.
    fn lengths(&self) -> Vec<u32> {
        let mut lengths = vec![None; self.status.len()];
        let mut stack = vec![0usize];
        while let Some(&i) = stack.last() {
            let below: Vec<usize> = match self.kinds[i] {
                _ if self.status[i] != Status::Disproven => Vec::new(),
                Kind::Or => self.successors_of(i).iter().map(|&s| s as usize).collect(),
                Kind::And => {
                    let solved = |&&s: &&u32| self.status[s as usize] == Status::Disproven;
                    self.successors_of(i).iter().find(solved).map(|&s| s as usize).into_iter().collect()
                }
            };
            let missing = below.iter().filter(|&&s| lengths[s].is_none()).count();
            if missing == 0 {
                lengths[i] =
                    Some(below.iter().filter_map(|&s| lengths[s]).map(|length: u32| length + 1).max().unwrap_or(0));
                stack.pop();
            } else {
                stack.extend(below.into_iter().filter(|&s| lengths[s].is_none()));
            }
        }
        lengths.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The place, among its successors, of the one that solves a node for the side that chooses there: the nearest in a
    /// strategy, any that is disproven in a trap.
    fn best_successor(&self, i: usize) -> Option<usize> {
        let successors = self.successors_of(i);
        let solves = |s: &usize| self.status[successors[*s] as usize] == self.status[i];
        (0..successors.len()).filter(solves).min_by_key(|&s| self.distance[successors[s] as usize])
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
    let found = Oracle::observed(problem, root, &mut Meter::new(budget, observer));
    let (status, stop, statistics) = match &found {
        Ok(oracle) => match oracle.graph.status[0] {
            Status::Open => (Status::Open, StopReason::UnknownLeaves, oracle.statistics),
            status => (status, StopReason::Solved, oracle.statistics),
        },
        Err(stopped) => (Status::Open, stopped.0, stopped.1),
    };
    let solution = match found {
        Ok(oracle) if status != Status::Open => oracle.solution(budget.memory().saturating_sub(statistics.memory)),
        _ => Err(Uncertified::Unsolved),
    };
    let root = Numbers::new(status, || problem.first_numbers(root));
    Answer { status, root, stop, statistics, solution }
}
