//! The top of a proof as a picture for any browser: a title, a tree of boxes with a board in each, and a legend in words.
//! The picture has a background of its own, and takes dark colours where the reader prefers them.

use super::Caption;
use super::board::{Tone, changes, columns, toned};
use super::layout::{Layout, PADDING, Place, fitted, label};
use crate::TreeNode;
use crate::text::count;

/// The space around words, and the distance of their lines.
const MARGIN: f64 = 20.0;
const WORDS: f64 = 19.0;
/// How wide a letter of the words is on average, in pixels.
const LETTER: f64 = 7.0;
/// The least width of a picture: words need it.
const LEAST: f64 = 600.0;

const STYLE: &str = "\
text{fill:#1c2430;font:13px 'DejaVu Sans','Segoe UI',Helvetica,Arial,sans-serif}\
.t{font-size:18px;font-weight:bold}.c{font-size:14px}.w{fill:#4a5563}\
.b,.v{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace}.v{font-weight:bold}\
.r{font-size:10px;fill:#4a5563}.e{fill:#98a1ab}.f{fill:#1252a3;font-weight:bold}.s{fill:#b0401a;font-weight:bold}\
.bg{fill:#fff;stroke:#d3d8de}.a{fill:#e3eefc;stroke:#2b67ad}.o{fill:#fbfaf7;stroke:#78808a}\
.z{fill:#e3f4df;stroke:#3d8536}.i{fill:none;stroke:#3d8536}.m{fill:#ffd24d}.n{fill:#ffeeb3}\
.l{fill:none;stroke:#98a1ab;stroke-width:1.3}.a,.o,.z{stroke-width:1.5}\
@media(prefers-color-scheme:dark){text{fill:#e6eaf0}.w,.r{fill:#b3bcc8}.e{fill:#6d7785}.f{fill:#8ec1ff}.s{fill:#ffa27e}\
.bg{fill:#171b21;stroke:#3a424d}.a{fill:#1b3352;stroke:#6aa7ee}.o{fill:#232830;stroke:#8f98a5}\
.z{fill:#1d3a1c;stroke:#74c26b}.i{stroke:#74c26b}.m{fill:#7a5c00}.n{fill:#4d4015}.l{stroke:#6d7785}}";

/// A picture, and how much of the tree it shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The picture.
    pub text: String,
    /// How many positions it shows.
    pub positions: usize,
    /// Whether some were left out.
    pub cut: bool,
}

/// Draws positions as an SVG picture that is at most so many pixels wide. Levels for which there is no room are left out, and
/// the picture says so.
#[must_use]
pub fn svg(tree: &[TreeNode], caption: &Caption, width: u32) -> Picture {
    let most = f64::from(width).max(LEAST);
    let layout = fitted(tree, most);
    let drawing = Drawing { layout: &layout, caption, width: layout.width.clamp(LEAST, most) };
    let (heading, top) = drawing.heading();
    let (legend, height) = drawing.legend(top + layout.height);
    let text = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' role='img'>\n\
         <title>{2}</title>\n<style>{STYLE}.b,.v{{font-size:{3}px}}</style>\n\
         <rect class='bg' x='.5' y='.5' width='{4}' height='{5}' rx='6'/>\n{heading}\
         <g xml:space='preserve' transform='translate({6} {7})'>\n{8}</g>\n{legend}</svg>\n",
        n(drawing.width),
        n(height),
        escape(&format!("{}: {}", caption.title, caption.claim)),
        layout.font,
        n(drawing.width - 1.0),
        n(height - 1.0),
        n(((drawing.width - layout.width) / 2.0).max(0.0)),
        n(top),
        drawing.tree(),
    );
    Picture { text, positions: layout.tree.len(), cut: layout.tree.iter().any(|node| node.cut) }
}

struct Drawing<'a> {
    layout: &'a Layout,
    caption: &'a Caption,
    width: f64,
}

