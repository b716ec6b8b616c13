//! Polynomials in two variables with whole coefficients: in x for every card seen, in y for every unit of its tag.

use num_bigint::BigInt;

use crate::number::Number;

/// Coefficients of one power of x, by the power of y.
#[derive(Debug, Clone, Default)]
struct CountRow<T> {
    /// Power of y of the first.
    low: i32,
    sums: Vec<T>,
}

impl<T: Number> CountRow<T> {
    /// Adds another row times a power of y.
    fn add(&mut self, other: &Self, power: i32) {
        self.combine(other, power, T::add);
    }

    fn combine(&mut self, other: &Self, power: i32, combine: impl Fn(&mut T, &T)) {
        if other.sums.is_empty() {
            return;
        }
        let low = other.low + power;
        if self.sums.is_empty() {
            self.low = low;
        }
        if low < self.low {
            let more = (self.low - low) as usize;
            self.sums.splice(0..0, std::iter::repeat_n(T::default(), more));
            self.low = low;
        }
        let start = (low - self.low) as usize;
        if self.sums.len() < start + other.sums.len() {
            self.sums.resize(start + other.sums.len(), T::default());
        }
        self.sums[start..].iter_mut().zip(&other.sums).for_each(|(sum, other)| combine(sum, other));
    }

    fn at(&self, power: i32) -> Option<&T> {
        self.sums.get(usize::try_from(power - self.low).ok()?)
    }
}

/// The polynomial, by the power of x.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows<T>(Vec<CountRow<T>>);

impl<T: Number> Rows<T> {
    pub(crate) fn constant(value: &BigInt) -> Self {
        Self(vec![CountRow { low: 0, sums: vec![T::of(value)] }])
    }

    pub(crate) fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize_with(other.0.len(), CountRow::default);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(row, other)| row.add(other, 0));
    }

    /// Multiplies by 1 + x·y^tag: one more card of this tag may have been seen or not. Powers of x beyond `most` are left out.
    pub(crate) fn times_card(&mut self, tag: i32, most: usize) {
        if self.0.len() <= most {
            self.0.push(CountRow::default());
        }
        for seen in (1..self.0.len()).rev() {
            let (before, after) = self.0.split_at_mut(seen);
            if let (Some(before), Some(after)) = (before.last(), after.first_mut()) {
                after.add(before, tag);
            }
        }
    }

    /// Divides by 1 + x·y^tag, which must have been a factor.
    pub(crate) fn without_card(&mut self, tag: i32) {
        for seen in 1..self.0.len() {
            let (before, after) = self.0.split_at_mut(seen);
            if let (Some(before), Some(after)) = (before.last(), after.first_mut()) {
                after.combine(before, tag, T::subtract);
            }
        }
    }

    /// The coefficients of one power of x, each with its power of y.
    pub(crate) fn row(&self, power: usize) -> impl Iterator<Item = (i32, &T)> {
        self.0.get(power).into_iter().flat_map(|CountRow { low, sums }| (*low..).zip(sums))
    }

    /// One coefficient.
    pub(crate) fn at(&self, power: usize, power_of_y: i32) -> Option<&T> {
        self.0.get(power)?.at(power_of_y)
    }

    /// The same polynomial in numbers of any width.
    pub(crate) fn in_bigints(self) -> Rows<BigInt> {
        let row = |CountRow { low, sums }: CountRow<T>| CountRow { low, sums: sums.iter().map(T::to_bigint).collect() };
        Rows(self.0.into_iter().map(row).collect())
    }
}
