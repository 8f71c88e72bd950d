//! What `solve` says: its JSON, field by field as docs/CLI.md has it, its words, and its exit codes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Scratch, command, provenum, stderr, stdout, without_panic};
use serde_json::Value;
use std::io::Write;
use std::process::{Output, Stdio};

/// A row of a table in docs/CLI.md.
struct Field {
    name: String,
    /// The types that it may have.
    types: Vec<String>,
    /// Whether it is not always there.
    optional: bool,
}

/// The table below a heading of docs/CLI.md: rows `| field | type | meaning |`.
fn documented(heading: &str) -> Vec<Field> {
    let page = include_str!("../../../docs/CLI.md");
    let section = page.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading}")).1;
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let fields: Vec<Field> = rows
        .skip(2)
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let (types, optional) = match cells[2].strip_suffix(", optional") {
                Some(types) => (types, true),
                None => (cells[2], false),
            };
            let types = types.split(" or ").map(str::to_owned).collect();
            Field { name: cells[1].trim_matches('`').to_owned(), types, optional }
        })
        .collect();
    assert!(!fields.is_empty(), "{heading}");
    fields
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() || number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

/// Demands that an object has the documented fields, in that order, with those types, and no others.
fn assert_as_documented(object: &Value, heading: &str) {
    let fields = documented(heading);
    let found: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = fields.iter().filter(|field| !field.optional || found.contains(&field.name.as_str()));
    let expected: Vec<&str> = expected.map(|field| field.name.as_str()).collect();
    assert_eq!(found, expected, "{object}");
    for field in fields {
        let Some(value) = object.get(&field.name) else { continue };
        assert!(field.types.iter().any(|t| t == type_of(value)), "{} is {value}: not {:?}", field.name, field.types);
    }
}

fn objects(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The only object that is printed, and the exit code.
fn object(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = provenum(arguments);
    let [object] = &objects(&output)[..] else { panic!("{output:?}") };
    (object.clone(), output.status.code())
}

/// Runs the program with a text on standard input.
fn with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    without_panic(child.wait_with_output().unwrap())
}

#[test]
fn the_objects_of_solve_are_as_documented() {
    let scratch = Scratch::new("json");
    let proof = scratch.path("proof.pvn");
    let runs: &[&[&str]] = &[
        &["mnk", "--proof", &proof],
        &["mnk", "b2 a1", "--claim", "win"],
        &["mnk", "--claim", ">=0", "--no-proof"],
        &["connect4", "--size", "4x4", "--algorithm", "pn"],
        &["connect4", "--nodes", "100"],
        &["connect4", "11", "--algorithm", "oracle", "--nodes", "100"],
        &["graph", "A or B; B unknown 2 3"],
        &["graph", "A or B; B disproven"],
        &["random", "seed=7"],
        &["kalah", "--algorithm", "negascout", "--set", "depth=3"],
        &["connect4", "112233", "--values", "score", "--algorithm", "alpha-beta"],
        &["mnk", "a1 b1 a2 b2 a3"],
    ];
    for run in runs {
        let (report, _) = object(&[&["solve", "--json"], *run].concat());
        assert_as_documented(&report, "### The JSON of `solve`");
        assert!(report.get("line").is_none());
        for claim in report["claims"].as_array().unwrap() {
            assert_as_documented(claim, "#### The objects of `claims` in `solve`");
        }
        if !report["proof"].is_null() {
            assert_as_documented(&report["proof"], "#### The object `proof`");
        }
    }
}

