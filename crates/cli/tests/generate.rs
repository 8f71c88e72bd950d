//! `provenum generate`: what it makes is won, certified, as hard as asked, and the same every time; and so are the sets
//! that come with the program.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, provenum, stderr, stdout};
use std::collections::HashSet;
use std::fs;

const SMALL: &[&str] = &["generate", "loa", "--size", "5x5", "--count", "5", "--difficulty", "20..2k"];

fn set(more: &[&str]) -> String {
    let output = provenum(&[SMALL, more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

fn positions(set: &str) -> Vec<&str> {
    set.lines().filter(|line| !line.starts_with('#')).collect()
}

/// What stands above the positions: the nodes that one of the searches needed.
fn difficulties(set: &str) -> Vec<u64> {
    let lines: Vec<_> = set.lines().collect();
    let above = lines.windows(2).filter(|pair| !pair[1].starts_with('#')).map(|pair| pair[0]);
    above.map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect()
}

#[test]
fn a_seed_means_the_same_set_however_many_threads_make_it() {
    let one = set(&["--threads", "1"]);
    assert_eq!(one, set(&["--threads", "3"]));
    assert_ne!(one, set(&["--seed", "2"]));
    assert!(one.contains(
        "provenum generate loa --size 5x5 --count 5 --seed 1 --plies-before-end 3..60 --difficulty 20..2000"
    ));
}

#[test]
fn all_positions_are_won_and_as_hard_as_asked() {
    let scratch = Scratch::new("generate");
    let set = set(&["--plies-before-end", "2..9"]);
    let file = scratch.write("set.txt", &set);
    assert_eq!(positions(&set).len(), 5);
    let difficulties = difficulties(&set);
    assert!(
        difficulties.is_sorted() && difficulties.iter().all(|nodes| (20..=2000).contains(nodes)),
        "{difficulties:?}"
    );
    for algorithm in ["df-pn-eps", "bta"] {
        let output = provenum(&[
            "solve",
            "loa",
            "--size",
            "5x5",
            "--input",
            &file,
            "--claim",
            "win",
            "--algorithm",
            algorithm,
            "--quiet",
        ]);
        assert_eq!(stdout(&output), "win\n".repeat(5), "{}", stderr(&output));
    }
}

#[test]
fn bad_wishes_get_one_clear_message() {
    let scratch = Scratch::new("generate-bad");
    let taken = scratch.write("taken.txt", "a set\n");
    for (arguments, message) in [
        (["graph", "--count", "1"], "cannot generate positions for graph; expected one of connect4"),
        (["loa", "--output", &taken], "already exists; expected the name of a new file, or --force"),
        (["loa", "--difficulty", "9..8"], "expected a range such as 5..11"),
        (["loa", "--count", "0"], "0 is not in 1..=1000000"),
        (
            ["mnk", "--plies-before-end", "90..99"],
            "only 0 positions found in 2,000 attempts; expected a smaller --count",
        ),
        (["loa", "--seeds", "4"], "parameter seeds: loa has no such parameter"),
    ] {
        let output = provenum(&[&["generate"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    assert_eq!(fs::read_to_string(taken).unwrap(), "a set\n");
}

#[test]
fn the_sets_that_come_with_the_program_are_what_they_are_called() {
    let sets = [("loa-286", 286, 20_000, 100_000), ("loa-488", 488, 1_000, 20_000), ("othello-86", 86, 5_000, 300_000)];
    for (name, count, least, most) in sets {
        let path = format!("{}/experiments/sets/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let set = fs::read_to_string(path).unwrap();
        assert_eq!(positions(&set).iter().collect::<HashSet<_>>().len(), count);
        let difficulties = difficulties(&set);
        assert!(difficulties.is_sorted() && difficulties.iter().all(|nodes| (least..=most).contains(nodes)));
        if name.starts_with("othello") {
            let empty = |position: &str| position.matches('-').count();
            assert!(positions(&set).iter().all(|position| (15..=20).contains(&empty(position))));
        }
    }
}

/// The easiest positions of the shipped sets are won, as their certificates say again.
#[test]
fn the_easiest_positions_of_the_sets_are_won() {
    let scratch = Scratch::new("generate-sets");
    for (game, name, won) in [("loa", "loa-488", "win\n"), ("othello", "othello-86", "at least 1\n")] {
        let path = format!("{}/experiments/sets/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let set = fs::read_to_string(path).unwrap();
        let file = scratch.write(name, positions(&set)[..8].join("\n"));
        let output = provenum(&["solve", game, "--input", &file, "--claim", "win", "--quiet", "--memory", "64MiB"]);
        assert_eq!(stdout(&output), won.repeat(8), "{}", stderr(&output));
    }
}
