//! Sums of many floats.

/// Unit roundoff of a double: a rounded result is within this part of the true one.
pub(crate) const UNIT: f64 = f64::EPSILON / 2.0;

/// A running sum that keeps what rounding drops (Neumaier). Of fewer than 2²⁴ terms it is within `3·UNIT` of the sum of
/// their absolute values, and of terms of one sign therefore within that part of itself.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    pub(crate) fn add(&mut self, term: f64) {
        let sum = self.high + term;
        self.low += if self.high.abs() >= term.abs() { (self.high - sum) + term } else { (term - sum) + self.high };
        self.high = sum;
    }

    pub(crate) fn value(self) -> f64 {
        self.high + self.low
    }
}

impl FromIterator<f64> for Sum {
    fn from_iter<I: IntoIterator<Item = f64>>(terms: I) -> Self {
        let mut sum = Self::default();
        terms.into_iter().for_each(|term| sum.add(term));
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounding_drops_is_kept() {
        let terms = [1.0, 1e100, 1.0, -1e100];
        assert_eq!(terms.into_iter().collect::<Sum>().value(), 2.0);
        let tenths = std::iter::repeat_n(0.1, 1_000_000).collect::<Sum>().value();
        assert!((tenths - 100_000.0).abs() < 1e-10);
    }
}
