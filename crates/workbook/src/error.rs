//! What stops a workbook.

use rust_xlsxwriter::XlsxError;

/// What stops a workbook.
#[derive(Debug, thiserror::Error)]
pub enum WorkbookError {
    /// The document has this where a number belongs.
    #[error("the report has {0:?} where a number belongs")]
    NotANumber(String),
    /// The report does not fit into a spreadsheet.
    #[error("the report does not fit into a spreadsheet: {0}")]
    Xlsx(#[from] XlsxError),
}
