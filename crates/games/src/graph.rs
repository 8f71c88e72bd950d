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
//! Three more statements are **notes**: they help a search to find its way, and change neither the rules nor a proof. A
//! search may believe them while it searches; what it answers it proves without them.
//!
//! ```text
//! cost A B 2 1                    # the step from A to B costs 2 in proof and 1 in disproof numbers
//! alike B C                       # steps to these nodes are alike wherever they are siblings
//! known B proven by D within 3    # what is known of an inner node before the end
//! known C disproven
//! ```
//!
//! - A statement that begins with `cost`, `alike` or `known` is a note, unless its second word is `or`, `and`, `proven`,
//!   `disproven` or `unknown`: then it defines a node of that name.
//! - What a step costs ([`Hints::cost`]) is 0 to 1,000,000 each, and is said once.
//! - `alike` names two nodes or more, each of them in one such statement ([`Hints::similar`]).
//! - What is known ([`Hints::known`]) is said once of each node, which is no leaf. `by` names a successor that keeps it;
//!   `within` says how many steps it is to the end at most, and is for what is proven. Both may be left out.
//!
//! # The game
//!
//! The first player moves at OR nodes, the second at AND nodes. A proven leaf is a win of the first player, a disproven
//! one a loss, and so is going round for ever: **a cycle never helps OR**. An unknown leaf has neither a result nor moves.
//! The question is always whether the first player wins, that is, whether the node is proven.

mod notes;
mod outline;
mod text;

use self::notes::Notes;
use crate::mix::mix;
use provenum_game::{
    Asks, Diagram, Estimate, Footprint, Game, GameInfo, Hints, InputError, Kind, Known, Notation, Outcome, Parameters,
    Player, Repetition, Valuation, Values, Word, shorten,
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
    /// Whether play can go round; until it is known that it cannot, it may.
    cyclic: bool,
    /// What helps to search it, if anything is noted.
    notes: Option<Box<Notes>>,
}

