//! The value of a position in one search: a tree whose nodes have numbers for every value at once.
//!
//! Multiple-outcome proof-number search (Saffidine and Cazenave 2012) in the form of a list of claims, each "at least this
//! much", one for every value but the worst. A pair of numbers for each is what that search calls the efforts to show that
//! a value is at least, or at most, so much. Which claim a descent goes for is decided at the root and holds for the whole
//! descent; so with two outcomes it is proof-number search. Nodes take 8 bytes more for each value after the second.

use super::read::read_steps;
use super::search::Search;
use crate::extract::extract;
use crate::value::{Evaluation, Settled};
use crate::{Answer, Limits, Meter, Observer, Settings, Statistics, StopReason, Uncertified};
use provenum_game::{Claim, Game, Player, Problem, Status};

/// Finds the value of a position to a player, with one tree for all claims about it.
pub(crate) fn evaluate_in_one_tree<'g, G: Game>(
    settings: &Settings,
    game: &'g G,
    position: &G::Position,
    player: Player,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    let values = game.values().rising(player);
    let claims = values[1..].iter().map(|&at_least| Claim { player, at_least });
    let problems: Vec<Problem<'g, G>> = claims.map(|claim| Problem::new(game, claim)).collect();
    let mut search = Search::new(&problems, position, settings, limits.memory);
    let stop = search.run(position, &mut Meter::new(limits, observer));
    let holds = |goal: usize| problems[goal].verdict(search.status(goal));
    let held = (0..problems.len()).take_while(|&goal| holds(goal) == Some(true)).count();
    let failed = (held..problems.len()).find(|&goal| holds(goal) == Some(false)).unwrap_or(problems.len());
    let mut evaluation = Evaluation {
        bounds: (values[held], values[failed]),
        claims: Vec::new(),
        best_move: None,
        estimate: None,
        stop,
        statistics: search.statistics,
    };
    // The bounds rest on the highest claim that holds and on the lowest that does not; without both, on what was searched.
    let mut goals: Vec<usize> =
        held.checked_sub(1).into_iter().chain((failed < problems.len()).then_some(failed)).collect();
    if stop != StopReason::Solved {
        goals = vec![search.goal()];
    }
    for goal in goals {
        let kept: u64 = evaluation.claims.iter().map(Settled::memory).sum();
        let mut statistics = Statistics::default();
        let limits = Limits { memory: limits.memory.saturating_sub(kept + search.tree.memory()), ..limits.clone() };
        let status = search.status(goal);
        let solution = match status {
            Status::Open => Err(Uncertified::Unsolved),
            _ => read_steps(&search, goal, position, limits.memory).and_then(|mut steps| {
                let proven = status == Status::Proven;
                extract(&problems[goal], position, proven, &mut steps, &limits, &mut statistics)
            }),
        };
        evaluation.statistics.merge(&statistics);
        let root = search.numbers(super::Tree::<G::Move>::ROOT, goal);
        let answer = Answer { status, root, stop, statistics, solution };
        evaluation.claims.push(Settled { problem: problems[goal], answer });
    }
    evaluation
}
