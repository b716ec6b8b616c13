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
    let error = printed_error(round.error, digits);
    writeln!(out, "{}", analysis.title())?;
    writeln!(out, "strategy class   {}", round.strategy)?;
    writeln!(out, "unit of EV       {}", round.unit)?;
    writeln!(out, "EV               {:.digits$}, in floats: off by {error} at most", round.ev)?;
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

/// Two decimals more than the error leaves certain to a unit, so that rounding adds little to it.
fn digits(error: f64) -> usize {
    2 + (-error.log10()).floor().clamp(0.0, 15.0) as usize
}

/// By how much a figure with so many decimals may be off: by its error and half a unit of the last, rounded up.
fn printed_error(error: f64, digits: usize) -> String {
    let most = error + 0.5 * 0.1_f64.powi(digits as i32);
    // Rounding to two digits takes away less than a twentieth.
    format!("{:.1e}", most * 1.05)
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
            writeln!(out, "{counts},{:.digits$},{}", shoe.ev, printed_error(shoe.error, digits))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_figure_is_within_its_printed_error() {
        for error in [1.0e-11, 1.0353e-11, 1.049e-11, 9.49e-12, 9.96e-12, 3.0e-3, 0.4, 7.0] {
            let digits = digits(error);
            for ev in [-0.001_428_599_771_449_957_f64, 0.123_456_789_012_345_67, -1.0 / 3.0, 0.999_999_999_995] {
                let printed: f64 = format!("{ev:.digits$}").parse().expect("a number");
                let most: f64 = printed_error(error, digits).parse().expect("a number");
                assert!((printed - ev).abs() + error <= most, "{ev} ± {error} as {printed} ± {most}");
                assert!(most < 1.2 * error, "{most} says more than {error}");
            }
        }
    }
}
