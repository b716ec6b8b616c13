//! `value`: charts of reports and of the field, and what is refused.

use serde_json::Value;

use crate::program::{self, refused, root, shoeproof};

const DOWN_UNDER: &str = "analyses/pa-685a-down-under/6-decks.toml";
const PLAIN: &str = "analyses/plain-blackjack/6-decks.toml";

fn json(arguments: &[&str]) -> Value {
    program::json(&[&["value"], arguments, &["--json"]].concat(), 0)
}

fn written(text: &str) -> tempfile::TempPath {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("written");
    file.into_temp_path()
}

/// The chart of the committed report is the best chart: nothing is lost, to the last digit.
#[test]
fn the_chart_of_a_report_is_the_best_chart() {
    let chart = root().join("reports/pa-685a-down-under-6-decks/strategy.csv");
    let answer = json(&[DOWN_UNDER, "--strategy", chart.to_str().expect("a path"), "--no-variance"]);
    assert_eq!(answer["ev"]["decimal"].as_str().map(|ev| &ev[..13]), Some("-0.0002807103"));
    assert_eq!((&answer["ev"], answer["cost"]["fraction"].as_str()), (&answer["best_ev"], Some("0/1")));
    assert_eq!(answer["otherwise"].as_array().map(Vec::len), Some(0));
}

/// A player who does as the dealer: hits below 17, also soft, and never doubles or splits.
const DEALER: &str = "[hard]\n4-16 = \"H H H H H H H H H H\"\n17-20 = \"S S S S S S S S S S\"\n[soft]\n12-16 = \"H H H H H H H H H H\"\n17-20 = \"S S S S S S S S S S\"\n";

#[test]
fn who_mimics_the_dealer() {
    let path = written(DEALER);
    let path = path.to_str().expect("a path");
    let answer = json(&[PLAIN, "--strategy", path]);
    let percent: f64 = answer["house_edge"]["decimal"].as_str().and_then(|edge| edge.parse().ok()).expect("a number");
    // The Wizard of Odds prints 5.48% for a player who does so.
    assert!((percent * 100.0 - 5.5).abs() < 0.2, "{percent}");
    let rows = answer["otherwise"].as_array().expect("a list");
    assert!(
        rows.iter().any(|row| row["hand"] == "11" && row["best_first_two"] == "double" && row["first_two"] == "hit")
    );
    let gains: Vec<f64> = rows
        .iter()
        .map(|row| row["gain"]["decimal"].as_str().and_then(|gain| gain.parse().ok()).expect("a number"))
        .collect();
    assert!(gains.is_sorted_by(|one, next| one >= next) && gains[0] > 0.0);
    let output = shoeproof(&["value", PLAIN, "--strategy", path, "--no-variance"]).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    assert!(text.contains("Rows that the best chart plays otherwise") && text.contains("double, later hit"), "{text}");
}

#[test]
fn what_is_refused() {
    let open = written(&DEALER.replace("17-20", "17-19"));
    let open = open.to_str().expect("a path");
    refused(&["value", PLAIN, "--strategy", open], &["the strategy leaves", "against an up card of", "open"]);
    refused(&["value", PLAIN, "--strategy", "no-such-file"], &["no-such-file"]);
    let unknown = written(&format!("{DEALER}[signal.smal.hard]\n16 = \"S S S S S S S S S S\"\n"));
    refused(
        &["value", DOWN_UNDER, "--strategy", unknown.to_str().expect("a path")],
        &["it states plays for the signal `smal`: expected"],
    );
    let wrong = written("[hard]\n16 = \"H\"\n");
    refused(&["value", PLAIN, "--strategy", wrong.to_str().expect("a path")], &["hard.16: 1 letters for 10 up cards"]);
}
