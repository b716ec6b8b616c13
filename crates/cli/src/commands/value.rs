//! `value`: what a stated strategy is worth.

use std::io::Write as _;
use std::process::ExitCode;

use comfy_table::Table;
use shoeproof::{PlayedOtherwise, ValueWant, ValuedStrategy, rounded};

use crate::arguments::ValueOf;
use crate::closed_pipe;
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

pub(crate) fn run(arguments: &ValueOf) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let want = ValueWant { strategy: arguments.strategy.clone(), variance: !arguments.no_variance };
    let answer = analysis.value(&want)?;
    closed_pipe::is_no_failure(print(analysis.title(), &answer, arguments.json))?;
    Ok(ExitCode::SUCCESS)
}

fn print(title: &str, answer: &ValuedStrategy, json: bool) -> Result<(), Failed> {
    let mut out = terminal::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(answer)?)?;
        return Ok(());
    }
    writeln!(out, "{title}")?;
    writeln!(out, "EV               {}", answer.ev.rounded(12))?;
    writeln!(out, "house edge       {}%", answer.house_edge.percent(6))?;
    if let Some(deviation) = &answer.std_dev {
        writeln!(out, "std deviation    {}", rounded(&deviation.decimal, 6))?;
    }
    writeln!(out, "average wager    {}", answer.average_wager.rounded(6))?;
    writeln!(out, "element of risk  {}%", answer.element_of_risk.percent(6))?;
    writeln!(out, "best chart       EV {}: {}% of a wager more", answer.best_ev.rounded(12), answer.cost.percent(6))?;
    if answer.otherwise.is_empty() {
        writeln!(out, "No row of the best chart is another.")?;
        return Ok(());
    }
    writeln!(out, "\nRows that the best chart plays otherwise, with what the EV gains if that row alone is")?;
    writeln!(out, "{}", rows(&answer.otherwise))?;
    Ok(())
}

fn rows(otherwise: &[PlayedOtherwise]) -> Table {
    let mut text = plain();
    text.set_header(["up", "signal", "hand", "stated", "best", "gain, %"]);
    let both = |first_two: Option<&str>, later: Option<&str>| match (first_two, later) {
        (Some(first_two), Some(later)) if first_two != later => format!("{first_two}, later {later}"),
        (first_two, later) => first_two.or(later).unwrap_or("-").to_owned(),
    };
    for one in otherwise {
        let stated = both(one.first_two, one.later);
        let best = both(one.best_first_two, one.best_later);
        text.add_row([&one.up, &one.signal, &one.hand, &stated, &best, &one.gain.percent(6)]);
    }
    align_figures(&mut text, 5..6);
    text
}
