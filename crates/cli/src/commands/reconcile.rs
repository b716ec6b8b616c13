//! `reconcile`: which choices give a published house edge.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

use shoeproof::{BASE_GAME, Exact, Found, ReconcileWant, Reconciled, named};

use crate::arguments::Reconcile;
use crate::bar::Bar;
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

/// Combinations listed, of those inside; JSON has them all.
const LISTED: usize = 24;
/// Near misses listed, less those inside.
const NEAR: usize = 12;
/// Places of a percentage.
const PLACES: u32 = 6;

pub(crate) fn run(arguments: &Reconcile) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let want = ReconcileWant {
        edge: arguments.edge.clone(),
        wager: arguments.wager.clone(),
        meter: arguments.meter.clone(),
        options: arguments.options,
        decks: arguments.decks,
        classes: arguments.strategy.iter().copied().collect(),
        only: arguments.only.clone(),
        changes: arguments.changes,
        limit: arguments.limit,
    };
    let reconciled = analysis.reconcile(&want, &Bar::new())?;
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&reconciled)?)?;
    } else {
        writeln!(out, "{}", analysis.title())?;
        write(&mut out, &reconciled)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(out: &mut impl Write, output: &Reconciled) -> Result<(), Failed> {
    let percent = |exact: &Exact| format!("{}%", exact.percent(PLACES));
    writeln!(
        out,
        "House edge of {} published as {}, which numbers from {} to {} print as",
        if output.of == BASE_GAME { "the base game" } else { &output.of },
        output.published,
        percent(&output.low),
        percent(&output.high)
    )?;
    writeln!(
        out,
        "{} {} computed; {} inside, {} of them between the published ends taken exactly",
        output.combinations,
        if output.combinations == 1 { "combination" } else { "combinations" },
        output.inside,
        output.between_ends
    )?;
    for (name, found) in [("smallest", &output.smallest), ("largest", &output.largest)] {
        if let Some(found) = found {
            writeln!(out, "{name:9} {}  {}", percent(&found.house_edge), described(found))?;
        }
    }
    if !output.unsolved.is_empty() {
        let reasons: BTreeSet<&str> = output.unsolved.iter().map(|unsolved| unsolved.reason.as_str()).collect();
        let reasons = reasons.into_iter().collect::<Vec<_>>().join("; ");
        writeln!(out, "{} combinations could not be computed: {reasons}", output.unsolved.len())?;
    }
    let mut table = plain();
    table.set_header(["decks", "of", "combinations", "inside", "smallest", "largest"]);
    for one in &output.by_column {
        table.add_row([
            one.column.decks.map_or_else(|| "own shoe".to_owned(), |decks| decks.to_string()),
            figure(one.column.strategy, one.column.paytable.as_ref()),
            one.combinations.to_string(),
            one.inside.to_string(),
            percent(&one.smallest),
            percent(&one.largest),
        ]);
    }
    align_figures(&mut table, 2..6);
    writeln!(out, "{table}")?;
    if !output.explanations.is_empty() {
        writeln!(out, "\nInside, fewest changes first (* where no part of the changes is enough):")?;
        for found in output.explanations.iter().take(LISTED) {
            let mark = if found.minimal == Some(true) { '*' } else { ' ' };
            let end = if found.between_ends { "" } else { " (prints as an end)" };
            writeln!(out, "{mark} {}{end}  {}", percent(&found.house_edge), described(found))?;
        }
        let more = output.explanations.len().saturating_sub(LISTED);
        if more > 0 {
            writeln!(out, "  and {more} more, which `--json` lists")?;
        }
    }
    let near = NEAR.saturating_sub(output.explanations.len());
    if near > 0 && !output.near_misses.is_empty() {
        writeln!(out, "\nNearest outside:")?;
        for found in output.near_misses.iter().take(near) {
            let off = found.distance.as_ref().map(percent).unwrap_or_default();
            writeln!(out, "  {} (off by {off})  {}", percent(&found.house_edge), described(found))?;
        }
    }
    let mut table = plain();
    table.set_header(["change", "of", "points of edge, alone", "at least", "at most"]);
    for effect in &output.effects {
        table.add_row([
            format!("{}={}", effect.key, effect.choice),
            figure(effect.strategy, effect.paytable.as_ref()),
            effect.alone.as_ref().map(points).unwrap_or_default(),
            points(&effect.least),
            points(&effect.most),
        ]);
    }
    align_figures(&mut table, 2..5);
    if !output.effects.is_empty() {
        writeln!(out, "\n{table}")?;
    }
    Ok(())
}

/// What an edge moves by, in percentage points.
fn points(moved: &Exact) -> String {
    moved.percent(6)
}

fn figure(strategy: Option<&'static str>, paytable: Option<&String>) -> String {
    strategy.map(str::to_owned).or_else(|| paytable.cloned()).unwrap_or_default()
}

fn described(found: &Found) -> String {
    let of = figure(found.column.strategy, found.column.paytable.as_ref());
    let of = if of.is_empty() { of } else { format!("{of}: ") };
    format!("{of}{}", named(&found.changes))
}
