//! The base game's result beside what a side wager looks at: the cards of the deal, or the dealer's finished hand.

use std::collections::BTreeMap;

use cards::Value;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::HandId;
use crate::compiled::settlement::OUTCOMES;
use crate::compiled::strategy::Class;
use crate::dealer::cache::{DealerCache, ExactSum};
use crate::dealer::union_sums::{Tallies, sum_weighed};
use crate::dealer::{Dealer, DealerHand, FinishedHand, finished_hands};
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, deals};
use crate::parallel;
use crate::zero_memory::CasePlay;
use crate::zero_memory::switch;

/// The values of the cards dealt, and what the round is worth with them.
#[derive(Debug, Clone, PartialEq)]
pub struct InitialMean {
    /// The player's first two cards, the lower value first.
    pub hand: [Value; 2],
    /// The up card.
    pub up: Value,
    /// The hole card, or the card that the dealer is dealt second where there is none. The player knows no more of it than the
    /// rules tell him.
    pub hole: Value,
    /// Probability over all rounds of these cards.
    pub probability: BigRational,
    /// Expected net result given them, per unit of initial wager.
    pub ev: BigRational,
}

impl Solver {
    /// Every deal of the player's first two cards, up card and hole card, valued under a zero-memory class.
    ///
    /// Probabilities add up to one, and so weighted values to [`crate::Solution::ev`].
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] for perfect play and [`SolveError::Unsolved`] for two hands to switch; else as [`Solver::solve`].
    pub fn initial_means(&self, strategy: Class) -> Result<Vec<InitialMean>, SolveError> {
        self.deals_one_hand(strategy, "the round by its first cards")?;
        let per_up = parallel::try_map(self.ups(), |up| self.initial_means_under(up, strategy))?;
        Ok(per_up.concat())
    }

    /// The expected net result of a round with two hands to switch on each kind of the player's first four cards, per unit of both wagers. `kind`
    /// gives a deal's kind as any number; it is told the four values, lowest first. The results add up to [`crate::Solution::ev`].
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] for perfect play and [`SolveError::Unsolved`] for one hand; else as [`Solver::solve`].
    pub fn means_by_four_cards(
        &self,
        strategy: Class,
        kind: &(dyn Fn([Value; 4]) -> usize + Sync),
    ) -> Result<BTreeMap<usize, BigRational>, SolveError> {
        let what = "the round by four cards";
        if strategy == Class::Perfect {
            return Err(SolveError::PerfectUnsolved(what.to_owned()));
        }
        if self.game().switch.is_none() {
            return Err(SolveError::Unsolved { what, rules: "one hand" });
        }
        let per_up = parallel::try_map(self.ups(), |up| {
            let cases = self.cases(up, self.settlement(up, strategy)?);
            let means = switch::means_by_cards(self.game(), &cases, &self.plays(&cases, strategy)?, kind)?;
            Ok::<_, SolveError>((self.share(up), means))
        })?;
        let mut sums = BTreeMap::new();
        for (share, means) in per_up {
            for (kind, mean) in means {
                *sums.entry(kind).or_insert_with(BigRational::zero) += mean * &share;
            }
        }
        Ok(sums)
    }

    /// The expected product of a round's net result, per unit of initial wager, and a quantity that the dealer's finished hand
    /// decides. The dealer finishes his hand whatever the player does.
    ///
    /// # Errors
    /// As [`Solver::initial_means`], and [`SolveError::WagerAmounts`] for quantities whose common denominator is too large.
    pub fn mean_with_dealer(
        &self,
        strategy: Class,
        quantity: &(dyn Fn(&DealerHand) -> BigRational + Sync),
    ) -> Result<BigRational, SolveError> {
        self.deals_one_hand(strategy, "the round beside the dealer's hand")?;
        let part = |up: &DealerCache| Ok(self.mean_with_dealer_under(up, strategy, quantity)? * self.share(up));
        Ok(parallel::try_map(self.ups(), part)?.into_iter().sum())
    }

    /// Refuses what has no measure of one hand's cards.
    pub(crate) fn deals_one_hand(&self, strategy: Class, what: &'static str) -> Result<(), SolveError> {
        if strategy == Class::Perfect {
            return Err(SolveError::PerfectUnsolved(what.to_owned()));
        }
        if self.game().switch.is_some() {
            return Err(SolveError::Unsolved { what, rules: "two hands to switch" });
        }
        Ok(())
    }

    fn initial_means_under(&self, up: &DealerCache, strategy: Class) -> Result<Vec<InitialMean>, SolveError> {
        let cases = self.cases(up, self.settlement(up, strategy)?);
        let plays = self.plays(&cases, strategy)?;
        let mut distributions = DistributionsByHole::new(self, up)?;
        let share = self.share(up);
        let mut means = Vec::new();
        for (id, ways) in deals(self.hands()).filter(|&(id, _)| up.is_feasible(self.hands().get(id).cards)) {
            let cards = self.hands().get(id).cards;
            let holds = |value: &Value| std::iter::repeat_n(*value, cards.count(value.index()) as usize);
            let values: Vec<Value> = Value::all().flat_map(|value| holds(&value)).collect();
            for (case, play) in cases.iter().zip(&plays) {
                let results = self.sums_by_hole(case, play, (id, ways), &mut distributions)?;
                let chances = distributions.sums(case, &[(cards, [ways; OUTCOMES])]);
                for ((hole, probability), result) in chances.into_iter().zip(results) {
                    if !probability.is_zero() {
                        means.push(InitialMean {
                            hand: [values[0], values[values.len() - 1]],
                            up: up.dealer.up(),
                            hole,
                            ev: result / &probability,
                            probability: probability * &share,
                        });
                    }
                }
            }
        }
        Ok(means)
    }

    /// Mean results from a first hand by the hole cards of a case, weighted by cards and hole card.
    fn sums_by_hole(
        &self,
        case: &SignalCase<'_>,
        play: &CasePlay,
        start: (HandId, i64),
        distributions: &mut DistributionsByHole,
    ) -> Result<Vec<BigRational>, SolveError> {
        let given_back = play.given_back(self.game(), case, start.0)?;
        let sums =
            distributions.sums(case, &play.measure_from(self.game(), case, start)).into_iter().map(|(hole, sum)| {
                let mean = sum / case.units();
                if Some(hole) == case.up.dealer.natural_hole() { mean + &given_back } else { mean }
            });
        Ok(sums.collect())
    }

    fn mean_with_dealer_under(
        &self,
        up: &DealerCache,
        strategy: Class,
        quantity: &(dyn Fn(&DealerHand) -> BigRational + Sync),
    ) -> Result<BigRational, SolveError> {
        let cases = self.cases(up, self.settlement(up, strategy)?);
        let plays = self.plays(&cases, strategy)?;
        let hands = finished_hands(self.game(), up.dealer.up(), self.shoe());
        let weights = DealerQuantity::new(&hands, quantity)?;
        let weighed = hands.iter().map(|finished| (finished, weights.of[&finished.hand]));
        let dealer = Dealer::weighted(self.game(), up.dealer.up(), self.shoe(), weighed)?;
        let weighted = DealerCache::without_keys(dealer);
        let tallies: Vec<Tallies<1>> = parallel::map_numbers(cases.len(), |at| {
            let measure = plays[at].measure(self.game(), &cases[at]);
            measure.into_iter().map(|(cards, weights)| (cards, [weights])).collect()
        });
        let sums = sum_weighed(&weighted, &tallies)?;
        let (mut sum, mut mean) = (BigRational::zero(), BigRational::zero());
        for ((case, play), [part]) in cases.iter().zip(&plays).zip(sums) {
            sum += part / case.units();
            mean += play.mean(self.game(), case)?;
            for (id, _) in deals(self.hands()) {
                sum += play.given_back(self.game(), case, id)? * BigInt::from(weights.of_natural(up));
            }
        }
        Ok(sum / weights.unit + mean * weights.least)
    }
}

