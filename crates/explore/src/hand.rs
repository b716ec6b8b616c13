//! What follows a dealt hand: the exact EV of every action, and how each can end, given everything on the table.

use std::pin::pin;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::future::{Either, select};
use shoeproof::Class;

use crate::answers::asked;
use crate::elsewhere::Elsewhere;
use crate::kept::Asked;
use crate::refusal::{Refusal, json};
use crate::server::App;
use crate::state::State;
use crate::turns::blocking;

/// What is known of a dealt hand.
enum Known {
    /// There are no two cards and an up card yet.
    Nothing,
    /// The signal decides, and is not stated.
    NoSignal,
    /// A decision as JSON, and how it is had elsewhere.
    Decided(Arc<str>, Elsewhere),
}

impl Known {
    fn json(&self) -> String {
        match self {
            Self::Nothing => "null".to_owned(),
            Self::NoSignal => "{\"choose\":\"signal\"}".to_owned(),
            Self::Decided(decision, elsewhere) => {
                let elsewhere = serde_json::to_string(elsewhere).unwrap_or_default();
                format!("{{\"decision\":{decision},\"elsewhere\":{elsewhere}}}")
            }
        }
    }
}

/// The decision that a state describes; `null` before there is one. Nothing if the page asks about a newer hand meanwhile.
pub(crate) async fn decide(app: Arc<App>, state: Result<State, Refusal>) -> Response {
    let page = state.as_ref().map_or_else(|_| String::new(), |state| state.client.clone());
    let newer = match app.workers.newest("hand", &page) {
        Ok(newer) => newer,
        Err(refusal) => return refusal.into_response(),
    };
    let known = match select(pin!(known(&app, state)), newer).await {
        Either::Left((known, _)) => known,
        Either::Right(_) => return StatusCode::NO_CONTENT.into_response(),
    };
    match known {
        Ok(known) => json(StatusCode::OK, known.json()),
        Err(refusal) => refusal.into_response(),
    }
}

async fn known(app: &Arc<App>, state: Result<State, Refusal>) -> Result<Known, Refusal> {
    let state = state?;
    let seen = state.seen()?;
    let Some(query) = state.query()? else { return Ok(Known::Nothing) };
    let whole = asked(app, &state).await?;
    let gone = seen.clone();
    let left = blocking(move || Ok(Asked::new(whole.analysis.without(&gone)?))).await.map_err(|refusal| Refusal {
        key: refusal.key.map(|key| if key == "remove" { "seen".to_owned() } else { key }),
        ..refusal
    })?;
    let question = format!("hand {}", state.hand_key());
    let asked = query.clone();
    let answer =
        app.workers.answer(&question, &left, move |prepared, _| prepared.compiled()?.decision(&asked, Class::CdzMinus));
    match answer.await {
        Ok(decision) => {
            let removed = if seen.is_empty() { Vec::new() } else { left.analysis.chosen().removed };
            Ok(Known::Decided(decision, Elsewhere::inspect(&state, &app.begun, &query, &seen, &removed)))
        }
        Err(refusal) if refusal.key.as_deref() == Some("signal") && !state.has_signal() => Ok(Known::NoSignal),
        Err(refusal) => Err(refusal),
    }
}
