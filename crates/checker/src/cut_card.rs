//! Shoes dealt to a cut card: whether they are those that the analysis asks for, and whether their sums fit each other.
//!
//! What they came to is for somebody to check who has a table to deal at.

use certificate::{StatedCutCards, StatedCutSums};
use num_bigint::BigInt;
use rules::Submission;

use crate::refusal::Refusal;

/// Checks shoes, seed, players and places against the analysis, and that the sums are possible.
///
/// # Errors
/// [`Refusal`] for shoes that are missing, were not asked for or are others, and for sums that contradict each other.
pub(crate) fn check(submission: &Submission, stated: Option<&StatedCutCards>) -> Result<(), Refusal> {
    let (asked, stated) = match (&submission.cut_card, stated) {
        (None, None) => return Ok(()),
        (Some(asked), Some(stated)) => (asked, stated),
        (Some(_), None) => return wrong("it is missing, and the analysis asks for it"),
        (None, Some(_)) => return wrong("it is stated, and the analysis asks for none"),
    };
    same("shoes", &stated.shoes, &asked.dealt().to_string())?;
    same("shoes valued", &stated.valued, &asked.valued.to_string())?;
    same("seed", &stated.seed, &asked.seed.to_string())?;
    let cards = submission.shoe.total() as usize;
    let places = asked.places(submission.game.cut_card.as_ref(), cards);
    let places = places.map_err(|error| Refusal::Table(error.to_string()))?;
    if stated.tables.len() != asked.players.len() {
        return wrong("its numbers of players are not the analysis's");
    }
    for (table, players) in stated.tables.iter().zip(&asked.players) {
        same("players", &table.players, &players.to_string())?;
        if table.places.len() != places.len() {
            return wrong("its places are not the analysis's");
        }
        let mut least = BigInt::from(asked.dealt());
        for (sums, before) in table.places.iter().zip(&places) {
            same("cards before it", &sums.cards_before, &before.to_string())?;
            least = fit(sums, asked.dealt(), asked.valued, &least)?;
        }
    }
    Ok(())
}

/// Whether the sums at one place fit each other; gives the rounds, of which a deeper place has no fewer.
fn fit(sums: &StatedCutSums, shoes: u64, valued: u64, least: &BigInt) -> Result<BigInt, Refusal> {
    let (usual, too_short) = (whole(&sums.usual)?, whole(&sums.too_short)?);
    let (rounds, rounds_square) = (whole(&sums.rounds)?, whole(&sums.rounds_square)?);
    let (gain, gain_square, gain_rounds) = (whole(&sums.gain)?, whole(&sums.gain_square)?, whole(&sums.gain_rounds)?);
    let (rest, rest_square) = (whole(&sums.rest)?, whole(&sums.rest_square)?);
    let (shoes, valued) = (BigInt::from(shoes), BigInt::from(valued));
    if rounds < *least || usual < BigInt::default() || too_short < BigInt::default() || too_short > shoes {
        return wrong("a deeper place has fewer rounds, a shoe has none, or more shoes were too short than there are");
    }
    // No mean is further from zero than the root of the mean square.
    let is_possible = &rounds * &rounds <= &shoes * &rounds_square
        && &gain * &gain <= &shoes * &gain_square
        && &gain_rounds * &gain_rounds <= &gain_square * &rounds_square
        && &rest * &rest <= &valued * &rest_square;
    if is_possible { Ok(rounds) } else { wrong("the sums over shoes contradict each other") }
}

fn wrong<T>(message: &str) -> Result<T, Refusal> {
    Err(Refusal::Table(format!("cut card: {message}")))
}

fn same(what: &str, stated: &str, found: &str) -> Result<(), Refusal> {
    if stated == found { Ok(()) } else { Err(Refusal::value(&format!("cut card: {what}"), stated, found)) }
}

/// A whole number in the one form it has, of no more digits than such sums can have.
fn whole(text: &str) -> Result<BigInt, Refusal> {
    let number = text.parse::<i128>().ok().filter(|number| number.to_string() == text);
    number.map_or_else(
        || wrong(&format!("`{}` is no whole number", text.chars().take(60).collect::<String>())),
        |number| Ok(number.into()),
    )
}
