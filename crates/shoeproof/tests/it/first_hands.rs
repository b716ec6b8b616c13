//! The library's values of first hands beside those of a committed report, which the checker has derived by its own road.

use std::collections::BTreeMap;
use std::path::Path;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed as _;
use shoeproof::{Analysis, Class, Silent, Variance, Want};

const REPORT: &str = "pa-685a-down-under-6-decks";

/// A printed decimal.
fn number(text: &str) -> BigRational {
    let (whole, parts) = text.split_once('.').unwrap_or((text, ""));
    let digits: BigInt = format!("{whole}{parts}").parse().expect("a number");
    BigRational::new(digits, BigInt::from(10).pow(parts.len() as u32))
}

/// Values that are rounded by themselves.
fn unit(places: u32) -> BigRational {
    BigRational::new(1.into(), BigInt::from(10).pow(places))
}

#[test]
fn first_hands_are_as_in_the_report() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let text = std::fs::read_to_string(reports.join(REPORT).join("actions.csv")).expect("a table");
    let mut lines = text.lines().map(|line| {
        let (first, rest) = line.split_once(",\"").unwrap_or((line, ""));
        let (hand, rest) = rest.split_once("\",").unwrap_or(("", rest));
        (first.to_owned(), hand.to_owned(), rest.split(',').map(str::to_owned).collect::<Vec<_>>())
    });
    assert!(lines.next().is_some_and(|(names, ..)| names.starts_with("up,signal,attack,hand,action,ev,cost,")));
    let printed: BTreeMap<(String, String, String), Vec<String>> = lines
        .map(|(place, hand, rest)| ((place.trim_end_matches(',').to_owned(), hand, rest[0].clone()), rest))
        .collect();

    let analysis = Analysis::of_game("pa-685a-down-under").expect("a game").set("decks=6").expect("an analysis");
    let want = Want { variance: Variance::Without, actions: true, ..Want::default() };
    let solved = analysis.solve(Class::CdzMinus, &want, &Silent).expect("a solution");
    let mut compared = 0;
    for hand in &solved.actions {
        for (action, ev) in &hand.actions {
            let place = (format!("{},{}", hand.up, hand.signal), hand.hand.join(","), (*action).to_owned());
            let line = &printed[&place];
            assert_eq!(line[1], ev.rounded(12), "{place:?}");
            let cost = hand.costs.get(action);
            let exact = cost.and_then(|cost| cost.per_hand.value()).unwrap_or_default();
            assert!((number(&line[2]) - &exact).abs() <= unit(12), "{place:?}");
            let per_100 = cost.and_then(|cost| cost.per_100_hands.as_ref()?.value()).unwrap_or_default();
            assert!((number(&line[3]) - &per_100).abs() <= unit(7), "{place:?}");
            let frequency = hand.frequency.as_ref().and_then(|one| one.value()).expect("a frequency");
            let hundred = BigRational::from_integer(100.into());
            assert!((number(&line[4]) - frequency * hundred).abs() <= unit(9), "{place:?}");
            assert_eq!(line[5], hand.best, "{place:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, printed.len());
}
