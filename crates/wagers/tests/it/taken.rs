//! Wagers by the cards that decide them, and what follows for a shoe of which some cards have been counted.

use std::collections::BTreeMap;
use std::path::Path;

use cards::{Composition, FaceCounts, Suit, Value};
use counting::{GroupedShoe, SeenTable, TakenSum};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{OfferedWager, Submission};
use wagers::{WagerByCardsTaken, by_cards_taken, given_values, value};

use crate::reference::{self, Card, Readings};

fn submission(analysis: &str) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    Submission::load(&path, &[]).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn taken(submission: &Submission, wager: &OfferedWager, groups: &GroupedShoe) -> Option<WagerByCardsTaken> {
    by_cards_taken(&submission.game, wager, groups)
}

fn parts(taken: &WagerByCardsTaken) -> BigRational {
    BigRational::from_integer(taken.parts.clone())
}

/// Every wager without a meter that the deal or the dealer's hand decides: its mean is the EV that counts of physical cards give.
#[test]
fn means_are_those_of_the_wagers() {
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    for analysis in
        ["pa-633a-blackjack/6-decks.toml", "pa-685a-down-under/6-decks.toml", "pa-665a-double-attack/8-decks.toml"]
    {
        let submission = submission(analysis);
        let groups = GroupedShoe::new(&submission.shoe, &[3, 2, 2, 1, 0, -2, 0, -1, -1, -1]);
        for wager in &submission.wagers {
            let Some(taken) = taken(&submission, wager, &groups) else { continue };
            let result = value(&submission, wager).expect("a wager on the deal or the dealer's hand");
            assert!(result.per_meter.is_zero(), "{analysis} {}", wager.id);
            assert_eq!(taken.net.expectation(&groups) / parts(&taken), result.fixed, "{analysis} {}", wager.id);
            *compared.entry(wager.id.clone()).or_default() += 1;
        }
    }
    for id in ["bust-it", "match-the-dealer", "lucky-ladies", "in-between", "royal-match-21"] {
        assert!(compared.contains_key(id), "{id} is among {compared:?}");
    }
}

/// Match-the-Dealer after three cards of six decks: every set of three values taken out, and the wager dealt by values from the rest.
#[test]
#[ignore = "long; `just slow`"]
fn three_cards_seen() {
    let submission = submission("pa-685a-down-under/6-decks.toml");
    let tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1];
    let groups = GroupedShoe::new(&submission.shoe, &tags);
    let wager = submission.wagers.iter().find(|wager| wager.id == "match-the-dealer").expect("the wager");
    let taken = taken(&submission, wager, &groups).expect("a wager on the deal");
    let given = given_values(wager).expect("a wager on the deal");
    let mut by_count: BTreeMap<i32, [BigRational; 2]> = BTreeMap::new();
    let whole = |number: u32| BigRational::from_integer(number.into());
    for cards in triples() {
        let mut left = submission.shoe;
        let mut ways = whole(1);
        for &card in &cards {
            ways *= whole(left.count(card).into());
            left = left.without(card).expect("a card");
        }
        let count = cards.iter().map(|card| tags[card.index()]).sum();
        let sums = by_count.entry(count).or_default();
        let mean: BigRational = given
            .iter()
            .map(|one| {
                let orders = if one.hand[0] == one.hand[1] { 1 } else { 2 };
                let dealt: Vec<Value> = one.hand.into_iter().chain(one.up).chain(one.hole).collect();
                &one.mean.fixed * whole(orders) * chance(left, &dealt)
            })
            .sum();
        sums[0] += &ways * mean;
        sums[1] += ways;
    }
    let tables = [&TakenSum::one(), &taken.net].map(|sum| SeenTable::new(&groups, sum, 3));
    assert_eq!(by_count.len(), 7);
    for (count, [sum, ways]) in by_count {
        let sets: BigInt = tables[0].at(3, count);
        assert_eq!(BigRational::from_integer(sets.clone()) * whole(6), ways, "three cards in six orders");
        assert_eq!(tables[1].given(3, count, &sets).expect("a count") / parts(&taken), sum / ways, "count {count}");
    }
}

fn triples() -> impl Iterator<Item = [Value; 3]> {
    Value::all().flat_map(|one| Value::all().flat_map(move |two| Value::all().map(move |three| [one, two, three])))
}

/// The chance that these cards are dealt next, in this order.
fn chance(mut shoe: Composition, cards: &[Value]) -> BigRational {
    let mut chance = BigRational::from_integer(1.into());
    for &card in cards {
        chance *= BigRational::new(shoe.count(card).into(), shoe.total().into());
        match shoe.without(card) {
            Ok(left) => shoe = left,
            Err(_) => return BigRational::zero(),
        }
    }
    chance
}

/// Copies of the faces of a small shoe: rank, suit, copies.
type Toy = [(u8, Suit, u16)];

const DEAL: &Toy = &[
    (12, Suit::Hearts, 2),
    (12, Suit::Spades, 1),
    (13, Suit::Hearts, 2),
    (13, Suit::Spades, 1),
    (10, Suit::Diamonds, 1),
    (9, Suit::Diamonds, 2),
    (9, Suit::Spades, 1),
    (1, Suit::Diamonds, 2),
    (2, Suit::Diamonds, 1),
    (3, Suit::Diamonds, 1),
    (8, Suit::Clubs, 1),
];

