//! What a cut card does to the house edge, against how deep it lies.

use plotters::style::RGBColor;

use super::{
    axis::Axis,
    canvas::{Anchor, Canvas, GRID, INK, Lettering, SOFT_INK, sheet, shortened},
};
use crate::error::ReportError;

const SIZE: (u32, u32) = (900, 500);
const LEFT: i32 = 92;
const RIGHT: i32 = 852;
const TOP: i32 = 76;
const BOTTOM: i32 = 424;
const TITLE: usize = 76;
/// Half the length of an error bar's ends.
const END: i32 = 4;

const FRESH: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const CUT: RGBColor = RGBColor(0x9e, 0x3a, 0x4c);
const LIMIT: RGBColor = RGBColor(0x9c, 0x64, 0x0c);

/// House edges with a cut card, to be drawn. Numbers are percentages.
#[derive(Debug, Clone, PartialEq)]
pub struct CutCardChart {
    /// What it is of, such as a game.
    pub title: String,
    /// The house edge of a fresh shoe.
    pub fresh: f64,
    /// The deepest that the text lets the cut card lie, as a part of the shoe.
    pub deepest: Option<f64>,
    /// By depth.
    pub points: Vec<CutCardPoint>,
}

/// One place of the cut card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CutCardPoint {
    /// Cards before it, as a part of the shoe.
    pub part: f64,
    /// The house edge of rounds dealt to it.
    pub edge: f64,
    /// Its standard error.
    pub error: f64,
}

/// The house edge with a cut card against its depth as SVG text, each point with two standard errors either way, beside the edge of a fresh
/// shoe. `None` without two points.
///
/// # Errors
/// [`ReportError::Chart`] if a label cannot be drawn.
pub fn draw_cut_card(chart: &CutCardChart) -> Result<Option<String>, ReportError> {
    let [first, .., last] = &chart.points[..] else { return Ok(None) };
    let ends = chart.points.iter().flat_map(|point| [-2.0, 2.0].map(|errors| point.edge + errors * point.error));
    let values: Vec<f64> = ends.chain([chart.fresh]).collect();
    let Some(y) = Axis::around(&values, BOTTOM, TOP, 6) else { return Ok(None) };
    let far = chart.deepest.unwrap_or(last.part).max(last.part);
    let x = Axis::between((first.part - 2.0, far + 2.0), LEFT, RIGHT, 10);
    sheet("cut-card.svg", SIZE, |canvas| {
        let title = format!("House edge with a cut card, %: {}", shortened(&chart.title, TITLE));
        canvas.bold(&title, (16, 20), Lettering::new(14.0, INK, Anchor::Left))?;
        for (at, label) in &y.ticks {
            canvas.line((LEFT, *at), (RIGHT, *at), GRID, 1)?;
            canvas.text(label, (LEFT - 8, *at), Lettering::new(12.5, SOFT_INK, Anchor::Right))?;
        }
        for (at, label) in &x.ticks {
            canvas.line((*at, TOP), (*at, BOTTOM), GRID, 1)?;
            canvas.text(label, (*at, BOTTOM + 18), Lettering::new(12.5, SOFT_INK, Anchor::Middle))?;
        }
        let fresh = y.at(chart.fresh);
        canvas.line((LEFT, fresh), (RIGHT, fresh), FRESH, 2)?;
        if let Some(deepest) = chart.deepest {
            canvas.dashes(x.at(deepest), (TOP, BOTTOM), LIMIT)?;
        }
        draw_points(canvas, &chart.points, &x, &y)?;
        canvas.text(
            "Cards before the cut card, % of the shoe",
            ((LEFT + RIGHT) / 2, BOTTOM + 42),
            Lettering::new(12.5, SOFT_INK, Anchor::Middle),
        )?;
        draw_key(canvas, chart.deepest.is_some())
    })
    .map(Some)
}

fn draw_points(canvas: &Canvas<'_>, points: &[CutCardPoint], x: &Axis, y: &Axis) -> Result<(), ReportError> {
    let place = |point: &CutCardPoint| (x.at(point.part), y.at(point.edge));
    canvas.path(points.iter().map(place).collect(), CUT, 2)?;
    for point in points {
        let (at, middle) = place(point);
        let [low, high] = [-2.0, 2.0].map(|errors| y.at(point.edge + errors * point.error));
        canvas.line((at, low), (at, high), CUT, 1)?;
        for end in [low, high].into_iter().filter(|_| low - high > 2 * END) {
            canvas.line((at - END, end), (at + END, end), CUT, 1)?;
        }
        canvas.dot((at, middle), 3, CUT)?;
    }
    Ok(())
}

fn draw_key(canvas: &Canvas<'_>, has_limit: bool) -> Result<(), ReportError> {
    let row = 50;
    canvas.line((LEFT, row), (LEFT + 22, row), FRESH, 2)?;
    canvas.text("fresh shoe, exact", (LEFT + 28, row), Lettering::new(12.5, FRESH, Anchor::Left))?;
    canvas.line((LEFT + 170, row), (LEFT + 192, row), CUT, 2)?;
    canvas.dot((LEFT + 181, row), 3, CUT)?;
    canvas.text(
        "to the cut card, with two standard errors",
        (LEFT + 198, row),
        Lettering::new(12.5, CUT, Anchor::Left),
    )?;
    if has_limit {
        canvas.dashes(LEFT + 480, (row - 7, row + 7), LIMIT)?;
        canvas.text("deepest that the text allows", (LEFT + 490, row), Lettering::new(12.5, LIMIT, Anchor::Left))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_depth_has_a_dot_and_the_limit_a_line() {
        let point = |part: f64| CutCardPoint { part, edge: 0.03 + part / 3_000.0, error: 0.0004 };
        let mut chart =
            CutCardChart { title: "Game".to_owned(), fresh: 0.027, deepest: Some(75.0), points: vec![point(25.0)] };
        assert_eq!(draw_cut_card(&chart).expect("nothing to draw"), None);
        chart.points.extend([point(50.0), point(75.0)]);
        let svg = draw_cut_card(&chart).expect("drawn").expect("points");
        // Three points, and one in the key.
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains("deepest that the text allows"));
        chart.deepest = None;
        let svg = draw_cut_card(&chart).expect("drawn").expect("points");
        assert!(!svg.contains("deepest that the text allows"));
    }
}
