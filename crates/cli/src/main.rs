//! `provenum`: the command line. It reads what a user wrote, calls the libraries and prints what they say.

mod arguments;
mod bench;
mod certificate;
mod certify;
mod check;
mod checkpoint;
mod clock;
mod exit;
mod experiment;
mod generate;
mod input;
mod json;
mod listing;
mod merge;
mod progress;
mod report;
mod request;
mod shortest;
mod show;
mod solve;
mod text;
mod units;
mod usi;

use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    let matches = match arguments::command().try_get_matches() {
        Ok(matches) => matches,
        // Help and version come here too, with exit code 0.
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let done = match matches.subcommand() {
        Some(("solve", matches)) => solve::run(matches),
        Some(("check", matches)) => check::run(matches),
        Some(("show", matches)) => show::run(matches),
        Some(("merge", matches)) => merge::run(matches),
        Some(("games", matches)) => listing::games(matches),
        Some(("algorithms", matches)) => listing::algorithms(matches),
        Some(("bench", matches)) => bench::run(matches),
        Some(("generate", matches)) => generate::run(matches),
        Some(("experiment", matches)) => experiment::run(matches),
        Some(("usi", _)) => usi::run().map(|()| Exit::Proven),
        Some(("completions", matches)) => listing::completions(matches),
        _ => unreachable!("clap asks for a subcommand"),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(error) if exit::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{}error:{:#} {error:#}", text::ERROR, text::ERROR);
            Exit::of_error(&error).into()
        }
    }
}
