//! Whatever is wrong with what a user wrote: exit code 2, one message that says what and where, and nothing else.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, command, provenum, stderr, stdout, without_panic};
use provenum_session::Games;
use std::io::Write;
use std::process::{Output, Stdio};

/// Demands that the input is refused with one message that has all these parts.
fn assert_refused(output: &Output, parts: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(stdout(output), "", "{message}");
    assert!(message.starts_with("error: "), "{message}");
    assert_eq!(message.matches("error: ").count(), 1, "{message}");
    assert!(message.len() < 1_000, "a message of {} bytes", message.len());
    assert!(!message.contains("backtrace"), "{message}");
    for part in parts {
        assert!(message.contains(part), "{part:?} is not in: {message}");
    }
}

fn refused(arguments: &[&str], parts: &[&str]) {
    assert_refused(&provenum(arguments), parts);
}

#[test]
fn games_algorithms_and_commands_that_do_not_exist() {
    refused(&["solve", "conect4"], &["conect4", "connect4"]);
    let names: Vec<_> = Games::built_in().infos().map(|game| game.name).collect();
    refused(&["solve", "backgammon"], &["backgammon", &names.join(", ")]);
    refused(&["games", "backgammon"], &["backgammon", "mnk"]);
    refused(&["solve", "mnk", "--algorithm", "df-nn"], &["df-nn", "df-pn"]);
    refused(&["algorithms", "alphabeta"], &["alphabeta", "df-pn"]);
    refused(&["sovle", "mnk"], &["sovle", "solve"]);
    refused(&["solve", "mnk", "--sise", "3x3x3"], &["--sise", "--size"]);
    refused(&["solve", "mnk", "--jsno"], &["--jsno", "--json"]);
}

#[test]
fn positions_that_cannot_be() {
    refused(&["solve", "connect4", "4458"], &["position, column 4", "8", "expected"]);
    refused(&["solve", "connect4", "4444444"], &["position, column 7", "full", "expected"]);
    refused(&["solve", "connect4", "12121213"], &["position, column 8", "over", "expected"]);
    refused(&["solve", "connect4", "44x3"], &["position, column 3", "expected"]);
    refused(&["solve", "mnk", "b2 d1"], &["position, column 4", "d1", "expected"]);
    refused(&["solve", "mnk", "b2 b2"], &["position, column 4", "b2", "expected"]);
    refused(&["solve", "mnk", "a1 a2 b1 b2 c1 c2"], &["position, column 16", "over", "expected"]);
    refused(&["solve", "mnk", "xxx/ooo/..."], &["position", "expected"]);
    refused(&["solve", "loa", "b1-b4"], &["position, column 1", "b1-b4", "expected b1-"]);
    refused(&["solve", "loa", "8/8 b"], &["position", "8 rows", "expected"]);
    refused(&["solve", "othello", "f5f5"], &["position, column 3", "f5", "expected"]);
    refused(&["solve", "othello", "--size", "4x4", "XO.. X"], &["position, column 7", "expected"]);
    refused(&["solve", "rolit", "a1"], &["position, column 1", "a1", "expected d2"]);
    refused(&["solve", "random", "seed=x"], &["seed", "expected"]);
    refused(&["solve", "random", "colour=red"], &["colour", "expected"]);
    refused(&["solve", "connect4", &"9".repeat(100_000)], &["position", "expected"]);
}

#[test]
fn parameters_that_do_not_fit() {
    refused(&["solve", "connect4", "--size", "9x9"], &["size", "9x9", "64"]);
    refused(&["solve", "connect4", "--size", "7by6"], &["size", "7by6", "expected"]);
    refused(&["solve", "connect4", "--size", "0x6"], &["size", "0x6", "expected"]);
    refused(&["solve", "mnk", "--size", "9x9x5"], &["size", "9x9", "expected"]);
    refused(&["solve", "mnk", "--size", "3x3x4"], &["size", "3x3", "expected"]);
    refused(&["solve", "mnk", "--symmetry", "sideways"], &["symmetry", "sideways", "expected"]);
    refused(&["solve", "loa", "--size", "2x9"], &["size", "2x9", "expected"]);
    refused(&["solve", "loa", "--rules", "mine"], &["rules", "mine", "expected"]);
    refused(&["solve", "othello", "--size", "5x5"], &["size", "5x5", "expected"]);
    refused(&["solve", "rolit", "--players", "5"], &["players", "5", "expected"]);
    refused(&["solve", "rolit", "--for", "4"], &["for", "4", "expected"]);
    refused(&["solve", "graph", "A proven", "--size", "3x3"], &["size", "graph", "expected no parameter"]);
}

