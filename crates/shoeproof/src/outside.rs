//! What reads text from outside, for fuzz targets and tests of changed files. No interface: it changes with the program.

use std::path::Path;

use rules::{RulesError, Source};

use crate::claims::Claims;
use crate::interval::Interval;
use crate::perfect::{self, Kept};
use crate::printed::{Printed, Quantity};
use crate::resume::Run;

/// The figures of a file of claims whose name is this: how many, and whether the line of each is one of the text.
///
/// # Errors
/// If it is refused.
pub fn claims(name: &str, text: &str) -> Result<(usize, bool), RulesError> {
    let claims = Claims::parse(Source::inline(name.to_owned(), text), Path::new(name))?;
    let lines = 1 + text.bytes().filter(|&byte| byte == b'\n').count();
    let in_text = claims.claims.iter().all(|claim| (1..=lines).contains(&claims.line(claim)));
    Ok((claims.claims.len(), in_text))
}

/// A number as somebody printed it, compared with itself; `None` if it is refused. The second says that it is its own rounding.
pub fn printed(text: &str) -> Option<(String, bool)> {
    let printed: Printed = text.parse().ok()?;
    let itself = Quantity::Number(printed.value.clone());
    let [low, high] = printed.interval();
    let agrees =
        printed.against(&itself) != crate::printed::Printing::Wrong && low <= printed.value && printed.value <= high;
    Some((format!("{} {}", printed.like(&itself), printed.difference(&itself)), agrees))
}

/// A published edge, as `reconcile --edge` reads it.
///
/// # Errors
/// If it is refused.
pub fn edge(text: &str) -> Result<(), String> {
    text.parse::<Interval>().map(drop)
}

/// The parts of perfect play that a file keeps, read as if its checksum were right: how many.
///
/// # Errors
/// If they are refused.
pub fn kept_parts(state: &str) -> Result<usize, String> {
    let kept: Vec<Kept> = serde_json::from_str(state).map_err(|error| error.to_string())?;
    perfect::known(Path::new("file"), &kept).map(|known| known.len()).map_err(|failure| failure.to_string())
}

/// The text of a file from which a run goes on that has come to this state.
pub fn resume_file(state: &[u64]) -> Option<String> {
    run().file(&state).ok()
}

/// What is read of a file from which that run goes on.
///
/// # Errors
/// If it is refused.
pub fn resumed(text: &str) -> Result<Vec<u64>, String> {
    run().state(text)
}

fn run() -> Run {
    let hash = |text: &str| certificate::sha256_hex(text.as_bytes());
    Run { format: 1, submission: hash("submission"), run: hash("run") }
}
