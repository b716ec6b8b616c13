use std::collections::BTreeMap;
use std::io::Write as _;

use certificate::{Exact, Insurance, UpCard};
use comfy_table::{CellAlignment, Table, presets};
use rules::Choice;
use serde::Serialize;
use solver::Solver;

use crate::arguments::Solve;
use crate::failure::Failure;
use crate::{present, progress};

/// `solve --json`.
#[derive(Serialize)]
struct Output {
    analysis: String,
    game: String,
    decks: Option<u16>,
    strategy: &'static str,
    ev: Exact,
    house_edge: Exact,
    /// The nearest float to the root of `variance`; both are `null` where the variance is not computed.
    std_dev: Option<f64>,
    variance: Option<Exact>,
    element_of_risk: Exact,
    average_wager: Exact,
    insurance: Option<Insurance>,
    by_up_card: Vec<UpCard>,
    readings: BTreeMap<String, String>,
    options: BTreeMap<String, String>,
    conforming: bool,
    deviations: Vec<String>,
}

pub(crate) fn run(arguments: &Solve) -> Result<(), Failure> {
    let submission = arguments.analysis.load()?;
    let solver = Solver::new(&submission)?;
    let bar = progress::bar(submission.shoe.counts().iter().filter(|&&count| count > 0).count() as u64);
    let (solution, spread) = solver.solve_with_spread(arguments.strategy, |up| bar.step(&format!("up card {up}")))?;
    bar.finish();
    let result = present::class_result(&solution, &spread);
    let output = Output {
        analysis: submission.id.clone(),
        game: submission.game.id.clone(),
        decks: submission.decks,
        strategy: arguments.strategy.name(),
        ev: result.ev,
        house_edge: result.house_edge,
        std_dev: result.std_dev.as_ref().map(|root| root.decimal.parse().unwrap_or(f64::NAN)),
        variance: result.std_dev.as_ref().map(|root| root.squared.clone()),
        element_of_risk: result.element_of_risk,
        average_wager: result.average_wager,
        insurance: present::insurance(&submission),
        by_up_card: result.by_up_card,
        readings: by_name(&submission.readings),
        options: by_name(&submission.options),
        conforming: submission.deviations.is_empty(),
        deviations: submission.deviations.clone(),
    };
    let mut out = std::io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&output)?)?;
        return Ok(());
    }
    writeln!(out, "{}", submission.title)?;
    writeln!(out, "strategy class   {}", output.strategy)?;
    writeln!(out, "EV               {}", output.ev.rounded(12))?;
    let advantage = if present::is_positive(&solution.ev) { "  (the player has the advantage)" } else { "" };
    writeln!(out, "house edge       {}%{advantage}", output.house_edge.percent(6))?;
    let std_dev = result.std_dev.as_ref().map_or_else(|| "not computed".to_owned(), |root| root.rounded(8));
    writeln!(out, "std deviation    {std_dev}")?;
    writeln!(out, "average wager    {}", output.average_wager.rounded(8))?;
    writeln!(out, "element of risk  {}%", output.element_of_risk.percent(6))?;
    if let Some(insurance) = &output.insurance {
        writeln!(
            out,
            "insurance        {}% of the insurance wager if always taken; optimal use adds {}% of the initial wager",
            insurance.ev_always.percent(4),
            insurance.optimal_gain.percent(6)
        )?;
    }
    for deviation in &output.deviations {
        writeln!(out, "non-conforming   {deviation}")?;
    }
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_header(["up", "signal", "probability", "EV"]);
    for up in &output.by_up_card {
        table.add_row([up.up.clone(), String::new(), up.probability.rounded(6), up.ev.rounded(8)]);
        if up.signals.len() > 1 {
            for signal in &up.signals {
                table.add_row([
                    String::new(),
                    signal.signal.clone(),
                    signal.probability.rounded(6),
                    signal.ev.rounded(8),
                ]);
            }
        }
    }
    for column in 2..4 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    writeln!(out, "{table}")?;
    writeln!(out, "exact EV {}", output.ev.fraction)?;
    Ok(())
}

fn by_name(choices: &[Choice]) -> BTreeMap<String, String> {
    choices.iter().map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
}
