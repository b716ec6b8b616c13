//! The report folder of an analysis.

use std::path::PathBuf;

use certificate::{ClassResult, PerfectBracket, sha256_hex};
use rules::Submission;
use serde::Serialize;

use crate::failure::Failure;
use crate::progress::Steps;
use crate::schema::JsonSchema;
use crate::{catalogue, certification, document, rendering};

/// Where a report is put, and how much it states.
#[derive(Debug, Clone, Default)]
pub struct CertifyWant {
    /// The folder; `reports/<id>` unless given.
    pub out: Option<PathBuf>,
    /// State the distribution of a round also where that takes more than ten minutes of processor time by estimate.
    pub long_distributions: bool,
}

/// A report that has been written.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Certified {
    /// Id of the report.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The base game by strategy class.
    pub base_game: Vec<ClassResult>,
    /// What perfect play lies between, where it is not solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perfect_bracket: Option<PerfectBracket>,
    /// The folder.
    pub dir: PathBuf,
    /// How many files it has.
    pub files: usize,
}

/// The id of a submission's report. That of a changed analysis must not be mistaken for, or replace, the report on the file as it
/// stands.
pub(crate) fn id(submission: &Submission) -> String {
    if submission.files().overrides.is_empty() {
        return submission.id.clone();
    }
    format!("{}-{}", submission.id, &sha256_hex(submission.canonical().as_bytes())[..8])
}

/// As [`crate::Analysis::certify`].
pub(crate) fn certify(submission: &Submission, want: &CertifyWant, steps: &Steps<'_>) -> Result<Certified, Failure> {
    let submission = &catalogue::dated(submission)?;
    let id = id(submission);
    let dir = want.out.clone().unwrap_or_else(|| PathBuf::from("reports").join(&id));
    report::check(&dir)?;
    let certificate = certification::certified(submission, id.clone(), want.long_distributions, steps)?;
    // Where the checker has no room, there is nothing that it could refuse.
    if checker::has_room(submission).is_ok() {
        checker::check_form(submission, &certificate).map_err(|refusal| document::refused(refusal.to_string()))?;
    }
    let document = document::document(submission, &certificate)?;
    let files = rendering::files(submission, &certificate, &document)?;
    let written = report::place(&files, &dir)?;
    Ok(Certified {
        id,
        title: document.item.title,
        base_game: document.base_game,
        perfect_bracket: document.perfect_bracket,
        dir: written.dir,
        files: written.files.len(),
    })
}
