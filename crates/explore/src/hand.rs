//! What follows a dealt hand: the exact EV of every action, and how each can end, given everything on the table.

use std::pin::pin;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures_util::future::{Either, select};
use shoeproof::{Class, DealtPair, Progress, Value};

use crate::app::{App, asked};
use crate::elsewhere::Elsewhere;
use crate::kept::{Asked, Prepared};
use crate::refusal::{Refusal, json};
use crate::state::State;
use crate::turns::blocking;

/// Asks for what actions are worth and not how they end, which takes longer for a split.
const VALUES: &str = "values";

/// What is known of a dealt hand.
enum Known {
    /// There are no two cards and an up card yet.
    Nothing,
    /// The signal decides, and is not stated.
    NoSignal,
    /// A decision as JSON, and how it is had elsewhere.
    Decided(Arc<str>, Elsewhere),
    /// The same of the switch of two hands.
    Switched(Arc<str>, Elsewhere),
}

impl Known {
    fn json(&self) -> String {
        match self {
            Self::Nothing => "null".to_owned(),
            Self::NoSignal => "{\"choose\":\"signal\"}".to_owned(),
            Self::Decided(decision, elsewhere) => both("decision", decision, elsewhere),
            Self::Switched(decision, elsewhere) => both("switch", decision, elsewhere),
        }
    }
}

fn both(name: &str, decision: &str, elsewhere: &Elsewhere) -> String {
    let elsewhere = serde_json::to_string(elsewhere).unwrap_or_default();
    format!("{{\"{name}\":{decision},\"elsewhere\":{elsewhere}}}")
}

/// The decision that a state describes, or with [`VALUES`] what its actions are worth; `null` before there is one. Nothing if the page asks about a newer hand meanwhile.
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
    if state.has_second_hand() {
        return match state.two_hands()? {
            Some(dealt) => switch(app, &state, dealt, seen).await,
            None => Ok(Known::Nothing),
        };
    }
    let Some(query) = state.query()? else { return Ok(Known::Nothing) };
    let left = left_after(app, &state, &seen).await?;
    let (key, asked) = (state.hand_key(), query.clone());
    let answer = if state.what == VALUES {
        let inspected =
            move |prepared: &Prepared, _: &dyn Progress| prepared.compiled()?.inspect(&asked, Class::CdzMinus);
        app.workers.answer(&format!("values {key}"), &left, inspected).await
    } else {
        let decision =
            move |prepared: &Prepared, _: &dyn Progress| prepared.compiled()?.decision(&asked, Class::CdzMinus);
        app.workers.answer(&format!("hand {key}"), &left, decision).await
    };
    let decision = match answer {
        Ok(decision) => decision,
        Err(refusal) => return unsignalled(refusal, &state),
    };
    let removed = removed(&left, &seen);
    Ok(Known::Decided(decision, Elsewhere::inspect(&state, &app.begun, &query, &seen, &removed)))
}

/// What the switch of two hands is worth.
async fn switch(app: &Arc<App>, state: &State, dealt: DealtPair, seen: Vec<Value>) -> Result<Known, Refusal> {
    let left = left_after(app, state, &seen).await?;
    let question = format!("switch {}", state.hand_key());
    let asked = dealt.clone();
    let answer = app
        .workers
        .answer(&question, &left, move |prepared, _| prepared.compiled()?.inspect_switch(&asked, Class::CdzMinus));
    let decision = match answer.await {
        Ok(decision) => decision,
        Err(refusal) => return unsignalled(refusal, state),
    };
    let removed = removed(&left, &seen);
    Ok(Known::Switched(decision, Elsewhere::switch(state, &app.begun, &dealt, &seen, &removed)))
}

/// A signal that was not stated is asked for; anything else is refused.
fn unsignalled(refusal: Refusal, state: &State) -> Result<Known, Refusal> {
    if refusal.key.as_deref() == Some("signal") && !state.has_signal() { Ok(Known::NoSignal) } else { Err(refusal) }
}

/// The analysis once the cards of other players are out of the shoe.
async fn left_after(app: &Arc<App>, state: &State, seen: &[Value]) -> Result<Asked, Refusal> {
    let whole = asked(app, state).await?;
    let gone = seen.to_vec();
    blocking(move || Ok(Asked::new(whole.analysis.without(&gone)?))).await.map_err(|refusal| Refusal {
        key: refusal.key.map(|key| if key == "remove" { "seen".to_owned() } else { key }),
        ..refusal
    })
}

/// What the shoe then lacks, as an analysis states it.
fn removed(left: &Asked, seen: &[Value]) -> Vec<String> {
    if seen.is_empty() { Vec::new() } else { left.analysis.chosen().removed }
}
