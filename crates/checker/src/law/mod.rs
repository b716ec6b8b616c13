//! The law of a round, derived from the stated strategy at a random point.
//!
//! The law of net result and wager is a polynomial: the sum of probability · x^net · y^wager. Two such laws that differ agree at
//! few points only, so both are evaluated at one, modulo a prime, prime and point drawn at random once the certificate
//! is there. There the hands of a round multiply: a hand that nets 2 and adds a wager is a factor x²y, whatever became of the others.
//!
//! Every hand is followed card by card, and split hands in the order in which they are dealt. What they come to
//! is a polynomial in the cards they take (`terms.rs`) for every end of the dealer's hand, whose law beside those cards
//! ends the round (`ends.rs`).

mod ends;
mod field;
mod terms;

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use rules::Game;

use self::ends::Ends;
use self::field::{Field, Random};
use self::terms::{Terms, multiply, pack, product};
use crate::Refusal;
use crate::base_game::UpTable;
use crate::dealer::ENDS;
use crate::hands::{Counts, VALUES};
use crate::pay::{Doubled, Spot};
use crate::round::{Nets, Round};
use crate::strategy::{Act, Row};

/// Where laws are compared.
pub(crate) struct Point {
    field: Field,
    /// A unit of net result and its inverse.
    net: [u64; 2],
    wager: u64,
}

impl Point {
    /// A point that depends on every letter of the seed.
    pub(crate) fn random(seed: String) -> Self {
        let mut numbers = Random::new(seed);
        let field = Field::random(&mut numbers);
        let mut element = || loop {
            let element = field.of(numbers.next());
            if element != 0 {
                return element;
            }
        };
        let net = element();
        Self { field, net: [net, field.inverse(net)], wager: element() }
    }

    pub(crate) fn prime(&self) -> u64 {
        self.field.prime
    }

    /// A stated law at this point: results in whole units of net result and of wager, each with its probability. `None` if
    /// a denominator is a multiple of the prime, as that of no probability of a round is.
    pub(crate) fn stated<'a>(&self, law: impl Iterator<Item = (i64, i64, &'a BigRational)>) -> Option<u64> {
        let field = &self.field;
        let residue = |number: &BigInt| {
            let residue = number.mod_floor(&field.prime.into()).to_u64().unwrap_or(0);
            field.of(residue)
        };
        law.map(|(net, wager, probability)| {
            let denominator = Some(residue(probability.denom())).filter(|&denominator| denominator != 0)?;
            let probability = field.multiply(residue(probability.numer()), field.inverse(denominator));
            Some(field.multiply(probability, self.weight(net, wager)))
        })
        .try_fold(0, |sum, term| Some(field.add(sum, term?)))
    }

    /// x^net · y^wager.
    fn weight(&self, net: i64, wager: i64) -> u64 {
        let net_power = self.field.power(self.net[usize::from(net < 0)], net.unsigned_abs());
        self.field.multiply(net_power, self.field.power(self.wager, wager.unsigned_abs()))
    }
}

/// The law under one up card at a point. `progress` is told every pair whose split is done.
///
/// # Errors
/// For a shoe that a round can use up.
pub(crate) fn derived(table: &UpTable<'_>, point: &Point, progress: &dyn Fn(usize)) -> Result<u64, Refusal> {
    derived_with(Busts::of(table.game), table, point, progress)
}

fn derived_with(busts: Busts, table: &UpTable<'_>, point: &Point, progress: &dyn Fn(usize)) -> Result<u64, Refusal> {
    let field = &point.field;
    let mut sum = 0;
    for (round, play) in table.rounds(table.attacked)?.iter().zip(&table.plays) {
        let hands = Hands { point, round, play, busts };
        sum = field.add(sum, hands.unsplit(table)?);
        for pair in (0..VALUES).filter(|&pair| play.split[pair]) {
            progress(pair);
            sum = field.add(sum, hands.split(pair)?);
        }
    }
    Ok(field.multiply(sum, point.weight(0, 1 + i64::from(table.attacked))))
}

