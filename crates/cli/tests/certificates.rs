//! Certificates from one process to the next: written by `solve`, and read by `check`, `show` and `merge`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use provenum_game::{Claim, Notation, Parameters, Player};
use provenum_games::Graph;
use provenum_proof::{Certificate, ProofKind, Subject};
use provenum_session::Games;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory of one test, gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("provenum-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the program, which must not panic whatever it is given.
fn provenum(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_provenum")).args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    output
}

fn exit(arguments: &[&str]) -> Option<i32> {
    provenum(arguments).status.code()
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(provenum(arguments).stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(arguments)).unwrap()
}

/// Tic-tac-toe: its value is certified by a strategy and a trap.
fn tic_tac_toe(scratch: &Scratch) -> String {
    let file = scratch.file("ttt.pvn");
    assert_eq!(exit(&["solve", "mnk", "--proof", &file]), Some(0));
    file
}

/// Small enough to be solved at once.
fn small_parameters(game: &str) -> &'static [&'static str] {
    match game {
        "connect4" | "othello" => &["--size", "4x4"],
        "loa" | "rolit" => &["--size", "3x3"],
        _ => &[],
    }
}

#[test]
fn what_solve_writes_on_every_game_is_accepted_by_another_process() {
    let scratch = Scratch::new("games");
    for game in Games::built_in().infos() {
        let file = scratch.file(&format!("{}.pvn", game.name));
        // The example belongs to the board of the usual size.
        let small = small_parameters(game.name);
        let position = if small.is_empty() { vec![game.example] } else { vec![] };
        let solve = [&["solve", game.name, "--proof", &file], &position[..], small].concat();
        let solved = provenum(&solve);
        assert!(matches!(solved.status.code(), Some(0 | 1)), "{}: {solved:?}", game.name);
        let checked = json(&["check", &file, "--json"]);
        assert_eq!(checked["valid"], true, "{}", game.name);
        assert_eq!(checked["game"], game.name);
        assert_eq!(exit(&["check", &file, "--threads", "1"]), Some(0));
        assert_eq!(exit(&["show", &file]), Some(0));
    }
}

#[test]
fn check_says_exactly_what_it_verified() {
    let scratch = Scratch::new("verified");
    let file = tic_tac_toe(&scratch);
    let report = json(&["check", &file, "--json"]);
    assert_eq!(report["file"], file.as_str());
    assert_eq!(report["position"], ".../.../...");
    let [draw, win] = &report["claims"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!((&draw["player"], &draw["at_least"], &draw["holds"]), (&"first".into(), &0.into(), &true.into()));
    assert_eq!((&draw["kind"], &draw["longest"]), (&"strategy".into(), &9.into()));
    assert_eq!((&win["at_least"], &win["holds"], &win["kind"]), (&1.into(), &false.into(), &"trap".into()));
    assert!(win["longest"].is_null() && win["moves"].as_u64() > win["positions"].as_u64());
    let words = text(&["check", &file]);
    assert!(words.contains("the first player achieves at least a draw: holds"), "{words}");
    assert!(words.contains("the first player wins: does not hold"), "{words}");
}

#[test]
fn what_is_no_certificate_is_unreadable() {
    let scratch = Scratch::new("unreadable");
    let file = tic_tac_toe(&scratch);
    let bytes = fs::read(&file).unwrap();
    let bad = scratch.file("bad.pvn");
    for length in (0..bytes.len()).step_by(29) {
        fs::write(&bad, &bytes[..length]).unwrap();
        assert_eq!(exit(&["check", &bad]), Some(2), "{length} bytes");
    }
    for place in (0..bytes.len()).step_by(23) {
        let mut flipped = bytes.clone();
        flipped[place] ^= 1 << (place % 8);
        fs::write(&bad, &flipped).unwrap();
        assert_eq!(exit(&["check", &bad]), Some(2), "bit flipped at byte {place}");
    }
    let missing = scratch.file("missing.pvn");
    for command in [&["check", &missing][..], &["show", &missing], &["merge", &bad, &file, &missing]] {
        let output = provenum(command);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("missing.pvn"), "{output:?}");
    }
}

/// Reads a certificate, changes it and writes it under another name, with checksums that are right.
fn tamper(scratch: &Scratch, file: &str, change: impl FnOnce(&mut Certificate)) -> String {
    let mut certificate = Certificate::from_bytes(&fs::read(file).unwrap()).unwrap();
    change(&mut certificate);
    let tampered = scratch.file("tampered.pvn");
    fs::write(&tampered, certificate.to_bytes()).unwrap();
    tampered
}

#[test]
fn a_false_claim_is_invalid_and_the_flaw_is_shown() {
    let scratch = Scratch::new("false");
    let file = tic_tac_toe(&scratch);
    let bold = tamper(&scratch, &file, |certificate| certificate.sections[0].claim = Claim::win(Player::First));
    let report = json(&["check", &bold, "--json"]);
    assert_eq!(report["valid"], false);
    assert_eq!(report["flaw"]["section"], 1);
    assert!(report["flaw"]["problem"].is_string() && report["flaw"]["position"].is_string(), "{report}");
    let output = provenum(&["check", &bold]);
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8(output.stdout).unwrap();
    assert!(words.contains("invalid, claim 1: ") && words.contains("    a b c"), "{words}");
    // Where a move leads wrong, it is named.
    assert!(report["flaw"]["move"].is_string(), "{report}");
}

