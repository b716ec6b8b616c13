//! Effects of removal, card by card.

use certificate::ReportDocument;
use serde::Serialize;

use crate::figure::{self, PERCENT_PLACES};
use crate::names::card_name;

#[derive(Debug, Serialize)]
pub(super) struct Effects {
    strategy: String,
    rows: Vec<RemovedRow>,
}

#[derive(Debug, Serialize)]
struct RemovedRow {
    card: String,
    in_shoe: u16,
    ev: String,
    effect: String,
}

/// `None` where effects of removal are not stated.
pub(super) fn rows(document: &ReportDocument) -> Option<Effects> {
    let effects = document.effects_of_removal.as_ref()?;
    let rows = effects.by_card.iter().filter_map(|one| {
        Some(RemovedRow {
            card: card_name(&one.card).to_owned(),
            in_shoe: one.in_shoe,
            ev: figure::percent(&one.ev, PERCENT_PLACES),
            effect: figure::signed_points(&one.effect.value()?),
        })
    });
    Some(Effects { strategy: effects.strategy.clone(), rows: rows.collect() })
}
