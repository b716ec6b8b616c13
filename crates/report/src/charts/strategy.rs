//! The chart of a strategy, in the field's letters and colours.

use plotters::style::RGBColor;

use super::canvas::{Anchor, GRID, INK, Lettering, SOFT_INK, sheet, shortened};
use crate::{
    error::ReportError,
    names::class_long,
    strategy::{ChartCode, StrategyChart},
};

const LABEL: i32 = 64;
const CELL: (i32, i32) = (46, 24);
const MARGIN: i32 = 16;
const TOP: i32 = 52;

/// Letters of the line above the title.
const HEADING: usize = 76;

/// The colours of the charts; the page's style sheet has the same.
fn color(kind: &str) -> RGBColor {
    match kind {
        "stand" => RGBColor(0xf6, 0xc4, 0xbc),
        "hit" => RGBColor(0xcd, 0xe7, 0xc8),
        "double" => RGBColor(0xff, 0xe3, 0x8f),
        "split" => RGBColor(0xbf, 0xd9, 0xf5),
        "surrender" => RGBColor(0xdc, 0xcd, 0xee),
        _ => RGBColor(0xee, 0xee, 0xee),
    }
}

/// The chart under the name of its analysis and strategy.
pub(super) fn draw(analysis: &str, chart: &StrategyChart) -> Result<String, ReportError> {
    let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let rows: i32 = chart.sections.iter().map(|section| count(section.rows.len()) + 1).sum();
    let right = MARGIN + LABEL + CELL.0 * count(chart.columns.len());
    let grid = (right - MARGIN).max(460);
    let notes: Vec<&str> = chart.notes.iter().map(String::as_str).chain(code_notes(chart)).collect();
    let size = (grid + 2 * MARGIN, TOP + CELL.1 * (rows + 1) + 36 + 20 * count(notes.len()));
    let name = format!("strategy-{}.svg", chart.slug);
    sheet(&name, (size.0.unsigned_abs(), size.1.unsigned_abs()), |canvas| {
        let of = format!("{analysis}: {}", class_long("td").to_lowercase());
        canvas.named(&format!("{of}. {}", chart.title));
        canvas.text(&shortened(&of, HEADING), (MARGIN, 12), Lettering::new(12.0, SOFT_INK, Anchor::Left))?;
        canvas.bold(&chart.title, (MARGIN, 32), Lettering::new(15.0, INK, Anchor::Left))?;
        let center = |column: usize| MARGIN + LABEL + CELL.0 * count(column) + CELL.0 / 2;
        let mut y = TOP;
        canvas.text("Dealer", (MARGIN, y + CELL.1 / 2), Lettering::new(12.0, SOFT_INK, Anchor::Left))?;
        for (index, column) in chart.columns.iter().enumerate() {
            canvas.bold(&column.head, (center(index), y + CELL.1 / 2), Lettering::new(13.0, INK, Anchor::Middle))?;
        }
        y += CELL.1;
        for section in &chart.sections {
            canvas.bold(section.title, (MARGIN, y + CELL.1 / 2), Lettering::new(12.0, SOFT_INK, Anchor::Left))?;
            canvas.line((MARGIN, y + CELL.1), (right, y + CELL.1), GRID, 1)?;
            y += CELL.1;
            for row in &section.rows {
                canvas.bold(
                    &row.hand,
                    (MARGIN + LABEL - 10, y + CELL.1 / 2),
                    Lettering::new(13.0, INK, Anchor::Right),
                )?;
                for (index, cell) in row.cells.iter().enumerate() {
                    let Some(cell) = cell else { continue };
                    let left = center(index) - CELL.0 / 2;
                    let corner = (left + CELL.0 - 1, y + CELL.1 - 1);
                    canvas.block((left + 1, y + 1), corner, color(cell.kind))?;
                    canvas.text(
                        &cell.code,
                        (center(index), y + CELL.1 / 2),
                        Lettering::new(13.0, INK, Anchor::Middle),
                    )?;
                }
                y += CELL.1;
            }
        }
        y += 22;
        let mut x = MARGIN;
        for (kind, label) in [
            ("stand", "S stand"),
            ("hit", "H hit"),
            ("double", "D double"),
            ("split", "P split"),
            ("surrender", "R surrender"),
        ] {
            if !cells(chart).any(|cell| cell.kind == kind) {
                continue;
            }
            canvas.block((x, y - 7), (x + 14, y + 7), color(kind))?;
            canvas.text(label, (x + 20, y), Lettering::new(12.0, INK, Anchor::Left))?;
            x += 92;
        }
        for note in notes {
            y += 20;
            canvas.text(note, (MARGIN, y), Lettering::new(12.0, SOFT_INK, Anchor::Left))?;
        }
        Ok(())
    })
}

fn cells(chart: &StrategyChart) -> impl Iterator<Item = &ChartCode> {
    chart.sections.iter().flat_map(|section| &section.rows).flat_map(|row| row.cells.iter().flatten())
}

/// What the code's further letters mean, if any cell has them.
fn code_notes(chart: &StrategyChart) -> Vec<&'static str> {
    let otherwise = cells(chart).any(|cell| cell.code.chars().nth(1).is_some_and(char::is_lowercase));
    let later = cells(chart).any(|cell| cell.code.contains('/'));
    let otherwise = otherwise.then_some("Second letter: what to do where the first is not allowed (h hit, s stand).");
    otherwise.into_iter().chain(later.then_some("After a stroke: what to do with three or more cards.")).collect()
}
