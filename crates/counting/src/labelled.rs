//! What many quantities of one shoe come to under each label of the count.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use cards::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use crate::grouped_shoe::GroupedShoe;
use crate::number::{Number, with_width};
use crate::parallel;
use crate::rows::Rows;
use crate::taken::{CardsTaken, TakenSum};

/// Most whole numbers that are kept: about a gigabyte.
const MOST_NUMBERS: usize = 8_000_000;

/// By the cards that a round takes of each group, how likely each label of the count is with it.
///
/// The rounds begin with some numbers of cards seen, each as often as the others, and are told apart by a label that depends on that number and on the count. [`crate::SeenTable`]
/// answers for one quantity at every depth; this answers for any number of quantities, once the depths and labels are chosen. The cost is that of one table for
/// each way to take the most cards, and then a few hundred products for each quantity.
#[derive(Debug, Clone)]
pub struct LabelledShares {
    labels: Vec<i64>,
    /// Of a term with these cards, in parts of the denominator.
    shares: BTreeMap<CardsTaken, Vec<BigInt>>,
    denominator: BigInt,
    cards: u32,
    most_taken: u32,
}

/// How depths and counts are told apart.
struct Labelling<'a> {
    seen: RangeInclusive<u32>,
    /// What the polynomial of each depth is multiplied by, so that all have one denominator.
    factors: Vec<BigInt>,
    label: &'a (dyn Fn(u32, i32) -> i64 + Sync),
}

type ByLabel = BTreeMap<i64, BigInt>;

impl LabelledShares {
    /// The shares for quantities whose terms take no more than `most_taken` cards. `label` is given the number of cards seen and their running count.
    ///
    /// `None` if there are no depths, if the deepest leaves fewer cards than a round may take, or if there are more than eight million numbers to keep: many different tags.
    pub fn new(
        shoe: &GroupedShoe,
        most_taken: u32,
        seen: RangeInclusive<u32>,
        label: impl Fn(u32, i32) -> i64 + Sync,
    ) -> Option<Self> {
        let left = shoe.cards().checked_sub(most_taken).filter(|left| !seen.is_empty() && seen.end() <= left)?;
        let last = keys(shoe, most_taken);
        let (factors, all_sets) = depth_factors(left, &seen);
        let labelling = Labelling { seen: seen.clone(), factors, label: &label };
        let labels = labels_of(shoe, &labelling);
        let room = (0..=most_taken).map(|cards| keys(shoe, cards).len()).sum::<usize>();
        if last.is_empty() || room.checked_mul(labels.len())? > MOST_NUMBERS {
            return None;
        }
        let by_label = shares_of_all(shoe, &last, &labelling);
        let row = |mut of_key: ByLabel| labels.iter().map(|label| of_key.remove(label).unwrap_or_default()).collect();
        let mut level: BTreeMap<CardsTaken, Vec<BigInt>> =
            last.into_iter().zip(by_label.into_iter().map(row)).collect();
        let mut shares = BTreeMap::new();
        for taken in (0..most_taken).rev() {
            let fewer =
                keys(shoe, taken).into_iter().map(|key| (key, followed(shoe, key, &level, labels.len()))).collect();
            shares.append(&mut std::mem::replace(&mut level, fewer));
        }
        shares.append(&mut level);
        let depths = BigInt::from(seen.count());
        Some(Self { labels, shares, denominator: all_sets * depths, cards: shoe.cards(), most_taken })
    }

    /// The labels that come up, in their order.
    pub fn labels(&self) -> &[i64] {
        &self.labels
    }

    /// The expectation of a quantity together with each label: divided by that of 1 it is the expectation given the label. `None` for a quantity whose terms take
    /// more cards than was said.
    pub fn expectations(&self, sum: &TakenSum) -> Option<Vec<BigRational>> {
        let mut all = vec![BigInt::zero(); self.labels.len()];
        for (taken, ways) in sum.terms() {
            // What the shoe does not hold has no share.
            let Some(shares) = self.shares.get(taken) else {
                let cards: u32 = taken.iter().map(|&cards| u32::from(cards)).sum();
                if cards > self.most_taken {
                    return None;
                }
                continue;
            };
            all.iter_mut().zip(shares).for_each(|(sum, share)| *sum += ways * share);
        }
        let denominator = &self.denominator * BigInt::from(cards::falling(self.cards, self.most_taken));
        Some(all.into_iter().map(|sum| BigRational::new(sum, denominator.clone())).collect())
    }
}

