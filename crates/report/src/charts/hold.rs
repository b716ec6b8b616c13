//! The chart of the house's hold over more and more rounds.

use certificate::Exact;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};
use plotters::style::RGBColor;

use super::{
    canvas::{Anchor, Canvas, GRID, INK, Lettering, SOFT_INK, sheet, shortened},
    decades::{Decades, log10},
};
use crate::{error::ReportError, figure};

const SIZE: (u32, u32) = (900, 680);
const LEFT: i32 = 92;
const RIGHT: i32 = 838;
const TOP: i32 = 92;
const BOTTOM: i32 = 624;
const TITLE: usize = 80;
/// Least distance of two labels of the axis.
const APART: i32 = 15;

const MEAN: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const NORMAL: RGBColor = RGBColor(0x9c, 0x64, 0x0c);
const ZERO: RGBColor = RGBColor(0x9e, 0x3a, 0x4c);
/// From the narrowest interval to the widest.
const BANDS: [RGBColor; 3] = [RGBColor(0xdd, 0xe9, 0xf6), RGBColor(0xb4, 0xcf, 0xea), RGBColor(0x7c, 0xa8, 0xd6)];

/// Intervals of the house's hold over more and more rounds, to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldChart {
    /// What it is of, such as a game and a strategy.
    pub title: String,
    /// The mean hold per initial wager.
    pub mean: BigRational,
    /// One band for each confidence level, at most three.
    pub bands: Vec<HoldBand>,
}

/// The intervals of one level.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldBand {
    /// The level in percent.
    pub percent: u32,
    /// By number of rounds.
    pub points: Vec<HoldPoint>,
}

/// One interval.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldPoint {
    /// Rounds, at least one.
    pub rounds: u64,
    /// The ends of the exact interval, the lower first.
    pub exact: [BigRational; 2],
    /// The ends of the interval by the normal distribution.
    pub normal: [f64; 2],
}

/// The house's hold against the number of rounds as SVG text: a shaded band for each level, the same by the normal distribution in
/// dashes, the mean hold, and the hold of zero where both sides are even. Rounds are on a logarithmic axis; holds are by the
/// logarithm of their distance from the mean, even steps where that is small. `None` without two numbers of rounds.
///
/// # Errors
/// If the drawing fails.
pub fn draw_hold(chart: &HoldChart) -> Result<Option<String>, ReportError> {
    let mut bands: Vec<&HoldBand> = chart.bands.iter().take(BANDS.len()).collect();
    bands.sort_by_key(|band| band.percent);
    let Some(scale) = Scale::new(chart, &bands) else { return Ok(None) };
    let rounds = || bands.iter().flat_map(|band| &band.points).map(|point| point.rounds.max(1));
    let (Some(first), Some(last)) = (rounds().min(), rounds().max()) else { return Ok(None) };
    let powers = (log10(first as f64).floor() as i32, log10(last as f64).ceil() as i32);
    if first == last || powers.0 == powers.1 {
        return Ok(None);
    }
    let x = Decades::between(powers, LEFT, RIGHT);

    sheet("hold.svg", SIZE, |canvas| {
        let title = format!("{}: hold of the house against rounds played", shortened(&chart.title, TITLE));
        canvas.bold(&title, (16, 18), Lettering::new(14.0, INK, Anchor::Left))?;
        draw_legend(canvas, &bands)?;
        for (band, color) in bands.iter().zip(BANDS).rev() {
            let side = |end: usize| {
                let (x, scale) = (&x, &scale);
                let point = move |point: &HoldPoint| (x.at(point.rounds as f64), scale.exact(&point.exact[end]));
                band.points.iter().map(point)
            };
            canvas.area(side(0).chain(side(1).rev()).collect(), color)?;
        }
        for (y, label) in scale.ticks() {
            canvas.line((LEFT, y), (RIGHT, y), GRID, 1)?;
            canvas.text(&label, (LEFT - 8, y), Lettering::new(12.0, SOFT_INK, Anchor::Right))?;
        }
        for (power, at) in x.ticks() {
            canvas.line((at, TOP), (at, BOTTOM), GRID, 1)?;
            canvas.text(&rounds_of(power), (at, BOTTOM + 16), Lettering::new(12.0, SOFT_INK, Anchor::Middle))?;
        }
        for band in &bands {
            for end in 0..2 {
                let point = |point: &HoldPoint| (x.at(point.rounds as f64), scale.at(point.normal[end]));
                canvas.dashed(&band.points.iter().map(point).collect::<Vec<_>>(), NORMAL)?;
            }
        }
        draw_marks(canvas, chart, &scale)?;
        canvas.text("Rounds", ((LEFT + RIGHT) / 2, BOTTOM + 40), Lettering::new(12.5, SOFT_INK, Anchor::Middle))?;
        canvas.text("Percentage points from the mean", (16, TOP - 20), Lettering::new(12.0, SOFT_INK, Anchor::Left))
    })
    .map(Some)
}

