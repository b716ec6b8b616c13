//! The stated distribution of a round: against the class's other claims, and against the stated strategy.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{StatedClass, StatedPlay, StatedResult, StatedUp};
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rules::Submission;

use crate::distribution::{self, Point};
use crate::hands::value_name;
use crate::refusal::{Refusal, expect, fraction};
use crate::total::{self, Total};
use crate::up_card_play::{UpCardPlay, stated_plays};

/// Largest net result and wager that are read, in units: with them the degree of a distribution's polynomial is bounded.
const MOST: i64 = 1 << 12;

/// A distribution: probability by net result and wager.
pub(crate) type ResultDistribution = BTreeMap<(BigRational, BigRational), BigRational>;

/// Checks that results are in order, each once, and that their probabilities are positive and sum to one.
fn read(what: &str, results: &[StatedResult]) -> Result<ResultDistribution, Refusal> {
    let distribution = read_part(what, results)?;
    let sum = total::sum(what, distribution.values().cloned())?;
    if sum.is_one() {
        Ok(distribution)
    } else {
        Err(Refusal::value(&format!("{what}: sum"), &cards::fraction(&sum), "1/1"))
    }
}

/// The same of some of all rounds, whose probabilities sum to less.
pub(crate) fn read_part(what: &str, results: &[StatedResult]) -> Result<ResultDistribution, Refusal> {
    let parse = |text: &str| fraction(what, text);
    let mut distribution = ResultDistribution::new();
    for result in results {
        let (net, wager, probability) = (parse(&result.net)?, parse(&result.wagered)?, parse(&result.probability)?);
        let at = (net, wager);
        if distribution.last_key_value().is_some_and(|(last, _)| *last >= at) {
            return Err(Refusal::Table(format!("{what}: net {} and wager {} are out of order", at.0, at.1)));
        }
        if !probability.is_positive() {
            return Err(Refusal::Table(format!(
                "{what}: net {} and wager {} have no probability above zero",
                at.0, at.1
            )));
        }
        distribution.insert(at, probability);
    }
    Ok(distribution)
}

/// Checks that the class's distribution has the mean, the mean wager and the variance stated, and is the sum of those by up card.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold.
pub(crate) fn check(class: &StatedClass, results: &[StatedResult]) -> Result<(), Refusal> {
    let what = format!("{}: the distribution of a round", class.strategy);
    let distribution = read(&what, results)?;
    let mean_of = |of: &dyn Fn(&(BigRational, BigRational)) -> BigRational| {
        total::sum(&what, distribution.iter().map(|(result, probability)| of(result) * probability))
    };
    let mean = mean_of(&|(net, _)| net.clone())?;
    expect(&format!("{what}: mean"), &class.ev, &mean)?;
    expect(&format!("{what}: mean wager"), &class.average_wager, &mean_of(&|(_, wager)| wager.clone())?)?;
    if let Some(variance) = &class.variance {
        let square = mean_of(&|(net, _)| net * net)?;
        expect(&format!("{what}: variance"), variance, &(square - &mean * &mean))?;
    }
    let mut sums: BTreeMap<(BigRational, BigRational), Total> = BTreeMap::new();
    for up in &class.up_cards {
        let here = format!("{what} given the up card {}", up.up);
        let results = up.results.as_ref().ok_or_else(|| Refusal::Table(format!("{here} is missing")))?;
        let of_up = fraction(&here, &up.probability)?;
        for (at, probability) in read(&here, results)? {
            sums.entry(at).or_insert_with(Total::new).add(&here, &(probability * &of_up))?;
        }
    }
    let sum: ResultDistribution = sums.into_iter().map(|(at, total)| (at, total.sum())).collect();
    for at in distribution.keys().chain(sum.keys()) {
        let text = |distribution: &ResultDistribution| distribution.get(at).map_or("0/1".to_owned(), cards::fraction);
        let (stated, found) = (text(&distribution), text(&sum));
        if stated != found {
            let here = format!("{what}: net {} and wager {} over all up cards", at.0, at.1);
            return Err(Refusal::value(&here, &stated, &found));
        }
    }
    Ok(())
}

/// A distribution in whole units of net result and of wager.
pub(crate) fn in_units<'a>(
    here: &str,
    distribution: &'a ResultDistribution,
    units: i64,
) -> Result<Vec<(i64, i64, &'a BigRational)>, Refusal> {
    let whole = |number: BigRational| number.is_integer().then(|| number.to_integer().to_i64()).flatten();
    let mut results = Vec::new();
    for ((net, wager), probability) in distribution {
        let net_units = whole(net * BigRational::from_integer(units.into())).filter(|net| net.abs() <= MOST);
        let wager_units = whole(wager.clone()).filter(|wager| (0..=MOST).contains(wager));
        let (Some(net_units), Some(wager_units)) = (net_units, wager_units) else {
            return Err(Refusal::Distribution(format!("{here}: no round nets {net} on a wager of {wager}")));
        };
        results.push((net_units, wager_units, probability));
    }
    Ok(results)
}

