//! The commands as another program calls them: arguments, JSON, exit status.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{self, refused, shoeproof};
use crate::resumed::Resumed;

const SIX_DECKS: &str = "analyses/pa-685a-down-under/6-decks.toml";
/// Few hands, so that every class is quick.
const SMALL_SHOE: &str = "shoe=4,0,0,2,2,2,2,2,2,8";

fn json(arguments: &[&str]) -> Value {
    program::json(arguments, 0)
}

#[test]
fn solve_states_everything_the_interface_names() {
    let result = json(&["solve", SIX_DECKS, "--json"]);
    for key in [
        "analysis",
        "strategy",
        "ev",
        "house_edge",
        "std_dev",
        "element_of_risk",
        "insurance",
        "by_up_card",
        "readings",
    ] {
        assert!(!result[key].is_null(), "{key}");
    }
    assert_eq!(result["strategy"], "cdz");
    assert_eq!(result["readings"]["dealer-ace"], "literal");
    assert_eq!(result["by_up_card"].as_array().map(Vec::len), Some(10));
    assert_eq!(result["by_up_card"][0]["signals"][2]["signal"], "exposed A");
    let (ev, edge) = (&result["ev"]["fraction"], &result["house_edge"]["fraction"]);
    assert_eq!(ev.as_str().expect("text").strip_prefix('-'), edge.as_str(), "the edge is the EV's negative");
}

#[test]
fn without_the_variance_all_else_is_the_same() {
    // A round of two hands takes as many cards from a shoe of few values, and its variance little time.
    let switch = ["analyses/pa-633a-blackjack-switch/4-decks.toml", "--shoe", "12,0,0,16,0,16,0,16,0,40"];
    for (analysis, shoe) in [(SIX_DECKS, &[][..]), (switch[0], &switch[1..])] {
        let [mut all, less] =
            [&[][..], &["--no-variance"]].map(|flags| json(&[&["solve", analysis, "--json"], shoe, flags].concat()));
        for key in ["variance", "std_dev"] {
            assert!(!all[key].is_null(), "{analysis} {key}");
            all[key] = Value::Null;
        }
        assert_eq!(all, less, "{analysis}");
    }
    refused(&["solve", SIX_DECKS, "--no-variance", "--variance"], &["cannot be used with"]);
    refused(&["solve", SIX_DECKS, "--no-variance", "--spots", "2"], &["cannot be used with"]);
}

#[test]
fn a_bracket_of_perfect_play_is_given_if_asked_for() {
    let plain = "analyses/plain-blackjack/6-decks.toml";
    let result = json(&["solve", plain, "--bracket", "--json"]);
    let end = |of: &str, end: &str| -> f64 {
        result["perfect_bracket"][of][end].as_str().expect("a decimal").parse().expect("a number")
    };
    // Published; see docs/design/testing.md.
    let perfect = -0.004_568_436_353_611_9;
    assert!(end("ev", "low") <= perfect && perfect <= end("ev", "high"));
    assert!(
        (end("house_edge_percent", "low") + 100.0 * end("ev", "high")).abs() < 1e-6,
        "the same with the other sign"
    );
    assert!(end("ev", "high") - end("ev", "low") < 1e-5);
    assert!(json(&["solve", plain, "--json"])["perfect_bracket"].is_null());
    refused(&["solve", "analyses/pa-633a-blackjack-switch/8-decks.toml", "--strategy", "perfect"], &["a bracket"]);
}

#[test]
fn what_perfect_play_has_to_solve_is_counted() {
    let toy = ["analyses/pa-633a-blackjack/1-decks.toml", "--shoe", "0,0,0,0,0,5,0,6,0,22"];
    let pairs = |more: &[&str]| {
        let lines = json(&[&["solve", "--count", "--json"], &toy[..], more].concat());
        lines.as_array().expect("pairs").clone()
    };
    let lines = pairs(&[]);
    // A six, an eight or a ten up.
    assert!(
        !lines.is_empty()
            && lines.iter().all(|line| (1..=3).contains(&line["up_cards_and_signals"].as_u64().expect("a number")))
    );
    let sets =
        |lines: &[Value]| lines.iter().map(|line| line["sets_of_cards"].as_u64().expect("a number")).sum::<u64>();
    assert!(sets(&pairs(&["--set", "options.max-hands=2"])) < sets(&lines));
    refused(&["solve", toy[0], "--count", "--variance"], &["cannot be used with"]);
    refused(&["solve", "analyses/pa-633a-blackjack-switch/8-decks.toml", "--count"], &["two hands to switch"]);
}

