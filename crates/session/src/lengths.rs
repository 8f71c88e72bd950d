//! How long a success takes: the shortest proof, and every first move that succeeds.

use provenum_game::{Attack, Claim, Game, Problem, Status};
use provenum_search::{
    Algorithm, Budget, Evaluation, Extent, Observer, Question, Settled, Solution, Statistics, StopReason, Uncertified,
    Workspace, evaluate_in, shortest,
};

/// How long a success takes if both sides do their best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Length<Move> {
    /// Moves to the end, as far as is known.
    pub moves: u32,
    /// Whether it is proven that there is nothing shorter.
    pub proven: bool,
    /// The line in which both sides do their best.
    pub line: Vec<Move>,
    /// Why the search for something shorter ended.
    pub stop: StopReason,
}

impl<Move: Copy> Length<Move> {
    pub(crate) fn map<Other>(&self, name: impl Fn(Move) -> Other) -> Length<Other> {
        let line = self.line.iter().map(|&mv| name(mv)).collect();
        Length { moves: self.moves, proven: self.proven, line, stop: self.stop }
    }
}

/// A first move, and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMove<Move> {
    /// The move.
    pub mv: Move,
    /// Whether it succeeds; none if the limits did not allow to find out.
    pub succeeds: Option<bool>,
    /// How long that takes, with this move.
    pub length: Option<Length<Move>>,
}

/// How it is shown that nothing is reached within so many moves: the problem, and the delay or why there is none.
pub(crate) type Delay<'g, G> = (Problem<'g, G>, Result<Solution<Problem<'g, G>>, Uncertified>);

/// How long a success takes, and how it is shown that there is nothing shorter.
pub(crate) type Minimised<'g, G> = (Length<<G as Game>::Move>, Option<Delay<'g, G>>);

/// Replaces the proof of the strongest claim that is proven by the shortest that can be found. None if there is no proof that
/// has a length. The budget's extent is that of the delay which shows that there is none shorter.
#[allow(clippy::type_complexity, reason = "a length, and why there is none shorter")]
pub(crate) fn minimise<'g, G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    evaluation: &mut Evaluation<'g, G>,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Option<Minimised<'g, G>> {
    let proven = evaluation.claims.iter_mut().filter(|settled| settled.answer.status == Status::Proven);
    let settled = proven.max_by_key(|settled| settled.problem.claim().at_least)?;
    let proof = match std::mem::replace(&mut settled.answer.solution, Err(Uncertified::Unwanted)) {
        Ok(proof) => proof,
        Err(reason) => {
            settled.answer.solution = Err(reason);
            return None;
        }
    };
    // Where only some moves are tried, others may be quicker.
    let whole = settled.problem.attack() == Attack::All;
    let budget = if whole { budget.clone() } else { budget.reading(Extent::Line) };
    let found = shortest(workspace, algorithm, &settled.problem, proof, &budget, observer);
    let moves = found.solution.rank().unwrap_or(0);
    settled.answer.solution = Ok(found.solution);
    evaluation.statistics.merge(&found.statistics);
    let delay = (found.minimal && whole && moves > 1).then_some((settled.problem, found.delay));
    Some((Length { moves, proven: found.minimal && whole, line: found.line, stop: found.stop }, delay))
}

/// What comes of every first move of the side that claims to win, if it is its turn. The budget is for all moves together.
pub(crate) fn first_moves<G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    game: &G,
    position: &G::Position,
    claim: Claim,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> (Vec<FirstMove<G::Move>>, Statistics) {
    let mut moves = Vec::new();
    if game.outcome(position).is_none() && game.to_move(position) == claim.player {
        game.moves(position, &mut moves);
    }
    let (mut tried, mut statistics) = (Vec::with_capacity(moves.len()), Statistics::default());
    for mv in moves {
        let (next, question) = (game.play(position, mv), Question::Claim(claim));
        let left = budget.after(&statistics);
        let mut evaluation = evaluate_in(workspace, algorithm, game, &next, question, &left, observer);
        let left = left.after(&evaluation.statistics);
        let length = minimise(workspace, algorithm, &mut evaluation, &left.reading(Extent::Line), observer);
        statistics.merge(&evaluation.statistics);
        let succeeds = evaluation.claims.last().and_then(Settled::holds);
        let length = length.map(|(length, _)| Length { moves: length.moves + 1, ..length });
        tried.push(FirstMove { mv, succeeds, length });
    }
    (tried, statistics)
}
