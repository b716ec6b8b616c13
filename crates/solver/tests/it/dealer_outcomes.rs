//! How the dealer's hand ends, by hand and as published.

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver::{SignalOutcomes, SolveError, dealer_outcomes};

use crate::games::game;

fn ratio(n: i64, d: i64) -> BigRational {
    BigRational::new(n.into(), d.into())
}

fn row<'a>(rows: &'a [SignalOutcomes], up: usize, signal: &str) -> &'a SignalOutcomes {
    let found = rows.iter().find(|row| row.up.index() + 1 == up && row.signal == signal);
    found.unwrap_or_else(|| panic!("no row {up} {signal}"))
}

fn probability(row: &SignalOutcomes, outcome: &str) -> BigRational {
    let found = row.iter().find(|(one, _)| one.to_string() == outcome);
    found.expect("an outcome").1.clone()
}

fn sums_to_one(rows: &[SignalOutcomes]) {
    for row in rows {
        assert!(row.outcomes.iter().sum::<BigRational>().is_one(), "{} {}", row.up, row.signal);
    }
    for up in Value::all() {
        let of_up: BigRational = rows.iter().filter(|row| row.up == up).map(|row| &row.probability).sum();
        assert!(of_up.is_one() || of_up.is_zero(), "{up}");
    }
}

#[test]
fn every_game_adds_up() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games")).expect("games") {
        let path = entry.expect("a file").path();
        let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let game = game(&id);
        let decks = *game.shoe.decks.first().expect("decks");
        let rows = dealer_outcomes(&game, &game.shoe.composition(decks), &Composition::default()).expect(&id);
        assert!(rows.len() >= 10, "{id}");
        sums_to_one(&rows);
    }
}

/// Six tens and two sixes: T-6 draws a ten (26) or a six (22), T-T stands, 6-6 draws a ten (22).
#[test]
fn tens_and_sixes_by_hand() {
    let mut game = game("pa-685a-down-under");
    game.hole_card.exposed_if_both.clear();
    let shoe = Composition::new([0, 0, 0, 0, 0, 2, 0, 0, 0, 6]);
    let rows = dealer_outcomes(&game, &shoe, &Composition::default()).expect("enough cards");
    sums_to_one(&rows);
    let medium = row(&rows, 10, "medium");
    // Of the 7 cards beside the ten two are sixes. Then 5 tens and a six are left.
    assert_eq!((&medium.probability, &medium.holes[..]), (&ratio(2, 7), &[Value::from_index(5).expect("six")][..]));
    assert_eq!((probability(medium, "22"), probability(medium, "bust")), (ratio(1, 6), ratio(5, 6)));
    let large = row(&rows, 10, "large");
    assert_eq!((probability(large, "20"), &large.probability), (ratio(1, 1), &ratio(5, 7)));
    let sixes = row(&rows, 6, "medium");
    assert_eq!((probability(sixes, "22"), &sixes.probability), (ratio(1, 1), &ratio(1, 7)));
    // A ten and a six seen: the last six has no six behind it.
    let seen: Composition = [9, 5].into_iter().filter_map(Value::from_index).collect();
    let rows = dealer_outcomes(&game, &shoe, &seen).expect("enough cards");
    assert_eq!(probability(row(&rows, 6, "large"), "bust"), ratio(1, 1));
    assert!(rows.iter().all(|row| row.up != Value::from_index(5).expect("six") || row.signal != "medium"));
}

/// Beside an ace, one of three cards is a ten: a blackjack that ends the round where it is looked for, and is among all others where not.
#[test]
fn a_blackjack_by_hand() {
    let shoe = Composition::new([1, 0, 0, 0, 0, 0, 0, 2, 0, 1]);
    let mut game = game("plain-blackjack");
    let rows = dealer_outcomes(&game, &shoe, &Composition::default()).expect("enough cards");
    let found = row(&rows, 1, "blackjack");
    assert_eq!((&found.probability, probability(found, "blackjack")), (&ratio(1, 3), ratio(1, 1)));
    let none = row(&rows, 1, "no blackjack");
    assert_eq!((&none.probability, probability(none, "19")), (&ratio(2, 3), ratio(1, 1)));
    game.hole_card.checked_under.clear();
    let rows = dealer_outcomes(&game, &shoe, &Composition::default()).expect("enough cards");
    let all = row(&rows, 1, "none");
    assert_eq!((probability(all, "blackjack"), probability(all, "19")), (ratio(1, 3), ratio(2, 3)));
}

#[test]
fn twenty_two_of_six_decks_as_published() {
    // Published for an H17 dealer of six decks: 0.073536 over all up cards.
    let mut game = game("plain-blackjack");
    game.dealer.soft_17 = rules::Soft17::Hit;
    let shoe = Composition::decks(6);
    let rows = dealer_outcomes(&game, &shoe, &Composition::default()).expect("a full shoe");
    let share = |row: &SignalOutcomes| ratio(shoe.count(row.up).into(), shoe.total().into()) * &row.probability;
    let all: BigRational = rows.iter().map(|row| share(row) * probability(row, "22")).sum();
    assert_eq!(cards::decimal(&all, 6), "0.073536");
}

#[test]
fn cards_that_are_not_there_are_refused() {
    let game = game("plain-blackjack");
    let shoe = Composition::new([0, 0, 0, 0, 0, 0, 0, 0, 0, 4]);
    let two: Composition = [Value::ACE].into_iter().collect();
    let error = dealer_outcomes(&game, &shoe, &two).expect_err("no ace");
    assert_eq!(error, SolveError::NotInShoe { value: Value::ACE, held: 0, asked: 1 });
    // A two and a three draw, and nothing is left.
    let short = Composition::new([0, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
    let error = dealer_outcomes(&game, &short, &Composition::default()).expect_err("too few cards");
    assert!(matches!(error, SolveError::ShoeRunsOut { .. }), "{error}");
}
