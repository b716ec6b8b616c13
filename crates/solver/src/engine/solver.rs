//! A game compiled for a shoe, and the ways to solve it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cards::{Composition, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rayon::prelude::*;
use rules::{Game, Submission, SurrenderWhen};

use crate::SolveError;
use crate::arithmetic::card_set::Removed;
use crate::compiled::decisions::{Act, Options, Play};
use crate::compiled::hands::{HandId, Hands};
use crate::compiled::settlement::Settlement;
use crate::compiled::strategy::Class;
use crate::compiled::walk::Table;
use crate::dealer::cache::{Keys, UpTable, single_hand_keys};
use crate::dealer::run_out;
use crate::engine::perfect_round::PerfectSplits;
use crate::engine::solution::{SignalValue, Solution, Spread, UpValue};
use crate::hand::signal_case::{Case, deals};
use crate::hand::total_dependent::Cell;
use crate::hand::{composition_dependent, total_dependent};
use crate::perfect;
use crate::zero_memory::{self, CasePlay, Moments, best_cdz, switch, with_splits};

/// A game compiled for a shoe: the player's hands, their settlement, and the dealer's laws.
///
/// Building one costs a dealer's law in floats for each of about 3,000 unsplit hands and ten up cards. Exact laws are made once they are asked for
/// and then kept: of some 26,000 sets of cards where pairs are split to four hands, 7,000 where they are split once, a third for one strategy.
/// Nothing grows with the number of decks. Readings that leave the dealer alone share the laws: see [`Solver::with`].
#[derive(Debug)]
pub struct Solver {
    pub(crate) game: Game,
    pub(crate) shoe: Composition,
    pub(crate) hands: Arc<Hands>,
    /// Without the attack wager and, if the game has one, with it.
    pub(crate) settlements: Arc<Vec<Settlement>>,
    pub(crate) ups: Arc<Vec<UpTable>>,
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
        let unsplit = hands.iter().map(|(_, hand)| hand.cards).collect();
        let keys = Arc::new(Keys::new(unsplit, single_hand_keys(&game, &hands)));
        let held: Vec<Value> = Value::all().filter(|&up| shoe.count(up) > 0).collect();
        let ups =
            held.into_par_iter().map(|up| UpTable::new(&game, &shoe, up, &keys)).collect::<Result<Vec<_>, _>>()?;
        run_out::check(&game, &shoe, &hands, &ups)?;
        Ok(Self::assemble(game, shoe, Arc::new(hands), Arc::new(ups)))
    }

    /// Whether the dealer's laws of this solver are also those of another submission: same shoe, and no difference in the
    /// rules that decide how the dealer draws and which hands a player can have.
    pub fn shares_distributions_with(&self, submission: &Submission) -> bool {
        let game = &submission.game;
        game.dealer == self.game.dealer
            && game.hole_card == self.game.hole_card
            && game.draw == self.game.draw
            && game.split == self.game.split
            && game.settle == self.game.settle
            && submission.shoe == self.shoe
    }

    /// Compiles another submission, sharing the dealer's laws if they are the same.
    ///
    /// # Errors
    /// As [`Solver::new`].
    pub fn with(&self, submission: &Submission) -> Result<Self, SolveError> {
        if !self.shares_distributions_with(submission) {
            return Self::new(submission);
        }
        let hands = Arc::new(Hands::new(&submission.game, &self.shoe));
        Ok(Self::assemble(submission.game.clone(), self.shoe, hands, Arc::clone(&self.ups)))
    }

    fn assemble(game: Game, shoe: Composition, hands: Arc<Hands>, ups: Arc<Vec<UpTable>>) -> Self {
        let settlements = Arc::new(Self::settlements(&game, &hands, &shoe));
        Self { game, shoe, hands, settlements, ups }
    }

    /// Without the attack wager and, if the game has one, with it.
    pub(crate) fn settlements(game: &Game, hands: &Hands, shoe: &Composition) -> Vec<Settlement> {
        let attacks = if game.attack.is_some() { &[false, true][..] } else { &[false] };
        attacks.iter().map(|&attacked| Settlement::new(game, hands, shoe, attacked)).collect()
    }

    /// The cases of an up card under one settlement.
    pub(crate) fn cases<'a>(&'a self, up: &'a UpTable, settlement: &'a Settlement) -> Vec<Case<'a>> {
        let table = Table { hands: &self.hands, settlement };
        let natural = self.natural_row(up, settlement);
        let cases = up.dealer.cases().iter().enumerate();
        cases
            .map(|(case, hole)| Case {
                table,
                up,
                case,
                options: Options::unsplit(&self.game, natural, hole.ends_round),
            })
            .collect()
    }

    /// The probability of an up card.
    pub(crate) fn share(&self, up: &UpTable) -> BigRational {
        BigRational::new(self.shoe.count(up.dealer.up()).into(), self.shoe.total().into())
    }

    pub(crate) fn unsplit_options(&self) -> Options {
        Options::unsplit(&self.game, self.settlements[0].natural(), false)
    }

    /// How a blackjack is settled under this up card: as a blackjack, or by even money where that is offered and worth more.
    ///
    /// The choice is made where insurance is, before any signal, so it is one choice for all cases of the up card.
    pub(crate) fn natural_row(&self, up: &UpTable, settlement: &Settlement) -> u16 {
        let natural = settlement.natural();
        let offered = self.game.insurance.as_ref().is_some_and(|insurance| insurance.offered_on == up.dealer.up());
        let hand = self.hands.dealt(&[Value::ACE, Value::TEN]);
        let (Some(even_money), true, Some(hand)) = (settlement.even_money(), offered, hand) else {
            return natural;
        };
        let cards = self.hands.get(hand).cards;
        let laws = (0..up.dealer.cases().len()).filter_map(|case| up.exact_row(cards, case));
        let gain: BigInt = laws.map(|law| settlement.gain(law, natural, even_money)).sum();
        if gain.is_positive() { even_money } else { natural }
    }

    /// The zero-memory play of every case of an up card.
    ///
    /// # Errors
    /// [`SolveError::TooManyBusts`].
    pub(crate) fn plays(&self, cases: &[Case<'_>], strategy: Class) -> Result<Vec<CasePlay>, SolveError> {
        let mut early = vec![false; self.hands.len()];
        let mut rounds = 0;
        loop {
            let mut plays: Vec<CasePlay> = cases
                .par_iter()
                .map(|case| {
                    let play = match strategy {
                        Class::Td => total_dependent::best_chart(case, &early),
                        Class::CdzMinus | Class::BestCdz | Class::Perfect => composition_dependent::best_play(case),
                    };
                    with_splits(&self.game, case, play)
                })
                .collect::<Result<_, _>>()?;
            if strategy == Class::BestCdz {
                plays = self.best_zero_memory(cases, plays)?;
            }
            if !cases.iter().any(|case| case.options.early) {
                return Ok(plays);
            }
            let decided = self.early_surrenders(cases, &plays, strategy)?;
            rounds += 1;
            // Only a chart's weights depend on which hands are given up.
            if strategy != Class::Td || decided == early || rounds == MOST_EARLY_ROUNDS {
                plays.iter_mut().for_each(|play| play.give_up_early(&self.hands, &decided));
                return Ok(plays);
            }
            early = decided;
        }
    }

    /// Which two-card hands are better given up before any signal: hand by hand, or for a total-dependent player cell by cell.
    fn early_surrenders(
        &self,
        cases: &[Case<'_>],
        plays: &[CasePlay],
        strategy: Class,
    ) -> Result<Vec<bool>, SolveError> {
        let mut alike: BTreeMap<(Cell, HandId), Vec<(HandId, i64)>> = BTreeMap::new();
        for (id, ways) in deals(&self.hands).filter(|&(id, _)| self.hands.get(id).surrenders) {
            let apart = if strategy == Class::Td { 0 } else { id };
            alike.entry((Cell::of(self.hands.get(id)), apart)).or_default().push((id, ways));
        }
        let mut early = vec![false; self.hands.len()];
        for hands in alike.values() {
            let value = self.hands.get(hands[0].0).pair();
            let split = cases
                .iter()
                .zip(plays)
                .map(|(case, play)| match value {
                    None => Ok(None),
                    Some(value) => play.mean_of_split(&self.game, case, value),
                })
                .collect::<Result<Vec<_>, SolveError>>()?;
            if gives_up_early(cases, plays.iter().map(|play| &play.play), hands, &split) {
                hands.iter().for_each(|&(id, _)| early[id as usize] = true);
            }
        }
        Ok(early)
    }

    fn best_zero_memory(&self, cases: &[Case<'_>], first: Vec<CasePlay>) -> Result<Vec<CasePlay>, SolveError> {
        let unsolved = |rules| Err(SolveError::Unsolved { what: best_cdz::WHAT, rules });
        if cases.iter().any(|case| case.options.early) {
            return unsolved("early surrender");
        }
        if cases.iter().any(|case| case.table.settlement.looks_for_live_hands()) {
            return unsolved("a late blackjack that looks for live hands");
        }
        if self.game.switch.is_some() {
            return best_cdz::best_of_two_hands(&self.game, cases, first);
        }
        let best = cases.par_iter().zip(first);
        best.map(|(case, first)| best_cdz::best(&self.game, case, first)).collect()
    }

    /// Means of an up card's cases under the better of the settlements: without and with the attack wager.
    ///
    /// Every payoff is linear in the attack wager, so the best value is convex in it and all or nothing is best.
    fn with_attack<T>(
        &self,
        up: &UpTable,
        value: impl Fn(&[Case<'_>]) -> Result<Vec<T>, SolveError>,
        mean: impl Fn(&T) -> &BigRational,
    ) -> Result<(&Settlement, Vec<T>), SolveError> {
        let mut best: Option<(&Settlement, Vec<T>, BigRational)> = None;
        for settlement in self.settlements.iter() {
            let values = value(&self.cases(up, settlement))?;
            let total: BigRational = values.iter().map(&mean).sum();
            if best.as_ref().is_none_or(|(_, _, best)| total > *best) {
                best = Some((settlement, values, total));
            }
        }
        let Some((settlement, values, _)) = best else { return Ok((&self.settlements[0], Vec::new())) };
        Ok((settlement, values))
    }

    /// Exact means of an up card's cases under a zero-memory class.
    fn means(&self, cases: &[Case<'_>], strategy: Class) -> Result<Vec<BigRational>, SolveError> {
        let plays = self.plays(cases, strategy)?;
        if self.game.switch.is_some() {
            return switch::means(&self.game, cases, &plays);
        }
        plays.par_iter().zip(cases).map(|(play, case)| play.mean(&self.game, case)).collect()
    }

    /// The settlement that a zero-memory class chooses under an up card by its attack wager.
    pub(crate) fn settlement(&self, up: &UpTable, strategy: Class) -> Result<&Settlement, SolveError> {
        match &self.settlements[..] {
            [only] => Ok(only),
            _ => Ok(self.with_attack(up, |cases| self.means(cases, strategy), |mean| mean)?.0),
        }
    }

    /// The settlement with or without the attack wager, if there is one.
    pub(crate) fn settlement_with(&self, attack: bool) -> Option<&Settlement> {
        self.game.attack.as_ref()?;
        self.settlements.iter().find(|settlement| settlement.attacked() == attack)
    }

    /// The exact EV of a round under a strategy class, by up card and signal.
    ///
    /// # Errors
    /// [`SolveError`] for a class that is not solved for these rules or hands that can exhaust the shoe.
    pub fn solve(&self, strategy: Class) -> Result<Solution, SolveError> {
        if strategy == Class::Perfect {
            return Ok(self.solve_moments(strategy, false, |_| ())?.0);
        }
        let of_up = |up: &UpTable| self.with_attack(up, |cases| self.means(cases, strategy), |mean| mean);
        let means = self.of_ups(self.ups.len(), strategy, of_up, |mean, share| mean * share)?;
        let values = self.ups.iter().zip(means);
        let values = values.map(|(up, (settlement, means))| self.up_value(up, settlement, &means)).collect();
        Ok(Solution::new(strategy, values))
    }

    /// The solution with variance and action. `progress` is told every step as it is done.
    ///
    /// Zero-memory classes cost more here than in [`Solver::solve`]: the two hands of a split share a dealer and a shoe, so the
    /// product of their results is summed over every union of their cards. Perfect play with more than one split has no variance here,
    /// because it needs more states than the mean: see [`Solver::solve_with_variance`]. Splits to more than four hands have none.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if two split hands can exhaust the shoe.
    pub fn solve_with_spread(
        &self,
        strategy: Class,
        progress: impl Fn(Step) + Sync,
    ) -> Result<(Solution, Spread), SolveError> {
        let quick = strategy != Class::Perfect || self.perfect_is_quick();
        self.solve_moments(strategy, quick && self.variance_is_known(), progress)
    }

    /// The solution with action alone, which takes a tenth of the time of the variance where pairs are split to four hands.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve_with_action(
        &self,
        strategy: Class,
        progress: impl Fn(Step) + Sync,
    ) -> Result<(Solution, Spread), SolveError> {
        self.solve_moments(strategy, false, progress)
    }

    /// The same with the variance of perfect play with any number of splits, which takes minutes.
    ///
    /// # Errors
    /// As [`Solver::solve_with_spread`].
    pub fn solve_with_variance(
        &self,
        strategy: Class,
        progress: impl Fn(Step) + Sync,
    ) -> Result<(Solution, Spread), SolveError> {
        self.solve_moments(strategy, self.variance_is_known(), progress)
    }

    /// Most steps that [`Solver::solve_with_spread`] tells of.
    pub fn most_steps(&self, strategy: Class) -> usize {
        if strategy != Class::Perfect || self.game.switch.is_some() {
            return self.ups.len();
        }
        let played = |settlement: &Settlement| -> usize {
            let cases = self.ups.iter().flat_map(|up| self.cases(up, settlement));
            cases.filter(Case::is_played).count()
        };
        let pairs = self.shoe.counts().iter().filter(|&&count| count >= 2).count();
        self.settlements.iter().map(|settlement| pairs * played(settlement)).sum()
    }

    fn solve_moments(
        &self,
        strategy: Class,
        squares: bool,
        progress: impl Fn(Step) + Sync,
    ) -> Result<(Solution, Spread), SolveError> {
        let splits = match strategy {
            Class::Perfect => self.perfect_splits(squares, &[], |_| true, &progress)?,
            Class::Td | Class::CdzMinus | Class::BestCdz => PerfectSplits::default(),
        };
        self.moments_with(strategy, squares, &splits, progress)
    }

    /// The solution with its spread, once the splits are solved if it is of perfect play.
    pub(crate) fn moments_with(
        &self,
        strategy: Class,
        squares: bool,
        splits: &PerfectSplits,
        progress: impl Fn(Step) + Sync,
    ) -> Result<(Solution, Spread), SolveError> {
        let of_cases = |cases: &[Case<'_>]| -> Result<Vec<Moments>, SolveError> {
            match strategy {
                Class::Perfect => Ok(self.perfect_moments(cases, splits)),
                _ if self.game.switch.is_some() => {
                    switch::moments(&self.game, cases, &self.plays(cases, strategy)?, squares)
                }
                _ => zero_memory::moments(&self.game, cases, &self.plays(cases, strategy)?, squares),
            }
        };
        let moments = |up: &UpTable| {
            let moments = self.with_attack(up, of_cases, |moments| &moments.mean);
            if strategy != Class::Perfect {
                progress(Step::UpCard(up.dealer.up()));
            }
            moments
        };
        // Two up cards at a time: their laws are the memory, and the work inside is parallel too.
        let per_up = self.of_ups(2, strategy, moments, Moments::weighted)?;
        let mut ups = Vec::with_capacity(self.ups.len());
        let mut round = Moments::zero();
        for (up, (settlement, moments)) in self.ups.iter().zip(per_up) {
            let means: Vec<BigRational> = moments.iter().map(|one| one.mean.clone()).collect();
            let value = self.up_value(up, settlement, &means);
            moments.iter().for_each(|one| round.add(&one.weighted(&value.probability)));
            if settlement.attacked() {
                round.added += &value.probability;
            }
            ups.push(value);
        }
        let solution = Solution::new(strategy, ups);
        let spread = Spread {
            variance: squares.then(|| round.square - &round.mean * &round.mean),
            average_wager: round.added + BigRational::one(),
            ev: round.mean,
        };
        Ok((solution, spread))
    }

    /// The suits that payouts depend on are shared by the hands of a split.
    pub(crate) fn variance_is_known(&self) -> bool {
        !self.game.pays_by_suit() && !self.splits_to_many()
    }

    /// Whether a pair may become more hands than are taken together. Then means of zero-memory play are known, and nothing that
    /// depends on two hands at once.
    pub(crate) fn splits_to_many(&self) -> bool {
        self.game.split.as_ref().is_some_and(|split| split.max_hands > MOST_TOGETHER)
    }

    /// The strategy classes that are solved for this game in seconds, from the least information to the most.
    ///
    /// Perfect play with more than one split is not among them: it takes minutes, and may be asked for.
    pub fn strategies(&self) -> Vec<Class> {
        let quick = |strategy| strategy != Class::Perfect || self.perfect_is_quick();
        Class::ALL.into_iter().filter(|&strategy| quick(strategy) && self.solves(strategy)).collect()
    }

    /// Whether a strategy class can be solved for this game, whatever it costs.
    pub fn solves(&self, strategy: Class) -> bool {
        strategy != Class::Perfect || self.perfect_is_solved().is_ok()
    }

    pub(crate) fn perfect_is_solved(&self) -> Result<(), SolveError> {
        let unknown = |what: &str| Err(SolveError::PerfectUnsolved(what.to_owned()));
        let settlement = &self.settlements[0];
        match &self.game.split {
            _ if self.splits_to_many() => unknown(TO_MANY),
            _ if self.game.switch.is_some() && (settlement.looks_for_live_hands() || self.game.attack.is_some()) => {
                unknown("two hands to switch, and an attack wager or a late blackjack that looks for live hands")
            }
            _ if self.game.switch.is_some() && self.unsplit_options().early => {
                unknown("two hands to switch and early surrender")
            }
            Some(split) if settlement.looks_for_live_hands() && !split.free.is_empty() => {
                unknown("given wagers and a late blackjack that looks for live hands")
            }
            Some(_) if settlement.looks_for_live_hands() && perfect::double_card_is_hidden(&self.game) => {
                unknown("a double card dealt face down and a late blackjack that looks for live hands")
            }
            Some(_) if settlement.surrendered_are_gone() && self.surrenders_after_split() => {
                unknown("surrender after a split and a late blackjack that looks for live hands")
            }
            _ => Ok(()),
        }
    }

    fn surrenders_after_split(&self) -> bool {
        self.game.surrender.as_ref().is_some_and(|rule| rule.when != SurrenderWhen::Never && rule.after_split)
    }

    /// Whether perfect play takes seconds: one hand, split once at most.
    pub(crate) fn perfect_is_quick(&self) -> bool {
        !self.resplits() && self.game.switch.is_none()
    }

    /// Whether a pair may be split more than once.
    pub(crate) fn resplits(&self) -> bool {
        self.game.split.as_ref().is_some_and(|split| split.max_hands > 2)
    }

    /// Means weighted by the cases' probabilities, as values given the case.
    fn up_value(&self, up: &UpTable, settlement: &Settlement, means: &[BigRational]) -> UpValue {
        let left = up.left_after(Removed::NONE);
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
        let attack = self.game.attack.is_some().then(|| settlement.attacked());
        UpValue::new(up.dealer.up(), self.share(up), attack, signals)
    }
}

/// Something that is done on the way to a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// An up card.
    UpCard(Value),
    /// Splits of a pair under perfect play.
    Pair {
        /// The value of the pair.
        pair: Value,
        /// Whether with the attack wager made, in a game that has one.
        attacked: bool,
        /// Up cards and signals done.
        done: usize,
        /// All up cards and signals.
        of: usize,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Step::UpCard(up) => write!(f, "up card {up}"),
            Step::Pair { pair, attacked, done, of } => {
                let attack = if attacked { " attacked" } else { "" };
                write!(f, "pairs of {pair}{attack}: {done} of {of} up cards and signals")
            }
        }
    }
}

/// Most hands of one that has been split whose results are taken together: the width of sums over two of them is proven for so many.
const MOST_TOGETHER: u8 = 4;

/// More, in an error.
pub(crate) const TO_MANY: &str = "splits to more than four hands";

/// Rounds in which a chart and the hands it gives up early are fitted to each other.
const MOST_EARLY_ROUNDS: usize = 8;

/// Whether hands, with the ways each is dealt, are better given up before any signal than kept: played, or split where the
/// value of that is given for a case.
pub(crate) fn gives_up_early<'p>(
    cases: &[Case<'_>],
    plays: impl Iterator<Item = &'p Play>,
    hands: &[(HandId, i64)],
    split: &[Option<BigRational>],
) -> bool {
    let mut gain = BigRational::zero();
    for ((case, play), split) in cases.iter().zip(plays).zip(split) {
        let mut kept_play = play.clone();
        kept_play.early.fill(false);
        let mean = |starts: &[_], forced| case.exact_mean(case.options, &kept_play, starts, Removed::NONE, forced);
        for &(id, ways) in hands {
            gain += mean(&[(id, ways)], Some((id, Act::Surrender)));
        }
        gain -= split.clone().unwrap_or_else(|| mean(hands, None));
    }
    gain > BigRational::zero()
}
