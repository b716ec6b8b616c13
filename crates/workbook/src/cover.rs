//! The first sheet: what the report is of, which folder it is in, and where everything stands.

use certificate::{Particulars, ReportDocument};
use report::{class_short, decks_in_words};
use rust_xlsxwriter::Worksheet;

use crate::checks::{ALL_AGREE, VERDICT};
use crate::error::WorkbookError;
use crate::names::quoted;
use crate::page::{Page, cell, float};
use crate::styles::Styles;

/// The last column.
const LAST: u16 = 7;

/// The sheets in their order, with what each holds.
#[derive(Default)]
pub(crate) struct Contents {
    list: Vec<(String, String)>,
}

impl Contents {
    pub(crate) fn add(&mut self, page: Page<'_>, holds: String) -> Worksheet {
        self.list.push((page.name.clone(), holds));
        page.into_sheet()
    }
}

/// What the workbook is made from.
pub(crate) struct Source<'a> {
    pub(crate) document: &'a ReportDocument,
    pub(crate) manifest_sha256: &'a str,
    /// The name of the sheet of checks.
    pub(crate) checks: &'a str,
}

pub(crate) fn page<'a>(
    name: &str,
    source: &Source<'_>,
    contents: &Contents,
    styles: &'a Styles,
) -> Result<Page<'a>, WorkbookError> {
    let item = &source.document.item;
    let mut page = Page::new(name, &item.title, source.document, styles)?;
    page.widths(&[30.0, 17.0, 17.0, 17.0, 17.0, 17.0, 18.0, 75.0])?;
    let row = identity(&mut page, source)?;
    let row = edges(&mut page, source.document, row + 1)?;
    let row = made_from(&mut page, source, row + 1)?;
    page.text((row + 1, 0), "Sheets", &styles.heading)?;
    let verdict = (source.checks.to_owned(), "every figure that a formula gives, beside the report's own".to_owned());
    for (row, (sheet, holds)) in (row + 2..).zip(std::iter::once(&verdict).chain(&contents.list)) {
        page.link((row, 0), sheet, "A1", sheet)?;
        page.text((row, 1), holds, &styles.text)?;
    }
    Ok(page)
}

/// Returns the first free row.
fn identity(page: &mut Page<'_>, source: &Source<'_>) -> Result<u32, WorkbookError> {
    let (styles, document) = (page.styles, source.document);
    let item = &document.item;
    let shoe: u64 = item.shoe.iter().map(|count| u64::from(*count)).sum();
    let decks = item.decks.map_or_else(String::new, |decks| format!("{}, ", decks_in_words(decks)));
    let mut lines = vec![
        ("Par sheet of report", item.id.clone()),
        ("Game", format!("{} ({})", item.game_title, item.game)),
        ("Regulation", item.regulation.clone()),
        ("Shoe", format!("{decks}{shoe} cards")),
        ("Client", item.client.clone()),
        ("Authorised by", item.authoriser.clone()),
        ("Date of the report", item.date.clone()),
        ("Software", format!("{} {}", document.software.name, document.software.version)),
    ];
    lines.extend(particulars(&document.particulars));
    lines.push(("Options and readings", chosen(document)));
    let labels = std::iter::once("Deviations and remarks").chain(std::iter::repeat(""));
    lines.extend(labels.zip(document.deviations.iter().cloned()));
    let stated = document.unchecked.iter().filter(|one| !one.is_derived_in_full).map(|one| one.claim.as_str());
    let stated = stated.collect::<Vec<_>>().join("; ");
    lines.extend(Some(("Stated, not checked", stated)).filter(|(_, text)| !text.is_empty()));
    let mut row = 2;
    for (label, text) in &lines {
        page.text((row, 0), label, &styles.bold)?;
        // As many letters fit the columns that a text goes over.
        let height = u32::try_from(text.len() / 120).unwrap_or(0) + 1;
        if height > 1 {
            page.prose((row, 1), LAST, height, text)?;
        } else {
            page.text((row, 1), text, &styles.text)?;
        }
        row += 1;
    }
    Ok(row)
}