#[test]
fn limits_that_are_none() {
    refused(&["solve", "mnk", "--memory", "0"], &["--memory", "at least 16KiB"]);
    refused(&["solve", "mnk", "--memory", "lots"], &["--memory", "lots", "4GiB"]);
    // Both are refused: a limit of 0 would leave nothing to do.
    refused(&["solve", "mnk", "--nodes", "0"], &["--nodes", "0 leaves nothing to do", "50M"]);
    refused(&["solve", "mnk", "--time", "0"], &["--time", "0 leaves nothing to do", "60s"]);
    refused(&["solve", "mnk", "--nodes", "-5"], &["-5"]);
    refused(&["solve", "mnk", "--time", "soon"], &["--time", "soon", "60s"]);
}

#[test]
fn claims_that_make_no_sense() {
    refused(&["solve", "mnk", "--claim", "victory"], &["--claim", "victory", "win, draw, value or '>=N'"]);
    refused(&["solve", "mnk", "--claim", ">=x"], &["--claim", ">=x", "whole number"]);
    refused(&["solve", "mnk", "--claim", ">=7"], &["--claim", ">=7", "from 0 to 1"]);
    refused(&["solve", "graph", "A proven", "--claim", "value"], &["--claim", "value", "expected win", "graph"]);
    refused(&["solve", "random", "--claim", "draw"], &["--claim", "draw", "expected win", "random"]);
}

#[test]
fn settings_that_do_not_exist() {
    refused(&["solve", "mnk", "--set", "epsilon"], &["--set", "epsilon", "NAME=VALUE"]);
    refused(&["solve", "mnk", "--set", "epsilon=-1"], &["epsilon", "-1", "from 0 to 10"]);
    refused(&["solve", "mnk", "--set", "speed=9"], &["speed", "auto", "epsilon"]);
    refused(
        &["solve", "mnk", "--algorithm", "pn", "--set", "epsilon=1"],
        &["pn has no setting", "epsilon", "estimate"],
    );
    refused(&["solve", "mnk", "--algorithm", "oracle", "--set", "gc=0.1"], &["oracle", "gc", "expected attack"]);
    refused(&["solve", "mnk", "--algorithm", "deep-df-pn", "--set", "e=0"], &["setting e", "from 1 to 1000"]);
}

#[test]
fn files_that_cannot_be_read() {
    let scratch = Scratch::new("unreadable-input");
    let (missing, directory) = (scratch.path("missing"), scratch.path(""));
    let latin = scratch.write("latin", b"b2\nb2 \xe9\n");
    refused(&["solve", "mnk", "--input", &missing], &["cannot read", "missing"]);
    refused(&["solve", "mnk", "--input", &directory], &["cannot read", "directory"]);
    refused(&["solve", "graph", &missing], &["cannot read", "missing"]);
    refused(&["solve", "graph", &"A".repeat(100_000)], &["cannot read", "AAA"]);
    refused(&["solve", "graph", &directory], &["cannot read", "directory"]);
    refused(&["solve", "graph", &latin], &["cannot read", "latin", "line 2", "UTF-8"]);
    refused(&["check", &missing], &["cannot read", "missing"]);
    refused(&["check", &directory], &["cannot read", "directory"]);
    refused(&["check", &latin], &["cannot read", "not a certificate"]);
    let list = scratch.write("list", b"\xff\xfe\n");
    refused(&["solve", "mnk", "--input", &list], &["list, line 1", "UTF-8"]);
}

#[test]
fn a_position_that_was_not_quoted_is_shown_quoted() {
    refused(&["solve", "mnk", "b2", "a1", "c3"], &["quote the position", "provenum solve mnk 'b2 a1 c3'"]);
    let sfen = ["solve", "tsume-shogi", "4k4/9/4P4/9/9/9/9/9/9", "b", "-", "1"];
    refused(&sfen, &["quote the position", "provenum solve tsume-shogi '4k4/9/4P4/9/9/9/9/9/9 b - 1'"]);
    refused(&["solve", "graph", "A", "or", "B'"], &[r"'A or B'\'''"]);
    refused(&["solve", "mnk", "--claim", "win", "b2", "a1"], &["'b2 a1'"]);
    refused(&["solve", "mnk", &"9 ".repeat(50_000), "9"], &["quote the position"]);
    let scratch = Scratch::new("unquoted");
    let proof = scratch.path("ttt.pvn");
    assert_eq!(provenum(&["solve", "mnk", "-q", "--proof", &proof]).status.code(), Some(0));
    refused(&["show", &proof, "--position", "b2", "a1"], &["quote the position", "--position 'b2 a1'"]);
    refused(&["show", &proof, &proof], &["ttt.pvn", "one certificate"]);
}

