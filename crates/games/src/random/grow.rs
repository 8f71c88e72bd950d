//! Grows a graph from its recipe.
//!
//! Nodes are numbered in the order in which they come into being, and each in turn gets its edges:
//!
//! 1. It asks for a number of edges, uniform in 1 ..= 2b − 1, whose mean is b. For a branching of b + r with a fraction r
//!    that range is the one of b + 1 with probability r and the one of b otherwise, so that the mean is b + r.
//! 2. Each edge goes back to an earlier node with probability `back`, to an existing later node with probability
//!    `shared`, and otherwise to a new node. Where OR and AND alternate, only nodes of the other kind are eligible.
//! 3. If there is no such node, or it is a successor already, a new node takes its place.
//! 4. If there must be no more new nodes, the node that has used up the last one goes without its further edges. A later
//!    one gets all the edges that it asks for or, if one of them would need a new node, none. (Would it keep some, almost
//!    every node of a graph with cycles had an edge back, and with so few leaves nothing were ever proven.)
//! 5. If no node is waiting for its edges, but there are too few, one new successor is added.
//! 6. A node without edges is a leaf, proven with probability `success`.
//!
//! Edges to later nodes alone make no cycle, and every node but the root is new once, so all can be reached.

use super::Recipe;
use crate::{
    graph::{Content, Graph, Node},
    mix::SplitMix,
};

/// Grows a graph.
pub(super) fn grow(recipe: &Recipe) -> Graph {
    let mut growth = Growth::new(recipe);
    let mut graph = Graph::numbered();
    growth.sprout(Content::Or);
    while graph.len() < growth.kinds.len() {
        let successors = growth.successors(graph.len());
        let content = growth.content(graph.len(), successors.is_empty());
        graph.push(content, successors);
    }
    graph.complete()
}

struct Growth<'r> {
    recipe: &'r Recipe,
    random: SplitMix,
    /// The kind of each node so far, should it not become a leaf.
    kinds: Vec<Content>,
    /// The nodes that the same edges may lead to, in order: of one kind if kinds alternate, else all in the first class.
    classes: [Vec<Node>; 2],
    /// How many nodes of each class have got their edges.
    done: [usize; 2],
    /// For each node, the last one that got an edge to it.
    chosen_by: Vec<Option<usize>>,
}

