//! The game and analysis files of the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cards::Value;
use rules::{
    AfterSplit, BustAgainstPush, DoubledAgainstPush, EvenMoney, Game, HoleCase, MatchPays, Override, Standing,
    Submission, Switch,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn load(analysis: &str) -> Submission {
    Submission::load(&root().join("analyses").join(analysis), &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Every analysis file, whatever its depth.
fn analyses() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("analyses")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push(path);
            }
        }
    }
    assert!(found.len() >= 6, "{found:?}");
    found
}

#[test]
#[ignore = "long; `just slow`"]
fn every_analysis_loads_under_every_choice() {
    for path in analyses() {
        let submission = Submission::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        for (kind, choices) in [("options", &submission.options), ("readings", &submission.readings)] {
            for switch in choices.iter().map(|choice| &choice.switch) {
                for choice in &switch.choices {
                    let key = format!("{kind}.{}", switch.name);
                    let switched = submission.with(&key, &choice.name).unwrap_or_else(|error| panic!("{error}"));
                    let now = if kind == "options" { &switched.options } else { &switched.readings };
                    let made = now.iter().find(|one| one.switch.name == switch.name).expect("the same switches");
                    assert_eq!(made.chosen(), Some(choice), "{}", path.display());
                    assert_partitions(&switched.game);
                }
            }
        }
    }
}

/// Switching a reading must change the rules in force, or it is not what its name says.
#[test]
#[ignore = "long; `just slow`"]
fn every_choice_but_the_default_changes_the_rules() {
    for path in analyses() {
        let submission = Submission::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        for (kind, choices) in [("options", &submission.options), ("readings", &submission.readings)] {
            for Switch { name, default, choices, .. } in choices.iter().map(|choice| &*choice.switch) {
                for choice in choices {
                    let switched = submission.with(&format!("{kind}.{name}"), &choice.name).expect("a choice");
                    assert_eq!(switched.game == submission.game, &choice.name == default, "{name} = {}", choice.name);
                }
            }
        }
    }
}

/// Every game file has an analysis, so that the tests over analyses are tests over games.
#[test]
fn every_game_has_an_analysis() {
    let analysed: BTreeSet<String> =
        analyses().iter().map(|path| Submission::load(path, &[]).expect("a sound file").game.id).collect();
    let games = std::fs::read_dir(root().join("games")).expect("a folder").map(|entry| {
        let path = entry.expect("an entry").path();
        path.file_stem().expect("a name").to_string_lossy().into_owned()
    });
    assert_eq!(games.collect::<BTreeSet<String>>(), analysed);
}

/// Every choice has a canonical text of its own, and it changes the wagers it says it affects and no others.
#[test]
fn every_choice_shows_and_affects_what_it_sets() {
    for path in analyses() {
        let submission = Submission::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        let mut seen = BTreeSet::from([submission.canonical()]);
        for (kind, choices) in [("options", &submission.options), ("readings", &submission.readings)] {
            for switch in choices.iter().map(|choice| &choice.switch) {
                let mut changed = BTreeSet::new();
                let mut changes_base = false;
                for choice in switch.choices.iter().filter(|choice| choice.name != switch.default) {
                    let switched = submission.with(&format!("{kind}.{}", switch.name), &choice.name).expect("a choice");
                    assert!(seen.insert(switched.canonical()), "{} = {} is not told apart", switch.name, choice.name);
                    let wagers = submission.game.wagers.iter();
                    let other = wagers.filter(|&(id, wager)| switched.game.wagers[id] != *wager);
                    changed.extend(other.map(|(id, _)| id.clone()));
                    let base = |game: &Game| Game { wagers: BTreeMap::new(), sharing: None, ..game.clone() };
                    // What so many decks are dealt from is no rule of play, nor what a follower may do.
                    let mut now = base(&switched.game);
                    now.shoe.dealing = submission.game.shoe.dealing;
                    changes_base |= now != base(&submission.game);
                }
                let ids = submission.game.wagers.keys();
                let affected: BTreeSet<String> = ids.filter(|id| switch.affects_wager(id)).cloned().collect();
                assert_eq!(affected, changed, "{}", switch.name);
                assert_eq!(switch.affects_base_game(), changes_base, "{}", switch.name);

                // The same by the keys, which also the default sets.
                let keys = switch.choices.iter().flat_map(|choice| choice.set.keys());
                let set: BTreeSet<String> = keys
                    .filter_map(|key| {
                        key.split('.').collect::<Vec<_>>()[..].strip_prefix(&["wagers"])?.first().copied()
                    })
                    .map(str::to_owned)
                    .collect();
                assert_eq!(affected, set, "{}", switch.name);
            }
        }
    }
}

