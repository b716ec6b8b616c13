//! The straight of a hand, card by card.

/// The straight of a hand so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Straight {
    /// None, and there will be none.
    None,
    /// From one rank to another, and it can grow.
    Open { low: u8, high: u8 },
    /// It has so many cards and grows no more.
    Closed { cards: u8, has_ace: bool },
}

/// Places of ranks in a straight.
const ACE: u8 = 1;

const QUEEN: u8 = 12;

const KING: u8 = 13;

impl Straight {
    pub(super) fn of_two(one: u8, other: u8) -> Self {
        let (low, high) = (one.min(other), one.max(other));
        match (low, high) {
            (ACE, KING) => Self::Closed { cards: 2, has_ace: true },
            _ if low + 1 == high => Self::Open { low, high },
            _ => Self::None,
        }
    }

    /// With one more card.
    pub(super) fn and(self, rank: u8, king_queen_ace: bool) -> Self {
        let Self::Open { low, high } = self else { return self };
        if rank + 1 == low {
            Self::Open { low: rank, high }
        } else if rank == high + 1 {
            Self::Open { low, high: rank }
        } else if king_queen_ace && (low, high, rank) == (QUEEN, KING, ACE) {
            Self::Closed { cards: 3, has_ace: true }
        } else {
            Self::Closed { cards: self.cards(), has_ace: low == ACE }
        }
    }

    pub(super) fn cards(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Open { low, high } => high - low + 1,
            Self::Closed { cards, .. } => cards,
        }
    }

    pub(super) fn has_ace(self) -> bool {
        match self {
            Self::None => false,
            Self::Open { low, .. } => low == ACE,
            Self::Closed { has_ace, .. } => has_ace,
        }
    }
}
