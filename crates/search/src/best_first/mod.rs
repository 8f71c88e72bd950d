//! Searches that keep their tree in memory and always expand a most-proving node of it.

mod pn;
mod read;
mod tree;

pub(crate) use pn::bounded_search;
pub use pn::{SecondLevel, proof_number_search};
pub use tree::{Tree, TreeNode};
