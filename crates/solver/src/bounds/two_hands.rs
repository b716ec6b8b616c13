//! Two hands to switch: bounds deal by deal.
//!
//! From below: what both hands are worth if each is played as is best with the two cards of the other seen, and the switch is made that
//! brings more. From above: the hand played first knows no more than that. The second may have seen all cards of the first, so what it
//! can gain by them is added, before the switch is chosen. What the hands of splits can gain is added too: deal by deal where both hands are
//! pairs, and else for all deals at once, whether kept or switched.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rules::SwitchWhen;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::{Hand, HandId, Hands};
use crate::dealer::cache::DealerCache;
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, dot, pair_hand};
use crate::parallel;
use crate::zero_memory::switch::groups;

use super::hand::{Extents, HandPlay, HandValues, KnownHand};
use super::information::{BUSTED, CardSums, HIGHEST, without_highest};
use super::split::{PairCase, PairSplits, SplitPlay};
use super::tables::{Tables, with_one_more};
use super::{Bracket, rational};

/// What one hand is worth beside the two cards of the other, in settlement units, weighted by the probability of the signal.
#[derive(Clone, Copy, Default)]
struct GivenOtherHand {
    unsplit: f64,
    /// Of a pair that may be split, under zero-memory play.
    split: Option<f64>,
    /// Played second, what it gains by the other's further cards, if that is not split and if it is.
    gains: [f64; 2],
    /// The same of its own split; of a hand beside a pair alone, because the rest is charged for all deals at once.
    split_gains: [f64; 2],
}

impl GivenOtherHand {
    fn best(&self) -> f64 {
        self.split.map_or(self.unsplit, |split| split.max(self.unsplit))
    }

    /// Played second.
    fn bound(&self, other_is_split: bool) -> f64 {
        let at = usize::from(other_is_split);
        let unsplit = self.unsplit + self.gains[at];
        unsplit.max(self.split.unwrap_or(unsplit)) + self.split_gains[at]
    }
}

/// One case of an up card: by hand and by the cards of the other. A blackjack made by the switch is a hand of its own.
type CaseValues = FxHashMap<HandAndOther, GivenOtherHand>;

/// A hand, whether it is a blackjack made by the switch, and the two cards of the other hand.
type HandAndOther = (HandId, bool, CardSet);

/// By value, how the hands of a split pair are played whatever the other hand is: gains are counted from one play.
type SplitPlays = Vec<Option<SplitPlay>>;

/// What all cases of an up card share beside the two cards of one hand.
#[derive(Clone, Copy)]
struct GivenTwoCards<'a> {
    tables: &'a Tables,
    other: &'a Hand,
    /// All hands of two cards and more, in index order, and those of two.
    order: &'a [HandId],
    starts: &'a [HandId],
    sums: &'a CardSums,
}

impl Solver {
    /// See [`Solver::bracket`].
    pub(super) fn switch_bracket(&self, step: &(dyn Fn(Value) + Sync)) -> Result<Bracket, SolveError> {
        let unsolved = |rules| Err(SolveError::Unsolved { what: super::WHAT, rules });
        if self.settlements()[0].even_money().is_some() {
            return unsolved("even money for one of two hands to switch");
        }
        if self.cases(&self.ups()[0], &self.settlements()[0]).iter().any(|case| case.options.early) {
            return unsolved("early surrender of one of two hands to switch");
        }
        let bounds = parallel::map(self.ups(), |up| {
            let bounds = self.switch_bounds(up);
            step(up.dealer.up());
            bounds.map(|bound| rational(bound) * self.share(up))
        });
        let [lower, upper] = bounds
            .into_iter()
            .fold([BigRational::zero(), BigRational::zero()], |[lower, upper], [more_lower, more_upper]| {
                [lower + more_lower, upper + more_upper]
            });
        let both = BigRational::from_integer((2 * self.settlements()[0].denominator()).into());
        self.rounded(lower / &both, upper / both)
    }

