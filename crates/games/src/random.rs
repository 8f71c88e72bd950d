//! An AND/OR graph grown from a seed: a tree, a DAG or a graph with cycles, the same on every platform.
//!
//! A position is the recipe of its graph, every part optional:
//!
//! | part | default | meaning |
//! |---|---|---|
//! | `seed=7` | 1 | which of all such graphs |
//! | `nodes=120` | 100 | exactly so many nodes, all reachable from the root (1 to 1,000,000) |
//! | `branching=3` | 3 | mean number of edges that a node asks for (1 to 64, also decimal) |
//! | `shared=0.4` | 0 | share of edges to an existing later node: 0 gives a tree |
//! | `back=0.3` | 0 | share of edges to an earlier node: 0 gives no cycles |
//! | `success=0.3` | 0.5 | share of leaves that are proven |
//! | `alternate=yes` | yes | whether OR and AND alternate along every edge, beginning with OR, or are drawn at random |
//! | `at=5` | 0 | which node to stand at |
//!
//! How a graph grows is told in `random/grow.rs`; what it is as a game, in [`crate::graph`].

mod grow;
mod recipe;

pub use recipe::Recipe;

use crate::graph::{Graph, Node};
use provenum_game::{
    Asks, Diagram, Estimate, Footprint, Game, GameInfo, Hints, InputError, Kind, Notation, Outcome, Parameters, Player,
    Repetition, Valuation, Values,
};

/// An AND/OR graph and the recipe that it was grown from. Its nodes are called `n0`, `n1` and so on.
#[derive(Clone, PartialEq, Debug)]
pub struct Random {
    recipe: Recipe,
    graph: Graph,
}

impl Random {
    /// The graph of a recipe, whose root is the node with number 0.
    #[must_use]
    pub fn new(recipe: Recipe) -> Random {
        Random { recipe, graph: grow::grow(&recipe) }
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The recipe.
    #[must_use]
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }
}

impl Game for Random {
    type Position = Node;
    type Move = Node;

    fn values(&self) -> Values {
        self.graph.values()
    }

    fn repetition(&self) -> Repetition {
        self.graph.repetition()
    }

    #[inline]
    fn to_move(&self, node: &Node) -> Player {
        self.graph.to_move(node)
    }

    #[inline]
    fn outcome(&self, node: &Node) -> Option<Outcome> {
        self.graph.outcome(node)
    }

    #[inline]
    fn moves(&self, node: &Node, out: &mut Vec<Node>) {
        self.graph.moves(node, out);
    }

    #[inline]
    fn play(&self, node: &Node, target: Node) -> Node {
        self.graph.play(node, target)
    }

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        self.graph.key(node)
    }

    fn encode(&self, node: &Node, out: &mut Vec<u8>) {
        self.graph.encode(node, out);
    }

    fn decode(&self, code: &[u8]) -> Option<Node> {
        self.graph.decode(code)
    }

    #[inline]
    fn successors(&self, node: &Node, emit: &mut impl FnMut(Node, Option<Outcome>, u64)) {
        self.graph.successors(node, emit);
    }
}

impl Hints<Node, Node> for Random {
    #[inline]
    fn has_estimates(&self) -> bool {
        true
    }

    #[inline]
    fn estimate(&self, node: &Node, kind: Kind) -> Estimate {
        self.graph.estimate(node, kind)
    }
}

impl Valuation<Node, Node> for Random {}

impl Notation for Random {
    const INFO: GameInfo = GameInfo {
        name: "random",
        summary: "an AND/OR graph grown from a seed: a tree, a DAG, or a graph with cycles",
        position: "a recipe with optional parts: \
                   seed=7 nodes=120 branching=3 shared=0.4 back=0.3 success=0.3 alternate=yes",
        example: "seed=7 nodes=120 branching=3 shared=0.4 back=0.3 success=0.3 alternate=yes",
        parameters: &[],
        asks: Asks::RootProven,
        lengths: false,
        in_file: false,
    };

    fn set_up(_parameters: &Parameters, text: Option<&str>) -> Result<(Self, Node), InputError> {
        let (recipe, at) = Recipe::read(text.unwrap_or_default())?;
        Ok((Random::new(recipe), Node::new(at)))
    }

    fn parameters(&self) -> Parameters {
        Parameters::new()
    }

    fn format_position(&self, node: &Node) -> String {
        match node.number() {
            0 => self.recipe.to_string(),
            at => format!("{} at={at}", self.recipe),
        }
    }

    fn parse_move(&self, node: &Node, text: &str) -> Result<Node, InputError> {
        self.graph.parse_move(node, text)
    }

    fn format_move(&self, node: &Node, target: Node) -> String {
        self.graph.format_move(node, target)
    }

    fn draw(&self, node: &Node) -> String {
        self.graph.draw(node)
    }

    fn diagram(&self, node: &Node) -> Diagram {
        self.graph.diagram(node)
    }

    fn footprint(&self, node: &Node, target: Node) -> Footprint {
        self.graph.footprint(node, target)
    }

    fn side(&self, player: Player) -> Option<String> {
        self.graph.side(player)
    }

    fn claimant(&self, node: &Node) -> Player {
        self.graph.claimant(node)
    }
}
