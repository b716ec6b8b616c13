//! The chart of the house edge under each choice of a reading.

use certificate::{ReadingEffect, ReportDocument};
use plotters::style::RGBColor;

use super::{
    axis::Axis,
    canvas::{Anchor, BAND, GRID, INK, Lettering, SOFT_INK, sheet, shortened},
};
use crate::{classes::readings_class, error::ReportError, figure, names};

const WIDTH: u32 = 680;
const EDGE: i32 = 668;
const LEFT: i32 = 196;
const RIGHT: i32 = 600;
const TOP: i32 = 84;
const ROW: i32 = 22;
/// Rows of a reading besides its choices: its name, and air.
const HEAD: i32 = 24;
const DOT: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
/// Longest label that the left margin holds.
const LABEL: usize = 26;

/// House edge under each choice of one reading at a time, beside the published interval.
pub(super) fn draw(certificate: &ReportDocument) -> Result<Option<String>, ReportError> {
    let effects = &certificate.reading_effects;
    let Some(class) = readings_class(certificate) else { return Ok(None) };
    let edge = |effect: &ReadingEffect, index: usize| {
        effect.choices[index].ev.get(&class).map(figure::negated).and_then(|edge| Some((figure::plotted(&edge)?, edge)))
    };
    let band = certificate.published.as_ref().and_then(|published| {
        Some((figure::plotted(&published.low)? * 100.0, figure::plotted(&published.high)? * 100.0, published))
    });
    let mut values: Vec<f64> = effects
        .iter()
        .flat_map(|effect| (0..effect.choices.len()).filter_map(|index| Some(edge(effect, index)?.0 * 100.0)))
        .collect();
    if values.is_empty() {
        return Ok(None);
    }
    values.extend(band.iter().flat_map(|(low, high, _)| [*low, *high]));
    let Some(axis) = Axis::around(&values, LEFT, RIGHT, 6) else { return Ok(None) };
    let rows: usize = effects.iter().map(|effect| effect.choices.len()).sum();
    let bottom = TOP + ROW * i32::try_from(rows).unwrap_or(0) + (HEAD + 6) * i32::try_from(effects.len()).unwrap_or(0);
    let height = u32::try_from(bottom + 44).unwrap_or(600);

    sheet("readings.svg", (WIDTH, height), |canvas| {
        let title = format!("House edge with one reading changed at a time, {}, %", names::class_short(&class));
        canvas.bold(&title, (16, 18), Lettering::new(14.0, INK, Anchor::Left))?;
        canvas.dot((24, 42), 5, DOT)?;
        canvas.text("read as in this report", (36, 42), Lettering::new(12.5, INK, Anchor::Left))?;
        canvas.ring((194, 42), 5, DOT)?;
        canvas.text("changed", (206, 42), Lettering::new(12.5, INK, Anchor::Left))?;
        if let Some((low, high, published)) = &band {
            let (from, to) = (axis.clamped(*low), axis.clamped(*high).max(axis.clamped(*low) + 2));
            canvas.block((from, TOP - 12), (to, bottom), BAND)?;
            let label = format!(
                "published {} to {}",
                figure::short_percent(&published.low),
                figure::short_percent(&published.high)
            );
            canvas.block((270, 35), (284, 49), BAND)?;
            canvas.text(&label, (290, 42), Lettering::new(12.5, INK, Anchor::Left))?;
        }
        for (x, label) in &axis.ticks {
            canvas.line((*x, TOP - 4), (*x, bottom), GRID, 1)?;
            canvas.text(label, (*x, bottom + 18), Lettering::new(12.5, SOFT_INK, Anchor::Middle))?;
        }
        let mut y = TOP;
        for effect in effects {
            canvas.line((16, y - 2), (EDGE, y - 2), GRID, 1)?;
            canvas.bold(&effect.name, (16, y + HEAD / 2), Lettering::new(12.5, INK, Anchor::Left))?;
            y += HEAD;
            for (index, choice) in effect.choices.iter().enumerate() {
                let middle = y + ROW / 2;
                canvas.text(
                    &shortened(&choice.choice, LABEL),
                    (LEFT - 14, middle),
                    Lettering::new(12.5, INK, Anchor::Right),
                )?;
                if let Some((value, exact)) = edge(effect, index) {
                    let at = (axis.at(value * 100.0), middle);
                    if choice.chosen {
                        canvas.dot(at, 5, DOT)?;
                    } else {
                        canvas.ring(at, 5, DOT)?;
                    }
                    let label = figure::minus(&exact.percent(figure::PERCENT_PLACES));
                    canvas.text(&label, (EDGE, middle), Lettering::new(12.5, INK, Anchor::Right))?;
                }
                y += ROW;
            }
            y += 6;
        }
        Ok(())
    })
    .map(Some)
}
