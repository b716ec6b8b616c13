//! Wagers beside each other and by the values of the cards, against a program that deals faces one by one.

use std::collections::BTreeMap;
use std::path::Path;

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{OfferedWager, Override, Submission};
use wagers::{DealerNets, covariances, given_four_values, given_values, value};

use crate::joint_reference::{by_values, covariance};
use crate::reference::{Readings, ratio, whole};

/// Wagers that the player's two cards, the up card and the hole card decide.
const OF_DEAL: [&str; 8] = [
    "lucky-ladies",
    "match-the-dealer",
    "in-between",
    "royal-match-21",
    "bet-the-set-21",
    "kings-bounty",
    "three-card-poker",
    "house-money",
];

fn submission(file: &str, overrides: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(file);
    let overrides: Vec<Override> = overrides.iter().map(|&(key, value)| Override::new(key, value)).collect();
    Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{error}"))
}

/// The first paytable of each of these wagers that the analysis offers.
fn offered(submission: &Submission) -> Vec<&OfferedWager> {
    let first = |id: &&str| submission.wagers.iter().find(|wager| wager.id == **id);
    OF_DEAL.iter().filter_map(first).collect()
}

fn readings(submission: &Submission) -> Readings {
    submission.readings.iter().map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
}

/// A number that differs from deal to deal.
fn number(hand: [u8; 2], dealer: &[u8]) -> i64 {
    let dealer = dealer.iter().zip([3, 11]).map(|(&points, times)| i64::from(points) * times).sum::<i64>();
    let [low, high] = [hand[0].min(hand[1]), hand[0].max(hand[1])];
    (17 * i64::from(low) + 5 * i64::from(high) + dealer) % 23 - 9
}

/// Cards of a value that a shoe of whole decks holds.
fn held(value: Value, decks: u16) -> u64 {
    u64::from(decks) * if value == Value::TEN { 16 } else { 4 }
}

/// The probability that cards of these values are dealt in this order.
fn chance(values: &[Value], decks: u16) -> BigRational {
    let mut chance = whole(1);
    for (at, &value) in values.iter().enumerate() {
        let gone = values[..at].iter().filter(|&&other| other == value).count() as u64;
        chance *= ratio((held(value, decks) - gone) as i64, i64::from(decks) * 52 - at as i64);
    }
    chance
}

fn points(value: Value) -> u8 {
    value.hard_points()
}

/// Each wager's mean by values, put together with a number that they decide, is the mean of the product dealt card by card.
#[test]
fn means_by_values_agree() {
    for (decks, file) in [(6, "pa-633a-blackjack/6-decks.toml"), (1, "pa-633a-blackjack/1-decks.toml")] {
        let submission = submission(file, &[]);
        for wager in offered(&submission) {
            let given = given_values(wager).expect("a wager on the deal");
            let cards = 2 + given
                .iter()
                .map(|one| usize::from(one.up.is_some()) + usize::from(one.hole.is_some()))
                .max()
                .unwrap_or(0);
            let mut found = BigRational::zero();
            for one in &given {
                let named: Vec<Value> = one.hand.into_iter().chain(one.up).chain(one.hole).collect();
                // Cards that do not matter to the wager still matter to the number.
                let mut rest = vec![named];
                while rest[0].len() < cards {
                    rest = rest
                        .iter()
                        .flat_map(|all| Value::all().map(move |value| [all.as_slice(), &[value]].concat()))
                        .collect();
                }
                let orders = if one.hand[0] == one.hand[1] { 1 } else { 2 };
                for values in rest.iter().filter(|values| {
                    Value::all().all(|value| {
                        values.iter().filter(|&&other| other == value).count() as u64 <= held(value, decks)
                    })
                }) {
                    let dealer: Vec<u8> = values[2..].iter().map(|&value| points(value)).collect();
                    let number = number([points(values[0]), points(values[1])], &dealer);
                    found += &one.mean.fixed * chance(values, decks) * whole(orders * number);
                }
            }
            let asked = (wager.id.as_str(), wager.paytable.name.as_str(), readings(&submission));
            let dealt = |points: &[u8]| number([points[0], points[1]], &points[2..]);
            assert_eq!(found, by_values(&asked, decks, &whole(0), cards, &dealt), "{}, {decks} decks", wager.id);
        }
    }
}

