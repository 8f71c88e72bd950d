//! Proof-number search on trees, for one problem: PN and its variants, PN² and DeepPN.

use super::read::read_steps;
use super::search::Search;
use crate::extract::extract;
use crate::{Answer, Limits, Meter, Observer, Settings, Uncertified};
use provenum_game::{AndOr, Status};

/// Solves `root` by proof-number search.
///
/// Positions that come back on the path from the root are disproven there, because a cycle never helps the OR side. The
/// tree knows nothing of other paths to the same position, so its answers do not depend on history.
pub fn proof_number_search<P: AndOr>(
    problem: &P,
    root: &P::Node,
    settings: &Settings,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer<P> {
    let mut meter = Meter::new(limits, observer);
    let mut search = Search::new(std::slice::from_ref(problem), root, settings, limits.memory);
    let stop = search.run(root, &mut meter);
    let (numbers, mut statistics) = (search.root(), search.statistics);
    let status = search.status(0);
    let solution = match status {
        Status::Open => Err(Uncertified::Unsolved),
        _ => read_steps(&search, 0, root, limits.memory.saturating_sub(search.tree.memory())).and_then(|mut steps| {
            drop(search);
            extract(problem, root, status == Status::Proven, &mut steps, limits, &mut statistics)
        }),
    };
    Answer { status, root: numbers, stop, statistics, solution }
}
