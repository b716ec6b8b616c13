//! Decisions made otherwise than the chart has them: what a round gains by each, for every number of cards seen and every count.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use counting::{GroupedShoe, SeenTable, TakenSum};
use num_rational::BigRational;
use solver::{Action, Class, Departure, DepartureByCardsTaken, Solver};

use crate::cards_taken::subsets;
use crate::reference::compare::{shoe, submission};
use crate::reference::{self, DepartingRow, Reference};

const TAGS: [i32; Value::COUNT] = [-2, 1, 1, 1, 2, 1, 1, 0, -1, -1];

/// The row that a departure is of, as the evaluator of the tests has it; none of the attack wager.
fn of_row(departure: &DepartureByCardsTaken) -> Option<(&str, DepartingRow)> {
    let Departure::Hand { signal, hand, first_two, instead, .. } = &departure.departure else { return None };
    let action = match instead {
        Action::Stand => reference::Action::Stand,
        Action::Hit => reference::Action::Hit,
        Action::Double => reference::Action::Double,
        Action::Surrender => reference::Action::Surrender,
        Action::Split => reference::Action::Split,
    };
    Some((signal, DepartingRow { row: *hand, first_two: *first_two, action }))
}

/// Every set of up to three cards is taken out of toy shoes, and every departure valued with the rest, card by card, by the evaluator that shares no formula with the solver.
#[test]
fn every_departure_on_toy_shoes() {
    let mut compared = 0;
    for (name, cards, set) in [
        ("plain-blackjack", "TTTTTTTTTTTTAAAA55", [("options.max-hands", "2")].as_slice()),
        ("plain-blackjack", "TTTTTTTTTTTTTT888877", &[("options.max-hands", "4")]),
        ("pa-685a-down-under", "TTTTTTTTTTTT999988", &[]),
        ("pa-685a-down-under", "TTTTTTTTTTAA6688", &[("readings.bust-against-22", "returned")]),
    ] {
        let base = set.iter().fold(submission(name), |base, (key, value)| base.with(key, value).expect("a choice"));
        let shoe = shoe(cards);
        let solver = Solver::for_game(base.game.clone(), shoe).expect("a shoe that does not run out");
        let groups = GroupedShoe::new(&shoe, &TAGS);
        let most_seen = (shoe.total() - solver.cards_of_longest_round()).min(3);
        let departures = solver.departures_by_cards_taken(&groups).expect("a chart");
        assert!(departures.len() > 20, "{name} {cards}: {}", departures.len());
        let decisions = solver.play_table(Class::Td).expect("a table");
        let parts = BigRational::from_integer(
            solver.round_by_cards_taken(Class::Td, &groups, false).expect("a zero-memory play").parts.into(),
        );
        let sets = SeenTable::new(&groups, &TakenSum::one(), most_seen);
        let tables: Vec<SeenTable> =
            departures.iter().map(|one| SeenTable::new(&groups, &one.gain, most_seen)).collect();
        for seen in [0, most_seen] {
            let mut gains: Vec<BTreeMap<i32, BigRational>> = vec![BTreeMap::new(); departures.len()];
            for (gone, ways) in subsets(&shoe, seen as u16) {
                let count = Value::all().map(|value| TAGS[value.index()] * i32::from(gone.count(value))).sum();
                let left = shoe.without_all(&gone).expect("cards of the shoe");
                let reference = Reference::new(&base.game, left);
                let before = reference.play_of(&decisions).solve().ev;
                let ways = BigRational::from_integer(ways.into());
                for (departure, gains) in departures.iter().zip(&mut gains) {
                    let (signal, row) = of_row(departure).expect("a game without an attack wager");
                    // What the shoe no longer holds is no up card.
                    let gain = match left.count(departure.up) {
                        0 => BigRational::default(),
                        _ => reference.play_departing(&decisions, (departure.up, signal, row)).solve().ev - &before,
                    };
                    *gains.entry(count).or_default() += &ways * gain;
                }
            }
            for ((departure, table), gains) in departures.iter().zip(&tables).zip(gains) {
                for (count, gain) in gains {
                    let number = sets.at(seen, count);
                    let given = table.given(seen, count, &number).expect("a count that comes up") / &parts;
                    let expected = gain / BigRational::from_integer(number);
                    assert_eq!(given, expected, "{name} {cards}, {seen} seen, count {count}: {departure:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

/// The same for squares, of a few departures at once: each stands alone, and what several have alike is summed once.
#[test]
fn squares_with_departures_on_toy_shoes() {
    let mut compared = 0;
    for (name, cards, hands) in
        [("plain-blackjack", "TTTTTTTTTTTTAAAA55", "2"), ("plain-blackjack", "TTTTTTTTTTTTTT888877", "4")]
    {
        let base = submission(name).with("options.max-hands", hands).expect("a choice");
        let shoe = shoe(cards);
        let solver = Solver::for_game(base.game.clone(), shoe).expect("a shoe that does not run out");
        let groups = GroupedShoe::new(&shoe, &TAGS);
        let most_seen = (shoe.total() - solver.cards_of_longest_round()).min(2);
        let departures: Vec<DepartureByCardsTaken> =
            solver.departures_by_cards_taken(&groups).expect("a chart").into_iter().step_by(7).collect();
        let alone: Vec<_> = departures.iter().map(|one| vec![(one.up, one.departure.clone())]).collect();
        let rounds = solver.rounds_with_departures(&alone, &groups, true).expect("a chart");
        let decisions = solver.play_table(Class::Td).expect("a table");
        let sets = SeenTable::new(&groups, &TakenSum::one(), most_seen);
        for (departure, round) in departures.iter().zip(&rounds) {
            let square = round.square.as_ref().expect("asked for");
            let tables = [&round.net, square].map(|sum| SeenTable::new(&groups, sum, most_seen));
            let units = [round.parts, round.parts * round.parts].map(|parts| BigRational::from_integer(parts.into()));
            let (signal, row) = of_row(departure).expect("a game without an attack wager");
            let mut sums: BTreeMap<i32, [BigRational; 2]> = BTreeMap::new();
            for (gone, ways) in subsets(&shoe, most_seen as u16) {
                let count = Value::all().map(|value| TAGS[value.index()] * i32::from(gone.count(value))).sum();
                let reference = Reference::new(&base.game, shoe.without_all(&gone).expect("cards of the shoe"));
                let left = shoe.count(departure.up) > gone.count(departure.up);
                let play = if left {
                    reference.play_departing(&decisions, (departure.up, signal, row))
                } else {
                    reference.play_of(&decisions)
                };
                let played = play.distribution();
                let ways = BigRational::from_integer(ways.into());
                let sums = sums.entry(count).or_default();
                sums[0] += played.mean() * &ways;
                sums[1] += played.second_moment() * ways;
            }
            for (count, expected) in sums {
                let number = sets.at(most_seen, count);
                for ((table, unit), expected) in tables.iter().zip(&units).zip(expected) {
                    let given = table.given(most_seen, count, &number).expect("a count that comes up") / unit;
                    let expected = expected / BigRational::from_integer(number.clone());
                    assert_eq!(given, expected, "{name} {cards}, count {count}: {departure:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

/// Without twos, fours and sixes: fewer hands, and every kind of departure.
#[test]
fn rounds_with_departures() {
    departures_add_up(Some(Composition::new([24, 0, 24, 0, 24, 0, 24, 24, 24, 96])));
}

#[test]
#[ignore = "long; `just slow`"]
fn rounds_with_departures_from_full_shoes() {
    departures_add_up(None);
}

/// A departure alone is worth what the round with it is worth more; and two under different up cards are worth both. A game without an attack
/// wager and one with it; split once at most, as toy shoes are compared to four hands above.
fn departures_add_up(shoe: Option<Composition>) {
    for name in ["plain-blackjack", "ma-double-attack"] {
        let mut analysis = submission(name);
        analysis.shoe = shoe.unwrap_or(analysis.shoe);
        analysis.game.split.iter_mut().for_each(|split| split.max_hands = 2);
        let solver = Solver::new(&analysis).expect("a shoe that does not run out");
        let groups = GroupedShoe::new(&analysis.shoe, &TAGS);
        let departures = solver.departures_by_cards_taken(&groups).expect("a chart");
        let pick = |at: usize| &departures[at % departures.len()];
        let gain = |one: &DepartureByCardsTaken| one.gain.expectation(&groups);
        let attack = departures.iter().position(|one| matches!(one.departure, Departure::Attack { .. }));
        assert_eq!(attack.is_some(), analysis.game.attack.is_some());
        // All sets in one question: what they share is worked out once.
        let mut sets: Vec<Vec<&DepartureByCardsTaken>> = vec![Vec::new()];
        for at in [0, departures.len() / 3].into_iter().chain(attack) {
            let (one, other) = (pick(at), pick(at + departures.len() / 2));
            sets.push(vec![one]);
            if one.up != other.up {
                sets.push(vec![one, other]);
            }
        }
        let asked: Vec<Vec<(Value, Departure)>> =
            sets.iter().map(|set| set.iter().map(|one| (one.up, one.departure.clone())).collect()).collect();
        let rounds = solver.rounds_with_departures(&asked, &groups, false).expect("a chart");
        let evs: Vec<BigRational> = rounds.iter().map(|round| round.net.expectation(&groups)).collect();
        for (set, ev) in sets.iter().zip(&evs) {
            let gains: BigRational = set.iter().map(|one| gain(one)).sum();
            assert_eq!(*ev, &evs[0] + gains, "{name}: {set:?}");
        }
        assert!(sets.iter().any(|set| set.len() == 2), "{name}");
        // The chart is the best one for the shoe, but for what it does after a split.
        let gained = departures.iter().filter(|one| gain(one) > BigRational::default()).count();
        assert!(gained * 10 < departures.len(), "{name}: {gained} of {}", departures.len());
    }
}
