//! `approximate`: the base game in floats.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use comfy_table::Table;
use shoeproof::{Analysis, Approximated, ApproximatedShoe, Failure, Value};

use crate::arguments::Approximate;
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

pub(crate) fn run(arguments: &Approximate) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    match &arguments.shoes {
        Some(_) if arguments.analysis.changes_cards() => {
            let words = "--shoes FILE states every shoe whole: leave out shoe and remove".to_owned();
            return Err(Failed::Asked(words));
        }
        Some(path) => many(&analysis, arguments, path)?,
        None => one(&analysis, arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn one(analysis: &Analysis, arguments: &Approximate) -> Result<(), Failed> {
    let round = analysis.approximate(arguments.strategy)?;
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&round)?)?;
        return Ok(());
    }
    let digits = digits(round.error);
    writeln!(out, "{}", analysis.title())?;
    writeln!(out, "strategy class   {}", round.strategy)?;
    writeln!(out, "unit of EV       {}", round.unit)?;
    writeln!(out, "EV               {:.digits$}, in floats: off by {:.1e} at most", round.ev, round.error)?;
    writeln!(out, "{}", table(&round, digits))?;
    Ok(())
}

fn table(round: &Approximated, digits: usize) -> Table {
    let mut table = plain();
    let attacks = round.by_up_card.iter().any(|up| up.attack.is_some());
    let attack = attacks.then_some("attack");
    table.set_header(["up card", "probability", "EV"].into_iter().chain(attack).chain(["pairs split"]));
    for up in &round.by_up_card {
        let attack = up.attack.map(|attack| if attack { "yes" } else { "no" }.to_owned());
        let figures = [up.up.clone(), format!("{:.6}", up.probability), format!("{:.digits$}", up.ev)];
        table.add_row(figures.into_iter().chain(attack).chain([up.splits.join(" ")]));
    }
    align_figures(&mut table, 1..3);
    table
}

/// Decimals that the error leaves certain to a unit.
fn digits(error: f64) -> usize {
    (-error.log10()).floor().clamp(0.0, 15.0) as usize
}

fn many(analysis: &Analysis, arguments: &Approximate, path: &Path) -> Result<(), Failed> {
    let mut out = terminal::stdout();
    let mut is_first = true;
    let mut failed = None;
    let mut write = |shoe: &ApproximatedShoe| -> Result<(), Failed> {
        if std::mem::take(&mut is_first) && !arguments.json {
            let values: Vec<String> = Value::all().map(|value| value.to_string()).collect();
            writeln!(out, "{},ev,error", values.join(","))?;
        }
        if arguments.json {
            writeln!(out, "{}", serde_json::to_string(shoe)?)?;
        } else {
            let digits = digits(shoe.error);
            let counts = shoe.shoe.map(|count| count.to_string()).join(",");
            writeln!(out, "{counts},{:.digits$},{:.1e}", shoe.ev, shoe.error)?;
        }
        Ok(())
    };
    let take = |shoe: ApproximatedShoe| {
        failed = write(&shoe).err();
        failed.is_none()
    };
    match (analysis.approximate_shoes(arguments.strategy, path, take), failed) {
        (Err(Failure::Stopped), Some(failed)) => Err(failed),
        (done, _) => Ok(done?),
    }
}
