//! The distribution of a round as the document states it, with what it implies over many rounds.

use std::collections::BTreeMap;

use certificate::{
    ActionResult, Bracket, ClassResult, Event, EventShare, Exact, Hold, HoldInterval, NetResult, RoundDistribution,
    Ruin, RuinBankroll, RuinWithin, SignedRoot, StatedEvent, StatedNet, StatedShare, Volatility,
};
use num_rational::{BigRational, Ratio};
use num_traits::Signed;
use rayon::prelude::*;
use rules::{Game, Submission};
use solver::{Class, DealerResult, DistributionProgress, RoundResult, Solution, SolveError, Solver};
use statistics::{Distribution, Level, StatisticsError, Total};

use crate::failure::Failure;
use crate::present;

/// Numbers of rounds that the hold is stated for.
const HOLD_ROUNDS: [u64; 8] = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/// Numbers of rounds that a side without the advantage is to survive.
const SURVIVED_ROUNDS: [u64; 3] = [100, 1_000, 10_000];

/// Risks that bankrolls are stated for, in thousandths.
const RISKS: [u32; 3] = [50, 10, 1];

/// Places of an interval's ends.
const HOLD_PLACES: u32 = 12;

/// Places of a proven bracket, whose ends come from doubles.
const BRACKET_PLACES: u32 = 15;

/// A class's figures with its distribution, from which the variance follows where it is not computed without.
///
/// # Errors
/// If the results lie on too fine a lattice for certified figures.
pub(crate) fn with_distribution(
    class: ClassResult,
    round: Option<(solver::RoundDistribution, RoundDistribution)>,
) -> Result<ClassResult, Failure> {
    let Some((round, distribution)) = round else { return Ok(class) };
    let std_dev = match class.std_dev {
        None => Some(present::root(&variance(&round)?)),
        std_dev => std_dev,
    };
    Ok(ClassResult { std_dev, distribution: Some(distribution), ..class })
}

/// Refuses a distribution that contradicts figures which were found by other formulas: a fault of this program, and nothing to certify.
///
/// # Errors
/// [`Failure::Refused`].
pub(crate) fn agree(solution: &Solution, round: &solver::RoundDistribution) -> Result<(), Failure> {
    let mean = |amount: fn(&RoundResult) -> Ratio<i64>| -> BigRational {
        round.results.iter().map(|(result, probability)| cards::widened(amount(result)) * probability).sum()
    };
    let variance = variance(round)?;
    let figures = [
        ("EV", &solution.ev, mean(|result| result.net)),
        ("average wager", &solution.average_wager, mean(|result| result.wagered)),
        ("variance", solution.variance.as_ref().unwrap_or(&variance), variance.clone()),
    ];
    match figures.into_iter().find(|(_, figure, of_round)| *figure != of_round) {
        None => Ok(()),
        Some((name, figure, of_round)) => {
            let (class, figure, of_round) = (solution.strategy, cards::fraction(figure), cards::fraction(&of_round));
            Err(Failure::Refused(format!(
                "{class}: the {name} is {figure}, and by the distribution of a round {of_round}. This program is at fault, and its figures are not to be used"
            )))
        }
    }
}

/// The variance of the net result.
///
/// # Errors
/// [`Failure::Statistics`] if the probabilities are none of a distribution.
pub(crate) fn variance(round: &solver::RoundDistribution) -> Result<BigRational, Failure> {
    let net = round.net().into_iter().map(|(net, probability)| (cards::widened(net), probability));
    Ok(Distribution::new(net)?.variance())
}

/// The distribution with every hand insured, as a certificate states it; `None` in a game without insurance.
pub(crate) fn insured(round: &solver::RoundDistribution, game: &Game) -> Option<Vec<StatedNet>> {
    let net = round.insured(game)?.into_iter();
    let net = net.map(|(net, probability)| (cards::widened(net), probability));
    Some(
        net.map(|(net, probability)| StatedNet {
            net: cards::fraction(&net),
            probability: cards::fraction(&probability),
        })
        .collect(),
    )
}

