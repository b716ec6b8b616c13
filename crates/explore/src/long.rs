//! Questions that take seconds to minutes, asked by a press of a button: how far the work has come, and then the answer. Leaving the
//! page, or pressing cancel, stops the work.

use std::sync::Arc;

use futures_util::future::join;
use shoeproof::{Analysis, Class, Failure, Progress, Variance, Want};
use tokio::sync::watch;

use crate::app::{App, asked};
use crate::come::{BETWEEN_TELLINGS, Come};
use crate::refusal::Refusal;
use crate::state::State;
use crate::stream::Events;

/// A question that takes long.
#[derive(Debug, Clone, Copy)]
enum Question {
    /// The distribution of a round, with its variance.
    Distribution,
    /// What perfect play lies between.
    Bracket,
}

impl Question {
    fn named(name: &str) -> Result<Self, Refusal> {
        match name {
            "distribution" => Ok(Self::Distribution),
            "bracket" => Ok(Self::Bracket),
            _ => Err(Refusal::new(Some("what"), format!("no question `{name}` (expected distribution or bracket)"))),
        }
    }

    fn ask(self, analysis: &Analysis, progress: &dyn Progress) -> Result<String, Failure> {
        let json = match self {
            Self::Distribution => {
                let want = Want { variance: Variance::Without, distribution: true, ..Want::default() };
                serde_json::to_string(&analysis.solve(Class::CdzMinus, &want, progress)?)?
            }
            Self::Bracket => serde_json::to_string(&analysis.bracket(progress)?)?,
        };
        Ok(json)
    }
}

/// Sends how far the work has come, and its answer.
pub(crate) async fn tell(app: Arc<App>, state: Result<State, Refusal>, events: Events) {
    match answer(&app, state, &events).await {
        Ok(json) => events.send("answer", json).await,
        Err(refusal) => events.refused("long", &refusal).await,
    }
}

async fn answer(app: &Arc<App>, state: Result<State, Refusal>, events: &Events) -> Result<Arc<str>, Refusal> {
    let state = state?;
    let question = Question::named(&state.what)?;
    let asked = asked(app, &state).await?;
    let key = format!("{question:?}");
    if let Some(known) = app.workers.known(&key, &asked).await {
        return Ok(known);
    }
    events.send("progress", serde_json::to_string(&Come::default()).unwrap_or_default()).await;
    let (come, mut told) = watch::channel(Come::default());
    let analysis = asked.analysis.clone();
    let work = app
        .long
        .run(move |stop| question.ask(&analysis, &stop.hearing(|step| come.send_modify(|come| come.take(step)))));
    // Both are polled here and not by a task of its own: whoever drops this drops the work.
    let telling = async {
        // The channel closes when the work is done.
        while told.changed().await.is_ok() {
            let come = told.borrow_and_update().clone();
            events.send("progress", serde_json::to_string(&come).unwrap_or_default()).await;
            tokio::time::sleep(BETWEEN_TELLINGS).await;
        }
    };
    let json: Arc<str> = join(work, telling).await.0?.into();
    app.workers.keep(&key, &asked, Arc::clone(&json)).await;
    Ok(json)
}