/// What the text fixes, or gives the least of, may be stated otherwise, and then it is said.
#[test]
fn amounts_that_the_text_does_not_allow_are_deviations() {
    let deviations = |analysis: &str, overrides: &[&str]| -> Vec<String> {
        let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
        let path = root().join("analyses").join(analysis);
        Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{error}")).deviations
    };
    let down_under = "pa-685a-down-under/6-decks.toml";
    let progressive = "wagers.match-the-dealer-progressive";
    for sound in ["seed=1000", "rate=0.15", "reserve=6%", "meter=0"] {
        assert_eq!(deviations(down_under, &[&format!("{progressive}.{sound}")]), [""; 0], "{sound}");
    }
    // Said once, though ten paytables are offered.
    for (key, value, shown) in
        [("seed", "999", "999"), ("seed", "1001", "1001"), ("rate", "20%", "1/5"), ("reserve", "0", "0")]
    {
        let said = format!("{progressive}.{key} = {shown} is not allowed by 58 Pa. Code ch. 685a (685c.1(j)).");
        assert_eq!(deviations(down_under, &[&format!("{progressive}.{key}={value}")]), [said]);
    }

    let blackjack = "pa-633a-blackjack/6-decks.toml";
    let sound = ["wagers.bad-beat.seed=5000", "wagers.bad-beat.rate=1", "wagers.kings-bounty.maximum=25000"];
    assert_eq!(deviations(blackjack, &sound), [""; 0]);
    assert_eq!(
        deviations(blackjack, &["wagers.bad-beat.seed=0", "wagers.kings-bounty.maximum=24999.99"]),
        [
            "wagers.bad-beat.seed = 0 is not allowed by 58 Pa. Code ch. 633a (13(j)(2)).",
            "wagers.kings-bounty.maximum = 2499999/100 is not allowed by 58 Pa. Code ch. 633a (13(o)): the maximum must be at \
             least 25000.00 dollars.",
        ]
    );
    assert_eq!(deviations(blackjack, &["wagers.bad-beat.seed=0", "wagers.bad-beat.offered=false"]), [""; 0]);

    assert_eq!(
        deviations(blackjack, &["wagers.bad-beat.seed=6000", "wagers.bad-beat.meter=5999.99"]),
        [
            "wagers.bad-beat.meter = 599999/100 is not allowed by 58 Pa. Code ch. 633a (13(j)(2)): the meter starts from \
          6000.00 dollars."
        ]
    );
    // Straight Jack has a line that wins a tenth of its meter, so that the rest may be less than what it started from.
    assert_eq!(deviations(blackjack, &["wagers.straight-jack.meter=4500", "wagers.bad-beat.meter=5000"]), [""; 0]);
}

/// 633a.2(a) has seven positions, 685a.2(a) six.
#[test]
fn more_players_than_a_table_has_positions_are_a_deviation() {
    let deviations = |analysis: &str, stated: &str| -> Vec<String> {
        let path = root().join("analyses").join(analysis);
        let stated = stated.parse().expect("an override");
        Submission::load(&path, &[stated]).unwrap_or_else(|error| panic!("{error}")).deviations
    };
    let (blackjack, down_under) = ("pa-633a-blackjack/6-decks.toml", "pa-685a-down-under/6-decks.toml");
    assert_eq!(deviations(blackjack, "wagers.kings-bounty.players=7"), [""; 0]);
    assert_eq!(
        deviations(blackjack, "wagers.kings-bounty.players=8"),
        [
            "wagers.kings-bounty.players = 8 is not allowed by 58 Pa. Code ch. 633a (2(a)): a table has 7 positions at most."
        ]
    );
    assert_eq!(deviations(down_under, "cut-card.players=1,6"), [""; 0]);
    assert_eq!(
        deviations(down_under, "cut-card.players=1,7"),
        ["cut-card.players = 7 is not allowed by 58 Pa. Code ch. 685a (2(a)): a table has 6 positions at most."]
    );
}

