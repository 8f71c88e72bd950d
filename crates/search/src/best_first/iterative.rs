//! Iterative proof-number search (Moldenhauer 2009): claim after claim on one graph whose positions keep the bounds of their
//! values. What a claim has settled is settled for all weaker, or all stronger, claims.

use super::Settings;
use super::graph::Graph;
use super::transpositions::GraphSearch;
use crate::erased::{AnyNode, Erased, NodeStore, revealed};
use crate::limits::Watch;
use crate::{Answer, Budget, Meter, Observer, StopReason, Uncertified};
use provenum_game::{AndOr, Game, Problem, Status};

/// What is known of a position: so many claims hold, counted from the weakest; and from this one on they do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    held: u32,
    failed: u32,
}

/// A graph that outlives the search for one claim, with the bounds of its positions.
pub(crate) struct BoundedGraph {
    graph: Option<(Graph, NodeStore)>,
    bounds: Vec<Bounds>,
    /// Whether what is known before the end has turned out wrong.
    distrusts: bool,
}

impl BoundedGraph {
    pub(crate) fn new() -> Self {
        BoundedGraph { graph: None, bounds: Vec::new(), distrusts: false }
    }

    /// Settles the claim with this number, with what was found for others.
    pub(crate) fn solve<'g, G: Game>(
        &mut self,
        (claim, problem): (u32, &Problem<'g, G>),
        root: &G::Position,
        settings: &Settings,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Answer<Problem<'g, G>> {
        let proves = problem.verdict(Status::Proven) == Some(true);
        let root = AnyNode::new(root.clone());
        revealed(self.settle((claim, proves), &Erased::new(problem), &root, settings, budget, observer))
    }

    /// `proves` says whether the claim holds if the problem is proven, or if it is disproven.
    fn settle<'p>(
        &mut self,
        (claim, proves): (u32, bool),
        problem: &Erased<'p>,
        root: &AnyNode,
        settings: &Settings,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Answer<Erased<'p>> {
        let budget = budget.without((self.bounds.len() * size_of::<Bounds>()) as u64);
        let settings = &Settings { known: settings.known && !self.distrusts, ..*settings };
        let mut search = GraphSearch::new(problem, root, settings, budget.memory()).for_several_claims();
        if let Some((graph, store)) = self.graph.take() {
            search.store = store;
            if let Err(stop) = search.resume(graph, |index| self.status(claim, proves, index), &budget) {
                // All that the graph has told of other claims is told already.
                return GraphSearch::new(problem, root, settings, budget.memory()).answer(root, stop, &budget);
            }
        }
        let stop = search.run(&mut Meter::new(&budget, observer).in_small_pages());
        let mut answer = search.answer(root, stop, &budget);
        if search.knows && matches!(answer.solution, Err(Uncertified::Refuted)) {
            // What was known before the end was wrong, and all bounds may rest on it.
            *self = BoundedGraph { distrusts: true, ..BoundedGraph::new() };
            drop(search);
            let before = answer.statistics;
            answer = self.settle((claim, proves), problem, root, settings, &budget.after(&before), observer);
            answer.statistics.merge(&before);
            return answer;
        }
        self.note(claim, proves, &search.graph);
        self.graph = Some((search.graph, search.store));
        answer
    }

    /// What the bounds of a position say of it as a node of this problem.
    fn status(&self, claim: u32, proves: bool, index: u32) -> Status {
        let Bounds { held, failed } = self.bounds[index as usize];
        let holds = match (claim < held, claim >= failed) {
            (true, _) => true,
            (_, true) => false,
            _ => return Status::Open,
        };
        if holds == proves { Status::Proven } else { Status::Disproven }
    }

    /// Tightens the bounds of all positions that are solved.
    fn note(&mut self, claim: u32, proves: bool, graph: &Graph) {
        self.bounds.resize(graph.len(), Bounds { held: 0, failed: u32::MAX });
        for (bounds, index) in self.bounds.iter_mut().zip(0..) {
            let proven = match graph.node(index).numbers.status() {
                Status::Proven => true,
                Status::Disproven => false,
                Status::Open => continue,
            };
            if proven == proves {
                bounds.held = bounds.held.max(claim + 1);
            } else {
                bounds.failed = bounds.failed.min(claim);
            }
        }
    }
}

impl GraphSearch<'_, '_> {
    /// Goes on with the graph of another problem about the same positions. `known` says what is known of its nodes.
    fn resume(&mut self, mut graph: Graph, known: impl Fn(u32) -> Status, budget: &Budget) -> Result<(), StopReason> {
        let mut watch = Watch::new(budget);
        let mut statuses: Vec<Status> = (0..graph.len() as u32).map(known).collect();
        for (status, index) in statuses.iter_mut().zip(0..) {
            watch.step()?;
            if *status == Status::Open {
                // It may be the end of the game.
                *status = self.problem.status(&self.problem.numbered(&self.store, index));
            }
        }
        let turned = !graph.node(0).is_leaf() && graph.node(0).kind() != self.problem.kind(&self.start);
        for (index, status) in (0..).zip(statuses) {
            if turned {
                graph.node_mut(index).turn();
            }
            graph.node_mut(index).numbers = crate::Numbers::new(status, || provenum_game::Estimate::UNIT);
        }
        self.graph = graph;
        self.restate(&mut watch)
    }
}
