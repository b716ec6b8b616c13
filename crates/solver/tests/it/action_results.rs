//! The distribution of each action's net result against its mean, and against the dealer's outcomes.

use std::path::Path;

use cards::{Value, parse_hand};
use num_rational::{BigRational, Ratio};
use num_traits::{One, Zero};
use rules::{Override, Submission};
use solver::{Action, Class, NetResults, Query, Signal, Solver, dealer_outcomes};

fn submission(analysis: &str, set: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    let set: Vec<Override> = set.iter().map(|&(key, value)| Override::new(key, value)).collect();
    Submission::load(&path, &set).expect("an analysis")
}

fn query(hand: &str, up: &str, signal: Signal) -> Query {
    let (hand, up) = (parse_hand(hand).expect("a hand"), up.parse().expect("a card"));
    Query { hand, up, signal, other: Vec::new(), attack: None }
}

fn mean(results: &NetResults) -> BigRational {
    results.iter().map(|(net, probability)| cards::widened(*net) * probability).sum()
}

#[test]
fn the_mean_of_the_results_is_the_value_of_the_action() {
    let mut splits = 0;
    let small = || Signal::Named("small".to_owned());
    for (analysis, set, up, signal) in [
        ("plain-blackjack/1-decks.toml", &[][..], "6", Signal::Unstated),
        ("pa-633a-blackjack/6-decks.toml", &[("options.surrender", "early")], "T", Signal::Unstated),
        ("pa-685a-down-under/6-decks.toml", &[], "9", small()),
        ("pa-665a-double-attack/8-decks.toml", &[], "T", Signal::Unstated),
        ("free-bet/6-decks.toml", &[], "6", Signal::Unstated),
        ("spanish-21/6-decks.toml", &[], "7", Signal::Unstated),
        ("double-exposure/6-decks.toml", &[], "9", Signal::Hole(Value::TEN)),
    ] {
        let submission = submission(analysis, set);
        let solver = Solver::new(&submission).expect("a game that is solved");
        for hand in ["5,6", "T,6", "8,8", "A,7", "2,3,6", "A,T"] {
            for class in [Class::Td, Class::CdzMinus] {
                let query = query(hand, up, signal.clone());
                let inspected = solver.inspect(&query, class).expect("a decision");
                let found = solver.action_results(&query, class).expect("results");
                let has_split = found.iter().any(|(action, _)| *action == Action::Split);
                splits += usize::from(has_split);
                // A split is left out where its hands are too many to be taken together at once.
                let is_told = |action: Action| action != Action::Split || has_split;
                let told: Vec<_> = inspected.actions.iter().filter(|(action, _)| is_told(*action)).collect();
                assert_eq!(found.len(), told.len(), "{analysis} {hand}");
                for ((action, results), (inspected, ev)) in found.iter().zip(told) {
                    assert_eq!(action, inspected, "{analysis} {hand}");
                    assert!(results.values().sum::<BigRational>().is_one(), "{analysis} {hand} {action}");
                    assert!(results.values().all(|probability| *probability > BigRational::zero()));
                    assert_eq!(mean(results), *ev, "{analysis} {hand} {action}");
                }
            }
        }
    }
    assert!(splits > 1, "{splits} splits have results");
}

#[test]
fn who_stands_wins_as_often_as_the_dealer_falls_short_or_busts() {
    let submission = submission("plain-blackjack/1-decks.toml", &[]);
    let solver = Solver::new(&submission).expect("a game that is solved");
    let query = query("T,8", "6", Signal::Unstated);
    let results = solver.action_results(&query, Class::CdzMinus).expect("results");
    let (action, stand) = &results[0];
    assert_eq!(*action, Action::Stand);
    let seen = query.hand.iter().copied().collect();
    let rows = dealer_outcomes(&submission.game, &submission.shoe, &seen).expect("outcomes");
    let row = rows.iter().find(|row| row.up == query.up).expect("the up card");
    // Seventeen to twenty-one, busts, blackjack.
    let [seventeen, eighteen, nineteen, twenty, twenty_one, rest @ ..] = &row.outcomes;
    let lost = nineteen + twenty + twenty_one;
    assert_eq!(stand[&Ratio::from(-1)], lost);
    assert_eq!(stand[&Ratio::zero()], *eighteen);
    assert_eq!(stand[&Ratio::one()], seventeen + rest.iter().sum::<BigRational>());
}

#[test]
fn a_hand_of_a_split_has_no_results_of_its_own() {
    let solver = Solver::new(&submission("pa-685a-down-under/6-decks.toml", &[])).expect("a game that is solved");
    let query = Query { other: vec!["8".parse().expect("a card")], ..query("8,3", "6", Signal::Named("small".into())) };
    assert!(solver.action_results(&query, Class::CdzMinus).expect("no results").is_empty());
}
