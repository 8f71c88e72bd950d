//! The oracle: looks at every node that can be reached and decides all of them exactly.
//!
//! It shares nothing with the searches, so that they can be tested against it. First the reachable graph is enumerated;
//! then the nodes from which the OR side reaches its goal in finitely many steps are found backwards from the goals. What
//! is left is disproven, unless it hangs on unknown leaves.

use crate::ask::Ask;
use crate::limits::Watch;
use crate::numbered::{Index, hash_of};
use crate::{Answer, Budget, Choice, Limits, Meter, Numbers, Observer, Solution, Statistics, StopReason, Uncertified};
use provenum_game::{AndOr, Kind, Status};

/// Every node that can be reached from a root, with its exact status.
pub struct Oracle<'p, P: AndOr> {
    problem: &'p P,
    nodes: Vec<P::Node>,
    index: Index,
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

/// No distance is known.
const FAR: u32 = u32::MAX;

impl<'p, P: AndOr> Oracle<'p, P> {
    /// Solves everything that can be reached from `root`, unless a limit comes first.
    pub fn new(problem: &'p P, root: &P::Node, limits: &Limits) -> Result<Self, StopReason> {
        let budget = Budget::new(limits);
        Oracle::observed(problem, root, &mut Meter::new(&budget, &mut ())).map_err(|stopped| stopped.0)
    }

    fn observed(problem: &'p P, root: &P::Node, meter: &mut Meter<'_>) -> Result<Self, Box<(StopReason, Statistics)>> {
        let mut index = Index::default();
        index.make_room(1, u64::MAX);
        index.insert(hash_of(root), 0);
        let mut oracle = Oracle {
            problem,
            nodes: vec![root.clone()],
            index,
            graph: Reached { starts: vec![0], ..Reached::default() },
            statistics: Statistics::default(),
        };
        let budget = meter.budget();
        let decided = oracle.enumerate(meter).and_then(|()| {
            let left = budget.memory().saturating_sub(oracle.memory());
            let taken = oracle.graph.decide(left, &mut meter.watch(&oracle.statistics))?;
            oracle.statistics.memory = oracle.memory() + taken;
            Ok(())
        });
        decided.map_err(|stop| Box::new((stop, oracle.statistics)))?;
        Ok(oracle)
    }

    /// The exact status of a node that can be reached from the root. It is open only if it depends on unknown leaves.
    #[must_use]
    pub fn status(&self, node: &P::Node) -> Option<Status> {
        self.number_of(node).map(|i| self.graph.status[i as usize])
    }

    /// In how many steps the OR side reaches its goal from a proven node, if it hurries and the AND side delays it.
    #[must_use]
    pub fn distance(&self, node: &P::Node) -> Option<u32> {
        let i = self.number_of(node)?;
        (self.graph.status[i as usize] == Status::Proven).then(|| self.graph.distance[i as usize])
    }

