//! The dealer's final hands in ordered ways, by the cards that he draws of each group of values.

use cards::Value;
use rustc_hash::FxHashMap;

use super::{Dealer, DistributionWalk};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::Interner;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::cache::DealerCache;

/// Groups of values: by value, the place of its group.
pub(crate) type GroupOf = [usize; Value::COUNT];

/// The cards of a set by group: a card of the first group stands as one of the first value, and so on.
pub(crate) fn by_group(cards: CardSet, group_of: &GroupOf) -> CardSet {
    (0..Value::COUNT).map(|value| CardSet::several(group_of[value], cards.count(value))).sum()
}

/// A part of the dealer's final hands that is summed together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupedBin {
    pub(crate) case: usize,
    pub(crate) outcome: usize,
    /// Place among [`GroupedDealer::drawn`].
    pub(crate) drawn: usize,
}

/// A dealer whose final hands are told apart by signal, outcome and the cards drawn of each group.
pub(crate) struct GroupedDealer {
    dealer: Dealer,
    bins: Vec<GroupedBin>,
    drawn: Vec<CardSet>,
}

impl GroupedDealer {
    pub(crate) fn new(dealer: &Dealer, group_of: &GroupOf) -> Self {
        let mut drawn: Interner<CardSet> = Interner::default();
        let of: FxHashMap<CardSet, usize> = dealer
            .finals
            .iter()
            .map(|(cards, _)| (*cards, drawn.find_or_insert(by_group(*cards, group_of)) as usize))
            .collect();
        let groups = drawn.list.len();
        let dealer = dealer.told_apart(|case, cards, outcome| (case * OUTCOMES + outcome) * groups + of[&cards]);
        let bins = dealer.bins.iter().map(|&(slot, _)| GroupedBin {
            case: slot / groups / OUTCOMES,
            outcome: slot / groups % OUTCOMES,
            drawn: slot % groups,
        });
        Self { bins: bins.collect(), dealer, drawn: drawn.list }
    }

    /// What final hands draw of each group, once each.
    pub(crate) fn drawn(&self) -> &[CardSet] {
        &self.drawn
    }

    pub(crate) fn bins(&self) -> &[GroupedBin] {
        &self.bins
    }

    /// Tells for each of these sets, which must be feasible and best in their order, the ordered ways of every bin: those of the hole card and of the cards
    /// that the dealer draws, and of no more.
    pub(crate) fn each(&self, up: &DealerCache, sets: &[CardSet], mut each: impl FnMut(CardSet, &[u128])) {
        let mut walk = DistributionWalk::new(&self.dealer);
        for &set in sets {
            walk.sum_bins(&up.left_after(set));
            each(set, &walk.bins);
        }
    }
}
