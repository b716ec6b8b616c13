//! `certify`: computes the certificate, and writes the folder that it implies.

use std::io::Write as _;
use std::path::PathBuf;

use certificate::sha256_hex;

use crate::arguments::Certify;
use crate::certification::{self, Steps};
use crate::corroborate::Rounds;
use crate::failure::Failure;
use crate::{document, progress, rendering, terminal};

pub(crate) fn run(arguments: &Certify) -> Result<(), Failure> {
    let submission = arguments.analysis.load()?;
    let hash = sha256_hex(submission.canonical().as_bytes());
    // A report on a changed analysis must not be mistaken for, or replace, the report on the file as it stands.
    let id = if arguments.analysis.is_changed() {
        format!("{}-{}", submission.id, &hash[..8])
    } else {
        submission.id.clone()
    };
    let dir = arguments.out.clone().unwrap_or_else(|| PathBuf::from("reports").join(&id));
    report::check(&dir)?;
    if let Err(refusal) = checker::has_room(&submission) {
        terminal::complain(format_args!("warning: `verify` could not check this report: {refusal}"));
    }
    let bar = progress::bar(certification::steps(&submission, Rounds::of(&submission)?.as_ref()));
    let certificate = certification::certificate(&submission, id, arguments.long_laws, &bar)?;
    let document = document::document(&submission, &certificate)?;
    let files = rendering::files(&submission, &certificate, &document)?;
    bar.finish();
    let written = report::place(&files, &dir)?;
    let mut out = terminal::stdout();
    writeln!(out, "{}", document.item.title)?;
    for class in &document.base_game {
        writeln!(out, "house edge, {:8} {}%", class.strategy, class.house_edge.percent(6))?;
    }
    if let Some(bracket) = &document.perfect_bracket {
        let certificate::Bracket { low, high } = &bracket.house_edge_percent;
        writeln!(out, "house edge, perfect  between {low}% and {high}%")?;
    }
    writeln!(out, "report of {} files: {}", written.files.len(), written.dir.join("report.html").display())?;
    Ok(())
}

impl Steps for progress::Progress {
    fn step(&self, message: &str) {
        Self::step(self, message);
    }

    fn note(&self, message: &str) {
        Self::note(self, message);
    }
}
