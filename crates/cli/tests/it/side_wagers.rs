//! What `wagers` says of money, of what the regulation forbids, of events drawn apart, and of a double shoe.

use num_rational::BigRational;
use serde_json::Value;

use crate::program::{self, shoeproof};

const SIX_DECKS: &str = "analyses/pa-633a-blackjack/6-decks.toml";
const ONE_DECK: &str = "analyses/pa-633a-blackjack/1-decks.toml";

/// Every wager of the chapter but that of Blackjack Switch.
const WAGERS: [&str; 11] = [
    "bad-beat",
    "bet-the-set-21",
    "hit-and-run",
    "house-money",
    "in-between",
    "kings-bounty",
    "lucky-ladies",
    "match-the-dealer",
    "royal-match-21",
    "straight-jack",
    "three-card-poker",
];

/// The command line that values these wagers alone.
fn picked(analysis: &str, ids: &[&str], set: &[&str]) -> Vec<String> {
    let others = WAGERS.iter().filter(|id| !ids.contains(id)).map(|id| format!("wagers.{id}.offered=false"));
    let set = set.iter().map(|&key| key.to_owned()).chain(others);
    let arguments = ["wagers", analysis].map(str::to_owned).into_iter();
    arguments.chain(set.flat_map(|key| ["--set".to_owned(), key])).collect()
}

fn entries(analysis: &str, ids: &[&str], set: &[&str]) -> Vec<Value> {
    let mut arguments = picked(analysis, ids, set);
    arguments.push("--json".to_owned());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    program::json(&arguments, 0).as_array().expect("entries").clone()
}

fn number(value: &Value) -> BigRational {
    value["fraction"].as_str().expect("a fraction").parse().expect("a number")
}

fn decimal(value: &Value, places: u32) -> String {
    cards::decimal(&number(value), places)
}

/// 633a.3(c), 7(d): a round is dealt from one side, so one deck a side is one deck and not two.
#[test]
fn one_deck_a_side_is_one_deck() {
    let edge = |decks: &str, dealing: &str| {
        let (decks, dealing) = (format!("decks={decks}"), format!("options.dealing={dealing}"));
        program::json(&["solve", ONE_DECK, "--no-variance", "--json", "--set", &decks, "--set", &dealing], 0)
    };
    let one_a_side = edge("1", "double-shoe");
    assert_eq!(decimal(&one_a_side["house_edge"], 6), "-0.003451");
    assert_eq!(one_a_side["conforming"], true);
    assert_eq!(one_a_side["ev"], edge("1", "shoe")["ev"]);
    assert_ne!(one_a_side["ev"], edge("2", "shoe")["ev"]);
    assert_eq!(edge("2", "hand")["conforming"], true);
    assert_eq!(edge("3", "hand")["conforming"], false, "12(b)(1): two decks at most");
}