/// Every way to take so many cards of the groups, in order.
fn keys(shoe: &GroupedShoe, cards: u32) -> Vec<CardsTaken> {
    let mut keys = vec![([0; Value::COUNT], cards)];
    for (place, group) in shoe.groups().iter().enumerate() {
        let with_group = |(key, rest): (CardsTaken, u32)| {
            (0..=rest.min(group.cards)).map(move |taken| {
                let mut key = key;
                key[place] = taken as u8;
                (key, rest - taken)
            })
        };
        keys = keys.into_iter().flat_map(with_group).collect();
    }
    keys.into_iter().filter(|&(_, rest)| rest == 0).map(|(key, _)| key).collect()
}

/// The sum over the card that follows these.
fn followed(
    shoe: &GroupedShoe,
    key: CardsTaken,
    level: &BTreeMap<CardsTaken, Vec<BigInt>>,
    labels: usize,
) -> Vec<BigInt> {
    let mut sums = vec![BigInt::zero(); labels];
    for (place, group) in shoe.groups().iter().enumerate() {
        let left = group.cards - u32::from(key[place]);
        let mut more = key;
        more[place] += 1;
        if let Some(shares) = level.get(&more).filter(|_| left > 0) {
            sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share * left);
        }
    }
    sums
}

/// By depth, the least common multiple of the numbers of sets over that depth's number; and the multiple.
fn depth_factors(left: u32, seen: &RangeInclusive<u32>) -> (Vec<BigInt>, BigInt) {
    let mut sets = vec![BigInt::one()];
    for taken in 0..*seen.end() {
        let next = sets.last().map(|sets| sets * (left - taken) / (taken + 1)).unwrap_or_default();
        sets.push(next);
    }
    let sets = &sets[*seen.start() as usize..];
    let all = cards::least_common_multiple(sets.iter());
    (sets.iter().map(|sets| &all / sets).collect(), all)
}

/// The labels that come up.
fn labels_of(shoe: &GroupedShoe, labelling: &Labelling<'_>) -> Vec<i64> {
    by_label::<BigInt>(&rows_left(shoe, &[0; Value::COUNT], labelling), labelling).into_keys().collect()
}

/// The polynomial of the cards that are left once these are taken.
fn rows_left<T: Number>(shoe: &GroupedShoe, taken: &CardsTaken, labelling: &Labelling<'_>) -> Rows<T> {
    let most = *labelling.seen.end() as usize;
    let mut rows = Rows::constant(&BigInt::one());
    for (group, taken) in shoe.groups().iter().zip(taken) {
        (u32::from(*taken)..group.cards).for_each(|_| rows.times_card(group.tag, most));
    }
    rows
}

/// The shares of all keys, by label. Not generic: what calls it may be compiled without optimisation, and this is not to be.
fn shares_of_all(shoe: &GroupedShoe, keys: &[CardsTaken], labelling: &Labelling<'_>) -> Vec<ByLabel> {
    // All sets of the shoe's cards together.
    let bits = u64::from(shoe.cards()) + 2;
    let parts: Vec<_> = keys.chunks(keys.len().div_ceil(parallel::threads()).max(1)).collect();
    parallel::map(&parts, |part| with_width!(bits, shares_of(shoe, part, labelling))).concat()
}

