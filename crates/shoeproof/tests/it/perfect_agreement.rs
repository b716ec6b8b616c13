//! Solver and checker on perfect play: its values, the average wager and the variance.

use certificate::{Certificate, StatedClass};
use num_rational::BigRational;
use rules::{Override, Submission};
use solver::{Class, Solver, Want};

use crate::agreement::{DEPTH, good, load, statement};

/// Perfect play as the solver values it, beside the zero-memory classes.
fn state_perfect(submission: &Submission, statement: &mut Certificate) {
    let solver = Solver::new(submission).expect("a game that is solved");
    let solution = solver.solve(Class::Perfect, Want::variance()).expect("a solution");
    let signal = |signal: &solver::SignalValue| certificate::StatedSignal {
        signal: signal.signal.clone(),
        holes: signal.holes.iter().map(|hole| hole.letter()).collect(),
        probability: cards::fraction(&signal.probability),
        ev: cards::fraction(&signal.ev),
    };
    let up = |up: &solver::UpValue| certificate::StatedUp {
        up: up.up.to_string(),
        probability: cards::fraction(&up.probability),
        ev: cards::fraction(&up.ev),
        other_attack_ev: None,
        signals: up.signals.iter().map(signal).collect(),
        results: None,
    };
    statement.classes.push(StatedClass {
        strategy: "perfect".to_owned(),
        ev: cards::fraction(&solution.ev),
        average_wager: cards::fraction(&solution.average_wager),
        element_of_risk: cards::fraction(&(-&solution.ev / &solution.average_wager)),
        variance: solution.variance.as_ref().map(cards::fraction),
        results: None,
        insured: None,
        events: None,
        doubled: None,
        switch_gains: None,
        up_cards: solution.ups.iter().map(up).collect(),
        play: None,
    });
}

/// Agreement on perfect play too.
pub(crate) fn perfect_agrees(analysis: &str, overrides: &[(&str, &str)]) {
    let submission = load(analysis, overrides);
    let mut statement = statement(&submission);
    state_perfect(&submission, &mut statement);
    good(analysis, overrides, &submission, &statement);
    let gain = BigRational::new(1.into(), 10_u64.pow(15).into());
    let add = |text: &mut String, gain: &BigRational| {
        let value: BigRational = text.parse().expect("a fraction");
        *text = cards::fraction(&(value + gain));
    };
    // A wrong variance, unless that is said to be left unchecked.
    let mut other = statement.clone();
    add(other.classes[2].variance.as_mut().expect("a variance"), &gain);
    match checker::check_classes(&submission, &other, &DEPTH, &|_| ()) {
        Err(refusal) => assert!(refusal.to_string().starts_with("wrong distribution: perfect: variance"), "{refusal}"),
        Ok(checked) => {
            let variance = checked.iter().find(|one| one.statement.path == "/classes/2/variance").expect("a variance");
            assert_eq!(variance.verdict, checker::Verdict::NotChecked);
            assert!(overrides.contains(&("readings.double-card", "down")), "{analysis} {overrides:?}");
        }
    }
    // A value that is too high, with all that is summed up from it.
    let class = &mut statement.classes[2];
    let up = class.up_cards.last_mut().expect("an up card");
    let parse = |text: &str| text.parse::<BigRational>().expect("a fraction");
    let of_signal = parse(&up.signals[0].probability);
    let of_up = parse(&up.probability);
    add(&mut up.signals[0].ev, &gain);
    add(&mut up.ev, &(&gain * &of_signal));
    add(&mut class.ev, &(gain * of_signal * of_up));
    class.element_of_risk = cards::fraction(&(-parse(&class.ev) / parse(&class.average_wager)));
    let refusal =
        checker::check_classes(&submission, &statement, &DEPTH, &|_| ()).expect_err("a value that nobody reaches");
    assert!(refusal.to_string().starts_with("wrong value: perfect, up card T, signal"), "{refusal}");
}

/// What a certificate must state is what is solved for it, under every reading and number of hands.
#[test]
fn perfect_play_is_stated_where_it_is_solved_in_seconds() {
    let small = ("shoe", "8,0,0,8,0,8,0,8,8,20");
    let (mut stated, mut all) = (0, 0);
    for id in shoeproof::games() {
        let own = shoeproof::Analysis::of_game(id).expect("a game");
        let splits = own.submission().options.iter().find(|option| option.switch.name == "max-hands");
        let hands = splits.map_or_else(|| vec![None], |_| ["1", "2", "4"].map(Some).to_vec());
        for hands in hands {
            let mut set = vec![small];
            set.extend(hands.map(|hands| ("options.max-hands", hands)));
            let overrides: Vec<Override> = set.iter().map(|&(key, value)| Override::new(key, value)).collect();
            let Ok(submission) =
                Submission::read(&rules::SubmissionFiles { overrides, ..own.submission().files().clone() })
            else {
                continue;
            };
            let variants = submission.variants().expect("variants").into_iter().map(|(_, variant)| variant);
            for submission in std::iter::once(submission.clone()).chain(variants) {
                let solver = Solver::new(&submission).expect("a game that is solved");
                let is_solved = solver.strategies().contains(&Class::Perfect);
                assert_eq!(
                    checker::perfect_is_stated(&submission.game),
                    is_solved,
                    "{id} {set:?} {:?}",
                    submission.readings
                );
                all += 1;
                stated += usize::from(is_solved);
            }
        }
    }
    assert!(stated > 20 && all - stated > 20, "{stated} of {all}");
}

/// Perfect play of one split and of none.
#[test]
#[ignore = "long; `just slow`"]
fn perfect_play() {
    // Without twos, threes, fives and sevens, so that hands are few.
    let (two_hands, small) = (("options.max-hands", "2"), ("shoe", "8,0,0,8,0,8,0,8,8,20"));
    let down_under = "pa-685a-down-under/4-decks.toml";
    perfect_agrees(down_under, &[small]);
    for (reading, choice) in [
        ("readings.bust-against-22", "returned"),
        ("readings.large-after-draw", "yes"),
        ("readings.split-21-against-22", "first-hand-only"),
        ("readings.even-money", "1:1"),
    ] {
        perfect_agrees(down_under, &[small, (reading, choice)]);
    }
    let blackjack = "pa-633a-blackjack/1-decks.toml";
    for (option, choice) in [
        ("options.max-hands", "1"),
        ("options.hit-split-aces", "false"),
        ("options.surrender", "early"),
        ("options.soft-17", "hit"),
        ("options.hole-card", "none-original-bets-only"),
        ("options.hole-card", "none-all-bets"),
        ("readings.double-card", "down"),
    ] {
        perfect_agrees(blackjack, &[two_hands, small, (option, choice)]);
    }
    for game in ["free-bet/6-decks.toml", "double-exposure/6-decks.toml", "pa-665a-double-attack/8-decks.toml"] {
        perfect_agrees(game, &[two_hands, small]);
    }
}
