//! What a player who counts knows of the next round, as a page, JSON, spreadsheets and drawings.

mod ahead;
mod ceiling;
mod ceiling_view;
mod csv;
mod document;
mod fields;
mod findings;
mod index_view;
mod page;
mod subject;

pub use ceiling::{CeilingBets, CeilingEstimate, CeilingReached, CeilingSpread, CeilingWorth, CountBelow};
pub use document::{
    CorrelatedCount, CountedRow, CountedWager, IndexPlay, IndexRow, IndexTable, PenetrationWorth, PlayedWhenAhead,
    RampWorth, RuinOfBank, SeenDepth, ShoeEstimate, ShoeWorth, TagsOfLevel, WagerTags,
};
pub use subject::{ExposurePage, ShownCount};

use certificate::Exact;

use self::document::CountedRow as Row;
use self::findings::{ExposureFindings, exposure_findings};
use crate::charts::{ByCountChart, CountPoint, PenetrationPoint, draw_by_count, draw_penetration};
use crate::error::ReportError;
use crate::figure;
use crate::names::capitalised;

/// The answer, by which a folder is known for an exposure.
pub(crate) const EXPOSURE_JSON: &str = "exposure.json";
/// The page.
pub const EXPOSURE_FILE: &str = "exposure.html";
/// Counts that come up less often are not drawn: once in two thousand rounds.
const LEAST_DRAWN: f64 = 0.0005;

/// The files of an exposure by name: the page, `exposure.json`, a spreadsheet for each table, and drawings of what there is to draw.
///
/// The same exposure gives the same bytes.
///
/// # Errors
/// What stopped the rendering.
pub fn exposed(page: &ExposurePage<'_>) -> Result<Vec<(String, String)>, ReportError> {
    let findings = exposure_findings(page);
    let drawn = page::DrawnExposure {
        by_count: draw_base(page, &findings)?,
        wagers: (0..page.wagers.len()).map(|at| draw_wager(page, &findings, at)).collect::<Result<_, _>>()?,
        penetration: draw_win(page, &findings)?,
    };
    let mut files = vec![
        (EXPOSURE_FILE.to_owned(), page::render(page, &findings, &drawn)?),
        (EXPOSURE_JSON.to_owned(), page.json.clone()),
    ];
    files.extend(csv::tables(page));
    let slugs = csv::wager_slugs(page);
    let wagers = slugs.iter().map(|slug| format!("charts/{slug}.svg")).zip(drawn.wagers);
    let drawn = [("charts/ev-by-count.svg", drawn.by_count), ("charts/win-by-penetration.svg", drawn.penetration)];
    let drawn = drawn.into_iter().map(|(name, svg)| (name.to_owned(), svg)).chain(wagers);
    files.extend(drawn.filter_map(|(name, svg)| Some((name, svg?))));
    Ok(files)
}

/// The counts of the main depth as points: where `ev` gives an EV, and the count is not rare.
fn points<'a>(
    page: &'a ExposurePage<'_>,
    ev: impl Fn(usize, &'a Row) -> Option<(&'a Exact, Option<&'a Exact>)>,
) -> Vec<CountPoint> {
    let rows = page.main_depth().map_or(&[][..], |depth| &depth.rows);
    let point = |(at, row): (usize, &'a Row)| {
        let (ev, by_indices) = ev(at, row)?;
        let share = figure::plotted(&row.probability).filter(|share| *share >= LEAST_DRAWN)?;
        Some(CountPoint {
            count: figure::plotted(&row.count)?,
            share: share * 100.0,
            ev: figure::plotted(ev)? * 100.0,
            by_indices: by_indices.and_then(figure::plotted).map(|ev| ev * 100.0),
        })
    };
    rows.iter().enumerate().filter_map(point).collect()
}

fn draw_base(page: &ExposurePage<'_>, findings: &ExposureFindings) -> Result<Option<String>, ReportError> {
    let indices = page.main_depth().and_then(|depth| depth.indices.as_ref());
    let counted = capitalised(page.count.word());
    draw_by_count(&ByCountChart {
        name: "ev-by-count.svg",
        title: &findings.by_count,
        counted: &counted,
        of: if indices.is_some() { "a round by the chart" } else { "a round" },
        points: points(page, |at, row| Some((&row.ev, indices.and_then(|indices| indices.evs.get(at))))),
    })
}

fn draw_wager(page: &ExposurePage<'_>, findings: &ExposureFindings, at: usize) -> Result<Option<String>, ReportError> {
    let counted = capitalised(page.count.word());
    draw_by_count(&ByCountChart {
        name: "wager.svg",
        title: findings.wagers.get(at).map_or("", String::as_str),
        counted: &counted,
        of: "the side wager",
        points: points(page, |_, row| Some((row.wager_evs.get(at)?, None))),
    })
}

fn draw_win(page: &ExposurePage<'_>, findings: &ExposureFindings) -> Result<Option<String>, ReportError> {
    let point = |one: &PenetrationWorth| {
        let win = one.ramp.win.value()?;
        Some(PenetrationPoint {
            part: figure::plotted(&one.penetration)? * 100.0,
            win: figure::plotted(&one.ramp.win)? * 100.0,
            label: figure::minus(&cards::decimal(&(win * figure::hundred()), 2)),
        })
    };
    let points: Vec<PenetrationPoint> = page.penetrations.iter().filter_map(point).collect();
    draw_penetration(findings.penetration.as_deref().unwrap_or_default(), &points)
}
