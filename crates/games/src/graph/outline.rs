//! Draws a graph as an outline: each node under its predecessor, two spaces deeper.

use super::Content;
use super::{Graph, Node, text::head};
use provenum_game::{CELL, Cell, Diagram, Look, Piece, Shape, shorten};
use std::collections::HashSet;

/// More lines than this say nothing at a glance: of a larger graph, only the top is drawn.
const MOST_LINES: usize = 24;

/// The part of the graph below `root`, as far as it fits. The successors of a node are shown where it comes up first. Of a
/// larger graph, as many levels as fit are shown whole, and a last line says how large it is.
pub(super) fn draw(graph: &Graph, root: Node) -> String {
    let opened = levels_that_fit(graph, root);
    let mut lines = Vec::new();
    let (mut shown, mut cut) = (HashSet::new(), false);
    let mut waiting = vec![(root, 0)];
    while let Some((node, depth)) = waiting.pop() {
        if lines.len() == MOST_LINES {
            cut = true;
            break;
        }
        let name = graph.name(node);
        let mut line = "  ".repeat(depth) + &shorten(&name) + &head(graph, node)[name.len()..];
        let successors = graph.successors_of(node);
        if !shown.insert(node) {
            line.push_str(if successors.is_empty() { "" } else { " (above)" });
        } else if opened.contains(&node) {
            // Whatever lies beyond the last line needs not wait either: a node may have a million successors.
            let visible = &successors[..successors.len().min(MOST_LINES)];
            waiting.extend(visible.iter().rev().map(|&next| (next, depth + 1)));
        } else if !successors.is_empty() {
            line.push_str(" …");
            cut = true;
        }
        lines.push(line);
    }
    if cut {
        lines.push(format!("… {} nodes in all", grouped(graph.len())));
    }
    lines.join("\n")
}

/// The most successors of a node that are drawn side by side.
const MOST_BESIDE: usize = 12;

/// A node and its successors below it, and theirs as far as a row holds them. A node stands where it comes up first.
pub(super) fn diagram(graph: &Graph, root: Node) -> Diagram {
    let mut levels = vec![vec![root]];
    let mut shown = HashSet::from([root]);
    for _ in 0..2 {
        let above = levels.last().map(Vec::as_slice).unwrap_or_default();
        let below = above.iter().flat_map(|&node| graph.successors_of(node)).copied();
        let mut fresh: Vec<Node> = Vec::new();
        for node in below.take(1_000) {
            if fresh.len() <= MOST_BESIDE && shown.insert(node) {
                fresh.push(node);
            }
        }
        if levels.len() > 1 && fresh.len() > MOST_BESIDE {
            fresh.iter().for_each(|node| _ = shown.remove(node));
            break;
        }
        fresh.truncate(MOST_BESIDE);
        levels.push(fresh);
    }
    let mut cells: Vec<(Node, Cell)> = Vec::new();
    for (level, nodes) in levels.iter().enumerate() {
        for (place, &node) in nodes.iter().enumerate() {
            let x = (2 * place as i32 - nodes.len() as i32 + 1) * CELL * 3 / 5;
            cells.push((node, node_cell(graph, node, (x, level as i32 * CELL * 3 / 2))));
        }
    }
    let place = |node: Node| cells.iter().find(|(other, _)| *other == node).map(|(_, cell)| cell.at);
    let mut links = Vec::new();
    for (node, cell) in &cells {
        let below = graph.successors_of(*node).iter().take(1_000).filter_map(|&next| place(next));
        links.extend(below.filter(|at| at.1 > cell.at.1).map(|at| [cell.at, at]));
    }
    Diagram { cells: cells.into_iter().map(|(_, cell)| cell).collect(), links, ..Diagram::default() }
}

fn node_cell(graph: &Graph, node: Node, at: (i32, i32)) -> Cell {
    let (shape, owner, word) = match graph.content(node) {
        Content::Or => (Shape::Or, None, "or"),
        Content::And => (Shape::And, None, "and"),
        Content::Proven => (Shape::Leaf, Some(0), "proven"),
        Content::Disproven => (Shape::Leaf, Some(1), "disproven"),
        Content::Unknown(_) => (Shape::Leaf, None, "unknown"),
    };
    let name = graph.name(node);
    let sign = if name.chars().count() > 6 { name.chars().take(5).chain(['…']).collect() } else { name.clone() };
    Cell { name, at, shape, piece: Some(Piece { owner, look: Look::Sign, sign, spoken: word.to_owned() }) }
}

/// The nodes whose successors are shown: level by level, while a whole level fits. The root's are shown in any case, as far
/// as they fit.
fn levels_that_fit(graph: &Graph, root: Node) -> HashSet<Node> {
    let mut opened = HashSet::new();
    let mut level = vec![root];
    let mut lines = 1;
    while !level.is_empty() {
        let below = level.iter().flat_map(|&node| graph.successors_of(node)).copied();
        let below: Vec<Node> = below.take(MOST_LINES).collect();
        lines += below.len();
        if lines > MOST_LINES && !opened.is_empty() {
            break;
        }
        opened.extend(level);
        let mut seen = HashSet::new();
        level = below.into_iter().filter(|node| !opened.contains(node) && seen.insert(*node)).collect();
    }
    opened
}

/// A number with its digits in groups of three.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
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
    fn of_a_large_graph_the_top_is_drawn() {
        // Two successors each, six levels deep.
        let inner: Vec<_> = (1..64).map(|n| format!("n{n} or n{} n{}", 2 * n, 2 * n + 1)).collect();
        let leaves: Vec<_> = (64..128).map(|n| format!("n{n} proven")).collect();
        let (graph, root) = read(&[inner, leaves].concat().join("; ")).unwrap();
        let picture = draw(&graph, root);
        let lines: Vec<_> = picture.lines().collect();
        assert_eq!(lines.len(), 1 + 2 + 4 + 8 + 1, "{picture}");
        assert_eq!((lines[3], lines[15]), ("      n8 or …", "… 127 nodes in all"));
    }

    #[test]
    fn a_node_with_too_many_successors_is_cut_and_long_names_are_shortened() {
        let leaves: Vec<_> = (0..1000).map(|leaf| format!("l{leaf}")).collect();
        let text = format!("{} or {}; {} proven", "A".repeat(9_999), leaves.join(" "), leaves.join(" proven; "));
        let (graph, root) = read(&text).unwrap();
        let picture = draw(&graph, root);
        assert_eq!(picture.lines().count(), MOST_LINES + 1);
        assert!(picture.ends_with("… 1,001 nodes in all"));
        assert!(picture.len() < 1_000);
    }
}
