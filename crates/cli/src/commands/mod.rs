//! One file a command: what it asks of the library, and how it prints the answer.

pub(crate) mod approximate;
mod ceiling_lines;
pub(crate) mod certify;
pub(crate) mod chart;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod cut_card;
pub(crate) mod dealer;
pub(crate) mod explore;
pub(crate) mod exposure;
pub(crate) mod follow;
pub(crate) mod games;
pub(crate) mod inspect;
pub(crate) mod keygen;
pub(crate) mod new;
mod pdf;
pub(crate) mod reconcile;
pub(crate) mod sign;
pub(crate) mod simulate;
pub(crate) mod solve;
pub(crate) mod sweep;
pub(crate) mod unit;
pub(crate) mod value;
pub(crate) mod verify;
mod wager_lines;
pub(crate) mod wagers;
pub(crate) mod workbook;

use std::path::Path;

use crate::failed::Failed;

/// Writes a file, in place of what it holds.
fn write_file(path: &Path, content: &[u8]) -> Result<(), Failed> {
    std::fs::write(path, content)
        .map_err(|error| Failed::Asked(format!("{} cannot be written: {error}", path.display())))
}
