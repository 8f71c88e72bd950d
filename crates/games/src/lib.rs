//! The games of provenum: one module per game, with its rules, its notation and its table keys.
//!
//! | game | module | what it is |
//! |---|---|---|
//! | `connect4` | [`connect4`] | Connect Four on a board of any size that fits 64 bits |
//! | `mnk` | [`mnk`] | *k* in a row on a board of up to 8x8 cells; tic-tac-toe is 3x3x3 |
//! | `gomoku`, `connect6`, `qubic` | [`lines`] | games of lines, by one engine: Go-Moku, Connect6, Qubic |
//! | `hex` | [`hex`] | Hex on boards of up to 11x11 hexagons |
//! | `loa` | [`loa`] | Lines of Action on boards of 3x3 to 8x8 |
//! | `othello` | [`othello`] | Othello on boards of 4x4 to 8x8 |
//! | `rolit` | [`rolit`] | Rolit: Othello for two to four players, one of them against all others |
//! | `tsume-shogi` | [`tsume_shogi`] | shogi problems: mate by checks only |
//! | `kalah` | [`kalah`] | Kalah with up to 8 pits of up to 8 seeds for each side |
//! | `uniform` | [`uniform`] | a tree of the same branching and depth everywhere, with values grown from a seed |
//! | `graph` | [`graph`] | an AND/OR graph, typed in |
//! | `random` | [`random`] | an AND/OR graph, grown from a seed |
//!
//! [`registry`] lists them all, with their types, for code that works for every game.
//! [`mod@conformance`] is the test suite that every game runs, also one that lives in another crate.
//!
//! ```
//! use provenum_game::{Game, Notation, Parameters};
//! use provenum_games::Connect4;
//!
//! let (game, position) = Connect4::set_up(&Parameters::new().with("size", "5x4"), Some("3344"))?;
//! let mv = game.parse_move(&position, "2")?;
//! assert_eq!(game.outcome(&game.play(&position, mv)), None);
//! # Ok::<(), provenum_game::InputError>(())
//! ```

mod board;
pub mod chess;
pub mod conformance;
pub mod connect4;
pub mod graph;
pub mod hex;
pub mod kalah;
pub mod lines;
pub mod loa;
mod mix;
pub mod mnk;
pub mod othello;
mod perft;
pub mod random;
pub mod registry;
mod reversal;
pub mod rolit;
mod square;
mod symmetry;
mod text;
pub mod tsume_shogi;
pub mod uniform;

pub use chess::Chess;
pub use connect4::Connect4;
pub use graph::Graph;
pub use hex::Hex;
pub use kalah::Kalah;
pub use lines::{Connect6, Gomoku, Qubic};
pub use loa::Loa;
pub use mix::SplitMix;
pub use mnk::Mnk;
pub use othello::Othello;
pub use perft::perft;
pub use random::Random;
pub use rolit::Rolit;
pub use symmetry::Symmetry;
pub use tsume_shogi::TsumeShogi;
pub use uniform::Uniform;
