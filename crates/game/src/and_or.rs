//! AND/OR problems: all that a search knows of what it searches.

use crate::{Counts, Estimate, Holding};
use std::hash::Hash;

/// Who chooses at a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// One proven successor proves the node. This is the side that must make progress.
    Or,
    /// All successors must be proven.
    And,
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
pub trait AndOr {
    /// A node. It is copied freely, so it should be small.
    type Node: Clone + Eq + Hash;
    /// A way from a node to a successor. At most 4 bytes keep a tree node within 20.
    type Step: Copy + Eq;

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

    /// Whether there is a node whose first guess is not 1 and 1. If not, searches need not ask.
    #[inline]
    fn has_estimates(&self) -> bool {
        false
    }

    /// First guess of an open node's proof and disproof number. Override [`AndOr::has_estimates`] too.
    #[inline]
    fn estimate(&self, _node: &Self::Node) -> Estimate {
        Estimate::UNIT
    }

    /// The first guess for the node that a step leads to. Override it where that is cheaper than going there.
    #[inline]
    fn estimate_after(&self, node: &Self::Node, step: Self::Step) -> Estimate {
        self.estimate(&self.follow(node, step))
    }

    /// How much better off OR looks than AND, in points, for searches that weigh first numbers by it.
    #[inline]
    fn advantage(&self, _node: &Self::Node) -> i32 {
        0
    }

    /// What a step costs by itself: added to the numbers of the node it leads to, as they are seen from here, while that
    /// node is open (df-pn+: Nagai 2002).
    #[inline]
    fn step_cost(&self, _node: &Self::Node, _step: Self::Step) -> Estimate {
        Estimate::FREE
    }

    /// Whether a node can come back on a path. Searches that need not look for it save the time.
    #[inline]
    fn cyclic(&self) -> bool {
        true
    }

    /// Whether a node that comes back on a path is lost for the one who chose to come back, whichever side that is: its value
    /// depends on how it was reached. Otherwise a node that comes back is lost for the OR side.
    #[inline]
    fn by_history(&self) -> bool {
        false
    }

    /// Whether two nodes with one key are the same for a search: some map of the problem onto itself takes one to the other.
    #[inline]
    fn alike(&self, one: &Self::Node, other: &Self::Node) -> bool {
        one == other
    }

    /// Whether no node from before this step can come back after it.
    #[inline]
    fn irreversible(&self, _node: &Self::Node, _step: Self::Step) -> bool {
        false
    }

    /// Whether what answers one step will often answer the other too: a search may try that first.
    #[inline]
    fn similar(&self, _node: &Self::Node, _one: Self::Step, _other: Self::Step) -> bool {
        false
    }

    /// Whether steps have a [`AndOr::group`].
    #[inline]
    fn has_groups(&self) -> bool {
        false
    }

    /// A number below 128 that the step shares with others of the same node that are probably worth the same. Searches may try
    /// such steps one after the other, and count only one of them at a time.
    #[inline]
    fn group(&self, _node: &Self::Node, _step: Self::Step) -> Option<u8> {
        None
    }

    /// How many steps lead out of an open node. `scratch` is room for a list of them, if one is needed.
    #[inline]
    fn mobility(&self, node: &Self::Node, scratch: &mut Vec<Self::Step>) -> usize {
        scratch.clear();
        self.steps(node, scratch);
        scratch.len()
    }

    /// Whether so many ways lead to the same nodes that sums over steps count most of them time and again. Searches may then
    /// let such sums grow more slowly.
    #[inline]
    fn overcounts(&self) -> bool {
        false
    }

    /// Whether nodes have a [`AndOr::holding`].
    #[inline]
    fn has_holdings(&self) -> bool {
        false
    }

    /// What the OR side holds at a node that can only help it. Searches then take a proof with less for a proof with more, and
    /// a disproof with more for a disproof with less; solutions never rest on it.
    #[inline]
    fn holding(&self, _node: &Self::Node) -> Option<Holding> {
        None
    }

    /// What the OR side holds at the node that a step leads to. Override it where that is cheaper than going there.
    #[inline]
    fn holding_after(&self, node: &Self::Node, step: Self::Step) -> Option<Holding> {
        self.holding(&self.follow(node, step))
    }

    /// The least that the OR side could hold for a proven node to be proven in the same way, or the most for a disproven one
    /// to be disproven: the proof pieces and disproof pieces of shogi (Seo 1999). `children` are the successors that decide
    /// it, one or all, each with the same for itself; where the node is solved without looking below it there are none.
    #[inline]
    fn enough(&self, node: &Self::Node, _proven: bool, _children: &[(Self::Step, Counts)]) -> Counts {
        self.holding(node).map_or([0; 8], |holding| Holding::unpack(holding.counts()))
    }

    /// The fewest steps, at least 1, in which an open node can come to a [`Status::Proven`] one; never more than it takes.
    #[inline]
    fn least_steps(&self, _node: &Self::Node) -> u32 {
        1
    }

    /// The same for the node that a step leads to, if that is open. Override it where that is cheaper than going there.
    #[inline]
    fn least_steps_after(&self, node: &Self::Node, step: Self::Step) -> u32 {
        self.least_steps(&self.follow(node, step))
    }

    /// Hands over the keys of all successors of an open node, in any order.
    #[inline]
    fn keys_after(&self, node: &Self::Node, emit: &mut impl FnMut(u64)) {
        self.expand(node, &mut |child| emit(child.key));
    }

    /// Whether [`AndOr::keys_after`] takes less time than a memory access. Searches then use it to fetch what they will
    /// need soon.
    #[inline]
    fn cheap_keys(&self) -> bool {
        false
    }

    /// Hands over every successor of an open node, in the order of [`AndOr::steps`]. Override it where siblings can share
    /// work, such as the test for the end of the game or the key.
    #[inline]
    fn expand(&self, node: &Self::Node, emit: &mut impl FnMut(Child<Self::Step>)) {
        let mut steps = Vec::new();
        self.steps(node, &mut steps);
        for step in steps {
            let next = self.follow(node, step);
            emit(Child { step, status: self.status(&next), key: self.key(&next) });
        }
    }

    /// As [`AndOr::expand`], with the first guess for open successors where the work for their status has told it already.
    #[inline]
    fn expand_with_estimates(&self, node: &Self::Node, emit: &mut impl FnMut(Child<Self::Step>, Option<Estimate>)) {
        self.expand(node, &mut |child| emit(child, None));
    }
}
