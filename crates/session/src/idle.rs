//! Moves without progress, such as captures and pawn moves in chess: a rule that counts them is left out of the game, so the
//! report says how many there are.

use provenum_game::{Game, Notation, Problem, Status};
use provenum_search::{Settled, Solution};
use serde::Serialize;
use std::collections::HashMap;
use std::hash::Hash;

/// The longest run of moves without progress, and whether that is more than a rule allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct IdleReport {
    /// The most moves of either side in a row, with those before the position if they count.
    pub longest: u32,
    /// How many there were before the position.
    pub before: u32,
    /// With so many, the game can be declared a draw.
    pub allowed: u32,
    /// Whether it may come to that.
    pub exceeded: bool,
    /// Whether all lines of the proof were looked at, and not only the one that is shown.
    pub whole_proof: bool,
}

/// Looks at all lines of a proof, or at one line if there is none.
pub(crate) fn idle<G: Notation>(
    game: &G,
    position: &G::Position,
    settled: Option<&Settled<'_, G>>,
    line: &[G::Move],
) -> Option<IdleReport> {
    let (before, allowed) = game.idle_rule()?;
    let settled = settled.filter(|settled| settled.answer.status == Status::Proven)?;
    let solution = settled.answer.solution.as_ref().ok();
    let (first, longest) = match solution {
        Some(solution) => runs(game, solution),
        None => runs_of_line(game, position, line),
    };
    let longest = longest.max(first + before);
    Some(IdleReport { longest, before, allowed, exceeded: longest >= allowed, whole_proof: solution.is_some() })
}

/// The longest run from the beginning of a line, and the longest anywhere.
fn runs_of_line<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> (u32, u32) {
    let (mut position, mut first, mut longest, mut run, mut began) = (position.clone(), 0, 0, 0, true);
    for &mv in line {
        if game.is_progress(&position, mv) {
            (run, began) = (0, false);
        } else {
            run += 1;
        }
        if began {
            first = run;
        }
        longest = longest.max(run);
        position = game.play(&position, mv);
    }
    (first, longest)
}

/// The longest run from the root of a strategy, and the longest anywhere. Ranks fall along every line, so what is below a
/// position comes before it.
fn runs<G: Notation>(game: &G, solution: &Solution<Problem<'_, G>>) -> (u32, u32)
where
    G::Position: Hash,
{
    let mut listed: Vec<_> = solution.iter().collect();
    listed.sort_by_key(|(_, choice)| choice.rank);
    let mut from: HashMap<&G::Position, u32> = HashMap::with_capacity(listed.len());
    let mut moves = Vec::new();
    let mut longest = 0;
    for (position, choice) in listed {
        let known = |next: &G::Position| from.get(next).copied();
        let run = match choice.step {
            Some(mv) if game.is_progress(position, mv) => 0,
            Some(mv) => {
                let next = game.play(position, mv);
                1 + known(&next).unwrap_or_else(|| after_all(game, &next, &mut moves, &known))
            }
            None => after_all(game, position, &mut moves, &known),
        };
        longest = longest.max(run);
        from.insert(position, run);
        if let Some(mv) = choice.step.filter(|&mv| game.is_progress(position, mv)) {
            // What follows a move that makes progress is a run of its own.
            let next = game.play(position, mv);
            longest = longest.max(after_all(game, &next, &mut moves, &|next| from.get(next).copied()));
        }
    }
    (from.get(solution.root()).copied().unwrap_or(0), longest)
}

/// The longest run that begins with a move of the other side.
fn after_all<G: Notation>(
    game: &G,
    position: &G::Position,
    moves: &mut Vec<G::Move>,
    known: &dyn Fn(&G::Position) -> Option<u32>,
) -> u32 {
    if game.outcome(position).is_some() {
        return 0;
    }
    moves.clear();
    Game::moves(game, position, moves);
    let run = |&mv: &G::Move| match game.is_progress(position, mv) {
        true => 0,
        false => 1 + known(&game.play(position, mv)).unwrap_or(0),
    };
    moves.iter().map(run).max().unwrap_or(0)
}
