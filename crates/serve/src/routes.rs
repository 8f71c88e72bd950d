//! The routes under `/api/v1`, each with its request and its answer. docs/SERVER.md describes them for users.

mod positions;
mod proofs;
mod searches;

use crate::guard::guard;
use crate::page;
use crate::problem::Problem;
use crate::state::Server;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use provenum_search::{Algorithm, presets};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

pub(crate) fn router(server: Arc<Server>) -> Router {
    let api = Router::new()
        .route("/server", get(about))
        .route("/games", get(games))
        .route("/algorithms", get(algorithms))
        .route("/positions", post(positions::see))
        .route("/proofs", post(proofs::add))
        .route("/proofs/{id}", get(proofs::about))
        .route("/proofs/{id}/file", get(proofs::file))
        .route("/proofs/{id}/check", post(proofs::check))
        .route("/proofs/{id}/at", post(proofs::at))
        .route("/proofs/{id}/tree", post(proofs::tree))
        .route("/searches", get(searches::list).post(searches::start))
        .route("/searches/{id}", get(searches::about).delete(searches::remove))
        .route("/searches/{id}/events", get(searches::events))
        .route("/searches/{id}/stop", post(searches::stop))
        .route("/searches/{id}/resume", post(searches::resume))
        .fallback(|| async { Problem::missing("route") });
    Router::new()
        .nest("/api/v1", api)
        .fallback(get(|uri: Uri| async move { page::part(uri.path()) }))
        .layer(from_fn_with_state(Arc::clone(&server), guard))
        .with_state(server)
}

/// What a route answers.
type Answer = Result<Response, Problem>;

fn json_of(value: &impl Serialize) -> Response {
    with_status(StatusCode::OK, value)
}

fn with_status(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => (status, [(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => Problem::fault(error.to_string()).into_response(),
    }
}

/// Reads a request.
fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, Problem> {
    let body: &[u8] = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body)
        .map_err(|error| Problem::new(StatusCode::BAD_REQUEST, format!("the JSON is wrong: {error}")))
}

/// Does work that takes time where it is in nobody's way. A fault of it is an answer, not the end.
async fn work<T: Send + 'static>(work: impl FnOnce() -> Result<T, Problem> + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Problem::fault("a fault of this program"))?
}

async fn about(State(server): State<Arc<Server>>) -> Response {
    let (running, waiting) = server.searches.load();
    json_of(&json!({
        "name": "provenum",
        "version": env!("CARGO_PKG_VERSION"),
        "searches": { "running": running, "waiting": waiting, "at_once": server.searches.most() },
        "proof": server.first,
    }))
}

async fn games(State(server): State<Arc<Server>>) -> Response {
    let parameter = |p: &provenum_game::Parameter| json!({ "name": p.name, "default": p.default, "help": p.help, "accepts": p.accepts });
    let game = |info: &provenum_game::GameInfo| {
        json!({
            "name": info.name,
            "summary": info.summary,
            "position": info.position,
            "example": info.example,
            "lengths": info.lengths,
            "asks_value": info.asks == provenum_game::Asks::Value,
            "parameters": info.parameters.iter().map(parameter).collect::<Vec<_>>(),
        })
    };
    json_of(&server.shelf.games.infos().map(game).collect::<Vec<Value>>())
}

async fn algorithms() -> Response {
    let entry = |name: &'static str, summary: &'static str| {
        let settings = Algorithm::named(name).map(|algorithm| algorithm.settings()).unwrap_or_default();
        let settings = settings
            .into_iter()
            .map(|s| json!({ "name": s.name, "default": s.value, "help": s.help, "accepts": s.accepts }));
        let settings: Vec<Value> = settings.collect();
        json!({ "name": name, "summary": summary, "settings": settings })
    };
    json_of(&presets().iter().map(|preset| entry(preset.name, preset.summary)).collect::<Vec<Value>>())
}
