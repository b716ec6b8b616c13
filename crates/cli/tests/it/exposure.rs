//! `exposure`: what it states by count, and what it refuses.

use std::io::Write as _;

use serde_json::Value;

use crate::program::{self, refused};

const ONE_DECK: &str = "analyses/plain-blackjack/1-decks.toml";
const ONE_SPLIT: [&str; 2] = ["--set", "options.max-hands=2"];

fn json(arguments: &[&str]) -> Value {
    program::json(&[&["exposure", ONE_DECK], &ONE_SPLIT[..], arguments, &["--no-variance", "--json"]].concat(), 0)
}

fn number(value: &Value) -> f64 {
    value["decimal"].as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value} is no number"))
}

/// What is seen changes neither the EV nor the sum of the chances, and a high count is worth more.
#[test]
fn every_count_together_is_the_round() {
    let answer = json(&["--seen", "7,20"]);
    let ev = number(&answer["ev"]);
    let depths = answer["depths"].as_array().expect("a list");
    assert_eq!(depths.len(), 2);
    for depth in depths {
        let rows = depth["rows"].as_array().expect("a list");
        let sum = |of: &dyn Fn(&Value) -> f64| rows.iter().map(of).sum::<f64>();
        assert!((sum(&|row| number(&row["probability"])) - 1.0).abs() < 1e-15);
        assert!((sum(&|row| number(&row["probability"]) * number(&row["ev"])) - ev).abs() < 1e-14);
        let [first, last] = [&rows[0], &rows[rows.len() - 1]];
        assert!(number(&first["ev"]) < -0.03 && number(&last["ev"]) > 0.03);
        // Where all aces have been seen insurance is not offered.
        let insurance: Vec<f64> =
            rows.iter().map(|row| &row["insurance_ev"]).filter(|ev| !ev.is_null()).map(number).collect();
        assert!(insurance[0] < 0.0 && insurance[insurance.len() - 1] > 0.0);
        assert!(number(&depth["ahead"]["win"]) > ev.max(0.0));
    }
}

/// The insurance index of one deck with Hi-Lo: published as 1.4, of the count with the ace that lies open.
#[test]
fn insurance_of_one_deck() {
    let answer = json(&["--seen", "12", "--by", "running-count"]);
    let rows = answer["depths"][0]["rows"].as_array().expect("a list");
    // 12 seen and the ace, 39 cards left: a running count of 1.05 with the ace is 1.4 a deck, so 2.05 without it.
    let least = rows.iter().find(|row| number(&row["insurance_ev"]) > 0.0).expect("a count");
    assert_eq!(number(&least["count"]), 3.0);
}

/// The index table has rows by gain, and the EV by count that it prints is worth its gain more than the chart.
#[test]
#[ignore = "long; `just slow`"]
fn an_index_table() {
    let answer = json(&["--seen", "13", "--by", "true-count", "--indices=4"]);
    let depth = &answer["depths"][0];
    let rows = depth["indices"]["rows"].as_array().expect("a list");
    let gains: Vec<f64> = rows.iter().map(|row| number(&row["gain"])).collect();
    assert!(gains.is_sorted_by(|one, other| one >= other) && gains[0] > 0.0);
    let evs = depth["indices"]["evs"].as_array().expect("a list");
    let counts = depth["rows"].as_array().expect("a list");
    let more = counts.iter().zip(evs).map(|(row, ev)| number(&row["probability"]) * (number(ev) - number(&row["ev"])));
    assert!((more.sum::<f64>() - number(&depth["indices"]["gain"])).abs() < 1e-14);
    let arguments =
        [&["exposure", ONE_DECK], &ONE_SPLIT[..], &["--seen", "13", "--indices=4", "--no-variance"]].concat();
    let printed = program::printed(&arguments, 0);
    for words in ["4 of them played by it gain", "insurance from +", "hand", "on the table", "by the index table, %"] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
}

