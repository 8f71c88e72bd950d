//! The top of a proof as a picture for any browser: a tree of boxes with a board in each.

use super::colours;
use crate::TreeNode;

/// The size of a letter, with the space to the next line.
const LETTER: (usize, usize) = (8, 16);
const PADDING: usize = 10;
/// The space between boxes side by side, and between rows of boxes.
const GAP: (usize, usize) = (16, 60);
/// What the picture's signs mean, and how many letters it takes to say so.
const LEGEND: (&str, usize) = (
    "<tspan fill='#2f6db5'>■</tspan> the listed move  <tspan fill='#8a929c'>□</tspan> all replies  \
     <tspan fill='#4d8f45'>■</tspan> the game is over  ≤n at most n moves to the end  ⋮ more positions",
    102,
);

/// Draws positions as an SVG picture.
#[must_use]
pub fn svg(tree: &[TreeNode]) -> String {
    let places = lay_out(tree);
    let used = places.iter().map(|p| p.x + p.width / 2).max().unwrap_or(0) + GAP.0;
    let width = used.max(LEGEND.1 * LETTER.0 + 2 * GAP.0);
    let height = places.iter().map(|p| p.y + p.height).max().unwrap_or(0) + GAP.1;
    let (mut edges, mut boxes) = (String::new(), String::new());
    for (branch, Place { x, y, width, height }) in tree.iter().zip(&places) {
        let (left, right, bottom) = (x - width / 2, x + width / 2, y + height);
        let (fill, line) = colours(branch);
        boxes += &format!(
            "<rect x='{left}' y='{y}' width='{width}' height='{height}' rx='7' fill='{fill}' \
             stroke='{line}'/>\n<text>"
        );
        for (row, text) in branch.board.lines().enumerate() {
            let baseline = y + PADDING + LETTER.1 * row + 11;
            boxes += &format!("<tspan x='{}' y='{baseline}'>{}</tspan>", left + PADDING, escape(text));
        }
        boxes += "</text>\n";
        if let Some(rank) = branch.rank {
            let (right, baseline) = (right - 5, bottom - 5);
            boxes += &format!("<text class='rank' x='{right}' y='{baseline}' fill='{line}'>≤{rank}</text>\n");
        }
        if branch.cut {
            boxes += &format!("<text class='move' x='{x}' y='{}'>⋮</text>\n", bottom + LETTER.1);
        }
        if let Some(from) = branch.parent.map(|parent| &places[parent]) {
            // The line ends above the move that it stands for.
            let (start, end) = (from.y + from.height, y - LETTER.1 - 6);
            let middle = start.midpoint(end);
            edges += &format!("<path d='M{0} {start}C{0} {middle} {x} {middle} {x} {end}'/>\n", from.x);
            let mv = escape(branch.mv.as_deref().unwrap_or_default());
            boxes += &format!("<text class='move' x='{x}' y='{}'>{mv}</text>\n", y - 7);
        }
    }
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>\n\
         <style>text{{font:13px 'DejaVu Sans Mono',Menlo,Consolas,monospace}}\
         path{{fill:none;stroke:#b4bac2}}.rank{{font-size:10px;text-anchor:end}}\
         .move{{font-weight:bold;text-anchor:middle}}</style>\n\
         <rect width='{width}' height='{height}' fill='#fff'/>\n\
         <g xml:space='preserve' transform='translate({} 0)'>\n{edges}{boxes}</g>\n\
         <text xml:space='preserve' x='{}' y='{}'>{}</text>\n</svg>\n",
        (width - used) / 2,
        GAP.0,
        height - PADDING,
        LEGEND.0
    )
}

/// Where a box is: the middle of its upper edge, and its size.
struct Place {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

/// Every subtree has a strip of its own with its root in the middle. Parents come before their children, so widths are
/// summed up backwards and places handed out forwards.
fn lay_out(tree: &[TreeNode]) -> Vec<Place> {
    let mut places: Vec<Place> = tree.iter().map(size).collect();
    let (mut below, mut strips) = (vec![0; tree.len()], vec![0; tree.len()]);
    for (place, branch) in tree.iter().enumerate().rev() {
        strips[place] = below[place].max(places[place].width + GAP.0);
        if let Some(parent) = branch.parent {
            below[parent] += strips[place];
        }
    }
    // Where the strip of the next child begins; and rows with their heights.
    let mut free = vec![0; tree.len()];
    let (mut levels, mut rows) = (vec![0; tree.len()], vec![0; tree.len()]);
    for (place, branch) in tree.iter().enumerate() {
        let mut left = GAP.0 / 2;
        if let Some(parent) = branch.parent {
            left = free[parent];
            free[parent] += strips[place];
            levels[place] = levels[parent] + 1;
        }
        free[place] = left + (strips[place] - below[place]) / 2;
        places[place].x = left + strips[place] / 2;
        rows[levels[place]] = places[place].height.max(rows[levels[place]]);
    }
    for (place, level) in places.iter_mut().zip(levels) {
        place.y = GAP.0 + rows[..level].iter().map(|height| height + GAP.1).sum::<usize>();
    }
    places
}

fn size(branch: &TreeNode) -> Place {
    let lines = branch.board.lines().count();
    // From the first East Asian block on, letters are twice as wide.
    let columns = |line: &str| line.chars().map(|c| 1 + usize::from(c >= '\u{2e80}')).sum();
    let widest = branch.board.lines().chain(branch.mv.as_deref()).map(columns).max().unwrap_or(0);
    let rank = if branch.rank.is_some() { PADDING } else { 0 };
    Place { x: 0, y: 0, width: widest * LETTER.0 + 2 * PADDING, height: lines * LETTER.1 + PADDING + 6 + rank }
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // XML has no way to write control characters.
    text.replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(parent: Option<usize>, board: &str) -> TreeNode {
        let mv = parent.map(|_| "<a>".to_owned());
        TreeNode { parent, mv, board: board.to_owned(), answering: false, rank: Some(1), over: false, cut: false }
    }

    fn tree() -> Vec<TreeNode> {
        let wide = "a very wide board\nwith two lines";
        let parents =
            [(None, "."), (Some(0), wide), (Some(0), "&\u{7}"), (Some(1), "."), (Some(2), wide), (Some(2), ".")];
        parents.map(|(parent, board)| branch(parent, board)).to_vec()
    }

    #[test]
    fn boxes_never_overlap_and_parents_stand_above_their_children() {
        let tree = tree();
        let places = lay_out(&tree);
        for (i, a) in places.iter().enumerate() {
            assert!(a.x >= a.width / 2);
            for b in &places[..i] {
                let beside = a.x.abs_diff(b.x) >= (a.width + b.width) / 2;
                assert!(beside || a.y >= b.y + b.height || b.y >= a.y + a.height);
            }
            if let Some(parent) = tree[i].parent {
                assert!(places[parent].y + places[parent].height < a.y);
            }
        }
        assert_eq!(places[1].x, places[3].x);
    }

    #[test]
    fn text_from_a_game_cannot_break_the_picture() {
        let picture = svg(&tree());
        assert!(picture.contains("&lt;a&gt;") && picture.contains("&amp;\u{fffd}"));
        for tag in ["svg", "g", "text", "tspan", "style"] {
            let opened = picture.matches(&format!("<{tag} ")).count() + picture.matches(&format!("<{tag}>")).count();
            assert_eq!(opened, picture.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        assert!(svg(&[]).ends_with("</svg>\n"));
    }
}
