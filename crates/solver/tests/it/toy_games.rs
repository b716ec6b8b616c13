//! The solver against the slow reference in the rules that blackjack's variations add, on toy shoes, as exact fractions:
//! every class that the solver solves, each up card and signal, variance and average wager.
//!
//! Each test states a game and changes of its rules. Every change must move the EV on some shoe, so that no agreement is
//! about a rule that never mattered.

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use rules::{
    AgainstBlackjack, AgainstPush, AttackRule, BonusHand, BonusRule, BustAgainstPush, Busts, Cards, DealtBlackjack,
    DoubleCard, DoubleRule, Game, LateBlackjackTakes, Odds, PushRule, Soft17, SplitAces, SplitRule, SplitWager,
    SurrenderAfterDouble, SurrenderIntoBlackjack, SurrenderRule, SurrenderWhen, SwitchRule, SwitchWhen, Ties,
    TwentyOne, WagerAgainstBlackjack,
};
use solver::Class;

use crate::games::late_surrender;
use crate::reference::Reference;
use crate::reference::compare::{Agreed, compare, shoe, submission};

/// A change of the rules by name.
pub(crate) type Change<'a> = (&'a str, &'a dyn Fn(&mut Game));

/// One split; no play can run these out.
pub(crate) const SMALL: &[&str] = &[
    "TTTTTTTTAA55",
    "TTTTTT99AA56",
    "TTTTTTTTTTAAAA66",
    "TTTTTTTTTTT22228A",
    "TTTTTTTT7777AA",
    "TTTTTTTTTT44A8",
    "TTTTTTT666AA",
];

/// One split, and hands that bust under a ten or an ace.
pub(crate) const BUSTS: &[&str] = &["TTTTTTTTAA55", "TTTTTT99AA56", "TTTTTT998866AA", "TTTTTTTTTT44A8"];

/// One split, and hands of three cards and more to decide on.
const LONG: &[&str] = &["TTTTTT99AA56", "TTTTTTTTTTT22228A", "TTTTTTTTTT44A8", "TTTTTTTTT55A6", "TTTTTTT666AA"];

/// One split, and dealers who draw to 21 and 22.
pub(crate) const SETTLING: &[&str] =
    &["TTTTTTTTAA55", "TTTTTT99AA56", "TTTTTTTTTT44A8", "TTTTTTT666AA", "TTTTTTTT7777AA"];

/// One split, and soft 21 of three cards and more.
const SOFT: &[&str] = &["TTTTTTTTAA55", "TTTTTTTTTTAA4466", "TTTTTTTTTTAA2288", "TTTTTT99AA56"];

/// One split, and pairs and totals that are doubled.
const FREE: &[&str] = &["TTTTTTTTAA55", "TTTTTT99AA56", "TTTTTTTTTT44A8", "TTTTTTTTTT4444A", "TTTTTTTTTTTTT444455"];

/// One split, and hands of 21 of several kinds.
const BONUS: &[&str] = &["TTTTTTTT7777AA", "TTTTTT99AA56", "TTTTTTTTTTAAAA66", "TTTTTTTTTTT22229", "TTTTTTTT678AA"];

/// One split, and second hands that are played by what the first took.
const DOWN: &[&str] = &["TTTTTT55566", "TTTTTT33388", "TTTTTT999AA", "TTTTTTTTTT5555666"];

/// Two hands, one split of each.
pub(crate) const SWITCH: &[&str] = &[
    "TTTTTTTTTTTTTTAAA55",
    "TTTTTTTTTTTTTTAAAA4",
    "TTTTTTTTTTTTTT448A",
    "TTTTTTTTTTTTTT777AA",
    "TTTTTTTTTTTTTT666699",
];

/// Perfect play of two hands takes the reference long: `two_hands.rs` looks at that.
pub(crate) const TD_AND_CDZ_MINUS: &[Class] = &[Class::Td, Class::CdzMinus];

