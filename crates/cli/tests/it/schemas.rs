//! The schemas of docs/schema hold what the program prints and what it reads, and refuse what it refuses.

use std::fs;
use std::path::{Path, PathBuf};

use ::shoeproof::{Class, Query, Signal, parse_hand};
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::program::{root, shoeproof};

fn validator(name: &str) -> Validator {
    let path = root().join("docs/schema").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    jsonschema::draft7::new(&serde_json::from_str(&text).expect("JSON")).expect("a schema")
}

fn assert_valid(of: &Validator, value: &Value, what: &str) {
    let wrong: Vec<String> =
        of.iter_errors(value).take(3).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{what}: {}", wrong.join("\n"));
}

/// A TOML file as JSON.
fn toml(text: &str) -> Value {
    serde_json::to_value(text.parse::<toml::Table>().expect("TOML")).expect("JSON")
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_str().is_some_and(|path| path.ends_with(ending)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A small shoe, so that everything takes a second.
const SMALL: [&str; 2] = ["--set", "shoe=12,0,8,8,0,8,0,8,0,40"];

fn holds(schema: &str, arguments: &[&str], status: i32) {
    let output = shoeproof(&[arguments, &["--json"]].concat()).assert().code(status).get_output().stdout.clone();
    let answer: Value = serde_json::from_slice(&output).expect("JSON");
    assert_valid(&validator(&format!("answers/{schema}.json")), &answer, &arguments.join(" "));
}

#[test]
fn what_the_base_game_prints() {
    for game in ["pa-685a-down-under", "ma-double-attack", "double-exposure"] {
        holds("solve", &[&["solve", game], &SMALL[..]].concat(), 0);
        holds("chart", &[&["chart", game, "--strategy", "cdz"], &SMALL[..]].concat(), 0);
        holds("dealer", &[&["dealer", game], &SMALL[..]].concat(), 0);
    }
    let every_part = ["--bracket", "--spots", "3", "--distribution", "--effects-of-removal", "--actions"];
    let tiny = ["solve", "plain-blackjack", "--set", "shoe=4,0,0,4,0,4,0,4,0,16"];
    holds("solve", &[&tiny[..], &every_part].concat(), 0);
    holds("solve", &[&tiny[..], &["--strategy", "perfect"]].concat(), 0);
    holds("solve-count", &[&tiny[..], &["--count"]].concat(), 0);
    let switch = ["chart", "pa-633a-blackjack-switch", "--set", "options.max-hands=2"];
    holds("chart", &[&switch[..], &SMALL].concat(), 0);
    holds("inspect", &["inspect", "pa-685a-down-under", "--hand", "8,8", "--up", "6", "--signal", "large"], 0);
    holds("inspect", &["inspect", "ma-double-attack", "--hand", "8,8", "--up", "6"], 0);
    let two_hands = ["inspect", "pa-633a-blackjack-switch", "--hand", "T,5", "--second", "6,T", "--up"];
    holds("inspect-switch", &[&two_hands[..], &["7"]].concat(), 0);
    let before_check = ["--set", "readings.switch-and-peek=switch-first"];
    holds("inspect-switch", &[&two_hands[..], &["A"], &before_check].concat(), 0);
    holds("dealer", &["dealer", "pa-685a-down-under", "--hand", "T,6"], 0);
    holds("approximate", &["approximate", "ma-double-attack"], 0);
    holds("compare", &["compare", "analyses/plain-blackjack/1-decks.toml", "--combinations"], 0);
}

#[test]
#[ignore = "long; `just slow`"]
fn what_is_printed_beside_the_base_game() {
    holds("wagers", &["wagers", "pa-685a-down-under", "--covariance"], 0);
    holds("wagers", &["wagers", "analyses/pa-633a-blackjack/2-decks.toml"], 0);
    let tally = ["--rounds", "20000", "--seed", "1"];
    let simulate = |more: &[&str]| {
        holds("simulate", &[&["simulate", "pa-685a-down-under"], &SMALL[..], &tally, more].concat(), 0);
    };
    simulate(&["--distribution"]);
    simulate(&["--penetration", "75%"]);
    holds("follow", &[&["follow", "ma-double-attack"], &SMALL[..], &tally].concat(), 0);
    let few = ["--shoes", "4096", "--valued", "10"];
    let cards = ["--set", "shoe=0,0,0,0,6,6,0,0,0,10"];
    holds("cut-card", &[&["cut-card", "plain-blackjack"], &cards[..], &few].concat(), 0);
    let wager = ["reconcile", "pa-685a-down-under", "--edge", "3.67%..4.06%", "--wager", "match-the-dealer", "--decks"];
    holds("reconcile", &wager, 0);
    holds(
        "reconcile",
        &["reconcile", "plain-blackjack", "--edge", "0.5%", "--changes", "1", "--strategy", "td,cdz"],
        0,
    );
    for claims in files(&root().join("examples/claims"), "") {
        let claims = claims.to_str().expect("text");
        let status = i32::from(claims.contains("wrong"));
        let analysis = "analyses/pa-685a-down-under/6-decks.toml";
        holds("check", &["check", analysis, "--claims", claims, "--limit", "0"], status);
    }
    holds("verify", &["verify", "reports/pa-685a-down-under-6-decks", "--quick"], 3);
    let empty = tempfile::tempdir().expect("temporary folder");
    holds("verify", &["verify", empty.path().to_str().expect("text")], 1);
    let shoes = empty.path().join("shoes.csv");
    fs::write(&shoes, "24,24,24,24,24,24,24,24,24,96\n23,24,24,24,24,24,24,24,24,96\n").expect("written");
    let shoes = shoes.to_str().expect("text");
    let output = shoeproof(&["approximate", "plain-blackjack", "--shoes", shoes, "--json"]).assert().success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let of_line = validator("answers/approximate-shoes.json");
    assert_eq!(text.lines().count(), 2);
    for line in text.lines() {
        assert_valid(&of_line, &serde_json::from_str(line).expect("JSON"), line);
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn what_counts_and_stated_charts_print() {
    let exposure = ["exposure", "plain-blackjack", "--set", "options.max-hands=2", "--seen", "2,3", "--up-to", "3"];
    holds("exposure", &[&exposure[..], &SMALL[..]].concat(), 0);
    let played = ["--set", "options.max-hands=2", "--seen", "3", "--indices", "--spread", "4", "--tags-up-to", "1"];
    holds("exposure", &[&["exposure", "plain-blackjack"], &played[..], &SMALL[..]].concat(), 0);
    let seated = ["--set", "options.max-hands=2", "--up-to", "3", "--bets", "1:2", "--seats", "2", "--shoes", "1"];
    holds("exposure", &[&["exposure", "plain-blackjack"], &seated[..], &SMALL[..]].concat(), 0);
    let wager = [
        "exposure",
        "pa-633a-blackjack",
        "--wager",
        "lucky-ladies",
        "--seen",
        "2",
        "--no-variance",
        "--set",
        "decks=2",
    ];
    holds("exposure", &[&wager[..], &["--set", "options.max-hands=2"]].concat(), 0);
    holds("value", &["value", "plain-blackjack", "--strategy", "examples/basic-strategy.toml"], 0);
    let counted =
        ["value", "plain-blackjack", "--set", "decks=1", "--strategy", "examples/index-plays.toml", "--seen", "13"];
    holds("value", &counted, 0);
}

#[test]
#[ignore = "long; `just slow`"]
fn what_sweeps_and_units_print() {
    let home = tempfile::tempdir().expect("temporary folder");
    let of_unit = validator("answers/unit.json");
    let plan = |ask: &str| {
        let plan = home.path().join("plan.toml");
        fs::write(&plan, format!("format = 1\nanalyses = [\"pa-633a-blackjack\"]\nset.decks = 2\n{ask}\n"))
            .expect("written");
        plan.to_str().expect("text").to_owned()
    };
    let asked =
        ["ask = \"solve\"\nvariance = true", "ask = \"approximate\"", "ask = \"wager\"\nwager = \"lucky-ladies\""];
    for (number, ask) in asked.into_iter().enumerate() {
        let plan = plan(ask);
        let out = home.path().join(number.to_string());
        let out = out.to_str().expect("text");
        holds("sweep", &["sweep", &plan, "--out", out], 0);
        let printed = shoeproof(&["sweep", &plan, "--print-unit", "0"]).assert().success();
        let unit = String::from_utf8_lossy(&printed.get_output().stdout).into_owned();
        assert_valid(&validator("answers/sweep-unit.json"), &serde_json::from_str(&unit).expect("JSON"), &unit);
        let answered = shoeproof(&["unit"]).write_stdin(unit).assert().success();
        let answer = String::from_utf8_lossy(&answered.get_output().stdout).into_owned();
        assert_valid(&of_unit, &serde_json::from_str(&answer).expect("JSON"), &answer);
    }
}

#[test]
fn what_writes_and_signs_a_report_prints() {
    let home = tempfile::tempdir().expect("a folder");
    let [report, key] = ["report", "key"].map(|name| home.path().join(name).to_str().expect("text").to_owned());
    let analysis = "analyses/plain-blackjack/6-decks.toml";
    holds("certify", &["certify", analysis, "--set", "shoe=4,0,0,2,2,2,2,2,2,8", "--out", &report], 0);
    holds("keygen", &["keygen", "--out", &key], 0);
    holds("sign", &["sign", &report, "--key", &key], 0);
}

/// What the library answers and no command prints by itself.
#[test]
fn what_the_library_answers() {
    let json = |answer: serde_json::Result<Value>| answer.expect("JSON");
    for game in shoeproof_games() {
        let analysis = ::shoeproof::Analysis::of_game(&game).expect("an analysis");
        assert_valid(&validator("answers/chosen.json"), &json(serde_json::to_value(analysis.chosen())), &game);
    }
    let analysis = ::shoeproof::Analysis::of_game("pa-685a-down-under").expect("an analysis");
    let analysis = analysis.without(&parse_hand("5,T").expect("cards")).expect("an analysis");
    assert_valid(
        &validator("answers/chosen.json"),
        &json(serde_json::to_value(analysis.chosen())),
        "without two cards",
    );
    let [hand, up] = ["8,8", "6"].map(|cards| parse_hand(cards).expect("cards"));
    let signal = Signal::Named("large".to_owned());
    let query = Query { hand, up: up[0], signal, other: Vec::new(), attack: None };
    let decision = analysis.decision(&query, Class::CdzMinus).expect("a decision");
    let small = ["options.max-hands=2", "shoe=12,0,0,16,0,16,0,16,0,40"].map(|one| {
        let (key, value) = one.split_once('=').expect("a key");
        shoeproof::Override::new(key, value)
    });
    let rules = shoeproof::Analysis::of_game("pa-633a-blackjack-switch").and_then(|game| game.with_all(&small));
    let rules = rules.and_then(|game| game.switch_rules(Class::CdzMinus)).expect("rules");
    assert_valid(&validator("answers/switch-rules.json"), &json(serde_json::to_value(rules)), "a small shoe");
    assert_valid(&validator("answers/decision.json"), &json(serde_json::to_value(decision)), "8,8 against 6");
}

#[test]
fn what_games_print_and_new_writes() {
    holds("games", &["games"], 0);
    for game in shoeproof_games() {
        holds("games-of-one", &["games", &game], 0);
        let output = shoeproof(&["new", &game]).assert().success();
        let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
        assert_valid(&validator(&format!("analyses/{game}.json")), &toml(&text), &game);
    }
}

fn shoeproof_games() -> Vec<String> {
    let name = |path: &PathBuf| path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
    files(&root().join("games"), ".toml").iter().map(name).collect()
}

#[test]
fn committed_files_and_reports() {
    let mut analyses = files(&root().join("analyses"), ".toml");
    assert!(analyses.len() > 20);
    analyses.push(root().join("examples/finished-report.toml"));
    for path in analyses {
        let analysis = toml(&fs::read_to_string(&path).expect("a file"));
        let game = analysis["game"].as_str().expect("a game");
        assert_valid(&validator(&format!("analyses/{game}.json")), &analysis, &path.display().to_string());
    }
    for (folder, ending, schema) in [
        ("games", ".toml", "game.json"),
        ("examples/claims", ".toml", "claims.json"),
        ("examples", "index-plays.toml", "strategy.json"),
        ("examples", "basic-strategy.toml", "strategy.json"),
        ("reports", "/report.json", "report.json"),
        ("reports", "/certificate.json", "certificate.json"),
    ] {
        let of = validator(schema);
        let found = files(&root().join(folder), ending);
        assert!(!found.is_empty(), "{folder}");
        for path in found {
            let text = fs::read_to_string(&path).expect("a file");
            let value =
                if ending.ends_with(".toml") { toml(&text) } else { serde_json::from_str(&text).expect("JSON") };
            assert_valid(&of, &value, &path.display().to_string());
        }
    }
}

/// The TOML blocks of a page.
fn blocks(page: &str) -> Vec<Value> {
    let text = fs::read_to_string(root().join(page)).expect("a page");
    let blocks = text.split("```toml\n").skip(1).map(|rest| toml(rest.split("```").next().expect("an end")));
    blocks.collect()
}

#[test]
fn what_the_documents_show_fits_the_schemas() {
    let strategies = blocks("docs/design/stated-strategies.md");
    assert!(
        ["hard", "doubled", "split-aces", "insurance", "index"]
            .iter()
            .all(|key| { strategies.iter().any(|block| block.get(key).is_some()) })
    );
    for block in strategies {
        assert_valid(&validator("strategy.json"), &block, "a stated strategy of the documents");
    }
    let mut analysis = toml(&fs::read_to_string(root().join("analyses/plain-blackjack/1-decks.toml")).expect("a file"));
    let asked: Vec<Value> =
        blocks("docs/design/counting.md").into_iter().filter_map(|block| block.get("exposure").cloned()).collect();
    assert!(asked.iter().any(|asked| asked.get("depths").is_some()));
    for asked in asked {
        analysis["exposure"] = asked;
        assert_valid(&validator("analyses/plain-blackjack.json"), &analysis, "an exposure of the documents");
    }
}

/// The value at a place replaced; `null` takes it out.
fn with(value: &Value, place: &str, new: Value) -> Value {
    let mut changed = value.clone();
    let (parent, key) = place.rsplit_once('/').expect("a place");
    let parent = changed.pointer_mut(parent).unwrap_or_else(|| panic!("there is no {place}"));
    match (parent, new) {
        (Value::Object(parent), Value::Null) => assert!(parent.remove(key).is_some(), "there is no {place}"),
        (parent, new) => parent[key] = new,
    }
    changed
}

#[test]
fn wrong_files_are_refused() {
    let read = |path: &str| toml(&fs::read_to_string(root().join(path)).expect("a file"));
    let analysis = read("analyses/pa-685a-down-under/6-decks.toml");
    let game = read("games/pa-685a-down-under.toml");
    let claims = read("examples/claims/685a-6-decks.toml");
    let strategy = read("examples/index-plays.toml");
    let report = fs::read_to_string(root().join("reports/pa-685a-down-under-6-decks/report.json")).expect("a file");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    for (schema, good, place, new) in [
        ("analyses/pa-685a-down-under.json", &analysis, "/readings/dealer-ace", json!("sometimes")),
        ("analyses/pa-685a-down-under.json", &analysis, "/readings/dealer-deuce", json!("literal")),
        ("analyses/pa-685a-down-under.json", &analysis, "/decks", json!(7)),
        ("analyses/pa-685a-down-under.json", &analysis, "/decks", Value::Null),
        ("analyses/pa-685a-down-under.json", &analysis, "/game", json!("pa-633a-blackjack")),
        ("analyses/pa-685a-down-under.json", &analysis, "/report/date", json!("21 November 2026")),
        ("analyses/pa-685a-down-under.json", &analysis, "/report/authoriser", Value::Null),
        ("analyses/pa-685a-down-under.json", &analysis, "/simulation/rounds", json!("many")),
        (
            "analyses/pa-685a-down-under.json",
            &analysis,
            "/wagers",
            json!({ "match-the-dealer": { "paytable": "12/5" } }),
        ),
        ("analyses/pa-685a-down-under.json", &analysis, "/wagers", json!({ "lucky-ladies": {} })),
        ("analyses/pa-685a-down-under.json", &analysis, "/shoe", json!([1, 2, 3])),
        ("game.json", &game, "/natural/pays", json!("3-2")),
        ("game.json", &game, "/natural/pays", json!(1.5)),
        ("game.json", &game, "/dealer/clauses", Value::Null),
        ("game.json", &game, "/hole-card/checked-under", json!(["T", "B"])),
        ("game.json", &game, "/split/aces", json!("sometimes")),
        ("game.json", &game, "/rules", json!({})),
        ("game.json", &game, "/format", json!(2)),
        ("claims.json", &claims, "/base-game", json!([{ "house-edge": "small" }])),
        ("claims.json", &claims, "/base-game", json!([{ "up": "6", "std-dev": "1.1" }])),
        ("claims.json", &claims, "/wagers", json!([{ "house-edge": "4.06%" }])),
        ("claims.json", &claims, "/cells", json!([{ "up": "6", "hand": "16", "action": "fold" }])),
        ("claims.json", &claims, "/format", json!(2)),
        ("strategy.json", &strategy, "/count", Value::Null),
        ("strategy.json", &strategy, "/hard/12", json!("H X")),
        ("strategy.json", &strategy, "/index/0/from", Value::Null),
        ("strategy.json", &strategy, "/index/0/play", json!("X")),
        ("strategy.json", &strategy, "/index/0/cards", json!("three")),
        ("report.json", &report, "/base_game/0/ev/fraction", json!("-0.0003")),
        ("report.json", &report, "/base_game/0/ev/decimal", json!(-0.0003)),
        ("report.json", &report, "/base_game/0/ev", Value::Null),
        ("report.json", &report, "/more", json!(1)),
    ] {
        let of = validator(schema);
        assert_valid(&of, good, schema);
        assert!(!of.is_valid(&with(good, place, new.clone())), "{schema}: {place} = {new}");
    }
}
