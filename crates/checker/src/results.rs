//! The stated law of a round: against the class's other claims, and against the stated strategy.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{StatedClass, StatedResult, number};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rules::Submission;

use crate::base_game::{UpTable, stated_plays};
use crate::hands::value_name;
use crate::law::{self, Point};
use crate::{Refusal, draw, expect};

/// Largest net result and wager that are read, in units: with them the degree of a law's polynomial is bounded.
const MOST: i64 = 1 << 12;

/// A law: probability by net result and wager.
type Law = BTreeMap<(BigRational, BigRational), BigRational>;

/// Checks that results are in order, each once, and that their probabilities are positive and sum to one.
fn read(what: &str, results: &[StatedResult]) -> Result<Law, Refusal> {
    let parse = |text: &str| number::fraction(text).map_err(|error| Refusal::Number { what: what.to_owned(), error });
    let mut law = Law::new();
    for result in results {
        let (net, wager, probability) = (parse(&result.net)?, parse(&result.wagered)?, parse(&result.probability)?);
        let at = (net, wager);
        if law.last_key_value().is_some_and(|(last, _)| *last >= at) {
            return Err(Refusal::Table(format!("{what}: net {} and wager {} are out of order", at.0, at.1)));
        }
        if !probability.is_positive() {
            return Err(Refusal::Table(format!(
                "{what}: net {} and wager {} have no probability above zero",
                at.0, at.1
            )));
        }
        law.insert(at, probability);
    }
    let sum: BigRational = law.values().sum();
    if sum.is_one() { Ok(law) } else { Err(Refusal::value(&format!("{what}: sum"), &cards::fraction(&sum), "1/1")) }
}

/// Checks that the class's law has the mean, the mean wager and the variance stated, and is the sum of those by up card.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold.
pub(crate) fn check(class: &StatedClass, results: &[StatedResult]) -> Result<(), Refusal> {
    let what = format!("{}: the law of a round", class.strategy);
    let law = read(&what, results)?;
    let mean_of = |of: &dyn Fn(&(BigRational, BigRational)) -> BigRational| -> BigRational {
        law.iter().map(|(result, probability)| of(result) * probability).sum()
    };
    let mean = mean_of(&|(net, _)| net.clone());
    expect(&format!("{what}: mean"), &class.ev, &mean)?;
    expect(&format!("{what}: mean wager"), &class.average_wager, &mean_of(&|(_, wager)| wager.clone()))?;
    if let Some(variance) = &class.variance {
        let square = mean_of(&|(net, _)| net * net);
        expect(&format!("{what}: variance"), variance, &(square - &mean * &mean))?;
    }
    let mut sum = Law::new();
    for up in &class.up_cards {
        let here = format!("{what} given the up card {}", up.up);
        let results = up.results.as_ref().ok_or_else(|| Refusal::Table(format!("{here} is missing")))?;
        let error = |error| Refusal::Number { what: here.clone(), error };
        let of_up = number::fraction(&up.probability).map_err(error)?;
        for (at, probability) in read(&here, results)? {
            *sum.entry(at).or_insert_with(BigRational::zero) += probability * &of_up;
        }
    }
    for at in law.keys().chain(sum.keys()) {
        let text = |law: &Law| law.get(at).map_or("0/1".to_owned(), cards::fraction);
        let (stated, found) = (text(&law), text(&sum));
        if stated != found {
            let here = format!("{what}: net {} and wager {} over all up cards", at.0, at.1);
            return Err(Refusal::value(&here, &stated, &found));
        }
    }
    Ok(())
}

/// Derives the law under each up card from the stated strategy, at a random point modulo a random prime, and compares it with the stated.
///
/// `seed` decides prime and point, and which up cards are looked at if only so many are asked for. Gives those.
///
/// # Errors
/// [`Refusal`] for the first law that is not the strategy's, and for a shoe that a round can use up.
pub(crate) fn derive(
    submission: &Submission,
    class: &StatedClass,
    seed: &str,
    most: Option<usize>,
    progress: &dyn Fn(&str),
) -> Result<Vec<Value>, Refusal> {
    let mut plays = stated_plays(submission, class)?;
    draw(&mut plays, most, |(up, _)| format!("{seed} {}: looks at {up}", class.strategy));
    plays.sort_by_key(|&(up, _)| up);
    for &(up, play) in &plays {
        let here = format!("{}: results under {up}", class.strategy);
        progress(&here);
        let stated = class.up_cards.iter().find(|one| one.up == up.to_string()).and_then(|one| one.results.as_ref());
        let law = read(&here, stated.map_or(&[][..], |results| &results[..]))?;
        let table = UpTable::new(submission, class, up, play)?;
        let units = table.units;
        let mut results = Vec::new();
        for ((net, wager), probability) in &law {
            let whole = |number: BigRational| number.is_integer().then(|| number.to_integer().to_i64()).flatten();
            let net_units = whole(net * BigRational::from_integer(units.into())).filter(|net| net.abs() <= MOST);
            let wager_units = whole(wager.clone()).filter(|wager| (0..=MOST).contains(wager));
            let (Some(net_units), Some(wager_units)) = (net_units, wager_units) else {
                return Err(Refusal::Law(format!("{here}: no round nets {net} on a wager of {wager}")));
            };
            results.push((net_units, wager_units, probability));
        }
        let point = Point::random(format!("{seed} {here}"));
        let split = |pair: usize| {
            let pair = value_name(pair);
            progress(&format!("{here}, {pair},{pair} split"));
        };
        let found = law::derived(&table, &point, &split)?;
        if point.stated(results.into_iter()) != Some(found) {
            return Err(Refusal::Law(format!(
                "{here} are not those of the stated strategy (modulo {})",
                point.prime()
            )));
        }
    }
    Ok(plays.into_iter().map(|(up, _)| up).collect())
}
