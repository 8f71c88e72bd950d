//! The whole command line for a game of your own, beside the games that come with provenum.
//!
//! ```sh
//! cargo run -p provenum --example own_tools                                       # help
//! cargo run -p provenum --example own_tools -- games                              # nim is in the list
//! cargo run -p provenum --example own_tools -- solve nim 7 --proof nim.pvn
//! cargo run -p provenum --example own_tools -- check nim.pvn
//! ```

// In a project of your own this would be a crate.
#[path = "own_game.rs"]
#[allow(dead_code, reason = "its main is a program of its own")]
pub mod own_game;

use own_game::Nim;
use provenum::cli::{Entry, Games, main_with};
use std::process::ExitCode;

/// All games that the program knows.
pub fn games() -> Games {
    Games::built_in().with(Entry::of::<Nim>())
}

fn main() -> ExitCode {
    main_with(&games())
}
