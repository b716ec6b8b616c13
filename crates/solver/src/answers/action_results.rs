//! How one decision can end: the distribution of the net result of each action.

use std::collections::BTreeMap;

use num_rational::{BigRational, Ratio};

use crate::answers::inspect::{Decision, InspectError, Query};
use crate::arithmetic::error::SolveError;
use crate::compiled::action::Action;
use crate::compiled::decisions::Act;
use crate::compiled::hands::HandId;
use crate::compiled::settlement::OUTCOMES;
use crate::compiled::strategy::Class;
use crate::compiled::walk::{Step, follow};
use crate::dealer::cache::ExactSum;
use crate::engine::solver::Solver;

/// Most work that the results of a split may take, about a tenth of a second on two cores: so many products of three hands, or twenty times as many
/// of two, which need no sets of cards in between.
const MOST_SPLIT_WORK: u64 = 1_500_000;

/// Ordered ways by dealer outcome.
type OutcomeWays = [i64; OUTCOMES];

/// The probability of each net result, in units of initial wager, of an action followed by the strategy's play.
pub type NetResults = BTreeMap<Ratio<i64>, BigRational>;

impl Solver {
    /// The distribution of the net result of each action on an unsplit hand, per unit of initial wager, given the hand, the up card
    /// and the signal (so no discovered dealer blackjack). A split is there, with its hands taken together, where that takes no more than
    /// about a tenth of a second: of most pairs that may be split once, and of those that draw few cards. Nothing after a split.
    ///
    /// The mean of a distribution is the value that [`Solver::inspect`] gives. A few milliseconds more than that, and tens for a split.
    ///
    /// # Errors
    /// As [`Solver::inspect`].
    pub fn action_results(&self, query: &Query, strategy: Class) -> Result<Vec<(Action, NetResults)>, InspectError> {
        if !query.other.is_empty() {
            return Ok(Vec::new());
        }
        self.decide(query, strategy, |decision| {
            let mass = decision.mass(self.hands().get(decision.hand).cards)?;
            let acts = decision.acts(decision.case.options).into_iter();
            let own = acts.map(|act| Ok((act.into(), decision.results(act, &mass)?)));
            let mut results: Vec<(Action, NetResults)> = own.collect::<Result<_, InspectError>>()?;
            if let Some(split) = decision.split_results(&mass) {
                results.push((Action::Split, split));
            }
            Ok(results)
        })
    }
}

impl Decision<'_> {
    fn split_results(&self, mass: &BigRational) -> Option<NetResults> {
        let solver = self.solver;
        let value =
            solver.hands().get(self.hand).pair().filter(|_| solver.game().split.is_some() && self.is_zero_memory())?;
        let mut by_net = NetResults::new();
        for (result, probability) in solver.split_results((self.case, self.play), value, MOST_SPLIT_WORK)? {
            *by_net.entry(result.net).or_default() += probability / mass;
        }
        by_net.retain(|_, probability| *probability.numer() != 0.into());
        Some(by_net)
    }

    /// `mass` is the probability of the hand's cards and the signal.
    fn results(&self, act: Act, mass: &BigRational) -> Result<NetResults, SolveError> {
        let up = self.case.up;
        let mut distributions = up.exact_distributions();
        let mut sums: BTreeMap<i32, ExactSum<'_>> = BTreeMap::new();
        for (id, by_net) in self.settled(act) {
            let cards = self.solver.hands().get(id).cards;
            if !up.is_feasible(cards) {
                continue;
            }
            let distribution = &distributions.at(cards)?[self.case.case];
            for (net, ways) in &by_net {
                sums.entry(*net).or_insert_with(|| ExactSum::new(up)).add(cards, distribution, ways);
            }
        }
        let units = self.case.table.settlement.denominator();
        let result = |(net, sum): (i32, ExactSum<'_>)| (Ratio::new(i64::from(net), units), sum.total() / mass);
        let results = sums.into_iter().map(result);
        Ok(results.filter(|(_, probability)| *probability.numer() != 0.into()).collect())
    }

    /// The hands at which the play is settled once this act is made, each with the ordered ways to its net results.
    ///
    /// Busts are told as differences (see [`follow`]), so that a hand's ways may be negative; those of a net result add up to its probability.
    fn settled(&self, act: Act) -> BTreeMap<HandId, BTreeMap<i32, OutcomeWays>> {
        let (options, play, table) = (self.case.options, &self.play.play, self.case.table);
        let mut settled: BTreeMap<HandId, BTreeMap<i32, OutcomeWays>> = BTreeMap::new();
        follow(
            table,
            options,
            &mut vec![0; table.hands.len()],
            0..table.hands.len() as HandId,
            [(self.hand, 1)],
            |id, hand| if id == self.hand { act } else { play.act(id, hand, &options) },
            |id, hand, doubling| play.gives_up_doubled(id, hand, doubling, &options),
            |id, step, ways| {
                let Step::Settled(how) = step else { return };
                let by_net = settled.entry(id).or_default();
                for (outcome, &net) in table.settlement.row(how.row).iter().enumerate() {
                    by_net.entry(net).or_insert([0; OUTCOMES])[outcome] += ways;
                }
            },
        );
        settled
    }
}
