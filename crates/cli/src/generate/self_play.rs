//! Games that a program plays against itself: a few moves at random, then alpha-beta with a fixed depth.

use provenum_game::{Notation, Player};
use provenum_games::SplitMix;
use provenum_search::{Algorithm, Cancel, Limits, Question, evaluate};
use std::collections::HashSet;

/// How many moves at random a game begins with, at least and at most.
const OPENING: (usize, usize) = (6, 12);
/// How deep the player looks.
const DEPTH: &str = "3";
/// What the player's table may take.
const MEMORY: u64 = 4 << 20;
/// Games that are longer are given up.
const LONGEST: usize = 400;

/// The player, in words.
pub(super) fn in_words() -> String {
    format!("negascout to depth {DEPTH}, after {} to {} moves at random", OPENING.0, OPENING.1)
}

/// Plays a game from this position, and answers the positions of it in which the side that wins in the end is to move,
/// each with how many moves before the end it is, the last one first. Nothing comes of a draw, or of a game that goes
/// round.
pub(super) fn winners_positions<G: Notation>(
    game: &G,
    start: &G::Position,
    random: &mut SplitMix,
    cancel: &Cancel,
) -> Vec<(usize, G::Position)> {
    let Some(line) = play(game, start, random, cancel) else { return Vec::new() };
    let outcome = line.last().and_then(|end| game.outcome(end));
    let winner = Player::BOTH.into_iter().find(|&player| outcome.is_some_and(|outcome| outcome.worth(player) > 0));
    let moves_to_end = line.into_iter().rev().enumerate().skip(1);
    moves_to_end.filter(|(_, position)| Some(game.to_move(position)) == winner).collect()
}

/// The positions of a game from this one to its end; none if a position comes back or the game is too long.
fn play<G: Notation>(
    game: &G,
    start: &G::Position,
    random: &mut SplitMix,
    cancel: &Cancel,
) -> Option<Vec<G::Position>> {
    let player = Algorithm::named("negascout").and_then(|player| player.set("depth", DEPTH)).ok()?.without_solutions();
    let limits = Limits { memory: MEMORY, cancel: cancel.clone(), ..Limits::default() };
    let opening = OPENING.0 + random.below(OPENING.1 - OPENING.0 + 1);
    let mut line = vec![start.clone()];
    let mut seen = HashSet::from([start.clone()]);
    while line.len() < LONGEST && !cancel.is_cancelled() {
        let position = &line[line.len() - 1];
        if game.outcome(position).is_some() {
            return Some(line);
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let at_random = moves[random.below(moves.len())];
        let mv = if line.len() <= opening {
            at_random
        } else {
            let question = Question::Value(game.to_move(position));
            let evaluation = evaluate(&player, game, position, question, &limits, &mut |_: &_| ());
            evaluation.best_move.unwrap_or(at_random)
        };
        let next = game.play(position, mv);
        if !seen.insert(next.clone()) {
            return None;
        }
        line.push(next);
    }
    None
}
