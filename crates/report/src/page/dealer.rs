//! How the dealer's hand ends, by up card and signal.

use certificate::{ByDealerOutcome, DealerOutcomes, ReportDocument};
use serde::Serialize;

use crate::figure::{self, PERCENT_PLACES};
use crate::names::in_order;

#[derive(Debug, Serialize)]
pub(super) struct Table {
    /// The outcomes in words, a column each.
    outcomes: [&'static str; 8],
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    /// The up card, in its first row alone.
    up: String,
    signal: String,
    holes: String,
    probability: String,
    outcomes: Vec<String>,
}

/// `None` where nothing is stated.
pub(super) fn table(document: &ReportDocument) -> Option<Table> {
    let sorted = in_order(&document.dealer);
    let rows = sorted.iter().enumerate().map(|(at, row)| {
        let is_first = at == 0 || sorted[at - 1].up != row.up;
        self::row(row, is_first)
    });
    let rows: Vec<Row> = rows.collect();
    (!rows.is_empty()).then_some(Table { outcomes: ByDealerOutcome::<String>::WORDS, rows })
}

fn row(row: &DealerOutcomes, is_first: bool) -> Row {
    Row {
        up: if is_first { row.up.clone() } else { String::new() },
        signal: row.signal.clone(),
        holes: row.holes.join(", "),
        probability: figure::percent(&row.probability, PERCENT_PLACES),
        outcomes: row.outcomes.each().into_iter().map(|one| figure::percent(one, PERCENT_PLACES)).collect(),
    }
}
