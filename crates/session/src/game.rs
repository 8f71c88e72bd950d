//! A game whose types are hidden, so that what is not a search is compiled once for all games.

use crate::idle::idle;
use crate::solve::{Solve, Solved};
use crate::{
    Asked, Certified, Certify, Events, FirstMove, IdleReport, Length, Lengths, NoCertificate, Request, RequestError,
    Verdict,
};
use provenum_game::{
    Attack, Claim, Diagram, Footprint, Game, GameInfo, Hints, InputError, Notation, Outcome, Parameters, Player,
    Problem, Repetition, Valuation, Values, Word,
};
use provenum_proof::{Certificate, Checked, Flaw, Options, ProofKind, check, rules_digest};
use provenum_search::{Algorithm, Evaluation, Extent, Limits, Question, Settled, Statistics, StopReason, Workspace};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position whose type is hidden.
#[derive(Clone)]
pub(crate) struct AnyPosition(Arc<dyn HiddenPosition>);

trait HiddenPosition: Any + Send + Sync {
    fn is(&self, other: &dyn Any) -> bool;
    fn hash_of(&self) -> u64;
}

impl<P: Eq + Hash + Send + Sync + 'static> HiddenPosition for P {
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash_of(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl AnyPosition {
    pub(crate) fn new<P: Eq + Hash + Send + Sync + 'static>(position: P) -> AnyPosition {
        AnyPosition(Arc::new(position))
    }

    fn any(&self) -> &dyn Any {
        &*self.0
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is(other.any())
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash_of());
    }
}

/// What was found out about a position, with moves as words.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) asked: Asked,
    pub(crate) question: Question,
    pub(crate) verdict: Verdict,
    pub(crate) bounds: (i32, i32),
    pub(crate) estimate: Option<i32>,
    pub(crate) claims: Vec<ClaimFinding>,
    /// Which search has answered.
    pub(crate) answered_by: Option<&'static str>,
    /// Within how many moves play ends at the latest.
    pub(crate) rank: Option<u32>,
    pub(crate) line: Vec<u32>,
    pub(crate) length: Option<Length<u32>>,
    pub(crate) first_moves: Option<Vec<FirstMove<u32>>>,
    pub(crate) idle: Option<IdleReport>,
    pub(crate) stop: StopReason,
    pub(crate) statistics: Statistics,
    pub(crate) algorithm: Algorithm,
    pub(crate) certificate: Option<Result<Certified, NoCertificate>>,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
}

/// A claim that was searched. Where the claimant's opponent is the one who must make progress, the numbers change places.
#[derive(Debug)]
pub(crate) struct ClaimFinding {
    pub(crate) claim: Claim,
    pub(crate) holds: Option<bool>,
    pub(crate) within: Option<u32>,
    pub(crate) answered_by: &'static str,
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    pub(crate) statistics: Statistics,
}

impl Finding {
    fn new<G: Notation>(asked: Asked, game: &G, position: &G::Position, solved: Solved<'_, G>) -> Finding {
        let (mut verdict, line) = (solved.verdict(), solved.line());
        if let Asked::Mated(_) = asked {
            // The claim was that it is not so.
            verdict = verdict.opposite();
        }
        let Solved { question, algorithm, evaluation, length, first_moves, certificate, seconds, cpu_seconds, .. } =
            solved;
        let telling = evaluation.telling();
        let answered_by = telling.filter(|_| verdict.is_known()).map(|settled| settled.answered_by);
        let idle = idle(game, position, telling.filter(|_| verdict.is_known()), &line);
        let rank = telling.and_then(|settled| settled.answer.solution.as_ref().ok()?.rank());
        let Evaluation { bounds, claims, stop, statistics, estimate, .. } = evaluation;
        let word = |mv: G::Move| mv.to_word();
        let tried = |tried: FirstMove<G::Move>| FirstMove {
            mv: tried.mv.to_word(),
            succeeds: tried.succeeds,
            length: tried.length.map(|length| length.map(word)),
        };
        Finding {
            asked,
            question,
            verdict,
            bounds,
            estimate,
            claims: claims.iter().map(ClaimFinding::new).collect(),
            answered_by,
            rank,
            line: line.into_iter().map(word).collect(),
            length: length.map(|length| length.map(word)),
            first_moves: first_moves.map(|moves| moves.into_iter().map(tried).collect()),
            idle,
            stop,
            statistics,
            algorithm,
            certificate,
            seconds,
            cpu_seconds,
        }
    }

