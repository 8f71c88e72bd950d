//! A table of almost any size solves what a large one solves, only more slowly.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{Claim, Notation, Parameters, Player, Problem, Status};
use provenum_games::{Connect4, Random};
use provenum_search::{Algorithm, Limits, Oracle, Preset, StopReason, presets, solve};

/// Bytes for 64 entries, for 1,000, and for all there are.
const TABLES: [u64; 3] = [64 * 16, 1_000 * 16, 64 << 20];

fn depth_first() -> impl Iterator<Item = &'static Preset> {
    presets().iter().filter(|preset| Algorithm::named(preset.name).unwrap().can_be_saved())
}

#[test]
fn every_depth_first_search_solves_trees_and_dags_with_64_entries() {
    for seed in 0..400 {
        let alternate = if seed % 3 == 0 { "no" } else { "yes" };
        let (nodes, shared) = (10 + seed % 150, if seed % 2 == 0 { "0" } else { "0.3" });
        let text = format!("seed={seed} nodes={nodes} branching=3 shared={shared} success=0.4 alternate={alternate}");
        let (game, root) = Random::set_up(&Parameters::new(), Some(&text)).unwrap();
        let problem = Problem::new(&game, Claim::win(Player::First));
        let truth = Oracle::new(&problem, &root, &Limits::default()).unwrap().status(&root).unwrap();
        for preset in depth_first() {
            let algorithm = Algorithm::named(preset.name).unwrap();
            for memory in TABLES {
                let limits = Limits { memory, ..Limits::default() };
                let answer = solve(&algorithm, &problem, &root, &limits, &mut ());
                assert_eq!(answer.status, truth, "{} with {memory} bytes: {text}", preset.name);
                assert!(answer.solution.is_ok(), "{} with {memory} bytes: {text}", preset.name);
            }
        }
    }
}

#[test]
fn every_depth_first_search_solves_a_game_with_1000_entries() {
    let (game, start) = Connect4::set_up(&Parameters::new().with("size", "4x4"), Some("12")).unwrap();
    let problem = Problem::new(&game, Claim::draw(Player::First));
    for preset in depth_first() {
        for gc in ["0", "0.5"] {
            let algorithm = Algorithm::named(preset.name).unwrap().set("gc", gc).unwrap();
            let limits = Limits { memory: TABLES[1], nodes: Some(50_000_000), ..Limits::default() };
            let answer = solve(&algorithm, &problem, &start, &limits, &mut ());
            assert_eq!(answer.status, Status::Proven, "{} with gc={gc}: {answer:?}", preset.name);
        }
    }
}

#[test]
fn every_way_to_replace_entries_solves_a_game() {
    let (game, start) = Connect4::set_up(&Parameters::new().with("size", "4x4"), None).unwrap();
    let problem = Problem::new(&game, Claim::win(Player::First));
    for replacement in ["always", "two-big", "two-deep", "least-work"] {
        let algorithm = Algorithm::named("df-pn").unwrap().set("replacement", replacement).unwrap();
        let limits = Limits { memory: TABLES[1], nodes: Some(50_000_000), ..Limits::default() };
        let answer = solve(&algorithm, &problem, &start, &limits, &mut ());
        assert_eq!((answer.status, answer.stop), (Status::Disproven, StopReason::Solved), "{replacement}");
    }
}
