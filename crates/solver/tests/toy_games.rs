//! The solver against the slow reference in the rules that blackjack's variations add, on toy shoes, as exact fractions:
//! every class that the solver solves, each up card and signal, variance and average wager.
//!
//! Each test states a game and changes of its rules. Every change must move the EV on some shoe, so that no agreement is
//! about a rule that never mattered.

#[allow(dead_code, unused_imports, reason = "tests of other files use the rest")]
mod reference;

use std::collections::BTreeMap;

use num_rational::BigRational;
use reference::Reference;
use reference::compare::{compare_with, shoe, submission};
use rules::{
    AttackRule, Cards, DoubleRule, Game, LateBlackjackTakes, Odds, Soft17, SplitAces, SplitRule, SplitWager,
    SurrenderAfterDouble, SurrenderIntoBlackjack, SurrenderRule, SurrenderWhen, WagerAgainstBlackjack,
};
use solver::Strategy;

/// A change of the rules by name.
type Change<'a> = (&'a str, &'a dyn Fn(&mut Game));

/// One split; no play can run these out.
const SMALL: &[&str] = &[
    "TTTTTTTTAA55",
    "TTTTTT99AA56",
    "TTTTTTTTTTAAAA66",
    "TTTTTTTTTTT22228A",
    "TTTTTTTT7777AA",
    "TTTTTTTTTT44A8",
    "TTTTTTT666AA",
];

/// One split, and hands that bust under a ten or an ace.
const BUSTS: &[&str] = &["TTTTTTTTAA55", "TTTTTT99AA56", "TTTTTT998866AA", "TTTTTTTTTT44A8"];

/// One split, and hands of three cards and more to decide on.
const LONG: &[&str] = &["TTTTTT99AA56", "TTTTTTTTTTT22228A", "TTTTTTTTTT44A8", "TTTTTTTTT55A6", "TTTTTTT666AA"];

/// Shoes that hold the cards of several splits.
const LARGE: &[&str] = &[
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
fn plain() -> Game {
    submission("plain-blackjack").game
}

fn with(game: &Game, change: impl Fn(&mut Game)) -> Game {
    let mut game = game.clone();
    change(&mut game);
    game
}

/// Agreement of the game and of every change of it on every shoe, and that each change moves each class on some shoe.
fn check(base: &Game, changes: &[Change<'_>], shoes: &[&str]) {
    let start = std::time::Instant::now();
    let mut moved: BTreeMap<(&str, Strategy), bool> = BTreeMap::new();
    for cards in shoes {
        let reference = Reference::new(base, shoe(cards));
        let values = |name: &str, game: &Game| -> Vec<(Strategy, BigRational)> {
            let agreed =
                compare_with(game, shoe(cards), &reference).unwrap_or_else(|error| panic!("{cards}, {name}: {error}"));
            agreed.into_iter().map(|one| (one.strategy, one.ev)).collect()
        };
        let before = values("unchanged", base);
        for (name, change) in changes {
            for (strategy, ev) in values(name, &with(base, change)) {
                // Perfect play may be solved for one of the two games only.
                if let Some((_, old)) = before.iter().find(|(class, _)| *class == strategy) {
                    *moved.entry((name, strategy)).or_default() |= *old != ev;
                }
            }
        }
    }
    println!("{:?} {:?}", start.elapsed(), std::thread::current().name());
    let idle: Vec<_> = moved.iter().filter(|(_, moved)| !**moved).map(|(what, _)| what).collect();
    assert!(idle.is_empty(), "no shoe feels {idle:?}");
}

fn surrender(game: &mut Game) -> &mut SurrenderRule {
    game.surrender.get_or_insert_with(|| toml::from_str("clauses = []\nwhen = 'late'\nloses = '1:2'").expect("a rule"))
}

fn odds(text: &str) -> Odds {
    text.parse().expect("odds")
}

fn double(game: &mut Game) -> &mut DoubleRule {
    game.double.as_mut().expect("a game with doubles")
}

fn split(game: &mut Game) -> &mut SplitRule {
    game.split.as_mut().expect("a game with splits")
}

fn attack(game: &mut Game) -> &mut AttackRule {
    game.attack.get_or_insert_with(|| AttackRule {
        clauses: Vec::new(),
        against_blackjack: WagerAgainstBlackjack::Returned,
        split_wager: SplitWager::InitialAndAttack,
    })
}

fn most_hands(game: &mut Game, hands: u8) {
    game.split.iter_mut().for_each(|split| split.max_hands = hands);
}

fn late_blackjack(game: &mut Game, takes: LateBlackjackTakes) {
    game.hole_card.checked_under.clear();
    game.hole_card.late_blackjack_takes = takes;
}

#[test]
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
fn rescues() {
    let rescue = |after| {
        move |game: &mut Game| {
            let rule = surrender(game);
            (rule.loses, rule.after_double) = (odds("1:4"), after);
        }
    };
    let game = with(&plain(), |game| surrender(game).loses = odds("1:4"));
    check(
        &game,
        &[
            ("part of all", &rescue(SurrenderAfterDouble::PartOfAll)),
            ("part of bet", &rescue(SurrenderAfterDouble::PartOfBet)),
            ("after a split too", &|game| {
                rescue(SurrenderAfterDouble::PartOfAll)(game);
                surrender(game).after_split = true;
            }),
            ("on any cards", &|game| {
                rescue(SurrenderAfterDouble::PartOfAll)(game);
                double(game).cards = Cards::Any;
            }),
        ],
        LONG,
    );
    check(
        &anywhere(),
        &[
            ("part of bet", &|game| surrender(game).after_double = SurrenderAfterDouble::PartOfBet),
            ("no rescue", &|game| surrender(game).doubled = false),
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
