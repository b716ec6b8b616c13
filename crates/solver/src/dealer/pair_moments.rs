//! What the dealer's ends pay with two more cards dealt after his: the same as with those two cards gone before, because unseen cards are
//! exchangeable.
//!
//! Beside a set of cards that leaves a(c) of each value, a final hand that takes f(c) of each leaves r(c) = a(c) - f(c). Two cards c and d are then
//! dealt in r(c)·r(d) ordered ways, or r(c)·(r(c) - 1) of one value, which is
//!
//! > a(c)·a(d) - a(c)·f(d) - a(d)·f(c) + f(c)·f(d), and a(c)·(a(c) - 1) - 2·(a(c) - 1)·f(c) + f(c)·(f(c) - 1).
//!
//! So what a set of cards is paid beside *every* two others follows from sums over final hands, of payments times 1, f(c), f(c)·f(d) and
//! f(c)·(f(c) - 1)/2: its *moments*. A final hand has few values, and so few moments that are not zero.

mod lanes;
mod mean_walk;
#[cfg(test)]
mod tests;
mod walk;

use cards::Value;
use pulp::{Arch, Simd, WithSimd};

pub(crate) use self::lanes::LANES;
use self::lanes::{Lanes, MEAN_LANES, Number};
use self::mean_walk::{MeanScratch, MeanWalk};
use self::walk::{Builder, MOMENTS, REST, Step, Stop, Sum, Term, Terms, of_pair, of_value};
use super::drawing_hands::{factor_of, last_cards};
use super::{COUNTS, Dealer, FinalHand};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::fixed_int::PayoffSum;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::cache::is_alike;

/// Sums must be below this.
const TWO_TO_63: f64 = (1_u64 << 63) as f64;

/// Cards of each value left must be fewer.
const MOST_LEFT: u32 = 1 << 10;

/// Weights on pairs of values must be below this.
pub(crate) const MOST_WEIGHT: i64 = 1 << 31;

/// Payments by the dealer's outcome beside a set of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Paid {
    pub(crate) cards: CardSet,
    pub(crate) payments: [i64; OUTCOMES],
}

/// One up card's dealer in one case.
#[derive(Debug)]
pub(crate) struct After {
    /// The first is for hole cards, whatever comes of them.
    steps: Vec<Step>,
    stops: Vec<Stop>,
    terms: Vec<Term>,
    /// Value and how many of it are drawn before.
    factors: Vec<(usize, u32)>,
    sums: Vec<Sum>,
    /// How many sums are of one card: the first ones, and all that hole cards alone add to.
    of_one_card: usize,
    /// The same final hands for means in floats.
    means: MeanWalk,
    /// An outcome of the end of most final hands.
    rest: usize,
    /// By outcome, whether final hands have it; not of that end.
    has_hands: [bool; OUTCOMES],
    most_draws: u32,
    most_payment: i64,
}