/// What happens in a round, as a certificate states it.
pub(crate) fn stated_events(round: &solver::RoundDistribution) -> Vec<StatedEvent> {
    let share = |share: EventShare| StatedShare { value: share.value, probability: share.probability.fraction };
    let event = |event: Event| StatedEvent { what: event.what, shares: event.shares.into_iter().map(share).collect() };
    events(round).into_iter().map(event).collect()
}

/// Probabilities of net results and total wagers in initial wagers.
pub(crate) type Action = BTreeMap<(BigRational, BigRational), BigRational>;

/// The distribution and what follows from it.
///
/// # Errors
/// If the results lie on too fine a lattice for certified figures.
pub(crate) fn distribution(round: &solver::RoundDistribution, game: &Game) -> Result<RoundDistribution, Failure> {
    let insured = round.insured(game).map_or_else(Vec::new, |net| results(&net));
    let action = round.of(|result| (result.net, result.wagered)).into_iter();
    let action =
        action.map(|((net, wagered), probability)| ((cards::widened(net), cards::widened(wagered)), probability));
    implied(&action.collect(), insured, events(round))
}

/// What the joint distribution of net result and total wager implies, beside what it does not.
///
/// # Errors
/// If the probabilities do not sum to one, or the results lie on too fine a lattice for certified figures.
pub(crate) fn implied(
    action: &Action,
    insured: Vec<NetResult>,
    events: Vec<Event>,
) -> Result<RoundDistribution, Failure> {
    let mut net: BTreeMap<&BigRational, BigRational> = BTreeMap::new();
    for ((one, _), probability) in action {
        *net.entry(one).or_default() += probability;
    }
    let round = Distribution::new(net.iter().map(|(&net, probability)| (net.clone(), probability.clone())))?;
    let net = net.iter().map(|(net, probability)| NetResult { net: net.to_string(), probability: probability.into() });
    let skewness = round.skewness();
    Ok(RoundDistribution {
        net: net.collect(),
        insured,
        action: action
            .iter()
            .map(|((net, wagered), probability)| ActionResult {
                net: net.to_string(),
                wagered: wagered.to_string(),
                probability: probability.into(),
            })
            .collect(),
        hit_frequency: (&round.hit_frequency()).into(),
        push_frequency: (&round.push_frequency()).into(),
        loss_frequency: (&round.loss_frequency()).into(),
        skewness: SignedRoot {
            negative: skewness.as_ref().is_some_and(|root| root.is_negative),
            magnitude: present::root(&skewness.map_or_else(BigRational::default, |root| root.square)),
        },
        excess_kurtosis: (&round.excess_kurtosis().unwrap_or_default()).into(),
        events,
        volatility_index: Level::ALL
            .into_iter()
            .map(|level| Volatility {
                level: level.percent().to_string(),
                index: format!("{:.6}", round.volatility_index(level)),
            })
            .collect(),
        hold: HOLD_ROUNDS.into_par_iter().map(|rounds| hold(&round, rounds)).collect::<Result<_, _>>()?,
        ruin: ruin(&round)?,
    })
}

/// How many steps the distributions of these classes take.
///
/// # Errors
/// As [`Solver::round_distribution_steps`].
pub(crate) fn steps(solver: &Solver, strategies: &[Class]) -> Result<u64, Failure> {
    strategies.iter().try_fold(0, |sum, &strategy| Ok(sum + solver.round_distribution_steps(strategy)?))
}

/// Most parts of a stated strategy's distribution that are worked out apart: rounds without a split, and each pair, under each up card.
pub(crate) fn most_steps(submission: &Submission) -> u64 {
    let values = submission.shoe.counts().iter().filter(|&&count| count > 0).count() as u64;
    values * if submission.game.split.is_some() { 1 + values } else { 1 }
}

