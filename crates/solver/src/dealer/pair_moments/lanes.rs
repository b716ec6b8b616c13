//! Numbers of several sets of cards at a time, in floats or whole.

/// Sets of cards at a time where sums are whole.
pub(crate) const LANES: usize = 16;

/// Sets of cards at a time for means in floats, which have one sum a moment, so that twice as many sets still find room near the processor.
pub(crate) const MEAN_LANES: usize = 32;

/// One number for each set of cards.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Lanes<T, const N: usize>(pub(super) [T; N]);

/// What sums are taken in: floats, or whole numbers modulo 2⁶⁴.
pub(super) trait Number: Copy {
    fn of(whole: i64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

impl Number for i64 {
    #[inline(always)]
    fn of(whole: i64) -> Self {
        whole
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }
}

impl Number for f64 {
    #[inline(always)]
    fn of(whole: i64) -> Self {
        whole as f64
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self * other
    }
}

impl<T: Number, const N: usize> Lanes<T, N> {
    #[inline(always)]
    pub(super) fn all(whole: i64) -> Self {
        Self([T::of(whole); N])
    }

    #[inline(always)]
    pub(super) fn times(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].times(other.0[lane])))
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, other)| *sum = sum.plus(other));
    }
}
