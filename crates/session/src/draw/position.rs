//! A position as an SVG picture, from the diagram that its game gives. One renderer for pages, files and notebooks.

use super::svg::escape;
use provenum_game::{CELL, Cell, Diagram, Look, Piece, Shape};

/// How a picture is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionStyle {
    /// Seen from the other side, if the board can be turned.
    pub turned: bool,
    /// With its colours in it. A page has them in its own style sheet.
    pub alone: bool,
}

/// The colours of pictures of positions, as a style sheet.
pub const POSITION_STYLE: &str = "\
.pv text{fill:#1c2430;font-family:'DejaVu Sans','Noto Sans CJK JP','Segoe UI',Helvetica,Arial,sans-serif;\
text-anchor:middle;dominant-baseline:central}\
.pv .ground{fill:#fbfaf7}.pv .sq{fill:#ead9b5;stroke:#8a6d3b;stroke-width:2}.pv .dark{fill:#c9a66b}\
.pv .hole{fill:#2b67ad}.pv .inner{fill:#fbfaf7}.pv .pit{fill:#d8b98a;stroke:#8a6d3b;stroke-width:3}\
.pv .hand{fill:#f1ead9;stroke:#b9a77f;stroke-width:2}.pv .or,.pv .and,.pv .leaf{fill:#eef2f7;stroke:#4a5563;stroke-width:3}\
.pv .link{stroke:#98a1ab;stroke-width:3}.pv .p0{fill:#1c2430;stroke:#000;stroke-width:3}\
.pv .p1{fill:#fff;stroke:#4a5563;stroke-width:5}.pv .p2{fill:#b0401a;stroke:#7a2a10;stroke-width:3}\
.pv .p3{fill:#3d8536;stroke:#24551f;stroke-width:3}.pv .on0,.pv .on2,.pv .on3{fill:#fff}\
.pv .hole+.inner+.p0{fill:#c62f2f;stroke:#7d1414}.pv .hole+.inner+.p1{fill:#f5c518;stroke:#8a6d00}\
.pv .tile{fill:#f7e2b0;stroke:#6d5325;stroke-width:3}.pv .small{font-size:34px}.pv .label{font-size:34px;fill:#4a5563}\
.pv .words{text-anchor:start}.pv .proven{fill:#cfeac9}.pv .disproven{fill:#f6cfc2}";
const DARK: &str = "@media(prefers-color-scheme:dark){.pv .ground{fill:#171b21}.pv .label{fill:#b3bcc8}}";

/// Draws a position.
#[must_use]
pub fn position_svg(diagram: &Diagram, look: PositionStyle) -> String {
    let turned = look.turned && diagram.turns;
    let (low, high) = extent(diagram);
    let place = |(x, y): (i32, i32)| if turned { (low.0 + high.0 - x, low.1 + high.1 - y) } else { (x, y) };
    let (width, height) = (high.0 - low.0, high.1 - low.1);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pv\" viewBox=\"{} {} {width} {height}\" width=\"{}\" height=\"{}\">",
        low.0,
        low.1,
        width * 3 / 5,
        height * 3 / 5
    );
    if look.alone {
        text += &format!("<style>{POSITION_STYLE}{DARK}</style>");
    }
    text += &format!("<rect class=\"ground\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\"/>", low.0, low.1);
    for [from, to] in &diagram.links {
        let ((a, b), (c, d)) = (place(*from), place(*to));
        text += &format!("<line class=\"link\" x1=\"{a}\" y1=\"{b}\" x2=\"{c}\" y2=\"{d}\"/>");
    }
    for cell in &diagram.cells {
        text += &drawn(cell, place(cell.at), turned);
    }
    let words_only = diagram.cells.is_empty();
    for label in &diagram.labels {
        let ((x, y), class) = (place(label.at), if words_only { "label words" } else { "label" });
        text += &format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(&label.text));
    }
    text + "</svg>"
}

/// The corners of all that is drawn, with a margin.
fn extent(diagram: &Diagram) -> ((i32, i32), (i32, i32)) {
    let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    let mut add = |(x, y): (i32, i32), half: (i32, i32)| {
        (low.0, low.1) = (low.0.min(x - half.0), low.1.min(y - half.1));
        (high.0, high.1) = (high.0.max(x + half.0), high.1.max(y + half.1));
    };
    for cell in &diagram.cells {
        let height = if let Shape::Pit(height) = cell.shape { height } else { CELL };
        add(cell.at, (CELL / 2, height / 2));
    }
    for label in &diagram.labels {
        let words = label.text.chars().count() as i32 * 21;
        if diagram.cells.is_empty() {
            add((label.at.0 + words / 2, label.at.1), (words / 2, CELL / 4));
        } else {
            add(label.at, (CELL / 4, CELL / 4));
        }
    }
    if low.0 > high.0 { ((0, 0), (CELL, CELL)) } else { ((low.0 - 12, low.1 - 12), (high.0 + 12, high.1 + 12)) }
}

