//! What players of tsume-shogi ask for: lengths, all first moves, conventions, and problems that are made.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{provenum, stderr, stdout};
use serde_json::Value;
use std::path::Path;

const TWO_SOLUTIONS: &str = "9/6p1+P/9/8k/9/8p/7L1/9/9 b GS2r2b3g3s4n3l15p 1";

fn solve(arguments: &[&str]) -> Vec<Value> {
    let output = provenum(&[&["solve", "tsume-shogi", "--json"], arguments].concat());
    stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn problems_that_were_made_have_the_lengths_that_are_written_above_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/sets/tsume-shogi-small.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let stated = text.lines().filter_map(|line| line.strip_prefix("# ")?.rsplit_once(", ")?.1.parse::<u64>().ok());
    let stated: Vec<u64> = stated.collect();
    for memory in ["1MiB", "64MiB"] {
        let found = solve(&["--input", &path.to_string_lossy(), "--shortest", "--memory", memory]);
        let lengths: Vec<u64> = found.iter().map(|report| report["length"].as_u64().unwrap()).collect();
        assert_eq!(lengths, stated, "with {memory}");
        for report in found {
            assert_eq!(report["proven_shortest"], true, "{report}");
            assert_eq!(report["pv"].as_array().unwrap().len() as u64, report["length"].as_u64().unwrap(), "{report}");
            assert_eq!(report["proof"]["checked"], true, "{report}");
            assert!(report["pieces_left"].is_u64(), "{report}");
        }
    }
}

#[test]
fn every_first_move_is_told_with_its_length() {
    let [report] = solve(&[TWO_SOLUTIONS, "--all"]).try_into().unwrap();
    let of = |name: &str| {
        let moves = report["first_moves"].as_array().unwrap();
        moves.iter().find(|tried| tried["move"] == name).unwrap_or_else(|| panic!("{name} in {report}")).clone()
    };
    for (name, length) in [("S*1e", 3), ("G*1e", 5), ("G*2e", 7)] {
        assert_eq!((&of(name)["result"], &of(name)["length"]), (&"proven".into(), &length.into()));
        assert_eq!(of(name)["proven_shortest"], true);
    }
    // The move that the proof makes is the first of the shortest ones.
    assert_eq!(report["best_move"], "S*1e");
    assert_eq!(report["length"], 3);
}

#[test]
fn a_limit_leaves_a_length_that_is_not_said_to_be_the_shortest() {
    let problem = "6G2/4kp3/3R5/9/7n1/9/9/9/9 b BPrb3g4s3n4l16p 1";
    let [all] = solve(&[problem, "--no-proof"]).try_into().unwrap();
    let nodes = (all["expanded"].as_u64().unwrap() + 50).to_string();
    let [report] = solve(&[problem, "--shortest", "--nodes", &nodes, "--no-proof"]).try_into().unwrap();
    assert_eq!((&report["result"], &report["proven_shortest"]), (&"proven".into(), &false.into()), "{report}");
    assert_eq!(report["stop_reason"], "nodes");
    assert!(report["length"].as_u64().unwrap() >= 19);
}

#[test]
fn where_there_is_no_mate_there_is_no_length() {
    let [report] = solve(&["4k4/9/9/9/9/9/9/9/9 b P 1", "--shortest"]).try_into().unwrap();
    assert_eq!((&report["result"], report.get("length")), (&"disproven".into(), None));
}

#[test]
fn futile_interpositions_count_or_do_not() {
    // A rook mates on the first rank, and white can only put things between.
    let problem = "8k/7P1/R6S1/9/9/9/9/9/9 b 2b4g 1";
    let length = |convention: &str| {
        let [report] = solve(&[problem, "--shortest", "--futile-interposition", convention]).try_into().unwrap();
        assert_eq!(report["proof"]["checked"], true);
        report["length"].as_u64().unwrap()
    };
    assert_eq!(length("ignore"), 1);
    assert_eq!(length("count"), 9);
    let output = provenum(&["solve", "tsume-shogi", problem, "--futile-interposition", "maybe"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("expected count or ignore"), "{}", stderr(&output));
}

#[test]
fn lengths_of_other_games_are_refused() {
    for option in ["--shortest", "--all"] {
        let output = provenum(&["solve", "connect4", option]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains("expected gomoku or connect6 or qubic or tsume-shogi or chess"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn a_seed_makes_the_same_problems_however_many_threads_there_are() {
    let made = ["1", "3"].map(|threads| {
        let wanted = ["--count", "4", "--seed", "5", "--plies-before-end", "3..7", "--difficulty", "5..500"];
        let output = provenum(&[&["generate", "tsume-shogi", "--threads", threads], &wanted[..]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    });
    assert_eq!(made[0], made[1]);
    assert_eq!(made[0].lines().filter(|line| !line.starts_with('#')).count(), 4);
}
