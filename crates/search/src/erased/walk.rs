//! A path through a problem whose types are hidden.

use super::{AnyNode, as_word};
use provenum_game::{AndOr, Child, Kind, Word};

/// A path through a problem. Its nodes keep their own type, side by side, so that going a step costs no allocation.
pub(crate) trait Walk {
    /// Takes a step.
    fn go(&mut self, step: u32);
    /// Takes the last step back.
    fn back(&mut self);
    /// Goes back until so many nodes are left.
    fn back_to(&mut self, length: usize);
    /// The node at its end.
    fn here(&self) -> AnyNode;
    /// The node at a place, counted from the beginning.
    fn at(&self, place: usize) -> AnyNode;
    /// Whether a step would lead to the node at this place.
    fn leads_to(&self, step: u32, place: usize) -> bool;
    /// Who chooses at its end.
    fn kind(&self) -> Kind;
    /// The table key of its end.
    fn key(&self) -> u64;
    /// Appends every successor of its end, which is open.
    fn expand(&self, out: &mut Vec<Child<u32>>);
}

pub(super) struct Walking<'p, P: AndOr> {
    pub(super) problem: &'p P,
    pub(super) nodes: Vec<P::Node>,
}

impl<P: AndOr> Walking<'_, P> {
    fn end(&self) -> &P::Node {
        let Some(node) = self.nodes.last() else { unreachable!("a walk has a beginning") };
        node
    }
}

impl<P: AndOr> Walk for Walking<'_, P> {
    fn go(&mut self, step: u32) {
        self.nodes.push(self.problem.follow(self.end(), Word::from_word(step)));
    }

    fn back(&mut self) {
        self.nodes.pop();
    }

    fn back_to(&mut self, length: usize) {
        self.nodes.truncate(length);
    }

    fn here(&self) -> AnyNode {
        AnyNode::new(self.end().clone())
    }

    fn at(&self, place: usize) -> AnyNode {
        AnyNode::new(self.nodes[place].clone())
    }

    fn leads_to(&self, step: u32, place: usize) -> bool {
        self.nodes[place] == self.problem.follow(self.end(), Word::from_word(step))
    }

    fn kind(&self) -> Kind {
        self.problem.kind(self.end())
    }

    fn key(&self) -> u64 {
        self.problem.key(self.end())
    }

    fn expand(&self, out: &mut Vec<Child<u32>>) {
        self.problem.expand(self.end(), &mut |child| out.push(as_word(child)));
    }
}
