//! From where a node was met: what a search needs to notice that two ways lead to the same node.
//!
//! **Kinship** is our word for what Nagai (2002) and the source node detection algorithm (Kishimoto 2010) keep of a node for
//! that: a link to a parent, and marks of children that share a descendant.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Kept beside an entry, by searches that look for transpositions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kinship {
    /// The key of the node it was last visited from; 0 if none.
    pub(crate) parent: u64,
    /// Which of its children share a descendant: a bit for each of the first 64.
    pub(crate) marks: u64,
}

/// The same in a table. Marks that another thread mixes up change a guess, and nothing else.
#[derive(Debug, Default)]
#[repr(C)]
pub(super) struct Kept {
    parent: AtomicU64,
    marks: AtomicU64,
}

impl Kept {
    pub(super) fn get(&self) -> Kinship {
        Kinship { parent: self.parent.load(Relaxed), marks: self.marks.load(Relaxed) }
    }

    pub(super) fn set(&self, kinship: Kinship) {
        self.parent.store(kinship.parent, Relaxed);
        self.marks.store(kinship.marks, Relaxed);
    }
}

const _: () = assert!(size_of::<super::Entry>() + size_of::<Kept>() == 32);
