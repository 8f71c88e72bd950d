//! Certificates: taking them in, and what they say.

use super::{Answer, json_of, read, with_status, work};
use crate::library::Held;
use crate::problem::Problem;
use crate::state::Server;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use provenum_session::{parameters, threads, title};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The most positions of a tree, and how deep it may be.
const MOST: usize = 300;
const DEEPEST: usize = 20;

fn held(server: &Server, id: &str) -> Result<Arc<Held>, Problem> {
    server.shelf.library.get(id).ok_or_else(|| Problem::missing("proof"))
}

fn told(held: &Held) -> Value {
    let (proof, subject) = (&held.proof, held.proof.subject());
    let claim = |section| {
        let shown = proof.claim(section, false)?;
        let words = shown.words.clone();
        let mut value = serde_json::to_value(&shown).ok()?;
        value.as_object_mut()?.insert("words".to_owned(), words.into());
        Some(value)
    };
    let judged = held.judged.get();
    json!({
        "id": held.id,
        "title": title(subject),
        "game": subject.game,
        "parameters": parameters(subject),
        "position": subject.position,
        "bytes": held.bytes.len(),
        "claims": (0..proof.sections()).filter_map(claim).collect::<Vec<_>>(),
        // The answers of this server were checked before they were handed over.
        "checked": if held.own { Some(true) } else { judged.map(|judged| judged.claims.is_ok()) },
        "flaw": judged.and_then(|judged| judged.claims.as_ref().err()),
    })
}

pub(crate) async fn add(State(server): State<Arc<Server>>, body: Bytes) -> Answer {
    let shelf = server.shelf.clone();
    let added = work(move || Ok(told(&*shelf.library.add(&shelf.games, body, false)?)));
    Ok(with_status(StatusCode::CREATED, &added.await?))
}

pub(crate) async fn about(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Answer {
    let held = held(&server, &id)?;
    Ok(json_of(&work(move || Ok(told(&held))).await?))
}

pub(crate) async fn file(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Answer {
    let held = held(&server, &id)?;
    let name = format!("attachment; filename=\"proof-{}.pvn\"", &held.id[..12]);
    let headers = [(header::CONTENT_TYPE, "application/octet-stream".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, held.bytes.clone()).into_response())
}

pub(crate) async fn check(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Answer {
    let held = held(&server, &id)?;
    let judged = work(move || {
        let judged = held.judged.get_or_init(|| held.proof.check(threads(), &|_, _| {}));
        let (claims, flaw) = (judged.claims.as_ref().ok(), judged.claims.as_ref().err());
        Ok(json!({ "valid": flaw.is_none(), "claims": claims, "flaw": flaw, "seconds": judged.seconds }))
    });
    Ok(json_of(&judged.await?))
}

/// A position of a proof: the moves from its root.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct At {
    line: Vec<String>,
}

pub(crate) async fn at(State(server): State<Arc<Server>>, Path(id): Path<String>, body: Bytes) -> Answer {
    let held = held(&server, &id)?;
    let known = work(move || {
        let At { line } = read(&body)?;
        Ok(held.proof.at(&line)?)
    });
    Ok(json_of(&known.await?))
}

/// The part of a tree below a position.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Part {
    /// Which claim, counted from 1.
    section: usize,
    line: Vec<String>,
    depth: usize,
    most: usize,
}

impl Default for Part {
    fn default() -> Part {
        Part { section: 1, line: Vec::new(), depth: 1, most: 100 }
    }
}

pub(crate) async fn tree(State(server): State<Arc<Server>>, Path(id): Path<String>, body: Bytes) -> Answer {
    let held = held(&server, &id)?;
    let tree = work(move || {
        let Part { section, line, depth, most } = read(&body)?;
        let count = held.proof.sections();
        if section == 0 || section > count {
            return Err(Problem::field("section", format!("expected a number from 1 to {count}")));
        }
        Ok(held.proof.tree_after(section - 1, &line, depth.min(DEEPEST), most.clamp(1, MOST))?)
    });
    Ok(json_of(&tree.await?))
}