#[test]
fn the_objects_of_check_and_show_are_as_documented() {
    let scratch = Scratch::new("json-proof");
    let proof = scratch.path("proof.pvn");
    assert_eq!(provenum(&["solve", "mnk", "--proof", &proof]).status.code(), Some(0));
    let (checked, _) = object(&["check", &proof, "--json"]);
    assert_as_documented(&checked, "### The JSON of `check`");
    for claim in checked["claims"].as_array().unwrap() {
        assert_as_documented(claim, "#### The objects of `claims` in `check`");
    }
    let tree = scratch.path("top.json");
    for options in [&[][..], &["--position", "b2"], &["--export", &tree]] {
        let (shown, _) = object(&[&["show", &proof, "--json"], options].concat());
        assert_as_documented(&shown, "### The JSON of `show`");
        for claim in shown["claims"].as_array().unwrap() {
            assert_as_documented(claim, "#### The objects of `claims` in `show`");
        }
        if let Some(found) = shown.get("lookup") {
            assert_as_documented(found, "#### The object `lookup`");
        }
        if let Some(written) = shown.get("export") {
            assert_as_documented(written, "#### The object `export`");
        }
    }
    let positions: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(tree).unwrap()).unwrap();
    for position in positions {
        assert_as_documented(&position, "#### The positions of an exported `.json`");
    }
}

#[test]
fn the_objects_of_games_and_algorithms_are_as_documented() {
    for (command, heading) in [("games", "### The JSON of `games`"), ("algorithms", "### The JSON of `algorithms`")] {
        let (all, code) = object(&[command, "--json"]);
        assert_eq!(code, Some(0));
        for entry in all.as_array().unwrap() {
            assert_as_documented(entry, heading);
            let (one, _) = object(&[command, "--json", entry["name"].as_str().unwrap()]);
            assert_eq!(&one, entry);
        }
    }
    let (all, _) = object(&["algorithms", "--json"]);
    let pn = all.as_array().unwrap().iter().find(|entry| entry["name"] == "pn").unwrap();
    assert!(pn["settings"].as_array().unwrap().iter().any(|s| s["name"] == "estimate" && s["default"] == "game"));
}

#[test]
fn a_game_that_is_over_says_so_and_who_won() {
    for (arguments, winner, words) in [
        (
            &["mnk", "a1 b1 a2 b2 a3"][..],
            "first",
            "loss for the second player; the game is over: the first player (x) won",
        ),
        (&["mnk", "xox/xox/oxo"], "nobody", "the game is over: nobody won"),
        (&["connect4", "1212121", "--claim", "win"], "first", "the game is over: the first player (x) won"),
        (&["othello", "--size", "4x4", "XXXXXXXXXXXXXXXO X"], "first", "won with a score of 14"),
        (&["tsume-shogi", "4k4/4G4/4P4/9/9/9/9/9/9 w - 1"], "first", "the game is over: mate"),
    ] {
        let solve = [&["solve"], arguments].concat();
        let (report, _) = object(&[&solve[..], &["--json"]].concat());
        assert_eq!((&report["over"], &report["winner"]), (&true.into(), &winner.into()), "{report}");
        let text = stdout(&provenum(&solve));
        assert!(text.contains(words) && !text.contains("who is to move"), "{text}");
    }
    let (leaf, _) = object(&["solve", "graph", "A proven", "--json"]);
    assert_eq!((&leaf["over"], leaf.get("winner")), (&true.into(), None));
    let (open, _) = object(&["solve", "mnk", "--json"]);
    assert_eq!((&open["over"], open.get("winner"), open.get("try")), (&false.into(), None, None));
    let scratch = Scratch::new("over");
    let proof = scratch.path("over.pvn");
    provenum(&["solve", "mnk", "a1 b1 a2 b2 a3", "-q", "--proof", &proof]);
    for command in ["show", "check"] {
        let text = stdout(&provenum(&[command, &proof]));
        assert!(text.contains("the game is over: the first player (x) won"), "{text}");
    }
    let (shown, _) = object(&["show", &proof, "--position", "a1 b1 a2 b2 a3", "--json"]);
    assert_eq!((&shown["lookup"]["turn"], &shown["lookup"]["winner"]), (&"over".into(), &"first".into()));
}