/// 685c.1(e): one dollar or five; 665a.6(f) and the Massachusetts 6(b)(1): not more than the base wager.
#[test]
fn a_wager_of_an_amount_that_the_text_does_not_allow_is_a_deviation() {
    let deviations = |analysis: &str, stated: &str| -> Vec<String> {
        let path = root().join("analyses").join(analysis);
        let stated = stated.parse().expect("an override");
        Submission::load(&path, &[stated]).unwrap_or_else(|error| panic!("{error}")).deviations
    };
    for (analysis, stated, said) in [
        (
            "pa-685a-down-under/6-decks.toml",
            "wagers.match-the-dealer-progressive.stake=3",
            "wagers.match-the-dealer-progressive.stake = 3 is not allowed by 58 Pa. Code ch. 685a (685c.1(e)): the wager is $1 or $5.",
        ),
        (
            "pa-665a-double-attack/8-decks.toml",
            "wagers.bust-it.ratio=1.01",
            "wagers.bust-it.ratio = 101/100 is not allowed by 58 Pa. Code ch. 665a (6(f)): the wager is at most the initial wager.",
        ),
        (
            "ma-double-attack/6-decks.toml",
            "wagers.bust-it.ratio=2",
            "wagers.bust-it.ratio = 2 is not allowed by the Massachusetts Rules of the Game of Double Attack Blackjack (6(b), \
             6(b)(1)): the wager is at least $1 and at most the initial wager.",
        ),
    ] {
        assert_eq!(deviations(analysis, stated), [said]);
    }
    for (analysis, stated) in [
        ("pa-685a-down-under/6-decks.toml", "wagers.match-the-dealer-progressive.stake=1"),
        ("pa-685a-down-under/6-decks.toml", "wagers.match-the-dealer-progressive.stake=$5"),
        ("pa-685a-down-under/6-decks.toml", "wagers.match-the-dealer-progressive.ratio=2"),
        ("pa-665a-double-attack/8-decks.toml", "wagers.bust-it.ratio=1"),
        ("ma-double-attack/6-decks.toml", "wagers.bust-it.ratio=1/2"),
    ] {
        assert_eq!(deviations(analysis, stated), [""; 0], "{analysis} {stated}");
    }
}

