//! The distribution of a round, derived from the stated strategy at a random point.
//!
//! The law of net result and wager is a polynomial: the sum of probability · x^net · y^wager. Two such laws that differ agree at
//! few points only, so both are evaluated at one, modulo a prime, prime and point drawn at random once the certificate
//! is there. There the hands of a round multiply: a hand that nets 2 and adds a wager is a factor x²y, whatever became of the others.
//!
//! Every hand is followed card by card, and split hands in the order in which they are dealt. What they come to
//! is a polynomial in the cards they take (`terms.rs`) for every end of the dealer's hand, whose law beside those cards
//! ends the round (`ends.rs`).

mod classes;
mod ends;
pub(crate) mod field;
mod hand_means;
mod hand_pairs;
pub(crate) mod seen;
pub(crate) mod tag_groups;
mod terms;
mod weighed;

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::Game;

use self::classes::Classes;
use self::ends::Ends;
use self::field::{Field, Random};
pub(crate) use self::hand_pairs::RoundMoments;
use self::terms::{Marked, Terms, multiply};
pub(crate) use self::terms::{count, pack};
use crate::dealer::{BLACKJACK, ENDS, falling};
use crate::hand_place::{Doubled, Spot};
use crate::hands::{Counts, VALUES};
use crate::nets::Nets;
use crate::pay::Finish;
use crate::refusal::Refusal;
use crate::round::Round;
use crate::strategy::{Act, Row};
use crate::up_card_play::UpCardPlay;

/// Where laws are compared.
#[derive(Debug, Clone)]
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

    /// A point that depends on every letter of the seed and where wagers make no difference; and the same point for net results in
    /// units so many times as large.
    pub(crate) fn random_of_net(seed: String, times: u64) -> [Self; 2] {
        let fine = Self::random(seed);
        let fine = Self { wager: fine.field.one(), ..fine };
        let coarse = Self { net: fine.net.map(|net| fine.field.power(net, times)), ..fine.clone() };
        [fine, coarse]
    }

    pub(crate) fn prime(&self) -> u64 {
        self.field.prime
    }

    /// A stated law at this point: results in whole units of net result and of wager, each with its probability. `None` if
    /// a denominator is a multiple of the prime, as that of no probability of a round is.
    pub(crate) fn stated<'a>(&self, law: impl Iterator<Item = (i64, i64, &'a BigRational)>) -> Option<u64> {
        let field = &self.field;
        law.map(|(net, wager, probability)| Some(field.multiply(self.residue(probability)?, self.weight(net, wager))))
            .try_fold(0, |sum, term| Some(field.add(sum, term?)))
    }

    /// The sum of these, each times a probability.
    pub(crate) fn mean<'a>(&self, all: impl Iterator<Item = (u64, &'a BigRational)>) -> Option<u64> {
        let field = &self.field;
        let terms = all.map(|(value, probability)| Some(field.multiply(self.residue(probability)?, value)));
        terms.into_iter().try_fold(0, |sum, term| Some(field.add(sum, term?)))
    }

    /// `None` if the denominator is a multiple of the prime.
    fn residue(&self, fraction: &BigRational) -> Option<u64> {
        let field = &self.field;
        let denominator = Some(field.of_integer(fraction.denom())).filter(|&denominator| denominator != 0)?;
        Some(field.multiply(field.of_integer(fraction.numer()), field.inverse(denominator)))
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
/// For a shoe that a round can use up, and for splits to more than four hands.
pub(crate) fn derived(table: &UpCardPlay<'_>, point: &Point, progress: &dyn Fn(usize)) -> Result<u64, Refusal> {
    derived_with(Busts::of(table.game), table, point, Told::Results, progress)
}

/// Rounds under one up card by the cards that decide them: mean net results (`hand_means.rs`), and mean squares if they are asked for (`hand_pairs.rs`).
///
/// # Errors
/// As [`derived`], and where a late blackjack looks for live hands.
pub(crate) fn moments<'t>(
    table: &'t UpCardPlay<'_>,
    point: &Point,
    squares: bool,
) -> Result<Vec<(Round<'t>, RoundMoments)>, Refusal> {
    few_hands(table.game)?;
    let busts = Busts::of(table.game);
    let rounds = table.rounds(table.attacked)?.into_iter().zip(&table.plays).map(|(round, play)| {
        let hands = Hands { point, round: &round, play, busts, which: Which::All, told: Told::Mean };
        let moments = hands.moments(|hands| hands.unsplit_hands(table), squares)?;
        Ok((round, moments))
    });
    rounds.collect()
}

