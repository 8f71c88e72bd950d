//! Other solvers beside this one: `provenum bench --peers`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(unix)]

mod common;

use common::{Scratch, provenum, stderr, stdout};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// A directory with a program that is a shell script.
fn with_program(test: &str, name: &str, script: &str) -> Scratch {
    let scratch = Scratch::new(test);
    let path = scratch.write(name, format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    scratch
}

fn rows(scratch: &Scratch) -> Vec<serde_json::Value> {
    let output = provenum(&["bench", "--peers", &scratch.path(""), "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn a_peer_runs_beside_ours_and_is_compared() {
    let script = "while read p; do echo \"heading of $p\"; echo \"$p | 0 | 50\"; done";
    let scratch = with_program("peers-batch", "fake", script);
    scratch.write("tiny.txt", "# two moves\n12\n11\n1122\n");
    scratch.write(
        "peers.txt",
        "set tiny tiny.txt connect4 --size 4x4 --values score\npeer fake connect4\n  command fake\n  \
         input {position}\n  value word 2\n  nodes word 3\npeer absent connect4\n  command absent\n  input x\n  \
         value word 1\n",
    );
    let rows = rows(&scratch);
    assert_eq!(rows.len(), 2, "the program that is absent is passed over");
    assert_eq!((rows[0]["solver"].as_str(), rows[1]["solver"].as_str()), (Some("provenum"), Some("fake")));
    for row in &rows {
        assert_eq!(
            (row["set"].as_str(), row["positions"].as_u64(), row["solved"].as_u64()),
            (Some("tiny"), Some(3), Some(3))
        );
    }
    assert_eq!((rows[0]["differ"].as_u64(), rows[1]["nodes"].as_u64()), (Some(0), Some(150)));
    assert_eq!(rows[1]["differ"].as_u64(), Some(0), "on a board so small, all of these are drawn");
    let ratio = rows[0]["nodes"].as_f64().unwrap() / 150.0;
    assert!((rows[1]["nodes_ratio"].as_f64().unwrap() - ratio).abs() < 1e-9);
    let table = stdout(&provenum(&["bench", "--peers", &scratch.path("")]));
    assert!(table.contains("tiny           fake                  3/3"), "{table}");
}

#[test]
fn an_engine_is_asked_for_the_next_position_when_it_has_answered_and_wrong_answers_are_counted() {
    let script = "while read line; do case \"$line\" in
      'go mate'*) echo 'info depth 1 nodes 3'; echo 'info depth 2 nodes 7'; echo 'checkmate G*5b';;
      quit) exit;; esac; done";
    let scratch = with_program("peers-usi", "shtsume", script);
    scratch.write("mates.txt", "4k4/9/4P4/9/9/9/9/9/9 b G 1\n4k4/9/9/9/9/9/9/9/9 b G 1\n");
    scratch.write("peers.txt", "set mates mates.txt tsume-shogi --claim win\n");
    let rows = rows(&scratch);
    assert_eq!((rows.len(), rows[1]["solver"].as_str()), (2, Some("shtsume")));
    assert_eq!((rows[1]["solved"].as_u64(), rows[1]["nodes"].as_u64()), (Some(2), Some(14)));
    assert_eq!(rows[1]["differ"].as_u64(), Some(1), "a bare gold mates nobody");
    assert!(rows[1]["nodes_ratio"].is_null(), "what is wrong is not compared");
}

#[test]
fn a_peer_that_gives_up_gets_no_ratio() {
    let scratch = with_program("peers-fails", "fake", "read p; echo \"$p 0 50\"; exit 1");
    scratch.write("tiny.txt", "12\n11\n");
    scratch.write(
        "peers.txt",
        "set tiny tiny.txt connect4 --size 4x4 --values score\npeer fake connect4\n  command fake\n  \
         input {position}\n  value word 2\n  nodes word 3\n",
    );
    let rows = rows(&scratch);
    assert_eq!(rows[1]["solved"].as_u64(), Some(1));
    assert!(rows[1]["nodes_ratio"].is_null() && rows[1]["cpu_ratio"].is_null());
}

#[test]
fn bad_descriptions_and_empty_directories_are_told() {
    let scratch = Scratch::new("peers-bad");
    let bench = |said: &str| {
        let output = provenum(&["bench", "--peers", &scratch.path("")]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    };
    bench("has none of the programs");
    scratch.write("peers.txt", "peer a connect4\n  colour red\n");
    bench("line 2: \"colour\" is unknown");
    let output = provenum(&["bench", "--peers", &scratch.path("missing")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot open the directory"), "{}", stderr(&output));
}