impl After {
    /// `end_of` tells by outcome which are paid alike in all that will be asked. `None` if the shoe holds too many cards of a value.
    pub(crate) fn new(dealer: &Dealer, case: usize, end_of: &[usize; OUTCOMES]) -> Option<Self> {
        if dealer.most_left.iter().any(|&left| left >= MOST_LEFT) {
            return None;
        }
        let of_case = || dealer.finals.iter().filter(|(_, hand)| hand.orders[case] > 0);
        let mut hands_of = [0; OUTCOMES];
        of_case().for_each(|(_, hand)| hands_of[end_of[hand.outcome]] += 1);
        let rest = (0..OUTCOMES).max_by_key(|&outcome| hands_of[end_of[outcome]]).unwrap_or(0);
        let is_counted = |outcome: usize| end_of[outcome] != end_of[rest];
        let mut builder = Builder::default();
        builder.begin(0, 0);
        for hole in dealer.cases[case].holes.values() {
            builder.stop(&[], hole.index(), REST, 1);
        }
        builder.end(&[]);
        // Tens last: many hands differ in the last card, if that is a high one.
        let finals = last_cards(of_case().filter(|(_, hand)| is_counted(hand.outcome)), 0..Value::COUNT);
        let holes = dealer.cases[case].holes.values().map(Value::index);
        let means = MeanWalk::new(holes.collect(), &finals, case);
        let mut previous: &[usize] = &[];
        for hands in finals.chunk_by(|(one, ..), (other, ..)| one == other) {
            let (path, ..) = &hands[0];
            if path.is_empty() {
                builder.begin(0, 0);
            }
            let shared = path.iter().zip(previous).take_while(|(one, other)| one == other).count();
            for depth in shared..path.len() {
                let factor = factor_of(&mut builder.factors, &path[..depth], path[depth]);
                builder.begin(depth + 1, factor);
            }
            for &(_, last, FinalHand { outcome, orders }) in hands {
                builder.stop(path, last, *outcome, orders[case] as i64);
            }
            builder.end(path);
            previous = path;
        }
        let has_hands = std::array::from_fn(|outcome| is_counted(outcome) && hands_of[end_of[outcome]] > 0);
        let Builder { steps, stops, mut terms, factors, sums } = builder;
        let mut in_order = sums.list.clone();
        in_order.sort_unstable();
        for term in &mut terms {
            term.sum = in_order.partition_point(|sum| *sum < sums.list[usize::from(term.sum)]) as u16;
        }
        let of_one_card = in_order.partition_point(|&(depth, _)| depth <= 1);
        let (sums, most_draws, most_payment) = (in_order, dealer.most_draws, 0);
        let after =
            Self { steps, stops, terms, factors, sums, of_one_card, means, rest, has_hands, most_draws, most_payment };
        Some(Self { most_payment: (TWO_TO_63 / after.most_sum(&dealer.most_left)) as i64, ..after })
    }

    /// The same payments wherever they are made, as multiples of others that no sum is too small for. Those that do not depend on the
    /// outcome are multiples of 1.
    pub(crate) fn parts(&self, payments: &[i64; OUTCOMES]) -> Option<Vec<(i64, [i64; OUTCOMES])>> {
        let rest = payments[self.rest];
        let told = |outcome: usize| if self.has_hands[outcome] { payments[outcome] } else { rest };
        let payments: [i64; OUTCOMES] = std::array::from_fn(told);
        if is_alike(&payments) {
            return Some(vec![(rest, [1; OUTCOMES])]);
        }
        // Divisions are slow, outcomes next to one another are often paid alike, and nearly always one of the first is the divisor.
        let (mut common, mut before) = (0_i64, 0);
        for units in payments {
            if units != before && (common == 0 || units % common != 0) {
                common = num_integer::gcd(common, units);
            }
            before = units;
        }
        let mut last = (0, 0);
        let reduced = payments.map(|units| {
            if units != last.0 {
                last = (units, units / common);
            }
            last.1
        });
        let fits = |units: i64| units.unsigned_abs() <= self.most_payment.unsigned_abs();
        let rest_reduced = reduced[self.rest];
        if reduced.iter().all(|&units| fits(units - rest_reduced) && fits(units)) {
            return Some(vec![(common, reduced)]);
        }
        if self.most_payment < 1 {
            return None;
        }
        let one_outcome = |outcome: usize| std::array::from_fn(|other| i64::from(other == outcome));
        let others = (0..OUTCOMES).filter(|&outcome| payments[outcome] != rest);
        let others = others.map(|outcome| (payments[outcome] - rest, one_outcome(outcome)));
        Some(std::iter::once((rest, [1; OUTCOMES])).chain(others).collect())
    }

    /// By how much a mean may be off at most beside cards that leave at least so many unseen, by the probability of the two cards and by [`After::spread`]. The dealer must
    /// find cards with two more gone.
    ///
    /// The dealer draws n of u cards at most, and q is n/(u - n - 1). Each of his cards is of a value with a probability of at most a/(u - n), where a cards are. So of the
    /// a he draws a part of q on average at most, and no more than all. A mean has four products: without signs they are at most the payments times 1, q, q and q². The two
    /// cards are dealt of what he leaves, so that a product has up to (1 + q)² times their probability before his.
    pub(crate) fn mean_error(&self, unseen: u32) -> f64 {
        let drawn = f64::from(self.most_draws) / f64::from(unseen.saturating_sub(self.most_draws + 1));
        (1.0 + drawn.min(1.0)).powi(2) * (1.0 + drawn).powi(2) * self.means.error
    }

