//! What a wager is worth against the count, with how often each count comes up.

use plotters::style::RGBColor;

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, GRID, INK, Lettering, SOFT_INK, sheet};
use crate::error::ReportError;

const SIZE: (u32, u32) = (900, 456);
const LEFT: i32 = 84;
const RIGHT: i32 = 836;
const TOP: i32 = 78;
const BOTTOM: i32 = 398;
/// The tallest bar reaches this part of the height, so that the lines stay clear of most bars.
const BARS: f64 = 0.45;
/// Lines with more points than this have no dots.
const MOST_DOTS: usize = 60;

const FAVOUR: RGBColor = RGBColor(0xfa, 0xea, 0xe5);
const SHARE: RGBColor = RGBColor(0xc9, 0xd0, 0xd9);
const CHART: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const INDICES: RGBColor = RGBColor(0x9e, 0x3a, 0x4c);

/// EVs by count, to be drawn. Shares and EVs are percentages.
pub(crate) struct ByCountChart<'a> {
    /// File name, for errors.
    pub(crate) name: &'a str,
    pub(crate) title: &'a str,
    /// What is counted: `True count`.
    pub(crate) counted: &'a str,
    /// What the EV is of: `a round by the chart`.
    pub(crate) of: &'a str,
    /// By count, the lowest first.
    pub(crate) points: Vec<CountPoint>,
}

pub(crate) struct CountPoint {
    pub(crate) count: f64,
    pub(crate) share: f64,
    pub(crate) ev: f64,
    /// The EV of a round by the index table.
    pub(crate) by_indices: Option<f64>,
}

/// EV by count as SVG text, with the share of rounds as bars; `None` for fewer than two counts.
pub(crate) fn draw_by_count(chart: &ByCountChart<'_>) -> Result<Option<String>, ReportError> {
    let [first, .., last] = &chart.points[..] else { return Ok(None) };
    let evs = chart.points.iter().flat_map(|point| [Some(point.ev), point.by_indices]).flatten();
    let values: Vec<f64> = evs.chain([0.0]).collect();
    let Some(y) = Axis::around(&values, BOTTOM, TOP, 7) else { return Ok(None) };
    let half = (last.count - first.count) / (chart.points.len() - 1) as f64 / 2.0;
    let x = Axis::between((first.count - half - half / 2.0, last.count + half + half / 2.0), LEFT, RIGHT, 14);
    let most = chart.points.iter().map(|point| point.share).fold(f64::MIN_POSITIVE, f64::max);
    let shares = Axis::between((0.0, most / BARS), BOTTOM, TOP, 9);
    sheet(chart.name, SIZE, |canvas| {
        canvas.title(chart.title)?;
        let even = y.at(0.0);
        canvas.block((LEFT, TOP), (RIGHT, even), FAVOUR)?;
        for (at, label) in &y.ticks {
            canvas.line((LEFT, *at), (RIGHT, *at), GRID, 1)?;
            canvas.text(label, (LEFT - 8, *at), Lettering::new(12.5, SOFT_INK, Anchor::Right))?;
        }
        for point in &chart.points {
            let corners = [point.count - half * 0.8, point.count + half * 0.8].map(|count| x.at(count));
            canvas.block((corners[0], shares.at(point.share)), (corners[1], BOTTOM), SHARE)?;
        }
        for (at, label) in shares.ticks.iter().filter(|(at, _)| *at >= shares.at(most * 1.02)) {
            canvas.text(label, (RIGHT + 8, *at), Lettering::new(12.5, SOFT_INK, Anchor::Left))?;
        }
        for (at, label) in &x.ticks {
            canvas.text(label, (*at, BOTTOM + 18), Lettering::new(12.5, SOFT_INK, Anchor::Middle))?;
        }
        canvas.line((LEFT, even), (RIGHT, even), INK, 1)?;
        canvas.line((LEFT, BOTTOM), (RIGHT, BOTTOM), GRID, 1)?;
        draw_lines(canvas, &chart.points, &x, &y)?;
        canvas.text(
            chart.counted,
            ((LEFT + RIGHT) / 2, BOTTOM + 44),
            Lettering::new(12.5, SOFT_INK, Anchor::Middle),
        )?;
        draw_key(canvas, chart)
    })
    .map(Some)
}

fn draw_lines(canvas: &Canvas<'_>, points: &[CountPoint], x: &Axis, y: &Axis) -> Result<(), ReportError> {
    let indexed: Vec<(i32, i32)> =
        points.iter().filter_map(|point| Some((x.at(point.count), y.at(point.by_indices?)))).collect();
    let line: Vec<(i32, i32)> = points.iter().map(|point| (x.at(point.count), y.at(point.ev))).collect();
    if !indexed.is_empty() {
        canvas.path(indexed.clone(), INDICES, 2)?;
    }
    if points.len() <= MOST_DOTS {
        for at in &indexed {
            canvas.ring(*at, 4, INDICES)?;
        }
        for at in &line {
            canvas.dot(*at, 3, CHART)?;
        }
    }
    canvas.path(line, CHART, 2)
}

fn draw_key(canvas: &Canvas<'_>, chart: &ByCountChart<'_>) -> Result<(), ReportError> {
    let row = 50;
    canvas.line((LEFT, row), (LEFT + 22, row), CHART, 2)?;
    canvas.dot((LEFT + 11, row), 3, CHART)?;
    let mut at = key(canvas, &format!("EV of {}, %", chart.of), (LEFT + 28, row), CHART)?;
    if chart.points.iter().any(|point| point.by_indices.is_some()) {
        canvas.line((at, row), (at + 22, row), INDICES, 2)?;
        canvas.ring((at + 11, row), 4, INDICES)?;
        at = key(canvas, "by the index table", (at + 28, row), INDICES)?;
    }
    canvas.block((at, row - 7), (at + 14, row + 7), FAVOUR)?;
    at = key(canvas, "in the player\u{2019}s favour", (at + 20, row), INK)?;
    canvas.block((at, row - 7), (at + 14, row + 7), SHARE)?;
    key(canvas, "share of rounds, % (right)", (at + 20, row), INK).map(|_| ())
}

/// A text of the key, and where the next entry begins.
fn key(canvas: &Canvas<'_>, text: &str, at: (i32, i32), color: RGBColor) -> Result<i32, ReportError> {
    canvas.text(text, at, Lettering::new(12.5, color, Anchor::Left))?;
    Ok(at.0 + 7 * i32::try_from(text.chars().count()).unwrap_or(0) + 18)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_has_a_bar_and_a_dot() {
        let point = |count: i32| CountPoint {
            count: f64::from(count),
            share: 20.0,
            ev: f64::from(count) / 2.0,
            by_indices: Some(f64::from(count) / 2.0 + 0.1),
        };
        let mut chart = ByCountChart {
            name: "x.svg",
            title: "Title",
            counted: "True count",
            of: "a round",
            points: vec![point(0)],
        };
        assert_eq!(draw_by_count(&chart).expect("nothing to draw"), None);
        chart.points = (-2..3).map(point).collect();
        let svg = draw_by_count(&chart).expect("drawn").expect("points");
        // Five dots and one in the key; a ring is a white dot and its outline.
        assert_eq!(svg.matches("<circle").count(), 6 + 12);
        assert!(svg.contains("True count") && svg.contains("by the index table"));
        let svg = draw_by_count(&ByCountChart { title: "A <b> & \"c\"", ..chart }).expect("drawn").expect("points");
        assert!(!svg.contains("<b>") && svg.contains("A &lt;b&gt; &amp;"));
    }
}
