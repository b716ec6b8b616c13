//! The best composition-dependent play over all up cards, where no strategy is stated.

use cards::{Composition, Value};
use num_rational::BigRational;
#[cfg(test)]
use num_traits::Zero;
use rules::{Game, Submission};

use crate::base_game::checkable;
use crate::base_game::found::Found;
use crate::parallel;
use crate::refusal::Refusal;
use crate::up_card_play::UpCardPlay;

/// The EV of the best composition-dependent play per unit of initial wager, found without a table: the best act with every hand,
/// split decisions by what they gain, and what is decided before a signal by its value over all signals.
///
/// # Errors
/// [`Refusal`] for rules and shoes that cannot be checked.
pub fn best_zero_memory(submission: &Submission) -> Result<BigRational, Refusal> {
    checkable(&submission.game)?;
    let ups = up_cards(submission);
    let values = parallel::each(&ups, parallel::threads(), |&up| of_up(submission, up))?;
    Ok(values.into_iter().sum())
}

/// As [`best_zero_memory`], on one processor.
///
/// # Errors
/// As there.
#[cfg(test)]
pub(crate) fn ev(submission: &Submission) -> Result<BigRational, Refusal> {
    checkable(&submission.game)?;
    up_cards(submission).into_iter().try_fold(BigRational::zero(), |sum, up| Ok(sum + of_up(submission, up)?))
}

pub(crate) fn up_cards(submission: &Submission) -> Vec<Value> {
    Value::all().filter(|&up| submission.shoe.count(up) > 0).collect()
}

/// The EV under an up card times its probability.
fn of_up(submission: &Submission, up: Value) -> Result<BigRational, Refusal> {
    under(&submission.game, &submission.shoe, up, &mut Found::default())
}

/// The same; what is found on the way is kept for other games of that up card and shoe.
///
/// # Errors
/// As [`best_zero_memory`].
pub(crate) fn under(game: &Game, shoe: &Composition, up: Value, found: &mut Found) -> Result<BigRational, Refusal> {
    let (_, net) = UpCardPlay::best(game, shoe, up, found)?;
    Ok(net * BigRational::new(shoe.count(up).into(), shoe.total().into()))
}
