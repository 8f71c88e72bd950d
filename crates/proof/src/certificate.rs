//! What a certificate says: about which position, which claims, and how each is shown.

use crate::successors::Successors;
use crate::{Records, problem_digest, rules_digest};
use provenum_game::{AndOr, Claim, Game, Kind, Notation, Parameters, Player, Problem, Status};
use std::fmt;

/// How a claim is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofKind {
    /// The progress side succeeds.
    Strategy,
    /// The progress side fails.
    Trap,
    /// The progress side does not succeed within so many moves.
    Delay,
}

impl ProofKind {
    /// What the position is, as a node of the claim's problem; in a delay, for so many moves.
    #[must_use]
    pub fn status(self) -> Status {
        match self {
            ProofKind::Strategy => Status::Proven,
            ProofKind::Trap | ProofKind::Delay => Status::Disproven,
        }
    }

    /// The side that succeeds: its moves are listed.
    #[must_use]
    pub fn succeeds(self) -> Kind {
        match self {
            ProofKind::Strategy => Kind::Or,
            ProofKind::Trap | ProofKind::Delay => Kind::And,
        }
    }

    /// Whether listed positions have ranks.
    #[must_use]
    pub fn is_ranked(self) -> bool {
        self != ProofKind::Trap
    }
}

impl fmt::Display for ProofKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofKind::Strategy => "strategy",
            ProofKind::Trap => "trap",
            ProofKind::Delay => "delay",
        })
    }
}

/// The position that a certificate is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The game's name.
    pub game: String,
    /// Its parameters, all of them.
    pub parameters: Parameters,
    /// The position in the game's notation.
    pub position: String,
    /// The position's code.
    pub code: Vec<u8>,
    /// The fingerprint of the rules around the position.
    pub digest: u64,
}

impl Subject {
    /// Describes a position.
    #[must_use]
    pub fn new<G: Notation>(game: &G, position: &G::Position) -> Subject {
        let (parameters, text) = (game.parameters(), game.format_position(position));
        Subject { parameters, position: text, ..Subject::of_rules(G::INFO.name, game, position) }
    }

    /// Describes a position of a game that has no notation: by its code alone, and by a name that you choose.
    #[must_use]
    pub fn of_rules<G: Game>(name: &str, game: &G, position: &G::Position) -> Subject {
        let mut code = Vec::new();
        game.encode(position, &mut code);
        Subject::plain(name, code, rules_digest(game, position))
    }

    /// Describes a node of an AND/OR problem, by its code and by a name that you choose.
    #[must_use]
    pub fn of_problem<P: AndOr>(name: &str, problem: &P, node: &P::Node) -> Subject {
        let mut code = Vec::new();
        problem.encode(node, &mut code);
        Subject::plain(name, code, problem_digest(problem, node))
    }

    fn plain(name: &str, code: Vec<u8>, digest: u64) -> Subject {
        Subject { game: name.to_owned(), parameters: Parameters::new(), position: String::new(), code, digest }
    }
}

/// What a certificate of an AND/OR problem claims: that its root is proven.
pub const ROOT_PROVEN: Claim = Claim { player: Player::First, at_least: 1 };

/// So many positions are written down between two looks whether to give up.
const POSITIONS_PER_LOOK: usize = 64;

/// One claim and how it is shown to hold, or not to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The claim.
    pub claim: Claim,
    /// How it is settled.
    pub kind: ProofKind,
    /// The listed positions.
    pub records: Records,
}

impl Section {
    /// Writes down a solution: listed positions, each with the step to take (none where the other side is to move) and,
    /// in a strategy or a delay, its rank.
    pub fn new<'n, G: Game>(
        problem: &Problem<'_, G>,
        kind: ProofKind,
        listed: impl Iterator<Item = (&'n G::Position, Option<G::Move>, u32)>,
    ) -> Section {
        Section::of_claim(problem, problem.claim(), kind, listed)
    }

    /// Writes down a solution of an AND/OR problem.
    pub fn of_problem<'n, P: AndOr>(
        problem: &P,
        kind: ProofKind,
        listed: impl Iterator<Item = (&'n P::Node, Option<P::Step>, u32)>,
    ) -> Section {
        Section::of_claim(problem, ROOT_PROVEN, kind, listed)
    }

    fn of_claim<'n, P: AndOr>(
        problem: &P,
        claim: Claim,
        kind: ProofKind,
        listed: impl Iterator<Item = (&'n P::Node, Option<P::Step>, u32)>,
    ) -> Section {
        let section = Section::written(problem, claim, kind, listed, &|| false);
        let Some(section) = section else { panic!("there is not enough memory for the positions of a certificate") };
        section
    }

    /// Writes down a solution of the problem of a claim, unless it is stopped or there is no memory: then there is none.
    pub fn written<'n, P: AndOr>(
        problem: &P,
        claim: Claim,
        kind: ProofKind,
        listed: impl Iterator<Item = (&'n P::Node, Option<P::Step>, u32)>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Section> {
        let mut successors = Successors::default();
        let mut records = Records::default();
        let mut code = Vec::new();
        for (done, (position, step, rank)) in listed.enumerate() {
            if done % POSITIONS_PER_LOOK == 0 && (stopped() || !records.reserve(POSITIONS_PER_LOOK, 0)) {
                return None;
            }
            code.clear();
            problem.encode(position, &mut code);
            let choice = step.map(|step| successors.place_of(problem, position, step));
            let rank = if kind.is_ranked() { rank } else { 0 };
            if !records.reserve(0, code.len()) {
                return None;
            }
            records.push(&code, choice, rank);
        }
        records.sort(stopped).then_some(Section { claim, kind, records })
    }
}

/// Claims about a position, with their proofs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The position.
    pub subject: Subject,
    /// The claims.
    pub sections: Vec<Section>,
}

impl Certificate {
    /// How many positions are listed in all sections together.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.sections.iter().map(|section| section.records.len()).sum()
    }
}
