//! An analysis compiled once, for several questions about it.

use std::sync::OnceLock;

use rules::Submission;
use solver::{ApproximatedRound, Approximator, Class, PlayTable, Query, Solver};

use crate::analysis::Analysis;
use crate::approximate::Approximated;
use crate::chart::{self, ChartWant, StrategyCharts};
use crate::decision::{self, Decision};
use crate::failure::Failure;
use crate::played::BaseGame;
use crate::progress::{Progress, told};
use crate::solve::{self, Solved, Want};
use crate::wagers::{self, SideWagers, WagersWant};

/// An analysis compiled for its shoe. The dealer's distributions that one question needed are kept for the next: tens of megabytes.
#[derive(Debug)]
pub struct Compiled {
    submission: Submission,
    solver: Solver,
}

/// An analysis compiled for answers in floats.
#[derive(Debug)]
pub struct CompiledInFloats {
    submission: Submission,
    approximator: Approximator,
}

/// A strategy class in floats: its values, and the play that has them.
#[derive(Debug)]
pub struct ApproximatedPlay {
    submission: Submission,
    values: Approximated,
    round: ApproximatedRound,
    table: OnceLock<PlayTable>,
}

impl Analysis {
    /// Compiles the analysis for several questions. Each answer is that of the verb of the same name.
    ///
    /// ```
    /// use shoeproof::{Analysis, ChartWant, Class, Silent, Want};
    ///
    /// let compiled = Analysis::of_game("plain-blackjack")?.set("decks=1")?.compiled()?;
    /// let solved = compiled.solve(Class::CdzMinus, &Want::default(), &Silent)?;
    /// assert_eq!(solved.ev.rounded(10), "0.0015312000");
    /// let charted = compiled.chart(Class::CdzMinus, &ChartWant::default())?;
    /// assert_eq!(charted.strategy, "cdz");
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Solve`] for a shoe that could run out.
    pub fn compiled(&self) -> Result<Compiled, Failure> {
        Ok(Compiled { solver: Solver::new(&self.submission)?, submission: self.submission.clone() })
    }

    /// Compiles the analysis for answers in floats: milliseconds.
    ///
    /// # Errors
    /// [`Failure::Solve`] for rules that are not valued in floats.
    pub fn compiled_in_floats(&self) -> Result<CompiledInFloats, Failure> {
        let approximator = Approximator::new(&self.submission.game, self.submission.shoe)?;
        Ok(CompiledInFloats { approximator, submission: self.submission.clone() })
    }
}

impl Compiled {
    /// As [`Analysis::solve`].
    ///
    /// # Errors
    /// As there.
    pub fn solve(&self, class: Class, want: &Want, progress: &dyn Progress) -> Result<Solved, Failure> {
        told(progress, |steps| solve::with(&self.solver, &self.submission, class, want, steps))
    }

    /// As [`Analysis::chart`].
    ///
    /// # Errors
    /// As there.
    pub fn chart(&self, class: Class, want: &ChartWant) -> Result<StrategyCharts, Failure> {
        chart::has_chart(class)?;
        chart::of_table(&self.submission, &self.solver.play_table(class)?, want)
    }

    /// Whether exact play is, decision by decision, a play in floats of the same analysis, so that its charts are exact too. Which deals are switched is not compared.
    ///
    /// # Errors
    /// As [`Analysis::chart`].
    pub fn confirms(&self, near: &ApproximatedPlay) -> Result<bool, Failure> {
        let mut exact = self.solver.play_table(near.table().strategy)?;
        for up in &mut exact.ups {
            up.switched_before_check.clear();
            up.signals.iter_mut().for_each(|signal| signal.switched.clear());
        }
        Ok(exact == *near.table())
    }

    /// As [`Analysis::side_wagers`].
    ///
    /// # Errors
    /// As there.
    pub fn side_wagers(&self, want: &WagersWant, progress: &dyn Progress) -> Result<SideWagers, Failure> {
        let base_game = || BaseGame::lent(&self.submission, &self.solver);
        told(progress, |steps| wagers::with(&mut base_game(), want, steps))
    }

    /// As [`Analysis::decision`].
    ///
    /// # Errors
    /// As there.
    pub fn decision(&self, query: &Query, class: Class) -> Result<Decision, Failure> {
        decision::with(&self.solver, &self.submission, query, class)
    }
}

impl CompiledInFloats {
    /// A strategy class in floats, with a proven error.
    ///
    /// ```
    /// use shoeproof::{Analysis, ChartWant, Class};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?;
    /// let near = analysis.compiled_in_floats()?.play(Class::CdzMinus)?;
    /// assert!((near.values().ev - 0.001_531_199_957_940_793).abs() <= near.values().error + 1e-15);
    /// let exact = analysis.chart(Class::CdzMinus, &ChartWant::default())?;
    /// assert_eq!(near.chart(&ChartWant::default())?.charts, exact.charts);
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`Analysis::approximate`].
    pub fn play(&self, class: Class) -> Result<ApproximatedPlay, Failure> {
        let round = self.approximator.round(&self.submission.shoe, class)?;
        let values = Approximated::new(&self.submission, class, round.approximation());
        Ok(ApproximatedPlay { submission: self.submission.clone(), values, round, table: OnceLock::new() })
    }
}

impl ApproximatedPlay {
    /// As [`Analysis::approximate`] gives them.
    pub fn values(&self) -> &Approximated {
        &self.values
    }

    /// The play as charts. They are those of [`Analysis::chart`], but for two things. Whether the attack wager is made, and whether two cards are
    /// given up before any signal, is decided in floats: it may differ where two values differ by less than the error. And deals that are
    /// switched are left out.
    ///
    /// # Errors
    /// As [`Analysis::chart`].
    pub fn chart(&self, want: &ChartWant) -> Result<StrategyCharts, Failure> {
        let charts = chart::of_table(&self.submission, self.table(), want)?;
        Ok(StrategyCharts { switches: Vec::new(), ..charts })
    }

    fn table(&self) -> &PlayTable {
        self.table.get_or_init(|| self.round.play_table())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    /// Blackjack's wagers are decided by the deal, by the dealer's hand and by the player's play.
    #[test]
    fn side_wagers_by_the_solver_that_is_there_are_those_of_the_analysis() {
        let analysis = Analysis::of_game("pa-633a-blackjack").expect("a game");
        let compiled = analysis.compiled().expect("compiled");
        let want = Want { variance: crate::Variance::Without, ..Want::default() };
        compiled.solve(Class::CdzMinus, &want, &Silent).expect("solved");
        let [lent, own] = [
            compiled.side_wagers(&WagersWant::default(), &Silent),
            analysis.side_wagers(&WagersWant::default(), &Silent),
        ]
        .map(|wagers| serde_json::to_string(&wagers.expect("wagers")).expect("JSON"));
        assert_eq!(lent, own);
    }
}
