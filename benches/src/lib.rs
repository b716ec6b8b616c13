//! The committed analyses, found from any working directory.

use std::path::Path;

use rules::{Override, Submission};

/// Loads `analyses/<game>/6-decks.toml` with another number of decks.
///
/// # Panics
/// If the analysis is not there or does not allow so many decks.
pub fn submission(game: &str, decks: u16) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../analyses/{game}/6-decks.toml"));
    Submission::load(&path, &[Override::new("decks", decks.to_string())]).unwrap_or_else(|error| panic!("{error}"))
}