/// Two hands, several splits of each.
const SWITCH_LARGE: &[&str] = &["TTTTTTTTTTTTTTTTTTTTTTTT44444444", "TTTTTTTTTTTTTTTTTTTTTTTTTTTTAAAA88"];

/// Shoes that hold the cards of several splits.
pub(crate) const LARGE: &[&str] = &[
    "TTTTTTTTTTTTTT8888777",
    "TTTTTTTTTT99999AAAAA",
    "TTTTTTTTTTTTTTAAAAA9",
    "TTTTTTTTTTTTAAAAA99",
    "TTTTTTTTTTTT44445",
    "TTTTTTTTTTTTTT66666",
    "TTTTTTTTTTTT8888AA",
    "TTTTTTTTTTTTTTTT88886",
];

/// Blackjack as the field's programs play it: one split, aces one card, no surrender.
pub(crate) fn plain() -> Game {
    submission("plain-blackjack").game
}

pub(crate) fn with(game: &Game, change: impl Fn(&mut Game)) -> Game {
    let mut game = game.clone();
    change(&mut game);
    game
}

/// Agreement of the game and of every change of it on every shoe, and that each change moves each class on some shoe.
pub(crate) fn check(base: &Game, changes: &[Change<'_>], shoes: &[&str]) {
    check_classes(&Class::ALL, base, changes, shoes);
}

pub(crate) fn check_classes(strategies: &[Class], base: &Game, changes: &[Change<'_>], shoes: &[&str]) {
    let mut moved: BTreeMap<(&str, Class), bool> = BTreeMap::new();
    for cards in shoes {
        let reference = Reference::new(base, shoe(cards));
        let values = |name: &str, game: &Game| -> Vec<Agreed> {
            let agreed = compare(game, shoe(cards), &reference, strategies);
            agreed.unwrap_or_else(|error| panic!("{cards}, {name}: {error}"))
        };
        let before = values("unchanged", base);
        for (name, change) in changes {
            for after in values(name, &with(base, change)) {
                // Perfect play may be solved for one of the two games only.
                if let Some(old) = before.iter().find(|old| old.strategy == after.strategy) {
                    *moved.entry((name, after.strategy)).or_default() |= old.ev != after.ev;
                }
            }
        }
    }
    let idle: Vec<_> = moved.iter().filter(|(_, moved)| !**moved).map(|(what, _)| what).collect();
    assert!(idle.is_empty(), "no shoe feels {idle:?}");
}

pub(crate) fn surrender(game: &mut Game) -> &mut SurrenderRule {
    game.surrender.get_or_insert_with(|| late_surrender("1:2"))
}

pub(crate) fn values(text: &str) -> Vec<Value> {
    text.chars().map(|letter| letter.to_string().parse().expect("a card value")).collect()
}

pub(crate) fn odds(text: &str) -> Odds {
    text.parse().expect("odds")
}

pub(crate) fn double(game: &mut Game) -> &mut DoubleRule {
    game.double.as_mut().expect("a game with doubles")
}

pub(crate) fn split(game: &mut Game) -> &mut SplitRule {
    game.split.as_mut().expect("a game with splits")
}

pub(crate) fn attack(game: &mut Game) -> &mut AttackRule {
    game.attack.get_or_insert_with(|| AttackRule {
        clauses: Vec::new(),
        against_blackjack: WagerAgainstBlackjack::Returned,
        split_wager: SplitWager::InitialAndAttack,
    })
}

/// As Down Under has it: 22 returns all but 21 and two original large cards.
pub(crate) fn push() -> PushRule {
    submission("pa-685a-down-under").game.push.expect("a game with a push")
}

pub(crate) fn most_hands(game: &mut Game, hands: u8) {
    game.split.iter_mut().for_each(|split| split.max_hands = hands);
}

pub(crate) fn late_blackjack(game: &mut Game, takes: LateBlackjackTakes) {
    game.hole_card.checked_under.clear();
    game.hole_card.late_blackjack_takes = takes;
}

#[test]
#[ignore = "long; `just slow`"]
fn soft_17_hit_surrender_and_double_by_total() {
    check(
        &plain(),
        &[
            ("soft 17 hit", &|game| game.dealer.soft_17 = Soft17::Hit),
            ("late surrender", &|game| surrender(game).when = SurrenderWhen::Late),
            ("surrender for a tenth", &|game| surrender(game).loses = odds("1:10")),
            ("double on 9 to 11", &|game| {
                let double = game.double.as_mut().expect("doubles");
                (double.hard_totals, double.soft) = ([9, 11], false);
            }),
            ("double on 10 and 11, and soft", &|game| {
                game.double.iter_mut().for_each(|double| double.hard_totals = [10, 11]);
            }),
            ("no double", &|game| game.double = None),
            ("no split", &|game| game.split = None),
            ("split aces played", &|game| game.split.iter_mut().for_each(|split| split.aces = SplitAces::Played)),
        ],
        SMALL,
    );
}

/// A late blackjack that takes one initial wager from every hand that was played and from every hand given up.
#[test]
#[ignore = "long; `just slow`"]
fn late_blackjacks() {
    let original = with(&plain(), |game| late_blackjack(game, LateBlackjackTakes::Original));
    let takes: [Change<'_>; 2] = [
        ("all", &|game| late_blackjack(game, LateBlackjackTakes::All)),
        ("busted and original", &|game| late_blackjack(game, LateBlackjackTakes::BustedAndOriginal)),
    ];
    check(&original, &takes, BUSTS);
    let surrendered = with(&original, |game| surrender(game).loses = odds("1:4"));
    check(&surrendered, &takes, BUSTS);
    // Given up, all that a hand can lose is its bet, whatever a late blackjack takes.
    for takes in [LateBlackjackTakes::All, LateBlackjackTakes::BustedAndOriginal] {
        check(&with(&surrendered, |game| late_blackjack(game, takes)), &[], BUSTS);
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn several_splits() {
    let more = |hands, aces: SplitAces, again| {
        move |game: &mut Game| {
            most_hands(game, hands);
            let split = game.split.as_mut().expect("splits");
            (split.aces, split.resplit_aces) = (aces, again);
        }
    };
    check(
        &plain(),
        &[
            ("three hands", &more(3, SplitAces::OneCard, false)),
            ("four hands", &more(4, SplitAces::OneCard, false)),
            ("three hands, aces again", &more(3, SplitAces::OneCard, true)),
            ("four hands, aces again", &more(4, SplitAces::OneCard, true)),
            ("three hands, aces played", &more(3, SplitAces::Played, false)),
            ("four hands, aces played", &more(4, SplitAces::Played, true)),
        ],
        LARGE,
    );
}

/// Several hands in all that may be done with a hand, and before a late blackjack.
#[test]
#[ignore = "long; `just slow`"]
fn several_splits_of_anything() {
    for (hands, again) in [(3, false), (4, true)] {
        let game = with(&anywhere(), |game| {
            most_hands(game, hands);
            (split(game).aces, split(game).resplit_aces) = (SplitAces::OneCard, again);
        });
        // Of perfect play the reference takes minutes here.
        check_classes(
            &[Class::Td, Class::CdzMinus],
            &game,
            &[
                ("attack on every hand", &|game| attack(game).split_wager = SplitWager::InitialAndAttack),
                ("surrender of split aces", &|game| surrender(game).split_aces = true),
                ("takes all", &|game| late_blackjack(game, LateBlackjackTakes::All)),
                ("takes original and attack", &|game| late_blackjack(game, LateBlackjackTakes::OriginalAndAttack)),
                ("takes busted and original", &|game| late_blackjack(game, LateBlackjackTakes::BustedAndOriginal)),
            ],
            LARGE,
        );
    }
}

/// The same under perfect play, on a shoe small enough for the reference.
#[test]
fn perfect_play_of_several_splits_of_anything() {
    let game = with(&anywhere(), |game| most_hands(game, 3));
    let shoe = shoe("TTTTTTTTTTTTTT66666");
    let reference = Reference::new(&game, shoe);
    for takes in [LateBlackjackTakes::All, LateBlackjackTakes::OriginalAndAttack] {
        let game = with(&game, |game| late_blackjack(game, takes));
        let agreed = compare(&game, shoe, &reference, &[Class::Perfect]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(agreed.len(), 1);
    }
}

/// A wager made on the up card, which tells little in these shoes; paying naturals even money makes it a near thing.
#[test]
fn attack_wagers() {
    let game = with(&plain(), |game| {
        attack(game);
        game.natural.pays = odds("1:1");
    });
    check(
        &with(&game, |game| game.attack = None),
        &[("attack", &|game| *game = with(game, |game| _ = attack(game)))],
        SMALL,
    );
    check(
        &game,
        &[
            ("initial", &|game| attack(game).split_wager = SplitWager::Initial),
            ("lost to a blackjack", &|game| attack(game).against_blackjack = WagerAgainstBlackjack::Lost),
        ],
        SMALL,
    );
    let late = with(&game, |game| late_blackjack(game, LateBlackjackTakes::Original));
    let takes: [Change<'_>; 3] = [
        ("all", &|game| late_blackjack(game, LateBlackjackTakes::All)),
        ("original and attack", &|game| late_blackjack(game, LateBlackjackTakes::OriginalAndAttack)),
        ("busted and original", &|game| late_blackjack(game, LateBlackjackTakes::BustedAndOriginal)),
    ];
    check(&late, &takes, SMALL);
    check(&with(&late, |game| attack(game).split_wager = SplitWager::Initial), &takes, SMALL);
}

/// Under every rule for late blackjacks, what it takes of a hand that was given up.
#[test]
fn attacks_given_up_before_a_late_blackjack() {
    let game = with(&plain(), |game| {
        attack(game).split_wager = SplitWager::Initial;
        let surrender = surrender(game);
        (surrender.loses, surrender.after_split) = (odds("1:10"), true);
    });
    let takes = [
        LateBlackjackTakes::All,
        LateBlackjackTakes::Original,
        LateBlackjackTakes::OriginalAndAttack,
        LateBlackjackTakes::BustedAndOriginal,
    ];
    for takes in takes {
        let game = with(&game, |game| late_blackjack(game, takes));
        let as_played: Change<'_> =
            ("as played", &|game| surrender(game).into_blackjack = SurrenderIntoBlackjack::AsPlayed);
        // Without doubles, all that it takes of a hand given up or played is the bet.
        let changes = if takes == LateBlackjackTakes::All { Vec::new() } else { vec![as_played] };
        check(&game, &changes, SMALL);
    }
}

/// The game of Double Attack in all that may be done with a hand.
fn anywhere() -> Game {
    with(&plain(), |game| {
        attack(game).split_wager = SplitWager::Initial;
        double(game).cards = Cards::Any;
        let surrender = surrender(game);
        (surrender.loses, surrender.cards, surrender.after_split) = (odds("1:4"), Cards::Any, true);
        surrender.after_double = SurrenderAfterDouble::PartOfAll;
    })
}

#[test]
fn doubles_and_surrenders_on_any_cards() {
    check(
        &plain(),
        &[
            ("double on any cards", &|game| double(game).cards = Cards::Any),
            ("double 11 and soft on any cards", &|game| {
                (double(game).cards, double(game).hard_totals) = (Cards::Any, [11, 11]);
            }),
            ("surrender on any cards", &|game| surrender(game).cards = Cards::Any),
            ("surrender after a split", &|game| surrender(game).after_split = true),
        ],
        LONG,
    );
    check(
        &with(&plain(), |game| (surrender(game).after_split, split(game).aces) = (true, SplitAces::OneCard)),
        &[
            ("split aces", &|game| surrender(game).split_aces = true),
            ("split aces played", &|game| split(game).aces = SplitAces::Played),
            ("any cards", &|game| surrender(game).cards = Cards::Any),
        ],
        LONG,
    );
}

/// A doubled hand that has its card and is given up.
#[test]
#[ignore = "long; `just slow`"]
fn doubled_hands_given_up() {
    let given_up_for = |after| {
        move |game: &mut Game| {
            let rule = surrender(game);
            (rule.loses, rule.after_double) = (odds("1:4"), after);
        }
    };
    let game = with(&plain(), |game| surrender(game).loses = odds("1:4"));
    check(
        &game,
        &[
            ("part of all", &given_up_for(SurrenderAfterDouble::PartOfAll)),
            ("part of bet", &given_up_for(SurrenderAfterDouble::PartOfBet)),
            ("after a split too", &|game| {
                given_up_for(SurrenderAfterDouble::PartOfAll)(game);
                surrender(game).after_split = true;
            }),
            ("on any cards", &|game| {
                given_up_for(SurrenderAfterDouble::PartOfAll)(game);
                double(game).cards = Cards::Any;
            }),
        ],
        LONG,
    );
    check(
        &anywhere(),
        &[
            ("part of bet", &|game| surrender(game).after_double = SurrenderAfterDouble::PartOfBet),
            ("no doubled hand given up", &|game| surrender(game).doubled = false),
            ("two cards", &|game| surrender(game).cards = Cards::Two),
            ("not after a split", &|game| surrender(game).after_split = false),
            ("split aces", &|game| surrender(game).split_aces = true),
            ("doubles on two cards", &|game| double(game).cards = Cards::Two),
        ],
        LONG,
    );
}

/// What a late blackjack takes of doubled and of surrendered hands on any number of cards, attacked or not.
#[test]
#[ignore = "long; `just slow`"]
fn anything_before_a_late_blackjack() {
    for takes in [
        LateBlackjackTakes::All,
        LateBlackjackTakes::Original,
        LateBlackjackTakes::OriginalAndAttack,
        LateBlackjackTakes::BustedAndOriginal,
    ] {
        check(
            &with(&anywhere(), |game| late_blackjack(game, takes)),
            &[
                ("as played", &|game| surrender(game).into_blackjack = SurrenderIntoBlackjack::AsPlayed),
                ("part of bet", &|game| surrender(game).after_double = SurrenderAfterDouble::PartOfBet),
                ("initial and attack", &|game| attack(game).split_wager = SplitWager::InitialAndAttack),
            ],
            LONG,
        );
    }
}

fn early(loses: &'static str) -> impl Fn(&mut Game) {
    move |game: &mut Game| {
        let surrender = surrender(game);
        (surrender.when, surrender.loses) = (SurrenderWhen::Early, odds(loses));
    }
}

/// Decided before the dealer looks, so on the average over what he may find.
#[test]
#[ignore = "long; `just slow`"]
fn early_surrender() {
    let played = [Class::CdzMinus, Class::Perfect];
    check_classes(
        &played,
        &with(&plain(), |game| _ = surrender(game)),
        &[("early", &early("1:2")), ("early for a quarter", &early("1:4")), ("early for little", &early("1:10"))],
        BUSTS,
    );
    let late = with(&plain(), |game| late_blackjack(game, LateBlackjackTakes::All));
    let attacked = with(&plain(), |game| _ = attack(game));
    let down_under = submission("pa-685a-down-under").game;
    for game in [late, attacked, down_under] {
        let changes: [Change<'_>; 2] = [("early", &early("1:2")), ("early for a quarter", &early("1:4"))];
        check_classes(&played, &game, &changes, SMALL);
        check(&with(&game, |game| game.split = None), &changes, SMALL);
    }
}

/// Cells of first two cards that are given up whenever they are dealt are played after a split, by the greatest value.
#[test]
fn cells_given_up_early_are_played_after_a_split() {
    let changes: [Change<'_>; 2] = [("early", &early("1:2")), ("early for a quarter", &early("1:4"))];
    check(&plain(), &changes, SMALL);
}

#[test]
fn settling() {
    check(
        &plain(),
        &[
            ("ties lost", &|game| game.settle.ties = Ties::Lost),
            ("busts returned", &|game| game.settle.busts = Busts::Returned),
            ("equal busts returned", &|game| game.settle.busts = Busts::EqualReturned),
            ("21 paid", &|game| game.settle.twenty_one = TwentyOne::Paid),
            ("21 paid, ties lost", &|game| {
                (game.settle.ties, game.settle.twenty_one) = (Ties::Lost, TwentyOne::Paid);
            }),
            ("natural against 21", &|game| game.natural.pays_against_21 = Some(odds("1:1"))),
            ("natural against blackjack", &|game| game.natural.against_blackjack = AgainstBlackjack::Paid),
        ],
        SETTLING,
    );
    let late = with(&plain(), |game| late_blackjack(game, LateBlackjackTakes::Original));
    check(
        &late,
        &[
            ("natural against blackjack", &|game| game.natural.against_blackjack = AgainstBlackjack::Paid),
            ("busts returned", &|game| game.settle.busts = Busts::Returned),
            ("busts taken, or returned", &|game| {
                game.settle.busts = Busts::Returned;
                game.hole_card.late_blackjack_takes = LateBlackjackTakes::BustedAndOriginal;
            }),
        ],
        SETTLING,
    );
}

/// Limits on drawing.
#[test]
fn drawing() {
    let game = with(&plain(), |game| split(game).aces = SplitAces::Played);
    check(
        &game,
        &[
            ("below 17", &|game| game.draw.below = 17),
            ("soft below 17", &|game| game.draw.soft_below = Some(17)),
            ("below 13, soft below 19", &|game| (game.draw.below, game.draw.soft_below) = (13, Some(19))),
        ],
        SMALL,
    );
    // Without splits no ace and ten make 21 that is no blackjack.
    let soft_21: Change<'_> = ("soft 21", &|game| game.draw.soft_below = Some(22));
    let unsplit = with(&game, |game| (game.split, double(game).cards) = (None, Cards::Any));
    check(&unsplit, &[soft_21], SOFT);
    check_classes(&[Class::Perfect], &game, &[soft_21], SMALL);
}

/// An ace and a ten of a split are 21 and may be doubled where soft 21 may draw. They are no blackjack, so what counts
/// is what 21 is worth.
#[test]
fn an_ace_and_a_ten_of_a_split_may_draw() {
    let game = with(&plain(), |game| split(game).aces = SplitAces::Played);
    check(&game, &[("soft 21", &|game| game.draw.soft_below = Some(22))], SMALL);
}

/// A dealer's 22 that returns wagers.
#[test]
fn pushes() {
    let returns = |game: &mut Game| {
        game.push = Some(PushRule { twenty_one: false, originals: Vec::new(), ..push() });
    };
    check(
        &plain(),
        &[("22 returns", &returns), ("22 returns, but pays 21", &|game| game.push = Some(push()))],
        SETTLING,
    );
    let game = with(&plain(), returns);
    check(
        &game,
        &[
            ("natural returned", &|game| game.natural.against_push = AgainstPush::Returned),
            ("attack", &|game| _ = attack(game)),
            ("busts returned", &|game| game.push.iter_mut().for_each(|push| push.bust = BustAgainstPush::Returned)),
            ("surrender", &|game| surrender(game).after_double = SurrenderAfterDouble::PartOfBet),
        ],
        SETTLING,
    );
}

/// Wagers of the house, which cannot be lost.
#[test]
#[ignore = "long; `just slow`"]
fn free_wagers() {
    let free_double = |game: &mut Game| double(game).free_hard_totals = Some([9, 11]);
    let free_split = |game: &mut Game| split(game).free = values("A23456789");
    check(
        &plain(),
        &[
            ("doubles", &free_double),
            ("doubles of few totals", &|game| double(game).free_hard_totals = Some([8, 10])),
            ("splits", &free_split),
            ("splits of few values", &|game| split(game).free = values("4T")),
            ("both", &|game| {
                free_double(game);
                free_split(game);
            }),
        ],
        FREE,
    );
    let free = with(&plain(), |game| {
        free_double(game);
        free_split(game);
        split(game).aces = SplitAces::Played;
        game.push = Some(PushRule { twenty_one: false, originals: Vec::new(), ..push() });
    });
    check(
        &free,
        &[
            ("22 loses to all", &|game| game.push = None),
            ("late blackjack takes all", &|game| late_blackjack(game, LateBlackjackTakes::All)),
            ("surrender", &|game| _ = surrender(game)),
            ("surrender after a split", &|game| surrender(game).after_split = true),
            ("doubled hands given up", &|game| surrender(game).after_double = SurrenderAfterDouble::PartOfAll),
            ("no double after a split", &|game| double(game).after_split = false),
        ],
        FREE,
    );
    check(
        &with(&free, |game| late_blackjack(game, LateBlackjackTakes::Original)),
        &[
            ("all", &|game| late_blackjack(game, LateBlackjackTakes::All)),
            ("busted and original", &|game| late_blackjack(game, LateBlackjackTakes::BustedAndOriginal)),
        ],
        BUSTS,
    );
}

#[test]
#[ignore = "long; `just slow`"]
fn free_wagers_of_several_splits() {
    let free = with(&plain(), |game| {
        split(game).free = values("A46789");
        split(game).aces = SplitAces::Played;
        double(game).free_hard_totals = Some([9, 11]);
        game.push = Some(PushRule { twenty_one: false, originals: Vec::new(), ..push() });
    });
    check(
        &free,
        &[
            ("three hands", &|game| most_hands(game, 3)),
            ("four hands, surrender after a split", &|game| {
                most_hands(game, 4);
                surrender(game).after_split = true;
            }),
        ],
        LARGE,
    );
}

/// Of the hands of 21 that are paid more, the first that fits.
#[test]
#[ignore = "long; `just slow`"]
fn bonuses() {
    let hand = |cards: Option<u8>, values: &str, pays: &str| BonusHand {
        cards,
        values: self::values(values),
        pays: odds(pays),
        suited: None,
        spades: None,
    };
    let bonus = move |after_split| {
        let hands = vec![
            hand(Some(5), "", "3:1"),
            hand(None, "678", "2:1"),
            hand(None, "777", "5:2"),
            hand(None, "TA", "2:1"),
            hand(None, "T56", "7:5"),
            hand(None, "T29", "7:4"),
            hand(None, "AT46", "9:1"),
            hand(Some(4), "", "6:5"),
        ];
        Some(BonusRule { clauses: Vec::new(), after_split, hands, suits: None })
    };
    let game = with(&plain(), |game| split(game).aces = SplitAces::Played);
    let changes: [Change<'_>; 4] = [
        ("unsplit", &|game| game.bonus = bonus(false)),
        ("all", &|game| game.bonus = bonus(true)),
        ("all, 22 returns", &|game| {
            (game.bonus, game.push) = (bonus(true), Some(PushRule { twenty_one: false, ..push() }));
        }),
        ("all, ties lost", &|game| (game.bonus, game.settle.ties) = (bonus(true), Ties::Lost)),
    ];
    check(&game, &changes, BONUS);
    check(&with(&game, |game| game.bonus = bonus(true)), &[("unsplit", &|game| game.bonus = bonus(false))], BONUS);
    check(
        &with(&game, |game| game.bonus = bonus(true)),
        &[("attack, and doubled hands given up", &|game| {
            attack(game);
            surrender(game).after_double = SurrenderAfterDouble::PartOfAll;
            double(game).cards = Cards::Any;
        })],
        BONUS,
    );
}

/// The card of a double that is not seen: it matters to perfect play only.
#[test]
fn doubles_face_down() {
    let down = |game: &mut Game| double(game).card = DoubleCard::Down;
    let mut seen = false;
    for cards in DOWN {
        let values = |game: &Game| -> Vec<BigRational> {
            let agreed = compare(game, shoe(cards), &Reference::new(game, shoe(cards)), &Class::ALL);
            let agreed = agreed.unwrap_or_else(|error| panic!("{cards}: {error}"));
            agreed.into_iter().map(|one| one.ev).collect()
        };
        let (up, down) = (values(&plain()), values(&with(&plain(), down)));
        assert_eq!(up[..2], down[..2], "{cards}");
        assert!(up[2] >= down[2], "{cards}");
        seen |= up[2] > down[2];
    }
    assert!(seen, "no shoe has a second hand that is played by the card of a double");
}

/// Blackjack Switch with one split of each hand.
pub(crate) fn switch() -> Game {
    with(&submission("pa-633a-blackjack-switch").game, |game| most_hands(game, 2))
}

#[test]
fn switched_hands() {
    check_classes(
        TD_AND_CDZ_MINUS,
        &switch(),
        &[
            ("switched first", &|game| switch_rule(game).when = SwitchWhen::BeforeCheck),
            ("switched blackjack pays more", &|game| switch_rule(game).blackjack_pays = odds("3:2")),
            ("dealt blackjack stays", &|game| {
                switch_rule(game).dealt_blackjack = DealtBlackjack::Stays;
                game.natural.pays = odds("1:2");
            }),
            ("natural pays less", &|game| game.natural.pays = odds("1:1")),
            ("natural always pays more", &|game| game.natural.pays_against_21 = None),
            ("natural wins against 22", &|game| game.natural.against_push = AgainstPush::Paid),
            ("natural wins against blackjack", &|game| game.natural.against_blackjack = AgainstBlackjack::Paid),
            ("late surrender", &|game| surrender(game).when = SurrenderWhen::Late),
            ("split aces one card", &|game| split(game).aces = SplitAces::OneCard),
            ("no push", &|game| game.push = None),
            ("no split", &|game| game.split = None),
            ("no double after a split", &|game| double(game).after_split = false),
            ("soft 17 hit", &|game| game.dealer.soft_17 = Soft17::Hit),
        ],
        SWITCH,
    );
}

pub(crate) fn switch_rule(game: &mut Game) -> &mut SwitchRule {
    game.switch.as_mut().expect("a game with two hands")
}

/// A dealer blackjack that comes to light late takes the initial wager, which is both hands', and every wager besides.
#[test]
fn switched_hands_before_a_late_blackjack() {
    let original = with(&switch(), |game| late_blackjack(game, LateBlackjackTakes::Original));
    check_classes(
        TD_AND_CDZ_MINUS,
        &original,
        &[
            ("all", &|game| late_blackjack(game, LateBlackjackTakes::All)),
            ("late surrender", &|game| surrender(game).when = SurrenderWhen::Late),
            ("surrendered as played", &|game| {
                surrender(game).when = SurrenderWhen::Late;
                surrender(game).into_blackjack = SurrenderIntoBlackjack::AsPlayed;
            }),
            ("doubled hands given up on any cards", &|game| {
                surrender(game).when = SurrenderWhen::Late;
                surrender(game).after_double = SurrenderAfterDouble::PartOfAll;
                double(game).cards = Cards::Any;
            }),
        ],
        SWITCH,
    );
}

#[test]
fn switched_hands_split_several_times() {
    check_classes(
        TD_AND_CDZ_MINUS,
        &switch(),
        &[("three hands", &|game| most_hands(game, 3)), ("four hands", &|game| most_hands(game, 4))],
        SWITCH_LARGE,
    );
}