/// The hands of a round under one signal.
struct Hands<'a> {
    point: &'a Point,
    round: &'a Round<'a>,
    play: &'a Row,
    busts: Busts,
}

/// How busted hands are enumerated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Busts {
    /// Card by card.
    Drawn,
    /// Those of a hand together, where the rules do not tell them apart. It is a tenth of the work for splits to four hands.
    Together,
}

impl Busts {
    /// Card by card where hands are few.
    fn of(game: &Game) -> Self {
        if game.split.as_ref().is_some_and(|rule| rule.max_hands > 2) { Self::Together } else { Self::Drawn }
    }
}

/// One hand of a split by its second card.
struct Kind {
    /// Not of the pair's value.
    other: Terms,
    /// Of the pair's value, and not split again.
    same: Terms,
}

/// Terms before they are added up.
type Settled = Vec<(u64, Vec<u64>)>;

impl Hands<'_> {
    fn field(&self) -> &Field {
        &self.point.field
    }

    /// A finished hand.
    fn settle(&self, settled: &mut Settled, cards: &Counts, nets: &Nets, wager: i64, orders: u64) {
        let orders = self.field().of(orders);
        let at_end = |&net: &i64| self.field().multiply(self.point.weight(net, wager), orders);
        settled.push((pack(cards), nets.iter().map(at_end).collect()));
    }

    /// What hands come to that are played on from two cards, each reached in a number of orders.
    fn follow(&self, spot: Spot, pair: Option<usize>, starts: &[(usize, u64)], settled: &mut Settled) {
        let Self { round, play, .. } = self;
        let list = &round.hands.list;
        let mut orders = vec![0_u64; list.len()];
        starts.iter().for_each(|&(id, number)| orders[id] += number);
        // What a hand grows into comes after it.
        for (id, hand) in list.iter().enumerate() {
            let here = orders[id];
            if here == 0 {
                continue;
            }
            match play.act(id, round.may(spot, pair, hand)) {
                Act::Stand => self.settle(settled, &hand.cards, &round.stood(spot, Doubled::No, id), 0, here),
                Act::Surrender => {
                    let nets = round.surrendered(spot, Doubled::No, Some(hand));
                    self.settle(settled, &hand.cards, &nets, 0, here);
                }
                Act::Hit => {
                    hand.next.iter().flatten().for_each(|&next| orders[next] += here);
                    self.bust(settled, (spot, Doubled::No), id, 0, here);
                }
                Act::Double => {
                    let kind = if hand.doubles_free { Doubled::Free } else { Doubled::Own };
                    let wager = round.pay.double_wager(spot, kind);
                    for &next in hand.next.iter().flatten() {
                        let nets = if play.gives_up_doubled(kind, next) {
                            round.surrendered(spot, kind, None)
                        } else {
                            round.stood(spot, kind, next)
                        };
                        self.settle(settled, &list[next].cards, &nets, wager, here);
                    }
                    self.bust(settled, (spot, kind), id, wager, here);
                }
            }
        }
    }

    /// Every card that makes a hand a bust.
    fn bust(&self, settled: &mut Settled, (spot, doubled): (Spot, Doubled), id: usize, wager: i64, orders: u64) {
        let Self { round, .. } = self;
        let hand = &round.hands.list[id];
        let over: Vec<usize> = (0..VALUES).filter(|value| usize::from(hand.hard) + value + 1 > 21).collect();
        let nets = |value: usize| round.busted(spot, doubled, hand, value);
        let Some(&one) = over.first() else { return };
        if self.busts == Busts::Together && over.iter().all(|&value| nets(value) == nets(one)) {
            // Nobody looks at the card: it is any card but those that are no bust.
            self.settle(settled, &hand.cards, &nets(one), wager, orders);
            let from = settled.len();
            for &next in hand.next.iter().flatten() {
                self.settle(settled, &round.hands.list[next].cards, &nets(one), wager, orders);
            }
            let minus = self.field().negated(self.field().one());
            let coefficients = settled[from..].iter_mut().flat_map(|(_, coefficients)| coefficients);
            coefficients.for_each(|coefficient| *coefficient = self.field().multiply(*coefficient, minus));
        } else {
            for value in over {
                let mut cards = hand.cards;
                cards[value] += 1;
                self.settle(settled, &cards, &nets(value), wager, orders);
            }
        }
    }

    fn terms(&self, settled: &Settled) -> Terms {
        Terms::sum(self.field(), ENDS, settled.iter().map(|(key, coefficients)| (*key, &coefficients[..])))
    }

    fn unsplit(&self, table: &UpTable<'_>) -> Result<u64, Refusal> {
        let round = self.round;
        let mut settled = Settled::new();
        let mut starts = Vec::new();
        for (id, hand) in round.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
            let orders = if hand.pair().is_some() { 1 } else { 2 };
            let at_once = if table.early[id] {
                round.pay.early()
            } else if hand.is_ace_and_ten() {
                table.natural(round)
            } else if round.ends_round {
                round.pay.discovered()
            } else {
                if hand.pair().is_none_or(|pair| !self.play.split[pair]) {
                    starts.push((id, orders));
                }
                continue;
            };
            self.settle(&mut settled, &hand.cards, &round.scaled(&at_once), 0, orders);
        }
        self.follow(Spot::Unsplit, None, &starts, &mut settled);
        let terms = self.terms(&settled);
        let classes = Classes::new([&terms]);
        let one = Terms::single(classes.number(), 0, self.field().one());
        self.ended(&classes, &[(&classes.of(&terms), &one)])
    }

    /// A pair that is split, to as many hands as the rules let it.
    fn split(&self, pair: usize) -> Result<u64, Refusal> {
        let Some(rule) = &self.round.game.split else { return Ok(0) };
        let later = if rule.free.iter().any(|value| value.index() == pair) { Spot::Given } else { Spot::Later };
        let mut card = [0; VALUES];
        card[pair] = 1;
        let card = pack(&card);
        let (first, later) = (self.kind(Spot::First, pair, card), self.kind(later, pair, card));
        let kinds = [&first.other, &first.same, &later.other, &later.same];
        let classes = Classes::new(kinds);
        let [first_other, first_same, other, same] = kinds.map(|terms| classes.of(terms));
        let mut splitting = Splitting { field: self.field(), card, other, same, known: BTreeMap::new() };
        let splits = usize::from(rule.most_hands(pair)).saturating_sub(2);
        // Both cards of the pair are dealt.
        let dealt = |terms: &Terms| terms.times(self.field(), 2 * card, self.field().one());
        let after_other = dealt(&splitting.after_other(2, splits)?);
        let after_same = dealt(&splitting.after_same(2, splits)?);
        self.ended(&classes, &[(&first_other, &after_other), (&first_same, &after_same)])
    }

    /// A hand of a split; the card it was split with is not counted as its own.
    fn kind(&self, spot: Spot, pair: usize, card: u64) -> Kind {
        let wager = self.point.weight(0, if spot == Spot::First { 0 } else { self.round.pay.split_wager(spot) });
        let [other, same] = [false, true].map(|is_same| {
            let seconds = (0..VALUES).filter(|&second| (second == pair) == is_same);
            let starts: Vec<(usize, u64)> =
                seconds.filter_map(|second| Some((self.round.hands.two(pair, second)?, 1))).collect();
            let mut settled = Settled::new();
            self.follow(spot, Some(pair), &starts, &mut settled);
            settled.iter_mut().for_each(|(key, _)| *key -= card);
            self.terms(&settled).times(self.field(), 0, wager)
        });
        Kind { other, same }
    }

    /// The products of these, ended by the dealer's hand.
    fn ended(&self, classes: &Classes, products: &[(&Terms, &Terms)]) -> Result<u64, Refusal> {
        let field = self.field();
        let mut ends = Ends::new(field, &self.round.dealer, &self.round.left, &classes.class);
        let mut law = vec![0; classes.number()];
        let mut sum = 0;
        for (a, b) in products {
            multiply(field, a, b, |block| {
                for (key, coefficients) in block.iter() {
                    ends.law(key, &mut law)?;
                    for (&coefficient, &probability) in coefficients.iter().zip(&law) {
                        sum = field.add(sum, field.multiply(field.reduce(coefficient), probability));
                    }
                }
                Ok(())
            })?;
        }
        Ok(sum)
    }
}

