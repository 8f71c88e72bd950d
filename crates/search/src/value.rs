//! What a position is worth: a series of claims that closes in on the value, or one search for all values.

use crate::alpha_beta::evaluate_by_windows;
use crate::auto::{self, next_claim};
use crate::best_first::{BoundedGraph, Series, evaluate_in_one_tree};
use crate::{Algorithm, Budget, Evaluation, Limits, Observer, Question, Settled, Workspace, solve_in};
use provenum_game::{Game, Problem, Repetition};

/// Answers a question about a position. The value is found by a series of claims, or by one search for all values, as the
/// algorithm's settings say; by bisection by default. The limits hold for all searches together, and the clock starts now.
pub fn evaluate<'g, G: Game>(
    algorithm: &Algorithm,
    game: &'g G,
    position: &G::Position,
    question: Question,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    evaluate_in(&mut Workspace::default(), algorithm, game, position, question, &Budget::new(limits), observer)
}

/// Answers a question about a position, with what the workspace holds: all claims share its table.
pub fn evaluate_in<'g, G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    game: &'g G,
    position: &G::Position,
    question: Question,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    let mut evaluation = evaluate_by(workspace, algorithm, game, position, question, budget, observer);
    for settled in evaluation.claims.iter_mut().filter(|_| algorithm.auto().is_none()) {
        settled.answered_by = algorithm.name();
    }
    evaluation
}

fn evaluate_by<'g, G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    game: &'g G,
    position: &G::Position,
    question: Question,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    if let Some(settings) = algorithm.auto() {
        return auto::evaluate(workspace, settings, game, position, question, budget, observer);
    }
    let knows_history = algorithm.knows_history() || game.repetition() != Repetition::ByHistory;
    if let Some(settings) = algorithm.alpha_beta().filter(|_| knows_history) {
        return evaluate_by_windows(settings, game, position, question, budget, observer);
    }
    let player = question.player();
    let series = algorithm.series().unwrap_or(Series::Bisect);
    let of_value = question == Question::Value(player) && knows_history;
    if let Some(settings) = algorithm.tree().filter(|settings| settings.keep && of_value) {
        return evaluate_in_one_tree(settings, game, position, player, budget, observer);
    }
    let mut kept = algorithm.graph().filter(|settings| settings.keep && of_value).map(|s| (s, BoundedGraph::new()));
    let values = game.values().rising(player);
    let mut evaluation = Evaluation::new(&values);
    while evaluation.value().is_none() {
        let claim = next_claim(question, &values, evaluation.bounds, series);
        let solutions = evaluation.claims.iter().map(Settled::memory).sum();
        let left = budget.after(&evaluation.statistics).without(solutions).unless_over(&evaluation);
        let problem = Problem::new(game, claim);
        observer.begins(claim);
        let answer = match &mut kept {
            Some((settings, graph)) => {
                let number = values.iter().filter(|&&value| value < claim.at_least).count() as u32 - 1;
                graph.solve((number, &problem), position, settings, &left, observer)
            }
            None => solve_in(workspace, algorithm, &problem, position, &left, observer),
        };
        let settled = Settled { problem, answer, answered_by: "" };
        let decided = settled.holds().is_some();
        observer.settled(claim, settled.holds());
        evaluation.settle(&values, settled);
        if !decided || question == Question::Claim(claim) {
            break;
        }
    }
    evaluation
}
