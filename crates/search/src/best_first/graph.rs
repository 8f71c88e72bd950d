//! The store of the searches that know transpositions: a graph in which every position stands once.
//!
//! A node takes 44 bytes and its position, and an edge 16. The positions themselves are kept by whoever knows their type, under
//! the same numbers, and with an index. Edges are kept with the node they leave, side by side, and are linked into a list at the
//! node they lead to, so that children and parents can both be gone through.

use crate::Numbers;
use provenum_game::Kind;
use std::ops::Range;

/// An index that no node and no edge has.
pub(super) const NONE: u32 = u32::MAX;
const AND: u32 = 1 << 31;

/// Which part of the path a possible draw rests on: the highest and the lowest place of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rests {
    pub(super) highest: u32,
    pub(super) lowest: u32,
}

impl Rests {
    /// What two draws rest on together.
    pub(super) fn and(self, other: Rests) -> Rests {
        Rests { highest: self.highest.min(other.highest), lowest: self.lowest.max(other.lowest) }
    }
}

/// What a descent has found out about a node. It holds for the path of this descent only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// Nothing.
    Free,
    /// It is on the path, at this place.
    OnPath(u32),
    /// It is disproven by repetition: a *possible draw*.
    Draw(Rests),
    /// Nothing below it can be expanded.
    Stuck,
}

/// A node of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphNode {
    /// Its proof and disproof number.
    pub(super) numbers: Numbers,
    /// How many steps from the root it was found first.
    pub(super) depth: u32,
    /// The edge that solves it for the side that chooses there.
    pub(super) winner: u32,
    /// In which update it got its numbers.
    pub(super) updated: u32,
    pub(super) mark: Mark,
    first: u32,
    /// Number of edges, and the kind in the highest bit.
    packed: u32,
    /// The last edge that leads here.
    parents: u32,
}

impl GraphNode {
    fn leaf(numbers: Numbers, depth: u32) -> GraphNode {
        let (winner, updated, mark) = (NONE, 0, Mark::Free);
        GraphNode { numbers, depth, winner, updated, mark, first: NONE, packed: 0, parents: NONE }
    }

    /// The edges that leave it: none if it was not expanded.
    #[inline]
    pub(super) fn edges(&self) -> Range<usize> {
        let first = self.first as usize;
        if self.is_leaf() { 0..0 } else { first..first + (self.packed & !AND) as usize }
    }

    /// Whether it has no edges.
    #[inline]
    pub(super) fn is_leaf(&self) -> bool {
        self.packed & !AND == 0
    }

    /// Makes an AND node of an OR node, and the reverse.
    pub(super) fn turn(&mut self) {
        self.packed ^= if self.is_leaf() { 0 } else { AND };
    }

    /// Who chooses at this inner node.
    #[inline]
    pub(super) fn kind(&self) -> Kind {
        if self.packed & AND == 0 { Kind::Or } else { Kind::And }
    }
}

/// A way from one node to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) child: u32,
    pub(super) step: u32,
    parent: u32,
    /// The edge before this one that leads to the same child.
    next: u32,
}

/// A graph of positions. The root has index 0.
pub(super) struct Graph {
    nodes: Vec<GraphNode>,
    edges: Vec<Edge>,
    /// Bytes that a position takes.
    position_bytes: usize,
}

impl Graph {
    pub(super) const ROOT: u32 = 0;

    /// A graph whose positions take so many bytes each.
    pub(super) fn new(numbers: Numbers, position_bytes: usize) -> Self {
        Graph { nodes: vec![GraphNode::leaf(numbers, 0)], edges: Vec::new(), position_bytes }
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &GraphNode {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, index: u32) -> &mut GraphNode {
        &mut self.nodes[index as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The edges that leave a node.
    #[inline]
    pub(super) fn edges(&self, index: u32) -> &[Edge] {
        &self.edges[self.node(index).edges()]
    }

    #[inline]
    pub(super) fn edge(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }

    /// The parents of a node; one that has several edges to it, several times.
    pub(super) fn parents(&self, index: u32) -> impl Iterator<Item = u32> {
        let edge = |at: u32| (at != NONE).then(|| &self.edges[at as usize]);
        std::iter::successors(edge(self.node(index).parents), move |last| edge(last.next)).map(|edge| edge.parent)
    }

    /// Bytes of the nodes with their positions, and of the edges, when so many more are put in.
    pub(super) fn memory_with(&self, more: usize) -> u64 {
        let (nodes, edges) = (self.nodes.len() + more, self.edges.len() + more);
        (nodes * (size_of::<GraphNode>() + self.position_bytes) + edges * size_of::<Edge>()) as u64
    }

    /// Makes room for so many more nodes and edges. Without memory the answer is `false`.
    pub(super) fn make_room(&mut self, more: usize) -> bool {
        self.nodes.try_reserve(more).is_ok() && self.edges.try_reserve(more).is_ok()
    }

    /// Adds the node of a position with these numbers, unless this number has one already.
    pub(super) fn insert(&mut self, index: u32, depth: u32, numbers: impl FnOnce() -> Numbers) {
        if index as usize == self.nodes.len() {
            self.nodes.push(GraphNode::leaf(numbers(), depth));
        }
    }

    /// Gives a leaf its kind and its children.
    pub(super) fn expand(&mut self, index: u32, kind: Kind, children: &[(u32, u32)]) {
        let first = self.edges.len() as u32;
        for (&(step, child), at) in children.iter().zip(first..) {
            let next = std::mem::replace(&mut self.node_mut(child).parents, at);
            self.edges.push(Edge { child, step, parent: index, next });
        }
        let node = self.node_mut(index);
        node.first = first;
        node.packed = children.len() as u32 | if kind == Kind::And { AND } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_stands_once_and_knows_all_its_parents() {
        assert_eq!(size_of::<GraphNode>(), 44);
        let numbers = Numbers { proof: 1, disproof: 1 };
        let mut graph = Graph::new(numbers, 0);
        let [a, b, shared] = [1, 2, 3];
        for index in [a, b] {
            graph.insert(index, 1, || numbers);
        }
        graph.expand(0, Kind::And, &[(0, a), (1, b)]);
        for parent in [a, b] {
            graph.insert(shared, 2, || numbers);
            graph.expand(parent, Kind::Or, &[(0, shared)]);
        }
        assert_eq!(graph.len(), 4);
        assert_eq!(graph.parents(shared).collect::<Vec<_>>(), [b, a]);
        assert_eq!(graph.parents(a).collect::<Vec<_>>(), [0]);
        assert_eq!(graph.parents(0).count(), 0);
        assert_eq!((graph.node(0).kind(), graph.edges(0).len()), (Kind::And, 2));
    }
}