#[test]
fn a_newcomer_is_told_what_to_type() {
    let bare = provenum(&[]);
    assert_eq!((bare.status.code(), stdout(&bare).as_str()), (Some(2), ""));
    assert_eq!(stderr(&bare).lines().count(), 5, "{}", stderr(&bare));
    refused(&["mnk"], &["provenum solve mnk"]);
    refused(&["solve", "mnk", "--claim"], &["--claim", "'>=1'"]);
}

#[test]
fn keeping_going_reports_every_bad_line_and_answers_the_others() {
    let scratch = Scratch::new("keep-going");
    let list = scratch.write("list", b"b2 z9\nb2\n\xff\nq\nb2 a1\n");
    let solve = ["solve", "mnk", "--keep-going", "--input", &list];
    let quiet = provenum(&[&solve[..], &["-q"]].concat());
    assert_eq!((quiet.status.code(), stdout(&quiet).as_str()), (Some(2), "error\ndraw\nerror\nerror\ndraw\n"));
    let message = stderr(&quiet);
    for part in ["list, line 1: position, column 4", "list, line 3: column 1: not UTF-8", "list, line 4: position"] {
        assert!(message.contains(part), "{part:?} is not in: {message}");
    }
    assert_eq!(message.lines().count(), 3, "{message}");
    // A list without a fault is answered as ever.
    let good = provenum(&["solve", "mnk", "-q", "--keep-going", "--input", &scratch.write("good", "b2\n")]);
    assert_eq!((good.status.code(), stderr(&good).as_str()), (Some(0), ""));
    refused(&["solve", "mnk", "--keep-going"], &["--input"]);
    refused(&["solve", "mnk", "--keep-going", "--input", &scratch.path("missing")], &["cannot read"]);
}

#[test]
fn a_bad_line_of_a_list_is_named() {
    let scratch = Scratch::new("bad-line");
    let list = scratch.write("list", "# none is good\n\nb2 z9\nb2\n");
    refused(&["solve", "mnk", "--input", &list], &["list, line 3", "position, column 4", "z9"]);
    let after = provenum(&["solve", "mnk", "-q", "--input", &scratch.write("after", "b2\nq\n")]);
    assert_eq!((after.status.code(), stdout(&after).as_str()), (Some(2), "draw\n"), "what came before is answered");
    assert!(stderr(&after).contains("line 2"));
}

#[test]
fn a_graph_with_an_error_says_where() {
    let scratch = Scratch::new("bad-graph");
    let graph = |text: &str| scratch.write("bad.graph", text);
    refused(
        &["solve", "graph", &graph("A or B C\nB proven\nC maybe\n")],
        &["bad.graph, line 3, column 3: ", "maybe", "expected"],
    );
    refused(&["solve", "graph", &graph("A or B C\nB proven\n")], &["line 1", "column 8", "C"]);
    refused(&["solve", "graph", &graph("A or B\nA and B\nB proven\n")], &["line 2", "column 1", "A"]);
    refused(&["solve", "graph", "A or B; B proven; C or"], &["column", "expected"]);
    refused(&["solve", "graph", &graph("")], &["bad.graph: ", "expected"]);
    let list = scratch.write("list", graph("A maybe\n") + "\n");
    refused(&["solve", "graph", "--input", &list], &["list, line 1: ", "bad.graph, line 1, column 3: "]);
    refused(&["solve", "graph"], &["expected"]);
}

#[test]
fn a_line_of_100_megabytes_is_refused() {
    let mut child = command(&["solve", "connect4", "--input", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let part = vec![b'4'; 1_000_000];
        // The program need not read to the end.
        (0..100).all(|_| stdin.write_all(&part).is_ok())
    });
    let output = without_panic(child.wait_with_output().unwrap());
    writer.join().unwrap();
    assert_refused(&output, &["standard input, line 1", "longer than 64 MiB"]);
}

#[test]
fn proofs_that_cannot_be_written_are_refused_before_the_search() {
    let scratch = Scratch::new("no-directory");
    let missing = scratch.path("missing/proof.pvn");
    // The search would take much longer than the test may.
    refused(&["solve", "connect4", "--proof", &missing], &["cannot write", "proof.pvn"]);
    refused(&["solve", "mnk", "--proof", &scratch.path("p"), "--no-proof"], &["--proof", "--no-proof"]);
    refused(&["solve", "mnk", "--proof", &scratch.path("p"), "--input", "-"], &["--proof", "--input"]);
    refused(&["solve", "mnk", "b2", "--input", "-"], &["--input"]);
    refused(&["solve", "mnk", "-q", "-v"], &["--quiet", "--verbose"]);
}
