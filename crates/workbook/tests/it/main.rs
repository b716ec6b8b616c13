//! Workbooks as files: what is a formula in them and what is not.

use std::io::{Cursor, Read as _};
use std::path::Path;

use certificate::{Exact, ReportDocument};
use workbook::{WorkbookError, workbook};
use zip::ZipArchive;

const HASH: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// The committed report.
fn document() -> ReportDocument {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/pa-685a-down-under-6-decks/report.json");
    serde_json::from_slice(&std::fs::read(path).expect("the committed report")).expect("a document")
}

/// A part of the file, by what its name begins with; several are put together.
fn part(bytes: &[u8], begins: &str) -> String {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("a ZIP file");
    let mut text = String::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).expect("listed");
        if file.name_raw().starts_with(begins.as_bytes()) {
            file.read_to_string(&mut text).expect("text");
        }
    }
    assert!(!text.is_empty(), "{begins}");
    text
}

/// The formulas of all sheets.
fn formulas(bytes: &[u8]) -> Vec<String> {
    let sheets = part(bytes, "xl/worksheets/sheet");
    sheets.split("<f>").skip(1).map(|rest| rest.split("</f>").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_same_report_gives_the_same_bytes_and_every_formula_has_its_result() {
    let document = document();
    let bytes = workbook(&document, HASH).expect("a workbook");
    assert!(bytes == workbook(&document, HASH).expect("a workbook"));
    let sheets = part(&bytes, "xl/worksheets/sheet");
    let results = sheets.split("</f><v>").skip(1).filter(|rest| !rest.starts_with('<')).count();
    assert!(results > 1000);
    assert_eq!(formulas(&bytes).len(), results);
    let book = part(&bytes, "xl/workbook.xml");
    for name in ["Report", "Checks", "Base TD", "Base CDZ-", "Base Perfect", "Strategy", "Results TD", "Hold", "Meters"]
    {
        assert!(book.contains(&format!("name=\"{name}\"")), "{name}");
    }
    assert!(book.contains("name=\"Match-the-Dealer\""), "a sheet for a wager");
    let texts = part(&bytes, "xl/sharedStrings.xml");
    assert!(texts.contains(HASH) && texts.contains("pa-685a-down-under-6-decks"));
    let core = part(&bytes, "docProps/core.xml");
    assert!(core.contains(&format!("{}T00:00:00Z", document.item.date)), "the date of the report and no other: {core}");
}

/// Of a game whose wager is two, no figure of the base game may be said to be per unit of one.
#[test]
fn the_unit_of_the_base_game_is_the_reports() {
    let document = ReportDocument { unit: "both initial wagers together".to_owned(), ..document() };
    let texts = part(&workbook(&document, HASH).expect("a workbook"), "xl/sharedStrings.xml");
    for text in ["The base game, per unit of", "net result per unit of", "Return to the player (RTP), per unit of"] {
        let of_one = format!("{text} initial wager");
        assert!(texts.contains(&format!("{text} both initial wagers together")) && !texts.contains(&of_one), "{text}");
    }
}

/// Other figures, other bytes: the comparison of `verify` would be worth nothing otherwise.
#[test]
fn a_figure_or_a_hash_that_differs_changes_the_bytes() {
    let mut other = document();
    let bytes = workbook(&other, HASH).expect("a workbook");
    assert!(bytes != workbook(&other, "00").expect("a workbook"));
    let line = &mut other.wagers[0].lines[0];
    line.combinations = "1".to_owned();
    assert!(bytes != workbook(&other, HASH).expect("a workbook"));
}

#[test]
fn names_are_never_formulas() {
    let evil = "=HYPERLINK(\"http://example.org\",\"x\")";
    let mut document = document();
    document.item.title = evil.to_owned();
    document.item.client = "+HYPERLINK(1)".to_owned();
    document.item.authoriser = "@HYPERLINK(1)".to_owned();
    document.rules.clear();
    for wager in &mut document.wagers {
        wager.title = evil.to_owned();
        wager.paytable = "-HYPERLINK(1)".to_owned();
        wager.lines[0].name = "\t=HYPERLINK(1)".to_owned();
    }
    for cell in &mut document.strategy {
        cell.code = format!("={}", cell.code);
    }
    let bytes = workbook(&document, HASH).expect("a workbook");
    let formulas = formulas(&bytes);
    // A sheet is named for a wager, and a formula may refer to that sheet.
    let calls = formulas.iter().filter(|formula| formula.contains("HYPERLINK("));
    assert_eq!(calls.count(), 0);
    assert!(part(&bytes, "xl/sharedStrings.xml").contains("=HYPERLINK("));
    assert!(part(&bytes, "xl/styles.xml").contains("quotePrefix=\"1\""), "they stay texts when the cell is edited");
}

#[test]
fn a_text_in_place_of_a_number_is_refused() {
    let mut other = document();
    other.wagers[0].lines[0].pays = "eleven".to_owned();
    let refused = workbook(&other, HASH).expect_err("no number");
    assert!(matches!(&refused, WorkbookError::NotANumber(text) if text == "eleven"), "{refused}");
    let mut other = document();
    other.base_game[0].ev = Exact { fraction: "1/0".to_owned(), decimal: String::new() };
    assert!(workbook(&other, HASH).is_err());
}
