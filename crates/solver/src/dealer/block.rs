//! One number for each of several sets of cards.

/// Sets of cards at a time: several vectors, so that sums need not wait for one another.
pub(crate) const BLOCK: usize = 32;

/// One number for each set of cards, where vectors of any width are loaded at once.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub(crate) struct Block(pub(crate) [f64; BLOCK]);

impl Block {
    pub(crate) const ZERO: Self = Self([0.0; BLOCK]);
    pub(super) const ONE: Self = Self([1.0; BLOCK]);

    #[inline(always)]
    pub(super) fn times(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|set| self.0[set] * other.0[set]))
    }

    #[inline(always)]
    pub(super) fn add_times(&mut self, other: &Self, times: f64) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, other)| *sum += other * times);
    }

    #[inline(always)]
    pub(super) fn add_product(&mut self, one: &Self, other: &Self) {
        self.0.iter_mut().zip(&one.0).zip(&other.0).for_each(|((sum, one), other)| *sum += one * other);
    }

    #[inline(always)]
    pub(super) fn subtract(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, other)| *sum -= other);
    }
}