/// Ends of the dealer's hand that settle every hand alike.
struct Classes {
    /// By end.
    class: [usize; ENDS],
    /// An end of each class.
    ends: Vec<usize>,
}

impl Classes {
    /// Those that these do not tell apart.
    fn new<'a>(terms: impl IntoIterator<Item = &'a Terms> + Clone) -> Self {
        let same = |one: usize, other: usize| {
            let mut coefficients = terms.clone().into_iter().flat_map(|terms| terms.coefficients.chunks_exact(ENDS));
            coefficients.all(|all| all[one] == all[other])
        };
        let mut ends: Vec<usize> = Vec::new();
        let class = std::array::from_fn(|end| {
            ends.iter().position(|&other| same(end, other)).unwrap_or_else(|| {
                ends.push(end);
                ends.len() - 1
            })
        });
        Self { class, ends }
    }

    fn number(&self) -> usize {
        self.ends.len()
    }

    fn of(&self, terms: &Terms) -> Terms {
        terms.at_ends(&self.ends)
    }
}

/// The hands of a split, each of which gets its second card and is played before the next.
struct Splitting<'a> {
    field: &'a Field,
    /// One card of the pair's value.
    card: u64,
    other: Terms,
    same: Terms,
    /// What hands with one card each come to, by their number and how many splits are left.
    known: BTreeMap<(usize, usize), Terms>,
}

