//! Shoes dealt to cut cards: how many rounds begin before each, and what the cards before it are.
//!
//! Only cards are dealt here, for any number of players, and no money. The EV of what is left of a shoe comes from outside, as a wager on the next two
//! cards that stands in for it ([`NextTwo`]), or as compositions for somebody else to value ([`CutShoes::shoe`]). Sums are whole
//! numbers, so that they are the same in any order and on any number of threads.

use cards::{Composition, Value};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::compiled::Table;
use crate::error::TableError;
use crate::limits::MOST_PLAYERS;
use crate::on_table::Round;
use crate::shoe::{Draw, Face, below, streams, value_of};

/// Shoes of a block, each of which has a stream of random numbers.
pub const SHOES_OF_A_BLOCK: u64 = rules::CUT_CARD_BLOCK;

/// Parts of an initial wager that amounts are whole numbers of.
pub const AMOUNT: i64 = 1_000_000_000_000;

/// Parts of an initial wager that payments of a [`NextTwo`] are whole numbers of, and the largest payment.
pub const PAYMENT: i64 = 1_000_000_000;
const MOST_PAID: i64 = 1_000 * PAYMENT;

/// A wager that is settled by the values of the next two cards.
///
/// While cards are dealt unseen, the chance that the next two cards are of given values does not change in the mean: it is a martingale. So is
/// what this wager is worth, and once any fixed number of cards has gone its mean is what it is worth with the full shoe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextTwo {
    /// By the values of both cards, the same in either order.
    pays: [[i64; Value::COUNT]; Value::COUNT],
    /// With the full shoe, in parts of 1 / [`AMOUNT`].
    full: i64,
}

impl NextTwo {
    /// The wager with these payments, in parts of 1 / [`PAYMENT`], which are cut to 1,000 units; `shoe` is the full shoe.
    pub fn new(pays: impl Fn(Value, Value) -> i64, shoe: &Composition) -> Self {
        let mut wager = Self { pays: [[0; Value::COUNT]; Value::COUNT], full: 0 };
        for one in Value::all() {
            for other in Value::all() {
                let paid = pays(one.min(other), one.max(other));
                wager.pays[one.index()][other.index()] = paid.clamp(-MOST_PAID, MOST_PAID);
            }
        }
        wager.full = wager.gain(&shoe.counts().map(i64::from));
        wager
    }

    /// What the wager is worth with these cards more than with the full shoe, in parts of 1 / [`AMOUNT`], rounded down; at least two cards.
    pub fn gain(&self, counts: &[i64; Value::COUNT]) -> i64 {
        let cards: i64 = counts.iter().sum();
        let mut ways = 0;
        for (value, (&count, pays)) in counts.iter().zip(&self.pays).enumerate() {
            let next: i64 = counts.iter().zip(pays).map(|(count, pays)| count * pays).sum();
            ways += count * (next - pays[value]);
        }
        let scaled = i128::from(ways) * i128::from(AMOUNT / PAYMENT);
        scaled.div_euclid(i128::from((cards * (cards - 1)).max(1))) as i64 - self.full
    }
}

/// A place of the cut card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// Cards before it, the burned ones with them.
    pub before: usize,
    /// A number near that of the rounds which begin before it.
    pub usual: i64,
}

/// One shoe at one cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtCut {
    /// Rounds that begin before the cut card is dealt past: it may be the first card that the last of them finds.
    pub rounds: i64,
    /// The cards behind it.
    pub behind: Composition,
}

/// Sums over shoes at one cut, of the rounds T and of what a [`NextTwo`] gains there: with X = (T - usual)·gain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CutSums {
    /// Shoes.
    pub shoes: u64,
    /// Sum of T.
    pub rounds: i128,
    /// Sum of T².
    pub rounds_square: i128,
    /// Sum of X, in parts of 1 / [`AMOUNT`].
    pub gain: i128,
    /// Sum of X², in parts of the square.
    pub gain_square: i128,
    /// Sum of X·T.
    pub gain_rounds: i128,
    /// Shoes in which a round found too few cards.
    pub too_short: u64,
}

impl CutSums {
    /// Adds those of other shoes.
    pub fn add(&mut self, other: &Self) {
        self.shoes += other.shoes;
        self.rounds += other.rounds;
        self.rounds_square += other.rounds_square;
        self.gain += other.gain;
        self.gain_square += other.gain_square;
        self.gain_rounds += other.gain_rounds;
        self.too_short += other.too_short;
    }
}

/// Amounts added up, in parts of 1 / [`AMOUNT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spread {
    /// How many.
    pub number: u64,
    /// Their sum.
    pub sum: i128,
    /// The sum of their squares.
    pub square: i128,
}

impl Spread {
    /// One amount.
    pub fn of(amount: i64) -> Self {
        Self { number: 1, sum: amount.into(), square: i128::from(amount) * i128::from(amount) }
    }

    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.number += other.number;
        self.sum += other.sum;
        self.square += other.square;
    }
}

