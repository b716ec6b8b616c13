//! Strategy cells arranged as the charts of the field: rows by hand, columns by up card, one chart for each signal.

use std::collections::{BTreeMap, BTreeSet};

use certificate::{Action, HandClass, ReportDocument, StrategyCell};
use serde::Serialize;

use crate::names::{self, exposed, signal_order, slug, up_order};

/// One chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Chart {
    /// Unique among the charts, safe in a file name.
    pub(crate) slug: String,
    pub(crate) title: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) sections: Vec<Section>,
    /// What marked column heads mean.
    pub(crate) notes: Vec<String>,
}

/// An up card, with the signal it comes with here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Column {
    pub(crate) up: String,
    pub(crate) signal: String,
    /// `7`, or `T+T` for a ten with an exposed ten, or `A*` after a peek.
    pub(crate) head: String,
}

/// Hard hands, soft hands or pairs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    pub(crate) hand: String,
    /// One for each column; `None` where the hand cannot arise.
    pub(crate) cells: Vec<Option<Cell>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Cell {
    /// The field's code; `S/H` where two cards stand and more cards hit.
    pub(crate) code: String,
    /// `stand`, `hit`, `double`, `split`, `surrender` or `other`: decides the colour.
    pub(crate) kind: &'static str,
    /// The cell in words.
    pub(crate) meaning: String,
}

/// The certificate's charts. Signals that only stand in for another under some up cards (an exposed hole
/// card, a peek without blackjack) join the chart whose columns they complete.
pub(crate) fn charts(certificate: &ReportDocument) -> Vec<Chart> {
    let cells = &certificate.strategy;
    let signals: BTreeSet<(u8, &str)> = cells.iter().map(|cell| signal_order(&cell.signal)).collect();
    let mut plans: Vec<Plan> = Vec::new();
    let (companions, hosts): (Vec<&str>, Vec<&str>) =
        signals.into_iter().map(|(_, signal)| signal).partition(|signal| Family::of(signal).is_some());
    for signal in hosts {
        plans.push(Plan { name: signal, columns: ups_of(cells, signal).map(|up| (up, signal)).collect() });
    }
    let hosted = plans.len();
    for signal in companions {
        let Some(family) = Family::of(signal) else { continue };
        for up in ups_of(cells, signal) {
            let host = family.host(&plans[..hosted], up);
            let plan = host.or_else(|| plans.iter().position(|plan| plan.name == family.name()));
            let plan = plan.unwrap_or_else(|| {
                plans.push(Plan { name: family.name(), columns: Vec::new() });
                plans.len() - 1
            });
            plans[plan].columns.push((up, signal));
        }
    }
    let alone = plans.len() == 1;
    let mut slugs = BTreeSet::new();
    plans
        .into_iter()
        .map(|mut plan| {
            plan.columns.sort_by_key(|(up, signal)| (up_order(up), signal_order(signal)));
            let mut slug = slug(plan.name);
            while !slugs.insert(slug.clone()) {
                slug.push_str("-2");
            }
            let title = if alone { "Any hole card".into() } else { title(certificate, plan.name) };
            chart(cells, &plan, slug, title)
        })
        .collect()
}

/// A chart before its rows: the signal it is named for and its columns (up card, signal).
struct Plan<'a> {
    name: &'a str,
    columns: Vec<(&'a str, &'a str)>,
}

/// Signals that stand in for another one under some up cards.
#[derive(Clone, Copy)]
enum Family {
    Exposed,
    NoBlackjack,
}

impl Family {
    fn of(signal: &str) -> Option<Self> {
        match signal {
            "no blackjack" => Some(Self::NoBlackjack),
            _ => exposed(signal).map(|_| Self::Exposed),
        }
    }

    /// The chart of the family's own, for columns that complete no other.
    fn name(self) -> &'static str {
        match self {
            Self::Exposed => "exposed",
            Self::NoBlackjack => "no blackjack",
        }
    }

    fn host(self, plans: &[Plan<'_>], up: &str) -> Option<usize> {
        let lacks = |plan: &Plan<'_>| plan.columns.iter().all(|(other, _)| *other != up);
        let named = |name: &str| plans.iter().position(|plan| plan.name == name && lacks(plan));
        match self {
            Self::Exposed => named("large").or_else(|| plans.iter().position(lacks)),
            Self::NoBlackjack => named("none"),
        }
    }
}

fn ups_of<'a>(cells: &'a [StrategyCell], signal: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let ups: BTreeSet<(u8, &str)> =
        cells.iter().filter(|cell| cell.signal == signal).map(|cell| up_order(&cell.up)).collect();
    ups.into_iter().map(|(_, up)| up)
}

