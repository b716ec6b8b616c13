//! Whether a shoe holds the cards that this checker asks for, to be known before a certificate is computed.

use cards::Value;
use rules::Submission;

use crate::Refusal;
use crate::hands::Hands;
use crate::round::Round;

/// Refuses shoes whose certificates this checker could not check: values are integers over the orders of so many cards as the longest
/// hands of player and dealer have, whether or not one round can have both, so a shoe can be solved and yet hold too few. Takes
/// milliseconds.
///
/// # Errors
/// [`Refusal::NotCheckable`], and for rules that the checker does not know.
pub fn has_room(submission: &Submission) -> Result<(), Refusal> {
    let game = &submission.game;
    for up in Value::all().filter(|&up| submission.shoe.count(up) > 0) {
        let left = submission.shoe.without(up).map_err(|error| Refusal::Table(error.to_string()))?;
        let left = *left.counts();
        let hands = Hands::new(game, &left);
        for case in game.hole_cases(up) {
            let holes = case.holes.values().map(Value::index).collect();
            Round::new(game, &hands, false, up.index(), holes, case.ends_round, left)?;
        }
    }
    Ok(())
}
