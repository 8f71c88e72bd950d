//! What a certificate says: about which position, which claims, and how each is shown.

use crate::successors::Successors;
use crate::{Records, rules_digest};
use provenum_game::{AndOr, Claim, Kind, Notation, Parameters, Problem};
use std::fmt;

/// How a claim is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofKind {
    /// The progress side succeeds.
    Strategy,
    /// The progress side fails.
    Trap,
}

impl ProofKind {
    /// The side that succeeds: its moves are listed.
    #[must_use]
    pub fn succeeds(self) -> Kind {
        match self {
            ProofKind::Strategy => Kind::Or,
            ProofKind::Trap => Kind::And,
        }
    }
}

impl fmt::Display for ProofKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofKind::Strategy => "strategy",
            ProofKind::Trap => "trap",
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
        let mut code = Vec::new();
        game.encode(position, &mut code);
        Subject {
            game: G::INFO.name.to_owned(),
            parameters: game.parameters(),
            position: game.format_position(position),
            code,
            digest: rules_digest(game, position),
        }
    }
}

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
    /// in a strategy, its rank.
    pub fn new<'n, G: Notation>(
        problem: &Problem<'_, G>,
        kind: ProofKind,
        listed: impl Iterator<Item = (&'n G::Position, Option<G::Move>, u32)>,
    ) -> Section
    where
        G::Position: 'n,
    {
        let mut successors = Successors::default();
        let mut records = Records::default();
        let mut code = Vec::new();
        for (position, step, rank) in listed {
            code.clear();
            problem.encode(position, &mut code);
            let choice = step.map(|step| {
                successors.generate(problem, position);
                successors.index_of(problem, &problem.follow(position, step))
            });
            let rank = if kind == ProofKind::Strategy { rank } else { 0 };
            records.push(&code, choice, rank);
        }
        records.sort();
        Section { claim: problem.claim(), kind, records }
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