fn title(certificate: &ReportDocument, signal: &str) -> String {
    match signal {
        "none" => "No signal".into(),
        "no blackjack" => "After the dealer has looked and has no blackjack".into(),
        "exposed" => "Hole card exposed".into(),
        _ => {
            let holes: BTreeSet<(u8, &str)> = certificate
                .base_game
                .iter()
                .flat_map(|class| &class.by_up_card)
                .flat_map(|up| &up.signals)
                .filter(|entry| entry.signal == signal)
                .flat_map(|entry| entry.holes.iter().map(|hole| up_order(hole)))
                .collect();
            let holes: Vec<&str> = holes.into_iter().map(|(_, hole)| hole).collect();
            if holes.is_empty() {
                format!("Hole card {signal}")
            } else {
                format!("Hole card {signal}: {}", holes.join(", "))
            }
        }
    }
}

fn chart(cells: &[StrategyCell], plan: &Plan<'_>, slug: String, title: String) -> Chart {
    let columns: Vec<Column> = plan
        .columns
        .iter()
        .map(|(up, signal)| Column {
            up: (*up).to_owned(),
            signal: (*signal).to_owned(),
            head: match (exposed(signal), *signal) {
                (Some(hole), _) => format!("{up}+{hole}"),
                (None, "no blackjack") if plan.name != "no blackjack" => format!("{up}*"),
                _ => (*up).to_owned(),
            },
        })
        .collect();
    let mut rows: BTreeMap<RowKey<'_>, Vec<Option<Cell>>> = BTreeMap::new();
    let later_actions: Vec<Action> = cells.iter().filter_map(|cell| cell.later).collect();
    for cell in cells {
        let column = columns.iter().position(|column| column.up == cell.up && column.signal == cell.signal);
        let Some(column) = column else { continue };
        let row = rows.entry((cell.class, row_order(cell))).or_insert_with(|| vec![None; columns.len()]);
        row[column] = Some(Cell::of(cell, &later_actions));
    }
    let sections = [(HandClass::Hard, "Hard"), (HandClass::Soft, "Soft"), (HandClass::Pair, "Pairs")]
        .into_iter()
        .map(|(class, title)| Section {
            title,
            rows: rows
                .iter()
                .filter(|((of, _), _)| *of == class)
                .map(|((_, (_, _, hand)), cells)| Row { hand: (*hand).to_owned(), cells: cells.clone() })
                .collect(),
        })
        .filter(|section| !section.rows.is_empty())
        .collect();
    let notes = notes(&columns, plan.name);
    Chart { slug, title, columns, sections, notes }
}

fn notes(columns: &[Column], name: &str) -> Vec<String> {
    let mut notes: Vec<String> = columns
        .iter()
        .filter_map(|column| {
            let hole = exposed(&column.signal)?;
            Some(format!("{}: up card {}, hole card {hole} exposed.", column.head, column.up))
        })
        .collect();
    if name != "no blackjack" && columns.iter().any(|column| column.signal == "no blackjack") {
        notes.push("*: after the dealer has looked and has no blackjack.".into());
    }
    notes
}

/// Class, then the order within it.
type RowKey<'a> = (HandClass, (u8, u8, &'a str));

/// By total; pairs by the card, since two aces have the total of two sixes.
fn row_order(cell: &StrategyCell) -> (u8, u8, &str) {
    let card = cell.hand.split(',').next().unwrap_or_default();
    match cell.class {
        HandClass::Pair => (up_order(card).0, cell.total, &cell.hand),
        HandClass::Hard | HandClass::Soft => (cell.total, 0, &cell.hand),
    }
}

impl Cell {
    /// `later_actions` are those that the rules are seen to allow on three or more cards.
    fn of(cell: &StrategyCell, later_actions: &[Action]) -> Self {
        let kind = match cell.code.chars().next() {
            Some('S') => "stand",
            Some('H') => "hit",
            Some('D') => "double",
            Some('P') => "split",
            Some('R') => "surrender",
            _ => "other",
        };
        // The field's codes have no word for a hand whose best action turns on the number of cards alone.
        let not_allowed_later = cell.first_two.is_some_and(|action| !later_actions.contains(&action));
        let implied = cell.later == cell.first_two || (not_allowed_later && cell.later == cell.otherwise);
        let code = match cell.later {
            Some(later) if cell.first_two.is_some() && !implied => format!("{}/{}", cell.code, letter(later)),
            _ => cell.code.clone(),
        };
        Self { code, kind, meaning: meaning(cell) }
    }
}

fn letter(action: Action) -> char {
    match action {
        Action::Stand => 'S',
        Action::Hit => 'H',
        Action::Double => 'D',
        Action::Split => 'P',
        Action::Surrender => 'R',
    }
}

fn meaning(cell: &StrategyCell) -> String {
    let mut parts = Vec::new();
    if let Some(first) = cell.first_two {
        parts.push(format!("two cards: {}", names::action(first)));
    }
    if let Some(otherwise) = cell.otherwise {
        parts.push(format!("where that is not allowed: {}", names::action(otherwise)));
    }
    if let Some(later) = cell.later {
        parts.push(format!("three or more cards: {}", names::action(later)));
    }
    format!("{} against {}, {}: {}", cell.hand, cell.up, cell.signal, parts.join("; "))
}
