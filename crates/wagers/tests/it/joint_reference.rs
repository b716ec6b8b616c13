//! Two wagers on one deal, and a wager beside the values of the cards: all cards dealt face by face.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::reference::{Card, Decided, Deck, Net, Readings, decided, net, paytable, shoe, whole};

/// A wager: its id, paytable and readings.
pub(crate) type Asked<'a> = (&'a str, &'a str, Readings);

/// Net result at a meter.
fn at_meter((fixed, per_meter): Net, meter: &BigRational) -> BigRational {
    fixed + per_meter * meter
}

/// The covariance of two wagers that the player's two cards, the up card and the hole card decide, each at its meter.
pub(crate) fn covariance(wagers: [Asked<'_>; 2], decks: u16, meters: [&BigRational; 2]) -> BigRational {
    let rules = [0, 1].map(|at| decided(wagers[at].0, decks, &wagers[at].2));
    let mut ways = BTreeMap::new();
    let mut shoe = shoe(Deck::Full, decks);
    let cards: u128 = shoe.iter().map(|(_, copies)| copies).sum();
    deal(&mut shoe, &mut Vec::new(), 1, &rules, [None, None], &mut ways);
    let (mut product, mut means) = (whole(0), [whole(0), whole(0)]);
    for ((lines, dealt), ways) in ways {
        let orders: BigInt = (0..dealt as u128).map(|drawn| BigInt::from(cards - drawn)).product();
        let chance = BigRational::new(ways.into(), orders);
        let nets = [0, 1].map(|at| {
            let (id, table, readings) = &wagers[at];
            at_meter(net(id, lines[at], &paytable(id, table, decks), readings), meters[at])
        });
        product += &nets[0] * &nets[1] * &chance;
        for (mean, net) in means.iter_mut().zip(&nets) {
            *mean += net * &chance;
        }
    }
    product - &means[0] * &means[1]
}

type Lines = [Option<&'static str>; 2];

#[expect(clippy::too_many_arguments, reason = "older than the limit")]
fn deal(
    shoe: &mut [(Card, u128)],
    dealt: &mut Vec<Card>,
    orders: u128,
    rules: &[Decided; 2],
    lines: Lines,
    ways: &mut BTreeMap<([&'static str; 2], usize), u128>,
) {
    let now = [0, 1].map(|at| lines[at].or_else(|| rules[at](dealt)));
    if let [Some(one), Some(other)] = now {
        *ways.entry(([one, other], dealt.len())).or_default() += orders;
        return;
    }
    for face in 0..shoe.len() {
        let (card, left) = shoe[face];
        if left > 0 {
            shoe[face].1 -= 1;
            dealt.push(card);
            deal(shoe, dealt, orders * left, rules, now, ways);
            dealt.pop();
            shoe[face].1 += 1;
        }
    }
}

/// The mean of a wager's net result at a meter times a number that the points of so many cards decide: the player's two, the up
/// card, the hole card.
pub(crate) fn by_values(
    wager: &Asked<'_>,
    decks: u16,
    meter: &BigRational,
    cards: usize,
    number: &dyn Fn(&[u8]) -> i64,
) -> BigRational {
    let (id, table, readings) = wager;
    let rule = decided(id, decks, readings);
    let mut sums: BTreeMap<&'static str, i128> = BTreeMap::new();
    let mut shoe = shoe(Deck::Full, decks);
    let all: u128 = shoe.iter().map(|(_, copies)| copies).sum();
    let mut add = |line: &'static str, orders: u128, points: &[u8]| {
        *sums.entry(line).or_default() += orders as i128 * i128::from(number(points));
    };
    deal_all(&mut shoe, &mut Vec::new(), 1, &rule, None, cards, &mut add);
    let orders: BigInt = (0..cards as u128).map(|drawn| BigInt::from(all - drawn)).product();
    let odds = paytable(id, table, decks);
    let paid = sums.into_iter().map(|(line, sum)| {
        at_meter(net(id, line, &odds, readings), meter) * BigRational::new(sum.into(), orders.clone())
    });
    paid.sum()
}

/// Deals so many cards, by face while the wager is open and by points from then on.
#[expect(clippy::too_many_arguments, reason = "older than the limit")]
fn deal_all(
    shoe: &mut [(Card, u128)],
    dealt: &mut Vec<Card>,
    orders: u128,
    rule: &Decided,
    line: Option<&'static str>,
    cards: usize,
    add: &mut dyn FnMut(&'static str, u128, &[u8]),
) {
    let line = line.or_else(|| rule(dealt));
    if dealt.len() == cards {
        let points: Vec<u8> = dealt.iter().map(|card| card.points()).collect();
        return add(line.expect("a wager that these cards decide"), orders, &points);
    }
    if line.is_none() {
        for face in 0..shoe.len() {
            let (card, left) = shoe[face];
            if left > 0 {
                shoe[face].1 -= 1;
                dealt.push(card);
                deal_all(shoe, dealt, orders * left, rule, line, cards, add);
                dealt.pop();
                shoe[face].1 += 1;
            }
        }
        return;
    }
    for points in 1..=10 {
        let of_points = || (0..shoe.len()).filter(|&face| shoe[face].0.points() == points && shoe[face].1 > 0);
        let left: u128 = of_points().map(|face| shoe[face].1).sum();
        let Some(face) = of_points().next() else { continue };
        shoe[face].1 -= 1;
        dealt.push(shoe[face].0);
        deal_all(shoe, dealt, orders * left, rule, line, cards, add);
        dealt.pop();
        shoe[face].1 += 1;
    }
}
