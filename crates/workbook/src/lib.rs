//! A report as a spreadsheet that a person can follow and change: the figures of a [`certificate::ReportDocument`] as formulas over counts and
//! payouts, beside the figures that the report states. Nothing enters a workbook but the document and the hash of the folder's manifest, so the
//! same report gives the same bytes.
//!
//! | sheet | holds |
//! |---|---|
//! | `Report` | what the report is of, which folder the workbook is made from, and a link to every sheet |
//! | `Checks` | every figure that a formula gives, beside the report's own |
//! | `Base …` | a class of strategies: the value of the round by up card and signal |
//! | `Strategy`, `Exceptions` | the total-dependent strategy in the field's letters, and hands that are better played otherwise |
//! | `Results …` | a class: every result of a round with its probability |
//! | `Hold` | the house's hold over many rounds |
//! | `Meters` | what progressive wagers are worth at a meter, and in the long run |
//! | `Insurance` | insurance, hand by hand |
//! | one for each side wager | outcomes, deals and payouts of every paytable and reading |
//! | `Readings` | the house edge by reading and by number of decks |

mod base_game;
mod check_list;
mod checks;
mod cover;
mod error;
mod hold;
mod insurance;
mod meters;
mod names;
mod page;
mod readings;
mod results;
mod strategy;
mod styles;
mod wager;

use certificate::ReportDocument;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, Worksheet};

pub use error::WorkbookError;

use check_list::Checks;
use cover::{Contents, Source};
use names::Names;
use styles::Styles;

/// The workbook of a report, as the bytes of an XLSX file. `manifest_sha256` is the hash of the manifest of the folder that `document` stands
/// in, which is printed. The same arguments give the same bytes.
///
/// Every formula has its result beside it in the file, so programs that do not calculate show the same figures. A text that a name of the report
/// brings is never a formula.
///
/// Takes less than a second for the largest report, nearly all of it for counting and packing cells.
///
/// # Errors
/// [`WorkbookError::NotANumber`] where the document has a text in place of a number, [`WorkbookError::Xlsx`] where it does not fit into a
/// spreadsheet.
///
/// ```
/// # fn made(document: &certificate::ReportDocument) -> Result<(), workbook::WorkbookError> {
/// let bytes = workbook::workbook(document, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")?;
/// assert!(bytes.starts_with(b"PK"));
/// # Ok(())
/// # }
/// ```
pub fn workbook(document: &ReportDocument, manifest_sha256: &str) -> Result<Vec<u8>, WorkbookError> {
    let styles = Styles::new();
    let mut names = Names::default();
    let mut checks = Checks::default();
    let mut contents = Contents::default();
    let [report, check] = ["Report", "Checks"].map(|name| names.of(name));
    let mut sheets: Vec<Worksheet> = Vec::new();
    let mut add = |page: page::Page<'_>, holds: String| sheets.push(contents.add(page, holds));
    let mut maker = page::Maker { document, styles: &styles, names: &mut names, checks: &mut checks };
    base_game::add(&mut maker, &mut add)?;
    strategy::add(&mut maker, &mut add)?;
    results::add(&mut maker, &mut add)?;
    hold::add(&mut maker, &mut add)?;
    meters::add(&mut maker, &mut add)?;
    insurance::add(&mut maker, &mut add)?;
    wager::add(&mut maker, &mut add)?;
    readings::add(&mut maker, &mut add)?;
    let source = Source { document, manifest_sha256, checks: &check };
    let cover = cover::page(&report, &source, &contents, &styles)?;
    let checked = checks.page(&check, document, &styles)?;

    let mut book = Workbook::new();
    book.set_properties(&properties(document)?);
    book.push_worksheet(cover.into_sheet());
    book.push_worksheet(checked.into_sheet());
    for sheet in sheets {
        book.push_worksheet(sheet);
    }
    Ok(book.save_to_buffer()?)
}

/// The report's date is the workbook's, so that nothing of the machine's clock enters.
fn properties(document: &ReportDocument) -> Result<DocProperties, WorkbookError> {
    let item = &document.item;
    let created = match ExcelDateTime::parse_from_str(&item.date) {
        Ok(date) => date,
        Err(_) => ExcelDateTime::from_ymd(2000, 1, 1)?,
    };
    Ok(DocProperties::new()
        .set_title(&item.title)
        .set_subject(format!("Report {}", item.id))
        .set_author(&item.authoriser)
        .set_company(&document.software.name)
        .set_creation_datetime(&created))
}