#[test]
fn without_an_answer_it_says_what_to_try_next() {
    let scratch = Scratch::new("try");
    let checkpoint = scratch.path("ckpt");
    for (arguments, reason, advice) in [
        (&["connect4", "--nodes", "100"][..], "nodes", &["--nodes 1k", "--claim", "--algorithm"][..]),
        (&["connect4", "--nodes", "100", "--algorithm", "df-pn"], "nodes", &["--checkpoint FILE"]),
        (&["connect4", "--time", "20ms", "--algorithm", "pn"], "time", &["--time 200ms", "--symmetry mirror"]),
        (&["connect4", "--algorithm", "pn", "--memory", "64KiB"], "memory", &["--memory 256KiB", "--algorithm auto"]),
        (&["connect4", "--nodes", "100", "--checkpoint", &checkpoint], "nodes", &["--resume"]),
        (&["kalah", "--algorithm", "negascout", "--set", "depth=2"], "depth", &["--set depth=N", "--claim win"]),
        (&["graph", "A or B; B unknown"], "unknown leaves", &["define unknown leaves"]),
    ] {
        let (report, code) = object(&[&["solve", "--json"], arguments].concat());
        assert_eq!((code, &report["stop_reason"]), (Some(3), &reason.into()), "{report}");
        let said: Vec<&str> = report["try"].as_array().unwrap().iter().map(|advice| advice.as_str().unwrap()).collect();
        for words in advice {
            assert!(said.iter().any(|advice| advice.contains(words)), "{words:?} is not in {said:?}");
        }
        assert!(said.iter().all(|advice| advice.len() <= 100), "{said:?}");
    }
    let text = stdout(&provenum(&["solve", "connect4", "--nodes", "100"]));
    assert!(text.contains("\ntry        --nodes 1k: ten times as many nodes\n"), "{text}");
    assert_eq!(stdout(&provenum(&["solve", "connect4", "--nodes", "100", "-q"])), "unknown\n");
}

#[test]
fn a_line_that_cannot_be_read_has_an_object_of_its_own() {
    let output = with_input(&["solve", "mnk", "--json", "--input", "-", "--keep-going"], "b2 z9\nb2\n");
    assert_eq!(output.status.code(), Some(2));
    let [bad, good] = &objects(&output)[..] else { panic!("{output:?}") };
    assert_as_documented(bad, "#### A line that cannot be read");
    assert_eq!((&bad["line"], &bad["position"]), (&1.into(), &"b2 z9".into()));
    assert!(bad["error"].as_str().unwrap().starts_with("position, column 4: "));
    assert_as_documented(good, "### The JSON of `solve`");
}

/// Help, lists and descriptions fit on a screen.
#[test]
fn nothing_that_is_listed_is_too_wide() {
    let all = ["", "solve", "check", "show", "merge", "generate", "experiment", "bench", "usi", "completions"];
    let help = |command: &&str| command.split_whitespace().chain(["--help"]).map(str::to_owned).collect();
    let mut commands: Vec<Vec<String>> = all.iter().map(help).collect();
    for listing in ["games", "algorithms"] {
        let (all, _) = object(&[listing, "--json"]);
        let names = all.as_array().unwrap().iter().map(|entry| vec![entry["name"].as_str().unwrap().to_owned()]);
        commands.extend(names.chain([Vec::new()]).map(|name| [vec![listing.to_owned()], name].concat()));
    }
    for command in commands {
        let text = stdout(&provenum(&command.iter().map(String::as_str).collect::<Vec<_>>()));
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!((1..=120).contains(&widest), "{command:?} is {widest} columns wide");
    }
}