    /// Which moves of the side that must make progress the answer speaks of, if only some were to be tried.
    pub(crate) fn scope(&self) -> Option<Attack> {
        let tried = self.algorithm.attack();
        let scope = if self.verdict == Verdict::Proven { Attack::All } else { tried };
        (tried != Attack::All).then_some(scope)
    }

    /// Whether the certificate shows that there is nothing shorter, if that is proven.
    pub(crate) fn shortest_certified(&self) -> Option<bool> {
        let length = self.length.as_ref().filter(|length| length.proven)?;
        let certified = self.certificate.as_ref()?.as_ref().ok();
        let shown = |certified: &Certified| certified.claims.iter().any(|claim| claim.kind == ProofKind::Delay);
        // Nothing is shorter than one move.
        Some(certified.is_some_and(|certified| length.moves <= 1 || shown(certified)))
    }

    pub(crate) fn value(&self) -> Option<i32> {
        (self.bounds.0 == self.bounds.1).then_some(self.bounds.0)
    }
}

impl ClaimFinding {
    fn new<G: Game>(settled: &Settled<'_, G>) -> ClaimFinding {
        let numbers = settled.answer.root;
        let own = settled.problem.progress_side() == settled.problem.claim().player;
        let (proof, disproof) = if own { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) };
        let (claim, holds) = (settled.problem.claim(), settled.holds());
        let (answered_by, statistics) = (settled.answered_by, settled.answer.statistics);
        ClaimFinding { claim, holds, within: settled.within, answered_by, proof, disproof, statistics }
    }
}

/// A game with its parameters, in a form that can be called through a pointer.
pub(crate) trait AnyGame: Send + Sync {
    fn info(&self) -> &'static GameInfo;
    fn parameters(&self) -> Parameters;
    fn values(&self) -> Values;
    fn repetition(&self) -> Repetition;
    fn known_from(&self) -> Option<String>;
    fn to_move(&self, position: &AnyPosition) -> Player;
    fn claimant(&self, position: &AnyPosition) -> Player;
    fn outcome(&self, position: &AnyPosition) -> Option<Outcome>;
    fn moves(&self, position: &AnyPosition, out: &mut Vec<u32>);
    fn play(&self, position: &AnyPosition, mv: u32) -> AnyPosition;
    fn key(&self, position: &AnyPosition) -> u64;
    fn encode(&self, position: &AnyPosition, out: &mut Vec<u8>);
    fn decode(&self, code: &[u8]) -> Option<AnyPosition>;
    fn format_position(&self, position: &AnyPosition) -> String;
    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<u32, InputError>;
    fn format_move(&self, position: &AnyPosition, mv: u32) -> String;
    fn draw(&self, position: &AnyPosition) -> String;
    fn diagram(&self, position: &AnyPosition) -> Diagram;
    fn footprint(&self, position: &AnyPosition, mv: u32) -> Footprint;
    fn format_move_in_japanese(&self, position: &AnyPosition, mv: u32) -> Option<String>;
    fn side(&self, player: Player) -> Option<String>;
    fn left_over(&self, end: &AnyPosition) -> Option<u32>;
    /// In how many moves a success comes, where players do not count every one.
    fn mate_in(&self, plies: u32) -> Option<u32>;
    /// The position of this game that a text describes. Where the text says which game it is, it must be the same one.
    fn read(&self, text: Option<&str>) -> Result<AnyPosition, InputError>;
    /// Solves a position: here the types are known, and the searches that were compiled for them are called.
    fn solve(
        &self,
        position: &AnyPosition,
        request: &Request,
        limits: Limits,
        workspace: &mut Workspace<'_>,
        events: &mut dyn Events,
    ) -> Result<Finding, RequestError>;
    /// Refuses a request that makes no sense at this position.
    fn accepts(&self, position: &AnyPosition, request: &Request) -> Result<(), RequestError>;
    /// Checks a certificate about a position.
    fn check(
        &self,
        certificate: &Certificate,
        position: &AnyPosition,
        options: Options<'_>,
    ) -> Result<Vec<Checked>, Flaw>;
}

