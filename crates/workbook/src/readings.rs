//! What each way to read an open clause does to the base game, and each number of decks.

use report::{class_short, classes_of, negated};

use crate::error::WorkbookError;
use crate::page::{Add, Maker, Page, Place, cell, float};

pub(crate) fn add<'a>(maker: &mut Maker<'a>, add: Add<'_, 'a>) -> Result<(), WorkbookError> {
    let (effects, decks) = (&maker.document.reading_effects, &maker.document.edge_by_decks);
    if effects.is_empty() && decks.is_empty() {
        return Ok(());
    }
    let mut page = maker.page("Readings", "House edge by reading and by number of decks")?;
    page.widths(&[28.0, 22.0, 14.0, 16.0, 16.0, 16.0, 18.0, 18.0, 18.0, 18.0, 18.0, 18.0])?;
    let row = readings(maker, &mut page)?;
    by_decks(maker, &mut page, row + 1)?;
    add(page, "the house edge with one reading changed at a time, and by number of decks".to_owned());
    Ok(())
}

/// Returns the first free row.
fn readings(maker: &Maker<'_>, page: &mut Page<'_>) -> Result<u32, WorkbookError> {
    let styles = maker.styles;
    let effects = &maker.document.reading_effects;
    if effects.is_empty() {
        return Ok(1);
    }
    page.text((1, 0), "Each row changes one reading and keeps the rest as in the report.", &styles.soft)?;
    let classes = classes_of(effects.iter().flat_map(|effect| &effect.choices).map(|choice| &choice.ev));
    let number = u16::try_from(classes.len()).unwrap_or(3);
    let mut heads = vec!["Reading".to_owned(), "Choice".to_owned(), "The report's".to_owned()];
    heads.extend(classes.iter().map(|class| format!(">House edge, {}", class_short(class))));
    heads.extend(classes.iter().map(|class| format!(">Return (RTP), {}", class_short(class))));
    heads.extend(classes.iter().map(|class| format!(">Change, {}", class_short(class))));
    page.heads(3, &heads.iter().map(String::as_str).collect::<Vec<_>>())?;
    let mut row = 4;
    for effect in effects {
        let own = effect.choices.iter().position(|choice| choice.chosen);
        let own_row = own.and_then(|at| u32::try_from(at).ok()).map(|at| row + at);
        let own = own.map(|at| &effect.choices[at].ev);
        for choice in &effect.choices {
            page.text((row, 0), &effect.name, &styles.bold)?;
            page.text((row, 1), &choice.choice, &styles.text)?;
            page.text((row, 2), if choice.chosen { "yes" } else { "" }, &styles.text)?;
            for (at, class) in (0u16..).zip(&classes) {
                let Some(ev) = choice.ev.get(class) else { continue };
                let edge = float(&negated(ev))?;
                with_return(page, (row, 3 + at), number, edge)?;
                let base = own.and_then(|own| own.get(class)).zip(own_row);
                let Some((base, base_row)) = base.filter(|(_, base_row)| *base_row != row) else { continue };
                let column = 3 + at;
                let change = format!("={}-{}", cell((row, column)), cell((base_row, column)));
                let result = edge - float(&negated(base))?;
                page.formula((row, column + 2 * number), &change, result, &styles.percent)?;
            }
            row += 1;
        }
    }
    Ok(row)
}

/// An edge, and so many columns on what is returned.
fn with_return(page: &mut Page<'_>, at: Place, number: u16, edge: f64) -> Result<(), WorkbookError> {
    let styles = page.styles;
    page.number(at, edge, &styles.percent)?;
    page.formula((at.0, at.1 + number), &format!("=1-{}", cell(at)), 1.0 - edge, &styles.percent)
}

fn by_decks(maker: &Maker<'_>, page: &mut Page<'_>, row: u32) -> Result<(), WorkbookError> {
    let styles = maker.styles;
    let decks = &maker.document.edge_by_decks;
    if decks.is_empty() {
        return Ok(());
    }
    let classes = classes_of(decks.iter().map(|one| &one.house_edge));
    page.text((row, 0), "By number of decks, same rules and readings", &styles.heading)?;
    let mut heads = vec![">Decks".to_owned(), String::new(), "The report's".to_owned()];
    let number = u16::try_from(classes.len()).unwrap_or(3);
    heads.extend(classes.iter().map(|class| format!(">House edge, {}", class_short(class))));
    heads.extend(classes.iter().map(|class| format!(">Return (RTP), {}", class_short(class))));
    page.heads(row + 1, &heads.iter().map(String::as_str).collect::<Vec<_>>())?;
    for (row, one) in (row + 2..).zip(decks) {
        page.number((row, 0), f64::from(one.decks), &styles.count)?;
        let is_own = Some(one.decks) == maker.document.item.decks;
        page.text((row, 2), if is_own { "yes" } else { "" }, &styles.text)?;
        for (at, class) in (3u16..).zip(&classes) {
            if let Some(edge) = one.house_edge.get(class) {
                with_return(page, (row, at), number, float(edge)?)?;
            }
        }
    }
    Ok(())
}
