//! A uniform tree: every node has the same number of moves, and every line of play the same length. Its values grow from a
//! seed, the same on every platform. Experiments with searches are made on such trees.
//!
//! A position is the recipe of its tree and the moves made so far, every part optional:
//!
//! | part | default | meaning |
//! |---|---|---|
//! | `seed=7` | 1 | which of all such trees |
//! | `branching=4` | 3 | moves at each node (1 to 64) |
//! | `depth=6` | 4 | moves to the end (0 to 20) |
//! | `values=100` | 100 | results are from -100 to 100 (1 to 100,000) |
//! | `order=0.6` | none | how well moves are ordered |
//! | `path=2.0.1` | | the moves made so far |
//!
//! With `order=none`, the results at the leaves are drawn independently of each other. With a number p, the values of the
//! inner nodes are drawn from the root down: one move keeps the value, and the others are worse for the mover, by as much as
//! is drawn. With probability p the one is the first, and else it is any. So `order=1` is a tree whose best move always
//! comes first.

use crate::mix::mix;
use crate::text::{count, parts};
use provenum_game::{
    Asks, CELL, Cell, Diagram, Footprint, Game, GameInfo, Hints, InputError, Look, Notation, Outcome, Parameters,
    Piece, Player, Repetition, Shape, Valuation, Values,
};
use std::fmt;

const PARTS: &str = "seed, branching, depth, values, order or path, each followed by = and a value";
const MOST_BRANCHING: u32 = 64;
const MOST_DEPTH: u32 = 20;
/// Bits that a move takes in a path.
const BITS: u32 = 6;

/// What a uniform tree is grown from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Uniform {
    seed: u64,
    branching: u32,
    depth: u32,
    values: i32,
    /// How often the best move comes first; none for independent leaves.
    order: Option<f64>,
}

/// A node of a uniform tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The moves made so far, the last one lowest.
    path: u128,
    depth: u32,
    /// Random bits that belong to the node.
    word: u64,
    /// What the node is worth to the first player; 0 in trees whose leaves are independent.
    value: i32,
}

impl Node {
    fn mover(self) -> Player {
        Player::BOTH[self.depth as usize % 2]
    }
}

/// A number from 0 up to `most`.
fn draw(word: u64, most: u32) -> i32 {
    ((u128::from(mix(word)) * (u128::from(most) + 1)) >> 64) as i32
}

impl Uniform {
    /// The root.
    #[must_use]
    pub fn root(&self) -> Node {
        let word = mix(self.seed ^ 0x0075_6e69_666f_726d);
        let value = if self.order.is_some() { self.any_value(word) } else { 0 };
        Node { path: 0, depth: 0, word, value }
    }

    /// What the root is worth in a tree that grew from the root down.
    #[must_use]
    pub fn known_value(&self) -> Option<i32> {
        self.order.map(|_| self.root().value)
    }

    fn any_value(&self, word: u64) -> i32 {
        draw(word ^ 1, 2 * self.values as u32) - self.values
    }

    /// The place of the best move of a node.
    fn best_place(&self, node: &Node, order: f64) -> u32 {
        let certain = (mix(node.word ^ 2) >> 11) as f64 / (1u64 << 53) as f64;
        if certain < order { 0 } else { draw(node.word ^ 3, self.branching - 1) as u32 }
    }