#[test]
fn a_game_that_cannot_be_set_up_is_unreadable() {
    let scratch = Scratch::new("set-up");
    let file = tic_tac_toe(&scratch);
    let changes: [fn(&mut Subject); 3] = [
        |subject| subject.game = "chess".to_owned(),
        |subject| subject.parameters = Parameters::new().with("size", "0x0x0"),
        |subject| subject.position = "???".to_owned(),
    ];
    for change in changes {
        let odd = tamper(&scratch, &file, |certificate| change(&mut certificate.subject));
        assert_eq!((exit(&["check", &odd]), exit(&["show", &odd])), (Some(2), Some(2)));
    }
    let moved = tamper(&scratch, &file, |certificate| certificate.subject.position = "b2".to_owned());
    assert_eq!(exit(&["check", &moved]), Some(1));
}

#[test]
fn show_prints_the_header_lines_and_statistics() {
    let scratch = Scratch::new("show");
    let file = tic_tac_toe(&scratch);
    let report = json(&["show", &file, "--json"]);
    assert_eq!((&report["format"], &report["game"]), (&2.into(), &"mnk".into()));
    assert_eq!(report["bytes"], fs::metadata(&file).unwrap().len());
    assert_eq!(report["digest"].as_str().map(str::len), Some(16));
    let claims = report["claims"].as_array().unwrap();
    assert_eq!(claims.len(), 2);
    for claim in claims {
        assert!(!claim["line"].as_array().unwrap().is_empty());
        assert_eq!(claim["per_depth"][0], 1);
        assert!(claim["branching"].as_f64().unwrap() > 1.0);
    }
    assert_eq!(json(&["show", &file, "--json", "--section", "2"])["claims"][0]["kind"], "trap");
    let words = text(&["show", &file]);
    for label in ["file", "position", "rules", "claim 1", "claim 2", "line", "per depth", "branching"] {
        assert!(words.contains(&format!("\n{label}")), "{label} in {words}");
    }
    for section in ["0", "3"] {
        assert_eq!(exit(&["show", &file, "--section", section]), Some(2));
    }
}

#[test]
fn show_looks_a_position_up() {
    let scratch = Scratch::new("lookup");
    let file = tic_tac_toe(&scratch);
    let root = &json(&["show", &file, "--json", "--position", ""])["lookup"];
    assert_eq!((&root["listed"], &root["turn"], &root["rank"]), (&true.into(), &"answering".into(), &9.into()));
    let first = root["move"].as_str().unwrap();
    let replies = &json(&["show", &file, "--json", "--position", first])["lookup"];
    assert_eq!((&replies["listed"], &replies["turn"]), (&false.into(), &"other".into()));
    assert_eq!((&replies["replies"]["answered"], &replies["replies"]["all"]), (&8.into(), &8.into()));
    let over = &json(&["show", &file, "--json", "--position", "a1 a2 b1 b2 c1"])["lookup"];
    assert_eq!((&over["listed"], &over["turn"]), (&false.into(), &"over".into()));
    assert_eq!(exit(&["show", &file, "--position", "z9"]), Some(2));
}

#[test]
fn a_position_of_another_graph_is_not_looked_up() {
    let scratch = Scratch::new("graph");
    let file = scratch.file("graph.pvn");
    assert_eq!(exit(&["solve", "graph", Graph::INFO.example, "--proof", &file]), Some(0));
    let lookup = &json(&["show", &file, "--json", "--position", Graph::INFO.example])["lookup"];
    assert_eq!((&lookup["listed"], &lookup["move"]), (&true.into(), &"B".into()));
    assert_eq!(exit(&["show", &file, "--position", "A or B C; B proven; C proven"]), Some(2));
}

