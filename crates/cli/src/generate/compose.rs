//! Shogi problems that are made backwards: a random one with a mate, and then one check and one escape before it after the
//! other, as long as the shortest mate becomes longer by that.

use super::judge::Judge;
use super::{Found, Wanted};
use crate::shortest::minimise;
use anyhow::Result;
use provenum_game::{Claim, Notation, Player};
use provenum_games::TsumeShogi;
use provenum_games::tsume_shogi::Position;
use provenum_search::{Algorithm, Cancel, Limits, Question, Workspace, evaluate_in};

/// Nodes that it may take to prove a mate, and as many again to prove that none is shorter: so many times those of the
/// hardest problem that is wanted, but not less or more than these.
const TIMES: u64 = 4;
const NODES: (u64, u64) = (1_000, 20_000);
/// What a search may store.
const MEMORY: u64 = 16 << 20;
/// How many ways back are tried from a problem.
const TRIES: usize = 8;

/// How problems are made, in words.
pub(super) fn in_words() -> String {
    format!("random positions, from which checks and escapes were taken back, {TRIES} tries for each")
}

/// What one random position brings: the problem with the longest mate that is not too long.
pub(super) fn attempt(wanted: &Wanted, game: &TsumeShogi, number: u64, judge: &Judge) -> Result<Option<Found>> {
    let mut random = wanted.random(number);
    let Some(mut problem) = Position::random_problem(&mut random) else { return Ok(None) };
    let nodes = wanted.difficulty.last.saturating_mul(TIMES).clamp(NODES.0, NODES.1);
    let Some(mut moves) = length(game, &problem, nodes, &judge.cancel) else { return Ok(None) };
    while u64::from(moves) < wanted.plies.last {
        let before = (0..TRIES).find_map(|_| {
            let before = problem.step_back(&mut random)?;
            let moves_before = length(game, &before, nodes, &judge.cancel)?;
            (moves_before > moves && u64::from(moves_before) <= wanted.plies.last).then_some((before, moves_before))
        });
        let Some(before) = before else { break };
        (problem, moves) = before;
    }
    if !(wanted.plies.first..=wanted.plies.last).contains(&moves.into()) {
        return Ok(None);
    }
    let Some(verdict) = judge.difficulty(game, &problem)? else { return Ok(None) };
    if verdict.difficulty < wanted.difficulty.first {
        return Ok(None);
    }
    let proof = judge.certificate(game, &problem, &verdict)?;
    let position = game.format_position(&problem);
    Ok(proof.map(|proof| Found { position, plies: moves as usize, verdict, proof }))
}

/// The length of the shortest mate, if there is one and it is soon proven that none is shorter.
fn length(game: &TsumeShogi, problem: &Position, nodes: u64, cancel: &Cancel) -> Option<u32> {
    let limits = Limits { nodes: Some(nodes), memory: MEMORY, cancel: cancel.clone(), time: None };
    let (algorithm, mut workspace) = (Algorithm::default(), Workspace::default());
    let mates = Question::Claim(Claim::win(Player::First));
    let mut evaluation = evaluate_in(&mut workspace, &algorithm, game, problem, mates, &limits, &mut |_: &_| ());
    let length = minimise(&mut workspace, &algorithm, &mut evaluation, &limits, &mut |_: &_| ())?;
    length.proven.then_some(length.moves)
}
