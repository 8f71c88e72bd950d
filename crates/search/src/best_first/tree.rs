//! The store of the best-first searches: a tree in one array, the children of a node side by side.
//!
//! Nodes hold numbers but no positions; the steps between them are kept apart, since the numbers of all siblings are read
//! at every visit and the step of one. Parents are not kept: a search knows the path that it came by. A block of siblings
//! that is no longer needed goes into a list of free blocks of its size, linked through the blocks themselves, so that
//! forgetting costs no memory.
//!
//! A search that knows more of its nodes than two numbers has it in a **label** of the same width for all of them.

use crate::Numbers;
use provenum_game::Kind;
use std::ops::Range;

/// A node of the tree: 16 bytes, to which its step comes.
#[derive(Clone, Copy, Debug)]
pub struct TreeNode {
    /// Its proof and disproof number.
    pub numbers: Numbers,
    /// Where its children begin. In a free block: where the next free block begins.
    first: u32,
    /// Number of children, and the kind in the highest bit.
    packed: u32,
}

/// An index that no node has.
const NONE: u32 = u32::MAX;
const AND: u32 = 1 << 31;

impl TreeNode {
    /// A leaf.
    #[inline]
    pub fn leaf(numbers: Numbers) -> Self {
        TreeNode { numbers, first: NONE, packed: 0 }
    }

    /// Who chooses at this inner node; of a leaf it is not known.
    #[inline]
    pub fn kind(&self) -> Kind {
        if self.packed & AND == 0 { Kind::Or } else { Kind::And }
    }

    /// The indices of its children: none if it is a leaf.
    #[inline]
    pub fn children(&self) -> Range<u32> {
        match self.packed & !AND {
            0 => 0..0,
            count => self.first..self.first + count,
        }
    }

    /// Whether it has no children.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.packed & !AND == 0
    }

    fn set_children(&mut self, kind: Kind, block: Range<u32>) {
        self.first = block.start;
        self.packed = block.len() as u32 | if kind == Kind::And { AND } else { 0 };
    }
}

/// A tree that may take so many bytes. The root has index 0.
#[derive(Debug)]
pub struct Tree<Step> {
    nodes: Vec<TreeNode>,
    /// The step to node i + 1: the root has none.
    steps: Vec<Step>,
    /// The labels, `width` words for each node.
    labels: Vec<u32>,
    width: usize,
    most: u32,
    /// First free block of each size.
    free: Vec<u32>,
    free_nodes: u32,
    /// Work list of [`Tree::forget`], kept for its memory.
    doomed: Vec<Range<u32>>,
}

impl<Step: Copy> Tree<Step> {
    /// The index of the root.
    pub const ROOT: u32 = 0;
    /// The bytes that a node takes without a label.
    pub const NODE_BYTES: usize = size_of::<TreeNode>() + size_of::<Step>();

    /// A tree that consists of its root and may grow to so many bytes. Its label has so many words, all 0.
    pub fn new(root: TreeNode, width: usize, memory: u64) -> Self {
        let bytes = Self::NODE_BYTES + width * size_of::<u32>();
        let most = (memory / bytes as u64).clamp(1, u64::from(AND - 1)) as u32;
        Tree {
            nodes: vec![root],
            steps: Vec::new(),
            labels: vec![0; width],
            width,
            most,
            free: Vec::new(),
            free_nodes: 0,
            doomed: Vec::new(),
        }
    }

    /// The label of a node.
    #[inline]
    pub fn label(&self, index: u32) -> &[u32] {
        &self.labels[index as usize * self.width..][..self.width]
    }

    /// The label of a node.
    #[inline]
    pub fn label_mut(&mut self, index: u32) -> &mut [u32] {
        &mut self.labels[index as usize * self.width..][..self.width]
    }

    /// How many nodes fit in.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The node with this index.
    #[inline]
    pub fn node(&self, index: u32) -> &TreeNode {
        &self.nodes[index as usize]
    }

