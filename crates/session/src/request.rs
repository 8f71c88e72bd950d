//! What is asked about a position, in words that every front end shares.

use provenum_game::{Asks, Attack, Claim, GameInfo, InputError, Player, Values, shorten};
use provenum_search::{Algorithm, Question, SettingError};
use std::fmt;

/// What is claimed of a position, for the side that the game asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Nothing: what is it worth?
    Value,
    /// It is worth at least this.
    AtLeast(i32),
    /// The goal of a win is reached within so many moves, as players count them.
    Mate(u32),
    /// The other side reaches its goal of a win within so many moves.
    Mated(u32),
}

/// The most moves that can be asked for.
const MOST_MOVES: u32 = 1000;

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
    /// The side that asks is not the one that must make progress, or the game tells no moves apart.
    #[error("attack={attack}: {problem}; expected {expected}")]
    Attack {
        /// Which moves were to be tried.
        attack: Attack,
        /// What is wrong.
        problem: String,
        /// What makes sense.
        expected: &'static str,
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
    /// Reads `value`, `win`, `draw`, `>=N`, `mate<=N` or `mated<=N`.
    pub fn parse(text: &str) -> Result<Asked, RequestError> {
        match text.trim() {
            "value" => Ok(Asked::Value),
            "win" => Ok(Asked::AtLeast(1)),
            "draw" => Ok(Asked::AtLeast(0)),
            other => {
                let after = |prefix: &str| other.strip_prefix(prefix).map(str::trim);
                let moves = |prefix: &str| after(prefix)?.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves));
                let asked = if let Some(value) = after(">=") {
                    value.parse().ok().map(Asked::AtLeast)
                } else {
                    moves("mate<=").map(Asked::Mate).or_else(|| moves("mated<=").map(Asked::Mated))
                };
                let expected = "win, draw, value or '>=N' with a whole number N; in games with lengths also 'mate<=N' or 'mated<=N'";
                asked.ok_or_else(|| RequestError::claim(other, expected))
            }
        }
    }

    /// What a text asks of this game; without one, what the game is usually asked.
    pub fn of_game(claim: Option<&str>, game: &GameInfo) -> Result<Asked, RequestError> {
        let bounded = claim.and_then(|claim| Asked::parse(claim).ok()).filter(|asked| asked.moves().is_some());
        match (claim, game.asks) {
            (Some(claim), _) if bounded.is_some() && !game.lengths => Err(RequestError::claim(
                claim,
                format!("a claim without a number of moves, which {} does not count", game.name),
            )),
            (Some(_), Asks::Goal(_)) if matches!(bounded, Some(Asked::Mate(_))) => {
                Asked::parse(claim.unwrap_or_default())
            }
            (Some(claim), Asks::Value | Asks::Win) => Asked::parse(claim),
            (None, Asks::Value) => Ok(Asked::Value),
            (None, Asks::Win) | (None | Some("win"), Asks::RootProven | Asks::Goal(_)) => Ok(Asked::AtLeast(1)),
            (Some(claim), Asks::RootProven) => {
                let expected = format!("win, because {} only asks whether its root is proven", game.name);
                Err(RequestError::claim(claim, expected))
            }
            (Some(claim), Asks::Goal(goal)) => {
                let within = if game.lengths { " or 'mate<=N'" } else { "" };
                let expected = format!("win{within}, because {} only asks whether there is a {goal}", game.name);
                Err(RequestError::claim(claim, expected))
            }
        }
    }

    /// Within how many moves, if that is asked.
    #[must_use]
    pub fn moves(self) -> Option<u32> {
        match self {
            Asked::Mate(moves) | Asked::Mated(moves) => Some(moves),
            Asked::Value | Asked::AtLeast(_) => None,
        }
    }

    /// The question to a search, for this player in a game with these values.
    pub fn question(self, player: Player, values: Values) -> Result<Question, RequestError> {
        let at_least = match self {
            Asked::Value => return Ok(Question::Value(player)),
            Asked::AtLeast(at_least) => at_least,
            Asked::Mate(_) => 1,
            // The other side must make progress: whoever is mated does not even hold a draw.
            Asked::Mated(_) => 0,
        };
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
            Asked::Mate(moves) => write!(f, "mate<={moves}"),
            Asked::Mated(moves) => write!(f, "mated<={moves}"),
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
