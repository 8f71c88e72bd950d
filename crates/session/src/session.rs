//! The untyped form, for servers, bindings and command lines: a game with a position, whatever its types.

use crate::ending::ending;
use crate::game::{AnyPosition, Finding, Hidden};
use crate::proof::{OpenProof, Proof};
use crate::report::{Details, Report, describe, report};
use crate::{Certified, Events, NoCertificate, Request, RequestError};
use provenum_game::{Diagram, Footprint, Game, GameInfo, InputError, Outcome, Parameters, Player};
use provenum_proof::Certificate;
use provenum_search::{Limits, Saved, Saver, Statistics, Workspace};
use std::sync::Arc;

/// A game with its parameters, at a position.
///
/// ```
/// use provenum_game::Parameters;
/// use provenum_search::Limits;
/// use provenum_session::{Games, Request, Verdict};
///
/// let session = Games::built_in().open("mnk", &Parameters::new(), None)?;
/// let after = session.see(&["b2".to_owned()])?;
/// assert_eq!(after.moves.len(), 8);
/// let mut search = session.search(&["b2".to_owned()], Request::of_game(session.info()))?;
/// let answer = search.run(Limits::default(), None, &mut ())?;
/// assert_eq!(answer.report.result, Verdict::Proven);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Session: Send + Sync {
    /// What the game says of itself.
    fn info(&self) -> &'static GameInfo;
    /// All its parameters.
    fn parameters(&self) -> Parameters;
    /// Where its knowledge before the end comes from, if it has any.
    fn known_from(&self) -> Option<String>;
    /// The position after these moves.
    fn see(&self, line: &[String]) -> Result<Seen, InputError>;
    /// The same game at another position, in the game's notation; without a text, at the start.
    fn at(&self, text: Option<&str>) -> Result<Arc<dyn Session>, InputError>;
    /// A search from the position after these moves, which has not begun yet.
    fn search(&self, line: &[String], request: Request) -> Result<Box<dyn Search>, RequestError>;
    /// A certificate about this position, to look at and to check.
    fn open(&self, certificate: Arc<Certificate>) -> Box<dyn Proof>;
}

/// What there is to see of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The position in the game's notation.
    pub position: String,
    /// The board as text.
    pub board: String,
    /// The position as things at places.
    pub diagram: Diagram,
    /// The legal moves, none if the game is over.
    pub moves: Vec<String>,
    /// What each of them touches on the diagram.
    pub footprints: Vec<Footprint>,
    /// Each of them in Japanese, in a game that has such a notation.
    pub in_japanese: Option<Vec<String>>,
    /// Who the two players are on the board, if it tells them apart.
    pub sides: [Option<String>; 2],
    /// That the game is over and who won, if it is.
    pub ending: Option<String>,
    /// Whose turn it is.
    pub to_move: Player,
    /// Whom a question is about.
    pub claimant: Player,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
}

/// A search that can be run, stopped by its limits, and run again: what it knows is kept until there is an answer.
pub trait Search: Send {
    /// Looks for the answer within these limits. Whoever saves it is called now and then.
    fn run(
        &mut self,
        limits: Limits,
        saver: Option<&mut dyn Saver>,
        events: &mut dyn Events,
    ) -> Result<Answered, RequestError>;
    /// Goes on where a saved search was.
    fn resume(&mut self, saved: Saved);
}

/// The answer to a request.
#[derive(Debug)]
pub struct Answered {
    /// The fields of the JSON output.
    pub report: Report,
    /// The certificate, if it was asked for and there is an answer; or why there is none.
    pub certificate: Option<Result<Certified, NoCertificate>>,
    /// All that the searches did.
    pub statistics: Statistics,
    /// The value in the claimant's eyes, if it is known.
    pub value: Option<i32>,
    game: Hidden,
    position: AnyPosition,
    finding: Finding,
}

impl Answered {
    /// The answer in words, which are made only for those who read them.
    #[must_use]
    pub fn details(&self) -> Details {
        describe(&self.game, &self.position, &self.finding)
    }
}

/// A session of any game.
#[derive(Debug)]
pub(crate) struct Sitting {
    game: Hidden,
    position: AnyPosition,
}

