//! The plan covers everything that a certificate states.

use certificate::{
    Action, Certificate, StatedAim, StatedAmount, StatedBracket, StatedBreakpoint, StatedChange, StatedCount,
    StatedEvent, StatedFollowedReading, StatedFollowedUp, StatedFollower, StatedLine, StatedMaximum, StatedMeter,
    StatedNet, StatedParlay, StatedParlayHand, StatedPlayed, StatedRemoval, StatedResult, StatedSeat, StatedSeen,
    StatedShare, StatedSums, StatedUntold, StatedUntoldSignal, StatedUntoldUp, StatedWager, StatedWagerEvent,
};
use serde_json::Value;

use super::fixture::{certificate, cut_card, cut_cards, simulation, small, submission};
use crate::plan;
use crate::statement::Level;

/// Paths of all leaves, an empty list or object among them.
fn leaves(value: &Value, path: &str, all: &mut Vec<String>) {
    match value {
        Value::Array(members) if !members.is_empty() => {
            members.iter().enumerate().for_each(|(at, member)| leaves(member, &format!("{path}/{at}"), all));
        }
        Value::Object(members) if !members.is_empty() => {
            members.iter().for_each(|(key, member)| leaves(member, &format!("{path}/{key}"), all));
        }
        _ => all.push(path.to_owned()),
    }
}

/// A certificate with a claim of every kind, true or not.
fn everything() -> Certificate {
    let mut all = certificate(&small());
    let text = || "1/2".to_owned();
    let sums = || StatedSums { over: "2".to_owned(), by_sum: vec!["1".to_owned()] };
    let result = StatedResult { net: text(), wagered: text(), probability: text() };
    for class in &mut all.classes {
        class.variance = Some(text());
        class.results = Some(vec![result.clone()]);
        class.insured = Some(vec![StatedNet { net: text(), probability: text() }]);
        class.events = Some(vec![StatedEvent {
            what: "hands".to_owned(),
            shares: vec![StatedShare { value: "1".to_owned(), probability: text() }],
        }]);
        class.up_cards.iter_mut().for_each(|up| up.results = Some(vec![result.clone()]));
    }
    let mut perfect = all.classes[1].clone();
    perfect.strategy = "perfect".to_owned();
    perfect.play = None;
    (perfect.results, perfect.insured, perfect.events) = (None, None, None);
    perfect.up_cards.iter_mut().for_each(|up| up.results = None);
    all.classes.push(perfect.clone());
    all.variants[0].classes.push(perfect);
    all.bracket = Some(StatedBracket { low: "-0.5".to_owned(), high: "0.5".to_owned() });
    all.simulation = Some(certificate::StatedSimulation { cut_card: Some(cut_card()), ..simulation() });
    all.cut_card = Some(cut_cards());
    all.wagers.push(every_claim_of_a_wager());
    let mut untold = all.classes[0].clone();
    (untold.variance, untold.results, untold.insured, untold.events) = (None, None, None, None);
    untold.up_cards.iter_mut().for_each(|up| up.results = None);
    let signals = vec![StatedUntoldSignal { signal: "small".to_owned(), ev: text() }];
    all.removal = vec![StatedRemoval { card: "A".to_owned(), ev: "1/2".to_owned() }];
    all.counts = vec![StatedCount {
        id: "a-count".to_owned(),
        tags: vec!["1".to_owned(); 10],
        depths: vec![StatedSeen { squares: Some(sums()), insurance: Some(sums()), ..StatedSeen::of(9, sums()) }],
    }];
    all.untold = vec![StatedUntold { class: untold, up_cards: vec![StatedUntoldUp { up: "A".to_owned(), signals }] }];
    all.followers = vec![StatedFollower {
        caller: "td".to_owned(),
        ev: text(),
        up_cards: vec![StatedFollowedUp { up: "A".to_owned(), ev: text(), attack: Some(true) }],
        readings: vec![StatedFollowedReading {
            set: [("readings.a-reading".to_owned(), "a-choice".to_owned())].into(),
            ev: text(),
        }],
    }];
    all
}