/// The law of a player who insures every hand but a blackjack that takes even money, in units of the second of two points. In
/// units of the first he wins and loses so many with insurance, which wins if the dealer has a blackjack.
///
/// # Errors
/// For a shoe that a round can use up.
pub(crate) fn insured(
    table: &UpCardPlay<'_>,
    [fine, point]: &[Point; 2],
    [won, lost]: [i64; 2],
    progress: &dyn Fn(usize),
) -> Result<u64, Refusal> {
    let insurance = [fine.weight(won, 0), fine.weight(-lost, 0)];
    derived_with(Busts::of(table.game), table, point, Told::Insured(insurance), progress)
}

/// The law of the number of hands to which something happened, in place of the net result; wagers make no difference at the point.
///
/// # Errors
/// For a shoe that a round can use up.
pub(crate) fn counted(
    table: &UpCardPlay<'_>,
    point: &Point,
    counted: Counted,
    progress: &dyn Fn(usize),
) -> Result<u64, Refusal> {
    derived_with(Busts::of(table.game), table, point, Told::Number(counted), progress)
}

/// What happens to a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// It is doubled, on whosever money.
    Doubled,
    Busted,
    GivenUp,
}

impl Told {
    fn without_insurance(self) -> Self {
        if let Told::Insured(_) = self { Told::Results } else { self }
    }
}

/// What of a round is told.
#[derive(Debug, Clone, Copy)]
enum Told {
    Results,
    /// What insurance comes to against a blackjack and against anything else.
    Insured([u64; 2]),
    /// To how many hands something happened.
    Number(Counted),
    /// The mean net result of each hand by itself, in units.
    Mean,
    /// Its square.
    Square,
}

/// Products of many hands take too long.
fn few_hands(game: &Game) -> Result<(), Refusal> {
    if game.split.as_ref().is_some_and(|rule| rule.max_hands > 4) {
        return Err(Refusal::not_checkable("all hands of a split together where they are more than four"));
    }
    Ok(())
}

fn derived_with(
    busts: Busts,
    table: &UpCardPlay<'_>,
    point: &Point,
    told: Told,
    progress: &dyn Fn(usize),
) -> Result<u64, Refusal> {
    few_hands(table.game)?;
    let field = &point.field;
    let mut sum = 0;
    for (round, play) in table.rounds(table.attacked)?.iter().zip(&table.plays) {
        let hands = Hands { point, round, play, busts, which: Which::All, told };
        sum = field.add(sum, hands.unsplit(table)?);
        for pair in (0..VALUES).filter(|&pair| play.split[pair]) {
            progress(pair);
            sum = field.add(sum, hands.split(pair)?);
            if round.blackjack_looks_for_live_hands() && !matches!(told, Told::Number(_)) {
                // The wager that is charged for live hands is given back where there is none.
                let given_up = round.pay.is_gone(Finish::GivenUp);
                let gone = Hands { which: Which::Gone { given_up, blackjacks: false }, ..hands }.split(pair)?;
                let given_back = point.weight(round.units / round.units_of_result, 0);
                let gain = field.add(given_back, field.negated(field.one()));
                sum = field.add(sum, field.multiply(gone, gain));
            }
        }
    }
    Ok(field.multiply(sum, point.weight(0, 1 + i64::from(table.attacked))))
}

/// Against what the hands of a split are out of the round.
pub(crate) struct Gone<'a> {
    /// Whether hands that are given up are.
    pub(crate) given_up: bool,
    /// Whether blackjacks are, which have been paid.
    pub(crate) blackjacks: bool,
    /// The dealer's finished hands by end and number of cards: a class below `classes`, or none that is looked at.
    pub(crate) class: &'a dyn Fn(usize, usize) -> Option<usize>,
    pub(crate) classes: usize,
}