/// 633a.13(o): at least $25,000, or what one player wins at the largest wager, whichever is greater; and only for the wagers that
/// the reading covers. 13(j)(2): seeds are dollars, whatever the wager; 685c.1(j): multiples of the wager.
#[test]
fn money_is_in_dollars() {
    let deviations = |analysis: &str, overrides: &[&str]| -> usize {
        let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
        let path = root().join("analyses").join(analysis);
        Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{error}")).deviations.len()
    };
    let blackjack = "pa-633a-blackjack/6-decks.toml";
    let royal = "readings.maximum-covers=royal-match-and-kings-bounty";
    for (forbidden, overrides) in [
        (false, &["wagers.lucky-ladies.stake=25", "wagers.lucky-ladies.maximum=$25,000"][..]),
        (true, &["wagers.lucky-ladies.stake=100", "wagers.lucky-ladies.maximum=25000"]),
        (true, &["wagers.lucky-ladies.stake=100", "wagers.lucky-ladies.maximum=$99,999.99"]),
        (false, &["wagers.lucky-ladies.stake=100", "wagers.lucky-ladies.maximum=$100,000"]),
        (
            true,
            &["wagers.lucky-ladies.stake=25", "wagers.lucky-ladies.largest=30", "wagers.lucky-ladies.maximum=29999"],
        ),
        (
            false,
            &["wagers.lucky-ladies.stake=25", "wagers.lucky-ladies.largest=30", "wagers.lucky-ladies.maximum=30000"],
        ),
        (true, &[royal, "wagers.lucky-ladies.maximum=1000000"]),
        (false, &[royal, "wagers.kings-bounty.maximum=25000"]),
        (false, &[royal, "wagers.royal-match-21.stake=30", "wagers.royal-match-21.maximum=30000"]),
        (true, &[royal, "wagers.royal-match-21.stake=30", "wagers.royal-match-21.maximum=29999"]),
        (true, &["wagers.royal-match-21.maximum=1000000"]),
        (false, &["wagers.bad-beat.stake=5", "wagers.bad-beat.seed=$5,000"]),
        (true, &["wagers.bad-beat.stake=5", "wagers.bad-beat.seed=4999"]),
        (true, &["wagers.bad-beat.stake=0.50", "wagers.bad-beat.seed=2500"]),
        (false, &["wagers.hit-and-run.stake=25", "wagers.hit-and-run.seed=1000"]),
    ] {
        assert_eq!(deviations(blackjack, overrides), usize::from(forbidden), "{overrides:?}");
    }
    let progressive = ["stake=5", "seed=5000"].map(|one| format!("wagers.match-the-dealer-progressive.{one}"));
    let progressive = progressive.each_ref().map(String::as_str);
    assert_eq!(deviations("pa-685a-down-under/6-decks.toml", &progressive), 0);
    assert_eq!(deviations("pa-685a-down-under/6-decks.toml", &progressive[..1]), 0);
    assert_eq!(deviations("pa-685a-down-under/6-decks.toml", &progressive[1..]), 1, "5,000 times a wager of a dollar");

    let seeds = |overrides: &[&str], id: &str| {
        let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
        let submission = Submission::load(&root().join("analyses").join(blackjack), &overrides).expect("an analysis");
        let wager = submission.wagers.into_iter().find(|wager| wager.id == id).expect("offered");
        (wager.seed().expect("a meter").to_string(), wager.meter().expect("a meter").to_string())
    };
    assert_eq!(seeds(&[], "bad-beat"), ("5000".to_owned(), "5000".to_owned()));
    assert_eq!(seeds(&["wagers.bad-beat.stake=5"], "bad-beat"), ("1000".to_owned(), "1000".to_owned()));
    let stated = ["wagers.bad-beat.stake=$5", "wagers.bad-beat.meter=$20,000"];
    assert_eq!(seeds(&stated, "bad-beat"), ("1000".to_owned(), "4000".to_owned()));
}

/// 633a.3(c): as many decks in each side of a double shoe; 12(b)(1): two decks at most from the hand.
#[test]
fn what_the_cards_are_dealt_from() {
    let load = |overrides: &[&str]| {
        let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
        Submission::load(&root().join("analyses/pa-633a-blackjack/6-decks.toml"), &overrides)
    };
    let sound = |overrides: &[&str]| load(overrides).unwrap_or_else(|error| panic!("{error}"));
    let tables = |submission: &Submission, id: &str| -> Vec<String> {
        let wagers = submission.wagers.iter().filter(|wager| wager.id == id);
        wagers.map(|wager| wager.paytable.name.clone()).collect()
    };
    assert!(sound(&["options.dealing=hand", "decks=2"]).deviations.is_empty());
    let from_hand = "6 decks dealt from the hand are not allowed by 58 Pa. Code ch. 633a \
                     (3(c), 4(d), 7(a), 7(d)(1), 7(d)(2), 12(b)(1)): 2 at most.";
    assert_eq!(sound(&["options.dealing=hand"]).deviations, [from_hand]);
    let double = sound(&["options.dealing=double-shoe", "decks=3"]);
    assert_eq!((double.shoe.total(), double.deviations.len()), (156, 0));
    assert_eq!(tables(&double, "match-the-dealer"), [""; 0]);
    let both = sound(&["options.dealing=double-shoe", "decks=3", "readings.decks-counted=both-sides"]);
    assert_eq!(tables(&both, "match-the-dealer"), ["11/4"]);
    assert_eq!(both.shoe, double.shoe, "a round is dealt from one side all the same");
    let one = sound(&["options.dealing=double-shoe", "decks=1", "readings.decks-counted=both-sides"]);
    assert_eq!(tables(&one, "royal-match-21"), ["C", "D", "E"]);
    assert_eq!(tables(&one, "bet-the-set-21"), ["B"]);
    assert_eq!(tables(&one, "house-money"), ["13(n)(2)"]);
    let eight = sound(&["options.dealing=double-shoe", "decks=8", "readings.decks-counted=both-sides"]);
    assert_eq!(tables(&eight, "match-the-dealer"), [""; 0], "sixteen decks");
    assert_eq!(tables(&eight, "royal-match-21"), ["C", "D", "E"], "sixteen decks are multiple decks");
    // The reading means nothing where there is one shoe, and is not there.
    let is_decks_counted =
        |submission: &Submission| submission.readings.iter().any(|reading| reading.switch.name == "decks-counted");
    assert!(is_decks_counted(&double) && !is_decks_counted(&sound(&[])));
    assert!(sound(&["readings.decks-counted=per-side"]).deviations.is_empty());
    let error = load(&["readings.decks-counted=both-sides"]).expect_err("one shoe");
    assert_eq!(error.location(), "readings.decks-counted=both-sides");
}

