//! The program among others: interrupts, closed pipes, and the memory that it was given.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{command, ignores, let_it_search, send, stderr, stdout, without_panic};
use serde_json::Value;
use std::io::Read;
use std::process::Child;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// By a signal that it heeds: a shell in the background has its children ignore the first of them.
fn interrupt(child: &Child) {
    let_it_search(child);
    send(child, if ignores("self", 2) { "TERM" } else { "INT" });
}

#[test]
fn an_interrupt_ends_a_search_with_the_numbers_so_far() {
    for algorithm in ["df-pn-eps", "pds", "pds-pn", "pn", "oracle"] {
        let solve = ["solve", "connect4", "--memory", "8GiB", "--json", "--algorithm", algorithm];
        let child = command(&solve).spawn().unwrap();
        interrupt(&child);
        let begin = Instant::now();
        let output = without_panic(child.wait_with_output().unwrap());
        assert!(begin.elapsed() < Duration::from_secs(5), "{algorithm}: {:?}", begin.elapsed());
        assert_eq!(output.status.code(), Some(3), "{algorithm}: {}", stderr(&output));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&report["result"], &report["stop_reason"]), (&"unknown".into(), &"cancelled".into()));
        assert!(report["expanded"].as_u64().unwrap() > 0, "{algorithm}: {report}");
    }
}

#[test]
fn an_interrupt_ends_a_list_of_positions() {
    let scratch = common::Scratch::new("interrupt");
    let list = scratch.write("list", "4\n3\n2\n");
    let child = command(&["solve", "connect4", "-q", "--input", &list]).spawn().unwrap();
    interrupt(&child);
    let output = without_panic(child.wait_with_output().unwrap());
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(3), "unknown\n"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let runs: &[&[&str]] = &[&["algorithms"], &["games"], &["solve", "mnk"], &["solve", "mnk", "--json"], &["--help"]];
    for run in runs {
        let mut child = command(run).spawn().unwrap();
        drop(child.stdout.take());
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!((child.wait().unwrap().code(), message.as_str()), (Some(0), ""), "{run:?}");
    }
}

/// The most memory that the process has had in its life, in bytes. It is asked for while the process runs.
#[cfg(target_os = "linux")]
fn peak_memory(child: &mut Child) -> u64 {
    let path = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|kib| kib.trim().parse::<u64>().ok());
        peak = peak.max(kib.unwrap_or(0) << 10);
        sleep(Duration::from_millis(5));
    }
    peak
}

const MIB: u64 = 1 << 20;

#[cfg(target_os = "linux")]
#[test]
fn memory_is_what_was_asked_for() {
    const ASKED: u64 = 345 * MIB;
    let runs: &[&[&str]] = &[
        &["connect4", "--algorithm", "pn", "--no-proof"],
        &["connect4", "--nodes", "3M"],
        // Solved, with a proof drawn from the table.
        &["connect4", "--size", "5x5"],
    ];
    for run in runs {
        let mut child = command(&[&["solve", "--json", "--memory", "345MiB"], *run].concat()).spawn().unwrap();
        let peak = peak_memory(&mut child);
        let output = without_panic(child.wait_with_output().unwrap());
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(peak > 0 && peak <= ASKED + ASKED / 20 + 32 * MIB, "{run:?}: {} MiB, {report}", peak / MIB);
        assert!(report["memory_bytes"].as_u64().unwrap() <= ASKED, "{run:?}: {report}");
    }
}

/// Runs a command with so many KiB of addresses.
fn with_addresses(kib: u64, arguments: &[&str]) -> std::process::Output {
    let script = format!("ulimit -v {kib} && exec \"$@\"");
    let command = ["-c", &script, "sh", env!("CARGO_BIN_EXE_provenum")];
    without_panic(Command::new("sh").args(command).args(arguments).output().unwrap())
}

/// Where the system gives less memory than was asked for, stores that have to grow end the search, and tables stay as they are.
#[cfg(target_os = "linux")]
#[test]
fn a_store_that_cannot_grow_is_an_answer() {
    let runs = [
        ("pn", &["memory"][..]),
        ("deep-pn", &["memory"]),
        ("bta", &["memory"]),
        ("oracle", &["memory"]),
        ("mopns", &["memory"]),
        ("pn2", &["memory", "nodes"]),
        ("df-pn", &["nodes"]),
        ("df-pn-pn", &["nodes"]),
        ("negascout", &["nodes"]),
    ];
    for (algorithm, reasons) in runs {
        let solve = ["solve", "connect4", "--json", "--memory", "8GiB", "--nodes", "1.5M", "--algorithm", algorithm];
        let output = with_addresses(96 << 10, &solve);
        assert_eq!(output.status.code(), Some(3), "{algorithm}: {}", stderr(&output));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let reason = report["stop_reason"].as_str().unwrap();
        assert!(reasons.contains(&reason), "{algorithm}: {reason}");
    }
}

/// By the clock of the machine and the memory of the process. Where others work on the machine too, a search may get no
/// processor when its time is up, so it has several attempts.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "long: every algorithm on every game, in real time"]
fn time_and_memory_are_kept_by_every_algorithm_on_every_game() {
    const TIME: Duration = Duration::from_millis(700);
    const ASKED: u64 = 128 * MIB;
    let positions: &[&[&str]] = &[
        &["connect4"],
        &["connect4", "4453"],
        &["mnk", "--size", "6x6x5"],
        &["loa"],
        &["loa", "--size", "5x6"],
        &["othello"],
        &["rolit", "--size", "6x6"],
        &["kalah"],
        &["tsume-shogi", "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1"],
        &["uniform", "seed=1 branching=4 depth=14"],
    ];
    let mut wrong = Vec::new();
    for position in positions {
        for preset in provenum_search::presets() {
            let limits = ["--time", "700ms", "--memory", "128MiB", "--json", "--algorithm", preset.name];
            let arguments = [&["solve"], *position, &limits].concat();
            let mut faults = String::new();
            for _attempt in 0..4 {
                let begin = Instant::now();
                let mut child = command(&arguments).spawn().unwrap();
                let peak = peak_memory(&mut child);
                let took = begin.elapsed();
                let output = without_panic(child.wait_with_output().unwrap());
                let report: Value = serde_json::from_slice(&output.stdout).unwrap();
                let late = took > TIME + TIME / 100 + Duration::from_millis(50);
                let large = peak > ASKED + ASKED / 20 + 32 * MIB;
                let early = report["stop_reason"] == "memory" && peak < ASKED - ASKED / 10;
                if !(late || large || early) {
                    faults.clear();
                    break;
                }
                faults = format!("{arguments:?}: {took:?}, {} MiB, {}", peak / MIB, report["stop_reason"]);
            }
            wrong.extend((!faults.is_empty()).then_some(faults));
        }
    }
    assert!(wrong.is_empty(), "{} of them\n{}", wrong.len(), wrong.join("\n"));
}
