//! What a round of the table shows: totals, blackjacks, and amounts as they are printed.

use cards::Card;
use num_rational::Ratio;
use num_traits::Signed as _;
use rules::Game;
use table::Dealt;

/// Best total of a player's cards: an ace counts 11 where that is not more than 21.
pub(super) fn total(cards: &[Card]) -> u8 {
    total_within(cards, 21)
}

/// The same with another limit for an ace that counts 11.
pub(super) fn total_within(cards: &[Card], limit: u8) -> u8 {
    let hard: u8 = cards.iter().map(|card| card.rank.value().hard_points()).sum();
    let has_ace = cards.iter().any(|card| card.rank.index() == 0);
    if has_ace && hard + 10 <= limit { hard + 10 } else { hard }
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
    game.push.as_ref().is_some_and(|push| total_within(&round.dealer, game.dealer.ace_limit) == push.total)
}

/// An amount with its sign: `+1`, `-1/2`, `0`.
pub(super) fn amount(net: Ratio<i64>) -> String {
    if net.is_positive() { format!("+{net}") } else { net.to_string() }
}
