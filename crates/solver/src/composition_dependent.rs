//! The optimal play of an unsplit hand by composition: CDZ- before the split decision, and perfect play too as
//! long as nothing is split.

use crate::case::Case;
use crate::play::{Act, Play};

/// The best action for every hand of a case; ties go to the first of stand, hit, double, surrender.
pub(crate) fn best_play(case: &Case<'_>) -> Play {
    let hands = case.table.hands;
    let mut play = Play::always(hands, Act::Stand);
    if !case.is_played() {
        return play;
    }
    case.act_values(|id, values| {
        let hand = hands.get(id);
        if !hand.may_draw {
            return values.stand;
        }
        let later = case.better(id, values, (Act::Stand, Act::Hit), &play);
        let first = if hand.doubles { case.better(id, values, (later, Act::Double), &play) } else { later };
        play.later[id as usize] = later;
        play.first[id as usize] = first;
        if hand.size == 2 {
            let unsurrendered = if case.options.may_double { first } else { later };
            play.opening[id as usize] = if case.options.may_surrender {
                case.better(id, values, (unsurrendered, Act::Surrender), &play)
            } else {
                unsurrendered
            };
        }
        values.of(later)
    });
    play
}
