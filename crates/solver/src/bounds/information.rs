//! What a decision can gain from cards that are seen before it, bounded without looking at any of them.
//!
//! Let Y be what an act is worth more than the act that is played, once some cards are gone, the player going on as he would have. As cards
//! are seen Y is a martingale, so its mean stays, and the mean of its part above a toll grows with the number of cards seen. A player who looks
//! at all cards seen gains no more by the act than that part.
//!
//! Y is the mean of a function of the next K cards. As a function of the set of n cards seen, among M unseen ones, it falls into
//! uncorrelated parts, one for each order j, and the variance of a part is that of the function's own part of the same order times
//!
//! ```text
//! (n)_j (K)_j / ((M−n)_j (M−K)_j),      (x)_j = x (x−1) … (x−j+1)
//! ```
//!
//! (the scheme of subsets of a set: its disjointness matrices act on each order as a multiple of an isometry). The part of order one is a sum
//! over the cards seen of what each does alone, which the values with one card gone tell. All higher orders together vary by no more
//! than the second's factor times the mean square of the function.

use std::cell::RefCell;

use cards::Value;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::dealer::cache::DealerCache;

/// An act beside the one played, as far as it is known before any further card is seen.
pub(super) struct Deviation {
    /// What it is worth more, weighted by the probability of the signal; less than nothing where the play is best.
    pub(super) mean: f64,
    /// By card: the probability that it is seen next, and what the act is then worth more.
    pub(super) after: [(f64, f64); Value::COUNT],
    /// Cards unseen.
    pub(super) unseen: u32,
    /// Most that the two acts can differ by.
    pub(super) range: f64,
    /// Their difference, as a sum of such parts.
    pub(super) parts: [DifferencePart; 2],
}

/// A part of what two acts differ by.
#[derive(Clone, Copy)]
pub(super) struct DifferencePart {
    /// Cards that decide it.
    pub(super) cards: CardsByChance,
    /// A bound on the root of its mean square.
    pub(super) root: f64,
    /// The largest it can be, as a magnitude.
    pub(super) most: f64,
}

impl DifferencePart {
    pub(super) const NONE: Self = Self { cards: [Cards { number: 0, more: 0.0 }; DRAWN.len()], root: 0.0, most: 0.0 };

    /// A bound on the root of the mean square of its parts of higher order, but for a factor of the number of cards seen: as a sum
    /// of what it is in rounds of few cards, of some more, and so on.
    fn higher(&self, unseen: f64) -> f64 {
        let from = |first: usize| -> f64 {
            let mut likely: f64 = 1.0;
            let steps = self.cards[first..].iter().map(|cards| {
                let k = f64::from(cards.number);
                let root = self.root.min(self.most * likely.sqrt());
                likely = cards.more;
                (k * (k - 1.0).max(0.0) / ((unseen - k) * (unseen - k - 1.0))).sqrt() * root
            });
            steps.sum()
        };
        (0..self.cards.len()).map(from).fold(f64::INFINITY, f64::min)
    }

    fn last(&self) -> Cards {
        self.cards[DRAWN.len() - 1]
    }
}

/// What a deviation is worth above a toll, once so many cards have been seen.
pub(super) struct Excess {
    mean: f64,
    range: f64,
    /// Whether nothing is known but the range: more cards may have been seen than the bounds hold for.
    unknown: bool,
    /// Of the part of order one: its variance; the fourth and sixth moments, with cards put back, which are larger; the most it can be.
    variance: f64,
    fourth: f64,
    sixth: f64,
    most: f64,
    /// Variance of all other parts.
    rest: f64,
    /// What more cards than are reckoned with can add.
    long: f64,
}

/// A number of cards, and a bound on the probability that an act comes to more.
#[derive(Clone, Copy)]
pub(super) struct Cards {
    pub(super) number: u32,
    pub(super) more: f64,
}

