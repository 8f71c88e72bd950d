//! Reads the solution off the tree of a solved root.

use super::tree::Tree;
use crate::{Choice, Numbers, Solution, StopReason};
use provenum_game::AndOr;

/// The solution that a tree holds whose root is solved and whose solved nodes were pruned to what solves them.
///
/// Where a position stands several times in the tree, the first way to solve it is taken for all. That is sound in both
/// cases: a rank is final when it is written, and comes from ranks that were written before it; and a trap needs nothing
/// but that all its positions are there.
pub(super) fn read_solution<P: AndOr>(
    problem: &P,
    root: &P::Node,
    tree: &Tree<P::Step>,
    memory: u64,
) -> Result<Solution<P>, StopReason> {
    let proven = tree.node(Tree::<P::Step>::ROOT).numbers == Numbers::PROVEN;
    // Play may come back to a position of a trap from below it, so there is no rank to wait for.
    let ranked = proven || !problem.cyclic();
    let mut walk = Walk { tree, ranked, solution: Solution::new(root.clone(), proven, memory), stack: Vec::new() };
    walk.enter(Tree::<P::Step>::ROOT, root.clone())?;
    while let Some(frame) = walk.stack.last_mut() {
        match frame.children.next() {
            Some(child) => {
                let node = problem.follow(&frame.node, tree.step(child));
                walk.enter(child, node)?;
            }
            None => walk.leave()?,
        }
    }
    Ok(walk.solution)
}

/// An inner node on the way from the root to where the walk is.
struct Frame<N> {
    index: u32,
    node: N,
    /// Children still to be visited.
    children: std::ops::Range<u32>,
    /// Most steps to the end, as far as the children visited tell.
    rank: u32,
    listed: bool,
}

struct Walk<'a, P: AndOr> {
    tree: &'a Tree<P::Step>,
    ranked: bool,
    solution: Solution<P>,
    stack: Vec<Frame<P::Node>>,
}

impl<P: AndOr> Walk<'_, P> {
    fn enter(&mut self, index: u32, node: P::Node) -> Result<(), StopReason> {
        let tree_node = self.tree.node(index);
        if tree_node.is_leaf() {
            // The end of play, or a repetition of a position that is listed further up.
            self.raise(0);
            return Ok(());
        }
        let parent = self.stack.last().map(|frame| self.tree.node(frame.index).kind());
        let listed = self.solution.lists(tree_node.kind(), parent);
        if listed {
            if let Some(choice) = self.solution.choice(&node) {
                self.raise(choice.rank);
                return Ok(());
            }
            if !self.ranked {
                self.list(index, node.clone(), 0)?;
            }
        }
        self.stack.push(Frame { index, node, children: tree_node.children(), rank: 0, listed });
        Ok(())
    }

    fn leave(&mut self) -> Result<(), StopReason> {
        if let Some(Frame { index, node, rank, listed, .. }) = self.stack.pop() {
            self.raise(rank);
            if listed && self.ranked {
                self.list(index, node, rank)?;
            }
        }
        Ok(())
    }

    /// Counts a child of this rank for the node it was reached from.
    fn raise(&mut self, child: u32) {
        if let Some(frame) = self.stack.last_mut() {
            frame.rank = frame.rank.max(child + 1);
        }
    }

    fn list(&mut self, index: u32, node: P::Node, rank: u32) -> Result<(), StopReason> {
        let tree_node = self.tree.node(index);
        let step = (tree_node.kind() == self.solution.succeeds()).then(|| self.tree.step(tree_node.children().start));
        self.solution.insert(node, Choice { step, rank })
    }
}
