//! What stands before every route: who may ask, in which form, how much, and how slowly.

use crate::problem::Problem;
use crate::state::Server;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::sync::Arc;

/// The largest bodies: a certificate, a graph or another position, and anything else.
const PROOF: usize = 64 << 20;
const POSITION: usize = 1 << 20;
const OTHER: usize = 64 << 10;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The name of the cookie that holds the token.
pub(crate) const COOKIE: &str = "provenum";

/// Lets a request pass or says why not, and adds to every answer what browsers are to know.
pub(crate) async fn guard(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let mut response = match admitted(&server, request).await {
        Ok(request) => next.run(request).await,
        Err(refused) => refused,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[allow(clippy::result_large_err, reason = "it is passed on once a request")]
async fn admitted(server: &Server, request: Request) -> Result<Request, Response> {
    let refuse = |status, detail: &str| Err(Problem::new(status, detail).into_response());
    // A page of another site can make its own name lead here: only ours are served.
    let host = text(request.headers(), &header::HOST).unwrap_or_default();
    if !server.is_own_name(host) {
        return refuse(StatusCode::MISDIRECTED_REQUEST, "this server does not answer to that name");
    }
    if let Some(token) = &server.token {
        let query = request.uri().query().unwrap_or_default();
        let given = query.split('&').find_map(|part| part.strip_prefix("token="));
        if request.method() == Method::GET && given.is_some_and(|given| same(given, token)) {
            // Exchanged for a cookie, so that it is neither in the history nor in links that are passed on.
            let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
            let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, request.uri().path().to_owned())];
            return Err((StatusCode::SEE_OTHER, headers).into_response());
        }
        let cookies = text(request.headers(), &header::COOKIE).unwrap_or_default();
        let held = cookies.split(';').find_map(|part| part.trim().strip_prefix(COOKIE)?.strip_prefix('='));
        let bearer = text(request.headers(), &header::AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
        if !held.or(bearer).is_some_and(|held| same(held, token)) {
            return refuse(StatusCode::UNAUTHORIZED, "open the address that the server printed, which holds a token");
        }
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(request);
    }
    // Whatever changes something must come from our own page, or from no page at all.
    let site = text(request.headers(), &header::HeaderName::from_static("sec-fetch-site"));
    if !matches!(site, None | Some("same-origin" | "none")) {
        return refuse(StatusCode::FORBIDDEN, "another site may not ask for this");
    }
    if let Some(origin) = text(request.headers(), &header::ORIGIN)
        && !origin.strip_prefix("http://").is_some_and(|name| name.eq_ignore_ascii_case(host))
    {
        return refuse(StatusCode::FORBIDDEN, "another site may not ask for this");
    }
    if *request.method() == Method::DELETE {
        return Ok(request);
    }
    // No form of another site can send these.
    let kind = text(request.headers(), &header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let path = request.uri().path();
    let (wanted, most) = match path {
        "/api/v1/proofs" => ("application/octet-stream", PROOF),
        "/api/v1/positions" | "/api/v1/searches" => ("application/json", POSITION),
        _ => ("application/json", OTHER),
    };
    if kind != wanted {
        let detail = format!("the content type is {kind:?}; expected {wanted}");
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, &detail);
    }
    let (parts, body) = request.into_parts();
    match tokio::time::timeout(server.body_time, collected(body, most)).await {
        Ok(Ok(body)) => Ok(Request::from_parts(parts, Body::from(body))),
        Ok(Err(problem)) => Err(problem.into_response()),
        Err(_) => refuse(StatusCode::REQUEST_TIMEOUT, "the body took too long"),
    }
}

/// All of a body, if it is no longer than allowed.
async fn collected(body: Body, most: usize) -> Result<Bytes, Problem> {
    match Limited::new(body, most).collect().await {
        Ok(whole) => Ok(whole.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("expected at most {most} bytes")))
        }
        Err(_) => Err(Problem::new(StatusCode::BAD_REQUEST, "the body is broken off")),
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &header::HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// Compares secrets in a time that tells nothing of them.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}