/// Streams of random numbers that are used for different things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// To sum over.
    Sums,
    /// To value.
    Valued,
    /// To fit a [`NextTwo`] to.
    Fitted,
}

/// Shoes dealt to cut cards.
#[derive(Debug)]
pub struct CutShoes<'a> {
    table: &'a Table,
    players: u16,
    seed: u64,
    cuts: Vec<Cut>,
}

impl<'a> CutShoes<'a> {
    /// Shoes dealt to so many players and laid out to cut cards that lie behind these numbers of cards, in rising order.
    ///
    /// # Errors
    /// [`TableError::CutCard`] if a cut card would not lie within the shoe or out of order, and [`TableError::Players`] for no player or more
    /// than [`MOST_PLAYERS`].
    pub fn new(table: &'a Table, players: u16, seed: u64, before: &[usize]) -> Result<Self, TableError> {
        if !(1..=MOST_PLAYERS).contains(&players) {
            return Err(TableError::Players { players });
        }
        let cards = table.shoe_size();
        let mut last = 0;
        for &cut in before {
            if cut <= last || cut + 2 > cards {
                return Err(TableError::CutCard { cut, cards, behind: 2 });
            }
            last = cut;
        }
        let cuts = before.iter().map(|&before| Cut { before, usual: 0 }).collect();
        let mut shoes = Self { table, players, seed, cuts };
        let pilot = shoes.stream(PILOT_SEED, Stream::Sums);
        let sums = shoes.block(pilot, PILOT_SHOES, &NextTwo::new(|_, _| 0, &Composition::default()));
        for (cut, sums) in shoes.cuts.iter_mut().zip(sums) {
            cut.usual = ((sums.rounds + i128::from(PILOT_SHOES / 2)) / i128::from(PILOT_SHOES)) as i64;
        }
        Ok(shoes)
    }

    /// The cuts, each with the whole number nearest the mean of its rounds over some shoes, whatever the seed.
    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// The sums at every cut over this many blocks, on the threads of the pool that calls.
    pub fn sums(&self, wager: &NextTwo, blocks: std::ops::Range<u64>) -> Vec<CutSums> {
        let mut generator = self.stream(self.seed, Stream::Sums);
        (0..blocks.start).for_each(|_| generator.jump());
        let generators = streams(generator, blocks.end.saturating_sub(blocks.start));
        let sums = generators.into_par_iter().map(|generator| self.block(generator, SHOES_OF_A_BLOCK, wager));
        sums.reduce(
            || vec![CutSums::default(); self.cuts.len()],
            |mut sums, more| {
                sums.iter_mut().zip(&more).for_each(|(sums, more)| sums.add(more));
                sums
            },
        )
    }

    /// What can be gained by reshuffling after rounds of one's choice, at most, before the cut of this place, over this many blocks.
    ///
    /// By price, in parts of 1 / [`AMOUNT`], and for the player and the house: the largest sum of the first rounds' gains, each less the price,
    /// over all numbers of rounds from one to those that begin before the cut. Whoever reshuffles by what he has seen gains no more in the mean.
    pub fn choices(&self, wager: &NextTwo, blocks: u64, place: usize, prices: &[i64]) -> Vec<[Spread; 2]> {
        let generators = streams(self.stream(self.seed, Stream::Sums), blocks);
        let none = || vec![[Spread::default(); 2]; prices.len()];
        let of_block = |generator| {
            let mut dealt = DealtShoe::new(self.table, generator);
            let mut sums = none();
            let mut gains = Vec::new();
            for _ in 0..SHOES_OF_A_BLOCK {
                dealt.shoe(self);
                dealt.gains(wager, self.cuts[place].before, &mut gains);
                for (sums, &price) in sums.iter_mut().zip(prices) {
                    for (spread, sign) in sums.iter_mut().zip([1, -1]) {
                        let (mut sum, mut most) = (0, i64::MIN);
                        for gain in &gains {
                            sum += sign * gain - price;
                            most = most.max(sum);
                        }
                        spread.add(&Spread::of(most));
                    }
                }
            }
            sums
        };
        generators.into_par_iter().map(of_block).reduce(none, |mut sums, more| {
            let each = sums.iter_mut().flatten().zip(more.iter().flatten());
            each.for_each(|(sum, more)| sum.add(more));
            sums
        })
    }

    /// The first so many shoes of a stream, each at every cut.
    pub fn shoes(&self, stream: Stream, shoes: usize) -> Vec<Vec<AtCut>> {
        let mut dealt = DealtShoe::new(self.table, self.stream(self.seed, stream));
        let shoes = (0..shoes).map(|_| {
            dealt.shoe(self);
            let behind = |at: &(i64, [i64; Value::COUNT])| AtCut {
                rounds: at.0,
                behind: Composition::new(at.1.map(|count| count as u16)),
            };
            dealt.at_cuts.iter().map(behind).collect()
        });
        shoes.collect()
    }

