//! The figures of the survey that are kept as examples can be read, and say what their comments say.
#![allow(clippy::unwrap_used)] // also in what the tests share

use provenum_game::{Estimate, Game, Hints, Kind, Notation, Parameters, Player};
use provenum_games::Graph;
use std::{fs, path::Path};

fn figure(number: u32) -> (Graph, <Graph as Game>::Position) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/figures");
    let text = fs::read_to_string(folder.join(format!("survey-{number}.graph"))).unwrap();
    Graph::set_up(&Parameters::new(), Some(&text)).unwrap()
}

/// Proof and disproof number of a tree as Allis defines them; 0 stands for solved, infinity for the opposite.
fn numbers(graph: &Graph, node: <Graph as Game>::Position) -> (u32, u32) {
    const INFINITY: u32 = u32::MAX;
    let below: Vec<_> = graph.successors_of(node).iter().map(|&next| numbers(graph, next)).collect();
    let min = |numbers: Vec<u32>| numbers.into_iter().min().unwrap();
    let sum = |numbers: Vec<u32>| numbers.into_iter().fold(0, u32::saturating_add);
    let (proofs, disproofs): (Vec<_>, Vec<_>) = below.into_iter().unzip();
    match graph.outcome(&node).map(|outcome| outcome.worth(Player::First)) {
        Some(1) => (0, INFINITY),
        Some(_) => (INFINITY, 0),
        None if proofs.is_empty() => {
            let Estimate { proof, disproof } = graph.estimate(&node, Kind::Or);
            (proof, disproof)
        }
        None if graph.to_move(&node) == Player::First => (min(proofs), sum(disproofs)),
        None => (sum(proofs), min(disproofs)),
    }
}

#[test]
fn figures_have_the_numbers_of_their_comments() {
    for (number, nodes, proof_and_disproof) in [(1, 10, (0, u32::MAX)), (4, 5, (2, 2)), (7, 4, (2, 1)), (8, 5, (3, 1))]
    {
        let (graph, root) = figure(number);
        assert_eq!(graph.len(), nodes, "figure {number}");
        assert_eq!(numbers(&graph, root), proof_and_disproof, "figure {number}");
    }
}

#[test]
fn the_cycle_of_figure_9_is_there() {
    let (graph, root) = figure(9);
    let walk = |names: &str| {
        names.split_whitespace().fold(root, |node, name| graph.play(&node, graph.parse_move(&node, name).unwrap()))
    };
    assert_eq!(walk("B E"), walk("B E H E"));
    assert_eq!(graph.outcome(&walk("B D")).map(|outcome| outcome.worth(Player::First)), Some(-1));
    assert_eq!(graph.outcome(&walk("C F H E G")).map(|outcome| outcome.worth(Player::First)), Some(1));
}
