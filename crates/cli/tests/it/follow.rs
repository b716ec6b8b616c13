//! `follow`: what the command prints, its JSON, and a follower at the table beside the exact figures.

use num_rational::BigRational;
use serde_json::Value;

use crate::program::{self, refused, shoeproof};

const EIGHT_DECKS: &str = "analyses/ma-double-attack/8-decks.toml";

fn number(exact: &Value) -> BigRational {
    exact["fraction"].as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{exact} is no fraction"))
}

/// The follower's EV is the mean over the up cards; the caller's is that of `solve`; the table deals rounds that agree.
#[test]
fn a_follower_beside_his_caller_and_at_the_table() {
    let answer = program::json(&["follow", EIGHT_DECKS, "--rounds", "400000", "--seed", "7", "--json"], 0);
    let solved = program::json(&["solve", EIGHT_DECKS, "--no-variance", "--json"], 0);
    assert_eq!(answer["caller"], "cdz");
    assert_eq!(answer["caller_ev"], solved["ev"]);
    let ups = answer["by_up_card"].as_array().expect("a list");
    let mean = |key: &str| ups.iter().map(|up| number(&up["probability"]) * number(&up[key])).sum::<BigRational>();
    assert_eq!((mean("ev"), mean("caller_ev")), (number(&answer["ev"]), number(&answer["caller_ev"])));
    assert!(ups.iter().all(|up| number(&up["ev"]) >= number(&up["caller_ev"])));
    assert!(number(&answer["ev"]) > number(&answer["caller_ev"]));
    assert_eq!(number(&answer["worth_more"]), number(&answer["ev"]) - number(&answer["caller_ev"]));
    assert!(ups.iter().any(|up| up["otherwise"].as_array().is_some_and(|list| !list.is_empty())));
    let simulated = &answer["simulated"];
    assert_eq!(simulated["rounds"], 7 * 65_536);
    assert_eq!(simulated["figures"].as_array().map(Vec::len), Some(11));
    assert_eq!(simulated["rejected"], Value::Array(Vec::new()));
}

#[test]
fn the_page_and_what_is_refused() {
    let page = shoeproof(&["follow", EIGHT_DECKS, "--caller", "td"]).assert().success();
    let page = String::from_utf8_lossy(&page.get_output().stdout).into_owned();
    for words in ["caller (td)", "follower", "house edge", "Where the follower does otherwise"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    refused(&["follow", "analyses/pa-685a-down-under/6-decks.toml"], &["rules of sharing"]);
    refused(&["follow", EIGHT_DECKS, "--caller", "perfect"], &["perfect play"]);
}
