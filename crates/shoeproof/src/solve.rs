//! The base game under a strategy class.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cards::Value;
use certificate::{Exact, Insurance, PerfectBracket, Root, RoundDistribution, UpCard};
use num_rational::BigRational;
use rules::Submission;
use serde::Serialize;
use solver::{Class, DistributionProgress, Solution, SolveError, Solver, TO_MANY, TwoSpots};

use crate::failure::Failure;
use crate::first_hands::{FirstHandValues, SplitHandValues, first_hands};
use crate::present::by_name;
use crate::progress::{Steps, Work};
use crate::schema::JsonSchema;
use crate::spots::Spots;
use crate::{distribution, perfect, present};

/// Whether the variance of a round is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Variance {
    /// Not: EV, house edge and action alone, which is a fifth of the work.
    Without,
    /// Where it takes no longer than the rest: not under perfect play where pairs may be split more than once.
    #[default]
    Usual,
    /// Everywhere.
    Always,
}

/// What is computed besides the EV.
#[derive(Debug, Clone, Default)]
pub struct Want {
    /// The variance of a round.
    pub variance: Variance,
    /// Two values that the EV of perfect play is proven to lie between: seconds.
    pub bracket: bool,
    /// The covariance of two spots at one table, and the variance of one unit on each of so many; not under perfect play, nor
    /// without the variance.
    pub spots: Option<u32>,
    /// The EV of the shoe without one card of each value, under the strategy for that shoe and under that for the full one.
    pub effects_of_removal: bool,
    /// What every action is worth with every first hand; not under perfect play.
    pub actions: bool,
    /// The exact distribution of a round's net result, and hold and ruin over many rounds: seconds, and minutes where pairs may
    /// be split to four hands.
    pub distribution: bool,
    /// A file in which the parts of perfect play are kept as they are solved, and from which the work goes on if it is there.
    pub resume: Option<PathBuf>,
}

/// The base game under a strategy class, insurance left out.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Solved {
    /// Id of the analysis.
    pub analysis: String,
    /// Id of the game.
    pub game: String,
    /// Number of decks; `null` for a shoe that is not whole decks.
    pub decks: Option<u16>,
    /// The strategy class.
    pub strategy: &'static str,
    /// What EV and house edge are per unit of, such as `initial wager`.
    pub unit: &'static str,
    /// Expected net result of a round.
    pub ev: Exact,
    /// The EV with the other sign.
    pub house_edge: Exact,
    /// Return to player: 1 less the house edge.
    pub rtp: Exact,
    /// The nearest float to the root of `variance`; both are `null` where the variance is not computed.
    pub std_dev: Option<f64>,
    /// Variance of the net result.
    pub variance: Option<Exact>,
    /// The house edge per unit of total wager.
    pub element_of_risk: Exact,
    /// Expected total wager.
    pub average_wager: Exact,
    /// What perfect play lies between; left out unless asked for, like what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perfect_bracket: Option<PerfectBracket>,
    /// A player on several spots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spots: Option<Spots>,
    /// The insurance wager; `null` in a game without one.
    pub insurance: Option<Insurance>,
    /// The round given the up card, and given the signal.
    pub by_up_card: Vec<UpCard>,
    /// The round without one card of each value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects_of_removal: Vec<Removal>,
    /// Every first hand that leaves something to decide, by up card, signal and cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<FirstHandValues>,
    /// With them, hands of the pairs that the class splits; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actions_after_split: Vec<SplitHandValues>,
    /// The distribution of a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<RoundDistribution>,
    /// The choice of every reading.
    pub readings: BTreeMap<String, String>,
    /// The choice of every option.
    pub options: BTreeMap<String, String>,
    /// Whether the regulation allows what was chosen.
    pub conforming: bool,
    /// Where it does not.
    pub deviations: Vec<String>,
    /// The standard deviation to as many digits as are asked of it.
    #[serde(skip)]
    pub deviation: Option<Root>,
}

