//! What a position is worth: a series of claims that closes in on the value.

use crate::alpha_beta::evaluate_by_windows;
use crate::best_first::{BoundedGraph, evaluate_in_one_tree};
use crate::{Algorithm, Answer, Limits, Observer, Solution, Statistics, StopReason, Workspace, solve_in};
use provenum_game::{Claim, Game, Player, Problem, Repetition};
use std::time::Instant;

/// A claim that was searched, with what came out.
#[derive(Debug)]
pub struct Settled<'g, G: Game> {
    /// The claim, as an AND/OR problem.
    pub problem: Problem<'g, G>,
    /// What the search found.
    pub answer: Answer<Problem<'g, G>>,
}

impl<G: Game> Settled<'_, G> {
    /// Bytes that its solution takes.
    pub(crate) fn memory(&self) -> u64 {
        self.answer.solution.as_ref().map_or(0, Solution::memory)
    }

    /// Whether the claim holds; none if the search did not get so far.
    #[must_use]
    pub fn holds(&self) -> Option<bool> {
        self.problem.verdict(self.answer.status)
    }
}

/// What is known of the value of a position, in one player's eyes.
#[derive(Debug)]
pub struct Evaluation<'g, G: Game> {
    /// The least it can be worth, and the most.
    pub bounds: (i32, i32),
    /// The claims that were searched, in their order.
    pub claims: Vec<Settled<'g, G>>,
    /// Why the last search ended.
    pub stop: StopReason,
    /// What all searches did.
    pub statistics: Statistics,
    /// The best move, if the search itself knows one, also without a solution.
    pub best_move: Option<G::Move>,
    /// What the value looks like, in thousandths of a point, if a search has evaluated positions.
    pub estimate: Option<i32>,
}

impl<'g, G: Game> Evaluation<'g, G> {
    /// The value, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<i32> {
        (self.bounds.0 == self.bounds.1).then_some(self.bounds.0)
    }

    /// The claim that tells most about how to play: the strongest one that holds, else the last one searched.
    #[must_use]
    pub fn telling(&self) -> Option<&Settled<'g, G>> {
        let holding = self.claims.iter().filter(|settled| settled.holds() == Some(true));
        holding.max_by_key(|settled| settled.problem.claim().at_least).or(self.claims.last())
    }

    /// The claims whose answers the bounds rest on: at most one from below and one from above.
    pub fn deciding(&self) -> impl Iterator<Item = &Settled<'g, G>> {
        let (least, most) = self.bounds;
        self.claims.iter().filter(move |settled| match settled.holds() {
            Some(true) => settled.problem.claim().at_least == least,
            Some(false) => settled.problem.claim().at_least > most,
            None => false,
        })
    }

    pub(crate) fn settle(&mut self, values: &[i32], settled: Settled<'g, G>) {
        let at_least = settled.problem.claim().at_least;
        match settled.holds() {
            Some(true) => self.bounds.0 = self.bounds.0.max(at_least),
            Some(false) => {
                let below = values.iter().rev().find(|&&value| value < at_least);
                self.bounds.1 = self.bounds.1.min(below.copied().unwrap_or(self.bounds.0));
            }
            None => {}
        }
        self.stop = settled.answer.stop;
        self.statistics.merge(&settled.answer.statistics);
        self.claims.push(settled);
    }
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Whether a claim holds.
    Claim(Claim),
    /// What the position is worth to this player.
    Value(Player),
}

impl Question {
    /// In whose eyes values are seen.
    #[must_use]
    pub fn player(self) -> Player {
        match self {
            Question::Claim(claim) => claim.player,
            Question::Value(player) => player,
        }
    }
}

/// Answers a question about a position. The value is found by a series of claims, or by one search for all values, as the
/// algorithm's settings say; by bisection if they say nothing. The limits hold for all searches together.
pub fn evaluate<'g, G: Game>(
    algorithm: &Algorithm,
    game: &'g G,
    position: &G::Position,
    question: Question,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    evaluate_in(&mut Workspace::default(), algorithm, game, position, question, limits, observer)
}

/// Answers a question about a position, with what the workspace holds: all claims share its table.
pub fn evaluate_in<'g, G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    game: &'g G,
    position: &G::Position,
    question: Question,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    let knows_history = algorithm.knows_history() || game.repetition() != Repetition::ByHistory;
    if algorithm.searches_values() && knows_history {
        return evaluate_by_windows(algorithm.settings(), game, position, question, limits, observer);
    }
    let start = Instant::now();
    let player = question.player();
    let settings = algorithm.settings();
    let series = settings.best_first.series;
    let mut kept = None;
    if question == Question::Value(player) && settings.best_first.keep && knows_history {
        if !algorithm.searches_a_graph() {
            return evaluate_in_one_tree(settings, game, position, player, limits, observer);
        }
        kept = Some(BoundedGraph::new());
    }
    let values = game.values().rising(player);
    let mut evaluation = Evaluation {
        bounds: (values[0], values[values.len() - 1]),
        claims: Vec::new(),
        stop: StopReason::Solved,
        statistics: Statistics::default(),
        best_move: None,
        estimate: None,
    };
    while evaluation.value().is_none() {
        let (least, most) = evaluation.bounds;
        let claim = match question {
            Question::Claim(claim) => claim,
            Question::Value(_) => {
                let place = |value| values.iter().position(|&v| v == value).unwrap_or_default();
                let next = series.next(place(least), place(most), values.len() - 1);
                Claim { player, at_least: values[next + 1] }
            }
        };
        let left = Limits {
            time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(evaluation.statistics.expanded)),
            memory: limits.memory.saturating_sub(evaluation.claims.iter().map(Settled::memory).sum()),
            cancel: limits.cancel.clone(),
        };
        let problem = Problem::new(game, claim);
        let answer = match &mut kept {
            Some(graph) => {
                let number = values.iter().filter(|&&value| value < claim.at_least).count() as u32 - 1;
                graph.solve((number, &problem), position, settings, &left, observer)
            }
            None => solve_in(workspace, algorithm, &problem, position, &left, observer),
        };
        let settled = Settled { problem, answer };
        let decided = settled.holds().is_some();
        evaluation.settle(&values, settled);
        if !decided || question == Question::Claim(claim) {
            break;
        }
    }
    evaluation
}
