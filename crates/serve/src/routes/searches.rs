//! Searches: starting and stopping them, and looking on.

use super::positions::open;
use super::{Answer, json_of, read, with_status, work};
use crate::news::Told;
use crate::problem::Problem;
use crate::searches::{Allowed, Asked, Job};
use crate::state::Server;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use provenum_search::Algorithm;
use provenum_session::{Certify, Lengths, Request};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};

/// How often who looks on hears something, if only that there is nothing.
const ALIVE: Duration = Duration::from_secs(15);

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Start {
    game: String,
    parameters: BTreeMap<String, String>,
    position: Option<String>,
    line: Vec<String>,
    claim: Option<String>,
    algorithm: Option<String>,
    set: BTreeMap<String, String>,
    limits: Bounds,
    /// `shortest` or `all`.
    lengths: Option<String>,
}

/// Limits of a search: seconds, nodes, bytes.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Bounds {
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
}

impl Bounds {
    fn allowed(&self) -> Result<Allowed, Problem> {
        let time = self.time.map(|seconds| {
            let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
            time.ok_or_else(|| Problem::field("limits.time", "expected a number of seconds above 0"))
        });
        if self.memory.is_some_and(|bytes| bytes < 16 << 10) {
            return Err(Problem::field("limits.memory", "expected at least 16384 bytes"));
        }
        Ok(Allowed { time: time.transpose()?, nodes: self.nodes, memory: self.memory })
    }
}

fn job(server: &Server, id: &str) -> Result<Arc<Job>, Problem> {
    server.searches.get(id).ok_or_else(|| Problem::missing("search"))
}

pub(crate) async fn start(State(server): State<Arc<Server>>, body: Bytes) -> Answer {
    let job = work(move || {
        let asked: Start = read(&body)?;
        let games = &server.shelf.games;
        let session = open(games, &asked.game, &asked.parameters, asked.position.as_deref(), &asked.line)?;
        let wanted = provenum_session::Asked::of_game(asked.claim.as_deref(), session.info())?;
        let algorithm = asked.algorithm.as_deref().map(Algorithm::named).transpose();
        let mut algorithm = algorithm.map_err(|error| Problem::field("algorithm", error.to_string()))?;
        for (name, value) in &asked.set {
            let set = algorithm.unwrap_or_default().set(name, value);
            algorithm = Some(set.map_err(|error| Problem::field("set", error.to_string()))?);
        }
        let lengths = match asked.lengths.as_deref() {
            None | Some("") => None,
            Some("shortest") => Some(Lengths::Shortest),
            Some("all") => Some(Lengths::AllFirstMoves),
            Some(_) => return Err(Problem::field("lengths", "expected shortest or all")),
        };
        let request = Request { asked: wanted, algorithm, certify: Certify::Always, lengths };
        let position = session.see(&asked.line)?.position;
        let told = Asked {
            command: command(&asked, &position),
            game: asked.game,
            parameters: asked.parameters,
            position: asked.position.unwrap_or_default(),
            claim: wanted.to_string(),
            algorithm: request.algorithm.as_ref().map_or("auto", |algorithm| algorithm.name()).to_owned(),
            line: asked.line,
        };
        let search = session.search(&told.line, request)?;
        server.searches.add(search, told, asked.limits.allowed()?, &server.shelf)
    });
    Ok(with_status(StatusCode::ACCEPTED, &job.await?.told()))
}

/// The same search on the command line.
fn command(asked: &Start, position: &str) -> String {
    let mut words = vec!["provenum".to_owned(), "solve".to_owned(), asked.game.clone(), quoted(position)];
    words.extend(asked.parameters.iter().flat_map(|(name, value)| [format!("--{name}"), quoted(value)]));
    let options = [("--claim", &asked.claim), ("--algorithm", &asked.algorithm)];
    for (name, value) in options {
        words.extend(value.iter().flat_map(|value| [name.to_owned(), quoted(value)]));
    }
    words.extend(asked.set.iter().flat_map(|(name, value)| ["--set".to_owned(), quoted(&format!("{name}={value}"))]));
    words.extend(asked.lengths.iter().filter(|word| !word.is_empty()).map(|word| format!("--{word}")));
    words.join(" ")
}

/// A word for a shell.
fn quoted(text: &str) -> String {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "./-+,=_:".contains(c));
    if plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

pub(crate) async fn list(State(server): State<Arc<Server>>) -> Response {
    json_of(&server.searches.list().iter().map(|job| job.told()).collect::<Vec<Value>>())
}

pub(crate) async fn about(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Answer {
    Ok(json_of(&job(&server, &id)?.told()))
}

pub(crate) async fn stop(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Answer {
    let job = job(&server, &id)?;
    job.stop();
    Ok(with_status(StatusCode::ACCEPTED, &job.told()))
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Resume {
    limits: Bounds,
}

pub(crate) async fn resume(State(server): State<Arc<Server>>, Path(id): Path<String>, body: Bytes) -> Answer {
    let job = job(&server, &id)?;
    let Resume { limits } = read(&body)?;
    server.searches.resume(&job, limits.allowed()?, &server.shelf)?;
    Ok(with_status(StatusCode::ACCEPTED, &job.told()))
}

pub(crate) async fn remove(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Answer {
    server.searches.remove(&*job(&server, &id)?);
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// What a search tells, as server-sent events. Who comes back says what it heard last.
pub(crate) async fn events(State(server): State<Arc<Server>>, Path(id): Path<String>, headers: HeaderMap) -> Answer {
    let job = job(&server, &id)?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok());
    let (missed, mut news) = job.news.since(last.unwrap_or(0));
    let (sender, receiver) = mpsc::channel(32);
    tokio::spawn(async move {
        for told in missed {
            if sender.send(written(&told)).await.is_err() || told.is_last() {
                return;
            }
        }
        loop {
            let mut last = false;
            let text = match tokio::time::timeout(ALIVE, news.recv()).await {
                Ok(Ok(told)) => {
                    last = told.is_last();
                    written(&told)
                }
                // Too slow: it has missed a few points of the curve.
                Ok(Err(broadcast::error::RecvError::Lagged(_))) => continue,
                Ok(Err(broadcast::error::RecvError::Closed)) => return,
                Err(_) => Bytes::from_static(b": still there\n\n"),
            };
            if sender.send(text).await.is_err() || last {
                return;
            }
        }
    });
    Ok(([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(Lines(receiver))).into_response())
}

fn written(told: &Told) -> Bytes {
    Bytes::from(format!("id: {}\nevent: {}\ndata: {}\n\n", told.number, told.kind, told.data))
}

struct Lines(mpsc::Receiver<Bytes>);

impl Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(Ok))
    }
}
