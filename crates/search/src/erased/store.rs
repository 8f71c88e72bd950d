//! The nodes of a graph whose type is hidden, by number: side by side and with their own type.

use crate::numbered::Index;
use provenum_game::AndOr;
use std::any::Any;
use std::hash::Hash;

/// Nodes by number. Several problems about the same nodes, such as all claims about a position, can share them.
pub(crate) struct NodeStore {
    nodes: Box<dyn Any>,
    pub(super) index: Index,
}

impl NodeStore {
    /// A root with the number 0.
    pub(super) fn new<N: Clone + Eq + Hash + 'static>(root: N) -> NodeStore {
        let mut index = Index::default();
        index.make_room(1, u64::MAX);
        index.insert(crate::numbered::hash_of(&root), 0);
        NodeStore { nodes: Box::new(vec![root]), index }
    }

    #[inline]
    pub(super) fn nodes<P: AndOr>(&self) -> &Vec<P::Node> {
        let Some(nodes) = self.nodes.downcast_ref() else { unreachable!("the nodes of another problem") };
        nodes
    }

    #[inline]
    pub(super) fn nodes_mut<P: AndOr>(&mut self) -> (&mut Vec<P::Node>, &mut Index) {
        let Some(nodes) = self.nodes.downcast_mut() else { unreachable!("the nodes of another problem") };
        (nodes, &mut self.index)
    }

    /// Bytes of the index.
    pub(crate) fn index_memory(&self) -> u64 {
        self.index.memory()
    }
}
