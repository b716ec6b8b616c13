//! Figures of a report corroborated: rounds dealt at the table under its strategy, as many as the analysis asks for.

use certificate::{
    CutCardEffect, Exact, SimulatedFigure, SimulatedGroup, SimulatedJudged, Simulation, SimulationVerdict,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;
use rules::Submission;
use solver::Solver;
use table::{Figure, Judged, Plan, Progress, Shuffling, Table, Tally, Verdict};

use crate::failure::Failure;
use crate::plan;
use crate::tallied::{self, CLASS, Exactly, Group, LEVEL, batches};

/// Places of a standard error and of a cut card's effect.
const PLACES: u32 = 12;
const EFFECT_PLACES: u32 = 9;
/// Places of a z score.
const Z_PLACES: u32 = 2;

/// Rounds to deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rounds {
    pub(crate) rounds: u64,
    pub(crate) seed: u64,
    pub(crate) cut_card: Option<CutCardRounds>,
}

/// Rounds to deal to a cut card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CutCardRounds {
    pub(crate) penetration: String,
    pub(crate) cards_before: usize,
    pub(crate) rounds: u64,
}

impl Rounds {
    /// Those that the analysis asks for.
    ///
    /// # Errors
    /// If its cut card does not lie within the shoe.
    pub(crate) fn of(submission: &Submission) -> Result<Option<Self>, Failure> {
        let Some(simulation) = &submission.simulation else { return Ok(None) };
        let cards = submission.shoe.total() as usize;
        let cut_card = simulation.cut_card.as_ref().map(|cut_card| {
            let penetration = cut_card.penetration().to_string();
            Ok::<_, Failure>(CutCardRounds {
                penetration,
                cards_before: cut_card.cards_before(cards)?,
                rounds: cut_card.rounds,
            })
        });
        Ok(Some(Self { rounds: simulation.rounds, seed: simulation.seed, cut_card: cut_card.transpose()? }))
    }

    /// Those of a report, to deal them again.
    ///
    /// # Errors
    /// What is no number.
    pub(crate) fn stated(simulation: &Simulation) -> Result<Self, String> {
        let count = |digits: &str| digits.parse::<u64>().map_err(|error| format!("{digits}: {error}"));
        let cut_card = simulation.cut_card.as_ref().map(|cut_card| {
            Ok::<_, String>(CutCardRounds {
                penetration: cut_card.penetration.clone(),
                cards_before: cut_card.cards_before.into(),
                rounds: count(&cut_card.rounds)?,
            })
        });
        Ok(Self { rounds: count(&simulation.rounds)?, seed: count(&simulation.seed)?, cut_card: cut_card.transpose()? })
    }

    /// How often [`simulation`] reports a step.
    pub(crate) fn steps(&self) -> u64 {
        batches(self.rounds) + self.cut_card.as_ref().map_or(0, |cut_card| batches(cut_card.rounds))
    }
}

/// Deals the rounds and compares the exact figures with what they came to.
///
/// # Errors
/// [`Failure::Refused`] if the table disagrees with a figure, and failures of solver and table.
pub(crate) fn simulation(
    rounds: &Rounds,
    submission: &Submission,
    solver: &Solver,
    exactly: &Exactly<'_>,
    step: &dyn Fn(&str),
) -> Result<Simulation, Failure> {
    let plan = plan::plan(submission, &solver.play_table(CLASS)?);
    let table = Table::new(submission, &plan, true)?;
    let tally = deal(&table, rounds.seed, Shuffling::EveryRound, rounds.rounds, step)?;
    let groups = exactly.groups(submission, &table, &tally)?;
    let verdict = Verdict::new(groups.iter().flat_map(|group| &group.figures), LEVEL);
    refuse_rejected(rounds, &verdict)?;
    let cut_card = rounds.cut_card.as_ref();
    let cut_card =
        cut_card.map(|cut_card| measured(cut_card, rounds.seed, submission, &plan, exactly, step)).transpose()?;
    Ok(Simulation {
        strategy: CLASS.name().to_owned(),
        rounds: tally.rounds.to_string(),
        seed: rounds.seed.to_string(),
        groups: stated_groups(groups, &verdict),
        verdict: stated_verdict(&verdict),
        not_compared: not_compared(submission, exactly, &table),
        cut_card,
    })
}

fn deal(table: &Table, seed: u64, shuffling: Shuffling, rounds: u64, step: &dyn Fn(&str)) -> Result<Tally, Failure> {
    let simulation = table::Simulation::new(table, seed, shuffling)?;
    tallied::deal(&simulation, &mut Progress::default(), rounds, 0, &mut |progress| {
        step(&format!("table: {} rounds", progress.tally.rounds));
        Ok(())
    })
}

/// A report in which the table contradicts a figure is not certified.
fn refuse_rejected(rounds: &Rounds, verdict: &Verdict) -> Result<(), Failure> {
    if verdict.rejected.is_empty() {
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "THE TABLE DISAGREES with the exact figures after {} rounds from seed {} (level {LEVEL:e} for all figures together): {}",
        rounds.rounds,
        rounds.seed,
        verdict.rejected.join("; ")
    )))
}

fn stated_groups(groups: Vec<Group>, verdict: &Verdict) -> Vec<SimulatedGroup> {
    let mut adjusted = verdict.adjusted.iter();
    let mut next = || adjusted.next().copied().flatten();
    let groups = groups.into_iter().map(|group| SimulatedGroup {
        of: group.of,
        wager: group.wager,
        figures: group.figures.iter().map(|figure| stated(figure, next())).collect(),
    });
    groups.collect()
}

