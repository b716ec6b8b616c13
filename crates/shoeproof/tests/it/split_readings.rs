//! What the regulations can be read to mean for the hands of a split, and splits to many hands, by the solver
//! and by the checker's other formulas.

use solver::{Class, Solver};

use crate::agreement::{agrees, laws_agree, load};
use crate::perfect_agreement::perfect_agrees;

const AFTER_SPLIT: (&str, &str) = ("readings.blackjack-after-split", "aces-and-tens");
const BY_PLAYER: (&str, &str) = ("readings.original-large-held-by", "player");

#[test]
#[ignore = "long; `just slow`"]
fn blackjacks_of_split_hands_are_checked() {
    agrees("pa-685a-down-under/4-decks.toml", &[AFTER_SPLIT]);
    let blackjack = "pa-633a-blackjack/1-decks.toml";
    agrees(blackjack, &[AFTER_SPLIT, ("options.resplit-aces", "true"), ("options.max-hands", "3")]);
    for hole_card in ["none-original-bets-only", "none-all-bets", "none-busted-bets"] {
        laws_agree(blackjack, &[AFTER_SPLIT, ("options.max-hands", "2"), ("options.hole-card", hole_card)]);
    }
    laws_agree("pa-665a-double-attack/8-decks.toml", &[AFTER_SPLIT, ("options.max-hands", "2")]);
    let small = ("shoe", "12,0,0,16,0,16,0,16,0,40");
    agrees("pa-633a-blackjack-switch/4-decks.toml", &[AFTER_SPLIT, small, ("options.max-hands", "2")]);
    let few = ("shoe", "8,0,0,8,0,8,0,8,8,20");
    perfect_agrees(blackjack, &[AFTER_SPLIT, few, ("options.max-hands", "2")]);
}

#[test]
#[ignore = "long; `just slow`"]
fn original_cards_that_stay_the_players_are_checked() {
    let game = "pa-685a-down-under/4-decks.toml";
    agrees(game, &[BY_PLAYER]);
    agrees(game, &[BY_PLAYER, ("readings.original-large", "tens"), ("readings.doubled-21-against-22", "bet-only")]);
    laws_agree(game, &[BY_PLAYER, AFTER_SPLIT, ("readings.large-after-draw", "yes")]);
    perfect_agrees(game, &[BY_PLAYER, ("shoe", "8,0,0,8,0,8,0,8,8,20"), ("readings.large-after-draw", "yes")]);
}

/// Few values, so few hands; pairs of eights and fours and sixteens are met, and the dealer's Blackjacks.
#[test]
fn surrendered_hands_of_a_split_are_checked() {
    let game = "ma-double-attack/6-decks.toml";
    let few = ("shoe", "12,0,0,16,0,16,0,16,0,40");
    let choices = [few, ("options.dealing", "hole-unread"), ("options.positions", "7")];
    let takes = |what| ("readings.surrender-into-blackjack", what);
    for others in [&[][..], &[("readings.dealer-blackjack-takes", "busted-too")]] {
        let read_as = |what| [&choices[..], &[takes(what)], others].concat();
        agrees(game, &read_as("whole-unless-split"));
        // An agreement about hands that nobody surrenders would prove nothing.
        let ev = |what| {
            let solver = Solver::new(&load(game, &read_as(what))).expect("a game that is solved");
            solver.ev(Class::CdzMinus).expect("a solution")
        };
        assert_ne!(ev("whole-unless-split"), ev("whole"), "{others:?}");
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn double_wagers_of_surrendered_hands_are_checked() {
    let takes = ("readings.surrender-into-blackjack", "whole-and-double");
    let choices = [takes, ("options.dealing", "hole-unread"), ("options.positions", "7")];
    agrees("ma-double-attack/6-decks.toml", &choices);
    let busted = ("readings.dealer-blackjack-takes", "busted-too");
    agrees("ma-double-attack/6-decks.toml", &[&choices[..], &[busted]].concat());
}

/// The solver's signed sums over cards of the pair's value and the checker's.
#[test]
#[ignore = "long; `just slow`"]
fn splits_to_many_hands_are_checked() {
    let blackjack = "pa-633a-blackjack/1-decks.toml";
    for hands in ["5", "8"] {
        agrees(blackjack, &[("options.max-hands", hands), ("options.resplit-aces", "true"), AFTER_SPLIT]);
    }
    agrees("pa-633a-blackjack/8-decks.toml", &[("decks", "12"), ("options.max-hands", "6")]);
    let small = ("shoe", "12,0,0,16,0,16,0,16,0,40");
    agrees("pa-633a-blackjack-switch/4-decks.toml", &[small, ("options.max-hands", "5")]);
}