impl<'r> Growth<'r> {
    fn new(recipe: &'r Recipe) -> Growth<'r> {
        Growth {
            recipe,
            random: SplitMix::new(recipe.seed),
            kinds: Vec::new(),
            classes: [Vec::new(), Vec::new()],
            done: [0, 0],
            chosen_by: Vec::new(),
        }
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.random.fraction() < probability
    }

    fn class_of(&self, kind: Content) -> usize {
        usize::from(self.recipe.alternate && kind == Content::And)
    }

    /// Brings a node into being.
    fn sprout(&mut self, alternating_kind: Content) -> Node {
        let kind = match (self.recipe.alternate, alternating_kind) {
            (true, kind) => kind,
            (false, _) if self.chance(0.5) => Content::Or,
            (false, _) => Content::And,
        };
        let node = Node::new(self.kinds.len());
        self.kinds.push(kind);
        self.chosen_by.push(None);
        let class = self.class_of(kind);
        self.classes[class].push(node);
        node
    }

    /// Chooses the successors of the node whose turn it is.
    fn successors(&mut self, node: usize) -> Vec<Node> {
        let kind = self.kinds[node];
        let other = if kind == Content::Or { Content::And } else { Content::Or };
        let own_class = self.class_of(kind);
        let class = if self.recipe.alternate { 1 - own_class } else { own_class };
        // In a class, the nodes before this one come first, then this one if it is of the class, then later ones.
        let earlier = 0..self.done[class];
        let later = self.done[class] + usize::from(class == own_class);
        self.done[own_class] += 1;
        let was_complete = self.is_complete();
        let mut successors = Vec::new();
        for _ in 0..self.edges() {
            let draw = self.random.fraction();
            let eligible = if draw < self.recipe.back {
                earlier.clone()
            } else if draw < self.recipe.back + self.recipe.shared {
                later..self.classes[class].len()
            } else {
                0..0
            };
            let existing = self.pick(class, eligible).filter(|target| self.chosen_by[target.number()] != Some(node));
            let target = match existing {
                Some(target) => target,
                None if was_complete => return Vec::new(),
                None if self.is_complete() => break,
                None => self.sprout(other),
            };
            self.chosen_by[target.number()] = Some(node);
            successors.push(target);
        }
        if node + 1 == self.kinds.len() && !self.is_complete() {
            successors.push(self.sprout(other));
        }
        successors
    }

    /// Whether there must be no more new nodes.
    fn is_complete(&self) -> bool {
        self.kinds.len() == self.recipe.nodes
    }

    /// How many edges a node asks for.
    fn edges(&mut self) -> usize {
        let fraction = self.recipe.branching.fract();
        let mean = self.recipe.branching as usize + usize::from(fraction > 0.0 && self.chance(fraction));
        1 + self.random.below(2 * mean - 1)
    }

    fn pick(&mut self, class: usize, eligible: std::ops::Range<usize>) -> Option<Node> {
        if eligible.is_empty() {
            return None;
        }
        let index = eligible.start + self.random.below(eligible.len());
        Some(self.classes[class][index])
    }

    fn content(&mut self, node: usize, is_leaf: bool) -> Content {
        match is_leaf {
            false => self.kinds[node],
            true if self.chance(self.recipe.success) => Content::Proven,
            true => Content::Disproven,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn graph(text: &str) -> Graph {
        grow(&Recipe::read(text).unwrap().0)
    }

    fn edges(graph: &Graph) -> impl Iterator<Item = (Node, Node)> {
        graph.nodes().flat_map(|node| graph.successors_of(node).iter().map(move |&target| (node, target)))
    }

    fn reachable(graph: &Graph) -> usize {
        let mut seen = HashSet::from([Node::new(0)]);
        let mut waiting = vec![Node::new(0)];
        while let Some(node) = waiting.pop() {
            waiting.extend(graph.successors_of(node).iter().filter(|&&target| seen.insert(target)));
        }
        seen.len()
    }

    #[test]
    fn every_node_is_there_and_can_be_reached() {
        for recipe in ["", "shared=1", "back=1", "shared=0.4 back=0.6", "branching=1", "branching=1.3 back=0.9"] {
            for alternate in ["yes", "no"] {
                for nodes in [1, 2, 3, 17, 300] {
                    let graph = graph(&format!("{recipe} nodes={nodes} alternate={alternate}"));
                    assert_eq!((graph.len(), reachable(&graph)), (nodes, nodes), "{recipe} {alternate}");
                    for node in graph.nodes() {
                        let successors = graph.successors_of(node);
                        let distinct: HashSet<_> = successors.iter().collect();
                        assert!(distinct.len() == successors.len() && !distinct.contains(&node));
                    }
                }
            }
        }
    }

    #[test]
    fn kinds_alternate_along_every_edge_if_asked() {
        let alternating = graph("nodes=500 shared=0.3 back=0.3");
        assert_eq!(alternating.content(Node::new(0)), Content::Or);
        let inner = |content| matches!(content, Content::Or | Content::And);
        let kinds = |graph: &Graph, (from, to)| (graph.content(from), graph.content(to));
        assert!(edges(&alternating).map(|edge| kinds(&alternating, edge)).all(|(from, to)| !inner(to) || from != to));
        let free = graph("nodes=500 shared=0.3 back=0.3 alternate=no");
        assert!(edges(&free).map(|edge| kinds(&free, edge)).any(|(from, to)| from == to));
    }

    #[test]
    fn shares_make_trees_dags_and_cycles() {
        let tree = graph("nodes=400");
        assert_eq!(edges(&tree).count(), 399);
        let dag = graph("nodes=400 shared=0.4");
        assert!(edges(&dag).count() > 399 && edges(&dag).all(|(from, to)| from < to));
        let cyclic = graph("nodes=400 shared=0.4 back=0.3");
        assert!(edges(&cyclic).any(|(from, to)| from > to));
    }

    #[test]
    fn branching_is_a_mean() {
        for branching in [1.0, 1.5, 4.0, 7.25] {
            let recipe = Recipe { branching, ..Recipe::default() };
            let mut growth = Growth::new(&recipe);
            let total: usize = (0..40_000).map(|_| growth.edges()).sum();
            assert!((total as f64 / 40_000.0 - branching).abs() < 0.1, "{branching}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_graph_for_ever() {
        use provenum_game::Notation;
        let graph = graph("seed=7 nodes=8 branching=2 shared=0.3 back=0.2 success=0.5");
        assert_eq!(
            graph.format_position(&Node::new(0)),
            "n0 or n1 n2; n1 and n3 n4; n2 and n0; n3 or n5; n4 or n6 n7; n5 disproven; n6 proven; n7 disproven"
        );
    }

    /// Whether the root is proven, by repeating the definition until nothing changes.
    fn is_proven(graph: &Graph) -> bool {
        let mut proven = vec![false; graph.len()];
        loop {
            let next: Vec<_> = graph
                .nodes()
                .map(|node| {
                    let mut below = graph.successors_of(node).iter().map(|target| proven[target.number()]);
                    match graph.content(node) {
                        Content::Or => below.any(|proven| proven),
                        Content::And => below.all(|proven| proven),
                        content => content == Content::Proven,
                    }
                })
                .collect();
            if next == proven {
                return proven[0];
            }
            proven = next;
        }
    }

    #[test]
    fn both_answers_are_common() {
        for recipe in ["", "shared=0.4", "shared=0.4 success=0.3", "shared=0.2 back=0.2", "shared=0.4 alternate=no"] {
            let proven = (0..400).filter(|seed| is_proven(&graph(&format!("{recipe} seed={seed} nodes=100")))).count();
            assert!((40..=360).contains(&proven), "{recipe}: {proven} of 400");
        }
    }
}
