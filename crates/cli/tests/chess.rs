//! What chess players ask for: mates within so many moves, that none is shorter, forcing moves only, and files for their programs.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{provenum as run, stderr, stdout};
use serde_json::Value;

const MATE_IN_TWO: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";

fn provenum(arguments: &[&str]) -> (i32, String) {
    let output = run(arguments);
    let text = stdout(&output).to_string() + &stderr(&output);
    (output.status.code().unwrap(), text)
}

fn solve(position: &str, more: &[&str]) -> Value {
    let (_, text) = provenum(&[&["solve", "chess", position, "--json"], more].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_shortest_mate_is_certified_from_both_sides() {
    let report = solve(MATE_IN_TWO, &["--shortest"]);
    assert_eq!((&report["length"], &report["pv"][0]), (&3.into(), &"Ra6".into()));
    assert_eq!(
        [&report["proven_shortest"], &report["shortest_certified"], &report["certified"]],
        [&Value::Bool(true); 3]
    );
    assert_eq!(report["proof"]["kind"], "strategy+delay");
    let fifty = &report["fifty_move_rule"];
    assert_eq!((&fifty["exceeded"], &fifty["before"]), (&false.into(), &0.into()), "{fifty}");
    let late = solve(&format!("{MATE_IN_TWO} 99 80"), &["--shortest"]);
    assert_eq!(late["fifty_move_rule"]["exceeded"], true, "{late}");
}

#[test]
fn mates_are_claimed_within_moves() {
    for (moves, result, kind) in [(1, "disproven", "delay"), (2, "proven", "strategy"), (3, "proven", "strategy")] {
        let report = solve(MATE_IN_TWO, &["--claim", &format!("mate<={moves}")]);
        assert_eq!((&report["result"], &report["proof"]["kind"]), (&result.into(), &kind.into()), "{report}");
        assert_eq!((&report["certified"], &report["claims"][0]["within"]), (&true.into(), &(2 * moves - 1).into()));
        assert_eq!(report["value"].is_null(), result == "disproven", "{report}");
    }
    // The defender is to move.
    let defender = "kbK5/pp6/RP6/8/8/8/8/8 b - -";
    let report = solve(defender, &["--claim", "mated<=1"]);
    assert_eq!(
        (&report["result"], &report["value"], &report["certified"]),
        (&"proven".into(), &"loss".into(), &true.into())
    );
    let report = solve(defender, &["--claim", "value", "--shortest"]);
    assert_eq!((&report["value"], &report["length"]), (&"loss".into(), &2.into()), "{report}");
    assert_eq!(report["shortest_certified"], true, "{report}");
    let free = solve("7k/8/8/8/8/8/8/K6R b - -", &["--claim", "mated<=2"]);
    assert_eq!((&free["result"], &free["proof"]["kind"]), (&"disproven".into(), &"delay".into()), "{free}");
    for claim in ["mate<=0", "mate<=x", "mate<=", "mate<=2000"] {
        assert_eq!(provenum(&["solve", "chess", MATE_IN_TWO, "--claim", claim]).0, 2, "{claim}");
    }
    assert_eq!(provenum(&["solve", "mnk", "--claim", "mate<=3"]).0, 2);
}

#[test]
fn forcing_moves_alone_prove_but_never_disprove() {
    let quiet = solve(MATE_IN_TWO, &["--set", "attack=forcing"]);
    assert_eq!((&quiet["result"], &quiet["scope"]), (&"disproven".into(), &"forcing".into()));
    assert!(quiet["value"].is_null() && quiet["proof"]["checked"] == false, "{quiet}");
    assert!(quiet["proof"]["reason"].as_str().unwrap().contains("only some moves"), "{quiet}");
    let value = solve(MATE_IN_TWO, &["--set", "attack=forcing", "--claim", "value"]);
    assert_eq!((&value["result"], &value["scope"]), (&"unknown".into(), &"forcing".into()));
    // A mate by checks, and a shorter quiet one cannot be excluded.
    let back_rank = "6k1/5ppp/8/8/8/8/8/K2RR3 w - -";
    for attack in ["forcing", "threats"] {
        let found = solve(back_rank, &["--set", &format!("attack={attack}"), "--shortest"]);
        assert_eq!((&found["result"], &found["scope"], &found["length"]), (&"proven".into(), &"all".into(), &1.into()));
        assert_eq!((&found["proven_shortest"], &found["certified"]), (&false.into(), &true.into()), "{found}");
    }
    // A threat of mate that leaves no defence.
    let threat = solve("k7/8/1K6/8/8/8/8/6R1 w - -", &["--set", "attack=forcing"]);
    assert_eq!(threat["result"], "proven", "{threat}");
    let (code, text) = provenum(&["solve", "chess", MATE_IN_TWO, "--claim", "draw", "--set", "attack=forcing"]);
    assert!(code == 2 && text.contains("other side"), "{text}");
    let (code, text) = provenum(&["solve", "mnk", "--set", "attack=forcing"]);
    assert!(code == 2 && text.contains("mnk"), "{text}");
    let (code, text) = provenum(&["solve", "chess", "--algorithm", "negascout", "--set", "attack=forcing"]);
    assert!(code == 2 && text.contains("attack"), "{text}");
}

#[test]
fn proofs_are_exported_for_chess_programs() {
    let scratch = std::env::temp_dir().join(format!("provenum-chess-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let path = |name: &str| scratch.join(name).to_string_lossy().into_owned();
    let (proof, game, line) = (path("m.pvn"), path("m.pgn"), path("m.epd"));
    assert_eq!(provenum(&["solve", "chess", MATE_IN_TWO, "--shortest", "--proof", &proof]).0, 0);
    for file in [&game, &line] {
        let (code, text) = provenum(&["show", &proof, "--export", file]);
        assert_eq!(code, 0, "{text}");
    }
    let written = std::fs::read_to_string(&game).unwrap();
    assert!(
        written.contains(&format!("[FEN \"{MATE_IN_TWO} 0 1\"]")) && written.contains("[Result \"1-0\"]"),
        "{written}"
    );
    assert!(written.contains("1. Ra6") && written.contains('('), "{written}");
    // What was written is read again: the main line ends in mate.
    let end = solve(&written, &[]);
    assert_eq!((&end["over"], &end["winner"]), (&true.into(), &"first".into()), "{written}");
    let written = std::fs::read_to_string(&line).unwrap();
    assert_eq!(written.trim(), format!("{MATE_IN_TWO} bm Ra6; dm 2; pv Ra6 bxa6 b7#;"));
    assert_eq!(solve(written.trim(), &["--shortest"])["length"], 3);
    let other = path("ttt.pvn");
    assert_eq!(provenum(&["solve", "mnk", "--proof", &other]).0, 0);
    assert_eq!(provenum(&["show", &other, "--export", &path("ttt.pgn")]).0, 2);
    std::fs::remove_dir_all(&scratch).unwrap();
}
