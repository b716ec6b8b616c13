//! What a round of the table shows: totals, blackjacks, and amounts as they are printed.

use cards::{Card, Value};
use num_rational::Ratio;
use num_traits::Signed as _;
use rules::Game;
use table::{Dealt, DealtHand, Status};

/// Best total of a player's cards: an ace counts 11 where that is not more than 21.
pub(super) fn total(cards: &[Card]) -> u8 {
    total_within(cards, 21)
}

/// The same with another limit for aces that count 11: within 22, two aces are 22.
fn total_within(cards: &[Card], limit: u8) -> u8 {
    let hard: u8 = cards.iter().map(|card| card.rank.value().hard_points()).sum();
    let aces = cards.iter().filter(|card| card.rank.value() == Value::ACE);
    aces.fold(hard, |total, _| if total + 10 <= limit { total + 10 } else { total })
}

/// The dealer's best total by the rules of the game.
pub(super) fn total_of_dealer(game: &Game, round: &Dealt) -> u8 {
    total_within(&round.dealer, game.dealer.ace_limit)
}

/// Whether a hand was surrendered, before the dealer looked or after.
pub(super) fn gave_up(hand: &DealtHand) -> bool {
    matches!(hand.status, Status::GivenUp | Status::GivenUpEarly)
}

pub(super) fn is_blackjack(cards: &[Card]) -> bool {
    cards.len() == 2 && total(cards) == 21
}

/// Whether a dealer blackjack under the up card of the round is found before anybody plays.
pub(super) fn is_found(game: &Game, round: &Dealt) -> bool {
    round.dealer.first().is_some_and(|up| game.hole_card.checked_under.contains(&up.rank.value()))
}

/// Whether the dealer has drawn to the total of the push rule.
pub(super) fn has_push_total(game: &Game, round: &Dealt) -> bool {
    game.push.as_ref().is_some_and(|push| total_of_dealer(game, round) == push.total)
}

/// An amount with its sign: `+1`, `-1/2`, `0`.
pub(super) fn amount(net: Ratio<i64>) -> String {
    if net.is_positive() { format!("+{net}") } else { net.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aces_count_eleven_up_to_the_limit() {
        let total = |cards: &str, limit| {
            let cards: Vec<Card> = cards.split(' ').map(|card| card.parse().expect("a card")).collect();
            total_within(&cards, limit)
        };
        for (cards, within_21, within_22) in
            [("Ah As", 12, 22), ("Ah 5s 6d", 12, 22), ("Ah As 9c", 21, 21), ("Ah Kc", 21, 21), ("Kh Kc", 20, 20)]
        {
            assert_eq!((total(cards, 21), total(cards, 22)), (within_21, within_22), "{cards}");
        }
    }
}
