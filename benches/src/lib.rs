//! The committed analyses, found from any working directory.

use std::path::Path;

use rules::{Override, Submission};

/// Loads `analyses/<game>/<decks>-decks.toml`, or the game's six decks with another number of decks.
///
/// # Panics
/// If neither analysis is there, or the game does not allow so many decks.
pub fn submission(game: &str, decks: u16) -> Submission {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../analyses").join(game);
    let own = folder.join(format!("{decks}-decks.toml"));
    let path = if own.exists() { own } else { folder.join("6-decks.toml") };
    Submission::load(&path, &[Override::new("decks", decks.to_string())]).unwrap_or_else(|error| panic!("{error}"))
}
