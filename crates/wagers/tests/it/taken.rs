//! Wagers by the cards that decide them, and what follows for a shoe of which some cards have been counted.

use std::collections::BTreeMap;
use std::path::Path;

use cards::{Composition, Value};
use counting::{GroupedShoe, SeenTable, TakenSum};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{OfferedWager, Submission};
use wagers::{WagerByCardsTaken, by_cards_taken, given_values, value};

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
