//! An analysis compiled once, for several questions about it.

use std::sync::{Arc, OnceLock};

use rules::{Game, Submission};
use solver::{ApproximatedRound, Approximator, Class, DealtPair, PlayTable, Query, Solver, UpPlay};

use crate::analysis::Analysis;
use crate::approximate::Approximated;
use crate::chart::{self, ChartWant, StrategyCharts};
use crate::decision::{self, Decision};
use crate::failure::Failure;
use crate::inspect::{self, Inspected};
use crate::known_wagers::KnownWagers;
use crate::played::BaseGame;
use crate::progress::{Progress, told};
use crate::solve::{self, Solved, Want};
use crate::switching::{self, InspectedSwitch, SwitchRules};
use crate::wagers::{self, SideWagers, WagersWant};

/// An analysis compiled for its shoe. The dealer's distributions that one question needed are kept for the next: tens of megabytes.
#[derive(Debug)]
pub struct Compiled {
    submission: Submission,
    solver: Arc<Solver>,
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
        Ok(Compiled { solver: Arc::new(Solver::new(&self.submission)?), submission: self.submission.clone() })
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
        Ok(is_confirmed(&self.solver.play_table(near.table().strategy)?, near.table()))
    }

    /// The charts of a class, unless exact play is, decision by decision, a play in floats of the same analysis: see [`Compiled::confirms`].
    ///
    /// # Errors
    /// As [`Analysis::chart`].
    pub fn chart_unless(&self, near: &ApproximatedPlay, want: &ChartWant) -> Result<Option<StrategyCharts>, Failure> {
        let exact = self.solver.play_table(near.table().strategy)?;
        if is_confirmed(&exact, near.table()) {
            return Ok(None);
        }
        chart::of_table(&self.submission, &exact, want).map(Some)
    }

    /// As [`Analysis::side_wagers`].
    ///
    /// # Errors
    /// As there.
    pub fn side_wagers(&self, want: &WagersWant, progress: &dyn Progress) -> Result<SideWagers, Failure> {
        let base_game = || BaseGame::lent(&self.submission, &self.solver);
        told(progress, |steps| wagers::with(&mut base_game(), want, steps))
    }

    /// As [`Compiled::side_wagers`], with what was found before of wagers that the deal decides.
    ///
    /// # Errors
    /// As there.
    pub fn side_wagers_known(
        &self,
        known: &KnownWagers,
        want: &WagersWant,
        progress: &dyn Progress,
    ) -> Result<SideWagers, Failure> {
        let base_game = || BaseGame::lent(&self.submission, &self.solver).knowing(known);
        told(progress, |steps| wagers::with(&mut base_game(), want, steps))
    }

    /// An analysis whose base game and shoe are the same, compiled with what has been found for this one; `None` if they are not. Side wagers may
    /// differ.
    pub fn shared_with(&self, analysis: &Analysis) -> Option<Self> {
        let (one, other) = (&self.submission, &analysis.submission);
        let base = |submission: &Submission| Game { wagers: Default::default(), ..submission.game.clone() };
        let is_same = one.shoe == other.shoe && base(one) == base(other);
        is_same.then(|| Self { submission: other.clone(), solver: Arc::clone(&self.solver) })
    }

    /// As [`Analysis::inspect_switch`].
    ///
    /// # Errors
    /// As there.
    pub fn inspect_switch(&self, dealt: &DealtPair, class: Class) -> Result<InspectedSwitch, Failure> {
        switching::inspect(&self.solver, &self.submission, dealt, class)
    }

    /// As [`Analysis::switch_rules`].
    ///
    /// # Errors
    /// As there.
    pub fn switch_rules(&self, class: Class) -> Result<SwitchRules, Failure> {
        switching::rules(&self.solver, &self.submission, class)
    }

    /// As [`Analysis::inspect`].
    ///
    /// # Errors
    /// As there.
    pub fn inspect(&self, query: &Query, class: Class) -> Result<Inspected, Failure> {
        inspect::with(&self.solver, &self.submission, query, class)
    }

    /// As [`Analysis::decision`].
    ///
    /// # Errors
    /// As there.
    pub fn decision(&self, query: &Query, class: Class) -> Result<Decision, Failure> {
        decision::with(&self.solver, &self.submission, query, class)
    }
}

/// Whether two tables agree but for what is switched.
fn is_confirmed(exact: &PlayTable, near: &PlayTable) -> bool {
    let same_up = |(one, other): (&UpPlay, &UpPlay)| {
        one.up == other.up
            && one.attack == other.attack
            && one.even_money == other.even_money
            && one.early == other.early
            && one.signals.len() == other.signals.len()
            && one.signals.iter().zip(&other.signals).all(|(one, other)| one.decides_as(other))
    };
    exact.strategy == near.strategy && exact.ups.len() == near.ups.len() && exact.ups.iter().zip(&near.ups).all(same_up)
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
    #[ignore = "long; `just slow`"]
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

    /// A paytable leaves the base game alone, an option does not.
    #[test]
    fn analyses_with_one_base_game_share_its_solver() {
        let game = Analysis::of_game("pa-685a-down-under").expect("a game");
        let compiled = game.compiled().expect("compiled");
        let [same, other] = [&["wagers.match-the-dealer.offered=false"][..], &["decks=4"]]
            .map(|all| all.iter().try_fold(game.clone(), |game, one| game.set(one)).expect("an analysis"));
        let shared = compiled.shared_with(&same).expect("the same base game");
        let want = Want { variance: crate::Variance::Without, ..Want::default() };
        let [lent, own] = [shared.solve(Class::CdzMinus, &want, &Silent), same.solve(Class::CdzMinus, &want, &Silent)]
            .map(|solved| serde_json::to_string(&solved.expect("solved")).expect("JSON"));
        assert_eq!(lent, own);
        assert!(compiled.shared_with(&other).is_none());
        assert!(compiled.shared_with(&game.set("readings.dealer-ace=customary").expect("a reading")).is_none());
    }
}
