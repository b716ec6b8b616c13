//! How often each two cards come as a hand of a split that is not split again, as the certified CDZ- play splits and switches.
//!
//! A hand of a split gets its second card when its turn comes. Which cards come before depends on the play, but only on cards that have been seen. So
//! the second cards are distributed as if they were dealt one after the other: unseen cards are exchangeable, and stay so at times that
//! the cards seen decide. Of n unseen cards besides the hole card let p be of the pair's value. Those second cards that are of another value are each
//! of the value c with probability n_c / (n - p), so it is enough to count them.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Composition, Value};
use certificate::{Certificate, HandsOfSplit};
use checker::{DecodedDeal, DecodedUp};
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::{HoleSet, Submission};

use super::first_hands::{cards_before_play, deals, played};
use crate::failure::Failure;

/// Up card, signal and the value of the pair.
type Place = (Value, String, Value);

/// By how many unseen cards are of the pair's value: ordered ways to come to the split, times the cards of each value left; of the pair's value the ways alone.
type Ways = BTreeMap<u16, [u128; Value::COUNT]>;

/// Hands of splits among all hands.
pub(super) struct SplitHands<'a> {
    submission: &'a Submission,
    ways: BTreeMap<Place, Ways>,
    /// All ordered ways; of a round of two hands twice as many.
    all: u128,
    /// Unseen cards once a pair is split, the hole card apart.
    unseen: u16,
}

/// How many hands of a split have a second card of another value than the pair, and of the same.
#[derive(Clone)]
struct Second {
    other: BigRational,
    pair: BigRational,
}

impl<'a> SplitHands<'a> {
    /// Hands of splits as CDZ- plays them.
    ///
    /// # Errors
    /// As [`super::document`].
    pub(super) fn of_cdz(submission: &'a Submission, certificate: &Certificate) -> Result<Self, Failure> {
        Ok(Self::new(submission, &super::strategy::decoded(submission, certificate, "cdz")?))
    }

    fn new(submission: &'a Submission, ups: &[DecodedUp]) -> Self {
        let mut ways: BTreeMap<Place, Ways> = BTreeMap::new();
        for up in ups {
            let Ok(left) = submission.shoe.without(up.up) else { continue };
            let of_up = u128::from(submission.shoe.count(up.up));
            let cases = submission.game.hole_cases(up.up);
            for signal in &up.signals {
                let holes: Vec<HoleSet> =
                    cases.iter().filter(|case| case.signal == signal.signal).map(|case| case.holes).collect();
                let holes: Vec<Value> = holes.iter().flat_map(|holes| holes.values()).collect();
                let mut add = |[one, other]: [Value; 2], dealt: u128, rest: &Composition| {
                    if one == other && signal.split[one.index()] {
                        let ways = ways.entry((up.up, signal.signal.clone(), one)).or_default();
                        holes.iter().for_each(|&hole| add_ways(ways, one, of_up * dealt, rest, hole));
                    }
                };
                if submission.game.switch.is_none() {
                    deals(&left, |hand: [Value; 2], dealt, rest| add(hand, dealt, rest));
                } else {
                    let switched: BTreeSet<&DecodedDeal> = up.switched.iter().chain(&signal.switched).collect();
                    deals(&left, |deal: DecodedDeal, dealt, rest| {
                        for hand in played(deal, switched.contains(&deal)) {
                            add(hand, dealt, rest);
                        }
                    });
                }
            }
        }
        let (cards, all) = cards_before_play(submission);
        Self { submission, ways, all, unseen: submission.shoe.total().saturating_sub(cards) as u16 }
    }

    /// How many of these hands come for one hand that is dealt; nothing for what is never split.
    pub(super) fn number(
        &self,
        up: Value,
        signal: &str,
        (pair, which): (Value, HandsOfSplit),
        second: Value,
    ) -> BigRational {
        let Some(ways) = self.ways.get(&(up, signal.to_owned(), pair)) else { return BigRational::zero() };
        let most = self.submission.game.split.as_ref().map_or(2, |rule| rule.most_hands(pair.index()));
        let more = u16::from(most.saturating_sub(2));
        let of_ways = ways.iter().map(|(&of_pair, ways)| {
            let first = first_hand(self.unseen, of_pair, more);
            let seconds = match which {
                HandsOfSplit::First => first,
                HandsOfSplit::Each => all_hands(2, more, self.unseen, of_pair),
                HandsOfSplit::Later => {
                    let all = all_hands(2, more, self.unseen, of_pair);
                    Second { other: all.other - first.other, pair: all.pair - first.pair }
                }
            };
            let ways = BigRational::from_integer(ways[second.index()].into());
            if second == pair { seconds.pair * ways } else { seconds.other * ways * share(1, self.unseen - of_pair) }
        });
        of_ways.sum::<BigRational>() / BigRational::from_integer(self.all.max(1).into())
    }
}

fn add_ways(ways: &mut Ways, pair: Value, dealt: u128, rest: &Composition, hole: Value) {
    let Ok(unseen) = rest.without(hole) else { return };
    let dealt = dealt * u128::from(rest.count(hole));
    let sums = ways.entry(unseen.count(pair)).or_default();
    for value in Value::all() {
        sums[value.index()] += if value == pair { dealt } else { dealt * u128::from(unseen.count(value)) };
    }
}

/// Nothing of nothing.
fn share(part: u16, whole: u16) -> BigRational {
    if whole == 0 { BigRational::zero() } else { BigRational::new(part.into(), whole.into()) }
}

