//! What the regulations can be read to mean for the hands of a split, and splits to many hands: real cards at the table, and what
//! the readings are worth.

use crate::program;
use crate::simulate;

const AFTER_SPLIT: (&str, &str) = ("readings.blackjack-after-split", "aces-and-tens");
const BY_PLAYER: (&str, &str) = ("readings.original-large-held-by", "player");

const DEALT: [(&str, &[(&str, &str)]); 4] = [
    (
        "analyses/pa-685a-down-under/6-decks.toml",
        &[AFTER_SPLIT, BY_PLAYER, ("readings.large-after-draw", "yes"), ("readings.dealer-ace", "customary")],
    ),
    (
        "analyses/pa-633a-blackjack/6-decks.toml",
        &[AFTER_SPLIT, ("options.max-hands", "2"), ("options.hole-card", "none-original-bets-only")],
    ),
    (
        "analyses/ma-double-attack/6-decks.toml",
        &[
            ("readings.surrender-into-blackjack", "whole-unless-split"),
            ("options.dealing", "hole-unread"),
            ("options.positions", "7"),
            ("options.double", "any-two"),
        ],
    ),
    (
        "analyses/pa-633a-blackjack/6-decks.toml",
        &[AFTER_SPLIT, ("options.max-hands", "8"), ("options.resplit-aces", "true"), ("decks", "20")],
    ),
];

fn dealt(agrees: fn(simulate::Table<'_>)) {
    for (analysis, choices) in DEALT {
        let choices: Vec<String> = choices.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let mut arguments: Vec<&str> = choices.iter().flat_map(|choice| ["--set", choice.as_str()]).collect();
        arguments.extend(["--strategy", "td"]);
        agrees((analysis, &arguments, 2));
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn the_table_deals_them() {
    dealt(simulate::few_rounds_agree);
}

#[test]
#[ignore = "long; `just slow`"]
fn the_table_deals_many_of_them() {
    dealt(simulate::many_rounds_agree);
}

#[test]
fn what_is_not_solved_for_many_hands_is_said() {
    let solve = ["solve", "analyses/pa-633a-blackjack/6-decks.toml", "--set", "options.max-hands=8"];
    let solved = program::json(&[&solve[..], &["--json"]].concat(), 0);
    assert!(solved["std_dev"].is_null() && solved["variance"].is_null(), "{solved}");
    for more in [&["--distribution"][..], &["--bracket"], &["--strategy", "perfect"], &["--spots", "2"]] {
        program::refused(&[&solve[..], more].concat(), &["splits to more than four hands"]);
    }
    program::refused(
        &["solve", "analyses/pa-633a-blackjack/6-decks.toml", "--set", "decks=21"],
        &["Blackjack with 21 decks is not valued", "1 to 20"],
    );
}

/// House edges under CDZ- with each reading alone, and under the text read literally throughout.
#[test]
#[ignore = "long; `just slow`"]
fn what_the_readings_are_worth() {
    let edge = |analysis: &str, choices: &[(&str, &str)]| -> f64 {
        let set: Vec<String> = choices.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let mut arguments = vec!["solve", analysis, "--no-variance", "--json"];
        set.iter().for_each(|one| arguments.extend(["--set", one.as_str()]));
        let solved = program::json(&arguments, 0);
        solved["house_edge"]["decimal"].as_str().expect("text").parse().expect("a number")
    };
    let down_under = "analyses/pa-685a-down-under/6-decks.toml";
    let blackjack = "analyses/pa-633a-blackjack/6-decks.toml";
    let massachusetts = "analyses/ma-double-attack/6-decks.toml";
    let unread = ("options.dealing", "hole-unread");
    for (analysis, choices, expected) in [
        (down_under, &[][..], 0.000_269_089_088),
        (down_under, &[AFTER_SPLIT], -0.001_652_901_016),
        (down_under, &[BY_PLAYER], -0.002_456_271_010),
        (down_under, &[("readings.bust-against-22", "returned")], -0.007_635_866_225),
        (blackjack, &[], 0.001_428_599_771),
        (blackjack, &[AFTER_SPLIT], -0.000_514_476_802),
        (blackjack, &[("options.max-hands", "8"), ("options.resplit-aces", "true")], 0.000_806_646_154),
        (blackjack, &[("decks", "20")], 0.002_035_533_370),
        ("analyses/pa-665a-double-attack/8-decks.toml", &[AFTER_SPLIT], 0.004_317_373_684),
        ("analyses/pa-633a-blackjack-switch/6-decks.toml", &[AFTER_SPLIT], -0.016_548_539_983),
        (massachusetts, &[unread], 0.004_940_872_065),
        (massachusetts, &[unread, ("readings.surrender-into-blackjack", "whole-unless-split")], 0.004_826_819_018),
    ] {
        let found = edge(analysis, choices);
        assert!((found - expected).abs() < 1e-12, "{analysis} {choices:?}: {found}");
    }
}