#[test]
fn a_list_of_positions_gives_an_object_for_each_with_its_line() {
    let size = ["solve", "connect4", "--size", "5x5", "--input", "-", "--json", "--certify"];
    let output = with_input(&size, "4453\n44444\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let [first, second] = &objects(&output)[..] else { panic!("{output:?}") };
    for (object, line, position) in [(first, 1, "4453"), (second, 2, "44444")] {
        assert_as_documented(object, "### The JSON of `solve`");
        assert_eq!((&object["line"], &object["position"]), (&line.into(), &position.into()));
        assert_eq!(object["result"], "proven");
        assert_eq!(object["proof"]["checked"], true);
    }
}

#[test]
fn what_is_dear_to_certify_is_certified_only_on_request() {
    // A search of some thousand nodes, whose proof has a hundred times as many positions.
    let asked = ["solve", "connect4", "--values", "score", "--json", "32164625"];
    let (unasked, _) = object(&asked);
    assert_eq!((&unasked["certified"], &unasked["proof"]["checked"]), (&false.into(), &false.into()));
    assert!(unasked["proof"]["reason"].as_str().unwrap().contains("--certify"), "{unasked}");
    let (certified, _) = object(&[&asked[..], &["--certify"]].concat());
    assert_eq!((&certified["certified"], &certified["proof"]["checked"]), (&true.into(), &true.into()));
    assert_eq!(certified["value"], unasked["value"]);
    let (without, _) = object(&[&asked[..], &["--no-proof"]].concat());
    assert_eq!((&without["certified"], &without["proof"]), (&false.into(), &serde_json::Value::Null));
    assert_eq!(without["value"], unasked["value"]);
}

#[test]
fn comments_and_blank_lines_are_skipped_and_lines_still_count() {
    let scratch = Scratch::new("list");
    let list = scratch.write("list.txt", "# beginnings\n\nb2\n   \n  # more\n  b2 a1  \r\n");
    let output = provenum(&["solve", "mnk", "--json", "--input", &list]);
    let found: Vec<(u64, String)> = objects(&output)
        .iter()
        .map(|object| (object["line"].as_u64().unwrap(), object["position"].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(found, [(3, "b2".to_owned()), (6, "b2 a1".to_owned())]);
    assert_eq!(stdout(&provenum(&["solve", "mnk", "-q", "--input", &list])), "draw\ndraw\n");
    let empty = with_input(&["solve", "mnk", "--input", "-"], "# nothing\n");
    assert_eq!((empty.status.code(), stdout(&empty).as_str()), (Some(0), ""));
}

#[test]
fn values_come_with_a_line_of_play_and_a_checked_proof() {
    let (draw, code) = object(&["solve", "mnk", "--json"]);
    assert_eq!((code, &draw["value"], &draw["claim"]), (Some(0), &"draw".into(), &"value".into()));
    assert_eq!((&draw["result"], &draw["parameters"]["size"]), (&"proven".into(), &"3x3x3".into()));
    assert_eq!(draw["pv"][0], draw["best_move"]);
    assert_eq!(draw["proof"]["kind"], "strategy+trap");
    let (win, _) = object(&["solve", "mnk", "a1 b1 a2 b2", "--json"]);
    assert_eq!((&win["value"], &win["pv"]), (&"win".into(), &serde_json::json!(["a3"])));
    // The first player threatens to win in three places.
    let (loss, code) = object(&["solve", "mnk", "xoo/.../x.x", "--json"]);
    assert_eq!((code, &loss["value"]), (Some(0), &"loss".into()), "{loss}");
    let (over, code) = object(&["solve", "mnk", "a1 b1 a2 b2 a3", "--json"]);
    assert_eq!((code, &over["value"], &over["best_move"]), (Some(0), &"loss".into(), &Value::Null));
}

#[test]
fn infinite_numbers_are_null() {
    let (proven, _) = object(&["solve", "graph", "A or B C; B proven; C disproven", "--json"]);
    assert_eq!((&proven["proof_number"], &proven["disproof_number"]), (&0.into(), &Value::Null));
    let (disproven, _) = object(&["solve", "graph", "A and B C; B proven; C disproven", "--json"]);
    assert_eq!((&disproven["proof_number"], &disproven["disproof_number"]), (&Value::Null, &0.into()));
}

#[test]
fn exit_codes_tell_proven_disproven_and_unknown() {
    let code = |arguments: &[&str]| provenum(&[&["solve"], arguments].concat()).status.code();
    assert_eq!(code(&["mnk", "--claim", "draw"]), Some(0));
    assert_eq!(code(&["mnk", "--claim", "win"]), Some(1));
    assert_eq!(code(&["mnk", "--claim", ">=1"]), Some(1));
    assert_eq!(code(&["mnk", "--nodes", "10"]), Some(3));
    assert_eq!(code(&["connect4", "--nodes", "10", "--claim", "win"]), Some(3));
    assert_eq!(code(&["connect4", "--time", "10ms"]), Some(3));
    assert_eq!(code(&["graph", "A or B; B proven"]), Some(0));
    assert_eq!(code(&["graph", "A or B; B disproven"]), Some(1));
    assert_eq!(code(&["graph", "A or B; B unknown"]), Some(3));
}

#[test]
fn a_list_is_answered_or_not() {
    let solve = ["solve", "mnk", "--claim", "win", "--input", "-", "-q"];
    // A claim that does not hold is an answer too.
    assert_eq!(with_input(&solve, "b2\na1\n").status.code(), Some(0));
    let limited = with_input(&[&solve[..], &["--nodes", "20"]].concat(), "a1\na1 b1 a2 b2\n");
    assert_eq!(limited.status.code(), Some(3));
    // Limits are for each position: the second is still answered.
    assert_eq!(stdout(&limited), "unknown\nwin\n");
}

#[test]
fn the_answer_is_in_words() {
    let says = |arguments: &[&str], words: &[&str]| {
        let text = stdout(&provenum(&[&["solve"], arguments].concat()));
        for word in words {
            assert!(text.contains(word), "{arguments:?}: {word:?} is not in {text}");
        }
    };
    says(&["mnk"], &["mnk · size 3x3x3", "\ndraw for the first player, who is to move", "\nproof "]);
    says(&["mnk", "a1 b1 a2 b2"], &["\nwin for the first player", "at most 1 move to the end", "\nbest move  a3"]);
    says(&["mnk", "--claim", "draw"], &["\nat least draw"]);
    says(&["mnk", "--claim", "win"], &["\nat most draw"]);
    says(&["mnk", "--nodes", "10"], &["\nunknown", "proof number", "stopped    nodes"]);
    says(&["graph", "A or B; B proven"], &["\nproven"]);
    says(&["graph", "A or B; B disproven"], &["\ndisproven"]);
    says(&["mnk", "-v"], &["claim      the first player achieves at least 0: true", "disproof number ∞"]);
    says(&["mnk", "--no-proof"], &["\nnodes"]);
    assert_eq!(stdout(&provenum(&["solve", "mnk", "-q"])), "draw\n");
}

/// Nothing that is not a terminal is told how it goes.
#[test]
fn progress_is_for_terminals() {
    assert_eq!(stderr(&provenum(&["solve", "connect4", "--time", "400ms", "--no-proof"])), "");
}

/// Scores are what alpha-beta is best at, but who says something of the algorithm gets what they said.
#[test]
fn the_default_takes_what_suits_and_says_who_answered() {
    for (arguments, algorithm, by) in [
        (&["othello", "--size", "4x4"][..], "auto", "negascout"),
        (&["othello", "--size", "4x4", "--no-proof"], "auto", "negascout"),
        (&["othello", "--size", "4x4", "--claim", "win"], "auto", "negascout"),
        (&["othello", "--size", "4x4", "--set", "series=linear"], "auto", "negascout"),
        (&["othello", "--size", "4x4", "--algorithm", "pn"], "pn", "pn"),
        (&["connect4", "--size", "4x4", "--values", "score"], "auto", "negascout"),
        (&["loa", "--size", "4x4"], "auto", "df-pn-eps"),
        (&["random", "seed=44 nodes=988 success=0.6 branching=6 shared=0.9 back=0.1"], "auto", "oracle"),
        (&["mnk", "--algorithm", "negascout"], "negascout", "negascout"),
    ] {
        let report: Value =
            serde_json::from_slice(&provenum(&[&["solve", "--json"], arguments].concat()).stdout).unwrap();
        assert_eq!((&report["algorithm"], &report["answered_by"]), (&algorithm.into(), &by.into()), "{arguments:?}");
        let claims = report["claims"].as_array().unwrap();
        assert!(!claims.is_empty() && claims.iter().all(|claim| claim["holds"].is_boolean()), "{arguments:?}");
        assert!(claims.iter().any(|claim| claim["answered_by"] == by), "{arguments:?}");
    }
}
