//! How long a success takes: the shortest proof, and every first move that succeeds.

use anyhow::{Result, bail};
use provenum_game::{Claim, Game, GameInfo, Notation, Player, Status};
use provenum_games::TsumeShogi;
use provenum_games::tsume_shogi::{Kind, Position};
use provenum_search::{
    Algorithm, Evaluation, Limits, Observer, Question, Settled, Statistics, StopReason, Uncertified, Workspace,
    evaluate_in, shortest,
};
use std::time::Instant;

/// How long a success takes if both sides do their best.
pub(crate) struct Length<Move> {
    /// Moves to the end, as far as is known.
    pub(crate) moves: u32,
    /// Whether it is proven that there is nothing shorter.
    pub(crate) proven: bool,
    /// The line in which both sides do their best.
    pub(crate) line: Vec<Move>,
    /// Why the search for something shorter ended.
    pub(crate) stop: StopReason,
}

/// A first move, and what comes of it.
pub(crate) struct FirstMove<Move> {
    pub(crate) mv: Move,
    /// Whether it succeeds; none if the limits did not allow to find out.
    pub(crate) succeeds: Option<bool>,
    /// How long that takes, with this move.
    pub(crate) length: Option<Length<Move>>,
}

/// What is asked about lengths, for a game of which it can be asked. Only the searches of such games are compiled.
pub(crate) struct Lengths<G: Game> {
    pub(crate) minimise: Minimise<G>,
    /// Finds what every first move comes to, if that is asked.
    pub(crate) first_moves: Option<FirstMoves<G>>,
    /// Pieces in hand at the end of a line.
    pub(crate) left_over: fn(&G::Position) -> u32,
}

type Minimise<G> = fn(
    &mut Workspace<'_>,
    &Algorithm,
    &mut Evaluation<'_, G>,
    &Limits,
    &mut dyn Observer,
) -> Option<Length<<G as Game>::Move>>;

type FirstMoves<G> = fn(
    &mut Workspace<'_>,
    &Algorithm,
    &G,
    &<G as Game>::Position,
    &Limits,
    &mut dyn Observer,
) -> (Vec<FirstMove<<G as Game>::Move>>, Statistics);

impl Lengths<TsumeShogi> {
    /// All that can be asked of tsume-shogi.
    pub(crate) fn of_tsume_shogi(all: bool) -> Lengths<TsumeShogi> {
        Lengths { minimise, first_moves: all.then_some(first_moves), left_over }
    }
}

/// Refuses games whose lengths cannot be asked for.
pub(crate) fn accepts(option: &str, game: &GameInfo) -> Result<()> {
    let known = TsumeShogi::INFO.name;
    if game.name != known {
        bail!("{option}: of {}, only whether a claim holds can be asked; expected {known}", game.name);
    }
    Ok(())
}

fn left_over(position: &Position) -> u32 {
    Kind::IN_HAND.iter().map(|&kind| position.attackers_hand().count(kind)).sum()
}

/// Replaces the proof of the last claim by the shortest that can be found. None if there is no proof that has a length.
pub(crate) fn minimise<G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    evaluation: &mut Evaluation<'_, G>,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Option<Length<G::Move>> {
    let settled = evaluation.claims.last_mut().filter(|settled| settled.answer.status == Status::Proven)?;
    let proof = match std::mem::replace(&mut settled.answer.solution, Err(Uncertified::Unwanted)) {
        Ok(proof) => proof,
        Err(reason) => {
            settled.answer.solution = Err(reason);
            return None;
        }
    };
    let found = shortest(workspace, algorithm, &settled.problem, proof, limits, observer);
    let moves = found.solution.rank().unwrap_or(0);
    settled.answer.solution = Ok(found.solution);
    evaluation.statistics.merge(&found.statistics);
    Some(Length { moves, proven: found.minimal, line: found.line, stop: found.stop })
}

/// What comes of every first move of the first player, if it is its turn. The limits hold for all moves together.
fn first_moves<G: Game>(
    workspace: &mut Workspace<'_>,
    algorithm: &Algorithm,
    game: &G,
    position: &G::Position,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> (Vec<FirstMove<G::Move>>, Statistics) {
    let start = Instant::now();
    let left = |expanded| Limits {
        time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(expanded)),
        ..limits.clone()
    };
    let mut moves = Vec::new();
    if game.outcome(position).is_none() && game.to_move(position) == Player::First {
        game.moves(position, &mut moves);
    }
    let (mut tried, mut statistics) = (Vec::with_capacity(moves.len()), Statistics::default());
    for mv in moves {
        let (next, question) = (game.play(position, mv), Question::Claim(Claim::win(Player::First)));
        let rest = left(statistics.expanded);
        let mut evaluation = evaluate_in(workspace, algorithm, game, &next, question, &rest, observer);
        let rest = left(statistics.expanded + evaluation.statistics.expanded);
        let length = minimise(workspace, algorithm, &mut evaluation, &rest, observer);
        statistics.merge(&evaluation.statistics);
        let succeeds = evaluation.claims.last().and_then(Settled::holds);
        let length = length.map(|length| Length { moves: length.moves + 1, ..length });
        tried.push(FirstMove { mv, succeeds, length });
    }
    (tried, statistics)
}
