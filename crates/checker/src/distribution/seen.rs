//! What rounds come to by the count of the cards seen before them, at a random point.
//!
//! To see *n* cards and then to play a round is to play it first and to see *n* of the cards that remain. So a count's means are a polynomial in y:
//!
//! ```text
//! F_n(y) = Σ_c E[net; count = c] · y^c = Σ over rounds of P(round) · net · V_n(cards taken)
//! ```
//!
//! with V_n the mean of y^count over all choices of *n* cards that remain. V_n looks at nothing but how many cards of each tag are gone, and it is a martingale: the mean of V_n over
//! one card more is V_n. So any card that the value of a hand does not look at may stay in the shoe, as it may where V is 1.

use num_rational::BigRational;
use rustc_hash::{FxHashMap, FxHashSet};

use super::field::{Field, Random};
use super::hand_pairs::RoundMoments;
use super::point::Point;
use super::tag_groups::TagGroups;
use super::weighed::Weighed;
use crate::hands::Counts;
use crate::refusal::Refusal;
use crate::round::Round;

/// Where means by count are compared.
#[derive(Debug, Clone)]
pub(crate) struct SeenPoint {
    pub(crate) point: Point,
    /// y and its inverse.
    unit: [u64; 2],
    /// What the means of each number of cards seen are multiplied by.
    pub(crate) factors: Vec<u64>,
}

impl SeenPoint {
    /// A point that depends on every letter of the seed, for so many numbers of cards seen.
    pub(crate) fn random(seed: &str, depths: usize) -> Self {
        let mut numbers = Random::new(seed.to_owned());
        let field = Field::random(&mut numbers);
        let mut element = || field.random_unit(&mut numbers);
        let unit = element();
        let factors = (0..depths).map(|_| element()).collect();
        let one = field.one();
        Self { unit: [unit, field.inverse(unit)], factors, point: Point { net: [one; 2], wager: one, field } }
    }

    pub(crate) fn field(&self) -> &Field {
        &self.point.field
    }

    /// A fraction modulo the prime; `None` if its denominator is a multiple of it.
    pub(crate) fn residue(&self, fraction: &BigRational) -> Option<u64> {
        self.point.residue(fraction)
    }

    /// y to a power.
    pub(crate) fn power(&self, count: i64) -> u64 {
        self.field().power(self.unit[usize::from(count < 0)], count.unsigned_abs())
    }
}

/// A count of which something is derived.
pub(crate) struct DerivedCount {
    pub(crate) groups: TagGroups,
    /// Cards seen, fewest first.
    pub(crate) seen: Vec<u64>,
    /// Whether squares are; they are zero else.
    pub(crate) squares: bool,
}

