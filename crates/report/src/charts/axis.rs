//! Axes whose labels are whole multiples of 1, 2 or 5 times a power of ten.

/// The largest number at a labelled end of an axis.
const MOST_LABELLED: f64 = 1e15;

/// More ticks than any axis asks for.
const MOST_TICKS: f64 = 100.0;

/// Pixels from an axis that are as good as any further.
const FURTHEST: f64 = 1e6;

/// A stretch of numbers mapped onto pixels, with labelled ticks.
pub(super) struct Axis {
    low: f64,
    high: f64,
    start: i32,
    end: i32,
    /// Position and label.
    pub(super) ticks: Vec<(i32, String)>,
}

impl Axis {
    /// An axis that shows all `values` with some room, from pixel `start` to pixel `end` (which may be the
    /// smaller one), with about `wanted` ticks. `None` without values.
    pub(super) fn around(values: &[f64], start: i32, end: i32, wanted: u32) -> Option<Self> {
        let low = values.iter().copied().reduce(f64::min)?;
        let high = values.iter().copied().reduce(f64::max)?;
        let room = if high > low { (high - low) * 0.08 } else { high.abs().max(0.01) * 0.05 };
        Some(Self::between((low - room, high + room), start, end, wanted))
    }

    /// An axis from the lower to the higher of two different numbers, without room.
    pub(super) fn between((low, high): (f64, f64), start: i32, end: i32, wanted: u32) -> Self {
        let step = Step::near((high - low) / f64::from(wanted));
        let mut axis = Self { low, high, start, end, ticks: Vec::new() };
        let first = (low / step.size()).ceil();
        let last = (high / step.size()).floor();
        // A report that nobody has checked yet may state any number. Steps that are too small for it have no labels.
        if [low, high].iter().all(|end| end.abs() < MOST_LABELLED) && last - first < MOST_TICKS {
            let places = first as i64..=last as i64;
            axis.ticks = places.map(|k| (axis.at(k as f64 * step.size()), step.label(k))).collect();
        }
        axis
    }

    /// The pixel of the lower end.
    pub(super) fn start(&self) -> i32 {
        self.start
    }

    /// The pixel of the higher end.
    pub(super) fn end(&self) -> i32 {
        self.end
    }

    /// The pixel of a value.
    pub(super) fn at(&self, value: f64) -> i32 {
        let share = (value - self.low) / (self.high - self.low);
        let pixels = (share * f64::from(self.end - self.start)).round();
        self.start + pixels.clamp(-FURTHEST, FURTHEST) as i32
    }

    /// The pixel of a value, kept within the axis.
    pub(super) fn clamped(&self, value: f64) -> i32 {
        self.at(value.min(self.high).max(self.low))
    }
}

/// `mantissa · 10^exponent`.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    mantissa: i64,
    exponent: i32,
}

impl Step {
    /// The smallest step that is not below `size`.
    fn near(size: f64) -> Self {
        let mut exponent = -9;
        // A logarithm may differ in its last bit between platforms; comparisons do not.
        while exponent < 9 {
            for mantissa in [1, 2, 5] {
                let step = Self { mantissa, exponent };
                if step.size() >= size {
                    return step;
                }
            }
            exponent += 1;
        }
        Self { mantissa: 1, exponent }
    }

    fn size(&self) -> f64 {
        let power = 10i64.pow(self.exponent.unsigned_abs()) as f64;
        if self.exponent < 0 { self.mantissa as f64 / power } else { self.mantissa as f64 * power }
    }

    /// `k` steps in digits.
    fn label(&self, k: i64) -> String {
        let count = k * self.mantissa;
        let sign = if count < 0 { "\u{2212}" } else { "" };
        let places = self.exponent.min(0).unsigned_abs();
        let whole = count.unsigned_abs() * 10u64.pow(self.exponent.max(0).unsigned_abs());
        if places == 0 {
            return format!("{sign}{whole}");
        }
        let unit = 10u64.pow(places);
        format!("{sign}{}.{:0width$}", whole / unit, whole % unit, width = places as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_labels_exact() {
        let step = Step::near(0.013);
        assert_eq!(step, Step { mantissa: 2, exponent: -2 });
        assert_eq!(step.label(-3), "\u{2212}0.06");
        assert_eq!(step.label(50), "1.00");
        assert_eq!(Step::near(7.0).label(3), "30");
    }

    #[test]
    fn the_axis_shows_every_value() {
        let axis = Axis::around(&[-1.5, 0.4], 100, 0, 5).expect("values");
        assert!(axis.at(-1.5) < 100 && axis.at(0.4) > 0);
        let labels: Vec<&str> = axis.ticks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["\u{2212}1.5", "\u{2212}1.0", "\u{2212}0.5", "0.0", "0.5"]);
        assert!(Axis::around(&[0.3], 0, 10, 4).is_some_and(|axis| axis.at(0.3) == 5));
        assert!(Axis::around(&[], 0, 10, 4).is_none());
    }

    /// Whoever renders a report before it is checked meets any number.
    #[test]
    fn no_number_takes_more_than_a_few_labels() {
        for most in [1e9, 1e14, 1e18, 1e300, f64::MAX, f64::INFINITY, f64::NAN] {
            for values in [[-most, most], [most, most], [0.0, most], [most, 1.0]] {
                let axis = Axis::around(&values, 900, 0, 5).expect("values");
                assert!(axis.ticks.len() <= 100, "{most}");
                let _ = values.map(|value| (axis.at(value), axis.clamped(value)));
            }
        }
    }
}