    /// The numbers of the node with this index.
    #[inline]
    pub fn numbers_mut(&mut self, index: u32) -> &mut Numbers {
        &mut self.nodes[index as usize].numbers
    }

    /// The step that leads to a node other than the root.
    #[inline]
    pub fn step(&self, index: u32) -> Step {
        self.steps[index as usize - 1]
    }

    /// The children of a node, side by side.
    #[inline]
    pub fn children(&self, index: u32) -> &[TreeNode] {
        let range = self.node(index).children();
        &self.nodes[range.start as usize..range.end as usize]
    }

    /// How many nodes are in use.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32 - self.free_nodes
    }

    /// How many nodes have ever been in use at the same time.
    pub fn touched(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Bytes that were touched.
    pub fn memory(&self) -> u64 {
        (self.nodes.len() * (Self::NODE_BYTES + self.width * size_of::<u32>())) as u64
    }

    /// Gives a leaf its kind and its children, at least one, with their labels one after the other. Without room for them,
    /// nothing happens and the answer is `false`.
    pub fn expand(&mut self, index: u32, kind: Kind, children: &[TreeNode], steps: &[Step], labels: &[u32]) -> bool {
        debug_assert_eq!(children.len(), steps.len());
        debug_assert_eq!(children.len() * self.width, labels.len());
        let count = children.len();
        let Some(first) = self.allocate(count as u32, steps[0]) else { return false };
        let start = first as usize;
        self.nodes[start..start + count].copy_from_slice(children);
        self.labels[start * self.width..(start + count) * self.width].copy_from_slice(labels);
        self.steps[start - 1..start - 1 + count].copy_from_slice(steps);
        self.nodes[index as usize].set_children(kind, first..first + count as u32);
        true
    }

    /// Forgets everything below a node: it is a leaf again, with the numbers it has.
    pub fn forget(&mut self, index: u32) {
        let mut doomed = std::mem::take(&mut self.doomed);
        doomed.push(self.node(index).children());
        self.nodes[index as usize].set_children(Kind::Or, 0..0);
        while let Some(block) = doomed.pop() {
            if block.is_empty() {
                continue;
            }
            let children = &self.nodes[block.start as usize..block.end as usize];
            doomed.extend(children.iter().filter(|child| !child.is_leaf()).map(TreeNode::children));
            self.release(block);
        }
        self.doomed = doomed;
    }

    /// Forgets all children of a node but one, with everything below them.
    pub fn keep_only(&mut self, index: u32, kept: u32) {
        let block = self.node(index).children();
        debug_assert!(block.contains(&kept));
        for child in block.clone().filter(|&child| child != kept) {
            self.forget(child);
        }
        if block.len() == 1 {
            return;
        }
        // The block shrinks in place: its first node becomes the kept one, the rest is free.
        self.nodes[block.start as usize] = *self.node(kept);
        self.steps[block.start as usize - 1] = self.step(kept);
        let label = kept as usize * self.width;
        self.labels.copy_within(label..label + self.width, block.start as usize * self.width);
        let kind = self.node(index).kind();
        self.nodes[index as usize].set_children(kind, block.start..block.start + 1);
        self.release(block.start + 1..block.end);
    }

    fn allocate(&mut self, count: u32, filler: Step) -> Option<u32> {
        if let Some(first) = self.take_free(count as usize) {
            return Some(first);
        }
        let end = self.nodes.len() as u32;
        if count <= self.most - end.min(self.most) && self.make_room(count as usize) {
            let root = *self.node(Self::ROOT);
            self.nodes.resize((end + count) as usize, root);
            self.steps.resize((end + count) as usize - 1, filler);
            self.labels.resize((end + count) as usize * self.width, 0);
            return Some(end);
        }
        // Nothing fits as it is: cut the children out of a larger block.
        let larger = (count as usize + 1..self.free.len()).find(|&size| self.free[size] != NONE)?;
        let first = self.take_free(larger)?;
        self.release(first + count..first + larger as u32);
        Some(first)
    }

    /// Makes the arrays longer, to no more than they may ever be. Without memory the answer is `false`, and nothing is lost.
    fn make_room(&mut self, count: usize) -> bool {
        let free = self.nodes.capacity() - self.nodes.len();
        if count <= free {
            return true;
        }
        let len = self.nodes.len();
        let more = len.max(64).min(self.most as usize - len).max(count);
        self.nodes.try_reserve_exact(more).is_ok()
            && self.steps.try_reserve_exact(more).is_ok()
            && self.labels.try_reserve_exact(more * self.width).is_ok()
    }

    #[inline]
    fn take_free(&mut self, count: usize) -> Option<u32> {
        let first = *self.free.get(count)?;
        if first == NONE {
            return None;
        }
        self.free[count] = self.node(first).first;
        self.free_nodes -= count as u32;
        Some(first)
    }

    fn release(&mut self, block: Range<u32>) {
        let size = block.len();
        if self.free.len() <= size {
            self.free.resize(size + 1, NONE);
        }
        self.nodes[block.start as usize].first = self.free[size];
        self.free[size] = block.start;
        self.free_nodes += size as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves<const N: usize>() -> [TreeNode; N] {
        [TreeNode::leaf(Numbers { proof: 1, disproof: 1 }); N]
    }

    fn tree(nodes: u64) -> Tree<u32> {
        Tree::new(leaves::<1>()[0], 0, nodes * Tree::<u32>::NODE_BYTES as u64)
    }

    #[test]
    fn a_node_takes_20_bytes_with_a_step_of_4() {
        assert_eq!(Tree::<u32>::NODE_BYTES, 20);
        assert_eq!(Tree::<u8>::NODE_BYTES, 17);
    }

    #[test]
    fn forgotten_nodes_are_used_again() {
        let mut tree = tree(6);
        for round in 0..1000 {
            assert!(tree.expand(0, Kind::And, &leaves::<3>(), &[1, 2, 3], &[]), "round {round}");
            let second = tree.node(0).children().start + 1;
            assert!(tree.expand(second, Kind::And, &leaves::<2>(), &[4, 5], &[]));
            assert_eq!(tree.len(), 6);
            tree.forget(0);
            assert_eq!(tree.len(), 1);
        }
    }

    #[test]
    fn keeping_one_child_keeps_what_is_below_it() {
        let mut tree = tree(100);
        assert!(tree.expand(0, Kind::And, &leaves::<3>(), &[1, 2, 3], &[]));
        let second = tree.node(0).children().start + 1;
        assert!(tree.expand(second, Kind::And, &leaves::<2>(), &[4, 5], &[]));
        tree.keep_only(0, second);
        assert_eq!(tree.children(0).len(), 1);
        let kept = tree.node(0).children().start;
        assert_eq!(tree.step(kept), 2);
        assert_eq!(tree.node(kept).children().map(|c| tree.step(c)).collect::<Vec<_>>(), [4, 5]);
        assert_eq!(tree.len(), 4);
    }

    #[test]
    fn a_full_tree_refuses_children() {
        let mut tree = tree(4);
        assert!(!tree.expand(0, Kind::And, &leaves::<4>(), &[0; 4], &[]));
        assert!(tree.expand(0, Kind::And, &leaves::<3>(), &[0; 3], &[]));
        assert_eq!(tree.len(), 4);
    }

    #[test]
    fn a_larger_free_block_is_cut_when_nothing_else_is_left() {
        let mut tree = tree(4);
        assert!(tree.expand(0, Kind::And, &leaves::<3>(), &[1, 2, 3], &[]));
        tree.forget(0);
        assert!(tree.expand(0, Kind::And, &leaves::<1>(), &[7], &[]));
        assert!(tree.expand(tree.node(0).children().start, Kind::And, &leaves::<2>(), &[8, 9], &[]));
        assert_eq!(tree.len(), 4);
    }
}
