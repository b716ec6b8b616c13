//! Two spots at one table: toy shoes against a reference that deals and plays both card by card, and laws.

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{
    AttackRule, BonusHand, BonusRule, BustAgainstPush, Busts, Cards, EvenMoney, Game, LateBlackjackTakes, Odds,
    PushRule, Soft17, SplitAces, SplitWager, SurrenderAfterDouble, SurrenderRule, SurrenderWhen, SwitchWhen, Ties,
    TwentyOne, WagerAgainstBlackjack,
};
use solver::{Class, SolveError, Solver, TwoSpots, Want};

use crate::games::late_surrender;
use crate::reference::compare::{CLASSES, shoe, submission};
use crate::reference::{Player, Reference};

/// A change of the rules by name.
type Change<'a> = (&'a str, &'a dyn Fn(&mut Game));

/// One split each; no play of two spots can run these out.
const SHOES: &[&str] = &["TTTTTTTTTTTTTTTTAA55", "TTTTTTTTTTTTT99AA56", "TTTTTTTTTTTTTTTT44A8", "TTTTTTTTTTTTTTT666AA"];

/// Several splits each.
const LARGE: &[&str] = &["TTTTTTTTTTTTTTTTTTTTTTTTTT88887", "TTTTTTTTTTTTTTTTTTTTTTTTTTAAAA9"];

fn plain() -> Game {
    submission("plain-blackjack").game
}

fn with(game: &Game, change: impl Fn(&mut Game)) -> Game {
    let mut game = game.clone();
    change(&mut game);
    game
}

fn odds(text: &str) -> Odds {
    text.parse().expect("odds")
}

fn surrender(game: &mut Game) -> &mut SurrenderRule {
    game.surrender.get_or_insert_with(|| late_surrender("1:2"))
}

fn attack(game: &mut Game, split_wager: SplitWager) {
    game.attack =
        Some(AttackRule { clauses: Vec::new(), against_blackjack: WagerAgainstBlackjack::Returned, split_wager });
}

fn late_blackjack(game: &mut Game, takes: LateBlackjackTakes) {
    game.hole_card.checked_under.clear();
    game.hole_card.late_blackjack_takes = takes;
}

fn most_hands(game: &mut Game, hands: u8) {
    game.split.iter_mut().for_each(|split| split.max_hands = hands);
}

fn two_spots(game: &Game, shoe: Composition, strategy: Class) -> TwoSpots {
    let solver = Solver::for_game(game.clone(), shoe).expect("a shoe that cannot run out");
    solver.two_spots(strategy, &|_| ()).expect("solved")
}

