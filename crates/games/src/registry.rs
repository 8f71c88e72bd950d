//! All games of this crate. **To add a game, add its type to the list below.**

use crate::{
    Chess, Connect4, Connect6, Gomoku, Graph, Hex, Kalah, Loa, Mnk, Othello, Qubic, Random, Rolit, TsumeShogi, Uniform,
};
use provenum_game::{Notation, Paranoid};

macro_rules! registry {
    ($($game:ty),* $(,)?) => {
        /// Hands every game to the visitor, in the order of the list.
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.visit::<$game>();)*
        }
    };
}

registry! {
    Connect4,
    Mnk,
    Gomoku,
    Connect6,
    Qubic,
    Hex,
    Loa,
    Othello,
    Paranoid<Rolit>,
    Kalah,
    TsumeShogi,
    Chess,
    Uniform,
    Graph,
    Random,
}

/// What is to be done for every game. It is told the game's type, so that it can have code compiled for it.
pub trait Visitor {
    /// Does it for this game.
    fn visit<G>(&mut self)
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static;
}
