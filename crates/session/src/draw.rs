//! Pictures of the top of a proof, from the list of positions that [`View::tree`](provenum_proof::View::tree) gives.

mod dot;
mod svg;

pub use dot::dot;
pub use svg::svg;

use crate::TreeNode;

/// The colours of a position, inside and outline: whether it is answered, the other side's, or the end.
fn colours(branch: &TreeNode) -> (&'static str, &'static str) {
    match (branch.over, branch.answering) {
        (true, _) => ("#e4f3e1", "#4d8f45"),
        (_, true) => ("#e2edfb", "#2f6db5"),
        _ => ("#ffffff", "#8a929c"),
    }
}
