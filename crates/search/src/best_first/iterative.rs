//! Iterative proof-number search (Moldenhauer 2009): claim after claim on one graph whose positions keep the bounds of their
//! values. What a claim has settled is settled for all weaker, or all stronger, claims.

use super::graph::Graph;
use super::transpositions::GraphSearch;
use crate::{Answer, Limits, Meter, Observer, Settings};
use provenum_game::{AndOr, Game, Problem, Status};

/// What is known of a position: so many claims hold, counted from the weakest; and from this one on they do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    held: u32,
    failed: u32,
}

/// A graph that outlives the search for one claim, with the bounds of its positions.
pub(crate) struct BoundedGraph<G: Game> {
    graph: Option<Graph<G::Position, G::Move>>,
    bounds: Vec<Bounds>,
}

impl<G: Game> BoundedGraph<G> {
    pub(crate) fn new() -> Self {
        BoundedGraph { graph: None, bounds: Vec::new() }
    }

    /// Settles the claim with this number, with what was found for others.
    pub(crate) fn solve<'g>(
        &mut self,
        (claim, problem): (u32, &Problem<'g, G>),
        root: &G::Position,
        settings: &Settings,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Answer<Problem<'g, G>> {
        let memory = limits.memory.saturating_sub((self.bounds.len() * size_of::<Bounds>()) as u64);
        let mut search = GraphSearch::new(problem, root, settings, memory).for_several_claims();
        if let Some(graph) = self.graph.take() {
            search.resume(graph, |index| self.status(claim, problem, index));
        }
        let stop = search.run(&mut Meter::new(limits, observer));
        let answer = search.answer(root, stop, limits);
        self.note(claim, problem, &search.graph);
        self.graph = Some(search.graph);
        answer
    }

    /// What the bounds of a position say of it as a node of this problem.
    fn status(&self, claim: u32, problem: &Problem<'_, G>, index: u32) -> Status {
        let Bounds { held, failed } = self.bounds[index as usize];
        let holds = match (claim < held, claim >= failed) {
            (true, _) => true,
            (_, true) => false,
            _ => return Status::Open,
        };
        match problem.verdict(Status::Proven) == Some(holds) {
            true => Status::Proven,
            false => Status::Disproven,
        }
    }

    /// Tightens the bounds of all positions that are solved.
    fn note(&mut self, claim: u32, problem: &Problem<'_, G>, graph: &Graph<G::Position, G::Move>) {
        self.bounds.resize(graph.len(), Bounds { held: 0, failed: u32::MAX });
        for (bounds, index) in self.bounds.iter_mut().zip(0..) {
            match problem.verdict(graph.node(index).numbers.status()) {
                Some(true) => bounds.held = bounds.held.max(claim + 1),
                Some(false) => bounds.failed = bounds.failed.min(claim),
                None => {}
            }
        }
    }
}

impl<P: AndOr> GraphSearch<'_, P> {
    /// Goes on with the graph of another problem about the same positions. `known` says what is known of its nodes.
    fn resume(&mut self, mut graph: Graph<P::Node, P::Step>, known: impl Fn(u32) -> Status) {
        let mut statuses: Vec<Status> = (0..graph.len() as u32).map(known).collect();
        for (position, index) in graph.positions() {
            let status = &mut statuses[index as usize];
            if *status == Status::Open {
                // It may be the end of the game.
                *status = self.problem.status(position);
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
        self.restate();
    }
}