impl Excess {
    pub(super) fn new(deviation: &Deviation, seen: u32) -> Self {
        let Deviation { mean, after, unseen, range, parts } = *deviation;
        let cards = parts.iter().map(|part| part.last().number).max().unwrap_or(0);
        let mut excess = Self {
            mean,
            range,
            unknown: false,
            variance: 0.0,
            fourth: 0.0,
            sixth: 0.0,
            most: 0.0,
            rest: 0.0,
            long: 0.0,
        };
        let is_known = mean.is_finite() && after.iter().all(|(_, value)| value.is_finite());
        if seen == 0 && is_known {
            return excess;
        }
        if !is_known || seen + cards + 2 > unseen {
            excess.unknown = true;
            return excess;
        }
        let (n, m) = (f64::from(seen), f64::from(unseen));
        let scale = (m - 1.0) / (m - n);
        let scores = after.map(|(probability, value)| (probability, (value - mean) * scale));
        let moment =
            |power: i32| scores.iter().map(|(probability, score)| probability * score.powi(power)).sum::<f64>();
        let (second, third, fourth, sixth) = (moment(2), moment(3), moment(4), moment(6));
        let pairs = n * (n - 1.0);
        excess.variance = n * (m - n) / (m - 1.0) * second;
        excess.fourth = n * fourth + 3.0 * pairs * second * second;
        excess.sixth = n * sixth
            + pairs * (15.0 * fourth * second + 10.0 * third * third)
            + 15.0 * pairs * (n - 2.0) * second.powi(3);
        let highest = scores.iter().filter(|(probability, _)| *probability > 0.0).map(|&(_, score)| score);
        excess.most = n * highest.fold(0.0, f64::max);
        excess.rest = pairs / ((m - n) * (m - n - 1.0)) * parts.iter().map(|part| part.higher(m)).sum::<f64>().powi(2);
        // Y is that of rounds of no more than K cards, and a remainder. What the remainder is worth is at most its mean magnitude, and so is
        // the error in the mean; in the part of order one it is at most twice as much for each card seen.
        let more: f64 = parts.iter().map(|part| part.last().more).sum();
        excess.long = 2.0 * more * range * (2.0 + 2.0 * n * scale);
        excess
    }

    /// A bound on the mean of its part above the toll, which may be negative.
    pub(super) fn above(&self, toll: f64) -> f64 {
        let Self { mean, range, unknown, variance, fourth, sixth, most, rest, long } = *self;
        let distance = toll - mean;
        if unknown {
            return (range - toll).max(0.0);
        }
        let mut best = above_by(variance + rest, distance).min((range - toll).max(0.0));
        if distance > 0.0 {
            for share in [0.5, 0.7, 0.9] {
                let first = share * distance;
                let linear = if most <= first {
                    0.0
                } else {
                    // (y − d)⁺ ≤ 27/256·y⁴/d³ and 3125/46656·y⁶/d⁵, with equality where the two touch.
                    above_by(variance, first)
                        .min(fourth * (27.0 / 256.0) / first.powi(3))
                        .min(sixth * (3125.0 / 46656.0) / first.powi(5))
                };
                best = best.min(linear + above_by(rest, distance - first));
            }
        }
        best + long
    }
}

/// The most that the mean part above a distance can be, of anything with mean zero and this variance.
fn above_by(variance: f64, distance: f64) -> f64 {
    if variance == 0.0 {
        return (-distance).max(0.0);
    }
    let root_of = (variance + distance * distance).sqrt();
    // (√(v + d²) − d) / 2, without cancellation.
    if distance > 0.0 { variance / (2.0 * (root_of + distance)) } else { (root_of - distance) / 2.0 }
}

/// How many cards have more points than so many; computed once for each number of points and cards to draw from.
#[derive(Default)]
pub(super) struct CardSums {
    seen: RefCell<FxHashMap<(u32, Left), Cards>>,
    drawn: RefCell<FxHashMap<(u32, Left), CardsByChance>>,
}

/// Cards left of each value.
type Left = [u32; Value::COUNT];

impl CardSums {
    /// The number of cards that may have been seen before, if they have so many points, aces as 1.
    pub(super) fn seen(&self, points: u32, left: Left) -> Cards {
        let mut known = self.seen.borrow_mut();
        *known.entry((points, left)).or_insert_with(|| cards_above([SEEN], points, &left)[0])
    }

    /// The numbers of cards that are drawn.
    pub(super) fn drawn(&self, points: u32, left: Left) -> CardsByChance {
        let mut known = self.drawn.borrow_mut();
        *known.entry((points, left)).or_insert_with(|| cards_above(DRAWN, points, &left))
    }
}

