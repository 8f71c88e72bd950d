//! How a game that is over ended, in words.

use crate::game::{AnyPosition, Hidden};
use provenum_game::{Asks, Game, Player};

/// Who won a game that is over: `first`, `second` or `nobody`. Nobody plays an AND/OR problem.
pub(crate) fn winner(game: &Hidden, position: &AnyPosition) -> Option<&'static str> {
    match (game.0.info().asks, game.outcome(position)?.0) {
        (Asks::RootProven, _) => None,
        (_, 1..) => Some("first"),
        (_, 0) => Some("nobody"),
        _ => Some("second"),
    }
}

/// That the game is over and who won, if it is.
pub(crate) fn ending(game: &Hidden, position: &AnyPosition) -> Option<String> {
    let outcome = game.outcome(position)?;
    let won = outcome.0 > 0;
    Some(match game.0.info().asks {
        Asks::RootProven => format!("it is a {} leaf", if won { "proven" } else { "disproven" }),
        Asks::Goal(goal) => format!("the game is over: {}{goal}", if won { "" } else { "no " }),
        Asks::Value | Asks::Win if outcome.0 == 0 => "the game is over: nobody won".to_owned(),
        Asks::Value | Asks::Win => {
            let player = if won { Player::First } else { Player::Second };
            let score = match game.values().word(1) {
                Some(_) => String::new(),
                None => format!(" with a score of {}", outcome.worth(player)),
            };
            format!("the game is over: {} won{score}", named(game, player))
        }
    })
}

/// A player with the sign that it has on the board: `the first player (x)`.
pub(crate) fn named(game: &Hidden, player: Player) -> String {
    let side = game.0.side(player).map(|side| format!(" ({side})")).unwrap_or_default();
    format!("the {player} player{side}")
}
