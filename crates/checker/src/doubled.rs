//! Rounds without a split whose hand is doubled: how they end, by whose money it is doubled.

use certificate::{DoubledBy, StatedClass};
use rules::Submission;

use crate::distribution::{self, Point};
use crate::hand_place::Doubled;
use crate::refusal::Refusal;
use crate::results::{ResultDistribution, in_units, not_the_strategys, read_part};
use crate::up_card_play::tables;

/// Checks which entries there are of a class with a table, and the form of each.
///
/// # Errors
/// [`Refusal`] for the first that is out of order, empty, missing, or of hands that are switched.
pub(crate) fn present(submission: &Submission, class: &StatedClass) -> Result<(), Refusal> {
    let wrong = |what: &str| Err(Refusal::Table(format!("{}: doubled hands: {what}", class.strategy)));
    let doubled = match (&class.doubled, &submission.game.switch) {
        (None, Some(_)) => return Ok(()),
        // Said as an omission.
        (None, None) if submission.game.pays_by_suit() && class.results.is_none() => return Ok(()),
        (None, None) => return wrong("they are missing"),
        (Some(_), Some(_)) => return wrong("they are stated of hands that are switched"),
        (Some(doubled), None) => doubled,
    };
    if !doubled.is_sorted_by(|one, next| one.by < next.by) {
        return wrong("they are out of order");
    }
    for stated in doubled {
        if stated.results.is_empty() {
            return wrong("what never happens is not stated");
        }
        read_part(&title(class, stated.by), &stated.results)?;
    }
    Ok(())
}

fn title(class: &StatedClass, by: DoubledBy) -> String {
    let whose = match by {
        DoubledBy::Player => "player",
        DoubledBy::House => "house",
    };
    format!("{}: hands that the {whose} doubles", class.strategy)
}

/// Derives how such rounds end from the stated strategy, at a random point modulo a random prime, and compares it with what is stated. An entry
/// that is left out says that there are none.
///
/// # Errors
/// [`Refusal`] for what is not the strategy's, and for a shoe that a round can use up.
pub(crate) fn check(
    submission: &Submission,
    class: &StatedClass,
    seed: &str,
    progress: &dyn Fn(&str),
) -> Result<(), Refusal> {
    let Some(stated) = &class.doubled else { return Ok(()) };
    let tables = tables(submission, class)?.collect::<Result<Vec<_>, Refusal>>()?;
    let units = tables.first().map_or(1, |(table, _)| table.units);
    for (by, doubled) in [(DoubledBy::Player, Doubled::Own), (DoubledBy::House, Doubled::Free)] {
        let here = title(class, by);
        progress(&here);
        let of_whom = stated.iter().find(|stated| stated.by == by);
        let by_result =
            of_whom.map_or_else(|| Ok(ResultDistribution::new()), |stated| read_part(&here, &stated.results))?;
        let results = in_units(&here, &by_result, units)?;
        let point = Point::random(format!("{seed} {here}"));
        let found =
            tables.iter().map(|(table, probability)| Ok((distribution::doubled(table, &point, doubled)?, probability)));
        let found = point.mean(found.collect::<Result<Vec<_>, Refusal>>()?.into_iter());
        if found.is_none() || point.stated(results.into_iter()) != found {
            return Err(not_the_strategys(&here, &point));
        }
    }
    Ok(())
}