impl Graph {
    /// A graph without nodes, whose nodes will be called `n0`, `n1` and so on.
    pub(crate) fn numbered() -> Graph {
        Graph {
            contents: Vec::new(),
            targets: Vec::new(),
            ends: Vec::new(),
            names: Names::Numbered,
            cyclic: true,
            notes: None,
        }
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

    /// The graph when all its nodes are there: now it is known whether it has a cycle.
    pub(crate) fn complete(self) -> Graph {
        let mut before = vec![0u32; self.len()];
        self.targets.iter().for_each(|target| before[target.number()] += 1);
        // Takes nodes away to which no edge is left, as long as there are any.
        let mut free: Vec<Node> = self.nodes().filter(|node| before[node.number()] == 0).collect();
        let mut taken = 0;
        while let Some(node) = free.pop() {
            taken += 1;
            for &target in self.successors_of(node) {
                before[target.number()] -= 1;
                if before[target.number()] == 0 {
                    free.push(target);
                }
            }
        }
        Graph { cyclic: taken < self.len(), ..self }
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

    /// Some of a node's successors, for a message; none if there are none.
    fn successor_names(&self, node: Node) -> Option<String> {
        const MOST: usize = 10;
        let successors = self.successors_of(node);
        let names: Vec<_> = successors.iter().take(MOST).map(|&target| shorten(&self.name(target))).collect();
        let more = if successors.len() > MOST { ", …" } else { "" };
        (!names.is_empty()).then(|| names.join(", ") + more)
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
        if self.cyclic { Repetition::Worth(Outcome(-1)) } else { Repetition::Impossible }
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

    fn known_from(&self) -> Option<String> {
        self.notes.as_ref()?.known_from()
    }

    #[inline]
    fn known(&self, node: &Node) -> Option<Known<Node>> {
        self.notes.as_ref()?.known(*node)
    }

    #[inline]
    fn cost(&self, node: &Node, target: Node, kind: Kind) -> Estimate {
        let Some(notes) = &self.notes else { return Estimate::FREE };
        let Estimate { proof, disproof } = notes.cost(*node, target);
        // The numbers of a note are those of the first player's win.
        match (self.content(*node) == Content::And) == (kind == Kind::And) {
            true => Estimate { proof, disproof },
            false => Estimate { proof: disproof, disproof: proof },
        }
    }

    #[inline]
    fn similar(&self, _node: &Node, one: Node, other: Node) -> bool {
        self.notes.as_ref().is_some_and(|notes| notes.are_alike(one, other))
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
            let expected = self.successor_names(*node).unwrap_or_else(|| "no move".to_owned());
            InputError::mv(name, problem, expected)
        })
    }

    fn format_move(&self, _node: &Node, target: Node) -> String {
        self.name(target)
    }

    fn draw(&self, node: &Node) -> String {
        outline::draw(self, *node)
    }

    fn diagram(&self, node: &Node) -> Diagram {
        outline::diagram(self, *node)
    }

    fn footprint(&self, _node: &Node, target: Node) -> Footprint {
        Footprint::to(self.name(target))
    }

    fn side(&self, player: Player) -> Option<String> {
        Some(if player == Player::First { "OR" } else { "AND" }.to_owned())
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
    fn notes_are_hints_and_no_rules() {
        let rules = "A or B C; B and D E; C and D; D proven; E disproven";
        let notes = "cost A B 2 1; alike B D; known B disproven by E; known C proven within 1";
        let (plain, root) = text::read(rules).unwrap();
        let (noted, _) = text::read(&format!("{rules}; {notes}")).unwrap();
        let [b, c, d, e] = [1, 2, 3, 4].map(Node::new);
        for node in plain.nodes() {
            assert_eq!((noted.outcome(&node), noted.key(&node)), (plain.outcome(&node), plain.key(&node)));
            assert_eq!(noted.successors_of(node), plain.successors_of(node));
            assert_eq!(plain.known(&node), None);
        }
        assert_eq!(noted.cost(&root, b, Kind::Or), Estimate { proof: 2, disproof: 1 });
        assert_eq!(noted.cost(&root, b, Kind::And), Estimate { proof: 1, disproof: 2 }, "seen by the other side");
        assert_eq!([noted.cost(&root, c, Kind::Or), plain.cost(&root, b, Kind::Or)], [Estimate::FREE; 2]);
        assert!(noted.similar(&root, b, d) && noted.similar(&root, d, b) && !noted.similar(&root, b, c));
        assert!(!noted.similar(&root, c, c) && !plain.similar(&root, b, d));
        assert_eq!(noted.known(&b), Some(Known::value(-1).by(e)));
        assert_eq!(noted.known(&c), Some(Known::value(1).within(1)));
        assert_eq!(noted.known(&root), None);
    }

    #[test]
    fn where_knowledge_is_from_changes_with_what_is_known_alone() {
        let from = |notes: &str| {
            let rules = "A or B C; B or D; C or D; D proven; ";
            text::read(&format!("{rules}{notes}")).unwrap().0.known_from()
        };
        assert_eq!([from(""), from("cost A B 1 1; alike B C")], [None, None]);
        let knowing = [
            "known B proven",
            "known C proven",
            "known B disproven",
            "known B proven by D",
            "known B proven within 1",
            "known B proven within 2",
            "known B proven; known C proven",
        ]
        .map(|notes| from(notes).unwrap());
        let mut different = knowing.to_vec();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), knowing.len(), "{knowing:?}");
        assert_eq!(from("known C proven; cost A B 1 1; known B proven").as_ref(), knowing.last());
    }

    #[test]
    fn a_wrong_move_is_told_the_right_ones() {
        let (graph, root) = text::read("A or B C; B proven; C proven").unwrap();
        assert_eq!(graph.parse_move(&root, "C"), Ok(Node(2)));
        let error = graph.parse_move(&root, "A").unwrap_err().to_string();
        assert_eq!(error, "move \"A\": A has no such successor; expected B, C");
    }
}
