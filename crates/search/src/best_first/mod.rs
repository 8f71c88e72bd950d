//! Searches that keep their tree, or their graph, in memory and always expand a leaf that matters most in it.

mod gap;
mod graph;
mod iterative;
mod outcomes;
mod pn;
mod read;
mod rules;
mod search;
mod second_level;
mod sets;
pub(crate) mod settings;
mod transpositions;
mod tree;

pub(crate) use gap::fill_gap;
pub(crate) use iterative::BoundedGraph;
pub(crate) use outcomes::evaluate_in_one_tree;
pub use pn::proof_number_search;
pub use rules::{Deletion, Descent, GraphRules, Growth, Series, Update};
pub use second_level::SecondLevel;
pub(crate) use second_level::{NODE_BYTES, bounded_search};
pub use settings::Settings;
pub use transpositions::transposition_search;
pub use tree::{Tree, TreeNode};
