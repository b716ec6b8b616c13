//! What readings that were missed for long are worth, as docs/games.md and the game files state it.

use std::path::Path;

use num_rational::BigRational;
use rules::{Override, Submission};
use solver::{Class, Solver, Want};

/// The house edge under CDZ- with these readings.
fn edge(analysis: &str, readings: &[(&str, &str)]) -> BigRational {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    let set = |(name, choice): &(&str, &str)| Override::new(format!("readings.{name}"), *choice);
    let submission = Submission::load(&path, &readings.iter().map(set).collect::<Vec<_>>()).expect("an analysis");
    -Solver::new(&submission).and_then(|solver| solver.solve(Class::CdzMinus, Want::action())).expect("a shoe").ev
}

/// Percentage points.
fn points(number: &BigRational, places: u32) -> String {
    cards::decimal(&(number * BigRational::from_integer(100.into())), places)
}

/// An ace and a ten on a hand of a split that are a blackjack, paid 3 to 2.
#[test]
fn blackjacks_after_a_split_are_worth_a_fifth_of_a_point() {
    let after_split = ("blackjack-after-split", "aces-and-tens");
    for (analysis, without, with, worth) in [
        ("pa-685a-down-under/6-decks.toml", "0.0269", "-0.1653", "0.1922"),
        ("pa-633a-blackjack/6-decks.toml", "0.1429", "-0.0514", "0.1943"),
    ] {
        let edges = [edge(analysis, &[]), edge(analysis, &[after_split])];
        let shown = edges.each_ref().map(|edge| points(edge, 4));
        assert_eq!(shown, [without, with], "{analysis}");
        let [without, with] = edges;
        assert_eq!(points(&(without - with), 4), worth, "{analysis}");
    }
}

/// 685a.12(h) supposes that busted wagers can still be returned: literally so, the player has the advantage.
#[test]
fn busted_wagers_that_are_returned() {
    let returned = edge("pa-685a-down-under/8-decks.toml", &[("bust-against-22", "returned")]);
    assert_eq!(points(&returned, 4), "-0.7391");
}

/// When is switched has no effect alone, and one beside the customary payout of a blackjack.
#[test]
fn two_readings_of_switch_have_an_effect_together() {
    let analysis = "pa-633a-blackjack-switch/8-decks.toml";
    let (first, customary) = (("switch-and-peek", "switch-first"), ("natural-pays", "customary"));
    assert_eq!(edge(analysis, &[]), edge(analysis, &[first]));
    let together = edge(analysis, &[customary, first]) - edge(analysis, &[customary]);
    assert_eq!(points(&together, 5), "0.00225");
}

/// 10(d) of the Massachusetts rules for surrendered hands of a split, in place of 8(a)(2).
#[test]
fn one_original_wager_of_surrendered_hands_of_a_split() {
    let read = [("surrender-into-blackjack", "whole-unless-split")];
    for (analysis, worth) in [("ma-double-attack/6-decks.toml", "0.0114"), ("ma-double-attack/8-decks.toml", "0.0115")]
    {
        let gained = edge(analysis, &[]) - edge(analysis, &read);
        assert_eq!(points(&gained, 4), worth, "{analysis}");
    }
}

/// 8(a)(2) of the Massachusetts rules against 9(c): the double wager of a hand that was doubled and given up.
#[test]
fn double_wagers_of_surrendered_hands() {
    let read = [("surrender-into-blackjack", "whole-and-double")];
    for (analysis, worth) in [("ma-double-attack/6-decks.toml", "0.0052"), ("ma-double-attack/8-decks.toml", "0.0043")]
    {
        let lost = edge(analysis, &read) - edge(analysis, &[]);
        assert_eq!(points(&lost, 4), worth, "{analysis}");
    }
}
