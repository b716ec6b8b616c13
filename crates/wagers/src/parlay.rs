//! Winnings of a side wager that are added to the base wager.

use cards::{Card, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{OfferedWager, ParlayAdds};

use crate::outcome::Lines;
use crate::pattern::shows;

/// What a player adds to the base wager with a hand of two values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parlayed {
    /// The values of the first two cards, the lower first.
    pub hand: [Value; 2],
    /// Mean of what is added per unit of side wager, given these values; 0 for a hand that never wins.
    pub mean: BigRational,
}

/// What the winnings of a wager on the first two cards add to the base wager, by hand; empty where they may not be added.
///
/// The faces of a hand are those of cards dealt at random: given its values, the up card's value and what is known of the hole
/// card's tell nothing of them. Where only a portion may be added, every mean is
/// that portion of what it would be, and so is what adding gains.
pub fn parlayed(wager: &OfferedWager) -> Vec<Parlayed> {
    let Some(rule) = &wager.rule.parlay else { return Vec::new() };
    let lines = Lines::new(wager);
    let faces: Vec<Card> = wager.cards.faces().collect();
    let of_value = |value: Value| faces.iter().copied().filter(move |card| card.rank.value() == value);
    let portion = wager.inputs.parlay.clone().unwrap_or_else(BigRational::one);
    let add = |hand: [Card; 2]| {
        let outcome = lines
            .outcome(|_, line| Some(line.player.as_ref().is_some_and(|pattern| shows(pattern, &hand, &wager.rule))));
        let first = outcome.filter(|outcome| outcome.first().is_some());
        first.map_or_else(BigRational::zero, |outcome| {
            let returned = lines.returned(outcome).fixed;
            match rule.adds {
                ParlayAdds::Payout => returned - BigRational::one(),
                ParlayAdds::PayoutAndWager => returned,
            }
        })
    };
    let mut all = Vec::new();
    for low in Value::all() {
        for high in Value::all().filter(|&high| high >= low) {
            let (mut sum, mut deals) = (BigRational::zero(), BigInt::zero());
            for first in of_value(low) {
                for second in of_value(high) {
                    let left = u32::from(wager.cards.count(second)) - u32::from(first == second);
                    let ways = BigInt::from(u32::from(wager.cards.count(first)) * left);
                    sum += add([first, second]) * &ways;
                    deals += ways;
                }
            }
            if !deals.is_zero() {
                all.push(Parlayed { hand: [low, high], mean: sum * &portion / deals });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rules::{Override, Submission};

    use super::*;

    fn mean(reading: &str, hand: &str) -> BigRational {
        mean_of(&[("readings.parlay-adds", reading)], hand)
    }

    fn mean_of(overrides: &[(&str, &str)], hand: &str) -> BigRational {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
        let overrides: Vec<Override> = overrides.iter().map(|(key, value)| Override::new(*key, *value)).collect();
        let submission = Submission::load(&path, &overrides).expect("a submission");
        let wager = submission.wagers.iter().find(|wager| wager.id == "house-money").expect("offered");
        let hand = cards::parse_hand(hand).expect("two cards");
        let all = parlayed(wager);
        all.into_iter().find(|one| one.hand[..] == hand[..]).expect("every hand").mean
    }

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// A pair of eights wins 3. Of a five and a six a quarter are suited and win 4, the rest 1. Of an ace and a ten-valued card a
    /// quarter are ace and king; of them a quarter win 9 and the rest 1.
    #[test]
    fn by_hand() {
        assert_eq!(mean("payout", "8,8"), ratio(3, 1));
        assert_eq!(mean("payout-and-wager", "8,8"), ratio(4, 1));
        assert_eq!(mean("payout", "5,6"), ratio(4 + 3, 4));
        assert_eq!(mean("payout", "A,T"), ratio(9 + 3, 16));
        assert_eq!(mean("payout", "2,9"), ratio(0, 1));
    }

    #[test]
    fn of_a_portion_every_hand_adds_that_portion() {
        for part in ["1/4", "50%", "1"] {
            let portion = [("wagers.house-money.parlay", part)];
            let part = if part == "1/4" {
                ratio(1, 4)
            } else if part == "1" {
                ratio(1, 1)
            } else {
                ratio(1, 2)
            };
            for hand in ["8,8", "5,6", "A,T", "2,9"] {
                assert_eq!(mean_of(&portion, hand), mean("payout", hand) * &part, "{hand}");
            }
        }
    }
}
