//! `provenum-uci`: starts `provenum uci`, which stands beside it, for chess programs that start an engine without arguments.

use std::io;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    match start() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: cannot start provenum, which must be in the same directory as provenum-uci: {error}");
            ExitCode::from(2)
        }
    }
}

fn start() -> io::Result<ExitCode> {
    let solver = std::env::current_exe()?.with_file_name(format!("provenum{}", std::env::consts::EXE_SUFFIX));
    run(Command::new(solver).arg("uci"))
}

/// Becomes the other program.
#[cfg(unix)]
fn run(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

/// Waits for the other program.
#[cfg(not(unix))]
fn run(command: &mut Command) -> io::Result<ExitCode> {
    let status = command.status()?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}
