//! `inspect`: one decision.

use std::io::Write as _;
use std::process::ExitCode;

use shoeproof::{Query, Signal};

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
    for (action, ev) in &inspected.in_order {
        let mark = if *action == inspected.best { "*" } else { " " };
        writeln!(out, "{mark} {action:7} {:>16}   {}", ev.rounded(12), ev.fraction)?;
    }
    Ok(ExitCode::SUCCESS)
}