/// Distances from the mean hold on a scale that is even near the mean and logarithmic beyond.
struct Scale {
    mean: f64,
    /// The distance at which one passes into the other, and the farthest.
    small: f64,
    far: f64,
}

impl Scale {
    /// Even up to a third of the smallest distance to be shown.
    fn new(chart: &HoldChart, bands: &[&HoldBand]) -> Option<Self> {
        let mean = chart.mean.to_f64()?;
        let points = bands.iter().flat_map(|band| &band.points);
        let ends = points.flat_map(|point| {
            let exact = point.exact.iter().filter_map(ToPrimitive::to_f64);
            exact.chain(point.normal)
        });
        let apart: Vec<f64> = ends.map(|end| (end - mean).abs()).filter(|apart| *apart > 0.0).collect();
        let small = apart.iter().copied().reduce(f64::min)? / 3.0;
        let far = apart.iter().copied().reduce(f64::max)? * 1.1;
        (small.is_finite() && far.is_finite()).then_some(Self { mean, small, far })
    }

    fn at(&self, hold: f64) -> i32 {
        self.apart(hold - self.mean)
    }

    /// The pixel of a distance from the mean, kept within the chart.
    fn apart(&self, apart: f64) -> i32 {
        let size = libm::log1p(apart.abs().min(self.far) / self.small) / libm::log1p(self.far / self.small);
        let middle = (TOP + BOTTOM) / 2;
        middle - (size.copysign(apart) * f64::from((BOTTOM - TOP) / 2)).round() as i32
    }

    fn exact(&self, hold: &BigRational) -> i32 {
        self.at(hold.to_f64().unwrap_or(self.mean))
    }

    /// Powers of ten in percentage points on both sides of the mean, where there is room for them.
    fn ticks(&self) -> Vec<(i32, String)> {
        let mut ticks = Vec::new();
        let mut free = (TOP + BOTTOM) / 2 - APART;
        for power in -12..=6 {
            let distance = libm::exp10(f64::from(power) - 2.0);
            let y = self.apart(distance);
            if distance <= self.far && y <= free {
                free = y - APART;
                let size = points_of(power);
                ticks.push((y, format!("+{size}")));
                ticks.push((self.apart(-distance), format!("\u{2212}{size}")));
            }
        }
        ticks
    }
}

fn draw_legend(canvas: &Canvas<'_>, bands: &[&HoldBand]) -> Result<(), ReportError> {
    let mut x = 16;
    for (band, color) in bands.iter().zip(BANDS) {
        canvas.block((x, 36), (x + 12, 48), color)?;
        let label = format!("{}%", band.percent);
        canvas.text(&label, (x + 18, 42), Lettering::new(12.5, INK, Anchor::Left))?;
        x += 62;
    }
    canvas.text("of the time, exact", (x - 12, 42), Lettering::new(12.5, INK, Anchor::Left))?;
    x += 116;
    canvas.dashed(&[(x, 42), (x + 26, 42)], NORMAL)?;
    canvas.text("by the normal distribution", (x + 32, 42), Lettering::new(12.5, INK, Anchor::Left))
}

