//! What a cut card does to the house edge: measured with the EV of the shoe that is left, not with the results of rounds.
//!
//! While cards are dealt, the EV of a fixed play is a martingale. So the sum of what the rounds before the cut card are worth beyond a fresh round is,
//! in the mean, the number of those rounds times what the shoe *at the cut card* is worth beyond a fresh one: docs/design/cut-card.md.

mod answer;
mod fit;
mod stated;
mod tally;
#[cfg(test)]
mod tests;

use cards::Composition;
use num_rational::BigRational;
use rayon::prelude::*;
use rules::{Dealing, Submission};
use solver::{Class, FixedPlay, Solver};
use table::{AMOUNT, AtCut, CutShoes, NextTwo, Plan, SHOES_OF_A_BLOCK, Spread, Stream, Table};

pub(crate) use answer::effects;
pub use answer::{AtDiscretion, ContinuousShuffler, CutCardEffects, CutCardWant, FreshShoe};
pub(crate) use stated::{deal, expected_steps, refuse_too_deep};
pub(crate) use tally::{CutTally, deepest, place};

use crate::failure::Failure;
use crate::plan;

/// What is asked of the cut card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) players: u16,
    pub(crate) seed: u64,
    /// Shoes to deal, made whole blocks of [`SHOES_OF_A_BLOCK`].
    pub(crate) shoes: u64,
    /// Shoes of which every cut is valued.
    pub(crate) valued: usize,
    /// Cards before each cut, in rising order; the last is the deepest.
    pub(crate) before: Vec<usize>,
}

/// Shoes that the wager on the next two cards is fitted to: four for each of its 55 payments.
const FITTED: usize = 220;

/// Blocks that are dealt before progress is told.
const BLOCKS_AT_A_TIME: u64 = 8;

/// Shoes of a game, ready to be dealt and valued.
pub(crate) struct CutCardStudy {
    table: Table,
    play: FixedPlay,
    shoe: Composition,
}

impl CutCardStudy {
    /// The play of a class on the fresh shoe.
    ///
    /// # Errors
    /// For a double shoe, of which no side is dealt out alone; for rules or classes that [`FixedPlay`] refuses; else failures of the solver and the table.
    pub(crate) fn new(submission: &Submission, solver: &Solver, class: Class) -> Result<Self, Failure> {
        Self::of_plan(submission, solver, class, &plan::plan(submission, &solver.play_table(class)?))
    }

    /// The same, dealt by a plan of that play.
    fn of_plan(submission: &Submission, solver: &Solver, class: Class, plan: &Plan) -> Result<Self, Failure> {
        if submission.game.shoe.dealing == Dealing::DoubleShoe {
            let message = "the cut card of a double shoe is not analysed: cards are drawn from both sides between the rounds of one";
            return Err(Failure::Asked(message.to_owned()));
        }
        let table = Table::new(submission, plan, false)?;
        Ok(Self { table, play: FixedPlay::new(solver, class)?, shoe: submission.shoe })
    }

    /// Most cards before a cut card that can be analysed.
    pub(crate) fn most_before(&self) -> usize {
        let fewest = self.play.fewest_cards().max(2) as usize;
        self.table.shoe_size().saturating_sub(fewest)
    }

    /// Refuses places of which the deepest, the last, is too deep.
    ///
    /// # Errors
    /// If the cards behind it may be fewer than a round takes.
    pub(crate) fn check(&self, before: &[usize]) -> Result<(), Failure> {
        let deepest = before.last().copied().unwrap_or(0);
        if deepest > self.most_before() {
            return Err(Failure::Asked(format!(
                "the cut card cannot lie behind {deepest} of {} cards: behind more than {} the shoe may run out in a round",
                self.table.shoe_size(),
                self.most_before()
            )));
        }
        Ok(())
    }

