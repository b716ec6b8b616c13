//! What follows a dealt hand: the exact EV of every action, and how each can end, given everything on the table.

use std::pin::pin;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::future::{Either, select};
use shoeproof::Class;

use crate::answers::asked;
use crate::kept::Asked;
use crate::refusal::{Refusal, json};
use crate::server::App;
use crate::state::State;
use crate::turns::blocking;

/// The decision that a state describes; `null` before there is one. Nothing if the page asks about a newer hand meanwhile.
pub(crate) async fn decide(app: Arc<App>, state: Result<State, Refusal>) -> Response {
    let page = state.as_ref().map_or_else(|_| String::new(), |state| state.client.clone());
    let newer = match app.workers.newest("hand", &page) {
        Ok(newer) => newer,
        Err(refusal) => return refusal.into_response(),
    };
    let decided = match select(pin!(decision(&app, state)), newer).await {
        Either::Left((decided, _)) => decided,
        Either::Right(_) => return StatusCode::NO_CONTENT.into_response(),
    };
    match decided {
        Ok(answer) => json(StatusCode::OK, answer.map_or_else(|| "null".to_owned(), |answer| answer.to_string())),
        Err(refusal) => refusal.into_response(),
    }
}

async fn decision(app: &Arc<App>, state: Result<State, Refusal>) -> Result<Option<Arc<str>>, Refusal> {
    let state = state?;
    let seen = state.seen()?;
    let Some(query) = state.query()? else { return Ok(None) };
    let whole = asked(app, &state).await?;
    let left = blocking(move || Ok(Asked::new(whole.analysis.without(&seen)?))).await.map_err(|refusal| Refusal {
        key: refusal.key.map(|key| if key == "remove" { "seen".to_owned() } else { key }),
        ..refusal
    })?;
    let question = format!("hand {}", state.hand_key());
    let answer =
        app.workers.answer(&question, &left, move |prepared, _| prepared.compiled()?.decision(&query, Class::CdzMinus));
    Ok(Some(answer.await?))
}
