//! Numbers with a name each as horizontal bars, those on the far side of zero told apart by shade and by side.

use certificate::ReportDocument;
use num_rational::BigRational;
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};
use plotters::style::RGBColor;

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, GRID, INK, Lettering, SOFT_INK, sheet, shortened};
use crate::classes::reading_edges;
use crate::costs::{Mistake, dearest};
use crate::counted;
use crate::error::ReportError;
use crate::figure;
use crate::names::card_name;

const WIDTH: u32 = 900;
const LEFT: i32 = 390;
const RIGHT: i32 = 800;
const EDGE: i32 = 884;
const TOP: i32 = 44;
const ROW: i32 = 22;
/// Dark enough beside the other in grey.
const ABOVE: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const BELOW: RGBColor = RGBColor(0xd0, 0x8a, 0x1d);
/// Longest label that the left margin holds.
const LABEL: usize = 54;
/// Most bars of a drawing.
const MOST: usize = 30;

/// A bar.
pub(super) struct Bar {
    label: String,
    value: f64,
    /// The value as it is printed.
    text: String,
}

impl Bar {
    fn new(label: String, value: &BigRational, places: u32) -> Option<Self> {
        Some(Self { label, value: value.to_f64()?, text: figure::minus(&cards::decimal(value, places)) })
    }
}

/// The bars under a title; nothing where there are fewer than two.
fn draw(name: &str, title: &str, bars: &[Bar]) -> Result<Option<String>, ReportError> {
    let bars = &bars[..bars.len().min(MOST)];
    let values: Vec<f64> = bars.iter().map(|bar| bar.value).chain([0.0]).collect();
    let Some(axis) = Axis::around(&values, LEFT, RIGHT, 6).filter(|_| bars.len() > 1) else { return Ok(None) };
    let bottom = TOP + ROW * i32::try_from(bars.len()).unwrap_or(0);
    let height = u32::try_from(bottom + 36).unwrap_or(600);
    let paint = |canvas: &Canvas<'_>| {
        canvas.title(title)?;
        for (x, label) in &axis.ticks {
            canvas.line((*x, TOP - 6), (*x, bottom), GRID, 1)?;
            canvas.text(label, (*x, bottom + 16), Lettering::new(12.5, SOFT_INK, Anchor::Middle))?;
        }
        let zero = axis.at(0.0);
        for (bar, row) in bars.iter().zip(0..) {
            let y = TOP + ROW * row;
            let end = axis.at(bar.value);
            let color = if bar.value < 0.0 { BELOW } else { ABOVE };
            canvas.text(
                &shortened(&bar.label, LABEL),
                (LEFT - 14, y + ROW / 2),
                Lettering::new(12.5, INK, Anchor::Right),
            )?;
            canvas.block((zero.min(end), y + 4), (zero.max(end), y + ROW - 4), color)?;
            canvas.text(&bar.text, (EDGE, y + ROW / 2), Lettering::new(12.5, INK, Anchor::Right))?;
        }
        canvas.line((zero, TOP - 6), (zero, bottom), INK, 1)
    };
    sheet(name, (WIDTH, height), paint).map(Some)
}

fn percent(value: &BigRational) -> BigRational {
    value * figure::hundred()
}

/// House edge of every side wager under each of its paytables, as the report reads the rules, beside the base game's.
pub(super) fn hold_by_paytable(document: &ReportDocument, title: &str) -> Result<Option<String>, ReportError> {
    if !document.wagers.iter().any(|wager| wager.chosen) {
        return Ok(None);
    }
    let base = document.base_game.iter().find(|class| class.strategy == "cdz");
    let base = base.and_then(|class| Bar::new("base wager".to_owned(), &percent(&class.house_edge.value()?), 4));
    let wagers = document.wagers.iter().filter(|wager| wager.chosen);
    let wagers = wagers.filter_map(|wager| {
        let edge = -percent(&wager.ev.value()?);
        Bar::new(format!("{}, {}", wager.title, wager.paytable), &edge, 4)
    });
    draw("hold-by-paytable.svg", title, &base.into_iter().chain(wagers).collect::<Vec<_>>())
}

/// What the dearest plausible mistakes cost per 100 hands of play.
pub(super) fn mistakes(mistakes: &[Mistake<'_>], title: &str) -> Result<Option<String>, ReportError> {
    let bars = dearest(mistakes).iter().filter_map(|Mistake { signal, hand, instead, per_100, .. }| {
        let told = if signal.signal == "none" { String::new() } else { format!(", {}", signal.signal) };
        let label = format!("{} against {}{told}: {}, not {}", hand.hand, signal.up, instead.name(), hand.best.name());
        Bar::new(label, per_100, 4)
    });
    draw("mistakes.svg", title, &bars.collect::<Vec<_>>())
}

/// By how many points one changed reading moves the house edge, the player's gain first.
pub(super) fn adverse_readings(document: &ReportDocument, title: &str) -> Result<Option<String>, ReportError> {
    let mut all = reading_edges(document);
    if !all.iter().any(|one| one.moved.is_negative()) {
        return Ok(None);
    }
    all.retain(|one| !one.moved.is_zero());
    all.sort_by(|one, other| (&one.moved, &one.name).cmp(&(&other.moved, &other.name)));
    let bars = all.into_iter().filter_map(|one| Bar::new(one.name, &percent(&one.moved), 4));
    draw("adverse-readings.svg", title, &bars.collect::<Vec<_>>())
}

/// By how many points taking one card of each value out of the shoe moves the EV.
pub(super) fn effects_of_removal(document: &ReportDocument, title: &str) -> Result<Option<String>, ReportError> {
    let Some(effects) = &document.effects_of_removal else { return Ok(None) };
    let bars = effects
        .by_card
        .iter()
        .filter_map(|one| Bar::new(format!("without one {}", card_name(&one.card)), &percent(&one.effect.value()?), 4));
    draw("effects-of-removal.svg", title, &bars.collect::<Vec<_>>())
}

/// How much each count tells of the base wager: its betting correlation.
pub(super) fn counts(document: &ReportDocument, title: &str) -> Result<Option<String>, ReportError> {
    let correlations = document.counting.as_ref().map(counted::correlations).unwrap_or_default();
    let bars = correlations.into_iter().filter_map(|(label, correlation)| Bar::new(label, &correlation, 4));
    draw("counts.svg", title, &bars.collect::<Vec<_>>())
}

/// Numbers with a name each, in per cent or in percentage points; nothing where there are fewer than two.
pub(crate) fn draw_percents(
    name: &str,
    title: &str,
    numbers: Vec<(String, BigRational)>,
) -> Result<Option<String>, ReportError> {
    let bars = numbers.into_iter().filter_map(|(label, value)| Bar::new(label, &percent(&value), 4));
    draw(name, title, &bars.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_of_both_signs_lie_on_both_sides_of_zero() {
        let bar = |value: i64| Bar::new(value.to_string(), &BigRational::from_integer(value.into()), 2).expect("a bar");
        let svg = draw("x.svg", "Title", &[bar(-3), bar(5)]).expect("drawn").expect("bars");
        assert!(svg.contains("\u{2212}3.00") && svg.contains("5.00") && svg.contains("Title"));
        assert_eq!(draw("x.svg", "Title", &[bar(1)]).expect("drawn"), None);
    }
}
