//! From where a node was met: what a search needs to notice that two ways lead to the same node.
//!
//! **Kinship** is our word for what Nagai (2002) and the source node detection algorithm (Kishimoto 2010) keep of a node for
//! that: a link to a parent, and marks of children that share a descendant.

/// Kept beside an entry, by searches that look for transpositions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub(crate) struct Kinship {
    /// The key of the node it was last visited from; 0 if none.
    pub(crate) parent: u64,
    /// Which of its children share a descendant: a bit for each of the first 64.
    pub(crate) marks: u64,
}

const _: () = assert!(size_of::<super::Entry>() + size_of::<Kinship>() == 32);
