//! The oracle: looks at every node that can be reached and decides all of them exactly.
//!
//! It shares nothing with the searches, so that they can be tested against it. First the reachable graph is enumerated;
//! then the nodes from which the OR side reaches its goal in finitely many steps are found backwards from the goals. What
//! is left is disproven, unless it hangs on unknown leaves.

use crate::extract::{Recall, extract};
use crate::{Answer, Limits, Meter, Numbers, Observer, Statistics, StopReason, Uncertified};
use provenum_game::{AndOr, Kind, Status};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Every node that can be reached from a root, with its exact status.
pub struct Oracle<'p, P: AndOr> {
    problem: &'p P,
    nodes: Vec<P::Node>,
    index: FxHashMap<P::Node, u32>,
    /// Where the successors of each node begin in `successors`; one entry more than nodes.
    starts: Vec<u32>,
    successors: Vec<u32>,
    status: Vec<Status>,
    /// Steps to the goal if both sides play best, for proven nodes.
    distance: Vec<u32>,
    statistics: Statistics,
}

impl<'p, P: AndOr> Oracle<'p, P> {
    /// Solves everything that can be reached from `root`, unless a limit comes first.
    pub fn new(problem: &'p P, root: &P::Node, limits: &Limits) -> Result<Self, StopReason> {
        Oracle::observed(problem, root, &mut Meter::new(limits, &mut |_: &_| ())).map_err(|(stop, _)| stop)
    }

    fn observed(problem: &'p P, root: &P::Node, meter: &mut Meter<'_>) -> Result<Self, (StopReason, Box<Statistics>)> {
        let mut oracle = Oracle {
            problem,
            nodes: vec![root.clone()],
            index: FxHashMap::from_iter([(root.clone(), 0)]),
            starts: vec![0],
            successors: Vec::new(),
            status: Vec::new(),
            distance: Vec::new(),
            statistics: Statistics::default(),
        };
        oracle.enumerate(meter).map_err(|stop| (stop, Box::new(oracle.statistics)))?;
        oracle.decide();
        Ok(oracle)
    }

    /// The exact status of a node that can be reached from the root. It is open only if it depends on unknown leaves.
    #[must_use]
    pub fn status(&self, node: &P::Node) -> Option<Status> {
        self.index.get(node).map(|&i| self.status[i as usize])
    }

    /// In how many steps the OR side reaches its goal from a proven node, if it hurries and the AND side delays it.
    #[must_use]
    pub fn distance(&self, node: &P::Node) -> Option<u32> {
        let &i = self.index.get(node)?;
        (self.status[i as usize] == Status::Proven).then(|| self.distance[i as usize])
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
            self.status.push(status);
            if status == Status::Open {
                let root = Numbers { proof: 1, disproof: 1 };
                if let Some(stop) = meter.check(&self.statistics, root) {
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
                    self.successors.push(index);
                }
                self.statistics.memory = self.memory();
                // The tables are about to grow to twice their size, and the retrograde pass needs as much again.
                if self.statistics.memory > meter.limits().memory / 3 {
                    return Err(StopReason::Memory);
                }
            }
            self.starts.push(self.successors.len() as u32);
        }
        Ok(())
    }

    fn memory(&self) -> u64 {
        let node = size_of::<P::Node>();
        (self.index.capacity() * (node + 8) + self.nodes.capacity() * (node + 9) + self.successors.capacity() * 4)
            as u64
    }

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
        let count = self.nodes.len();
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
                let forced = match self.problem.kind(&self.nodes[p]) {
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
        let count = self.nodes.len();
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
}

/// The nearest successor in a strategy; any that is disproven in a trap.
impl<P: AndOr> Recall<P> for Oracle<'_, P> {
    fn recall(&mut self, node: &P::Node) -> Option<P::Step> {
        let &i = self.index.get(node)?;
        let successors = self.successors_of(i as usize);
        let solves = |s: &usize| self.status[successors[*s] as usize] == self.status[i as usize];
        let best = (0..successors.len()).filter(solves).min_by_key(|&s| self.distance[successors[s] as usize])?;
        let mut steps = Vec::new();
        self.problem.steps(node, &mut steps);
        Some(steps[best])
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
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer<P> {
    let found = Oracle::observed(problem, root, &mut Meter::new(limits, observer));
    let (status, stop, mut statistics) = match &found {
        Ok(oracle) if oracle.status[0] == Status::Open => (Status::Open, StopReason::UnknownLeaves, oracle.statistics),
        Ok(oracle) => (oracle.status[0], StopReason::Solved, oracle.statistics),
        Err((stop, statistics)) => (Status::Open, *stop, **statistics),
    };
    let solution = match found {
        Ok(mut oracle) if status != Status::Open => {
            let left = Limits { memory: limits.memory.saturating_sub(statistics.memory), ..limits.clone() };
            extract(problem, root, status == Status::Proven, &mut oracle, &left, &mut statistics)
        }
        _ => Err(Uncertified::Unsolved),
    };
    Answer { status, root: Numbers::new(status, || problem.estimate(root)), stop, statistics, solution }
}
