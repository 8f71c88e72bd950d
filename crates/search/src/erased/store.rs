//! The nodes of a graph whose type is hidden, by number: side by side and with their own type.

use provenum_game::AndOr;
use rustc_hash::FxHashMap;
use std::any::Any;
use std::hash::Hash;

/// Nodes by number. Several problems about the same nodes, such as all claims about a position, can share them.
pub(crate) struct NodeStore(Box<dyn Any>);

pub(super) struct Nodes<N> {
    pub(super) nodes: Vec<N>,
    pub(super) index: FxHashMap<N, u32>,
}

impl NodeStore {
    /// A root with the number 0.
    pub(super) fn new<N: Clone + Eq + Hash + 'static>(root: N) -> NodeStore {
        NodeStore(Box::new(Nodes { nodes: vec![root.clone()], index: FxHashMap::from_iter([(root, 0)]) }))
    }

    #[inline]
    pub(super) fn nodes<P: AndOr>(&self) -> &Nodes<P::Node> {
        let Some(nodes) = self.0.downcast_ref() else { unreachable!("the nodes of another problem") };
        nodes
    }

    #[inline]
    pub(super) fn nodes_mut<P: AndOr>(&mut self) -> &mut Nodes<P::Node> {
        let Some(nodes) = self.0.downcast_mut() else { unreachable!("the nodes of another problem") };
        nodes
    }
}
