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

use cards::Value;
use pulp::{Arch, Simd, WithSimd};

use super::drawing_hands::{factor_of, last_cards};
use super::{COUNTS, Dealer, FinalHand};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::fixed_int::PayoffSum;
use crate::arithmetic::interner::Interner;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::cache::is_alike;

/// Sets of cards at a time.
pub(crate) const LANES: usize = 16;

/// One number for each set of cards.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Lanes<T>([T; LANES]);

/// What sums are taken in: floats, or whole numbers modulo 2⁶⁴.
trait Number: Copy {
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

impl<T: Number> Lanes<T> {
    #[inline(always)]
    fn all(whole: i64) -> Self {
        Self([T::of(whole); LANES])
    }

    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].times(other.0[lane])))
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, other)| *sum = sum.plus(other));
    }
}

/// 1, the number of cards of each value, and pairs of values.
const MOMENTS: usize = 1 + Value::COUNT + Value::COUNT * (Value::COUNT + 1) / 2;

const fn of_value(value: usize) -> usize {
    1 + value
}

fn of_pair(one: usize, other: usize) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    1 + Value::COUNT + high * (high + 1) / 2 + low
}

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

/// A sum: of final hands of so many cards, a moment.
type Sum = (usize, usize);

/// One card more on the way to final hands.
#[derive(Debug)]
struct Step {
    /// Cards drawn, this one too; none before the first.
    depth: usize,
    factor: usize,
    /// End of its part of `stops`: the final hands of one card more.
    stops: usize,
    /// What all these final hands have in common; after what their last cards add.
    terms: Terms,
}

/// The last card of a final hand.
#[derive(Debug)]
struct Stop {
    factor: usize,
    /// The outcome, or [`REST`].
    outcome: usize,
    orders: i64,
    /// What this card adds.
    terms: Terms,
}

/// Ends of parts of a list of terms: of those that count once, and after them of others.
#[derive(Clone, Copy, Debug)]
struct Terms {
    once: usize,
    others: usize,
}

/// How often ways times payments count in a sum.
#[derive(Debug)]
struct Term {
    sum: u16,
    times: u16,
}

