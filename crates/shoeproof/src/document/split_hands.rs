//! How often each two cards come as a hand of a split that is not split again, as the certified CDZ- play splits and switches.

use std::collections::BTreeMap;

use cards::Value;
use certificate::HandsOfSplit;
use checker::DecodedUp;
use num_rational::BigRational;
use rules::Submission;

use super::first_hands::each_hand;
use crate::split_seconds::SplitSeconds;

/// Hands of splits among all hands, by up card, signal and the value of the pair.
pub(super) struct SplitHands(BTreeMap<(Value, String, Value), SplitSeconds>);

impl SplitHands {
    /// Hands of splits as a class plays them.
    pub(super) fn new(submission: &Submission, ups: &[DecodedUp]) -> Self {
        let mut all = BTreeMap::new();
        each_hand(submission, ups, |hand| {
            let [pair, other] = hand.cards;
            if pair == other && hand.signal.split[pair.index()] {
                all.entry((hand.up, hand.signal.signal.clone(), pair))
                    .or_insert_with(|| SplitSeconds::new(submission, pair))
                    .add(hand.ways, hand.rest, hand.holes.iter().copied());
            }
        });
        Self(all)
    }

    /// How many of these hands come for one hand that is dealt; nothing for what is never split.
    pub(super) fn number(
        &self,
        up: Value,
        signal: &str,
        (pair, which): (Value, HandsOfSplit),
        second: Value,
    ) -> BigRational {
        let seconds = self.0.get(&(up, signal.to_owned(), pair));
        seconds.map_or_else(BigRational::default, |seconds| seconds.number(which, second))
    }
}

#[cfg(test)]
mod tests {
    use certificate::Certificate;
    use num_traits::{One as _, ToPrimitive as _};
    use table::Table;

    use super::super::strategy::decoded;
    use super::super::tests::committed;
    use super::*;

    fn of_cdz(submission: &Submission, certificate: &Certificate) -> SplitHands {
        SplitHands::new(submission, &decoded(submission, certificate, "cdz").expect("play"))
    }

    /// By the second cards, as many hands as the certificate counts in a round.
    #[test]
    fn hands_are_those_that_a_round_has() {
        for report in ["pa-685a-down-under-6-decks", "spanish-21-6-decks", "pa-633a-blackjack-6-decks"] {
            let (submission, certificate) = committed(report);
            let split = of_cdz(&submission, &certificate);
            let class = certificate.classes.iter().find(|class| class.strategy == "cdz").expect("CDZ-");
            let events = class.events.as_ref().expect("events");
            let hands = events.iter().find(|event| event.what == "hands").expect("numbers of hands");
            let number = |text: &str| text.parse::<BigRational>().expect("a fraction");
            let mean: BigRational = hands.shares.iter().map(|one| number(&one.value) * number(&one.probability)).sum();
            let mut all = BigRational::one();
            for ((up, signal, pair), seconds) in &split.0 {
                all -= seconds.pairs();
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
            let split = of_cdz(&submission, &certificate);
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
            for (up, signal, pair) in split.0.keys() {
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
}