/// Bets by the count, and tags: what is printed of them, and what is refused.
#[test]
#[ignore = "long; `just slow`"]
fn bets_and_tags() {
    let base = [&["exposure", ONE_DECK], &ONE_SPLIT[..]].concat();
    let arguments = [&base[..], &["--up-to", "20", "--bets", "1:2,2:4", "--tags-up-to", "1"]].concat();
    let printed = program::printed(&arguments, 0);
    for words in ["1.00, 2.00 from +1, 4.00 from +2", "N0 ", "SCORE", "by penetration", "best up to 1", "hi-lo"] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
    refused(&["exposure", ONE_DECK, "--bets", "2:4,1:8"], &["`1:8`: expected counts from the lowest to the highest"]);
    refused(&["exposure", ONE_DECK, "--spread", "0"], &["a spread to 0 units: expected 1 to 100000"]);
    refused(&["exposure", ONE_DECK, "--bets", "1:2", "--seats", "8"], &["8 seats", "expected 1 to 7 seats"]);
    refused(&["exposure", ONE_DECK, "--seats", "1"], &["seats at the table ask for bets by the count"]);
    refused(&[&base[..], &["--bets", "1:2", "--leave", "--seats", "1"]].concat(), &["alone at the table"]);
    refused(&["exposure", ONE_DECK, "--leave"], &["--leave says nothing without --spread or --bets"]);
    refused(&["exposure", ONE_DECK, "--tags-up-to", "4"], &["tags up to 4: expected 1 to 3"]);
    refused(&["exposure", ONE_DECK, "--strategy", "cdz", "--indices"], &["expected the strategy td"]);
}

/// What is won of a shoe, at a table with others.
#[test]
#[ignore = "long; `just slow`"]
fn seats_at_the_table() {
    let base = [&["exposure", ONE_DECK], &ONE_SPLIT[..], &["--up-to", "20", "--bets", "1:2", "--leave"]].concat();
    let arguments = [&base[..], &["--seats", "3", "--shoes", "5000", "--seed", "7"]].concat();
    let printed = program::printed(&arguments, 0);
    for words in ["rounds with 3 players", "(8192 shoes dealt)", "units a shoe (standard error", "rounds a shoe"] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
    let answer = program::json(&[&arguments[..], &["--json"]].concat(), 0);
    let shoe = &answer["depths"][0]["ramp"]["shoe"];
    assert_eq!((shoe["seats"].as_u64(), shoe["shoes"].as_u64(), shoe["seed"].as_u64()), (Some(3), Some(8192), Some(7)));
    assert_eq!(answer, program::json(&[&arguments[..], &["--json"]].concat(), 0), "the same seed, the same shoes");
}

#[test]
fn a_count_of_ones_own() {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    writeln!(file, "[[count]]\nid = \"nothing\"\ntitle = \"Nothing\"\ntags = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]")
        .expect("written");
    let path = file.path().to_str().expect("a path");
    let answer = json(&["--count", path, "--seen", "10"]);
    let rows = answer["depths"][0]["rows"].as_array().expect("a list");
    assert_eq!((rows.len(), &rows[0]["ev"]), (1, &answer["ev"]), "who sees nothing knows nothing");
    let twice = tempfile::NamedTempFile::new().expect("a file");
    let count = std::fs::read_to_string(file.path()).expect("a text");
    std::fs::write(twice.path(), format!("{count}{count}")).expect("written");
    let twice = twice.path().to_str().expect("a path");
    refused(&["exposure", ONE_DECK, "--count", twice], &["2 counts: expected one `[[count]]`"]);
}

