//! The strategy in colour, and the hands that are better played otherwise.

use report::{StrategyChart, document_charts};

use crate::error::WorkbookError;
use crate::page::{Add, Maker, Page};

pub(crate) fn add<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    let charts = document_charts(maker.document);
    if !charts.is_empty() {
        let mut page = maker.page("Strategy", "The total-dependent strategy")?;
        let widest = charts.iter().map(|chart| chart.columns.len()).max().unwrap_or(0);
        page.widths(&[&[9.0][..], &vec![6.5; widest]].concat())?;
        page.text((1, 0), "S stand, H hit, D double, P split, R surrender; the small letter is what to do where that is not allowed. After a slash: with three or more cards. Rows are the player's hands, columns the dealer's up cards.", &maker.styles.soft)?;
        let mut row = 3;
        for chart in &charts {
            row = drawn(&mut page, chart, row)? + 1;
        }
        add(page, "the total-dependent strategy, a chart for each signal, in the field's letters".to_owned());
    }
    exceptions(maker, add)
}

/// Returns the first free row.
fn drawn(page: &mut Page<'_>, chart: &StrategyChart, row: u32) -> Result<u32, WorkbookError> {
    let styles = page.styles;
    page.text((row, 0), &chart.title, &styles.heading)?;
    let head = styles.head.clone().set_align(rust_xlsxwriter::FormatAlign::Center);
    page.text((row + 1, 0), "Hand", &styles.head)?;
    for (column, up) in (1u16..).zip(&chart.columns) {
        page.text((row + 1, column), &up.head, &head)?;
    }
    let mut row = row + 2;
    for section in &chart.sections {
        page.text((row, 0), section.title, &styles.soft)?;
        row += 1;
        for hand in &section.rows {
            page.text((row, 0), &hand.hand, &styles.bold)?;
            for (column, code) in (1u16..).zip(&hand.cells) {
                if let Some(code) = code {
                    page.text((row, column), &code.code, &styles.action(code.kind))?;
                }
            }
            row += 1;
        }
    }
    for note in &chart.notes {
        page.text((row, 0), note, &styles.soft)?;
        row += 1;
    }
    Ok(row)
}

fn exceptions<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    let exceptions = &maker.document.composition_exceptions;
    if exceptions.is_empty() {
        return Ok(());
    }
    let styles = maker.styles;
    let mut page = maker.page("Exceptions", "Hands whose cards change the best action")?;
    page.widths(&[10.0, 18.0, 24.0, 10.0, 10.0, 18.0, 24.0])?;
    let heads = ["Up card", "Signal", "Hand", ">Total", "Soft", "Total-dependent", "Composition-dependent"];
    page.heads(2, &heads)?;
    page.freeze(3)?;
    for (row, one) in (3..).zip(exceptions) {
        page.text((row, 0), &one.up, &styles.bold)?;
        page.text((row, 1), &one.signal, &styles.text)?;
        page.text((row, 2), &one.hand, &styles.text)?;
        page.number((row, 3), f64::from(one.total), &styles.plain)?;
        page.text((row, 4), if one.soft { "soft" } else { "" }, &styles.text)?;
        page.text((row, 5), one.td.name(), &styles.text)?;
        page.text((row, 6), one.cdz.name(), &styles.text)?;
    }
    add(page, "hands whose cards change the best action".to_owned());
    Ok(())
}