#[test]
fn an_approximation_is_as_near_as_it_says() {
    let exact = json(&["solve", SIX_DECKS, "--json"]);
    let near = json(&["approximate", SIX_DECKS, "--json"]);
    let off = decimal(&exact["ev"]) - near["ev"].as_f64().expect("a number");
    assert!(off.abs() <= near["error"].as_f64().expect("a number"), "off by {off}");
    assert_eq!(near["by_up_card"].as_array().map(Vec::len), Some(10));
    assert_eq!(near["by_up_card"][0]["up"], "A");
    assert!(near["by_up_card"][0]["attack"].is_null());
    let attack = json(&["approximate", "analyses/pa-665a-double-attack/8-decks.toml", "--strategy", "td", "--json"]);
    assert_eq!(attack["by_up_card"][5]["attack"], true);
    refused(&["approximate", SIX_DECKS, "--strategy", "perfect"], &["an approximation is not solved"]);
}

#[test]
fn shoes_are_approximated_one_a_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("shoes.csv");
    let path = file.to_str().expect("a path");
    let list = |text: &str| std::fs::write(&file, text).expect("written");
    list("24,24,24,24,24,24,24,24,24,96\n24,24,24,24,23,24,24,24,24,96\n");
    let output = shoeproof(&["approximate", SIX_DECKS, "--shoes", path]).assert().code(0).get_output().stdout.clone();
    let text = String::from_utf8(output).expect("text");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "ev", "error"]);
    assert_eq!(rows.len(), 3);
    for (row, remove) in rows[1..].iter().zip([&[][..], &["--remove", "5"]]) {
        let exact = json(&[&["solve", SIX_DECKS, "--json"], remove].concat());
        let [ev, error] = [10, 11].map(|column| row[column].parse::<f64>().expect("a number"));
        assert!((decimal(&exact["ev"]) - ev).abs() <= error, "{row:?}");
    }
    let lines = shoeproof(&["approximate", SIX_DECKS, "--shoes", path, "--json"]).assert().code(0).get_output().clone();
    let last: Value =
        serde_json::from_slice(lines.stdout.split(|&byte| byte == b'\n').nth(1).expect("a line")).expect("JSON");
    assert_eq!(last["shoe"][4], 23);
    for (text, why) in
        [("", "no shoe is listed"), ("24,24\n", "line 1"), ("24,24,24,24,24,24,24,24,24,96\nA,2\n", "line 2")]
    {
        list(text);
        refused(&["approximate", SIX_DECKS, "--shoes", path], &["shoes.csv", why]);
    }
}

#[test]
fn overrides_change_the_analysis() {
    let customary = json(&["solve", SIX_DECKS, "--json", "--set", "readings.dealer-ace=customary", "--set", "decks=8"]);
    assert_eq!(customary["readings"]["dealer-ace"], "customary");
    assert_eq!(customary["decks"], 8);
    let literal = json(&["solve", "analyses/pa-685a-down-under/8-decks.toml", "--json"]);
    assert_ne!(customary["ev"], literal["ev"]);
}

#[test]
fn every_class_solves_a_shoe_of_its_own() {
    let ev = |class: &str| {
        let result = json(&["solve", SIX_DECKS, "--set", SMALL_SHOE, "--strategy", class, "--json"]);
        assert_eq!(result["conforming"], false, "a composition of one's own is no number of decks");
        assert!(result["deviations"].to_string().contains("Side wagers"), "and has no suits");
        result["ev"]["decimal"].as_str().expect("text").parse::<f64>().expect("number")
    };
    let [td, cdz, best, perfect] = ["td", "cdz", "cdz-best", "perfect"].map(ev);
    assert!(td <= best && cdz <= best && best <= perfect, "{td} {cdz} {best} {perfect}");
}

