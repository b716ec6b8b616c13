//! Moments against sums over single hands.

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
            // What is stated is a proof; what is reached is far better.
            let stated = after.mean_error(table.unseen_after(paid[at].cards)) * after.spread(&paid[at].payments);
            assert!(stated < 1e-12 * most, "{stated:e}");
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
    after.each_total(&left, paid, (&pairs, fill), |at, total| totals.push((at, total.to_bigint())));
    for (at, total) in totals.iter() {
        let mut of_pairs = vec![0; pairs.len()];
        fill(*at, &mut of_pairs);
        let exact = pairs.iter().zip(of_pairs).map(|(&pair, weight)| of_union(table, case, &paid[*at], pair) * weight);
        prop_assert_eq!(total, &exact.sum::<BigInt>());
    }
    prop_assert!(totals.iter().map(|&(at, _)| at).eq((0..paid.len()).filter(|at| at % 3 != 2)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    #[ignore = "long; `just slow`"]
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