    /// Bounds given an up card, of both hands in settlement units.
    fn switch_bounds(&self, up: &DealerCache) -> [f64; 2] {
        let cases = self.cases(up, &self.settlements()[0]);
        let sums = CardSums::default();
        let splits = (0..Value::COUNT).map(|value| PairSplits::new(self.game(), cases.first()?, value, true, &sums));
        let splits: Vec<Option<PairSplits<'_>>> = splits.collect();
        let of_case = |case| splits.iter().map(move |splits| best_of(splits.as_ref()?, case)).collect();
        let best: Vec<Vec<Option<PairCase<'_>>>> = cases.iter().copied().map(of_case).collect();
        let plays: Vec<SplitPlays> =
            best.iter().map(|pairs| pairs.iter().map(|pair| Some(pair.as_ref()?.play())).collect()).collect();
        let values = self.values_beside(up, &cases, &plays);
        let when = self.game().switch.as_ref().map_or(SwitchWhen::AfterCheck, |rule| rule.when);
        let mut bounds = [0.0; 2];
        for (cards, hands) in deals(self.hands()).filter(|&(cards, _)| up.is_feasible(cards)) {
            let probability = up.probability_of(cards);
            for group in groups(&cases, when) {
                let may_switch = when == SwitchWhen::BeforeCheck || cases[group[0]].is_played();
                let choices = &hands[..if may_switch { 2 } else { 1 }];
                let best = |of: fn(GivenOtherHand, GivenOtherHand) -> f64| {
                    let choices = choices.iter().map(|&(switched, [first, second])| -> f64 {
                        let of_case = |&case: &usize| {
                            let value = |one: HandId, other: HandId| {
                                let is_natural = switched && self.hands().get(one).is_natural();
                                values[case]
                                    .get(&(one, is_natural, self.hands().get(other).cards))
                                    .copied()
                                    .unwrap_or_default()
                            };
                            of(value(first, second), value(second, first))
                        };
                        group.iter().map(of_case).sum()
                    });
                    choices.fold(f64::NEG_INFINITY, f64::max)
                };
                bounds[0] += probability * best(|first, second| first.best() + second.best());
                bounds[1] += probability
                    * best(|first, second| {
                        let unsplit = first.unsplit + second.bound(false);
                        first.split.map_or(unsplit, |split| unsplit.max(split + second.bound(true)))
                    });
            }
        }
        let with_pairs = cases.iter().zip(&best).zip(&values).map(|((case, pairs), values)| (case, &pairs[..], values));
        bounds[1] += self.split_charges(up, with_pairs, &sums);
        bounds
    }

