//! [`crate::attack`] on small shoes of further games: what each has that the others have not.

use crate::attack::{Target, assert_named, attack, stride, submission};
use crate::attack_changes::changed;

/// What is named as not checked where bounds of perfect play are stated and perfect play is not.
const BOUNDS: [&str; 3] = ["/bracket", "/bracket/high", "/bracket/low"];

/// Attacks a game with this shoe, and twenty thousand rounds dealt.
fn attacked(analysis: &str, shoe: &str, set: &[(&str, &str)], usual: usize, named: &[&str]) {
    let mut all = vec![("shoe", shoe), ("simulation.rounds", "20000"), ("simulation.seed", "3"), ("cut-card", "none")];
    all.extend(set);
    assert_named(&attack(&Target::new(submission(analysis, &all)), stride(usual)), named);
}

/// A hole card that is seen, also where the shoe has no such card.
#[test]
fn no_leaf_of_double_exposure_can_be_changed_unseen() {
    attacked("double-exposure/6-decks.toml", "8,0,0,0,0,8,0,8,0,24", &[], 101, &[]);
}

/// Against a 6 the player would see a 2, of which the shoe has none: nothing is decided, and no letter can be put in its place.
#[test]
fn nothing_is_decided_under_a_hole_card_that_the_shoe_has_not() {
    let small = [("shoe", "8,0,0,0,0,8,0,8,0,24"), ("simulation", "none"), ("cut-card", "none")];
    let target = Target::new(submission("double-exposure/6-decks.toml", &small));
    for class in ["0", "1"] {
        let place = format!("/classes/{class}/play/1/signals/1/acts");
        let signal = target.certificate.pointer(&place.replace("acts", "signal")).expect("a signal");
        assert_eq!(signal, "exposed 2");
        let mut value = target.certificate.clone();
        let acts = value.pointer_mut(&place).expect("acts");
        *acts = changed(acts, &place);
        assert_eq!(target.passes(&value, &place), None, "{place}");
    }
}

/// Doubles and splits on the house's money.
#[test]
#[ignore = "long; `just slow`"]
fn no_leaf_of_free_bet_can_be_changed_unseen() {
    attacked("free-bet/6-decks.toml", "8,0,0,0,8,0,0,8,0,24", &[], 5, &BOUNDS);
}

/// Bonuses by the cards of a hand, and doubled hands that are given up.
#[test]
#[ignore = "long; `just slow`"]
fn no_leaf_of_spanish_21_can_be_changed_unseen() {
    attacked("spanish-21/6-decks.toml", "8,0,0,0,0,8,8,0,0,18", &[], 11, &BOUNDS);
}

/// What is given up before the dealer looks for a blackjack.
#[test]
#[ignore = "long; `just slow`"]
fn no_leaf_of_early_surrender_can_be_changed_unseen() {
    let early = [("options.surrender", "early")];
    attacked("pa-633a-blackjack/6-decks.toml", "8,0,0,0,0,8,0,8,0,24", &early, 7, &BOUNDS);
}

/// Signals, and a push total.
#[test]
#[ignore = "long; `just slow`"]
fn no_leaf_of_down_under_can_be_changed_unseen() {
    let few_rounds = [("simulation.cut-card.rounds", "20000")];
    attacked("pa-685a-down-under/6-decks.toml", "8,0,0,0,0,8,0,8,0,24", &few_rounds, 211, &[]);
}

/// Second cards that are exchanged, with their gains.
#[test]
#[ignore = "long; `just slow`"]
fn no_leaf_of_two_hands_to_switch_can_be_changed_unseen() {
    let named = [&BOUNDS[..], &["/classes/*/variance"]].concat();
    attacked("pa-633a-blackjack-switch/6-decks.toml", "8,0,0,0,0,8,0,8,0,24", &[], 211, &named);
}