/// For each of these probabilities, the least number of cards for which it is less likely that their sum, aces as 1, is no more than these points.
fn cards_above<const N: usize>(unlikely: [f64; N], points: u32, left: &Left) -> [Cards; N] {
    let most = points as usize;
    let numbers = most.min(MOST_CARDS);
    // By number of cards and sum, the sets of cards.
    let mut sets = vec![vec![0.0_f64; most + 1]; numbers + 1];
    sets[0][0] = 1.0;
    for (points_each, &held) in (1..).zip(left) {
        // From the most cards down, so that what is added to is not yet changed.
        for number in (1..=numbers).rev() {
            let (fewer, rest) = sets.split_at_mut(number);
            for taken in 1..=number.min(most / points_each).min(held as usize) {
                let ways = binomial(held, taken as u32);
                for (to, from) in rest[0][taken * points_each..].iter_mut().zip(&fewer[number - taken]) {
                    *to += ways * from;
                }
            }
        }
    }
    let total: u32 = left.iter().sum();
    let probability = |number: usize| {
        let all = binomial(total, number as u32);
        if all > 0.0 { sets[number].iter().sum::<f64>() / all } else { 0.0 }
    };
    let certain = Cards { number: points + 1, more: 0.0 };
    unlikely.map(|unlikely| {
        let found = (0..=numbers).map(|number| Cards { number: number as u32, more: probability(number) });
        found.into_iter().find(|cards| cards.more <= unlikely).unwrap_or(certain)
    })
}

/// What is left if so many cards are gone, whichever they are, with at least as many low ones as there can be: the highest are taken.
pub(super) fn without_highest(up: &DealerCache, gone: u32) -> Left {
    let mut gone = gone;
    let mut left = up.left_after(CardSet::NONE);
    for left in left.iter_mut().rev() {
        let taken = gone.min(*left);
        *left -= taken;
        gone -= taken;
    }
    left
}

pub(super) fn binomial(n: u32, k: u32) -> f64 {
    (0..k).map(|step| f64::from(n.saturating_sub(step)) / f64::from(step + 1)).product()
}

/// Cards beyond which no probability is looked for.
const MOST_CARDS: usize = 64;

/// Of rounds in which more cards are seen than are reckoned with: they are charged with all that they could gain.
const SEEN: f64 = 3e-7;

/// Of acts that come to more cards than so many: the last is that of what is not reckoned with.
const DRAWN: [f64; 5] = [0.2, 0.02, 1e-3, 1e-5, 1e-10];

/// By those.
pub(super) type CardsByChance = [Cards; DRAWN.len()];

/// Most points of a hand that may draw, aces as 1.
pub(super) const HIGHEST: u32 = 21;

/// Most points of a hand, aces as 1.
pub(super) const BUSTED: u32 = HIGHEST + 10;

#[cfg(test)]
mod tests {
    use super::*;

    /// Cards of three values, and what comes of the next two: any function of them.
    const LEFT: [u32; 3] = [4, 5, 6];
    const UNSEEN: u32 = 15;

    fn worth(seed: u32, next: [usize; 2]) -> f64 {
        let mixed = (seed * 9 + 3 * next[0] as u32 + next[1] as u32 + 1).wrapping_mul(2_654_435_761);
        f64::from(mixed >> 16 & 255) / 128.0 - 1.0
    }

    /// Its mean with some cards gone.
    fn mean(seed: u32, gone: [u32; 3]) -> f64 {
        let left: [f64; 3] = std::array::from_fn(|value| f64::from(LEFT[value] - gone[value]));
        let unseen: f64 = left.iter().sum();
        let mut sum = 0.0;
        for one in 0..3 {
            for two in 0..3 {
                let others = left[two] - f64::from(u32::from(one == two));
                sum += left[one] / unseen * others / (unseen - 1.0) * worth(seed, [one, two]);
            }
        }
        sum
    }

    /// Every set of so many cards, with its probability.
    fn sets(seen: u32) -> Vec<([u32; 3], f64)> {
        let mut sets = Vec::new();
        for one in 0..=seen.min(LEFT[0]) {
            for two in 0..=(seen - one).min(LEFT[1]) {
                let three = seen - one - two;
                if three <= LEFT[2] {
                    let ways = binomial(LEFT[0], one) * binomial(LEFT[1], two) * binomial(LEFT[2], three);
                    sets.push(([one, two, three], ways / binomial(UNSEEN, seen)));
                }
            }
        }
        sets
    }

