//! What a certificate says of one position.

use crate::input;
use anyhow::{Context, Result, bail};
use provenum_game::{AndOr, Notation, Problem, Status};
use provenum_proof::{ProofKind, Section, View, rules_digest};
use serde::Serialize;

/// What is known of a position.
#[derive(Serialize)]
pub(super) struct Found {
    pub(super) position: String,
    pub(super) listed: bool,
    /// Within how many moves the goal is reached; in strategies only.
    pub(super) rank: Option<u32>,
    /// The move to make.
    #[serde(rename = "move")]
    pub(super) mv: Option<String>,
    /// Whose turn it is, or that it is nobody's any more.
    pub(super) turn: Turn,
    /// Of the other side's moves, how many lead to a listed position or to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) replies: Option<Replies>,
    #[serde(skip)]
    pub(super) board: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Turn {
    /// Of the side whose moves are listed.
    Answering,
    /// Of the other side.
    Other,
    /// The game is over.
    Over,
}

#[derive(Serialize)]
pub(super) struct Replies {
    pub(super) answered: usize,
    pub(super) all: usize,
}

/// Reads a position and looks it up.
pub(super) fn look_up<G: Notation>(section: &Section, game: &G, view: &View<'_, G>, text: &str) -> Result<Found> {
    let position = read(game, text)?;
    let problem = Problem::new(game, section.claim);
    let turn = if problem.status(&position) != Status::Open {
        Turn::Over
    } else if problem.kind(&position) == section.kind.succeeds() {
        Turn::Answering
    } else {
        Turn::Other
    };
    let record = view.record(&position);
    let replies = (turn == Turn::Other).then(|| {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let answered = |&&mv: &&G::Move| {
            let next = game.play(&position, mv);
            problem.status(&next) != Status::Open || view.record(&next).is_some()
        };
        Replies { answered: moves.iter().filter(answered).count(), all: moves.len() }
    });
    Ok(Found {
        position: game.format_position(&position),
        listed: record.is_some(),
        rank: record.map(|record| record.rank).filter(|_| section.kind == ProofKind::Strategy),
        mv: view.listed_move(&position).map(|mv| game.format_move(&position, mv)),
        turn,
        replies,
        board: game.draw(&position),
    })
}

/// The position of this game that a text describes. Where the text says which game it is, it must be the same one.
fn read<G: Notation>(game: &G, text: &str) -> Result<G::Position> {
    let written = input::Written { text: Some(text.to_owned()), line: None };
    let content = written.content(&G::INFO)?;
    let (other, position) = G::set_up(&game.parameters(), content.as_deref()).context("--position")?;
    let mut code = Vec::new();
    other.encode(&position, &mut code);
    match game.decode(&code) {
        Some(here) if rules_digest(game, &here) == rules_digest(&other, &position) => Ok(here),
        _ => bail!("--position: it is not a position of the game that the certificate is about"),
    }
}
