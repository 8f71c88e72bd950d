//! Games of lines and Hex, from the command line.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{provenum, stderr};
use serde_json::Value;

fn answer(arguments: &[&str]) -> Value {
    let output = provenum(&[&["solve"], arguments, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {}", stderr(&output)))
}

fn forced(game: &str, position: &str) -> Value {
    answer(&[game, position, "--claim", "win", "--set", "attack=forcing", "--shortest", "--certify"])
}

#[test]
fn wins_by_fours_have_lengths_and_are_certified_for_the_whole_game() {
    // A four, and another one at the same time.
    let rows = "......../......../......../..xxx.../..o..x../..o...x./......../........";
    let position = format!("{} o", rows);
    let error = stderr(&provenum(&["solve", "gomoku", &position, "--size", "8x8x5"]));
    assert!(error.contains("there are 5 `x` and 2 `o`"), "{error}");
    let rows = "......../o......o/......../..xxx.../..o..x../..o..ox./......../........ x";
    let found = answer(&[
        "gomoku",
        rows,
        "--size",
        "8x8x5",
        "--claim",
        "win",
        "--set",
        "attack=forcing",
        "--shortest",
        "--certify",
    ]);
    assert_eq!((&found["result"], &found["proof"]["checked"]), (&"proven".into(), &true.into()), "{found}");
    assert_eq!(found["length"], 3);
    let none = forced("gomoku", "h8 g7");
    assert_eq!((&none["result"], &none["scope"]), (&"disproven".into(), &"forcing".into()), "{none}");
    let cube = "..../..../...x/...x|..../.x../.oox/....|..../.ox./.xoo/....|...o/..../...x/.... o";
    let found = forced("qubic", cube);
    assert_eq!((&found["result"], &found["proof"]["checked"]), (&"proven".into(), &true.into()), "{found}");
}

#[test]
fn small_boards_have_the_values_that_they_are_known_to_have() {
    for (game, size, value) in [
        ("gomoku", "3x3x3", "draw"),
        ("gomoku", "4x3x3", "win"),
        ("gomoku", "6x6x5", "draw"),
        ("qubic", "3x3x3", "win"),
        ("hex", "4x4", "win"),
        ("hex", "3x4", "loss"),
        ("hex", "4x3", "win"),
    ] {
        assert_eq!(answer(&[game, "--size", size, "--time", "60s"])["value"], value, "{game} {size}");
    }
}

#[test]
fn with_one_stone_in_a_turn_connect6_is_k_in_a_row() {
    for size in ["3x3x3", "4x4x4", "4x3x3"] {
        let connect = answer(&["connect6", "--size", size, "--stones", "1"]);
        assert_eq!(connect["value"], answer(&["mnk", "--size", size])["value"], "{size}");
    }
}

#[test]
fn openings_of_hex_are_known_on_small_boards() {
    for (size, wins) in [("2x2", "a2 b1"), ("3x3", "c1 a2 b2 c2 a3"), ("4x4", "d1 c2 b3 a4")] {
        let side: u8 = size[..1].parse().unwrap();
        let cells =
            (0..side).flat_map(|row| (0..side).map(move |column| format!("{}{}", char::from(b'a' + column), row + 1)));
        for cell in cells {
            let second = answer(&["hex", &cell, "--size", size, "--certify"]);
            let value = if wins.split(' ').any(|win| win == cell) { "loss" } else { "win" };
            assert_eq!((&second["value"], &second["proof"]["checked"]), (&value.into(), &true.into()), "{size} {cell}");
        }
    }
}

#[test]
fn impossible_boards_are_refused() {
    for (arguments, message) in [
        (&["gomoku", "xxx/ooo/... x", "--size", "3x3x3"][..], "has 3 in a row"),
        (&["gomoku", "x../.../... x", "--size", "3x3x3"], "is not the side to move"),
        (&["connect6", "x../.../..x", "--size", "3x3x3"], "there are 2 `x` and 0 `o`"),
        (&["qubic", "1a1 1a1"], "1a1 is taken"),
        (&["qubic", "--size", "5x5x5"], "3x3x3 or 4x4x4"),
        (&["hex", "x../x../x..", "--size", "3x3"], "there are 3 `x` and 0 `o`"),
        (&["hex", "--size", "12x12"], "columns and rows from 1 to 11"),
    ] {
        let output = provenum(&[&["solve"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}