#[test]
fn perfect_play_goes_on_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("splits.json");
    let path = file.to_str().expect("a path");
    let toy = [
        "solve",
        "analyses/pa-633a-blackjack/1-decks.toml",
        "--shoe",
        "0,0,0,0,0,5,0,6,0,22",
        "--strategy",
        "perfect",
        "--variance",
        "--json",
    ];
    let whole = json(&toy);
    let mean = [&toy[..6], &["--json"]].concat();
    assert!(whole["variance"]["fraction"].is_string() && json(&mean)["variance"].is_null());
    let kept = || Resumed::read(&file);
    let resumed = [&toy[..], &["--resume", path]].concat();
    assert_eq!(json(&resumed), whole);
    let complete = kept();
    let splits = complete.state.as_array().expect("splits").len();

    // A run that was stopped half way.
    let mut half = complete.clone();
    half.state.as_array_mut().expect("splits").truncate(splits / 2);
    half.write(&file);
    assert_eq!(json(&resumed), whole);
    assert_eq!(kept().state.as_array().map(Vec::len), Some(splits));

    // What is in the file is not solved again.
    let mut other = complete.clone();
    let splits = other.state.as_array_mut().expect("splits").iter_mut().map(|one| &mut one["split"]["value"]);
    splits.into_iter().find(|value| !value.is_null()).expect("a pair worth splitting")["mean"] = "7/2".into();
    other.write(&file);
    assert_ne!(json(&resumed)["ev"], whole["ev"]);

    // So a number changed in it would be called exact, and a part that is there twice counted twice.
    other.write_unchecked(&file);
    refused(&resumed, &["checksum", "damaged or changed"]);
    let mut twice = complete.clone();
    let parts = twice.state.as_array_mut().expect("splits");
    parts.push(parts.last().expect("a part").clone());
    twice.write_unchecked(&file);
    refused(&resumed, &["checksum"]);
    twice.write(&file);
    refused(&resumed, &["a part twice"]);
    let mut no_card = complete.clone();
    no_card.state[0]["split"]["up"] = "0".into();
    no_card.write(&file);
    refused(&resumed, &["no card value"]);
    let mut later = complete.clone();
    later.header["format"] = 9.into();
    later.write(&file);
    refused(&resumed, &["another version"]);
    std::fs::write(&file, "{").expect("written");
    refused(&resumed, &["EOF"]);
    // As the program wrote files before they had a checksum.
    let old = serde_json::json!({ "format": 3, "run": complete.header["run"], "state": complete.state });
    std::fs::write(&file, old.to_string()).expect("written");
    refused(&resumed, &["no checksum", "an older version"]);

    complete.write(&file);
    refused(&[&resumed[..], &["--set", "options.max-hands=3"]].concat(), &["another submission"]);
    refused(&[&mean[..], &["--resume", path]].concat(), &["another run"]);
}

#[test]
fn perfect_play_of_two_hands_to_switch_goes_on_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rounds.json");
    let mut toy = vec![
        "solve",
        "analyses/pa-633a-blackjack-switch/8-decks.toml",
        "--shoe",
        "4,0,0,0,0,6,0,5,0,24",
        "--strategy",
        "perfect",
        "--set",
        "options.max-hands=2",
        "--json",
    ];
    let whole = json(&toy);
    toy.extend(["--resume", file.to_str().expect("a path")]);
    assert_eq!(json(&toy), whole);
    let complete = Resumed::read(&file);
    let up_cards = complete.state.as_array().expect("rounds").len();
    assert_eq!(up_cards, 4, "aces, sixes, eights and tens");

    // One up card is solved again, and one is taken as the file has it.
    let mut part = complete.clone();
    let rounds = part.state.as_array_mut().expect("rounds");
    let last = rounds.pop().expect("a round");
    part.write(&file);
    assert_eq!(json(&toy), whole);
    let again = Resumed::read(&file);
    assert_eq!(again.state.as_array().and_then(|rounds| rounds.last()), Some(&last));
    part.state[0]["round"]["values"][0]["mean"] = "7/2".into();
    part.write(&file);
    assert_ne!(json(&toy)["ev"], whole["ev"]);

    // A round that does not have every signal is solved again.
    part.state[0]["round"]["values"].as_array_mut().expect("signals").pop();
    part.write(&file);
    assert_eq!(json(&toy), whole);
}

/// Var(X₁ + X₂ + X₃) = 3·Var X + 6·Cov(X₁, X₂).
#[test]
fn several_spots_have_a_variance_of_their_own() {
    let result = json(&[
        "solve",
        SIX_DECKS,
        "--set",
        SMALL_SHOE,
        "--set",
        "readings.dealer-ace=customary",
        "--spots",
        "3",
        "--json",
    ]);
    let number = |value: &Value| -> num_rational::BigRational {
        value["fraction"].as_str().expect("a fraction").parse().expect("a number")
    };
    let (one, spots) = (number(&result["variance"]), &result["spots"]);
    let [covariance, all] = ["covariance", "variance"].map(|key| number(&spots[key]));
    let whole = |n: i64| num_rational::BigRational::from_integer(n.into());
    assert_eq!(all, &one * whole(3) + &covariance * whole(6));
    assert_eq!(number(&spots["correlation"]), covariance / one);
    assert_eq!(number(&spots["ev"]), number(&result["ev"]) * whole(3));
    assert_eq!(json(&["solve", SIX_DECKS, "--set", SMALL_SHOE, "--json"])["spots"], Value::Null);
}

