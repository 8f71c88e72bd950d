//! Gaps: what a search has left out of its solution is solved by nothing but the rules.

use super::Settings;
use super::pn::search_once;
use super::transpositions::search_graph;
use crate::erased::{AnyNode, Erased, solve_hidden};
use crate::{Answer, Budget};
use provenum_game::AndOr;

/// Solves a node in such a way that the answer is complete in itself.
///
/// What was forgotten is small, and is searched as a tree. What was known before the end (`known`) may be of any size, and is
/// searched as a graph.
pub(crate) fn fill_gap<P: AndOr>(problem: &P, node: &P::Node, known: bool, budget: &Budget) -> Answer<P> {
    solve_hidden(problem, node, |problem, node| fill_hidden_gap(problem, node, known, budget))
}

/// The same for problems whose types are hidden.
pub(super) fn fill_hidden_gap<'p>(
    problem: &Erased<'p>,
    node: &AnyNode,
    known: bool,
    budget: &Budget,
) -> Answer<Erased<'p>> {
    let settings = Settings { known: false, ..Settings::default() };
    let search = if known { search_graph } else { search_once };
    search(problem, node, &settings, budget, &mut ())
}