    fn number_of(&self, node: &P::Node) -> Option<u32> {
        self.index.find(hash_of(node), |i| self.nodes[i as usize] == *node)
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
                self.make_room(steps.len(), meter.budget())?;
                self.statistics.expanded += 1;
                self.statistics.generated += steps.len() as u64;
                for &step in &steps {
                    let successor = self.problem.follow(&node, step);
                    let hash = hash_of(&successor);
                    let known = self.index.find(hash, |i| self.nodes[i as usize] == successor);
                    let number = known.unwrap_or_else(|| {
                        let fresh = self.nodes.len() as u32;
                        self.index.insert(hash, fresh);
                        self.nodes.push(successor);
                        fresh
                    });
                    self.graph.successors.push(number);
                }
                self.statistics.memory = self.memory();
            }
            self.graph.starts.push(self.graph.successors.len() as u32);
        }
        Ok(())
    }

    /// Makes room for a node with so many successors, if the memory allows.
    fn make_room(&mut self, more: usize, budget: &Budget) -> Result<(), StopReason> {
        let Oracle { nodes, index, graph, .. } = self;
        let Reached { starts, successors, kinds, status, .. } = graph;
        let (there, new) = (nodes.len(), more as u64 * (size_of::<P::Node>() as u64 + 4));
        let memory = memory_of::<P::Node>(there, status.len(), successors.len(), index) + new;
        let left = budget.memory().checked_sub(memory);
        let there = left.is_some_and(|left| index.make_room(more, left))
            && u32::try_from(successors.len() + more).is_ok()
            && nodes.try_reserve(more).is_ok()
            && successors.try_reserve(more).is_ok()
            && starts.try_reserve(more).is_ok()
            && kinds.try_reserve(more).is_ok()
            && status.try_reserve(more).is_ok();
        if there { Ok(()) } else { Err(StopReason::Memory) }
    }

    fn memory(&self) -> u64 {
        let Reached { status, successors, .. } = &self.graph;
        memory_of::<P::Node>(self.nodes.len(), status.len(), successors.len(), &self.index)
    }

    /// How the root is solved. Every node is known, so nothing has to be searched for.
    fn solution(&self, budget: &Budget) -> Result<Solution<P>, Uncertified> {
        let (graph, proven) = (&self.graph, self.graph.status[0] == Status::Proven);
        let mut solution = Solution::new(self.nodes[0].clone(), proven, budget.memory());
        let mut watch = Watch::new(budget);
        // Play may come back to a position of a trap from below it, so there is no rank.
        let lengths = match !proven && !self.problem.cyclic() {
            true => Some(graph.lengths(&mut watch)?),
            false => None,
        };
        let mut listed = vec![false; self.nodes.len()];
        let mut work = vec![(0u32, None)];
        let mut steps = Vec::new();
        while let Some((i, parent)) = work.pop() {
            watch.step()?;
            let i = i as usize;
            let successors = graph.successors_of(i);
            if successors.is_empty() {
                continue;
            }
            let kind = graph.kinds[i];
            let chooses = kind == solution.succeeds();
            let place = if chooses { graph.best_successor(i) } else { None };
            if solution.lists(kind, parent) {
                if std::mem::replace(&mut listed[i], true) {
                    continue;
                }
                let step = place.map(|place| {
                    steps.clear();
                    self.problem.steps(&self.nodes[i], &mut steps);
                    steps[place]
                });
                let rank = lengths.as_ref().map_or(graph.distance[i], |lengths| lengths[i]);
                let rank = if proven || lengths.is_some() { rank } else { 0 };
                solution.improve(self.nodes[i].clone(), Choice { step, rank })?;
            }
            match place {
                Some(place) => work.push((successors[place], Some(kind))),
                None => work.extend(successors.iter().map(|&successor| (successor, Some(kind)))),
            }
        }
        Ok(solution)
    }
}

impl Reached {
    /// Marks what is proven, and of the rest what stays open because of unknown leaves. With so many bytes it goes backwards
    /// from the leaves, and looks at every edge once; with less, forwards and as often as it takes. Answers what it took.
    fn decide(&mut self, memory: u64, watch: &mut Watch<'_>) -> Result<u64, StopReason> {
        // Of each node its distance, and also, to go backwards: edges left, a place in the queue, where its predecessors begin,
        // and where the next one goes.
        let least = self.status.len() as u64 * 4;
        let needed = self.successors.len() as u64 * 4 + 5 * least;
        let (backwards, taken) = if needed <= memory { (true, needed) } else { (false, least) };
        let goals = |status: Status, children: usize| status == Status::Proven && children == 0;
        let maybe = |status: Status, children: usize| children == 0 && status != Status::Disproven;
        // Without unknown leaves, nothing else is possible than what is proven.
        let known = (0..self.status.len()).all(|i| !self.successors_of(i).is_empty() || self.status[i] != Status::Open);
        if memory < taken + if known { 0 } else { least } {
            return Err(StopReason::Memory);
        }
        let possible = if known { None } else { Some(self.attracted(maybe, backwards, watch)?) };
        let distance = self.attracted(goals, backwards, watch)?;
        for (i, status) in self.status.iter_mut().enumerate() {
            let possible = possible.as_ref().is_some_and(|possible| possible[i] != FAR);
            *status = match (distance[i] != FAR, possible) {
                (true, _) => Status::Proven,
                (false, true) => Status::Open,
                (false, false) => Status::Disproven,
            };
        }
        self.distance = distance;
        Ok(taken)
    }