impl Drawing<'_> {
    /// Game, claim, who is who, and how much is shown; and where they end.
    fn heading(&self) -> (String, f64) {
        let Caption { title, claim, players, .. } = self.caption;
        let shown = count(self.layout.tree.len() as u64, "position");
        let more = match (self.layout.left_out, self.layout.tree.iter().any(|node| node.cut)) {
            (0, false) => "the whole tree".to_owned(),
            (0, true) => "where there are three dots, more follow".to_owned(),
            (levels, _) => {
                let levels = count(levels as u64, "deeper level");
                format!("{levels} left out, for which the picture is not wide enough")
            }
        };
        let rows =
            [("t", title), ("c", &sentence(claim)), ("w", &sentence(players)), ("w", &format!("{shown}: {more}"))];
        let (mut text, mut y) = (String::new(), MARGIN + 10.0);
        for (class, words) in rows.into_iter().filter(|(_, words)| !words.is_empty()) {
            let letters = match class {
                "t" => 1.55 * LETTER,
                "c" => 1.1 * LETTER,
                _ => LETTER,
            };
            for line in wrapped(words, ((self.width - 2.0 * MARGIN) / letters) as usize) {
                text += &format!("<text class='{class}' x='{MARGIN}' y='{}'>{}</text>\n", n(y), escape(&line));
                y += WORDS + if class == "t" { 3.0 } else { 0.0 };
            }
        }
        (text, y - WORDS / 2.0)
    }

    fn tree(&self) -> String {
        let (mut lines, mut boxes) = (String::new(), String::new());
        for (index, (node, place)) in self.layout.tree.iter().zip(&self.layout.places).enumerate() {
            boxes += &self.outline(node, place);
            boxes += &self.board(index, place);
            boxes += &self.remarks(node, place);
            if let Some(parent) = node.parent {
                lines += &self.line(&self.layout.places[parent], place, node);
            }
        }
        lines + &boxes
    }

    /// The outline of a box tells OR nodes, AND nodes and the end apart.
    fn outline(&self, node: &TreeNode, place: &Place) -> String {
        let class = match (node.over, node.answering) {
            (true, _) => "z",
            (_, true) => "a",
            _ => "o",
        };
        let shape = match (node.over, self.caption.is_or(node)) {
            (true, _) => Shape::End,
            (_, true) => Shape::Or,
            _ => Shape::And,
        };
        shape.drawn(class, *place)
    }

    /// The board, with the last move marked.
    fn board(&self, index: usize, place: &Place) -> String {
        let (node, letter, line) = (&self.layout.tree[index], self.layout.letter(), self.layout.line());
        let (left, first) = (place.x + PADDING, place.y + PADDING + self.layout.font - 3.0);
        let (mut text, rows) = (String::new(), node.board.lines().count());
        let before = node.parent.map(|parent| self.layout.tree[parent].board.as_str());
        for mark in before.map(|before| changes(before, &node.board)).unwrap_or_default() {
            text += &format!(
                "<rect class='{}' x='{}' y='{}' width='{}' height='{}' rx='3'/>\n",
                if mark.made { "m" } else { "n" },
                n(left + mark.column as f64 * letter - 2.5),
                n(first + mark.row as f64 * line - self.layout.font + 1.0),
                n(mark.length as f64 * letter + 5.0),
                n(line),
            );
        }
        for (row, words) in node.board.lines().enumerate() {
            let parts: String = toned(words, &self.caption.signs).iter().map(toned_part).collect();
            // Whatever the font: letters stand where the marks are.
            let length = columns(words) as f64 * letter;
            // A name alone stands in the middle.
            let middle = place.x + (place.width - length) / 2.0;
            let (x, y) = (n(if rows == 1 { middle } else { left }), n(first + row as f64 * line));
            text += &format!("<text class='b' x='{x}' y='{y}' textLength='{}'>{parts}</text>\n", n(length));
        }
        text
    }

    /// What is said in the corners of a box: the end, or how far it is.
    fn remarks(&self, node: &TreeNode, place: &Place) -> String {
        let (right, bottom) = (place.x + place.width, place.y + place.height);
        let mut text = String::new();
        let over = self.caption.result(node);
        if let Some(words) = over.or_else(|| node.rank.map(|rank| format!("≤ {rank}"))) {
            let (x, y) = (n(right - 7.0), n(bottom - 6.0));
            text += &format!("<text class='r' text-anchor='end' x='{x}' y='{y}'>{}</text>\n", escape(&words));
        }
        if node.cut {
            let (dots, x, y) = match self.layout.across {
                true => ("⋯", right + 9.0, place.y + place.height / 2.0 + 4.0),
                false => ("⋮", place.x + place.width / 2.0, bottom + 13.0),
            };
            text += &format!("<text class='w' text-anchor='middle' x='{}' y='{}'>{dots}</text>\n", n(x), n(y));
        }
        text
    }

    /// The line from a box to the next one. It ends before the move that it stands for.
    fn line(&self, from: &Place, to: &Place, node: &TreeNode) -> String {
        let (center, middle) = (to.x + to.width / 2.0, to.y + to.height / 2.0);
        let mv = label(node);
        let (path, anchor, x, y) = if self.layout.across {
            let label = mv.map_or(0.0, |mv| columns(mv) as f64 * self.layout.letter() + 10.0);
            let (x0, y0, x1) = (from.x + from.width, from.y + from.height / 2.0, to.x - label);
            let half = (x0 + x1) / 2.0;
            (curve([(x0, y0), (half, y0), (half, middle), (x1, middle)]), "end", to.x - 6.0, middle + 4.0)
        } else {
            let label = if mv.is_some() { 18.0 } else { 0.0 };
            let (x0, y0, y1) = (from.x + from.width / 2.0, from.y + from.height, to.y - label);
            let half = (y0 + y1) / 2.0;
            (curve([(x0, y0), (x0, half), (center, half), (center, y1)]), "middle", center, to.y - 6.0)
        };
        let label = mv.map_or_else(String::new, |mv| {
            format!("<text class='v' text-anchor='{anchor}' x='{}' y='{}'>{}</text>\n", n(x), n(y), escape(mv))
        });
        path + &label
    }

    /// What the signs of this picture mean; and where the words end.
    fn legend(&self, top: f64) -> (String, f64) {
        let tree = &self.layout.tree;
        let (answering, other) = (("a", "o"), ("o", "a"));
        let (or, and) = if self.caption.or_answers { answering } else { other };
        let any = |wanted: &dyn Fn(&TreeNode) -> bool| tree.iter().any(wanted);
        let marked =
            |node: &TreeNode| node.parent.is_some_and(|parent| !changes(&tree[parent].board, &node.board).is_empty());
        let icon = |shape: Shape, class: &str, y: f64| {
            shape.drawn(class, Place { x: MARGIN, y: y - 12.0, width: 26.0, height: 16.0 })
        };
        let sign = |sign: &str, y: f64| {
            format!("<text x='{}' y='{}' text-anchor='middle'>{sign}</text>\n", MARGIN + 13.0, n(y))
        };
        let mark = |y: f64| {
            let (x, y) = (MARGIN + 7.0, n(y - 11.0));
            format!("<rect class='m' x='{x}' y='{y}' width='12' height='15' rx='3'/>\n")
        };
        type Icon<'i> = Box<dyn Fn(f64) -> String + 'i>;
        let rows: [(bool, Icon<'_>, String); 6] = [
            (true, Box::new(|y| icon(Shape::Or, or, y)), format!("OR node: {}", self.caption.or)),
            (true, Box::new(|y| icon(Shape::And, and, y)), format!("AND node: {}", self.caption.and)),
            (any(&|node| node.over), Box::new(|y| icon(Shape::End, "z", y)), self.caption.end.clone()),
            (any(&marked), Box::new(mark), "the last move; lighter: what else it changed".to_owned()),
            (
                any(&|node| node.rank.is_some() && !node.over),
                Box::new(|y| sign("≤ 5", y)),
                "at most 5 moves from here to the end".to_owned(),
            ),
            (
                any(&|node| node.cut),
                Box::new(|y| sign(if self.layout.across { "⋯" } else { "⋮" }, y)),
                "more positions follow, which are left out".to_owned(),
            ),
        ];
        let (mut text, mut y) = (String::new(), top + WORDS);
        for (_, icon, words) in rows.iter().filter(|(shown, ..)| *shown) {
            text += &icon(y);
            for line in wrapped(words, ((self.width - 3.0 * MARGIN - 26.0) / LETTER) as usize) {
                text += &format!("<text x='{}' y='{}'>{}</text>\n", MARGIN + 36.0, n(y), escape(&line));
                y += WORDS + 2.0;
            }
        }
        (text, y)
    }
}

