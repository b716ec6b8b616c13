//! The files of a report folder against its manifest.

use std::path::Path;

use certificate::{FilesError, ReportFiles};
use report::CERTIFICATE_FILE;

use crate::document::refused;
use crate::failure::Failure;

/// Every file of the manifest is there as it says, the certificate among them, and no other.
pub(crate) fn report_files(dir: &Path) -> Result<ReportFiles, Failure> {
    if !dir.is_dir() {
        return Err(Failure::Unreadable(format!("{} is no folder", dir.display())));
    }
    let files = ReportFiles::check(dir).map_err(|error| match error {
        FilesError::Wrong(reason) => refused(reason),
        other => Failure::Unreadable(other.to_string()),
    })?;
    if !files.manifest.files.iter().any(|file| file.path == CERTIFICATE_FILE) {
        return Err(refused(format!("{CERTIFICATE_FILE} is not in the manifest")));
    }
    Ok(files)
}
