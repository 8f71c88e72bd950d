//! The signatures of `provenum bench`: the number of nodes that each algorithm expands on a fixed set.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;

/// A change of one of these numbers is a change of what that search does: its commit says so, and why. One number for each
/// algorithm, so that no two changes can cancel out.
const SIGNATURES: &[(&str, &str)] = &[
    ("auto", "4,787"),
    ("df-pn-eps", "69,004"),
    ("df-pn", "76,757"),
    ("df-pn+", "52,936"),
    ("df-wpn", "66,665"),
    ("bns", "65,373"),
    ("deep-df-pn", "66,297"),
    ("dw-df-pn", "286,584"),
    ("pn-star", "24,254"),
    ("pds", "69,257"),
    ("pds-pn", "221,344"),
    ("df-pn-pn", "153,967"),
    ("pn", "179,090"),
    ("alpha-beta", "4,156"),
    ("test", "4,156"),
    ("scout", "4,156"),
    ("negascout", "4,156"),
    ("deep-pn", "107,863"),
    ("pn2", "234,467"),
    ("pn-dag", "31,490"),
    ("bta", "35,195"),
    ("proof-set", "28,906"),
    ("mopns", "179,090"),
    ("conspiracy", "54,043"),
    ("oracle", "10,373,389"),
];

#[test]
fn every_search_does_what_it_did() {
    let output = Command::new(env!("CARGO_BIN_EXE_provenum")).args(["bench", "--signature"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = text.lines().skip(1).take_while(|line| !line.is_empty());
    let found: Vec<(&str, &str)> = rows
        .map(|row| {
            let words: Vec<_> = row.split_whitespace().collect();
            (words[0], words[2])
        })
        .collect();
    assert_eq!(found, SIGNATURES, "\n{text}");
}
