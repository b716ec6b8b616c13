//! The solver against the slow reference in what the regulations can be read to mean for the hands of a split, as
//! [`super::toy_games`] has it: blackjacks, original cards that stay the player's, and hands given up.

use rules::{
    AgainstPush, AttackRule, BlackjackAfterSplit, DoubleWager, Game, LateBlackjackTakes, OriginalsHeldBy, PushRule,
    SplitAces, SplitWager, SurrenderAfterDouble, SurrenderIntoBlackjack,
};
use solver::{Class, SolveError, Solver, Want};

use crate::reference::Reference;
use crate::reference::compare::{CLASSES, difference, shoe};
use crate::toy_games::{
    Change, LARGE, SETTLING, SMALL, SWITCH, TD_AND_CDZ_MINUS, attack, check, check_classes, double, late_blackjack,
    most_hands, odds, plain, push, split, surrender, switch, with,
};

fn blackjacks(game: &mut Game) {
    game.natural.after_split = BlackjackAfterSplit::AcesAndTens;
}

fn held_by_player(game: &mut Game) {
    game.push.iter_mut().for_each(|push| push.originals_held_by = OriginalsHeldBy::Player);
}

#[test]
#[ignore = "long; `just slow`"]
fn blackjacks_after_a_split() {
    let game = with(&plain(), blackjacks);
    check(&plain(), &[("aces and tens", &blackjacks)], SMALL);
    check(
        &game,
        &[
            ("even money", &|game| game.natural.pays = odds("1:1")),
            ("less against 21", &|game| game.natural.pays_against_21 = Some(odds("1:1"))),
            ("split aces played", &|game| split(game).aces = SplitAces::Played),
            ("no double after a split", &|game| double(game).after_split = false),
            ("given split wagers", &|game| split(game).free = vec![cards::Value::TEN, cards::Value::ACE]),
        ],
        SMALL,
    );
    let returned = with(&game, |game| {
        game.push = Some(PushRule { twenty_one: false, originals: Vec::new(), ..push() });
    });
    let of_natural: Change<'_> = ("natural returned", &|game| game.natural.against_push = AgainstPush::Returned);
    check(&returned, &[of_natural], SETTLING);
}

/// A hand of a split with a blackjack ties a late one, but for the one original wager of the split.
#[test]
#[ignore = "long; `just slow`"]
fn blackjacks_after_a_split_before_a_late_blackjack() {
    for takes in [
        LateBlackjackTakes::All,
        LateBlackjackTakes::Original,
        LateBlackjackTakes::OriginalAndAttack,
        LateBlackjackTakes::BustedAndOriginal,
    ] {
        let game = with(&plain(), |game| {
            late_blackjack(game, takes);
            game.attack = Some(AttackRule { split_wager: SplitWager::Initial, ..attack(game).clone() });
        });
        check(&game, &[("aces and tens", &blackjacks)], SMALL);
    }
}

#[test]
fn blackjacks_of_several_splits() {
    for hands in [3, 4] {
        let game = with(&plain(), |game| {
            most_hands(game, hands);
            split(game).resplit_aces = true;
        });
        check_classes(TD_AND_CDZ_MINUS, &game, &[("aces and tens", &blackjacks)], LARGE);
    }
}

#[test]
fn blackjacks_of_switched_hands_that_are_split() {
    check_classes(TD_AND_CDZ_MINUS, &switch(), &[("aces and tens", &blackjacks)], SWITCH);
}