fn stated(figure: &Figure, adjusted_p: Option<f64>) -> SimulatedFigure {
    SimulatedFigure {
        name: figure.name.clone(),
        rounds: figure.rounds.to_string(),
        count: figure.count.map(|count| count.to_string()),
        exact: Exact::from(&figure.expected),
        observed: Exact::from(&figure.observed),
        standard_error: root(&figure.error_squared, PLACES),
        z: z(&figure.off(), figure.z_squared()),
        judged: match figure.judged {
            Judged::ByZ => SimulatedJudged::ByZ,
            Judged::ByCount => SimulatedJudged::ByCount,
            Judged::Not => SimulatedJudged::Not,
        },
        p: (figure.judged != Judged::Not).then(|| probability(figure.p)),
        adjusted_p: adjusted_p.map(probability),
    }
}

fn stated_verdict(verdict: &Verdict) -> SimulationVerdict {
    SimulationVerdict {
        procedure: "Holm".to_owned(),
        level: format!("{LEVEL}"),
        judged: verdict.figures as u64,
        largest_z: verdict.largest_z.as_ref().map(|(z, _)| format!("{z:.2}")),
        family_p: probability(verdict.p),
    }
}

fn not_compared(submission: &Submission, exactly: &Exactly<'_>, table: &Table) -> Vec<String> {
    let unknown = submission.wagers.iter().filter(|offered| !exactly.knows(offered));
    let unknown = unknown
        .map(|offered| format!("{} {}: its exact figures are not in this report", offered.id, offered.paytable.name));
    unknown.chain(tallied::not_dealt(submission, table)).collect()
}

/// What the cut card does.
fn measured(
    asked: &CutCardRounds,
    seed: u64,
    submission: &Submission,
    plan: &Plan,
    exactly: &Exactly<'_>,
    step: &dyn Fn(&str),
) -> Result<CutCardEffect, Failure> {
    let table = Table::new(submission, plan, false)?;
    let tally = deal(&table, seed, Shuffling::CutCard(asked.cards_before), asked.rounds, step)?;
    let ev = tallied::number(&exactly.class.ev)?;
    let shoes = &tally.shoes;
    let found = tallied::cut_card_effect(shoes, table.initial_wager(), &ev);
    let error_squared = &found.error_squared;
    let z_squared = error_squared.is_positive().then(|| &found.effect * &found.effect / error_squared);
    let cards = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    Ok(CutCardEffect {
        penetration: asked.penetration.clone(),
        cards_before: cards(asked.cards_before),
        cards: cards(table.shoe_size()),
        rounds: asked.rounds.to_string(),
        shoes: shoes.shoes.to_string(),
        rounds_per_shoe: cards::decimal(&BigRational::new(BigInt::from(shoes.rounds), shoes.shoes.into()), 3),
        effect: cards::decimal(&found.effect, EFFECT_PLACES),
        standard_error: root(error_squared, EFFECT_PLACES),
        z: z(&found.effect, z_squared),
        shoes_too_short: shoes.refilled.to_string(),
    })
}

fn root(squared: &BigRational, places: u32) -> String {
    cards::sqrt_decimal(squared, places).unwrap_or_default()
}

/// A z score by its sign and its square.
fn z(sign: &BigRational, squared: Option<BigRational>) -> String {
    let Some(squared) = squared else { return "infinite".to_owned() };
    cards::signed_sqrt_decimal(sign.is_negative(), &squared, Z_PLACES).unwrap_or_default()
}

fn probability(p: f64) -> String {
    format!("{p:.6}")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::present;

    /// A shoe of few hands, so that it is solved and dealt at once.
    fn submission() -> Submission {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/plain-blackjack/1-decks.toml");
        let set = [("shoe", "4,0,0,4,4,4,4,4,4,16"), ("simulation.rounds", "40000"), ("simulation.seed", "3")];
        let set = set.map(|(key, value)| rules::Override::new(key, value));
        Submission::load(&path, &set).expect("an analysis")
    }

    #[test]
    fn a_wrong_figure_is_refused_by_name() {
        let submission = submission();
        let rounds = Rounds::of(&submission).expect("no cut card").expect("a simulation");
        let solver = Solver::new(&submission).expect("a game that is solved");
        let (solution, spread) = solver.solve_with_spread(CLASS, |_| ()).expect("a solution");
        let mut class = present::class_result(&solution, &spread);
        let run = |class: &certificate::ClassResult| {
            let exactly = Exactly { class, insurance: None, wagers: Vec::new() };
            simulation(&rounds, &submission, &solver, &exactly, &|_| ())
        };
        let found = run(&class).expect("the table agrees");
        assert!(found.rounds == "40000" && found.verdict.judged > 10, "{}", found.verdict.judged);
        // A twentieth of the wager is ten standard errors of 40,000 rounds.
        class.ev = Exact::from(&(&solution.ev + BigRational::new(1.into(), 20.into())));
        let refusal = run(&class).expect_err("the EV is wrong").to_string();
        assert!(refusal.contains("THE TABLE DISAGREES") && refusal.ends_with(": EV"), "{refusal}");
    }

    #[test]
    fn z_scores_are_rounded_from_the_fraction() {
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        assert_eq!(z(&ratio(-1, 9), Some(ratio(2, 1))), "-1.41");
        assert_eq!(z(&ratio(-1, 9), Some(ratio(1, 1_000_000))), "0.00");
        assert_eq!(z(&ratio(1, 9), None), "infinite");
    }
}