/// Of every reading one choice is the text's literal one and one is custom's, and a submission can be read by either throughout.
#[test]
fn every_reading_says_what_is_literal_and_what_is_customary() {
    for path in analyses() {
        let submission = Submission::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        for standing in [Standing::Literal, Standing::Customary] {
            let read = submission.read_throughout(standing).unwrap_or_else(|error| panic!("{error}"));
            for reading in &read.readings {
                let choice = reading.switch.choice_of(standing);
                assert!(choice.is_some(), "{} of {}: {standing:?}", reading.switch.name, submission.game.id);
                assert_eq!(reading.chosen(), choice);
            }
            assert_eq!(read.options, submission.options);
        }
    }
}

#[test]
fn down_under_blackjack_as_the_text_and_as_custom_have_it() {
    let submission = load("pa-685a-down-under/6-decks.toml");
    let switched = |standing| -> Vec<String> {
        let read = submission.with("readings.match-pays", "best").expect("a choice").read_throughout(standing);
        let others = read.expect("choices").readings;
        let others = others.iter().filter(|reading| reading.choice != reading.switch.default);
        others.map(|reading| format!("{} = {}", reading.switch.name, reading.choice)).collect()
    };
    assert_eq!(switched(Standing::Literal), ["bust-against-22 = returned"]);
    assert_eq!(switched(Standing::Customary), ["dealer-ace = customary", "even-money = 1:1", "to-lines = for"]);
}

/// The table of readings in the design, with the default first.
#[test]
fn readings_of_down_under_blackjack() {
    let expected: [(&str, &[&str]); 14] = [
        ("dealer-ace", &["literal", "customary"]),
        ("bust-against-22", &["lost", "returned"]),
        ("original-large", &["literal", "tens"]),
        ("large-after-split", &["no", "yes"]),
        ("large-after-draw", &["no", "yes"]),
        ("original-large-held-by", &["hand", "player"]),
        ("split-21-against-22", &["paid", "first-hand-only", "returned"]),
        ("doubled-21-against-22", &["paid", "bet-only"]),
        ("blackjack-after-split", &["no", "aces-and-tens"]),
        ("even-money", &["none", "1:1"]),
        ("match-pays", &["each", "best"]),
        ("tens-match", &["rank", "rank-and-suit"]),
        ("to-lines", &["to", "for"]),
        ("meter-lines", &["for", "to"]),
    ];
    for decks in [4, 5, 6, 8] {
        let submission = load(&format!("pa-685a-down-under/{decks}-decks.toml"));
        assert_eq!(submission.readings.len(), expected.len());
        for (reading, (name, choices)) in submission.readings.iter().zip(expected) {
            assert_eq!(reading.switch.name, name);
            let names: Vec<&str> = reading.switch.choices.iter().map(|choice| choice.name.as_str()).collect();
            assert_eq!(names, choices, "{name}");
            assert_eq!(reading.switch.default, choices[0], "{name}");
            assert_eq!(reading.choice, choices[0], "{name}");
        }
        assert!(submission.deviations.is_empty(), "{:?}", submission.deviations);
        assert_eq!(submission.decks, Some(decks));
        assert_eq!(submission.shoe.total(), 52 * u32::from(decks));
    }
}