#[test]
fn wagers_lists_one_entry_a_reading() {
    let alone = ["wagers", SIX_DECKS, "--json", "--set", "wagers.match-the-dealer-progressive.offered=false"];
    let wagers = json(&alone);
    assert_eq!(wagers.as_array().map(Vec::len), Some(4));
    let first = &wagers[0];
    assert_eq!(first["reading"], "match-pays=each, tens-match=rank");
    assert_eq!(first["ev"]["fraction"], "-1958/48205");
    let lines = first["lines"].as_array().expect("lines");
    let sum: u64 = lines.iter().map(|line| line["combinations"].as_u64().expect("count")).sum();
    assert_eq!(Some(sum), first["total"].as_u64());
    let four = json(&["wagers", SIX_DECKS, "--json", "--set", "decks=4"]);
    assert_eq!(four.as_array().map(Vec::len), Some(0), "the text offers it with six and eight decks only");
}

/// Var(X + rY) = Var X + 2r·Cov(X, Y) + r²·Var Y, every number from another place.
#[test]
#[ignore = "long; `just slow`"]
fn covariances_make_the_variance_of_both_wagers() {
    let number = |value: &Value| -> num_rational::BigRational {
        value["fraction"].as_str().expect("a fraction").parse().expect("a number")
    };
    let base = json(&["solve", SIX_DECKS, "--json", "--strategy", "td"]);
    let wagers = json(&["wagers", SIX_DECKS, "--json", "--covariance", "--strategy", "td"]);
    let entries = wagers.as_array().expect("entries");
    let two = num_rational::BigRational::from_integer(2.into());
    for wager in entries {
        assert_eq!(wager["base_strategy"], "td");
        let both = &wager["with_base"];
        let [covariance, ratio] = [number(&wager["base_covariance"]), number(&both["ratio"])];
        let [base_variance, side] = [number(&base["variance"]), number(&wager["variance"])];
        let variance = &base_variance + &two * &ratio * &covariance + &ratio * &ratio * &side;
        assert_eq!(number(&both["variance"]), variance, "{}", wager["id"]);
        let correlation = wager["base_correlation"].as_f64().expect("a float");
        assert!(
            (correlation.powi(2) * decimal(&base["variance"]) * decimal(&wager["variance"])
                - decimal(&wager["base_covariance"]).powi(2))
            .abs()
                < 1e-9
        );
        let ev = wager.get("ev").unwrap_or(&wager["ev_at_meter"]);
        assert_eq!(number(&both["ev"]), number(&base["ev"]) + ratio * number(ev));
    }
    let chosen =
        |id: &str| entries.iter().find(|wager| wager["id"] == id && wager["chosen"] == true).expect("an entry");
    let sides = chosen("match-the-dealer")["side_covariances"].as_array().expect("a list");
    assert!(!sides.is_empty() && sides.iter().all(|side| side["id"] == "match-the-dealer-progressive"));
    assert_eq!(json(&["wagers", SIX_DECKS, "--json"])[0].get("base_covariance"), None);
}

fn decimal(value: &Value) -> f64 {
    value["decimal"].as_str().expect("a decimal").parse().expect("a number")
}

/// A side wager that play decides is valued under CDZ-.
#[test]
#[ignore = "long; `just slow`"]
fn a_covariance_that_is_not_computed_is_null() {
    let one_deck = "analyses/pa-633a-blackjack/1-decks.toml";
    let picked = ["wagers", one_deck, "--json", "--covariance", "--strategy", "td", "--set", "options.max-hands=1"];
    let wagers = json(&picked);
    let of_play = |wager: &&Value| ["bad-beat", "straight-jack"].iter().any(|id| wager["id"].as_str() == Some(id));
    let mut found = 0;
    for wager in wagers.as_array().expect("entries").iter().filter(of_play) {
        assert!(wager["base_covariance"].is_null() && wager["with_base"].is_null());
        assert!(wager["base_covariance_remark"].as_str().expect("a reason").contains("another class"));
        found += 1;
    }
    assert!(found > 1);
}

