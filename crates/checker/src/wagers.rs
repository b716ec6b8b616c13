//! Side wagers, counted again over the physical cards.

mod added;
mod compared;
mod counted;
mod deals;
mod inputs;
mod maximum;
mod money;
mod offered;
mod paid;

pub(crate) use self::added::added;
pub(crate) use self::counted::Counted;
pub(crate) use self::deals::Deal;
pub(crate) use self::inputs::meter_in_wagers;
pub use self::money::beside_determinant;
pub(crate) use self::money::expectation;
#[cfg(test)]
pub(crate) use self::offered::chosen;
pub(crate) use self::offered::{groups, not_counted, offered, own, present, unchecked};
pub(crate) use self::paid::net;

use certificate::{StatedClass, StatedWager};
use rules::Submission;

use self::compared::compare;
use self::offered::{reason, title};
use crate::refusal::Refusal;

/// Counts the deals of a wager under one reading and checks every paytable; if play decides it, under the play of this class.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold.
pub(crate) fn check(
    submission: &Submission,
    stated: &[&StatedWager],
    play: Option<&StatedClass>,
    progress: &dyn Fn(&str),
) -> Result<(), Refusal> {
    let mut counted: Option<Counted> = None;
    for one in stated {
        let here = title(one);
        let (switched, offered) = offered(submission, one)?;
        if reason(&switched, &offered, play).is_some() {
            continue;
        }
        let counted = match &mut counted {
            Some(counted) => counted,
            None => {
                progress(&here);
                counted.insert(match play.filter(|_| offered.rule.depends_on_play()) {
                    Some(class) => {
                        Counted::played(&switched, class, &offered, &|at| progress(&format!("{here}: {at}")))?
                    }
                    None => Counted::new(&switched.game, &offered)?,
                })
            }
        };
        compare(&here, one, &offered, counted)?;
        money::check(&here, one, &switched.game, &offered, counted)?;
    }
    Ok(())
}
