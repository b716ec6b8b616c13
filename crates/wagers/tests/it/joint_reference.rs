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
    let mut dealing = Dealing::new(decks);
    let cards = dealing.left();
    deal(&mut dealing, 1, &rules, [None, None], &mut ways);
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

/// What is left of a shoe, and what has been dealt of it.
struct Dealing {
    shoe: Vec<(Card, u128)>,
    dealt: Vec<Card>,
}

impl Dealing {
    fn new(decks: u16) -> Self {
        Self { shoe: shoe(Deck::Full, decks), dealt: Vec::new() }
    }

    fn left(&self) -> u128 {
        self.shoe.iter().map(|(_, copies)| copies).sum()
    }

    /// With the card at this place of the shoe dealt.
    fn with(&mut self, face: usize, then: impl FnOnce(&mut Self)) {
        self.shoe[face].1 -= 1;
        self.dealt.push(self.shoe[face].0);
        then(self);
        self.dealt.pop();
        self.shoe[face].1 += 1;
    }

    /// With each card that is left, and how many of it are.
    fn each_card(&mut self, mut then: impl FnMut(&mut Self, u128)) {
        for face in 0..self.shoe.len() {
            let left = self.shoe[face].1;
            if left > 0 {
                self.with(face, |dealing| then(dealing, left));
            }
        }
    }
}

type Lines = [Option<&'static str>; 2];

fn deal(
    dealing: &mut Dealing,
    orders: u128,
    rules: &[Decided; 2],
    lines: Lines,
    ways: &mut BTreeMap<([&'static str; 2], usize), u128>,
) {
    let now = [0, 1].map(|at| lines[at].or_else(|| rules[at](&dealing.dealt)));
    if let [Some(one), Some(other)] = now {
        *ways.entry(([one, other], dealing.dealt.len())).or_default() += orders;
        return;
    }
    dealing.each_card(|dealing, left| deal(dealing, orders * left, rules, now, ways));
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
    let mut dealing = Dealing::new(decks);
    let all = dealing.left();
    let mut add = |line: &'static str, orders: u128, points: &[u8]| {
        *sums.entry(line).or_default() += orders as i128 * i128::from(number(points));
    };
    deal_all(&mut dealing, 1, None, &By { rule, cards }, &mut add);
    let orders: BigInt = (0..cards as u128).map(|drawn| BigInt::from(all - drawn)).product();
    let odds = paytable(id, table, decks);
    let paid = sums.into_iter().map(|(line, sum)| {
        at_meter(net(id, line, &odds, readings), meter) * BigRational::new(sum.into(), orders.clone())
    });
    paid.sum()
}

/// What a deal is told by: a wager's rule, and so many cards.
struct By {
    rule: Decided,
    cards: usize,
}

/// Deals so many cards, by face while the wager is open and by points from then on.
fn deal_all(
    dealing: &mut Dealing,
    orders: u128,
    line: Option<&'static str>,
    by: &By,
    add: &mut dyn FnMut(&'static str, u128, &[u8]),
) {
    let line = line.or_else(|| (by.rule)(&dealing.dealt));
    if dealing.dealt.len() == by.cards {
        let points: Vec<u8> = dealing.dealt.iter().map(|card| card.points()).collect();
        return add(line.expect("a wager that these cards decide"), orders, &points);
    }
    if line.is_none() {
        return dealing.each_card(|dealing, left| deal_all(dealing, orders * left, line, by, add));
    }
    for points in 1..=10 {
        let shoe = &dealing.shoe;
        let of_points = || (0..shoe.len()).filter(|&face| shoe[face].0.points() == points && shoe[face].1 > 0);
        let left: u128 = of_points().map(|face| shoe[face].1).sum();
        let Some(face) = of_points().next() else { continue };
        dealing.with(face, |dealing| deal_all(dealing, orders * left, line, by, add));
    }
}