#[test]
fn covariances_of_wagers_agree() {
    let submission = submission("pa-633a-blackjack/6-decks.toml", &[("readings.between-ace", "both")]);
    let wagers = offered(&submission);
    assert_eq!(wagers.len(), OF_DEAL.len());
    let at_zero: Vec<(&OfferedWager, BigRational)> = wagers.iter().map(|&wager| (wager, whole(0))).collect();
    let matrix = covariances(&at_zero, &submission.faces.expect("whole decks"));
    let asked = |at: usize| (wagers[at].id.as_str(), wagers[at].paytable.name.as_str(), readings(&submission));
    for (i, row) in matrix.iter().enumerate() {
        assert_eq!(row[i], value(&submission, wagers[i]).map(|result| result.variance(&whole(0))), "{}", wagers[i].id);
        for (j, found) in row.iter().enumerate().skip(i + 1) {
            assert_eq!(*found, matrix[j][i]);
            let expected = covariance([asked(i), asked(j)], 6, [&whole(0), &whole(0)]);
            assert_eq!(*found, Some(expected), "{} and {}", wagers[i].id, wagers[j].id);
        }
    }
}

#[test]
fn a_meter_is_part_of_the_covariance() {
    let submission = submission("pa-685a-down-under/6-decks.toml", &[]);
    let offered = |id: &str| submission.wagers.iter().find(|wager| wager.id == id).expect("offered");
    let (plain, progressive) = (offered("match-the-dealer"), offered("match-the-dealer-progressive"));
    let meter = ratio(9001, 3);
    let wagers = [(plain, whole(0)), (progressive, meter.clone())];
    let matrix = covariances(&wagers, &submission.faces.expect("whole decks"));
    let asked = |wager: &'static str, table| (wager, table, readings(&submission));
    let both = [
        asked("match-the-dealer", plain.paytable.name.as_str()),
        asked("match-the-dealer-progressive", progressive.paytable.name.as_str()),
    ];
    assert_eq!(matrix[0][1], Some(covariance(both, 6, [&whole(0), &meter])));
    assert_eq!(matrix[1][1], value(&submission, progressive).map(|result| result.variance(&meter)));
}

/// One deck: 78 of 1,326 hands are pairs and 312 are suited, none both.
#[test]
fn pairs_and_suited_cards_of_one_deck_by_hand() {
    let submission = submission("pa-633a-blackjack/1-decks.toml", &[("readings.crown-treasure", "none")]);
    let find = |id: &str, table: &str| {
        let found = submission.wagers.iter().find(|wager| wager.id == id && wager.paytable.name == table);
        found.expect("offered")
    };
    let (pairs, suited) = (find("bet-the-set-21", "A"), find("royal-match-21", "A"));
    let matrix = covariances(&[(pairs, whole(0)), (suited, whole(0))], &submission.faces.expect("whole decks"));
    // With what is returned, 16 for a pair, 11 for four royal matches and 4 for the others: never both.
    let [pair, match_returned] = [ratio(78 * 16, 1326), ratio(4 * 11 + 308 * 4, 1326)];
    assert_eq!(matrix[0][1], Some(-pair * match_returned));
}

