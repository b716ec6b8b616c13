//! Shoes dealt to a cut card while a player counts: how many rounds begin, under which counts, and what they are worth to him.
//!
//! Only cards are dealt here, and no money. What a round is worth that begins with so many cards seen and this count comes from outside
//! ([`CountedRounds`]). Sums are whole numbers, so that they are the same in any order and on any number of threads.

use cards::Value;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::compiled::Table;
use crate::cut_card::{Cards, SHOES_OF_A_BLOCK};
use crate::error::TableError;
use crate::limits::MOST_PLAYERS;
use crate::on_table::Round;
use crate::shoe::{Draw, streams, value_of};

/// Parts of a unit in which a player's mean win is told.
pub const WIN: i64 = 1_000_000_000;

/// Parts of a squared unit in which variances are told, and parts of a unit in which wagers are.
pub const VARIANCE: i64 = 1_000_000;

/// What a round is to the player, given the cards seen before it and their count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CountedRound {
    /// Whether he takes cards.
    pub is_seated: bool,
    /// What he wagers, in parts of 1 / [`VARIANCE`].
    pub units: i64,
    /// What he wins in the mean, in parts of 1 / [`WIN`].
    pub win: i64,
    /// The variance of what he wins, in parts of 1 / [`VARIANCE`].
    pub variance: i64,
}

/// Every round that may begin, by the number of cards seen before it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CountedRounds {
    /// By the number of cards seen: the lowest count, and the rounds from it on.
    rows: Vec<(i32, Vec<CountedRound>)>,
}

impl CountedRounds {
    /// By the number of cards seen, from none to the most with which a round begins: the lowest count, and the rounds with it and with each higher one.
    pub fn new(rows: Vec<(i32, Vec<CountedRound>)>) -> Self {
        Self { rows }
    }

    /// Most cards seen with which a round begins, and one more.
    fn depths(&self) -> usize {
        self.rows.len()
    }

    fn at(&self, seen: usize, count: i32) -> CountedRound {
        let round = self.rows.get(seen).and_then(|(low, rounds)| rounds.get(usize::try_from(count - low).ok()?));
        round.copied().unwrap_or_default()
    }
}

/// Sums over shoes. With T rounds begun in a shoe, Y what they are worth, and Z the mean over every number of cards seen of what a round would be worth
/// that began there, times a usual number of rounds: X = Y - Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CountedSums {
    /// Shoes.
    pub shoes: u64,
    /// Sum of T.
    pub rounds: i128,
    /// Sum of T².
    pub rounds_square: i128,
    /// Rounds in which something is wagered.
    pub wagered_in: i128,
    /// Units wagered, in parts of 1 / [`VARIANCE`].
    pub units: i128,
    /// Sum of X, in parts of 1 / [`WIN`].
    pub beyond: i128,
    /// Sum of X².
    pub beyond_square: i128,
    /// Sum of X·T.
    pub beyond_rounds: i128,
    /// Sum of Y.
    pub win: i128,
    /// Sum of Y².
    pub win_square: i128,
    /// Sum of the variances of the rounds, in parts of 1 / [`VARIANCE`].
    pub variance: i128,
    /// Shoes in which a round found too few cards.
    pub too_short: u64,
}

impl CountedSums {
    /// Adds those of other shoes.
    pub fn add(&mut self, other: &Self) {
        self.shoes += other.shoes;
        self.rounds += other.rounds;
        self.rounds_square += other.rounds_square;
        self.wagered_in += other.wagered_in;
        self.units += other.units;
        self.beyond += other.beyond;
        self.beyond_square += other.beyond_square;
        self.beyond_rounds += other.beyond_rounds;
        self.win += other.win;
        self.win_square += other.win_square;
        self.variance += other.variance;
        self.too_short += other.too_short;
    }
}

/// Shoes dealt to seats at which one player counts.
#[derive(Debug)]
pub struct CountedShoes<'a> {
    table: &'a Table,
    tags: [i32; Value::COUNT],
    seats: u16,
    seed: u64,
}