/// Of two original cards that are split each hand has one, and may have a second by the draw.
#[test]
#[ignore = "long; `just slow`"]
fn original_cards_that_stay_the_players() {
    let game = with(&plain(), |game| game.push = Some(push()));
    let with_push = |change: fn(&mut PushRule)| with(&game, |game| game.push.iter_mut().for_each(change));
    let by_player: [Change<'_>; 1] = [("by the player", &held_by_player)];
    check(&game, &by_player, SETTLING);
    check(&with_push(|push| push.originals_after_draw = true), &by_player, SETTLING);
    check(&with_push(|push| push.originals_after_split = true), &by_player, SETTLING);
    check(&with_push(|push| push.originals = vec![cards::Value::TEN]), &by_player, SETTLING);
    let attacked = with(&with_push(|push| push.originals_after_draw = true), |game| {
        attack(game).split_wager = SplitWager::Initial;
        late_blackjack(game, LateBlackjackTakes::BustedAndOriginal);
    });
    check(&attacked, &by_player, SETTLING);
    let given = with(&game, |game| split(game).free = vec![cards::Value::TEN]);
    check(&given, &by_player, SETTLING);
    let several = with(&game, |game| most_hands(game, 3));
    check_classes(TD_AND_CDZ_MINUS, &several, &by_player, LARGE);
}

/// What a late blackjack takes of the hands of a split that were given up is what it takes of others, once.
#[test]
#[ignore = "long; `just slow`"]
fn hands_of_a_split_given_up_before_a_late_blackjack() {
    for takes in
        [LateBlackjackTakes::Original, LateBlackjackTakes::OriginalAndAttack, LateBlackjackTakes::BustedAndOriginal]
    {
        let game = with(&plain(), |game| {
            late_blackjack(game, takes);
            attack(game).split_wager = SplitWager::Initial;
            let rule = surrender(game);
            (rule.loses, rule.after_split, rule.split_aces) = (odds("1:10"), true, true);
        });
        let unless_split: Change<'_> =
            ("whole unless split", &|game| surrender(game).into_blackjack = SurrenderIntoBlackjack::WholeUnlessSplit);
        check(&game, &[unless_split], SMALL);
    }
}

/// A later hand of a split is doubled by the attack wager too, which stays on the first.
#[test]
#[ignore = "long; `just slow`"]
fn hands_of_a_split_doubled_by_the_attack_wager_too() {
    let by_both: Change<'_> = ("by both", &|game| double(game).wager = DoubleWager::InitialAndAttack);
    for takes in [LateBlackjackTakes::All, LateBlackjackTakes::Original] {
        let game = with(&plain(), |game| {
            late_blackjack(game, takes);
            attack(game).split_wager = SplitWager::Initial;
            double(game).after_split = true;
            let rule = surrender(game);
            (rule.loses, rule.after_split) = (odds("1:10"), true);
            rule.after_double = SurrenderAfterDouble::PartOfAll;
        });
        check(&game, &[by_both], SMALL);
    }
}

/// A doubled hand that is given up loses its double wager too, unless that was returned.
#[test]
#[ignore = "long; `just slow`"]
fn doubled_hands_given_up_before_a_late_blackjack() {
    let double_too: Change<'_> =
        ("double too", &|game| surrender(game).into_blackjack = SurrenderIntoBlackjack::WholeAndDouble);
    for takes in [LateBlackjackTakes::All, LateBlackjackTakes::Original, LateBlackjackTakes::BustedAndOriginal] {
        let game = with(&plain(), |game| {
            late_blackjack(game, takes);
            attack(game).split_wager = SplitWager::Initial;
            let rule = surrender(game);
            (rule.loses, rule.after_split, rule.split_aces) = (odds("1:10"), true, true);
            rule.after_double = SurrenderAfterDouble::PartOfAll;
        });
        check(&game, &[double_too], SMALL);
    }
}

/// Splits to as many as eight hands: means under the zero-memory classes, and a word on what is not solved.
#[test]
fn splits_to_eight_hands() {
    let eights = "T".repeat(22) + &"8".repeat(9);
    let aces = "T".repeat(25) + &"A".repeat(8);
    let base = with(&plain(), |game| {
        split(game).resplit_aces = true;
        game.natural.after_split = BlackjackAfterSplit::AcesAndTens;
    });
    for cards in [eights, aces] {
        let shoe = shoe(&cards);
        let reference = Reference::new(&base, shoe);
        let mut values = Vec::new();
        for hands in 4..=8 {
            let game = with(&base, |game| most_hands(game, hands));
            let solver = Solver::for_game(game.clone(), shoe).expect("a shoe that lasts");
            for (strategy, class) in CLASSES.into_iter().filter(|(strategy, _)| *strategy != Class::Perfect) {
                let solution = solver.solve(strategy, Want::quick_variance()).expect("a solution");
                let expected = reference.for_readings(&game).play(class).solve();
                assert_eq!(difference(&solution, &expected, &expected.doubtful), None, "{cards}, {hands}, {strategy}");
                assert_eq!(solver.ev(strategy).expect("a solution"), solution.ev);
                assert_eq!(solution.variance.is_none(), hands > 4);
                values.push(solution.ev);
            }
            if hands > 4 {
                assert!(!solver.solves(Class::Perfect));
                let distribution = solver.round_distribution(Class::CdzMinus, &|_| ()).expect_err("no distribution");
                assert_eq!(
                    distribution.to_string(),
                    "the distribution of a round is not solved for splits to more than four hands"
                );
                assert!(matches!(solver.bracket(&|_| ()), Err(SolveError::Unsolved { .. })));
                let perfect = solver.solve(Class::Perfect, Want::action()).expect_err("no perfect play");
                assert!(matches!(perfect, SolveError::PerfectUnsolved(_)), "{perfect}");
            }
        }
        values.dedup();
        assert!(values.len() >= 5, "{cards}: every hand more makes a difference");
    }
}