#[test]
#[ignore = "long; `just slow`"]
fn a_double_shoe_by_seat_and_side() {
    let ids = ["lucky-ladies", "in-between", "straight-jack"];
    let all = entries(SIX_DECKS, &ids, &["options.dealing=double-shoe", "options.max-hands=1"]);
    let of = |id: &str| all.iter().find(|entry| entry["id"] == id && entry["chosen"] == true).expect("an entry");
    let (ladies, between) = (of("lucky-ladies"), of("in-between"));
    assert_eq!(between["double_shoe"]["depends_on_colour"], false);
    assert!(between["double_shoe"].get("seats").is_none());
    let seats = ladies["double_shoe"]["seats"].as_array().expect("seats");
    let found: Vec<(&str, &str, String)> = seats
        .iter()
        .map(|one| {
            let word = |key: &str| one[key].as_str().expect("a word");
            (word("seat"), word("drawn_from"), decimal(&one["all"]["ev"], 4))
        })
        .collect();
    assert_eq!(found[0], ("first", "hearts-and-diamonds", "-0.1435".to_owned()));
    assert_eq!(found[1], ("first", "spades-and-clubs", "-0.2093".to_owned()));
    assert_eq!((found[2].0, found[3].0), ("others", "others"));
    assert_ne!(found[2].2, found[0].2);
    let straight = &of("straight-jack")["double_shoe"]["seats"];
    assert!(!straight[0]["kept"]["at_most"].is_null() && straight[2]["kept"]["at_most"].is_null());
    let one_shoe = entries(SIX_DECKS, &["in-between"], &[]);
    assert!(one_shoe[0].get("double_shoe").is_none());
    // The paytables of both sides' decks exist as a reading.
    let both = entries(SIX_DECKS, &["royal-match-21"], &["options.dealing=double-shoe", "decks=1"]);
    let with = |choice: &str| {
        let reading = format!("decks-counted={choice}");
        let entries = both.iter().filter(|entry| entry["reading"].as_str().expect("text").contains(&reading));
        entries.map(|entry| entry["paytable"].as_str().expect("text")).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(with("per-side"), ["A", "B"].into());
    assert_eq!(with("both-sides"), ["C", "D", "E"].into());
}

/// 633a.13(o): what it forbids is marked, in every command.
#[test]
fn a_forbidden_maximum_is_marked_everywhere() {
    let set = ["wagers.lucky-ladies.stake=100", "wagers.lucky-ladies.players=3"];
    let sound = entries(SIX_DECKS, &["lucky-ladies"], &set);
    let first = &sound[0];
    assert_eq!((&first["conforming"], &first["dollars"]["maximum_allowed"]), (&true.into(), &true.into()));
    assert_eq!(decimal(&first["dollars"]["least_maximum"], 0), "100000");
    assert_eq!(decimal(&first["maximum"]["ev_lost"], 7), "0.0000018");

    let forbidden = [&set[..], &["wagers.lucky-ladies.maximum=$25,000"]].concat();
    let marked = &entries(SIX_DECKS, &["lucky-ladies"], &forbidden)[0];
    assert_eq!((&marked["conforming"], &marked["dollars"]["maximum_allowed"]), (&false.into(), &false.into()));
    assert_eq!(decimal(&marked["maximum"]["ev_lost"], 4), "0.0109");
    let text =
        shoeproof(&picked(SIX_DECKS, &["lucky-ladies"], &forbidden).iter().map(String::as_str).collect::<Vec<_>>())
            .assert()
            .success()
            .get_output()
            .stdout
            .clone();
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains("non-conforming   wagers.lucky-ladies.maximum = 25000 is not allowed"), "{text}");
    assert!(text.contains("NON-CONFORMING: the maximum must be at least 100000.00 dollars."), "{text}");

    let others: [&[&str]; 3] = [
        &["inspect", SIX_DECKS, "--hand", "T,6", "--up", "9"],
        &["approximate", SIX_DECKS],
        &["reconcile", SIX_DECKS, "--edge", "0.4%", "--only", "readings.double-card"],
    ];
    for command in others {
        let set = forbidden.iter().flat_map(|key| ["--set", key]);
        let arguments: Vec<&str> = command.iter().copied().chain(set).collect();
        let output = shoeproof(&arguments).assert().success().get_output().stderr.clone();
        let text = String::from_utf8_lossy(&output).into_owned();
        assert!(text.contains("non-conforming: wagers.lucky-ladies.maximum"), "{}: {text}", command[0]);
    }
}

/// 633a.13(l)(2): the seed is $1,000 whatever the wager; the break-even meter in dollars follows from the wager.
#[test]
fn meters_are_dollars() {
    let one = &entries(SIX_DECKS, &["hit-and-run"], &[])[0];
    let five = &entries(SIX_DECKS, &["hit-and-run"], &["wagers.hit-and-run.stake=5"])[0];
    assert_eq!((decimal(&one["meter"], 0), decimal(&five["meter"], 0)), ("1000".to_owned(), "200".to_owned()));
    assert_eq!(decimal(&five["dollars"]["seed"], 0), "1000");
    assert_eq!(one["break_even_meter"], five["break_even_meter"], "in units of the wager");
    let dollars = number(&five["dollars"]["break_even_meter"]);
    assert_eq!(dollars, number(&one["break_even_meter"]) * BigRational::from_integer(5.into()));
    let even = format!("wagers.hit-and-run.meter={dollars}");
    let at_even = &entries(SIX_DECKS, &["hit-and-run"], &["wagers.hit-and-run.stake=5", &even])[0];
    assert_eq!(decimal(&at_even["ev_at_meter"], 9), "0.000000000");
}

/// 633a.7(g)(10)(ii)(A): the gain is linear in the portion that may be added.
#[test]
fn a_portion_of_a_parlay_gains_that_portion() {
    let gain = |portion: &str| {
        let set = [&format!("wagers.house-money.parlay={portion}")[..], "options.max-hands=1"];
        let entries = entries(SIX_DECKS, &["house-money"], &set);
        assert_eq!(decimal(&entries[0]["parlay_portion"], 2), if portion == "1" { "1.00" } else { "0.25" });
        (number(&entries[0]["parlay"]["gain"]), entries[0]["parlay"]["hands"].clone())
    };
    let (all, quarter) = (gain("1"), gain("1/4"));
    assert!(all.0 > BigRational::default());
    assert_eq!(quarter.0 * BigRational::from_integer(4.into()), all.0);
    assert_eq!(quarter.1, all.1, "with the same hands");
}

