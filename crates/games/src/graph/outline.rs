//! Draws a graph as an outline: each node under its predecessor, two spaces deeper.

use super::{Graph, Node, text::head};
use std::collections::HashSet;

/// More lines than this say nothing at a glance.
const MOST_LINES: usize = 40;

/// The part of the graph below `root`, as far as it fits. The successors of a node are shown where it comes up first.
pub(super) fn draw(graph: &Graph, root: Node) -> String {
    let mut lines = Vec::new();
    let mut shown = HashSet::new();
    let mut waiting = vec![(root, 0)];
    while let Some((node, depth)) = waiting.pop() {
        if lines.len() == MOST_LINES {
            lines.push("…".to_owned());
            break;
        }
        let mut line = "  ".repeat(depth) + &head(graph, node);
        let successors = graph.successors_of(node);
        if shown.insert(node) {
            // Whatever lies beyond the last line needs not wait either: a node may have a million successors.
            let visible = &successors[..successors.len().min(MOST_LINES)];
            waiting.extend(visible.iter().rev().map(|&next| (next, depth + 1)));
        } else if !successors.is_empty() {
            line.push_str(" (above)");
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::text::read;

    #[test]
    fn a_node_is_opened_once() {
        let (graph, root) = read("A or B C; B and D A; C and D; D unknown 2 1").unwrap();
        let lines = ["A or", "  B and", "    D unknown 2 1", "    A or (above)", "  C and", "    D unknown 2 1"];
        assert_eq!(draw(&graph, root), lines.join("\n"));
    }

    #[test]
    fn a_large_graph_is_cut() {
        let leaves: Vec<_> = (0..1000).map(|leaf| format!("l{leaf}")).collect();
        let text = format!("A or {}; {} proven", leaves.join(" "), leaves.join(" proven; "));
        let (graph, root) = read(&text).unwrap();
        let picture = draw(&graph, root);
        assert_eq!(picture.lines().count(), MOST_LINES + 1);
        assert!(picture.ends_with("…"));
    }
}
