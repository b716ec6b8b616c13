//! What stops a PDF.

use certificate::FilesError;

/// What stops a PDF.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The folder is not what its manifest says.
    #[error(transparent)]
    Folder(#[from] FilesError),
    /// A file that every report has.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A file that is no text.
    #[error("{0} is not UTF-8")]
    NotText(&'static str),
    /// A document of another form.
    #[error("report.json is not of this version: {0}")]
    Document(#[from] serde_json::Error),
    /// A page of another form.
    #[error("report.html cannot be set: {0}")]
    Page(&'static str),
    /// What the typesetter says.
    #[error("the page cannot be set: {0}")]
    Typeset(String),
}
