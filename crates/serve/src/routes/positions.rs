//! What there is to see of a position.

use super::{Answer, json_of, read, work};
use crate::problem::Problem;
use crate::state::Server;
use axum::body::Bytes;
use axum::extract::State;
use provenum_game::{Footprint, Parameters};
use provenum_session::draw::{PositionStyle, position_svg};
use provenum_session::{Games, Session};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most moves of a line.
const MOST_MOVES: usize = 2_000;

/// A position: a game, its parameters, where to begin, and the moves from there.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) game: String,
    pub(super) parameters: BTreeMap<String, String>,
    pub(super) position: Option<String>,
    pub(super) line: Vec<String>,
    /// Whether the picture is seen from the other side.
    turned: bool,
}

/// Opens a game at a position. The text is read by the game and never names a file.
pub(super) fn open(
    games: &Games,
    game: &str,
    parameters: &BTreeMap<String, String>,
    position: Option<&str>,
    line: &[String],
) -> Result<Arc<dyn Session>, Problem> {
    if line.len() > MOST_MOVES {
        return Err(Problem::field("line", format!("expected at most {MOST_MOVES} moves")));
    }
    let all = parameters.iter().fold(Parameters::new(), |all, (name, value)| all.with(name, value));
    Ok(games.open(game, &all, position.filter(|text| !text.is_empty()))?)
}

pub(crate) async fn see(State(server): State<Arc<Server>>, body: Bytes) -> Answer {
    let seen = work(move || {
        let asked: Asked = read(&body)?;
        let session =
            open(&server.shelf.games, &asked.game, &asked.parameters, asked.position.as_deref(), &asked.line)?;
        told(session.as_ref(), &asked.line, asked.turned)
    });
    Ok(json_of(&seen.await?))
}

/// What is told of a position.
pub(super) fn told(session: &dyn Session, line: &[String], turned: bool) -> Result<Value, Problem> {
    let seen = session.see(line)?;
    let print = |print: &Footprint| json!({ "from": print.from, "to": print.to, "also": print.also, "promotes": print.promotes });
    let moves = seen.moves.iter().zip(&seen.footprints).enumerate().map(|(place, (name, footprint))| {
        let japanese = seen.in_japanese.as_ref().map(|names| &names[place]);
        json!({ "name": name, "japanese": japanese, "footprint": print(footprint) })
    });
    let parameters: BTreeMap<String, String> =
        session.parameters().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Ok(json!({
        "game": session.info().name,
        "parameters": parameters,
        "position": seen.position,
        "line": line,
        "board": seen.board,
        "svg": position_svg(&seen.diagram, PositionStyle { turned, alone: false }),
        "turns": seen.diagram.turns,
        "to_move": seen.to_move.to_string(),
        "sides": seen.sides,
        "over": seen.outcome.is_some(),
        "ending": seen.ending,
        "moves": moves.collect::<Vec<_>>(),
    }))
}
