//! Report folders: judged, with the keys that must have signed them.

use std::path::{Path, PathBuf};

use certificate::{MANIFEST_FILE, ReportFiles, sha256_hex};
use rules::Submission;
use serde::Serialize;

use crate::analysis::Analysis;
use crate::failure::Failure;
use crate::progress::{Progress, Steps, told};
use crate::report_files::report_files;
use crate::schema::JsonSchema;
use crate::signature_check::{self, check_signatures};
use crate::verification::{self, Judgement, Thoroughness};

/// What a report folder is judged by besides itself.
#[derive(Debug, Clone)]
pub struct VerifyWant {
    /// How thoroughly.
    pub thoroughness: Thoroughness,
    /// Public keys that must all have signed it.
    pub keys: Vec<PathBuf>,
    /// A secret key with which the verdict is signed, in a file beside the folder that must not be there yet.
    pub attest: Option<PathBuf>,
}

/// The verdict on a report folder.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Verified {
    /// `good`, `good as far as checked` or `refused`.
    pub verdict: &'static str,
    /// The first thing that does not hold, of a report that is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// A remark on each signature.
    pub signatures: Vec<String>,
    /// The judgement on a report that is not refused.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

impl Verified {
    /// Of a report that is refused.
    pub fn refused(reason: String) -> Self {
        Self { verdict: "refused", refused: Some(reason), signatures: Vec::new(), judgement: None }
    }

    /// Whether every claim was checked.
    pub fn is_complete(&self) -> bool {
        self.judgement.as_ref().is_some_and(Judgement::is_complete)
    }
}

/// A report folder judged: its files are what its certificate implies, the certificate's claims are derived again, and the keys given
/// have signed. `brought` is what the report must be of, where somebody brings an analysis.
///
/// ```no_run
/// use std::path::Path;
///
/// use shoeproof::{Level, Silent, Thoroughness, VerifyWant};
///
/// let want = VerifyWant { thoroughness: Thoroughness::new(Level::Usual)?, keys: Vec::new(), attest: None };
/// let verified = shoeproof::verify(Path::new("reports/pa-685a-down-under-6-decks"), None, &want, &Silent)?;
/// println!("{}", verified.verdict);
/// # Ok::<(), shoeproof::Failure>(())
/// ```
///
/// # Errors
/// [`Failure::Refused`] for the first thing that does not hold; [`Failure::Unreadable`] for what is no folder or no key.
pub fn verify(
    dir: &Path,
    brought: Option<&Analysis>,
    want: &VerifyWant,
    progress: &dyn Progress,
) -> Result<Verified, Failure> {
    told(progress, |steps| verified(dir, brought.map(Analysis::submission), want, steps))
}

fn verified(
    dir: &Path,
    brought: Option<&Submission>,
    want: &VerifyWant,
    steps: &Steps<'_>,
) -> Result<Verified, Failure> {
    let ReportFiles { manifest_bytes: manifest, contents: mut files, .. } = report_files(dir)?;
    let signatures = check_signatures(dir, &manifest, &want.keys)?;
    files.insert(MANIFEST_FILE.to_owned(), manifest.clone());
    let judgement = verification::judged(&files, brought, &want.thoroughness, steps)?;
    let verdict = judgement.verdict();
    let mut verified = Verified { verdict, refused: None, signatures, judgement: Some(judgement) };
    if let Some(key) = &want.attest {
        let text = serde_json::to_string(&verified)?;
        let path = signature_check::attest(dir, key, &sha256_hex(&manifest), &text)?;
        verified.signatures.push(format!("verdict signed in {}", path.display()));
    }
    Ok(verified)
}