/// The hand that is played first: it is split again while its second card is of the pair's value and `more` splits are allowed.
fn first_hand(unseen: u16, of_pair: u16, more: u16) -> Second {
    let drawn = (0..=more).map(|drawn| share(of_pair.saturating_sub(drawn), unseen.saturating_sub(drawn)));
    let pair: BigRational = drawn.product();
    Second { other: BigRational::one() - &pair, pair }
}

/// All hands once `waiting` have no second card and `more` splits are allowed.
fn all_hands(waiting: u16, more: u16, unseen: u16, of_pair: u16) -> Second {
    if waiting == 0 {
        return Second { other: BigRational::zero(), pair: BigRational::zero() };
    }
    let (of_other, of_same) = (share(unseen - of_pair, unseen), share(of_pair, unseen));
    if more == 0 {
        let hands = BigRational::from_integer(waiting.into());
        return Second { other: &hands * of_other, pair: hands * of_same };
    }
    let mut all = Second { other: BigRational::zero(), pair: BigRational::zero() };
    let mut add = |probability: BigRational, then: Second| {
        all.other += &probability * then.other;
        all.pair += probability * then.pair;
    };
    if unseen > of_pair {
        let then = all_hands(waiting - 1, more, unseen - 1, of_pair);
        add(of_other, Second { other: then.other + BigRational::one(), pair: then.pair });
    }
    if of_pair > 0 {
        add(of_same, all_hands(waiting + 1, more - 1, unseen - 1, of_pair - 1));
    }
    all
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive as _;
    use table::Table;

    use super::super::tests::committed;
    use super::*;

    /// By the second cards, as many hands as the certificate counts in a round.
    #[test]
    fn hands_are_those_that_a_round_has() {
        for report in ["pa-685a-down-under-6-decks", "spanish-21-6-decks", "pa-633a-blackjack-6-decks"] {
            let (submission, certificate) = committed(report);
            let split = SplitHands::of_cdz(&submission, &certificate).expect("hands of splits");
            let class = certificate.classes.iter().find(|class| class.strategy == "cdz").expect("CDZ-");
            let events = class.events.as_ref().expect("events");
            let hands = events.iter().find(|event| event.what == "hands").expect("numbers of hands");
            let number = |text: &str| text.parse::<BigRational>().expect("a fraction");
            let mean: BigRational = hands.shares.iter().map(|one| number(&one.value) * number(&one.probability)).sum();
            let mut all = BigRational::one();
            for ((up, signal, pair), ways) in &split.ways {
                let ways: u128 = ways.values().map(|ways| ways[pair.index()]).sum();
                all -= BigRational::new(ways.into(), split.all.into());
                for second in Value::all() {
                    let of = |which| split.number(*up, signal, (*pair, which), second);
                    let each = of(HandsOfSplit::Each);
                    assert_eq!(of(HandsOfSplit::First) + of(HandsOfSplit::Later), each);
                    all += each;
                }
            }
            assert_eq!(all, mean, "{report}");
        }
    }

    const ROUNDS: u64 = 40_000;

    /// Hands that are switched have no such count; rounds are dealt instead.
    #[test]
    fn hands_are_as_often_as_they_are_dealt() {
        for report in ["pa-633a-blackjack-switch-6-decks", "ma-double-attack-6-decks"] {
            let (submission, certificate) = committed(report);
            let split = SplitHands::of_cdz(&submission, &certificate).expect("hands of splits");
            let plan = super::super::plan(&submission, &certificate).expect("a plan");
            let table = Table::new(&submission, &plan, true).expect("a game that is dealt");
            let mut seen: BTreeMap<[Value; 2], u64> = BTreeMap::new();
            let looked = table.look_at_rounds(1, ROUNDS, &mut |_, round| {
                for hand in round.hands.iter().filter(|hand| hand.split && hand.cards.len() > 1) {
                    *seen.entry([0, 1].map(|at| hand.cards[at].rank.value())).or_default() += 1;
                }
                false
            });
            assert_eq!(looked, Ok(ROUNDS));
            let mut numbers: BTreeMap<[Value; 2], BigRational> = BTreeMap::new();
            for (up, signal, pair) in split.ways.keys() {
                for second in Value::all() {
                    *numbers.entry([*pair, second]).or_default() +=
                        split.number(*up, signal, (*pair, HandsOfSplit::Each), second);
                }
            }
            let hands = ROUNDS * if submission.game.switch.is_some() { 2 } else { 1 };
            let mut compared = 0;
            for (cards, number) in numbers {
                let expected = number.to_f64().unwrap_or_default() * hands as f64;
                let dealt = seen.get(&cards).copied().unwrap_or_default() as f64;
                // Hands of one split come together, so their number varies more than a count of single ones.
                let z = (dealt - expected) / (2.0 * expected.max(1.0)).sqrt();
                assert!(z.abs() < 4.5, "{report}: {cards:?}: {dealt} dealt, {expected} expected");
                compared += usize::from(expected > 20.0);
            }
            assert!(compared > 20, "{report}: {compared}");
        }
    }

    /// Of six unseen cards one is of the pair's value, and one more split is allowed: it is made if that card is one of the first two.
    #[test]
    fn a_split_again_by_hand() {
        let ratio = |part: i64, whole: i64| BigRational::new(part.into(), whole.into());
        let all = all_hands(2, 1, 6, 1);
        assert_eq!((all.other, all.pair), (ratio(7, 3), ratio(0, 1)));
        let first = first_hand(6, 1, 1);
        assert_eq!((first.other, first.pair), (ratio(1, 1), ratio(0, 1)));
        let once = all_hands(2, 0, 6, 1);
        assert_eq!((once.other, once.pair), (ratio(5, 3), ratio(1, 3)));
    }
}
