//! Golden files: certificates of every version of the format, which stay readable and right for ever.
//!
//! Beside each `.pvn` lies what it says, as text, made from the file when it was new. The bytes of a file that is written
//! anew may differ, because compression may; what it says may not.
//!
//! `WRITE_GOLDEN=1 cargo test -p provenum-proof --test golden` writes the files of the present version again. Do that only
//! for a new version: the old ones are the promise.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{certify, certify_value, position, reread, verdict_of_file};
use provenum_game::{Claim, Player};
use provenum_games::{Connect4, Graph, Mnk};
use provenum_proof::Certificate;
use provenum_search::Limits;
use std::fmt::Write;
use std::path::PathBuf;

/// What each file shows of its claims.
const FILES: &[(&str, &[bool])] = &[
    ("v1-tic-tac-toe", &[true, false]),
    ("v1-connect4-4x4", &[true, false]),
    ("v1-graph-trap", &[false]),
    ("v1-graph-strategy", &[true]),
    ("v2-tic-tac-toe", &[true, false]),
    ("v2-connect4-4x4", &[true, false]),
    ("v2-graph-trap", &[false]),
    ("v2-graph-strategy", &[true]),
];

fn path(name: &str, extension: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension(extension)
}

/// All that a certificate says, one thing in a line.
fn text(certificate: &Certificate) -> String {
    let subject = &certificate.subject;
    let mut out = format!("game {}\n", subject.game);
    for (name, value) in subject.parameters.iter() {
        writeln!(out, "{name} {value}").unwrap();
    }
    writeln!(out, "position {}\ncode {}", subject.position, hex(&subject.code)).unwrap();
    writeln!(out, "digest {:016x}", subject.digest).unwrap();
    for section in &certificate.sections {
        writeln!(out, "{}: {}, {} positions", section.claim, section.kind, section.records.len()).unwrap();
        for record in section.records.iter() {
            let choice = record.choice.map_or("-".to_owned(), |choice| choice.to_string());
            writeln!(out, "{} {choice} {}", hex(record.code), record.rank).unwrap();
        }
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn golden_files_say_what_they_always_said() {
    if std::env::var_os("WRITE_GOLDEN").is_some() {
        write_files_of_this_version();
    }
    for (name, holds) in FILES {
        let bytes = std::fs::read(path(name, "pvn")).unwrap();
        let certificate = Certificate::from_bytes(&bytes).unwrap();
        let expected = std::fs::read_to_string(path(name, "txt")).unwrap().replace("\r\n", "\n");
        assert!(text(&certificate) == expected, "{name} says something else than its text");
        assert_eq!(verdict_of_file(&bytes).as_deref(), Some(*holds), "{name}");
        reread(&certificate);
    }
}

fn write_files_of_this_version() {
    let (mnk, start) = position::<Mnk>(&[("size", "3x3x3"), ("symmetry", "mirror")], "");
    write("v2-tic-tac-toe", &certify_value("pn", &mnk, &start));
    let (connect4, start) = position::<Connect4>(&[("size", "4x4"), ("symmetry", "mirror")], "2233");
    write("v2-connect4-4x4", &certify_value("pn", &connect4, &start));
    let graph = |text: &str| {
        let (graph, root) = position::<Graph>(&[], text);
        certify("pn", &graph, &root, Claim::win(Player::First), &Limits::default()).unwrap()
    };
    // Only by going back for ever does AND hold the one; in the other AND moves twice, so that its node is listed.
    write("v2-graph-trap", &graph("A or B C; B and A G; C and A B G; G proven"));
    write("v2-graph-strategy", &graph("A or B C; B and A; C and D E; D and E F; E or F A; F or G; G proven"));
}

fn write(name: &str, certificate: &Certificate) {
    let bytes = certificate.to_bytes();
    println!("{name}: {} positions, {} bytes", certificate.positions(), bytes.len());
    std::fs::write(path(name, "pvn"), bytes).unwrap();
    std::fs::write(path(name, "txt"), text(certificate)).unwrap();
}
