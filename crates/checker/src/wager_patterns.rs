//! Whether cards look as a line of a side wager asks.

use std::collections::BTreeSet;

use cards::{Card, Rank, Suit, Value};
use rules::{AcePlace, CardName, CardsPattern, DealerPattern, LineRule, SideWager, SuitsPattern, UpPattern};

fn within(range: Option<[u8; 2]>, number: u8) -> bool {
    range.is_none_or(|[low, high]| low <= number && number <= high)
}

/// Whether the dealer's finished hand is one of so many cards, and of such a total, as a pattern asks for.
pub(crate) fn ends_as(hand: &DealerPattern, cards: usize, total: u8, is_blackjack: bool) -> bool {
    within(hand.cards, cards as u8)
        && within(hand.total, total)
        && hand.blackjack.is_none_or(|asked| asked == is_blackjack)
}

pub(crate) fn shows_faces(hand: &DealerPattern, first: &[Card], rule: &SideWager) -> bool {
    let third = first.get(2).is_some_and(|card| hand.third.is_empty() || hand.third.contains(&card.rank));
    third && hand.first_three.as_ref().is_none_or(|pattern| shows(pattern, first, rule))
}

/// Whether a line fits once the dealer's cards are known; the player's pattern has been looked at.
pub(crate) fn fits(line: &LineRule, player: &[Card], dealer: &[Card], rule: &SideWager) -> bool {
    let Some(&up) = dealer.first() else { return !asks_for_dealer(line) };
    let with_up: Vec<Card> = player.iter().copied().chain([up]).collect();
    line.with_up.as_ref().is_none_or(|pattern| shows(pattern, &with_up, rule))
        && line.up_card.as_ref().is_none_or(|pattern| up_fits(pattern, player, up, rule.ace))
        && line.dealer.as_ref().is_none_or(|pattern| shows(pattern, dealer, rule))
}

/// Whether cards look like this.
pub(crate) fn shows(pattern: &CardsPattern, cards: &[Card], rule: &SideWager) -> bool {
    let mut groups = [0_u8; 13];
    cards.iter().for_each(|card| groups[card.rank.index()] += 1);
    groups.sort_unstable();
    let groups: Vec<u8> = groups.into_iter().rev().take_while(|&group| group > 0).collect();
    let first = cards.first();
    let one_suit = cards.iter().all(|card| first.is_none_or(|first| first.suit == card.suit));
    let one_color = cards.iter().all(|card| first.is_none_or(|first| is_red(first.suit) == is_red(card.suit)));
    let suits = match pattern.suits {
        None => true,
        Some(SuitsPattern::One) => one_suit,
        Some(SuitsPattern::Different) => !one_suit,
        Some(SuitsPattern::OneColor) => one_color,
    };
    let of = |value: Value| cards.iter().filter(|card| card.rank.value() == value).count();
    let hard: u8 = cards.iter().map(|card| card.rank.value().hard_points()).sum();
    let total = if rule.soft_totals && of(Value::ACE) > 0 && hard <= 11 { hard + 10 } else { hard };
    (pattern.cards.is_empty() || named(&pattern.cards, cards))
        && (pattern.ranks.is_empty() || cards.iter().all(|card| pattern.ranks.contains(&card.rank)))
        && (pattern.alike.is_empty() || groups == pattern.alike)
        && suits
        && pattern.total.is_none_or(|asked| asked == total)
        && (!pattern.run || rule.ace.places().iter().any(|&ace| is_run(cards, ace)))
        && (!pattern.blackjack || (cards.len() == 2 && of(Value::ACE) == 1 && of(Value::TEN) == 1))
}

/// Whether every card has a name of its own.
fn named(names: &[CardName], cards: &[Card]) -> bool {
    match cards.split_first() {
        None => names.is_empty(),
        Some((card, rest)) => (0..names.len()).filter(|&at| names[at].is(*card)).any(|at| {
            let mut others = names.to_vec();
            others.remove(at);
            named(&others, rest)
        }),
    }
}

fn place(rank: Rank, ace: u8) -> u8 {
    if rank.index() == 0 { ace } else { rank.index() as u8 + 1 }
}

fn is_run(cards: &[Card], ace: u8) -> bool {
    let places: BTreeSet<u8> = cards.iter().map(|card| place(card.rank, ace)).collect();
    let (Some(low), Some(high)) = (places.first(), places.last()) else { return true };
    places.len() == cards.len() && usize::from(high - low) + 1 == cards.len()
}

fn up_fits(pattern: &UpPattern, player: &[Card], up: Card, ace: AcePlace) -> bool {
    let of_rank = player.iter().filter(|card| card.rank == up.rank);
    let (suited, unsuited): (Vec<&Card>, Vec<&Card>) = of_rank.partition(|card| card.suit == up.suit);
    let spread = |[least, most]: [u8; 2]| {
        let [one, other] = player else { return false };
        // Two aces apart: every rank from the 2 to the king lies between them.
        let apart = ace == AcePlace::Each && [one, other].iter().all(|card| card.rank.index() == 0);
        let is_between_aces = apart && up.rank.index() != 0 && within(Some([least, most]), 12);
        is_between_aces
            || ace.places().iter().any(|&ace| {
                let (one, other, up) = (place(one.rank, ace), place(other.rank, ace), place(up.rank, ace));
                let (low, high) = if one < other { (one, other) } else { (other, one) };
                // Ranks strictly between the two.
                low < up && up < high && within(Some([least, most]), high - low - 1)
            })
    };
    pattern.suited_matches.is_none_or(|asked| usize::from(asked) == suited.len())
        && pattern.unsuited_matches.is_none_or(|asked| usize::from(asked) == unsuited.len())
        && pattern.spread.is_none_or(spread)
}

/// Lines that fit are kept as bits.
pub(crate) const MOST_LINES: usize = 30;

pub(crate) fn asks_for_dealer(line: &LineRule) -> bool {
    line.with_up.is_some() || line.up_card.is_some() || line.dealer.is_some()
}

pub(crate) fn is_offered(rule: &SideWager, line: &LineRule) -> bool {
    !rule.without.contains(&line.name)
}

pub(crate) fn is_red(suit: Suit) -> bool {
    suit == Suit::Hearts || suit == Suit::Diamonds
}

pub(crate) fn bits(fits: impl Iterator<Item = bool>) -> u32 {
    fits.enumerate().map(|(at, fits)| u32::from(fits) << at).sum()
}