pub(crate) fn not_the_strategys(here: &str, point: &Point) -> Refusal {
    Refusal::Distribution(format!("{here} are not those of the stated strategy (modulo {})", point.prime()))
}

/// Derives the distribution under an up card, by its place, from the stated strategy, at a random point modulo a random prime, and compares it with the
/// stated. `seed` decides prime and point.
///
/// # Errors
/// [`Refusal`] for a distribution that is not the strategy's, and for a shoe that a round can use up.
pub(crate) fn derive(
    submission: &Submission,
    class: &StatedClass,
    place: usize,
    seed: &str,
    progress: &dyn Fn(&str),
) -> Result<(), Refusal> {
    let up = stated_plays(submission, class)?.get(place).map(|&(up, _)| up);
    let up = up.ok_or_else(|| Refusal::Table(format!("{}: an up card is missing", class.strategy)))?;
    let here = format!("{}: results under {up}", class.strategy);
    progress(&here);
    let (stated, play) = stated_up(submission, class, up)?;
    let distribution = read(&here, stated.results.as_deref().unwrap_or_default())?;
    let table = UpCardPlay::new(submission, class, up, play)?;
    let results = in_units(&here, &distribution, table.units)?;
    let point = Point::random(format!("{seed} {here}"));
    let split = |pair: usize| {
        let pair = value_name(pair);
        progress(&format!("{here}, {pair},{pair} split"));
    };
    let found = distribution::derived(&table, &point, &split)?;
    if point.stated(results.into_iter()) == Some(found) { Ok(()) } else { Err(not_the_strategys(&here, &point)) }
}

/// Values and play under an up card.
fn stated_up<'a>(
    submission: &Submission,
    class: &'a StatedClass,
    up: Value,
) -> Result<(&'a StatedUp, &'a StatedPlay), Refusal> {
    let play = stated_plays(submission, class)?.into_iter().find(|(one, _)| *one == up).map(|(_, play)| play);
    let stated = class.up_cards.iter().find(|one| one.up == up.to_string());
    stated.zip(play).ok_or_else(|| Refusal::Table(format!("{}: the up card {up} is missing", class.strategy)))
}

/// Derives the distribution of the net result with insurance in the same way. Under up cards that insurance is not offered on it is taken
/// from the distribution without.
///
/// # Errors
/// As [`derive`].
pub(crate) fn derive_insured(
    submission: &Submission,
    class: &StatedClass,
    seed: &str,
    progress: &dyn Fn(&str),
) -> Result<(), Refusal> {
    let here = format!("{}: results with insurance", class.strategy);
    let (Some(rule), Some(insured)) = (&submission.game.insurance, &class.insured) else { return Ok(()) };
    progress(&here);
    let parse = |text: &str| fraction(&here, text);
    let up = rule.offered_on;
    let offered = BigRational::new(submission.shoe.count(up).into(), submission.shoe.total().into());
    let others = class.up_cards.iter().filter(|one| one.up != up.to_string());
    let mut rest: BTreeMap<(BigRational, BigRational), Total> = BTreeMap::new();
    let mut add = |net: BigRational, probability: BigRational| {
        rest.entry((net, BigRational::zero())).or_insert_with(Total::new).add(&here, &probability)
    };
    for one in insured {
        add(parse(&one.net)?, parse(&one.probability)?)?;
    }
    for other in others {
        let of_up = parse(&other.probability)?;
        for result in other.results.iter().flatten() {
            add(parse(&result.net)?, -parse(&result.probability)? * &of_up)?;
        }
    }
    let mut rest: ResultDistribution = rest.into_iter().map(|(at, total)| (at, total.sum())).collect();
    rest.retain(|_, probability| !probability.is_zero());
    if offered.is_zero() {
        return if rest.is_empty() {
            Ok(())
        } else {
            Err(Refusal::Distribution(format!("{here}: insurance is never offered")))
        };
    }
    let (_, play) = stated_up(submission, class, up)?;
    let table = UpCardPlay::new(submission, class, up, play)?;
    let [won, lost] = [rule.pays.ratio() * rule.maximum.ratio(), rule.maximum.ratio()].map(|net| net * table.units);
    let times = won.denom().lcm(lost.denom());
    rest.values_mut().for_each(|probability| *probability /= &offered);
    let results = in_units(&here, &rest, table.units * times)?;
    let points = Point::random_of_net(format!("{seed} {here}"), times.unsigned_abs());
    let split = |pair: usize| progress(&format!("{here}, {0},{0} split", value_name(pair)));
    let found = distribution::insured(&table, &points, [won, lost].map(|net| (net * times).to_integer()), &split)?;
    if points[0].stated(results.into_iter()) == Some(found) {
        Ok(())
    } else {
        Err(not_the_strategys(&here, &points[0]))
    }
}