/// What a box looks like.
#[derive(Clone, Copy)]
enum Shape {
    Or,
    And,
    End,
}

impl Shape {
    fn drawn(self, class: &str, Place { x, y, width, height }: Place) -> String {
        let rect = |class: &str, inset: f64, round: f64| {
            let [x, y] = [x + inset, y + inset].map(n);
            let [width, height] = [width - 2.0 * inset, height - 2.0 * inset].map(n);
            format!("<rect class='{class}' x='{x}' y='{y}' width='{width}' height='{height}' rx='{}'/>\n", n(round))
        };
        match self {
            Shape::Or => rect(class, 0.0, 11.0_f64.min(height / 2.0)),
            Shape::And => {
                let cut = 9.0_f64.min(height / 3.0);
                let [right, bottom] = [width - 2.0 * cut, height - 2.0 * cut].map(n);
                let (start, cut) = (format!("{} {}", n(x + cut), n(y)), n(cut));
                format!(
                    "<path class='{class}' d='M{start}h{right}l{cut} {cut}v{bottom}l-{cut} {cut}h-{right}l-{cut} -{cut}v-{bottom}z'/>\n"
                )
            }
            Shape::End => rect(class, 0.0, 2.0) + &rect("i", 3.0, 1.0),
        }
    }
}

