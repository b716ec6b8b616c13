//! Cards that an analysis takes out of the shoe.

use std::fmt;
use std::str::FromStr;

use cards::{Card, Value};

/// A card that an analysis takes out of the shoe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovedCard {
    /// Some card of this value, of unknown rank and suit.
    Value(Value),
    /// This card.
    Face(Card),
}

impl RemovedCard {
    /// Its value.
    pub fn value(self) -> Value {
        match self {
            Self::Value(value) => value,
            Self::Face(card) => card.rank.value(),
        }
    }
}

impl fmt::Display for RemovedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Face(card) => card.fmt(f),
        }
    }
}

impl FromStr for RemovedCard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(card) = text.parse() {
            return Ok(Self::Face(card));
        }
        text.parse().map(Self::Value).map_err(|_| {
            format!(
                "`{text}` is not a card: expected A, 2 to 9, T (or 10, J, Q, K), or a rank and a suit such as Qh or 10s"
            )
        })
    }
}