/// The shares of neighbouring keys, by label. From one key to the next a card of one group comes back and one of another goes.
fn shares_of<T: Number>(shoe: &GroupedShoe, keys: &[CardsTaken], labelling: &Labelling<'_>) -> Vec<ByLabel> {
    let Some(first) = keys.first() else { return Vec::new() };
    let most = *labelling.seen.end() as usize;
    let (mut rows, mut at) = (rows_left::<T>(shoe, first, labelling), *first);
    let mut all = Vec::with_capacity(keys.len());
    for key in keys {
        for (place, group) in shoe.groups().iter().enumerate() {
            (at[place]..key[place]).for_each(|_| rows.without_card(group.tag));
            (key[place]..at[place]).for_each(|_| rows.times_card(group.tag, most));
        }
        at = *key;
        all.push(by_label(&rows, labelling));
    }
    all
}

fn by_label<T: Number>(rows: &Rows<T>, labelling: &Labelling<'_>) -> ByLabel {
    let mut all = ByLabel::new();
    for (seen, factor) in labelling.seen.clone().zip(&labelling.factors) {
        let mut of_depth: BTreeMap<i64, T> = BTreeMap::new();
        for (count, sets) in rows.row(seen as usize).filter(|(_, sets)| **sets != T::default()) {
            of_depth.entry((labelling.label)(seen, count)).or_default().add(sets);
        }
        of_depth.into_iter().for_each(|(label, sets)| *all.entry(label).or_default() += sets.to_bigint() * factor);
    }
    all
}

#[cfg(test)]
mod tests {
    use cards::Composition;

    use super::*;
    use crate::SeenTable;

    /// Every quantity, depth and label as the tables of one quantity have them, one depth at a time.
    #[test]
    fn shares_are_those_of_the_tables() {
        let mut counts = [0; Value::COUNT];
        (counts[0], counts[4], counts[6], counts[9]) = (3, 4, 2, 6);
        let mut tags = [0; Value::COUNT];
        (tags[0], tags[4], tags[6], tags[9]) = (-1, 2, 1, -1);
        let shoe = GroupedShoe::new(&Composition::new(counts), &tags);
        let taken = |cards: &[(usize, u8)]| {
            let mut key = [0; Value::COUNT];
            cards.iter().for_each(|&(value, cards)| key[shoe.group_of()[value]] += cards);
            key
        };
        let mut quantity = TakenSum::default();
        quantity.add(taken(&[(0, 1), (9, 1)]), &BigInt::from(18));
        quantity.add(taken(&[(4, 2), (6, 1)]), &BigInt::from(-5));
        quantity.add(taken(&[(4, 1)]), &BigInt::from(7));
        let label = |seen: u32, count: i32| i64::from((count + seen as i32).div_euclid(3));
        for (seen, most_taken) in [(0..=0, 3), (2..=2, 3), (0..=9, 4), (3..=11, 4)] {
            let shares = LabelledShares::new(&shoe, most_taken, seen.clone(), label).expect("room");
            for sum in [TakenSum::one(), quantity.clone()] {
                let (sets, table) = (SeenTable::new(&shoe, &TakenSum::one(), 11), SeenTable::new(&shoe, &sum, 11));
                let mut expected: BTreeMap<i64, BigRational> = BTreeMap::new();
                for seen in seen.clone() {
                    let all: BigInt = sets.counts(seen).map(|(_, sets)| sets).sum();
                    for (count, sets) in sets.counts(seen) {
                        let given = table.given(seen, count, sets).expect("a count that comes up");
                        let both = given * BigRational::new(sets.clone(), all.clone());
                        *expected.entry(label(seen, count)).or_default() += both;
                    }
                }
                let depths = BigRational::from_integer(seen.clone().count().into());
                let found = shares.expectations(&sum).expect("few cards");
                assert_eq!(shares.labels(), expected.keys().copied().collect::<Vec<_>>());
                assert_eq!(found, expected.into_values().map(|sum| sum / &depths).collect::<Vec<_>>(), "{seen:?}");
            }
        }
        let mut long = TakenSum::default();
        long.add(taken(&[(4, 4), (0, 1)]), &BigInt::one());
        assert!(LabelledShares::new(&shoe, 4, 0..=3, label).expect("room").expectations(&long).is_none());
        assert!(LabelledShares::new(&shoe, 4, 0..=12, label).is_none(), "a round would find no card");
    }
}