    /// Deals and values what is asked. `step` is told how many shoes are dealt, [`Asked::steps`] times.
    ///
    /// # Errors
    /// If a cut card lies too deep to be analysed, and failures of the table.
    pub(crate) fn measure(&self, asked: &Asked, step: &dyn Fn(u64)) -> Result<Measured<'_>, Failure> {
        self.check(&asked.before)?;
        let shoes = CutShoes::new(&self.table, asked.players, asked.seed, &asked.before)?;
        let (fresh, _) = self.play.ev(&self.shoe)?;
        let wager = self.fitted(&shoes, fresh)?;
        step(0);
        let mut tallies = self.valued(&shoes, &wager, fresh, asked.valued)?;
        step(0);
        let blocks = asked.blocks();
        let mut from = 0;
        while from < blocks {
            let to = (from + BLOCKS_AT_A_TIME).min(blocks);
            for (tally, sums) in tallies.iter_mut().zip(shoes.sums(&wager, from..to)) {
                tally.dealt.add(&sums);
            }
            from = to;
            step(to * SHOES_OF_A_BLOCK);
        }
        Ok(Measured { shoes, wager, tallies })
    }

    /// The wager on the next two cards that is worth nearly what a round is, with what lies behind the deepest cut: on a shallower one it errs less,
    /// because there both are means of what they are at the deepest.
    fn fitted(&self, shoes: &CutShoes<'_>, fresh: f64) -> Result<NextTwo, Failure> {
        let dealt = shoes.shoes(Stream::Fitted, FITTED);
        let observed = dealt.into_par_iter().filter_map(|cuts| cuts.last().copied()).map(|cut| {
            let (ev, _) = self.play.ev(&cut.behind)?;
            Ok((cut.behind, ev - fresh))
        });
        let observed: Vec<(Composition, f64)> = observed.collect::<Result<_, Failure>>()?;
        Ok(fit::next_two(&self.shoe, &observed))
    }

    fn valued(
        &self,
        shoes: &CutShoes<'_>,
        wager: &NextTwo,
        fresh: f64,
        valued: usize,
    ) -> Result<Vec<CutTally>, Failure> {
        let of_cut = |cut: &AtCut| {
            let (ev, _) = self.play.ev(&cut.behind)?;
            let gain = ((ev - fresh) * AMOUNT as f64).round() as i64;
            Ok(gain - wager.gain(&cut.behind.counts().map(i64::from)))
        };
        let dealt = shoes.shoes(Stream::Valued, valued);
        let missed = dealt.par_iter().map(|cuts| cuts.iter().map(of_cut).collect());
        let missed: Vec<Vec<i64>> = missed.collect::<Result<_, Failure>>()?;
        let mut tallies: Vec<CutTally> = shoes.cuts().iter().map(CutTally::none).collect();
        for (cuts, missed) in dealt.iter().zip(&missed) {
            for ((tally, cut), missed) in tallies.iter_mut().zip(cuts).zip(missed) {
                tally.valued.add(&Spread::of((cut.rounds - tally.usual) * missed));
                tally.missed += i128::from(cut.rounds) * i128::from(missed.abs());
            }
        }
        Ok(tallies)
    }
}

impl Asked {
    pub(crate) fn blocks(&self) -> u64 {
        self.shoes.div_ceil(SHOES_OF_A_BLOCK)
    }

    /// How often [`CutCardStudy::measure`] tells a step.
    pub(crate) fn steps(&self) -> u64 {
        2 + self.blocks().div_ceil(BLOCKS_AT_A_TIME)
    }
}

/// Shoes that have been dealt and valued.
pub(crate) struct Measured<'a> {
    shoes: CutShoes<'a>,
    wager: NextTwo,
    /// By cut.
    pub(crate) tallies: Vec<CutTally>,
}

/// Bounds of what reshuffling after chosen rounds is worth are multiples of this, and none is looked for above so many of them.
const PRICE: i64 = AMOUNT / 5_000;
const MOST_PRICES: i64 = 500;

/// Blocks that these bounds are found from, and the standard errors that they leave room for.
const BLOCKS_FOR_BOUNDS: u64 = 4;
const ERRORS_OF_BOUNDS: f64 = 4.0;

impl Measured<'_> {
    /// By how much EV per unit wagered may rise and fall, at most, if the house may reshuffle after any round, and must at the cut of this place:
    /// `None` above 10 %.
    ///
    /// Nobody gains more, in the mean, than one who knows all cards of the shoe and stops at the best moment. A price is a bound if he does not gain
    /// it a round. What the wager on the next two cards misses of the EV is added.
    pub(crate) fn bounds_at_discretion(&self, place: usize) -> [Option<BigRational>; 2] {
        let prices: Vec<i64> = (0..=MOST_PRICES).map(|price| price * PRICE).collect();
        let gains = self.shoes.choices(&self.wager, BLOCKS_FOR_BOUNDS, place, &prices);
        let tally = &self.tallies[place];
        let missed = tally.missed as f64 / tally.valued.number.max(1) as f64;
        [0, 1].map(|side| {
            let is_bound = |spread: &Spread| {
                let number = spread.number as f64;
                let mean = spread.sum as f64 / number;
                let variance = spread.square as f64 / number - mean * mean;
                mean + ERRORS_OF_BOUNDS * (variance / number).sqrt() + missed <= 0.0
            };
            let least = gains.iter().zip(&prices).find(|(spreads, _)| is_bound(&spreads[side]));
            least.map(|(_, &price)| BigRational::new(price.into(), AMOUNT.into()))
        })
    }
}
