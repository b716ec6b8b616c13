//! What hands are worth beside two cards of another.

use std::sync::Arc;

use cards::Value;
use num_rational::BigRational;

use super::profiles::Profile;
use super::row_ends::{CERTAIN, CertainEnd, RowEnds, RowParts};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::{OUTCOMES, Row};
use crate::dealer::cache::{DealerCache, ExactSum, is_alike};
use crate::dealer::{After, LANES, MOST_WEIGHT, Paid, ends};
use crate::parallel;

/// What one task takes on.
const CHUNK: usize = 64 * LANES;

/// By how much a mean beside one union may be off, by the largest payment.
const UNION_ERROR: f64 = 3e-13;

/// How often the probability of a hand's cards is rounded at most, three times per card, with what takes a value to that of a deal.
const PROBABILITY_ROUNDINGS: usize = 3 * 43 + 10;

/// A hand comes to these cards, so often.
#[derive(Clone, Copy, Debug)]
struct Use {
    start: usize,
    /// Times the payments that are kept with the cards.
    mean: i64,
    /// Wagers added.
    added: i64,
}

/// Something that a hand comes to: whether the dealer's outcome does not matter, the cards and payments, and how often.
type Part = (bool, Paid, Use);

/// What the hands of a case come to, each set of cards and payments once; first where the dealer's outcome does not matter.
struct Ends {
    /// None if distributions beside each union are needed.
    after: Option<Arc<After>>,
    paid: Vec<Paid>,
    /// By paid, end of its part of `uses`.
    ends: Vec<usize>,
    uses: Vec<Use>,
    /// By paid, of its cards.
    probabilities: Vec<f64>,
}

impl Ends {
    fn new(up: &DealerCache, after: Option<Arc<After>>, profiles: &[Profile]) -> Self {
        let multiples = after.as_ref().and_then(|after| parts(up, profiles, |payments| after.parts(payments)));
        let after = after.filter(|_| multiples.is_some());
        let whole = || parts(up, profiles, |&payments| Some(vec![(1, payments)]));
        let parts = multiples.or_else(whole).unwrap_or_default();
        // Parts are large, and most are told apart by their cards: their places are sorted, and the rest is looked at where cards are the same.
        let first = |&(is_alike, Paid { cards, .. }, _): &Part| (!is_alike, cards);
        let mut order: Vec<((bool, CardSet), usize)> = parts.iter().map(first).zip(0..).collect();
        order.sort_unstable_by(|&(one, at), &(other, of_other)| {
            let rest = |at: usize| (&parts[at].1.payments, parts[at].2.start, at);
            one.cmp(&other).then_with(|| rest(at).cmp(&rest(of_other)))
        });
        let is_same = |&(_, one): &(_, usize), &(_, other): &(_, usize)| {
            (parts[one].0, &parts[one].1) == (parts[other].0, &parts[other].1)
        };
        let groups = order.chunk_by(is_same).map(|alike| (parts[alike[0].1].1, alike.len()));
        let uses = order.iter().map(|&(_, at)| parts[at].2).collect();
        Self::of_groups(up, after, groups, uses)
    }