#[test]
fn rules_of_down_under_blackjack_under_the_default_readings() {
    let game = load("pa-685a-down-under/6-decks.toml").game;
    assert_eq!(game.dealer.ace_limit, 22);
    assert_eq!(game.natural.pays.to_string(), "3:2");
    assert_eq!(game.natural.even_money, EvenMoney::None);
    let push = game.push.expect("a push on 22");
    assert_eq!(push.bust, BustAgainstPush::Lost);
    assert_eq!(push.originals, [Value::ACE, Value::TEN]);
    assert!(!push.originals_after_split);
    assert!(!push.originals_after_draw);
    assert_eq!(push.twenty_one_after_split, AfterSplit::Paid);
    assert_eq!(push.doubled, DoubledAgainstPush::Paid);
    assert_eq!(game.wagers["match-the-dealer"].match_pays, Some(MatchPays::Each));
}

#[test]
fn match_the_dealer_is_offered_with_six_and_eight_decks_and_every_paytable_for_them() {
    let paytables = |decks: u16| -> Vec<String> {
        let submission = load(&format!("pa-685a-down-under/{decks}-decks.toml"));
        submission.wagers.iter().map(|wager| format!("{} {}", wager.id, wager.paytable.name)).collect()
    };
    // Ten progressive paytables go with six decks and ten others, of the same names, with eight.
    let progressive = (1..=10).map(|name| format!("match-the-dealer-progressive {name}"));
    let with = |table: &str| -> Vec<String> { std::iter::once(table.to_owned()).chain(progressive.clone()).collect() };
    assert_eq!(paytables(6), with("match-the-dealer 11/4"));
    assert_eq!(paytables(8), with("match-the-dealer 14/3"));
    assert_eq!(paytables(4), [""; 0]);
    assert_eq!(paytables(5), [""; 0]);
}

fn assert_partitions(game: &Game) {
    for up in Value::all() {
        let cases = game.hole_cases(up);
        for hole in Value::all() {
            let times = cases.iter().filter(|case| case.holes.contains(hole)).count();
            assert_eq!(times, 1, "{} under {up} in {}", hole, game.id);
        }
        assert!(cases.iter().all(|case| !case.holes.is_empty()), "{up} in {}", game.id);
    }
}

/// Signals with their hole cards, as in `large AT`; a star where the round ends.
fn signals(game: &Game, up: &str) -> Vec<String> {
    let show = |case: HoleCase| {
        let holes: String = case.holes.values().map(Value::letter).collect();
        format!("{} {holes}{}", case.signal, if case.ends_round { "*" } else { "" })
    };
    game.hole_cases(up.parse().expect("a value")).into_iter().map(show).collect()
}

#[test]
fn signals_of_down_under_blackjack() {
    let game = load("pa-685a-down-under/6-decks.toml").game;
    assert_eq!(signals(&game, "A"), ["small 2345", "medium 6789", "exposed A A", "blackjack T*"]);
    assert_eq!(signals(&game, "T"), ["small 2345", "medium 6789", "exposed T T", "blackjack A*"]);
    for up in ["2", "3", "4", "5", "6", "7", "8", "9"] {
        assert_eq!(signals(&game, up), ["small 2345", "medium 6789", "large AT"], "{up}");
    }
}

#[test]
fn signals_of_blackjack_with_a_peek() {
    let game = load("plain-blackjack/6-decks.toml").game;
    assert_eq!(signals(&game, "A"), ["no blackjack A23456789", "blackjack T*"]);
    assert_eq!(signals(&game, "T"), ["no blackjack 23456789T", "blackjack A*"]);
    for up in ["2", "3", "4", "5", "6", "7", "8", "9"] {
        assert_eq!(signals(&game, up), ["none A23456789T"], "{up}");
    }
}

#[test]
fn four_decks_set_on_the_file_of_six_drop_the_wagers_that_need_six_or_eight() {
    let path = root().join("analyses/pa-685a-down-under/6-decks.toml");
    let submission = Submission::load(&path, &[Override::new("decks", "4")]).expect("four decks are allowed");
    assert_eq!(submission.decks, Some(4));
    assert_eq!(submission.shoe.total(), 208);
    assert!(submission.wagers.is_empty());
    assert!(submission.deviations.is_empty());
    assert_eq!(load("pa-685a-down-under/6-decks.toml").wagers.len(), 11);
}
