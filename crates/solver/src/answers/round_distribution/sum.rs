//! Tallies settled by the dealer's distribution, as exact probabilities.

use num_rational::{BigRational, Ratio};
use num_traits::Zero;

use super::measure::{HandsMeasure, MeasureTerm};
use super::suits::SuitBonuses;
use super::tally::{Blackjack, SUIT_BONUSES, Tally, TallyId, TallyIds};
use super::{DealerResult, Results, RoundResult};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::PayoffSum;
use crate::arithmetic::interner::Interner;
use crate::compiled::settlement::{FIRST_TOTAL, NATURAL, OUTCOMES};
use crate::dealer::cache::ExactSum;
use crate::hand::signal_case::SignalCase;

/// A round's result apart from bonuses that depend on suits.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ResultKey {
    result: RoundResult,
    bonus: [u8; SUIT_BONUSES],
}

/// The results that tallies come to against every dealer outcome, each once.
pub(super) struct Layout {
    keys: Vec<ResultKey>,
    /// By outcome, then by tally.
    of: [Vec<u32>; OUTCOMES],
}

impl Layout {
    /// The rounds of a case that end with so many hands and these split wagers.
    pub(super) fn new(
        case: &SignalCase<'_>,
        tallies: &TallyIds,
        used: &[TallyId],
        hands: u32,
        split_wagers: i64,
    ) -> Self {
        let mut keys = Interner::default();
        let mut of: [Vec<u32>; OUTCOMES] = std::array::from_fn(|_| vec![0; tallies.len()]);
        for &id in used {
            for (outcome, of) in of.iter_mut().enumerate() {
                of[id as usize] = keys.find_or_insert(key(case, tallies.get(id), outcome, hands, split_wagers));
            }
        }
        Self { keys: keys.list, of }
    }
}

fn key(case: &SignalCase<'_>, tally: &Tally, outcome: usize, hands: u32, split_wagers: i64) -> ResultKey {
    let settlement = case.table.settlement;
    let units = settlement.denominator();
    // The first hand of a split is charged with the initial wager in any case; see `Settlement::looks_for_live_hands`.
    let given_back =
        outcome == NATURAL && hands > 1 && settlement.looks_for_live_hands() && case.is_played() && tally.no_live_hand;
    let net = i64::from(tally.net[outcome]) + if given_back { units } else { 0 };
    let initial = 1 + i64::from(settlement.attacked());
    let dealer = match outcome {
        NATURAL => DealerResult::Blackjack,
        outcome => DealerResult::Total(FIRST_TOTAL + outcome as u8),
    };
    let result = RoundResult {
        up: case.up.dealer.up(),
        net: Ratio::new(net, units),
        wagered: Ratio::from_integer(initial + split_wagers + i64::from(tally.added)),
        hands: hands as u8,
        doubled: tally.doubled,
        busted: tally.busted,
        surrendered: tally.surrendered,
        blackjack: tally.blackjack != Blackjack::No,
        even_money: tally.blackjack == Blackjack::EvenMoney,
        dealer,
    };
    // Against a late blackjack no bonus is paid.
    ResultKey { result, bonus: if outcome == NATURAL { [0; SUIT_BONUSES] } else { tally.bonus } }
}

/// By result, the exact sum of ordered ways times the dealer's distribution.
pub(super) struct TallySum<'a> {
    case: &'a SignalCase<'a>,
    layout: &'a Layout,
    sums: Vec<ExactSum<'a>>,
    /// By result, what one set of cards adds against one outcome; all zero between two.
    weights: Vec<i64>,
    /// The results whose weight may not be zero.
    weighed: Vec<u32>,
}

impl<'a> TallySum<'a> {
    pub(super) fn new(case: &'a SignalCase<'a>, layout: &'a Layout) -> Self {
        let sums = layout.keys.iter().map(|_| ExactSum::new(case.up)).collect();
        let weights = vec![0; layout.keys.len()];
        Self { case, layout, sums, weights, weighed: Vec::new() }
    }

    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card beside some of the cards.
    pub(super) fn add(&mut self, measure: &HandsMeasure) -> Result<(), SolveError> {
        let SignalCase { up, case, .. } = *self.case;
        let same_cards = || measure.terms().chunk_by(|a, b| a.cards == b.cards);
        let keys: Vec<CardSet> = same_cards().map(|terms| terms[0].cards).collect();
        let mut same_cards = same_cards();
        up.each_exact(&keys, &mut |cards, distribution| {
            same_cards.by_ref().take(1).for_each(|terms| self.add_at(cards, &distribution[case], terms))
        })
    }

    /// Adds terms with the same cards, with the dealer's distribution beside them.
    fn add_at(&mut self, cards: CardSet, distribution: &[u128; OUTCOMES], terms: &[MeasureTerm]) {
        let (size, dealt) = (cards.size(), self.case.up.dealt(cards, &PayoffSum::of(1)));
        for (keys, &ways) in self.layout.of.iter().zip(distribution).filter(|&(_, &ways)| ways > 0) {
            for term in terms {
                let key = keys[term.tally as usize];
                let weight = &mut self.weights[key as usize];
                if *weight == 0 {
                    self.weighed.push(key);
                }
                *weight += term.ways;
            }
            let ways = dealt.times_count(ways);
            for key in self.weighed.drain(..) {
                let weight = std::mem::take(&mut self.weights[key as usize]);
                if weight != 0 {
                    self.sums[key as usize].add_ways(size, &ways, weight);
                }
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, other)| sum.merge(other));
    }

    pub(super) fn results(&self, bonuses: &SuitBonuses) -> Results {
        let sums = self.layout.keys.iter().zip(&self.sums).map(|(key, sum)| (key, sum.total()));
        let mut results = Vec::new();
        for (key, probability) in sums.filter(|(_, probability): &(_, BigRational)| !probability.is_zero()) {
            for (pays, given) in bonuses.payouts(&key.bonus) {
                let result = RoundResult { net: key.result.net + pays, ..key.result.clone() };
                results.push((result, &probability * given));
            }
        }
        results
    }
}
