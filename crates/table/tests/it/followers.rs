//! A follower on the box, in rounds worked by hand from section 13 of the Massachusetts rules: up card, two cards, the caller's draws, the dealer's.

use std::collections::HashMap;

use cards::{Composition, Value};
use num_rational::Ratio;
use table::{Called, FollowerAct, FollowerPlan, FollowerQuestion, WagerKind, WagerPlace};

use crate::by_hand::{cards, table};

const EIGHT: &str = "8";

fn value(text: &str) -> Value {
    text.parse().expect("a value")
}

fn hand(text: &str) -> Composition {
    cards::parse_hand(text).expect("cards").into_iter().collect()
}

/// One of the wagers of a pair of eights in its second state, two hands of which none is finished.
fn second_split(wager: WagerKind) -> WagerPlace {
    WagerPlace::OfSplit { pair: value(EIGHT), hands: 2, finished: 0, wager }
}

/// What the follower does otherwise under a six, a nine and an ace, and whether he makes the attack wager.
fn plan(attacks: bool, others: &[(&str, WagerPlace, Called, FollowerAct)]) -> FollowerPlan {
    let of_case: HashMap<FollowerQuestion, FollowerAct> = others
        .iter()
        .map(|&(cards, place, called, act)| (FollowerQuestion { hand: hand(cards), place, called }, act))
        .collect();
    let ups = ["6", "9", "A"].map(value);
    FollowerPlan {
        attacks: if attacks { ups.to_vec() } else { Vec::new() },
        others: ups.iter().map(|&up| ((up, "none".to_owned()), of_case.clone())).collect(),
    }
}

/// Readings, the caller's decisions, cards, the follower's plan, his net result.
fn check(set: &str, decisions: &str, dealt: &str, plan: &FollowerPlan, net: &str) {
    let table = table("ma-double-attack", set, decisions);
    let followed = table.follow_cards(&cards(dealt), plan).expect("cards for the round");
    let net: Ratio<i64> = net.parse().expect("a fraction");
    assert_eq!(followed, net, "{set} [{decisions}] {dealt}");
}

#[test]
fn he_need_not_double() {
    // 11 and a king are 21; the dealer busts.
    let dealt = "6 5 6 | K K 9";
    check("", "5,6=double", dealt, &plan(false, &[]), "2");
    let single = [("5,6", WagerPlace::Unsplit, Called::Doubles, FollowerAct::NotDoubled)];
    check("", "5,6=double", dealt, &plan(false, &single), "1");
    // The attack wager is his own choice too.
    check("", "attack 5,6=double", dealt, &plan(true, &single), "2");
    check("", "attack 5,6=double", dealt, &plan(false, &[]), "2");
    check("", "attack 5,6=double", dealt, &plan(true, &[]), "4");
}

#[test]
fn he_may_wager_on_one_hand_of_a_split() {
    let first = ("8,8", WagerPlace::Unsplit, Called::Splits, FollowerAct::FirstHand);
    let second = ("8,8", WagerPlace::Unsplit, Called::Splits, FollowerAct::SecondHand);
    // 18 and 11 against 17.
    let dealt = "6 8 8 | K 3 | K A";
    for (others, net) in [(vec![], "0"), (vec![first], "1"), (vec![second], "-1")] {
        check("", "8,8=split", dealt, &plan(false, &others), net);
    }
    // A dealer blackjack takes the one initial wager, on whichever hand it stands.
    for others in [vec![], vec![first], vec![second]] {
        check("", "8,8=split", "A 8 8 | K 3 | K", &plan(false, &others), "-1");
    }
    // The attack wager stays with the initial one, or on the first hand.
    let on_second = plan(true, &[second]);
    check("", "attack 8,8=split", dealt, &plan(true, &[]), "1");
    check("", "attack 8,8=split", dealt, &on_second, "-2");
    check("readings.follower-split-attack=first-hand", "attack 8,8=split", dealt, &on_second, "0");
}

#[test]
fn he_chooses_again_where_his_hand_is_split_again() {
    // 18, 11 and 10 against 17. The second and third hand come of the first and of the second split.
    let dealt = "6 8 8 | 8 K 3 2 | K A";
    let of = |place, act| ("8,8", place, Called::Splits, act);
    let original = second_split(WagerKind::Original);
    check("", "8,8=split", dealt, &plan(false, &[]), "-1");
    let first = of(WagerPlace::Unsplit, FollowerAct::FirstHand);
    check("", "8,8=split", dealt, &plan(false, &[first, of(original, FollowerAct::SecondHand)]), "-1");
    check("", "8,8=split", dealt, &plan(false, &[first, of(original, FollowerAct::FirstHand)]), "1");
    check("", "8,8=split", dealt, &plan(false, &[of(original, FollowerAct::FirstHand)]), "0");
    // With his wager on the hand that waits he is not asked.
    let second = of(WagerPlace::Unsplit, FollowerAct::SecondHand);
    check("", "8,8=split", dealt, &plan(false, &[second, of(original, FollowerAct::FirstHand)]), "-1");
}

#[test]
fn a_hand_that_is_surrendered() {
    // 16 against 19.
    let kept = plan(false, &[("T,6", WagerPlace::Unsplit, Called::Surrenders, FollowerAct::Kept)]);
    check("", "T,6=surrender", "9 K 6 | K", &plan(false, &[]), "-1/2");
    check("readings.follower-surrender=where-called", "T,6=surrender", "9 K 6 | K", &kept, "-1");
}
