//! Tables on a terminal.

use std::ops::Range;

use comfy_table::{CellAlignment, Table, TableComponent, presets};

/// A table with a line under every row.
pub(crate) fn ruled() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    table
}

/// A table without lines between rows, of which there are many.
pub(crate) fn plain() -> Table {
    let mut table = ruled();
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

/// Sets columns of figures to the right.
pub(crate) fn align_right(table: &mut Table, columns: Range<usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// Columns of the terminal; of a pipe as many as most terminals have.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0))
}
