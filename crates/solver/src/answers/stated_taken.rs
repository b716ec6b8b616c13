//! Rounds under stated charts: by the cards that they take, which is what a count needs to know of a chart with index plays, and by their results.

use counting::GroupedShoe;

use crate::answers::cards_taken::{ChartPlay, RoundByCardsTaken, WHAT};
use crate::answers::round_distribution::{DISTRIBUTION, DistributionProgress, RoundDistribution};
use crate::answers::stated_play::StatedRow;
use crate::arithmetic::error::SolveError;
use crate::compiled::settlement::Settlement;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;

impl Solver {
    /// The round under each of these stated charts, by the cards that it takes; with its square if asked for. Under an up card for which several charts state the same the round is summed once.
    ///
    /// Each chart is played as [`Solver::value_of_chart`] plays it: the attack wager is made, and even money taken, where that is worth more with the full shoe.
    ///
    /// # Errors
    /// As [`Solver::round_by_cards_taken`] and [`Solver::value_of_chart`].
    pub fn charts_by_cards_taken(
        &self,
        charts: &[Vec<StatedRow>],
        groups: &GroupedShoe,
        squares: bool,
    ) -> Result<Vec<RoundByCardsTaken>, SolveError> {
        self.follows_a_round(WHAT, Class::Td)?;
        self.is_decided_by_a_chart()?;
        let of_up = |chart: usize, up: &DealerCache| -> Vec<StatedRow> {
            charts[chart].iter().filter(|row| row.up == up.dealer.up()).cloned().collect()
        };
        let play = |up, rows: &Vec<StatedRow>| self.stated_case_plays(up, rows);
        self.rounds_of_charts(charts.len(), (groups, squares), of_up, play)
    }

    /// The exact distribution of a round under a stated chart, which is played as [`Solver::value_of_chart`] plays it. The class that it names is that of the chart: total-dependent.
    ///
    /// `progress` is told every part as it is done. It costs what [`Solver::round_distribution`] does.
    ///
    /// # Errors
    /// As [`Solver::round_distribution`] and [`Solver::value_of_chart`].
    pub fn distribution_of_chart(
        &self,
        rows: &[StatedRow],
        progress: &(dyn Fn(DistributionProgress) + Sync),
    ) -> Result<RoundDistribution, SolveError> {
        self.follows_a_round(DISTRIBUTION, Class::Td)?;
        self.is_decided_by_a_chart()?;
        let play = |_, up| self.stated_case_plays(up, rows);
        let mut found = self.distributions_played(&[Class::Td], play, &|_, part| progress(part))?;
        found.pop().ok_or(SolveError::Unsolved { what: DISTRIBUTION, rules: "no strategy" })
    }

    fn stated_case_plays<'s>(&'s self, up: &'s DealerCache, rows: &[StatedRow]) -> Result<ChartPlay<'s>, SolveError> {
        let cases = self.cases(up, self.stated_settlement(up, rows)?);
        let plays = self.stated_plays(&cases, rows)?;
        Ok((cases, plays))
    }

    /// The settlement that a stated chart chooses under an up card by its attack wager.
    fn stated_settlement<'s>(&'s self, up: &'s DealerCache, rows: &[StatedRow]) -> Result<&'s Settlement, SolveError> {
        let [only] = self.settlements() else {
            let means = |cases: &[SignalCase<'_>]| {
                let plays = self.stated_plays(cases, rows)?;
                cases.iter().zip(&plays).map(|(case, play)| play.mean(self.game(), case)).collect()
            };
            return Ok(self.with_attack(up, means, |mean| mean)?.settlement);
        };
        Ok(only)
    }
}
