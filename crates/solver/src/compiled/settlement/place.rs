//! Where a hand stands in a round, how it was doubled, and what is staked on it.

use crate::compiled::hands::Hand;

/// Where a hand stands in the round: rules may stake and pay the hands of a split differently.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum HandPlace {
    /// A hand that was not split.
    Unsplit,
    /// The hand of a split that is played first.
    First,
    /// A hand of a split that is played later.
    Later,
    /// A hand of a split that is played later, on a wager that the house gives.
    Given,
    /// A hand of a split that is played later, when no hand before it is live. It is told apart from the others by perfect
    /// play alone, which knows.
    Alone,
    /// [`HandPlace::First`] of two original cards that the push rule pays and the player still holds.
    FirstOriginal,
    /// [`HandPlace::Later`] of such cards.
    LaterOriginal,
    /// [`HandPlace::Given`] of such cards.
    GivenOriginal,
    /// [`HandPlace::Alone`] of such cards.
    AloneOriginal,
}

/// Number of places.
pub(super) const PLACES: usize = 9;

impl HandPlace {
    pub(crate) const ALL: [HandPlace; PLACES] = [
        HandPlace::Unsplit,
        HandPlace::First,
        HandPlace::Later,
        HandPlace::Given,
        HandPlace::Alone,
        HandPlace::FirstOriginal,
        HandPlace::LaterOriginal,
        HandPlace::GivenOriginal,
        HandPlace::AloneOriginal,
    ];

    /// The same place in a split of two original cards that the player still holds.
    pub(crate) fn of_originals(self) -> Self {
        match self {
            HandPlace::First => HandPlace::FirstOriginal,
            HandPlace::Later => HandPlace::LaterOriginal,
            HandPlace::Given => HandPlace::GivenOriginal,
            HandPlace::Alone => HandPlace::AloneOriginal,
            other => other,
        }
    }

    /// The same place, whatever was split.
    pub(crate) fn of_any_split(self) -> Self {
        match self {
            HandPlace::FirstOriginal => HandPlace::First,
            HandPlace::LaterOriginal => HandPlace::Later,
            HandPlace::GivenOriginal => HandPlace::Given,
            HandPlace::AloneOriginal => HandPlace::Alone,
            other => other,
        }
    }

    /// The place in the same split of the hand played first, and of one played when no hand before it is live.
    pub(crate) fn first_and_alone(self) -> [Self; 2] {
        let places = [HandPlace::First, HandPlace::Alone];
        if self == self.of_any_split() { places } else { places.map(HandPlace::of_originals) }
    }
}

/// Whether a hand was doubled, and on whose money.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Doubling {
    No,
    Own,
    /// With a wager that the house gives.
    Given,
}

impl Doubling {
    pub(crate) const ALL: [Doubling; 3] = [Doubling::No, Doubling::Own, Doubling::Given];
    /// Of hands that were doubled.
    pub(crate) const DOUBLED: [Doubling; 2] = [Doubling::Own, Doubling::Given];

    /// How this hand is doubled.
    pub(crate) fn of(hand: &Hand) -> Self {
        if hand.free_double { Self::Given } else { Self::Own }
    }
}

/// What a hand can lose and win at even money, in initial wagers.
#[derive(Clone, Copy)]
pub(super) struct Stake {
    pub(super) risk: i32,
    pub(super) wins: i32,
}
