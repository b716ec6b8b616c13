//! Solver and checker on two hands whose second cards may be switched.

use rules::Submission;

use crate::agreement::{DEPTH, agrees, load, statement};

/// Two hands to switch, the second of which is valued beside the first's cards.
#[test]
fn blackjack_switch() {
    let game = "pa-633a-blackjack-switch/4-decks.toml";
    let small = ("shoe", "12,0,0,16,0,16,0,16,0,40");
    agrees(game, &[small]);
    for (option, choice) in [
        ("options.max-hands", "2"),
        ("readings.natural-pays", "customary"),
        ("readings.natural-pays", "at-once"),
        ("readings.switch-and-peek", "switch-first"),
        ("readings.switched-natural-pays", "3:2"),
        ("readings.surrender", "late"),
        ("readings.dealt-blackjack", "stays"),
        ("options.even-money", "1:1"),
    ] {
        agrees(game, &[small, (option, choice)]);
    }
}

/// 633a.8(e) removes a hand that takes even money before the dealer looks: so nothing of it is switched, as where a dealt blackjack stays.
#[test]
fn a_hand_that_takes_even_money_is_not_switched() {
    // A blackjack pays no more than even money, which is so taken.
    let set = [
        ("shoe", "6,0,0,5,0,7,0,7,0,15"),
        ("options.max-hands", "1"),
        ("options.even-money", "1:1"),
        ("readings.natural-pays", "customary"),
    ];
    let of = |more: &[(&str, &str)]| {
        let set: Vec<(&str, &str)> = set.iter().chain(more).copied().collect();
        load("pa-633a-blackjack-switch/4-decks.toml", &set)
    };
    let (may, stays) = (of(&[]), of(&[("readings.dealt-blackjack", "stays")]));
    let of_ace = |submission: &Submission, up: &str| {
        let classes = statement(submission).classes;
        let cdz = classes.into_iter().find(|class| class.strategy == "cdz").expect("CDZ-");
        let plays = cdz.play.expect("a table").into_iter();
        let taken = plays.filter(|play| play.up == up).map(|play| (play.even_money, play.signals)).collect::<Vec<_>>();
        let signals = cdz.up_cards.into_iter().find(|one| one.up == up).map(|one| one.signals);
        (taken, signals.expect("the up card"))
    };
    let (one, other) = (of_ace(&may, "A"), of_ace(&stays, "A"));
    assert_eq!(one.0[0].0, Some(true));
    assert_eq!(one, other);
    assert_ne!(of_ace(&may, "T"), of_ace(&stays, "T"), "elsewhere a blackjack may be switched");
    // A switch of the paid hand is refused.
    let mut wrong = statement(&may);
    let play = &mut wrong.classes[1].play.as_mut().expect("a table")[0];
    let deals = checker_order(&may);
    let is_blackjack = |a: cards::Value, b: cards::Value| {
        a != b && [a, b].contains(&cards::Value::ACE) && [a, b].contains(&cards::Value::TEN)
    };
    let at = deals.iter().position(|&[a, b, c, d]| is_blackjack(a, b) && !is_blackjack(c, d)).expect("a deal");
    play.signals[0].switched.as_mut().expect("switches").replace_range(at..=at, "X");
    let refusal = checker::check_classes(&may, &wrong, &DEPTH, &|_| ()).expect_err("a switch of a paid hand");
    assert!(refusal.to_string().contains("has been paid"), "{refusal}");
}

/// One switch that is worth less, one left open, one too many, and a table of switches where there are none.
#[test]
fn wrong_switches_are_refused() {
    let submission = load(
        "pa-633a-blackjack-switch/4-decks.toml",
        &[("shoe", "12,0,0,16,0,16,0,16,0,40"), ("options.max-hands", "2")],
    );
    let good = statement(&submission);
    let refused = |reason: &str, change: &dyn Fn(&mut String)| {
        let mut wrong = good.clone();
        let play = wrong.classes[1].play.as_mut().expect("a table");
        change(play[0].signals[0].switched.as_mut().expect("switches"));
        let refusal = checker::check_classes(&submission, &wrong, &DEPTH, &|_| ()).expect_err(reason).to_string();
        assert!(refusal.contains(reason), "{refusal}");
    };
    let flipped = |letters: &str, at: usize| {
        let letter = if letters[at..].starts_with('X') { "K" } else { "X" };
        format!("{}{letter}{}", &letters[..at], &letters[at + 1..])
    };
    // A deal whose switch makes another pair of hands.
    refused("cdz, up card A, signal no blackjack: plays", &|letters| {
        let deals = checker_order(&submission);
        let at = deals.iter().position(|&[a, b, c, d]| a != c && b != d && a != b && c != d).expect("a deal");
        *letters = flipped(letters, at);
    });
    refused("`switched` decides", &|letters| {
        letters.pop();
    });
    refused("`?` is no decision on four cards", &|letters| letters.replace_range(..1, "?"));
    let mut wrong = good.clone();
    wrong.classes[0].play.as_mut().expect("a table")[0].switched = Some("K".to_owned());
    let refusal = checker::check_classes(&submission, &wrong, &DEPTH, &|_| ()).expect_err("switches before the signal");
    assert!(refusal.to_string().contains("decides what the rules do not let decide"), "{refusal}");
    let mut wrong = good.clone();
    wrong.classes[0].play.as_mut().expect("a table")[0].signals[0].switched = None;
    let refusal = checker::check_classes(&submission, &wrong, &DEPTH, &|_| ()).expect_err("no switches");
    assert!(refusal.to_string().contains("`switched` is missing"), "{refusal}");
}

/// The deals of a table of switches under an ace, in its order.
fn checker_order(submission: &Submission) -> Vec<[cards::Value; 4]> {
    let left = submission.shoe.without(cards::Value::ACE).expect("an ace");
    let mut deals = Vec::new();
    for a in cards::Value::all() {
        for c in cards::Value::all().filter(|&c| c >= a) {
            for b in cards::Value::all() {
                for d in cards::Value::all() {
                    let mut rest = Some(left);
                    for card in [a, b, c, d] {
                        rest = rest.and_then(|rest| rest.without(card).ok());
                    }
                    rest.iter().for_each(|_| deals.push([a, b, c, d]));
                }
            }
        }
    }
    deals
}
