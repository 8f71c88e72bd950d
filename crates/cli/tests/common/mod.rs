//! What the tests of the program share: running it, and a directory to write to.
#![allow(dead_code, reason = "each test takes what it needs")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

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
