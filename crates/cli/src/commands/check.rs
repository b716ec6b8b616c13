//! `check`: a submitter's figures.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

use shoeproof::{CheckedClaim, CheckedClaims, ClaimStands, Claims, Failure, named};

use crate::arguments::Check;
use crate::bar::Bar;
use crate::closed_pipe;
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

/// Explanations of one figure listed.
const LISTED: usize = 6;

/// 0 if every figure is right, 1 if one is not.
pub(crate) fn run(arguments: &Check) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let mut claims = Claims::load(&arguments.claims).map_err(Failure::from)?;
    if let Some(chart) = &arguments.strategy {
        claims = claims.played_by(chart)?;
    }
    let checked = analysis.check(&claims, arguments.limit, &Bar::new())?;
    closed_pipe::is_no_failure(print(arguments, analysis.title(), &checked))?;
    let is_right = checked.wrong == 0 && !(arguments.strict && checked.rounding_slips > 0);
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(arguments: &Check, title: &str, checked: &CheckedClaims) -> Result<(), Failed> {
    let mut out = std::io::BufWriter::new(terminal::stdout());
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, checked).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        writeln!(out, "{title}")?;
        write(&mut out, checked)?;
    }
    Ok(out.flush()?)
}

fn word(stands: ClaimStands) -> &'static str {
    match stands {
        ClaimStands::Match => "match",
        ClaimStands::RoundingSlip => "rounding slip",
        ClaimStands::Wrong => "WRONG",
    }
}

fn write(out: &mut impl Write, output: &CheckedClaims) -> Result<(), Failed> {
    if let Some(source) = &output.source {
        writeln!(out, "figures from {source}")?;
    }
    let mut table = plain();
    table.set_header(["line", "of", "figure", "claimed", "exact", ""]);
    // A chart has hundreds of cells: those that are right are only counted.
    let is_right_cell = |entry: &&CheckedClaim| entry.is_of_cell() && entry.verdict == ClaimStands::Match;
    for entry in output.claims.iter().filter(|entry| !is_right_cell(entry)) {
        table.add_row([
            entry.line.to_string(),
            entry.of.clone(),
            entry.figure.to_owned(),
            entry.claimed.clone(),
            entry.exact.clone(),
            word(entry.verdict).to_owned(),
        ]);
    }
    align_figures(&mut table, 3..5);
    writeln!(out, "{table}")?;
    let cells = output.claims.iter().filter(is_right_cell).count();
    if cells > 0 {
        let (cells_are, right) = if cells == 1 { ("cell", "is right") } else { ("cells", "are right") };
        writeln!(out, "{cells} {cells_are} of the strategy {right}")?;
    }
    // What holds of all counts of a wager is said once.
    let mut said: BTreeSet<&String> = BTreeSet::new();
    for entry in &output.claims {
        let is_new = entry.remarks.iter().any(|remark| !said.contains(remark));
        if entry.verdict == ClaimStands::Match && !is_new {
            continue;
        }
        said.extend(&entry.remarks);
        writeln!(out, "line {}, {} of {}:", entry.line, entry.figure, entry.of)?;
        if let Some(difference) = entry.difference.as_ref().filter(|_| entry.verdict == ClaimStands::Wrong) {
            writeln!(out, "  claimed less exact: {difference}")?;
        }
        for remark in &entry.remarks {
            writeln!(out, "  {remark}")?;
        }
        for changes in entry.right_under.iter().take(LISTED) {
            writeln!(out, "  right under {}", named(changes))?;
        }
        let more = entry.right_under.len().saturating_sub(LISTED);
        if more > 0 {
            writeln!(out, "  and under {more} more, which `--json` lists")?;
        }
    }
    writeln!(out, "{} match, {} with a rounding slip, {} wrong", output.matches, output.rounding_slips, output.wrong)?;
    Ok(())
}
