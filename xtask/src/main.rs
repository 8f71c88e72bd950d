//! `cargo xtask …`: what a person would otherwise have to remember.

use std::env;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test          format, lints, documentation and all tests of a normal run
cargo xtask test --all    the long tests, a USI client and a minute of fuzzing too
cargo xtask bench         all algorithms on a fixed set, and the kernel against the speed of the memory
cargo xtask bench proof   size of proofs, and how fast they are checked";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(false),
        ["test", "--all"] => test(true),
        ["bench"] => cargo(&["run", "--release", "--", "bench", "--large"]),
        ["bench", "proof"] => cargo(&["run", "--release", "--package", "provenum", "--example", "proofs"]),
        _ => Err(format!("expected one of\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn test(all: bool) -> Result<(), String> {
    install_component("rustfmt", "fmt")?;
    install_component("clippy", "clippy")?;
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    run(command("cargo", &["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    cargo(&["test", "--workspace"])?;
    if all || usi_client().is_there() {
        talk_to_usi_client()?;
    }
    if all {
        cargo(&["package", "--workspace", "--allow-dirty", "--no-verify", "--quiet"])?;
        let python = python_with_zstandard()?;
        run(command("cargo", &["test", "--release", "--workspace", "--", "--ignored"]).env("PROVENUM_PYTHON", python))?;
        fuzz()?;
    }
    Ok(())
}

/// A real client of the Universal Shogi Interface, in a virtual environment of its own beside what is built.
struct UsiClient {
    environment: String,
    python: String,
}

fn target() -> String {
    env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned())
}

fn usi_client() -> UsiClient {
    let environment = format!("{}/usi-client", target());
    let python = format!("{environment}/{}", if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    UsiClient { environment, python }
}

impl UsiClient {
    const PACKAGE: &str = "cshogi==1.1.0";

    fn is_there(&self) -> bool {
        command(&self.python, &["-c", "import cshogi"]).output().is_ok_and(|output| output.status.success())
    }

    /// It comes from the Python package index.
    fn install(&self) -> Result<(), String> {
        run(&mut command("python3", &["-m", "venv", "--clear", &self.environment]))
            .and_then(|()| run(&mut command(&self.python, &["-m", "pip", "install", "--quiet", Self::PACKAGE])))
            .map_err(|error| {
                let needs = "expected python3 with venv and pip, and a package index";
                format!("{error}\nthe USI engine is tested with {}; {needs}", Self::PACKAGE)
            })
    }
}

/// Lets the client talk to the engine.
fn talk_to_usi_client() -> Result<(), String> {
    let client = usi_client();
    if !client.is_there() {
        client.install()?;
    }
    // The tests of the command line have built it. To build it alone would take other features, and so build it again.
    let engine = std::path::absolute(format!("{}/debug/provenum-usi{}", target(), env::consts::EXE_SUFFIX));
    let engine = engine.map_err(|error| format!("cannot find the engine: {error}"))?;
    run(&mut command(
        &client.python,
        &["xtask/usi_client.py", &engine.to_string_lossy(), "crates/cli/experiments/sets/tsume-shogi-small.txt"],
    ))
}

/// A Python that can decompress certificates, in a virtual environment of its own beside what is built.
fn python_with_zstandard() -> Result<String, String> {
    const PACKAGE: &str = "zstandard";
    let environment = format!("{}/python-checker", target());
    let python = format!("{environment}/{}", if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !command(&python, &["-c", "import zstandard"]).output().is_ok_and(|output| output.status.success()) {
        run(&mut command("python3", &["-m", "venv", "--clear", &environment]))
            .and_then(|()| run(&mut command(&python, &["-m", "pip", "install", "--quiet", PACKAGE])))
            .map_err(|error| format!("{error}\nexpected python3 with venv and pip, and a package index"))?;
    }
    let python = std::path::absolute(python).map_err(|error| format!("cannot find Python: {error}"))?;
    Ok(python.to_string_lossy().into_owned())
}

/// Fuzzes what reads certificates, for half a minute each target.
fn fuzz() -> Result<(), String> {
    if !command("cargo", &["fuzz", "--version"]).output().is_ok_and(|output| output.status.success()) {
        cargo(&["install", "cargo-fuzz", "--locked"])?;
    }
    for (target, seeds, longest) in [("decode", Some("crates/proof/tests/golden"), 4096), ("block", None, 1024)] {
        let corpus = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(&corpus).map_err(|error| format!("cannot make {corpus}: {error}"))?;
        let longest = format!("-max_len={longest}");
        // The sanitizer of addresses takes zstd's own tricks for errors; what is fuzzed is safe code.
        let mut arguments = vec!["fuzz", "run", "--sanitizer", "none", target, &corpus];
        arguments.extend(seeds);
        arguments.extend(["--", "-max_total_time=30", "-rss_limit_mb=512", &longest]);
        cargo(&arguments)?;
    }
    Ok(())
}

/// Cargo's own subcommands come as components of the toolchain.
fn install_component(component: &str, subcommand: &str) -> Result<(), String> {
    let there = command("cargo", &[subcommand, "--version"]).output().is_ok_and(|output| output.status.success());
    if there { Ok(()) } else { run(&mut command("rustup", &["component", "add", component])) }
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(&mut command("cargo", arguments))
}

fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}").replace('"', "");
    println!("xtask: {shown}");
    let status = command.status().map_err(|error| format!("cannot run {shown}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("failed: {shown}")) }
}
