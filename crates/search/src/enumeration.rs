//! Every node that can be reached from a root: first all of them are looked at, a few at a time if someone wants it so, then all
//! are decided backwards from the goals.

use crate::ask::Ask;
use crate::limits::Watch;
use crate::numbered::{Index, hash_of};
use crate::{Answer, Budget, Choice, Meter, Numbers, Solution, Statistics, StopReason, Uncertified};
use provenum_game::{AndOr, Kind, Status};
use std::hash::Hash;

/// The nodes that can be reached from a root, as far as they were looked at. Which those are does not depend on what is claimed of
/// them, so they can be decided for one claim after the other.
pub(crate) struct Enumeration<N> {
    nodes: Vec<N>,
    index: Index,
    graph: Reached,
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

impl<N: Clone + Eq + Hash> Enumeration<N> {
    pub(crate) fn new(root: N) -> Self {
        let mut index = Index::default();
        index.make_room(1, u64::MAX);
        index.insert(hash_of(&root), 0);
        Enumeration { nodes: vec![root], index, graph: Reached { starts: vec![0], ..Reached::default() } }
    }

    /// Looks at nodes until there are no more, or a limit comes first; then it can go on later.
    pub(crate) fn go_on<P: AndOr<Node = N>>(
        &mut self,
        problem: &P,
        statistics: &mut Statistics,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let mut steps = Vec::new();
        while let Some(node) = self.nodes.get(self.graph.status.len()) {
            let (kind, status) = (problem.kind(node), problem.status(node));
            if status == Status::Open {
                if let Some(stop) = meter.check(statistics, Numbers::UNIT) {
                    return Err(stop);
                }
                let node = node.clone();
                steps.clear();
                problem.steps(&node, &mut steps);
                self.make_room(steps.len(), meter.budget())?;
                statistics.expanded += 1;
                statistics.generated += steps.len() as u64;
                for &step in &steps {
                    let successor = problem.follow(&node, step);
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
                statistics.memory = self.memory();
            }
            self.graph.kinds.push(kind);
            self.graph.status.push(status);
            self.graph.starts.push(self.graph.successors.len() as u32);
        }
        Ok(())
    }

    /// Makes room for a node with so many successors, if the memory allows.
    fn make_room(&mut self, more: usize, budget: &Budget) -> Result<(), StopReason> {
        let Enumeration { nodes, index, graph } = self;
        let Reached { starts, successors, kinds, status, .. } = graph;
        let (there, new) = (nodes.len(), more as u64 * (size_of::<N>() as u64 + 4));
        let memory = memory_of::<N>(there, status.len(), successors.len(), index) + new;
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

    /// Bytes that it takes.
    pub(crate) fn memory(&self) -> u64 {
        let Reached { status, successors, .. } = &self.graph;
        memory_of::<N>(self.nodes.len(), status.len(), successors.len(), &self.index)
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Decides all nodes, all of which were looked at, as this problem sees them, with so many bytes more. Answers how many it
    /// took.
    pub(crate) fn decide<P: AndOr<Node = N>>(
        &mut self,
        problem: &P,
        memory: u64,
        watch: &mut Watch<'_>,
    ) -> Result<u64, StopReason> {
        let Reached { kinds, status, .. } = &mut self.graph;
        for ((node, kind), status) in self.nodes.iter().zip(kinds).zip(status) {
            watch.step()?;
            (*kind, *status) = (problem.kind(node), problem.status(node));
        }
        self.graph.decide(memory, watch)
    }

    /// The exact status of a node, when all are decided. It is open only if it depends on unknown leaves.
    pub(crate) fn status(&self, node: &N) -> Option<Status> {
        self.number_of(node).map(|i| self.graph.status[i as usize])
    }

    /// In how many steps the OR side reaches its goal from a proven node, if it hurries and the AND side delays it.
    pub(crate) fn distance(&self, node: &N) -> Option<u32> {
        let i = self.number_of(node)?;
        (self.graph.status[i as usize] == Status::Proven).then(|| self.graph.distance[i as usize])
    }

    fn number_of(&self, node: &N) -> Option<u32> {
        self.index.find(hash_of(node), |i| self.nodes[i as usize] == *node)
    }

    /// The answer about the root, when all nodes are decided. Every one is known, so nothing has to be searched for.
    pub(crate) fn answer<P: AndOr<Node = N>>(&self, problem: &P, statistics: Statistics, budget: &Budget) -> Answer<P> {
        let status = self.graph.status[0];
        let (stop, solution) = match status {
            Status::Open => (StopReason::UnknownLeaves, Err(Uncertified::Unsolved)),
            _ => (StopReason::Solved, self.solution(problem, &budget.for_proof(self.memory()))),
        };
        let root = Numbers::new(status, || problem.first_numbers(&self.nodes[0]));
        Answer { status, root, stop, statistics, solution, line: Vec::new() }
    }

    /// How the root is solved.
    fn solution<P: AndOr<Node = N>>(&self, problem: &P, budget: &Budget) -> Result<Solution<P>, Uncertified> {
        let (graph, proven) = (&self.graph, self.graph.status[0] == Status::Proven);
        let mut solution = Solution::new(self.nodes[0].clone(), proven, budget.memory());
        let mut watch = Watch::new(budget);
        // Play may come back to a position of a trap from below it, so there is no rank.
        let lengths = match !proven && !problem.cyclic() {
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
                    problem.steps(&self.nodes[i], &mut steps);
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
            let (mut nodes, budget) = (Enumeration::new(root), Budget::default());
            nodes.go_on(&problem, &mut Statistics::default(), &mut Meter::new(&budget, &mut ())).unwrap();
            let goals = |status: Status, children: usize| status == Status::Proven && children == 0;
            let [one, other] =
                [true, false].map(|backwards| nodes.graph.attracted(goals, backwards, &mut Watch::new(&budget)));
            assert_eq!(one.unwrap(), other.unwrap(), "{text}");
        }
    }

    #[test]
    fn a_few_nodes_at_a_time_are_all_nodes_in_the_end() {
        let text = "seed=7 nodes=500 branching=3 shared=0.5 back=0.2";
        let (game, root) = Random::set_up(&Parameters::new(), Some(text)).unwrap();
        let problem = Problem::new(&game, Claim::win(Player::First));
        let (mut whole, mut parts) = (Enumeration::new(root), Enumeration::new(root));
        let budget = Budget::default();
        whole.go_on(&problem, &mut Statistics::default(), &mut Meter::new(&budget, &mut ())).unwrap();
        let (few, mut turns) = (budget.at_most(7), 0);
        while parts.go_on(&problem, &mut Statistics::default(), &mut Meter::new(&few, &mut ())).is_err() {
            turns += 1;
        }
        assert!(turns > 20 && parts.nodes == whole.nodes);
        assert_eq!((&parts.graph.starts, &parts.graph.successors), (&whole.graph.starts, &whole.graph.successors));
    }
}