/// Distributions by single hole cards, kept for the card sets that several hands share.
struct DistributionsByHole {
    up: DealerCache,
    holes: Vec<Value>,
    distributions: FxHashMap<CardSet, Vec<[u128; OUTCOMES]>>,
}

impl DistributionsByHole {
    fn new(solver: &Solver, up: &DealerCache) -> Result<Self, SolveError> {
        let dealer = Dealer::by_hole_card(solver.game(), up.dealer.up(), solver.shoe())?;
        let holes = dealer.cases().iter().flat_map(|case| case.holes.values()).collect();
        let up = DealerCache::without_keys(dealer);
        Ok(Self { up, holes, distributions: FxHashMap::default() })
    }

    /// The sum of weights under each hole card of a case, weighted by cards and hole card.
    fn sums(&mut self, case: &SignalCase<'_>, weights: &[(CardSet, [i64; OUTCOMES])]) -> Vec<(Value, BigRational)> {
        let of_case = case.up.dealer.cases()[case.case].holes;
        let asked: Vec<usize> = (0..self.holes.len()).filter(|&at| of_case.contains(self.holes[at])).collect();
        let mut walk = self.up.exact_distributions();
        let mut sums: Vec<ExactSum<'_>> = asked.iter().map(|_| ExactSum::new(&self.up)).collect();
        for (cards, weights) in weights {
            let distribution = self.distributions.entry(*cards).or_insert_with(|| walk.weighed(*cards).to_vec());
            for (sum, &at) in sums.iter_mut().zip(&asked) {
                sum.add(*cards, &distribution[at], weights);
            }
        }
        asked.iter().zip(&sums).map(|(&at, sum)| (self.holes[at], sum.total())).collect()
    }
}

/// A quantity of the dealer's hand as whole numbers: each is `least` and so many of one over `unit`.
struct DealerQuantity {
    least: BigRational,
    unit: BigInt,
    of: FxHashMap<DealerHand, u64>,
}

impl DealerQuantity {
    fn new(hands: &[FinishedHand], quantity: &dyn Fn(&DealerHand) -> BigRational) -> Result<Self, SolveError> {
        let mut exact: FxHashMap<DealerHand, BigRational> = FxHashMap::default();
        for FinishedHand { hand, .. } in hands {
            exact.entry(*hand).or_insert_with(|| quantity(hand));
        }
        let least = exact.values().min().cloned().unwrap_or_else(BigRational::zero);
        let unit = exact.values().fold(BigInt::one(), |unit, one| unit.lcm((one - &least).denom()));
        let whole = |one: &BigRational| ((one - &least) * &unit).to_integer().to_u64().ok_or(SolveError::WagerAmounts);
        let of = exact.iter().map(|(&hand, one)| Ok((hand, whole(one)?))).collect::<Result<_, SolveError>>()?;
        Ok(Self { least, unit, of })
    }

    /// Of a dealer blackjack, which there may be none of.
    fn of_natural(&self, up: &DealerCache) -> u64 {
        let is_natural = |hand: &&DealerHand| hand.blackjack && Some(hand.hole) == up.dealer.natural_hole();
        self.of.keys().find(is_natural).map_or(0, |hand| self.of[hand])
    }
}
