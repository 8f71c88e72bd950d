//! Searches that are saved, interrupted and resumed.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn provenum(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_provenum")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// A directory that is empty at first.
fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("provenum-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn field(output: &Output, name: &str) -> serde_json::Value {
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    object[name].clone()
}

#[test]
fn a_search_that_gave_up_goes_on_where_it_was() {
    for (game, size, algorithm, nodes) in
        [("connect4", "5x4", "df-pn-eps", 20_000), ("connect4", "4x4", "auto", 400), ("loa", "5x5", "auto", 20_000)]
    {
        let directory = directory("gave-up");
        let file = directory.join("search").to_string_lossy().into_owned();
        let ask = ["solve", game, "--size", size, "--claim", "value", "--certify", "--json", "--algorithm", algorithm];
        let whole = provenum(&ask);
        let few = nodes.to_string();
        let mut output = provenum(&[&ask[..], &["--nodes", &few, "--checkpoint", &file]].concat());
        let mut rounds = 0;
        while output.status.code() == Some(3) {
            rounds += 1;
            assert!(rounds < 200, "it must come to an end");
            output = provenum(&["solve", "--resume", &file, "--nodes", &few, "--certify", "--json"]);
        }
        assert!(rounds > 2, "it is meant to be interrupted: {rounds}");
        assert_eq!(field(&output, "value"), field(&whole, "value"));
        assert_eq!(field(&output, "proof")["checked"], true);
        assert!(field(&output, "expanded").as_u64().unwrap() > rounds * nodes * 4 / 5, "what was done before counts");
        fs::remove_dir_all(directory).unwrap();
    }
}

#[test]
fn a_search_that_was_killed_loses_little() {
    let directory = directory("killed");
    let path = directory.join("search");
    let file = path.to_string_lossy().into_owned();
    let mut search = Command::new(env!("CARGO_BIN_EXE_provenum"))
        .args(["solve", "connect4", "--claim", "win", "--checkpoint", &file, "--checkpoint-every", "50ms"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while !path.with_extension("old").exists() {
        assert!(begin.elapsed() < Duration::from_secs(120), "no second checkpoint");
        std::thread::sleep(Duration::from_millis(20));
    }
    search.kill().unwrap();
    search.wait().unwrap();
    for name in [file.clone(), format!("{file}.old")] {
        // Killed between two renames, only one of the generations has its name.
        if fs::exists(&name).unwrap() {
            let output = provenum(&["solve", "--resume", &name, "--nodes", "1000", "--json"]);
            assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
            assert!(field(&output, "expanded").as_u64().unwrap() > 1000);
            break;
        }
    }
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn what_was_set_stays_set() {
    let directory = directory("settings");
    let path = directory.join("search");
    let file = path.to_string_lossy().into_owned();
    let ask =
        ["solve", "connect4", "--algorithm", "df-pn", "--set", "constant=5", "--set", "gc=0.5", "--nodes", "2000"];
    assert_eq!(provenum(&[&ask[..], &["--checkpoint", &file]].concat()).status.code(), Some(3));
    for _ in 0..2 {
        let saved = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        assert!(saved.contains(r#"[["constant","5"],["gc","0.5"]]"#), "{}", &saved[..400]);
        assert_eq!(provenum(&["solve", "--resume", &file, "--nodes", "2000"]).status.code(), Some(3));
    }
    // What was asked cannot be changed on the way.
    assert_eq!(provenum(&["solve", "--resume", &file, "--size", "5x5"]).status.code(), Some(2));
    assert_eq!(provenum(&["solve", "connect4", "--checkpoint-every", "1s", "--nodes", "10"]).status.code(), Some(2));
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn what_is_no_checkpoint_is_refused() {
    let directory = directory("refused");
    let file = directory.join("search").to_string_lossy().into_owned();
    let output = provenum(&["solve", "connect4", "--nodes", "5000", "--checkpoint", &file]);
    assert_eq!(output.status.code(), Some(3));
    let whole = fs::read(&file).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    let cases: [(&str, &[u8], &str); 4] = [
        ("damaged", &damaged, "damaged"),
        ("cut", &whole[..whole.len() - 9], "damaged"),
        ("foreign", b"not a checkpoint, but long enough to be one", "not a checkpoint"),
        ("empty", b"", "not a checkpoint"),
    ];
    for (name, content, expected) in cases {
        let path = directory.join(name);
        fs::write(&path, content).unwrap();
        let output = provenum(&["solve", "--resume", &path.to_string_lossy()]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name}: {message}");
        assert!(message.contains(expected) && !message.contains("panicked"), "{name}: {message}");
    }
    let missing = provenum(&["solve", "--resume", "/no/such/file"]);
    assert_eq!(missing.status.code(), Some(2));
    let best_first = provenum(&["solve", "mnk", "--algorithm", "pn", "--checkpoint", &file]);
    assert_eq!(best_first.status.code(), Some(2));
    fs::remove_dir_all(directory).unwrap();
}