#[test]
fn a_progressive_states_its_ev_by_the_meter() {
    let picked = [
        "wagers",
        SIX_DECKS,
        "--json",
        "--set",
        "wagers.match-the-dealer.offered=false",
        "--set",
        "wagers.match-the-dealer-progressive.paytable=10",
        "--set",
        "wagers.match-the-dealer-progressive.meter=4473.70491803278",
    ];
    let wagers = json(&picked);
    assert_eq!(wagers.as_array().map(Vec::len), Some(4), "two readings of two choices");
    let first = &wagers[0];
    assert_eq!(first["chosen"], true);
    assert!(first.get("ev").is_none());
    let decimal = |key: &str| first[key]["decimal"].as_str().expect("a decimal").parse::<f64>().expect("a number");
    assert!((decimal("fixed") + decimal("per_meter_unit") * decimal("meter")).abs() < 1e-9);
    assert!((decimal("break_even_meter") - 4_473.704_918).abs() < 1e-6);
    assert_eq!(first["lines"][0]["pays"], "100% of meter - 1");
    assert_eq!(first["lines"][0]["meter_share"], "1/1");
    assert_eq!(
        first["long_run"].as_array().map(Vec::len),
        Some(4),
        "two uses of the reserve, two effects of part wins"
    );
}

/// Without a split the class is perfect play, and every comparison must hold.
#[test]
fn a_wager_on_the_play_is_valued_under_three_aims() {
    let others = ["house-money", "hit-and-run", "straight-jack", "in-between", "royal-match-21", "three-card-poker"];
    let offered: Vec<String> = others.iter().map(|id| format!("wagers.{id}.offered=false")).collect();
    let mut arguments = vec!["wagers", "analyses/pa-633a-blackjack/1-decks.toml", "--json"];
    let set = ["options.max-hands=1", "wagers.bad-beat.ratio=1/4", "wagers.bad-beat.meter=20000"];
    for key in set.into_iter().chain(offered.iter().map(String::as_str)) {
        arguments.extend(["--set", key]);
    }
    arguments.extend(["--breakpoints", "20000..21000"]);
    let wagers = json(&arguments);
    let bad_beat = wagers.as_array().expect("a list").iter().find(|wager| wager["id"] == "bad-beat").expect("offered");
    let played = &bad_beat["played"];
    let value = |play: &str, key: &str| {
        played[play][key]["decimal"].as_str().expect("a decimal").parse::<f64>().expect("a number")
    };
    assert!(value("by_base", "base_ev") > value("joint", "base_ev"));
    assert!(value("joint", "base_ev") > value("alone", "base_ev"));
    assert!(value("alone", "ev") > value("joint", "ev") && value("joint", "ev") > value("by_base", "ev"));
    for play in ["by_base", "alone"] {
        assert!(value("joint", "joint_ev") > value(play, "joint_ev"), "{play}");
    }
    for play in ["by_base", "alone", "joint"] {
        let joint = value(play, "base_ev") + value(play, "ev") / 4.0;
        assert!((joint - value(play, "joint_ev")).abs() < 1e-12, "{play}");
    }
    // The lines are those under the base game's play.
    assert_eq!(bad_beat["fixed"], played["by_base"]["fixed"]);
    let first = &played["breakpoints"][0];
    assert_eq!(first["meter"]["fraction"], "20000/1", "the lower end");
    assert_eq!(first["per_meter_unit"], played["joint"]["per_meter_unit"]);
}

#[test]
fn winnings_may_be_added_to_the_base_wager() {
    let mut arguments = vec!["wagers", "analyses/pa-633a-blackjack/1-decks.toml", "--json"];
    for key in ["options.max-hands=1", "wagers.bad-beat.offered=false", "wagers.straight-jack.offered=false"] {
        arguments.extend(["--set", key]);
    }
    arguments.extend(["--set", "wagers.hit-and-run.offered=false"]);
    let wagers = json(&arguments);
    let house_money: Vec<&Value> =
        wagers.as_array().expect("a list").iter().filter(|wager| wager["id"] == "house-money").collect();
    assert_eq!(house_money.len(), 6, "three places of an ace, two things to add");
    for wager in house_money {
        let number = |value: &Value| value["decimal"].as_str().expect("a decimal").parse::<f64>().expect("a number");
        let (ev, parlay) = (number(&wager["ev"]), &wager["parlay"]);
        assert!(number(&parlay["gain"]) > 0.0 && number(&parlay["ev"]) > number(&parlay["ev_always"]));
        assert!((ev + number(&parlay["gain"]) - number(&parlay["ev"])).abs() < 1e-12);
        let hands = parlay["hands"].as_array().expect("hands");
        // An ace and a ten-valued card is a blackjack: it gains whatever the up card.
        let natural = hands.iter().find(|hand| hand["hand"] == "A,T").expect("the blackjack");
        assert_eq!(natural["against"].as_array().map(Vec::len), Some(10));
    }
}

