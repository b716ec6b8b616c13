//! Many rounds: blocks of a fixed size, each with its own stream of random numbers, so that any number of threads deals the
//! same cards and a run can be taken up again.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use rules::LEAST_BEHIND_CUT_CARD;
use serde::{Deserialize, Serialize};

use crate::compiled::Table;
use crate::error::TableError;
use crate::limits::MOST_ROUNDS;
use crate::on_table::Round;
use crate::shoe::{Shoe, streams};
use crate::tally::{Counter, ShoeTally, Tally};

/// Rounds of a block. Where cards are dealt to a cut card, a block ends with the shoe in which it reaches them.
pub const BLOCK: u64 = 1 << 16;

/// When the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffling {
    /// Before every round: what exact figures of a fresh shoe speak of.
    EveryRound,
    /// Once the cut card has come, which lies behind so many cards; the round in which it comes is completed (685a.7(d),
    /// 633a.7(e), 665a.7(d), MA 7(j)).
    CutCard(usize),
}

/// Finished blocks: the first so many of a run, and what they came to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Blocks dealt.
    pub blocks: u64,
    /// Their tallies together.
    pub tally: Tally,
}

/// A run of rounds on one table.
pub struct Simulation<'a> {
    table: &'a Table,
    seed: u64,
    shuffling: Shuffling,
    /// Rounds of each shoe beside which those to the cut card are laid.
    fixed: u64,
}

impl<'a> Simulation<'a> {
    /// A run with this seed.
    ///
    /// # Errors
    /// [`TableError::CutCard`] if the cut card would not lie within the shoe, or so far back that a round might not be completed.
    pub fn new(table: &'a Table, seed: u64, shuffling: Shuffling) -> Result<Self, TableError> {
        let mut simulation = Self { table, seed, shuffling, fixed: 0 };
        if let Shuffling::CutCard(cut) = shuffling {
            let cards = table.shoe_size();
            if cut == 0 || cut + LEAST_BEHIND_CUT_CARD > cards {
                return Err(TableError::CutCard { cut, cards, behind: LEAST_BEHIND_CUT_CARD });
            }
            simulation.fixed = simulation.usual_rounds()?;
        }
        Ok(simulation)
    }

    /// Rounds to the cut card in the mean over some shoes, whatever the seed.
    fn usual_rounds(&self) -> Result<u64, TableError> {
        let mut pilot = Shoe::new(self.table.faces.clone(), Xoshiro256PlusPlus::seed_from_u64(PILOT_SEED));
        let mut counter = Counter::new(self.table);
        let mut round = Round::new(self.table.boxes, self.table.sides.len());
        let mut tally = ShoeTally::default();
        for _ in 0..PILOT_SHOES {
            self.shoe(&mut pilot, &mut round, &mut counter, &mut tally);
        }
        if pilot.ran_out {
            return Err(TableError::ShoeRanOut);
        }
        Ok((tally.rounds + PILOT_SHOES / 2) / PILOT_SHOES)
    }

    pub(crate) fn table(&self) -> &Table {
        self.table
    }

    pub(crate) fn shuffling(&self) -> Shuffling {
        self.shuffling
    }

    /// Rounds of each shoe beside which those to the cut card are laid.
    pub(crate) fn fixed(&self) -> u64 {
        self.fixed
    }