impl std::fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AnyPosition")
    }
}

impl Sitting {
    pub(crate) fn new(game: Hidden, position: AnyPosition) -> Sitting {
        Sitting { game, position }
    }

    /// The position after these moves.
    fn after(&self, line: &[String]) -> Result<AnyPosition, InputError> {
        self.game.after(&self.position, line)
    }
}

impl Session for Sitting {
    fn info(&self) -> &'static GameInfo {
        self.game.0.info()
    }

    fn parameters(&self) -> Parameters {
        self.game.0.parameters()
    }

    fn known_from(&self) -> Option<String> {
        self.game.0.known_from()
    }

    fn see(&self, line: &[String]) -> Result<Seen, InputError> {
        let position = self.after(line)?;
        let (game, outcome) = (&self.game, self.game.outcome(&position));
        let mut moves = Vec::new();
        if outcome.is_none() {
            game.moves(&position, &mut moves);
        }
        Ok(Seen {
            position: game.0.format_position(&position),
            board: game.0.draw(&position),
            diagram: game.0.diagram(&position),
            footprints: moves.iter().map(|&mv| game.0.footprint(&position, mv)).collect(),
            in_japanese: moves.iter().map(|&mv| game.0.format_move_in_japanese(&position, mv)).collect(),
            moves: moves.into_iter().map(|mv| game.0.format_move(&position, mv)).collect(),
            sides: Player::BOTH.map(|player| game.0.side(player)),
            ending: ending(game, &position),
            to_move: game.to_move(&position),
            claimant: game.0.claimant(&position),
            outcome,
        })
    }

    fn at(&self, text: Option<&str>) -> Result<Arc<dyn Session>, InputError> {
        Ok(Arc::new(Sitting { game: self.game.clone(), position: self.game.0.read(text)? }))
    }

    fn search(&self, line: &[String], request: Request) -> Result<Box<dyn Search>, RequestError> {
        let position = self.after(line)?;
        // What makes no sense is refused before the work.
        self.game.0.accepts(&position, &request)?;
        if (request.lengths.is_some() || request.asked.moves().is_some()) && !self.info().lengths {
            return Err(RequestError::Lengths {
                game: self.info().name,
                expected: "a game that counts the moves of a win".to_owned(),
            });
        }
        let workspace = Workspace::default();
        Ok(Box::new(Searching { game: self.game.clone(), position, request, workspace, before: Statistics::default() }))
    }

    fn open(&self, certificate: Arc<Certificate>) -> Box<dyn Proof> {
        Box::new(OpenProof::new(self.game.clone(), self.position.clone(), certificate))
    }
}

struct Searching {
    game: Hidden,
    position: AnyPosition,
    request: Request,
    workspace: Workspace<'static>,
    /// What was done before, by runs that ended without an answer.
    before: Statistics,
}

impl Search for Searching {
    fn run(
        &mut self,
        limits: Limits,
        saver: Option<&mut dyn Saver>,
        events: &mut dyn Events,
    ) -> Result<Answered, RequestError> {
        let Searching { game, position, request, workspace, before } = self;
        let mut kept = std::mem::take(workspace);
        let (within, saves) = (limits.clone(), saver.is_some());
        let solved = match saver {
            None => game.0.solve(position, request, limits, &mut kept, events),
            Some(saver) => {
                let mut saved = kept.saved_by(saver);
                let solved = game.0.solve(position, request, limits, &mut saved, events);
                kept = saved.unsaved();
                solved
            }
        };
        let mut found: Finding = solved?;
        found.statistics.merge(before);
        *before = found.statistics;
        *workspace = kept;
        let report = report(game, position, request, &found, &within, saves);
        let (certificate, statistics, value) = (found.certificate.take(), found.statistics, found.value());
        let (game, position) = (game.clone(), position.clone());
        Ok(Answered { report, certificate, statistics, value, game, position, finding: found })
    }

    fn resume(&mut self, saved: Saved) {
        self.before = saved.statistics;
        self.workspace = std::mem::take(&mut self.workspace).resumed(saved);
    }
}
