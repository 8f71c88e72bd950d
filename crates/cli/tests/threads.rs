//! Several threads: on one position, on a list, with limits, and with checkpoints.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, provenum, stderr, stdout};
use serde_json::Value;

fn json(arguments: &[&str]) -> Vec<Value> {
    let output = provenum(&[arguments, &["--json"]].concat());
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    stdout(&output).lines().map(read).collect()
}

#[test]
fn two_threads_certify_what_one_does() {
    for (game, size, claim, value) in
        [("connect4", "5x4", "value", "draw"), ("mnk", "3x3x3", "value", "draw"), ("loa", "4x4", "win", "win")]
    {
        for algorithm in ["auto", "df-pn-eps"] {
            let both = ["1", "2"].map(|threads| {
                let solve = ["solve", game, "--size", size, "--claim", claim, "--algorithm", algorithm];
                let report = json(&[&solve[..], &["--certify", "--threads", threads]].concat()).remove(0);
                assert_eq!(report["proof"]["checked"], true, "{game} {algorithm} {threads}: {report}");
                report["value"].clone()
            });
            assert_eq!(both[0], both[1], "{game} {algorithm}");
            assert!(game == "loa" || both[0] == value, "{game}: {both:?}");
        }
    }
}

#[test]
fn a_list_is_answered_in_its_order_whatever_the_algorithm() {
    let scratch = Scratch::new("threads-list");
    let positions: Vec<String> = (0..40).map(|i| format!("{}{}", 1 + i % 4, 1 + i / 4 % 4)).collect();
    let list = scratch.write("positions", positions.join("\n"));
    for algorithm in ["df-pn", "pn", "negascout", "auto"] {
        let solve = |threads| {
            let reports = json(&[
                "solve",
                "connect4",
                "--size",
                "4x4",
                "--input",
                &list,
                "--algorithm",
                algorithm,
                "--threads",
                threads,
            ]);
            reports.iter().map(|report| (report["line"].clone(), report["value"].clone())).collect::<Vec<_>>()
        };
        let one = solve("1");
        assert_eq!(one.len(), positions.len());
        assert_eq!(one, solve("3"), "{algorithm}");
    }
}

#[test]
fn a_line_that_is_wrong_is_told_in_its_place() {
    let scratch = Scratch::new("threads-wrong");
    let list = scratch.write("positions", "12\nx\n21\n");
    let solve = ["solve", "connect4", "--size", "4x4", "--threads", "2", "--quiet", "--input", &list];
    let output = provenum(&solve);
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(2), 1));
    assert!(stderr(&output).contains("line 2"));
    let output = provenum(&[&solve[..], &["--keep-going"]].concat());
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), "draw\nerror\ndraw\n".to_owned()));
}

#[test]
fn what_one_thread_alone_can_do_is_refused_to_two() {
    for (arguments, told) in [
        (["--algorithm", "pn", "--threads", "2"], "--threads: a search with pn uses one thread"),
        (["--algorithm", "pds", "--threads", "2"], "threads cannot be combined with this algorithm"),
        (["--algorithm", "df-pn", "--threads", "0"], "expected a number from 1 to 1024, or auto"),
    ] {
        let output = provenum(&[&["solve", "connect4", "--size", "4x4"][..], &arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(told), "{arguments:?}: {}", stderr(&output));
    }
    let one = provenum(&["solve", "connect4", "--size", "4x4", "--algorithm", "pn", "--threads", "1", "--quiet"]);
    assert_eq!(stdout(&one), "draw\n");
}

#[test]
fn a_search_by_threads_is_saved_and_resumed_with_another_number_of_them() {
    let scratch = Scratch::new("threads-saved");
    for (before, after) in [("2", "3"), ("2", "1"), ("1", "2")] {
        let file = &*scratch.path(&format!("{before}-{after}.pvnc"));
        let solve = ["solve", "connect4", "--size", "5x5", "--algorithm", "df-pn-eps", "--no-proof"];
        let limits = ["--nodes", "400k", "--checkpoint", file, "--checkpoint-every", "50ms", "--threads", before];
        let report = json(&[&solve[..], &limits].concat()).remove(0);
        assert_eq!(report["result"], "unknown");
        assert!(report["expanded"].as_u64().unwrap() <= 400_000, "{report}");
        let report = json(&["solve", "--resume", file, "--no-proof", "--threads", after]).remove(0);
        assert_eq!(report["value"], "draw", "{before} {after}: {report}");
    }
}
