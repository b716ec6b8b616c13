//! The chart of the house edge by number of decks.

use certificate::{DeckEdge, ReportDocument};
use plotters::style::RGBColor;

use super::{
    axis::Axis,
    canvas::{Anchor, Canvas, GRID, INK, Lettering, SOFT_INK, sheet},
};
use crate::{classes::classes_of, error::ReportError, figure, names};

const SIZE: (u32, u32) = (900, 400);
const LEFT: i32 = 84;
const RIGHT: i32 = 884;
const TOP: i32 = 84;
const BOTTOM: i32 = 320;

const COLORS: [RGBColor; 4] =
    [RGBColor(0x9e, 0x3a, 0x4c), RGBColor(0x1f, 0x5f, 0xa8), RGBColor(0x2b, 0x7d, 0x6d), RGBColor(0x5a, 0x66, 0x73)];

/// One deck count's point of one class.
struct Point {
    x: i32,
    value: f64,
    label: String,
    /// How many classes have a larger edge at this deck count.
    below: usize,
}

/// House edge by number of decks, a series for each strategy class; nothing of a single number of decks.
pub(super) fn draw(certificate: &ReportDocument) -> Result<Option<String>, ReportError> {
    let mut edges: Vec<&DeckEdge> = certificate.edge_by_decks.iter().collect();
    edges.sort_by_key(|edge| edge.decks);
    if edges.len() < 2 {
        return Ok(None);
    }
    let classes = classes_of(edges.iter().map(|edge| &edge.house_edge));
    let series: Vec<Vec<Point>> = classes.iter().map(|class| points(&edges, class)).collect();
    let values: Vec<f64> = series.iter().flatten().map(|point| point.value).collect();
    let Some(axis) = Axis::around(&values, BOTTOM, TOP, 5) else { return Ok(None) };

    sheet("edge-by-decks.svg", SIZE, |canvas| {
        canvas.bold("House edge by number of decks, %", (16, 18), Lettering::new(14.0, INK, Anchor::Left))?;
        let mut x = 24;
        for (index, class) in classes.iter().enumerate() {
            mark(canvas, index, (x, 42))?;
            canvas.text(&names::class_short(class), (x + 12, 42), Lettering::new(12.5, INK, Anchor::Left))?;
            x += 90;
        }
        for (y, label) in &axis.ticks {
            canvas.line((LEFT, *y), (RIGHT, *y), GRID, 1)?;
            canvas.text(label, (LEFT - 10, *y), Lettering::new(12.5, SOFT_INK, Anchor::Right))?;
        }
        for (index, points) in series.iter().enumerate() {
            let path: Vec<(i32, i32)> = points.iter().map(|point| (point.x, axis.at(point.value))).collect();
            canvas.path(path, COLORS[index % COLORS.len()], 1)?;
        }
        for (index, points) in series.iter().enumerate() {
            for point in points {
                let y = axis.at(point.value);
                mark(canvas, index, (point.x, y))?;
                // The classes nearly coincide: the largest edge is labelled above its point, the others below.
                let offset = match point.below {
                    0 => -16,
                    rank => i32::try_from(rank).unwrap_or(1) * 16,
                };
                let ink = COLORS[index % COLORS.len()];
                canvas.text(&point.label, (point.x, y + offset), Lettering::new(12.0, ink, Anchor::Middle))?;
            }
        }
        for (index, edge) in edges.iter().enumerate() {
            let x = position(index, edges.len());
            canvas.bold(&edge.decks.to_string(), (x, BOTTOM + 30), Lettering::new(14.0, INK, Anchor::Middle))?;
        }
        canvas.text("Decks", ((LEFT + RIGHT) / 2, BOTTOM + 56), Lettering::new(12.5, SOFT_INK, Anchor::Middle))
    })
    .map(Some)
}

fn points(edges: &[&DeckEdge], class: &str) -> Vec<Point> {
    let point = |(index, edge): (usize, &&DeckEdge)| {
        let exact = edge.house_edge.get(class)?;
        let value = figure::plotted(exact)?;
        let order = |other: &str, edge: f64| (std::cmp::Reverse(ordered(edge)), names::class_order(other).0);
        let own = order(class, value);
        let below = edge
            .house_edge
            .iter()
            .filter_map(|(other, exact)| Some(order(other, figure::plotted(exact)?)))
            .filter(|other| *other < own)
            .count();
        let label = figure::minus(&exact.percent(figure::PERCENT_PLACES));
        Some(Point { x: position(index, edges.len()), value: value * 100.0, label, below })
    };
    edges.iter().enumerate().filter_map(point).collect()
}

/// A float as something sortable; all of them are finite.
fn ordered(value: f64) -> i64 {
    let bits = value.to_bits().cast_signed();
    if bits < 0 { i64::MIN - bits } else { bits }
}

/// Deck counts are spaced evenly: they are labels of games on offer, and none lie between.
fn position(index: usize, count: usize) -> i32 {
    let pitch = f64::from(RIGHT - LEFT) / count as f64;
    (f64::from(LEFT) + pitch * (index as f64 + 0.5)).round() as i32
}

fn mark(canvas: &Canvas<'_>, index: usize, (x, y): (i32, i32)) -> Result<(), ReportError> {
    let color = COLORS[index % COLORS.len()];
    match index {
        0 => canvas.ring((x, y), 5, color),
        1 => canvas.dot((x, y), 3, color),
        _ => canvas.block((x - 3, y - 3), (x + 3, y + 3), color),
    }
}