fn toned_part((tone, text): &(Tone, String)) -> String {
    let text = escape(text);
    match tone {
        Tone::Plain => text,
        Tone::Empty => format!("<tspan class='e'>{text}</tspan>"),
        Tone::First => format!("<tspan class='f'>{text}</tspan>"),
        Tone::Second => format!("<tspan class='s'>{text}</tspan>"),
    }
}

/// A line through these points, which it leaves and reaches straight.
fn curve(points: [(f64, f64); 4]) -> String {
    let [a, b, c, d] = points.map(|(x, y)| format!("{} {}", n(x), n(y)));
    format!("<path class='l' d='M{a}C{b} {c} {d}'/>\n")
}

/// A text in lines of at most so many letters, broken between words.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= most => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// With a capital letter at the beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A number of pixels, to a tenth.
fn n(pixels: f64) -> String {
    let text = format!("{pixels:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

pub(super) fn escape(text: &str) -> String {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('\'', "&#39;")
        .replace('"', "&quot;");
    // XML has no way to write control characters.
    text.replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: Option<usize>, board: &str, answering: bool) -> TreeNode {
        let (mv, board) = (parent.map(|_| "<a>".to_owned()), board.to_owned());
        TreeNode { parent, mv, board, answering, rank: Some(1), over: false, winner: None, cut: false }
    }

    fn caption() -> Caption {
        Caption {
            title: "tic & toe".to_owned(),
            claim: "x wins: holds".to_owned(),
            players: "x is to move".to_owned(),
            or: "x chooses".to_owned(),
            and: "o chooses".to_owned(),
            or_answers: true,
            end: "the game is over".to_owned(),
            signs: [Some("x".to_owned()), Some("o".to_owned())],
        }
    }

    #[test]
    fn text_from_a_game_cannot_break_the_picture() {
        let tree = [node(None, "1 . &\u{7}\n.", true), node(Some(0), "1 x &\u{7}\n.", false)];
        let picture = svg(&tree, &caption(), 1200).text;
        assert!(
            picture.contains("&lt;a&gt;") && picture.contains("&amp;\u{fffd}") && picture.contains("tic &amp; toe")
        );
        for tag in ["svg", "g", "text", "tspan", "style", "title"] {
            let opened = picture.matches(&format!("<{tag} ")).count() + picture.matches(&format!("<{tag}>")).count();
            assert_eq!(opened, picture.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        assert!(svg(&[], &caption(), 1200).text.ends_with("</svg>\n"));
    }

    #[test]
    fn the_picture_says_what_its_signs_mean_and_shows_no_other() {
        let tree = [node(None, "1 . .\n2 . .", true), node(Some(0), "1 . .\n2 x .", false)];
        let picture = svg(&tree, &caption(), 1200);
        let text = &picture.text;
        for words in ["X wins: holds", "OR node: x chooses", "AND node: o chooses", "the last move", "at most 5 moves"]
        {
            assert!(text.contains(words), "{words}");
        }
        assert!(!text.contains("the game is over") && !text.contains("more positions"));
        assert_eq!(text.matches("class='m'").count(), 2, "the move and its sign in the legend");
        assert_eq!((picture.positions, picture.cut), (2, false));
    }

    #[test]
    fn or_nodes_and_nodes_and_the_end_have_different_shapes() {
        let mut tree = vec![node(None, "a", true), node(Some(0), "b", false), node(Some(1), "c", false)];
        tree[2].over = true;
        let text = svg(&tree, &caption(), 1200).text;
        // Each in the tree and in the legend.
        let shapes = ["<rect class='a'", "<path class='o'", "<rect class='z'"].map(|shape| text.matches(shape).count());
        assert_eq!(shapes, [2, 2, 2]);
        let trap = svg(&tree, &Caption { or_answers: false, ..caption() }, 1200).text;
        let shapes = ["<path class='a'", "<rect class='o'", "<rect class='z'"].map(|shape| trap.matches(shape).count());
        assert_eq!(shapes, [2, 2, 2], "in a trap the listed moves are those of AND nodes");
    }

    #[test]
    fn a_picture_is_no_wider_than_it_may_be() {
        let mut tree = vec![node(None, "root", true)];
        tree.extend((0..100).map(|_| node(Some(0), &"wide ".repeat(8), false)));
        for width in [600, 1200, 4000] {
            let text = svg(&tree, &caption(), width).text;
            let said: f64 =
                text.split("width='").nth(1).and_then(|rest| rest.split('\'').next()?.parse().ok()).unwrap();
            assert!(said <= f64::from(width));
        }
    }
}
