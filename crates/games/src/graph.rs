//! An AND/OR graph that is typed in: a figure of a paper, or a problem of one's own.
//!
//! # The format
//!
//! A text is a list of statements, separated by line breaks or `;`. A `#` starts a comment that runs to the end of its
//! line. Words are separated by white space.
//!
//! ```text
//! A or B C         # A is an OR node: one proven successor proves it
//! B and D E        # B is an AND node: all successors must be proven
//! C disproven      # a leaf that is settled
//! D proven
//! E unknown 1 2    # a leaf of which nothing will be known, with its proof and disproof number
//! root A           # where to start; without it, the first node that is defined
//! ```
//!
//! - A name is any word without `;` and `#`, other than `root`.
//! - Every node that is named must be defined, once, in any order.
//! - An OR or AND node has at least one successor and names none twice. Cycles are allowed, and kinds need not alternate.
//! - The numbers of an unknown leaf are 1 to 1,000,000, and 1 and 1 when they are left out.
//!
//! # The game
//!
//! The first player moves at OR nodes, the second at AND nodes. A proven leaf is a win of the first player, a disproven
//! one a loss, and so is going round for ever: **a cycle never helps OR**. An unknown leaf has neither a result nor moves.
//! The question is always whether the first player wins, that is, whether the node is proven.

mod outline;
mod text;

use crate::mix::mix;
use provenum_game::{
    Asks, Estimate, Game, GameInfo, Hints, InputError, Kind, Notation, Outcome, Parameters, Player, Repetition,
    Valuation, Values, Word,
};

/// A node of a [`Graph`]: its number in the order of the definitions. As a move, it is the node that the move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Node(u32);

impl Node {
    pub(crate) fn new(number: usize) -> Node {
        debug_assert!(number <= MOST_NODES);
        Node(number as u32)
    }

    /// Its number, counted from 0.
    #[must_use]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

impl Word for Node {
    #[inline]
    fn to_word(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_word(word: u32) -> Node {
        Node(word)
    }
}

/// The most nodes of a graph.
const MOST_NODES: usize = 10_000_000;

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Or,
    And,
    Proven,
    Disproven,
    Unknown(Estimate),
}

/// What nodes are called.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Names {
    /// As someone chose.
    Given(Vec<Box<str>>),
    /// `n0`, `n1` and so on, which takes no memory.
    Numbered,
}

/// An AND/OR graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    contents: Vec<Content>,
    /// The successors of all nodes, one node's after the other's.
    targets: Vec<Node>,
    /// Where each node's successors end.
    ends: Vec<usize>,
    names: Names,
}

impl Graph {
    /// A graph without nodes, whose nodes will be called `n0`, `n1` and so on.
    pub(crate) fn numbered() -> Graph {
        Graph { contents: Vec::new(), targets: Vec::new(), ends: Vec::new(), names: Names::Numbered }
    }

    /// A graph without nodes, whose nodes will have these names.
    fn named(names: Vec<Box<str>>) -> Graph {
        Graph { names: Names::Given(names), ..Graph::numbered() }
    }

    /// Adds the next node. Its successors may come later.
    pub(crate) fn push(&mut self, content: Content, successors: impl IntoIterator<Item = Node>) {
        self.contents.push(content);
        self.targets.extend(successors);
        self.ends.push(self.targets.len());
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.contents.len()
    }

    /// Whether there are no nodes; a graph that was read has at least one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.contents.is_empty()
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.len()).map(Node::new)
    }

    /// The nodes that a node's moves lead to.
    #[inline]
    #[must_use]
    pub fn successors_of(&self, node: Node) -> &[Node] {
        let start = node.number().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.targets[start..self.ends[node.number()]]
    }

    /// What a node is called.
    #[must_use]
    pub fn name(&self, node: Node) -> String {
        match &self.names {
            Names::Given(names) => names[node.number()].to_string(),
            Names::Numbered => format!("n{}", node.0),
        }
    }

    #[inline]
    pub(crate) fn content(&self, node: Node) -> Content {
        self.contents[node.number()]
    }
}

impl Game for Graph {
    type Position = Node;
    type Move = Node;

    fn values(&self) -> Values {
        Values::WinLoss
    }

    fn repetition(&self) -> Repetition {
        Repetition::Worth(Outcome(-1))
    }

    /// The second player moves at AND nodes; it does not matter who would move at a leaf.
    #[inline]
    fn to_move(&self, node: &Node) -> Player {
        if self.content(*node) == Content::And { Player::Second } else { Player::First }
    }

    #[inline]
    fn outcome(&self, node: &Node) -> Option<Outcome> {
        match self.content(*node) {
            Content::Proven => Some(Outcome(1)),
            Content::Disproven => Some(Outcome(-1)),
            Content::Or | Content::And | Content::Unknown(_) => None,
        }
    }

