//! `cargo xtask …`: what a person would otherwise have to remember.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test          format, lints, documentation and all tests of a normal run
cargo xtask test --all    the long tests, engines' clients and a minute of fuzzing too
cargo xtask browser       the explorer in a real browser, after a build; with --all, every game at three widths
cargo xtask bench         all algorithms on a fixed set, and the kernel against the speed of the memory
cargo xtask bench proof   size of proofs, and how fast they are checked";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(false),
        ["test", "--all"] => test(true),
        ["browser"] => browser(false),
        ["browser", "--all"] => browser(true),
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
    for client in CLIENTS.iter().filter(|client| all || client.is_there()) {
        client.talk()?;
    }
    if all {
        cargo(&["package", "--workspace", "--allow-dirty", "--no-verify", "--quiet"])?;
        let python = python_with_zstandard()?;
        run(command("cargo", &["test", "--release", "--workspace", "--", "--ignored"]).env("PROVENUM_PYTHON", python))?;
        fuzz()?;
    }
    Ok(())
}

/// A real client of an engine's protocol, in a virtual environment of its own beside what is built.
struct Client {
    /// The protocol, which also names the script and the engine.
    protocol: &'static str,
    package: &'static str,
    module: &'static str,
    /// Problems that the engine must solve.
    problems: &'static str,
}

const CLIENTS: [Client; 2] = [
    Client {
        protocol: "usi",
        package: "cshogi==1.1.0",
        module: "cshogi",
        problems: "crates/cli/experiments/sets/tsume-shogi-small.txt",
    },
    Client {
        protocol: "uci",
        package: "chess==1.11.2",
        module: "chess.engine",
        problems: "crates/cli/experiments/sets/chess-mates.txt",
    },
];

fn target() -> String {
    env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned())
}

impl Client {
    fn environment(&self) -> String {
        format!("{}/{}-client", target(), self.protocol)
    }

    fn python(&self) -> String {
        format!("{}/{}", self.environment(), if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
    }

    fn is_there(&self) -> bool {
        let import = format!("import {}", self.module);
        command(&self.python(), &["-c", &import]).output().is_ok_and(|output| output.status.success())
    }

    /// It comes from the Python package index.
    fn install(&self) -> Result<(), String> {
        run(&mut command("python3", &["-m", "venv", "--clear", &self.environment()]))
            .and_then(|()| run(&mut command(&self.python(), &["-m", "pip", "install", "--quiet", self.package])))
            .map_err(|error| {
                let needs = "expected python3 with venv and pip, and a package index";
                format!("{error}\nthe engine for {} is tested with {}; {needs}", self.protocol, self.package)
            })
    }

    /// Lets the client talk to the engine.
    fn talk(&self) -> Result<(), String> {
        if !self.is_there() {
            self.install()?;
        }
        // The tests of the command line have built it. To build it alone would take other features, and so build it again.
        let engine = format!("{}/debug/provenum-{}{}", target(), self.protocol, env::consts::EXE_SUFFIX);
        let engine = std::path::absolute(engine).map_err(|error| format!("cannot find the engine: {error}"))?;
        let script = format!("xtask/{}_client.py", self.protocol);
        run(&mut command(&self.python(), &[&script, &engine.to_string_lossy(), self.problems]))
    }
}

/// Uses the explorer in a real browser: one pass, or with every game. What it takes is fetched if it is missing, and where that
/// cannot be, a line says so.
fn browser(all: bool) -> Result<(), String> {
    const PACKAGES: [&str; 2] = ["playwright-core@1", "axe-core@4"];
    let there = |program: &str| command(program, &["--version"]).output().is_ok_and(|output| output.status.success());
    let directory = format!("{}/browser", target());
    let skipped = |why: &str| {
        println!("xtask: SKIPPED: the explorer was not tried in a browser: {why}");
        Ok(())
    };
    if !there("chromium") {
        let _ = run(&mut command("apt-get", &["install", "--yes", "--quiet", "chromium"]));
    }
    if !there("chromium") || !there("node") || !there("npm") {
        return skipped("expected chromium, node and npm");
    }
    let modules = format!("{directory}/node_modules");
    if !["playwright-core", "axe-core"].iter().all(|name| Path::new(&modules).join(name).is_dir()) {
        std::fs::create_dir_all(&directory).map_err(|error| format!("cannot make {directory}: {error}"))?;
        let install = ["install", "--silent", "--no-save", "--prefix", &directory];
        if run(&mut command("npm", &[&install[..], &PACKAGES[..]].concat())).is_err() {
            return skipped("its packages could not be fetched");
        }
    }
    let program = format!("{}/debug/provenum{}", target(), env::consts::EXE_SUFFIX);
    let pictures = format!("{directory}/pictures");
    let script = ["xtask/browser/explorer.mjs", &program, &directory, &pictures];
    run(&mut command("node", &[&script[..], if all { &["--all"] } else { &[] }].concat()))
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