/// What the submission states of the laboratory and its work, and what it leaves out.
fn particulars(stated: &Particulars) -> Vec<(&'static str, String)> {
    let laboratory = [&stated.laboratory, &stated.laboratory_address];
    let laboratory: Vec<&str> = laboratory.into_iter().flatten().map(String::as_str).collect();
    let revision = stated.revisions.as_ref().map(|all| match all.last() {
        Some(last) => format!("{}, {}: {}", last.revision, last.date, last.changes),
        None => "no former issue".to_owned(),
    });
    let performed = stated.performed.as_ref().map(|[first, last]| format!("{first} to {last}"));
    let providers = stated.external_providers.as_ref().map(|all| match all.is_empty() {
        true => "none".to_owned(),
        false => all.join("; "),
    });
    let lines = [
        ("Laboratory", Some(laboratory.join(", ")).filter(|text| !text.is_empty())),
        ("Place of the work", stated.place.clone()),
        ("Contact of the client", stated.client_contact.clone()),
        ("Item received", stated.received.clone()),
        ("Work done", performed),
        ("External providers", providers),
        ("Decision rule", stated.decision_rule.clone()),
        ("Revision", revision),
        ("Commit, as stated", stated.commit.clone()),
        ("Compiler, as stated", stated.compiler.clone()),
    ];
    let missing: Vec<&str> = stated.missing.iter().map(|one| one.what.as_str()).collect();
    let missing = Some(missing.join("; ")).filter(|text| !text.is_empty());
    let lines = lines.into_iter().chain([("Not stated", missing)]);
    lines.filter_map(|(label, text)| Some((label, text?))).collect()
}

fn chosen(document: &ReportDocument) -> String {
    let choices = document.options.iter().chain(&document.readings);
    let choices: Vec<String> = choices.map(|one| format!("{} = {}", one.name, one.choice)).collect();
    if choices.is_empty() { "none".to_owned() } else { choices.join("; ") }
}

fn edges(page: &mut Page<'_>, document: &ReportDocument, row: u32) -> Result<u32, WorkbookError> {
    let styles = page.styles;
    page.text((row, 0), &format!("The base game, per unit of {}", document.unit), &styles.heading)?;
    let heads = [
        "Strategy",
        ">EV",
        ">House edge",
        ">Return (RTP)",
        ">Average wager",
        ">Element of risk",
        ">Standard deviation",
        "House edge as a fraction",
    ];
    page.heads(row + 1, &heads)?;
    let mut row = row + 2;
    for class in &document.base_game {
        page.text((row, 0), &class_short(&class.strategy), &styles.bold)?;
        page.number((row, 1), float(&class.ev)?, &styles.decimal)?;
        page.number((row, 2), float(&class.house_edge)?, &styles.percent)?;
        page.formula((row, 3), &format!("=1-{}", cell((row, 2))), 1.0 + float(&class.ev)?, &styles.percent)?;
        page.number((row, 4), float(&class.average_wager)?, &styles.decimal)?;
        page.number((row, 5), float(&class.element_of_risk)?, &styles.percent)?;
        match &class.std_dev {
            Some(root) => page.number((row, 6), crate::page::number(&root.decimal)?, &styles.decimal)?,
            None => page.text((row, 6), "not computed", &styles.digits)?,
        }
        page.fraction((row, LAST), &class.house_edge)?;
        page.height(row, 26.0)?;
        row += 1;
    }
    if let Some(bracket) = &document.perfect_bracket {
        let edge = &bracket.house_edge_percent;
        let [low, high] = report::rtp_between(document).unwrap_or_default();
        let text = format!(
            "Perfect play: house edge proven to lie between {}% and {}%, RTP between {low}% and {high}%",
            edge.low, edge.high
        );
        page.text((row, 0), &text, &styles.text)?;
        row += 1;
    }
    Ok(row)
}

fn made_from(page: &mut Page<'_>, source: &Source<'_>, row: u32) -> Result<u32, WorkbookError> {
    let styles = page.styles;
    page.text((row, 0), "Made from", &styles.heading)?;
    let lines = [
        ("Report folder, SHA-256 of manifest.json", source.manifest_sha256),
        ("Submission, SHA-256", source.document.item.submission_sha256.as_str()),
    ];
    for (row, (label, hash)) in (row + 1..).zip(lines) {
        page.text((row, 0), label, &styles.bold)?;
        page.text((row, 2), hash, &styles.fraction)?;
    }
    page.prose(
        (row + 3, 0),
        LAST,
        3,
        "The workbook shows figures of that folder and adds none. `shoeproof verify FOLDER --workbook FILE` judges the folder, makes the workbook again from it and compares every byte. A workbook that somebody has saved again is no longer that file. Numbers have the fifteen to sixteen digits of a spreadsheet; the report's decimals and fractions stand beside them as text. Yellow cells are for you to change: what depends on them follows.",
    )?;
    page.text((row + 4, 0), "Formulas", &styles.bold)?;
    let verdict = format!("={}!{VERDICT}", quoted(source.checks));
    page.said((row + 4, 1), &verdict, ALL_AGREE, &styles.bold)?;
    Ok(row + 5)
}
