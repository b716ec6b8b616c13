//! Sums over products of measures: of two hands, or two rounds, that share the dealer and the shoe.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::RoundSum;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::cache::DealerCache;
use crate::dealer::union_sums::{Tallies, sum_tallies};
use crate::parallel;
use crate::zero_memory::measure::Measure;

/// The product of two measures: on the unions of their cards, outcome by outcome.
pub(crate) enum Product {
    /// Of a measure with itself.
    Square(Measure),
    Of(Measure, Measure),
}

/// Sets of removed cards are told apart by their cards from 8 up, so that the unions of one such part can be summed and
/// forgotten before those of the next. A dealer's distributions for sets that differ in low cards alone cost least.
const SHARD_FROM: usize = 7;

/// A measure by the cards from [`SHARD_FROM`] up.
type Shards = BTreeMap<CardSet, Measure>;

/// The two measures of a product; no second if that is the first.
type Factors = (Shards, Option<Shards>);

/// By case of an up card, the exact total of its products: given the up card, weighted by the case.
///
/// Work grows with the pairs of sets of cards, and with the different unions of them, each of which needs the dealer's distribution once.
///
/// # Errors
/// [`SolveError::ShoeTooLarge`] if the sums might leave their widths, and [`SolveError::ShoeRunsOut`].
pub(crate) fn sum_products(up: &DealerCache, cases: Vec<Vec<Product>>) -> Result<Vec<BigRational>, SolveError> {
    check_widths(up, &cases)?;
    let number = cases.len();
    let cases: Vec<Vec<Factors>> = cases.into_iter().map(|case| case.into_iter().map(factors).collect()).collect();
    let sums = sums_of_two(up, cases.iter().flatten());
    let parts = parallel::try_map(&sums, |&sum| {
        let tallies: Vec<Tallies<1>> = cases.iter().map(|case| products(up, case, sum)).collect();
        sum_tallies(up, &tallies)
    })?;
    let mut totals = vec![BigRational::zero(); number];
    for part in parts {
        totals.iter_mut().zip(part).for_each(|(total, [sum])| *total += sum);
    }
    Ok(totals)
}

/// Proves that sums of products cannot leave their widths.
///
/// With A and B the sums over the measures' sets of the greatest weight by outcome, a product's weights add up to no more than
/// A·B. All sets of one size are dealt in no more ordered ways than so many cards of the shoe, and beside them the dealer draws
/// as many as his longest hand.
fn check_widths(up: &DealerCache, cases: &[Vec<Product>]) -> Result<(), SolveError> {
    let greatest = |weights: &[i64; OUTCOMES]| weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
    let total = |measure: &Measure| measure.iter().map(|(_, weights)| u128::from(greatest(weights))).sum::<u128>();
    let longest = |measure: &Measure| measure.iter().map(|(cards, _)| cards.size()).max().unwrap_or(0);
    let (mut most, mut size) = (0_u128, 0);
    for case in cases {
        let mut all = 0_u128;
        for product in case {
            let (one, other) = match product {
                Product::Square(one) => (one, one),
                Product::Of(one, other) => (one, other),
            };
            let of_two = total(one).checked_mul(total(other)).ok_or(SolveError::ShoeTooLarge)?;
            all = all.checked_add(of_two).ok_or(SolveError::ShoeTooLarge)?;
            size = size.max(longest(one) + longest(other));
        }
        most = most.max(all);
    }
    let unseen = up.unseen_after(CardSet::NONE);
    let ways = cards::falling(unseen, unseen.min(size + up.dealer.most_draws()));
    let is_wide_enough = ways.bits() + u64::from(u128::BITS - most.leading_zeros()) < RoundSum::BITS;
    let fits = i64::try_from(most).is_ok() && size <= CardSet::MOST && is_wide_enough;
    if fits { Ok(()) } else { Err(SolveError::ShoeTooLarge) }
}

fn factors(product: Product) -> Factors {
    match product {
        Product::Square(measure) => (sharded(measure), None),
        Product::Of(one, other) => (sharded(one), Some(sharded(other))),
    }
}

fn sharded(measure: Measure) -> Shards {
    let mut shards = Shards::new();
    for one in measure {
        shards.entry(one.0.at_least(SHARD_FROM)).or_default().push(one);
    }
    shards
}

/// The parts that unions of two sets can have.
fn sums_of_two<'a>(up: &DealerCache, products: impl Iterator<Item = &'a Factors>) -> Vec<CardSet> {
    let mut sums: Vec<CardSet> = Vec::new();
    for (shards, others) in products {
        let others = others.as_ref().unwrap_or(shards);
        sums.extend(shards.keys().flat_map(|&one| others.keys().map(move |&other| one + other)));
        sums.sort_unstable();
        sums.dedup();
    }
    sums.retain(|&sum| up.is_feasible(sum));
    sums
}

/// All products of two sets whose union has one part.
fn products(up: &DealerCache, products: &[Factors], sum: CardSet) -> Tallies<1> {
    let mut tallies = Tallies::default();
    let mut add = |sets: &[(CardSet, [i64; OUTCOMES])], others: &[(CardSet, [i64; OUTCOMES])], times| {
        for set in sets {
            others.iter().for_each(|other| add_product(up, &mut tallies, set, other, times));
        }
    };
    for (shards, others) in products {
        for (&one, sets) in shards {
            match others {
                Some(others) => {
                    let found = others.iter().filter(|&(&other, _)| one + other == sum);
                    found.for_each(|(_, others)| add(sets, others, 1));
                }
                None => {
                    // Either may be the first: each pair of different sets counts twice.
                    let others = shards.range(one..).filter(|&(&other, _)| one + other == sum && one != other);
                    others.for_each(|(_, others)| add(sets, others, 2));
                    if one + one == sum {
                        for at in 0..sets.len() {
                            add(&sets[at..=at], &sets[at..=at], 1);
                            add(&sets[at..=at], &sets[at + 1..], 2);
                        }
                    }
                }
            }
        }
    }
    tallies
}

fn add_product(
    up: &DealerCache,
    tallies: &mut Tallies<1>,
    (a_cards, a): &(CardSet, [i64; OUTCOMES]),
    (b_cards, b): &(CardSet, [i64; OUTCOMES]),
    times: i64,
) {
    let union = *a_cards + *b_cards;
    if !up.is_feasible(union) {
        return;
    }
    let [sum] = tallies.entry(union).or_insert([[0; OUTCOMES]]);
    for ((sum, a), b) in sum.iter_mut().zip(a).zip(b) {
        *sum += times * a * b;
    }
}
