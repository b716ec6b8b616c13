//! A report folder as a function of submission and certificate: what `certify` writes, and what `verify` compares with.

use certificate::{Certificate, Manifest, ReportDocument};
use certificate::{MANIFEST_FILE, form};
use report::CERTIFICATE_FILE;
use rules::{Override, Submission, SubmissionFiles};

use crate::document::refused;
use crate::failure::Failure;

/// The analysis in a report folder.
pub const ANALYSIS_FILE: &str = "submission/analysis.toml";
/// The game file in a report folder.
pub const GAME_FILE: &str = "submission/game.toml";
/// What was set over the analysis, in a report folder; left out where nothing was.
pub const OVERRIDES_FILE: &str = "submission/overrides.json";

/// Every file of the report's folder but a signature, by name, the manifest last.
///
/// The same submission and certificate give the same bytes; the document must be [`crate::document::document`]'s.
///
/// # Errors
/// What stops the rendering.
pub(crate) fn files(
    submission: &Submission,
    certificate: &Certificate,
    document: &ReportDocument,
) -> Result<Vec<(String, String)>, Failure> {
    let mut files = report::rendered(document)?;
    files.push((CERTIFICATE_FILE.to_owned(), certificate.to_canonical()?));
    let submitted = submission.files();
    if !submitted.overrides.is_empty() {
        let overrides: Vec<String> = submitted.overrides.iter().map(Override::to_string).collect();
        files.push((OVERRIDES_FILE.to_owned(), form::write(&overrides)?));
    }
    files.push((ANALYSIS_FILE.to_owned(), submitted.analysis));
    files.push((GAME_FILE.to_owned(), submitted.game));
    with_manifest(files)
}

/// Files by name, and last the manifest that accounts for them.
///
/// # Errors
/// What the manifest's form does not allow.
pub(crate) fn with_manifest(mut files: Vec<(String, String)>) -> Result<Vec<(String, String)>, Failure> {
    let manifest = Manifest::of(files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())));
    files.push((MANIFEST_FILE.to_owned(), manifest.to_canonical()?));
    Ok(files)
}

/// Every file of the report that a submission and a certificate imply, by name; a signature is not among them.
///
/// Nothing else enters: the same two give the same bytes. The certificate is not checked here.
///
/// # Errors
/// [`Failure::Refused`] for a claim from which nothing can be derived.
pub fn render(submission: &Submission, certificate: &Certificate) -> Result<Vec<(String, String)>, Failure> {
    files(submission, certificate, &crate::document::document(submission, certificate)?)
}

/// The submission that a folder holds; `read` gives the text of a file of it, or none where it is not there.
///
/// # Errors
/// [`Failure::Refused`] where a file is missing or is no list of overrides, and what is wrong with the texts.
pub fn submission(mut read: impl FnMut(&str) -> Result<Option<String>, Failure>) -> Result<Submission, Failure> {
    let missing = |name: &str| refused(format!("{name} is missing: this folder does not say what it is a report of"));
    let overrides = match read(OVERRIDES_FILE)? {
        None => Vec::new(),
        Some(text) => {
            let wrong = |error: String| refused(format!("{OVERRIDES_FILE}: {error}"));
            let list: Vec<String> = form::read(text.as_bytes()).map_err(|error| wrong(error.to_string()))?;
            list.iter().map(|one| one.parse::<Override>().map_err(wrong)).collect::<Result<_, _>>()?
        }
    };
    let analysis = read(ANALYSIS_FILE)?.ok_or_else(|| missing(ANALYSIS_FILE))?;
    let game = read(GAME_FILE)?.ok_or_else(|| missing(GAME_FILE))?;
    Ok(Submission::read(&SubmissionFiles { analysis, game, overrides })?)
}
