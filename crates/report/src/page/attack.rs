//! The attack wager: what each decision is worth by up card.

use certificate::ReportDocument;
use serde::Serialize;

use super::actions::PLACES;
use crate::attack::{AttackDecision, decisions};
use crate::figure;
use crate::names::attack_decision;

#[derive(Debug, Serialize)]
pub(super) struct AttackRow {
    up: String,
    without: String,
    with: String,
    best: &'static str,
    cost: String,
    per_100: String,
}

/// By up card; empty where nothing is stated of the other decision.
pub(super) fn rows(document: &ReportDocument) -> Vec<AttackRow> {
    decisions(document).into_iter().map(row).collect()
}

fn row(decision: AttackDecision) -> AttackRow {
    let [without, with] = decision.evs.each_ref().map(|ev| figure::percent(&ev.into(), figure::PERCENT_PLACES));
    AttackRow {
        without,
        with,
        best: attack_decision(decision.best),
        per_100: cards::decimal(&(&decision.cost * &decision.per_100), PLACES),
        cost: cards::decimal(&decision.cost, PLACES),
        up: decision.up,
    }
}
