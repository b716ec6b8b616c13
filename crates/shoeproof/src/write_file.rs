//! A file that a face writes of an answer, such as a workbook.

use std::path::Path;

use crate::failure::Failure;

/// Puts a file in its place whole, or leaves what is there. A link is followed, and what is no regular file is written to as it is.
///
/// # Errors
/// [`Failure::Unreadable`] with the path, if it cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error| Failure::not_written(path, &error);
    input::put(path, input::Survives::PowerCut, |file| file.write_all(bytes).map_err(failed), failed)
}