#[test]
fn bonuses_by_how_often_they_are_offered() {
    let set = ["wagers.bad-beat.offers.magic-card=1/4", "options.max-hands=1"];
    let entry = &entries(SIX_DECKS, &["bad-beat"], &set)[0];
    let events = entry["events"].as_array().expect("events");
    let magic = &events[0];
    assert_eq!(magic["event"], "magic-card");
    assert_eq!(decimal(&magic["chance_if_offered"], 5), "0.03815");
    let twenty = BigRational::from_integer(20.into());
    assert_eq!(number(&magic["adds_if_always"]), number(&magic["chance_if_offered"]) * &twenty);
    assert_eq!(number(&magic["adds"]) * BigRational::from_integer(4.into()), number(&magic["adds_if_always"]));
    assert_eq!(magic["even_meter"], entry["break_even_meter"], "as it is offered");
    assert!(events[1]["offered"].is_null() && events[1]["adds"].is_null());

    // Offered in the part of all rounds at which it is even, it is.
    let even = number(&magic["even_offered"]);
    assert!(even > BigRational::default() && even < BigRational::from_integer(1.into()), "{even}");
    let part = cards::decimal(&even, 12);
    let offered = format!("wagers.bad-beat.offers.magic-card={part}");
    let at_even = &entries(SIX_DECKS, &["bad-beat"], &[&offered, "options.max-hands=1"])[0];
    assert_eq!(decimal(&at_even["ev_at_meter"], 9).trim_start_matches('-'), "0.000000000");
}

/// A wager that play decides has no effects of removal, and that is said.
#[test]
#[ignore = "long; `just slow`"]
fn what_effects_of_removal_leave_out() {
    let game =
        ["wagers", "pa-633a-blackjack", "--set", "decks=2", "--set", "options.max-hands=1", "--effects-of-removal"];
    let answer = program::json(&[&game[..], &["--json"]].concat(), 0);
    let entries = answer.as_array().expect("a list");
    let skipped = entries.iter().filter(|one| one["chosen"] == true && !one["effects_of_removal"].is_array()).count();
    let printed = program::printed(&game, 0);
    assert!(skipped > 0);
    assert_eq!(printed.matches("Effects of removal leave out ").count(), skipped, "{printed}");
}

/// Every effect is the EV after the card is removed, less that of the whole shoe; all of them, each as often as its face is there, add up to zero.
#[test]
#[ignore = "long; `just slow`"]
fn effects_of_removal_by_face() {
    let chosen = |more: &[&str]| -> Vec<Value> {
        let game = ["wagers", "pa-633a-blackjack", "--set", "decks=2", "--set", "options.max-hands=1", "--json"];
        let answer = program::json(&[&game[..], more].concat(), 0);
        answer.as_array().expect("a list").iter().filter(|one| one["chosen"] == true).cloned().collect()
    };
    let mut whole = chosen(&["--effects-of-removal"]);
    whole.retain(|one| one["effects_of_removal"].is_array());
    assert!(whole.len() > 5);
    for removed in ["Qh", "7s", "Ac"] {
        let without = chosen(&["--remove", removed]);
        for one in &whole {
            let same = |other: &&Value| other["id"] == one["id"] && other["paytable"] == one["paytable"];
            let there = without.iter().find(same).expect("the same wager");
            let effects = one["effects_of_removal"].as_array().expect("a list");
            assert_eq!(effects.len(), 52);
            let effect = effects.iter().find(|effect| effect["card"] == removed).expect("the card");
            let ev = |entry: &Value| entry.get("ev").unwrap_or(&entry["ev_at_meter"]).clone();
            assert_eq!(ev(there)["fraction"], effect["ev"]["fraction"], "{} {removed}", one["id"]);
        }
    }
    for one in &whole {
        let effects = one["effects_of_removal"].as_array().expect("a list").iter();
        let sum: BigRational = effects
            .map(|effect| {
                let of: BigRational = effect["effect"]["fraction"].as_str().expect("text").parse().expect("a fraction");
                of * num_bigint::BigInt::from(effect["in_shoe"].as_u64().expect("a count"))
            })
            .sum();
        assert_eq!(sum, BigRational::default(), "{}", one["id"]);
    }
}

/// A line that only stands beside another, and that no deal wins: nobody is dealt seven cards of six and more.
#[test]
#[ignore = "long; `just slow`"]
fn outcomes_that_no_deal_comes_to_are_verified() {
    let home = tempfile::tempdir().expect("temporary folder");
    let out = home.path().join("report");
    let out = out.to_str().expect("a path");
    let small = "2c,2d,2h,2s,3c,3d,3h,3s,4c,4d,4h,4s,5c,5d,5h,5s";
    let set = ["--set", "decks=1", "--set", "options.max-hands=2", "--remove", small, "--out", out];
    shoeproof(&["certify", "pa-633a-blackjack"]).args(set).assert().code(0);
    shoeproof(&["verify", out, "--quick"]).assert().code(3);
}
