//! A certificate as users meet it: a file with a name, and claims in words.

use anyhow::{Context, Result};
use provenum_game::{Asks, Claim, Notation, Problem, Status};
use provenum_proof::{Certificate, ProofKind, Section, Subject};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Reads a certificate, and tells how many bytes it takes.
pub(crate) fn read(path: &Path) -> Result<(Certificate, u64)> {
    let name = || format!("cannot read {path:?}");
    let bytes = fs::read(path).with_context(name)?;
    let certificate = Certificate::from_bytes(&bytes).with_context(name)?;
    Ok((certificate, bytes.len() as u64))
}

/// What a claim says.
pub(crate) fn in_words<G: Notation>(game: &G, claim: Claim) -> String {
    let Claim { player, at_least } = claim;
    match (G::INFO.asks, game.values().word(at_least)) {
        (Asks::RootProven, Some("win")) => "the root is proven".to_owned(),
        (Asks::Goal(goal), Some("win")) => goal.to_owned(),
        (_, Some("win")) => format!("the {player} player wins"),
        (_, Some(word)) => format!("the {player} player achieves at least a {word}"),
        (_, None) => claim.to_string(),
    }
}

/// Whether a section says that its claim holds, or that it does not.
pub(crate) fn says_holds<G: Notation>(game: &G, section: &Section) -> bool {
    let status = match section.kind {
        ProofKind::Strategy => Status::Proven,
        ProofKind::Trap => Status::Disproven,
    };
    Problem::new(game, section.claim).verdict(status) == Some(true)
}

/// The parameters of the game by name.
pub(crate) fn parameters(subject: &Subject) -> BTreeMap<String, String> {
    subject.parameters.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The game with its parameters, on one line.
pub(crate) fn title(subject: &Subject) -> String {
    let parameters = subject.parameters.iter().map(|(name, value)| format!(" · {name} {value}"));
    subject.game.clone() + &printable(&parameters.collect::<String>())
}

/// A text from a file, without anything that a terminal would obey.
pub(crate) fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}