#[test]
fn wager_inputs_are_read_exactly_or_refused() {
    let wager = |key: &str| format!("wagers.match-the-dealer-progressive.{key}");
    refused(&["wagers", SIX_DECKS, "--set", &wager("rate=150%")], &["150%", "at most 100%"]);
    refused(&["wagers", SIX_DECKS, "--set", &wager("meter=-5")], &["-5", "amount"]);
    refused(&["wagers", SIX_DECKS, "--set", &wager("colour=red")], &["wagers.ID.meter"]);
    refused(&["wagers", SIX_DECKS, "--breakpoints", "5..1"], &["no range"]);
}

#[test]
fn inspect_values_each_action() {
    // Six decks, T-6 against an exposed 20: standing always loses; doubling wins only with a 5 (24 of 308), by two.
    let result = json(&["inspect", SIX_DECKS, "--hand", "T,6", "--up", "T", "--hole", "T", "--json"]);
    assert_eq!(result["signal"], "exposed T");
    assert_eq!(result["best"], "hit");
    assert_eq!(result["actions"]["stand"]["fraction"], "-1/1");
    // 24 fives win 2, 24 fours push, 260 lose 2: (48 − 520)/308.
    assert_eq!(result["actions"]["double"]["fraction"], "-118/77");
    assert!(result["actions"]["split"].is_null());
    // What is not the best costs the difference, and over 100 rounds as often as T-6 comes to a ten with a ten under it.
    let number = |value: &Value| -> num_rational::BigRational {
        value["fraction"].as_str().expect("a fraction").parse().expect("a number")
    };
    let ratio = |n: i64, d: i64| num_rational::BigRational::new(n.into(), d.into());
    let cost = |of: &str| number(&result["costs"]["stand"][of]);
    assert_eq!(cost("per_hand"), number(&result["actions"]["hit"]) + ratio(1, 1));
    let deals = ratio(2 * 96 * 95 * 24 * 94, 312 * 311 * 310 * 309);
    assert_eq!(number(&result["frequency"]), deals);
    assert_eq!(cost("per_100_hands"), cost("per_hand") * deals * ratio(100, 1));
    assert!(result["costs"]["hit"].is_null());
    let pair = json(&["inspect", SIX_DECKS, "--hand", "8,8", "--up", "6", "--signal", "large", "--json"]);
    assert_eq!(pair["best"], "split");
}

#[test]
fn inspect_refuses_what_cannot_be() {
    refused(&["inspect", SIX_DECKS, "--hand", "T,6", "--up", "9"], &["signal small", "signal medium", "signal large"]);
    refused(&["inspect", SIX_DECKS, "--hand", "T,6", "--up", "T", "--signal", "large"], &["exposed hole card T"]);
    refused(&["inspect", SIX_DECKS, "--hand", "T,T,5", "--up", "9", "--signal", "small"], &["no hand in play"]);
    refused(&["inspect", SIX_DECKS, "--hand", "T", "--up", "9", "--signal", "small"], &["no hand in play"]);
    refused(
        &["inspect", SIX_DECKS, "--hand", "8,3", "--up", "9", "--signal", "small", "--other", "7,7"],
        &["split pair"],
    );
    refused(&["inspect", SIX_DECKS, "--hand", "X,6", "--up", "9"], &["not a card value"]);
}

#[test]
fn bad_input_names_the_place_and_what_was_expected() {
    refused(&["solve", SIX_DECKS, "--set", "decks=7"], &["decks=7", "7 decks", "expected 4, 5, 6 or 8"]);
    refused(&["solve", SIX_DECKS, "--set", "readings.dealer-ace=maybe"], &["dealer-ace", "literal or customary"]);
    refused(&["solve", SIX_DECKS, "--set", "wagers.match-the-dealer.paytable=12/4"], &["12/4", "11/4 or 14/3"]);
    refused(&["solve", "analyses/none.toml"], &["none.toml"]);
    refused(&["solve", SIX_DECKS, "--strategy", "best"], &["[possible values: td, cdz, cdz-best, perfect]"]);
}

