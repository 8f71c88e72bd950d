//! Pictures of the top of a proof, from the list of positions that [`View::tree`](provenum_proof::View::tree) gives.

mod board;
mod dot;
mod layout;
mod pgn;
mod position;
mod svg;

pub use dot::dot;
pub use pgn::pgn;
pub use position::{POSITION_STYLE, PositionStyle, position_svg};
pub use svg::{Picture, svg};

/// What a picture says of the proof that it shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    /// The game and its parameters.
    pub title: String,
    /// What is claimed, and whether it holds.
    pub claim: String,
    /// Who is who on the board, and who is to move at the root.
    pub players: String,
    /// Who is to move at OR nodes and what that means, in words.
    pub or: String,
    /// The same of AND nodes.
    pub and: String,
    /// Whether the listed moves are those of OR nodes: so it is in a strategy. In a trap they are those of AND nodes.
    pub or_answers: bool,
    /// What a position without moves is called: the end of the game, or a leaf.
    pub end: String,
    /// The signs of the two players on the board, if they have one.
    pub signs: [Option<String>; 2],
}

impl Caption {
    /// Whether a position is an OR node, if it is not the end.
    fn is_or(&self, node: &crate::TreeNode) -> bool {
        node.answering == self.or_answers
    }

    /// How the game ended at a position, in a word or two, if that is not on the board anyway.
    fn result(&self, node: &crate::TreeNode) -> Option<String> {
        let side = |player: usize, name: &str| self.signs[player].clone().unwrap_or_else(|| name.to_owned());
        match node.winner.as_deref()? {
            "first" => Some(side(0, "first") + " won"),
            "second" => Some(side(1, "second") + " won"),
            _ => Some("nobody won".to_owned()),
        }
    }
}

/// The colours of a position, inside and outline: whether it is answered, the other side's, or the end.
fn colours(node: &crate::TreeNode) -> (&'static str, &'static str) {
    match (node.over, node.answering) {
        (true, _) => ("#e3f4df", "#3d8536"),
        (_, true) => ("#e3eefc", "#2b67ad"),
        _ => ("#fbfaf7", "#78808a"),
    }
}