    /// How far it is from each node to the leaves that `target` names, if OR hurries and AND delays; [`FAR`] where OR cannot
    /// force play into them.
    fn attracted(
        &self,
        target: impl Fn(Status, usize) -> bool,
        backwards: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<u32>, StopReason> {
        let mut distance = filled(FAR, self.status.len())?;
        for (i, distance) in distance.iter_mut().enumerate() {
            if target(self.status[i], self.successors_of(i).len()) {
                *distance = 0;
            }
        }
        if backwards {
            self.backwards(&mut distance, watch)?
        } else {
            self.forwards(&mut distance, watch)?
        }
        Ok(distance)
    }

    /// Breadth first backwards, so that OR nodes are met at their least distance and AND nodes when their last successor is.
    fn backwards(&self, distance: &mut [u32], watch: &mut Watch<'_>) -> Result<(), StopReason> {
        let count = self.status.len();
        let mut left = filled(0, count)?;
        for (i, left) in left.iter_mut().enumerate() {
            *left = self.successors_of(i).len() as u32;
        }
        let (starts, predecessors) = self.predecessors(watch)?;
        let mut queue: Vec<u32> = Vec::new();
        queue.try_reserve_exact(count).map_err(|_| StopReason::Memory)?;
        queue.extend((0..count as u32).filter(|&i| distance[i as usize] == 0));
        let mut next = 0;
        while let Some(&i) = queue.get(next) {
            watch.step()?;
            next += 1;
            let i = i as usize;
            for &p in &predecessors[starts[i] as usize..starts[i + 1] as usize] {
                let p = p as usize;
                left[p] -= 1;
                let forced = match self.kinds[p] {
                    Kind::Or => true,
                    Kind::And => left[p] == 0,
                };
                if forced && distance[p] == FAR {
                    distance[p] = distance[i] + 1;
                    queue.push(p as u32);
                }
            }
        }
        Ok(())
    }

    /// The same without more memory: distances only fall, until nothing changes. Nodes were met breadth first, so most
    /// successors stand behind their predecessors, and it goes from the last to the first.
    fn forwards(&self, distance: &mut [u32], watch: &mut Watch<'_>) -> Result<(), StopReason> {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for i in (0..self.status.len()).rev() {
                watch.step()?;
                let far = self.successors_of(i).iter().map(|&successor| distance[successor as usize]);
                let far = match self.kinds[i] {
                    Kind::Or => far.min(),
                    Kind::And => far.max(),
                };
                if let Some(far) = far.filter(|&far| far != FAR)
                    && far + 1 < distance[i]
                {
                    distance[i] = far + 1;
                    changed = true;
                }
            }
        }
        Ok(())
    }

    fn successors_of(&self, i: usize) -> &[u32] {
        &self.successors[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    fn predecessors(&self, watch: &mut Watch<'_>) -> Result<(Vec<u32>, Vec<u32>), StopReason> {
        let count = self.status.len();
        let mut starts = filled(0u32, count + 1)?;
        for i in 0..count {
            watch.step()?;
            for &successor in self.successors_of(i) {
                starts[successor as usize + 1] += 1;
            }
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut fill = filled(0u32, count)?;
        fill.copy_from_slice(&starts[..count]);
        let mut predecessors = filled(0u32, self.successors.len())?;
        for i in 0..count {
            watch.step()?;
            for &successor in self.successors_of(i) {
                predecessors[fill[successor as usize] as usize] = i as u32;
                fill[successor as usize] += 1;
            }
        }
        Ok((starts, predecessors))
    }

    /// The most steps to the end of play from every disproven node that play comes to, where play must end: OR tries to hold
    /// out, AND takes the step that it would take.
    fn lengths(&self, watch: &mut Watch<'_>) -> Result<Vec<u32>, StopReason> {
        let mut lengths = filled(FAR, self.status.len())?;
        let mut stack = vec![0u32];
        while let Some(&i) = stack.last() {
            watch.step()?;
            let i = i as usize;
            let successors = self.successors_of(i);
            let below = match self.kinds[i] {
                _ if self.status[i] != Status::Disproven => &[],
                Kind::Or => successors,
                Kind::And => self.best_successor(i).map_or(&[][..], |place| &successors[place..=place]),
            };
            let before = stack.len();
            stack.extend(below.iter().filter(|&&successor| lengths[successor as usize] == FAR));
            if stack.len() == before {
                lengths[i] = below.iter().map(|&successor| lengths[successor as usize] + 1).max().unwrap_or(0);
                stack.pop();
            }
        }
        Ok(lengths)
    }

    /// The place, among its successors, of the one that solves a node for the side that chooses there: the nearest in a
    /// strategy, any that is disproven in a trap.
    fn best_successor(&self, i: usize) -> Option<usize> {
        let successors = self.successors_of(i);
        let solves = |s: &usize| self.status[successors[*s] as usize] == self.status[i];
        (0..successors.len()).filter(solves).min_by_key(|&s| self.distance[successors[s] as usize])
    }
}

/// Bytes of so many nodes, of those whose kind, status and first successor are noted, and of edges.
fn memory_of<N>(nodes: usize, noted: usize, edges: usize, index: &Index) -> u64 {
    (nodes * size_of::<N>() + noted * 6 + edges * 4) as u64 + index.memory()
}

/// An array of so many values, if there is memory for it.
fn filled<T: Copy>(value: T, len: usize) -> Result<Vec<T>, StopReason> {
    let mut array = Vec::new();
    array.try_reserve_exact(len).map_err(|_| StopReason::Memory)?;
    array.resize(len, value);
    Ok(array)
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
    let found = Oracle::observed(problem, root, &mut Meter::new(budget, observer).in_small_pages());
    let (status, stop, statistics) = match &found {
        Ok(oracle) => match oracle.graph.status[0] {
            Status::Open => (Status::Open, StopReason::UnknownLeaves, oracle.statistics),
            status => (status, StopReason::Solved, oracle.statistics),
        },
        Err(stopped) => (Status::Open, stopped.0, stopped.1),
    };
    let solution = match found {
        Ok(oracle) if status != Status::Open => oracle.solution(&budget.for_proof(oracle.memory())),
        _ => Err(Uncertified::Unsolved),
    };
    let root = Numbers::new(status, || problem.first_numbers(root));
    Answer { status, root, stop, statistics, solution }
}

#[cfg(test)]
mod tests {
    use super::*;
    use provenum_game::{Claim, Notation, Parameters, Player, Problem};
    use provenum_games::Random;

    #[test]
    fn with_little_memory_all_distances_are_the_same() {
        for seed in 1..60 {
            let text = format!("seed={seed} nodes=300 branching=4 shared=0.5 back=0.3 alternate=no success=0.3");
            let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
            let problem = Problem::new(&game, Claim::win(Player::First));
            let oracle = Oracle::new(&problem, &root, &Limits::default()).unwrap();
            let budget = Budget::default();
            let goals = |status: Status, children: usize| status == Status::Proven && children == 0;
            let [one, other] =
                [true, false].map(|backwards| oracle.graph.attracted(goals, backwards, &mut Watch::new(&budget)));
            assert_eq!(one.unwrap(), other.unwrap(), "{text}");
        }
    }
}
