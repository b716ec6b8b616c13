//! The optimal play of an unsplit hand by composition: CDZ- before the split decision, and perfect play too as
//! long as nothing is split.

use num_traits::Signed;

use crate::compiled::decisions::{Act, Allowed, GivenUpDoubles, Play};
use crate::compiled::hands::{Hand, HandId};
use crate::compiled::settlement::Doubling;
use crate::compiled::walk::CompiledRules;
use crate::hand::signal_case::{ActValues, SignalCase, Valuer};

/// The best action for every hand of a case; ties go to the first of stand, hit, double, surrender.
pub(crate) fn best_play(case: &SignalCase<'_>) -> Play {
    best_play_valued(case).0
}

/// The same with what playing on from each hand is worth, in floats; of meaning for hands that the shoe can deal, and `None` if nothing is played.
pub(crate) fn best_play_valued(case: &SignalCase<'_>) -> (Play, Option<Vec<f64>>) {
    let hands = case.table.hands;
    let mut play = Play::always(hands, Act::Stand);
    if !case.is_played() {
        return (play, None);
    }
    let mut worth = vec![0.0; hands.len()];
    play.given_up = given_up(case);
    case.choose_acts(play.given_up.clone(), |id, values| {
        let hand = hands.get(id);
        let mut decide = |case: &SignalCase<'_>, values: &ActValues| {
            choose(&mut play, &[id], hand, &mut |play: &Play, acts| case.better(id, values, acts, play));
        };
        if hand.is_natural() {
            // A blackjack is never played; what is decided for its cards holds after a split, where they are any 21.
            let case = case.without_blackjack(hand);
            decide(&case, &case.of_any_21(id, hand, values));
        } else if hand.size > 1 {
            decide(case, values);
        }
        let value = values.of(play.act(id, hand, &case.options));
        worth[id as usize] = value;
        value
    });
    (play, Some(worth))
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

/// The doubled hands that are better given up; none where that is not allowed.
fn given_up(case: &SignalCase<'_>) -> GivenUpDoubles {
    let CompiledRules { hands, settlement } = case.table;
    let mut given_up = GivenUpDoubles::never(hands.len());
    if case.options.may_give_up_doubled {
        let valuer = Valuer::new(*case, given_up.clone());
        for doubling in Doubling::DOUBLED {
            for (id, hand) in hands.iter().filter(|(_, hand)| hand.may_be_given_up()) {
                let Some([kept, surrendered]) = valuer.doubled(id, doubling) else { continue };
                let is_given_up = if (surrendered - kept).abs() > settlement.contested() {
                    surrendered > kept
                } else {
                    let place = case.options.place;
                    let (from, to) = (settlement.finished(place, doubling, id), settlement.surrender(place, doubling));
                    let distribution = case.up.exact_row(hand.cards, case.case);
                    distribution.is_some_and(|distribution| settlement.gain(distribution, from, to).is_positive())
                };
                given_up.set(doubling, id, is_given_up);
            }
        }
    }
    given_up
}
