//! The solver against the slow reference in what the regulations can be read to mean for the hands of a split, as
//! [`super::toy_games`] has it: blackjacks, original cards that stay the player's, and hands given up.

use rules::{
    AgainstPush, AttackRule, BlackjackAfterSplit, Game, LateBlackjackTakes, OriginalsHeldBy, PushRule, SplitAces,
    SplitWager, SurrenderIntoBlackjack,
};

use crate::toy_games::{
    Change, LARGE, SETTLING, SMALL, SWITCH, ZERO_MEMORY, attack, check, check_classes, double, late_blackjack,
    most_hands, odds, plain, push, split, surrender, switch, with,
};

fn blackjacks(game: &mut Game) {
    game.natural.after_split = BlackjackAfterSplit::AcesAndTens;
}

fn held_by_player(game: &mut Game) {
    game.push.iter_mut().for_each(|push| push.originals_held_by = OriginalsHeldBy::Player);
}

#[test]
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
        check_classes(ZERO_MEMORY, &game, &[("aces and tens", &blackjacks)], LARGE);
    }
}

#[test]
fn blackjacks_of_switched_hands_that_are_split() {
    check_classes(ZERO_MEMORY, &switch(), &[("aces and tens", &blackjacks)], SWITCH);
}

/// Of two original cards that are split each hand has one, and may have a second by the draw.
#[test]
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
    check_classes(ZERO_MEMORY, &several, &by_player, LARGE);
}

/// What a late blackjack takes of the hands of a split that were given up is what it takes of others, once.
#[test]
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
