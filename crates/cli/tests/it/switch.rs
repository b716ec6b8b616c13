//! `inspect` of two hands whose second cards may be switched.

use crate::program::{json, printed, refused};

const GAME: &str = "pa-633a-blackjack-switch";

#[test]
fn two_hands_are_kept_or_switched() {
    let arguments = ["inspect", GAME, "--hand", "T,5", "--second", "6,T", "--up", "7"];
    let found = json(&[&arguments[..], &["--json"]].concat(), 0);
    assert_eq!((&found["best"], &found["signal"]), (&"switch".into(), &"none".into()));
    assert_eq!(found["switch"]["hands"][0]["hand"], serde_json::json!(["T", "T"]));
    assert_eq!(found["keep"]["hands"][1]["hand"], serde_json::json!(["6", "T"]));
    let printed = printed(&arguments, 0);
    let line = |start: &str| {
        printed.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no {start} in {printed}"))
    };
    let fraction = |of: &str| found[of]["ev"]["fraction"].as_str().expect("a fraction").to_owned();
    assert!(line("* switch").ends_with(&fraction("switch")), "{printed}");
    assert!(line("  keep").ends_with(&fraction("keep")), "{printed}");
    assert!(line("  6,5 switched, signal none:").contains("*double"), "{printed}");
}

#[test]
fn what_cannot_be_switched_is_refused() {
    let with = |game, hand, second| ["inspect", game, "--hand", hand, "--second", second, "--up", "7"];
    refused(&with("plain-blackjack", "T,5", "6,T"), &["one hand"]);
    refused(&with(GAME, "T,5,2", "6,T"), &["two cards"]);
    refused(&[&with(GAME, "T,5", "6,T")[..], &["--strategy", "perfect"]].concat(), &["perfect"]);
    let first = [&with(GAME, "T,5", "6,T")[..], &["--set", "readings.switch-and-peek=switch-first"]].concat();
    refused(&[&first[..], &["--signal", "none"]].concat(), &["before the switch"]);
}
