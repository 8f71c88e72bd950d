//! The command line of provenum: it reads what a user wrote, calls the libraries and prints what they say.
//!
//! The binary `provenum` is [`main`]. A crate with a game of its own has the same tools for it with [`main_with`].

mod arguments;
mod bench;
mod check;
mod engine;
mod exit;
mod experiment;
mod generate;
mod input;
mod listing;
mod merge;
mod progress;
mod request;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod signals;
mod solve;
mod target;
mod text;
mod uci;
mod units;
mod usi;

pub use provenum_session::{Entry, Games};

use clap::error::{ContextKind, ContextValue, ErrorKind};
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
        Err(error) => return refused(games, &error),
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
        #[cfg(feature = "serve")]
        Some(("serve", matches)) => serve::run(games, matches),
        Some(("uci", _)) => uci::run().map(|()| Exit::Proven),
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

/// Says what is wrong with the command line. Help and version come here too, with exit code 0.
fn refused(games: &Games, error: &clap::Error) -> ExitCode {
    let said = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    match error.kind() {
        ErrorKind::MissingSubcommand => anstream::eprintln!("{}", arguments::FIRST_STEPS),
        ErrorKind::InvalidSubcommand if games.find(said(ContextKind::InvalidSubcommand)).is_ok() => {
            let game = said(ContextKind::InvalidSubcommand);
            anstream::eprintln!(
                "{}error:{:#} {game} is a game, not a command; to solve it: provenum solve {game}",
                text::ERROR,
                text::ERROR
            );
        }
        _ => {
            let _ = error.print();
            // The shell reads an unquoted > itself, and nothing is left of the claim.
            if said(ContextKind::InvalidArg).starts_with("--claim ") && said(ContextKind::InvalidValue).is_empty() {
                anstream::eprintln!("\n  tip: quote a claim with a number: --claim '>=1'");
            }
        }
    }
    ExitCode::from(error.exit_code() as u8)
}
