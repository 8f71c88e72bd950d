//! Where the boxes of a tree stand: downwards if that fits into the width, else to the right, with smaller letters if need
//! be, and at last with fewer levels.

use super::board::columns;
use crate::TreeNode;

/// The sizes of letters that are tried, in pixels.
const FONTS: [f64; 4] = [13.0, 12.0, 11.0, 10.0];
/// The space between a box and its text.
pub(super) const PADDING: f64 = 10.0;
/// The space between boxes side by side, and at the edges.
const GAP: f64 = 16.0;
/// The space for the line between two levels, apart from the move that is written at its end.
const LINE: f64 = 40.0;
/// More letters than this in a line are cut.
const MOST_COLUMNS: usize = 60;

/// Where a box is, and how large.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A tree that fits, and the places of its boxes.
pub(super) struct Layout {
    pub(super) tree: Vec<TreeNode>,
    pub(super) places: Vec<Place>,
    /// Whether the root stands on the left, and not on top.
    pub(super) across: bool,
    pub(super) font: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Levels that were left out because there was no room for them.
    pub(super) left_out: usize,
}

impl Layout {
    /// How wide a letter of a board is.
    pub(super) fn letter(&self) -> f64 {
        letter(self.font)
    }

    /// The distance of two lines of a board.
    pub(super) fn line(&self) -> f64 {
        line(self.font)
    }
}

fn letter(font: f64) -> f64 {
    font * 0.602
}

fn line(font: f64) -> f64 {
    font + 3.0
}

/// Whether the move is written beside the line: in a graph it is the name of the node that it leads to.
pub(super) fn label(node: &TreeNode) -> Option<&str> {
    let mv = node.mv.as_deref()?;
    let named = node.board.lines().count() == 1 && node.board.split_whitespace().next() == Some(mv);
    (!named).then_some(mv)
}

/// Lays a tree out within so many pixels.
pub(super) fn fitted(tree: &[TreeNode], width: f64) -> Layout {
    let mut tree: Vec<TreeNode> = tree.iter().map(shortened).collect();
    let levels = levels(&tree);
    let deepest = levels.last().copied().unwrap_or(0);
    let mut left_out = 0;
    if let Some(layout) = first_fit(&tree, &levels, width) {
        return layout;
    }
    // As many levels as fit with the smallest letters.
    let smallest = FONTS[FONTS.len() - 1];
    let mut fit = deepest;
    let rows = rows(&tree, &levels, smallest, true);
    while fit > 0 && rows[..=fit].iter().map(Level::extent).sum::<f64>() + 2.0 * GAP > width {
        fit -= 1;
        left_out += 1;
    }
    let kept = levels.iter().take_while(|&&level| level <= fit).count();
    tree.truncate(kept);
    for (node, _) in tree.iter_mut().zip(&levels).filter(|(_, level)| **level == fit) {
        node.cut |= !node.over;
    }
    let layout = first_fit(&tree, &levels[..kept], width);
    let layout = layout.unwrap_or_else(|| lay_out(&tree, &levels[..kept], smallest, true));
    Layout { left_out, ..layout }
}

/// The first of the ways that fits.
fn first_fit(tree: &[TreeNode], levels: &[usize], width: f64) -> Option<Layout> {
    let ways = FONTS.iter().flat_map(|&font| [(font, false), (font, true)]);
    ways.map(|(font, across)| lay_out(tree, levels, font, across)).find(|layout| layout.width <= width)
}

/// The node with lines of a board that are not too long.
fn shortened(node: &TreeNode) -> TreeNode {
    let short = |line: &str| match line.char_indices().nth(MOST_COLUMNS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    };
    let board: Vec<String> = node.board.lines().map(short).collect();
    TreeNode { board: board.join("\n"), mv: node.mv.as_deref().map(short), ..node.clone() }
}

/// The distance of each node from the root. Parents come before their children, and so levels never fall.
fn levels(tree: &[TreeNode]) -> Vec<usize> {
    let mut levels = Vec::with_capacity(tree.len());
    for node in tree {
        levels.push(node.parent.map_or(0, |parent: usize| levels[parent] + 1));
    }
    levels
}

fn size(node: &TreeNode, font: f64) -> (f64, f64) {
    let widest = node.board.lines().map(columns).max().unwrap_or(0);
    let rows = node.board.lines().count();
    let below = if node.rank.is_some() || node.winner.is_some() { 12.0 } else { 0.0 };
    ((widest as f64 * letter(font)).max(48.0) + 2.0 * PADDING, rows as f64 * line(font) + 2.0 * PADDING - 4.0 + below)
}

/// How wide the labels of a move are, beside a box.
fn label_width(node: &TreeNode, font: f64) -> f64 {
    label(node).map_or(0.0, |mv| columns(mv) as f64 * letter(font) + 12.0)
}

/// What a level takes in the direction in which the tree grows: the space before it, and its largest box.
#[derive(Clone, Copy, Default)]
struct Level {
    space: f64,
    size: f64,
}

impl Level {
    fn extent(&self) -> f64 {
        self.space + self.size
    }
}

