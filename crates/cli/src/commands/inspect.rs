//! `inspect`: one decision.

use std::io::Write as _;
use std::process::ExitCode;

use shoeproof::{Exact, Query, Signal};

use crate::arguments::Inspect;
use crate::failed::Failed;
use crate::terminal;

pub(crate) fn run(arguments: &Inspect) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let signal = match (&arguments.signal, arguments.hole) {
        (Some(name), _) => Signal::Named(name.clone()),
        (None, Some(hole)) => Signal::Hole(hole),
        (None, None) => Signal::Unstated,
    };
    let other = arguments.other.as_ref().map_or_else(Vec::new, |cards| cards.0.clone());
    let query = Query { hand: arguments.hand.0.clone(), up: arguments.up, signal, other, attack: arguments.attack };
    let inspected = analysis.inspect(&query, arguments.strategy)?;
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&inspected)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "{} against {}, signal {} (hole {}){}",
        inspected.hand.join(","),
        inspected.up,
        inspected.signal,
        inspected.holes.join(","),
        match inspected.attack {
            None => "",
            Some(true) => ", attack wager made",
            Some(false) => ", no attack wager",
        }
    )?;
    let knows_frequency = inspected.frequency.is_some();
    let heading = if knows_frequency { format!("{:>22}", "cost in 100 rounds") } else { String::new() };
    writeln!(out, "  {:9} {:>16} {:>16}{heading}   exact EV", "action", "EV", "cost")?;
    for (action, ev) in &inspected.in_order {
        let mark = if *action == inspected.best { "*" } else { " " };
        let cost = inspected.costs.get(action);
        let per_100 = cost.and_then(|cost| cost.per_100_rounds.as_ref());
        let places = |exact: Option<&Exact>| exact.map_or_else(String::new, |exact| exact.rounded(12));
        let [cost, per_100] = [cost.map(|cost| &cost.per_hand), per_100].map(places);
        let per_100 = if knows_frequency { format!("{per_100:>22}") } else { String::new() };
        writeln!(out, "{mark} {action:9} {:>16} {cost:>16}{per_100}   {}", ev.rounded(12), ev.fraction)?;
    }
    Ok(ExitCode::SUCCESS)
}
