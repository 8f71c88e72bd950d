//! What the tests of the program share: running it, and a directory to write to.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A directory of one test, gone when the test is over.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(test: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("provenum-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// The names of all files, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        Scratch::names_in(&self.path(""))
    }

    /// The names of all files in a directory.
    pub(crate) fn names_in(directory: &str) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Writes a file and answers its name.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program with these arguments and nothing on standard input.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_provenum"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program, which must not panic whatever it is given.
pub(crate) fn provenum(arguments: &[&str]) -> Output {
    without_panic(command(arguments).output().unwrap())
}

/// The same output, unless the program panicked.
pub(crate) fn without_panic(output: Output) -> Output {
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    output
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Waits until the process catches interrupts, and then for a moment of searching.
#[cfg(unix)]
pub(crate) fn let_it_search(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) {
        // Where there is no such file, a second has to do.
        let Ok(status) = fs::read_to_string(&status) else {
            sleep(Duration::from_secs(1));
            break;
        };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        // Bit 1 is signal 2.
        if caught & 2 != 0 {
            break;
        }
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(300));
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn send(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap().success());
}

/// Whether a process ignores a signal, as far as the system tells.
#[cfg(unix)]
pub(crate) fn ignores(process: &str, signal: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else { return false };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() >> (signal - 1) & 1 == 1
}
