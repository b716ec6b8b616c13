//! Other choices than those of an analysis.

use std::collections::BTreeSet;
use std::path::Path;

use rules::{Choice, Override, Submission};

fn submission(analysis: &str, overrides: &[Override]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    Submission::load(&path, overrides).expect("an analysis")
}

#[test]
fn every_other_choice_once_then_every_other_number_of_decks() {
    let submission = submission("pa-685a-down-under/6-decks.toml", &[]);
    let variants = submission.variants().expect("variants");
    let others: usize = submission.base_readings().map(|reading| reading.switch.choices.len() - 1).sum();
    let decks: Vec<&str> =
        variants.iter().filter_map(|(changes, _)| changes.get("decks")).map(String::as_str).collect();
    assert_eq!(decks, ["4", "5", "8"]);
    assert_eq!(variants.len(), others + decks.len());
    assert!(others > 3);
    for (changes, variant) in &variants {
        let (key, value) = changes.first_key_value().expect("a change");
        match key.strip_prefix("readings.") {
            Some(name) => {
                let reading = variant.readings.iter().find(|reading| reading.switch.name == name);
                assert_eq!(reading.map(|reading| &reading.choice), Some(value));
                assert_eq!(variant.decks, submission.decks);
            }
            None => assert_eq!(variant.decks.map(|decks| decks.to_string()).as_ref(), Some(value)),
        }
    }
    let custom = [Override::new("shoe", "4,4,4,4,4,4,4,4,4,16")];
    assert!(self::submission("pa-685a-down-under/6-decks.toml", &custom).variant_changes().len() == others);
}

#[test]
fn combinations_are_all_different_and_bounded() {
    let submission = submission("pa-685a-down-under/6-decks.toml", &[]);
    let number: usize = submission.base_readings().map(|reading| reading.switch.choices.len()).product();
    let all = submission.combination_changes(number).expect("few enough");
    assert_eq!(all.len(), number);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), number);
    assert!(all[0].is_empty());
    let first = submission.base_readings().next().and_then(|reading| reading.others().next()).expect("another choice");
    assert!(all[1].len() == 1 && all[1].values().next() == Some(&first.name));
    assert_eq!(submission.combination_changes(number - 1), None);
}

#[test]
fn rules_read_once_give_every_game_that_rules_read_anew_give() {
    let mut compared = 0;
    for analysis in [
        "pa-685a-down-under/6-decks.toml",
        "pa-665a-double-attack/8-decks.toml",
        "spanish-21/6-decks.toml",
        "pa-633a-blackjack/6-decks.toml",
    ] {
        let submission = submission(analysis, &[]);
        let rules = submission.rules().expect("rules");
        let of = |kind: &str, choices: &[Choice]| -> Vec<Override> {
            let others = choices.iter().flat_map(|choice| {
                choice.others().map(|other| Override::new(format!("{kind}.{}", choice.switch.name), &other.name))
            });
            others.collect()
        };
        for change in [of("options", &submission.options), of("readings", &submission.readings)].concat() {
            // Once after another choice and once after the same.
            for _ in 0..2 {
                let once = submission.with_all_in(&rules, std::slice::from_ref(&change));
                match (once, submission.with_all(std::slice::from_ref(&change))) {
                    (Ok(once), Ok(anew)) => {
                        assert_eq!(once.game, anew.game);
                        compared += 1;
                    }
                    (Err(once), Err(anew)) => assert_eq!(once.to_string(), anew.to_string()),
                    (once, anew) => panic!("{once:?} {anew:?}"),
                }
            }
        }
    }
    assert!(compared >= 100, "{compared}");
}
