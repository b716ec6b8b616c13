//! The solver against a slow reference that shares no formula with it, on shoes of ten to twenty cards, as exact
//! fractions: every reading of Down Under Blackjack and every option of plain blackjack, each up card and signal, the
//! composition-dependent and the perfect class, variance and action, and total-dependent play where its definition
//! leaves no choice. Three shoes are also worked by hand.

mod reference;

use std::cell::Cell;
use std::path::Path;

use cards::{Composition, Value, parse_hand};
use num_rational::BigRational;
use num_traits::One;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use reference::{Action, Class, Evaluator, Reference, Round, RoundReference};
use rules::Submission;
use solver::{Solution, SolveError, Solver, Strategy};

/// No play can run any of these out, and together they hold what the tests below list.
const SHOES: &[&str] = &[
    "TTTTTT9988",
    "TTTTTTTTAA55",
    "TTTTTT99AA56",
    "TTTTTTTTAAAA",
    "TTTTTTTTTTAAAA66",
    "TTTTTT998866AA",
    "TTTTTTTT99AA5566",
    "TTTTTTTT8888333AA",
    "TTTTTTTTTT4433A7",
    "TTTTTTTTTT22228A",
    "TTTTTTTTT99977552",
    "TTTTTTTTT99AAAA44",
];

