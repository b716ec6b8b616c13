//! What cards, and hands, a line of a side wager asks for.

use std::str::FromStr;

use cards::{Card, Rank, Suit};
use serde::Deserialize;
use serde::de::Deserializer;

use crate::schema::JsonSchema;
use crate::text::{optional_exactly, parsed, ranks};

/// What a group of cards looks like.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardsPattern {
    /// Exactly these cards in any order.
    #[serde(default)]
    pub cards: Vec<CardName>,
    /// Every card is of one of these ranks; empty for any.
    #[serde(default, deserialize_with = "ranks")]
    pub ranks: Vec<Rank>,
    /// Numbers of cards of equal rank, largest first: `[2, 1, 1]` is a pair among four cards. Empty for any.
    #[serde(default)]
    pub alike: Vec<u8>,
    /// Their suits.
    pub suits: Option<SuitsPattern>,
    /// Their total, aces counted 11 where that does not exceed 21.
    pub total: Option<u8>,
    /// Whether their ranks are consecutive.
    #[serde(default)]
    pub run: bool,
    /// Whether they are an ace and a card of ten points.
    #[serde(default)]
    pub blackjack: bool,
}

/// Suits of a group of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SuitsPattern {
    /// All of one suit.
    One,
    /// Not all of one suit.
    Different,
    /// All red or all black.
    OneColor,
}

/// A card by its name: a rank, and a suit if that matters, such as `Qh`, `10s` or `K`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardName {
    /// The rank.
    pub rank: Rank,
    /// The suit, or any.
    pub suit: Option<Suit>,
}

impl CardName {
    /// Whether a card is of this name.
    #[inline]
    pub fn is(self, card: Card) -> bool {
        self.rank == card.rank && self.suit.is_none_or(|suit| suit == card.suit)
    }
}

impl FromStr for CardName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(Card { rank, suit }) = text.parse() {
            return Ok(Self { rank, suit: Some(suit) });
        }
        let no_card = |_| format!("`{text}` is not a card: expected a rank and a suit, such as Qh or 10s");
        Ok(Self { rank: text.parse().map_err(no_card)?, suit: None })
    }
}

impl<'de> Deserialize<'de> for CardName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer, "a card in quotation marks")
    }
}

/// How the up card stands to the player's first two cards.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UpPattern {
    /// How many of them are of its rank and suit.
    pub suited_matches: Option<u8>,
    /// How many are of its rank and another suit.
    pub unsuited_matches: Option<u8>,
    /// It falls between them, with at least and at most so many ranks between the two.
    #[serde(default, deserialize_with = "optional_exactly")]
    pub spread: Option<[u8; 2]>,
}

/// The dealer's hand once it is finished.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DealerPattern {
    /// At least and at most so many cards.
    #[serde(default, deserialize_with = "optional_exactly")]
    pub cards: Option<[u8; 2]>,
    /// At least and at most this total; more than 21 is a bust.
    #[serde(default, deserialize_with = "optional_exactly")]
    pub total: Option<[u8; 2]>,
    /// Whether it is a blackjack, or is not.
    pub blackjack: Option<bool>,
    /// The first three cards.
    pub first_three: Option<CardsPattern>,
    /// Ranks of the third card; empty for any.
    #[serde(default, deserialize_with = "ranks")]
    pub third: Vec<Rank>,
}

impl DealerPattern {
    /// Whether the line asks for ranks or suits, not only for points. It asks for three cards then.
    pub fn asks_for_faces(&self) -> bool {
        self.first_three.is_some() || !self.third.is_empty()
    }

    /// Whether a finished hand of so many cards and points fits, as far as these say.
    pub fn fits(&self, cards: u8, total: u8, blackjack: bool) -> bool {
        let within = |range: Option<[u8; 2]>, number| range.is_none_or(|[low, high]| (low..=high).contains(&number));
        within(self.cards, cards) && within(self.total, total) && self.blackjack.is_none_or(|asked| asked == blackjack)
    }
}

/// The player's hand once it is finished.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HandPattern {
    /// Its total.
    pub total: u8,
}

/// A straight of the player's cards.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StraightPattern {
    /// So many cards or more.
    pub cards: u8,
    /// Suits of the ace that must be among them; empty if none must.
    #[serde(default)]
    pub ace: Vec<SuitName>,
}

/// A suit by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the four suits are their own documentation")]
pub enum SuitName {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl From<SuitName> for Suit {
    fn from(name: SuitName) -> Self {
        match name {
            SuitName::Clubs => Self::Clubs,
            SuitName::Diamonds => Self::Diamonds,
            SuitName::Hearts => Self::Hearts,
            SuitName::Spades => Self::Spades,
        }
    }
}
