//! How positions and moves are written and drawn. A second trait, so that rules stay readable.

use crate::{Diagram, Footprint, Game, InputError, Player};
use std::collections::BTreeMap;

/// A parameter of a game, such as the size of its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name: `size` is set with `--size`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
    /// What is accepted.
    pub accepts: &'static str,
    /// Its value when nothing is said.
    pub default: &'static str,
}

/// Which questions make sense for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// What a position is worth to the side to move, or whether it is worth at least something.
    Value,
    /// The same, but without a claim only whether the side to move wins: that it does not could take for ever to find out.
    Win,
    /// Only whether the root is proven: an AND/OR problem that is not really a game.
    RootProven,
    /// Only whether the first player reaches its goal, which has this name: `mate`.
    Goal(&'static str),
}

/// What the registry, the command line and the documentation say of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// How a position is written.
    pub position: &'static str,
    /// A position to try.
    pub example: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Which questions make sense.
    pub asks: Asks,
    /// Whether it makes sense to ask how many moves a success takes. Searches for lengths are compiled only for such games.
    pub lengths: bool,
    /// Whether a position is usually kept in a file: a position argument without white space is then a file's name.
    pub in_file: bool,
}

/// Values of a game's parameters by name, as a user wrote them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parameters(BTreeMap<String, String>);

impl Parameters {
    /// No parameter is set: every one has its default.
    #[must_use]
    pub fn new() -> Parameters {
        Parameters::default()
    }

    /// Sets a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Parameters {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The value of a parameter, if it was set.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Names and values in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Refuses a parameter that the game does not have.
    pub fn accepted_by(&self, info: &GameInfo) -> Result<(), InputError> {
        let known = || info.parameters.iter().map(|p| p.name);
        match self.0.keys().find(|name| known().all(|k| k != name.as_str())) {
            None => Ok(()),
            Some(name) if info.parameters.is_empty() => {
                Err(InputError::parameter(name, format!("{} has no such parameter", info.name), "no parameter"))
            }
            Some(name) => Err(InputError::parameter(
                name,
                format!("{} has no such parameter", info.name),
                known().collect::<Vec<_>>().join(", "),
            )),
        }
    }
}

/// How a game's positions and moves are written and drawn.
pub trait Notation: Game + Sized {
    /// Name, parameters and the like.
    const INFO: GameInfo;

    /// The game with these parameters and the position that `text` describes; without a text, the position to start from.
    ///
    /// Game and position come together, because the text of some problems (a typed-in graph, a seeded random one) is what
    /// says which game it is.
    fn set_up(parameters: &Parameters, text: Option<&str>) -> Result<(Self, Self::Position), InputError>;

    /// All parameters with the values they have, such that [`Notation::set_up`] gives this game again.
    fn parameters(&self) -> Parameters;

    /// A text that [`Notation::set_up`] reads as this position. It holds no line break.
    fn format_position(&self, position: &Self::Position) -> String;

    /// The legal move that `text` names.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, InputError>;

    /// A move as players write it.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The position as a picture made of text, without a line break at the end.
    fn draw(&self, position: &Self::Position) -> String;

    /// The position as things at places, for pictures. By default, the lines of [`Notation::draw`].
    fn diagram(&self, position: &Self::Position) -> Diagram {
        Diagram::of_text(&self.draw(position))
    }

    /// Which cells of the diagram a move touches; by default none, and it is made by its name.
    fn footprint(&self, _position: &Self::Position, _mv: Self::Move) -> Footprint {
        Footprint::default()
    }

    /// A move in Japanese, if the game is played there with a notation of its own.
    fn format_move_in_japanese(&self, _position: &Self::Position, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Who a player is on the board, such as `x` or `the attacker`, if the picture tells them apart.
    fn side(&self, _player: Player) -> Option<String> {
        None
    }

    /// What the winner of a game with lengths has left over where a line ends, such as pieces in hand, if that is counted.
    fn left_over(&self, _end: &Self::Position) -> Option<u32> {
        None
    }

    /// Within how many moves of either side a success in so many moves comes, if the winner is to move: where moves are counted in
    /// pairs, the last one has no answer. Only games with lengths are asked.
    fn plies(&self, moves: u32) -> u32 {
        moves
    }

    /// A rule that ends games in which nothing happens, and that the game leaves out: how many moves there have been without
    /// [progress](Notation::is_progress) before the position to start from, and with how many it can be declared a draw.
    fn idle_rule(&self) -> Option<(u32, u32)> {
        None
    }

    /// Whether a move is progress, such as a capture, so that moves without are counted anew.
    fn is_progress(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Whose claims a question is about: normally the side to move.
    fn claimant(&self, position: &Self::Position) -> Player {
        self.to_move(position)
    }
}
