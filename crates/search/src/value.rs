//! What a position is worth: a series of claims that closes in on the value, or one search for all values.

use crate::alpha_beta::evaluate_by_windows;
use crate::auto::{self, next_claim};
use crate::best_first::{BoundedGraph, Series, evaluate_in_one_tree};
use crate::{
    Algorithm, Answer, Budget, Evaluation, Limits, Observer, Question, Settled, Solution, Uncertified, Workspace,
    solve_in, within,
};
use provenum_game::{Attack, Claim, Game, Player, Problem, Repetition, Status};

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
    let attack = if game.has_attacks() { algorithm.attack() } else { Attack::All };
    if let (Question::Value(player), true) = (question, attack != Attack::All) {
        return evaluate_from_below(workspace, algorithm, game, position, player, budget, observer);
    }
    if let Some(settings) = algorithm.auto() {
        return auto::evaluate(workspace, (settings, attack), game, position, question, budget, observer);
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
        let left = evaluation.next_budget(&budget.after(&evaluation.statistics).without(solutions));
        let problem = Problem::new(game, claim).restricted(attack);
        observer.begins(claim);
        let answer = match &mut kept {
            Some((settings, graph)) => {
                let number = values.iter().filter(|&&value| value < claim.at_least).count() as u32 - 1;
                graph.solve((number, &problem), position, settings, &left, observer)
            }
            None => solve_in(workspace, algorithm, &problem, position, &left, observer),
        };
        let settled = Settled { problem, answer, answered_by: "", within: None };
        let decided = settled.holds().is_some();
        observer.settled(claim, settled.holds());
        evaluation.settle(&values, settled);
        if !decided || question == Question::Claim(claim) {
            break;
        }
    }
    evaluation
}

/// What a player achieves at least with some of its moves: the claims for which it must make progress, from the least on, until
/// one fails. A failure says nothing of other moves, so there is no bound from above.
fn evaluate_from_below<'g, G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    game: &'g G,
    position: &G::Position,
    player: Player,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    let values = game.values().rising(player);
    let mut evaluation = Evaluation::new(&values);
    let claims = values.iter().skip(1).map(|&at_least| Claim { player, at_least });
    for claim in claims.filter(|&claim| Problem::new(game, claim).progress_side() == player) {
        let left = budget.after(&evaluation.statistics);
        let question = Question::Claim(claim);
        let mut part = evaluate_by(workspace, algorithm, game, position, question, &left, observer);
        let Some(settled) = part.claims.pop() else { break };
        let holds = settled.holds() == Some(true);
        evaluation.settle(&values, settled);
        if !holds {
            break;
        }
    }
    evaluation
}

/// What was found out about a claim within so many moves: the claim, and how it is shown that it takes more, if it does.
pub type Bounded<'g, G> = (Evaluation<'g, G>, Option<Result<Solution<Problem<'g, G>>, Uncertified>>);

/// Answers whether the side that must make progress for a claim succeeds within so many moves of either side. If not, nothing is
/// known of the value, and what shows it is a delay.
#[allow(clippy::too_many_arguments, reason = "a question has many parts")]
pub fn evaluate_within<'g, G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    game: &'g G,
    position: &G::Position,
    claim: Claim,
    moves: u32,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Bounded<'g, G> {
    let values = game.values().rising(claim.player);
    let mut evaluation = Evaluation::new(&values);
    let problem = Problem::new(game, claim).restricted(algorithm.attack());
    observer.begins(claim);
    let mut answer: Answer<_> = within(workspace, algorithm, &problem, position, moves, budget, observer);
    let delay = (answer.status == Status::Disproven)
        .then(|| std::mem::replace(&mut answer.solution, Err(Uncertified::Unwanted)));
    let settled = Settled { problem, answer, answered_by: algorithm.name(), within: Some(moves) };
    observer.settled(claim, settled.holds());
    evaluation.settle(&values, settled);
    (evaluation, delay)
}
