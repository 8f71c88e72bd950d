//! Which games there are. Those that come with provenum, and those of other crates, are entries of one list.

use crate::game::{AnyPosition, Hidden};
use crate::session::{Session, Sitting};
use provenum_game::{GameInfo, InputError, Notation, Parameters, shorten};
use provenum_games::registry::{Visitor, visit};
use std::sync::Arc;

/// A game that can be opened by its name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    info: &'static GameInfo,
    open: Open,
}

/// Sets up a game with these parameters at the position that a text describes.
type Open = fn(&Parameters, Option<&str>) -> Result<Arc<dyn Session>, InputError>;

impl Entry {
    /// The entry of a game, for which its searches are compiled.
    #[must_use]
    pub fn of<G>() -> Entry
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send + Sync + 'static,
    {
        Entry { info: const { &G::INFO }, open: open::<G> }
    }
}

fn open<G>(parameters: &Parameters, text: Option<&str>) -> Result<Arc<dyn Session>, InputError>
where
    G: Notation + Send + Sync + 'static,
    G::Position: Send + Sync + 'static,
{
    let (game, position) = G::set_up(parameters, text)?;
    Ok(Arc::new(Sitting::new(Hidden(Arc::new(game)), AnyPosition::new(position))))
}

/// A list of games.
#[derive(Clone, Debug, Default)]
pub struct Games(Vec<Entry>);

impl Games {
    /// The games that come with provenum.
    #[must_use]
    pub fn built_in() -> Games {
        struct Listing(Vec<Entry>);
        impl Visitor for Listing {
            fn visit<G>(&mut self)
            where
                G: Notation + Send + Sync + 'static,
                G::Position: Send + Sync + 'static,
            {
                self.0.push(Entry::of::<G>());
            }
        }
        let mut listing = Listing(Vec::new());
        visit(&mut listing);
        Games(listing.0)
    }

    /// With another game, which replaces one of the same name.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Games {
        self.0.retain(|known| known.info.name != entry.info.name);
        self.0.push(entry);
        self
    }

    /// What all of them say of themselves.
    pub fn infos(&self) -> impl Iterator<Item = &'static GameInfo> {
        self.0.iter().map(|entry| entry.info)
    }

    /// What the game called `name` says of itself.
    pub fn find(&self, name: &str) -> Result<&'static GameInfo, SetUpError> {
        self.entry(name).map(|entry| entry.info)
    }

    fn entry(&self, name: &str) -> Result<&Entry, SetUpError> {
        self.0.iter().find(|entry| entry.info.name == name).ok_or_else(|| self.unknown(name))
    }

    /// Opens a game with these parameters at the position that a text describes; without one, at the start.
    pub fn open(
        &self,
        name: &str,
        parameters: &Parameters,
        position: Option<&str>,
    ) -> Result<Arc<dyn Session>, SetUpError> {
        let entry = self.entry(name)?;
        parameters.accepted_by(entry.info)?;
        Ok((entry.open)(parameters, position)?)
    }

    fn unknown(&self, name: &str) -> SetUpError {
        let name = shorten(name);
        let by_distance = self.infos().map(|info| (distance(&name.to_lowercase(), info.name), info.name));
        let nearest = by_distance.min().filter(|&(edits, _)| edits <= 2).map(|(_, game)| game);
        let names = self.infos().map(|info| info.name).collect::<Vec<_>>().join(", ");
        SetUpError::UnknownGame { name, nearest, names }
    }
}

/// Why a game cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetUpError {
    /// There is no game of this name.
    #[error("there is no game {name:?}{}; the games are {names}", did_you_mean(*.nearest))]
    UnknownGame {
        /// The name.
        name: String,
        /// The game that was probably meant.
        nearest: Option<&'static str>,
        /// All that there are.
        names: String,
    },
    /// A parameter or the position is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|game| format!(" (did you mean {game}?)")).unwrap_or_default()
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
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn every_example_can_be_opened() {
        let games = Games::built_in();
        for info in games.infos() {
            let session = games.open(info.name, &Parameters::new(), Some(info.example)).unwrap();
            assert_eq!(session.info().name, info.name);
            assert!(!session.see(&[]).unwrap().board.is_empty());
            assert_eq!(games.find(info.name), Ok(info));
        }
    }

    #[test]
    fn an_unknown_game_is_told_the_nearest_and_all() {
        let games = Games::built_in();
        let message = |name: &str| games.open(name, &Parameters::new(), None).map(|_| ()).unwrap_err().to_string();
        let all = "the games are connect4, mnk, gomoku, connect6, qubic, hex, loa, othello, rolit, kalah, tsume-shogi, chess, uniform, graph, random";
        assert_eq!(message("conect4"), format!("there is no game \"conect4\" (did you mean connect4?); {all}"));
        assert_eq!(message("backgammon"), format!("there is no game \"backgammon\"; {all}"));
        assert!(message(&"x".repeat(1_000_000)).len() < 200);
    }

    #[test]
    fn a_parameter_that_the_game_does_not_have_is_refused() {
        let parameters = Parameters::new().with("size", "3");
        let error = Games::built_in().open("graph", &parameters, Some("A proven")).map(|_| ()).unwrap_err();
        assert!(matches!(error, SetUpError::Input(InputError::Parameter { .. })));
    }

    #[test]
    fn a_game_of_another_crate_takes_its_place_in_the_list() {
        let games = Games::default().with(Entry::of::<provenum_games::Mnk>());
        assert_eq!(games.infos().map(|info| info.name).collect::<Vec<_>>(), ["mnk"]);
        let again = Games::built_in().with(Entry::of::<provenum_games::Mnk>());
        assert_eq!(again.infos().filter(|info| info.name == "mnk").count(), 1);
    }

    #[test]
    fn distances_count_letters() {
        for (from, to, edits) in [("", "mnk", 3), ("mkn", "mnk", 2), ("graph", "graph", 0), ("graf", "graph", 2)] {
            assert_eq!((distance(from, to), distance(to, from)), (edits, edits));
        }
    }
}
