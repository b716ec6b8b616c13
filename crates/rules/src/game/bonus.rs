//! Hands of 21 that are paid more.

use cards::Value;
use serde::Deserialize;

use crate::odds::Odds;
use crate::schema::JsonSchema;
use crate::text::values;

/// Totals of 21 that are paid more. The first of the list that fits is paid, whatever the dealer has short of a blackjack.
///
/// Suits are not seen by the strategies, so a payout that depends on them counts with its expectation.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BonusRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether the hands of a split are paid them too. A doubled hand never is.
    pub after_split: bool,
    /// The hands.
    pub hands: Vec<BonusHand>,
    /// The cards that the shoe's cards are drawn from, by value and suit, where these are not whole decks. It follows from the
    /// analysis; the rules do not state it.
    #[serde(skip)]
    pub suits: Option<[[u16; 4]; Value::COUNT]>,
}

impl BonusRule {
    /// Cards by value and by suit, in the order of [`cards::Suit::ALL`], that the cards of a shoe are drawn from. Where they are not known they are
    /// those of the fewest full decks that hold the cards of the value: cards taken out of full decks that are of unknown suit leave the
    /// suits of the others as they were.
    pub fn suits_of(&self, shoe: &[u16; Value::COUNT]) -> [[u16; 4]; Value::COUNT] {
        self.suits.unwrap_or_else(|| shoe.map(|count| [count.div_ceil(4); 4]))
    }
}

/// A hand of 21 that is paid more: by its number of cards or by its values.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BonusHand {
    /// So many cards or more.
    #[serde(default)]
    pub cards: Option<u8>,
    /// These values.
    #[serde(default, deserialize_with = "values")]
    pub values: Vec<Value>,
    /// Payout.
    pub pays: Odds,
    /// Payout if all cards are of one suit, where that is more.
    #[serde(default)]
    pub suited: Option<Odds>,
    /// Payout if all cards are spades, where that is more.
    #[serde(default)]
    pub spades: Option<Odds>,
}