#[test]
fn show_exports_the_top_of_the_tree() {
    let scratch = Scratch::new("export");
    let file = tic_tac_toe(&scratch);
    let export = |name: &str, options: &[&str]| {
        let path = scratch.file(name);
        assert_eq!(exit(&[&["show", &file, "--export", &path], options].concat()), Some(0));
        fs::read_to_string(path).unwrap()
    };
    let picture = export("top.svg", &[]);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    for tag in ["svg", "g", "text", "tspan", "style"] {
        let opened = picture.matches(&format!("<{tag} ")).count() + picture.matches(&format!("<{tag}>")).count();
        assert_eq!(opened, picture.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    let graph = export("top.dot", &["--section", "2", "--depth", "1"]);
    assert_eq!(graph.matches(" -> n").count(), 9, "{graph}");
    let nodes: Value = serde_json::from_str(&export("top.json", &["--max-nodes", "5"])).unwrap();
    assert_eq!(nodes.as_array().map(Vec::len), Some(5));
    assert_eq!((&nodes[0]["parent"], &nodes[1]["parent"]), (&Value::Null, &0.into()));
    for name in ["top.png", "top", "-"] {
        let output = provenum(&["show", &file, "--export", &scratch.file(name)]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(".dot, .svg or .json"));
    }
}

#[test]
fn show_never_writes_over_the_certificate() {
    let scratch = Scratch::new("overwrite");
    let file = scratch.file("proof.svg");
    fs::rename(tic_tac_toe(&scratch), &file).unwrap();
    let roundabout = Path::new(&file).parent().unwrap().join(".").join("proof.svg");
    assert_eq!(exit(&["show", &file, "--export", &roundabout.to_string_lossy()]), Some(2));
    assert_eq!(exit(&["check", &file]), Some(0));
}

#[test]
fn certificates_of_two_claims_become_one() {
    let scratch = Scratch::new("merge");
    let [draw, win, both] = ["draw.pvn", "win.pvn", "both.pvn"].map(|name| scratch.file(name));
    assert_eq!(exit(&["solve", "mnk", "--claim", "draw", "--proof", &draw]), Some(0));
    assert_eq!(exit(&["solve", "mnk", "--claim", "win", "--proof", &win]), Some(1));
    assert_eq!(exit(&["merge", &both, &draw, &win]), Some(0));
    let report = json(&["check", &both, "--json"]);
    assert_eq!((report["valid"].as_bool(), report["claims"].as_array().map(Vec::len)), (Some(true), Some(2)));
    // The same claim twice is one claim, and a file may be brought up to date in its place.
    assert_eq!(exit(&["merge", &both, &both, &draw]), Some(0));
    assert_eq!(json(&["check", &both, "--json"])["claims"].as_array().map(Vec::len), Some(2));
}

#[test]
fn certificates_that_differ_only_in_symmetry_become_one() {
    let scratch = Scratch::new("merge-symmetry");
    let [none, mirror, both] = ["none.pvn", "mirror.pvn", "both.pvn"].map(|name| scratch.file(name));
    assert_eq!(exit(&["solve", "mnk", "--claim", "draw", "--proof", &none]), Some(0));
    assert_eq!(exit(&["solve", "mnk", "--claim", "win", "--symmetry", "mirror", "--proof", &mirror]), Some(1));
    for files in [[&none, &mirror], [&mirror, &none]] {
        assert_eq!(exit(&["merge", &both, files[0], files[1]]), Some(0));
        let report = json(&["check", &both, "--json"]);
        assert_eq!((report["valid"].as_bool(), report["claims"].as_array().map(Vec::len)), (Some(true), Some(2)));
        assert_eq!(report["parameters"]["symmetry"], "none");
        fs::remove_file(&both).unwrap();
    }
}

/// Bytes that are no certificate, and a certificate after which something follows: no end is waited for.
#[cfg(unix)]
#[test]
fn endless_and_huge_files_are_refused_at_once() {
    let scratch = Scratch::new("endless");
    let file = tic_tac_toe(&scratch);
    let [huge, checkpoint] = ["huge.pvn", "endless.ckpt"].map(|name| scratch.file(name));
    // It has no blocks on the disk, and would not fit into any memory.
    fs::File::create(&huge).unwrap().set_len(1 << 42).unwrap();
    for endless in ["/dev/zero", &huge] {
        for command in [&["check", endless][..], &["show", endless], &["merge", &checkpoint, &file, endless]] {
            let output = provenum(command);
            assert_eq!(output.status.code(), Some(2), "{command:?}");
            assert!(String::from_utf8_lossy(&output.stderr).contains("not a certificate"), "{output:?}");
        }
        let output = provenum(&["solve", "--resume", endless]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot resume"), "{output:?}");
    }
    for begin in ["", &file] {
        let fifo = scratch.file("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        // It writes until its reader is gone.
        let script = format!("cat {} /dev/zero > '{fifo}'", if begin.is_empty() { "/dev/null" } else { begin });
        let mut writer = Command::new("sh").args(["-c", &script]).stderr(std::process::Stdio::null()).spawn().unwrap();
        assert_eq!(exit(&["check", &fifo]), Some(2));
        writer.wait().unwrap();
        fs::remove_file(&fifo).unwrap();
    }
}

#[test]
fn certificates_that_do_not_belong_together_are_not_merged() {
    let scratch = Scratch::new("foreign");
    let file = tic_tac_toe(&scratch);
    let [other, out] = ["other.pvn", "out.pvn"].map(|name| scratch.file(name));
    assert_eq!(exit(&["solve", "mnk", "b2 a1", "--proof", &other]), Some(0));
    let refused = provenum(&["merge", &out, &file, &other]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("they differ in the position"), "{refused:?}");
    let contrary = tamper(&scratch, &file, |certificate| certificate.sections[0].kind = ProofKind::Trap);
    let refused = provenum(&["merge", &out, &file, &contrary]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("contradict"), "{refused:?}");
    let bold = tamper(&scratch, &file, |certificate| certificate.sections[0].claim = Claim::win(Player::Second));
    assert_eq!(exit(&["merge", &out, &file, &bold]), Some(1));
    assert!(!Path::new(&out).exists());
    assert_eq!(exit(&["merge", &out, &file]), Some(2), "one file is nothing to merge");
}