    /// Of hands that are told by rows.
    fn of_rows(up: &DealerCache, after: Option<Arc<After>>, rows: &[Row], ends: &RowEnds) -> Self {
        let (is_after_used, parts) = RowParts::new(rows, ends, after.as_deref());
        // The first payments are those that the dealer's outcome does not matter for.
        let (mut certain, mut decided) = (Vec::new(), Vec::with_capacity(ends.settled.len()));
        for &CertainEnd { cards, paid, start } in ends.certain.iter().filter(|end| up.is_feasible(end.cards)) {
            certain.push((cards, CERTAIN, start, paid));
        }
        for end in ends.settled.iter().filter(|end| up.is_feasible(end.cards)) {
            for &(times, payments) in parts.of(end) {
                let list = if payments == CERTAIN { &mut certain } else { &mut decided };
                list.push((end.cards, payments, end.start, times * end.ways));
            }
        }
        for list in [&mut certain, &mut decided] {
            // Most are told apart by their cards, which are compared as one number.
            list.sort_unstable_by_key(|&(cards, ..)| cards);
            let same_cards = list.chunk_by_mut(|one, other| one.0 == other.0);
            same_cards.for_each(|alike| alike.sort_unstable_by_key(|&(_, payments, start, _)| (payments, start)));
        }
        let lists = [certain, decided];
        let groups = lists.iter().flat_map(|list| list.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)));
        let groups = groups
            .map(|alike| (Paid { cards: alike[0].0, payments: parts.payments[usize::from(alike[0].1)] }, alike.len()));
        let uses = lists.iter().flatten();
        let uses = uses.map(|&(.., start, mean)| Use { start: usize::from(start), mean, added: 0 });
        Self::of_groups(up, after.filter(|_| is_after_used), groups, uses.collect())
    }

    /// Of cards and payments, each with how many of the uses are of it.
    fn of_groups(
        up: &DealerCache,
        after: Option<Arc<After>>,
        groups: impl Iterator<Item = (Paid, usize)>,
        uses: Vec<Use>,
    ) -> Self {
        let (mut paid, mut ends, mut probabilities) = (Vec::new(), Vec::new(), Vec::new());
        let mut end = 0;
        // What the same cards are paid stands together.
        let mut known = (CardSet::NONE, 1.0);
        for (of_group, number) in groups {
            end += number;
            if of_group.cards != known.0 {
                known = (of_group.cards, up.probability_of(of_group.cards));
            }
            paid.push(of_group);
            ends.push(end);
            probabilities.push(known.1);
        }
        Self { after, paid, ends, uses, probabilities }
    }

    fn uses(&self, paid: usize) -> &[Use] {
        let first = paid.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.uses[first..self.ends[paid]]
    }
}

/// What hands come to that the shoe can deal, as multiples of payments; `None` if some have none.
fn parts(
    up: &DealerCache,
    profiles: &[Profile],
    multiples: impl Fn(&[i64; OUTCOMES]) -> Option<Vec<(i64, [i64; OUTCOMES])>>,
) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    for (start, profile) in profiles.iter().enumerate() {
        for end in profile.iter().filter(|end| up.is_feasible(end.cards)) {
            let mut add = |payments, mean, added| {
                if mean != 0 || added != 0 {
                    parts.push((is_alike(&payments), Paid { cards: end.cards, payments }, Use { start, mean, added }));
                }
            };
            add([1; OUTCOMES], 0, end.added);
            multiples(&end.mean)?.into_iter().for_each(|(mean, payments)| add(payments, mean, 0));
        }
    }
    Some(parts)
}

/// The values of hands, one by one, beside two cards of another.
///
/// Beside the cards that a hand ends with and what these are paid, all pairs of cards are taken at once ([`After`]), some 40,000 times for all up cards of
/// eight decks. In shoes that are too small or too large for that, a distribution is made beside each union, of which there are fifteen times as many.
pub(super) struct Beside<'a> {
    up: &'a DealerCache,
    /// What the other hand can begin with.
    others: Vec<CardSet>,
    /// The values of its two cards.
    pairs: Vec<[usize; 2]>,
    /// By case.
    ends: Vec<Ends>,
}

impl<'a> Beside<'a> {
    /// Of hands that come to these profiles, by case, in payments of these rows, and the other hand's first two cards.
    pub(super) fn new(up: &'a DealerCache, rows: &[Row], others: &[CardSet], profiles: &[Vec<Profile>]) -> Self {
        let longest = profiles.iter().flatten().flatten().map(|end| end.cards.size()).max();
        let of_case = |case: usize, after| Ends::new(up, after, &profiles[case]);
        Self::of_cases(up, rows, others, longest, of_case)
    }

    /// The same of hands that are told by rows. No wagers added are known of them.
    pub(super) fn of_rows(up: &'a DealerCache, rows: &[Row], others: &[CardSet], ends: &[RowEnds]) -> Self {
        let feasible = ends.iter().flat_map(|ends| &ends.settled).filter(|end| up.is_feasible(end.cards));
        let longest = feasible.map(|end| end.cards.size()).max();
        Self::of_cases(up, rows, others, longest, |case, after| Ends::of_rows(up, after, rows, &ends[case]))
    }

