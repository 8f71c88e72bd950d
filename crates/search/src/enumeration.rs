//! Every node that can be reached from a root: first all of them are looked at, a few at a time if someone wants it so, then all
//! are decided backwards from the goals.

use crate::ask::Ask;
use crate::{Answer, Choice, Meter, Numbers, Solution, Statistics, StopReason, Uncertified};
use provenum_game::{AndOr, Kind, Status};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::hash::Hash;

/// The nodes that can be reached from a root, as far as they were looked at. Which those are does not depend on what is
/// claimed of them.
pub(crate) struct Enumeration<N> {
    nodes: Vec<N>,
    index: FxHashMap<N, u32>,
    edges: Edges,
}

/// The reachable graph, whatever its nodes are: numbers that stand for them.
#[derive(Default)]
struct Edges {
    /// Where the successors of each node that was looked at begin in `successors`; one entry more than there are such nodes.
    starts: Vec<u32>,
    successors: Vec<u32>,
}

impl<N: Clone + Eq + Hash> Enumeration<N> {
    pub(crate) fn new(root: N) -> Self {
        let edges = Edges { starts: vec![0], ..Edges::default() };
        Enumeration { nodes: vec![root.clone()], index: FxHashMap::from_iter([(root, 0)]), edges }
    }

    /// Looks at nodes until there are no more, or a limit comes first; then it can go on later.
    pub(crate) fn go_on<P: AndOr<Node = N>>(
        &mut self,
        problem: &P,
        statistics: &mut Statistics,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut steps = Vec::new();
        while let Some(node) = self.nodes.get(self.edges.starts.len() - 1) {
            if problem.status(node) == Status::Open {
                if let Some(stop) = meter.check(statistics, Numbers::UNIT) {
                    return Err(stop);
                }
                // The tables are about to grow to twice their size, and the retrograde pass needs as much again.
                statistics.memory = self.memory();
                if statistics.memory > meter.budget().memory() / 3 {
                    return Err(StopReason::Memory);
                }
                let node = node.clone();
                steps.clear();
                problem.steps(&node, &mut steps);
                statistics.expanded += 1;
                statistics.generated += steps.len() as u64;
                for &step in &steps {
                    let fresh = self.nodes.len() as u32;
                    let index = *self.index.entry(problem.follow(&node, step)).or_insert_with_key(|node| {
                        self.nodes.push(node.clone());
                        fresh
                    });
                    self.edges.successors.push(index);
                }
            }
            self.edges.starts.push(self.edges.successors.len() as u32);
        }
        Ok(())
    }

    /// Bytes that it takes.
    pub(crate) fn memory(&self) -> u64 {
        let node = size_of::<N>();
        let Edges { successors, .. } = &self.edges;
        (self.index.capacity() * (node + 8) + self.nodes.capacity() * (node + 9) + successors.capacity() * 4) as u64
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of a node; that of the root is 0.
    pub(crate) fn number(&self, node: &N) -> Option<usize> {
        self.index.get(node).map(|&number| number as usize)
    }

    /// Decides all nodes, all of which were looked at, as this problem sees them.
    pub(crate) fn decide<P: AndOr<Node = N>>(&self, problem: &P) -> Decided {
        let kinds = self.nodes.iter().map(|node| problem.kind(node)).collect();
        let status = self.nodes.iter().map(|node| problem.status(node)).collect();
        self.edges.decide(kinds, status)
    }

    /// The answer about the root, and how it is solved, which may take so many bytes. Every node is known, so nothing has to
    /// be searched for.
    pub(crate) fn answer<P: AndOr<Node = N>>(
        &self,
        problem: &P,
        decided: &Decided,
        statistics: Statistics,
        memory: u64,
    ) -> Answer<P> {
        let status = decided.status[0];
        let (stop, solution) = match status {
            Status::Open => (StopReason::UnknownLeaves, Err(Uncertified::Unsolved)),
            _ => (StopReason::Solved, self.solution(problem, decided, memory)),
        };
        let root = Numbers::new(status, || problem.first_numbers(&self.nodes[0]));
        Answer { status, root, stop, statistics, solution }
    }

    fn solution<P: AndOr<Node = N>>(
        &self,
        problem: &P,
        decided: &Decided,
        memory: u64,
    ) -> Result<Solution<P>, Uncertified> {
        let Decided { kinds, status, distance } = decided;
        let proven = status[0] == Status::Proven;
        let mut solution = Solution::new(self.nodes[0].clone(), proven, memory);
        // Play may come back to a position of a trap from below it, so there is no rank.
        let lengths = (!proven && !problem.cyclic()).then(|| self.edges.lengths(decided));
        let mut steps = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let inner = status[i] == status[0] && !self.edges.successors_of(i).is_empty();
            if !inner {
                continue;
            }
            let chooses = kinds[i] == solution.succeeds();
            let place = if chooses { self.edges.best_successor(i, decided) } else { None };
            let step = place.map(|place| {
                steps.clear();
                problem.steps(node, &mut steps);
                steps[place]
            });
            let rank = lengths.as_ref().map_or(distance[i], |lengths| lengths[i]);
            solution.improve(node.clone(), Choice { step, rank })?;
        }
        solution.keep_reachable(problem);
        Ok(solution)
    }
}

