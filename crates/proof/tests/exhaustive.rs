//! Every certificate that there can be of every small graph: none shows what is not so, and what is so can be shown.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{position, successors, verdict};
use provenum_game::{Claim, Game, Player, Problem, Status};
use provenum_games::Graph;
use provenum_proof::{Certificate, ProofKind, Records, Section, Subject};
use provenum_search::{Limits, Oracle};

/// A family of graphs: so many inner nodes of either kind, these leaves, and at most so many edges out of a node.
struct Family {
    inner: usize,
    leaves: &'static [&'static str],
    degree: u32,
    /// Ranks to try in strategies.
    ranks: std::ops::RangeInclusive<u32>,
}

impl Family {
    fn targets(&self) -> usize {
        self.inner + self.leaves.len()
    }

    /// The sets of successors that a node can have.
    fn edges(&self) -> Vec<u32> {
        (1..1u32 << self.targets()).filter(|set| set.count_ones() <= self.degree).collect()
    }

    /// How many graphs there are.
    fn len(&self) -> usize {
        (2 * self.edges().len()).pow(self.inner as u32)
    }

    /// A graph as text. The first node is the root.
    fn graph(&self, number: usize) -> String {
        let edges = self.edges();
        let shapes = digits(number, &vec![2 * edges.len(); self.inner]);
        let mut text = String::new();
        for (node, shape) in shapes.into_iter().enumerate() {
            text += &format!("n{node} {}", if shape.is_multiple_of(2) { "or" } else { "and" });
            let named = (0..self.targets()).filter(|target| edges[shape / 2] >> target & 1 == 1);
            text.extend(named.map(|target| format!(" n{target}")));
            text += "; ";
        }
        for (leaf, kind) in self.leaves.iter().enumerate() {
            text += &format!("n{} {kind}; ", self.inner + leaf);
        }
        text
    }
}

/// A number in a system where every digit has its own base.
fn digits(mut number: usize, bases: &[usize]) -> Vec<usize> {
    let mut digit = |base: &usize| {
        let digit = number % base;
        number /= base;
        digit
    };
    bases.iter().map(&mut digit).collect()
}

/// All that can be listed of a node: nothing, or every choice, also one that is impossible, with every rank.
fn entries(choices: u32, ranks: std::ops::RangeInclusive<u32>) -> Vec<Option<(Option<u32>, u32)>> {
    let choices = std::iter::once(None).chain((0..=choices).map(Some));
    let listed = choices.flat_map(|choice| ranks.clone().map(move |rank| Some((choice, rank))));
    std::iter::once(None).chain(listed).collect()
}

/// How many certificates were tried, and how many were accepted.
#[derive(Debug, Default)]
struct Tally {
    tried: usize,
    accepted: usize,
}

fn try_all(family: &Family, graphs: impl Iterator<Item = usize>) -> Tally {
    let mut tally = Tally::default();
    for number in graphs {
        let text = family.graph(number);
        let (game, root) = position::<Graph>(&[], &text);
        let claim = Claim::win(Player::First);
        let problem = Problem::new(&game, claim);
        let truth = Oracle::new(&problem, &root, &Limits::default()).unwrap().status(&root).unwrap();
        for kind in [ProofKind::Strategy, ProofKind::Trap] {
            let accepted = try_kind(family, &game, &root, kind, &mut tally);
            let shown = if kind == ProofKind::Strategy { Status::Proven } else { Status::Disproven };
            assert_eq!(accepted > 0, truth == shown, "{accepted} of kind {kind} accepted: {text}");
            tally.accepted += accepted;
        }
    }
    tally
}

/// Tries all certificates of a kind; answers how many are accepted.
fn try_kind(
    family: &Family,
    game: &Graph,
    root: &<Graph as Game>::Position,
    kind: ProofKind,
    tally: &mut Tally,
) -> usize {
    let ranks = if kind == ProofKind::Strategy { family.ranks.clone() } else { 0..=0 };
    let nodes: Vec<_> = game.nodes().take(family.inner).collect();
    let entries: Vec<_> =
        nodes.iter().map(|node| entries(successors(game, node).len() as u32, ranks.clone())).collect();
    let bases: Vec<_> = entries.iter().map(Vec::len).collect();
    let mut certificate = Certificate {
        subject: Subject::new(game, root),
        sections: vec![Section { claim: Claim::win(Player::First), kind, records: Records::default() }],
    };
    let mut accepted = 0;
    for number in 0..bases.iter().product() {
        let list = digits(number, &bases).into_iter().enumerate().filter_map(|(node, entry)| {
            entries[node][entry].map(|(choice, rank)| (common::code(game, &nodes[node]), choice, rank))
        });
        certificate.sections[0].records = list.collect();
        tally.tried += 1;
        accepted += usize::from(verdict(&certificate, game, root).is_some());
    }
    accepted
}

/// Unknown leaves are in it, ranks of 0, and more ranks than a proof needs.
const SMALL: Family = Family { inner: 2, leaves: &["proven", "disproven", "unknown"], degree: 2, ranks: 0..=3 };
const LARGE: Family = Family { inner: 3, leaves: &["proven", "disproven"], degree: 2, ranks: 1..=3 };

#[test]
fn all_certificates_of_all_graphs_with_two_inner_nodes() {
    let tally = try_all(&SMALL, 0..SMALL.len());
    assert!(tally.tried > 100_000 && tally.accepted > 1_000, "{tally:?}");
}

#[test]
fn all_certificates_of_some_graphs_with_three_inner_nodes() {
    // The step has no factor in common with the number of graphs, so all parts of a graph vary.
    let tally = try_all(&LARGE, (0..LARGE.len()).step_by(97));
    assert!(tally.tried > 200_000 && tally.accepted > 1_000, "{tally:?}");
}

#[test]
#[ignore = "long: millions of certificates"]
fn all_certificates_of_all_graphs_with_three_inner_nodes() {
    let tally = try_all(&LARGE, 0..LARGE.len());
    assert!(tally.tried > 10_000_000 && tally.accepted > 100_000, "{tally:?}");
}
