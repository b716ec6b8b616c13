//! Bounds of a number that is not known, for `certificate.json`.

use serde::{Deserialize, Serialize};

use crate::JsonSchema;

/// A number proven to lie between two decimals, which are rounded outwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedBracket {
    /// Not above it.
    pub low: String,
    /// Not below it.
    pub high: String,
}