impl Splitting<'_> {
    /// What hands with one card each come to while so many splits are left.
    fn hands(&mut self, waiting: usize, splits: usize) -> Result<Terms, Refusal> {
        if waiting == 0 {
            return Ok(Terms::single(self.other.ends, 0, self.field.one()));
        }
        if let Some(known) = self.known.get(&(waiting, splits)) {
            return Ok(known.clone());
        }
        let after_other = self.after_other(waiting, splits)?;
        let after_same = self.after_same(waiting, splits)?;
        let with_other = product(self.field, &self.other, &after_other)?;
        let terms = with_other.plus(self.field, &product(self.field, &self.same, &after_same)?);
        self.known.insert((waiting, splits), terms.clone());
        Ok(terms)
    }

    /// What all others come to if the hand to be dealt to gets a card of another value in the end, having been split on the way any
    /// number of times.
    fn after_other(&mut self, waiting: usize, splits: usize) -> Result<Terms, Refusal> {
        let mut sum = Terms { ends: self.other.ends, ..Terms::default() };
        for made in 0..=splits {
            let others = self.hands(waiting - 1 + made, splits - made)?;
            sum = sum.plus(self.field, &others.times(self.field, made as u64 * self.card, self.field.one()));
        }
        Ok(sum)
    }

    /// The same if it keeps a card of the pair's value, which it does once no split is left.
    fn after_same(&mut self, waiting: usize, splits: usize) -> Result<Terms, Refusal> {
        let others = self.hands(waiting - 1 + splits, 0)?;
        Ok(others.times(self.field, splits as u64 * self.card, self.field.one()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::base_game::plain_tables;

    /// Under a strategy that splits whatever it may and hits below 17.
    #[test]
    fn laws_sum_to_one_and_busts_together_are_busts_drawn() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/1-decks.toml");
        for hands in ["2", "3"] {
            let overrides = [
                rules::Override::new("options.max-hands", hands),
                rules::Override::new("shoe", "12,0,0,0,0,12,0,12,0,20"),
            ];
            let submission = rules::Submission::load(&path, &overrides).expect("an analysis");
            plain_tables(&submission, |table| {
                let point = Point::random("anywhere".to_owned());
                let law = |busts, point: &Point| derived_with(busts, table, point, &|_| ()).expect("a law");
                assert_eq!(law(Busts::Drawn, &point), law(Busts::Together, &point));
                let one = point.field.one();
                let sum = Point { net: [one; 2], wager: one, ..point };
                assert_eq!(law(Busts::Drawn, &sum), one);
            });
        }
    }
}
