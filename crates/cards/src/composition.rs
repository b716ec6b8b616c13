//! Cards counted by value: shoes, hands and what has been seen of a shoe.

use std::fmt;
use std::str::FromStr;

use crate::{ParseValueError, Value};

/// Counts by card value: a shoe, a hand, or the cards seen so far.
///
/// A composition is a multiset; nothing in it remembers an order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Composition {
    counts: [u16; Value::COUNT],
}

/// A composition could not be read or a card could not be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompositionError {
    /// A part of the text names no card value.
    #[error(transparent)]
    Value(#[from] ParseValueError),
    /// More cards of a value were taken than there are.
    #[error("no {0} is left in the shoe")]
    Missing(Value),
    /// The text has another number of counts than there are values.
    #[error("expected ten counts A,2,…,9,T separated by commas, found {0}")]
    Length(usize),
    /// A count is no whole number below 65536.
    #[error("`{0}` is not a count of cards")]
    Count(String),
}

impl Composition {
    /// No cards.
    pub const EMPTY: Composition = Composition { counts: [0; Value::COUNT] };

    /// The composition with these counts, indexed A, 2, …, 9, T.
    pub fn new(counts: [u16; Value::COUNT]) -> Self {
        Self { counts }
    }

    /// `decks` decks of 52 cards: per deck four of each value and sixteen tens.
    pub fn decks(decks: u16) -> Self {
        let mut counts = [4 * decks; Value::COUNT];
        counts[Value::TEN.index()] = 16 * decks;
        Self { counts }
    }

    /// The counts, indexed A, 2, …, 9, T.
    pub fn counts(&self) -> &[u16; Value::COUNT] {
        &self.counts
    }

    /// How many cards of this value.
    pub fn count(&self, value: Value) -> u16 {
        self.counts[value.index()]
    }

    /// How many cards altogether.
    pub fn total(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// The composition with one more card of this value.
    #[must_use]
    pub fn with(mut self, value: Value) -> Self {
        self.counts[value.index()] += 1;
        self
    }

    /// The composition with one card of this value taken out.
    ///
    /// # Errors
    /// [`CompositionError::Missing`] if it holds none.
    pub fn without(mut self, value: Value) -> Result<Self, CompositionError> {
        let count = &mut self.counts[value.index()];
        *count = count.checked_sub(1).ok_or(CompositionError::Missing(value))?;
        Ok(self)
    }

    /// The composition with all of `cards` taken out.
    ///
    /// # Errors
    /// [`CompositionError::Missing`] for the first value of which it holds too few.
    pub fn without_all(mut self, cards: &Composition) -> Result<Self, CompositionError> {
        for value in Value::all() {
            let count = &mut self.counts[value.index()];
            *count = count.checked_sub(cards.count(value)).ok_or(CompositionError::Missing(value))?;
        }
        Ok(self)
    }
}

impl FromIterator<Value> for Composition {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        values.into_iter().fold(Composition::EMPTY, Composition::with)
    }
}

/// Ten counts separated by commas, A first and T last.
impl FromStr for Composition {
    type Err = CompositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        if parts.len() != Value::COUNT {
            return Err(CompositionError::Length(parts.len()));
        }
        let mut counts = [0; Value::COUNT];
        for (count, part) in counts.iter_mut().zip(parts) {
            *count = part.parse().map_err(|_| CompositionError::Count(part.to_owned()))?;
        }
        Ok(Self { counts })
    }
}

/// The cards in value order, as in `A,2,2,T`.
impl fmt::Display for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<String> =
            Value::all().flat_map(|value| (0..self.count(value)).map(move |_| value.to_string())).collect();
        f.write_str(&cards.join(","))
    }
}

/// Reads cards separated by commas, as in `T,6`, in the order given.
///
/// # Errors
/// [`ParseValueError`] for the first part that is no card value.
pub fn parse_hand(text: &str) -> Result<Vec<Value>, ParseValueError> {
    text.split(',').map(str::parse).collect()
}

/// A number of decks in words.
///
/// ```
/// assert_eq!([1, 6].map(cards::decks_in_words), ["1 deck", "6 decks"]);
/// ```
pub fn decks_in_words(decks: u16) -> String {
    format!("{decks} deck{}", if decks == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shoe_of_six_decks() {
        let shoe = Composition::decks(6);
        assert_eq!(shoe.total(), 312);
        assert_eq!(shoe.count(Value::TEN), 96);
        assert_eq!(shoe.count(Value::ACE), 24);
    }

    #[test]
    fn taking_a_card_that_is_not_there_is_an_error() {
        let hand: Composition = [Value::ACE, Value::TEN].into_iter().collect();
        assert_eq!(hand.to_string(), "A,T");
        let left = hand.without(Value::ACE).expect("one ace");
        assert_eq!(left.without(Value::ACE), Err(CompositionError::Missing(Value::ACE)));
    }

    #[test]
    fn counts_are_read_in_order() {
        assert_eq!("4,4,4,4,4,4,4,4,4,16".parse(), Ok(Composition::decks(1)));
        assert_eq!("1,2".parse::<Composition>(), Err(CompositionError::Length(2)));
    }
}
