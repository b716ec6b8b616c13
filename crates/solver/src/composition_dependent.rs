//! The optimal play of an unsplit hand by composition: CDZ- before the split decision, and perfect play too as
//! long as nothing is split.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::case::{Case, Valuer};
use crate::hands::{Hand, HandId, Hands};
use crate::play::{Act, Allowed, Play};
use crate::settlement::Doubling;

/// The best action for every hand of a case; ties go to the first of stand, hit, double, surrender.
pub(crate) fn best_play(case: &Case<'_>) -> Play {
    let hands = case.table.hands;
    let mut play = Play::always(hands, Act::Stand);
    if !case.is_played() {
        return play;
    }
    play.rescue = rescued(case);
    case.act_values(play.rescue.clone(), |id, values| {
        let hand = hands.get(id);
        if hand.size > 1 {
            // A blackjack is never played; what is decided for its cards holds after a split, where they are any 21.
            let case = &case.without_blackjack(hand);
            let values = &case.of_any_21(id, hand, values);
            let mut better = |play: &Play, acts| case.better(id, values, acts, play);
            choose(&mut play, &[id], hand, &mut better);
        }
        values.of(play.act(id, hand, &case.options))
    });
    play
}

/// Gives hands that are alike in what they may do the best act for everything that may be allowed; `better` compares two.
pub(crate) fn choose(play: &mut Play, ids: &[HandId], hand: &Hand, better: &mut impl FnMut(&Play, (Act, Act)) -> Act) {
    let set = |play: &mut Play, allowed, act| ids.iter().for_each(|&id| play.set(id, allowed, act));
    for draw in [false, true] {
        for double in [false, true] {
            if (draw && !hand.may_draw) || (double && !(draw && hand.doubles)) {
                continue;
            }
            let without = Allowed { draw, double, surrender: false };
            let act = match (draw, double) {
                (false, _) => Act::Stand,
                (true, false) => better(play, (Act::Stand, Act::Hit)),
                (true, true) => {
                    let plain = play.of(ids[0], Allowed { double: false, ..without });
                    better(play, (plain, Act::Double))
                }
            };
            set(play, without, act);
            if hand.surrenders {
                let act = better(play, (act, Act::Surrender));
                set(play, Allowed { surrender: true, ..without }, act);
            }
        }
    }
}

/// The doubled hands that are better given up, by whose money doubled them; none where that is not allowed.
fn rescued(case: &Case<'_>) -> [Vec<bool>; 2] {
    let hands = case.table.hands;
    let never = || vec![false; hands.len()];
    let mut rescue = [never(), never()];
    if case.options.may_rescue {
        let valuer = Valuer::new(*case, [never(), never()]);
        for (doubling, rescue) in [Doubling::Own, Doubling::Given].into_iter().zip(&mut rescue) {
            for (id, _) in hands.iter().filter(|(_, hand)| hand.size > 2 && hand.total < Hands::TWENTY_ONE) {
                let Some([kept, given_up]) = valuer.doubled(id, doubling) else { continue };
                rescue[id as usize] = if (given_up - kept).abs() > case.table.settlement.contested() {
                    given_up > kept
                } else {
                    rescue_gain(case, id, doubling).is_positive()
                };
            }
        }
    }
    rescue
}

/// What giving up a doubled hand gains, times the law's ordered ways.
pub(crate) fn rescue_gain(case: &Case<'_>, id: HandId, doubling: Doubling) -> BigInt {
    let settlement = case.table.settlement;
    let row = |id| settlement.row(id);
    let kept = row(settlement.finished(case.options.spot, doubling, id));
    let given_up = row(settlement.surrender(case.options.spot, doubling));
    let law = case.up.exact_row(case.table.hands.get(id).cards, case.case);
    law.into_iter()
        .flatten()
        .zip(kept.iter().zip(given_up))
        .fold(BigInt::zero(), |sum, (&ways, (kept, given_up))| sum + BigInt::from(ways) * (given_up - kept))
}
