//! What several tests need.

use provenum_game::{AndOr, Status};
use provenum_search::Solution;
use std::collections::HashSet;

/// Plays every line that the solution allows and demands that each ends as promised.
pub fn assert_sound<P: AndOr>(problem: &P, solution: &Solution<P>) {
    let mut seen = HashSet::new();
    let mut work = vec![(solution.root().clone(), u32::MAX)];
    while let Some((node, bound)) = work.pop() {
        let status = problem.status(&node);
        if status != Status::Open {
            assert_eq!(status, solution.status(), "play ends badly");
            continue;
        }
        let choice = solution.choice(&node);
        // Where the other side is to move, the list may promise less than the way here does: what counts is what follows.
        let left = match choice {
            Some(choice) if problem.kind(&node) == solution.succeeds() => choice.rank,
            Some(choice) => choice.rank.min(bound),
            None => bound,
        };
        let strategy = solution.status() == Status::Proven;
        assert!(!strategy || left <= bound, "the rank does not fall");
        assert!(!strategy || left > 0, "the goal is not reached within the rank");
        let below = left.saturating_sub(1);
        if !seen.insert((node.clone(), below)) {
            continue;
        }
        if problem.kind(&node) == solution.succeeds() {
            let step = choice.and_then(|choice| choice.step).expect("the succeeding side knows what to do");
            work.push((problem.follow(&node, step), below));
        } else {
            let mut steps = Vec::new();
            problem.steps(&node, &mut steps);
            work.extend(steps.into_iter().map(|step| (problem.follow(&node, step), below)));
        }
    }
}
