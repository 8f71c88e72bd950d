//! Finds a game by its name. **To add a game, add its type to the list below.**
//!
//! A caller that works for all games, such as the command line, is a [`Visitor`]: it is handed the game with its own
//! types, so every game has its own compiled search, and no call goes through a pointer.

use crate::{Connect4, Graph, Kalah, Loa, Mnk, Othello, Random, Rolit, TsumeShogi, Uniform};
use provenum_game::{GameInfo, InputError, Notation, Parameters, Paranoid, shorten};

macro_rules! registry {
    ($($game:ty),* $(,)?) => {
        const GAMES: &[GameInfo] = &[$(<$game as Notation>::INFO),*];

        /// Sets up the game called `name` with these parameters and the position that a text describes, and hands both
        /// to the visitor. Without a text it is the position to start from.
        pub fn set_up<V: Visitor>(
            name: &str,
            parameters: &Parameters,
            position: Option<&str>,
            visitor: V,
        ) -> Result<V::Output, SetUpError> {
            $(if name == <$game as Notation>::INFO.name {
                parameters.accepted_by(&<$game as Notation>::INFO)?;
                let (game, position) = <$game as Notation>::set_up(parameters, position)?;
                return Ok(visitor.visit(game, position));
            })*
            Err(SetUpError::unknown(name))
        }
    };
}

registry! {
    Connect4,
    Mnk,
    Loa,
    Othello,
    Paranoid<Rolit>,
    Kalah,
    TsumeShogi,
    Uniform,
    Graph,
    Random,
}

/// What is to be done with a game, whichever it is.
pub trait Visitor {
    /// What comes out.
    type Output;

    /// Does it with this game, from this position.
    fn visit<G>(self, game: G, position: G::Position) -> Self::Output
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
        G::Move: Send + Sync + 'static;
}

/// What all games say of themselves.
#[must_use]
pub fn games() -> &'static [GameInfo] {
    GAMES
}

/// What the game called `name` says of itself.
pub fn find(name: &str) -> Result<&'static GameInfo, SetUpError> {
    GAMES.iter().find(|info| info.name == name).ok_or_else(|| SetUpError::unknown(name))
}

/// Why a game cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetUpError {
    /// There is no game of this name.
    #[error("there is no game {name:?}{}; the games are {}", did_you_mean(*.nearest), names())]
    UnknownGame {
        /// The name.
        name: String,
        /// The game that was probably meant.
        nearest: Option<&'static str>,
    },
    /// A parameter or the position is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
}

impl SetUpError {
    fn unknown(name: &str) -> SetUpError {
        let name = shorten(name);
        let by_distance = GAMES.iter().map(|info| (distance(&name.to_lowercase(), info.name), info.name));
        let nearest = by_distance.min().filter(|&(edits, _)| edits <= 2).map(|(_, game)| game);
        SetUpError::UnknownGame { name, nearest }
    }
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|game| format!(", did you mean {game}?")).unwrap_or_default()
}

fn names() -> String {
    GAMES.iter().map(|info| info.name).collect::<Vec<_>>().join(", ")
}

/// How many letters to insert, delete or replace to get from one word to the other (Levenshtein 1965).
fn distance(from: &str, to: &str) -> usize {
    // The distances of a beginning of `from` to all beginnings of `to`.
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, other) in to.chars().enumerate() {
            let replace = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replace.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws any game.
    struct Draw;

    impl Visitor for Draw {
        type Output = String;

        fn visit<G: Notation>(self, game: G, position: G::Position) -> String {
            format!("{}\n{}", G::INFO.name, game.draw(&position))
        }
    }

    #[test]
    fn every_example_can_be_set_up() {
        for info in games() {
            let drawn = set_up(info.name, &Parameters::new(), Some(info.example), Draw).unwrap();
            assert!(drawn.starts_with(info.name));
            assert_eq!(find(info.name), Ok(info));
        }
    }

    #[test]
    fn an_unknown_game_is_told_the_nearest_and_all() {
        let message = |name| set_up(name, &Parameters::new(), None, Draw).unwrap_err().to_string();
        let all = "the games are connect4, mnk, loa, othello, rolit, kalah, tsume-shogi, uniform, graph, random";
        assert_eq!(message("conect4"), format!("there is no game \"conect4\", did you mean connect4?; {all}"));
        assert_eq!(message("backgammon"), format!("there is no game \"backgammon\"; {all}"));
        assert!(message(&"x".repeat(1_000_000)).len() < 200);
    }

    #[test]
    fn a_parameter_that_the_game_does_not_have_is_refused() {
        let error = set_up("graph", &Parameters::new().with("size", "3"), Some("A proven"), Draw).unwrap_err();
        assert!(matches!(error, SetUpError::Input(InputError::Parameter { .. })));
    }

    #[test]
    fn distances_count_letters() {
        for (from, to, edits) in [("", "mnk", 3), ("mkn", "mnk", 2), ("graph", "graph", 0), ("graf", "graph", 2)] {
            assert_eq!((distance(from, to), distance(to, from)), (edits, edits));
        }
    }
}