/// The mean hold and the hold of zero, named where the bands are widest.
fn draw_marks(canvas: &Canvas<'_>, chart: &HoldChart, scale: &Scale) -> Result<(), ReportError> {
    let mean = scale.apart(0.0);
    canvas.line((LEFT, mean), (RIGHT, mean), MEAN, 2)?;
    let text = figure::percent(&Exact::from(&chart.mean), figure::PERCENT_PLACES);
    canvas.bold("mean", (LEFT - 8, mean), Lettering::new(12.0, MEAN, Anchor::Right))?;
    let zero = scale.at(0.0);
    if (zero - mean).abs() >= 2 && (TOP..=BOTTOM).contains(&zero) && scale.mean.abs() < scale.far {
        canvas.line((LEFT, zero), (RIGHT, zero), ZERO, 1)?;
        let side = if chart.mean.is_positive() { 10 } else { -10 };
        canvas.text(
            "hold of zero: both sides even",
            (LEFT + 6, zero + side),
            Lettering::new(12.0, ZERO, Anchor::Left),
        )?;
    }
    let side = if chart.mean.is_positive() { -11 } else { 11 };
    canvas.bold(&format!("mean hold {text}"), (LEFT + 6, mean + side), Lettering::new(12.0, MEAN, Anchor::Left))
}

/// `1,000`, `1 million`.
fn rounds_of(power: i32) -> String {
    let (power, unit) = match power {
        9.. => (power - 9, " billion"),
        6.. => (power - 6, " million"),
        _ => (power, ""),
    };
    let digits = format!("1{}", "0".repeat(power.max(0).unsigned_abs() as usize));
    format!("{}{unit}", figure::grouped(&digits))
}

/// 10 to the power in digits.
fn points_of(power: i32) -> String {
    match power {
        0.. => figure::grouped(&format!("1{}", "0".repeat(power.unsigned_abs() as usize))),
        _ => format!("0.{}1", "0".repeat(power.unsigned_abs() as usize - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(mean: i64) -> HoldChart {
        let mean = BigRational::new(mean.into(), 10_000.into());
        let center = mean.to_f64().expect("a number");
        let band = |(percent, z): (u32, i64)| {
            let point = |power: u32| {
                // z hundredths of 1.15/√N, for even powers in whole numbers.
                let half = BigRational::new((z * 115).into(), (10_000 * 10i64.pow(power / 2)).into());
                let near = half.to_f64().expect("a number");
                HoldPoint {
                    rounds: 10u64.pow(power),
                    exact: [&mean - &half, &mean + &half],
                    normal: [center - near, center + near],
                }
            };
            HoldBand { percent, points: [2, 4, 6, 8].map(point).into() }
        };
        let bands = [(99, 258), (90, 164), (95, 196)].map(band).into();
        HoldChart { title: "A game".into(), mean, bands }
    }

    #[test]
    fn bands_lines_and_marks_are_there() {
        let svg = draw_hold(&chart(43)).expect("a drawing").expect("points");
        for text in ["mean hold 0.4300%", "hold of zero", "90%", "99%", "100 million", "+10", "\u{2212}0.1", "10,000"] {
            assert!(svg.contains(text), "no {text}");
        }
        assert_eq!(svg.matches("<polygon").count(), 3);
    }

    #[test]
    fn a_hold_of_zero_is_the_mean_itself_or_out_of_sight() {
        for mean in [0, 9_000] {
            let svg = draw_hold(&chart(mean)).expect("a drawing").expect("points");
            assert!(!svg.contains("hold of zero"));
        }
    }

    #[test]
    fn one_number_of_rounds_is_no_chart() {
        let mut chart = chart(43);
        chart.bands.iter_mut().for_each(|band| band.points.truncate(1));
        assert!(draw_hold(&chart).expect("none").is_none());
        chart.bands.clear();
        assert!(draw_hold(&chart).expect("none").is_none());
    }

    #[test]
    fn the_scale_is_symmetric_and_keeps_its_order() {
        let chart = chart(43);
        let bands: Vec<&HoldBand> = chart.bands.iter().collect();
        let scale = Scale::new(&chart, &bands).expect("points");
        let middle = (TOP + BOTTOM) / 2;
        let pixels: Vec<i32> = [0.0, 1e-5, 1e-4, 1e-3, 1e-2, 0.1].map(|apart| scale.apart(apart)).into();
        assert!(pixels[0] == middle && pixels.windows(2).all(|pair| pair[0] > pair[1]), "{pixels:?}");
        assert_eq!(scale.apart(-1e-3) - middle, middle - scale.apart(1e-3));
        let ticks = scale.ticks();
        assert!(ticks.iter().all(|(y, _)| (TOP..=BOTTOM).contains(y)), "{ticks:?}");
        assert_eq!([0, 3, -2].map(points_of), ["1", "1,000", "0.01"]);
        assert_eq!([2, 5, 6, 9].map(rounds_of), ["100", "100,000", "1 million", "1 billion"]);
    }
}
