//! What signals are worth to the player.

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rules::Game;
use solver::{Class, SolveError, Solver, ValueOfSignals};

use crate::games::game;

fn solver(id: &str, shoe: Composition) -> Solver {
    Solver::for_game(game(id), shoe).expect("a shoe that cannot run out")
}

fn adds_up(value: &ValueOfSignals) {
    for up in &value.ups {
        let of_signals: BigRational = up.signals.iter().map(|one| &one.probability * &one.untold).sum();
        assert_eq!(of_signals, up.untold, "up card {}", up.up);
    }
    let ups: BigRational = value.ups.iter().map(|up| &up.probability * up.value()).sum();
    assert_eq!(ups, value.value());
}

#[test]
fn a_table_that_tells_nothing_gives_nothing_away() {
    let solver = solver("plain-blackjack", Composition::decks(1));
    assert_eq!(solver.value_of_signals(Class::CdzMinus), Ok(None));
    let perfect = solver.value_of_signals(Class::Perfect).expect_err("perfect play is not valued so");
    assert!(matches!(perfect, SolveError::PerfectUnsolved(_)));
}

#[test]
fn what_the_masque_device_gives_away() {
    let solver = solver("pa-685a-down-under", Composition::decks(4));
    for strategy in [Class::Td, Class::CdzMinus] {
        let value = solver.value_of_signals(strategy).expect("solved").expect("signals");
        adds_up(&value);
        // A hand is never played worse for being told something, before a split changes what it is best kept to.
        assert!(value.ups.iter().all(|up| up.value().is_positive()), "{strategy}");
        let six = value.ups.iter().find(|up| up.up.index() == 5).expect("a six");
        assert_eq!(six.signals.len(), 3);
        let ten = value.ups.iter().find(|up| up.up == Value::TEN).expect("a ten");
        // An ace in the hole ends the round, whatever the player was told.
        let over = ten.signals.iter().find(|signal| signal.signal == "blackjack").expect("a blackjack");
        assert!(over.value().is_zero());
    }
}

/// Two cards that the player sees are worth more than a range, and a range more than nothing: all in one shoe.
#[test]
fn the_more_is_told_the_more_it_is_worth() {
    let shoe = Composition::decks(2);
    let of = |game: Game| {
        let solver = Solver::for_game(game, shoe).expect("a full shoe");
        let value = solver.value_of_signals(Class::CdzMinus).expect("solved").expect("signals");
        adds_up(&value);
        value
    };
    let ranges = game("pa-685a-down-under");
    let mut face_up = ranges.clone();
    face_up.hole_card.exposed_if_both = Value::all().collect();
    let (ranges, face_up) = (of(ranges), of(face_up));
    assert_eq!(ranges.untold, face_up.untold);
    assert!(ranges.value().is_positive() && face_up.value() > ranges.value());
}
