//! What the signals are worth to the player, by up card and signal.

use certificate::{Gain, ReportDocument};
use serde::Serialize;

use crate::figure::usual_percent;
use crate::names::{signal_order, up_order};

#[derive(Debug, Serialize)]
pub(super) struct Table {
    /// The strategy classes.
    classes: Vec<String>,
    /// What the signals are worth in a round, by class.
    round: Vec<Cells>,
    groups: Vec<Group>,
}

#[derive(Debug, Serialize)]
struct Group {
    up: String,
    probability: String,
    cells: Vec<Cells>,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    signal: String,
    probability: String,
    cells: Vec<Cells>,
}

/// EV of a player who is told, of one who is not, and the difference.
#[derive(Debug, Serialize)]
struct Cells {
    told: String,
    untold: String,
    value: String,
}

/// `None` where the table gives no signals.
pub(super) fn table(document: &ReportDocument) -> Option<Table> {
    let all = &document.value_of_signals;
    let first = all.first()?;
    let mut ups: Vec<_> = first.by_up_card.iter().enumerate().collect();
    ups.sort_by_key(|(_, up)| up_order(&up.up));
    let groups = ups.into_iter().map(|(at, up)| {
        let of_up = || all.iter().filter_map(|class| class.by_up_card.get(at));
        let mut signals: Vec<_> = up.by_signal.iter().enumerate().collect();
        signals.sort_by_key(|(_, signal)| signal_order(&signal.signal));
        let rows = signals.into_iter().map(|(place, signal)| Row {
            signal: signal.signal.clone(),
            probability: usual_percent(&signal.probability),
            cells: of_up().filter_map(|up| up.by_signal.get(place)).map(|one| cells(&one.gain)).collect(),
        });
        Group {
            up: up.up.clone(),
            probability: usual_percent(&up.probability),
            cells: of_up().map(|up| cells(&up.gain)).collect(),
            rows: rows.collect(),
        }
    });
    Some(Table {
        classes: all.iter().map(|class| class.strategy.clone()).collect(),
        round: all.iter().map(|class| cells(&class.round)).collect(),
        groups: groups.collect(),
    })
}

fn cells(gain: &Gain) -> Cells {
    Cells { told: usual_percent(&gain.told), untold: usual_percent(&gain.untold), value: usual_percent(&gain.value) }
}
