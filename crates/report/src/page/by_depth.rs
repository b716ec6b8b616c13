//! Rounds of the base wager by true count, after some of the shoe was seen.

use certificate::{CountLeftOut, Counting, Exact, SeenDepth, TrueCountRow};
use serde::Serialize;

use crate::counted;
use crate::figure::{self, PERCENT_PLACES};

/// Places of a true count.
const TRUE_COUNT_PLACES: u32 = 2;
/// Places of a share in a sentence.
pub(super) const SHARE_PLACES: u32 = 1;

/// One count after so many cards.
#[derive(Debug, Serialize)]
pub(super) struct DepthTable {
    count: String,
    percent: u8,
    seen: u32,
    rows: Vec<DepthRow>,
    /// Whether a row has a standard deviation, and whether one has insurance.
    has_std_dev: bool,
    has_insurance: bool,
    /// From which true count insurance wins in the mean.
    pays_from: Option<String>,
}

#[derive(Debug, Serialize)]
struct DepthRow {
    true_count: String,
    probability: String,
    ev: String,
    std_dev: String,
    by_line: String,
    insurance_wins: String,
    insurance_ev: String,
}

/// A table for every count and depth that is stated.
pub(super) fn tables(counting: &Counting) -> Vec<DepthTable> {
    let stated = counting.by_depth.iter().flat_map(|count| {
        let title = counted::title(counting, &count.id);
        count.depths.iter().filter(|depth| !depth.rows.is_empty()).map(move |depth| table(title, depth))
    });
    stated.collect()
}

fn table(title: &str, depth: &SeenDepth) -> DepthTable {
    let dashed = |text: Option<String>| text.unwrap_or_else(figure::dash);
    let percent = |exact| figure::percent(exact, PERCENT_PLACES);
    let rows = depth.rows.iter().map(|row| {
        let insurance = row.insurance.as_ref();
        DepthRow {
            true_count: interval(row),
            probability: percent(&row.probability),
            ev: percent(&row.ev),
            std_dev: dashed(row.std_dev.as_ref().map(|root| root.rounded(PERCENT_PLACES))),
            by_line: dashed(row.by_line.as_ref().map(percent)),
            insurance_wins: dashed(insurance.map(|one| percent(&one.wins))),
            insurance_ev: dashed(insurance.map(|one| percent(&one.ev))),
        }
    });
    let pays_from = depth.insurance_pays_from.as_ref();
    DepthTable {
        count: title.to_owned(),
        percent: depth.percent,
        seen: depth.seen,
        rows: rows.collect(),
        has_std_dev: depth.rows.iter().any(|row| row.std_dev.is_some()),
        has_insurance: depth.rows.iter().any(|row| row.insurance.is_some()),
        pays_from: pays_from.map(|from| figure::minus(&from.rounded(TRUE_COUNT_PLACES))),
    }
}

/// The true count from which or up to which something pays.
pub(super) fn true_count(at: Option<&Exact>) -> String {
    at.map_or_else(|| "none".to_owned(), |at| figure::minus(&at.rounded(TRUE_COUNT_PLACES)))
}

/// `below −4`, `−4 to −3`, `5 and more`: the first is in, the last is not.
pub(super) fn interval(row: &TrueCountRow) -> String {
    let text = |end: i64| figure::minus(&end.to_string());
    match (row.from, row.below) {
        (None, None) => "any".to_owned(),
        (None, Some(below)) => format!("below {}", text(below)),
        (Some(from), None) => format!("{} and more", text(from)),
        (Some(from), Some(below)) => format!("{} to {}", text(from), text(below)),
    }
}

/// Sentences on what is asked for and not stated.
pub(super) fn left_out(counting: &Counting) -> Vec<String> {
    let sentences = counted::depths(counting).filter_map(|(count, SeenDepth { percent, seen, left_out, .. })| {
        let why = match left_out.as_ref()? {
            CountLeftOut::FewCards => "a round might use up the cards that are left",
            CountLeftOut::ManyTags => "the cards have more than six different tags",
            CountLeftOut::ManyCounts => "the cards seen can have more than 1,024 different counts",
        };
        let title = counted::title(counting, &count.id);
        Some(format!("{title} after {percent}% of the shoe ({seen} cards): left out, because {why}."))
    });
    sentences.collect()
}