/// In place of an outcome: all ways of the case are paid what the end of most final hands is, and then other outcomes the difference.
const REST: usize = OUTCOMES;

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
        let after = Self { steps, stops, terms, factors, sums, of_one_card, rest, has_hands, most_draws, most_payment };
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
    fn sum<'s, T: Number>(&self, block: &Block, scratch: &'s mut Scratch<T>) -> &'s [Lanes<T>] {
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
    fn add<T: Number>(&self, first: usize, terms: &Terms, paid: &Lanes<T>, sums: &mut [Lanes<T>]) {
        for Term { sum, .. } in &self.terms[first..terms.once] {
            sums[usize::from(*sum)].add(paid);
        }
        for Term { sum, times } in &self.terms[terms.once..terms.others] {
            sums[usize::from(*sum)].add(&paid.times(&Lanes::all(i64::from(*times))));
        }
    }

    /// For each set, the mean payment beside two more cards times the probability that those are dealt, by pair of values.
    #[inline(always)]
    fn means(&self, block: &Block, pairs: &[[usize; 2]], scratch: &mut Scratch<f64>, means: &mut [Lanes<f64>]) {
        let sums = self.sum(block, scratch);
        let unseen = Lanes(block.unseen.map(f64::from));
        let mut share = Lanes([1.0; LANES]);
        let mut shares = [share; COUNTS + 2];
        for (drawn, of_drawn) in shares.iter_mut().enumerate().take(self.most_draws as usize + 2) {
            for (share, unseen) in share.0.iter_mut().zip(unseen.0) {
                *share /= unseen - drawn as f64;
            }
            *of_drawn = share;
        }
        let mut moments = [Lanes([0.0; LANES]); MOMENTS];
        for (&(depth, moment), sum) in self.sums.iter().zip(sums) {
            let shares = &shares[depth + 1];
            for lane in 0..LANES {
                moments[moment].0[lane] += sum.0[lane] * shares.0[lane];
            }
        }
        let left = block.left.map(|left| Lanes(left.0.map(|left| left as f64)));
        let [all, ..] = moments;
        for (&[c, d], mean) in pairs.iter().zip(means) {
            let (of_c, of_d, of_both) = (&moments[of_value(c)], &moments[of_value(d)], &moments[of_pair(c, d)]);
            for lane in 0..LANES {
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
    /// A mean is off by at most 3·10⁻¹³ times the largest payment times the probability of the two cards: a term of a sum is off by 20 roundings, of
    /// 2⁻⁵³, a sum by one for each of its at most 120 terms, and a mean by some for 13 numbers of cards and four products. What is added up for it,
    /// without signs, is at most twelve times that payment.
    pub(crate) fn each_mean(
        &self,
        left: &[u32; Value::COUNT],
        paid: &[Paid],
        pairs: &[[usize; 2]],
        mut each: impl FnMut(usize, &[f64]),
    ) {
        let mut scratch = Scratch::default();
        let mut means = vec![Lanes([0.0; LANES]); pairs.len()];
        let mut row = vec![0.0; pairs.len()];
        for (chunk, first) in paid.chunks(LANES).zip((0..).step_by(LANES)) {
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
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    pub(crate) fn each_total(
        &self,
        left: &[u32; Value::COUNT],
        paid: &[Paid],
        pairs: &[[usize; 2]],
        mut weights: impl FnMut(usize, &mut [i64]) -> bool,
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
            Arch::new().dispatch(Sums { after: self, block: &block, scratch });
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
struct Block {
    left: [Lanes<i64>; Value::COUNT],
    unseen: [u32; LANES],
    /// By outcome, what it is paid more than the rest; and last the rest.
    payments: [Lanes<i64>; OUTCOMES + 1],
    /// Whether no payment depends on the outcome.
    of_holes: bool,
}

impl Block {
    fn new(left: &[u32; Value::COUNT], rest: usize, paid: &[Paid]) -> Self {
        let mut block = Self {
            left: left.map(|left| Lanes([i64::from(left); LANES])),
            unseen: [left.iter().sum(); LANES],
            payments: [Lanes([0; LANES]); OUTCOMES + 1],
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
    factors: Vec<Lanes<T>>,
    sums: Vec<Lanes<T>>,
}

impl<T> Default for Scratch<T> {
    fn default() -> Self {
        Self { factors: Vec::new(), sums: Vec::new() }
    }
}

/// Steps in the order in which they are taken.
#[derive(Default)]
struct Builder {
    steps: Vec<Step>,
    stops: Vec<Stop>,
    terms: Vec<Term>,
    factors: Vec<(usize, u32)>,
    sums: Interner<Sum>,
}

impl Builder {
    /// The moments of final hands of so many cards that something counts in, and how often.
    fn terms(&mut self, depth: usize, mut moments: Vec<(usize, usize)>) -> Terms {
        moments.retain(|&(_, times)| times > 0);
        moments.sort_by_key(|&(_, times)| times);
        let once = self.terms.len() + moments.iter().filter(|&&(_, times)| times == 1).count();
        for (moment, times) in moments {
            let sum = self.sums.find_or_insert((depth, moment)) as u16;
            self.terms.push(Term { sum, times: times as u16 });
        }
        Terms { once, others: self.terms.len() }
    }

    fn begin(&mut self, depth: usize, factor: usize) {
        let none = self.terms.len();
        self.steps.push(Step { depth, factor, stops: self.stops.len(), terms: Terms { once: none, others: none } });
    }

    /// A final hand of these cards and a last one.
    fn stop(&mut self, path: &[usize], last: usize, outcome: usize, orders: i64) {
        let factor = factor_of(&mut self.factors, path, last);
        let with_last = counts(path).into_iter().enumerate().map(|(value, drawn)| (of_pair(value, last), drawn));
        let terms = self.terms(path.len() + 1, std::iter::once((of_value(last), 1)).chain(with_last).collect());
        self.stops.push(Stop { factor, outcome, orders, terms });
    }

    /// All final hands of these cards and one more have been told.
    fn end(&mut self, path: &[usize]) {
        let drawn = counts(path);
        let mut moments = vec![(0, 1)];
        for (one, of_one) in drawn.into_iter().enumerate() {
            moments.extend([(of_value(one), of_one), (of_pair(one, one), of_one * of_one.saturating_sub(1) / 2)]);
            let others = drawn.into_iter().enumerate().skip(one + 1);
            moments.extend(others.map(|(other, of_other)| (of_pair(one, other), of_one * of_other)));
        }
        let terms = self.terms(path.len() + 1, moments);
        if let Some(step) = self.steps.last_mut() {
            (step.stops, step.terms) = (self.stops.len(), terms);
        }
    }
}

fn counts(path: &[usize]) -> [usize; Value::COUNT] {
    std::array::from_fn(|value| path.iter().filter(|&&other| other == value).count())
}

/// Means to be taken with the vectors that the machine has.
struct Means<'a> {
    after: &'a After,
    block: &'a Block,
    pairs: &'a [[usize; 2]],
    scratch: &'a mut Scratch<f64>,
    means: &'a mut [Lanes<f64>],
}

impl WithSimd for Means<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.after.means(self.block, self.pairs, self.scratch, self.means);
    }
}

/// Sums in the same manner.
struct Sums<'a> {
    after: &'a After,
    block: &'a Block,
    scratch: &'a mut Scratch<i64>,
}

impl WithSimd for Sums<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.after.sum(self.block, self.scratch);
    }
}

#[cfg(test)]
mod tests {
    use cards::Composition;
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::super::batched::tests::{dealers, games};
    use super::*;
    use crate::dealer::cache::DealerCache;

    fn pairs() -> Vec<[usize; 2]> {
        (0..Value::COUNT).flat_map(|high| (0..=high).map(move |low| [low, high])).collect()
    }

    /// Every outcome for itself, and all busts together.
    fn all_ends() -> [[usize; OUTCOMES]; 2] {
        [
            std::array::from_fn(|outcome| outcome),
            std::array::from_fn(|outcome| if outcome < 10 { outcome.min(5) } else { 6 }),
        ]
    }

    /// Ordered ways to deal a pair beside a set, times the distribution of a case beside all of them, paid.
    fn of_union(table: &DealerCache, case: usize, Paid { cards, payments }: &Paid, [c, d]: [usize; 2]) -> BigInt {
        let left = table.left_after(*cards);
        let ways = left[c] * left[d].saturating_sub(u32::from(c == d));
        let union = *cards + CardSet::one(c) + CardSet::one(d);
        if ways == 0 {
            return BigInt::ZERO;
        }
        let mut distributions = table.exact_distributions();
        let distribution = distributions.at(union).expect("the dealer finds cards")[case];
        distribution.iter().zip(payments).map(|(&ways, &units)| BigInt::from(ways) * units).sum::<BigInt>() * ways
    }

    /// Checks that sets beside which this is paid are worth beside every pair, and in total, what the distributions beside each union say.
    fn agrees(
        table: &DealerCache,
        case: usize,
        after: &After,
        paid: &[Paid],
        weights: &[i64],
    ) -> Result<(), TestCaseError> {
        let (left, pairs) = (table.left_after(CardSet::NONE), pairs());
        let mut seen = 0;
        after.each_mean(&left, paid, &pairs, |at, means| {
            let most = paid[at].payments.map(|units| units.unsigned_abs()).into_iter().max().unwrap_or(0) as f64;
            for (&pair, mean) in pairs.iter().zip(means) {
                let unseen = f64::from(table.unseen_after(paid[at].cards));
                let longest = table.distribution_ways(paid[at].cards + CardSet::several(0, 2)) as f64;
                let all = unseen * (unseen - 1.0);
                let exact = of_union(table, case, &paid[at], pair).to_string().parse::<f64>().expect("a number");
                let [c, d] = pair.map(|value| f64::from(table.left_after(paid[at].cards)[value]));
                let bound = 1e-13 * most * c * d / all;
                assert!((mean - exact / longest / all).abs() <= bound, "{pair:?} {mean} {}", exact / longest / all);
            }
            seen += 1;
        });
        prop_assert_eq!(seen, paid.len());
        let fill = |at: usize, of_pairs: &mut [i64]| {
            of_pairs.iter_mut().zip(weights.iter().cycle().skip(at)).for_each(|(weight, &one)| *weight = one);
            // One in three is passed over.
            at % 3 != 2
        };
        let mut totals = Vec::new();
        after.each_total(&left, paid, &pairs, fill, |at, total| totals.push((at, total.to_bigint())));
        for (at, total) in totals.iter() {
            let mut of_pairs = vec![0; pairs.len()];
            fill(*at, &mut of_pairs);
            let exact =
                pairs.iter().zip(of_pairs).map(|(&pair, weight)| of_union(table, case, &paid[*at], pair) * weight);
            prop_assert_eq!(total, &exact.sum::<BigInt>());
        }
        prop_assert!(totals.iter().map(|&(at, _)| at).eq((0..paid.len()).filter(|at| at % 3 != 2)));
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        #[test]
        fn two_cards_after_the_dealer_are_two_cards_before(
            counts in proptest::collection::vec(3_u16..25, 9),
            tens in 3_u16..97,
            sets in proptest::collection::vec(proptest::collection::vec(0_usize..10, 0..4), 1..20),
            payments in proptest::collection::vec(proptest::array::uniform11(-900_i64..900), 20),
            weights in proptest::collection::vec(-(1_i64 << 31) + 1..1 << 31, 30),
            up in 0_usize..10,
        ) {
            let counts: Vec<u16> = counts.into_iter().chain([tens]).collect();
            let shoe = Composition::new(counts.try_into().expect("ten"));
            let sets: Vec<CardSet> =
                sets.iter().map(|cards| cards.iter().map(|&value| CardSet::one(value)).sum()).collect();
            for game in games() {
                let table = DealerCache::without_keys(dealers(&game, &shoe).swap_remove(up));
                for (case, end_of) in (0..table.dealer.cases().len().min(3)).zip(all_ends().into_iter().cycle()) {
                    let after = After::new(&table.dealer, case, &end_of).expect("few cards of a value");
                    let feasible = sets.iter().filter(|&&cards| {
                        table.is_feasible(cards) && table.always_finds_cards(&[cards + CardSet::several(0, 2)])
                    });
                    let parts = feasible.zip(&payments).flat_map(|(&cards, payments)| {
                        let payments = std::array::from_fn(|outcome| payments[end_of[outcome]]);
                        // A dealer who draws to 22 may have too many hands.
                        let parts = after.parts(&payments).unwrap_or_else(|| {
                            assert_eq!(game.dealer.ace_limit, 22);
                            vec![]
                        });
                        let of_parts: [i64; OUTCOMES] = std::array::from_fn(|outcome| {
                            parts.iter().map(|(times, of_part)| times * of_part[outcome]).sum()
                        });
                        let comes_up = |outcome: usize| {
                            let has = |(_, hand): &(CardSet, FinalHand)| hand.outcome == outcome && hand.orders[case] > 0;
                            table.dealer.finals.iter().any(has)
                        };
                        let is_whole = |at: usize| of_parts[at] == payments[at];
                        assert!(parts.is_empty() || (0..OUTCOMES).filter(|&at| comes_up(at)).all(is_whole));
                        parts.into_iter().map(move |(_, payments)| Paid { cards, payments })
                    });
                    let parts: Vec<Paid> = parts.collect();
                    agrees(&table, case, &after, &parts, &weights)?;
                }
            }
        }
    }

    /// Payments that are too large for one sum are made in parts; where even payments of 1 are, there are none.
    #[test]
    fn sums_keep_to_64_bits() {
        let game = &games()[0];
        let payments = std::array::from_fn(|outcome| if outcome == 0 { 1_000_003 } else { outcome as i64 });
        let parts = |decks, payments| {
            After::new(&dealers(game, &Composition::decks(decks))[0], 0, &all_ends()[0])?.parts(&payments)
        };
        let number_of_parts = |decks| parts(decks, payments).map(|parts| parts.len());
        assert_eq!(number_of_parts(1), Some(1));
        assert!(number_of_parts(8) > Some(2));
        assert_eq!(number_of_parts(40), None);
        assert_eq!(parts(40, [7; OUTCOMES]), Some(vec![(7, [1; OUTCOMES])]));
        let tens = Composition::new([0, 0, 0, 0, 0, 0, 0, 0, 0, 1025]);
        assert!(After::new(&dealers(game, &tens)[9], 0, &all_ends()[0]).is_none());
    }

    /// The bound of [`After::each_mean`] says how many.
    #[test]
    fn no_sum_has_more_terms_than_its_bound_reckons_with() {
        for dealer in games().iter().flat_map(|game| dealers(game, &Composition::decks(8))) {
            for (case, end_of) in (0..dealer.cases().len()).zip(all_ends().into_iter().cycle()) {
                let after = After::new(&dealer, case, &end_of).expect("few cards of a value");
                let mut terms = vec![0; after.sums.len()];
                after.terms.iter().for_each(|term| terms[usize::from(term.sum)] += 1);
                assert!(terms.iter().all(|&terms| terms <= 120), "{} {:?}", dealer.up(), terms.iter().max());
            }
        }
    }
}
