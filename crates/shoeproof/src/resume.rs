//! Files from which a long run goes on.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// Which run a file belongs to.
#[derive(Deserialize)]
struct Header {
    format: u32,
    run: String,
}

#[derive(Serialize, Deserialize)]
struct Resume<T> {
    format: u32,
    /// Hash of all that decides the run.
    run: String,
    state: T,
}

/// How far a run has come; `None` if there is no such file.
///
/// # Errors
/// [`Failure::Resume`] if the file cannot be read, or belongs to another version of the program or another run.
pub(crate) fn read<T: DeserializeOwned>(path: &Path, format: u32, run: &str) -> Result<Option<T>, Failure> {
    let text = match input::text(path, input::MOST_OWN) {
        Ok(text) => text,
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => return Err(refused(path, &error.to_string())),
    };
    let no_such_file = |error: serde_json::Error| refused(path, &error.to_string());
    let header: Header = serde_json::from_str(&text).map_err(no_such_file)?;
    if header.format != format {
        return Err(refused(path, "it is of another version of the program"));
    }
    if header.run != run {
        return Err(refused(path, "it belongs to another run: another analysis, or other arguments"));
    }
    let resume: Resume<T> = serde_json::from_str(&text).map_err(no_such_file)?;
    Ok(Some(resume.state))
}

/// Written beside, then renamed, so that a run that is stopped leaves the file before or after.
///
/// # Errors
/// [`Failure::Resume`] if the file cannot be written.
pub(crate) fn write<T: Serialize>(path: &Path, format: u32, run: &str, state: &T) -> Result<(), Failure> {
    let mut name = path.file_name().map(OsStr::to_owned).unwrap_or_default();
    name.push(".part");
    let part: PathBuf = path.with_file_name(name);
    let wrong = |error: io::Error| refused(path, &error.to_string());
    fs::write(&part, serde_json::to_vec(&Resume { format, run: run.to_owned(), state })?).map_err(wrong)?;
    fs::rename(&part, path).map_err(wrong)
}

/// Why a run cannot be taken up from a file.
pub(crate) fn refused(path: &Path, reason: &str) -> Failure {
    Failure::Resume { path: path.to_owned(), reason: reason.to_owned() }
}
