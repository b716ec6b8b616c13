//! The cards of one hand, kept in place: the reference copies hands more often than it does anything else.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use cards::Value;

/// More than any hand of a toy shoe takes; one more stops the test.
const MOST: usize = 15;

#[derive(Clone, Debug)]
pub(crate) struct HeldCards {
    cards: [Value; MOST],
    held: u8,
}

impl HeldCards {
    pub(crate) const NONE: Self = Self { cards: [Value::ACE; MOST], held: 0 };

    pub(crate) fn push(&mut self, card: Value) {
        self.cards[usize::from(self.held)] = card;
        self.held += 1;
    }
}

impl Deref for HeldCards {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.cards[..usize::from(self.held)]
    }
}

impl DerefMut for HeldCards {
    fn deref_mut(&mut self) -> &mut [Value] {
        &mut self.cards[..usize::from(self.held)]
    }
}

impl PartialEq for HeldCards {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl Eq for HeldCards {}

impl PartialOrd for HeldCards {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for HeldCards {
    fn cmp(&self, other: &Self) -> Ordering {
        self[..].cmp(&other[..])
    }
}

impl Hash for HeldCards {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Fifteen cards of four bits, behind how many there are.
        let packed = self.iter().fold(u64::from(self.held), |packed, card| packed << 4 | card.index() as u64);
        state.write_u64(packed);
    }
}
