//! The workbook of a report folder: made from it, and compared with it.

use std::path::Path;

use certificate::{MANIFEST_FILE, ReportFiles, sha256_hex};

use crate::document::refused;
use crate::failure::Failure;
use crate::report_files::report_files;
use crate::verification;

/// The bytes of an XLSX file with the figures of a report folder as live formulas, beside the report's own.
///
/// The folder's files must be what its certificate implies, byte for byte. Its claims are not derived again: [`crate::verify()`] does that. The
/// same folder gives the same bytes. Takes about a second.
///
/// ```no_run
/// use std::path::Path;
///
/// let folder = Path::new("reports/pa-685a-down-under-6-decks");
/// std::fs::write("par-sheet.xlsx", shoeproof::workbook(folder)?)?;
/// shoeproof::verify_workbook(folder, Path::new("par-sheet.xlsx"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Failure::Refused`] for a folder that is not what its certificate implies, [`Failure::Unreadable`] for what is no folder, and
/// [`Failure::Workbook`] where the report does not fit into a spreadsheet.
pub fn workbook(dir: &Path) -> Result<Vec<u8>, Failure> {
    let ReportFiles { manifest_bytes, contents: mut files, .. } = report_files(dir)?;
    let hash = sha256_hex(&manifest_bytes);
    files.insert(MANIFEST_FILE.to_owned(), manifest_bytes);
    Ok(workbook::workbook(&verification::implied(&files)?, &hash)?)
}

/// Whether a file is the workbook of a report folder, byte for byte, as [`workbook()`] makes it.
///
/// # Errors
/// [`Failure::Refused`] if it is not; otherwise as [`workbook()`].
pub fn verify_workbook(dir: &Path, file: &Path) -> Result<(), Failure> {
    let shown = file.display();
    let found = input::bytes(file, input::MOST_TABLE)
        .map_err(|error| Failure::Unreadable(format!("cannot read {shown}: {error}")))?;
    if workbook(dir)? == found {
        return Ok(());
    }
    Err(refused(format!("{shown} is not the workbook of this report")))
}
