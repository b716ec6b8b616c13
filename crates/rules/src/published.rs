//! House edges that a source prints.

use serde::Deserialize;

use crate::odds::Percent;
use crate::schema::JsonSchema;

/// A published house edge, as an interval.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Published {
    /// Lower end.
    pub low: Percent,
    /// Upper end.
    pub high: Percent,
    /// Where it is published.
    pub source: String,
}
