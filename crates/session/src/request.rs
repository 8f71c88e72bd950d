//! What is asked about a position, in words that every front end shares.

use provenum_game::{Asks, Claim, GameInfo, InputError, Player, Values, shorten};
use provenum_search::{Algorithm, Question, SettingError};
use std::fmt;

/// What is claimed of a position, for the side that the game asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Nothing: what is it worth?
    Value,
    /// It is worth at least this.
    AtLeast(i32),
}

/// A request that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RequestError {
    /// The position, a parameter or a move is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The algorithm, or what is set of it.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The claim makes no sense for this game.
    #[error("claim {claim:?}: expected {expected}")]
    Claim {
        /// What was claimed.
        claim: String,
        /// What can be.
        expected: String,
    },
    /// The game has no lengths.
    #[error("the length of a win is not available for {game}; expected {expected}")]
    Lengths {
        /// The game.
        game: &'static str,
        /// Games that have.
        expected: String,
    },
}

impl RequestError {
    fn claim(claim: impl fmt::Display, expected: impl Into<String>) -> RequestError {
        RequestError::Claim { claim: shorten(&claim.to_string()), expected: expected.into() }
    }
}

impl Asked {
    /// Reads `value`, `win`, `draw` or `>=N`.
    pub fn parse(text: &str) -> Result<Asked, RequestError> {
        match text.trim() {
            "value" => Ok(Asked::Value),
            "win" => Ok(Asked::AtLeast(1)),
            "draw" => Ok(Asked::AtLeast(0)),
            other => {
                let value = other.strip_prefix(">=").and_then(|value| value.trim().parse().ok());
                let expected = "win, draw, value or '>=N' with a whole number N";
                value.map(Asked::AtLeast).ok_or_else(|| RequestError::claim(other, expected))
            }
        }
    }

    /// What a text asks of this game; without one, what the game is usually asked.
    pub fn of_game(claim: Option<&str>, game: &GameInfo) -> Result<Asked, RequestError> {
        match (claim, game.asks) {
            (Some(claim), Asks::Value | Asks::Win) => Asked::parse(claim),
            (None, Asks::Value) => Ok(Asked::Value),
            (None, Asks::Win) | (None | Some("win"), Asks::RootProven | Asks::Goal(_)) => Ok(Asked::AtLeast(1)),
            (Some(claim), Asks::RootProven) => {
                let expected = format!("win, because {} only asks whether its root is proven", game.name);
                Err(RequestError::claim(claim, expected))
            }
            (Some(claim), Asks::Goal(goal)) => {
                let expected = format!("win, because {} only asks whether there is a {goal}", game.name);
                Err(RequestError::claim(claim, expected))
            }
        }
    }

    /// The question to a search, for this player in a game with these values.
    pub fn question(self, player: Player, values: Values) -> Result<Question, RequestError> {
        let Asked::AtLeast(at_least) = self else { return Ok(Question::Value(player)) };
        let values = values.rising(player);
        // The worst result is no claim: it always holds.
        let (least, most) = (values.get(1).copied().unwrap_or(values[0]), values[values.len() - 1]);
        if !(least..=most).contains(&at_least) {
            let expected = format!("a value from {least} to {most} in this game");
            return Err(RequestError::claim(format!(">={at_least}"), expected));
        }
        Ok(Question::Claim(Claim { player, at_least }))
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Asked::Value => f.write_str("value"),
            Asked::AtLeast(1) => f.write_str("win"),
            Asked::AtLeast(0) => f.write_str("draw"),
            Asked::AtLeast(value) => write!(f, ">={value}"),
        }
    }
}

/// What is asked about how long a success takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lengths {
    /// The shortest.
    Shortest,
    /// The shortest, and what comes of every first move.
    AllFirstMoves,
}

/// Whether an answer comes with a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Certify {
    /// Never. Then nothing but a line is read off what the search remembers, and its answer is not examined again.
    Never,
    /// If that takes about as long as the search at most, counted in nodes and positions, or hardly any time.
    #[default]
    Small,
    /// Whatever it takes within the limits.
    Always,
}

/// Everything that is asked about a position.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is claimed.
    pub asked: Asked,
    /// The algorithm; none for those that suit the game, by turns.
    pub algorithm: Option<Algorithm>,
    /// Whether a certificate is made and checked.
    pub certify: Certify,
    /// What is asked about lengths.
    pub lengths: Option<Lengths>,
}

impl Request {
    /// What this game is usually asked, with a certificate if it is small.
    #[must_use]
    pub fn of_game(game: &GameInfo) -> Request {
        let asked = match game.asks {
            Asks::Value => Asked::Value,
            Asks::Win | Asks::RootProven | Asks::Goal(_) => Asked::AtLeast(1),
        };
        Request { asked, algorithm: None, certify: Certify::Small, lengths: None }
    }
}
