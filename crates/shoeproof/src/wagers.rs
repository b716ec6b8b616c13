use std::collections::BTreeMap;
use std::io::Write as _;

use certificate::{Exact, Wager, WagerLine};
use comfy_table::{Table, presets};
use num_bigint::BigInt;
use num_rational::BigRational;

use rules::Submission;
use serde::Serialize;

use crate::arguments::Wagers;
use crate::failure::Failure;
use crate::present;

/// An entry of `wagers --json`.
#[derive(Serialize)]
struct Entry {
    id: String,
    title: String,
    paytable: String,
    /// `name=choice` of every reading that concerns side wagers.
    reading: String,
    /// Whether this is the reading the analysis chose.
    chosen: bool,
    lines: Vec<Line>,
    total: Count,
    ev: Exact,
    variance: Exact,
    std_dev: f64,
    hit_frequency: Exact,
}

#[derive(Serialize)]
struct Line {
    name: String,
    combinations: Count,
    pays: String,
}

/// A whole number: a JSON integer while readers keep it exact, a string beyond.
#[derive(Serialize)]
#[serde(untagged)]
enum Count {
    Small(u64),
    Large(String),
}

impl From<&str> for Count {
    fn from(digits: &str) -> Self {
        match digits.parse::<u64>() {
            Ok(count) if count < 1 << 53 => Count::Small(count),
            _ => Count::Large(digits.to_owned()),
        }
    }
}

pub(crate) fn run(arguments: &Wagers) -> Result<(), Failure> {
    let submission = arguments.analysis.load()?;
    let wagers = wagers(&submission)?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        let entries: Vec<Entry> = wagers.into_iter().map(Entry::from).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?;
        return Ok(());
    }
    writeln!(out, "{}", submission.title)?;
    if wagers.is_empty() {
        writeln!(out, "No side wager is offered with these cards.")?;
    }
    for wager in &wagers {
        writeln!(out, "\n{} {}, {}", wager.title, wager.paytable, reading(wager))?;
        let mut table = Table::new();
        table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
        table.set_header(["outcome", "combinations", "pays", "share of EV"]);
        for line in &wager.lines {
            let pays = line.pays.strip_suffix("/1").unwrap_or(&line.pays).to_owned();
            table.add_row([line.name.clone(), line.combinations.clone(), pays, line.contribution.rounded(8)]);
        }
        table.add_row(["total".to_owned(), wager.total.clone(), String::new(), wager.ev.rounded(8)]);
        present::align_right(&mut table, 1..4);
        writeln!(out, "{table}")?;
        writeln!(
            out,
            "EV {} = {}%   std deviation {}   hit frequency {}%",
            wager.ev.fraction,
            wager.ev.percent(6),
            wager.std_dev.rounded(6),
            wager.hit_frequency.percent(4)
        )?;
    }
    Ok(())
}

fn reading(wager: &Wager) -> String {
    wager.reading.iter().map(|(name, choice)| format!("{name}={choice}")).collect::<Vec<_>>().join(", ")
}

impl From<Wager> for Entry {
    fn from(wager: Wager) -> Self {
        Self {
            reading: reading(&wager),
            id: wager.id,
            title: wager.title,
            paytable: wager.paytable,
            chosen: wager.chosen,
            lines: wager
                .lines
                .iter()
                .map(|line| Line {
                    name: line.name.clone(),
                    combinations: line.combinations.as_str().into(),
                    pays: line.pays.clone(),
                })
                .collect(),
            total: wager.total.as_str().into(),
            std_dev: wager.std_dev.decimal.parse().unwrap_or(f64::NAN),
            ev: wager.ev,
            variance: wager.variance,
            hit_frequency: wager.hit_frequency,
        }
    }
}

/// Every side wager the submission offers, under each combination of the readings that concern side wagers; the chosen
/// one first.
pub(crate) fn wagers(submission: &Submission) -> Result<Vec<Wager>, Failure> {
    let mut readings: Vec<Submission> = vec![submission.clone()];
    for choice in submission.readings.iter().filter(|choice| !choice.switch.affects_base_game()) {
        let mut switched = Vec::new();
        for one in &readings {
            for other in choice.switch.choices.iter().filter(|other| other.name != choice.choice) {
                switched.push(one.with(&format!("readings.{}", choice.switch.name), &other.name)?);
            }
        }
        readings.extend(switched);
    }
    let mut wagers = Vec::new();
    for (position, reading) in readings.iter().enumerate() {
        let Some(decks) = reading.decks else { continue };
        for offered in &reading.wagers {
            let value = wagers::value(offered, decks);
            let total = BigInt::from(value.total.clone());
            wagers.push(Wager {
                id: value.id,
                title: value.title,
                clause: value.clauses.join(", "),
                paytable: value.paytable,
                reading: wager_readings(reading),
                chosen: position == 0,
                lines: value
                    .lines
                    .iter()
                    .map(|line| {
                        let probability = BigRational::new(line.combinations.clone().into(), total.clone());
                        WagerLine {
                            name: line.name.clone(),
                            combinations: line.combinations.to_string(),
                            pays: cards::fraction(&line.pays),
                            contribution: (&(&line.pays * probability)).into(),
                        }
                    })
                    .collect(),
                total: total.to_string(),
                ev: (&value.ev).into(),
                variance: (&value.variance).into(),
                std_dev: present::root(&value.variance),
                hit_frequency: (&value.hit_frequency).into(),
                published: offered
                    .rule
                    .published
                    .as_ref()
                    .map(|published| [published.low.ratio().into(), published.high.ratio().into()]),
            });
        }
    }
    Ok(wagers)
}

fn wager_readings(submission: &Submission) -> BTreeMap<String, String> {
    let of_wagers = submission.readings.iter().filter(|choice| !choice.switch.affects_base_game());
    of_wagers.map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
}