fn rows(tree: &[TreeNode], levels: &[usize], font: f64, across: bool) -> Vec<Level> {
    let mut rows = vec![Level::default(); levels.last().map_or(0, |last| last + 1)];
    for (node, &level) in tree.iter().zip(levels) {
        let (width, height) = size(node, font);
        let (size, label) = if across { (width, label_width(node, font)) } else { (height, 20.0) };
        let row = &mut rows[level];
        row.size = row.size.max(size);
        row.space = if level == 0 { 0.0 } else { row.space.max(label + LINE) };
    }
    rows
}

/// Every subtree has a strip of its own with its root in the middle. Parents come before their children, so strips are
/// summed up backwards and places handed out forwards.
fn lay_out(tree: &[TreeNode], levels: &[usize], font: f64, across: bool) -> Layout {
    let rows = rows(tree, levels, font, across);
    let mut end = GAP;
    let starts: Vec<f64> = rows
        .iter()
        .map(|row| {
            end += row.extent();
            end - row.size
        })
        .collect();
    let sizes: Vec<(f64, f64)> = tree.iter().map(|node| size(node, font)).collect();
    // How much of its strip a box takes: a move above the box may be wider than the box.
    let breadth = |place: usize| match across {
        true => sizes[place].1,
        false => sizes[place].0.max(label_width(&tree[place], font)),
    };
    let (mut below, mut strips) = (vec![0.0; tree.len()], vec![0.0f64; tree.len()]);
    for (place, node) in tree.iter().enumerate().rev() {
        strips[place] = f64::max(below[place], breadth(place) + GAP);
        if let Some(parent) = node.parent {
            below[parent] += strips[place];
        }
    }
    // Where the strip of the next child begins.
    let mut free = vec![0.0; tree.len()];
    let mut places = Vec::with_capacity(tree.len());
    for (place, node) in tree.iter().enumerate() {
        let mut begin = 0.0;
        if let Some(parent) = node.parent {
            begin = free[parent];
            free[parent] += strips[place];
        }
        free[place] = begin + (strips[place] - below[place]) / 2.0;
        let middle = GAP / 2.0 + begin + strips[place] / 2.0;
        let (width, height) = sizes[place];
        let start = starts[levels[place]];
        let (x, y) = if across { (start, middle - height / 2.0) } else { (middle - width / 2.0, start) };
        places.push(Place { x, y, width, height });
    }
    let deep = end + GAP;
    let broad = strips.first().copied().unwrap_or(0.0) + GAP;
    let (width, height) = if across { (deep, broad) } else { (broad, deep) };
    Layout { tree: tree.to_vec(), places, across, font, width, height, left_out: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: Option<usize>, board: &str) -> TreeNode {
        let (mv, rank) = (parent.map(|_| "a1".to_owned()), Some(1));
        let (board, winner) = (board.to_owned(), None);
        TreeNode { parent, mv, board, answering: false, rank, over: false, winner, cut: false }
    }

    fn tree() -> Vec<TreeNode> {
        let wide = "a very wide board\nwith two lines";
        let parents = [(None, "."), (Some(0), wide), (Some(0), "x"), (Some(1), "."), (Some(2), wide), (Some(2), ".")];
        parents.map(|(parent, board)| node(parent, board)).to_vec()
    }

    #[test]
    fn boxes_never_overlap_and_children_stand_behind_their_parents() {
        let tree = tree();
        for across in [false, true] {
            let layout = lay_out(&tree, &levels(&tree), 13.0, across);
            for (i, a) in layout.places.iter().enumerate() {
                assert!(a.x > 0.0 && a.y > 0.0 && a.x + a.width < layout.width && a.y + a.height < layout.height);
                for b in &layout.places[..i] {
                    let beside = a.x >= b.x + b.width || b.x >= a.x + a.width;
                    assert!(beside || a.y >= b.y + b.height || b.y >= a.y + a.height);
                }
                if let Some(parent) = tree[i].parent.map(|parent| layout.places[parent]) {
                    assert!(if across { parent.x + parent.width < a.x } else { parent.y + parent.height < a.y });
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_downwards_grows_to_the_right() {
        let mut wide = vec![node(None, "root")];
        wide.extend((0..50).map(|_| node(Some(0), "a board of some width\n.")));
        let layout = fitted(&wide, 1200.0);
        assert!(layout.across && layout.width <= 1200.0);
        assert_eq!((layout.tree.len(), layout.left_out), (51, 0));
    }

    #[test]
    fn levels_that_do_not_fit_are_left_out_and_marked() {
        let mut long: Vec<_> = (0..100usize).map(|n| node(n.checked_sub(1), &"wide ".repeat(30))).collect();
        // Too wide downwards too.
        long.extend((0..9).map(|_| node(Some(99), &"wide ".repeat(30))));
        let layout = fitted(&long, 1200.0);
        assert!(layout.width <= 1200.0, "{}", layout.width);
        assert!(layout.left_out > 90 && layout.tree.len() + layout.left_out == 101);
        assert!(layout.tree.last().unwrap().cut);
    }
}
