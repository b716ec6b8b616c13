//! What unsplit hands are worth in floats under a play that is fixed, shoe after shoe.
//!
//! The play is counted forward once: how often, in ordered ways, each hand is settled by each row. Rows of one hand are added up before any shoe is known, so
//! a shoe costs one product a hand and case. Where all busted hands lose alike, that loss is taken off every row and added for all hands together, as it
//! is for the hands of splits; then hands that are drawn to ask for no distribution.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::dealt_first::DealtFirst;
use super::split_worth::Compensated;
use crate::arithmetic::card_set::CardSet;
use crate::compiled::hands::HandId;
use crate::compiled::settlement::{BustLoss, Doubling, NATURAL, OUTCOMES};
use crate::compiled::walk::{Settled, Step};
use crate::dealer::cache::{CachedSets, DealerCache, is_alike};
use crate::hand::signal_case::{SignalCase, dot};
use crate::zero_memory::CasePlay;

/// How unsplit hands are settled under a play of one up card.
#[derive(Debug)]
pub(super) struct UnsplitCount {
    /// Hands whose payments the dealer decides.
    sets: Arc<CachedSets>,
    /// Their payments times the ordered ways to come to them: by hand, then by case. What busted hands are paid is taken off where that is one figure.
    payments: Vec<[f64; OUTCOMES]>,
    /// The same of hands that are paid alike whatever the dealer has, by case; then two cards that are not split, with what was taken off.
    certain: Vec<(CardSet, Vec<f64>)>,
}

impl UnsplitCount {
    /// Follows the plays of an up card's cases.
    pub(super) fn new(cases: &[SignalCase<'_>], plays: &[CasePlay]) -> Self {
        let mut sums: FxHashMap<CardSet, Vec<[f64; OUTCOMES]>> = FxHashMap::default();
        let mut taken_off: BTreeMap<HandId, (CardSet, Vec<f64>)> = BTreeMap::new();
        for (at, (case, play)) in cases.iter().zip(plays).enumerate() {
            let (hands, settlement) = (case.table.hands, case.table.settlement);
            let loss = BustLoss::new(settlement, &[case.options.place]);
            let lost = loss.every();
            let starts = play.unsplit_deals(hands);
            case.follow(case.options, &play.play, &starts, |id, step, ways| {
                let Step::Settled(Settled { row, .. }) = step else { return };
                if loss.is_all_of(&[row], Doubling::No) {
                    return;
                }
                let row = settlement.row(row);
                let of_hand = sums.entry(hands.get(id).cards).or_insert_with(|| vec![[0.0; OUTCOMES]; cases.len()]);
                // Whole numbers far below 2⁵³, so no rounding.
                let added = row.iter().map(|&units| (ways * i64::from(units - lost)) as f64);
                of_hand[at].iter_mut().zip(added).for_each(|(sum, added)| *sum += added);
            });
            for (id, ways) in starts {
                let of_deal = taken_off.entry(id).or_insert_with(|| (hands.get(id).cards, vec![0.0; cases.len()]));
                of_deal.1[at] = (ways * i64::from(lost)) as f64;
            }
        }
        for payments in sums.values_mut() {
            for (payments, _) in payments.iter_mut().zip(cases).filter(|(_, case)| !case.has_blackjack()) {
                payments[NATURAL] = payments[0];
            }
        }
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_unstable_by_key(|(cards, _)| *cards);
        let (certain, decided): (Vec<_>, Vec<_>) =
            sums.into_iter().partition(|(_, payments)| payments.iter().all(is_alike));
        let certain = certain.into_iter().map(|(cards, payments)| (cards, payments.iter().map(|row| row[0]).collect()));
        let certain = certain.chain(taken_off.into_values()).collect();
        let (decided, payments): (Vec<_>, Vec<_>) = decided.into_iter().unzip();
        Self { sets: Arc::new(CachedSets::of_many_shoes(decided)), payments: payments.concat(), certain }
    }

    /// The cards whose distributions [`UnsplitCount::values`] asks for.
    pub(super) fn sets(&self) -> &Arc<CachedSets> {
        &self.sets
    }

    /// By case, what two cards that are not split are worth together, in settlement units, weighted by the probability of the cards and of the case.
    /// `up` has the distributions beside [`UnsplitCount::sets`].
    pub(super) fn values(&self, up: &DealerCache, dealt: &DealtFirst) -> Vec<f64> {
        let cases = up.dealer.cases().len();
        let mut sums: Vec<Compensated> = std::iter::repeat_with(Compensated::default).take(cases).collect();
        let rows = self.payments.chunks(cases).zip(up.all_in_floats().chunks(cases));
        // Cards that cannot be gone have no distribution.
        let probability_of = |cards| Some(dealt.probability(cards)).filter(|&probability| probability > 0.0);
        for (&cards, (payments, distributions)) in self.sets.in_floats().iter().zip(rows) {
            let Some(probability) = probability_of(cards) else { continue };
            for ((sum, payments), distribution) in sums.iter_mut().zip(payments).zip(distributions) {
                sum.add(probability * dot(payments, distribution));
            }
        }
        for (cards, payments) in &self.certain {
            let Some(probability) = probability_of(*cards) else { continue };
            for (case, (sum, payment)) in
                sums.iter_mut().zip(payments).enumerate().filter(|(_, (_, paid))| **paid != 0.0)
            {
                sum.add(probability * payment * dealt.share_of_case(case, *cards));
            }
        }
        sums.iter().map(Compensated::total).collect()
    }
}
