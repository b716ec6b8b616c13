//! Files from which a long run goes on.
//!
//! Two lines of JSON. The first says which version of the format it is, the SHA-256 of the submission, the run (a hash of all that decides
//! it), and the SHA-256 of everything else in the file. The second line is how far the run has come. A file that is damaged, or of
//! another run, is refused: a number changed in it would be a wrong figure, and called exact.
//!
//! A checksum tells damage, not malice: who can write the file can write the checksum too. What is certified is derived again by
//! `verify`, whatever it was computed from.

use std::io;
use std::path::Path;

use certificate::sha256_hex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// Which run a file belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    /// Version of what is kept.
    pub(crate) format: u32,
    /// SHA-256 of the canonical submission.
    pub(crate) submission: String,
    /// Hash of all that decides the run.
    pub(crate) run: String,
}

/// The first line of a file. Files of older versions have no checksum, and all of them on one line.
#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    submission_sha256: Option<String>,
    run: String,
    sha256: Option<String>,
}

impl Run {
    fn checksum(&self, state: &str) -> String {
        sha256_hex(format!("{}\n{}\n{}\n{state}", self.format, self.submission, self.run).as_bytes())
    }

    /// The text of a file.
    pub(crate) fn file(&self, state: &impl Serialize) -> Result<String, serde_json::Error> {
        let state = serde_json::to_string(state)?;
        let header = Header {
            format: self.format,
            submission_sha256: Some(self.submission.clone()),
            run: self.run.clone(),
            sha256: Some(self.checksum(&state)),
        };
        Ok(format!("{}\n{state}\n", serde_json::to_string(&header)?))
    }

    /// How far the run has come by the text of a file, or why it cannot be taken up.
    pub(crate) fn state<T: DeserializeOwned>(&self, text: &str) -> Result<T, String> {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let header: Header = serde_json::from_str(first).map_err(|error| error.to_string())?;
        let known = serde_json::to_value(&header).map_err(|error| error.to_string())?;
        let (Some(checksum), Some(submission)) = (header.sha256, header.submission_sha256) else {
            return Err(
                "it has no checksum: an older version of the program wrote it. Remove it to begin again".to_owned()
            );
        };
        // The checksum does not cover members that nobody knows.
        if serde_json::from_str::<serde_json::Value>(first).is_ok_and(|stated| stated != known) {
            return Err("its first line was damaged or changed".to_owned());
        }
        if header.format != self.format {
            return Err("it is of another version of the program".to_owned());
        }
        let state = rest.strip_suffix('\n').ok_or("its end is missing")?;
        let stated = Self { format: header.format, submission, run: header.run };
        if stated.checksum(state) != checksum {
            return Err("its checksum is not that of its content: it was damaged or changed".to_owned());
        }
        if stated.submission != self.submission {
            let [theirs, ours] = [&stated, self].map(|one| one.submission.get(..12).unwrap_or_default());
            return Err(format!("it belongs to another submission: SHA-256 {theirs}…, not {ours}…"));
        }
        if stated.run != self.run {
            return Err("it belongs to another run: other arguments, or another version of the program".to_owned());
        }
        serde_json::from_str(state).map_err(|error| error.to_string())
    }
}

/// How far a run has come; `None` if there is no such file.
///
/// # Errors
/// [`Failure::Resume`] if the file cannot be read, is damaged, or belongs to another version of the program or another run.
pub(crate) fn read<T: DeserializeOwned>(path: &Path, run: &Run) -> Result<Option<T>, Failure> {
    match input::text(path, input::MOST_OWN) {
        Ok(text) => run.state(&text).map(Some).map_err(|reason| refused(path, &reason)),
        Err(error) if error.is_missing() => Ok(None),
        Err(error) => Err(refused(path, &error.to_string())),
    }
}

/// Written whole, so that a run that is stopped leaves the file before or after.
///
/// # Errors
/// [`Failure::Resume`] if the file cannot be written.
pub(crate) fn write(path: &Path, run: &Run, state: &impl Serialize) -> Result<(), Failure> {
    let text = run.file(state)?;
    let failed = |error: io::Error| refused(path, &error.to_string());
    input::put(path, input::Survives::PowerCut, |file| file.write_all(text.as_bytes()).map_err(failed), failed)
}

/// Why a run cannot be taken up from a file.
pub(crate) fn refused(path: &Path, reason: &str) -> Failure {
    Failure::Resume { path: path.to_owned(), reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        Run { format: 7, submission: sha256_hex(b"rules"), run: sha256_hex(b"rules and seed") }
    }

    #[test]
    fn what_is_written_is_read_again_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.json");
        assert_eq!(read::<Vec<u64>>(&path, &run()).expect("no file"), None);
        for state in [vec![1_u64, 2], vec![3]] {
            write(&path, &run(), &state).expect("written");
            assert_eq!(read(&path, &run()).expect("the file"), Some(state));
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }

    /// Every byte of the file is under the checksum, or is the checksum.
    #[test]
    fn a_byte_changed_or_missing_is_refused() {
        let text = run().file(&vec![1_u64, 22]).expect("a text");
        assert_eq!(run().state::<Vec<u64>>(&text), Ok(vec![1, 22]));
        for at in 0..text.len() {
            for byte in [b'0', b'1', b'2', b' ', b',', b'\n', b'"'] {
                let mut other = text.clone().into_bytes();
                other[at] = byte;
                let other = String::from_utf8(other).expect("ASCII");
                let refused = run().state::<Vec<u64>>(&other).is_err();
                // White space for a line break is refused; the same byte is the same file.
                assert!(refused || other == text, "byte {at}: {other}");
            }
            assert!(run().state::<Vec<u64>>(&text[..at]).is_err(), "{at} bytes");
        }
        assert!(run().state::<Vec<u64>>(&format!("{text}{text}")).is_err());
    }

    #[test]
    fn files_of_other_runs_and_versions_say_so() {
        let refused = |text: &str| run().state::<Vec<u64>>(text).expect_err("refused");
        let text = |other: Run| other.file(&vec![1_u64]).expect("a text");
        assert!(refused(&text(Run { format: 8, ..run() })).contains("another version"));
        assert!(
            refused(&text(Run { submission: sha256_hex(b""), ..run() }))
                .contains("another submission: SHA-256 e3b0c44298fc…")
        );
        assert!(refused(&text(Run { run: sha256_hex(b""), ..run() })).contains("another run"));
        // As files were until now.
        assert!(refused(r#"{"format":7,"run":"x","state":[1]}"#).contains("no checksum: an older version"));
        assert!(refused("{").contains("EOF") && refused("").contains("EOF"));
    }

    #[test]
    fn what_is_no_file_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let words = read::<Vec<u64>>(folder.path(), &run()).expect_err("a folder").to_string();
        assert!(words.contains("not a regular file"), "{words}");
        #[cfg(unix)]
        {
            let words = read::<Vec<u64>>(Path::new("/dev/zero"), &run()).expect_err("no end").to_string();
            assert!(words.contains("not a regular file"), "{words}");
        }
    }
}
