//! The search for the best play, against the comparison of every decision.

use std::collections::BTreeSet;

use num_rational::BigRational;

use super::fixture::{class, class_attacking, submission};
use crate::base_game::{check_totals, check_up};
use crate::dealer::Dealings;
use crate::refusal::Refusal;
use crate::{best, best_zero_memory, combinations};

/// Few values, so that there are few hands.
const SOME: &str = "8,0,0,4,0,6,0,8,0,20";

fn holds(analysis: &str, overrides: &[(&str, &str)]) {
    let submission = submission(analysis, overrides);
    let stated = class(&submission, "cdz");
    let mut sums = crate::base_game::Sums::default();
    for place in 0..stated.up_cards.len() {
        sums.add(
            &check_up(&submission, &stated, place, &Dealings::default())
                .unwrap_or_else(|refusal| panic!("{analysis}: {refusal}")),
        );
    }
    check_totals(&stated, sums).expect("the totals");
    let ev = best_zero_memory(&submission).expect("an EV");
    assert_eq!(cards::fraction(&ev), stated.ev, "{analysis}");
    assert_eq!(best::ev(&submission), Ok(ev), "{analysis}");
}

#[test]
fn the_best_play_stands_every_comparison() {
    holds("pa-633a-blackjack/1-decks.toml", &[("shoe", SOME), ("options.max-hands", "2")]);
    holds("pa-633a-blackjack/1-decks.toml", &[("shoe", SOME), ("options.max-hands", "3")]);
    for game in ["pa-685a-down-under/6", "pa-665a-double-attack/8", "double-exposure/6", "spanish-21/6"] {
        holds(&format!("{game}-decks.toml"), &[("shoe", SOME)]);
    }
}

/// A wrong attack decision whose own best play is worth no more with the other one: what is given away shows only beside the best
/// play of the other.
#[test]
fn an_attack_decision_is_compared_with_what_the_other_can_be_worth() {
    let decisions = [
        ("0,0,0,0,50,0,0,42,0,178", "8", false, &["td", "cdz"][..]),
        ("39,0,0,0,0,0,0,57,0,136", "A", false, &["td", "cdz"]),
        // No total tells the best play of this one.
        ("39,0,0,0,0,0,0,57,0,136", "T", true, &["cdz"]),
    ];
    for (shoe, up, attacked, classes) in decisions {
        let submission = submission("ma-double-attack/6-decks.toml", &[("shoe", shoe)]);
        for strategy in classes {
            let stated = class_attacking(&submission, strategy, (up.parse().expect("a card"), attacked));
            for (place, of_up) in stated.up_cards.iter().enumerate() {
                let checked = check_up(&submission, &stated, place, &Dealings::default());
                let refused = checked.err().map(|refusal| refusal.to_string());
                let better = if attacked { "no attack wager is worth more" } else { "the attack wager is worth more" };
                let expected = (of_up.up == up).then_some(better);
                assert_eq!(refused.is_some(), expected.is_some(), "{shoe}, {strategy}, {}: {refused:?}", of_up.up);
                let refused = refused.unwrap_or_default();
                assert!(refused.contains(expected.unwrap_or_default()), "{shoe}, {strategy}: {refused}");
            }
        }
    }
}

/// What is stated of the other attack decision is its best play's EV and nothing else.
#[test]
fn the_other_attack_decision_is_valued() {
    for analysis in ["ma-double-attack/6-decks.toml", "pa-665a-double-attack/8-decks.toml"] {
        let submission = submission(analysis, &[("shoe", SOME)]);
        let mut stated = class(&submission, "cdz");
        let decided: Vec<bool> = stated.play.iter().flatten().map(|play| play.attack == Some(true)).collect();
        for (place, attacked) in decided.into_iter().enumerate() {
            let up = stated.up_cards[place].up.parse().expect("a card");
            let other = class_attacking(&submission, "cdz", (up, !attacked)).up_cards[place].ev.clone();
            let mut check = |ev: &str| {
                stated.up_cards[place].other_attack_ev = Some(ev.to_owned());
                check_up(&submission, &stated, place, &Dealings::default()).map_err(|refusal| refusal.to_string())
            };
            assert!(check(&other).is_ok(), "{analysis}, {up}");
            let own = check("0/1").expect_err("another EV");
            assert!(own.contains("EV with the other decision on the attack wager"), "{own}");
        }
    }
}

/// Every other choice of every option and reading that concerns the base game.
#[test]
#[ignore = "long; `just slow`"]
fn and_under_every_choice() {
    for analysis in ["pa-633a-blackjack/1-decks.toml", "pa-685a-down-under/6-decks.toml"] {
        let submission = submission(analysis, &[]);
        let splits = submission.options.iter().any(|one| one.switch.name == "max-hands");
        for (kind, choices) in [("options", &submission.options), ("readings", &submission.readings)] {
            for choice in choices.iter().filter(|choice| choice.switch.affects_base_game()) {
                let key = format!("{kind}.{}", choice.switch.name);
                for other in choice.others() {
                    let mut overrides = vec![("shoe", "8,0,0,0,0,8,0,0,8,16")];
                    if splits {
                        overrides.push(("options.max-hands", "2"));
                    }
                    overrides.push((&key, &other.name));
                    holds(analysis, &overrides);
                }
            }
        }
    }
}

/// What combinations share changes no value.
#[test]
#[ignore = "long; `just slow`"]
fn combinations_together_are_as_each_alone() {
    let submission = submission("pa-685a-down-under/6-decks.toml", &[("shoe", "8,0,0,0,0,8,0,0,8,16")]);
    let all = submission.combination_changes(4096).expect("few combinations");
    // Seven shares no factor with the numbers of choices, so every choice meets every other.
    let changes: Vec<_> = all.into_iter().step_by(7).collect();
    let games: Vec<_> =
        changes.iter().map(|changes| combinations::combined(&submission, changes).expect("a combination")).collect();
    let ups = best::up_cards(&submission);
    let by_up: Vec<_> =
        ups.into_iter().map(|up| combinations::under(&submission, &games, up).expect("values")).collect();
    let mut evs = BTreeSet::new();
    for (at, changes) in changes.iter().enumerate() {
        let together: BigRational = by_up.iter().map(|of_up| &of_up[at]).sum();
        let alone = best::ev(&submission.changed(changes).expect("a combination")).expect("an EV");
        assert_eq!(together, alone, "{changes:?}");
        evs.insert(alone);
    }
    assert!(evs.len() > 20, "{}", evs.len());
}

/// Two hands to switch are worth at least as much as the same hands left alone.
#[test]
fn a_switch_gains() {
    let switched = submission("pa-633a-blackjack-switch/4-decks.toml", &[("shoe", "20,0,0,0,0,20,0,20,0,40")]);
    let ev = best_zero_memory(&switched).expect("an EV");
    assert!(ev > BigRational::from_integer((-1).into()) && ev < BigRational::from_integer(1.into()));
}

#[test]
fn a_shoe_that_a_round_can_use_up_is_no_game_to_check() {
    let few = submission("pa-633a-blackjack/1-decks.toml", &[("shoe", "2,0,0,0,0,2,0,2,0,4")]);
    assert!(matches!(best_zero_memory(&few), Err(Refusal::NotCheckable(_))));
}