    fn of_cases(
        up: &'a DealerCache,
        rows: &[Row],
        others: &[CardSet],
        longest: Option<u32>,
        of_case: impl Fn(usize, Option<Arc<After>>) -> Ends + Sync,
    ) -> Self {
        let pair_of = |other: &CardSet| {
            let mut values = (0..Value::COUNT).filter(|&value| other.count(value) > 0);
            let low = values.next().unwrap_or(0);
            [low, values.next().unwrap_or(low)]
        };
        let most = CardSet::several(0, longest.unwrap_or(0) + 2);
        let always_finds_cards = up.always_finds_cards(&[most]);
        let end_of = ends(rows);
        let ends = parallel::map_numbers(up.dealer.cases().len(), |case| {
            of_case(case, up.dealer.after(case, &end_of).filter(|_| always_finds_cards))
        });
        Self { up, others: others.to_vec(), pairs: others.iter().map(pair_of).collect(), ends }
    }

    /// The value of every hand beside every two cards, in settlement units, times the probability of all four: by hand, of which there are
    /// so many, then by the two cards.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card beside some of them.
    pub(super) fn values(&self, case: usize, starts: usize) -> Result<Vec<f64>, SolveError> {
        let (up, ends, pairs) = (self.up, &self.ends[case], self.others.len());
        let left = up.left_after(CardSet::NONE);
        let some: Vec<&[Paid]> = ends.paid.chunks(CHUNK).collect();
        let chunks = parallel::try_map_numbers(some.len(), |chunk| {
            let paid = some[chunk];
            let mut values = vec![0.0; starts * pairs];
            let mut add = |at: usize, factor: f64, means: &[f64]| {
                for Use { start, mean, .. } in ends.uses(chunk * CHUNK + at) {
                    let factor = *mean as f64 * factor;
                    let values = values[start * pairs..].iter_mut().zip(means);
                    values.for_each(|(value, mean)| *value += factor * mean);
                }
            };
            match &ends.after {
                Some(after) => after.each_mean(&left, paid, &self.pairs, |at, means| {
                    add(at, ends.probabilities[chunk * CHUNK + at], means);
                }),
                None => self.each_distribution(case, paid, |at, distributions| {
                    let payments = paid[at].payments.map(|units| units as f64);
                    let mean = |(&other, distribution): (&CardSet, Option<&[u128; OUTCOMES]>)| {
                        let union = paid[at].cards + other;
                        let distribution = distribution.and_then(|distribution| {
                            up.probabilities(union, std::slice::from_ref(distribution)).next()
                        });
                        distribution.map_or(0.0, |distribution| {
                            let mean: f64 = payments
                                .iter()
                                .zip(distribution)
                                .map(|(units, distribution)| units * distribution)
                                .sum();
                            mean * up.probability_of(union)
                        })
                    };
                    let means: Vec<f64> = self.others.iter().zip(distributions.iter().copied()).map(mean).collect();
                    add(at, 1.0, &means);
                })?,
            }
            Ok::<_, SolveError>(values)
        })?;
        // In one order, so that no digit depends on the number of threads.
        Ok(chunks.into_iter().fold(vec![0.0; starts * pairs], |mut all, some| {
            all.iter_mut().zip(some).for_each(|(all, some)| *all += some);
            all
        }))
    }