/// Most work, as [`Solver::round_distribution_work`] counts it, that a report takes unasked: about ten minutes of processor time.
const MOST_WORK: u64 = 5_000_000_000;

/// A class's distribution of a round with what follows from it; `None` as from [`distribution_of_class`].
///
/// # Errors
/// As [`distribution_of_class`] and [`distribution`].
pub(crate) fn of_class(
    solver: &Solver,
    game: &Game,
    strategy: Class,
    long: bool,
    told: impl Fn(DistributionProgress) + Sync,
) -> Result<Option<(solver::RoundDistribution, RoundDistribution)>, Failure> {
    let Some(round) = distribution_of_class(solver, strategy, long, told)? else { return Ok(None) };
    let stated = distribution(&round, game)?;
    Ok(Some((round, stated)))
}

/// A class's distribution of a round; `None` where it is not solved, or takes long and long ones are not asked for.
///
/// # Errors
/// As [`Solver::round_distribution`].
fn distribution_of_class(
    solver: &Solver,
    strategy: Class,
    long: bool,
    told: impl Fn(DistributionProgress) + Sync,
) -> Result<Option<solver::RoundDistribution>, Failure> {
    let made = made(solver, &[strategy], long)?;
    Ok(distributions(solver, &made, &|_, part| told(part))?.remove(&strategy))
}

