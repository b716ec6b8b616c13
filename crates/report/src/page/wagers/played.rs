//! A wager that play decides, under three aims.

use std::collections::BTreeMap;

use certificate::{Action, Breakpoint, Exact, PlayChange, PlayedFigures};
use num_traits::Signed;
use serde::Serialize;

use super::variants::even;
use crate::{
    figure,
    names::{signal_order, up_order},
};

/// More breakpoints than this start folded.
const FOLD_BREAKPOINTS: usize = 20;

#[derive(Debug, Serialize)]
pub(super) struct Played {
    ratio: String,
    meter: Option<String>,
    rows: Vec<Row>,
    /// Where each aim departs from the base game's play; aims that never do are left out.
    changes: Vec<Changes>,
    breakpoints: Option<Breakpoints>,
}

/// One figure under the three aims.
#[derive(Debug, Serialize)]
struct Row {
    label: &'static str,
    cells: [Cell; 3],
}

#[derive(Debug, Serialize)]
struct Cell {
    text: String,
    /// Whether it is what the aim makes greatest.
    aim: bool,
    favours: bool,
}

#[derive(Debug, Serialize)]
struct Changes {
    aim: &'static str,
    number: usize,
    groups: Vec<Group>,
}

#[derive(Debug, Serialize)]
struct Group {
    up: String,
    signal: String,
    changes: Vec<Change>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Change {
    from: &'static str,
    to: &'static str,
    hands: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Breakpoints {
    range: Option<[String; 2]>,
    fold: bool,
    rows: Vec<BreakpointRow>,
}

#[derive(Debug, Serialize)]
struct BreakpointRow {
    meter: String,
    groups: Vec<Group>,
    base_ev: String,
    side_ev: String,
}

const AIMS: [&str; 3] = ["best for the base wager", "best for the side wager alone", "best for both together"];

pub(super) fn played(played: &certificate::Played, has_meter: bool) -> Played {
    let figures = [&played.by_base, &played.alone, &played.joint];
    let row = |label, aim: Option<usize>, side: bool, text: &dyn Fn(&PlayedFigures) -> (String, bool)| {
        let mut index = 0;
        let cells = figures.map(|figures| {
            let (text, positive) = text(figures);
            index += 1;
            Cell { text, aim: aim == Some(index - 1), favours: side && positive }
        });
        Row { label, cells }
    };
    let percent = |ev: &Exact| (figure::percent(ev, 6), ev.value().is_some_and(|ev| ev.is_positive()));
    let mut rows = vec![
        row("EV of the base wager", Some(0), false, &|it| percent(&it.base_ev)),
        row("EV of the side wager", Some(1), true, &|it| percent(&it.ev)),
    ];
    if has_meter {
        rows.push(row("\u{2013} without the meter", None, false, &|it| (figure::percent(&it.fixed, 6), false)));
        rows.push(row("\u{2013} added by each unit of the meter", None, false, &|it| {
            (figure::significant_percent(&it.per_meter_unit, 6), false)
        }));
        rows.push(row("\u{2013} even at a meter of", None, false, &|it| {
            (it.break_even_meter.as_ref().and_then(Exact::value).as_ref().map_or_else(figure::dash, even), false)
        }));
    }
    rows.push(row("EV of both, per unit of the base wager", Some(2), true, &|it| percent(&it.joint_ev)));
    rows.push(row("Hands played otherwise than in the base game", None, false, &|it| {
        (figure::grouped(&it.changed.to_string()), false)
    }));
    Played {
        ratio: played.ratio.value().map_or_else(|| played.ratio.fraction.clone(), |it| figure::decimal(&it)),
        meter: has_meter.then(|| figure::amount(&played.meter)),
        rows,
        changes: AIMS
            .into_iter()
            .zip(figures)
            .filter(|(_, figures)| !figures.changes.is_empty())
            .map(|(aim, figures)| Changes { aim, number: figures.changes.len(), groups: groups(&figures.changes) })
            .collect(),
        breakpoints: breakpoints(played),
    }
}

fn breakpoints(played: &certificate::Played) -> Option<Breakpoints> {
    if played.breakpoints.is_empty() && played.meters.is_none() {
        return None;
    }
    let row = |it: &Breakpoint| BreakpointRow {
        meter: figure::amount(&it.meter),
        groups: groups(&it.changes),
        base_ev: figure::percent(&it.base_ev, 6),
        side_ev: figure::linear(&it.fixed, &it.per_meter_unit),
    };
    Some(Breakpoints {
        range: played.meters.as_ref().map(|[low, high]| [figure::amount(low), figure::amount(high)]),
        fold: played.breakpoints.len() > FOLD_BREAKPOINTS,
        rows: played.breakpoints.iter().map(row).collect(),
    })
}

/// Changes by up card and signal, then by the actions; hands in the document's order.
fn groups(changes: &[PlayChange]) -> Vec<Group> {
    type Key<'a> = ((u8, &'a str), (u8, u8, &'a str));
    let mut gathered: BTreeMap<Key<'_>, BTreeMap<(Action, Action), Vec<String>>> = BTreeMap::new();
    for change in changes {
        gathered
            .entry((up_order(&change.up), signal_order(&change.signal)))
            .or_default()
            .entry((change.from, change.to))
            .or_default()
            .push(change.hand.clone());
    }
    let change = |((from, to), hands): ((Action, Action), _)| Change { from: from.name(), to: to.name(), hands };
    gathered
        .into_iter()
        .map(|(((_, up), (.., signal)), changes)| Group {
            up: up.to_owned(),
            signal: signal.to_owned(),
            changes: changes.into_iter().map(change).collect(),
        })
        .collect()
}