/// Without tens, as the game of the wager on the dealer's bust.
const DEALER: &Toy = &[
    (13, Suit::Hearts, 2),
    (12, Suit::Hearts, 1),
    (11, Suit::Spades, 2),
    (1, Suit::Hearts, 2),
    (2, Suit::Clubs, 1),
    (5, Suit::Diamonds, 2),
    (6, Suit::Diamonds, 2),
    (7, Suit::Clubs, 2),
    (9, Suit::Spades, 2),
];

fn face(rank: u8, suit: Suit) -> Card {
    let suit = match suit {
        Suit::Clubs => reference::Suit::Clubs,
        Suit::Diamonds => reference::Suit::Diamonds,
        Suit::Hearts => reference::Suit::Hearts,
        Suit::Spades => reference::Suit::Spades,
    };
    Card { rank, suit }
}

/// Means and mean squares of the net results, for every number of cards seen up to two and every count of them: each set of faces is taken out of a small shoe, and the wager dealt from the rest, face by face, by
/// a reading of the regulations that shares no rule with the crate.
#[test]
fn means_and_squares_of_small_shoes() {
    let tags = [-1, 2, 1, 1, 3, 1, 0, 0, -1, -1];
    for (analysis, toy, ids) in [
        (
            "pa-633a-blackjack/6-decks.toml",
            DEAL,
            &["lucky-ladies", "match-the-dealer", "in-between", "royal-match-21", "kings-bounty"][..],
        ),
        ("pa-665a-double-attack/8-decks.toml", DEALER, &["bust-it"][..]),
    ] {
        let submission = submission(analysis);
        let readings: Readings =
            submission.readings.iter().map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect();
        let mut counts = [0; FaceCounts::FACES];
        for (at, card) in FaceCounts::order().enumerate() {
            let of_face =
                |&&(rank, suit, _): &&(u8, Suit, u16)| card.rank.index() + 1 == usize::from(rank) && card.suit == suit;
            counts[at] = toy.iter().find(of_face).map_or(0, |&(.., copies)| copies);
        }
        let cards = FaceCounts::new(counts);
        let groups = GroupedShoe::new(&cards.composition(), &tags);
        for id in ids {
            let wager = submission.wagers.iter().find(|wager| wager.id == *id).expect("offered");
            let small = OfferedWager { cards, ..wager.clone() };
            let asked = (*id, wager.paytable.name.as_str(), wager.decks);
            is_that_of_every_set(
                &taken(&submission, &small, &groups).expect("no meter"),
                &groups,
                toy,
                asked,
                &readings,
            );
        }
    }
}

fn is_that_of_every_set(
    taken: &WagerByCardsTaken,
    groups: &GroupedShoe,
    toy: &Toy,
    (id, table, decks): (&str, &str, u16),
    readings: &Readings,
) {
    let tag_of = |rank: u8| groups.groups()[groups.group_of()[usize::from(rank.min(10)) - 1]].tag;
    let tables = [&TakenSum::one(), &taken.net, &taken.square].map(|sum| SeenTable::new(groups, sum, 2));
    let units = [parts(taken), BigRational::from_integer(taken.square_parts.clone())];
    for seen in 0..=2_usize {
        // Ordered ways, and the mean and mean square times them, by count.
        let mut by_count: BTreeMap<i32, [BigRational; 3]> = BTreeMap::new();
        let mut sets = vec![(Vec::new(), 1_u128)];
        for _ in 0..seen {
            let one_more = |(gone, ways): &(Vec<usize>, u128)| {
                let (gone, ways) = (gone.clone(), *ways);
                (0..toy.len()).map(move |at| {
                    let left = usize::from(toy[at].2)
                        - gone.iter().filter(|&&other| other == at).count().min(toy[at].2.into());
                    ([gone.as_slice(), &[at]].concat(), ways * left as u128)
                })
            };
            sets = sets.iter().flat_map(one_more).filter(|(_, ways)| *ways > 0).collect();
        }
        for (gone, ways) in sets {
            let rest = toy.iter().enumerate().map(|(at, &(rank, suit, copies))| {
                (face(rank, suit), u128::from(copies) - gone.iter().filter(|&&other| other == at).count() as u128)
            });
            let distribution = reference::distribution_from(rest.collect(), id, table, decks, readings);
            let count = gone.iter().map(|&at| tag_of(toy[at].0)).sum();
            let ways = BigRational::from_integer(ways.into());
            let sums = by_count.entry(count).or_default();
            for ((net, meter), chance) in distribution {
                assert!(meter.is_zero(), "{id} has a meter");
                sums[1] += &net * &chance * &ways;
                sums[2] += &net * &net * chance * &ways;
            }
            sums[0] += ways;
        }
        let orders = BigRational::from_integer((1..=seen).product::<usize>().into());
        let seen = seen as u32;
        assert_eq!(tables[0].counts(seen).count(), by_count.len(), "{id}");
        for (count, [ways, mean, square]) in by_count {
            let sets = tables[0].at(seen, count);
            assert_eq!(BigRational::from_integer(sets.clone()) * &orders, ways, "{id}");
            for (at, (sum, unit)) in [mean, square].into_iter().zip(&units).enumerate() {
                let found = tables[at + 1].given(seen, count, &sets).expect("a count") / unit;
                assert_eq!(found, sum / &ways, "{id}, {seen} cards, count {count}, power {}", at + 1);
            }
        }
    }
}
