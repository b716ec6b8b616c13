//! The exact distribution of everything a round can come to under a zero-memory strategy.
//!
//! The hands of a split share the dealer and the shoe, so their results are not independent. What is enumerated is every
//! set of cards that all hands of a split can have taken together, each with the number of ordered ways in which they did
//! and came to the same results; the dealer's distribution beside that set settles them all. No hand looks at another, so the
//! measure on such sets is a product of measures of single hands (`measure.rs`), and the results add up (`tally.rs`).
//!
//! Work grows with the sets of cards that the hands can have taken, about eightfold with each hand more, and not with the
//! number of decks.

mod doubled;
mod measure;
mod one_case;
mod suits;
mod sum;
mod tally;

use std::collections::BTreeMap;

use cards::Value;
use num_rational::{BigRational, Ratio};
use num_traits::Zero;
use rules::Game;

pub use self::doubled::DoubledRounds;
use self::one_case::{CaseDistribution, KnownSplit};
use self::suits::SuitBonuses;
use crate::answers::cards_taken::ChartPlay;
use crate::arithmetic::error::SolveError;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::scope::TO_MANY;
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::CasePlay;

/// What the dealer's hand comes to, whether or not a hand in play makes him draw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DealerResult {
    /// A total, over 21 if he busts.
    Total(u8),
    /// An ace and a ten.
    Blackjack,
}

/// How a round comes out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoundResult {
    /// The up card.
    pub up: Value,
    /// Net result in initial wagers, insurance left out.
    pub net: Ratio<i64>,
    /// All wagers of the player (initial, attack, double and split wagers; insurance left out) in initial wagers.
    pub wagered: Ratio<i64>,
    /// Hands that the player ends with: more than one after a split.
    pub hands: u8,
    /// Hands doubled, on whosever money.
    pub doubled: u8,
    /// Hands busted.
    pub busted: u8,
    /// Hands given up.
    pub surrendered: u8,
    /// Whether the player has a blackjack.
    pub blackjack: bool,
    /// Whether he took even money for it.
    pub even_money: bool,
    /// The dealer's hand.
    pub dealer: DealerResult,
}

/// The distribution of a round under a zero-memory strategy.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundDistribution {
    /// The strategy class.
    pub strategy: Class,
    /// Every result that has a probability above zero, with it. They sum to one.
    pub results: BTreeMap<RoundResult, BigRational>,
}

impl RoundDistribution {
    /// The distribution of something that a round's result tells.
    pub fn of<T: Ord>(&self, what: impl Fn(&RoundResult) -> T) -> BTreeMap<T, BigRational> {
        let mut distribution: BTreeMap<T, BigRational> = BTreeMap::new();
        for (result, probability) in &self.results {
            *distribution.entry(what(result)).or_insert_with(BigRational::zero) += probability;
        }
        distribution
    }

    /// The distribution of the net result, in initial wagers.
    pub fn net(&self) -> BTreeMap<Ratio<i64>, BigRational> {
        self.of(|result| result.net)
    }

    /// The distribution of the net result of a player who insures every hand for as much as the rules allow, unless he takes even money.
    /// `None` in a game without insurance, and where insurance is no wager on a dealer blackjack.
    pub fn insured(&self, game: &Game) -> Option<BTreeMap<Ratio<i64>, BigRational>> {
        let rule = game.insurance.as_ref().filter(|rule| rule.is_on_blackjack())?;
        let [pays, maximum] = [rule.pays.ratio(), rule.maximum.ratio()];
        Some(self.of(|result| {
            let insurance = match result.dealer {
                _ if result.up != rule.offered_on || result.even_money => Ratio::zero(),
                DealerResult::Blackjack => pays * maximum,
                DealerResult::Total(_) => -maximum,
            };
            result.net + insurance
        }))
    }

    /// Expected value of something that a round's result tells.
    pub fn mean(&self, what: impl Fn(&RoundResult) -> Ratio<i64>) -> BigRational {
        let distribution = self.of(what);
        distribution.iter().map(|(value, probability)| cards::widened(*value) * probability).sum()
    }
}

/// What of a round's distribution is being worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistributionProgress {
    /// The up card.
    pub up: Value,
    /// The pair whose split is done; `None` when all rounds without a split are.
    pub split: Option<Value>,
    /// Steps of about as much work each that this part counts for; see [`Solver::round_distribution_steps`].
    pub steps: u64,
}

impl Solver {
    /// The exact distribution of a round under a zero-memory class: of its net result and of what happened in it.
    ///
    /// `progress` is told every part as it is done. The cost is that of splits to the most hands: a dealer distribution and a few
    /// hundred products for every set of cards that the hands of a split can take together, 34 million sets for blackjack with
    /// splits to four hands, whatever the number of decks.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] for perfect play, which is no table, for two hands to switch, and for splits to more than four hands;
    /// [`SolveError::ShoeRunsOut`] if the hands of a split can leave the dealer without cards; [`SolveError::SplitTooWide`] for
    /// hands that exceed the width of the sums.
    pub fn round_distribution(
        &self,
        strategy: Class,
        progress: &(dyn Fn(DistributionProgress) + Sync),
    ) -> Result<RoundDistribution, SolveError> {
        let mut found = self.round_distributions(&[strategy], &|_, part| progress(part))?;
        found.pop().ok_or(SolveError::Unsolved { what: DISTRIBUTION, rules: "no strategy class" })
    }