    fn stream(&self, seed: u64, stream: Stream) -> Xoshiro256PlusPlus {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..stream as u8).for_each(|_| generator.long_jump());
        generator
    }

    fn block(&self, generator: Xoshiro256PlusPlus, shoes: u64, wager: &NextTwo) -> Vec<CutSums> {
        let mut dealt = DealtShoe::new(self.table, generator);
        let mut sums = vec![CutSums::default(); self.cuts.len()];
        for _ in 0..shoes {
            dealt.shoe(self);
            for ((sums, cut), (rounds, behind)) in sums.iter_mut().zip(&self.cuts).zip(&dealt.at_cuts) {
                let gain = i128::from((rounds - cut.usual) * wager.gain(behind));
                let rounds = i128::from(*rounds);
                sums.shoes += 1;
                sums.rounds += rounds;
                sums.rounds_square += rounds * rounds;
                sums.gain += gain;
                sums.gain_square += gain * gain;
                sums.gain_rounds += gain * rounds;
                sums.too_short += u64::from(dealt.shoe.ran_out);
            }
        }
        sums
    }
}

/// Shoes by which usual numbers of rounds are found, and the seed they are dealt by.
const PILOT_SHOES: u64 = 500;
const PILOT_SEED: u64 = 0x5ee_d0f_5ee;

/// A shoe as it is dealt.
struct DealtShoe<'a> {
    table: &'a Table,
    shoe: Cards,
    round: Round,
    full: [i64; Value::COUNT],
    /// Cards gone when each round began.
    starts: Vec<usize>,
    /// By cut, the rounds that begin before it and the cards behind it.
    at_cuts: Vec<(i64, [i64; Value::COUNT])>,
}

impl<'a> DealtShoe<'a> {
    fn new(table: &'a Table, random: Xoshiro256PlusPlus) -> Self {
        let mut full = [0; Value::COUNT];
        table.faces.dealt.iter().for_each(|&face| full[value_of(face)] += 1);
        Self {
            table,
            shoe: Cards::new(table, random),
            round: Round::new(table.boxes, table.sides.len()),
            full,
            starts: Vec::new(),
            at_cuts: Vec::new(),
        }
    }

    /// Shuffles, burns the first card (685a.7(c), 633a.7(c), 665a.7(c), MA 7(c)) where none is burned before every round, and deals past the
    /// last cut.
    fn shoe(&mut self, shoes: &CutShoes<'_>) {
        self.shoe.dealt = 0;
        self.shoe.ran_out = false;
        if !self.table.burns_before_rounds {
            self.shoe.draw();
        }
        self.at_cuts.clear();
        self.starts.clear();
        let mut behind = self.full;
        let mut taken = 0;
        let mut cuts = shoes.cuts.iter().peekable();
        while let Some(cut) = cuts.peek() {
            if self.shoe.dealt <= cut.before {
                self.starts.push(self.shoe.dealt);
                self.table.deal_to_players(&mut self.shoe, &mut self.round, shoes.players);
                continue;
            }
            for &face in &self.shoe.cards[taken..cut.before] {
                behind[value_of(face)] -= 1;
            }
            taken = cut.before;
            self.at_cuts.push((self.starts.len() as i64, behind));
            cuts.next();
        }
    }

    /// What a wager gains with the cards that each round before a cut begins from.
    fn gains(&self, wager: &NextTwo, before: usize, gains: &mut Vec<i64>) {
        gains.clear();
        let mut left = self.full;
        let mut taken = 0;
        for &start in self.starts.iter().take_while(|&&start| start <= before) {
            for &face in &self.shoe.cards[taken..start] {
                left[value_of(face)] -= 1;
            }
            taken = start;
            gains.push(wager.gain(&left));
        }
    }
}

/// A shoe that is shuffled as it is dealt. What is dealt past its end is of no meaning, and noted.
pub(crate) struct Cards {
    pub(crate) cards: Vec<Face>,
    pub(crate) dealt: usize,
    pub(crate) ran_out: bool,
    random: Xoshiro256PlusPlus,
}

impl Cards {
    pub(crate) fn new(table: &Table, random: Xoshiro256PlusPlus) -> Self {
        Self { cards: table.faces.dealt.clone(), dealt: 0, ran_out: false, random }
    }
}

impl Draw for Cards {
    fn draw(&mut self) -> Face {
        let left = self.cards.len().saturating_sub(self.dealt);
        self.ran_out |= left == 0;
        let at = self.dealt.min(self.cards.len() - 1);
        self.dealt += 1;
        let chosen = at + below(&mut self.random, left as u64) as usize;
        self.cards.swap(chosen, at);
        self.cards[at]
    }

    fn below(&mut self, most: u64) -> u64 {
        below(&mut self.random, most)
    }
}