    fn child(&self, node: &Node, mv: u8) -> Node {
        let word = mix(node.word.wrapping_add(u64::from(mv) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let value = match self.order {
            None => 0,
            Some(order) if u32::from(mv) == self.best_place(node, order) => node.value,
            Some(_) => {
                // Worse by up to a quarter of all values, and no worse than the worst.
                let loss = draw(word ^ 4, self.values as u32 / 2);
                let value = Outcome(node.value).worth(node.mover()) - loss;
                Outcome::new(node.mover(), value.max(-self.values)).0
            }
        };
        Node { path: node.path << BITS | u128::from(mv), depth: node.depth + 1, word, value }
    }

    fn moves_of(node: &Node) -> impl Iterator<Item = u8> {
        let (path, depth) = (node.path, node.depth);
        (0..depth).rev().map(move |level| (path >> (level * BITS)) as u8 & ((1 << BITS) - 1))
    }

    fn follow(&self, path: impl IntoIterator<Item = u8>) -> Node {
        path.into_iter().fold(self.root(), |node, mv| self.child(&node, mv))
    }

    fn read(text: &str) -> Result<(Uniform, Node), InputError> {
        let mut tree = Uniform { seed: 1, branching: 3, depth: 4, values: 100, order: None };
        let mut path = None;
        for part in parts(text, PARTS)? {
            match part.name {
                "seed" => tree.seed = part.within(0..=u64::MAX)?,
                "branching" => tree.branching = part.within(1..=MOST_BRANCHING)?,
                "depth" => tree.depth = part.within(0..=MOST_DEPTH)?,
                "values" => tree.values = part.within(1..=100_000)?,
                "order" if part.value == "none" => tree.order = None,
                "order" => {
                    let expected = |_| part.error("none, or a number from 0 to 1".to_owned());
                    tree.order = Some(part.within(0.0..=1.0).map_err(expected)?);
                }
                "path" => path = Some(part),
                name => {
                    let problem = format!("there is no part {:?}", provenum_game::shorten(name));
                    return Err(InputError::at(part.column, problem, PARTS));
                }
            }
        }
        let Some(part) = path else { return Ok((tree, tree.root())) };
        let legal = |mv: &str| mv.parse().ok().filter(|&mv| u32::from(mv) < tree.branching);
        let moves: Option<Vec<u8>> = part.value.split('.').take(MOST_DEPTH as usize + 1).map(legal).collect();
        match moves.filter(|moves| moves.len() <= tree.depth as usize) {
            Some(moves) => Ok((tree, tree.follow(moves))),
            None => {
                let Uniform { branching, depth, .. } = tree;
                Err(part
                    .error(format!("at most {} below {branching}, separated by dots", count(depth as usize, "number"))))
            }
        }
    }
}

impl fmt::Display for Uniform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Uniform { seed, branching, depth, values, order } = self;
        let order = order.map_or("none".to_owned(), |order| order.to_string());
        write!(f, "seed={seed} branching={branching} depth={depth} values={values} order={order}")
    }
}

impl Game for Uniform {
    type Position = Node;
    /// The move's place, counted from 0.
    type Move = u8;

    fn values(&self) -> Values {
        Values::Score { min: -self.values, max: self.values, step: 1 }
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    #[inline]
    fn to_move(&self, node: &Node) -> Player {
        node.mover()
    }

    #[inline]
    fn outcome(&self, node: &Node) -> Option<Outcome> {
        let value = || if self.order.is_some() { node.value } else { self.any_value(node.word) };
        (node.depth == self.depth).then(|| Outcome(value()))
    }

    fn moves(&self, _node: &Node, out: &mut Vec<u8>) {
        out.extend(0..self.branching as u8);
    }

    #[inline]
    fn play(&self, node: &Node, mv: u8) -> Node {
        self.child(node, mv)
    }

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        node.word
    }

    fn encode(&self, node: &Node, out: &mut Vec<u8>) {
        out.push(node.depth as u8);
        out.extend(Uniform::moves_of(node));
    }

    fn decode(&self, code: &[u8]) -> Option<Node> {
        let (&depth, moves) = code.split_first()?;
        let fits = moves.len() == usize::from(depth) && u32::from(depth) <= self.depth;
        let possible = fits && moves.iter().all(|&mv| u32::from(mv) < self.branching);
        possible.then(|| self.follow(moves.iter().copied()))
    }
}

impl Hints<Node, u8> for Uniform {}

impl Valuation<Node, u8> for Uniform {}

impl Notation for Uniform {
    const INFO: GameInfo = GameInfo {
        name: "uniform",
        summary: "a tree with the same branching and depth everywhere, and values grown from a seed",
        position: "a recipe with optional parts: seed=7 branching=4 depth=6 values=100 order=0.6 path=2.0.1",
        example: "seed=7 branching=3 depth=4 values=100 order=0.6",
        parameters: &[],
        asks: Asks::Value,
        lengths: false,
        in_file: false,
    };

    fn set_up(_parameters: &Parameters, text: Option<&str>) -> Result<(Self, Node), InputError> {
        Uniform::read(text.unwrap_or_default())
    }

    fn parameters(&self) -> Parameters {
        Parameters::new()
    }

    fn format_position(&self, node: &Node) -> String {
        let moves: Vec<String> = Uniform::moves_of(node).map(|mv| mv.to_string()).collect();
        if moves.is_empty() { self.to_string() } else { format!("{self} path={}", moves.join(".")) }
    }

