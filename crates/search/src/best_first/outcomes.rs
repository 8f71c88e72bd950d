//! The value of a position in one search: a tree whose nodes have numbers for every value at once.
//!
//! Multiple-outcome proof-number search (Saffidine and Cazenave 2012) in the form of a list of claims, each "at least this
//! much", one for every value but the worst. A pair of numbers for each is what that search calls the efforts to show that
//! a value is at least, or at most, so much. Which claim a descent goes for is decided at the root and holds for the whole
//! descent; so with two outcomes it is proof-number search. Nodes take 8 bytes more for each value after the second.

use super::Settings;
use super::pn::Read;
use super::read::read_steps;
use super::search::TreeSearch;
use super::tree::Tree;
use crate::erased::{AnyNode, Erased, revealed};
use crate::extract::extract;
use crate::{Answer, Budget, Evaluation, Meter, Observer, Settled, Statistics, StopReason, Uncertified};
use provenum_game::{Claim, Game, Player, Problem, Status};

/// Finds the value of a position to a player, with one tree for all claims about it.
pub(crate) fn evaluate_in_one_tree<'g, G: Game>(
    settings: &Settings,
    game: &'g G,
    position: &G::Position,
    player: Player,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Evaluation<'g, G> {
    let values = game.values().rising(player);
    let claims = values[1..].iter().map(|&at_least| Claim { player, at_least });
    let problems: Vec<Problem<'g, G>> = claims.map(|claim| Problem::new(game, claim)).collect();
    let hidden: Vec<Erased<'_>> = problems.iter().map(Erased::new).collect();
    let holding = |goal: usize, status: Status| problems[goal].verdict(status);
    let root = AnyNode::new(position.clone());
    let mut found = search_goals(&hidden, &root, settings, &holding, budget, observer);
    let refuted = |(_, answer): &(usize, Answer<Erased<'_>>)| matches!(answer.solution, Err(Uncertified::Refuted));
    if settings.known && found.answers.iter().any(refuted) {
        // What was known before the end was wrong.
        let (settings, before) = (Settings { known: false, ..*settings }, found.statistics);
        found = search_goals(&hidden, &root, &settings, &holding, &budget.after(&before), observer);
        found.statistics.merge(&before);
    }
    let Outcomes { held, failed, stop, statistics, answers } = found;
    let settled = |(goal, answer): (usize, Answer<Erased<'_>>)| Settled {
        problem: problems[goal],
        answer: revealed(answer),
        answered_by: "",
        within: None,
    };
    Evaluation {
        bounds: (values[held], values[failed]),
        claims: answers.into_iter().map(settled).collect(),
        best_move: None,
        estimate: None,
        stop,
        statistics,
    }
}

/// What a search for several goals has found out.
struct Outcomes<'p> {
    /// So many claims hold, counted from the weakest.
    held: usize,
    /// From this one on they do not.
    failed: usize,
    stop: StopReason,
    statistics: Statistics,
    /// The goals that this rests on, with their answers.
    answers: Vec<(usize, Answer<Erased<'p>>)>,
}

fn search_goals<'p>(
    problems: &[Erased<'p>],
    root: &AnyNode,
    settings: &Settings,
    verdict: &dyn Fn(usize, Status) -> Option<bool>,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Outcomes<'p> {
    let mut search = TreeSearch::new(problems, root, settings, budget.memory());
    let stop = search.run(root, &mut Meter::new(budget, observer).in_small_pages());
    let holds = |goal: usize| verdict(goal, search.status(goal));
    let held = (0..problems.len()).take_while(|&goal| holds(goal) == Some(true)).count();
    let failed = (held..problems.len()).find(|&goal| holds(goal) == Some(false)).unwrap_or(problems.len());
    let mut all = search.statistics;
    // The bounds rest on the highest claim that holds and on the lowest that does not; without both, on what was searched.
    let mut goals: Vec<usize> =
        held.checked_sub(1).into_iter().chain((failed < problems.len()).then_some(failed)).collect();
    if stop != StopReason::Solved {
        goals = vec![search.goal()];
    }
    let (mut answers, mut kept) = (Vec::new(), 0);
    for goal in goals {
        let mut statistics = Statistics::default();
        let budget = budget.for_proof(kept + search.tree.memory());
        let status = search.status(goal);
        let mut line = Vec::new();
        let solution = match status {
            Status::Open => Err(Uncertified::Unsolved),
            _ => read_steps(&search, goal, root, &budget).and_then(|steps| {
                let (problem, proven) = (&problems[goal], status == Status::Proven);
                let left = budget.for_proof(steps.memory);
                let mut read = Read { problem, steps: steps.taken, knows: search.knows };
                extract(problem, root, proven, &mut read, &left, (&mut statistics, &mut line))
            }),
        };
        all.merge(&statistics);
        kept += solution.as_ref().map_or(0, |solution| solution.memory());
        let numbers = search.numbers(Tree::<u32>::ROOT, goal);
        answers.push((goal, Answer { status, root: numbers, stop, statistics, solution, line }));
    }
    Outcomes { held, failed, stop, statistics: all, answers }
}