/// What all nodes of a graph are, by their numbers.
pub(crate) struct Decided {
    /// Who chooses.
    kinds: Vec<Kind>,
    pub(crate) status: Vec<Status>,
    /// Steps to the goal if both sides play best, for proven nodes.
    pub(crate) distance: Vec<u32>,
}

impl Edges {
    /// Finds what is proven, and of the rest what stays open because of unknown leaves.
    fn decide(&self, kinds: Vec<Kind>, mut status: Vec<Status>) -> Decided {
        let leaf = |i: usize| self.successors_of(i).is_empty();
        let (proven, distance) = self.attracted(&kinds, |i| leaf(i) && status[i] == Status::Proven);
        let (possible, _) = self.attracted(&kinds, |i| leaf(i) && status[i] != Status::Disproven);
        for (i, status) in status.iter_mut().enumerate() {
            *status = match (proven[i], possible[i]) {
                (true, _) => Status::Proven,
                (false, true) => Status::Open,
                (false, false) => Status::Disproven,
            };
        }
        Decided { kinds, status, distance }
    }

    /// The nodes from which OR can force play into the leaves that `target` names, with the distance. Breadth first
    /// backwards, so that OR nodes are met at their least distance and AND nodes when their last successor is.
    fn attracted(&self, kinds: &[Kind], target: impl Fn(usize) -> bool) -> (Vec<bool>, Vec<u32>) {
        let count = kinds.len();
        let mut left: Vec<u32> = (0..count).map(|i| self.successors_of(i).len() as u32).collect();
        let (starts, predecessors) = self.predecessors();
        let mut attracted = vec![false; count];
        let mut distance = vec![0; count];
        let mut queue: VecDeque<usize> = (0..count).filter(|&i| target(i)).collect();
        for &i in &queue {
            attracted[i] = true;
        }
        while let Some(i) = queue.pop_front() {
            for &p in &predecessors[starts[i] as usize..starts[i + 1] as usize] {
                let p = p as usize;
                left[p] -= 1;
                let forced = match kinds[p] {
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
        let count = self.starts.len() - 1;
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
    fn lengths(&self, Decided { kinds, status, .. }: &Decided) -> Vec<u32> {
        let mut lengths = vec![None; status.len()];
        let mut stack = vec![0usize];
        while let Some(&i) = stack.last() {
            let below: Vec<usize> = match kinds[i] {
                _ if status[i] != Status::Disproven => Vec::new(),
                Kind::Or => self.successors_of(i).iter().map(|&s| s as usize).collect(),
                Kind::And => {
                    let solved = |&&s: &&u32| status[s as usize] == Status::Disproven;
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
    fn best_successor(&self, i: usize, Decided { status, distance, .. }: &Decided) -> Option<usize> {
        let successors = self.successors_of(i);
        let solves = |s: &usize| status[successors[*s] as usize] == status[i];
        (0..successors.len()).filter(solves).min_by_key(|&s| distance[successors[s] as usize])
    }
}
