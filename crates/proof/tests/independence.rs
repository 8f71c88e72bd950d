//! The checker does not rest on the searches: this crate cannot even see them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The names of the packages that a package needs when it is built for use, directly or through others.
fn needs(metadata: &Value, package: &str) -> BTreeSet<String> {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let names: BTreeMap<String, String> =
        list(&metadata["packages"]).iter().map(|package| (text(&package["id"]), text(&package["name"]))).collect();
    let nodes = list(&metadata["resolve"]["nodes"]);
    let normal = |edge: &Value| list(&edge["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
    let mut found = BTreeSet::new();
    let mut work: Vec<String> = names.iter().filter(|(_, name)| *name == package).map(|(id, _)| id.clone()).collect();
    assert_eq!(work.len(), 1, "{package}");
    while let Some(id) = work.pop() {
        let node = nodes.iter().find(|node| node["id"] == *id).unwrap();
        for edge in list(&node["deps"]).iter().filter(|edge| normal(edge)) {
            let id = text(&edge["pkg"]);
            if found.insert(names[&id].clone()) {
                work.push(id);
            }
        }
    }
    found
}

/// This machine's target: without it, cargo would ask for packages of other platforms, which may not be there.
fn platform() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("-vV").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

#[test]
fn the_checker_knows_the_rules_and_not_the_searches() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--offline", "--manifest-path", manifest]);
    let output = command.args(["--filter-platform", &platform()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata = serde_json::from_slice(&output.stdout).unwrap();

    let proof = needs(&metadata, "provenum-proof");
    assert!(proof.contains("provenum-game"), "{proof:?}");
    let ours: Vec<_> = proof.iter().filter(|name| name.starts_with("provenum")).collect();
    assert_eq!(ours, ["provenum-game"]);
    // The other way round it is seen, so this test would notice.
    assert!(needs(&metadata, "provenum-cli").contains("provenum-search"));
}