    /// By case.
    fn values_beside(&self, up: &DealerCache, cases: &[SignalCase<'_>], plays: &[SplitPlays]) -> Vec<CaseValues> {
        let hands = self.hands();
        let (order, cards) = self.played_hands();
        let starts: Vec<HandId> = order.iter().copied().filter(|&id| hands.get(id).size == 2).collect();
        let mut values = vec![CaseValues::default(); cases.len()];
        let others: Vec<_> =
            starts.iter().map(|&other| hands.get(other)).filter(|other| up.is_feasible(other.cards)).collect();
        let of_other = parallel::map(&others, |&other| {
            let beside = other.cards;
            let tables = Tables::new(up, with_one_more(beside), &cards);
            let sums = CardSums::default();
            let of_case = cases.iter().zip(plays).map(|(case, plays)| {
                let Some(case) = tables.case(*case, beside) else { return Vec::new() };
                self.beside(
                    case,
                    plays,
                    &GivenTwoCards { tables: &tables, other, order: &order, starts: &starts, sums: &sums },
                )
            });
            of_case.collect::<Vec<_>>()
        });
        for of_other in of_other {
            values.iter_mut().zip(of_other).for_each(|(values, more)| values.extend(more));
        }
        values
    }

    /// All hands of a case beside the two cards of another, which are gone in the case.
    fn beside<'a>(
        &'a self,
        case: SignalCase<'a>,
        plays: &SplitPlays,
        known: &GivenTwoCards<'a>,
    ) -> Vec<(HandAndOther, GivenOtherHand)> {
        let hands = self.hands();
        let GivenTwoCards { tables, other, order, starts, sums } = *known;
        let (beside, settlement) = (other.cards, case.table.settlement);
        let best = HandPlay::best(case, order);
        let values = with_one_more(beside)
            .filter_map(|gone| Some((gone, HandValues::new(tables.case(case, gone)?, &best, order))))
            .collect::<FxHashMap<_, _>>();
        // Cards of the other hand that may be seen before this one: of it alone, and of all that it is split into.
        let seen = [None, other.pair()].map(|split| {
            let points = self.points_to(other.hard.into(), split);
            sums.seen(points, without_highest(case.up, OWN_HAND))
        });
        let most = 2.0 * most_result(&case);
        let root = KnownHand::new(case, (&best, order), (beside, &values), sums).filter(|_| case.is_played());
        let gains = root.map(|root| {
            let unsplit = root.gains(seen[0].number);
            let split = other.pair().map(|_| root.gains(seen[1].number));
            [Some(unsplit), split]
        });
        let reach = case.is_played().then(|| Extents::new(case, &best, order));
        let mut all = Vec::new();
        for &start in starts.iter().filter(|&&start| case.up.is_feasible(hands.get(start).cards)) {
            let hand = hands.get(start);
            let unsplit = best.worth(&values[&beside], start);
            let mut one = GivenOtherHand { unsplit, ..GivenOtherHand::default() };
            for (at, gains) in gains.iter().flatten().enumerate() {
                one.gains[at] = gains.as_ref().map_or(0.0, |gains| gains.above(start, 0.0) + seen[at].more * most);
            }
            let play = hand.pair().and_then(|value| Some((value, plays[value].as_ref()?)));
            let splits = play.and_then(|(value, play)| {
                Some((PairSplits::new(self.game(), &case, value, other.pair().is_some(), sums)?, play))
            });
            if let Some((splits, play)) = splits {
                let split = splits.case(case, play);
                one.split = Some(split.value);
                if let Some(reach) = other.pair().and(reach.as_ref()) {
                    let toll = (unsplit - split.value).max(0.0);
                    let if_unsplit = |more| Some(best.worth(values.get(&(beside + more))?, start));
                    one.split_gains = seen.map(|seen| {
                        let gain = split.gain(seen.number, toll) + seen.more * most * f64::from(MOST_HANDS);
                        gain + split.deciding(seen.number, if_unsplit, reach.of(start))
                    });
                }
            }
            all.push(((start, false, beside), one));
            if let Some(row) = case.switched_natural_row().filter(|_| hand.is_natural()) {
                let distribution = case.up.float_row(hand.cards, case.case);
                let unsplit = distribution.map_or(0.0, |distribution| dot(settlement.row(row), distribution));
                all.push(((start, true, beside), GivenOtherHand { unsplit, ..GivenOtherHand::default() }));
            }
        }
        all
    }

    /// Most points that are drawn to a hand of so many, or to all hands that it is split into, before the last card.
    fn points_to(&self, points: u32, split: Option<usize>) -> u32 {
        let hands = split.and_then(|value| Some((value as u32 + 1, self.game().split.as_ref()?.most_hands(value))));
        match hands {
            // The two cards of the pair are no cards drawn.
            Some((each, hands)) => (u32::from(hands) - 1) * BUSTED + HIGHEST - 2 * each,
            None => HIGHEST.saturating_sub(points),
        }
    }

    /// Hands of two cards and more, in index order, with their cards.
    fn played_hands(&self) -> (Vec<HandId>, Vec<CardSet>) {
        self.hands().iter().filter(|(_, hand)| hand.size > 1).map(|(id, hand)| (id, hand.cards)).unzip()
    }

