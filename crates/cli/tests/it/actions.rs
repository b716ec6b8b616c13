//! `solve --actions` beside `inspect`: the table of all hands has what one decision has.

use crate::program::{json, refused};

const SIX_DECKS: &str = "analyses/pa-685a-down-under/6-decks.toml";

#[test]
fn solve_values_the_actions_of_all_first_hands() {
    let result = json(&["solve", SIX_DECKS, "--no-variance", "--actions", "--json"], 0);
    let hands = result["actions"].as_array().expect("hands");
    let find = |hand: &[&str], up: &str, signal: &str| {
        let cards = serde_json::json!(hand);
        hands.iter().find(|one| one["hand"] == cards && one["up"] == up && one["signal"] == signal).expect("the hand")
    };
    for (hand, up, signal, more) in [
        (["8", "8"], "6", "large", ["--signal", "large"]),
        (["6", "T"], "T", "exposed T", ["--hole", "T"]),
        (["A", "7"], "9", "small", ["--signal", "small"]),
    ] {
        let arguments = ["inspect", SIX_DECKS, "--hand", &hand.join(","), "--up", up, "--json"];
        let inspected = json(&[&arguments[..], &more].concat(), 0);
        let same = find(&hand, up, signal);
        for key in ["actions", "best", "costs", "frequency"] {
            assert_eq!(same[key], inspected[key], "{key} of {hand:?} against {up}");
        }
    }
    // The hand to come is worth the same whatever is done with this one, so mistakes cost what they cost with it.
    let split = ["inspect", SIX_DECKS, "--hand", "8,3", "--other", "8", "--up", "6", "--signal", "large", "--json"];
    let after_split = result["actions_after_split"].as_array().expect("hands");
    let same = after_split.iter().find(|one| {
        let place = ["up", "signal", "pair", "which"].map(|key| one[key].as_str());
        place == ["6", "large", "8", "each"].map(Some) && one["hand"] == serde_json::json!(["3", "8"])
    });
    let (same, inspected) = (same.expect("the hand"), json(&split, 0));
    for action in ["stand", "hit"] {
        assert_eq!(same["costs"][action]["per_hand"], inspected["costs"][action]["per_hand"], "{action}");
        assert!(same["costs"][action]["per_100_hands"].is_object(), "{action}");
    }
    assert_eq!((&same["best"], &same["played"]), (&inspected["best"], &"double".into()));
    refused(&["solve", SIX_DECKS, "--actions", "--strategy", "perfect"], &["--actions", "td"]);
}
