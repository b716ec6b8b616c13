//! Axes in proportion to logarithms, with a tick at each power of ten.

/// A stretch of positive numbers mapped onto pixels by their logarithms.
pub(super) struct Decades {
    low: i32,
    high: i32,
    start: i32,
    end: i32,
}

impl Decades {
    /// An axis from 10 to the power `low` at pixel `start` to 10 to the greater power `high` at pixel `end`.
    pub(super) fn between((low, high): (i32, i32), start: i32, end: i32) -> Self {
        Self { low, high, start, end }
    }

    /// The pixel of a value, kept within the axis.
    pub(super) fn at(&self, value: f64) -> i32 {
        let share = (log10(value) - f64::from(self.low)) / f64::from(self.high - self.low);
        self.start + (share.clamp(0.0, 1.0) * f64::from(self.end - self.start)).round() as i32
    }

    /// Exponents and pixels of the powers of ten.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let pixel = |power: i32| self.start + (self.end - self.start) * (power - self.low) / (self.high - self.low);
        (self.low..=self.high).map(move |power| (power, pixel(power)))
    }
}

/// The logarithm by `libm`, whose bits are the same on every platform, so that pixels are.
pub(super) fn log10(value: f64) -> f64 {
    libm::log10(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_evenly_spaced() {
        let axis = Decades::between((-2, 1), 300, 0);
        assert_eq!(axis.ticks().collect::<Vec<_>>(), [(-2, 300), (-1, 200), (0, 100), (1, 0)]);
        assert_eq!([axis.at(0.01), axis.at(1.0), axis.at(10.0)], [300, 100, 0]);
        assert_eq!([axis.at(1e-9), axis.at(1e9), axis.at(3.162_277_66)], [300, 0, 50]);
    }
}