impl<'a> CountedShoes<'a> {
    /// Shoes dealt to so many players, the one who counts among them, with the tags of A, 2, …, 9, T. Where he has no seat the others play on.
    ///
    /// # Errors
    /// [`TableError::Players`] for no player or more than [`MOST_PLAYERS`].
    pub fn new(table: &'a Table, tags: [i32; Value::COUNT], seats: u16, seed: u64) -> Result<Self, TableError> {
        if !(1..=MOST_PLAYERS).contains(&seats) {
            return Err(TableError::Players { players: seats });
        }
        Ok(Self { table, tags, seats, seed })
    }

    /// The sums over so many blocks of [`SHOES_OF_A_BLOCK`] shoes, on the threads of the pool that calls; `usual` is a number near that of the rounds of a shoe.
    /// A shoe ends once more cards are seen than rounds are given for.
    pub fn sums(&self, rounds: &CountedRounds, usual: i64, blocks: u64) -> CountedSums {
        let generators = streams(Xoshiro256PlusPlus::seed_from_u64(self.seed), blocks);
        let sums = generators.into_par_iter().map(|random| self.of_shoes(random, SHOES_OF_A_BLOCK, (rounds, usual)));
        sums.reduce(CountedSums::default, |mut sums, more| {
            sums.add(&more);
            sums
        })
    }

    /// The whole number nearest the mean of the rounds of a shoe over some shoes, whatever the seed.
    pub fn usual(&self, rounds: &CountedRounds) -> i64 {
        let sums = self.of_shoes(Xoshiro256PlusPlus::seed_from_u64(PILOT_SEED), PILOT_SHOES, (rounds, 0));
        ((sums.rounds + i128::from(PILOT_SHOES / 2)) / i128::from(PILOT_SHOES)) as i64
    }

    fn of_shoes(&self, random: Xoshiro256PlusPlus, shoes: u64, (rounds, usual): (&CountedRounds, i64)) -> CountedSums {
        let mut shoe = Cards::new(self.table, random);
        let mut round = Round::new(self.table.boxes, self.table.sides.len());
        let mut sums = CountedSums::default();
        for _ in 0..shoes {
            let one = self.of_shoe(&mut shoe, &mut round, rounds);
            let usual_win = (i128::from(usual) * one.everywhere).div_euclid(rounds.depths().max(1) as i128);
            let beyond = one.win - usual_win;
            sums.add(&CountedSums {
                shoes: 1,
                rounds: one.rounds,
                rounds_square: one.rounds * one.rounds,
                wagered_in: one.wagered_in,
                units: one.units,
                beyond,
                beyond_square: beyond * beyond,
                beyond_rounds: beyond * one.rounds,
                win: one.win,
                win_square: one.win * one.win,
                variance: one.variance,
                too_short: u64::from(shoe.ran_out),
            });
        }
        sums
    }

    /// A shoe: its first card is burned (685a.7(c), 633a.7(c), 665a.7(c), MA 7(c)) where none is before every round. A burned card is not seen.
    fn of_shoe(&self, shoe: &mut Cards, round: &mut Round, rounds: &CountedRounds) -> OneShoe {
        shoe.dealt = 0;
        shoe.ran_out = false;
        if !self.table.burns_before_rounds {
            shoe.draw();
        }
        let mut one = OneShoe::default();
        let (mut seen, mut count) = (0, 0);
        while seen < rounds.depths() && !shoe.ran_out {
            let begun = rounds.at(seen, count);
            one.rounds += 1;
            one.wagered_in += i128::from(begun.units > 0);
            one.units += i128::from(begun.units);
            one.win += i128::from(begun.win);
            one.variance += i128::from(begun.variance);
            let first = shoe.dealt + usize::from(self.table.burns_before_rounds);
            self.table.deal_to_players(shoe, round, self.seats - u16::from(!begun.is_seated));
            for &face in shoe.cards.iter().take(shoe.dealt).skip(first) {
                one.everywhere += i128::from(rounds.at(seen, count).win);
                seen += 1;
                count += self.tags[value_of(face)];
            }
        }
        one
    }
}

/// Shoes by which usual numbers of rounds are found, and the seed they are dealt by.
const PILOT_SHOES: u64 = 500;
const PILOT_SEED: u64 = 0x5ee_d0f_5ee;

/// What one shoe comes to.
#[derive(Default)]
struct OneShoe {
    rounds: i128,
    wagered_in: i128,
    units: i128,
    win: i128,
    variance: i128,
    /// What a round would be worth, summed over every number of cards seen with which one may begin.
    everywhere: i128,
}
