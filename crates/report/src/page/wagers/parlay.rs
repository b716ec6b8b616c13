//! Winnings added to the base wager: what it gains, and with which hands.

use std::collections::BTreeSet;

use certificate::{Exact, ParlayHand};
use serde::Serialize;

use crate::{
    figure::{self, PERCENT_PLACES},
    names::{signal_order, up_order},
};

/// More hands than this start folded.
const FOLD_HANDS: usize = 20;

#[derive(Debug, Serialize)]
pub(super) struct Parlay {
    adds: String,
    strategy: String,
    without: String,
    ev: String,
    gain: String,
    always: String,
    columns: Vec<Column>,
    rows: Vec<Row>,
    fold: bool,
    /// Whether a column is of an up card under which a dealer blackjack was looked for.
    starred: bool,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Column {
    #[serde(skip)]
    order: ((u8, String), (u8, u8, String)),
    head: String,
    #[serde(skip)]
    against: String,
}

#[derive(Debug, Serialize)]
struct Row {
    hand: String,
    cells: Vec<bool>,
}

pub(super) fn parlay(parlay: &certificate::Parlay) -> Parlay {
    let columns: Vec<Column> = parlay
        .hands
        .iter()
        .flat_map(|hand| &hand.against)
        .map(|it| Column::of(it))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let row = |hand: &ParlayHand| Row {
        hand: hand.hand.clone(),
        cells: columns.iter().map(|column| hand.against.contains(&column.against)).collect(),
    };
    let rows: Vec<Row> = parlay.hands.iter().map(row).collect();
    let percent = |ev: &Exact| figure::percent(ev, PERCENT_PLACES);
    let without = parlay.ev.value().zip(parlay.gain.value()).map(|(ev, gain)| Exact::from(&(ev - gain)));
    Parlay {
        adds: match parlay.adds.as_str() {
            "payout" => "the payout".into(),
            "payout-and-wager" => "the payout and the side wager itself".into(),
            other => other.to_owned(),
        },
        strategy: parlay.strategy.clone(),
        without: without.as_ref().map_or_else(figure::dash, percent),
        ev: percent(&parlay.ev),
        gain: percent(&parlay.gain),
        always: percent(&parlay.ev_always),
        fold: rows.len() > FOLD_HANDS,
        starred: columns.iter().any(|column| column.head.ends_with('*')),
        columns,
        rows,
    }
}

impl Column {
    /// `6`, `T no blackjack` or `9 medium`.
    fn of(against: &str) -> Self {
        let (up, signal) = against.split_once(' ').unwrap_or((against, "none"));
        let ((up_place, up_name), (place, hole_place, name)) = (up_order(up), signal_order(signal));
        Self {
            order: ((up_place, up_name.to_owned()), (place, hole_place, name.to_owned())),
            head: match signal {
                "none" => up.to_owned(),
                "no blackjack" => format!("{up}*"),
                other => format!("{up} {other}"),
            },
            against: against.to_owned(),
        }
    }
}
