//! The pictures of `provenum show --export`: they are no wider than they may be, and say what they show.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, provenum, stdout};

/// Solves a position and draws its proof.
fn picture(solve: &[&str], show: &[&str], ending: &str) -> String {
    let scratch = Scratch::new(&format!("picture-{}-{}-{ending}", solve[0], show.len()));
    let (proof, picture) = (scratch.path("proof.pvn"), scratch.path(&format!("top.{ending}")));
    let solved = provenum(&[&["solve"], solve, &["-q", "--proof", &proof]].concat());
    assert!(matches!(solved.status.code(), Some(0 | 1)), "{solved:?}");
    let shown = provenum(&[&["show", &proof, "--export", &picture], show].concat());
    assert_eq!(shown.status.code(), Some(0), "{shown:?}");
    assert!(stdout(&shown).contains(&picture));
    std::fs::read_to_string(&picture).unwrap()
}

/// The number of pixels behind the first `name=` of a picture.
fn pixels(picture: &str, name: &str) -> f64 {
    let value = picture.split_once(&format!(" {name}='")).unwrap().1;
    value.split_once('\'').unwrap().0.parse().unwrap()
}

#[test]
fn pictures_of_many_games_fit_and_explain_themselves() {
    let shogi = "9/6p1+P/9/8k/9/8p/7L1/9/9 b GS2r2b3g3s4n3l15p 1";
    let graph = "A or B C; B and E D; C and F; D disproven; E or H G; F or H; G proven; H and E";
    for (solve, show, words) in [
        (&["mnk"][..], &["--section", "2"][..], &["mnk · size 3x3x3", "The first player wins: does not hold"][..]),
        (&["connect4", "544355542226"], &["--depth", "9"], &["The first player is x; the second player is o", "x won"]),
        (
            &["graph", graph],
            &["--depth", "6"],
            &["The root is proven: holds", "one proven successor is enough", "a leaf"],
        ),
        (&["tsume-shogi", shogi], &[], &["The first player is the attacker", "the attacker won"]),
        (&["kalah", "--pits", "3", "--seeds", "2"], &[], &["kalah · pits 3 · seeds 2", "the lower row"]),
        (&["loa", "--size", "4x4"], &["--depth", "2"], &["loa · ", "The first player is b; the second player is w"]),
    ] {
        let drawn = picture(solve, show, "svg");
        assert!(pixels(&drawn, "width") <= 1200.0, "{solve:?} is {} px wide", pixels(&drawn, "width"));
        let always = ["OR node: ", "AND node: ", " positions: ", "prefers-color-scheme:dark", "class='bg'"];
        for words in always.iter().chain(words) {
            assert!(drawn.contains(words), "{solve:?}: {words:?} is missing");
        }
        // Boards of cells have the last move marked; the names of a graph have not.
        assert_eq!(drawn.contains("class='m'"), solve[0] != "graph", "{solve:?}");
        assert_eq!(drawn.matches("<text").count(), drawn.matches("</text>").count());
    }
}

#[test]
fn a_wide_tree_fits_into_less_and_says_what_is_left_out() {
    let position = ["connect4", "544355542226"];
    let narrow = picture(&position, &["--depth", "9", "--width", "600"], "svg");
    assert!(pixels(&narrow, "width") <= 600.0);
    assert!(narrow.contains("left out, for which the picture is not wide enough"));
    let wide = picture(&position, &["--depth", "9", "--width", "20000", "--max-nodes", "1000"], "svg");
    assert!(pixels(&wide, "width") > 1200.0 && !wide.contains("not wide enough"));
}

#[test]
fn graphviz_gets_shapes_and_words_too() {
    let dot = picture(&["mnk"], &[], "dot");
    for words in ["mnk · size 3x3x3", "shape=octagon", "rounded,filled", "AND node, the second player (o) to move"] {
        assert!(dot.contains(words), "{words}");
    }
}
