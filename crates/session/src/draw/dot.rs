//! The top of a proof in the language of Graphviz.

use super::colours;
use crate::TreeNode;

/// Draws positions as a DOT graph. A dotted line to `⋮` says that more follow.
#[must_use]
pub fn dot(tree: &[TreeNode]) -> String {
    let mut text = "digraph proof {\n  node [shape=box style=\"rounded,filled\" fontname=monospace];\n".to_owned();
    for (place, branch) in tree.iter().enumerate() {
        let (fill, line) = colours(branch);
        // \l ends a line that is set left, \r one that is set right.
        let board: String = branch.board.lines().map(|line| escape(line) + "\\l").collect();
        let rank = branch.rank.map(|rank| format!("≤{rank}\\r")).unwrap_or_default();
        text += &format!("  n{place} [label=\"{board}{rank}\" fillcolor=\"{fill}\" color=\"{line}\"];\n");
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
