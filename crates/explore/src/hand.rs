//! What follows a dealt hand: the exact EV of every action, and how each can end, given everything on the table.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shoeproof::Class;

use crate::answers::analysis;
use crate::refusal::{Refusal, json};
use crate::server::App;
use crate::state::State;
use crate::workers::blocking;

/// The decision that a state describes; `null` before there is one.
pub(crate) async fn decide(app: Arc<App>, state: Result<State, Refusal>) -> Response {
    match decision(&app, state).await {
        Ok(answer) => json(StatusCode::OK, answer.map_or_else(|| "null".to_owned(), |answer| answer.to_string())),
        Err(refusal) => refusal.into_response(),
    }
}

async fn decision(app: &Arc<App>, state: Result<State, Refusal>) -> Result<Option<Arc<str>>, Refusal> {
    let state = state?;
    let seen = state.seen()?;
    let Some(query) = state.query()? else { return Ok(None) };
    let whole = analysis(app, &state).await?;
    let left = blocking(move || whole.without(&seen)).await.map_err(|refusal| Refusal {
        key: refusal.key.map(|key| if key == "remove" { "seen".to_owned() } else { key }),
        ..refusal
    })?;
    let question = format!("hand {}", state.hand_key());
    let answer = app.workers.answer(&question, &left, move |analysis, _| analysis.decision(&query, Class::CdzMinus));
    Ok(Some(answer.await?))
}
