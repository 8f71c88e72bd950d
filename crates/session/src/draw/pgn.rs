//! The tree of a proof as a game of chess with variations, for chess programs.

use crate::proof::{ShownClaim, TreeNode};
use std::fmt::Write;

/// A line of text is about so wide at most, as the standard has it.
const WIDTH: usize = 79;

/// The top of a tree about a position (a FEN) as PGN. The main line is the one that takes longest.
#[must_use]
pub fn pgn(tree: &[TreeNode], fen: &str, claim: &ShownClaim) -> String {
    let result = match (claim.kind.as_str(), claim.holds, claim.at_least, claim.player.as_str()) {
        ("strategy", true, 1, "first") => "1-0",
        ("strategy", true, 1, _) => "0-1",
        _ => "*",
    };
    let mut children = vec![Vec::new(); tree.len()];
    for (place, node) in tree.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(place);
        }
    }
    let second = fen.split_whitespace().nth(1) == Some("b");
    let mut words = Vec::new();
    Writer { tree, children, second }.write(0, 0, true, &mut words);
    words.push(result.to_owned());
    let shown = format!("{}: {}", claim.words, if claim.holds { "holds" } else { "does not hold" });
    let mut text = String::new();
    for (name, value) in [
        ("Event", shown.as_str()),
        ("Site", "provenum"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", result),
        ("SetUp", "1"),
        ("FEN", &format!("{fen} 0 1")),
    ] {
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += word.len();
        text += &word;
    }
    text + "\n"
}

struct Writer<'t> {
    tree: &'t [TreeNode],
    children: Vec<Vec<usize>>,
    /// Whether Black moves first.
    second: bool,
}

impl Writer<'_> {
    /// Writes what follows a position that is so many moves away from the root; `fresh` says that a number must come first.
    fn write(&self, from: usize, depth: usize, fresh: bool, words: &mut Vec<String>) {
        let mut order = self.children[from].clone();
        // The reply that holds out longest is the main line.
        order.sort_by_key(|&child| std::cmp::Reverse(self.delay(child)));
        let Some((&main, others)) = order.split_first() else {
            if self.tree[from].cut {
                words.push("{...}".to_owned());
            }
            return;
        };
        self.write_move(main, depth, fresh, words);
        for &other in others {
            let mut variation = Vec::new();
            self.write_move(other, depth, true, &mut variation);
            self.write(other, depth + 1, false, &mut variation);
            if let Some(first) = variation.first_mut() {
                first.insert(0, '(');
            }
            if let Some(last) = variation.last_mut() {
                last.push(')');
            }
            words.append(&mut variation);
        }
        if self.tree[from].cut {
            words.push("{...}".to_owned());
        }
        self.write(main, depth + 1, !others.is_empty(), words);
    }

    /// How long a line goes on: an end of the game is the shortest.
    fn delay(&self, place: usize) -> (bool, u32) {
        (!self.tree[place].over, self.tree[place].rank.unwrap_or(0))
    }

    fn write_move(&self, place: usize, depth: usize, fresh: bool, words: &mut Vec<String>) {
        let ply = depth + usize::from(self.second);
        let number = ply / 2 + 1;
        match (ply.is_multiple_of(2), fresh) {
            (true, _) => words.push(format!("{number}.")),
            (false, true) => words.push(format!("{number}...")),
            (false, false) => {}
        }
        words.extend(self.tree[place].mv.clone());
    }
}
