//! What a group of cards looks like.

use cards::{Card, Rank, Suit, Value};
use rules::{AcePlace, CardName, CardsPattern, SideWager, SuitsPattern, UpPattern};

/// Whether these cards, all that the pattern speaks of, show it.
pub(crate) fn shows(pattern: &CardsPattern, cards: &[Card], wager: &SideWager) -> bool {
    (pattern.cards.is_empty() || are_named(&pattern.cards, cards))
        && (pattern.ranks.is_empty() || cards.iter().all(|card| pattern.ranks.contains(&card.rank)))
        && (pattern.alike.is_empty() || groups(cards) == pattern.alike)
        && pattern.suits.is_none_or(|suits| are_suited(suits, cards))
        && pattern.total.is_none_or(|total| points(cards, wager.soft_totals) == total)
        && (!pattern.run || is_run(cards, wager.ace))
        && (!pattern.blackjack || is_blackjack(cards))
}

/// Whether cards, of which this is one, can show the pattern.
pub(crate) fn may_hold(pattern: &CardsPattern, card: Card) -> bool {
    (pattern.cards.is_empty() || pattern.cards.iter().any(|name| name.is(card)))
        && (pattern.ranks.is_empty() || pattern.ranks.contains(&card.rank))
        && (!pattern.blackjack || [Value::ACE, Value::TEN].contains(&card.rank.value()))
}

/// How the up card stands to the player's first two cards.
pub(crate) fn up_shows(pattern: &UpPattern, cards: &[Card], up: Card, ace: AcePlace) -> bool {
    let suited = cards.iter().filter(|&&card| card == up).count();
    let unsuited = cards.iter().filter(|card| card.rank == up.rank && card.suit != up.suit).count();
    let matches = |asked: Option<u8>, found: usize| asked.is_none_or(|asked| usize::from(asked) == found);
    matches(pattern.suited_matches, suited)
        && matches(pattern.unsuited_matches, unsuited)
        && pattern.spread.is_none_or(|[least, most]| {
            let [first, second] = cards else { return false };
            spreads(first.rank, second.rank, up.rank, ace).any(|spread| (least..=most).contains(&spread))
        })
}

/// Numbers of ranks between two cards between which the third falls, for each place an ace may take.
fn spreads(first: Rank, second: Rank, between: Rank, ace: AcePlace) -> impl Iterator<Item = u8> {
    ace.pairs().iter().filter_map(move |&[one, other]| {
        let (first, second) = (position(first, one), position(second, other));
        let (low, high) = (first.min(second), first.max(second));
        // An ace as the up card stands at an end of the scale, and so between no two cards.
        let between = position(between, one);
        (low < between && between < high).then(|| high - low - 1)
    })
}

/// A rank's place in the order of ranks: 2 at 2, the king at 13.
fn position(rank: Rank, ace: u8) -> u8 {
    match rank.index() {
        0 => ace,
        index => index as u8 + 1,
    }
}

/// The names fit the cards in some order.
fn are_named(names: &[CardName], cards: &[Card]) -> bool {
    let Some((name, rest)) = names.split_first() else { return cards.is_empty() };
    (0..cards.len()).any(|at| {
        name.is(cards[at]) && {
            let others: Vec<Card> = cards[..at].iter().chain(&cards[at + 1..]).copied().collect();
            are_named(rest, &others)
        }
    })
}

/// Numbers of cards of equal rank, largest first.
fn groups(cards: &[Card]) -> Vec<u8> {
    let mut counts = [0_u8; 13];
    cards.iter().for_each(|card| counts[card.rank.index()] += 1);
    let mut groups: Vec<u8> = counts.into_iter().filter(|&count| count > 0).collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    groups
}

fn are_suited(suits: SuitsPattern, cards: &[Card]) -> bool {
    let is_red = |card: &Card| matches!(card.suit, Suit::Diamonds | Suit::Hearts);
    let one = cards.windows(2).all(|pair| pair[0].suit == pair[1].suit);
    match suits {
        SuitsPattern::One => one,
        SuitsPattern::Different => !one,
        SuitsPattern::OneColor => cards.windows(2).all(|pair| is_red(&pair[0]) == is_red(&pair[1])),
    }
}

