//! Several workers on one search, by turns in an order that a seed decides and as threads: every answer is the oracle's.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::assert_sound;
use provenum_game::{Claim, Notation, Parameters, Player, Problem, Status};
use provenum_games::{Connect4, Random};
use provenum_search::{Algorithm, Limits, Oracle, StopReason, solve};

/// How many graphs are tried: more if someone asks for it.
fn graphs(usual: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let first: u64 = number("PROVENUM_FIRST").unwrap_or(0);
    first..first + number("PROVENUM_GRAPHS").unwrap_or(usual)
}

fn by_turns(name: &str, workers: u64, seed: u64, job: u64) -> Algorithm {
    [("threads", workers), ("schedule", seed), ("job", job)]
        .iter()
        .fold(Algorithm::named(name).unwrap(), |algorithm, (name, value)| {
            algorithm.set(name, &value.to_string()).unwrap()
        })
}

/// A random graph, cyclic if anything leads back.
fn graph(seed: u64, back: &str) -> String {
    let alternate = if seed.is_multiple_of(3) { "no" } else { "yes" };
    let (nodes, shared) = (10 + seed % 150, if seed.is_multiple_of(2) { "0" } else { "0.3" });
    format!("seed={seed} nodes={nodes} branching=3 shared={shared} back={back} success=0.4 alternate={alternate}")
}

#[test]
fn workers_by_turns_agree_with_the_oracle_on_graphs_of_every_kind_with_tables_of_every_size() {
    let mut given_up = 0;
    for seed in graphs(1_500) {
        for back in ["0", "0.1", "0.3"] {
            let text = graph(seed, back);
            let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
            let claim = if seed.is_multiple_of(5) { Claim::draw(Player::First) } else { Claim::win(Player::First) };
            let problem = Problem::new(&game, claim);
            let truth = Oracle::new(&problem, &root, &Limits::default()).unwrap().status(&root).unwrap();
            let name = ["df-pn", "df-pn-eps"][(seed / 7 % 2) as usize];
            for (workers, job, memory) in [(2, 1 + seed % 9, 64 << 20), (3, 0, 1 << 10), (8, 2, 16_000), (5, 30, 64)] {
                let limits = Limits { memory, nodes: Some(3_000_000), ..Limits::default() };
                let answer = solve(&by_turns(name, workers, seed, job), &problem, &root, &limits, &mut ());
                let said = format!("{name}, {workers} workers, jobs of {job}, {memory} bytes: {text}");
                if memory < 64 << 20 && back != "0" && answer.stop == StopReason::Nodes {
                    // Round in circles with a table that remembers next to nothing: it may take for ever, and says so.
                    given_up += 1;
                    continue;
                }
                assert_eq!(answer.status, truth, "{said}: {answer:?}");
                assert_sound(&problem, answer.solution.as_ref().unwrap_or_else(|error| panic!("{said}: {error}")));
            }
        }
    }
    assert!(given_up <= graphs(1_500).count() / 1_000, "{given_up} searches gave up");
}

#[test]
fn the_same_seed_leads_to_the_same_search() {
    let (game, start) = Connect4::set_up(&Parameters::new().with("size", "4x4"), None).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    let expanded = |seed| {
        let answer = solve(&by_turns("df-pn-eps", 4, seed, 0), &problem, &start, &Limits::default(), &mut ());
        assert_eq!(answer.status, Status::Disproven);
        answer.statistics.expanded
    };
    assert_eq!(expanded(1), expanded(1));
    let counts: std::collections::HashSet<u64> = (1..6).map(expanded).collect();
    assert!(counts.len() > 1, "seeds make no difference");
}

#[test]
fn threads_agree_with_the_oracle() {
    for seed in graphs(150) {
        for back in ["0", "0.3"] {
            let text = graph(seed, back);
            let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
            let problem = Problem::new(&game, Claim::win(Player::First));
            let truth = Oracle::new(&problem, &root, &Limits::default()).unwrap().status(&root).unwrap();
            let algorithm =
                Algorithm::named("df-pn-eps").unwrap().set("threads", "3").unwrap().set("job", "3").unwrap();
            let memory = if seed.is_multiple_of(2) { 2_000 } else { 64 << 20 };
            let limits = Limits { memory, ..Limits::default() };
            let answer = solve(&algorithm, &problem, &root, &limits, &mut ());
            assert_eq!(answer.status, truth, "{text}: {answer:?}");
            assert_sound(&problem, &answer.solution.unwrap());
        }
    }
}

#[test]
fn threads_solve_games_while_their_tables_grow_and_are_collected() {
    let (game, start) = Connect4::set_up(&Parameters::new().with("size", "5x4"), None).unwrap();
    for (claim, truth) in [(Claim::win(Player::First), Status::Disproven), (Claim::draw(Player::First), Status::Proven)]
    {
        let problem = Problem::new(&game, claim);
        for (gc, memory, backup) in [("0", 64 << 20, "sum"), ("0.5", 1 << 20, "sum"), ("0", 16 << 20, "snda")] {
            let algorithm = Algorithm::named("df-pn-eps").unwrap().set("threads", "4").unwrap().set("gc", gc).unwrap();
            let algorithm = algorithm.set("backup", backup).unwrap();
            let answer = solve(&algorithm, &problem, &start, &Limits { memory, ..Limits::default() }, &mut ());
            assert_eq!(answer.status, truth, "gc={gc} {memory} {backup}");
            assert_sound(&problem, &answer.solution.unwrap());
        }
    }
}

#[test]
fn no_more_nodes_are_expanded_than_allowed() {
    let (game, start) = Connect4::set_up(&Parameters::new(), None).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    for (nodes, schedule) in [(1, "off"), (1_000, "3"), (5_000, "off"), (50_000, "off"), (20_001, "9")] {
        let algorithm = Algorithm::named("df-pn-eps").unwrap().set("threads", "3").unwrap();
        let algorithm = algorithm.set("schedule", schedule).unwrap();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let answer = solve(&algorithm, &problem, &start, &limits, &mut ());
        assert_eq!((answer.status, answer.stop), (Status::Open, StopReason::Nodes));
        assert!(answer.statistics.expanded <= nodes, "{} of {nodes}", answer.statistics.expanded);
        assert!(answer.statistics.expanded + 3 * 1_024 >= nodes, "{} of {nodes}", answer.statistics.expanded);
    }
}

#[test]
fn a_flag_stops_all_threads() {
    let (game, start) = Connect4::set_up(&Parameters::new(), None).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    let limits = Limits::default();
    let cancel = limits.cancel.clone();
    let algorithm = Algorithm::named("df-pn-eps").unwrap().set("threads", "4").unwrap();
    let mut observer = |_: &provenum_search::Progress| cancel.cancel();
    let answer = solve(&algorithm, &problem, &start, &limits, &mut observer);
    assert_eq!((answer.status, answer.stop), (Status::Open, StopReason::Cancelled));
}
