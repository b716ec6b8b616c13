//! A full report: started by a press of a button, one at a time, written where `certify` writes it. It goes on when the page is left, and
//! is found again by any page.

use std::sync::{Arc, PoisonError};

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shoeproof::CertifyWant;

use crate::app::{App, asked};
use crate::come::{BETWEEN_TELLINGS, Come};
use crate::desk::Stage;
use crate::refusal::{Refusal, json};
use crate::state::State;
use crate::stream::Events;
use crate::turns::{Stop, blocking};

/// Starts the report of a state.
pub(crate) async fn start(app: Arc<App>, state: Result<State, Refusal>) -> Response {
    match started(&app, state).await {
        Ok(()) => json(StatusCode::ACCEPTED, "{}".to_owned()),
        Err(refusal) => refusal.into_response(),
    }
}

async fn started(app: &Arc<App>, state: Result<State, Refusal>) -> Result<(), Refusal> {
    let analysis = asked(app, &state?).await?.analysis;
    let title = analysis.title().to_owned();
    let stop = Stop::default();
    let mut was_running = false;
    app.desk.stage.send_if_modified(|stage| {
        was_running = matches!(stage, Stage::Running { .. });
        if !was_running {
            *app.desk.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
            *stage = Stage::Running { title: title.clone(), come: Come::default() };
        }
        !was_running
    });
    if was_running {
        return Err(Refusal::new(Some("report"), "another report is being written: wait for it, or cancel it"));
    }
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let desk = Arc::clone(&app);
        let done = blocking(move || {
            let listener = stop.hearing(|step| {
                desk.desk.stage.send_modify(|stage| {
                    if let Stage::Running { come, .. } = stage {
                        come.take(step);
                    }
                });
            });
            analysis.certify(&CertifyWant::default(), &listener)
        });
        let stage = match done.await {
            Ok(report) => Stage::Written { title, folder: report.dir.display().to_string(), files: report.files },
            Err(refusal) if refusal.is_stopped => Stage::Cancelled { title },
            Err(refusal) => Stage::Refused { title, message: refusal.message },
        };
        app.desk.stage.send_replace(stage);
    });
    Ok(())
}

/// Cancels the report.
pub(crate) fn cancel(app: &App) -> Response {
    app.desk.cancel();
    json(StatusCode::OK, "{}".to_owned())
}

/// Sends what becomes of the report, until it has come to an end.
pub(crate) async fn tell(app: Arc<App>, events: Events) {
    let mut stage = app.desk.stage.subscribe();
    loop {
        let now = stage.borrow_and_update().clone();
        events.send("report", serde_json::to_string(&now).unwrap_or_default()).await;
        if !app.desk.is_running() && !stage.has_changed().unwrap_or(false) {
            return;
        }
        tokio::time::sleep(BETWEEN_TELLINGS).await;
        if stage.changed().await.is_err() {
            return;
        }
    }
}