    #[inline]
    fn moves(&self, node: &Node, out: &mut Vec<Node>) {
        out.extend_from_slice(self.successors_of(*node));
    }

    #[inline]
    fn play(&self, _node: &Node, target: Node) -> Node {
        target
    }

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        // The mix of 0 is 0: counting from 1 leaves that key to nobody.
        mix(u64::from(node.0) + 1)
    }

    fn encode(&self, node: &Node, out: &mut Vec<u8>) {
        out.extend_from_slice(&node.0.to_be_bytes());
    }

    fn decode(&self, code: &[u8]) -> Option<Node> {
        let node = Node(u32::from_be_bytes(code.try_into().ok()?));
        (node.number() < self.len()).then_some(node)
    }

    #[inline]
    fn successors(&self, node: &Node, emit: &mut impl FnMut(Node, Option<Outcome>, u64)) {
        for target in self.successors_of(*node) {
            emit(*target, self.outcome(target), self.key(target));
        }
    }
}

impl Hints<Node, Node> for Graph {
    #[inline]
    fn has_estimates(&self) -> bool {
        true
    }

    #[inline]
    fn estimate(&self, node: &Node, kind: Kind) -> Estimate {
        match (self.content(*node), kind) {
            // The first player would move at a leaf.
            (Content::Unknown(numbers), Kind::Or) => numbers,
            (Content::Unknown(Estimate { proof, disproof }), Kind::And) => {
                Estimate { proof: disproof, disproof: proof }
            }
            _ => Estimate::UNIT,
        }
    }
}

impl Valuation<Node, Node> for Graph {}

impl Notation for Graph {
    const INFO: GameInfo = GameInfo {
        name: "graph",
        summary: "an AND/OR graph that is typed in; the question is whether its root is proven",
        position: "statements between `;` or line breaks: A or B C; B and D E; D proven; F disproven; E unknown 1 2; root A",
        example: "A or B C; B and D E; C disproven; D proven; E or F; F proven",
        parameters: &[],
        asks: Asks::RootProven,
        lengths: false,
        in_file: true,
    };

    fn set_up(_parameters: &Parameters, text: Option<&str>) -> Result<(Self, Node), InputError> {
        text::read(text.unwrap_or_default())
    }

    fn parameters(&self) -> Parameters {
        Parameters::new()
    }

    fn format_position(&self, node: &Node) -> String {
        text::write(self, *node)
    }

    fn parse_move(&self, node: &Node, name: &str) -> Result<Node, InputError> {
        let successors = self.successors_of(*node);
        let found = successors.iter().copied().find(|&target| self.name(target) == name);
        found.ok_or_else(|| {
            let problem = format!("{} has no such successor", self.name(*node));
            let accepted: Vec<_> = successors.iter().take(10).map(|&target| self.name(target)).collect();
            let more = if successors.len() > accepted.len() { ", …" } else { "" };
            let expected = if accepted.is_empty() { "no move".to_owned() } else { accepted.join(", ") + more };
            InputError::mv(name, problem, expected)
        })
    }

    fn format_move(&self, _node: &Node, target: Node) -> String {
        self.name(target)
    }

    fn draw(&self, node: &Node) -> String {
        outline::draw(self, *node)
    }

    fn claimant(&self, _node: &Node) -> Player {
        Player::First
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_have_their_results_and_numbers() {
        let (graph, root) = text::read("A or B C D; B proven; C disproven; D unknown 3 4").unwrap();
        let leaves = graph.successors_of(root);
        let outcomes: Vec<_> = leaves.iter().map(|leaf| graph.outcome(leaf)).collect();
        assert_eq!(outcomes, [Some(Outcome(1)), Some(Outcome(-1)), None]);
        assert_eq!(graph.estimate(&leaves[2], Kind::Or), Estimate { proof: 3, disproof: 4 });
        assert_eq!(graph.estimate(&leaves[2], Kind::And), Estimate { proof: 4, disproof: 3 });
        assert_eq!(graph.estimate(&root, Kind::Or), Estimate::UNIT);
        assert!(graph.successors_of(leaves[2]).is_empty());
    }

    #[test]
    fn the_claim_is_the_first_players_wherever_one_stands() {
        let (graph, root) = text::read("A and B; B proven").unwrap();
        assert_eq!(graph.to_move(&root), Player::Second);
        assert_eq!(graph.claimant(&root), Player::First);
    }

    #[test]
    fn a_wrong_move_is_told_the_right_ones() {
        let (graph, root) = text::read("A or B C; B proven; C proven").unwrap();
        assert_eq!(graph.parse_move(&root, "C"), Ok(Node(2)));
        let error = graph.parse_move(&root, "A").unwrap_err().to_string();
        assert_eq!(error, "move \"A\": A has no such successor; expected B, C");
    }
}
