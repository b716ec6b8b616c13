//! A round by the cards that it takes, and what follows from it for every depth and count.

use cards::{Composition, Value};
use counting::{CountSystem, GroupedShoe, SeenTable, TakenSum};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use solver::{Class, FixedPlay, Solver, Want};

use crate::reference::Reference;
use crate::reference::compare::submission;

const HI_LO: [i32; Value::COUNT] = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1];

/// The moments of a round from the cards taken are those of the solution, whatever the groups; and the mean effect of removing a random card is zero.
#[test]
#[ignore = "long; `just slow`"]
fn moments_are_those_of_the_solution() {
    let cases = [
        ("plain-blackjack", "hi-lo", Class::CdzMinus, true),
        ("pa-685a-down-under", "hi-lo", Class::Td, true),
        ("ma-double-attack", "ko", Class::Td, false),
        ("double-exposure", "tens", Class::CdzMinus, false),
    ];
    for (name, system, strategy, squares) in cases {
        let analysis = submission(name);
        let solver = Solver::new(&analysis).expect("a full shoe");
        let tags = CountSystem::named(system).expect("a usual count").tags;
        let groups = GroupedShoe::new(&analysis.shoe, &tags);
        let round = solver.round_by_cards_taken(strategy, &groups, squares).expect("a zero-memory play");
        let want = if squares { Want::variance() } else { Want::action() };
        let solution = solver.solve(strategy, want).expect("a full shoe");
        let parts = BigRational::from_integer(round.parts.into());
        assert_eq!(round.net.expectation(&groups) / &parts, solution.ev, "{name} {strategy}");
        let square = round.square.map(|square| square.expectation(&groups) / (&parts * &parts));
        assert_eq!(square.map(|square| square - &solution.ev * &solution.ev), solution.variance, "{name} {strategy}");
        if name == "pa-685a-down-under" {
            let without = solver.ev_without_each_value(strategy).expect("a zero-memory play");
            let play = FixedPlay::new(&solver, strategy).expect("a zero-memory play");
            let mut mean = BigRational::default();
            for (value, ev) in &without {
                let held = analysis.shoe.count(*value);
                mean += ev * BigRational::new(held.into(), analysis.shoe.total().into());
                let near = play.ev(&analysis.shoe.without(*value).expect("a card")).expect("enough cards").0;
                assert!((ev.to_f64().expect("a float") - near).abs() < 1e-11, "without {value}");
            }
            assert_eq!(mean, solution.ev, "a random card has no effect");
        }
    }
}

/// With one and with two cards seen, the EV given the count is the mean of the EVs with these cards gone, which floats find by another road.
#[test]
fn one_and_two_cards_seen() {
    let submission = submission("plain-blackjack");
    let solver = Solver::new(&submission).expect("a full shoe");
    let groups = GroupedShoe::new(&submission.shoe, &HI_LO);
    let round = solver.round_by_cards_taken(Class::CdzMinus, &groups, false).expect("a zero-memory play");
    let sets = SeenTable::new(&groups, &TakenSum::one(), 2);
    let table = SeenTable::new(&groups, &round.net, 2);
    let play = FixedPlay::new(&solver, Class::CdzMinus).expect("a zero-memory play");
    let shoe = submission.shoe;
    let mut found: std::collections::BTreeMap<(u32, i32), (f64, f64)> = Default::default();
    let mut see = |seen: u32, count: i32, ways: f64, left: &Composition| {
        let (sum, all) = found.entry((seen, count)).or_default();
        *sum += ways * play.ev(left).expect("enough cards").0;
        *all += ways;
    };
    for one in Value::all() {
        let after_one = shoe.without(one).expect("a card");
        see(1, HI_LO[one.index()], shoe.count(one).into(), &after_one);
        for other in Value::all() {
            let ways = f64::from(shoe.count(one)) * f64::from(after_one.count(other));
            see(2, HI_LO[one.index()] + HI_LO[other.index()], ways, &after_one.without(other).expect("a card"));
        }
    }
    assert_eq!(found.len(), 3 + 5);
    for ((seen, count), (sum, all)) in found {
        let given = table.given(seen, count, &sets.at(seen, count)).expect("a count")
            / BigRational::from_integer(round.parts.into());
        let given = given.to_f64().expect("a float");
        assert!((given - sum / all).abs() < 1e-11, "{seen} seen, count {count}: {given} is not {}", sum / all);
    }
}

