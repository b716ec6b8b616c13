//! Whether a shoe holds the cards that this checker asks for, to be known before a certificate is computed.

use cards::{Composition, Value};
use rules::{Game, Submission};

use crate::base_game;
use crate::hands::Hands;
use crate::refusal::Refusal;
use crate::round::Round;
use crate::signal_case::SignalCase;

/// Refuses shoes whose certificates this checker could not check: values are integers over the orders of so many cards as the longest
/// hands of player and dealer have, whether or not one round can have both, so a shoe can be solved and yet hold too few. Takes
/// milliseconds.
///
/// # Errors
/// [`Refusal::NotCheckable`], and for rules that the checker does not know.
pub fn has_room(submission: &Submission) -> Result<(), Refusal> {
    base_game::checkable(&submission.game)?;
    shoe_has_room(&submission.game, &submission.shoe)
}

/// The same of the shoe without one card, whichever it is.
///
/// # Errors
/// As [`has_room`].
pub fn has_room_without_a_card(submission: &Submission) -> Result<(), Refusal> {
    let mut smaller = Value::all().filter_map(|value| submission.shoe.without(value).ok());
    smaller.try_for_each(|shoe| shoe_has_room(&submission.game, &shoe))
}

fn shoe_has_room(game: &Game, shoe: &Composition) -> Result<(), Refusal> {
    for up in Value::all().filter(|&up| shoe.count(up) > 0) {
        let left = shoe.without(up).map_err(|error| Refusal::Table(error.to_string()))?;
        let left = *left.counts();
        let hands = Hands::new(game, &left);
        for case in game.hole_cases(up) {
            Round::new(game, &hands, false, SignalCase::new(up, &case, left))?;
        }
    }
    Ok(())
}