    /// What the splits of a hand played first, and of a hand played second after one that is no pair, can gain, over all deals, kept and
    /// switched.
    fn split_charges<'c>(
        &self,
        up: &DealerCache,
        cases: impl Iterator<Item = (&'c SignalCase<'c>, &'c [Option<PairCase<'c>>], &'c CaseValues)>,
        sums: &CardSums,
    ) -> f64 {
        let (order, cards) = self.played_hands();
        let tables = Tables::new(up, with_one_more(CardSet::NONE), &cards);
        // The two cards of the other hand are seen by either, and those it draws by the second.
        let drawn = sums.seen(self.points_to(LEAST_POINTS, None), without_highest(up, OWN_HAND));
        let mut sum = 0.0;
        for (case, pairs, values) in cases.filter(|(case, ..)| case.is_played()) {
            let Some(case) = tables.case(*case, CardSet::NONE) else { continue };
            let play = HandPlay::best(case, &order);
            let unsplit = |more| Some(HandValues::new(tables.case(case, more)?, &play, &order));
            let unsplit: Vec<(CardSet, HandValues)> =
                with_one_more(CardSet::NONE).filter_map(|more| Some((more, unsplit(more)?))).collect();
            let reach = Extents::new(case, &play, &order);
            for (value, split) in pairs.iter().enumerate() {
                let Some((split, pair)) = split.as_ref().zip(pair_hand(self.hands(), value)) else { continue };
                let lost = values.iter().filter(|((hand, ..), _)| *hand == pair);
                let toll = lost.filter_map(|(_, one)| Some(one.unsplit - one.split?)).fold(f64::INFINITY, f64::min);
                let toll = if toll.is_finite() { toll.max(0.0) } else { 0.0 };
                let if_unsplit = |more| {
                    let values = unsplit.iter().find(|(gone, _)| *gone == more);
                    values.map(|(_, values)| play.worth(values, pair))
                };
                let gains = split.gain(OTHER_HAND, toll)
                    + split.gain(OTHER_HAND + drawn.number, toll)
                    + split.deciding(OTHER_HAND + drawn.number, if_unsplit, reach.of(pair))
                    + drawn.more * 2.0 * most_result(&case) * f64::from(MOST_HANDS);
                sum += 2.0 * up.probability_of(self.hands().get(pair).cards) * gains;
            }
        }
        sum
    }
}

fn best_of<'a>(splits: &'a PairSplits<'a>, case: SignalCase<'a>) -> Option<PairCase<'a>> {
    case.is_played().then(|| splits.best(case))
}

/// Cards that a hand is dealt, and those of the other hand that are dealt before either is played.
const OWN_HAND: u32 = 2;
const OTHER_HAND: u32 = 2;

/// Least points of two cards that are no pair, aces as 1.
const LEAST_POINTS: u32 = 3;

/// More hands than any pair becomes.
const MOST_HANDS: u32 = 8;

fn most_result(case: &SignalCase<'_>) -> f64 {
    f64::from(case.table.settlement.most_units())
}

/// Both hands in the order they are played, as dealt and switched, each with whether it is switched; as dealt twice where they may not be switched.
type Choices = [(bool, [HandId; 2]); 2];

/// Every deal of four cards in every order.
fn deals(hands: &Hands) -> impl Iterator<Item = (CardSet, Choices)> {
    let all = || Value::all();
    let fours =
        all().flat_map(move |a| all().flat_map(move |b| all().flat_map(move |c| all().map(move |d| [a, b, c, d]))));
    fours.filter_map(move |[a, b, c, d]| {
        let dealt = |one: Value, two: Value| hands.dealt(&[one, two]);
        // First cards a and c, second cards b and d.
        let kept = [dealt(a, b)?, dealt(c, d)?];
        let switched = [dealt(a, d)?, dealt(c, b)?];
        let cards = [a, b, c, d].into_iter().map(|card| CardSet::one(card.index())).sum();
        let other = if hands.may_switch(kept) { (true, switched) } else { (false, kept) };
        Some((cards, [(false, kept), other]))
    })
}