/// The probability that every hand of a split is out of the round, by class of the dealer's hand, weighted by the pair and the
/// signal: integers over falling(unseen, draws), with the number of draws.
///
/// It is a product over all hands, so it is found modulo as many primes as its size needs.
///
/// # Errors
/// As [`derived`].
pub(crate) fn no_live_hand(
    round: &Round<'_>,
    play: &Row,
    pair: usize,
    gone: &Gone<'_>,
) -> Result<(Vec<BigInt>, usize), Refusal> {
    few_hands(round.game)?;
    let busts = Busts::of(round.game);
    let most_cards = |hands: &Hands<'_>| {
        let kinds = [round.pay.first(pair), round.pay.later(pair)].map(|spot| hands.kind(spot, pair, 0));
        let terms = kinds.iter().flat_map(|kind| [&kind.other, &kind.same]).flat_map(|kind| kind.by_marks.values());
        terms.flat_map(|terms| &terms.keys).map(|&key| terms::size(key)).max().unwrap_or(0)
    };
    let mut numbers = Random::new("any primes will do".to_owned());
    let mut primes: Vec<u64> = Vec::new();
    let (mut all, mut modulus) = (vec![BigInt::zero(); gone.classes], BigInt::one());
    let mut draws = 0;
    let mut denominator = BigInt::one();
    while modulus <= denominator {
        let field = Field::random(&mut numbers);
        if primes.contains(&field.prime) {
            continue;
        }
        let point = Point { net: [field.one(); 2], wager: field.one(), field };
        let which = Which::Gone { given_up: gone.given_up, blackjacks: gone.blackjacks };
        let hands = Hands { point: &point, round, play, busts, which, told: Told::Results };
        if primes.is_empty() {
            let most_hands = round.game.split.as_ref().map_or(0, |rule| usize::from(rule.most_hands(pair)));
            draws = (most_hands * most_cards(&hands) + round.dealer.most_draws).min(round.unseen);
            denominator = falling(round.unseen, draws);
        }
        let residue = |number: &BigInt| point.residue(&BigRational::from_integer(number.clone())).unwrap_or_default();
        let (of_all, step) = (residue(&denominator), field.inverse(residue(&modulus)));
        for (number, probability) in all.iter_mut().zip(hands.gone(pair, gone)?) {
            // The number below the product of the primes that has all residues so far.
            let missing = field.add(field.multiply(probability, of_all), field.negated(residue(number)));
            *number += &modulus * field.number(field.multiply(missing, step));
        }
        modulus *= field.prime;
        primes.push(field.prime);
    }
    Ok((all, draws))
}

/// The hands of a round under one signal.
#[derive(Clone, Copy)]
struct Hands<'a> {
    point: &'a Point,
    round: &'a Round<'a>,
    play: &'a Row,
    busts: Busts,
    which: Which,
    told: Told,
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

/// Which hands are followed to their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    All,
    /// Those that are out of the round before the dealer draws: busted, and given up or paid as a blackjack if that counts. Their
    /// results are those against a blackjack.
    Gone {
        given_up: bool,
        blackjacks: bool,
    },
}

/// One hand of a split by its second card.
struct Kind {
    /// Not of the pair's value.
    other: Marked,
    /// Of the pair's value, and not split again.
    same: Marked,
}

/// Terms before they are added up, by the bonus that suits decide.
type Settled = BTreeMap<Option<usize>, Vec<(u64, Vec<u64>)>>;

/// A hand where it is settled.
struct At<'a> {
    spot: Spot,
    doubled: Doubled,
    finish: Finish<'a>,
    /// It is settled before it is played, and not given up.
    at_once: bool,
}

impl At<'_> {
    fn number(&self, counted: Counted) -> i64 {
        i64::from(match counted {
            Counted::Doubled => self.doubled != Doubled::No,
            Counted::Busted => matches!(self.finish, Finish::Bust(_)),
            Counted::GivenUp => !self.at_once && matches!(self.finish, Finish::GivenUp),
        })
    }
}

