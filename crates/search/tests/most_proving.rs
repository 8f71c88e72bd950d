//! The theorem that df-pn stands on: every node it expands is a most-proving node of the tree so far (Nagai 2002).
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{AndOr, Child, Claim, Hints, Kind, Notation, Parameters, Player, Problem, Status};
use provenum_games::Random;
use provenum_search::{Algorithm, Limits, Numbers, solve};
use std::collections::HashMap;
use std::sync::Mutex;

/// A problem that writes down which nodes are expanded.
struct Recorded<'a, P: AndOr> {
    problem: &'a P,
    expanded: Mutex<Vec<P::Node>>,
}

impl<P: AndOr> AndOr for Recorded<'_, P> {
    type Node = P::Node;
    type Step = P::Step;

    fn kind(&self, node: &P::Node) -> Kind {
        self.problem.kind(node)
    }
    fn status(&self, node: &P::Node) -> Status {
        self.problem.status(node)
    }
    fn steps(&self, node: &P::Node, out: &mut Vec<P::Step>) {
        self.problem.steps(node, out);
    }
    fn follow(&self, node: &P::Node, step: P::Step) -> P::Node {
        self.problem.follow(node, step)
    }
    fn key(&self, node: &P::Node) -> u64 {
        self.problem.key(node)
    }
    fn encode(&self, node: &P::Node, out: &mut Vec<u8>) {
        self.problem.encode(node, out);
    }
    fn decode(&self, code: &[u8]) -> Option<P::Node> {
        self.problem.decode(code)
    }
    fn cyclic(&self) -> bool {
        false
    }
    fn expand(&self, node: &P::Node, emit: &mut impl FnMut(Child<P::Step>)) {
        self.expanded.lock().unwrap().push(node.clone());
        self.problem.expand(node, emit);
    }
}

impl<P: AndOr> Hints<P::Node, P::Step> for Recorded<'_, P> {}

/// The tree so far, kept in the plainest way.
struct Tree<'a, P: AndOr> {
    problem: &'a P,
    numbers: HashMap<P::Node, Numbers>,
    children: HashMap<P::Node, Vec<P::Node>>,
    parent: HashMap<P::Node, P::Node>,
}

impl<P: AndOr> Tree<'_, P> {
    /// Whether at every node of the way from the root the next one has the least number that counts there.
    fn is_most_proving(&self, node: &P::Node) -> bool {
        let mut node = node;
        while let Some(parent) = self.parent.get(node) {
            let kind = self.problem.kind(parent);
            let least = self.children[parent].iter().map(|child| self.numbers[child].cost(kind)).min();
            if least != Some(self.numbers[node].cost(kind)) {
                return false;
            }
            node = parent;
        }
        true
    }

    fn expand(&mut self, node: &P::Node) {
        let mut steps = Vec::new();
        self.problem.steps(node, &mut steps);
        let children: Vec<P::Node> = steps.iter().map(|&step| self.problem.follow(node, step)).collect();
        for child in &children {
            let unit = || provenum_game::Estimate::UNIT;
            self.numbers.insert(child.clone(), Numbers::new(self.problem.status(child), unit));
            self.parent.insert(child.clone(), node.clone());
        }
        self.children.insert(node.clone(), children);
        let mut node = Some(node.clone());
        while let Some(inner) = node {
            let children = self.children[&inner].iter().map(|child| self.numbers[child]);
            let numbers = Numbers::backed_up(self.problem.kind(&inner), children);
            self.numbers.insert(inner.clone(), numbers);
            node = self.parent.get(&inner).cloned();
        }
    }
}

/// Checks every first expansion of every search; answers how many there were.
fn check(algorithm: &Algorithm, seeds: std::ops::Range<u64>) -> usize {
    let name = algorithm.preset().name;
    let mut checked = 0;
    for seed in seeds {
        let alternate = if seed % 3 == 0 { "no" } else { "yes" };
        let (nodes, branching) = (20 + seed % 200, 2 + seed % 3);
        let text = format!("seed={seed} nodes={nodes} branching={branching} success=0.4 alternate={alternate}");
        let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
        let problem = Problem::new(&game, Claim::win(Player::First));
        let recorded = Recorded { problem: &problem, expanded: Mutex::default() };
        let limits = Limits::default();
        solve(algorithm, &recorded, &root, &limits, &mut ());
        let mut tree = Tree {
            problem: &problem,
            numbers: HashMap::from([(root, Numbers { proof: 1, disproof: 1 })]),
            children: HashMap::new(),
            parent: HashMap::new(),
        };
        for node in recorded.expanded.into_inner().unwrap() {
            if tree.numbers[&root].status() != Status::Open {
                break; // what comes now reads off the solution
            }
            if !tree.children.contains_key(&node) {
                assert!(tree.is_most_proving(&node), "{name}: {text}");
                tree.expand(&node);
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn df_pn_expands_a_most_proving_node_every_time() {
    assert!(check(&Algorithm::named("df-pn").unwrap(), 0..500) > 5_000);
}

#[test]
fn pn_expands_a_most_proving_node_every_time() {
    assert!(check(&Algorithm::named("pn").unwrap(), 0..500) > 5_000);
}

#[test]
fn searches_that_stop_their_updates_earlier_or_merge_positions_expand_most_proving_nodes_of_trees_too() {
    let early = Algorithm::named("pn").unwrap().set("update", "smaller").unwrap();
    assert!(check(&early, 0..500) > 5_000);
    for name in ["pn-dag", "bta", "proof-set"] {
        assert!(check(&Algorithm::named(name).unwrap(), 0..500) > 5_000);
    }
}

#[test]
#[should_panic(expected = "deep-df-pn")]
fn another_search_would_be_caught() {
    check(&Algorithm::named("deep-df-pn").unwrap(), 0..500);
}
