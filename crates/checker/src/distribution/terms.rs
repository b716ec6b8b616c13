//! Polynomials in the cards that hands take: a term for every set of cards, with a coefficient for every end of the dealer's hand.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::field::{Field, MOST_PRODUCTS};
use crate::hands::{Counts, VALUES};
use crate::refusal::Refusal;

/// Bits of one count in a set of cards. The ace's are the highest.
const BITS: usize = 6;
/// Values whose counts stand apart from those above them: 6 to ten.
const LOW: usize = 5;
const LOW_MASK: u64 = (1 << (LOW * BITS)) - 1;

/// A set of cards; those of two hands together are the sum.
pub(crate) fn pack(cards: &Counts) -> u64 {
    cards.iter().fold(0, |key, &count| key << BITS | u64::from(count))
}

/// How many cards of a value are in a set.
pub(crate) fn count(key: u64, value: usize) -> usize {
    (key >> ((VALUES - 1 - value) * BITS)) as usize & ((1 << BITS) - 1)
}

/// Number of cards of a set.
pub(crate) fn size(key: u64) -> usize {
    (0..VALUES).map(|value| count(key, value)).sum()
}

/// A polynomial, its terms in order of their sets.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms {
    pub(crate) ends: usize,
    pub(crate) keys: Vec<u64>,
    /// `ends` coefficients a term.
    pub(crate) coefficients: Vec<u64>,
}

impl Terms {
    /// One set of cards with the same coefficient at every end.
    pub(crate) fn single(ends: usize, key: u64, coefficient: u64) -> Self {
        Self { ends, keys: vec![key], coefficients: vec![coefficient; ends] }
    }

    /// The sum of terms in any order.
    pub(crate) fn sum<'a>(field: &Field, ends: usize, terms: impl Iterator<Item = (u64, &'a [u64])>) -> Self {
        let mut sums: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (key, coefficients) in terms {
            let sum = sums.entry(key).or_insert_with(|| vec![0; ends]);
            for (sum, &more) in sum.iter_mut().zip(coefficients) {
                *sum = field.add(*sum, more);
            }
        }
        let (keys, coefficients): (Vec<u64>, Vec<Vec<u64>>) = sums.into_iter().unzip();
        Self { ends, keys, coefficients: coefficients.concat() }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &[u64])> {
        self.keys.iter().copied().zip(self.coefficients.chunks_exact(self.ends))
    }

    /// Both together.
    pub(crate) fn plus(&self, field: &Field, other: &Self) -> Self {
        let mut all = Self { ends: self.ends, ..Self::default() };
        all.keys.reserve(self.keys.len().max(other.keys.len()));
        let (mut of_one, mut of_other) = (self.iter().peekable(), other.iter().peekable());
        loop {
            let order = match (of_one.peek(), of_other.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp(b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return all,
            };
            let one = if order.is_le() { of_one.next() } else { None };
            let other = if order.is_ge() { of_other.next() } else { None };
            match (one, other) {
                (Some((key, a)), Some((_, b))) => {
                    all.keys.push(key);
                    all.coefficients.extend(a.iter().zip(b).map(|(&a, &b)| field.add(a, b)));
                }
                (one, other) => one.into_iter().chain(other).for_each(|(key, coefficients)| {
                    all.keys.push(key);
                    all.coefficients.extend_from_slice(coefficients);
                }),
            }
        }
    }

    /// With a set of cards more, and a factor.
    pub(crate) fn times(&self, field: &Field, key: u64, factor: u64) -> Self {
        Self {
            ends: self.ends,
            keys: self.keys.iter().map(|one| one + key).collect(),
            coefficients: self.coefficients.iter().map(|&one| field.multiply(one, factor)).collect(),
        }
    }

    /// With only these ends.
    pub(crate) fn at_ends(&self, ends: &[usize]) -> Self {
        let coefficients =
            self.coefficients.chunks_exact(self.ends.max(1)).flat_map(|all| ends.iter().map(|&end| all[end]));
        Self { ends: ends.len(), keys: self.keys.clone(), coefficients: coefficients.collect() }
    }

    /// Most cards of each value in a set.
    fn most(&self) -> [usize; VALUES] {
        std::array::from_fn(|value| self.keys.iter().map(|&key| count(key, value)).max().unwrap_or(0))
    }

    /// The runs of terms that differ in the low values only, by the counts of the others.
    fn runs(&self) -> Vec<(u64, Range<usize>)> {
        let mut runs: Vec<(u64, Range<usize>)> = Vec::new();
        for (at, key) in self.keys.iter().enumerate() {
            match runs.last_mut() {
                Some((high, run)) if *high == key & !LOW_MASK => run.end = at + 1,
                _ => runs.push((key & !LOW_MASK, at..at + 1)),
            }
        }
        runs
    }
}