/// The total of a player's hand.
fn points(cards: &[Card], soft: bool) -> u8 {
    let hard: u8 = cards.iter().map(|card| card.rank.value().hard_points()).sum();
    let has_ace = cards.iter().any(|card| card.rank.value() == Value::ACE);
    if soft && has_ace && hard + 10 <= 21 { hard + 10 } else { hard }
}

fn is_run(cards: &[Card], ace: AcePlace) -> bool {
    ace.places().iter().any(|&place| {
        let mut places: Vec<u8> = cards.iter().map(|card| position(card.rank, place)).collect();
        places.sort_unstable();
        places.windows(2).all(|pair| pair[1] == pair[0] + 1)
    })
}

fn is_blackjack(cards: &[Card]) -> bool {
    let values: Vec<Value> = cards.iter().map(|card| card.rank.value()).collect();
    matches!(values[..], [Value::ACE, Value::TEN] | [Value::TEN, Value::ACE])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(name: &str) -> Rank {
        name.parse().expect("a rank")
    }

    fn card(name: &str) -> Card {
        let name: CardName = name.parse().expect("a card");
        Card { rank: name.rank, suit: name.suit.expect("a suit") }
    }

    fn cards(names: &str) -> Vec<Card> {
        names.split(' ').map(card).collect()
    }

    /// 633a.7(g)(3)(i): a 7 and a 9 with an 8 are a one-card spread.
    #[test]
    fn spreads_by_hand() {
        let spread = |first, second, up, ace| spreads(rank(first), rank(second), rank(up), ace).collect::<Vec<_>>();
        assert_eq!(spread("7", "9", "8", AcePlace::High), [1]);
        assert_eq!(spread("9", "7", "8", AcePlace::Low), [1]);
        assert_eq!(spread("7", "9", "9", AcePlace::Both), [0; 0]);
        assert_eq!(spread("A", "3", "2", AcePlace::High), [0; 0]);
        assert_eq!(spread("A", "3", "2", AcePlace::Low), [1]);
        assert_eq!(spread("A", "3", "K", AcePlace::Both), [10]);
        assert_eq!(spread("A", "8", "5", AcePlace::Both), [6]);
        assert_eq!(spread("2", "K", "A", AcePlace::Both), [0; 0], "an ace is never between");
        assert_eq!(spread("A", "A", "7", AcePlace::Both), [0; 0], "two aces stand together");
        assert_eq!(spread("A", "A", "7", AcePlace::Each), [12], "one low and one high");
        assert_eq!(spread("A", "A", "A", AcePlace::Each), [0; 0], "an ace is never between");
        assert_eq!(spread("A", "3", "K", AcePlace::Each), [10]);
    }

    #[test]
    fn runs_by_hand() {
        for (names, high, low) in [
            ("Ah 2c 3d", false, true),
            ("Qh Kc Ad", true, false),
            ("Kh Ac 2d", false, false),
            ("9h 10c Jd", true, true),
            ("9h 9c 10d", false, false),
            ("Ah Ac", false, false),
        ] {
            assert_eq!(is_run(&cards(names), AcePlace::High), high, "{names}");
            assert_eq!(is_run(&cards(names), AcePlace::Low), low, "{names}");
            assert_eq!(is_run(&cards(names), AcePlace::Both), high || low, "{names}");
        }
    }

    #[test]
    fn names_fit_in_any_order() {
        let names = ["Q", "Qh"].map(|name| name.parse().expect("a card"));
        assert!(are_named(&names, &cards("Qh Qs")));
        assert!(are_named(&names, &cards("Qs Qh")));
        assert!(!are_named(&names, &cards("Qs Qc")));
        assert!(!are_named(&names, &cards("Qs Kh")));
    }

    #[test]
    fn groups_and_totals_by_hand() {
        assert_eq!(groups(&cards("7h 7c 2d 7s")), [3, 1]);
        assert_eq!(groups(&cards("7h 2c 2d 7s")), [2, 2]);
        assert_eq!(points(&cards("Ah 9c"), true), 20);
        assert_eq!(points(&cards("Ah 9c"), false), 10);
        assert_eq!(points(&cards("Kh 10c"), true), 20);
        assert!(is_blackjack(&cards("Ah 10c")) && is_blackjack(&cards("Jh Ac")) && !is_blackjack(&cards("Ah 9c")));
    }
}
