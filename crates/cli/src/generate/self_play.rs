//! Games that a program plays against itself: a few moves at random, then alpha-beta with a fixed depth.

use anyhow::Result;
use provenum_game::Player;
use provenum_games::SplitMix;
use provenum_search::{Algorithm, Cancel, Limits};
use provenum_session::{Asked, Certify, Request, Session};
use std::collections::HashSet;

/// How many moves at random a game begins with, at least and at most.
const OPENING: (usize, usize) = (6, 12);
/// How deep the player looks.
const DEPTH: &str = "3";
/// What the player's table may take.
const MEMORY: u64 = 4 << 20;
/// Games that are longer are given up.
const LONGEST: usize = 400;

/// How games are played, in words.
pub(super) fn in_words() -> String {
    format!("of negascout against itself, to depth {DEPTH}, after {} to {} random moves", OPENING.0, OPENING.1)
}

/// Plays a game from the session's position, and answers the lines of it after which the side that wins in the end is to move,
/// each with how many moves before the end it is, the last one first. Nothing comes of a draw, or of a game that goes round.
pub(super) fn winners_positions(
    session: &dyn Session,
    random: &mut SplitMix,
    cancel: &Cancel,
) -> Result<Vec<(usize, Vec<String>)>> {
    let Some((line, movers)) = play(session, random, cancel)? else { return Ok(Vec::new()) };
    let outcome = session.see(&line)?.outcome;
    let winner = Player::BOTH.into_iter().find(|&player| outcome.is_some_and(|outcome| outcome.worth(player) > 0));
    let before_end = (0..line.len()).rev().filter(|&length| Some(movers[length]) == winner);
    Ok(before_end.map(|length| (line.len() - length, line[..length].to_vec())).collect())
}

/// A game from the session's position to its end, and who was to move at each of its positions; none if a position comes back
/// or the game is too long.
fn play(session: &dyn Session, random: &mut SplitMix, cancel: &Cancel) -> Result<Option<(Vec<String>, Vec<Player>)>> {
    let player = Algorithm::named("negascout")?.set("depth", DEPTH)?.without_solutions();
    let request = Request { asked: Asked::Value, algorithm: Some(player), certify: Certify::Never, lengths: None };
    let limits = Limits { memory: MEMORY, cancel: cancel.clone(), ..Limits::default() };
    let opening = OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1);
    let (mut line, mut movers) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    while line.len() + 1 < LONGEST && !cancel.is_cancelled() {
        let here = session.see(&line)?;
        if !seen.insert(here.position) {
            return Ok(None);
        }
        if here.outcome.is_some() {
            return Ok(Some((line, movers)));
        }
        let at_random = here.moves[random.below(here.moves.len())].clone();
        let mv = if line.len() < opening {
            at_random
        } else {
            let answered = session.search(&line, request.clone())?.run(limits.clone(), None, &mut ())?;
            answered.report.best_move.unwrap_or(at_random)
        };
        movers.push(here.to_move);
        line.push(mv);
    }
    Ok(None)
}