    /// By how much a sum of [`Beside::values`] may be off at most, if every hand counts so often beside all that the other hand can begin with.
    ///
    /// A mean is off as [`After::mean_error`] says, and is then added up with those of the hand's other ends. In the sum a value is rounded so many times more.
    pub(super) fn error(&self, case: usize, times: &[i64], roundings: usize) -> f64 {
        let ends = &self.ends[case];
        let mut ends_of = vec![roundings + ends.paid.len().div_ceil(CHUNK) + PROBABILITY_ROUNDINGS; times.len()];
        ends.uses.iter().for_each(|of_paid| ends_of[of_paid.start] += 1);
        let of_sums: Vec<f64> = ends_of.into_iter().map(|roundings| roundings as f64 * f64::EPSILON / 2.0).collect();
        let longest = ends.paid.iter().map(|paid| paid.cards.size()).max().unwrap_or(0);
        let fewest = self.up.unseen_after(CardSet::NONE).saturating_sub(longest);
        let of_means = ends.after.as_ref().map(|after| (after, after.mean_error(fewest)));
        let of_paid = ends.paid.iter().enumerate().map(|(at, Paid { payments, .. })| {
            let most = payments.iter().map(|units| units.unsigned_abs()).max().unwrap_or(0) as f64;
            let of_mean =
                of_means.as_ref().map_or(UNION_ERROR * most, |(after, of_mean)| of_mean * after.spread(payments));
            let uses = ends.uses(at).iter().map(|&Use { start, mean, .. }| {
                mean.unsigned_abs() as f64 * times[start] as f64 * (of_mean + of_sums[start] * most)
            });
            uses.sum::<f64>() * ends.probabilities[at]
        });
        of_paid.sum()
    }

    /// Tells the distribution of a case beside each of some sets with each two cards of the other hand gone too; of none that the shoe cannot deal.
    fn each_distribution(
        &self,
        case: usize,
        paid: &[Paid],
        mut each: impl FnMut(usize, &[Option<&[u128; OUTCOMES]>]),
    ) -> Result<(), SolveError> {
        let unions = paid.iter().flat_map(|paid| self.others.iter().map(|&other| paid.cards + other));
        let mut unions: Vec<CardSet> = unions.filter(|&cards| self.up.is_feasible(cards)).collect();
        unions.sort_unstable();
        unions.dedup();
        let mut distributions = Vec::with_capacity(unions.len());
        self.up.each_exact(&unions, &mut |_, distribution| distributions.push(distribution[case]))?;
        for (at, paid) in paid.iter().enumerate() {
            let distribution =
                |&other: &CardSet| unions.binary_search(&(paid.cards + other)).ok().map(|place| &distributions[place]);
            each(at, &self.others.iter().map(distribution).collect::<Vec<_>>());
        }
        Ok(())
    }

    /// Exact means of the result, in settlement units, and of wagers added, weighted by the case: of every hand beside every two cards, so
    /// many times.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] as [`Beside::values`], and [`SolveError::ShoeTooLarge`] if hands come about in too many ways.
    pub(super) fn total(&self, case: usize, ways: &[i64]) -> Result<[BigRational; 2], SolveError> {
        let (up, ends) = (self.up, &self.ends[case]);
        let left = up.left_after(CardSet::NONE);
        let some: Vec<&[Paid]> = ends.paid.chunks(CHUNK).collect();
        let of_some = |chunk: usize| {
            let paid = some[chunk];
            let mut sums = [(); 2].map(|()| ExactSum::new(up));
            for (sum, times) in sums.iter_mut().zip([(|of: &Use| of.mean) as fn(&Use) -> i64, |of| of.added]) {
                let mut too_many = false;
                let mut weigh = |at: usize, weights: &mut [i64]| {
                    weights.fill(0);
                    for of_paid in ends.uses(chunk * CHUNK + at).iter().filter(|of_paid| times(of_paid) != 0) {
                        let ways = &ways[of_paid.start * weights.len()..];
                        weights.iter_mut().zip(ways).for_each(|(weight, ways)| *weight += times(of_paid) * ways);
                    }
                    too_many |= weights.iter().any(|weight| weight.abs() >= MOST_WEIGHT);
                    !too_many && weights.iter().any(|&weight| weight != 0)
                };
                match &ends.after {
                    Some(after) => after.each_total(&left, paid, (&self.pairs, weigh), |at, of_paid| {
                        sum.add_after(paid[at].cards, 2, &of_paid);
                    }),
                    None => {
                        let mut weights = vec![0; self.others.len()];
                        self.each_distribution(case, paid, |at, distributions| {
                            if !weigh(at, &mut weights) {
                                return;
                            }
                            for ((&other, &weight), distribution) in self.others.iter().zip(&weights).zip(distributions)
                            {
                                let weights = paid[at].payments.map(|units| units * weight);
                                distribution
                                    .iter()
                                    .for_each(|distribution| sum.add(paid[at].cards + other, distribution, &weights));
                            }
                        })?;
                    }
                }
                if too_many {
                    return Err(SolveError::ShoeTooLarge);
                }
            }
            Ok(sums)
        };
        let merged = parallel::try_merge(some.len(), of_some, |mut all, some| {
            all.iter_mut().zip(&some).for_each(|(all, some)| all.merge(some));
            all
        })?;
        Ok(merged.map_or_else(Default::default, |sums| sums.map(|sum| sum.total())))
    }
}

