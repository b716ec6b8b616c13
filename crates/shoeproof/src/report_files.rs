//! The files of a report folder against its manifest.

use std::path::Path;

use certificate::{FilesError, MANIFEST_FILE, ReportFiles};
use report::{CERTIFICATE_FILE, COMPARISON_FILE, EXPOSURE_FILE};

use crate::document::refused;
use crate::failure::Failure;

/// Whether a folder may take files that are no report's. `verify` would refuse a report with a file more.
///
/// # Errors
/// [`Failure::Asked`] for a folder with a manifest.
pub fn is_no_report(folder: &Path) -> Result<(), Failure> {
    if folder.join(MANIFEST_FILE).exists() {
        let folder = folder.display();
        return Err(Failure::Asked(format!(
            "{folder} is the folder of a report, which holds nothing else: expected another"
        )));
    }
    Ok(())
}

/// Every file of the manifest is there as it says, the certificate among them, and no other.
pub(crate) fn report_files(dir: &Path) -> Result<ReportFiles, Failure> {
    if !dir.is_dir() {
        return Err(Failure::Unreadable(format!("{} is no folder", dir.display())));
    }
    let files = ReportFiles::check(dir).map_err(|error| match error {
        FilesError::Wrong(reason) => refused(reason),
        other => Failure::Unreadable(other.to_string()),
    })?;
    let has = |name: &str| files.manifest.files.iter().any(|file| file.path == name);
    if !has(CERTIFICATE_FILE) {
        for (name, what, verb) in
            [(COMPARISON_FILE, "a comparison", "compare"), (EXPOSURE_FILE, "an exposure", "exposure")]
        {
            if has(name) {
                return Err(Failure::Unreadable(format!(
                    "{} is the folder of {what}, which has no certificate to check; `shoeproof {verb} --out` makes it again, to be compared",
                    dir.display()
                )));
            }
        }
        return Err(refused(format!("{CERTIFICATE_FILE} is not in the manifest")));
    }
    Ok(files)
}
