//! The signatures of `provenum bench`: the number of nodes that each algorithm expands on a fixed set.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;

/// A change of one of these numbers is a change of what that search does: its commit says so, and why. One number for each
/// algorithm, so that no two changes can cancel out.
const SIGNATURES: &[(&str, &str)] = &[
    ("auto", "19,027"),
    ("df-pn-eps", "157,644"),
    ("df-pn", "207,778"),
    ("df-pn+", "130,421"),
    ("df-wpn", "186,361"),
    ("bns", "240,490"),
    ("deep-df-pn", "177,747"),
    ("dw-df-pn", "838,211"),
    ("pn-star", "41,127"),
    ("pds", "179,881"),
    ("pds-pn", "708,372"),
    ("df-pn-pn", "551,574"),
    ("pn", "415,944"),
    ("alpha-beta", "16,284"),
    ("test", "16,284"),
    ("scout", "16,284"),
    ("negascout", "16,284"),
    ("deep-pn", "256,683"),
    ("pn2", "777,505"),
    ("pn-dag", "78,167"),
    ("bta", "70,262"),
    ("proof-set", "80,524"),
    ("mopns", "415,944"),
    ("conspiracy", "135,982"),
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
