//! The top of a proof in the language of Graphviz.

use super::{Caption, colours};
use crate::TreeNode;

/// Draws positions as a DOT graph. OR nodes are round boxes, AND nodes octagons, and the end has a double outline. A dotted
/// line to `⋮` says that more follow.
#[must_use]
pub fn dot(tree: &[TreeNode], caption: &Caption) -> String {
    let words = [
        caption.title.clone(),
        caption.claim.clone(),
        caption.players.clone(),
        format!("round box: OR node, {}", caption.or),
        format!("octagon: AND node, {}", caption.and),
        format!("double outline: {}. ⋮ more positions, left out", caption.end),
    ];
    let words: String = words.iter().filter(|line| !line.is_empty()).map(|line| escape(line) + "\\l").collect();
    let mut text = format!(
        "digraph proof {{\n  label=\"{words}\" labelloc=t labeljust=l fontname=\"sans-serif\";\n  \
         node [fontname=monospace];\n"
    );
    for (place, branch) in tree.iter().enumerate() {
        let (fill, line) = colours(branch);
        let shape = match (branch.over, caption.is_or(branch)) {
            (true, _) => "shape=box style=filled peripheries=2",
            (_, true) => "shape=box style=\"rounded,filled\"",
            _ => "shape=octagon style=filled",
        };
        // \l ends a line that is set left, \r one that is set right.
        let board: String = branch.board.lines().map(|line| escape(line) + "\\l").collect();
        let rank = branch.rank.map(|rank| format!("≤{rank}\\r")).unwrap_or_default();
        text += &format!("  n{place} [label=\"{board}{rank}\" {shape} fillcolor=\"{fill}\" color=\"{line}\"];\n");
        if let Some(parent) = branch.parent {
            let mv = escape(branch.mv.as_deref().unwrap_or_default());
            text += &format!("  n{parent} -> n{place} [label=\"{mv}\"];\n");
        }
        if branch.cut {
            text += &format!("  c{place} [shape=plaintext style=\"\" label=\"⋮\"];\n");
            text += &format!("  n{place} -> c{place} [style=dotted arrowhead=none];\n");
        }
    }
    text + "}\n"
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