/// Σ over numbers of cards seen of the factor of each times F, by count and for net results and their squares, of the rounds of [`super::moments`] with one up card, weighted by it.
///
/// # Errors
/// For a shoe that a round can use up.
pub(crate) fn derived(
    (up, rounds): (usize, &[(Round<'_>, RoundMoments)]),
    point: &SeenPoint,
    counts: &[DerivedCount],
) -> Result<Vec<[u64; 2]>, Refusal> {
    let field = point.field();
    let of_count = counts.iter().map(|DerivedCount { groups, seen, squares }| {
        let powers = if *squares { 2 } else { 1 };
        let dealers = rounds
            .iter()
            .map(|(round, moments)| Weighed::new(field, groups, (&round.dealer, &round.left), &moments.class));
        let dealers: Vec<Weighed<'_>> = dealers.collect();
        let up_card = groups.one(up);
        let mut taken: Vec<u64> = Vec::new();
        for (dealer, (_, RoundMoments { moments, .. })) in dealers.iter().zip(rounds) {
            let keys = moments[..powers].iter().flat_map(|terms| &terms.keys);
            let players: FxHashSet<u64> = keys.map(|&key| groups.of_packed(key) + up_card).collect();
            let drawn: FxHashSet<u64> = dealer.drawn.iter().copied().collect();
            taken.extend(players.iter().flat_map(|player| drawn.iter().map(move |drawn| player + drawn)));
            taken.sort_unstable();
            taken.dedup();
        }
        let mut remaining = Remaining::new(point, groups, seen);
        let held = groups.cards();
        // The inverse number of ordered draws of all cards but the up card, by the number of all.
        let mut draws = vec![field.one(); 2];
        let weights = taken.into_iter().map(|taken| {
            let cards = groups.groups_in(taken).count();
            for drawn in draws.len()..=cards {
                let held = field.of(held.saturating_sub(drawn as u64 - 1));
                draws.push(field.multiply(draws[drawn - 1], field.inverse(held)));
            }
            Ok((taken, field.multiply(remaining.mean(taken)?, draws[cards])))
        });
        let weights = weights.collect::<Result<FxHashMap<u64, u64>, Refusal>>()?;
        let mut sums = [0; 2];
        for (dealer, (round, RoundMoments { moments, .. })) in dealers.iter().zip(rounds) {
            let unit = field.inverse(field.of(round.units.unsigned_abs()));
            let of_up = field.multiply(field.of(u64::from(round.left[up]) + 1), field.inverse(field.of(held)));
            let units = [unit, field.multiply(unit, unit)];
            for ((sum, terms), unit) in sums.iter_mut().zip(&moments[..powers]).zip(units) {
                let of_round = field.multiply(field.multiply(unit, of_up), dealer.sum(terms, up_card, &weights)?);
                *sum = field.add(*sum, of_round);
            }
        }
        Ok(sums)
    });
    of_count.collect()
}

/// Σ over numbers of cards seen of the factor of each times F, of something that a few cards decide: each set of them with its probability times what it comes to.
///
/// # Errors
/// For a shoe that these cards and those seen can use up.
pub(crate) fn derived_of_cards(
    terms: impl Iterator<Item = (Counts, BigRational)>,
    point: &SeenPoint,
    (groups, seen): (&TagGroups, &[u64]),
) -> Result<u64, Refusal> {
    let field = point.field();
    let mut remaining = Remaining::new(point, groups, seen);
    let mut sum = 0;
    for (cards, of_cards) in terms {
        let of_cards = point.point.residue(&of_cards);
        let of_cards = of_cards.ok_or_else(|| Refusal::not_checkable("a shoe of so many cards"))?;
        let mean = remaining.mean(groups.of_cards(&cards))?;
        sum = field.add(sum, field.multiply(of_cards, mean));
    }
    Ok(sum)
}

/// Σ over numbers of cards seen of the factor of each times V, once each of these sets of cards is taken.
///
/// # Errors
/// For a shoe that these cards and those seen can use up.
pub(crate) fn means_of_cards<'c>(
    sets: impl Iterator<Item = &'c Counts>,
    point: &SeenPoint,
    (groups, seen): (&TagGroups, &[u64]),
) -> Result<Vec<u64>, Refusal> {
    let mut remaining = Remaining::new(point, groups, seen);
    let taken: Vec<u64> = sets.map(|cards| groups.of_cards(cards)).collect();
    let mut each = taken.clone();
    each.sort_unstable();
    each.dedup();
    let means = each.into_iter().map(|taken| Ok((taken, remaining.mean(taken)?)));
    let means = means.collect::<Result<FxHashMap<u64, u64>, Refusal>>()?;
    Ok(taken.iter().map(|taken| means[taken]).collect())
}

/// The mean of y^count over the choices of cards that remain, each number of cards with its factor.
struct Remaining<'a> {
    point: &'a SeenPoint,
    groups: &'a TagGroups,
    seen: &'a [u64],
    /// y to the tag of each group.
    steps: Vec<u64>,
    /// Coefficients of Π (1 + x·y^tag) over the cards of the shoe.
    full: Vec<u64>,
    /// The same without these cards, one after the other.
    without: Vec<(usize, Vec<u64>)>,
    /// By cards taken: each factor over the number of choices.
    factors: FxHashMap<usize, Vec<u64>>,
}

impl<'a> Remaining<'a> {
    fn new(point: &'a SeenPoint, groups: &'a TagGroups, seen: &'a [u64]) -> Self {
        let field = point.field();
        let most = seen.iter().max().map_or(0, |&most| most as usize);
        let steps: Vec<u64> = groups.held.iter().map(|&(tag, _)| point.power(tag.into())).collect();
        let mut full = vec![0; most + 1];
        full[0] = field.one();
        for (&(_, held), &step) in groups.held.iter().zip(&steps) {
            for _ in 0..held {
                for at in (0..most).rev() {
                    full[at + 1] = field.add(full[at + 1], field.multiply(full[at], step));
                }
            }
        }
        Self { point, groups, seen, steps, full, without: Vec::new(), factors: FxHashMap::default() }
    }

    /// Once these cards are taken; fastest if sets follow each other in order.
    fn mean(&mut self, taken: u64) -> Result<u64, Refusal> {
        let field = self.point.field();
        let cards: Vec<usize> = self.groups.groups_in(taken).collect();
        let same = self.without.iter().zip(&cards).take_while(|((group, _), card)| group == *card).count();
        self.without.truncate(same);
        for &group in &cards[same..] {
            let before = self.without.last().map_or(&self.full, |(_, row)| row);
            let step = field.negated(self.steps[group]);
            let mut last = 0;
            let row = before.iter().map(|&of_more| {
                last = field.add(of_more, field.multiply(last, step));
                last
            });
            let row = row.collect();
            self.without.push((group, row));
        }
        if !self.factors.contains_key(&cards.len()) {
            self.factors.insert(cards.len(), self.over_choices(cards.len())?);
        }
        let row = self.without.last().map_or(&self.full, |(_, row)| row);
        let terms = self.seen.iter().zip(&self.factors[&cards.len()]);
        let terms = terms.map(|(&seen, &factor)| field.multiply(row[seen as usize], factor));
        Ok(terms.fold(0, |sum, term| field.add(sum, term)))
    }

    fn over_choices(&self, taken: usize) -> Result<Vec<u64>, Refusal> {
        let field = self.point.field();
        let left = self.groups.cards().saturating_sub(taken as u64);
        let of_depth = self.seen.iter().zip(&self.point.factors).map(|(&seen, &factor)| {
            if seen > left {
                return Err(Refusal::not_checkable("a shoe that the cards seen and a round can use up"));
            }
            let product = |from: u64| (0..seen).fold(field.one(), |all, at| field.multiply(all, field.of(from - at)));
            Ok(field.multiply(factor, field.multiply(product(seen), field.inverse(product(left)))))
        });
        of_depth.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use cards::{Composition, Value};
    use num_traits::Zero as _;

    use super::*;
    use crate::hands::VALUES;
    use crate::insurance;

    /// Every set of cards is taken out of a shoe of ten, and a unit of insurance dealt from what is left.
    #[test]
    fn insurance_is_that_of_every_set_of_cards() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/plain-blackjack/6-decks.toml");
        let submission = rules::Submission::load(&path, &[]).expect("an analysis");
        let rule = submission.game.insurance.as_ref().expect("offered");
        let mut counts = [0; VALUES];
        (counts[0], counts[4], counts[6], counts[9]) = (2, 2, 2, 4);
        let shoe = Composition::new(counts);
        let cards: Vec<Value> =
            Value::all().flat_map(|value| std::iter::repeat_n(value, shoe.count(value).into())).collect();
        let tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -2];
        let groups = TagGroups::new(&counts, &tags).expect("few tags");
        for seen in 1..=8_u64 {
            let mut by_sum: BTreeMap<i64, BigRational> = BTreeMap::new();
            let mut number = 0_u64;
            for set in (0..1_u32 << cards.len()).filter(|set| u64::from(set.count_ones()) == seen) {
                let gone = || cards.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, card)| *card);
                let left = gone().try_fold(shoe, |left, card| left.without(card)).expect("there");
                let sum = gone().map(|card| i64::from(tags[card.index()])).sum();
                *by_sum.entry(sum).or_insert_with(BigRational::zero) += insurance::unit_always(rule, &left);
                number += 1;
            }
            let point = SeenPoint::random(&format!("insurance {seen}"), 1);
            let field = point.field();
            let expected = by_sum.iter().fold(0, |all, (&sum, unit)| {
                let mean = point.point.residue(&(unit / BigRational::from_integer(number.into())));
                field.add(all, field.multiply(mean.expect("no multiple"), point.power(sum)))
            });
            let deals = insurance::both_cards(rule, &shoe);
            let found = derived_of_cards(deals.into_iter(), &point, (&groups, &[seen])).expect("enough cards");
            assert_eq!(found, field.multiply(expected, point.factors[0]), "{seen} cards");
        }
    }
}
