//! What the cards are dealt from, and which of them count where a rule goes by the number of decks.

use serde::{Deserialize, Serialize};

use crate::schema::JsonSchema;

/// What the cards are dealt from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// A shoe that holds all decks.
    #[default]
    Shoe,
    /// The dealer's hand.
    Hand,
    /// One side of a double shoe. Each side holds the number of decks that is analysed, shuffled apart from the other's, and
    /// a round is dealt from one of them.
    ///
    /// A determinant card decides which: its colour is that of one side. If it was drawn from that side it becomes the first
    /// player's first card, so that the colour of this card is known before it is dealt.
    DoubleShoe,
}

/// Which decks of a double shoe a rule counts that goes by the number of decks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecksCounted {
    /// Those of the side that the round is dealt from.
    #[default]
    PerSide,
    /// Those of both sides together.
    BothSides,
}

impl Dealing {
    /// What is burned unseen where shoes are dealt to their cut card. Texts that say nothing of it are taken to mean the same.
    pub fn burned(self) -> &'static str {
        match self {
            Self::Hand => "a card before every round",
            Self::Shoe | Self::DoubleShoe => "the first card of every shoe",
        }
    }

    /// The number of decks that a rule counts.
    pub fn counted(self, decks: u16, counted: DecksCounted) -> u16 {
        match (self, counted) {
            (Self::DoubleShoe, DecksCounted::BothSides) => decks.saturating_mul(2),
            _ => decks,
        }
    }
}
