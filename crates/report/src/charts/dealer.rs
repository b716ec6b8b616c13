//! How the dealer's hand ends: a bar for every up card and signal.

use certificate::{ByDealerOutcome, DealerOutcomes, Exact};
use plotters::style::RGBColor;

use super::{
    axis::Axis,
    canvas::{Anchor, Canvas, GRID, INK, Lettering, PAPER, SOFT_INK, sheet, shortened},
};
use crate::{error::ReportError, figure, names::in_order};

const WIDTH: u32 = 900;
const LEFT: i32 = 226;
const RIGHT: i32 = 884;
const TOP: i32 = 92;
/// Height of a bar, the gap below it, and the gap between up cards.
/// Letters of the heading that the width has room for.
const HEADING: usize = 104;
const BAR: i32 = 15;
const GAP: i32 = 3;
const GROUP_GAP: i32 = 9;
/// Below the last bar: labels of the axis.
const FOOT: i32 = 48;
/// Narrowest part of a bar that holds its percentage, in pixels.
const LEAST_FOR_TEXT: i32 = 27;

/// Colors of the outcomes, and of the text on them: totals darken as they rise.
const COLORS: [(RGBColor, RGBColor); 8] = [
    (RGBColor(0xd6, 0xe4, 0xf2), INK),
    (RGBColor(0xb0, 0xcb, 0xe6), INK),
    (RGBColor(0x84, 0xac, 0xd6), INK),
    (RGBColor(0x4f, 0x86, 0xbf), PAPER),
    (RGBColor(0x1f, 0x5f, 0xa8), PAPER),
    (RGBColor(0xe3, 0xa8, 0x3b), INK),
    (RGBColor(0x9e, 0x3a, 0x4c), PAPER),
    (INK, PAPER),
];

/// Draws the distribution of the dealer's outcome by up card and signal, in the order of the charts; `None` without rows.
///
/// The parts of a bar are the outcomes given its up card and signal; beside it stands the signal's probability given the up card.
///
/// # Errors
/// [`ReportError::Chart`] if the drawing fails.
pub fn draw_dealer(title: &str, rows: &[DealerOutcomes]) -> Result<Option<String>, ReportError> {
    let Some(last) = rows.len().checked_sub(1) else { return Ok(None) };
    let rows = in_order(rows);
    let tops = tops(&rows);
    let bottom = tops[last] + BAR;
    let size = (WIDTH, u32::try_from(bottom + FOOT).unwrap_or(u32::MAX));
    let axis = Axis::between((0.0, 100.0), LEFT, RIGHT, 10);
    sheet("dealer.svg", size, |canvas| {
        let tells = rows.windows(2).any(|pair| pair[0].up == pair[1].up);
        let by = if tells { "up card and signal" } else { "up card" };
        let heading = format!("How the dealer\u{2019}s hand ends, % of rounds with this {by}: {title}");
        canvas.bold(&shortened(&heading, HEADING), (16, 18), Lettering::new(14.0, INK, Anchor::Left))?;
        legend(canvas)?;
        canvas.text("up", (24, TOP - 14), Lettering::new(11.5, SOFT_INK, Anchor::Middle))?;
        canvas.text("signal", (48, TOP - 14), Lettering::new(11.5, SOFT_INK, Anchor::Left))?;
        canvas.text("its chance, %", (LEFT - 12, TOP - 14), Lettering::new(11.5, SOFT_INK, Anchor::Right))?;
        for (x, label) in &axis.ticks {
            canvas.line((*x, TOP - 6), (*x, bottom + 6), GRID, 1)?;
            canvas.text(label, (*x, bottom + 18), Lettering::new(12.0, SOFT_INK, Anchor::Middle))?;
        }
        for (index, (&row, &top)) in rows.iter().zip(&tops).enumerate() {
            let is_first = index == 0 || rows[index - 1].up != row.up;
            if is_first {
                canvas.bold(&row.up, (24, top + BAR / 2), Lettering::new(14.0, INK, Anchor::Middle))?;
            }
            canvas.text(&shortened(&row.signal, 18), (48, top + BAR / 2), Lettering::new(12.0, INK, Anchor::Left))?;
            let chance = figure::minus(&row.probability.percent(1));
            canvas.text(&chance, (LEFT - 12, top + BAR / 2), Lettering::new(12.0, SOFT_INK, Anchor::Right))?;
            bar(canvas, &axis, &row.outcomes, top)?;
        }
        canvas.text("%", ((LEFT + RIGHT) / 2, bottom + 36), Lettering::new(12.0, SOFT_INK, Anchor::Middle))
    })
    .map(Some)
}

