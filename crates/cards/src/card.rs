use std::fmt;

use crate::Value;

/// A card's rank, indexed ace, 2 … 10, jack, queen, king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// All thirteen ranks in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator {
        (0..13).map(Rank)
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
        f.write_str(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][self.index()])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_has_four_of_each_rank_and_sixteen_tens() {
        assert_eq!(Card::all().count(), 52);
        assert_eq!(Card::all().filter(|card| card.rank.value() == Value::TEN).count(), 16);
        assert_eq!(Card::all().filter(|card| card.rank.value() == Value::ACE).count(), 4);
    }
}
