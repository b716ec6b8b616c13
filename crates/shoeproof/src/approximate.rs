//! EVs in floats with a proven error: of one shoe, or of as many as a file lists.

use std::io::Write as _;
use std::path::Path;

use cards::{Composition, Value};
use comfy_table::{Table, presets};
use rayon::prelude::*;
use rules::Submission;
use serde::Serialize;
use solver::{Approximation, Approximator, Class};

use crate::arguments::Approximate;
use crate::failure::Failure;

/// Shoes that are valued before their values are written.
const AT_A_TIME: usize = 256;

/// `approximate --json`.
#[derive(Serialize)]
struct Output<'a> {
    analysis: &'a str,
    strategy: &'static str,
    /// Per unit of initial wager; insurance is left out.
    ev: f64,
    /// By how much the EV may be off, at most.
    error: f64,
    by_up_card: Vec<UpCard>,
}

#[derive(Serialize)]
struct UpCard {
    up: String,
    probability: f64,
    ev: f64,
    /// Whether the attack wager is made; left out of a game without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    attack: Option<bool>,
    /// Values of pairs that are split, after some signal.
    splits: Vec<String>,
}

/// A line of `approximate --shoes FILE --json`.
#[derive(Serialize)]
struct Line {
    /// Cards of each value, from the ace to the ten.
    shoe: [u16; Value::COUNT],
    ev: f64,
    error: f64,
}

pub(crate) fn run(arguments: &Approximate) -> Result<(), Failure> {
    let submission = arguments.analysis.load()?;
    match &arguments.shoes {
        Some(path) => many(&submission, arguments.strategy, path, arguments.json),
        None => one(&submission, arguments.strategy, arguments.json),
    }
}

fn one(submission: &Submission, strategy: Class, json: bool) -> Result<(), Failure> {
    let approximator = Approximator::new(&submission.game, submission.shoe)?;
    let round = approximator.approximate(&submission.shoe, strategy)?;
    let mut out = crate::terminal::stdout();
    if json {
        let by_up_card = round.ups.iter().map(|up| UpCard {
            up: up.up.to_string(),
            probability: up.probability,
            ev: up.ev,
            attack: up.attack,
            splits: up.splits.iter().map(Value::to_string).collect(),
        });
        let output = Output {
            analysis: &submission.id,
            strategy: strategy.name(),
            ev: round.ev,
            error: round.error,
            by_up_card: by_up_card.collect(),
        };
        writeln!(out, "{}", serde_json::to_string_pretty(&output)?)?;
        return Ok(());
    }
    let digits = digits(&round);
    writeln!(out, "{}", submission.title)?;
    writeln!(out, "strategy class   {}", strategy.name())?;
    writeln!(out, "EV               {:.digits$}, in floats: off by {:.1e} at most", round.ev, round.error)?;
    writeln!(out, "{}", table(&round, digits))?;
    Ok(())
}

fn table(round: &Approximation, digits: usize) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    let attacks = round.ups.iter().any(|up| up.attack.is_some());
    let attack = attacks.then_some("attack");
    table.set_header(["up card", "probability", "EV"].into_iter().chain(attack).chain(["pairs split"]));
    for up in &round.ups {
        let splits: Vec<String> = up.splits.iter().map(Value::to_string).collect();
        let attack = up.attack.map(|attack| if attack { "yes" } else { "no" }.to_owned());
        let figures = [up.up.to_string(), format!("{:.6}", up.probability), format!("{:.digits$}", up.ev)];
        table.add_row(figures.into_iter().chain(attack).chain([splits.join(" ")]));
    }
    table
}

/// Decimals that the error leaves certain to a unit.
fn digits(round: &Approximation) -> usize {
    (-round.error.log10()).floor().clamp(0.0, 15.0) as usize
}

fn many(submission: &Submission, strategy: Class, path: &Path, json: bool) -> Result<(), Failure> {
    let shoes = shoes(path)?;
    let most = |value: usize| shoes.iter().map(|shoe| shoe.counts()[value]).max().unwrap_or(0);
    let approximator = Approximator::new(&submission.game, Composition::new(std::array::from_fn(most)))?;
    let mut out = crate::terminal::stdout();
    if !json {
        let values: Vec<String> = Value::all().map(|value| value.to_string()).collect();
        writeln!(out, "{},ev,error", values.join(","))?;
    }
    for (at, some) in shoes.chunks(AT_A_TIME).enumerate() {
        let rounds: Vec<_> = some.par_iter().map(|shoe| approximator.approximate(shoe, strategy)).collect();
        for (line, (shoe, round)) in (at * AT_A_TIME + 1..).zip(some.iter().zip(rounds)) {
            let round = round.map_err(|error| unreadable(path, line, &error.to_string()))?;
            let counts = *shoe.counts();
            if json {
                let line = Line { shoe: counts, ev: round.ev, error: round.error };
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            } else {
                let digits = digits(&round);
                let counts = counts.map(|count| count.to_string()).join(",");
                writeln!(out, "{counts},{:.digits$},{:.1e}", round.ev, round.error)?;
            }
        }
    }
    Ok(())
}

/// More than ten counts with spaces have, in bytes.
const LONGEST_LINE: usize = 400;

/// The shoes that a file lists, one a line.
fn shoes(path: &Path) -> Result<Vec<Composition>, Failure> {
    let text = input::text(path, input::MOST_TABLE)
        .map_err(|error| Failure::Unreadable(format!("{}: {error}", path.display())))?;
    let shoes: Vec<Composition> = (1..)
        .zip(text.lines())
        .map(|(line, counts)| {
            if counts.len() > LONGEST_LINE {
                let long = format!("it has {} bytes; at most {LONGEST_LINE} are read", counts.len());
                return Err(unreadable(path, line, &long));
            }
            counts.parse().map_err(|error: cards::CompositionError| unreadable(path, line, &error.to_string()))
        })
        .collect::<Result<_, _>>()?;
    if shoes.is_empty() {
        return Err(Failure::Unreadable(format!(
            "{}: no shoe is listed: expected lines of ten counts, A,2,…,9,T",
            path.display()
        )));
    }
    Ok(shoes)
}

fn unreadable(path: &Path, line: usize, what: &str) -> Failure {
    Failure::Unreadable(format!("{}, line {line}: {what}", path.display()))
}
