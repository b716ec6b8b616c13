//! Figures of perfect play over all up cards: the average wager, and the variance by squares modulo a random prime.

use certificate::StatedClass;
use num_rational::BigRational;
use num_traits::One;
use rules::{DoubleCard, Game};

use crate::bonus::Bonuses;
use crate::distribution::field::{Field, Random};
use crate::refusal::{Refusal, expect, fraction};

/// Why the variance of perfect play is not derived where its values are, if it is not.
pub(crate) fn variance_unchecked(game: &Game) -> Option<&'static str> {
    let is_hidden = game.double.as_ref().is_some_and(|rule| rule.card == DoubleCard::Down);
    if game.split.is_some() && is_hidden {
        return Some("the last hand of a split does not see a card of the first");
    }
    let bonuses = game.bonus.as_ref().is_some_and(|rule| rule.hands.iter().any(Bonuses::is_by_suit));
    bonuses.then_some("suits decide what a hand is paid")
}

/// The field in which the variance of a class is compared; `seed` depends on the certificate.
pub(crate) fn field(seed: &str, class: &StatedClass) -> Field {
    Field::random(&mut Random::new(format!("{seed} {}: variance", class.strategy)))
}

/// What an up card adds to figures over all of them.
#[derive(Debug, Clone)]
pub(crate) struct Added {
    /// To the average wager.
    pub(crate) wager: BigRational,
    /// To the mean square of the net result, modulo the prime of the field that was given; nothing without one.
    pub(crate) square: u64,
}

/// What the up cards under which perfect play was derived come to together.
pub(crate) struct PerfectTotal<'a> {
    pub(crate) class: &'a StatedClass,
    pub(crate) field: Option<&'a Field>,
    pub(crate) added: Vec<&'a Added>,
}

impl PerfectTotal<'_> {
    /// Compares the average wager, and the variance where squares were found, once every up card is there.
    ///
    /// # Errors
    /// [`Refusal`] for one that is another.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.added.len() != self.class.up_cards.len() {
            return Ok(());
        }
        check_wager(self.class, self.added.iter().map(|added| &added.wager).sum())?;
        let Some(field) = self.field else { return Ok(()) };
        let square = self.added.iter().fold(0, |sum, added| field.add(sum, added.square));
        check_variance(self.class, field, square)
    }
}

/// Checks what all up cards together add to the average wager.
///
/// # Errors
/// [`Refusal`] if it is another.
fn check_wager(class: &StatedClass, further: BigRational) -> Result<(), Refusal> {
    expect(&format!("{}: average wager", class.strategy), &class.average_wager, &(further + BigRational::one()))
}

/// Checks the variance by the mean square over all up cards.
///
/// # Errors
/// [`Refusal`] if it is another.
fn check_variance(class: &StatedClass, field: &Field, square: u64) -> Result<(), Refusal> {
    let Some(variance) = &class.variance else { return Ok(()) };
    let what = format!("{}: variance", class.strategy);
    let read = |text: &str| {
        let fraction = fraction(&what, text)?;
        Ok([fraction.numer(), fraction.denom()].map(|number| field.of_integer(number)))
    };
    let ([variance, of_variance], [ev, of_ev]) = (read(variance)?, read(&class.ev)?);
    // variance = square - ev², times both denominators.
    let of_ev = field.multiply(of_ev, of_ev);
    let stated = field.add(field.multiply(variance, of_ev), field.multiply(of_variance, field.multiply(ev, ev)));
    if stated == field.multiply(square, field.multiply(of_variance, of_ev)) {
        Ok(())
    } else {
        let not = format!("{what} is not that of perfect play (modulo {})", field.prime);
        Err(Refusal::Distribution(not))
    }
}