    /// The same under several classes, in their order. A split that two classes play alike is worked out once: TD and CDZ- play most of them alike.
    ///
    /// `progress` is told of every class, by its place.
    ///
    /// # Errors
    /// As [`Solver::round_distribution`], for the first class that fails.
    pub fn round_distributions(
        &self,
        strategies: &[Class],
        progress: &(dyn Fn(usize, DistributionProgress) + Sync),
    ) -> Result<Vec<RoundDistribution>, SolveError> {
        strategies.iter().try_for_each(|&strategy| self.follows_a_round(DISTRIBUTION, strategy))?;
        let play = |at: usize, up| {
            let cases = self.cases(up, self.settlement(up, strategies[at])?);
            let plays = self.plays(&cases, strategies[at])?;
            Ok((cases, plays))
        };
        self.distributions_played(strategies, play, progress)
    }

    /// The same under several plays: `play` tells the cases of an up card and how each is played, by the place of its class.
    pub(super) fn distributions_played<'s>(
        &'s self,
        strategies: &[Class],
        play: impl Fn(usize, &'s DealerCache) -> Result<ChartPlay<'s>, SolveError>,
        progress: &(dyn Fn(usize, DistributionProgress) + Sync),
    ) -> Result<Vec<RoundDistribution>, SolveError> {
        let bonuses = SuitBonuses::new(self.game(), self.shoe())?;
        let mut results = vec![BTreeMap::new(); strategies.len()];
        for up in self.ups().iter() {
            let probability = self.share(up);
            // By case and value, what is known of its split: of the classes before.
            let mut known: BTreeMap<(usize, usize), Vec<KnownSplit>> = BTreeMap::new();
            for (at, results) in results.iter_mut().enumerate() {
                let (cases, plays) = play(at, up)?;
                let told = |split, steps| progress(at, DistributionProgress { up: up.dealer.up(), split, steps });
                for (place, (case, play)) in cases.iter().zip(&plays).enumerate() {
                    let distribution = CaseDistribution { game: self.game(), case, play, bonuses: &bonuses };
                    let mut add = |(result, given_up): (RoundResult, BigRational)| {
                        *results.entry(result).or_insert_with(BigRational::zero) += given_up * &probability;
                    };
                    distribution.without_split(|_| true)?.into_iter().for_each(&mut add);
                    told(None, 1);
                    for value in distribution.split_values() {
                        let known = known.entry((place, value)).or_default();
                        distribution.of_split(value, known)?.into_iter().for_each(&mut add);
                        told(Value::from_index(value), distribution.steps_of(value)?);
                    }
                }
            }
        }
        let found = strategies.iter().zip(results).map(|(&strategy, mut results)| {
            results.retain(|_, probability: &mut BigRational| !probability.is_zero());
            RoundDistribution { strategy, results }
        });
        Ok(found.collect())
    }

    /// An estimate of the products of counts that [`Solver::round_distribution`] takes for splits, to compare games by. That of blackjack with splits to four hands
    /// is 2.2 billion; where hands of a round are paid differently there are several times as many.
    ///
    /// # Errors
    /// As [`Solver::round_distribution`].
    pub fn round_distribution_work(&self, strategy: Class) -> Result<u64, SolveError> {
        self.over_cases(strategy, |case| case.work())
    }

    /// The steps of all parts that [`Solver::round_distribution`] tells of: one a part, and one more for every five million of the products that
    /// [`Solver::round_distribution_work`] estimates.
    ///
    /// # Errors
    /// As [`Solver::round_distribution`].
    pub fn round_distribution_steps(&self, strategy: Class) -> Result<u64, SolveError> {
        self.over_cases(strategy, |case| case.steps())
    }

    /// A sum over all cases as a class plays them. It costs the decisions of the class, if they are not known yet.
    fn over_cases(
        &self,
        strategy: Class,
        of: fn(&CaseDistribution<'_>) -> Result<u64, SolveError>,
    ) -> Result<u64, SolveError> {
        self.follows_a_round(DISTRIBUTION, strategy)?;
        let bonuses = SuitBonuses::new(self.game(), self.shoe())?;
        let mut sum = 0;
        for up in self.ups().iter() {
            let cases = self.cases(up, self.settlement(up, strategy)?);
            for (case, play) in cases.iter().zip(&self.plays(&cases, strategy)?) {
                sum += of(&CaseDistribution { game: self.game(), case, play, bonuses: &bonuses })?;
            }
        }
        Ok(sum)
    }

    /// How a pair that is split in a case can end: each result with its probability given the up card, weighted by the case and by the pair's cards.
    /// `None` where that takes more than so many products of three hands, or twenty times as many of two, and where nothing is found by following the hands to their end.
    pub(crate) fn split_results(
        &self,
        (case, play): (&SignalCase<'_>, &CasePlay),
        value: usize,
        most_work: u64,
    ) -> Option<Vec<(RoundResult, BigRational)>> {
        if self.splits_to_many() {
            return None;
        }
        let bonuses = SuitBonuses::new(self.game(), self.shoe()).ok()?;
        let distribution = CaseDistribution { game: self.game(), case, play, bonuses: &bonuses };
        let of_two = self.game().split.as_ref()?.most_hands(value) <= 2;
        if distribution.work_of(value).ok()? > if of_two { most_work * 20 } else { most_work } {
            return None;
        }
        distribution.of_split(value, &mut Vec::new()).ok()
    }

    /// Refuses what cannot be found by following each round to its end under a fixed play.
    pub(crate) fn follows_a_round(&self, what: &'static str, strategy: Class) -> Result<(), SolveError> {
        let unsolved = |rules| Err(SolveError::Unsolved { what, rules });
        if strategy == Class::Perfect {
            return unsolved("perfect play");
        }
        if self.game().switch.is_some() {
            return unsolved("two hands to switch");
        }
        if self.splits_to_many() {
            return unsolved(TO_MANY);
        }
        Ok(())
    }
}

/// What is asked for, in an error.
pub(super) const DISTRIBUTION: &str = "the distribution of a round";

/// Given the up card, and weighted by the case.
type Results = Vec<(RoundResult, BigRational)>;
