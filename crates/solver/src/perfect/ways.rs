//! Orders of cards that lead to a state, counted with or without the results of the hands finished before.

use crate::compiled::settlement::{OUTCOMES, Row};

/// Orders of cards that lead to a state, with what is needed of the hands finished before.
pub(super) trait Ways: Copy + Send + Sync {
    /// Whether squares can be told.
    const SQUARES: bool;
    /// With nothing banked.
    fn new(orders: i64) -> Self;
    fn orders(&self) -> i128;
    /// Whether nothing can come of it: what is taken off may be all there is.
    fn is_nothing(&self) -> bool;
    fn add(&mut self, other: &Self);
    /// The same once a hand is settled by this row.
    fn banked(self, row: &Row) -> Self;
    /// Adds by outcome, `sign` times, what settling by this row adds to the square of the result.
    fn add_squares(&self, row: &Row, sign: i128, squares: &mut [i128; OUTCOMES]);
}

/// Enough for means.
impl Ways for i128 {
    const SQUARES: bool = false;
    fn new(orders: i64) -> Self {
        orders.into()
    }
    fn orders(&self) -> i128 {
        *self
    }
    fn is_nothing(&self) -> bool {
        *self == 0
    }
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn banked(self, _: &Row) -> Self {
        self
    }
    fn add_squares(&self, _: &Row, _: i128, _: &mut [i128; OUTCOMES]) {}
}

/// Orders, and by the dealer's outcome orders times the result of the finished hands.
#[derive(Clone, Copy)]
pub(super) struct WithResult {
    orders: i128,
    results: [i128; OUTCOMES],
}

impl Ways for WithResult {
    const SQUARES: bool = true;
    fn new(orders: i64) -> Self {
        Self { orders: orders.into(), results: [0; OUTCOMES] }
    }
    fn orders(&self) -> i128 {
        self.orders
    }
    fn is_nothing(&self) -> bool {
        false
    }
    fn add(&mut self, other: &Self) {
        self.orders += other.orders;
        self.results.iter_mut().zip(other.results).for_each(|(result, other)| *result += other);
    }
    fn banked(self, row: &Row) -> Self {
        Self {
            results: std::array::from_fn(|outcome| self.results[outcome] + self.orders * i128::from(row[outcome])),
            ..self
        }
    }
    fn add_squares(&self, row: &Row, sign: i128, squares: &mut [i128; OUTCOMES]) {
        for ((square, result), &units) in squares.iter_mut().zip(self.results).zip(row) {
            let units = i128::from(units);
            *square += sign * units * (units * self.orders + 2 * result);
        }
    }
}
