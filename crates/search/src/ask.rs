//! Questions to a problem that may have no short answer: then the search goes there and asks again.

use provenum_game::{AndOr, Estimate, Holding, Known, Status};

/// What is asked of a problem about a node, or about the node after a step.
pub(crate) trait Ask: AndOr {
    /// The first numbers of an open node.
    #[inline]
    fn first_numbers(&self, node: &Self::Node) -> Estimate {
        self.estimate(node, self.kind(node))
    }

    /// The first numbers of the open node that a step leads to.
    #[inline]
    fn first_numbers_after(&self, node: &Self::Node, step: Self::Step) -> Estimate {
        match self.estimate_after(node, step, self.kind(node)) {
            Some(estimate) => estimate,
            None => self.first_numbers(&self.follow(node, step)),
        }
    }

    /// What the OR side holds.
    #[inline]
    fn held(&self, node: &Self::Node) -> Option<Holding> {
        self.holding(node, self.kind(node))
    }

    /// What the OR side holds after a step.
    #[inline]
    fn held_after(&self, node: &Self::Node, step: Self::Step) -> Option<Holding> {
        match self.holding_after(node, step, self.kind(node)) {
            Some(held) => held,
            None => self.held(&self.follow(node, step)),
        }
    }

    /// Whether anything is known before the end that a search may rely on. Where it matters how a node was reached, what is
    /// known of the node alone says nothing.
    fn knows(&self) -> bool {
        !self.by_history() && self.known_from().is_some()
    }

    /// What is known of a node that is solved before the end.
    #[inline]
    fn solved_before(&self, node: &Self::Node) -> Option<Known<Self::Step>> {
        self.known(node).filter(|known| known.status() != Status::Open)
    }
}

impl<P: AndOr> Ask for P {}
