//! The ten values that cards have in play.

use std::fmt;
use std::str::FromStr;

/// Number of distinct card values: ace, 2 to 9, and ten.
pub(crate) const VALUES: usize = 10;

/// A card's value class: ace, 2 to 9, or ten (10, jack, queen, king).
///
/// Ordered and indexed A, 2, …, 9, T. The ace's points (1 or 11) are a rule, not a property of the value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(u8);

/// The text is not one of `A 2 3 4 5 6 7 8 9 T 10 J Q K`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a card value: expected A, 2 to 9, T (or 10, J, Q, K)")]
pub struct ParseValueError(pub String);

impl Value {
    /// The ace.
    pub const ACE: Value = Value(0);
    /// The ten-valued class.
    pub const TEN: Value = Value(9);
    /// How many values there are.
    pub const COUNT: usize = VALUES;

    /// All values in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator {
        (0..VALUES as u8).map(Value)
    }

    /// The value with this index (0 = ace, 9 = ten), or `None` past the end.
    pub fn from_index(index: usize) -> Option<Value> {
        (index < VALUES).then_some(Value(index as u8))
    }

    /// 0 for the ace, `k - 1` for a card of k points, 9 for a ten.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Points with the ace counted as 1: the value's part of a hard total.
    pub fn hard_points(self) -> u8 {
        self.0 + 1
    }

    /// The one-letter name: `A`, `2` … `9`, `T`.
    pub fn letter(self) -> char {
        b"A23456789T"[self.index()] as char
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Value {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "A" | "a" | "1" => Ok(Value::ACE),
            "T" | "t" | "10" | "J" | "j" | "Q" | "q" | "K" | "k" => Ok(Value::TEN),
            other => match other.parse::<u8>() {
                Ok(points @ 2..=9) => Ok(Value(points - 1)),
                _ => Err(ParseValueError(other.to_owned())),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_value_parses_and_the_letter_round_trips() {
        for value in Value::all() {
            assert_eq!(value.to_string().parse(), Ok(value));
        }
        for ten in ["10", "J", "Q", "K", "t"] {
            assert_eq!(ten.parse(), Ok(Value::TEN));
        }
        for wrong in ["", "0", "11", "X", "1A"] {
            assert!(wrong.parse::<Value>().is_err(), "{wrong}");
        }
    }
}
