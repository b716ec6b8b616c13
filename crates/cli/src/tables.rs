//! Tables on a terminal.

use std::ops::Range;

use comfy_table::{Cell, CellAlignment, Table, TableComponent, presets};

/// A table without lines between its rows.
pub(crate) fn plain() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    for part in [
        TableComponent::HorizontalLines,
        TableComponent::MiddleIntersections,
        TableComponent::LeftBorderIntersections,
        TableComponent::RightBorderIntersections,
    ] {
        table.remove_style(part);
    }
    table
}

/// A number in words, or a dash where there is none.
pub(crate) fn or_dash(number: Option<f64>, words: impl FnOnce(f64) -> String) -> String {
    number.map_or_else(|| "-".to_owned(), words)
}

/// Sets columns of figures to the right, decimal point under decimal point.
pub(crate) fn align_figures(table: &mut Table, columns: Range<usize>) {
    let mut rows: Vec<Vec<String>> = table.row_iter().map(|row| row.cell_iter().map(Cell::content).collect()).collect();
    for column in columns.clone() {
        let after = |row: &Vec<String>| row.get(column).and_then(|cell| after_whole(cell));
        let most = rows.iter().filter_map(after).max().unwrap_or(0);
        for cell in rows.iter_mut().filter_map(|row| row.get_mut(column)) {
            if let Some(after) = after_whole(cell) {
                cell.push_str(&" ".repeat(most - after));
            }
        }
    }
    let mut aligned = plain();
    if let Some(header) = table.header() {
        aligned.set_header(header.clone());
    }
    aligned.add_rows(rows);
    for column in columns {
        if let Some(column) = aligned.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    *table = aligned;
}

/// Characters after the whole part of the first number in a cell; `None` if it has none.
fn after_whole(cell: &str) -> Option<usize> {
    let start = cell.find(|letter: char| letter.is_ascii_digit())?;
    let rest = &cell[start..];
    let whole = rest.find(|letter: char| !letter.is_ascii_digit() && letter != ',').unwrap_or(rest.len());
    Some(rest[whole..].chars().count())
}

/// Columns of the terminal; of a pipe as many as most terminals have.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_point_under_point() {
        let mut table = plain();
        table.set_header(["what", "figure"]);
        for figure in ["0.25%", "-12.5%", "7", "-", "(3.125)"] {
            table.add_row(["x", figure]);
        }
        align_figures(&mut table, 1..2);
        let text = table.to_string();
        let lines: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with('x')).collect();
        assert_eq!(lines.len(), 5, "a line a row and none between: {text}");
        let points = [0, 1, 4].map(|line: usize| lines[line].find('.'));
        assert!(points[0].is_some() && points.iter().all(|point| *point == points[0]), "{text}");
        assert_eq!(lines[2].find('7').map(|place| place + 1), points[0], "{text}");
    }
}
