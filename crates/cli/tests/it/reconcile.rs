//! `reconcile`: what it searches, what it finds, and what it refuses.

use serde_json::Value;

use crate::program::{self, shoeproof};

const SIX_DECKS: &str = "analyses/pa-685a-down-under/6-decks.toml";
const PLAIN: &str = "analyses/plain-blackjack/1-decks.toml";

fn json(arguments: &[&str]) -> Value {
    program::json(&[&["reconcile"], arguments, &["--json"]].concat(), 0)
}

fn refused(arguments: &[&str], words: &[&str]) {
    program::refused(&[&["reconcile"], arguments].concat(), words);
}

#[test]
fn the_published_hold_of_match_the_dealer_is_that_of_the_two_deck_counts() {
    let result = json(&[SIX_DECKS, "--edge", "3.67%..4.06%", "--wager", "match-the-dealer", "--decks"]);
    // Base-game readings, and those of the other wager, do not touch this one.
    let searched: Vec<&str> =
        result["searched"].as_array().expect("a list").iter().map(|one| one["key"].as_str().expect("text")).collect();
    assert_eq!(searched, ["decks", "readings.match-pays", "readings.tens-match"]);
    // The text offers the wager with six and eight decks only, by one paytable each.
    assert_eq!(result["combinations"], 8);
    assert_eq!((&result["inside"], &result["between_ends"]), (&2.into(), &1.into()));
    let found = &result["explanations"];
    assert_eq!(found[0]["house_edge"]["fraction"], "1958/48205");
    assert_eq!(found[0]["between_ends"], false, "4.0618% prints as 4.06%");
    assert_eq!(found[1]["changes"], serde_json::json!({ "decks": "8" }));
    assert_eq!(found[1]["house_edge"]["fraction"], "1052/28635");
    assert_eq!(result["largest"]["house_edge"]["fraction"], "29252/125333");
    assert_eq!(result["effects"][0]["alone"]["fraction"], "1082/48205");
}

#[test]
fn a_single_number_is_what_rounds_to_it() {
    let wager = ["--wager", "match-the-dealer"];
    let inside = |edge: &str| json(&[&[SIX_DECKS, "--edge", edge][..], &wager].concat())["inside"].clone();
    assert_eq!(inside("4.06%"), 1);
    assert_eq!(inside("4.062%"), 1);
    assert_eq!(inside("4.061%"), 0);
    assert_eq!(inside("1958/48205"), 1);
    assert_eq!(inside("6.31%"), 1);
    let result = json(&[&[SIX_DECKS, "--edge", "5%"][..], &wager].concat());
    assert_eq!(result["near_misses"][0]["paytable"], "11/4");
    // From 4.0618% to the least that prints as 5%.
    assert!(result["near_misses"][0]["distance"]["decimal"].as_str().expect("text").starts_with("0.00438"));
}

#[test]
#[ignore = "long; `just slow`"]
fn base_games_are_searched_over_options_decks_and_classes() {
    let narrow = ["--only", "soft-17,decks", "--options", "--decks", "--strategy", "td,cdz", "--limit", "32"];
    let result = json(&[&[PLAIN, "--edge", "0.2231..0.2232%"][..], &narrow].concat());
    assert_eq!(result["combinations"], 2 * 8 * 2);
    let found = result["explanations"].as_array().expect("a list");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["changes"], serde_json::json!({ "decks": "2" }));
    assert_eq!((&found[0]["strategy"], &found[0]["minimal"]), (&"cdz".into(), &true.into()));
    assert_eq!(result["by_column"].as_array().map(Vec::len), Some(16));
    let effects = result["effects"].as_array().expect("a list");
    let hit = effects.iter().find(|one| one["choice"] == "hit" && one["strategy"] == "cdz").expect("an effect");
    let number = |of: &str| hit[of]["decimal"].as_str().expect("text").parse::<f64>().expect("number");
    assert!(number("least") <= number("alone") && number("alone") <= number("most"));
    assert!((number("alone") - 0.001_906_04).abs() < 1e-8, "0.037484% less -0.153120%");
    let arguments = [&["reconcile", PLAIN, "--edge", "0.2231..0.2232%"][..], &narrow].concat();
    let text = shoeproof(&arguments).assert().success();
    let text = String::from_utf8_lossy(&text.get_output().stdout).into_owned();
    assert!(text.contains("* 0.223170%  cdz: decks=2"), "{text}");
}

#[test]
fn a_progressive_is_searched_at_a_meter() {
    let wager = ["--wager", "match-the-dealer-progressive", "--set", "wagers.match-the-dealer-progressive.paytable=1"];
    let edge = |meter: &str| {
        let result = json(&[&[SIX_DECKS, "--edge", "5%", "--meter", meter][..], &wager].concat());
        assert_eq!(result["combinations"], 4);
        let largest = result["largest"]["house_edge"]["decimal"].as_str().expect("text").parse::<f64>();
        largest.expect("number")
    };
    assert!(edge("5000") < edge("1000"));
}

#[test]
fn a_search_too_large_is_refused_with_ways_to_narrow_it() {
    refused(
        &[SIX_DECKS, "--edge", "0.43%..0.49%", "--limit", "383"],
        &["1536 combinations are more than the limit of 383", "split-21-against-22 3", "--changes 1", "--only"],
    );
    let few = json(&[PLAIN, "--edge", "0%", "--options", "--changes", "1", "--limit", "5"]);
    assert_eq!(few["combinations"], 5);
}

#[test]
fn what_does_not_go_together_is_refused() {
    let wager = |id: &'static str| [SIX_DECKS, "--edge", "1%", "--wager", id];
    refused(&wager("keno"), &["no side wager `keno`", "match-the-dealer"]);
    refused(&[SIX_DECKS, "--edge", "0.49%..0.43%"], &["the lower end first"]);
    refused(&[SIX_DECKS, "--edge", "small"], &["is no number"]);
    refused(&[SIX_DECKS, "--edge", "1%", "--only", "soft-17"], &["soft-17", "dealer-ace"]);
    refused(&[SIX_DECKS, "--edge", "1%", "--meter", "5"], &["--wager"]);
    refused(&[SIX_DECKS, "--edge", "1%", "--decks", "--shoe", "4,4,4,4,4,4,4,4,4,16"], &["a shoe of its own"]);
    refused(&[&wager("match-the-dealer")[..], &["--strategy", "td"]].concat(), &["--strategy"]);
    refused(&[&wager("match-the-dealer")[..], &["--set", "decks=4"]].concat(), &["no side wager"]);
}
