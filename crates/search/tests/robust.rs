//! The default search ends where anything ends: on small graphs it takes a few expansions for each node, however often branches
//! share what follows and wherever play goes round; and it takes turns as it should.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::assert_sound;
use provenum_game::{Claim, Notation, Parameters, Player, Problem, Status};
use provenum_games::{Connect4, Graph, Random};
use provenum_search::{Algorithm, Limits, Oracle, Question, evaluate, solve};

/// Graphs of every kind: trees, shared and dense ones, with cycles and without, whose levels alternate or do not.
const KINDS: &[&str] = &[
    "branching=3",
    "branching=3 shared=0.5",
    "branching=3 shared=0.8 alternate=no",
    "branching=3 shared=0.9",
    "branching=4 shared=0.95 alternate=no",
    "branching=3 shared=0.4 back=0.3",
    "branching=8 shared=0.5 back=0.5 alternate=no",
    "branching=6 shared=0.9 back=0.1",
    "branching=4 shared=0.7 back=0.2 alternate=no",
];

/// Solves graphs of a kind by default. Answers the most expansions for a node.
fn worst(kind: &str, seeds: std::ops::Range<u64>) -> f64 {
    let mut worst: f64 = 0.0;
    for seed in seeds {
        let size = 20 + seed * 337 % if seed % 10 == 0 { 19_980 } else { 1_980 };
        let success = [0.2, 0.3, 0.4, 0.5, 0.6][seed as usize % 5];
        let text = format!("seed={seed} nodes={size} success={success} {kind}");
        let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
        let problem = Problem::new(&game, Claim::win(Player::First));
        let oracle = Oracle::new(&problem, &root, &Limits::default()).unwrap();
        let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
        // As a problem, which has no values to look for, and as a game.
        let answer = solve(&Algorithm::default(), &problem, &root, &limits, &mut ());
        assert_eq!(answer.status, oracle.status(&root).unwrap(), "{text}");
        assert_sound(&problem, &answer.solution.unwrap());
        let question = Question::Claim(Claim::win(Player::First));
        let evaluation = evaluate(&Algorithm::default(), &game, &root, question, &limits, &mut ());
        let settled = &evaluation.claims[0];
        assert_eq!(settled.answer.status, oracle.status(&root).unwrap(), "{text}");
        assert_sound(&settled.problem, settled.answer.solution.as_ref().unwrap());
        let most = answer.statistics.expanded.max(evaluation.statistics.expanded);
        worst = worst.max(most as f64 / oracle.reachable().max(50) as f64);
    }
    worst
}

#[test]
fn the_default_takes_few_expansions_for_a_node_on_every_kind_of_graph() {
    for kind in KINDS {
        let worst = worst(kind, 1..25);
        assert!(worst <= 20.0, "{kind}: {worst:.1} expansions for a node");
    }
}

#[test]
#[ignore = "long: a thousand graphs of each kind"]
fn the_default_takes_few_expansions_for_a_node_on_thousands_of_graphs() {
    for kind in KINDS {
        let worst = worst(kind, 1..1_000);
        assert!(worst <= 20.0, "{kind}: {worst:.1} expansions for a node");
    }
}

/// Where sums double at every level, every depth-first search would spin.
#[test]
fn depth_first_numbers_do_not_explode_where_branches_share_what_follows() {
    for name in ["df-pn", "df-pn-eps", "pds", "deep-df-pn"] {
        for seed in 1..6 {
            let text = format!("seed={seed} nodes=2000 branching=3 shared=0.9");
            let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
            let problem = Problem::new(&game, Claim::win(Player::First));
            let limits = Limits { nodes: Some(200_000), ..Limits::default() };
            let answer = solve(&Algorithm::named(name).unwrap(), &problem, &root, &limits, &mut ());
            assert_ne!(answer.status, Status::Open, "{name}: {text}");
        }
    }
}

/// One heap, one to three stones at a time: who takes the last one wins.
fn nim(stones: usize) -> String {
    let mut text = format!("root o{stones}; o0 disproven; a0 proven");
    for left in 1..=stones {
        for (own, kind, other) in [("o", "or", "a"), ("a", "and", "o")] {
            text += &format!("; {own}{left} {kind}");
            (1..=left.min(3)).for_each(|taken| text += &format!(" {other}{}", left - taken));
        }
    }
    text
}

#[test]
fn a_heap_of_thousands_of_stones_is_no_matter() {
    for stones in [9_999, 10_000] {
        let (game, root) = Graph::set_up(&Parameters::new(), Some(&nim(stones))).unwrap();
        let problem = Problem::new(&game, Claim::win(Player::First));
        let answer = solve(&Algorithm::default(), &problem, &root, &Limits::default(), &mut ());
        assert_eq!(answer.status == Status::Proven, stones % 4 != 0);
        assert!(answer.statistics.expanded < 200_000, "{}", answer.statistics.expanded);
        assert!(answer.solution.is_ok());
    }
}

#[test]
fn families_that_take_turns_share_what_they_settle_and_say_who_answered() {
    let (game, start) = Connect4::set_up(&Parameters::new().with("size", "4x4"), None).unwrap();
    let question = Question::Value(Player::First);
    let run = || evaluate(&Algorithm::default(), &game, &start, question, &Limits::default(), &mut ());
    let (evaluation, again) = (run(), run());
    assert_eq!((evaluation.value(), evaluation.statistics), (Some(0), again.statistics), "the same nodes every time");
    assert!(evaluation.claims.iter().all(|settled| settled.answered_by == "negascout"));
    for settled in &evaluation.claims {
        assert_sound(&settled.problem, settled.answer.solution.as_ref().unwrap());
    }
    // Not a node more than is allowed, wherever that is.
    for nodes in (1..4_000).step_by(37) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let short = evaluate(&Algorithm::default(), &game, &start, question, &limits, &mut ());
        assert!(short.value().is_none_or(|value| value == 0));
        assert!(short.statistics.expanded - short.statistics.reading <= nodes, "{nodes}");
    }
}