    fn deviation(seed: u32, mean_square: f64) -> Deviation {
        let one = |value: usize| std::array::from_fn(|other| u32::from(other == value));
        Deviation {
            mean: mean(seed, [0; 3]),
            after: std::array::from_fn(|value| match LEFT.get(value) {
                Some(&left) => (f64::from(left) / f64::from(UNSEEN), mean(seed, one(value))),
                None => (0.0, 0.0),
            }),
            unseen: UNSEEN,
            range: 1.0,
            parts: [
                DifferencePart {
                    cards: [Cards { number: 2, more: 0.0 }; DRAWN.len()],
                    root: mean_square.sqrt(),
                    most: 1.0,
                },
                DifferencePart::NONE,
            ],
        }
    }

    /// Over all sets of cards seen, what functions of two cards are worth above tolls is within the bounds, and its variance too.
    #[test]
    fn bounds_hold_over_every_set_of_cards_seen() {
        let (mut closest, mut checked) = (f64::INFINITY, 0);
        for seed in 0..40 {
            let square =
                (0..3).flat_map(|one| (0..3).map(move |two| worth(seed, [one, two]).powi(2))).fold(0.0, f64::max);
            let deviation = deviation(seed, square);
            for seen in 0..=9 {
                let excess = Excess::new(&deviation, seen);
                let sets = sets(seen);
                let variance: f64 = sets
                    .iter()
                    .map(|(gone, probability)| probability * (mean(seed, *gone) - deviation.mean).powi(2))
                    .sum();
                assert!(variance <= excess.variance + excess.rest + 1e-12, "{seed}, {seen} cards: {variance}");
                for toll in [0.0, 0.01, 0.05, 0.2, 0.6] {
                    let above = |gone: &[u32; 3]| (mean(seed, *gone) - toll).max(0.0);
                    let exact: f64 = sets.iter().map(|(gone, probability)| probability * above(gone)).sum();
                    let bound = excess.above(toll);
                    assert!(exact <= bound + 1e-12, "{seed}, {seen} cards, toll {toll}: {exact} above {bound}");
                    if exact > 1e-6 {
                        closest = closest.min(bound / exact);
                        checked += 1;
                    }
                }
            }
        }
        assert!(checked > 300 && closest < 1.01, "{checked} bounds, the closest {closest} times the value");
    }

    /// A function of one card is all of order one, and its variance is known exactly.
    #[test]
    fn the_first_order_is_exact() {
        let score = [0.3, -0.5, 0.9];
        let mean = |gone: [u32; 3]| -> f64 {
            let left: f64 = (0..3).map(|value| f64::from(LEFT[value] - gone[value])).sum();
            (0..3).map(|value| f64::from(LEFT[value] - gone[value]) / left * score[value]).sum()
        };
        let one = |value: usize| std::array::from_fn(|other| u32::from(other == value));
        let deviation = Deviation {
            mean: mean([0; 3]),
            after: std::array::from_fn(|value| match LEFT.get(value) {
                Some(&left) => (f64::from(left) / f64::from(UNSEEN), mean(one(value))),
                None => (0.0, 0.0),
            }),
            unseen: UNSEEN,
            range: 1.0,
            parts: [
                DifferencePart { cards: [Cards { number: 1, more: 0.0 }; DRAWN.len()], root: 1.0, most: 1.0 },
                DifferencePart::NONE,
            ],
        };
        for seen in 1..=9 {
            let excess = Excess::new(&deviation, seen);
            let terms =
                sets(seen).into_iter().map(|(gone, probability)| probability * (mean(gone) - deviation.mean).powi(2));
            let variance: f64 = terms.sum();
            assert!((variance - excess.variance).abs() < 1e-12, "{seen} cards: {variance} and {}", excess.variance);
            assert_eq!(excess.rest, 0.0);
        }
    }

    /// Sums of cards against every order of a small shoe.
    #[test]
    fn sums_of_cards_are_counted() {
        let mut left = [0; Value::COUNT];
        (left[0], left[1], left[9]) = (2, 1, 2);
        // Of two of A, A, 2, T, T: A-A is 2, A-2 is 3 (twice), all others 11 and more: 3 of 10. Of three: A-A-2 is 4, one of 10.
        let [first, second] = cards_above([0.35, 0.05], 4, &left);
        assert_eq!((first.number, second.number), (2, 4));
        assert!((first.more - 0.3).abs() < 1e-12 && second.more == 0.0);
    }
}
