//! What the table tells of the hole card.

use cards::Value;
use rules::{Game, Submission};

fn game(id: &str) -> Game {
    let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/{}/6-decks.toml"), id);
    Submission::load(path.as_ref(), &[]).expect("an analysis").game
}

#[test]
fn without_signals_the_check_is_left() {
    let names = |game: &Game, up| game.hole_cases(up).into_iter().map(|case| case.signal).collect::<Vec<_>>();
    let told = game("pa-685a-down-under");
    let untold = told.without_signals();
    assert_eq!(names(&told, Value::TEN), ["small", "medium", "exposed T", "blackjack"]);
    assert_eq!(names(&untold, Value::TEN), ["no blackjack", "blackjack"]);
    let two = Value::from_index(1).expect("a two");
    assert_eq!((names(&told, two).len(), names(&untold, two)), (3, vec!["none".to_owned()]));
    assert!(told.signals_hole_card() && !untold.signals_hole_card());
    assert!(game("double-exposure").signals_hole_card() && !game("plain-blackjack").signals_hole_card());
}
