use std::sync::{Arc, OnceLock};

use cards::{Composition, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rayon::prelude::*;
use rules::{Game, Submission};

use crate::case::Case;
use crate::count::Table;
use crate::hands::Hands;
use crate::laws::{UpTable, single_hand_keys};
use crate::play::Options;
use crate::settlement::Settlement;
use crate::solution::{SignalValue, Solution, Spread, Strategy, UpValue};
use crate::split_tree::SplitTrees;
use crate::zero_memory::{self, CasePlay, Moments, with_splits};
use crate::{SolveError, composition_dependent, perfect, run_out, total_dependent};

/// A game compiled for a shoe: the player's hands, their settlement, and the dealer's laws.
///
/// Building one costs a dealer law for each of about 12,000 sets of cards and ten up cards; nothing grows with the
/// number of decks. Readings that leave the dealer alone share the laws: see [`Solver::with`].
#[derive(Debug)]
pub struct Solver {
    pub(crate) game: Game,
    pub(crate) shoe: Composition,
    pub(crate) hands: Hands,
    pub(crate) settlement: Settlement,
    pub(crate) ups: Arc<Vec<UpTable>>,
    /// Built when perfect play first needs them.
    trees: Arc<OnceLock<SplitTrees>>,
}

impl Solver {
    /// Compiles a submission.
    ///
    /// # Errors
    /// [`SolveError`] for a shoe that can run out, or too small or large to tell.
    pub fn new(submission: &Submission) -> Result<Self, SolveError> {
        Self::for_game(submission.game.clone(), submission.shoe)
    }

    /// Compiles a game for any shoe.
    ///
    /// # Errors
    /// As [`Solver::new`].
    pub fn for_game(game: Game, shoe: Composition) -> Result<Self, SolveError> {
        let hands = Hands::new(&game, &shoe);
        let keys = single_hand_keys(&game, &hands);
        let ups = Value::all()
            .filter(|&up| shoe.count(up) > 0)
            .map(|up| UpTable::new(&game, &shoe, up, &keys))
            .collect::<Result<Vec<_>, _>>()?;
        run_out::check(&game, &shoe, &hands, &ups)?;
        Ok(Self::assemble(game, shoe, hands, Arc::new(ups), Arc::default()))
    }

    /// Whether the dealer's laws of this solver are also those of another submission: same shoe, and no difference in the
    /// rules that decide how the dealer draws and which hands a player can have.
    pub fn shares_laws_with(&self, submission: &Submission) -> bool {
        let game = &submission.game;
        game.dealer == self.game.dealer
            && game.hole_card == self.game.hole_card
            && game.draw == self.game.draw
            && game.split == self.game.split
            && submission.shoe == self.shoe
    }

    /// Compiles another submission, sharing the dealer's laws if they are the same.
    ///
    /// # Errors
    /// As [`Solver::new`].
    pub fn with(&self, submission: &Submission) -> Result<Self, SolveError> {
        if !self.shares_laws_with(submission) {
            return Self::new(submission);
        }
        let hands = Hands::new(&submission.game, &self.shoe);
        let trees = if hands == self.hands { Arc::clone(&self.trees) } else { Arc::default() };
        Ok(Self::assemble(submission.game.clone(), self.shoe, hands, Arc::clone(&self.ups), trees))
    }

    fn assemble(
        game: Game,
        shoe: Composition,
        hands: Hands,
        ups: Arc<Vec<UpTable>>,
        trees: Arc<OnceLock<SplitTrees>>,
    ) -> Self {
        let settlement = Settlement::new(&game, &hands);
        Self { game, shoe, hands, settlement, ups, trees }
    }

    pub(crate) fn cases<'a>(&'a self, up: &'a UpTable) -> Vec<Case<'a>> {
        let table = Table { hands: &self.hands, settlement: &self.settlement };
        let options = Options::unsplit(&self.game, self.natural_row(up));
        (0..up.dealer.cases().len()).map(|case| Case { table, up, case, options }).collect()
    }

    pub(crate) fn unsplit_options(&self) -> Options {
        Options::unsplit(&self.game, self.settlement.natural())
    }

    /// How a blackjack is settled under this up card: as a blackjack, or by even money where that is offered and worth more.
    ///
    /// The choice is made where insurance is, before any signal, so it is one choice for all cases of the up card.
    fn natural_row(&self, up: &UpTable) -> u16 {
        let natural = self.settlement.natural();
        let offered = self.game.insurance.as_ref().is_some_and(|insurance| insurance.offered_on == up.dealer.up());
        let hand = self.hands.dealt(&[Value::ACE, Value::TEN]);
        let (Some(even_money), true, Some(hand)) = (self.settlement.even_money(), offered, hand) else {
            return natural;
        };
        let cards = self.hands.get(hand).cards;
        let value = |row: u16| -> BigInt {
            (0..up.dealer.cases().len())
                .filter_map(|case| up.exact_row(cards, case))
                .flat_map(|law| law.iter().zip(self.settlement.row(row)))
                .fold(BigInt::zero(), |sum, (&ways, &units)| sum + BigInt::from(ways) * units)
        };
        if value(even_money) > value(natural) { even_money } else { natural }
    }

    /// The zero-memory play of every case of an up card.
    pub(crate) fn plays(&self, cases: &[Case<'_>], strategy: Strategy) -> Vec<CasePlay> {
        cases
            .par_iter()
            .map(|case| {
                let play = match strategy {
                    Strategy::TotalDependent => total_dependent::best_chart(case),
                    Strategy::CompositionDependent | Strategy::Perfect => composition_dependent::best_play(case),
                };
                with_splits(&self.game, case, play)
            })
            .collect()
    }

    /// The exact EV of a round under a strategy class, by up card and signal.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if perfect play of two split hands can exhaust the shoe.
    pub fn solve(&self, strategy: Strategy) -> Result<Solution, SolveError> {
        if strategy == Strategy::Perfect {
            return Ok(self.solve_with_spread(strategy, |_| ())?.0);
        }
        let values = self
            .ups
            .par_iter()
            .map(|up| {
                let cases = self.cases(up);
                let plays = self.plays(&cases, strategy);
                let means: Vec<BigRational> =
                    plays.par_iter().zip(&cases).map(|(play, case)| play.mean(&self.game, case)).collect();
                self.up_value(up, &means)
            })
            .collect();
        Ok(Solution::new(strategy, values))
    }

    /// The solution with variance and action. `progress` is told every up card as it is done.
    ///
    /// Zero-memory classes cost more here than in [`Solver::solve`]: the two hands of a split share a dealer and a shoe, so the
    /// product of their results is summed over every union of their cards.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if two split hands can exhaust the shoe.
    pub fn solve_with_spread(
        &self,
        strategy: Strategy,
        progress: impl Fn(Value) + Sync,
    ) -> Result<(Solution, Spread), SolveError> {
        let moments = |up: &UpTable| -> Result<Vec<Moments>, SolveError> {
            let moments = match strategy {
                Strategy::Perfect => self.perfect_moments(up)?,
                Strategy::TotalDependent | Strategy::CompositionDependent => {
                    let cases = self.cases(up);
                    zero_memory::moments(&self.game, up, &cases, &self.plays(&cases, strategy))?
                }
            };
            progress(up.dealer.up());
            Ok(moments)
        };
        // Two up cards at a time: their laws are the memory, and the work inside is parallel too.
        let mut per_up = Vec::with_capacity(self.ups.len());
        for ups in self.ups.chunks(2) {
            per_up.extend(ups.par_iter().map(moments).collect::<Result<Vec<_>, _>>()?);
        }
        let mut ups = Vec::with_capacity(self.ups.len());
        let mut round = Moments::zero();
        for (up, moments) in self.ups.iter().zip(per_up) {
            let means: Vec<BigRational> = moments.iter().map(|one| one.mean.clone()).collect();
            let value = self.up_value(up, &means);
            moments.iter().for_each(|one| round.add(&one.weighted(&value.probability)));
            ups.push(value);
        }
        let solution = Solution::new(strategy, ups);
        let spread = Spread {
            variance: round.square - &round.mean * &round.mean,
            average_wager: round.added + BigRational::one(),
            ev: round.mean,
        };
        Ok((solution, spread))
    }

    pub(crate) fn split_trees(&self) -> &SplitTrees {
        self.trees.get_or_init(|| SplitTrees::new(&self.game, &self.hands))
    }

    /// The strategy classes that can be solved for this game, from the least information to the most.
    pub fn strategies(&self) -> Vec<Strategy> {
        let perfect = self.perfect_is_solved().is_ok();
        Strategy::ALL.into_iter().filter(|&strategy| perfect || strategy != Strategy::Perfect).collect()
    }

    pub(crate) fn perfect_is_solved(&self) -> Result<(), SolveError> {
        match &self.game.split {
            Some(split) if split.max_hands > 2 => Err(SolveError::PerfectResplit(split.max_hands)),
            _ => Ok(()),
        }
    }

    /// Moments of a round under perfect play, for every case of an up card.
    fn perfect_moments(&self, up: &UpTable) -> Result<Vec<Moments>, SolveError> {
        self.perfect_is_solved()?;
        let cases = self.cases(up);
        let plays: Vec<_> = cases.par_iter().map(composition_dependent::best_play).collect();
        let splits = perfect::solve(&self.game, self.split_trees(), &cases, &plays)?;
        let mut moments = splits.moments;
        for (((moments, case), play), split) in moments.iter_mut().zip(&cases).zip(plays).zip(splits.split) {
            moments.add(&CasePlay { play, split }.unsplit_moments(case));
        }
        Ok(moments)
    }

    /// Means weighted by the cases' probabilities, as values given the case.
    fn up_value(&self, up: &UpTable, means: &[BigRational]) -> UpValue {
        let value = up.dealer.up();
        let left = up.left_after(crate::removed::Removed::NONE);
        let share = |part: u32, whole: u32| BigRational::new(part.into(), whole.into());
        let unseen = self.shoe.total() - 1;
        let signals = up
            .dealer
            .cases()
            .iter()
            .zip(means)
            .filter_map(|(case, mean)| {
                let holes: Vec<Value> = case.holes.values().filter(|hole| left[hole.index()] > 0).collect();
                let probability = share(holes.iter().map(|hole| left[hole.index()]).sum(), unseen);
                (!probability.is_zero()).then(|| SignalValue {
                    signal: case.signal.clone(),
                    holes,
                    ev: mean / &probability,
                    probability,
                })
            })
            .collect();
        UpValue::new(value, share(self.shoe.count(value).into(), self.shoe.total()), signals)
    }
}
