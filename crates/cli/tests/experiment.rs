//! `provenum experiment`: what it writes, and that it goes on where it was stopped.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, provenum, stderr, stdout};
use std::fs;

const DESCRIPTION: &str = "\
title Two & three
limits nodes=1M memory=1MiB
set trees uniform
  seed={1..3} branching=3 depth=4
set graphs random
  seed={4,5} nodes=30
set boards connect4 size=4x4
  @boards.txt
run plain alpha-beta table=off
run depth negascout
run numbers df-pn
compare plain
";

#[test]
fn an_experiment_goes_on_where_it_was_stopped() {
    let scratch = Scratch::new("experiment");
    let file = scratch.write("some.experiment", DESCRIPTION.replace("run numbers df-pn\n", ""));
    scratch.write("boards.txt", "# positions\n1122\n\n12\n");
    let out = scratch.path("out");
    let run = |file: &str, more: &[&str]| {
        let output = provenum(&[&["experiment", file, "--output", &out], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let lines = || fs::read_to_string(scratch.path("out/some.jsonl")).unwrap().lines().count();
    run(&file, &["--limit", "1", "--threads", "2"]);
    assert_eq!(lines(), 6);
    let table = run(&file, &["--threads", "2"]);
    assert_eq!(lines(), 14);
    assert!(
        table.contains("| trees | plain | 3 | 3 | 0 |") && table.contains("| boards | depth | 2 | 2 | 0 |"),
        "{table}"
    );
    assert_eq!(run(&file, &["--threads", "1"]), table, "all was there already");
    assert_eq!(fs::read_to_string(scratch.path("out/some.md")).unwrap(), table);
    let picture = fs::read_to_string(scratch.path("out/some.svg")).unwrap();
    assert!(picture.contains("Two &amp; three") && picture.ends_with("</svg>\n"));
    // A line that was cut off is searched again, and so is everything with other limits.
    let known = fs::read_to_string(scratch.path("out/some.jsonl")).unwrap();
    fs::write(
        scratch.path("out/some.jsonl"),
        known.trim_end().rsplit_once('\n').unwrap().0.to_owned() + "\n{\"set\"\n",
    )
    .unwrap();
    run(&file, &[]);
    assert_eq!(lines(), 15);
    run(&file, &["--nodes", "5"]);
    assert_eq!(lines(), 29);
}

#[test]
fn all_algorithms_can_take_part() {
    let scratch = Scratch::new("experiment-all");
    let file = scratch.write("all.experiment", DESCRIPTION);
    scratch.write("boards.txt", "1122\n");
    let output = provenum(&["experiment", &file, "--output", &scratch.path("out")]);
    assert!(stdout(&output).contains("| graphs | numbers | 2 | 2 | 0 |"), "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn claims_memory_pictures_and_the_results_of_others() {
    let scratch = Scratch::new("experiment-claims");
    let description = "\
title Small boards
limits nodes=1M
claim win
set boards connect4 size=4x4
  {1..4} {1..4}
run numbers df-pn memory=1MiB
run few     df-pn memory=16KiB
run tree    pn    memory=1MiB
compare numbers
";
    let out = scratch.path("out");
    let run = |name: &str, text: String| {
        let file = scratch.write(&format!("{name}.experiment"), text);
        let output = provenum(&["experiment", &file, "--output", &out]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        (stdout(&output), fs::read_to_string(scratch.path(&format!("out/{name}.svg"))).unwrap())
    };
    let lines = |name: &str| fs::read_to_string(scratch.path(&format!("out/{name}.jsonl"))).unwrap().lines().count();
    let (table, _) = run("one", description.to_owned());
    // No position of this board is won after two moves, and each search says so of each.
    assert!(table.contains("| boards | tree | 16 | 16 | 0 |"), "{table}");
    assert!(table.contains("| boards | numbers | 16 | 1.00 | 1.00 | 0 |"), "{table}");
    for (kind, part) in [("solved", "solved of 16"), ("memory", "<polyline"), ("scatter", "nodes visited by numbers")] {
        let (same, picture) = run(kind, format!("{description}reuse one\nplot {kind}\n"));
        assert_eq!((same == table, lines(kind)), (true, 0), "all was there already");
        assert!(picture.contains(part) && picture.ends_with("</svg>\n"), "{picture}");
    }
}

#[test]
fn bad_descriptions_get_one_clear_message() {
    let scratch = Scratch::new("experiment-bad");
    let bad = scratch.write("bad.experiment", "set a kalah\n  9\nrun x test");
    let wrong = scratch.write("wrong.experiment", "sets a kalah");
    for (name, message) in [
        ("no-such", "cannot read the experiment \"no-such\"; expected a file, or one of graphs, negascout, pds-pn-1"),
        (&bad, "set a, position \"9\": position, column 1: there is no pit"),
        (&wrong, "line 1: \"sets\": expected title, limits, claim, set, run, with, compare, reuse or plot"),
    ] {
        let output = provenum(&["experiment", name, "--output", &scratch.path("out")]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}
