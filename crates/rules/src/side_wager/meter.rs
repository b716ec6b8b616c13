//! A meter that a side wager pays shares of.

use serde::{Deserialize, Serialize};

use super::Shared;
use crate::odds::Percent;
use crate::schema::JsonSchema;

/// A progressive meter.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MeterRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// What the meter starts from, or the least it may start from.
    pub seed: u32,
    /// What the seed counts.
    #[serde(default)]
    pub seed_in: SeedIn,
    /// Whether the text fixes the seed; otherwise it gives the least.
    pub seed_is_fixed: bool,
    /// Part of every wager that is added to the meter, if the text fixes it.
    pub rate: Option<Percent>,
    /// Part of every wager that is kept for later meters, if the text fixes it.
    pub reserve: Option<Percent>,
    /// What winners of the same round are paid of the meter.
    pub shared: Shared,
}

/// What the text states a meter's seed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeedIn {
    /// Multiples of the wager.
    #[default]
    Wagers,
    /// Dollars, whatever the wager.
    Dollars,
}