impl Hands<'_> {
    fn field(&self) -> &Field {
        &self.point.field
    }

    /// A finished hand, reached in a number of orders.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn settle(&self, settled: &mut Settled, cards: &Counts, at: &At<'_>, nets: &Nets, wager: i64, orders: u64) {
        let Self { round, .. } = self;
        let bonus = match at.finish {
            Finish::Stood(hand) => round.pay.bonuses.of_hand(at.spot, at.doubled, hand),
            Finish::Bust(_) | Finish::GivenUp => None,
        };
        let number = match self.told {
            Told::Number(counted) => Some(at.number(counted)),
            Told::Results | Told::Insured(_) | Told::Mean | Told::Square => None,
        };
        // Means have the payments by suit in them.
        let is_marked = number.is_none() && !matches!(self.told, Told::Mean);
        let mark = bonus.filter(|&bonus| is_marked && round.pay.bonuses.by_suit(bonus));
        let is_looked_at = |end: usize| match self.which {
            Which::All => true,
            Which::Gone { given_up, blackjacks } => {
                end == BLACKJACK
                    && match at.finish {
                        Finish::Stood(hand) => blackjacks && round.pay.is_split_blackjack(at.spot, hand),
                        Finish::Bust(_) => true,
                        Finish::GivenUp => given_up,
                    }
            }
        };
        let coefficients: Vec<u64> = nets
            .iter()
            .enumerate()
            .map(|(end, &net)| match (is_looked_at(end), mark) {
                (false, _) => 0,
                (true, _) if number.is_some() => {
                    self.field().multiply(self.point.weight(number.unwrap_or_default(), 0), orders)
                }
                (true, _) if matches!(self.told, Told::Mean) => {
                    self.field().multiply(self.field().of_signed(net), orders)
                }
                (true, _) if matches!(self.told, Told::Square) => {
                    let net = self.field().of_signed(net);
                    self.field().multiply(self.field().multiply(net, net), orders)
                }
                // Paid once the suits of all such hands are known.
                (true, Some(_)) if end != BLACKJACK => self.field().multiply(self.point.weight(0, wager), orders),
                (true, _) => self.field().multiply(self.point.weight(net / round.units_of_result, wager), orders),
            })
            .collect();
        if coefficients.iter().any(|&coefficient| coefficient != 0) {
            settled.entry(mark).or_default().push((pack(cards), coefficients));
        }
    }

    /// What hands come to that are played on from two cards, each reached in a number of orders.
    fn follow(&self, spot: Spot, pair: Option<usize>, starts: &[(usize, u64)], settled: &mut Settled) {
        let Self { round, play, .. } = self;
        let list = &round.hands.list;
        let mut orders = vec![0_u64; list.len()];
        starts.iter().for_each(|&(id, number)| orders[id] += number);
        // What a hand grows into comes after it.
        for (id, hand) in list.iter().enumerate() {
            if orders[id] == 0 {
                continue;
            }
            let here = self.field().of(orders[id]);
            match play.act(id, round.may(spot, pair, hand)) {
                Act::Stand => {
                    let at = At { spot, doubled: Doubled::No, finish: Finish::Stood(hand), at_once: false };
                    self.settle(settled, &hand.cards, &at, &round.stood(spot, Doubled::No, id), 0, here);
                }
                Act::Surrender => {
                    let nets = round.surrendered(spot, Doubled::No, Some(hand));
                    let at = At { spot, doubled: Doubled::No, finish: Finish::GivenUp, at_once: false };
                    self.settle(settled, &hand.cards, &at, &nets, 0, here);
                }
                Act::Hit => {
                    let number = orders[id];
                    hand.next.iter().flatten().for_each(|&next| orders[next] += number);
                    self.bust(settled, (spot, Doubled::No), id, 0, here);
                }
                Act::Double => {
                    let doubled = Doubled::of(hand);
                    let wager = round.pay.double_wager(spot, doubled);
                    for &next in hand.next.iter().flatten() {
                        let (finish, nets) = if play.gives_up_doubled(doubled, next) {
                            (Finish::GivenUp, round.surrendered(spot, doubled, None))
                        } else {
                            (Finish::Stood(&list[next]), round.stood(spot, doubled, next))
                        };
                        let at = At { spot, doubled, finish, at_once: false };
                        self.settle(settled, &list[next].cards, &at, &nets, wager, here);
                    }
                    self.bust(settled, (spot, doubled), id, wager, here);
                }
            }
        }
    }

    /// Every card that makes a hand a bust.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn bust(&self, settled: &mut Settled, (spot, doubled): (Spot, Doubled), id: usize, wager: i64, orders: u64) {
        let Self { round, .. } = self;
        let hand = &round.hands.list[id];
        let over: Vec<usize> = (0..VALUES).filter(|value| usize::from(hand.hard) + value + 1 > 21).collect();
        let nets = |value: usize| round.busted(spot, doubled, hand, value);
        let Some(&one) = over.first() else { return };
        let at = At { spot, doubled, finish: Finish::Bust(hand.hard + one as u8 + 1), at_once: false };
        if self.busts == Busts::Together && over.iter().all(|&value| nets(value) == nets(one)) {
            // Nobody looks at the card: it is any card but those that are no bust.
            self.settle(settled, &hand.cards, &at, &nets(one), wager, orders);
            for &next in hand.next.iter().flatten() {
                let minus = self.field().negated(orders);
                self.settle(settled, &round.hands.list[next].cards, &at, &nets(one), wager, minus);
            }
        } else {
            for value in over {
                let mut cards = hand.cards;
                cards[value] += 1;
                self.settle(settled, &cards, &at, &nets(value), wager, orders);
            }
        }
    }

    fn terms(&self, settled: &Settled) -> Marked {
        let mut marked = Marked::new(ENDS);
        for (mark, settled) in settled {
            let terms = settled.iter().map(|(key, coefficients)| (*key, &coefficients[..]));
            marked.by_marks.insert(mark.iter().copied().collect(), Terms::sum(self.field(), ENDS, terms));
        }
        marked
    }

    /// Hands that are not split; those that are settled without insurance come second.
    fn unsplit_hands(&self, table: &UpCardPlay<'_>) -> [Settled; 2] {
        let round = self.round;
        let [mut settled, mut apart] = [Settled::new(), Settled::new()];
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
            let finish = Finish::GivenUp;
            let at = At { spot: Spot::Unsplit, doubled: Doubled::No, finish, at_once: !table.early[id] };
            let is_apart = hand.is_ace_and_ten() && table.takes_even_money();
            let settled = if is_apart { &mut apart } else { &mut settled };
            self.settle(settled, &hand.cards, &at, &round.scaled(&at_once), 0, self.field().of(orders));
        }
        self.follow(Spot::Unsplit, None, &starts, &mut settled);
        [settled, apart]
    }

    fn unsplit(&self, table: &UpCardPlay<'_>) -> Result<u64, Refusal> {
        let [settled, apart] = self.unsplit_hands(table);
        let ended = |hands: &Self, settled: &Settled| {
            let terms = hands.terms(settled);
            let classes = hands.classes([&terms]);
            hands.ended(&classes, &classes.of(&terms), &Marked::one(self.field(), classes.number()))
        };
        Ok(self
            .field()
            .add(ended(self, &settled)?, ended(&Self { told: self.told.without_insurance(), ..*self }, &apart)?))
    }

    /// A pair that is split, to as many hands as the rules let it.
    fn split(&self, pair: usize) -> Result<u64, Refusal> {
        let (classes, products) = self.products(pair)?;
        products
            .iter()
            .try_fold(0, |sum, (first, after)| Ok(self.field().add(sum, self.ended(&classes, first, after)?)))
    }

    /// The probability that all its hands are out of the round, by class of the dealer's hand.
    fn gone(&self, pair: usize, gone: &Gone<'_>) -> Result<Vec<u64>, Refusal> {
        let field = self.field();
        let (_, products) = self.products(pair)?;
        let class = |_: &Counts, end: usize, cards: usize| (gone.class)(end, cards).unwrap_or(gone.classes);
        let mut ends = Ends::new(field, &self.round.dealer, &self.round.left, &class);
        let mut law = vec![0; gone.classes + 1];
        let mut sums = vec![0; gone.classes];
        // No hand that is gone has earned anything by its suits.
        for (a, b) in products.iter().flat_map(|(first, after)| first.pairs(after).into_values().flatten()) {
            multiply(field, a, b, |block| {
                for (key, coefficients) in block.iter() {
                    ends.law(key, &mut law)?;
                    let coefficient = field.reduce(coefficients[0]);
                    for (sum, &probability) in sums.iter_mut().zip(&law) {
                        *sum = field.add(*sum, field.multiply(coefficient, probability));
                    }
                }
                Ok(())
            })?;
        }
        Ok(sums)
    }

    /// The first hand of a split by its second card, each with all hands after it.
    fn products(&self, pair: usize) -> Result<(Classes, Vec<(Marked, Marked)>), Refusal> {
        let Some(rule) = &self.round.game.split else { return Ok((Classes::blackjack(), Vec::new())) };
        let later = self.round.pay.later(pair);
        let mut card = [0; VALUES];
        card[pair] = 1;
        let card = pack(&card);
        let (first, later) = (self.kind(self.round.pay.first(pair), pair, card), self.kind(later, pair, card));
        let kinds = [&first.other, &first.same, &later.other, &later.same];
        let classes = self.classes(kinds);
        let [first_other, first_same, other, same] = kinds.map(|terms| classes.of(terms));
        let mut splitting = Splitting { field: self.field(), card, other, same, known: BTreeMap::new() };
        let splits = usize::from(rule.most_hands(pair)).saturating_sub(2);
        // Both cards of the pair are dealt.
        let dealt = |terms: &Marked| terms.times(self.field(), 2 * card, self.field().one());
        let after_other = dealt(&splitting.after_other(2, splits)?);
        let after_same = dealt(&splitting.after_same(2, splits)?);
        Ok((classes, vec![(first_other, after_other), (first_same, after_same)]))
    }

    /// A hand of a split; the card it was split with is not counted as its own.
    fn kind(&self, spot: Spot, pair: usize, card: u64) -> Kind {
        let wager =
            self.point.weight(0, if spot == self.round.pay.first(pair) { 0 } else { self.round.pay.split_wager(spot) });
        let [other, same] = [false, true].map(|is_same| {
            let seconds = (0..VALUES).filter(|&second| (second == pair) == is_same);
            let starts: Vec<(usize, u64)> =
                seconds.filter_map(|second| Some((self.round.hands.two(pair, second)?, 1))).collect();
            let mut settled = Settled::new();
            self.follow(spot, Some(pair), &starts, &mut settled);
            settled.values_mut().flatten().for_each(|(key, _)| *key -= card);
            self.terms(&settled).times(self.field(), 0, wager)
        });
        Kind { other, same }
    }

    /// The ends of the dealer's hand that matter to these.
    fn classes<'a>(&self, kinds: impl IntoIterator<Item = &'a Marked>) -> Classes {
        match self.which {
            Which::All => {
                let terms: Vec<&Terms> = kinds.into_iter().flat_map(|kind| kind.by_marks.values()).collect();
                Classes::new(&terms, matches!(self.told, Told::Insured(_)) || self.round.pay.bonuses.any_by_suit())
            }
            Which::Gone { .. } => Classes::blackjack(),
        }
    }

    /// What hands of these bonuses are paid together, against anything but a blackjack.
    fn payout(&self, bonuses: &[usize]) -> Option<u64> {
        let field = self.field();
        let units = self.round.units / self.round.units_of_result;
        let payouts = self.round.pay.bonuses.payouts(bonuses).into_iter().map(|(pays, probability)| {
            let probability = self.point.residue(&probability)?;
            Some(field.multiply(probability, self.point.weight(*(pays * units).numer(), 0)))
        });
        payouts.into_iter().try_fold(0, |sum, term| Some(field.add(sum, term?)))
    }

    /// The product of these, ended by the dealer's hand.
    fn ended(&self, classes: &Classes, one: &Marked, other: &Marked) -> Result<u64, Refusal> {
        let field = self.field();
        let mut ends = Ends::new(field, &self.round.dealer, &self.round.left, &|_, end, _| classes.class[end]);
        let mut law = vec![0; classes.class.iter().max().map_or(0, |most| most + 1)];
        let mut all = 0;
        for (marks, products) in one.pairs(other) {
            let payout = if marks.is_empty() { Some(field.one()) } else { self.payout(&marks) };
            let payout = payout.ok_or_else(|| Refusal::not_checkable("bonuses in so many suits"))?;
            let mut sums = vec![0; classes.number()];
            for (a, b) in products {
                multiply(field, a, b, |block| {
                    for (key, coefficients) in block.iter() {
                        ends.law(key, &mut law)?;
                        for ((sum, &coefficient), &probability) in sums.iter_mut().zip(coefficients).zip(&law) {
                            *sum = field.add(*sum, field.multiply(field.reduce(coefficient), probability));
                        }
                    }
                    Ok(())
                })?;
            }
            for (&end, sum) in classes.ends.iter().zip(sums) {
                let paid = if end == BLACKJACK { field.one() } else { payout };
                let paid = match self.told {
                    Told::Insured(insurance) => field.multiply(paid, insurance[usize::from(end != BLACKJACK)]),
                    Told::Results | Told::Number(_) | Told::Mean | Told::Square => paid,
                };
                all = field.add(all, field.multiply(sum, paid));
            }
        }
        Ok(all)
    }
}

