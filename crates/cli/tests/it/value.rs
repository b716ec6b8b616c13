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

/// Split aces that are given up, and doubled hands: what is done with them follows from no cell of the chart.
#[test]
fn charts_with_split_aces_and_doubled_hands_are_the_best_ones() {
    for (analysis, name) in [
        ("ma-double-attack/6-decks.toml", "ma-double-attack-6-decks"),
        ("pa-665a-double-attack/8-decks.toml", "pa-665a-double-attack-8-decks"),
        ("spanish-21/6-decks.toml", "spanish-21-6-decks"),
    ] {
        let chart = root().join(format!("reports/{name}/strategy.csv"));
        let analysis = root().join("analyses").join(analysis);
        let [analysis, chart] = [&analysis, &chart].map(|path| path.to_str().expect("a path"));
        let answer = json(&[analysis, "--strategy", chart, "--no-variance"]);
        assert_eq!((&answer["ev"], answer["cost"]["fraction"].as_str()), (&answer["best_ev"], Some("0/1")), "{name}");
        assert_eq!(answer["otherwise"].as_array().map(Vec::len), Some(0), "{name}");
    }
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

/// A card with index plays: by the count its parts make the whole, each play gains, and of a fresh shoe the count zero alone is known.
#[test]
#[ignore = "long; `just slow`"]
fn index_plays_by_the_count() {
    let card = ["--set", "decks=1", "--strategy", "examples/index-plays.toml"];
    let number = |value: &Value| value["decimal"].as_str().and_then(|text| text.parse::<f64>().ok()).expect("a number");
    let plain =
        json(&[&[PLAIN], &card[..2], &["--strategy", "examples/basic-strategy.toml", "--no-variance"]].concat());
    let answer = json(&[&[PLAIN], &card[..], &["--up-to", "25"]].concat());
    let plays = answer["index_plays"].as_array().expect("a list");
    // 16 against a ten stands at zero, and every other play asks for more or less.
    let of_fresh: Vec<&Value> = plays.iter().filter(|play| play["on_a_fresh_shoe"] == true).collect();
    assert_eq!(
        (plays.len(), of_fresh.len(), &of_fresh[0]["hand"], &of_fresh[0]["up"]),
        (17, 1, &"16".into(), &"T".into())
    );
    assert_ne!(answer["ev"], plain["ev"]);
    let counted = &answer["by_count"];
    assert_eq!(counted["without_index_plays"], plain["ev"], "what is seen changes no mean");
    assert!(number(&counted["gain"]) > 0.0005, "{}", counted["gain"]);
    let rows = counted["rows"].as_array().expect("a list");
    let mean: f64 = rows.iter().map(|row| number(&row["probability"]) * number(&row["ev"])).sum();
    assert!((mean - number(&counted["ev"])).abs() < 1e-14);
    let zero = rows.iter().find(|row| number(&row["count"]) == 0.0).expect("a count");
    assert_eq!((&zero["plays"], zero["std_dev"]["decimal"].is_string()), (&serde_json::json!([0]), true));
    let gains = counted["gains"].as_array().expect("a list");
    assert_eq!(gains.len(), plays.len());
    assert!(gains.iter().filter(|gain| number(gain) > 0.0).count() >= 15, "{gains:?}");
    // Alone and together are not far apart: the plays are of different hands.
    assert!((gains.iter().map(number).sum::<f64>() / number(&counted["gain"]) - 1.0).abs() < 0.05);
    let printed = program::printed(&[&["value", PLAIN], &card[..], &["--seen", "13", "--no-variance"]].concat(), 0);
    for words in
        ["asks for 1", "Index plays, with what each gains alone", "13 of 52 cards seen, counted by Hi-Lo", "they win "]
    {
        assert!(printed.contains(words), "{words}: {printed}");
    }
}

#[test]
fn what_is_refused() {
    let basic = ["value", PLAIN, "--strategy", "examples/basic-strategy.toml"];
    refused(&[&basic[..], &["--seen", "10"]].concat(), &["names no count"]);
    let counting = ["value", PLAIN, "--strategy", "examples/index-plays.toml"];
    refused(&[&counting[..], &["--seen", "10", "--count", "ko"]].concat(), &["of the count `hi-lo`, and not of `ko`"]);
    refused(&[&counting[..], &["--seen", "300"]].concat(), &["300 of 312 cards seen leave too few"]);
    let open = written(&DEALER.replace("17-20", "17-19"));
    let open = open.to_str().expect("a path");
    refused(&["value", PLAIN, "--strategy", open], &["the strategy leaves", "against an up card of", "open"]);
    refused(&["value", PLAIN, "--strategy", "no-such-file"], &["no-such-file"]);
    let wrong = written("colour = 1\n");
    refused(
        &["value", DOWN_UNDER, "--strategy", wrong.to_str().expect("a path")],
        &["line 1: unknown field `colour`, expected one of "],
    );
    let unknown = written(&format!("{DEALER}[signal.smal.hard]\n16 = \"S S S S S S S S S S\"\n"));
    refused(
        &["value", DOWN_UNDER, "--strategy", unknown.to_str().expect("a path")],
        &["it states plays for the signal `smal`: expected"],
    );
    let wrong = written("[hard]\n16 = \"H\"\n");
    refused(&["value", PLAIN, "--strategy", wrong.to_str().expect("a path")], &["hard.16: 1 letters for 10 up cards"]);
}

/// The distribution of a round: its mean is the EV.
#[test]
fn the_distribution() {
    let arguments = [
        PLAIN,
        "--set",
        "decks=1",
        "--set",
        "options.max-hands=2",
        "--strategy",
        "examples/basic-strategy.toml",
        "--distribution",
    ];
    let answer = json(&arguments);
    let number = |text: &Value| text.as_str().and_then(|text| text.parse::<f64>().ok()).expect("a number");
    let net = answer["distribution"]["net"].as_array().expect("a list");
    let of_result = |result: &Value| {
        let (whole, part) = result["net"]
            .as_str()
            .and_then(|net| net.split_once('/'))
            .unwrap_or_else(|| (result["net"].as_str().expect("a fraction"), "1"));
        let net = whole.parse::<f64>().expect("a number") / part.parse::<f64>().expect("a number");
        net * number(&result["probability"]["decimal"])
    };
    let mean: f64 = net.iter().map(of_result).sum();
    assert!(net.len() > 6 && (mean - number(&answer["ev"]["decimal"])).abs() < 1e-12, "{mean}");
    let printed = program::printed(&[&["value"], &arguments[..]].concat(), 0);
    for words in ["net result", "hit frequency", "hold from"] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
}