impl Solved {
    /// Whether the EV is positive.
    pub fn favours_player(&self) -> bool {
        self.ev.value().is_some_and(|ev| present::is_positive(&ev))
    }
}

/// The round without one card.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Removal {
    /// The card taken out.
    pub card: String,
    /// EV of the shoe without it, under the strategy of the class for that shoe.
    pub ev: Exact,
    /// That EV less the full shoe's.
    pub effect: Exact,
    /// EV of the shoe without it, under the strategy of the class for the full shoe. Left out, like what follows, for perfect play, two hands to switch, and
    /// splits under a late blackjack that looks for live hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_ev: Option<Exact>,
    /// That EV less the full shoe's. These effects, each as often as its card is in the shoe, add up to zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_effect: Option<Exact>,
}

/// What taking out one card of each value does: with the strategy fitted to each shoe, and with that of the full shoe.
fn effects_of_removal(
    submission: &Submission,
    solver: &Solver,
    strategy: Class,
    full: &BigRational,
    steps: &Steps<'_>,
) -> Result<Vec<Removal>, Failure> {
    let fixed: BTreeMap<Value, BigRational> = match solver.ev_without_each_value(strategy) {
        Ok(fixed) => fixed.into_iter().collect(),
        Err(SolveError::Unsolved { .. }) => BTreeMap::new(),
        Err(error) => return Err(error.into()),
    };
    let mut effects = Vec::new();
    for value in Value::all() {
        let Ok(shoe) = submission.shoe.without(value) else { continue };
        steps.done(Work::Without(value));
        let ev = Solver::for_game(submission.game.clone(), shoe)?.ev(strategy)?;
        let fixed = fixed.get(&value);
        effects.push(Removal {
            card: value.to_string(),
            effect: (&(&ev - full)).into(),
            ev: (&ev).into(),
            fixed_ev: fixed.map(Into::into),
            fixed_effect: fixed.map(|ev| (&(ev - full)).into()),
        });
    }
    Ok(effects)
}

/// Refuses what is asked of another class, before anything is computed.
fn is_asked_well(strategy: Class, want: &Want) -> Result<(), Failure> {
    if want.resume.is_some() && strategy != Class::Perfect {
        return Err(Failure::Asked(format!(
            "a run is kept in a file for perfect play alone: {strategy} takes seconds"
        )));
    }
    if want.spots.is_some() && want.variance == Variance::Without {
        return Err(Failure::Asked(
            "the variance of several spots follows from that of one, which is left out: expected the variance too"
                .to_owned(),
        ));
    }
    if want.actions && strategy == Class::Perfect {
        return Err(Failure::Asked(
            "the actions of all first hands are valued for zero-memory classes; inspect one decision under perfect play"
                .to_owned(),
        ));
    }
    Ok(())
}

/// As [`crate::Analysis::solve`].
pub(crate) fn solve(
    submission: &Submission,
    strategy: Class,
    want: &Want,
    steps: &Steps<'_>,
) -> Result<Solved, Failure> {
    is_asked_well(strategy, want)?;
    with(&Solver::new(submission)?, submission, strategy, want, steps)
}