/// A cell as a group that a page can find: its name, its middle, and words for those who listen.
fn drawn(cell: &Cell, (x, y): (i32, i32), turned: bool) -> String {
    let half = CELL / 2;
    let shape = match cell.shape {
        Shape::Square => square("sq", x, y),
        Shape::DarkSquare => square("sq dark", x, y),
        Shape::Hand => square("hand", x, y),
        Shape::Hole => {
            let plate = format!(
                "<rect class=\"hole\" x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\"/>",
                x - half,
                y - half
            );
            plate + &format!("<circle class=\"inner\" cx=\"{x}\" cy=\"{y}\" r=\"40\"/>")
        }
        Shape::Hexagon => {
            let corners = [(0, -58), (50, -29), (50, 29), (0, 58), (-50, 29), (-50, -29)];
            let points: Vec<String> = corners.iter().map(|(a, b)| format!("{},{}", x + a, y + b)).collect();
            format!("<polygon class=\"sq\" points=\"{}\"/>", points.join(" "))
        }
        Shape::Pit(height) => format!(
            "<rect class=\"pit\" x=\"{}\" y=\"{}\" width=\"90\" height=\"{}\" rx=\"44\"/>",
            x - 45,
            y - height / 2 + 5,
            height - 10
        ),
        Shape::Or => format!("<circle class=\"or\" cx=\"{x}\" cy=\"{y}\" r=\"46\"/>"),
        Shape::And => format!("<rect class=\"and\" x=\"{}\" y=\"{}\" width=\"88\" height=\"88\"/>", x - 44, y - 44),
        Shape::Leaf => {
            let class = match cell.piece.as_ref().and_then(|piece| piece.owner) {
                Some(0) => "leaf proven",
                Some(_) => "leaf disproven",
                None => "leaf",
            };
            format!("<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"92\" height=\"60\" rx=\"28\"/>", x - 46, y - 30)
        }
    };
    let spoken = cell.piece.as_ref().map_or("empty", |piece| piece.spoken.as_str());
    let piece = cell.piece.as_ref().map(|piece| drawn_piece(piece, (x, y), turned)).unwrap_or_default();
    format!(
        "<g class=\"cell\" data-cell=\"{0}\" data-x=\"{x}\" data-y=\"{y}\" aria-label=\"{0}: {1}\">{shape}{piece}</g>",
        escape(&cell.name),
        escape(spoken)
    )
}

fn square(class: &str, x: i32, y: i32) -> String {
    format!(
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\"/>",
        x - CELL / 2,
        y - CELL / 2
    )
}

fn drawn_piece(piece: &Piece, (x, y): (i32, i32), turned: bool) -> String {
    let owner = piece.owner.unwrap_or(0).min(3);
    let size = match piece.sign.chars().count() {
        // A figure fills its square; letters and numbers do not.
        1..=2 if piece.look == Look::Sign && !piece.sign.is_ascii() => 80,
        0..=2 => 50,
        3..=4 => 34,
        _ => 24,
    };
    let sign = |class: &str| match piece.sign.as_str() {
        "" => String::new(),
        sign => format!(
            "<text aria-hidden=\"true\" class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>",
            escape(sign)
        ),
    };
    match piece.look {
        Look::Stone => {
            format!("<circle class=\"p{owner}\" cx=\"{x}\" cy=\"{y}\" r=\"40\"/>{}", sign(&format!("on{owner}")))
        }
        Look::Tile => {
            let corners = [(0, -44), (32, -30), (40, 42), (-40, 42), (-32, -30)];
            let points: Vec<String> = corners.iter().map(|(a, b)| format!("{},{}", x + a, y + b)).collect();
            let round = if (owner == 1) == turned { "" } else { &format!(" transform=\"rotate(180 {x} {y})\"") };
            format!("<g{round}><polygon class=\"tile\" points=\"{}\"/>{}</g>", points.join(" "), sign("on"))
        }
        Look::Sign => sign("on"),
    }
}
