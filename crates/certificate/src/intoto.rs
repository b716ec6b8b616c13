//! What is signed: in-toto statements (Statement v1) about the files of a report, and about a verdict on it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::form::{self, FormError};
use crate::manifest::{MANIFEST_FILE, MANIFEST_FORMAT, Manifest};
use crate::sha256_hex;

/// What an envelope says its payload is.
pub const PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";
/// The type of every statement.
pub const STATEMENT_TYPE: &str = "https://in-toto.io/Statement/v1";
/// Says of files that they are one report, whole and as its signers saw it.
pub const REPORT_TYPE: &str = "urn:shoeproof:report:v1";
/// Says of a report's manifest what `verify` found.
pub const VERDICT_TYPE: &str = "urn:shoeproof:verdict:v1";

/// Something said of some files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Statement<P> {
    /// [`STATEMENT_TYPE`].
    #[serde(rename = "_type")]
    pub kind: String,
    /// The files, by name.
    pub subject: Vec<Subject>,
    /// What is said, by a name that is nobody else's.
    pub predicate_type: String,
    /// In detail.
    pub predicate: P,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// Its path in the report folder.
    pub name: String,
    /// Hashes of its bytes by algorithm; here SHA-256 alone.
    pub digest: BTreeMap<String, String>,
}

impl Subject {
    fn new(name: &str, sha256: &str) -> Self {
        Self { name: name.to_owned(), digest: BTreeMap::from([("sha256".to_owned(), sha256.to_owned())]) }
    }

    /// Its SHA-256.
    pub fn sha256(&self) -> Option<&str> {
        self.digest.get("sha256").map(String::as_str)
    }
}

/// What is said of the files of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WholeReport {
    /// The file that lists all others.
    pub manifest: String,
    /// Its format.
    pub format: String,
}

/// The statement that these are the files of a report: those that the manifest lists, and the manifest itself. Canonical, so that
/// one manifest has one statement.
///
/// # Errors
/// [`FormError`] if the bytes are no manifest, or list too many files.
pub(crate) fn report(manifest: &[u8]) -> Result<String, FormError> {
    let files = Manifest::read(manifest)?.files;
    let mut subject: Vec<Subject> = files.iter().map(|file| Subject::new(&file.path, &file.sha256)).collect();
    subject.push(Subject::new(MANIFEST_FILE, &sha256_hex(manifest)));
    subject.sort_by(|a, b| a.name.cmp(&b.name));
    form::write(&Statement {
        kind: STATEMENT_TYPE.to_owned(),
        subject,
        predicate_type: REPORT_TYPE.to_owned(),
        predicate: WholeReport { manifest: MANIFEST_FILE.to_owned(), format: MANIFEST_FORMAT.to_owned() },
    })
}

/// The statement that a verdict was reached on the report whose manifest has this SHA-256.
///
/// # Errors
/// [`FormError::Content`] if the verdict is no JSON.
pub(crate) fn verdict(manifest_sha256: &str, verdict: &serde_json::Value) -> Result<String, FormError> {
    let statement = Statement {
        kind: STATEMENT_TYPE.to_owned(),
        subject: vec![Subject::new(MANIFEST_FILE, manifest_sha256)],
        predicate_type: VERDICT_TYPE.to_owned(),
        predicate: verdict,
    };
    serde_json::to_string(&statement).map_err(|error| FormError::Content(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_and_the_manifest_are_subjects() {
        let manifest = Manifest::of([("report.html", &b"2"[..]), ("a", b"1")]).to_canonical().expect("short");
        let statement: Statement<WholeReport> =
            form::read(report(manifest.as_bytes()).expect("a statement").as_bytes()).expect("canonical");
        assert_eq!(statement.kind, "https://in-toto.io/Statement/v1");
        assert_eq!(statement.predicate_type, REPORT_TYPE);
        let found: Vec<(&str, &str)> =
            statement.subject.iter().map(|file| (file.name.as_str(), file.sha256().expect("a hash"))).collect();
        let [one, two, whole] = [&b"1"[..], b"2", manifest.as_bytes()].map(sha256_hex);
        assert_eq!(found, [("a", &one[..]), ("manifest.json", &whole), ("report.html", &two)]);
        assert!(report(b"{}").is_err());
    }
}
