//! Brackets of perfect play hold it: beside exact solutions, a plain enumeration, and figures of runs that took long.

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use rules::{Game, LateBlackjackTakes, SwitchWhen};
use solver::{Bracket, Class, SolveError, Solver, Want};

use crate::reference::Reference;
use crate::reference::compare::{CLASSES, submission};

/// A shoe of so many cards of these values, aces as 1.
fn shoe(cards: &[(usize, u16)]) -> Composition {
    let mut counts = [0; Value::COUNT];
    cards.iter().for_each(|&(points, count)| counts[points - 1] = count);
    Composition::new(counts)
}

fn bracket(solver: &Solver) -> Bracket {
    let bracket = solver.bracket(&|_| ()).expect("a bracket");
    assert!(bracket.lower <= bracket.upper, "{:?}", [&bracket.lower, &bracket.upper].map(ToPrimitive::to_f64));
    bracket
}

fn width(bracket: &Bracket) -> f64 {
    (&bracket.upper - &bracket.lower).to_f64().expect("a number")
}

#[track_caller]
fn assert_holds(bracket: &Bracket, ev: &BigRational, what: &str) {
    let gap = |from: &BigRational, to: &BigRational| (to - from).to_f64().expect("a number");
    assert!(bracket.lower <= *ev, "{what}: {} below", gap(ev, &bracket.lower));
    assert!(bracket.upper >= *ev, "{what}: {} above", gap(&bracket.upper, ev));
}

fn with(game: &Game, change: impl Fn(&mut Game)) -> Game {
    let mut game = game.clone();
    change(&mut game);
    game
}

fn most_hands(hands: u8) -> impl Fn(&mut Game) {
    move |game| {
        game.split.as_mut().expect("a game with splits").max_hands = hands;
        game.split = game.split.take().filter(|_| hands > 1);
    }
}

/// Shoes of few values and many cards, so that perfect play with several splits is soon enumerated and some cards tell little of
/// the rest; and some in which they tell much.
#[test]
fn perfect_play_is_inside() {
    let games = ["pa-633a-blackjack", "spanish-21", "double-exposure", "free-bet", "pa-685a-down-under"];
    let shoes: [&[(usize, u16)]; 4] = [
        &[(8, 60), (10, 100)],
        &[(6, 40), (7, 40), (10, 80)],
        &[(1, 30), (5, 30), (10, 90)],
        &[(3, 22), (9, 25), (10, 27)],
    ];
    let mut moved = 0;
    for (name, cards) in games.into_iter().flat_map(|name| shoes.map(|cards| (name, cards))) {
        for hands in 2..=3 {
            let game = with(&submission(name).game, most_hands(hands));
            let solver = Solver::for_game(game, shoe(cards)).expect("a shoe");
            let found = match solver.bracket(&|_| ()) {
                Err(SolveError::Unsolved { .. }) => continue,
                found => found.expect("a bracket"),
            };
            let perfect = solver.solve(Class::Perfect, Want::quick_variance()).expect("perfect play");
            assert_holds(&found, &perfect.ev, &format!("{name}, {cards:?}, {hands} hands"));
            assert!(width(&found) < 0.05, "{name}, {cards:?}, {hands} hands: {}", width(&found));
            moved += usize::from(perfect.ev > found.lower);
        }
    }
    assert!(moved > 5, "perfect play gains something in {moved} cases only");
}

/// Both hands of Blackjack Switch, every card of the round seen, enumerated by an evaluator that knows nothing of unseen cards being alike.
#[test]
fn perfect_play_of_two_hands_is_inside() {
    let (_, class) = CLASSES.into_iter().find(|(strategy, _)| *strategy == Class::Perfect).expect("the class");
    let shoes: [(&[(usize, u16)], u8); 5] = [
        (&[(8, 40), (10, 60)], 2),
        (&[(7, 20), (10, 24)], 2),
        (&[(6, 30), (9, 20)], 2),
        (&[(1, 16), (10, 30)], 1),
        (&[(5, 12), (6, 12), (10, 20)], 1),
    ];
    let base = submission("pa-633a-blackjack-switch").game;
    let mut moved = 0;
    for (cards, most) in shoes {
        let choices =
            (1..=most).flat_map(|hands| [SwitchWhen::AfterCheck, SwitchWhen::BeforeCheck].map(|when| (hands, when)));
        for (hands, when) in choices {
            let game = with(&base, |game| {
                most_hands(hands)(game);
                game.switch.as_mut().expect("two hands").when = when;
            });
            let solver = Solver::for_game(game.clone(), shoe(cards)).expect("a shoe");
            let found = bracket(&solver);
            let reference = Reference::new(&game, shoe(cards));
            let perfect = reference.play(class).solve().ev;
            assert_holds(&found, &perfect, &format!("{cards:?}, {hands} hands, {when:?}"));
            moved += usize::from(perfect > found.lower);
        }
    }
    assert!(moved > 0, "perfect play gains nothing");
}

/// Whole games whose perfect play was published, and one deck. The slow test has larger games, whose brackets are narrower.
#[test]
fn perfect_play_of_whole_games_is_inside() {
    holds_of([
        ("pa-633a-blackjack", 1, "0.003475817", 0.03),
        ("plain-blackjack", 1, "0.0015496890422742", 4e-3),
        ("plain-blackjack", 6, "-0.0045684363536119", 8e-6),
    ]);
}

#[test]
#[ignore = "long; `just slow`"]
fn perfect_play_of_large_games_is_inside() {
    holds_of([("pa-633a-blackjack", 2, "0.00041369634548", 2e-3), ("pa-633a-blackjack", 8, "-0.00164874550060", 2e-5)]);
}

/// Perfect play by `solve --strategy perfect`, some 40 minutes from two decks on (docs/performance.md); and published figures of one split. With
/// the most that a bracket may be wide.
fn holds_of<const N: usize>(games: [(&str, u16, &str, f64); N]) {
    let decimal = |text: &str| -> BigRational {
        let (whole, places) = text.split_once('.').expect("a decimal");
        let digits: num_bigint::BigInt = format!("{whole}{places}").parse().expect("digits");
        BigRational::new(digits, num_bigint::BigInt::from(10).pow(places.len() as u32))
    };
    for (name, decks, perfect, most) in games {
        let game = Solver::for_game(submission(name).game, Composition::decks(decks)).expect("a shoe");
        let found = bracket(&game);
        assert_holds(&found, &decimal(perfect), name);
        assert!(width(&found) < most, "{name}: {}", width(&found));
    }
}

/// Where hands depend on one another in other ways there is none; where few cards are left of a value there is.
#[test]
fn what_is_not_bracketed_is_refused() {
    let game = submission("pa-633a-blackjack").game;
    // Enough cards, and none left of the pair's value.
    let solver = Solver::for_game(game.clone(), shoe(&[(5, 4), (6, 4), (10, 12)])).expect("a shoe");
    assert_holds(&bracket(&solver), &solver.ev(Class::Perfect).expect("perfect play"), "a small shoe");
    let live = with(&game, |game| {
        game.hole_card.checked_under.clear();
        game.hole_card.late_blackjack_takes = LateBlackjackTakes::BustedAndOriginal;
    });
    let solver = Solver::for_game(live, Composition::decks(8)).expect("a shoe");
    assert!(matches!(solver.bracket(&|_| ()), Err(SolveError::Unsolved { .. })));
}
