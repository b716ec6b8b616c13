//! The index table as the page shows it: the field's letters, in the colours of the strategy chart.

use certificate::Exact;
use num_rational::BigRational;
use serde::Serialize;

use super::ahead::{is_shown, signed_exact};
use super::document::{IndexPlay, IndexRow, IndexTable, SeenDepth};
use super::findings::{is_printed, on_table};
use crate::figure::{self, PERCENT_PLACES};

/// The index table of a depth.
#[derive(Debug, Serialize)]
pub(super) struct IndexView {
    has_signals: bool,
    rows: Vec<IndexLine>,
    /// Decisions whose gain is too small to print.
    left_out: usize,
    legend: Vec<ActionLetter>,
}

#[derive(Debug, Serialize)]
struct IndexLine {
    hand: String,
    cards: &'static str,
    up: String,
    signal: String,
    chart: ActionLetter,
    plays: Vec<ShownPlay>,
    on_table: String,
    gain: String,
    played: &'static str,
}

/// What is done from a count on.
#[derive(Debug, Serialize)]
struct ShownPlay {
    action: ActionLetter,
    when: String,
}

/// An action's letter with its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct ActionLetter {
    letter: &'static str,
    kind: &'static str,
    meaning: &'static str,
}

fn letter(action: &'static str) -> ActionLetter {
    let (letter, kind, meaning) = match action {
        "stand" => ("S", "stand", "stand"),
        "hit" => ("H", "hit", "hit"),
        "double" => ("D", "double", "double"),
        "split" => ("P", "split", "split"),
        "surrender" => ("R", "surrender", "surrender"),
        "insurance" => ("I", "other", "insurance"),
        "attack" => ("A", "other", "attack wager"),
        "no insurance" | "no attack" => ("\u{2013}", "other", "no such wager"),
        other => (other, "other", other),
    };
    ActionLetter { letter, kind, meaning }
}

pub(super) fn index_view(depth: &SeenDepth, indices: &IndexTable) -> IndexView {
    let signals: Vec<&String> = indices.rows.iter().filter_map(|row| row.signal.as_ref()).collect();
    let ends = Ends::of(depth);
    let rows = indices.rows.iter().zip(indices.is_played()).filter(|(row, _)| is_printed(&row.gain));
    let rows: Vec<IndexLine> = rows.map(|(row, played)| shown(row, played, ends.as_ref())).collect();
    let mut legend: Vec<ActionLetter> =
        rows.iter().flat_map(|row| [row.chart].into_iter().chain(row.plays.iter().map(|play| play.action))).collect();
    let order = ["S", "H", "D", "P", "R", "I", "A", "\u{2013}"];
    legend.sort_by_key(|one| (order.iter().position(|letter| *letter == one.letter), *one));
    legend.dedup();
    IndexView {
        has_signals: signals.windows(2).any(|pair| pair[0] != pair[1]),
        left_out: indices.rows.len() - rows.len(),
        rows,
        legend,
    }
}

fn shown(row: &IndexRow, played: bool, ends: Option<&Ends>) -> IndexLine {
    let cards = match row.cards {
        Some("more") => "three or more",
        Some(cards) => cards,
        None => "",
    };
    let plays = row.plays.iter().filter(|play| play.probability.value().is_some_and(|it| is_shown(&it)));
    IndexLine {
        hand: row.hand.clone(),
        cards,
        up: row.up.clone(),
        signal: row.signal.clone().unwrap_or_default(),
        chart: letter(row.chart),
        plays: plays.map(|play| ShownPlay { action: letter(play.action), when: when(play, ends) }).collect(),
        on_table: on_table(row),
        gain: figure::percent(&row.gain, PERCENT_PLACES),
        played: if played { "yes" } else { "no" },
    }
}

/// The lowest and the highest count that the page shows.
struct Ends {
    lowest: BigRational,
    highest: BigRational,
}

impl Ends {
    fn of(depth: &SeenDepth) -> Option<Self> {
        let shown = depth.rows.iter().filter(|row| row.probability.value().is_some_and(|it| is_shown(&it)));
        let counts: Vec<BigRational> = shown.filter_map(|row| row.count.value()).collect();
        Some(Self { lowest: counts.first()?.clone(), highest: counts.last()?.clone() })
    }
}

/// `from +1`, `to −2`, `+1 to +3`.
fn when(play: &IndexPlay, ends: Option<&Ends>) -> String {
    let is_lowest = |count: &Exact| ends.zip(count.value()).is_some_and(|(ends, count)| count <= ends.lowest);
    let is_highest = |count: &Exact| ends.zip(count.value()).is_some_and(|(ends, count)| count >= ends.highest);
    let is_first = is_lowest(&play.from);
    match play.to.as_ref().filter(|to| !is_highest(to)) {
        Some(to) if is_first => format!("to {}", signed_exact(to)),
        Some(to) if *to == play.from => format!("at {}", signed_exact(to)),
        Some(to) => format!("{} to {}", signed_exact(&play.from), signed_exact(to)),
        None if is_first => "always".to_owned(),
        None => format!("from {}", signed_exact(&play.from)),
    }
}
