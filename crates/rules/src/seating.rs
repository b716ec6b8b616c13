//! How many players a table has room for.

use serde::Deserialize;

use crate::schema::JsonSchema;

/// The betting positions of a table, by the text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Seating {
    /// Clauses on the table.
    pub clauses: Vec<String>,
    /// The most betting positions.
    pub positions: u16,
}
