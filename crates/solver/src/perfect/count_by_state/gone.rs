//! Cards that are gone, seen or face down under doubled hands.

use crate::arithmetic::card_set::CardSet;

/// Cards gone, and those among them that lie face down under doubled hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GoneCards {
    pub(super) cards: CardSet,
    pub(super) unseen: CardSet,
}

impl GoneCards {
    /// Cards that all have been seen.
    pub(crate) fn seen(cards: CardSet) -> Self {
        Self { cards, unseen: CardSet::NONE }
    }

    #[inline]
    pub(super) fn faced_up(self) -> CardSet {
        self.cards - self.unseen
    }

    #[inline]
    pub(super) fn with(self, card: usize) -> Self {
        Self { cards: self.cards + CardSet::one(card), ..self }
    }

    /// The same with this card, which is among those gone, face up or down.
    #[inline]
    pub(super) fn faced(self, card: usize, seen: bool) -> Self {
        if seen { self } else { Self { unseen: self.unseen + CardSet::one(card), ..self } }
    }
}