/// The top of every bar.
fn tops(rows: &[&DealerOutcomes]) -> Vec<i32> {
    let mut tops = Vec::with_capacity(rows.len());
    let mut top = TOP;
    for (index, row) in rows.iter().enumerate() {
        if index > 0 && rows[index - 1].up != row.up {
            top += GROUP_GAP;
        }
        tops.push(top);
        top += BAR + GAP;
    }
    tops
}

fn legend(canvas: &Canvas<'_>) -> Result<(), ReportError> {
    let mut x = 16;
    for (label, (color, _)) in ByDealerOutcome::<Exact>::WORDS.into_iter().zip(COLORS) {
        canvas.block((x, 40), (x + 12, 52), color)?;
        canvas.text(label, (x + 18, 46), Lettering::new(12.5, INK, Anchor::Left))?;
        x += 40 + 8 * i32::try_from(label.chars().count()).unwrap_or(0);
    }
    Ok(())
}

/// The parts of one bar, each from where the one before ends, so that they fill it whatever is rounded.
fn bar(canvas: &Canvas<'_>, axis: &Axis, outcomes: &ByDealerOutcome<Exact>, top: i32) -> Result<(), ReportError> {
    let (mut sum, mut left) = (0.0, axis.at(0.0));
    for (one, (color, ink)) in outcomes.each().into_iter().zip(COLORS) {
        sum += figure::plotted(one).unwrap_or(0.0) * 100.0;
        let right = axis.clamped(sum);
        if right > left {
            canvas.block((left, top), (right, top + BAR), color)?;
            if right - left >= LEAST_FOR_TEXT {
                canvas.text(
                    &one.percent(1),
                    ((left + right) / 2, top + BAR / 2),
                    Lettering::new(10.5, ink, Anchor::Middle),
                )?;
            }
        }
        left = right;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;

    fn row(up: &str, signal: &str, parts: [i64; 8]) -> DealerOutcomes {
        let all: i64 = parts.iter().sum();
        let exact = |part: i64| Exact::from(&BigRational::new(part.into(), all.into()));
        DealerOutcomes {
            up: up.to_owned(),
            signal: signal.to_owned(),
            holes: vec!["2".to_owned()],
            probability: exact(all / 2),
            outcomes: ByDealerOutcome::of(parts.map(exact)),
        }
    }

    #[test]
    fn every_row_has_a_bar_with_its_percentages() {
        let rows = [
            row("6", "small", [10, 10, 10, 10, 10, 10, 40, 0]),
            row("6", "none", [0, 0, 0, 100, 0, 0, 0, 0]),
            row("T", "blackjack", [0, 0, 0, 0, 0, 0, 0, 100]),
        ];
        let svg = draw_dealer("Game", &rows).expect("drawn").expect("rows");
        for text in ["small", ">none<", "blackjack", ">40.0<", ">100.0<", ">T<"] {
            assert!(svg.contains(text), "{text} is not in {svg}");
        }
        // Six tenths, four tenths, and two whole bars.
        assert_eq!((svg.matches(">10.0<").count(), svg.matches(">100.0<").count()), (6, 2));
        assert_eq!(draw_dealer("Game", &[]).expect("nothing to draw"), None);
    }

    #[test]
    fn the_parts_of_a_bar_fill_it() {
        // Thirds are rounded, and the last part still ends at the end of the axis.
        let svg = draw_dealer("Game", &[row("5", "none", [1, 1, 0, 0, 0, 0, 1, 0])]).expect("drawn").expect("a row");
        let fill = "fill=\"#9E3A4C\"";
        let rect = svg.lines().rfind(|line| line.contains(fill) && line.starts_with("<rect"));
        let rect = rect.expect("a part of busts");
        let number = |name: &str| -> i32 {
            let rest = rect.split(&format!(" {name}=\"")).nth(1).expect(name);
            rest.split('"').next().expect("a value").parse().expect("a number")
        };
        assert!((number("x") + number("width") - RIGHT).abs() <= 1, "{rect}");
    }
}