#[test]
fn certify_writes_a_report_and_refuses_to_replace_anything_else() {
    let home = tempfile::tempdir().expect("temporary folder");
    let out = home.path().join("report");
    let path = out.to_str().expect("text");
    let analysis = "analyses/plain-blackjack/6-decks.toml";
    let arguments = ["certify", analysis, "--set", SMALL_SHOE, "--out", path];
    shoeproof(&arguments).assert().success();
    let written: Vec<Vec<u8>> =
        ["report.html", "report.json"].map(|name| std::fs::read(out.join(name)).expect("written")).to_vec();
    let document: certificate::ReportDocument = serde_json::from_slice(&written[1]).expect("a certificate");
    assert_eq!(document.base_game.len(), 3);
    assert!(!document.deviations.is_empty());
    shoeproof(&arguments).assert().success();
    let again = ["report.html", "report.json"].map(|name| std::fs::read(out.join(name)).expect("written")).to_vec();
    assert_eq!(again, written, "the same analysis gives the same bytes");

    let mine = home.path().join("mine");
    std::fs::create_dir(&mine).expect("folder");
    std::fs::write(mine.join("letter.txt"), "keep").expect("file");
    refused(&["certify", analysis, "--set", SMALL_SHOE, "--out", mine.to_str().expect("text")], &["mine"]);
    assert_eq!(std::fs::read_to_string(mine.join("letter.txt")).expect("kept"), "keep");
}

/// Room for a cut card.
const FEW_VALUES: &str = "shoe=4,0,0,4,4,4,4,4,4,16";

fn files(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<(PathBuf, Vec<u8>)> = entries
        .filter(|path| path.is_file())
        .map(|path| (path.strip_prefix(dir).expect("inside").to_owned(), std::fs::read(&path).expect("a file")))
        .collect();
    files.sort();
    files
}

#[test]
fn certify_deals_the_rounds_that_the_analysis_asks_for() {
    let home = tempfile::tempdir().expect("temporary folder");
    let analysis = "analyses/plain-blackjack/1-decks.toml";
    // A block of the table and a part of one.
    let set = [FEW_VALUES, "simulation.rounds=70000", "simulation.seed=5"];
    let cut = ["simulation.cut-card.penetration=70%", "simulation.cut-card.rounds=70000"];
    let set: Vec<&str> = set.iter().chain(&cut).flat_map(|set| ["--set", set]).collect();
    let certified = |threads: &str| {
        let out = home.path().join(threads);
        let place = ["certify", analysis, "--out", out.to_str().expect("text")];
        shoeproof(&[&place[..], &set].concat()).env("RAYON_NUM_THREADS", threads).assert().success();
        files(&out)
    };
    let one = certified("1");
    assert_eq!(one, certified("3"), "the same bytes on any number of threads");
    let report = &one.iter().find(|(name, _)| name == Path::new("report.json")).expect("the document").1;
    let report: certificate::ReportDocument = serde_json::from_slice(report).expect("a document");
    let simulation = report.simulation.expect("a simulation");

    let shown = json(&[
        "simulate",
        analysis,
        "--set",
        FEW_VALUES,
        "--rounds",
        "70000",
        "--seed",
        "5",
        "--distribution",
        "--json",
    ]);
    let figures: Vec<_> = simulation.groups.iter().flat_map(|group| &group.figures).collect();
    let same = shown["figures"].as_array().expect("a list");
    assert_eq!(figures.len(), same.len());
    for (figure, same) in figures.into_iter().zip(same) {
        assert_eq!(same["name"], figure.name.as_str());
        assert_eq!(same["rounds"].to_string(), figure.rounds);
        assert_eq!(same.get("count").map(Value::to_string), figure.count);
        let z: f64 = figure.z.parse().expect("a number");
        assert!((same["z"].as_f64().expect("a number") - z).abs() <= 0.005 + 1e-9, "{}", figure.name);
    }
    let cut = simulation.cut_card.expect("a cut card");
    let arguments = ["--set", FEW_VALUES, "--rounds", "70000", "--seed", "5", "--penetration", "70%"];
    let shown = json(&[&["simulate", analysis, "--no-wagers", "--json"], &arguments[..]].concat());
    assert_eq!(shown["cut_card"]["cards_before"], cut.cards_before);
    let effect: f64 = cut.effect.parse().expect("a number");
    assert!((shown["cut_card"]["effect"].as_f64().expect("a number") - effect).abs() < 1e-9);
}