/// Agreement of the game under every change with the reference, and that each change moves the mean product on some shoe.
///
/// A class that leaves more than one play on a shoe is left out there.
fn check(base: &Game, changes: &[Change<'_>], shoes: &[&str]) {
    let mut idle: Vec<&str> = changes.iter().map(|(name, _)| *name).collect();
    for cards in shoes {
        let reference = Reference::new(base, shoe(cards));
        let products = |name: &str, game: &Game| -> Vec<Option<BigRational>> {
            let reference = reference.for_readings(game);
            let zero_memory = CLASSES.into_iter().filter(|(_, class)| *class != Player::Perfect);
            let solved = zero_memory.map(|(strategy, class)| {
                let play = reference.play(class);
                let expected = play.solve();
                if !expected.doubtful.is_empty() {
                    return None;
                }
                let found = two_spots(game, shoe(cards), strategy);
                assert_eq!(found.ev, expected.ev, "{cards}, {name}, {strategy}: EV");
                assert_eq!(found.product_mean, play.product_mean(), "{cards}, {name}, {strategy}: product");
                assert_eq!(found.covariance, &found.product_mean - &found.ev * &found.ev);
                Some(found.product_mean)
            });
            solved.collect()
        };
        let before = products("unchanged", base);
        for (name, change) in changes {
            let after = products(name, &with(base, change));
            let moved = before.iter().zip(&after).any(|pair| matches!(pair, (Some(old), Some(new)) if old != new));
            idle.retain(|one| one != name || !moved);
        }
    }
    assert!(idle.is_empty(), "no shoe feels {idle:?}");
}

#[test]
fn plain_rules() {
    check(
        &plain(),
        &[
            ("soft 17 hit", &|game| game.dealer.soft_17 = Soft17::Hit),
            ("late surrender", &|game| _ = surrender(game)),
            ("surrender for a tenth", &|game| surrender(game).loses = odds("1:10")),
            ("early surrender", &|game| {
                (surrender(game).when, surrender(game).loses) = (SurrenderWhen::Early, odds("1:4"));
            }),
            ("no double", &|game| game.double = None),
            ("no split", &|game| game.split = None),
            ("split aces played", &|game| game.split.iter_mut().for_each(|split| split.aces = SplitAces::Played)),
            ("ties lost", &|game| game.settle.ties = Ties::Lost),
            ("21 paid", &|game| game.settle.twenty_one = TwentyOne::Paid),
            ("busts returned", &|game| game.settle.busts = Busts::Returned),
            ("equal busts returned", &|game| game.settle.busts = Busts::EqualReturned),
            ("even money", &|game| game.natural.even_money = EvenMoney::Offered(odds("5:4"))),
        ],
        SHOES,
    );
}

#[test]
fn late_blackjacks_and_attack_wagers() {
    let original = with(&plain(), |game| late_blackjack(game, LateBlackjackTakes::Original));
    check(&original, &[("all", &|game| late_blackjack(game, LateBlackjackTakes::All))], SHOES);
    let unsplit = with(&plain(), |game| {
        late_blackjack(game, LateBlackjackTakes::All);
        game.split = None;
    });
    let busted: Change<'_> =
        ("busted and original", &|game| late_blackjack(game, LateBlackjackTakes::BustedAndOriginal));
    check(&unsplit, &[busted], SHOES);
    let attacked = with(&original, |game| {
        attack(game, SplitWager::Initial);
        game.natural.pays = odds("1:1");
        let surrender = surrender(game);
        (surrender.loses, surrender.cards, surrender.after_split) = (odds("1:4"), Cards::Any, true);
        surrender.after_double = SurrenderAfterDouble::PartOfAll;
        game.double.iter_mut().for_each(|double| double.cards = Cards::Any);
    });
    check(
        &attacked,
        &[
            ("no attack", &|game| game.attack = None),
            ("matched after a split", &|game| attack(game, SplitWager::InitialAndAttack)),
            ("original and attack", &|game| late_blackjack(game, LateBlackjackTakes::OriginalAndAttack)),
        ],
        SHOES,
    );
}

#[test]
fn pushes_free_wagers_and_bonuses() {
    let push = || submission("pa-685a-down-under").game.push.expect("a game with a push");
    let hand = |values: &str, pays: &str| BonusHand {
        cards: None,
        values: values.chars().map(|letter| letter.to_string().parse().expect("a value")).collect(),
        pays: odds(pays),
        suited: None,
        spades: None,
    };
    check(
        &plain(),
        &[
            ("22 returns", &|game| game.push = Some(push())),
            ("22 returns all", &|game| {
                game.push = Some(PushRule {
                    twenty_one: false,
                    originals: Vec::new(),
                    bust: BustAgainstPush::Returned,
                    ..push()
                });
            }),
            ("free doubles", &|game| {
                game.double.iter_mut().for_each(|double| double.free_hard_totals = Some([9, 11]));
            }),
            ("free splits", &|game| {
                game.split.iter_mut().for_each(|split| split.free = Value::all().take(9).collect())
            }),
            ("bonuses", &|game| {
                let hands = vec![hand("T56", "7:5"), hand("T29", "7:4"), hand("T44A", "2:1"), hand("TA", "2:1")];
                game.bonus = Some(BonusRule { clauses: Vec::new(), after_split: true, hands, suits: None });
            }),
        ],
        SHOES,
    );
}

#[test]
fn several_splits() {
    check(
        &plain(),
        &[
            ("three hands", &|game| most_hands(game, 3)),
            ("four hands", &|game| most_hands(game, 4)),
            ("four hands, aces again", &|game| {
                most_hands(game, 4);
                game.split.iter_mut().for_each(|split| split.resplit_aces = true);
            }),
        ],
        LARGE,
    );
}

/// Twenty cards of which one is a nine: the dealer holds it with 1/10 and both spots win, a spot with 1/10 each and loses alone.
#[test]
fn a_nine_among_tens_by_hand() {
    let game = with(&plain(), |game| (game.split, game.double) = (None, None));
    let found = two_spots(&game, shoe("TTTTTTTTTTTTTTTTTTT9"), Class::CdzMinus);
    assert!(found.ev.is_zero());
    assert_eq!(found.covariance, BigRational::new(1.into(), 10.into()));
    // One spot: 1/10 + 1/10. Three: 3·1/5 + 6·1/10.
    let variance = BigRational::new(1.into(), 5.into());
    assert_eq!(found.variance_of(1, &variance), variance);
    assert_eq!(found.variance_of(3, &variance), BigRational::new(6.into(), 5.into()));
}

/// Two hands each, whose second cards may be switched.
#[test]
fn rounds_of_two_hands() {
    let unsplit = with(&submission("pa-633a-blackjack-switch").game, |game| game.split = None);
    check(
        &unsplit,
        &[
            ("switched first", &|game| game.switch.iter_mut().for_each(|rule| rule.when = SwitchWhen::BeforeCheck)),
            ("switched blackjack pays more", &|game| {
                game.switch.iter_mut().for_each(|rule| rule.blackjack_pays = odds("3:2"));
            }),
            ("surrender for a tenth", &|game| {
                (surrender(game).when, surrender(game).loses) = (SurrenderWhen::Late, odds("1:10"));
            }),
        ],
        &["TTTTTTTTTTTTTTTTAA55", "TTTTTTTTTTTTTTTTT44A"],
    );
    let one_split = with(&submission("pa-633a-blackjack-switch").game, |game| most_hands(game, 2));
    check(
        &one_split,
        &[("no split", &|game| game.split = None)],
        &["TTTTTTTTTTTTTTTTTTTTTTTTTTTTTT8888", "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTAAAA"],
    );
}

#[test]
fn results_that_never_differ_do_not_vary() {
    let game = with(&plain(), |game| game.settle.ties = Ties::Lost);
    let found = two_spots(&game, shoe("TTTTTTTTTTTTTTTTTTTTTTT"), Class::CdzMinus);
    assert!(found.product_mean.is_one() && found.covariance.is_zero());
}

/// A shoe without small cards, so that all is quick, under rules with most of the vocabulary.
#[test]
fn no_covariance_exceeds_the_variance() {
    let counts = Composition::new([4, 0, 0, 3, 3, 3, 3, 3, 3, 12]);
    for game in ["pa-633a-blackjack", "pa-685a-down-under", "pa-665a-double-attack", "free-bet", "double-exposure"] {
        let solver = Solver::for_game(submission_of(game), counts).expect("a shoe that cannot run out");
        for strategy in [Class::Td, Class::CdzMinus] {
            let found = solver.two_spots(strategy, &|_| ()).expect("solved");
            let solution = solver.solve(strategy, Want::quick_variance()).expect("solved");
            let variance = solution.variance.expect("a variance");
            assert_eq!(found.ev, solution.ev, "{game}, {strategy}");
            assert!(found.covariance < variance && found.covariance > -variance, "{game}, {strategy}");
            assert!(found.ups.iter().map(|up| &up.probability).sum::<BigRational>().is_one());
        }
    }
}

/// The rules of an analysis, with splits to two hands.
fn submission_of(game: &str) -> Game {
    let decks = if game == "pa-665a-double-attack" { "8" } else { "6" };
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(game);
    let file = path.join(format!("{decks}-decks.toml"));
    with(&rules::Submission::load(&file, &[]).expect("an analysis file").game, |game| most_hands(game, 2))
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let solve = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let counts = Composition::new([4, 0, 0, 0, 0, 3, 3, 3, 3, 12]);
        pool.install(|| two_spots(&submission("pa-685a-down-under").game, counts, Class::CdzMinus))
    };
    assert_eq!(solve(1), solve(3));
}

