//! The chart of a round's net results.

use std::cmp::Ordering;

use certificate::Exact;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use plotters::style::RGBColor;

use super::{
    canvas::{Anchor, Canvas, GRID, INK, Lettering, SOFT_INK, sheet, shortened},
    decades::{Decades, log10},
};
use crate::{error::ReportError, figure};

const WIDTH: u32 = 900;
const LEFT: i32 = 92;
const RIGHT: i32 = 716;
const TOP: i32 = 92;
const TITLE: usize = 100;
/// Height of a row, and of one of many.
const ROW: i32 = 22;
const LOW_ROW: i32 = 15;
const MANY: usize = 30;
/// More net results than a page has room for.
const MOST: usize = 150;
/// Decades of the axis at the least and at the most; a bar beyond the end has the length of one pixel.
const FEWEST_DECADES: i32 = 2;
const MOST_DECADES: i32 = 15;
/// Decades of the axis that all have labels.
const LABELLED: usize = 9;

const WON: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const EVEN: RGBColor = RGBColor(0x8a, 0x94, 0xa1);
const LOST: RGBColor = RGBColor(0x9e, 0x3a, 0x4c);

/// The distribution of a round's net result, to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct NetResults {
    /// What it is of, such as a game and a strategy.
    pub title: String,
    /// Net results in initial wagers and their probabilities, which are positive.
    pub outcomes: Vec<(BigRational, BigRational)>,
}

/// The distribution of a round's net result as SVG text: a bar for each result, the highest on top, as long as the logarithm of its
/// probability says, with the probability beside it. `None` without results, or with more than 150 of them.
///
/// # Errors
/// If the drawing fails.
pub fn draw_net_results(results: &NetResults) -> Result<Option<String>, ReportError> {
    let mut outcomes: Vec<&(BigRational, BigRational)> =
        results.outcomes.iter().filter(|(_, probability)| probability.is_positive()).collect();
    if outcomes.is_empty() || outcomes.len() > MOST {
        return Ok(None);
    }
    outcomes.sort_by(|one, other| other.0.cmp(&one.0));
    let row = if outcomes.len() > MANY { LOW_ROW } else { ROW };
    let bottom = TOP + row * i32::try_from(outcomes.len()).unwrap_or(0) + 4;
    let height = u32::try_from(bottom + 56).unwrap_or(600);
    let axis = axis(&outcomes);

    sheet("net-results.svg", (WIDTH, height), |canvas| {
        let title = format!("{}: probability of each net result", shortened(&results.title, TITLE));
        canvas.bold(&title, (16, 18), Lettering::new(14.0, INK, Anchor::Left))?;
        draw_sides(canvas, &outcomes)?;
        canvas.text("Net result", (LEFT - 12, TOP - 18), Lettering::new(12.0, SOFT_INK, Anchor::Right))?;
        let every = if axis.ticks().count() > LABELLED { 2 } else { 1 };
        for (power, x) in axis.ticks() {
            canvas.line((x, TOP - 4), (x, bottom), GRID, 1)?;
            if power % every == 0 {
                canvas.text(&percent_of(power), (x, bottom + 16), Lettering::new(12.0, SOFT_INK, Anchor::Middle))?;
            }
        }
        let under = "Probability; each line is ten times the one before";
        canvas.text(under, ((LEFT + RIGHT) / 2, bottom + 40), Lettering::new(12.5, SOFT_INK, Anchor::Middle))?;
        for (at, (net, probability)) in (0..).zip(&outcomes) {
            let middle = TOP + row * at + row / 2;
            let end = axis.at(probability.to_f64().unwrap_or(0.0)).max(LEFT + 1);
            canvas.block((LEFT, middle - row * 3 / 10), (end, middle + row * 3 / 10), color(net))?;
            canvas.bold(&signed(net), (LEFT - 12, middle), Lettering::new(12.5, INK, Anchor::Right))?;
            // On paper, so that the grid does not run through the figure.
            let label = chance(probability);
            let width = 7 * i32::try_from(label.chars().count()).unwrap_or(0);
            canvas.block((end + 3, middle - 7), (end + 8 + width, middle + 7), super::canvas::PAPER)?;
            canvas.text(&label, (end + 7, middle), Lettering::new(12.0, INK, Anchor::Left))?;
        }
        canvas.line((LEFT, TOP - 4), (LEFT, bottom), INK, 1)
    })
    .map(Some)
}