#[cfg(test)]
mod tests {
    use cards::Composition;

    use super::super::End;
    use super::*;
    use crate::dealer::Dealer;
    use crate::test_games;

    /// Distributions beside each union say the same as all pairs of cards at once, to the last digit of what is exact.
    #[test]
    fn both_ways_agree() {
        let game = test_games::game("pa-633a-blackjack-switch");
        let rows: [Row; 2] = [
            std::array::from_fn(|outcome| outcome as i32 - 4),
            std::array::from_fn(|outcome| 3 - (outcome as i32) % 3),
        ];
        let of_cards = |values: &[usize]| values.iter().map(|&value| CardSet::one(value)).sum::<CardSet>();
        let end = |values: &[usize], mean: [i64; 2], added| End {
            cards: of_cards(values),
            mean: std::array::from_fn(|outcome| (0..2).map(|row| mean[row] * i64::from(rows[row][outcome])).sum()),
            added,
        };
        let profiles = vec![
            vec![end(&[0, 9], [3, 0], 0), end(&[0, 9, 4], [-8, 5], 2), end(&[0, 9, 9], [4000, 7], 0)],
            vec![
                end(&[0, 9], [0, 1], 0),
                end(&[8, 8, 8], [0, 0], 6),
                end(&[8; 4], [1, 2], 3),
                end(&[0, 9, 4], [-16, 10], 0),
            ],
            Vec::new(),
        ];
        let others: Vec<CardSet> = (0..Value::COUNT)
            .flat_map(|high| (0..=high).map(move |low| CardSet::one(low) + CardSet::one(high)))
            .collect();
        let ways: Vec<i64> = (0..profiles.len() * others.len()).map(|at| at as i64 % 7 - 2).collect();
        // Three nines: not every union can be dealt, nor every hand.
        let thin = Composition::new([4, 9, 9, 9, 9, 9, 9, 9, 3, 30]);
        for (shoe, up) in [(thin, Value::TEN), (Composition::decks(8), Value::ACE)] {
            let table = DealerCache::without_keys(Dealer::new(&game, up, &shoe).expect("no more than 40 decks"));
            let by_case = vec![profiles.clone(); table.dealer.cases().len()];
            let together = Beside::new(&table, &rows, &others, &by_case);
            let mut one_by_one = Beside::new(&table, &rows, &others, &by_case);
            one_by_one.ends = by_case.iter().map(|profiles| Ends::new(&table, None, profiles)).collect();
            for case in 0..by_case.len() {
                assert!(together.ends[case].after.is_some());
                let totals =
                    [&together, &one_by_one].map(|beside| beside.total(case, &ways).expect("the dealer finds cards"));
                assert_eq!(totals[0], totals[1]);
                assert!(totals[0].iter().all(|total| *total != BigRational::ZERO));
                let values =
                    [&together, &one_by_one].map(|beside| beside.values(case, 3).expect("the dealer finds cards"));
                let off = values[0].iter().zip(&values[1]).map(|(one, other)| (one - other).abs());
                assert!(off.fold(0.0, f64::max) < 1e-13);
                assert!(values[0].iter().any(|&value| value.abs() > 1e-4));
            }
            let too_many: Vec<i64> = ways.iter().map(|ways| ways << 28).collect();
            assert_eq!(together.total(0, &too_many), Err(SolveError::ShoeTooLarge));
        }
    }
}
