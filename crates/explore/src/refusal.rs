//! A choice that cannot be answered, in the library's own words, with the control that caused it.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use shoeproof::Failure;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Refusal {
    /// The control: a key of the analysis, or a part of the dealt hand.
    pub(crate) key: Option<String>,
    /// What is wrong and what was expected, for the person at that control.
    pub(crate) message: String,
    /// Whether the work was only dropped because a newer choice was made.
    #[serde(skip)]
    pub(crate) is_stopped: bool,
}

impl Refusal {
    pub(crate) fn new(key: Option<&str>, message: impl Into<String>) -> Self {
        Self { key: key.map(str::to_owned), message: message.into(), is_stopped: false }
    }

    /// The refusal as JSON.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl From<&Failure> for Refusal {
    fn from(failure: &Failure) -> Self {
        let message = match failure {
            // Which control it was is said by the page.
            Failure::Rules(error) => match &error.expected {
                Some(expected) => format!("{} (expected {expected})", error.message),
                None => error.message.clone(),
            },
            other => other.to_string(),
        };
        Self { key: failure.key().map(str::to_owned), message, is_stopped: matches!(failure, Failure::Stopped) }
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::from(&failure)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        json(StatusCode::UNPROCESSABLE_ENTITY, self.json())
    }
}

/// A response in JSON.
pub(crate) fn json(status: StatusCode, body: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
