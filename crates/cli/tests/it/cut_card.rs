//! `cut-card`: the same on any number of threads, what it states, and what it refuses.

use serde_json::Value;

use crate::program::{self, refused, shoeproof};

const DOWN_UNDER: &str = "analyses/pa-685a-down-under/4-decks.toml";
/// As many cards as four decks, of few values: rounds from what is left of a shoe are valued in a fraction of the time.
const FEW_VALUES: [&str; 2] = ["--shoe", "16,0,0,0,32,32,0,32,0,96"];
const BLACKJACK: &str = "analyses/pa-633a-blackjack/1-decks.toml";
const FEW: [&str; 4] = ["--shoes", "4096", "--valued", "10"];

fn json(arguments: &[&str]) -> Value {
    program::json(&[&["cut-card", DOWN_UNDER], arguments, &FEW_VALUES, &FEW, &["--json"]].concat(), 0)
}

fn number(value: &Value) -> f64 {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn threads_make_no_difference() {
    let chart = tempfile::NamedTempFile::new().expect("a file");
    let path = chart.path().to_str().expect("a path");
    let one = json(&["--seed", "3", "--threads", "1", "--chart", path]);
    assert_eq!(one, json(&["--seed", "3", "--threads", "2"]));
    assert_eq!(
        (one["players"].as_u64(), one["shoes"].as_u64(), one["cards"].as_u64()),
        (Some(1), Some(4096), Some(208))
    );
    // 685a.5(d): a quarter of the stack lies behind it.
    assert_eq!(one["deepest"]["cards_before"], 156);
    assert_eq!(one["cut_card"]["cards_before"], 156);
    let rows = one["by_depth"].as_array().expect("a list");
    assert!(rows.len() > 10 && rows.contains(&one["cut_card"]) && rows.iter().all(|row| row["allowed"] == true));
    let fresh = number(&one["fresh"]["house_edge"]["decimal"]);
    for row in rows {
        let off = number(&row["house_edge"]) + number(&row["effect"]) - fresh;
        assert!(off.abs() < 2e-9 && number(&row["standard_error"]) > 0.0, "{row}");
    }
    // The effect costs the player, by more than can be chance.
    let last = number(&one["cut_card"]["effect"]);
    assert!(last < -5.0 * number(&one["cut_card"]["standard_error"]), "{last}");
    assert_eq!(one["continuous_shuffler"]["effect"]["fraction"], "0/1");
    let discretion = &one["at_discretion"];
    assert!(number(&discretion["house_gains_at_most"]) > -last && discretion["player_gains_at_most"].is_string());
    assert!(std::fs::read_to_string(path).expect("a chart").contains("deepest that the text allows"));
}

#[test]
fn a_place_that_the_text_forbids_is_marked() {
    let found = json(&["--penetration", "80%", "--players", "3"]);
    assert_eq!(
        (found["cut_card"]["cards_before"].as_u64(), found["cut_card"]["allowed"].as_bool()),
        (Some(166), Some(false))
    );
    let output = shoeproof(&[&["cut-card", DOWN_UNDER, "--penetration", "80%"], &FEW_VALUES[..], &FEW].concat())
        .assert()
        .success();
    assert!(String::from_utf8_lossy(&output.get_output().stdout).contains("deeper than allowed"));
}

#[test]
fn what_cannot_be_dealt_is_refused() {
    let behind = "behind more than";
    refused(
        &["cut-card", BLACKJACK, "--penetration", "75%"],
        &["the cut card cannot lie behind 39 of 52 cards", behind],
    );
    refused(&["cut-card", BLACKJACK, "--penetration", "0"], &["the cut card cannot lie behind 0 of 52 cards"]);
    refused(&["cut-card", BLACKJACK, "--players", "8"], &["8 is not in 1..=7"]);
    refused(&["cut-card", BLACKJACK, "--strategy", "perfect"], &["a table of hands"]);
    let double = ["cut-card", BLACKJACK, "--set", "options.dealing=double-shoe"];
    refused(&double, &["the cut card of a double shoe is not analysed"]);
}
