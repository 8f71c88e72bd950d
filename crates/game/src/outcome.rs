//! How a game ended, and which ends a game can have.

use crate::Player;

/// The result of a finished game: an integer seen by [`Player::First`]. The second player's result is its negation.
///
/// Games without a score use 1, 0 and −1 for win, draw and loss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Outcome(pub i32);

impl Outcome {
    /// Nobody has won.
    pub const DRAW: Outcome = Outcome(0);

    /// Into how many parts evaluations divide what results are counted in.
    pub const PARTS: i32 = 1000;

    /// The result of a game that `player` has won, where only winning counts.
    #[inline]
    #[must_use]
    pub fn win_of(player: Player) -> Outcome {
        Outcome::new(player, 1)
    }

    /// The result that is worth `value` to `player`.
    #[inline]
    #[must_use]
    pub fn new(player: Player, value: i32) -> Outcome {
        match player {
            Player::First => Outcome(value),
            Player::Second => Outcome(-value),
        }
    }

    /// What this result is worth to `player`.
    #[inline]
    #[must_use]
    pub fn worth(self, player: Player) -> i32 {
        match player {
            Player::First => self.0,
            Player::Second => -self.0,
        }
    }
}

/// The results that a game's rules allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// 1 or −1.
    WinLoss,
    /// 1, 0 or −1.
    WinDrawLoss,
    /// Every `step`-th integer of this range may be a result.
    Score {
        /// The worst result, seen by the first player.
        min: i32,
        /// The best result, seen by the first player.
        max: i32,
        /// The distance of neighbouring results, at least 1: 2 where the results are all even or all odd.
        step: u32,
    },
}

impl Values {
    /// The results in rising order, in `player`'s own eyes.
    #[must_use]
    pub fn rising(self, player: Player) -> Vec<i32> {
        let mut values: Vec<i32> = match self {
            Values::WinLoss => vec![-1, 1],
            Values::WinDrawLoss => vec![-1, 0, 1],
            Values::Score { min, max, step } => (min..=max).step_by(step as usize).collect(),
        };
        if player == Player::Second {
            values = values.iter().rev().map(|v| -v).collect();
        }
        values
    }

    /// The worst result and the best, seen by the first player.
    #[inline]
    #[must_use]
    pub fn range(self) -> (i32, i32) {
        match self {
            Values::WinLoss | Values::WinDrawLoss => (-1, 1),
            Values::Score { min, max, .. } => (min, max),
        }
    }

    /// The word for `value` in the eyes of the player who has it: `win`, `draw` or `loss`; none for scores.
    #[must_use]
    pub fn word(self, value: i32) -> Option<&'static str> {
        match (self, value) {
            (Values::Score { .. }, _) => None,
            (_, 1) => Some("win"),
            (_, 0) => Some("draw"),
            (_, -1) => Some("loss"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_rise_in_the_eyes_of_either_player() {
        let score = Values::Score { min: -4, max: 2, step: 2 };
        assert_eq!(score.rising(Player::First), [-4, -2, 0, 2]);
        assert_eq!(score.rising(Player::Second), [-2, 0, 2, 4]);
        assert_eq!(Values::WinDrawLoss.rising(Player::Second), [-1, 0, 1]);
    }
}
