//! Proof-number search on graphs: every position is expanded once, whatever the paths that lead to it.
//!
//! With all parents updated it is the search of Schijf, Allis and Uiterwijk (1994) for DAGs; with sets in the place of
//! numbers it is proof-set search; and repetitions are treated as in BTA, the base-twin algorithm of Breuker, van den
//! Herik, Uiterwijk and Allis (2001). There a position has one *base* node, which is expanded, and *twins*, one for every
//! other way to it. Here the base is the node, and the twins are the edges that lead to it.
//!
//! A position that comes back on the path is disproven *there*, since a cycle never helps the OR side. During one descent
//! such **possible draws** are backed up as marks: a mark says on which part of the path it rests, for it to
//! hold. When that part begins at the node itself or below it, nothing above it matters any more: the node, and all that was
//! marked below it and rests on no higher place, is disproven on every path, and this is kept. All other marks are
//! deleted before the next descent. So every descent ends with an expansion or with a fact, and on a finite graph the
//! search comes to an end.
//!
//! Marks are Breuker's; that they are shared by all paths of one descent, and what they say when a node above them is left,
//! is as in Tarjan's algorithm for strongly connected components.

use super::Settings;
use super::gap::fill_hidden_gap;
use super::graph::{Graph, GraphNode, Mark, NONE, Rests};
use super::rules::GraphRules;
use super::sets::Sets;
use crate::EstimateRule;
use crate::ask::Ask;
use crate::erased::{AnyNode, Erased, NodeStore, solve_hidden};
use crate::extract::{Recall, extract};
use crate::limits::Watch;
use crate::{Answer, Budget, HOPELESS, Meter, Numbers, Observer, Statistics, StopReason, Uncertified};
use crate::{INFINITE, LARGEST};
use provenum_game::{AndOr, Child, Estimate, Hints, Kind, Status};
use std::collections::BinaryHeap;

/// Solves `root` by proof-number search on the graph of its positions.
pub fn transposition_search<P: AndOr>(
    problem: &P,
    root: &P::Node,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<P> {
    solve_hidden(problem, root, |problem, root| search_graph(problem, root, settings, budget, observer))
}

pub(super) fn search_graph<'p>(
    problem: &Erased<'p>,
    root: &AnyNode,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<Erased<'p>> {
    let mut search = GraphSearch::new(problem, root, settings, budget.memory());
    let stop = search.run(&mut Meter::new(budget, observer).in_small_pages());
    let answer = search.answer(root, stop, budget);
    if !search.knows || !matches!(answer.solution, Err(Uncertified::Refuted)) {
        return answer;
    }
    // What was known before the end was wrong.
    let (settings, before) = (Settings { known: false, ..*settings }, answer.statistics);
    let mut answer = search_graph(problem, root, &settings, &budget.after(&before), observer);
    answer.statistics.merge(&before);
    answer
}

/// A node on the way from the root to where the search is.
struct PathNode {
    index: u32,
    /// How many marks there were when the search came here.
    marks: usize,
}

/// How a descent ends.
enum Descent {
    /// At a leaf, the end of the path.
    Leaf,
    /// With a new fact.
    Fact,
    /// There is nothing left to expand.
    Stuck,
}

/// A best-first search of a graph.
pub(super) struct GraphSearch<'a, 'p> {
    pub(super) problem: &'a Erased<'p>,
    pub(super) graph: Graph,
    pub(super) store: NodeStore,
    sets: Option<Sets>,
    pub(super) statistics: Statistics,
    rules: GraphRules,
    estimate: EstimateRule,
    /// Whether anything is known before the end.
    pub(super) knows: bool,
    memory: u64,
    /// Whether all children are kept of a node that one of them solves: another claim may need them.
    complete: bool,
    pub(super) start: AnyNode,
    path: Vec<PathNode>,
    /// Nodes that were marked in this descent, in their order.
    marked: Vec<u32>,
    /// Nodes whose numbers may have changed, the deepest first.
    outdated: BinaryHeap<(u32, u32)>,
    update: u32,
    children: Vec<(u32, u32)>,
    expanded: Vec<Child<u32>>,
    moves: Vec<u32>,
}

