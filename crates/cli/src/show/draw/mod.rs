//! Pictures of the top of a proof, from the list of positions that [`View::tree`](provenum_proof::View::tree) gives.

mod dot;
mod svg;

pub(super) use dot::dot;
pub(super) use svg::svg;

use provenum_proof::Branch;

/// The colours of a position, inside and outline: whether it is answered, the other side's, or the end.
fn colours(branch: &Branch) -> (&'static str, &'static str) {
    match (branch.over, branch.answering) {
        (true, _) => ("#e4f3e1", "#4d8f45"),
        (_, true) => ("#e2edfb", "#2f6db5"),
        _ => ("#ffffff", "#8a929c"),
    }
}
