//! The command line of provenum: it reads what a user wrote, calls the libraries and prints what they say.
//!
//! The binary `provenum` is [`main`]. A crate with a game of its own has the same tools for it with [`main_with`].

mod arguments;
mod bench;
mod check;
mod exit;
mod experiment;
mod generate;
mod input;
mod listing;
mod merge;
mod progress;
mod request;
mod show;
mod signals;
mod solve;
mod target;
mod text;
mod units;
mod usi;

pub use provenum_session::{Entry, Games};

use exit::Exit;
use std::io::Write;
use std::process::ExitCode;

/// The command line with the games that come with provenum.
#[must_use]
pub fn main() -> ExitCode {
    main_with(&Games::built_in())
}

/// The command line with these games. Everything works for them: solving, checking, showing, experiments.
#[must_use]
pub fn main_with(games: &Games) -> ExitCode {
    let matches = match arguments::command(games).try_get_matches() {
        Ok(matches) => matches,
        // Help and version come here too, with exit code 0.
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let done = match matches.subcommand() {
        Some(("solve", matches)) => solve::run(games, matches),
        Some(("check", matches)) => check::run(games, matches),
        Some(("show", matches)) => show::run(games, matches),
        Some(("merge", matches)) => merge::run(games, matches),
        Some(("games", matches)) => listing::games(games, matches),
        Some(("algorithms", matches)) => listing::algorithms(matches),
        Some(("bench", matches)) => bench::run(matches),
        Some(("generate", matches)) => generate::run(games, matches),
        Some(("experiment", matches)) => experiment::run(games, matches),
        Some(("usi", _)) => usi::run().map(|()| Exit::Proven),
        Some(("completions", matches)) => listing::completions(games, matches),
        _ => unreachable!("clap asks for a subcommand"),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(error) if exit::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Where nobody can be told, the exit code has to do.
            let _ = writeln!(anstream::stderr(), "{}error:{:#} {error:#}", text::ERROR, text::ERROR);
            Exit::of_error(&error).into()
        }
    }
}