/// Nothing is computed before.
#[test]
fn certify_refuses_a_cut_card_that_does_not_fit_the_shoe() {
    let home = tempfile::tempdir().expect("temporary folder");
    let out = home.path().join("report");
    let set = ["simulation.rounds=10000", "simulation.seed=1", "simulation.cut-card.rounds=10000"];
    let set = set.into_iter().chain(["simulation.cut-card.penetration=41"]).flat_map(|set| ["--set", set]);
    let mut arguments = vec!["certify", "analyses/plain-blackjack/1-decks.toml", "--out", out.to_str().expect("text")];
    arguments.extend(set);
    refused(&arguments, &["cannot lie behind 41 of 52 cards", "at least 1 before it and 12 behind it"]);
    assert!(!out.exists());
}

#[test]
fn cards_may_be_given_by_flags() {
    let counts = "4,0,0,2,2,2,2,2,2,8";
    let by_set = json(&["solve", SIX_DECKS, "--set", SMALL_SHOE, "--json"]);
    let by_flag = json(&["solve", SIX_DECKS, "--shoe", counts, "--json"]);
    assert_eq!(by_set["ev"], by_flag["ev"]);
    let removed = json(&["solve", SIX_DECKS, "--shoe", counts, "--remove", "8,T", "--json"]);
    let as_shoe = json(&["solve", SIX_DECKS, "--shoe", "4,0,0,2,2,2,2,1,2,7", "--json"]);
    assert_eq!(removed["ev"], as_shoe["ev"]);
    assert_ne!(removed["ev"], by_flag["ev"]);
    assert_eq!(removed["conforming"], false);
    refused(&["solve", SIX_DECKS, "--shoe", counts, "--remove", "2"], &["remove=2", "at most 0"]);
}

#[test]
#[ignore = "long; `just slow`"]
fn compare_has_a_line_for_every_reading() {
    let blackjack = "analyses/pa-633a-blackjack/1-decks.toml";
    let result = json(&["compare", blackjack, "analyses/plain-blackjack/1-decks.toml", "--json"]);
    assert_eq!(result.as_array().map(Vec::len), Some(2));
    assert_eq!(result[0]["by_reading"][0]["name"], "double-card");
    assert_eq!(result[1]["by_reading"].as_array().map(Vec::len), Some(0));
    let solved = json(&["solve", blackjack, "--json"]);
    assert_eq!(result[0]["house_edge"]["cdz"], solved["house_edge"]);
    let markdown = shoeproof(&["compare", blackjack, "--markdown"]).assert().success().get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&markdown).contains("| `double-card = down` |"));
}

#[test]
fn an_attack_wager_is_decided_by_up_card() {
    let result =
        json(&["solve", "analyses/pa-665a-double-attack/8-decks.toml", "--set", "options.max-hands=2", "--json"]);
    let ups = result["by_up_card"].as_array().expect("up cards");
    let attacked: Vec<&str> =
        ups.iter().filter(|up| up["attack"] == true).map(|up| up["up"].as_str().expect("a card")).collect();
    assert_eq!(attacked, ["2", "3", "4", "5", "6", "7", "8"]);
}

#[test]
fn a_decision_is_valued_with_or_without_the_attack_wager() {
    let inspect = |analysis: &str, more: &[&str]| {
        let arguments = ["inspect", analysis, "--hand", "T,6", "--up", "5", "--json"];
        json(&[&arguments[..], more].concat())
    };
    let game = "analyses/pa-665a-double-attack/8-decks.toml";
    let (with, without) = (inspect(game, &["--attack", "true"]), inspect(game, &["--attack", "false"]));
    assert_eq!(with["actions"]["surrender"]["fraction"], "-1/1", "half of bet and attack");
    assert_eq!(without["actions"]["surrender"]["fraction"], "-1/2");
    assert_eq!(inspect(game, &[])["attack"], true);
    refused(
        &["inspect", SIX_DECKS, "--hand", "T,6", "--up", "5", "--signal", "small", "--attack", "true"],
        &["no attack wager"],
    );
}
