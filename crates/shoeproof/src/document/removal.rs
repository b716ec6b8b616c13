//! Effects of removal: the stated EV without each card against that of the full shoe.

use cards::Value;
use certificate::{Certificate, EffectOfRemoval, EffectsOfRemoval};
use rules::Submission;

use super::{exact, fraction, refused};
use crate::failure::Failure;

/// The class whose strategy is kept.
pub(super) const CLASS: &str = "td";

/// `None` where nothing is stated.
///
/// # Errors
/// As [`super::document`].
pub(super) fn effects(submission: &Submission, certificate: &Certificate) -> Result<Option<EffectsOfRemoval>, Failure> {
    if certificate.removal.is_empty() {
        return Ok(None);
    }
    let full = certificate.classes.iter().find(|class| class.strategy == CLASS);
    let full = full.ok_or_else(|| refused("effects of removal are stated without the full shoe's EV".to_owned()))?;
    let full = fraction(&full.ev)?;
    let by_card = certificate.removal.iter().map(|one| {
        let value = Value::all().find(|value| value.to_string() == one.card);
        let value = value.ok_or_else(|| refused(format!("there is no card {}", one.card)))?;
        Ok(EffectOfRemoval {
            card: one.card.clone(),
            in_shoe: submission.shoe.count(value),
            effect: (&(fraction(&one.ev)? - &full)).into(),
            ev: exact(&one.ev)?,
        })
    });
    Ok(Some(EffectsOfRemoval { strategy: CLASS.to_owned(), by_card: by_card.collect::<Result<_, Failure>>()? }))
}