/// The same of a side wager.
fn every_claim_of_a_wager() -> StatedWager {
    let text = || "1/2".to_owned();
    let change = StatedChange {
        up: "A".to_owned(),
        signal: "none".to_owned(),
        hand: "A,T".to_owned(),
        from: Action::Stand,
        to: Action::Hit,
    };
    let aim = StatedAim {
        base_ev: text(),
        fixed: text(),
        per_unit: text(),
        changed: "1".to_owned(),
        changes: vec![change.clone()],
    };
    let amount = StatedAmount { fixed: text(), per_unit: text() };
    StatedWager {
        removal: vec![StatedRemoval { card: "A".to_owned(), ev: text() }],
        id: "a-wager".to_owned(),
        paytable: "1".to_owned(),
        reading: [("a-reading".to_owned(), "a-choice".to_owned())].into(),
        lines: vec![StatedLine {
            name: "a line".to_owned(),
            combinations: "1".to_owned(),
            pays: text(),
            meter_share: Some(text()),
        }],
        total: "2".to_owned(),
        ev: text(),
        variance: text(),
        hit_frequency: text(),
        meter: Some(StatedMeter { at: text(), fixed: text(), per_unit: text(), break_even: Some(text()) }),
        played: Some(StatedPlayed {
            alone: aim.clone(),
            joint: aim,
            breakpoints: vec![StatedBreakpoint {
                meter: text(),
                changes: vec![change],
                base_ev: text(),
                fixed: text(),
                per_unit: text(),
            }],
        }),
        parlay: Some(StatedParlay {
            gain: text(),
            always: text(),
            hands: vec![StatedParlayHand { hand: "A,T".to_owned(), against: vec!["6".to_owned()] }],
        }),
        events: vec![StatedWagerEvent {
            line: "an event".to_owned(),
            event: "its-chance".to_owned(),
            chance: text(),
            never: amount.clone(),
            always: amount.clone(),
        }],
        seats: vec![StatedSeat {
            seat: "first".to_owned(),
            drawn_from: "spades-and-clubs".to_owned(),
            least: amount.clone(),
            most: amount,
        }],
        maximum: Some(StatedMaximum {
            line: "a line".to_owned(),
            maximum: text(),
            least: text(),
            allowed: true,
            ev_lost: text(),
        }),
    }
}

#[test]
fn every_leaf_is_covered_and_every_path_exists() {
    for submission in [small(), submission("pa-685a-down-under/6-decks.toml", &[])] {
        let certificate = everything();
        let plan = plan(&submission, &certificate);
        let value = serde_json::to_value(&certificate).expect("JSON");
        let mut all = Vec::new();
        leaves(&value, "", &mut all);
        assert!(all.len() > 500);
        for leaf in &all {
            let covers = |path: &str| leaf == path || leaf.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
            assert!(plan.iter().any(|statement| covers(&statement.path)), "nothing covers {leaf}");
        }
        let mut paths: Vec<&str> = plan.iter().map(|statement| statement.path.as_str()).collect();
        for path in paths.iter().filter(|path| !path.starts_with("/simulation/cut_card")) {
            assert!(value.pointer(path).is_some(), "{path} points at nothing");
        }
        let number = paths.len();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), number, "a path is there twice");
        for statement in &plan {
            assert!(statement.how.ends_with('.') && !statement.what.ends_with('.'), "{statement:?}");
            assert!(
                statement.what.starts_with(char::is_lowercase) || statement.what.starts_with("EV"),
                "{statement:?}"
            );
        }
    }
}

#[test]
fn what_is_stated_and_not_checked() {
    let stated: Vec<String> = plan(&small(), &certificate(&small()))
        .into_iter()
        .filter(|statement| statement.level == Level::Stated)
        .map(|statement| statement.path)
        .collect();
    let left_out =
        ["/classes/0/variance", "/classes/0/results", "/classes/1/variance", "/classes/1/results", "/bracket"];
    assert_eq!(stated[..3], ["/software", "/software/lock_sha256", "/item/id"]);
    assert_eq!(stated[3..], left_out, "what is left out is named");
}

/// Pairs that split to four hands make the distribution long, and perfect play too.
#[test]
fn levels_depend_on_the_rules() {
    let certificate = everything();
    let level = |submission, path: &str| {
        plan(submission, &certificate).into_iter().find(|one| one.path == path).map(|one| one.level).expect(path)
    };
    let four = submission("pa-633a-blackjack/6-decks.toml", &[("options.max-hands", "4")]);
    let two = submission("pa-633a-blackjack/1-decks.toml", &[("options.max-hands", "2")]);
    let results = "/classes/0/up_cards/0/results";
    assert_eq!((level(&two, results), level(&four, results)), (Level::Usual, Level::Full));
    assert_eq!((level(&two, "/classes/2"), level(&four, "/classes/2")), (Level::Full, Level::Stated));
    let hidden = [("options.max-hands", "2"), ("readings.double-card", "down")];
    let hidden = submission("pa-633a-blackjack/1-decks.toml", &hidden);
    let variance = [&two, &hidden, &four].map(|submission| level(submission, "/classes/2/variance"));
    assert_eq!(variance, [Level::Full, Level::Stated, Level::Stated]);
    let of_variant = "/variants/0/classes/2";
    assert_eq!((level(&two, of_variant), level(&four, of_variant)), (Level::Full, Level::Stated));
    assert_eq!((level(&two, "/combinations/0"), level(&two, "/combinations")), (Level::Quick, Level::Full));
}
