//! EV by up card and signal, one column for each strategy class.

use certificate::{ClassResult, Exact, ReportDocument, Signal, UpCard};
use serde::Serialize;

use crate::{
    figure::{self, PERCENT_PLACES},
    names::{attack_decision, class_order, signal_order, up_order},
};

#[derive(Debug, Serialize)]
pub(super) struct Table {
    classes: Vec<String>,
    groups: Vec<Group>,
    /// Whether any up card has more than one signal.
    signals: bool,
}

#[derive(Debug, Serialize)]
struct Group {
    up: String,
    /// What is done with the attack wager; empty in a game without one.
    attack: &'static str,
    probability: String,
    evs: Vec<String>,
    /// Empty where there is nothing to tell apart.
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    signal: String,
    holes: String,
    probability: String,
    evs: Vec<String>,
}

/// `None` if no class states its values by up card. Probabilities do not depend on the class and are the first's.
pub(super) fn table(certificate: &ReportDocument) -> Option<Table> {
    let mut classes: Vec<&ClassResult> =
        certificate.base_game.iter().filter(|class| !class.by_up_card.is_empty()).collect();
    classes.sort_by_key(|class| class_order(&class.strategy));
    let first = classes.first()?;
    let mut ups: Vec<&UpCard> = first.by_up_card.iter().collect();
    ups.sort_by_key(|up| up_order(&up.up));
    let groups: Vec<Group> = ups.into_iter().map(|up| group(&classes, up)).collect();
    Some(Table {
        classes: classes.iter().map(|class| class.strategy.clone()).collect(),
        signals: groups.iter().any(|group| !group.rows.is_empty()),
        groups,
    })
}

fn group(classes: &[&ClassResult], up: &UpCard) -> Group {
    let find = |class: &ClassResult| class.by_up_card.iter().find(|other| other.up == up.up).cloned();
    let same: Vec<Option<UpCard>> = classes.iter().map(|class| find(class)).collect();
    let mut signals: Vec<&Signal> = up.signals.iter().collect();
    signals.sort_by_key(|signal| signal_order(&signal.signal));
    let plain = matches!(signals.as_slice(), [] | [Signal { .. }]) && signals.iter().all(|it| it.signal == "none");
    let row = |signal: &&Signal| Row {
        signal: signal.signal.clone(),
        holes: signal.holes.join(", "),
        probability: figure::percent(&signal.probability, PERCENT_PLACES),
        evs: same
            .iter()
            .map(|up| up.as_ref().and_then(|up| up.signals.iter().find(|other| other.signal == signal.signal)))
            .map(|signal| ev(signal.map(|signal| &signal.ev)))
            .collect(),
    };
    Group {
        up: up.up.clone(),
        attack: up.attack.map_or("", attack_decision),
        probability: figure::percent(&up.probability, PERCENT_PLACES),
        evs: same.iter().map(|up| ev(up.as_ref().map(|up| &up.ev))).collect(),
        rows: if plain { Vec::new() } else { signals.iter().map(row).collect() },
    }
}

fn ev(value: Option<&Exact>) -> String {
    value.map_or_else(|| "\u{2013}".into(), |value| figure::percent(value, PERCENT_PLACES))
}
