use std::collections::BTreeMap;
use std::io::Write as _;

use cards::Value;
use certificate::Exact;
use serde::Serialize;
use solver::{Query, Signal, Solver};

use crate::arguments::Inspect;
use crate::failure::Failure;

/// `inspect --json`.
#[derive(Serialize)]
struct Output {
    analysis: String,
    strategy: &'static str,
    hand: Vec<String>,
    other: Vec<String>,
    up: String,
    signal: String,
    holes: Vec<String>,
    /// Whether the attack wager has been made, in a game that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    attack: Option<bool>,
    actions: BTreeMap<&'static str, Exact>,
    best: &'static str,
}

pub(crate) fn run(arguments: &Inspect) -> Result<(), Failure> {
    let submission = arguments.analysis.load()?;
    let solver = Solver::new(&submission)?;
    let signal = match (&arguments.signal, arguments.hole) {
        (Some(name), _) => Signal::Named(name.clone()),
        (None, Some(hole)) => Signal::Hole(hole),
        (None, None) => Signal::Unstated,
    };
    let other = arguments.other.as_ref().map_or_else(Vec::new, |cards| cards.0.clone());
    let query = Query { hand: arguments.hand.0.clone(), up: arguments.up, signal, other, attack: arguments.attack };
    let inspection = solver.inspect(&query, arguments.strategy)?;
    let names = |cards: &[Value]| cards.iter().map(Value::to_string).collect::<Vec<_>>();
    let mut out = crate::terminal::stdout();
    if arguments.json {
        let output = Output {
            analysis: submission.id,
            strategy: arguments.strategy.name(),
            hand: names(&query.hand),
            other: names(&query.other),
            up: query.up.to_string(),
            signal: inspection.signal,
            holes: names(&inspection.holes),
            attack: inspection.attack,
            actions: inspection.actions.iter().map(|(action, ev)| (action.name(), ev.into())).collect(),
            best: inspection.best.name(),
        };
        writeln!(out, "{}", serde_json::to_string_pretty(&output)?)?;
        return Ok(());
    }
    writeln!(
        out,
        "{} against {}, signal {} (hole {}){}",
        names(&query.hand).join(","),
        query.up,
        inspection.signal,
        names(&inspection.holes).join(","),
        match inspection.attack {
            None => "",
            Some(true) => ", attack wager made",
            Some(false) => ", no attack wager",
        }
    )?;
    for (action, ev) in &inspection.actions {
        let mark = if *action == inspection.best { "*" } else { " " };
        writeln!(out, "{mark} {:7} {:>16}   {}", action.name(), Exact::from(ev).rounded(12), cards::fraction(ev))?;
    }
    Ok(())
}
