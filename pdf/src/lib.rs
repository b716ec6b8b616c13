//! A report folder as a PDF: PDF/A-3a and PDF/UA-1, tagged, with the certificate attached.
//!
//! The document is set from the folder's own page, `report.html`: whatever that says is data for the template, never markup, so nothing is said
//! twice and nothing is added. `shoeproof verify` renders the page again, and this program sets it again: the same folder and program give the same bytes.

mod error;
mod press;
mod tree;

use std::path::Path;

use certificate::{MANIFEST_FILE, ReportDocument, ReportFiles, sha256_hex};
use serde_json::json;

pub use error::PdfError;

/// The program, as a document names it that it made.
pub const MAKER: &str = concat!("shoeproof-pdf ", env!("CARGO_PKG_VERSION"));

const PAGE: &str = "report.html";
const DOCUMENT: &str = "report.json";
const CERTIFICATE: &str = "certificate.json";

/// The PDF of a report folder, whose files must be what its manifest says. Whether they are what the certificate implies, and whether that is true, is for
/// `shoeproof verify` to say. Takes seconds.
///
/// # Errors
/// [`PdfError`] for a folder that is no report, and for a page that cannot be set.
pub fn pdf(dir: &Path) -> Result<Vec<u8>, PdfError> {
    let folder = ReportFiles::check(dir)?;
    let file = |name: &'static str| folder.contents.get(name).ok_or(PdfError::Missing(name));
    let page = std::str::from_utf8(file(PAGE)?).map_err(|_| PdfError::NotText(PAGE))?;
    let document: ReportDocument = serde_json::from_slice(file(DOCUMENT)?)?;
    let body = tree::read(page)?;
    let item = &document.item;
    let hash = sha256_hex(&folder.manifest_bytes);
    let about = json!({
        "title": item.title,
        "id": item.id,
        "date": date(&item.date),
        "date_text": item.date,
        "authoriser": item.authoriser,
        "laboratory": document.particulars.laboratory,
        "regulation": item.regulation,
        "software": format!("{} {}", document.software.name, document.software.version),
        "manifest": MANIFEST_FILE,
        "manifest_sha256": hash,
        "submission_sha256": item.submission_sha256,
    });
    let mut files = vec![
        ("about.json".to_owned(), serde_json::to_vec(&about)?),
        ("body.json".to_owned(), serde_json::to_vec(&body.root)?),
        (CERTIFICATE.to_owned(), file(CERTIFICATE)?.clone()),
    ];
    for (at, chart) in body.charts.into_iter().enumerate() {
        files.push((format!("chart-{at}.svg"), chart.into_bytes()));
    }
    press::print(files, &format!("{} {hash}", item.id))
}

/// Year, month and day of a date such as `2026-11-21`; the first day of 2000 for a text that is none.
fn date(text: &str) -> [u16; 3] {
    const NONE: [u16; 3] = [2000, 1, 1];
    let parts: Vec<u16> = text.split('-').map_while(|part| part.parse().ok()).collect();
    let [year, month, day] = parts[..] else { return NONE };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    if (1..=last).contains(&day) { [year, month, day] } else { NONE }
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_that_no_calendar_has_are_no_dates() {
        assert_eq!(date("2026-11-21"), [2026, 11, 21]);
        assert_eq!(date("2024-02-29"), [2024, 2, 29]);
        for text in ["", "2026", "2026-13-01", "2026-02-30", "2026-04-31", "soon", "2026-01-01-01"] {
            assert_eq!(date(text), [2000, 1, 1], "{text}");
        }
    }
}
