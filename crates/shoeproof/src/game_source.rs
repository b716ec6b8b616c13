//! Where the rules of an analysis come from.

use std::path::PathBuf;

use serde::Serialize;

/// Where the rules of an analysis come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameSource {
    /// A game file in a folder `games` beside the analysis or above it.
    File(PathBuf),
    /// The game file of this id that is part of the program.
    Catalogue(String),
    /// A text that the caller gave.
    Text,
}
