//! Analyses side by side as a page, JSON, spreadsheets and drawings.

mod csv;
mod document;
mod page;

pub use document::{
    AnalysisColumn, ChoiceInWords, ComparedClass, ComparedWager, Comparison, Difference, DifferingCell, RuleEffect,
};

use crate::charts::draw_percents;
use crate::error::ReportError;

/// The figures, by which a folder is known for a comparison.
pub(crate) const COMPARISON_JSON: &str = "comparison.json";
/// The page.
pub const COMPARISON_FILE: &str = "comparison.html";

/// The files of a comparison by name: the page, `comparison.json`, five spreadsheets, and drawings of what there is to draw.
///
/// The same comparison gives the same bytes.
///
/// # Errors
/// What stopped the rendering.
pub fn compared(comparison: &Comparison) -> Result<Vec<(String, String)>, ReportError> {
    let drawings = page::Drawn {
        edges: draw_percents("edges.svg", &page::finding_of_edges(comparison), page::edge_bars(comparison))?,
        effects: draw_percents(
            "rule-effects.svg",
            &page::finding_of_effects(comparison),
            page::effect_bars(comparison),
        )?,
    };
    let mut json = serde_json::to_string_pretty(comparison)?;
    json.push('\n');
    let mut files =
        vec![(COMPARISON_FILE.to_owned(), page::render(comparison, &drawings)?), (COMPARISON_JSON.to_owned(), json)];
    files.extend(csv::tables(comparison).into_iter().map(|(name, text)| (name.to_owned(), text)));
    let drawn = [("charts/edges.svg", drawings.edges), ("charts/rule-effects.svg", drawings.effects)];
    files.extend(drawn.into_iter().filter_map(|(name, svg)| Some((name.to_owned(), svg?))));
    Ok(files)
}
