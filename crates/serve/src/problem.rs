//! What is wrong with a request, as `application/problem+json` (RFC 9457).

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use axum::response::IntoResponse;
use provenum_game::InputError;
use provenum_session::{RequestError, SetUpError};
use serde::Serialize;

/// An error that is told to who asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Problem {
    /// The status of the answer.
    status: u16,
    /// The sort of problem.
    title: &'static str,
    /// What is wrong, and what is accepted.
    detail: String,
    /// The field of the request that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// Where in the field, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Problem {
        let title = status.canonical_reason().unwrap_or("Error");
        Problem { status: status.as_u16(), title, detail: detail.into(), field: None, line: None, column: None }
    }

    /// A field of the request is wrong.
    pub(crate) fn field(field: &str, detail: impl Into<String>) -> Problem {
        Problem { field: Some(field.to_owned()), ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail) }
    }

    pub(crate) fn missing(what: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, format!("there is no such {what}"))
    }

    /// A fault of this program. The server goes on.
    pub(crate) fn fault(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
    }
}

impl From<InputError> for Problem {
    fn from(error: InputError) -> Problem {
        let detail = error.to_string();
        match error {
            InputError::Parameter { name, .. } => Problem::field(&format!("parameters.{name}"), detail),
            InputError::Position { place, .. } => {
                Problem { line: place.line, column: place.column, ..Problem::field("position", detail) }
            }
            InputError::Move { .. } => Problem::field("line", detail),
        }
    }
}

impl From<SetUpError> for Problem {
    fn from(error: SetUpError) -> Problem {
        match error {
            SetUpError::Input(error) => error.into(),
            SetUpError::UnknownGame { .. } => Problem::field("game", error.to_string()),
        }
    }
}

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Problem {
        let detail = error.to_string();
        match error {
            RequestError::Input(error) => error.into(),
            RequestError::Setting(_) => Problem::field("algorithm", detail),
            RequestError::Attack { .. } => Problem::field("set", detail),
            RequestError::Claim { .. } => Problem::field("claim", detail),
            RequestError::Lengths { .. } => Problem::field("lengths", detail),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response<Body> {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("5"));
        }
        response
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.detail)
    }
}