    /// Deals the blocks from those that are done to this many, on so many threads.
    ///
    /// # Errors
    /// [`TableError::TooManyRounds`] for more than [`MOST_ROUNDS`], [`TableError::ShoeRanOut`] if a round found no card to draw, and [`TableError::Threads`] if no threads can be had.
    pub fn advance(&self, progress: &mut Progress, blocks: u64, threads: usize) -> Result<(), TableError> {
        let Some(more) = blocks.checked_sub(progress.blocks).filter(|&more| more > 0) else { return Ok(()) };
        if blocks > MOST_ROUNDS / BLOCK {
            return Err(TableError::TooManyRounds);
        }
        let generators = streams(self.generator(progress.blocks), more);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| TableError::Threads(error.to_string()))?;
        let tallies: Vec<Tally> = pool.install(|| {
            generators.into_par_iter().map(|generator| self.block(generator, BLOCK)).collect::<Result<_, TableError>>()
        })?;
        tallies.iter().for_each(|tally| progress.tally.add(tally));
        progress.blocks = blocks;
        Ok(())
    }

    /// What the blocks that are done come to with the first rounds of the next one.
    ///
    /// # Errors
    /// As [`Simulation::advance`].
    pub fn with_part_of_a_block(&self, progress: &Progress, rounds: u64) -> Result<Tally, TableError> {
        let mut tally = progress.tally.clone();
        // Not a round is a tally of nothing, with every case and outcome.
        tally.add(&Counter::new(self.table).tally(ShoeTally { fixed: self.fixed, ..ShoeTally::default() }));
        if rounds > 0 {
            tally.add(&self.block(self.generator(progress.blocks), rounds.min(BLOCK))?);
        }
        Ok(tally)
    }

    /// The stream of a block: those of different blocks are 2¹²⁸ numbers apart.
    fn generator(&self, block: u64) -> Xoshiro256PlusPlus {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        (0..block).for_each(|_| generator.jump());
        generator
    }

    /// Tells every round of a block once its dealer's hand is completed.
    pub(crate) fn each_round(&self, block: u64, mut each: impl FnMut(&Round)) -> Result<(), TableError> {
        let mut shoe = Shoe::new(self.table.faces.clone(), self.generator(block));
        let mut round = Round::new(self.table.boxes, self.table.sides.len());
        for _ in 0..BLOCK {
            shoe.shuffle();
            self.table.play(&mut shoe, &mut round);
            self.table.deal_out(&mut shoe, &mut round);
            each(&round);
        }
        if shoe.ran_out { Err(TableError::ShoeRanOut) } else { Ok(()) }
    }

    fn block(&self, generator: Xoshiro256PlusPlus, rounds: u64) -> Result<Tally, TableError> {
        let mut shoe = Shoe::new(self.table.faces.clone(), generator);
        let mut counter = Counter::new(self.table);
        let mut round = Round::new(self.table.boxes, self.table.sides.len());
        let mut shoes = ShoeTally { fixed: self.fixed, ..ShoeTally::default() };
        match self.shuffling {
            Shuffling::EveryRound => {
                for _ in 0..rounds {
                    shoe.shuffle();
                    self.table.play(&mut shoe, &mut round);
                    self.table.deal_out(&mut shoe, &mut round);
                    counter.count(&round);
                }
            }
            Shuffling::CutCard(_) => {
                while shoes.rounds < rounds {
                    self.shoe(&mut shoe, &mut round, &mut counter, &mut shoes);
                }
            }
        }
        if shoe.ran_out {
            return Err(TableError::ShoeRanOut);
        }
        Ok(counter.tally(shoes))
    }

    /// Deals a shoe to its cut card. The rounds are counted; beside them the tally's fixed number of rounds of the same shoe is looked at,
    /// some of which may lie behind the cut card and are not counted.
    fn shoe(&self, shoe: &mut Shoe, round: &mut Round, counter: &mut Counter, shoes: &mut ShoeTally) {
        let Shuffling::CutCard(cut) = self.shuffling else { return };
        shoe.shuffle();
        let fixed = shoes.fixed;
        let (mut dealt, mut counted) = (0, 0);
        let (mut money, mut fixed_money) = (0_i64, 0_i64);
        let mut cut_card_came = false;
        while !cut_card_came || dealt < fixed {
            let before = shoe.dealt();
            self.table.play(shoe, round);
            dealt += 1;
            if !cut_card_came {
                counted += 1;
                money += round.net;
                self.table.deal_out(shoe, round);
                counter.count(round);
            } else if shoe.dealt() < before {
                shoes.refilled += 1;
            }
            if dealt <= fixed {
                fixed_money += round.net;
            }
            shoe.collect();
            cut_card_came |= shoe.dealt() > cut || shoe.dealt() < before;
        }
        let more = counted as i64 - fixed as i64;
        let gained = money - fixed_money;
        shoes.shoes += 1;
        shoes.rounds += counted;
        shoes.more_square += (more * more) as u64;
        shoes.more_money += more * gained;
        shoes.money += gained;
        shoes.money_square += (gained * gained) as u64;
        shoes.fixed_money += fixed_money;
    }
}

/// Shoes by which a usual number of rounds is found, and the seed they are dealt by.
const PILOT_SHOES: u64 = 500;
const PILOT_SEED: u64 = 0x5ee_d0f_5ee;
