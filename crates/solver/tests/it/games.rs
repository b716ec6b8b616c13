//! Game files as they stand, with every choice at its default.

use rules::{Cards, Game, SurrenderAfterDouble, SurrenderIntoBlackjack, SurrenderRule, SurrenderWhen};

pub(crate) fn game(id: &str) -> Game {
    let path = format!("{}/../../games/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    Game::stated(&std::fs::read_to_string(path).expect("game file")).expect("game")
}

/// Late surrender of two cards, all else at its default.
pub(crate) fn late_surrender(loses: &str) -> SurrenderRule {
    SurrenderRule {
        clauses: Vec::new(),
        when: SurrenderWhen::Late,
        loses: loses.parse().expect("odds"),
        cards: Cards::default(),
        after_split: false,
        split_aces: false,
        doubled: true,
        after_double: SurrenderAfterDouble::default(),
        into_blackjack: SurrenderIntoBlackjack::default(),
    }
}