#[test]
fn what_is_not_solved_is_refused() {
    let refused = |game: &Game, shoe: Composition, strategy: Class| {
        let solver = Solver::for_game(game.clone(), shoe).expect("a shoe that cannot run out");
        solver.two_spots(strategy, &|_| ()).expect_err("refused")
    };
    let decks = Composition::decks(2);
    let cdz = Class::CdzMinus;
    assert!(matches!(refused(&plain(), decks, Class::Perfect), SolveError::PerfectUnsolved(_)));
    let live = with(&plain(), |game| late_blackjack(game, LateBlackjackTakes::BustedAndOriginal));
    let live_of_two = with(&submission("pa-633a-blackjack-switch").game, |game| {
        late_blackjack(game, LateBlackjackTakes::BustedAndOriginal);
        game.split = None;
    });
    for game in [submission("spanish-21").game, live, live_of_two] {
        let error = refused(&game, decks, cdz);
        assert!(matches!(error, SolveError::Unsolved { .. }), "{error}");
    }
    // Before the five last cards, four hands of 20 points and a dealer of 16: two fives and eight tens.
    let error = refused(&plain(), shoe("TTTTTTTTTTTT55"), cdz);
    assert_eq!(error, SolveError::ShoeTooSmall { needed: 15, held: 14 });
}
