//! `certify`: the report folder.

use std::io::Write as _;
use std::process::ExitCode;

use shoeproof::{Bracket, CertifyWant};

use crate::arguments::Certify;
use crate::bar::Bar;
use crate::built;
use crate::commands::verify::IN_PART;
use crate::commands::workbook::beside;
use crate::commands::{pdf, workbook};
use crate::failed::Failed;
use crate::terminal;

pub(crate) fn run(arguments: &Certify) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let want = CertifyWant { out: arguments.out.clone(), long_distributions: arguments.long_distributions };
    let checkable = analysis.is_checkable();
    if let Err(refusal) = &checkable {
        terminal::complain(format_args!("warning: `verify` could not check this report: {refusal}"));
    }
    let done = if checkable.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(IN_PART) };
    let details = &analysis.submission().report;
    for contradiction in built::contradictions(details.commit.as_deref(), details.compiler.as_deref()) {
        terminal::complain(format_args!("warning: {}", terminal::escape(&contradiction)));
    }
    if arguments.pdf {
        pdf::is_there()?;
    }
    let report = analysis.certify(&want, &Bar::new())?;
    let mut out = terminal::stdout();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        return Ok(done);
    }
    writeln!(out, "{}", report.title)?;
    for class in &report.base_game {
        writeln!(out, "house edge, {:8} {}%", class.strategy, class.house_edge.percent(6))?;
    }
    if let Some(bracket) = &report.perfect_bracket {
        let Bracket { low, high } = &bracket.house_edge_percent;
        writeln!(out, "house edge, perfect  between {low}% and {high}%")?;
    }
    writeln!(out, "report of {} files: {}", report.files, report.dir.join("report.html").display())?;
    if arguments.workbook {
        workbook::write(&report.dir, &beside(&report.dir, "xlsx"))?;
    }
    if arguments.pdf {
        let file = beside(&report.dir, "pdf");
        pdf::write(&report.dir, &file)?;
        writeln!(out, "PDF of the report: {}", file.display())?;
    }
    Ok(done)
}
