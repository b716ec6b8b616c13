//! Deals of two hands, with the hands that they leave the choice between.

use cards::Value;
use rustc_hash::FxHashMap;

use super::{Pair, Start, SwitchedDeal};
use crate::compiled::hands::{HandId, Hands};

/// The two pairs of hands that each deal leaves the choice between, as dealt and switched, with the ordered deals that do.
pub(crate) fn deals(hands: &Hands) -> Vec<([Pair; 2], i64)> {
    counted(each_deal(hands).into_iter().map(|(_, pairs)| pairs.map(in_either_order)))
}

/// The same in the order in which the hands are dealt.
pub(crate) fn ordered_deals(hands: &Hands) -> Vec<([Pair; 2], i64)> {
    counted(each_deal(hands).into_iter().map(|(_, pairs)| pairs))
}

pub(super) fn in_either_order(mut pair: Pair) -> Pair {
    pair.sort_unstable();
    pair
}

fn counted(each: impl Iterator<Item = [Pair; 2]>) -> Vec<([Pair; 2], i64)> {
    let mut deals: FxHashMap<[Pair; 2], i64> = FxHashMap::default();
    for pairs in each {
        *deals.entry(pairs).or_default() += 1;
    }
    let mut deals: Vec<_> = deals.into_iter().collect();
    deals.sort_unstable();
    deals
}

/// Both cards of each hand in every order that the shoe can deal, with the hands as dealt and switched; as dealt twice where they may not be switched.
pub(super) fn each_deal(hands: &Hands) -> Vec<(SwitchedDeal, [Pair; 2])> {
    let mut deals = Vec::new();
    let dealt = |a: Value, b: Value| hands.dealt(&[a, b]);
    for a in Value::all() {
        for b in Value::all() {
            for c in Value::all() {
                for d in Value::all() {
                    // First cards a and c, second cards b and d.
                    let (Some(ab), Some(cd), Some(ad), Some(cb)) = (dealt(a, b), dealt(c, d), dealt(a, d), dealt(c, b))
                    else {
                        continue;
                    };
                    let pair = |first: HandId, second: HandId, switched: bool| {
                        let is_made = |hand| switched && hands.get(hand).is_natural();
                        [first, second].map(|hand| Start { hand, switched_natural: is_made(hand) })
                    };
                    let kept = pair(ab, cd, false);
                    let switched = if hands.may_switch([ab, cd]) { pair(ad, cb, true) } else { kept };
                    deals.push(([a, b, c, d], [kept, switched]));
                }
            }
        }
    }
    deals
}
