//! `workbook`: a report folder as a spreadsheet.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::arguments::Workbook;
use crate::failed::Failed;
use crate::terminal::{self, escape};

pub(crate) fn run(arguments: &Workbook) -> Result<ExitCode, Failed> {
    let out = arguments.out.clone().unwrap_or_else(|| beside(&arguments.dir, "xlsx"));
    if let Some(folder) = out.parent() {
        shoeproof::is_no_report(folder)?;
    }
    write(&arguments.dir, &out)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the workbook of a folder, and says where it is.
pub(crate) fn write(dir: &Path, out: &Path) -> Result<(), Failed> {
    shoeproof::write_file(out, &shoeproof::workbook(dir)?)?;
    writeln!(terminal::stdout(), "workbook of the report: {}", escape(&out.display().to_string()))?;
    Ok(())
}

/// The folder's name with this ending: `reports/one` becomes `reports/one.xlsx`.
pub(crate) fn beside(dir: &Path, ending: &str) -> PathBuf {
    // Without the slash that may end it.
    let mut name: OsString = dir.components().collect::<PathBuf>().into_os_string();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_stand_beside_their_folder() {
        for dir in ["reports/one.2", "reports/one.2/"] {
            assert_eq!(beside(Path::new(dir), "xlsx"), Path::new("reports/one.2.xlsx"));
        }
    }
}
