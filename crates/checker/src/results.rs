//! The stated law of a round against the class's other claims.

use certificate::{StatedClass, StatedResult, number};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::{Refusal, expect};

/// Checks that the results are in order, each once, that their probabilities are positive and sum to one, and that their mean, mean
/// wager and variance are those stated.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold.
pub(crate) fn check(class: &StatedClass, results: &[StatedResult]) -> Result<(), Refusal> {
    let what = format!("{}: the law of a round", class.strategy);
    let parse = |text: &str| number::fraction(text).map_err(|error| Refusal::Number { what: what.clone(), error });
    let (mut sum, mut mean, mut square, mut wagered) =
        (BigRational::zero(), BigRational::zero(), BigRational::zero(), BigRational::zero());
    let mut last: Option<(BigRational, BigRational)> = None;
    for result in results {
        let (net, wager, probability) = (parse(&result.net)?, parse(&result.wagered)?, parse(&result.probability)?);
        let at = (net.clone(), wager.clone());
        if last.is_some_and(|last| last >= at) {
            return Err(Refusal::Table(format!("{what}: net {net} and wager {wager} are out of order")));
        }
        last = Some(at);
        if !probability.is_positive() {
            return Err(Refusal::Table(format!("{what}: net {net} and wager {wager} have no probability above zero")));
        }
        let weighted = &net * &probability;
        square += &weighted * &net;
        mean += weighted;
        wagered += wager * &probability;
        sum += probability;
    }
    if !sum.is_one() {
        return Err(Refusal::value(&format!("{what}: sum"), &cards::fraction(&sum), "1/1"));
    }
    expect(&format!("{what}: mean"), &class.ev, &mean)?;
    expect(&format!("{what}: mean wager"), &class.average_wager, &wagered)?;
    match &class.variance {
        Some(variance) => expect(&format!("{what}: variance"), variance, &(square - &mean * &mean)),
        None => Ok(()),
    }
}