    fn parse_move(&self, node: &Node, text: &str) -> Result<u8, InputError> {
        let mv = text.parse().ok().filter(|&mv| u32::from(mv) < self.branching && self.outcome(node).is_none());
        let expected = || match self.outcome(node) {
            None => format!("a number below {}", self.branching),
            Some(_) => "no further moves".to_owned(),
        };
        mv.ok_or_else(|| InputError::mv(text, "there is no such move", expected()))
    }

    fn format_move(&self, _node: &Node, mv: u8) -> String {
        mv.to_string()
    }

    fn draw(&self, node: &Node) -> String {
        let left = self.depth - node.depth;
        match self.outcome(node) {
            Some(Outcome(value)) => format!("a leaf worth {value} to the first player"),
            None => {
                let (moves, left) = (count(self.branching as usize, "move"), count(left as usize, "move"));
                format!("{moves} here and at each node below, {left} to the end")
            }
        }
    }

    fn diagram(&self, node: &Node) -> Diagram {
        let cell = |name: String, at: (i32, i32), node: &Node| {
            let (shape, owner, sign) = match (self.outcome(node), node.mover()) {
                (Some(Outcome(value)), _) => (Shape::Leaf, None, value.to_string()),
                (None, Player::First) => (Shape::Or, None, "max".to_owned()),
                (None, Player::Second) => (Shape::And, None, "min".to_owned()),
            };
            let spoken = sign.clone();
            Cell { name, at, shape, piece: Some(Piece { owner, look: Look::Sign, sign, spoken }) }
        };
        let mut cells = vec![cell("here".to_owned(), (0, 0), node)];
        if self.outcome(node).is_none() {
            let row = 8.min(self.branching) as i32;
            for mv in 0..self.branching as u8 {
                let (x, y) = (i32::from(mv) % row, i32::from(mv) / row);
                let at = ((2 * x - row + 1) * CELL * 3 / 5, (y + 1) * CELL * 3 / 2);
                cells.push(cell(mv.to_string(), at, &self.play(node, mv)));
            }
        }
        let links = cells.iter().skip(1).filter(|cell| cell.at.1 == CELL * 3 / 2).map(|cell| [(0, 0), cell.at]);
        Diagram { links: links.collect(), cells, ..Diagram::default() }
    }

    fn footprint(&self, _node: &Node, mv: u8) -> Footprint {
        Footprint::to(mv.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimax(tree: &Uniform, node: &Node) -> i32 {
        if let Some(Outcome(value)) = tree.outcome(node) {
            return value;
        }
        let values = (0..tree.branching as u8).map(|mv| minimax(tree, &tree.play(node, mv)));
        let best = match node.mover() {
            Player::First => values.max(),
            Player::Second => values.min(),
        };
        best.unwrap()
    }

    #[test]
    fn a_tree_that_grew_from_the_root_has_the_value_it_grew_from() {
        for seed in 0..200 {
            let text = format!("seed={seed} branching={} depth={} order=0.{}", 1 + seed % 5, seed % 6, seed % 10);
            let (tree, root) = Uniform::read(&text).unwrap();
            assert_eq!(Some(minimax(&tree, &root)), tree.known_value(), "{text}");
        }
    }

    #[test]
    fn with_order_1_the_first_move_is_best() {
        for seed in 0..50 {
            let (tree, root) = Uniform::read(&format!("seed={seed} branching=4 depth=4 order=1")).unwrap();
            assert_eq!(minimax(&tree, &tree.play(&root, 0)), minimax(&tree, &root));
        }
    }

    #[test]
    fn errors_say_what_where_and_what_else() {
        for (text, message) in [
            ("depth", "position, column 1: \"depth\" has no =; expected seed, "),
            ("depth=21", "position, column 1: depth cannot be \"21\"; expected a number from 0 to 20"),
            ("seed=1 order=2", "position, column 8: order cannot be \"2\"; expected none, or a number from 0 to 1"),
            (
                "depth=1 path=0.0",
                "position, column 9: path cannot be \"0.0\"; expected at most 1 number below 3, separated",
            ),
            ("seed=1 size=3", "position, column 8: there is no part \"size\"; expected seed, "),
        ] {
            let error = Uniform::read(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
