//! What follows a choice: what was chosen, values in floats, exact values, side wagers, in the order in which they are known.

use std::sync::Arc;

use serde::Serialize;
use shoeproof::{
    Analysis, Approximated, ChartWant, Chosen, Class, Failure, GameChoices, SideWagers, StrategyCharts, Variance,
    WagerEntry, WagersWant, Want,
};

use crate::refusal::Refusal;
use crate::server::App;
use crate::state::State;
use crate::stream::Events;
use crate::workers::blocking;

/// What was chosen, and what there is to choose.
#[derive(Serialize)]
struct Choice {
    choices: GameChoices,
    chosen: Chosen,
    /// The arguments of the command line that name it.
    arguments: String,
    /// The library call that names it.
    call: String,
}

/// Both zero-memory classes in floats.
#[derive(Serialize)]
struct Near {
    td: Option<Approximated>,
    cdz: Approximated,
}

/// The strategy of both zero-memory classes.
#[derive(Serialize)]
struct Charts {
    td: StrategyCharts,
    cdz: StrategyCharts,
}

/// Side wagers with what is left out of them.
#[derive(Serialize)]
struct Wagers {
    entries: Vec<WagerEntry>,
    remarks: Vec<String>,
}

impl From<SideWagers> for Wagers {
    fn from(wagers: SideWagers) -> Self {
        Self { entries: wagers.entries, remarks: wagers.remarks }
    }
}

/// The analysis that a state names, read off the thread of the sockets.
///
/// # Errors
/// As [`State::analysis`].
pub(crate) async fn analysis(app: &Arc<App>, state: &State) -> Result<Analysis, Refusal> {
    let (app, state) = (Arc::clone(app), state.clone());
    blocking(move || Ok(state.analysis(&app.start))).await?
}

/// Sends everything that follows a choice.
pub(crate) async fn tell(app: Arc<App>, state: Result<State, Refusal>, events: Events) {
    let named = match state {
        Ok(state) => analysis(&app, &state).await.map(|analysis| (state, analysis)),
        Err(refusal) => Err(refusal),
    };
    let (state, analysis) = match named {
        Ok(named) => named,
        Err(refusal) => return events.refused("state", &refusal).await,
    };
    let choice = Choice {
        choices: analysis.choices(),
        chosen: analysis.chosen(),
        arguments: state.arguments(&app.named),
        call: state.call(&app.named),
    };
    events.send("state", serde_json::to_string(&choice).unwrap_or_default()).await;
    let near = app.workers.answer("near", &analysis, |analysis, _| {
        // Some rules are valued in floats under one class alone.
        Ok(Near { td: analysis.approximate(Class::Td).ok(), cdz: analysis.approximate(Class::CdzMinus)? })
    });
    told(&events, "near", near.await).await;
    for (name, class) in [("cdz", Class::CdzMinus), ("td", Class::Td)] {
        let question = format!("exact {name}");
        let exact = app.workers.answer(&question, &analysis, move |analysis, progress| {
            let want = Want { variance: Variance::Without, ..Want::default() };
            analysis.solve(class, &want, progress)
        });
        if !told(&events, &format!("exact-{name}"), exact.await).await {
            return;
        }
    }
    let charts = app.workers.answer("chart", &analysis, |analysis, _| {
        let chart = |class| analysis.chart(class, &ChartWant::default());
        Ok(Charts { td: chart(Class::Td)?, cdz: chart(Class::CdzMinus)? })
    });
    told(&events, "chart", charts.await).await;
    let wagers = app.workers.answer("wagers", &analysis, |analysis, progress| -> Result<Wagers, Failure> {
        Ok(analysis.side_wagers(&WagersWant::default(), progress)?.into())
    });
    told(&events, "wagers", wagers.await).await;
}

/// Sends an answer or why there is none, and says whether there was one.
async fn told(events: &Events, of: &str, answer: Result<Arc<str>, Refusal>) -> bool {
    match answer {
        Ok(json) => events.send(of, json).await,
        Err(refusal) => {
            events.refused(of, &refusal).await;
            return false;
        }
    }
    true
}
