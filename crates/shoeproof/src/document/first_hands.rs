//! How often each two cards are a first hand as it is played: as dealt, or after the switch that the certified CDZ- play makes.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Composition, Value};
use certificate::Certificate;
use checker::{DecodedDeal, DecodedSignal, DecodedUp};
use num_rational::BigRational;
use rules::Submission;

use crate::failure::Failure;
use crate::split_seconds::cards_before_play;

/// Up card, signal and the two cards in value order.
type Place = (Value, String, [Value; 2]);

/// Of all hands, those with these cards, up card and signal. A round of two hands counts twice.
pub(super) struct FirstHands(BTreeMap<Place, BigRational>);

/// First hands as CDZ- plays them.
///
/// # Errors
/// As [`super::document`].
pub(super) fn first_hands(submission: &Submission, certificate: &Certificate) -> Result<FirstHands, Failure> {
    Ok(FirstHands::new(submission, &super::strategy::decoded(submission, certificate, "cdz")?))
}

impl FirstHands {
    fn new(submission: &Submission, ups: &[DecodedUp]) -> Self {
        let mut ways: BTreeMap<Place, u128> = BTreeMap::new();
        each_hand(submission, ups, |hand| {
            let [one, other] = hand.cards;
            let place = (hand.up, hand.signal.signal.clone(), [one.min(other), one.max(other)]);
            let left: u128 = hand.holes.iter().map(|&hole| u128::from(hand.rest.count(hole))).sum();
            *ways.entry(place).or_default() += hand.ways * left;
        });
        let (_, all) = cards_before_play(submission);
        let share =
            |ways: u128| if all == 0 { BigRational::default() } else { BigRational::new(ways.into(), all.into()) };
        Self(ways.into_iter().map(|(place, ways)| (place, share(ways))).collect())
    }

    /// The share of one hand; nothing for what is not dealt.
    pub(super) fn share(&self, up: Value, signal: &str, cards: &Composition) -> BigRational {
        let mut two = Value::all().flat_map(|value| std::iter::repeat_n(value, usize::from(cards.count(value))));
        let (Some(one), Some(other), None) = (two.next(), two.next(), two.next()) else {
            return BigRational::default();
        };
        self.0.get(&(up, signal.to_owned(), [one, other])).cloned().unwrap_or_default()
    }
}

/// Two cards as they are played.
pub(super) struct PlayedHand<'a> {
    pub(super) up: Value,
    pub(super) signal: &'a DecodedSignal,
    pub(super) cards: [Value; 2],
    /// Ordered ways to deal the up card and all cards of the player.
    pub(super) ways: u128,
    /// The cards that are left beside these, the hole card among them.
    pub(super) rest: &'a Composition,
    /// What the hole card may be.
    pub(super) holes: &'a [Value],
}