/// The dealer's hands of a fresh shoe, drawn by values here, each paid what it is by its values: the wager's EV.
#[test]
fn wagers_on_the_dealers_hand_by_values() {
    for (file, id) in
        [("pa-665a-double-attack/8-decks.toml", "bust-it"), ("pa-633a-blackjack/6-decks.toml", "hit-and-run")]
    {
        let submission = submission(file, &[]);
        let wager = submission.wagers.iter().find(|wager| wager.id == id).expect("offered");
        let nets = DealerNets::new(wager).expect("a wager on the dealer's hand");
        let mut sums = [whole(0), whole(0)];
        let left = Value::all().map(|value| submission.shoe.count(value)).collect();
        draw(&mut Vec::new(), left, &whole(1), &mut |cards, chance| {
            let total = total(cards);
            let net = nets.net(&cards[..cards.len().min(3)], cards.len() as u8, total, cards.len() == 2 && total == 21);
            sums[0] += net.fixed * chance;
            sums[1] += net.per_meter * chance;
        });
        let result = value(&submission, wager).expect("a value");
        assert_eq!(sums, [result.fixed, result.per_meter], "{id}");
    }
    let blackjack = submission("pa-633a-blackjack/6-decks.toml", &[]);
    for id in ["lucky-ladies", "bad-beat", "straight-jack"] {
        let wager = blackjack.wagers.iter().find(|wager| wager.id == id).expect("offered");
        assert!(DealerNets::new(wager).is_none(), "{id}");
        assert_eq!(given_values(wager).is_some(), id == "lucky-ladies");
    }
}

fn total(cards: &[Value]) -> u8 {
    let hard: u8 = cards.iter().map(|&card| points(card)).sum();
    if hard + 10 <= 21 && cards.contains(&Value::ACE) { hard + 10 } else { hard }
}

fn draw(cards: &mut Vec<Value>, left: Vec<u16>, chance: &BigRational, end: &mut dyn FnMut(&[Value], &BigRational)) {
    if cards.len() >= 2 && total(cards) >= 17 {
        return end(cards, chance);
    }
    let unseen: u16 = left.iter().sum();
    for value in Value::all().filter(|value| left[value.index()] > 0) {
        let mut rest = left.clone();
        rest[value.index()] -= 1;
        cards.push(value);
        let likely = chance * ratio(left[value.index()].into(), unseen.into());
        draw(cards, rest, &likely, end);
        cards.pop();
    }
}

/// What a match of four cards pays, by the pairs among them: four of a kind six, three of a kind three, two pair two, a pair one.
fn super_match(ranks: &[u8; 4]) -> i64 {
    let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |other| (one, other)));
    match pairs.filter(|&(one, other)| ranks[one] == ranks[other]).count() {
        6 => 40,
        3 => 5,
        2 => 8,
        1 => 1,
        _ => -1,
    }
}

/// Ranks alone, dealt in order, with a number that the values decide.
#[test]
fn means_by_four_values_agree() {
    let decks = 6;
    let submission = submission("pa-633a-blackjack-switch/6-decks.toml", &[]);
    let wager = submission.wagers.iter().find(|wager| wager.id == "super-match").expect("offered");
    let number = |mut points: [u8; 4]| {
        points.sort_unstable();
        points.iter().zip([5, 7, 11, 17]).map(|(&points, times)| i64::from(points) * times).sum::<i64>() % 23 - 9
    };
    let cards = i64::from(decks) * 52;
    let mut expected = 0;
    let every = (0..13_u8).flat_map(|a| (0..13).flat_map(move |b| (0..13).map(move |c| (a, b, c))));
    for (a, b, c) in every {
        for d in 0..13 {
            let ranks = [a, b, c, d];
            let ways: i64 = (0..4)
                .map(|at| 4 * i64::from(decks) - ranks[..at].iter().filter(|&&rank| rank == ranks[at]).count() as i64)
                .product();
            expected += ways * super_match(&ranks) * number(ranks.map(|rank| (rank + 1).min(10)));
        }
    }
    let expected = ratio(expected, cards * (cards - 1) * (cards - 2) * (cards - 3));
    let given = given_four_values(wager).expect("a wager on four cards");
    let orders = |values: &[Value; 4]| {
        let alike = |value: &Value| values.iter().filter(|other| *other == value).count();
        let of_kinds: BTreeMap<Value, usize> = values.iter().map(|value| (*value, alike(value))).collect();
        24 / of_kinds.values().map(|&alike| (1..=alike as i64).product::<i64>()).product::<i64>()
    };
    let found: BigRational = given
        .iter()
        .map(|(values, mean)| {
            assert!(mean.per_meter.is_zero());
            chance(values, decks) * whole(orders(values)) * &mean.fixed * whole(number(values.map(points)))
        })
        .sum();
    assert_eq!(found, expected);
    assert!(given_values(wager).is_none());
}
