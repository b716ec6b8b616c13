//! Progressive wagers in the long run: a column for each model, a row for each paytable.

use certificate::LongRun;
use serde::Serialize;

use crate::{
    family::Reading,
    figure::{self, PERCENT_PLACES},
};

#[derive(Debug, Serialize)]
pub(super) struct LongRuns {
    /// Seed and rates, a sentence for each.
    terms: Vec<String>,
    models: Vec<Model>,
    /// Whether any line wins part of the meter only.
    parts: bool,
    /// What every paytable has in common, or nothing.
    means: Option<Vec<Means>>,
    rows: Vec<Row>,
}

/// What the text leaves open of a meter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Model {
    reserve: String,
    parts: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Means {
    start: String,
    hit: String,
}

#[derive(Debug, Serialize)]
struct Row {
    paytable: String,
    cells: Vec<Option<Cell>>,
}

#[derive(Debug, Serialize)]
struct Cell {
    rtp: String,
    favours: bool,
    means: Means,
}

impl Model {
    pub(super) fn of(run: &LongRun) -> Self {
        let nothing = run.reserve.value().is_some_and(|reserve| reserve == num_rational::BigRational::default());
        Self {
            reserve: match run.reserve_goes.as_str() {
                "seeds" if nothing => "no reserve".into(),
                "next-meter" => "the next meter starts from the reserve".into(),
                "seeds" => "the reserve pays the least start only".into(),
                other => other.to_owned(),
            },
            parts: match run.part_hits.as_str() {
                "reduce" => "part wins are deducted from the meter".into(),
                "leave" => "part wins do not reduce the meter".into(),
                other => other.to_owned(),
            },
        }
    }

    pub(super) fn words(&self) -> String {
        format!("{}, {}", self.reserve, self.parts)
    }
}

/// `None` without a rate of progression.
pub(super) fn table(reading: &Reading<'_>) -> Option<LongRuns> {
    let runs: Vec<(&str, &[LongRun])> = reading
        .paytables
        .iter()
        .filter_map(|wager| Some((wager.paytable.as_str(), wager.progressive.as_ref()?.long_run.as_slice())))
        .filter(|(_, runs)| !runs.is_empty())
        .collect();
    let mut models: Vec<Model> = Vec::new();
    let mut terms: Vec<(String, Vec<&str>)> = Vec::new();
    for (paytable, runs) in &runs {
        for model in runs.iter().map(Model::of) {
            if !models.contains(&model) {
                models.push(model);
            }
        }
        let words = terms_of(&runs[0]);
        match terms.iter_mut().find(|(other, _)| *other == words) {
            Some((_, paytables)) => paytables.push(paytable),
            None => terms.push((words, vec![paytable])),
        }
    }
    let cell = |runs: &[LongRun], model: &Model| runs.iter().find(|run| Model::of(run) == *model).map(Cell::of);
    let rows: Vec<Row> = runs
        .iter()
        .map(|(paytable, runs)| Row {
            paytable: (*paytable).to_owned(),
            cells: models.iter().map(|model| cell(runs, model)).collect(),
        })
        .collect();
    let several = terms.len() > 1;
    Some(LongRuns {
        terms: terms
            .into_iter()
            .map(|(words, paytables)| match several {
                true => format!("{words} (paytable {}).", paytables.join(", ")),
                false => format!("{words}."),
            })
            .collect(),
        means: common(&rows),
        parts: runs.iter().any(|(_, runs)| runs.iter().any(|run| run.part_hits == "leave")),
        models,
        rows,
    })
    .filter(|table| !table.rows.is_empty())
}

impl Cell {
    fn of(run: &LongRun) -> Self {
        let rtp = figure::printed(&run.rtp).as_ref().map(|rtp| figure::percent(&rtp.into(), PERCENT_PLACES));
        Self {
            rtp: rtp.unwrap_or_else(|| run.rtp.clone()),
            favours: run.favours_player,
            means: Means { start: amount(&run.mean_start), hit: amount(&run.mean_meter_when_hit) },
        }
    }
}

/// The means of each model, if all paytables have the same.
fn common(rows: &[Row]) -> Option<Vec<Means>> {
    let means = |row: &Row| -> Option<Vec<Means>> {
        row.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.means.clone())).collect()
    };
    let first = means(rows.first()?)?;
    rows.iter().all(|row| means(row).as_ref() == Some(&first)).then_some(first)
}

fn terms_of(run: &LongRun) -> String {
    let mut words = format!(
        "The meter starts from {} at the least; {} of every wager is added to it",
        figure::amount(&run.seed),
        figure::short_percent(&run.rate),
    );
    if run.reserve.value().is_none_or(|reserve| reserve != num_rational::BigRational::default()) {
        words.push_str(&format!(" and {} kept for later meters", figure::short_percent(&run.reserve)));
    }
    words
}

fn amount(decimal: &str) -> String {
    figure::printed(decimal).map_or_else(|| decimal.to_owned(), |number| figure::amount_of(&number))
}