impl<'a, 'p> GraphSearch<'a, 'p> {
    /// A search that may use so many bytes.
    pub(super) fn new(problem: &'a Erased<'p>, root: &AnyNode, settings: &Settings, memory: u64) -> Self {
        let (estimate, rules, knows) = (settings.estimate, settings.graph, settings.known && problem.knows());
        let status = status_of(problem, root, knows);
        let numbers = Numbers::new(status, || estimate.of(problem, root, 0, &mut Vec::new()));
        GraphSearch {
            problem,
            graph: Graph::new(numbers, problem.node_bytes()),
            store: problem.number(root),
            sets: rules.largest_set.map(Sets::new),
            statistics: Statistics::default(),
            rules,
            estimate,
            knows,
            memory,
            complete: false,
            start: root.clone(),
            path: Vec::new(),
            marked: Vec::new(),
            outdated: BinaryHeap::new(),
            update: 0,
            children: Vec::new(),
            expanded: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// A search whose graph will serve other claims about the same positions too.
    pub(super) fn for_several_claims(self) -> Self {
        GraphSearch { complete: true, ..self }
    }

    fn root(&self) -> Numbers {
        self.numbers(Graph::ROOT)
    }

    #[inline]
    fn numbers(&self, index: u32) -> Numbers {
        self.graph.node(index).numbers
    }

    pub(super) fn run(&mut self, meter: &mut Meter<'_>) -> StopReason {
        while self.root().status() == Status::Open {
            if let Some(stop) = meter.check(&self.statistics, self.root()) {
                return stop;
            }
            match self.descend() {
                Descent::Leaf if self.expand() => self.update_path(),
                Descent::Leaf => return StopReason::Memory,
                Descent::Fact => self.update_others(),
                Descent::Stuck => {
                    self.clear_path();
                    // If the time is up on the way, the rest keeps the numbers that it has.
                    let _ = self.restate(&mut meter.watch(&self.statistics));
                    return StopReason::UnknownLeaves;
                }
            }
            self.clear_path();
        }
        StopReason::Solved
    }

    /// Goes down to a leaf by the least numbers, past all that is marked.
    fn descend(&mut self) -> Descent {
        let index = Graph::ROOT;
        self.graph.node_mut(index).mark = Mark::OnPath(0);
        self.path.push(PathNode { index, marks: 0 });
        loop {
            let Some(&PathNode { index, .. }) = self.path.last() else { unreachable!("the path begins at the root") };
            if self.graph.node(index).is_leaf() && self.numbers(index) != Numbers::HOPELESS {
                self.statistics.depth = self.statistics.depth.max(self.path.len() as u32 - 1);
                return Descent::Leaf;
            }
            match self.select(index) {
                Ok(edge) => {
                    let child = self.graph.edge(edge).child;
                    self.graph.node_mut(child).mark = Mark::OnPath(self.path.len() as u32);
                    self.path.push(PathNode { index: child, marks: self.marked.len() });
                }
                Err(mark) => {
                    if let Some(end) = self.leave(mark) {
                        return end;
                    }
                }
            }
        }
    }

    /// The edge to go on by; or, if there is none, what that makes of the node.
    #[inline]
    fn select(&mut self, index: u32) -> Result<u32, Mark> {
        let node = self.graph.node(index);
        let (kind, first) = (node.kind(), node.edges().start as u32);
        let (mut best, mut least) = (NONE, INFINITE);
        // What the drawing children rest on: AND takes the one that rests on the lowest part, OR needs all of them.
        let (mut draw, mut stuck) = (None::<(Rests, u32)>, node.is_leaf());
        for (edge, at) in self.graph.edges(index).iter().zip(first..) {
            let child = self.graph.node(edge.child);
            match child.mark {
                _ if child.numbers.status() != Status::Open => {}
                Mark::Free => {
                    let cost = child.numbers.cost(kind);
                    if cost < least {
                        (best, least) = (at, cost);
                    }
                }
                Mark::Stuck => stuck = true,
                Mark::OnPath(_) | Mark::Draw(_) => {
                    let rests = match child.mark {
                        Mark::Draw(rests) => rests,
                        Mark::OnPath(place) => Rests { highest: place, lowest: place },
                        _ => continue,
                    };
                    draw = match (kind, draw) {
                        (Kind::And, Some((best, edge))) if rests.highest <= best.highest => Some((best, edge)),
                        (Kind::Or, Some((all, _))) => Some((all.and(rests), at)),
                        _ => Some((rests, at)),
                    };
                }
            }
        }
        match (kind, draw) {
            (Kind::And, Some((rests, edge))) => {
                self.graph.node_mut(index).winner = edge;
                Err(Mark::Draw(rests))
            }
            _ if best != NONE => Ok(best),
            (Kind::Or, Some((rests, _))) if !stuck => Err(Mark::Draw(rests)),
            _ => Err(Mark::Stuck),
        }
    }

    /// Leaves the node at the end of the path, with a mark on it, or with a fact.
    fn leave(&mut self, mark: Mark) -> Option<Descent> {
        let place = self.path.len() as u32 - 1;
        let Some(PathNode { index, marks, .. }) = self.path.pop() else { unreachable!("the path begins at the root") };
        self.marked.push(index);
        self.graph.node_mut(index).mark = mark;
        let possible = self.rules.possible_draws;
        if matches!(mark, Mark::Draw(rests) if possible || rests.highest >= place) {
            // The loop begins here, or below: a real draw, with all that rests on nothing above.
            for at in marks..self.marked.len() {
                let index = self.marked[at];
                if matches!(self.graph.node(index).mark, Mark::Draw(rests) if possible || rests.highest >= place) {
                    self.graph.node_mut(index).numbers = Numbers::DISPROVEN;
                    self.make_parents_outdated(index);
                }
            }
            return Some(Descent::Fact);
        }
        // What rests on this node rests from now on on what the node does.
        for at in marks..self.marked.len() {
            let node = self.graph.node_mut(self.marked[at]);
            node.mark = match (node.mark, mark) {
                (Mark::Draw(rests), Mark::Draw(mine)) if rests.lowest >= place => {
                    Mark::Draw(Rests { highest: rests.highest.min(mine.highest), lowest: place - 1 })
                }
                (Mark::Draw(rests), Mark::Stuck) if rests.lowest >= place => Mark::Stuck,
                (mark, _) => mark,
            };
        }
        self.path.is_empty().then_some(Descent::Stuck)
    }

    /// Deletes all marks, and the path.
    fn clear_path(&mut self) {
        for index in self.marked.drain(..) {
            self.graph.node_mut(index).mark = Mark::Free;
        }
        for above in self.path.drain(..) {
            self.graph.node_mut(above.index).mark = Mark::Free;
        }
    }

    /// Gives the leaf at the end of the path its children. Without room for them the answer is `false`.
    fn expand(&mut self) -> bool {
        let GraphSearch { problem, graph, store, sets, statistics, estimate, path, children, expanded, moves, .. } =
            self;
        let (complete, knows) = (self.complete, self.knows);
        let Some(PathNode { index, .. }) = path.last() else { unreachable!("the path begins at the root") };
        let depth = path.len() as u32;
        children.clear();
        expanded.clear();
        problem.expand_numbered(store, *index, expanded);
        let more = expanded.len();
        let in_sets = sets.as_ref().map_or(0, Sets::memory);
        let beside = graph.memory_with(more) + in_sets;
        let memory = beside + store.index_memory();
        // Sets have grown since the expansion before.
        statistics.memory = statistics.memory.max(graph.memory_with(0) + in_sets + store.index_memory());
        if memory > self.memory
            || !problem.make_room(store, more, self.memory - memory)
            || !graph.make_room(more)
            || !sets.as_mut().is_none_or(|sets| sets.make_room(graph.len() + more))
        {
            return false;
        }
        let memory = beside + store.index_memory();
        let plain = *estimate == EstimateRule::Unit || *estimate == EstimateRule::Game && !problem.has_estimates();
        // Most searches need not look at the node itself.
        let node = (!plain).then(|| problem.numbered(store, *index));
        let kind = problem.kind_numbered(store, *index);
        let mut solved = false;
        for child in &*expanded {
            if solved && !complete {
                break;
            }
            statistics.generated += 1;
            let next = problem.number_after(store, *index, child.step);
            graph.insert(next, depth, || {
                let status = match child.status {
                    Status::Open if knows => status_of(problem, &problem.numbered(store, next), true),
                    status => status,
                };
                Numbers::new(status, || match &node {
                    Some(node) => estimate.after(*problem, node, child.step, depth, moves),
                    None => Estimate::UNIT,
                })
            });
            solved |= graph.node(next).numbers.cost(kind) == 0;
            children.push((child.step, next));
        }
        if solved && !complete {
            children.drain(..children.len() - 1);
        }
        if children.is_empty() {
            graph.node_mut(*index).numbers = Numbers::HOPELESS;
        } else {
            graph.expand(*index, kind, children);
        }
        statistics.expanded += 1;
        statistics.memory = statistics.memory.max(memory);
        true
    }

    /// Brings the numbers on the path up to date, and those of other parents as the rules say.
    fn update_path(&mut self) {
        self.update += 1;
        for place in (0..self.path.len()).rev() {
            let index = self.path[place].index;
            if self.graph.node(index).is_leaf() {
                // An unknown leaf: nothing to recompute, but its parents should know.
                self.make_parents_outdated(index);
            } else {
                self.back_up(index);
            }
        }
        self.update_others();
    }

    fn update_others(&mut self) {
        while let Some((_, index)) = self.outdated.pop() {
            self.back_up(index);
        }
    }

    fn make_parents_outdated(&mut self, index: u32) {
        for parent in self.graph.parents(index) {
            let GraphNode { numbers, depth, .. } = self.graph.node(parent);
            if numbers.status() == Status::Open {
                self.outdated.push((*depth, parent));
            }
        }
    }

    /// Recomputes the numbers of an inner node.
    fn back_up(&mut self, index: u32) {
        let old = self.numbers(index);
        if old.status() != Status::Open {
            return;
        }
        let (new, mut changed) = match self.fact(index) {
            Some(fact) => (fact, true),
            None => self.open_numbers(index),
        };
        changed |= new != old;
        let node = self.graph.node_mut(index);
        node.numbers = new;
        // Round a cycle, numbers could rise for ever.
        let first_time = std::mem::replace(&mut node.updated, self.update) != self.update;
        let open = new.status() == Status::Open;
        if changed && (!open || self.rules.all_parents && (first_time || !self.problem.cyclic())) {
            self.make_parents_outdated(index);
        }
    }

    /// What follows for an inner node from facts about its children.
    fn fact(&mut self, index: u32) -> Option<Numbers> {
        let node = self.graph.node(index);
        let (won, lost, kind) = match node.kind() {
            Kind::Or => (Status::Proven, Status::Disproven, Kind::Or),
            Kind::And => (Status::Disproven, Status::Proven, Kind::And),
        };
        let status = |edge: u32| self.numbers(self.graph.edge(edge).child).status();
        let mut edges = node.edges().start as u32..node.edges().end as u32;
        let facts = if kind == Kind::Or {
            [Numbers::PROVEN, Numbers::DISPROVEN]
        } else {
            [Numbers::DISPROVEN, Numbers::PROVEN]
        };
        if let Some(winner) = edges.clone().find(|&edge| status(edge) == won) {
            self.graph.node_mut(index).winner = winner;
            return Some(facts[0]);
        }
        edges.all(|edge| status(edge) == lost).then_some(facts[1])
    }

    /// The numbers of an open inner node, and whether its sets are new. Children that come back to the path above it, or are
    /// draws on it, are left out: what they count comes from this node itself.
    fn open_numbers(&mut self, index: u32) -> (Numbers, bool) {
        let GraphSearch { graph, sets, .. } = self;
        let (kind, mark) = (graph.node(index).kind(), graph.node(index).mark);
        let counts = |child: u32| {
            let node = graph.node(child);
            let above = match (mark, node.mark) {
                (Mark::OnPath(place), Mark::OnPath(other)) => other <= place,
                (Mark::OnPath(_), Mark::Draw(_)) => true,
                _ => false,
            };
            node.numbers.status() == Status::Open && !above
        };
        let children = graph.edges(index).iter().map(|edge| edge.child).filter(|&child| counts(child));
        let (numbers, changed) = match sets {
            Some(sets) => sets.back_up(index, kind, children, |child| graph.node(child).numbers),
            None => (Numbers::backed_up(kind, children.map(|child| graph.node(child).numbers)), false),
        };
        let open = |number: u32| match number {
            HOPELESS => HOPELESS,
            number => number.clamp(1, LARGEST),
        };
        (Numbers { proof: open(numbers.proof), disproof: open(numbers.disproof) }, changed)
    }

    /// Gives open leaves their first numbers, and all nodes above them those that follow, children first.
    pub(super) fn restate(&mut self, watch: &mut Watch<'_>) -> Result<(), StopReason> {
        let mut open = Vec::new();
        for index in 0..self.graph.len() as u32 {
            watch.step()?;
            if self.numbers(index).status() == Status::Open && self.graph.node(index).is_leaf() {
                let position = self.problem.numbered(&self.store, index);
                let estimate = self.estimate.of(self.problem, &position, 0, &mut self.moves);
                open.push((index, Numbers::new(Status::Open, || estimate)));
            }
        }
        for (index, numbers) in open {
            self.graph.node_mut(index).numbers = numbers;
        }
        let mut seen = vec![false; self.graph.len()];
        let mut stack = vec![(Graph::ROOT, 0)];
        while let Some((index, next)) = stack.last_mut() {
            watch.step()?;
            let index = *index;
            seen[index as usize] = true;
            if let Some(edge) = self.graph.edges(index).get(*next) {
                *next += 1;
                if !seen[edge.child as usize] {
                    stack.push((edge.child, 0));
                }
                continue;
            }
            if !self.graph.node(index).is_leaf() && self.numbers(index).status() == Status::Open {
                self.back_up(index);
            }
            stack.pop();
        }
        self.update_others();
        Ok(())
    }

    pub(super) fn answer(&mut self, root: &AnyNode, stop: StopReason, budget: &Budget) -> Answer<Erased<'p>> {
        let (numbers, mut statistics) = (self.root(), self.statistics);
        let status = numbers.status();
        let mut line = Vec::new();
        let solution = match status {
            Status::Open => Err(Uncertified::Unsolved),
            _ => {
                let left = budget.for_proof(statistics.memory);
                extract(self.problem, root, status == Status::Proven, self, &left, (&mut statistics, &mut line))
            }
        };
        Answer { status, root: numbers, stop, statistics, solution, line }
    }
}

/// What is known of a node without looking below it.
fn status_of(problem: &Erased<'_>, node: &AnyNode, knows: bool) -> Status {
    match problem.status(node) {
        Status::Open if knows => problem.known(node).map_or(Status::Open, |known| known.status()),
        status => status,
    }
}

/// The step that made a node what it is.
impl<'p> Recall<Erased<'p>> for GraphSearch<'_, 'p> {
    fn recall(&mut self, node: &AnyNode) -> Option<u32> {
        let index = self.problem.number_of(&self.store, node)?;
        let GraphNode { numbers, winner, .. } = self.graph.node(index);
        let solved = numbers.status() == self.root().status();
        (solved && *winner != NONE).then(|| self.graph.edge(*winner).step)
    }

    fn forget(&mut self, node: &AnyNode) -> bool {
        let Some(index) = self.problem.number_of(&self.store, node) else { return false };
        std::mem::replace(&mut self.graph.node_mut(index).winner, NONE) != NONE
    }

    fn knows(&self) -> bool {
        self.knows
    }

    fn beside(&self) -> usize {
        // The node itself, and once more when its type is known again.
        self.problem.hidden_bytes() + self.problem.node_bytes() + 16
    }

    fn search_anew(&mut self, node: &AnyNode, budget: &Budget) -> Answer<Erased<'p>> {
        fill_hidden_gap(self.problem, node, self.knows, budget)
    }
}
