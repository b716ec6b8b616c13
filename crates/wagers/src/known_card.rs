//! What can be known of the determinant card of a double shoe.

use cards::Suit;

/// The suits of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    /// Hearts and diamonds.
    Red,
    /// Spades and clubs.
    Black,
}

impl Colour {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    pub(crate) fn is_of(self, suit: Suit) -> bool {
        matches!(suit, Suit::Hearts | Suit::Diamonds) == (self == Self::Red)
    }
}

/// Whose wager it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seat {
    /// That of the player who gets the determinant card.
    First,
    /// That of any other player.
    Other,
}

/// What is known of a kept determinant card, and from which seat it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) seat: Seat,
    pub(crate) colour: Colour,
}
