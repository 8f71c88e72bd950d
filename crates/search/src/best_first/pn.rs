//! Proof-number search on trees, for one problem: PN and its variants, PN² and DeepPN.

use super::Settings;
use super::gap::fill_hidden_gap;
use super::read::read_steps;
use super::search::TreeSearch;
use crate::erased::{AnyNode, Erased, solve_hidden};
use crate::extract::{Recall, extract};
use crate::{Answer, Budget, Meter, Observer, Uncertified};
use provenum_game::{AndOr, Status};
use rustc_hash::FxHashMap;

/// Solves `root` by proof-number search.
///
/// Positions that come back on the path from the root are disproven there, because a cycle never helps the OR side. The
/// tree knows nothing of other paths to the same position, so its answers do not depend on history.
pub fn proof_number_search<P: AndOr>(
    problem: &P,
    root: &P::Node,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<P> {
    solve_hidden(problem, root, |problem, root| search_tree(problem, root, settings, budget, observer))
}

fn search_tree<'p>(
    problem: &Erased<'p>,
    root: &AnyNode,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<Erased<'p>> {
    let mut answer = search_once(problem, root, settings, budget, observer);
    if settings.known && matches!(answer.solution, Err(Uncertified::Refuted)) {
        // What was known before the end was wrong.
        let settings = Settings { known: false, ..*settings };
        let before = answer.statistics;
        answer = search_once(problem, root, &settings, &budget.after(&before), observer);
        answer.statistics.merge(&before);
    }
    answer
}

/// The same, without another attempt.
pub(super) fn search_once<'p>(
    problem: &Erased<'p>,
    root: &AnyNode,
    settings: &Settings,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Answer<Erased<'p>> {
    let mut search = TreeSearch::new(std::slice::from_ref(problem), root, settings, budget.memory());
    let stop = search.run(root, &mut Meter::new(budget, observer).in_small_pages());
    let (numbers, mut statistics) = (search.root(), search.statistics);
    let status = search.status(0);
    let mut line = Vec::new();
    let solution = match status {
        Status::Open => Err(Uncertified::Unsolved),
        _ => read_steps(&search, 0, root, &budget.for_proof(search.tree.memory())).and_then(|steps| {
            let left = budget.for_proof(steps.memory);
            let mut read = Read { problem, steps: steps.taken, knows: search.knows };
            drop(search);
            extract(problem, root, status == Status::Proven, &mut read, &left, (&mut statistics, &mut line))
        }),
    };
    Answer { status, root: numbers, stop, statistics, solution, line }
}

/// The steps that were read off a tree.
pub(super) struct Read<'s, 'p> {
    pub(super) problem: &'s Erased<'p>,
    pub(super) steps: FxHashMap<AnyNode, u32>,
    /// Whether anything was known before the end.
    pub(super) knows: bool,
}

impl<'p> Recall<Erased<'p>> for Read<'_, 'p> {
    fn recall(&mut self, node: &AnyNode) -> Option<u32> {
        self.steps.get(node).copied()
    }

    fn knows(&self) -> bool {
        self.knows
    }

    fn beside(&self) -> usize {
        // The node itself, and once more when its type is known again.
        self.problem.hidden_bytes() + self.problem.node_bytes() + 16
    }

    fn search_anew(&mut self, node: &AnyNode, budget: &Budget) -> Answer<Erased<'p>> {
        fill_hidden_gap(self.problem, node, self.knows, budget)
    }
}
