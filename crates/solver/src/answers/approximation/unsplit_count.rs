//! What unsplit hands are worth in floats under a play that is fixed, shoe after shoe.
//!
//! The play is counted forward once: how often, in ordered ways, each hand is settled by each row. Rows of one hand are added up before any shoe is known, so
//! a shoe costs one product a hand and case. Where all busted hands lose alike, that loss is taken off every row and added for all hands together, as it
//! is for the hands of splits; then hands that are drawn to ask for no distribution.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::dealt_first::DealtFirst;
use super::split_worth::Compensated;
use crate::arithmetic::card_set::CardSet;
use crate::compiled::settlement::{Doubling, NATURAL, OUTCOMES};
use crate::compiled::walk::{Settled, Step};
use crate::dealer::cache::{CachedSets, DealerCache, is_alike};
use crate::hand::signal_case::{SignalCase, dot};
use crate::zero_memory::CasePlay;

/// How unsplit hands are settled under a play of one up card.
#[derive(Debug)]
pub(super) struct UnsplitCount {
    /// Those whose payments the dealer decides, in the order of `sets`.
    decided: Vec<CardSet>,
    /// Their payments more than `every`, times the ordered ways to come to them: by hand, then by case.
    payments: Vec<[f64; OUTCOMES]>,
    sets: Arc<CachedSets>,
    /// Hands that are paid more than `every` whatever the dealer has, with how much, by case.
    certain: Vec<(CardSet, Vec<f64>)>,
    /// Two cards that are not split, with the ordered ways to deal them, by case.
    deals: Vec<Vec<(CardSet, f64)>>,
    /// By case, what a busted hand is paid whatever the dealer has, or zero if that is not one figure.
    every: Vec<f64>,
}

impl UnsplitCount {
    /// Follows the plays of an up card's cases.
    pub(super) fn new(cases: &[SignalCase<'_>], plays: &[CasePlay]) -> Self {
        let mut sums: FxHashMap<CardSet, Vec<[f64; OUTCOMES]>> = FxHashMap::default();
        let (mut every, mut deals) = (Vec::new(), Vec::new());
        for (at, (case, play)) in cases.iter().zip(plays).enumerate() {
            let (hands, settlement) = (case.table.hands, case.table.settlement);
            let busted = settlement.row(settlement.bust(case.options.spot, Doubling::No));
            let lost = if is_alike(busted) { busted[0] } else { 0 };
            let starts = play.unsplit_deals(hands);
            case.follow(case.options, &play.play, &starts, |id, step, ways| {
                let Step::Settled(Settled { row, .. }) = step else { return };
                let row = settlement.row(row);
                if row.iter().all(|&units| units == lost) {
                    return;
                }
                let of_hand = sums.entry(hands.get(id).cards).or_insert_with(|| vec![[0.0; OUTCOMES]; cases.len()]);
                // Whole numbers far below 2⁵³, so no rounding.
                of_hand[at]
                    .iter_mut()
                    .zip(row)
                    .for_each(|(sum, &units)| *sum += (ways * i64::from(units - lost)) as f64);
            });
            every.push(f64::from(lost));
            deals.push(starts.into_iter().map(|(id, ways)| (hands.get(id).cards, ways as f64)).collect());
        }
        let has_blackjack = |case: &SignalCase<'_>| case.up.dealer.outcomes(case.case) >> NATURAL & 1 > 0;
        for payments in sums.values_mut() {
            for (payments, _) in payments.iter_mut().zip(cases).filter(|(_, case)| !has_blackjack(case)) {
                payments[NATURAL] = payments[0];
            }
        }
        let is_certain = |payments: &[[f64; OUTCOMES]]| payments.iter().all(is_alike);
        let certain = sums.iter().filter(|(_, payments)| is_certain(payments));
        let mut certain: Vec<(CardSet, Vec<f64>)> =
            certain.map(|(&cards, payments)| (cards, payments.iter().map(|row| row[0]).collect())).collect();
        certain.sort_unstable_by_key(|(cards, _)| *cards);
        sums.retain(|_, payments| !is_certain(payments));
        let mut decided: Vec<CardSet> = sums.keys().copied().collect();
        decided.sort_unstable();
        let payments = decided.iter().flat_map(|cards| sums[cards].iter().copied()).collect();
        let sets = Arc::new(CachedSets::of_many_shoes(decided.clone()));
        Self { decided, payments, sets, certain, deals, every }
    }

    /// The cards whose distributions [`UnsplitCount::values`] asks for.
    pub(super) fn sets(&self) -> &Arc<CachedSets> {
        &self.sets
    }

    /// By case, what two cards that are not split are worth together, in settlement units, weighted by the probability of the cards and of the case.
    /// `up` has the distributions beside [`UnsplitCount::sets`].
    pub(super) fn values(&self, up: &DealerCache, dealt: &DealtFirst) -> Vec<f64> {
        let cases = self.every.len();
        let mut sums: Vec<Compensated> = std::iter::repeat_with(Compensated::default).take(cases).collect();
        let rows = self.payments.chunks(cases).zip(up.all_in_floats().chunks(cases));
        for (cards, (payments, distributions)) in self.decided.iter().zip(rows) {
            // Cards that cannot be gone have no distribution.
            let probability = dealt.probability(*cards);
            if probability > 0.0 {
                for ((sum, payments), distribution) in sums.iter_mut().zip(payments).zip(distributions) {
                    sum.add(probability * dot(payments, distribution));
                }
            }
        }
        for (case, sum) in sums.iter_mut().enumerate() {
            let certain = self.certain.iter().map(|(cards, payments)| (cards, payments[case]));
            let every = self.deals[case].iter().map(|(cards, ways)| (cards, ways * self.every[case]));
            for (cards, payment) in certain.chain(every).filter(|&(_, payment)| payment != 0.0) {
                let probability = dealt.probability(*cards);
                if probability > 0.0 {
                    sum.add(probability * payment * dealt.share_of_case(case, *cards));
                }
            }
        }
        sums.iter().map(Compensated::total).collect()
    }
}