    /// What payments add up to at most without signs: what outcomes are paid more than the rest, and what the rest is paid.
    pub(crate) fn spread(&self, payments: &[i64; OUTCOMES]) -> f64 {
        let rest = payments[self.rest];
        let more = payments.iter().map(|&units| units.abs_diff(rest)).max().unwrap_or(0);
        more as f64 + rest.unsigned_abs() as f64
    }

    /// The most that any sum can come to if every outcome is paid 1 more than the rest, which is paid 1, whatever part of this shoe is left.
    ///
    /// All terms are positive then, and none grows when cards go. Floats are off by less than 140 roundings of 2⁻⁵³.
    fn most_sum(&self, most_left: &[u32; Value::COUNT]) -> f64 {
        let payments = [Lanes([1; LANES]); OUTCOMES + 1];
        let block = Block { payments, of_holes: false, ..Block::new(most_left, self.rest, &[]) };
        let mut scratch = Scratch::default();
        let sums = self.sum::<f64>(&block, &mut scratch);
        sums.iter().map(|sum| sum.0[0]).fold(1.0, f64::max) * (1.0 + 1e-12)
    }

    /// The sums of at most [`LANES`] sets; of a single card alone if only hole cards matter.
    #[inline(always)]
    fn sum<'s, T: Number>(&self, block: &Block<LANES>, scratch: &'s mut Scratch<T>) -> &'s [Lanes<T, LANES>] {
        let steps = if block.of_holes { &self.steps[..1] } else { &self.steps[..] };
        let length = if block.of_holes { self.of_one_card } else { self.sums.len() };
        let Scratch { factors, sums } = scratch;
        sums.clear();
        sums.resize(length, Lanes::all(0));
        factors.clear();
        factors.extend(self.factors.iter().map(|&(value, used)| {
            let left = &block.left[value];
            Lanes(std::array::from_fn(|lane| T::of((left.0[lane] - i64::from(used)).max(0))))
        }));
        let payments = block.payments.each_ref().map(|paid| Lanes(paid.0.map(T::of)));
        let mut ways = [Lanes::all(1); COUNTS];
        let (mut stop, mut term) = (0, 0);
        for step in steps {
            if step.depth > 0 {
                ways[step.depth % COUNTS] = ways[(step.depth - 1) % COUNTS].times(&factors[step.factor]);
            }
            let here = ways[step.depth % COUNTS];
            let mut all = Lanes::all(0);
            for Stop { factor, outcome, orders, terms } in &self.stops[stop..step.stops] {
                let paid = here.times(&factors[*factor]).times(&Lanes::all(*orders)).times(&payments[*outcome]);
                self.add(term, terms, &paid, sums);
                all.add(&paid);
                term = terms.others;
            }
            self.add(term, &step.terms, &all, sums);
            (stop, term) = (step.stops, step.terms.others);
        }
        sums
    }

    /// Adds to sums what terms from the first one on say.
    #[inline(always)]
    fn add<T: Number>(&self, first: usize, terms: &Terms, paid: &Lanes<T, LANES>, sums: &mut [Lanes<T, LANES>]) {
        for Term { sum, .. } in &self.terms[first..terms.once] {
            sums[usize::from(*sum)].add(paid);
        }
        for Term { sum, times } in &self.terms[terms.once..terms.others] {
            sums[usize::from(*sum)].add(&paid.times(&Lanes::all(i64::from(*times))));
        }
    }

    /// For each set, the mean payment beside two more cards times the probability that those are dealt, by pair of values.
    #[inline(always)]
    fn means(
        &self,
        block: &Block<MEAN_LANES>,
        pairs: &[[usize; 2]],
        scratch: &mut MeanScratch,
        means: &mut [Lanes<f64, MEAN_LANES>],
    ) {
        let unseen = Lanes(block.unseen.map(f64::from));
        let mut share = Lanes([1.0; MEAN_LANES]);
        for (drawn, of_drawn) in scratch.shares.iter_mut().enumerate().take(self.most_draws as usize + 2) {
            for (share, unseen) in share.0.iter_mut().zip(unseen.0) {
                *share /= unseen - drawn as f64;
            }
            *of_drawn = share;
        }
        self.means.find(block, scratch);
        let moments = &scratch.moments;
        let left = block.left.map(|left| Lanes(left.0.map(|left| left as f64)));
        let all = &moments[0];
        for (&[c, d], mean) in pairs.iter().zip(means) {
            let (of_c, of_d, of_both) = (&moments[of_value(c)], &moments[of_value(d)], &moments[of_pair(c, d)]);
            for lane in 0..MEAN_LANES {
                let (all, of_c, of_d, of_both) = (all.0[lane], of_c.0[lane], of_d.0[lane], of_both.0[lane]);
                let (c_left, d_left) = (left[c].0[lane], left[d].0[lane]);
                mean.0[lane] = if c == d {
                    (c_left - 1.0) * (c_left * all - 2.0 * of_c) + 2.0 * of_both
                } else {
                    c_left * (d_left * all - of_d) - d_left * of_c + of_both
                };
            }
        }
    }

    /// Tells, for each of these sets, its mean payment beside every pair of values, times the probability that those two are dealt in this order: in
    /// floats. `left` are the cards besides the up card; sets must be feasible, and the dealer must find cards beside each with two more
    /// gone. Payments must come from [`After::parts`].
    ///
    /// [`After::mean_error`] and [`After::spread`] tell by how much a mean may be off.
    pub(crate) fn each_mean(
        &self,
        left: &[u32; Value::COUNT],
        paid: &[Paid],
        pairs: &[[usize; 2]],
        mut each: impl FnMut(usize, &[f64]),
    ) {
        let mut scratch = MeanScratch::default();
        let mut means = vec![Lanes([0.0; MEAN_LANES]); pairs.len()];
        let mut row = vec![0.0; pairs.len()];
        for (chunk, first) in paid.chunks(MEAN_LANES).zip((0..).step_by(MEAN_LANES)) {
            let block = Block::new(left, self.rest, chunk);
            let (scratch, means) = (&mut scratch, &mut means[..]);
            Arch::new().dispatch(Means { after: self, block: &block, pairs, scratch, means });
            for lane in 0..chunk.len() {
                row.iter_mut().zip(&*means).for_each(|(mean, means)| *mean = means.0[lane]);
                each(first + lane, &row);
            }
        }
    }

    /// Tells, for each of these sets and each of its weights on pairs of values, the sum of payments times weights over the ordered ways
    /// that deal the two and then as many cards as the dealer's longest hand has. As [`After::each_mean`].
    ///
    /// Weights must be below [`MOST_WEIGHT`]: `weights` is given the number of a set, and a set that has none is passed over.
    pub(crate) fn each_total(
        &self,
        left: &[u32; Value::COUNT],
        paid: &[Paid],
        (pairs, mut weights): (&[[usize; 2]], impl FnMut(usize, &mut [i64]) -> bool),
        mut each: impl FnMut(usize, PayoffSum),
    ) {
        let mut scratch = Scratch::default();
        let mut of_pairs = vec![0; pairs.len()];
        for (chunk, first) in paid.chunks(LANES).zip((0..).step_by(LANES)) {
            let block = Block::new(left, self.rest, chunk);
            let mut asked: Vec<(usize, [i64; MOMENTS])> = Vec::new();
            for lane in 0..chunk.len() {
                if weights(first + lane, &mut of_pairs) {
                    asked.push((lane, block.coefficients(lane, pairs, &of_pairs)));
                }
            }
            if asked.is_empty() {
                continue;
            }
            let scratch = &mut scratch;
            Arch::new().dispatch(SummedMoments { after: self, block: &block, scratch });
            let mut by_depth = [[0_i128; COUNTS]; LANES];
            let mut sums = &scratch.sums[..];
            for of_depth in self.sums.chunk_by(|(one, _), (other, _)| one == other) {
                let (sums_of_depth, others) = sums.split_at(of_depth.len().min(sums.len()));
                sums = others;
                for (lane, coefficients) in &asked {
                    // 66 products below 2¹²⁰.
                    let products = of_depth
                        .iter()
                        .zip(sums_of_depth)
                        .map(|(&(_, moment), sum)| i128::from(coefficients[moment]) * i128::from(sum.0[*lane]));
                    by_depth[*lane][of_depth[0].0 % COUNTS] = products.sum();
                }
            }
            for (lane, _) in asked {
                each(first + lane, self.total(block.unseen[lane], &by_depth[lane]));
            }
        }
    }

    /// What sums by cards drawn come to in the ways of the longest hand, with two more cards, of so many unseen.
    fn total(&self, unseen: u32, by_depth: &[i128; COUNTS]) -> PayoffSum {
        let mut total = PayoffSum::ZERO;
        let mut ways = 1;
        for depth in (1..=self.most_draws).rev() {
            let of_depth = by_depth[depth as usize % COUNTS];
            if of_depth != 0 {
                total.add(&PayoffSum::product_of_wide(ways, of_depth));
            }
            // The next card is the last of so many and the two.
            ways *= u128::from(unseen.saturating_sub(depth + 1));
        }
        total
    }
}

