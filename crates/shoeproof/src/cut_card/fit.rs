//! A wager on the next two cards that is worth nearly what a round is.

use cards::{Composition, Value};
use table::{NextTwo, PAYMENT};

/// Pairs of values, in either order.
const PAIRS: usize = Value::COUNT * (Value::COUNT + 1) / 2;

/// Added to the diagonal of the normal equations, as a part of its mean: enough to solve them where payments do not matter, and too little to
/// move those that do.
const RIDGE: f64 = 1e-9;

/// Fits payments by least squares to what EVs are more than that of the full shoe, each with the cards it belongs to.
pub(super) fn next_two(full: &Composition, observed: &[(Composition, f64)]) -> NextTwo {
    let base = chances(full);
    let (mut products, mut right) = (vec![[0.0; PAIRS]; PAIRS], [0.0; PAIRS]);
    for (cards, gain) in observed {
        let chances = chances(cards);
        let off: [f64; PAIRS] = std::array::from_fn(|at| chances[at] - base[at]);
        for (row, &one) in off.iter().enumerate() {
            right[row] += one * gain;
            products[row].iter_mut().zip(&off).for_each(|(sum, other)| *sum += one * other);
        }
    }
    let mean = (0..PAIRS).map(|at| products[at][at]).sum::<f64>() / PAIRS as f64;
    (0..PAIRS).for_each(|at| products[at][at] += RIDGE * mean);
    let pays = solved(products, right);
    NextTwo::new(|one, other| (pays[place(one, other)] * PAYMENT as f64).round() as i64, full)
}

fn place(one: Value, other: Value) -> usize {
    let (low, high) = (one.index().min(other.index()), one.index().max(other.index()));
    high * (high + 1) / 2 + low
}

/// By pair of values, the chance that the next two cards are of them.
fn chances(cards: &Composition) -> [f64; PAIRS] {
    let mut chances = [0.0; PAIRS];
    let all = f64::from(cards.total());
    for one in Value::all() {
        for other in Value::all() {
            let left = f64::from(cards.count(other)) - if one == other { 1.0 } else { 0.0 };
            chances[place(one, other)] += f64::from(cards.count(one)) * left / (all * (all - 1.0));
        }
    }
    chances
}

/// The solution of symmetric positive equations, by Cholesky's decomposition. Zero where rounding leaves no pivot.
fn solved(mut rows: Vec<[f64; PAIRS]>, mut right: [f64; PAIRS]) -> [f64; PAIRS] {
    for at in 0..PAIRS {
        let below: f64 = (0..at).map(|k| rows[at][k] * rows[at][k]).sum();
        let pivot = (rows[at][at] - below).max(0.0).sqrt();
        rows[at][at] = pivot;
        for row in at + 1..PAIRS {
            let sum: f64 = (0..at).map(|k| rows[row][k] * rows[at][k]).sum();
            rows[row][at] = if pivot > 0.0 { (rows[row][at] - sum) / pivot } else { 0.0 };
        }
    }
    for at in 0..PAIRS {
        let sum: f64 = (0..at).map(|k| rows[at][k] * right[k]).sum();
        right[at] = if rows[at][at] > 0.0 { (right[at] - sum) / rows[at][at] } else { 0.0 };
    }
    for at in (0..PAIRS).rev() {
        let sum: f64 = (at + 1..PAIRS).map(|k| rows[k][at] * right[k]).sum();
        right[at] = if rows[at][at] > 0.0 { (right[at] - sum) / rows[at][at] } else { 0.0 };
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::AMOUNT;

    /// Values that are those of a wager on the next two cards are found again, with any cards.
    #[test]
    fn a_wager_on_two_cards_is_found_again() {
        let full = Composition::decks(2);
        let worth = |cards: &Composition| {
            let chances = chances(cards);
            (0..PAIRS).map(|at| chances[at] * ((at * at % 17) as f64 - 8.0)).sum::<f64>()
        };
        // A linear congruential generator: a fifth to all of the cards of each value.
        let cards = |seed: u64| {
            let mut state = seed;
            let left = |at: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (full.counts()[at] * (1 + (state >> 33) % 5) as u16).div_ceil(5)
            };
            Composition::new(std::array::from_fn(left))
        };
        let observed: Vec<_> = (0..400).map(cards).map(|cards| (cards, worth(&cards) - worth(&full))).collect();
        let fitted = next_two(&full, &observed);
        for seed in 500..520 {
            let cards = cards(seed);
            let found = fitted.gain(&cards.counts().map(i64::from)) as f64 / AMOUNT as f64;
            let expected = worth(&cards) - worth(&full);
            assert!((found - expected).abs() < 1e-3, "{found} is not {expected}");
        }
    }
}
