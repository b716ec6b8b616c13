//! Published values: the field's two independent exact programs on plain blackjack (dealer stands on all 17s and
//! peeks, double any first two also after a split, one split or to four hands, aces once with one card each, no
//! surrender).
//!
//! Those programs compute in double precision, and print 16 decimals; the last one carries their rounding (our exact
//! value of six decks under CDZ- ends …933723 where they print …9338). A value agrees if it is within one unit of the
//! last printed place.

use std::path::Path;

use num_rational::BigRational;
use rules::{Override, Submission};
use solver::{Solver, Strategy};

fn ev(game: &str, decks: u16, strategy: Strategy) -> BigRational {
    ev_with_hands(game, decks, 2, strategy)
}

fn ev_with_hands(game: &str, decks: u16, max_hands: u8, strategy: Strategy) -> BigRational {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../analyses/{game}/6-decks.toml"));
    let overrides =
        [Override::new("decks", decks.to_string()), Override::new("options.max-hands", max_hands.to_string())];
    let submission = Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{error}"));
    let solver = Solver::new(&submission).expect("a full shoe");
    solver.solve(strategy).expect("a full shoe").ev
}

/// The fraction a decimal stands for, and one unit of its last place.
fn printed(text: &str) -> (BigRational, BigRational) {
    let (whole, part) = text.split_once('.').expect("a decimal");
    let scale = num_bigint::BigInt::from(10).pow(part.len() as u32);
    let digits: num_bigint::BigInt = format!("{whole}{part}").parse().expect("digits");
    (BigRational::new(digits, scale.clone()), BigRational::new(1.into(), scale))
}

fn assert_prints(ev: &BigRational, expected: &str) {
    let (value, unit) = printed(expected);
    let difference = ev - value;
    assert!(difference <= unit && difference >= -unit, "{} is not {expected}", cards::decimal(ev, 18));
}

#[test]
fn cdz_six_decks_one_split() {
    assert_prints(&ev("plain-blackjack", 6, Strategy::CompositionDependent), "-0.0045688629729338");
}

#[test]
fn cdz_to_four_hands() {
    let ev = |decks| ev_with_hands("plain-blackjack", decks, 4, Strategy::CompositionDependent);
    assert_prints(&ev(1), "0.0018193430614842");
    assert_prints(&ev(6), "-0.0040287023611541");
}

#[test]
fn pennsylvania_blackjack_has_the_same_game_among_its_options() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
    let overrides = [Override::new("options.hit-split-aces", "false"), Override::new("options.surrender", "none")];
    let submission = Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{error}"));
    let solver = Solver::new(&submission).expect("a full shoe");
    assert_prints(&solver.solve(Strategy::CompositionDependent).expect("solved").ev, "-0.0040287023611541");
    // Perfect play with more than one split is refused, not approximated.
    assert!(solver.solve(Strategy::Perfect).is_err());
}

#[test]
fn perfect_play_one_deck_one_split() {
    assert_prints(&ev("plain-blackjack", 1, Strategy::Perfect), "0.0015496890422742");
}

#[test]
fn perfect_play_six_decks_one_split() {
    assert_prints(&ev("plain-blackjack", 6, Strategy::Perfect), "-0.0045684363536119");
}
