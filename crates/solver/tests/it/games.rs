//! Game files as they stand, with every choice at its default.

use rules::Game;

pub(crate) fn game(id: &str) -> Game {
    let path = format!("{}/../../games/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    toml::from_str(&std::fs::read_to_string(path).expect("game file")).expect("game")
}