const CLASSES: [(Strategy, Class<'static>); 2] =
    [(Strategy::CompositionDependent, Class::ZeroMemory), (Strategy::Perfect, Class::Perfect)];

/// Every choice of every reading that is not the default, alone.
const SINGLE_READINGS: &[(&str, &str)] = &[
    ("dealer-ace", "customary"),
    ("bust-against-22", "returned"),
    ("original-large", "tens"),
    ("large-after-split", "yes"),
    ("large-after-draw", "yes"),
    ("split-21-against-22", "first-hand-only"),
    ("split-21-against-22", "returned"),
    ("doubled-21-against-22", "bet-only"),
    ("even-money", "1:1"),
    ("match-pays", "best"),
];

const SEVERAL_READINGS: &[&[(&str, &str)]] = &[
    &[("dealer-ace", "customary"), ("bust-against-22", "returned")],
    &[("large-after-split", "yes"), ("split-21-against-22", "returned")],
    &[("large-after-split", "yes"), ("large-after-draw", "yes"), ("doubled-21-against-22", "bet-only")],
    &[("original-large", "tens"), ("large-after-draw", "yes"), ("split-21-against-22", "first-hand-only")],
    &[("dealer-ace", "customary"), ("even-money", "1:1"), ("doubled-21-against-22", "bet-only")],
    &[
        ("dealer-ace", "customary"),
        ("bust-against-22", "returned"),
        ("original-large", "tens"),
        ("large-after-split", "yes"),
        ("large-after-draw", "yes"),
        ("split-21-against-22", "returned"),
        ("doubled-21-against-22", "bet-only"),
        ("even-money", "1:1"),
    ],
];

fn submission(game: &str) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(game).join("6-decks.toml");
    Submission::load(&path, &[]).expect("an analysis file of the workspace")
}

fn down_under(readings: &[(&str, &str)]) -> Submission {
    readings.iter().fold(submission("pa-685a-down-under"), |game, (reading, choice)| {
        game.with(&format!("readings.{reading}"), choice).expect("a reading of the game")
    })
}

fn plain_blackjack(options: &[(&str, &str)]) -> Submission {
    options.iter().fold(submission("plain-blackjack"), |game, (option, choice)| {
        game.with(&format!("options.{option}"), choice).expect("an option of the game")
    })
}

/// A shoe written card by card.
fn shoe(cards: &str) -> Composition {
    let letters: Vec<String> = cards.chars().map(String::from).collect();
    parse_hand(&letters.join(",")).expect("card letters").into_iter().collect()
}

fn fraction(numer: i64, denom: i64) -> BigRational {
    BigRational::new(numer.into(), denom.into())
}

/// What the solver and the reference say differently, if anything.
fn difference(solution: &Solution, reference: &RoundReference, skip: &[(Value, String)]) -> Option<String> {
    let ups = |list: Vec<Value>| list.iter().map(Value::to_string).collect::<String>();
    let (solved, expected) =
        (solution.ups.iter().map(|one| one.up).collect(), reference.ups.iter().map(|one| one.up).collect());
    if solved != expected {
        return Some(format!("up cards {} instead of {}", ups(solved), ups(expected)));
    }
    for (solved, expected) in solution.ups.iter().zip(&reference.ups) {
        let up = solved.up;
        if solved.signals.len() != expected.signals.len() {
            return Some(format!("up {up}: {} signals instead of {}", solved.signals.len(), expected.signals.len()));
        }
        for right in &expected.signals {
            let place = format!("up {up}, signal {}", right.signal);
            let Some(left) = solved.signals.iter().find(|one| one.signal == right.signal) else {
                return Some(format!("{place} is missing"));
            };
            // A hole card that the shoe does not hold may be listed or not.
            if !right.holes.iter().all(|hole| left.holes.contains(hole)) {
                return Some(format!("{place}: hole cards {:?} instead of {:?}", left.holes, right.holes));
            }
            if left.probability != right.probability {
                return Some(format!("{place}: probability {} instead of {}", left.probability, right.probability));
            }
            if left.ev != right.ev && !skip.contains(&(up, right.signal.clone())) {
                return Some(format!("{place}: EV {} instead of {}", left.ev, right.ev));
            }
        }
        if solved.probability != expected.probability {
            return Some(format!("up {up}: probability {} instead of {}", solved.probability, expected.probability));
        }
        if solved.ev != expected.ev && skip.iter().all(|(skipped, _)| *skipped != up) {
            return Some(format!("up {up}: EV {} instead of {}", solved.ev, expected.ev));
        }
    }
    (solution.ev != reference.ev && skip.is_empty())
        .then(|| format!("EV {} instead of {}", solution.ev, reference.ev))
}

/// Solver and reference for one game, shoe by shoe; gives the EVs so that a caller can ask what the game changes.
fn assert_agreement(games: &[Submission], cards: &str) -> Vec<Vec<BigRational>> {
    let first = Reference::new(&games[0].game, shoe(cards));
    games
        .iter()
        .map(|game| {
            let solver = Solver::for_game(game.game.clone(), shoe(cards)).expect("no play runs the shoe out");
            let reference = first.for_readings(&game.game);
            CLASSES
                .iter()
                .map(|&(strategy, class)| {
                    let solution = solver.solve(strategy).expect("no play runs the shoe out");
                    if let Some(difference) = difference(&solution, &reference.solve(class), &[]) {
                        let chosen: Vec<_> = game.readings.iter().chain(&game.options).map(|one| &one.choice).collect();
                        panic!("shoe {cards}, {} {chosen:?}, {strategy}: {difference}", game.game.id);
                    }
                    solution.ev
                })
                .collect()
        })
        .collect()
}

#[test]
fn every_reading_of_down_under_agrees() {
    let mut games = vec![down_under(&[])];
    games.extend(SINGLE_READINGS.iter().map(|&one| down_under(&[one])));
    games.extend(SEVERAL_READINGS.iter().map(|several| down_under(several)));
    let mut changes = vec![[false; 2]; games.len()];
    let mut memory_helps = false;
    for cards in SHOES {
        let start = std::time::Instant::now();
        let values = assert_agreement(&games, cards);
        println!("{cards} {:?}", start.elapsed());
        for (changes, by_class) in changes.iter_mut().zip(&values) {
            for (class, changed) in changes.iter_mut().enumerate() {
                *changed |= by_class[class] != values[0][class];
            }
            memory_helps |= by_class[0] < by_class[1];
            assert!(by_class[0] <= by_class[1], "perfect play of {cards} is worth less than CDZ-");
        }
    }
    // An agreement about readings that never mattered would prove nothing.
    for (game, changes) in games.iter().zip(changes).skip(1) {
        let side_wager_only = SINGLE_READINGS.iter().position(|&one| one == ("match-pays", "best"));
        let expected = side_wager_only.is_none_or(|index| game.readings != games[index + 1].readings);
        let chosen: Vec<_> = game.readings.iter().map(|one| &one.choice).collect();
        assert_eq!(changes, [expected; 2], "what {chosen:?} change over all shoes");
    }
    assert!(memory_helps, "no shoe tells the classes apart");
}

#[test]
fn every_option_of_plain_blackjack_agrees() {
    let games = [
        plain_blackjack(&[]),
        plain_blackjack(&[("soft-17", "hit")]),
        plain_blackjack(&[("double-after-split", "false")]),
        plain_blackjack(&[("soft-17", "hit"), ("double-after-split", "false")]),
    ];
    let mut changes = [false; 4];
    for cards in SHOES {
        let start = std::time::Instant::now();
        let values = assert_agreement(&games, cards);
        println!("plain {cards} {:?}", start.elapsed());
        for (changed, by_class) in changes.iter_mut().zip(&values) {
            *changed |= by_class != &values[0];
        }
    }
    assert_eq!(changes, [false, true, true, true]);
}