/// The hands of a split, each of which gets its second card and is played before the next.
struct Splitting<'a> {
    field: &'a Field,
    /// One card of the pair's value.
    card: u64,
    other: Marked,
    same: Marked,
    /// What hands with one card each come to, by their number and how many splits are left.
    known: BTreeMap<(usize, usize), Marked>,
}

impl Splitting<'_> {
    fn ends(&self) -> usize {
        self.other.ends
    }

    /// What hands with one card each come to while so many splits are left.
    fn hands(&mut self, waiting: usize, splits: usize) -> Result<Marked, Refusal> {
        if waiting == 0 {
            return Ok(Marked::one(self.field, self.ends()));
        }
        if let Some(known) = self.known.get(&(waiting, splits)) {
            return Ok(known.clone());
        }
        let after_other = self.after_other(waiting, splits)?;
        let after_same = self.after_same(waiting, splits)?;
        let with_other = self.other.product(self.field, &after_other)?;
        let terms = with_other.plus(self.field, &self.same.product(self.field, &after_same)?);
        self.known.insert((waiting, splits), terms.clone());
        Ok(terms)
    }

    /// What all others come to if the hand to be dealt to gets a card of another value in the end, having been split on the way any
    /// number of times.
    fn after_other(&mut self, waiting: usize, splits: usize) -> Result<Marked, Refusal> {
        let mut sum = Marked::new(self.ends());
        for made in 0..=splits {
            let others = self.hands(waiting - 1 + made, splits - made)?;
            sum = sum.plus(self.field, &others.times(self.field, made as u64 * self.card, self.field.one()));
        }
        Ok(sum)
    }

    /// The same if it keeps a card of the pair's value, which it does once no split is left.
    fn after_same(&mut self, waiting: usize, splits: usize) -> Result<Marked, Refusal> {
        let others = self.hands(waiting - 1 + splits, 0)?;
        Ok(others.times(self.field, splits as u64 * self.card, self.field.one()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::up_card_play::plain_tables;

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
                let law =
                    |busts, point: &Point| derived_with(busts, table, point, Told::Results, &|_| ()).expect("a law");
                assert_eq!(law(Busts::Drawn, &point), law(Busts::Together, &point));
                let one = point.field.one();
                let sum = Point { net: [one; 2], wager: one, ..point };
                assert_eq!(law(Busts::Drawn, &sum), one);
            });
        }
    }
}