/// The classes whose distribution of a round is made: not where it is not solved, nor where it takes long unless long ones are asked for.
///
/// # Errors
/// As [`Solver::round_distribution_work`].
pub(crate) fn made(solver: &Solver, strategies: &[Class], long: bool) -> Result<Vec<Class>, Failure> {
    let mut made = Vec::new();
    for &strategy in strategies {
        match solver.round_distribution_work(strategy) {
            Ok(work) => made.extend((long || work <= MOST_WORK).then_some(strategy)),
            Err(SolveError::Unsolved { .. } | SolveError::SplitTooWide) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(made)
}

/// The distributions of a round by class, without those that prove too wide. `told` is told each part, [`steps`] in all where none is too wide.
///
/// # Errors
/// As [`Solver::round_distributions`].
pub(crate) fn distributions(
    solver: &Solver,
    strategies: &[Class],
    told: &(dyn Fn(Class, DistributionProgress) + Sync),
) -> Result<BTreeMap<Class, solver::RoundDistribution>, Failure> {
    match solver.round_distributions(strategies, &|at, part| told(strategies[at], part)) {
        Ok(distributions) => Ok(strategies.iter().copied().zip(distributions).collect()),
        // One class may fit where another does not.
        Err(SolveError::SplitTooWide) if strategies.len() > 1 => {
            let mut all = BTreeMap::new();
            for strategy in strategies {
                all.extend(distributions(solver, std::slice::from_ref(strategy), told)?);
            }
            Ok(all)
        }
        Err(SolveError::Unsolved { .. } | SolveError::SplitTooWide) => Ok(BTreeMap::new()),
        Err(error) => Err(error.into()),
    }
}

fn results(net: &BTreeMap<Ratio<i64>, BigRational>) -> Vec<NetResult> {
    net.iter().map(|(net, probability)| NetResult { net: net.to_string(), probability: probability.into() }).collect()
}

/// The name of what a result comes to.
type Named<'a> = &'a dyn Fn(&RoundResult) -> String;

fn events(round: &solver::RoundDistribution) -> Vec<Event> {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let counted: [(&str, Named<'_>); 5] = [
        ("hands", &|result| result.hands.to_string()),
        ("doubled", &|result| result.doubled.to_string()),
        ("busted", &|result| result.busted.to_string()),
        ("surrendered", &|result| result.surrendered.to_string()),
        ("blackjack", &|result| yes(result.blackjack)),
    ];
    let mut events: Vec<Event> =
        counted.into_iter().map(|(what, value)| event(what, round.of(value), |one| one)).collect();
    events.push(event("dealer", round.of(|result| result.dealer), |dealer| match dealer {
        DealerResult::Total(total) => total.to_string(),
        DealerResult::Blackjack => "blackjack".to_owned(),
    }));
    // What never happens in a game is not counted in it.
    events.retain(|event| event.shares.len() > 1);
    events
}

fn event<T>(what: &str, by_value: BTreeMap<T, BigRational>, name: impl Fn(T) -> String) -> Event {
    let share = |(value, probability): (T, BigRational)| EventShare {
        value: name(value),
        probability: Exact::from(&probability),
    };
    Event { what: what.to_owned(), shares: by_value.into_iter().map(share).collect() }
}

fn hold(round: &Distribution, rounds: u64) -> Result<Hold, StatisticsError> {
    let total = Total::new(round, rounds)?;
    let intervals = Level::ALL.into_iter().map(|level| {
        let exact = total.hold_interval(level);
        let normal = round.normal_hold(level, rounds)?;
        Ok(HoldInterval {
            level: level.percent().to_string(),
            exact: [cards::decimal_below(&exact.low, HOLD_PLACES), cards::decimal_above(&exact.high, HOLD_PLACES)],
            normal: [normal.low, normal.high].map(|end| format!("{end:.9}")),
        })
    });
    Ok(Hold {
        rounds,
        intervals: intervals.collect::<Result<_, StatisticsError>>()?,
        house_ahead: bracket(total.standing().house_ahead),
    })
}

/// Ruin of either side; `None` without an advantage.
fn ruin(round: &Distribution) -> Result<Option<Ruin>, StatisticsError> {
    let mean = round.mean();
    let house = round.negated();
    let (favoured, with, without) = match mean.is_positive() {
        true => ("player", round, &house),
        false if mean.is_negative() => ("house", &house, round),
        false => return Ok(None),
    };
    let forever = statistics::RuinForever::new(with)?;
    let bankrolls = RISKS.map(|risk| Ok(bankroll(risk, &forever.bankroll(f64::from(risk) / 1000.0)?)));
    let least = f64::from(RISKS.into_iter().fold(u32::MAX, u32::min)) / 1000.0;
    let within = SURVIVED_ROUNDS.into_par_iter().map(|rounds| {
        let ruin = match statistics::RuinWithin::new(without, rounds, least) {
            // Nothing else of the answer hangs on it.
            Err(StatisticsError::TooLong { .. }) => return Ok(None),
            ruin => ruin?,
        };
        let bankrolls = RISKS.map(|risk| Ok(bankroll(risk, &ruin.bankroll(f64::from(risk) / 1000.0)?)));
        Ok(Some(RuinWithin { rounds, bankrolls: bankrolls.into_iter().collect::<Result<_, StatisticsError>>()? }))
    });
    Ok(Some(Ruin {
        favoured: favoured.to_owned(),
        adjustment_coefficient: bracket(forever.adjustment_coefficient()),
        bankrolls: bankrolls.into_iter().collect::<Result<_, StatisticsError>>()?,
        within: within.filter_map(Result::transpose).collect::<Result<_, StatisticsError>>()?,
    }))
}

fn bankroll(risk: u32, least: &statistics::Bankroll) -> RuinBankroll {
    let percent = BigRational::new(risk.into(), 10.into());
    RuinBankroll {
        risk: cards::decimal(&percent, if percent.is_integer() { 0 } else { 1 }),
        bankroll: least.amount.to_string(),
    }
}

fn bracket(bracket: statistics::Bracket) -> Bracket {
    let [low, high] = [bracket.low, bracket.high].map(|end| BigRational::from_float(end).unwrap_or_default());
    Bracket { low: cards::decimal_below(&low, BRACKET_PLACES), high: cards::decimal_above(&high, BRACKET_PLACES) }
}