/// Tells every hand as it is played, as dealt or after a switch.
pub(super) fn each_hand(submission: &Submission, ups: &[DecodedUp], mut each: impl FnMut(PlayedHand<'_>)) {
    for up in ups {
        let Ok(left) = submission.shoe.without(up.up) else { continue };
        let of_up = u128::from(submission.shoe.count(up.up));
        let cases = submission.game.hole_cases(up.up);
        for signal in &up.signals {
            let of_signal = cases.iter().filter(|case| case.signal == signal.signal);
            let holes: Vec<Value> = of_signal.flat_map(|case| case.holes.values()).collect();
            let mut tell = |cards: [Value; 2], dealt: u128, rest: &Composition| {
                each(PlayedHand { up: up.up, signal, cards, ways: of_up * dealt, rest, holes: &holes });
            };
            if submission.game.switch.is_none() {
                deals(&left, tell);
            } else {
                let switched: BTreeSet<&DecodedDeal> = up.switched.iter().chain(&signal.switched).collect();
                deals(&left, |deal: DecodedDeal, dealt, rest| {
                    played(deal, switched.contains(&deal)).into_iter().for_each(|cards| tell(cards, dealt, rest));
                });
            }
        }
    }
}

/// The two hands of a deal as they are played.
fn played([a, b, c, d]: DecodedDeal, is_switched: bool) -> [[Value; 2]; 2] {
    if is_switched { [[a, d], [c, b]] } else { [[a, b], [c, d]] }
}

/// Every ordered deal of so many cards, with the ordered ways to deal it and the cards that are left.
fn deals<const N: usize>(left: &Composition, mut each: impl FnMut([Value; N], u128, &Composition)) {
    let number = Value::COUNT.pow(N as u32);
    let values: Vec<Value> = Value::all().collect();
    for code in 0..number {
        let (mut rest, mut ways, mut code) = (*left, 1u128, code);
        let deal: [Value; N] = std::array::from_fn(|_| {
            let value = values[code % Value::COUNT];
            code /= Value::COUNT;
            ways *= u128::from(rest.count(value));
            rest = rest.without(value).unwrap_or(rest);
            value
        });
        if ways > 0 {
            each(deal, ways, &rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive as _;
    use table::Table;

    use super::super::tests::committed;
    use super::*;

    const ROUNDS: u64 = 40_000;
    /// So many standard errors are too far for any of some hundred hands.
    const FAR: f64 = 4.5;

    /// First hands among dealt rounds, by up card and cards in value order. A hand of a split shows no first hand.
    fn dealt(submission: &Submission, certificate: &Certificate) -> (BTreeMap<(Value, [Value; 2]), u64>, u64) {
        let plan = super::super::plan(submission, certificate).expect("a plan");
        let table = Table::new(submission, &plan, true).expect("a game that is dealt");
        let (mut seen, mut hands) = (BTreeMap::new(), 0);
        let looked = table.look_at_rounds(1, ROUNDS, &mut |_, round| {
            let value = |cards: &[cards::Card], at: usize| cards[at].rank.value();
            let (up, hole) = (value(&round.dealer, 0), value(&round.dealer, 1));
            hands += if submission.game.switch.is_some() { 2 } else { 1 };
            let has_blackjack = up.min(hole) == Value::ACE && up.max(hole) == Value::TEN;
            for hand in round.hands.iter().filter(|hand| !hand.split && !has_blackjack) {
                let (one, other) = (value(&hand.cards, 0), value(&hand.cards, 1));
                *seen.entry((up, [one.min(other), one.max(other)])).or_default() += 1;
            }
            false
        });
        assert_eq!(looked, Ok(ROUNDS));
        (seen, hands)
    }

    #[test]
    fn hands_are_as_often_as_they_are_dealt_and_switched() {
        for report in ["pa-633a-blackjack-switch-6-decks", "spanish-21-6-decks"] {
            let (submission, certificate) = committed(report);
            let first = first_hands(&submission, &certificate).expect("first hands");
            let (seen, hands) = dealt(&submission, &certificate);
            let mut shares: BTreeMap<(Value, [Value; 2]), f64> = BTreeMap::new();
            for ((up, _, hand), share) in &first.0 {
                *shares.entry((*up, *hand)).or_default() += share.to_f64().unwrap_or_default();
            }
            let mut compared = 0;
            for ((up, hand), &share) in &shares {
                let is_never_split = hand[0] != hand[1] || hand[0] == Value::TEN;
                if !is_never_split || share * (hands as f64) < 30.0 {
                    continue;
                }
                let number = seen.get(&(*up, *hand)).copied().unwrap_or_default() as f64;
                let expected = share * hands as f64;
                let z = (number - expected) / (expected * (1.0 - share)).sqrt();
                assert!(z.abs() < FAR, "{report}: {hand:?} against {up}: {number} dealt, {expected} expected");
                compared += 1;
            }
            assert!(compared > 100, "{report}: {compared}");
        }
    }

    #[test]
    fn a_switch_makes_more_pairs_of_tens_than_are_dealt() {
        let (submission, certificate) = committed("pa-633a-blackjack-switch-6-decks");
        let first = first_hands(&submission, &certificate).expect("first hands");
        let unswitched = FirstHands::new(&submission, &unswitched(&submission, &certificate));
        let tens: Composition = [Value::TEN, Value::TEN].into_iter().collect();
        let signals = submission.game.hole_cases(Value::TEN);
        let share = |hands: &FirstHands| -> BigRational {
            signals
                .iter()
                .filter(|case| !case.ends_round)
                .map(|case| hands.share(Value::TEN, &case.signal, &tens))
                .sum()
        };
        let [after, dealt] = [&first, &unswitched].map(share);
        assert!(after > dealt * BigRational::new(5.into(), 4.into()), "{after}");
        // The switch moves cards between the hands of a round, and makes none.
        let sum = |hands: &FirstHands| hands.0.values().sum::<BigRational>();
        assert_eq!(sum(&first), sum(&unswitched));
    }

    fn unswitched(submission: &Submission, certificate: &Certificate) -> Vec<DecodedUp> {
        let mut ups = super::super::strategy::decoded(submission, certificate, "cdz").expect("play");
        for up in &mut ups {
            up.switched.clear();
            up.signals.iter_mut().for_each(|signal| signal.switched.clear());
        }
        ups
    }
}
