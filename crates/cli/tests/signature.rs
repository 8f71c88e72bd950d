//! The signature of `provenum bench`: the number of nodes that all algorithms expand on a fixed set.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;

/// A change of this number is a change of what the searches do: its commit says so, and why.
const SIGNATURE: &str = "signature 14370606";

#[test]
fn the_searches_do_what_they_did() {
    let output = Command::new(env!("CARGO_BIN_EXE_provenum")).args(["bench", "--signature"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().last(), Some(SIGNATURE), "\n{text}");
}
