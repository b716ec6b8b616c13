//! `unit`: one unit of a sweep.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use shoeproof::SweepUnit;

use crate::failed::Failed;
use crate::terminal;

/// Most bytes of a unit: an analysis and a game file.
const MOST: u64 = 16 << 20;

pub(crate) fn run() -> Result<ExitCode, Failed> {
    let mut text = String::new();
    let unread = |error: std::io::Error| Failed::Asked(format!("standard input cannot be read: {error}"));
    std::io::stdin().lock().take(MOST + 1).read_to_string(&mut text).map_err(unread)?;
    if text.len() as u64 > MOST {
        return Err(Failed::Asked(format!("standard input has more than {MOST} bytes, the most that are read")));
    }
    let unit: SweepUnit = serde_json::from_str(&text).map_err(|error| {
        Failed::Asked(format!("standard input is no unit: {error}. `sweep PLAN --print-unit 0` prints one"))
    })?;
    writeln!(terminal::stdout(), "{}", serde_json::to_string(&shoeproof::unit(&unit)?)?)?;
    Ok(ExitCode::SUCCESS)
}
