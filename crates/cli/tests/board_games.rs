//! Small boards have their known values, and the proofs of them hold.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, provenum, stdout};

/// Solves a position, has another process check the certificate, and answers the value in a word.
fn certified(arguments: &[&str]) -> String {
    let scratch = Scratch::new(&format!("board-{}", arguments.join("-").replace(' ', "")));
    let file = scratch.path("proof.pvn");
    let solved = provenum(&[&["solve", "--quiet", "--proof", &file], arguments].concat());
    assert_eq!(solved.status.code(), Some(0), "{solved:?}");
    assert_eq!(provenum(&["check", &file]).status.code(), Some(0), "{arguments:?}");
    stdout(&solved).trim().to_owned()
}

/// 3 discs to 11, and the two empty squares go to the winner: known from the literature.
#[test]
fn othello_4x4_is_won_by_the_second_player() {
    assert_eq!(certified(&["othello", "--size", "4x4"]), "-10");
    assert_eq!(certified(&["othello", "--size", "4x4", "d3"]), "10");
}

/// Computed by an independent program.
#[test]
fn small_boards_of_lines_of_action_have_their_known_values() {
    assert_eq!(certified(&["loa", "--size", "3x3"]), "loss");
    assert_eq!(certified(&["loa", "--size", "4x4"]), "win");
    assert_eq!(certified(&["loa", "--size", "5x5"]), "win");
}