/// The terms of a product that differ in the low values only.
pub(crate) struct Block<'a> {
    /// Their sets in order, each with its place.
    places: &'a [(u64, usize)],
    /// Coefficients by place, not reduced.
    sums: &'a [u128],
    ends: usize,
}

impl Block<'_> {
    /// The coefficients of each set.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &[u128])> {
        self.places.iter().map(|&(key, place)| (key, &self.sums[place * self.ends..][..self.ends]))
    }
}

/// Multiplies two polynomials, end by end, and hands over the product block by block in the order of their sets.
///
/// # Errors
/// If the sets hold more cards of a value than fit.
pub(crate) fn multiply(
    field: &Field,
    a: &Terms,
    b: &Terms,
    mut block: impl FnMut(&Block<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let ends = a.ends;
    let (of_a, of_b) = (a.most(), b.most());
    if of_a.iter().zip(of_b).any(|(a, b)| a + b >= 1 << BITS) {
        return Err(Refusal::not_checkable("hands of so many cards"));
    }
    let sizes: [usize; LOW] = std::array::from_fn(|at| of_a[VALUES - LOW + at] + of_b[VALUES - LOW + at] + 1);
    let place = |key: &u64| (0..LOW).fold(0, |place, at| place * sizes[at] + count(*key, VALUES - LOW + at));
    let (places_a, places_b): (Vec<usize>, Vec<usize>) =
        (a.keys.iter().map(place).collect(), b.keys.iter().map(place).collect());
    let (runs_a, runs_b) = (a.runs(), b.runs());
    // Which runs meet in which block, ordered by counting: every block is looked up twice.
    let mut met: HashMap<u64, usize> = HashMap::new();
    for (high_a, _) in &runs_a {
        for (high_b, _) in &runs_b {
            *met.entry(high_a + high_b).or_default() += 1;
        }
    }
    let mut highs: Vec<u64> = met.keys().copied().collect();
    highs.sort_unstable();
    let mut at = 0;
    for high in &highs {
        let number = std::mem::replace(met.entry(*high).or_default(), at);
        at += number;
    }
    let mut pairs: Vec<(u32, u32)> = vec![(0, 0); at];
    for (in_a, (high_a, _)) in runs_a.iter().enumerate() {
        for (in_b, (high_b, _)) in runs_b.iter().enumerate() {
            let at = met.entry(high_a + high_b).or_default();
            pairs[*at] = (in_a as u32, in_b as u32);
            *at += 1;
        }
    }
    let mut sums = vec![0_u128; sizes.iter().product::<usize>() * ends];
    let mut is_met = vec![false; sums.len() / ends];
    let mut from = 0;
    let mut places: Vec<(u64, usize)> = Vec::new();
    for high in &highs {
        let to = met[high];
        let mut products = 0;
        for &(in_a, in_b) in &pairs[from..to] {
            let (run_a, run_b) = (&runs_a[in_a as usize].1, &runs_b[in_b as usize].1);
            // A set of the second comes but once to a place with each of the first.
            products += run_a.len().min(run_b.len());
            if products > MOST_PRODUCTS {
                products = 1 + run_a.len().min(run_b.len());
                for &(_, place) in &places {
                    for sum in &mut sums[place * ends..][..ends] {
                        *sum = reduced(field, *sum);
                    }
                }
            }
            for at_a in run_a.clone() {
                let coefficients_a = &a.coefficients[at_a * ends..][..ends];
                for at_b in run_b.clone() {
                    let place = places_a[at_a] + places_b[at_b];
                    if !is_met[place] {
                        is_met[place] = true;
                        places.push((a.keys[at_a] + b.keys[at_b], place));
                    }
                    let coefficients_b = &b.coefficients[at_b * ends..][..ends];
                    let sums = &mut sums[place * ends..][..ends];
                    for ((sum, &a), &b) in sums.iter_mut().zip(coefficients_a).zip(coefficients_b) {
                        *sum += u128::from(a) * u128::from(b);
                    }
                }
            }
        }
        from = to;
        places.sort_unstable();
        block(&Block { places: &places, sums: &sums, ends })?;
        for (_, place) in places.drain(..) {
            is_met[place] = false;
            sums[place * ends..][..ends].fill(0);
        }
    }
    Ok(())
}

/// The sum of one product that stands for many.
fn reduced(field: &Field, sum: u128) -> u128 {
    u128::from(field.reduce(sum)) * u128::from(field.one())
}

/// The product as a polynomial.
///
/// # Errors
/// As [`multiply`].
pub(crate) fn product(field: &Field, a: &Terms, b: &Terms) -> Result<Terms, Refusal> {
    let mut terms = Terms { ends: a.ends, ..Terms::default() };
    multiply(field, a, b, |block| {
        for (key, sums) in block.iter() {
            terms.keys.push(key);
            terms.coefficients.extend(sums.iter().map(|&sum| field.reduce(sum)));
        }
        Ok(())
    })?;
    Ok(terms)
}

/// Polynomials by the bonuses that hands earn and suits decide, in order.
#[derive(Debug, Clone)]
pub(crate) struct Marked {
    pub(crate) ends: usize,
    pub(crate) by_marks: BTreeMap<Vec<usize>, Terms>,
}

impl Marked {
    pub(crate) fn new(ends: usize) -> Self {
        Self { ends, by_marks: BTreeMap::new() }
    }

    /// One, without a card.
    pub(crate) fn one(field: &Field, ends: usize) -> Self {
        let mut one = Self::new(ends);
        one.by_marks.insert(Vec::new(), Terms::single(ends, 0, field.one()));
        one
    }

    pub(crate) fn add(&mut self, field: &Field, marks: Vec<usize>, terms: &Terms) {
        let sum = self.by_marks.entry(marks).or_insert_with(|| Terms { ends: self.ends, ..Terms::default() });
        *sum = sum.plus(field, terms);
    }

    pub(crate) fn plus(mut self, field: &Field, other: &Self) -> Self {
        other.by_marks.iter().for_each(|(marks, terms)| self.add(field, marks.clone(), terms));
        self
    }

    /// With a set of cards more, and a factor.
    pub(crate) fn times(&self, field: &Field, key: u64, factor: u64) -> Self {
        self.map(|terms| terms.times(field, key, factor))
    }

    /// With only these ends.
    pub(crate) fn at_ends(&self, ends: &[usize]) -> Self {
        Self { ends: ends.len(), ..self.map(|terms| terms.at_ends(ends)) }
    }

    fn map(&self, of: impl Fn(&Terms) -> Terms) -> Self {
        let by_marks = self.by_marks.iter().map(|(marks, terms)| (marks.clone(), of(terms)));
        Self { ends: self.ends, by_marks: by_marks.collect() }
    }

    /// Every polynomial of one with every one of the other, by the marks of both.
    pub(crate) fn pairs<'a>(&'a self, other: &'a Self) -> BTreeMap<Vec<usize>, Vec<(&'a Terms, &'a Terms)>> {
        let mut pairs: BTreeMap<Vec<usize>, Vec<(&Terms, &Terms)>> = BTreeMap::new();
        for (marks_a, a) in &self.by_marks {
            for (marks_b, b) in &other.by_marks {
                let mut marks = [&marks_a[..], marks_b].concat();
                marks.sort_unstable();
                pairs.entry(marks).or_default().push((a, b));
            }
        }
        pairs
    }

    /// The product.
    pub(crate) fn product(&self, field: &Field, other: &Self) -> Result<Self, Refusal> {
        let mut sum = Self::new(self.ends);
        for (marks, pairs) in self.pairs(other) {
            for (a, b) in pairs {
                sum.add(field, marks.clone(), &product(field, a, b)?);
            }
        }
        Ok(sum)
    }
}
