//! The value of every reading, beside the published interval.

use certificate::{CombinationEdge, Exact, ReadingChoice, ReadingEffect, ReportDocument};
use serde::Serialize;

use crate::classes::{classes_of, readings_class};
use crate::figure::{self, EdgeCell};
use crate::position::Position;

#[derive(Debug, Serialize)]
pub(super) struct Table {
    /// The class that the comparison and the change are made in; its column comes first.
    class: String,
    /// The other classes, in order.
    others: Vec<String>,
    groups: Vec<Group>,
}

#[derive(Debug, Serialize)]
struct Group {
    name: String,
    clauses: Vec<String>,
    question: String,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    choice: String,
    text: String,
    chosen: bool,
    edge: EdgeCell,
    ev: String,
    /// Against the chosen one, percentage points.
    change: String,
    others: Vec<EdgeCell>,
    position: Option<Against>,
}

#[derive(Debug, Serialize)]
pub(super) struct Against {
    inside: bool,
    words: String,
    /// The end of the interval that an edge outside rounds to.
    rounds_to: Option<String>,
}

impl Against {
    pub(super) fn of(position: &Position) -> Self {
        Self {
            inside: position.is_inside(),
            words: position.words(),
            rounds_to: position.rounds_to().map(str::to_owned),
        }
    }
}

/// `None` if the document has no reading effects.
pub(super) fn table(certificate: &ReportDocument) -> Option<Table> {
    let class = readings_class(certificate)?;
    let effects = &certificate.reading_effects;
    let mut others = classes_of(effects.iter().flat_map(|effect| &effect.choices).map(|choice| &choice.ev));
    others.retain(|other| *other != class);
    let groups = effects.iter().map(|effect| group(certificate, effect, &class, &others)).collect();
    Some(Table { class, others, groups })
}

fn group(certificate: &ReportDocument, effect: &ReadingEffect, class: &str, others: &[String]) -> Group {
    let own = effect.choices.iter().find(|choice| choice.chosen);
    let row = |choice: &ReadingChoice| {
        let ev = choice.ev.get(class);
        let edge = ev.map(figure::negated);
        let change = own
            .filter(|_| !choice.chosen)
            .and_then(|own| Some(own.ev.get(class)?.value()? - ev?.value()?))
            .map(|change| figure::signed_points(&change));
        let position = edge.as_ref().zip(certificate.published.as_ref());
        let position = position.and_then(|(edge, published)| Position::against(edge, published));
        Row {
            choice: choice.choice.clone(),
            text: choice.text.clone(),
            chosen: choice.chosen,
            edge: EdgeCell::of(edge.as_ref()),
            ev: ev.map_or_else(figure::dash, |ev| figure::minus(&ev.rounded(8))),
            change: change.unwrap_or_else(figure::dash),
            others: others
                .iter()
                .map(|other| EdgeCell::of(choice.ev.get(other).map(figure::negated).as_ref()))
                .collect(),
            position: position.as_ref().map(Against::of),
        }
    };
    Group {
        name: effect.name.clone(),
        clauses: effect.clauses.clone(),
        question: effect.question.clone(),
        rows: effect.choices.iter().map(row).collect(),
    }
}

/// Combinations of readings near the published interval that have one house edge.
#[derive(Debug, Serialize)]
pub(super) struct Combination {
    /// What each of them changes.
    switched: Vec<Vec<String>>,
    edge: EdgeCell,
    position: Option<Against>,
}

pub(super) fn combinations(certificate: &ReportDocument) -> Vec<Combination> {
    let Some(published) = &certificate.published else { return Vec::new() };
    let mut rows: Vec<(&Exact, Combination)> = Vec::new();
    for one in &published.nearest {
        let switched = one.switched.iter().map(|(name, choice)| format!("{name} = {choice}")).collect();
        match rows.iter_mut().find(|(edge, _)| **edge == one.house_edge) {
            Some((_, row)) => row.switched.push(switched),
            None => {
                let row = Combination {
                    switched: vec![switched],
                    edge: EdgeCell::of(Some(&one.house_edge)),
                    position: Position::against(&one.house_edge, published).as_ref().map(Against::of),
                };
                rows.push((&one.house_edge, row));
            }
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// All combinations of readings in a few rows.
#[derive(Debug, Serialize)]
pub(super) struct Throughout {
    number: String,
    rows: Vec<ThroughoutRow>,
}

#[derive(Debug, Serialize)]
struct ThroughoutRow {
    name: &'static str,
    edge: EdgeCell,
    differs: Vec<String>,
}

/// `None` where combinations are not stated.
pub(super) fn throughout(document: &ReportDocument) -> Option<Throughout> {
    let all = document.combinations.as_ref()?;
    let row = |name, one: &CombinationEdge| ThroughoutRow {
        name,
        edge: EdgeCell::of(Some(&one.house_edge)),
        differs: one
            .choices
            .iter()
            .filter(|(name, choice)| all.chosen.choices.get(*name) != Some(*choice))
            .map(|(name, choice)| format!("{name} = {choice}"))
            .collect(),
    };
    Some(Throughout {
        number: figure::grouped(&all.number.to_string()),
        rows: vec![
            row("As the text reads literally throughout", &all.literal),
            row("As custom reads throughout", &all.customary),
            row("As chosen for this report", &all.chosen),
            row("Most adverse to the player", &all.largest),
            row("Most adverse to the house", &all.smallest),
        ],
    })
}
