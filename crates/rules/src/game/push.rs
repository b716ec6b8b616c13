//! A total of the dealer's against which hands push.

use cards::Value;
use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::NaturalRule;
use super::yes;
use crate::schema::JsonSchema;
use crate::text::values;

/// A dealer total over 21 that returns the players' wagers instead of losing to them.
///
/// Hands that are *paid* against it all the same: a total of 21 (see `twenty_one` and `twenty_one_after_split`) and two
/// original cards from `originals`. A busted hand is never paid. For a player's blackjack see
/// [`NaturalRule::against_push`].
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PushRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// The total, 22.
    pub total: u8,
    /// Values of which two original cards are paid.
    #[serde(deserialize_with = "values")]
    pub originals: Vec<Value>,
    /// Whether two such cards formed after a split count as original.
    pub originals_after_split: bool,
    /// Whether two such cards still count after the hand has drawn (by a hit or a double).
    pub originals_after_draw: bool,
    /// Whose the original cards are once they are split.
    #[serde(default)]
    pub originals_held_by: OriginalsHeldBy,
    /// Whether a total of 21 is paid at all.
    #[serde(default = "yes")]
    pub twenty_one: bool,
    /// Whether 21 on the hands of a split is paid.
    pub twenty_one_after_split: AfterSplit,
    /// What a doubled hand that is paid receives.
    pub doubled: DoubledAgainstPush,
    /// What becomes of a hand that busted before the dealer drew.
    pub bust: BustAgainstPush,
}

/// Whose the first two cards are that the push rule asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OriginalsHeldBy {
    /// A hand's: once they are split, no hand holds both.
    #[default]
    Hand,
    /// The player's: of a split of two such cards every hand is paid, unless it has drawn beyond its second card and
    /// [`PushRule::originals_after_draw`] is false.
    Player,
}

/// Which hands of a split are paid for 21 against the push total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterSplit {
    /// All of them.
    Paid,
    /// Only the hand that is played first.
    FirstHandOnly,
    /// None: only an unsplit hand's 21.
    Returned,
}

/// What a doubled hand that is paid against the push total receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoubledAgainstPush {
    /// Bet and double wager are paid.
    Paid,
    /// The bet is paid, the double wager returned.
    BetOnly,
}

/// What becomes of a busted hand against the push total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BustAgainstPush {
    /// It has lost already.
    Lost,
    /// Its wager is returned.
    Returned,
}
