//! `cargo xtask …`: what a person would otherwise have to remember.

use std::env;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test          format, lints, documentation and all tests of a normal run
cargo xtask test --all    the long tests too
cargo xtask bench         speed and memory of the searches, as a table";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(false),
        ["test", "--all"] => test(true),
        ["bench"] => bench(),
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
    run(command("cargo", &["doc", "--workspace", "--no-deps", "--document-private-items"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    cargo(&["test", "--workspace"])?;
    if all {
        cargo(&["test", "--release", "--workspace", "--", "--ignored"])?;
    }
    Ok(())
}

/// Runs the programs that measure; each prints its own table.
fn bench() -> Result<(), String> {
    cargo(&["run", "--release", "--package", "provenum", "--example", "speed"])
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
