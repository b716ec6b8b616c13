//! The optimal play of an unsplit hand by composition: CDZ- before the split decision, and perfect play too as
//! long as nothing is split.

use crate::case::{ActValues, Case};
use crate::play::{Act, Play};

/// The best action for every hand of a case; ties go to the first of stand, hit, double.
pub(crate) fn best_play(case: &Case<'_>) -> Play {
    let hands = case.table.hands;
    let mut play = Play::stand(hands);
    if !case.is_played() {
        return play;
    }
    case.act_values(|id, values| {
        let hand = hands.get(id);
        if !hand.may_draw() {
            return values.stand;
        }
        let later = case.better(id, values, (Act::Stand, Act::Hit), &play);
        play.later[id as usize] = later;
        if hand.size == 2 {
            play.first[id as usize] = best_first(case, id, values, later, &play);
        }
        values.of(later)
    });
    play
}

fn best_first(case: &Case<'_>, id: u32, values: &ActValues, later: Act, play: &Play) -> Act {
    case.better(id, values, (later, Act::Double), play)
}
