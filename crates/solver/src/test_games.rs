//! Games for tests: those of the folder `games`.

use rules::Game;

/// The game of this id, with every choice at its default.
pub(crate) fn game(id: &str) -> Game {
    let path = format!("{}/../../games/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    Game::stated(&std::fs::read_to_string(path).expect("game file")).expect("game")
}