/// From a power of ten below the least probability to 1.
fn axis(outcomes: &[&(BigRational, BigRational)]) -> Decades {
    let least = outcomes.iter().filter_map(|(_, probability)| probability.to_f64()).fold(1.0, f64::min);
    let decades = if least > 0.0 { (-log10(least)).floor() as i32 + 1 } else { MOST_DECADES };
    Decades::between((-decades.clamp(FEWEST_DECADES, MOST_DECADES), 0), LEFT, RIGHT)
}

/// What the colours mean, with the probability of each.
fn draw_sides(canvas: &Canvas<'_>, outcomes: &[&(BigRational, BigRational)]) -> Result<(), ReportError> {
    let mut x = 16;
    for (sign, words) in [(Ordering::Greater, "won"), (Ordering::Equal, "even"), (Ordering::Less, "lost")] {
        let zero = BigRational::zero();
        let own = || outcomes.iter().filter(|(net, _)| net.cmp(&zero) == sign);
        let total: BigRational = own().map(|(_, probability)| probability).sum();
        if let Some((net, _)) = own().next() {
            let label = format!("{words} {}", figure::percent(&Exact::from(&total), 2));
            canvas.block((x, 36), (x + 12, 48), color(net))?;
            canvas.text(&label, (x + 18, 42), Lettering::new(12.5, INK, Anchor::Left))?;
            x += 46 + 7 * i32::try_from(label.chars().count()).unwrap_or(0);
        }
    }
    Ok(())
}

fn color(net: &BigRational) -> RGBColor {
    match net.cmp(&BigRational::zero()) {
        Ordering::Greater => WON,
        Ordering::Equal => EVEN,
        Ordering::Less => LOST,
    }
}

/// `+1.5`, `0`, `−8`.
fn signed(net: &BigRational) -> String {
    let text = figure::minus(&figure::trimmed(net));
    if net.is_positive() { format!("+{text}") } else { text }
}

/// A probability in percent with four decimals; one below a percent also as one in so many.
fn chance(probability: &BigRational) -> String {
    let percent = figure::significant_percent(&Exact::from(probability), 3);
    let hundredth = BigRational::new(1.into(), 100.into());
    if *probability >= hundredth {
        return figure::percent(&Exact::from(probability), 3);
    }
    let one_in = (BigRational::one() / probability).round().to_integer();
    format!("{percent} \u{b7} 1 in {}", figure::count(&one_in.to_string()))
}

/// 10 to the power as a percentage: `100%`, `0.01%`.
fn percent_of(power: i32) -> String {
    match power + 2 {
        whole @ 0.. => format!("1{}%", "0".repeat(whole.unsigned_abs() as usize)),
        part => format!("0.{}1%", "0".repeat(part.unsigned_abs() as usize - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    fn results() -> NetResults {
        let counts = [(-8, 1), (-4, 43_000), (-2, 4_400_000), (0, 870_000), (2, 3_900_000), (3, 450_000), (4, 336_999)];
        let total = counts.iter().map(|(_, count)| count).sum();
        let outcomes = counts.map(|(halves, count)| (ratio(halves, 2), ratio(count, total)));
        NetResults { title: "A game".into(), outcomes: outcomes.into() }
    }

    #[test]
    fn every_result_has_its_row_and_its_chance() {
        let svg = draw_net_results(&results()).expect("a drawing").expect("results");
        for text in ["\u{2212}4", "+1.5", "44.000%", "1 in 10,000,000", "0.00001%", "won 46.87%", "even 8.70%"] {
            assert!(svg.contains(text), "no {text}");
        }
    }

    #[test]
    fn without_results_there_is_no_drawing() {
        let none = NetResults { title: String::new(), outcomes: Vec::new() };
        assert!(draw_net_results(&none).expect("none").is_none());
        let outcomes = (0..151).map(|net| (ratio(net, 1), ratio(1, 151))).collect();
        assert!(draw_net_results(&NetResults { title: String::new(), outcomes }).expect("none").is_none());
    }

    #[test]
    fn powers_of_ten_in_percent() {
        assert_eq!([0, -1, -2, -3, -7].map(percent_of), ["100%", "10%", "1%", "0.1%", "0.00001%"]);
    }

    #[test]
    fn results_are_signed_and_short() {
        let texts = [ratio(3, 2), ratio(0, 1), ratio(-8, 1), ratio(-1, 3)].map(|net| signed(&net));
        assert_eq!(texts, ["+1.5", "0", "\u{2212}8", "\u{2212}1/3"]);
    }
}
