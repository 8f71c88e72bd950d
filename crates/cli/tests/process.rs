//! The program among others: interrupts, closed pipes, and the memory that it was given.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{command, let_it_search, send, stderr, stdout, without_panic};
use serde_json::Value;
use std::io::Read;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

fn interrupt(child: &Child) {
    let_it_search(child);
    send(child, "INT");
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

#[cfg(target_os = "linux")]
#[test]
fn memory_is_what_was_asked_for() {
    const MIB: u64 = 1 << 20;
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
        assert!(peak > 0 && peak <= ASKED + ASKED / 20 + 64 * MIB, "{run:?}: {} MiB, {report}", peak / MIB);
        assert!(report["memory_bytes"].as_u64().unwrap() <= ASKED, "{run:?}: {report}");
    }
}
