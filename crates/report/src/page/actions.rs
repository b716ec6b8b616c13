//! What every action is worth, inside the cells of the strategy charts, and the dearest mistakes.

use std::collections::BTreeMap;

use certificate::{Action, CompositionException, HandActions, ReportDocument, SignalActions};
use serde::Serialize;

use crate::costs::{Mistake, add_up, cost, dearest, per_100};
use crate::figure;
use crate::strategy::{ChartColumn, ChartRow, StrategyChart};

/// Places of values and costs on the page.
pub(super) const PLACES: u32 = 5;

/// What opens in a cell.
#[derive(Debug, Serialize)]
pub(super) struct Opening {
    hands: Vec<OpenHand>,
    /// Hands of the row with more cards that are played otherwise: `T,4,2 stand`.
    exceptions: Vec<String>,
}

#[derive(Debug, Serialize)]
struct OpenHand {
    cards: String,
    best: &'static str,
    values: Vec<OpenValue>,
    /// What is done with these cards on a hand of a split, in words; none where it is the best action too.
    after_split: Option<String>,
}

#[derive(Debug, Serialize)]
struct OpenValue {
    action: &'static str,
    ev: String,
    /// What it costs per hand and, where costs add up, per 100 hands of play; none for the best.
    costs: Option<Vec<String>>,
}

/// By chart, section, row and cell, as the charts are arranged; empty where the document has no values.
pub(super) fn openings(document: &ReportDocument, charts: &[StrategyChart]) -> Vec<Vec<Vec<Vec<Option<Opening>>>>> {
    if document.actions.is_empty() {
        return Vec::new();
    }
    let by_signal: BTreeMap<(&str, &str), &SignalActions> =
        document.actions.iter().map(|one| ((one.up.as_str(), one.signal.as_str()), one)).collect();
    let of_row = |chart: &StrategyChart, section: &str, row: &ChartRow| -> Vec<Option<Opening>> {
        let cells = chart.columns.iter().zip(&row.cells);
        cells
            .map(|(column, cell)| {
                cell.as_ref()?;
                let actions = by_signal.get(&(column.up.as_str(), column.signal.as_str()))?;
                opening(document, column, actions, (section, &row.hand))
            })
            .collect()
    };
    let of_chart = |chart: &StrategyChart| {
        let sections = chart.sections.iter();
        sections.map(|section| section.rows.iter().map(|row| of_row(chart, section.title, row)).collect()).collect()
    };
    charts.iter().map(of_chart).collect()
}

fn opening(
    document: &ReportDocument,
    column: &ChartColumn,
    actions: &SignalActions,
    (section, row): (&str, &str),
) -> Option<Opening> {
    let hands = actions.hands.iter().filter(|hand| is_in_row(&hand.hand, section, row));
    let hands: Vec<OpenHand> = hands.map(|hand| open_hand(hand, add_up(document))).collect();
    let exceptions = document.composition_exceptions.iter().filter(|one| {
        one.up == column.up
            && one.signal == column.signal
            && one.hand.matches(',').count() > 1
            && has_total(one, section, row)
    });
    let exceptions: Vec<String> = exceptions.map(|one| format!("{} {}", one.hand, one.cdz.name())).collect();
    (!hands.is_empty() || !exceptions.is_empty()).then_some(Opening { hands, exceptions })
}

fn open_hand(hand: &HandActions, costs_add_up: bool) -> OpenHand {
    let value = |(action, ev): (&Action, &String)| OpenValue {
        action: action.name(),
        ev: short(ev),
        costs: cost(hand, *action).filter(|_| *action != hand.best).map(|cost| {
            let per_100 = costs_add_up.then(|| per_100(&hand.per_100, &cost));
            std::iter::once(cost).chain(per_100).map(|cost| cards::decimal(&cost, PLACES)).collect()
        }),
    };
    OpenHand {
        cards: hand.hand.clone(),
        best: hand.best.name(),
        values: hand.values.iter().map(value).collect(),
        after_split: hand.after_split.filter(|&act| act != hand.best).map(|act| after_split(&hand.hand, act)),
    }
}

fn after_split(hand: &str, act: Action) -> String {
    let is_pair = hand.split_once(',').is_some_and(|(one, other)| one == other);
    let when = if is_pair { "after a split, where it is not split again," } else { "after a split" };
    format!("{when} {}", act.name())
}

fn short(decimal: &str) -> String {
    figure::minus(&figure::printed(decimal).map_or_else(|| decimal.to_owned(), |ev| cards::decimal(&ev, PLACES)))
}

/// Points of a card, an ace counting 1.
fn points(card: &str) -> u8 {
    match card {
        "A" => 1,
        "T" => 10,
        other => other.parse().unwrap_or(0),
    }
}

/// Whether two cards belong to a row of a chart: `16`, `A,7` or `8,8`.
fn is_in_row(hand: &str, section: &str, row: &str) -> bool {
    let Some((one, other)) = hand.split_once(',') else { return false };
    match section {
        "Pairs" => one == other && hand == row,
        "Soft" => one == "A" && one != other && hand == row,
        _ => one != other && one != "A" && other != "A" && (points(one) + points(other)).to_string() == row,
    }
}

/// Whether a longer hand belongs to a row.
fn has_total(one: &CompositionException, section: &str, row: &str) -> bool {
    match section {
        "Soft" => one.soft && row.split_once(',').is_some_and(|(_, card)| points(card) + 11 == one.total),
        "Hard" => !one.soft && one.total.to_string() == row,
        _ => false,
    }
}

/// A hand whose mistaken action costs much of what play loses.
#[derive(Debug, Serialize)]
pub(super) struct ListedMistake {
    hand: String,
    up: String,
    signal: String,
    best: &'static str,
    instead: &'static str,
    cost: String,
    per_100: String,
}

/// The hands with which a plausible mistake costs most per 100 hands of play, dearest first.
pub(super) fn mistakes(mistakes: &[Mistake<'_>]) -> Vec<ListedMistake> {
    let shown = dearest(mistakes).iter().map(|mistake| ListedMistake {
        hand: mistake.hand.hand.clone(),
        up: mistake.signal.up.clone(),
        signal: mistake.signal.signal.clone(),
        best: mistake.hand.best.name(),
        instead: mistake.instead.name(),
        cost: cards::decimal(&mistake.cost, PLACES),
        per_100: cards::decimal(&mistake.per_100, PLACES),
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cards_belong_to_one_row() {
        assert!(is_in_row("6,T", "Hard", "16") && is_in_row("7,9", "Hard", "16"));
        assert!(!is_in_row("8,8", "Hard", "16") && is_in_row("8,8", "Pairs", "8,8"));
        assert!(is_in_row("A,7", "Soft", "A,7") && !is_in_row("A,7", "Hard", "8"));
        assert!(is_in_row("A,A", "Pairs", "A,A") && !is_in_row("A,A", "Soft", "A,A"));
    }
}
