//! The page and its parts, built into the program.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use provenum_session::draw::POSITION_STYLE;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! files {
    ($($name:literal, $kind:expr;)*) => { &[$(($name, $kind, include_str!(concat!("../page/", $name))),)*] };
}

const FILES: &[(&str, &str, &str)] = files! {
    "index.html", HTML;
    "app.js", SCRIPT;
    "api.js", SCRIPT;
    "board.js", SCRIPT;
    "search.js", SCRIPT;
    "proof.js", SCRIPT;
    "words.js", SCRIPT;
    "style.css", STYLE;
};

/// The part of the page with this name.
pub(crate) fn part(name: &str) -> Response {
    let name = if name == "/" { "index.html" } else { name.trim_start_matches('/') };
    if name == "board.css" {
        return ([(header::CONTENT_TYPE, STYLE)], POSITION_STYLE).into_response();
    }
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => {
            (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/plain")], "there is no such page\n").into_response()
        }
    }
}