/// Sets of cards, and what is paid beside them.
struct Block<const N: usize> {
    left: [Lanes<i64, N>; Value::COUNT],
    unseen: [u32; N],
    /// By outcome, what it is paid more than the rest; and last the rest.
    payments: [Lanes<i64, N>; OUTCOMES + 1],
    /// Whether no payment depends on the outcome.
    of_holes: bool,
}

impl<const N: usize> Block<N> {
    fn new(left: &[u32; Value::COUNT], rest: usize, paid: &[Paid]) -> Self {
        let mut block = Self {
            left: left.map(|left| Lanes([i64::from(left); N])),
            unseen: [left.iter().sum(); N],
            payments: [Lanes([0; N]); OUTCOMES + 1],
            of_holes: paid.iter().all(|paid| is_alike(&paid.payments)),
        };
        for (lane, Paid { cards, payments }) in paid.iter().enumerate() {
            block.unseen[lane] -= cards.size();
            for (left, gone) in block.left.iter_mut().zip(cards.counts()) {
                left.0[lane] -= i64::from(gone);
            }
            for (lanes, units) in block.payments.iter_mut().zip(payments) {
                lanes.0[lane] = units - payments[rest];
            }
            block.payments[REST].0[lane] = payments[rest];
        }
        block
    }

    /// What a set's moments count in the ways to deal two cards of each pair of values after them, so many times.
    ///
    /// Of weights below [`MOST_WEIGHT`], and fewer than [`MOST_LEFT`] cards of a value, each is below 2³¹ · 2²⁰ · 55, so below 2⁵⁷.
    fn coefficients(&self, lane: usize, pairs: &[[usize; 2]], weights: &[i64]) -> [i64; MOMENTS] {
        let mut coefficients = [0; MOMENTS];
        for (&[c, d], &weight) in pairs.iter().zip(weights).filter(|&(_, &weight)| weight != 0) {
            let (c_left, d_left) = (self.left[c].0[lane], self.left[d].0[lane]);
            if c == d {
                coefficients[0] += weight * c_left * (c_left - 1);
                coefficients[of_value(c)] -= 2 * weight * (c_left - 1);
                coefficients[of_pair(c, c)] += 2 * weight;
            } else {
                coefficients[0] += weight * c_left * d_left;
                coefficients[of_value(c)] -= weight * d_left;
                coefficients[of_value(d)] -= weight * c_left;
                coefficients[of_pair(c, d)] += weight;
            }
        }
        coefficients
    }
}

struct Scratch<T> {
    factors: Vec<Lanes<T, LANES>>,
    sums: Vec<Lanes<T, LANES>>,
}

impl<T> Default for Scratch<T> {
    fn default() -> Self {
        Self { factors: Vec::new(), sums: Vec::new() }
    }
}

/// Means to be taken with the vectors that the machine has.
struct Means<'a> {
    after: &'a After,
    block: &'a Block<MEAN_LANES>,
    pairs: &'a [[usize; 2]],
    scratch: &'a mut MeanScratch,
    means: &'a mut [Lanes<f64, MEAN_LANES>],
}

impl WithSimd for Means<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.after.means(self.block, self.pairs, self.scratch, self.means);
    }
}

/// Sums in the same manner.
struct SummedMoments<'a> {
    after: &'a After,
    block: &'a Block<LANES>,
    scratch: &'a mut Scratch<i64>,
}

impl WithSimd for SummedMoments<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.after.sum(self.block, self.scratch);
    }
}