/// Every set of so many cards of the shoe, with the number of ways to choose it.
pub(crate) fn subsets(shoe: &Composition, number: u16) -> Vec<(Composition, u64)> {
    let mut sets = vec![(Composition::EMPTY, 1_u64)];
    for value in Value::all() {
        let held = shoe.count(value);
        sets = sets
            .iter()
            .flat_map(|&(set, ways)| {
                let most = held.min(number - set.total() as u16);
                let mut ways_of = 1_u64;
                let of_value = (0..=most).map(move |chosen| {
                    if chosen > 0 {
                        ways_of = ways_of * u64::from(held - chosen + 1) / u64::from(chosen);
                    }
                    ((0..chosen).fold(set, |set, _| set.with(value)), ways * ways_of)
                });
                of_value.collect::<Vec<_>>()
            })
            .collect();
    }
    sets.into_iter().filter(|(set, _)| set.total() == u32::from(number)).collect()
}

/// A game, a shoe, and what is chosen.
type ToyCase = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Every number of cards seen and every count, on shoes small enough to take every set of cards out and to value the same play with the rest, card by card.
#[test]
fn every_depth_and_count_of_toy_shoes() {
    let tags = [-2, 1, 1, 1, 2, 1, 1, 0, -1, -1];
    let cases: [ToyCase; 5] = [
        ("plain-blackjack", "TTTTTTTTTTTTAAAA55", &[("options.max-hands", "2")]),
        ("plain-blackjack", "TTTTTTTTTTTTTT888877", &[("options.max-hands", "4")]),
        ("pa-685a-down-under", "TTTTTTTTTTTT999988", &[]),
        ("pa-685a-down-under", "TTTTTTTTTTAA6688", &[("readings.bust-against-22", "returned")]),
        ("ma-double-attack", "TTTTTTTTTTTTTTT77779", &[]),
    ];
    let mut compared = 0;
    for (name, cards, set) in cases {
        let base = set.iter().fold(submission(name), |base, (key, value)| base.with(key, value).expect("a choice"));
        let shoe = crate::reference::compare::shoe(cards);
        let solver = Solver::for_game(base.game.clone(), shoe).expect("a shoe that does not run out");
        let groups = GroupedShoe::new(&shoe, &tags);
        let most_seen = (shoe.total() - solver.cards_of_longest_round()).min(4);
        assert!(most_seen >= 3, "{name} {cards}: {most_seen}");
        for class in [Class::Td, Class::CdzMinus] {
            let round = solver.round_by_cards_taken(class, &groups, true).expect("a zero-memory play");
            let square = round.square.as_ref().expect("asked for");
            let decisions = solver.play_table(class).expect("a table");
            let table = |sum: &TakenSum| SeenTable::new(&groups, sum, most_seen);
            let [sets, net, square] = [&TakenSum::one(), &round.net, square].map(table);
            for seen in 0..=most_seen {
                let mut by_count: std::collections::BTreeMap<i32, [BigRational; 3]> = Default::default();
                for (gone, ways) in subsets(&shoe, seen as u16) {
                    let count = Value::all().map(|value| tags[value.index()] * i32::from(gone.count(value))).sum();
                    let left = shoe.without_all(&gone).expect("cards of the shoe");
                    let reference = Reference::new(&base.game, left);
                    let played = reference.play_of(&decisions).distribution();
                    let ways = BigRational::from_integer(ways.into());
                    let sums = by_count.entry(count).or_default();
                    sums[0] += &ways;
                    sums[1] += &ways * played.mean();
                    sums[2] += &ways * played.second_moment();
                }
                let counts: Vec<i32> = sets.counts(seen).map(|(count, _)| count).collect();
                assert_eq!(counts, by_count.keys().copied().collect::<Vec<_>>(), "{name} {cards}, {seen} seen");
                let parts = BigRational::from_integer(round.parts.into());
                for (count, [ways, mean, second]) in by_count {
                    let number = sets.at(seen, count);
                    assert_eq!(BigRational::from_integer(number.clone()), ways);
                    let given = |table: &SeenTable| table.given(seen, count, &number).expect("a count that comes up");
                    let place = format!("{name} {cards} {class}, {seen} seen, count {count}");
                    assert_eq!(given(&net) / &parts, mean / &ways, "{place}");
                    assert_eq!(given(&square) / &parts / &parts, second / &ways, "{place}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// The net result times that of insurance, card by card: a dealer who looks for a blackjack before anybody acts, and one whose blackjack comes to light late and
/// meets hands that are played.
#[test]
fn a_round_with_insurance_on_toy_shoes() {
    let tags = [-2, 1, 1, 1, 2, 1, 1, 0, -1, -1];
    let cases: [ToyCase; 3] = [
        ("plain-blackjack", "TTTTTTTTTTTTAAAA55", &[("options.max-hands", "2")]),
        ("pa-685a-down-under", "TTTTTTTTTTAA6688", &[]),
        ("ma-double-attack", "TTTTTTTTTTTTTAAA77", &[]),
    ];
    let mut compared = 0;
    for (name, cards, set) in cases {
        let base = set.iter().fold(submission(name), |base, (key, value)| base.with(key, value).expect("a choice"));
        let shoe = crate::reference::compare::shoe(cards);
        let solver = Solver::for_game(base.game.clone(), shoe).expect("a shoe that does not run out");
        let groups = GroupedShoe::new(&shoe, &tags);
        let most_seen = (shoe.total() - solver.cards_of_longest_round()).min(2);
        let round = solver.round_by_cards_taken(Class::Td, &groups, true).expect("a zero-memory play");
        let rule = base.game.insurance.as_ref().expect("insurance");
        let pays = crate::exact::Exact::new((*rule.pays.ratio().numer()).into(), (*rule.pays.ratio().denom()).into());
        let parts = BigRational::from_integer((round.parts * rule.pays.ratio().denom()).into());
        let decisions = solver.play_table(Class::Td).expect("a table");
        let sets = SeenTable::new(&groups, &TakenSum::one(), most_seen);
        let table = SeenTable::new(&groups, round.with_insurance.as_ref().expect("insurance"), most_seen);
        for seen in 0..=most_seen {
            let mut by_count: std::collections::BTreeMap<i32, BigRational> = Default::default();
            for (gone, ways) in subsets(&shoe, seen as u16) {
                let count = Value::all().map(|value| tags[value.index()] * i32::from(gone.count(value))).sum();
                let reference = Reference::new(&base.game, shoe.without_all(&gone).expect("cards of the shoe"));
                let ways = BigRational::from_integer(ways.into());
                let sum = by_count.entry(count).or_default();
                for ((_, dealer), (_, net)) in reference.play_of(&decisions).by_cards() {
                    if dealer[0] == rule.offered_on {
                        let insurance = if dealer[1] == rule.wins_on { pays } else { crate::reference::ratio(-1, 1) };
                        *sum += (net * insurance).big() * &ways;
                    }
                }
            }
            for (count, sum) in by_count {
                let number = sets.at(seen, count);
                let given = table.given(seen, count, &number).expect("a count that comes up") / &parts;
                assert_eq!(
                    given,
                    sum / BigRational::from_integer(number),
                    "{name} {cards}, {seen} seen, count {count}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 15, "{compared}");
}
