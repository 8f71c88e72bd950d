//! The vocabulary of provenum: what a game is, what an AND/OR problem is, and how a claim turns one into the other.
//!
//! This crate holds no algorithm and does no input or output. Rules of games live in `provenum-games`, searches in
//! `provenum-search`; both know this crate and neither knows the other.
//!
//! - [`Game`]: the rules of a two-player game. [`Notation`]: how its positions and moves are written and drawn.
//! - [`Hints`] and [`Valuation`]: what else a game knows that helps a search, and proves nothing.
//! - [`AndOr`]: what a search sees. Any domain that is an AND/OR graph can implement it directly.
//! - [`MultiPlayer`]: the rules of a game of more players. [`Paranoid`] makes it a game of one against all others.
//! - [`Claim`]: "player X achieves at least v". A [`Problem`] is a game together with a claim, seen as an AND/OR
//!   problem whose OR side is the side that must make progress, so that **a cycle never helps OR** in any problem.

mod and_or;
mod attack;
mod claim;
mod diagram;
mod error;
mod estimate;
mod game;
mod hints;
mod holding;
mod multi_player;
mod notation;
mod outcome;
mod player;
mod valuation;
mod word;

pub use and_or::{AndOr, Child, Kind, Status};
pub use attack::Attack;
pub use claim::{Claim, Problem};
pub use diagram::{CELL, Cell, Diagram, Footprint, Label, Look, Piece, Shape};
pub use error::{InputError, Place, shorten};
pub use estimate::Estimate;
pub use game::{Game, Repetition};
pub use hints::{Hints, Known};
pub use holding::{Counts, Holding};
pub use multi_player::{MultiPlayer, MultiPlayerNotation, Paranoid};
pub use notation::{Asks, GameInfo, Notation, Parameter, Parameters};
pub use outcome::{Outcome, Values};
pub use player::Player;
pub use valuation::{Prospect, Valuation, bounds, candidates};
pub use word::Word;
