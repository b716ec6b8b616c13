//! Where a hand stands in a round, and by whose money it is doubled.

use crate::hands::Hand;

/// Where a hand stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum HandPlace {
    /// Not split.
    Unsplit,
    /// Of a split, the one played first.
    First,
    /// Of a split, a later one on the player's own wager.
    Later,
    /// Of a split, a later one on a wager that the house gave.
    Given,
    /// The same three of a split whose pair the player holds as his two original cards against the push total.
    FirstHeld,
    LaterHeld,
    GivenHeld,
}

impl HandPlace {
    pub(crate) fn is_first(self) -> bool {
        matches!(self, HandPlace::First | HandPlace::FirstHeld)
    }

    pub(crate) fn is_given(self) -> bool {
        matches!(self, HandPlace::Given | HandPlace::GivenHeld)
    }

    pub(crate) fn is_held(self) -> bool {
        matches!(self, HandPlace::FirstHeld | HandPlace::LaterHeld | HandPlace::GivenHeld)
    }

    /// A hand in this place, doubled so.
    pub(crate) fn with(self, doubled: Doubled) -> Wagered {
        Wagered { place: self, doubled }
    }
}

/// Whether a hand was doubled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Doubled {
    No,
    Own,
    /// With a wager that the house gave.
    Free,
}

impl Doubled {
    /// By whose money a hand is doubled.
    pub(crate) fn of(hand: &Hand) -> Self {
        if hand.doubles_free { Self::Free } else { Self::Own }
    }
}

/// What a hand's wagers depend on: where it stands, and whether it is doubled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wagered {
    pub(crate) place: HandPlace,
    pub(crate) doubled: Doubled,
}