#[test]
fn what_is_printed() {
    let arguments =
        ["exposure", ONE_DECK, "--set", "options.max-hands=2", "--seen", "13", "--count", "halves", "--no-variance"];
    let text = program::printed(&arguments, 0);
    for line in [
        "Wong Halves: A -1, 2 +0.5, 3 +1",
        "13 of 52 cards seen, 0.75 decks left",
        "the base wager, made where its EV is positive: in ",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn what_is_refused() {
    refused(&["exposure", ONE_DECK, "--count", "no-such"], &["there is no count `no-such`", "hi-lo, ko"]);
    refused(&["exposure", ONE_DECK, "--seen", "40"], &["40 of 52 cards seen leave too few for the longest round"]);
    refused(
        &["exposure", ONE_DECK, "--by", "guess"],
        &["running-count, true-count, true-count-truncated, true-count-nearest"],
    );
    refused(
        &["exposure", ONE_DECK, "--strategy", "perfect"],
        &["a round by the cards it takes is not solved for perfect play"],
    );
    refused(&["exposure", ONE_DECK, "--wager", "bust-it"], &["offers no side wager `bust-it`"]);
}

/// The folder has the JSON that is printed, takes the place of another exposure, and of nothing else.
#[test]
fn a_folder_is_written_and_replaced() {
    let home = tempfile::tempdir().expect("a folder");
    let dir = home.path().join("exposure");
    let out = dir.to_str().expect("a name");
    let base = [&["exposure", ONE_DECK], &ONE_SPLIT[..], &["--seen", "13", "--no-variance"]].concat();
    for _ in 0..2 {
        let printed = program::printed(&[&base[..], &["--out", out]].concat(), 0);
        assert!(printed.contains("exposure of 5 files: ") && printed.contains("exposure.html"), "{printed}");
    }
    let written = std::fs::read_to_string(dir.join("exposure.json")).expect("JSON");
    assert_eq!(written, program::printed(&[&base[..], &["--json"]].concat(), 0));
    std::fs::write(dir.join("note.txt"), "mine").expect("written");
    refused(&[&base[..], &["--out", out]].concat(), &["note.txt"]);
}

#[test]
fn the_risk_of_ruin_of_a_bank() {
    let base = [&["exposure", ONE_DECK], &ONE_SPLIT[..]].concat();
    let bets = ["--up-to", "20", "--bets", "1:4,2:8", "--bank", "500"];
    let printed = program::printed(&[&base[..], &bets].concat(), 0);
    assert!(printed.contains("risk of ruin     ") && printed.contains("% with a bank of 500 units"), "{printed}");
    refused(&[&base[..], &["--bank", "500"]].concat(), &["asks for bets by the count"]);
    let spread = ["--up-to", "20", "--spread", "8", "--leave", "--bank", "300", "--risk"];
    let printed = program::printed(&[&base[..], &spread, &["5%"]].concat(), 0);
    assert!(
        printed.contains("with a bank of 300 units (diffusion formula, an approximation), asked for: 5.0000%"),
        "{printed}"
    );
    refused(&[&base[..], &spread, &["5"]].concat(), &["--risk expected a risk between 0 and 1, such as 5% or 0.05"]);
    refused(&[&base[..], &["--spread", "1-8"]].concat(), &["expected the most units alone, such as 8"]);
}

/// The ceiling beside the count, by a seed of its own; and what asks for none of it.
#[test]
fn the_ceiling() {
    let base = [&["exposure", ONE_DECK], &ONE_SPLIT[..], &["--seen", "20", "--spread", "8", "--no-variance"]].concat();
    let printed = program::printed(&[&base[..], &["--ceiling=100", "--seed", "2"]].concat(), 0);
    for words in [
        "knows every card that is left: an estimate over 100 shoes, with 95% confidence intervals",
        "Hi-Lo wins",
        "1 in every round",
        "of it by insurance",
        "1 where the EV is positive, else 0",
        "8 where the EV is positive, else 1",
    ] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
    let other = program::printed(&[&base[..], &["--ceiling=100", "--seed", "3"]].concat(), 0);
    assert_ne!(printed, other, "another sample");
    refused(&[&base[..], &["--ceiling=99"]].concat(), &["99 shoes: expected 100 to 100000"]);
    refused(&[&base[..], &["--seed", "2"]].concat(), &["--seats", "--ceiling"]);
}
