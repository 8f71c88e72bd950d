//! The conformance suite: what every game promises, tested the same way for all. One line runs it,
//! also for a game of another crate:
//!
//! ```
//! provenum_games::conformance!(provenum_games::Mnk, "../perft/mnk.perft");
//! ```
//!
//! The data file gives the positions to start from and the number of lines of play from each (see [`cases`]). From every
//! one of them, games are played at random from a fixed seed, and at each position on the way the suite checks that
//!
//! - keys, results and successors are the same whichever method computes them, and a result is one that the game allows;
//! - what a game says of a value without a search is true: near the ends of games, where a small search can tell, the
//!   value is within the bounds, one of the candidates has it, whichever method hands them over, and a game that finishes
//!   itself ends with it;
//! - a game that is not over has a move, and positions come back only in games that say so;
//! - codes are injective, decode to where they came from, and nothing else decodes;
//! - positions and moves that are written are read again as the same, and pictures are not empty;
//! - junk is refused with a short message or read, but never makes a panic.

pub mod cases;
mod junk;
mod play;

pub use junk::junk;
pub use play::play;

use crate::perft;
use cases::Case;
use provenum_game::{Asks, Notation, Parameters, Player};

/// Tests that a game keeps its promises: `conformance!(Type, "path/to/data.perft")`, the path relative to the file that
/// says it. It expands to a module with one test for each kind of promise, so use it once per module.
#[macro_export]
macro_rules! conformance {
    ($game:ty, $data:literal) => {
        #[cfg(test)]
        mod conformance {
            #[allow(unused_imports)]
            use super::*;

            const DATA: &str = include_str!($data);

            #[test]
            fn the_game_describes_itself_rightly() {
                $crate::conformance::description::<$game>();
            }

            #[test]
            fn moves_are_as_many_as_counted() {
                $crate::conformance::moves::<$game>(DATA);
            }

            #[test]
            fn random_games_find_no_contradiction() {
                $crate::conformance::play::<$game>(DATA);
            }

            #[test]
            fn junk_is_refused() {
                $crate::conformance::junk::<$game>(DATA);
            }
        }
    };
}

/// Checks what a game says of itself: its example can be set up, and the defaults of its parameters are those in use.
///
/// # Panics
/// If not.
pub fn description<G: Notation>() {
    let info = G::INFO;
    assert!(!info.name.is_empty() && !info.name.contains(char::is_whitespace), "a name is one word");
    assert!(!info.summary.is_empty() && !info.position.is_empty(), "{} says nothing of itself", info.name);
    let (game, position) = set_up::<G>(&Parameters::new(), Some(info.example));
    let defaults = info.parameters.iter().fold(Parameters::new(), |all, p| all.with(p.name, p.default));
    assert_eq!(game.parameters(), defaults, "what is used without parameters is not what the defaults say");
    if !matches!(info.asks, Asks::Value | Asks::Win) {
        assert_eq!(game.claimant(&position), Player::First, "it is the first player who has a goal");
    }
}

/// Checks the number of moves against the data file.
///
/// # Panics
/// If a number differs.
pub fn moves<G: Notation>(data: &str) {
    for Case { parameters, position, counts, line } in cases::read(data) {
        let (game, root) = set_up::<G>(&parameters, position);
        for (index, &count) in counts.iter().enumerate() {
            let depth = index + 1;
            assert_eq!(perft(&game, &root, depth), count, "line {line}, {depth} moves deep");
        }
    }
}

/// Sets up a game that the suite relies on.
fn set_up<G: Notation>(parameters: &Parameters, text: Option<&str>) -> (G, G::Position) {
    G::set_up(parameters, text).unwrap_or_else(|error| panic!("{} {text:?}: {error}", G::INFO.name))
}