/// The position of a game's own type.
fn seen<G: Game>(position: &AnyPosition) -> &G::Position {
    let Some(position) = position.any().downcast_ref() else { unreachable!("a position of another game") };
    position
}

impl<G> AnyGame for G
where
    G: Notation + Send + Sync + 'static,
    G::Position: Send + Sync + 'static,
{
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn parameters(&self) -> Parameters {
        Notation::parameters(self)
    }

    fn values(&self) -> Values {
        Game::values(self)
    }

    fn repetition(&self) -> Repetition {
        Game::repetition(self)
    }

    fn known_from(&self) -> Option<String> {
        Hints::known_from(self)
    }

    fn to_move(&self, position: &AnyPosition) -> Player {
        Game::to_move(self, seen::<G>(position))
    }

    fn claimant(&self, position: &AnyPosition) -> Player {
        Notation::claimant(self, seen::<G>(position))
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Outcome> {
        Game::outcome(self, seen::<G>(position))
    }

    fn moves(&self, position: &AnyPosition, out: &mut Vec<u32>) {
        let mut moves = Vec::new();
        Game::moves(self, seen::<G>(position), &mut moves);
        out.extend(moves.into_iter().map(Word::to_word));
    }

    fn play(&self, position: &AnyPosition, mv: u32) -> AnyPosition {
        AnyPosition::new(Game::play(self, seen::<G>(position), Word::from_word(mv)))
    }

    fn key(&self, position: &AnyPosition) -> u64 {
        Game::key(self, seen::<G>(position))
    }

    fn encode(&self, position: &AnyPosition, out: &mut Vec<u8>) {
        Game::encode(self, seen::<G>(position), out);
    }

    fn decode(&self, code: &[u8]) -> Option<AnyPosition> {
        Game::decode(self, code).map(AnyPosition::new)
    }

    fn format_position(&self, position: &AnyPosition) -> String {
        Notation::format_position(self, seen::<G>(position))
    }

    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<u32, InputError> {
        Notation::parse_move(self, seen::<G>(position), text).map(Word::to_word)
    }

    fn format_move(&self, position: &AnyPosition, mv: u32) -> String {
        Notation::format_move(self, seen::<G>(position), Word::from_word(mv))
    }

    fn draw(&self, position: &AnyPosition) -> String {
        Notation::draw(self, seen::<G>(position))
    }

    fn diagram(&self, position: &AnyPosition) -> Diagram {
        Notation::diagram(self, seen::<G>(position))
    }

    fn footprint(&self, position: &AnyPosition, mv: u32) -> Footprint {
        Notation::footprint(self, seen::<G>(position), Word::from_word(mv))
    }

    fn format_move_in_japanese(&self, position: &AnyPosition, mv: u32) -> Option<String> {
        Notation::format_move_in_japanese(self, seen::<G>(position), Word::from_word(mv))
    }

    fn side(&self, player: Player) -> Option<String> {
        Notation::side(self, player)
    }

    fn left_over(&self, end: &AnyPosition) -> Option<u32> {
        Notation::left_over(self, seen::<G>(end))
    }

    fn mate_in(&self, plies: u32) -> Option<u32> {
        let differs = Notation::plies(self, 2) != 2;
        (1..=plies).find(|&moves| Notation::plies(self, moves) >= plies).filter(|_| differs)
    }

    fn read(&self, text: Option<&str>) -> Result<AnyPosition, InputError> {
        let (other, position) = G::set_up(&Notation::parameters(self), text)?;
        let mut code = Vec::new();
        Game::encode(&other, &position, &mut code);
        match Game::decode(self, &code) {
            Some(here) if rules_digest(self, &here) == rules_digest(&other, &position) => Ok(AnyPosition::new(here)),
            _ => Err(InputError::position("it belongs to a different game", "a position of the same game")),
        }
    }

    fn solve(
        &self,
        position: &AnyPosition,
        request: &Request,
        limits: Limits,
        workspace: &mut Workspace<'_>,
        events: &mut dyn Events,
    ) -> Result<Finding, RequestError> {
        let position = seen::<G>(position);
        let question = request.asked.question(Notation::claimant(self, position), Game::values(self))?;
        let algorithm = request.algorithm.clone().unwrap_or_default();
        let mut solve = Solve::new(self, position).question(question).algorithm(algorithm).limits(limits);
        let extent = match request.certify {
            Certify::Never => Extent::Line,
            Certify::Small => Extent::Small,
            Certify::Always => Extent::Whole,
        };
        solve = solve.extent(extent);
        if request.certify != Certify::Never {
            solve = solve.certify();
        }
        // The searches for lengths are compiled only for games that have any.
        if const { G::INFO.lengths } {
            solve = match request.asked {
                Asked::Mate(moves) => solve.within(Notation::plies(self, moves)),
                Asked::Mated(moves) => solve.within(Notation::plies(self, moves) + 1),
                Asked::Value | Asked::AtLeast(_) => solve,
            };
            solve = match request.lengths {
                None => solve,
                Some(Lengths::Shortest) => solve.shortest().tell_lines(),
                Some(Lengths::AllFirstMoves) => solve.all_first_moves().tell_lines(),
            };
        }
        Ok(Finding::new(request.asked, self, position, solve.run_in(workspace, events)))
    }

    fn accepts(&self, position: &AnyPosition, request: &Request) -> Result<(), RequestError> {
        let attack = request.algorithm.as_ref().map_or(Attack::All, Algorithm::attack);
        let question = request.asked.question(Notation::claimant(self, seen::<G>(position)), Game::values(self))?;
        let refused = |problem: String, expected| Err(RequestError::Attack { attack, problem, expected });
        match question {
            _ if attack == Attack::All => Ok(()),
            _ if !Hints::has_attacks(self) => {
                refused(format!("{} does not tell its moves apart", G::INFO.name), "attack=all in this game")
            }
            Question::Claim(claim) if Problem::new(self, claim).progress_side() != claim.player => {
                let problem = format!("with the claim {} it is the other side that must make progress", request.asked);
                refused(problem, "a claim to win")
            }
            _ => Ok(()),
        }
    }

    fn check(
        &self,
        certificate: &Certificate,
        position: &AnyPosition,
        options: Options<'_>,
    ) -> Result<Vec<Checked>, Flaw> {
        check(certificate, self, seen::<G>(position), options)
    }
}

/// The hidden game as a game: what works for every game works for it.
#[derive(Clone)]
pub(crate) struct Hidden(pub(crate) Arc<dyn AnyGame>);

impl Hidden {
    /// The position after these moves.
    pub(crate) fn after(&self, start: &AnyPosition, line: &[String]) -> Result<AnyPosition, InputError> {
        let mut position = start.clone();
        for name in line {
            if self.outcome(&position).is_some() {
                return Err(InputError::mv(name, "the game is already over", "no further moves"));
            }
            let mv = self.0.parse_move(&position, name)?;
            position = self.play(&position, mv);
        }
        Ok(position)
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hidden").field(&self.0.info().name).finish()
    }
}

impl Game for Hidden {
    type Position = AnyPosition;
    type Move = u32;

    fn values(&self) -> Values {
        self.0.values()
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn to_move(&self, position: &AnyPosition) -> Player {
        self.0.to_move(position)
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &AnyPosition, out: &mut Vec<u32>) {
        self.0.moves(position, out);
    }

    fn play(&self, position: &AnyPosition, mv: u32) -> AnyPosition {
        self.0.play(position, mv)
    }

    fn key(&self, position: &AnyPosition) -> u64 {
        self.0.key(position)
    }

    fn encode(&self, position: &AnyPosition, out: &mut Vec<u8>) {
        self.0.encode(position, out);
    }

    fn decode(&self, code: &[u8]) -> Option<AnyPosition> {
        self.0.decode(code)
    }
}

impl Hints<AnyPosition, u32> for Hidden {}

impl Valuation<AnyPosition, u32> for Hidden {}
