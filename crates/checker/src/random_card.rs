//! A card that is taken out of the shoe and not looked at changes nothing.

use cards::{Composition, Value};
use certificate::StatedRemoval;
use num_rational::BigRational;

use crate::refusal::{Refusal, expect, fraction};
use crate::total::Total;

/// A card that is taken out and not looked at changes nothing. So the EVs without each card, as often as it is in the shoe, have the EV of the full shoe as their mean. Asked of every
/// certificate, whether or not the EVs are derived.
///
/// # Errors
/// [`Refusal`] if they have another.
pub(crate) fn no_effect_of_a_random_card(
    what: &str,
    shoe: &Composition,
    stated: &[StatedRemoval],
    full: &str,
) -> Result<(), Refusal> {
    let held = Value::all().map(|value| shoe.count(value)).filter(|&count| count > 0);
    let mut sum = Total::new();
    for (one, count) in stated.iter().zip(held) {
        let ev = fraction(what, &one.ev)?;
        sum.add(what, &(ev * BigRational::from_integer(count.into())))?;
    }
    let mean = sum.sum() / BigRational::from_integer(shoe.total().into());
    expect(&format!("{what}: the mean over all cards"), full, &mean)
}
