//! Several players on one box: what a follower is worth beside his caller.

use certificate::{FollowerGain, ReportDocument};
use serde::Serialize;

use crate::figure::{self, usual_percent};
use crate::names::class_short;

#[derive(Debug, Serialize)]
pub(super) struct Section {
    clauses: Vec<String>,
    players: u8,
    /// The caller's strategy classes.
    classes: Vec<String>,
    /// In a round, by class.
    round: Vec<FollowerCells>,
    rows: Vec<Row>,
    /// Up cards with which the follower makes the attack wager and the caller does not, or the other way round.
    attacks: Vec<String>,
    readings: Vec<FollowerReading>,
}

#[derive(Debug, Serialize)]
struct Row {
    up: String,
    probability: String,
    cells: Vec<FollowerCells>,
}

/// EVs of caller and follower, and the difference.
#[derive(Debug, Serialize)]
struct FollowerCells {
    caller: String,
    follower: String,
    worth: String,
}

#[derive(Debug, Serialize)]
struct FollowerReading {
    name: String,
    clauses: Vec<String>,
    question: String,
    rows: Vec<FollowerChoice>,
}

#[derive(Debug, Serialize)]
struct FollowerChoice {
    choice: String,
    text: String,
    chosen: bool,
    /// The follower's EV by class.
    evs: Vec<String>,
}

/// `None` where followers are not valued.
pub(super) fn section(document: &ReportDocument) -> Option<Section> {
    let shared = document.shared_box.as_ref()?;
    let classes: Vec<String> = shared.by_caller.iter().map(|one| one.strategy.clone()).collect();
    let first = shared.by_caller.first()?;
    let rows = first.by_up_card.iter().enumerate().map(|(at, up)| Row {
        up: up.up.clone(),
        probability: usual_percent(&up.probability),
        cells: shared.by_caller.iter().filter_map(|one| one.by_up_card.get(at)).map(|up| cells(&up.gain)).collect(),
    });
    let differs = |caller: &certificate::FollowedCaller| {
        let ups = caller.by_up_card.iter().filter(|up| up.caller_attacks != up.follower_attacks);
        let ups: Vec<&str> = ups.map(|up| up.up.as_str()).collect();
        (!ups.is_empty()).then(|| format!("{} ({})", ups.join(", "), class_short(&caller.strategy)))
    };
    let readings = shared.reading_effects.iter().map(|effect| FollowerReading {
        name: effect.name.clone(),
        clauses: effect.clauses.clone(),
        question: effect.question.clone(),
        rows: effect
            .choices
            .iter()
            .map(|choice| FollowerChoice {
                choice: choice.choice.clone(),
                text: choice.text.clone(),
                chosen: choice.chosen,
                evs: classes
                    .iter()
                    .map(|class| choice.ev.get(class).map_or_else(figure::dash, usual_percent))
                    .collect(),
            })
            .collect(),
    });
    Some(Section {
        clauses: shared.clauses.clone(),
        players: shared.players,
        round: shared.by_caller.iter().map(|one| cells(&one.round)).collect(),
        rows: rows.collect(),
        attacks: shared.by_caller.iter().filter_map(differs).collect(),
        readings: readings.collect(),
        classes,
    })
}

fn cells(gain: &FollowerGain) -> FollowerCells {
    FollowerCells {
        caller: usual_percent(&gain.caller),
        follower: usual_percent(&gain.follower),
        worth: usual_percent(&gain.worth),
    }
}
