//! Why a report was not written.

use std::{io, path::PathBuf};

/// Why a report was not written. The folder that was there before is there still.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The destination holds something that is not a whole report and nothing else, so it is not replaced.
    #[error("{} holds something else than what is put there: {reason}; choose another folder or empty this one", dir.display())]
    NotAReport {
        /// The destination.
        dir: PathBuf,
        /// What is missing, changed or foreign.
        reason: String,
    },
    /// The destination holds a report that somebody has signed.
    #[error("{} holds a signed report, and its signature would be lost; move it away or choose another folder", .0.display())]
    Signed(PathBuf),
    /// The destination has no last component to name a folder by, such as `/` or `..`, or the program runs inside it.
    #[error("{} does not name a folder that could be replaced", .0.display())]
    NoName(PathBuf),
    /// The file system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was attempted, such as `create`.
        action: &'static str,
        /// On which path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The two renames that replace a report failed halfway and the first could not be undone.
    #[error("cannot put {} in place: {source}; the report that was there before is kept at {}", dir.display(), kept.display())]
    Stranded {
        /// The destination.
        dir: PathBuf,
        /// Where the old report is.
        kept: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A chart could not be drawn.
    #[error("cannot draw {chart}: {reason}")]
    Chart {
        /// File name of the chart.
        chart: String,
        /// The drawing library's reason.
        reason: String,
    },
    /// The page could not be rendered.
    #[error("cannot render report.html: {0}")]
    Page(#[from] minijinja::Error),
    /// The manifest is beyond its limits.
    #[error("cannot write manifest.json: {0}")]
    Manifest(#[from] certificate::form::FormError),
    /// The document could not be written as JSON.
    #[error("cannot render report.json: {0}")]
    Json(#[from] serde_json::Error),
}

impl ReportError {
    pub(crate) fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }
}
