//! Ranks, suits and physical cards.

use std::fmt;
use std::str::FromStr;

use crate::Value;

/// Names of the ranks, by index.
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// A card's rank, indexed ace, 2 … 10, jack, queen, king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// How many ranks there are.
    pub const COUNT: usize = RANKS.len();

    /// All thirteen ranks in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Rank)
    }

    /// 0 for the ace, 9 for the 10, 12 for the king.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The value class: 10, jack, queen and king are all [`Value::TEN`].
    pub fn value(self) -> Value {
        Value::from_index(self.index().min(Value::TEN.index())).unwrap_or(Value::TEN)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(RANKS[self.index()])
    }
}

/// The text is no rank.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a rank: expected A, 2 to 10, J, Q or K")]
pub struct ParseRankError(pub String);

impl FromStr for Rank {
    type Err = ParseRankError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = RANKS.iter().position(|&name| name == text.trim());
        found.map(|index| Rank(index as u8)).ok_or_else(|| ParseRankError(text.to_owned()))
    }
}

/// One of the four suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the four suits are their own documentation")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All four suits.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The one-letter name: `c`, `d`, `h`, `s`.
    pub fn letter(self) -> char {
        match self {
            Suit::Clubs => 'c',
            Suit::Diamonds => 'd',
            Suit::Hearts => 'h',
            Suit::Spades => 's',
        }
    }
}

/// A physical card's face. Each face occurs once in a deck, so a shoe of d decks holds d of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card {
    /// The rank.
    pub rank: Rank,
    /// The suit.
    pub suit: Suit,
}

impl Card {
    /// The 52 faces of a deck.
    pub fn all() -> impl Iterator<Item = Card> {
        Rank::all().flat_map(|rank| Suit::ALL.map(|suit| Card { rank, suit }))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank, self.suit.letter())
    }
}

/// The text is no card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a card: expected a rank and a suit, such as Qh or 10s")]
pub struct ParseCardError(pub String);

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.trim();
        let card = || {
            let letter = name.chars().last()?;
            let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == letter)?;
            let rank = name.strip_suffix(letter)?.parse().ok()?;
            Some(Card { rank, suit })
        };
        card().ok_or_else(|| ParseCardError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_read_as_it_is_written() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        for wrong in ["", "h", "Q", "Th", "QH", "Q♥", "11s", "éd"] {
            assert_eq!(wrong.parse::<Card>(), Err(ParseCardError(wrong.to_owned())));
        }
    }

    #[test]
    fn a_rank_is_read_as_it_is_written() {
        for rank in Rank::all() {
            assert_eq!(rank.to_string().parse(), Ok(rank));
        }
        assert_eq!("T".parse::<Rank>(), Err(ParseRankError("T".to_owned())));
    }

    #[test]
    fn a_deck_has_four_of_each_rank_and_sixteen_tens() {
        assert_eq!(Card::all().count(), 52);
        assert_eq!(Card::all().filter(|card| card.rank.value() == Value::TEN).count(), 16);
        assert_eq!(Card::all().filter(|card| card.rank.value() == Value::ACE).count(), 4);
    }
}
