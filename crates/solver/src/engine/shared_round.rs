//! The expected value of a round from the sums that a search shares: whole numbers up to the end, where one fraction is made.

use num_bigint::BigInt;
use num_rational::BigRational;
use rules::SurrenderWhen;

use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::RoundSum;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::exposed_pair::each_is_own;
use crate::engine::solver::Solver;
use crate::parallel;
use crate::zero_memory::shared_values::Shared;

impl Solver {
    /// The EV under a class, if this solver is of a search and a round is no more than the sum of its cases.
    ///
    /// # Errors
    /// As [`Solver::ev`].
    pub(crate) fn shared_ev(&self, strategy: Class) -> Result<Option<BigRational>, SolveError> {
        let Some(shared) = self.shared_values().filter(|_| self.is_sum_of_cases(strategy)) else { return Ok(None) };
        let sums = parallel::try_map(self.ups(), |up| self.sum_under(shared, up, strategy))?;
        let Some(widest) = self.ups().iter().map(|up| shared.scale.cards(up)).max() else { return Ok(None) };
        let unseen = self.shoe().total() - 1;
        let mut total = BigInt::default();
        for (up, sum) in self.ups().iter().zip(sums) {
            let own = shared.scale.cards(up);
            let ways = cards::falling(unseen - own, widest - own);
            total += sum.to_bigint() * BigInt::from(ways) * self.shoe().count(up.dealer.up());
        }
        let ways = BigInt::from(cards::falling(unseen, widest));
        Ok(Some(BigRational::new(total, ways * self.settlements()[0].denominator() * self.shoe().total())))
    }

    /// Whether nothing is decided for more than one case at once but the attack wager, nothing is given back where no hand is live,
    /// and no case is another one changed over.
    fn is_sum_of_cases(&self, strategy: Class) -> bool {
        let game = self.game();
        matches!(strategy, Class::Td | Class::CdzMinus)
            && game.switch.is_none()
            && game.surrender.as_ref().is_none_or(|surrender| surrender.when != SurrenderWhen::Early)
            && !self.settlements().iter().any(|settlement| settlement.looks_for_live_hands())
            && each_is_own(&self.solved_as(strategy))
    }

    /// The sum of an up card's cases under the better of the settlements, in ordered ways of the scale of the search.
    fn sum_under(&self, shared: &Shared, up: &DealerCache, strategy: Class) -> Result<RoundSum, SolveError> {
        let early = vec![false; self.hands().len()];
        let mut best: Option<RoundSum> = None;
        for settlement in self.settlements().iter() {
            let mut sum = RoundSum::ZERO;
            for solved in self.shared_cases(shared, &self.cases(up, settlement), strategy, &early)? {
                sum.add(&solved.sum());
            }
            if best.is_none_or(|best| sum.minus(&best).is_positive()) {
                best = Some(sum);
            }
        }
        Ok(best.unwrap_or(RoundSum::ZERO))
    }
}