/// The same by a solver of the submission.
pub(crate) fn with(
    solver: &Solver,
    submission: &Submission,
    strategy: Class,
    want: &Want,
    steps: &Steps<'_>,
) -> Result<Solved, Failure> {
    is_asked_well(strategy, want)?;
    if want.spots.is_some() && solver.splits_to_many() {
        return Err(SolveError::Unsolved { what: "the variance of several spots", rules: TO_MANY }.into());
    }
    let values = submission.shoe.counts().iter().filter(|&&count| count > 0).count() as u64;
    let passes = [want.effects_of_removal, want.spots.is_some(), want.bracket];
    let passes = passes.into_iter().filter(|&asked| asked).count() as u64;
    steps.expect(passes * values + solver.most_steps(strategy) as u64);
    let two_spots = match want.spots {
        None => None,
        Some(number) => Some((number, solver.two_spots(strategy, &|up| steps.done(Work::TwoSpots(up)))?)),
    };
    let solution = solution(submission, solver, strategy, want, steps)?;
    let perfect_bracket = if want.bracket { Some(bracket(solver, steps)?) } else { None };
    let effects_of_removal = if want.effects_of_removal {
        effects_of_removal(submission, solver, strategy, &solution.ev, steps)?
    } else {
        Vec::new()
    };
    let (actions, actions_after_split) = if want.actions {
        let attacked = solution.ups.iter().filter_map(|up| Some((up.up.to_string(), up.attack?))).collect();
        first_hands(submission, solver, strategy, &attacked, steps)?
    } else {
        Default::default()
    };
    let distribution = if want.distribution {
        steps.expect(distribution::steps(solver, &[strategy])?);
        let told = |part: DistributionProgress| steps.done_steps(part.steps, &Work::Distribution { class: None, part });
        let round = solver.round_distribution(strategy, &told)?;
        let implied = distribution::distribution(&round, &submission.game)?;
        Some((round, implied))
    } else {
        None
    };
    let parts =
        Parts { spots: two_spots, perfect_bracket, effects_of_removal, actions, actions_after_split, distribution };
    solved(submission, &solution, parts)
}

/// What perfect play lies between.
pub(crate) fn bracket(solver: &Solver, steps: &Steps<'_>) -> Result<PerfectBracket, Failure> {
    let bracket = solver.bracket(&|up| steps.done(Work::Bracket(up)))?;
    Ok(present::perfect_bracket(&bracket.lower, &bracket.upper))
}

fn solution(
    submission: &Submission,
    solver: &Solver,
    strategy: Class,
    want: &Want,
    steps: &Steps<'_>,
) -> Result<Solution, Failure> {
    let step = |at| steps.done(Work::Solving { class: None, at });
    if let Some(path) = &want.resume {
        return perfect::solve(submission, solver, want.variance == Variance::Always, path, step);
    }
    let asked = match want.variance {
        Variance::Always => solver::Want::variance(),
        Variance::Without => solver::Want::action(),
        Variance::Usual => solver::Want::quick_variance(),
    };
    Ok(solver.solve(strategy, asked.telling(&step))?)
}

/// What is computed besides the class's figures.
struct Parts {
    spots: Option<(u32, TwoSpots)>,
    perfect_bracket: Option<PerfectBracket>,
    effects_of_removal: Vec<Removal>,
    actions: Vec<FirstHandValues>,
    actions_after_split: Vec<SplitHandValues>,
    distribution: Option<(solver::RoundDistribution, RoundDistribution)>,
}

fn solved(submission: &Submission, solution: &Solution, parts: Parts) -> Result<Solved, Failure> {
    let spots = parts.spots.as_ref().zip(solution.variance.as_ref());
    let spots = spots.map(|((number, two), variance)| Spots::new(*number, two, variance));
    let result = distribution::with_distribution(present::class_result(solution), parts.distribution)?;
    Ok(Solved {
        analysis: submission.id.clone(),
        game: submission.game.id.clone(),
        decks: submission.decks,
        strategy: solution.strategy.name(),
        unit: present::unit(&submission.game),
        ev: result.ev,
        house_edge: result.house_edge,
        rtp: present::returned(&solution.ev),
        std_dev: result.std_dev.as_ref().map(|root| root.decimal.parse().unwrap_or(f64::NAN)),
        variance: result.std_dev.as_ref().map(|root| root.squared.clone()),
        element_of_risk: result.element_of_risk,
        average_wager: result.average_wager,
        perfect_bracket: parts.perfect_bracket,
        spots,
        insurance: present::insurance(submission),
        by_up_card: result.by_up_card,
        effects_of_removal: parts.effects_of_removal,
        actions: parts.actions,
        actions_after_split: parts.actions_after_split,
        distribution: result.distribution,
        readings: by_name(&submission.readings),
        options: by_name(&submission.options),
        conforming: submission.deviations.is_empty(),
        deviations: submission.deviations.clone(),
        deviation: result.std_dev,
    })
}
