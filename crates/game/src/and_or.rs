//! AND/OR problems: all that a search knows of what it searches.

use crate::{Estimate, Hints, Word};
use std::hash::Hash;

/// Who chooses at a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// One proven successor proves the node. This is the side that must make progress.
    Or,
    /// All successors must be proven.
    And,
}

impl Kind {
    /// The other side.
    #[inline]
    #[must_use]
    pub fn other(self) -> Kind {
        match self {
            Kind::Or => Kind::And,
            Kind::And => Kind::Or,
        }
    }
}

/// What is known of a node without looking below it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The progress side has reached its goal.
    Proven,
    /// The progress side can no longer reach its goal.
    Disproven,
    /// Neither: look below it. An open node *without steps* is an **unknown leaf**: nothing will ever be known of it.
    Open,
}

/// Refuses to compile a method that a wrapper has forgotten to pass on.
macro_rules! not_forgotten {
    () => {
        const { assert!(!<Self as Hints<Self::Node, Self::Step>>::PASSES_ON, "a wrapper must pass this on") }
    };
}

/// One successor of a node, as [`AndOr::expand`] hands it over.
#[derive(Clone, Copy, Debug)]
pub struct Child<Step> {
    /// The step that leads there.
    pub step: Step,
    /// What is known of the successor at once.
    pub status: Status,
    /// The successor's table key.
    pub key: u64,
}

/// An AND/OR problem: a graph of OR and AND nodes, given implicitly by its rules.
///
/// Levels need not alternate and cycles are allowed. Going round a cycle for ever never proves anything: the OR side must
/// reach a [`Status::Proven`] node in finitely many steps.
///
/// Whoever knows nothing beside the rules writes `impl Hints<Node, Step> for MyProblem {}` too.
pub trait AndOr: Hints<<Self as AndOr>::Node, <Self as AndOr>::Step> + Sync {
    /// A node. It is copied freely, so it should be small.
    type Node: Clone + Eq + Hash + Send + Sync + 'static;
    /// A way from a node to a successor.
    type Step: Word;

    /// Who chooses at this node.
    fn kind(&self, node: &Self::Node) -> Kind;
    /// What is known of this node without looking below it.
    fn status(&self, node: &Self::Node) -> Status;
    /// Appends the steps that lead out of an open node, in an order that depends on the node alone.
    fn steps(&self, node: &Self::Node, out: &mut Vec<Self::Step>);
    /// The node that a step leads to.
    fn follow(&self, node: &Self::Node, step: Self::Step) -> Self::Node;
    /// A hash of the node for tables. Proofs never rest on it.
    fn key(&self, node: &Self::Node) -> u64;
    /// Appends a code that no other node has. Proofs rest on it.
    fn encode(&self, node: &Self::Node, out: &mut Vec<u8>);
    /// The node with this code, if there is one.
    fn decode(&self, code: &[u8]) -> Option<Self::Node>;

    /// Whether a node can come back on a path. Searches that need not look for it save the time.
    #[inline]
    fn cyclic(&self) -> bool {
        not_forgotten!();
        true
    }

    /// Whether a node that comes back on a path is lost for the one who chose to come back, whichever side that is: its value
    /// depends on how it was reached. Otherwise a node that comes back is lost for the OR side.
    #[inline]
    fn by_history(&self) -> bool {
        not_forgotten!();
        false
    }

    /// Whether two nodes with one key are the same for a search: some map of the problem onto itself takes one to the other.
    #[inline]
    fn alike(&self, one: &Self::Node, other: &Self::Node) -> bool {
        not_forgotten!();
        one == other
    }

    /// Whether no node from before this step can come back after it.
    #[inline]
    fn irreversible(&self, _node: &Self::Node, _step: Self::Step) -> bool {
        not_forgotten!();
        false
    }

    /// How many steps lead out of an open node. `scratch` is room for a list of them, if one is needed.
    #[inline]
    fn mobility(&self, node: &Self::Node, scratch: &mut Vec<Self::Step>) -> usize {
        not_forgotten!();
        scratch.clear();
        self.steps(node, scratch);
        scratch.len()
    }

    /// Hands over the keys of all successors of an open node, in any order.
    #[inline]
    fn keys_after(&self, node: &Self::Node, emit: &mut impl FnMut(u64)) {
        not_forgotten!();
        self.expand(node, &mut |child| emit(child.key));
    }

    /// Whether [`AndOr::keys_after`] takes less time than a memory access. Searches then use it to fetch what they will
    /// need soon.
    #[inline]
    fn cheap_keys(&self) -> bool {
        not_forgotten!();
        false
    }

    /// Hands over every successor of an open node, in the order of [`AndOr::steps`]. Override it where siblings can share
    /// work, such as the test for the end of the game or the key.
    #[inline]
    fn expand(&self, node: &Self::Node, emit: &mut impl FnMut(Child<Self::Step>)) {
        not_forgotten!();
        let mut steps = Vec::new();
        self.steps(node, &mut steps);
        for step in steps {
            let next = self.follow(node, step);
            emit(Child { step, status: self.status(&next), key: self.key(&next) });
        }
    }

    /// As [`AndOr::expand`], with the first numbers of open successors ([`Hints::estimate`]) where the work for their status has
    /// told them already.
    #[inline]
    fn expand_with_estimates(&self, node: &Self::Node, emit: &mut impl FnMut(Child<Self::Step>, Option<Estimate>)) {
        not_forgotten!();
        self.expand(node, &mut |child| emit(child, None));
    }
}
