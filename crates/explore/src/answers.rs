//! What follows a choice: what was chosen, values in floats, exact values, side wagers, in the order in which they are known.

use std::sync::Arc;

use serde::Serialize;
use shoeproof::{
    Approximated, ChartWant, Chosen, Class, Failure, GameChoices, SideWagers, StrategyCharts, Variance, WagerEntry,
    WagersWant, Want,
};

use crate::app::{App, asked};
use crate::elsewhere::Elsewhere;
use crate::kept::Prepared;
use crate::refusal::Refusal;
use crate::state::State;
use crate::stream::Events;

/// What was chosen, and what there is to choose.
#[derive(Serialize)]
struct Choice {
    choices: GameChoices,
    chosen: Chosen,
    elsewhere: Elsewhere,
    named: Named,
    /// Whether the player has two hands, whose second cards may be switched.
    is_switched: bool,
    /// What house edge, EV and net results of a round are per unit of.
    unit: String,
}

/// What names the analysis in an address, by its key.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Named {
    /// A game of the catalogue.
    Game(String),
    /// The analysis of the file that the program was started with.
    Analysis(String),
}

impl Named {
    fn new(app: &App, state: &State) -> Self {
        match &state.game {
            Some(game) => Self::Game(game.clone()),
            None if app.begun.is_file => Self::Analysis(app.start.chosen().analysis),
            None => Self::Game(app.begun.name.clone()),
        }
    }
}

/// CDZ- in floats. Total-dependent play waits for its exact value: in floats it would take as long as half of that.
#[derive(Serialize)]
struct Near {
    cdz: Approximated,
}

/// The strategy of CDZ- as it is decided in floats.
#[derive(Serialize)]
struct NearChart {
    cdz: StrategyCharts,
}

/// The exact strategy of CDZ-.
#[derive(Serialize)]
struct Chart {
    /// `None` if every decision in floats was confirmed, so that its chart is exact.
    cdz: Option<StrategyCharts>,
}

/// The exact strategy of TD, of which the page shows what differs.
#[derive(Serialize)]
struct TdChart {
    td: StrategyCharts,
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

/// Sends everything that follows a choice.
pub(crate) async fn tell(app: Arc<App>, state: Result<State, Refusal>, events: Events) {
    let named = match state {
        Ok(state) => asked(&app, &state).await.map(|asked| (state, asked)),
        Err(refusal) => Err(refusal),
    };
    let (state, asked) = match named {
        Ok(named) => named,
        Err(refusal) => return events.refused("state", &refusal).await,
    };
    let is_switched = asked.analysis.submission().game.switch.is_some();
    let choice = Choice {
        choices: asked.analysis.choices(),
        chosen: asked.analysis.chosen(),
        elsewhere: Elsewhere::solve(&state, &app.begun),
        named: Named::new(&app, &state),
        is_switched,
        unit: shoeproof::the_unit(asked.analysis.unit()),
    };
    events.send("state", serde_json::to_string(&choice).unwrap_or_default()).await;
    let near = app.workers.answer("near", &asked, |prepared, _| Ok(Near { cdz: prepared.near()?.values().clone() }));
    // Some rules are not valued in floats.
    if told(&events, "near", near.await).await {
        let chart = app.workers.answer("near chart", &asked, |prepared, _| {
            Ok(NearChart { cdz: prepared.near()?.chart(&ChartWant::default())? })
        });
        told(&events, "near-chart", chart.await).await;
    }
    for (name, class) in [("cdz", Class::CdzMinus), ("td", Class::Td)] {
        let question = format!("exact {name}");
        let exact = app.workers.answer(&question, &asked, move |prepared, progress| {
            let want = Want { variance: Variance::Without, ..Want::default() };
            prepared.compiled()?.solve(class, &want, progress)
        });
        if !told(&events, &format!("exact-{name}"), exact.await).await {
            return;
        }
    }
    let exact = app.workers.answer("chart", &asked, |prepared, _| chart(prepared));
    told(&events, "chart", exact.await).await;
    let td = app.workers.answer("td chart", &asked, |prepared, _| {
        Ok(TdChart { td: prepared.compiled()?.chart(Class::Td, &ChartWant::default())? })
    });
    told(&events, "td-chart", td.await).await;
    if is_switched {
        let rules = app
            .workers
            .answer("switch rules", &asked, |prepared, _| prepared.compiled()?.switch_rules(Class::CdzMinus));
        told(&events, "switch-rules", rules.await).await;
    }
    let known = Arc::clone(&app.workers.wagers);
    let wagers = app.workers.answer("wagers", &asked, move |prepared, progress| -> Result<Wagers, Failure> {
        Ok(prepared.compiled()?.side_wagers_known(&known, &WagersWant::default(), progress)?.into())
    });
    told(&events, "wagers", wagers.await).await;
}

/// The exact strategy, unless floats have told it.
fn chart(prepared: &Prepared) -> Result<Chart, Failure> {
    let compiled = prepared.compiled()?;
    let want = ChartWant::default();
    let cdz = match prepared.near() {
        Ok(near) => compiled.chart_unless(&near, &want)?,
        Err(_) => Some(compiled.chart(Class::CdzMinus, &want)?),
    };
    prepared.drop_near();
    Ok(Chart { cdz })
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
