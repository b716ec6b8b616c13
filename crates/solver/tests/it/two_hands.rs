//! Perfect play of two hands to switch against the slow reference, which keeps all cards of a round and knows nothing of unseen ones being
//! alike: every up card and signal, variance and average wager, as exact fractions.

use cards::{Composition, Value};
use rules::{Cards, DoubleCard, Game, SplitAces, SurrenderAfterDouble, SurrenderWhen, SwitchWhen};
use solver::{Class, InspectError, Query, Signal, SolveError, Solver, Want};

use crate::games::late_surrender;
use crate::reference::Reference;
use crate::reference::compare::{compare, shoe, submission};

/// A game with two hands to switch, each of which may become so many.
fn game(hands: u8) -> Game {
    let mut game = submission("pa-633a-blackjack-switch").game;
    game.split.as_mut().expect("splits").max_hands = hands;
    game.split = game.split.take().filter(|_| hands > 1);
    game
}

#[track_caller]
fn agrees(game: &Game, shoe: Composition) -> num_rational::BigRational {
    let agreed = compare(game, shoe, &Reference::new(game, shoe), &[Class::Perfect]);
    let [perfect] = &agreed.unwrap_or_else(|error| panic!("{error}"))[..] else { panic!("not solved") };
    let zero_memory =
        Solver::for_game(game.clone(), shoe).and_then(|solver| solver.solve(Class::CdzMinus, Want::action()));
    assert!(perfect.ev >= zero_memory.expect("zero-memory play").ev);
    perfect.ev.clone()
}

fn of(cards: &[(usize, u16)]) -> Composition {
    let mut counts = [0; Value::COUNT];
    cards.iter().for_each(|&(points, count)| counts[points - 1] = count);
    Composition::new(counts)
}

/// No pair is split: what the second hand sees of the first is all that perfect play adds.
#[test]
fn not_split() {
    let base = game(1);
    let mut moved = 0;
    for cards in
        ["TTTTTTTTTTTTTTAAA55", "TTTTTTTTTTTTTT448A", "TTTTTTTTTTTT666699", "TTTTTTTTTTTTT5678AA", "TTTTTTTTTTTTTT7777"]
    {
        let ev = agrees(&base, shoe(cards));
        for change in [
            &(|game: &mut Game| game.switch.as_mut().expect("two hands").when = SwitchWhen::BeforeCheck)
                as &dyn Fn(&mut Game),
            &|game| game.natural.pays = "1:1".parse().expect("odds"),
            &|game| game.push = None,
            &|game| game.double.as_mut().expect("doubles").card = DoubleCard::Down,
            &|game| {
                let surrender = game.surrender.get_or_insert_with(|| late_surrender("1:2"));
                surrender.when = SurrenderWhen::Late;
                surrender.after_double = SurrenderAfterDouble::PartOfAll;
                game.double.as_mut().expect("doubles").cards = Cards::Any;
            },
        ] {
            let mut changed = base.clone();
            change(&mut changed);
            moved += usize::from(agrees(&changed, shoe(cards)) != ev);
        }
    }
    assert!(moved > 10, "{moved} changes are felt");
}

/// Each hand is split once at most.
#[test]
fn split_once() {
    let base = game(2);
    for cards in [&[(8, 12), (10, 26)][..], &[(6, 12), (9, 20)], &[(7, 10), (10, 24)]] {
        let ev = agrees(&base, of(cards));
        assert!(ev >= agrees(&game(1), of(cards)), "{cards:?}");
        let solver = Solver::for_game(base.clone(), of(cards)).expect("a long shoe");
        let classes = [Class::CdzMinus, Class::BestCdz];
        let [least, best] = classes.map(|class| solver.ev(class).expect("solved"));
        assert!(least <= best && best <= ev, "{cards:?}");
        let mut before = base.clone();
        before.switch.as_mut().expect("two hands").when = SwitchWhen::BeforeCheck;
        agrees(&before, of(cards));
    }
    let mut one_card = base;
    one_card.split.as_mut().expect("splits").aces = SplitAces::OneCard;
    agrees(&one_card, of(&[(1, 8), (10, 30)]));
}

/// Each may become three, with just enough eights for both.
#[test]
#[ignore = "long; `just slow`"]
fn split_twice() {
    agrees(&game(3), of(&[(8, 6), (10, 16)]));
}

/// With eights left when both have become three.
#[test]
#[ignore = "long; `just slow`"]
fn split_twice_from_a_larger_shoe() {
    agrees(&game(3), of(&[(8, 8), (10, 20)]));
}

/// A hand that is played with all cards seen is not played by itself.
#[test]
fn not_one_hand_by_itself() {
    let solver = Solver::for_game(game(1), Composition::decks(2)).expect("a shoe");
    let hand = ["8", "3"].map(|card| card.parse().expect("a card value")).to_vec();
    let query = Query { hand, up: Value::TEN, signal: Signal::Unstated, other: Vec::new(), attack: None };
    assert!(solver.inspect(&query, Class::CdzMinus).is_ok());
    let refused = solver.inspect(&query, Class::Perfect);
    assert!(matches!(refused, Err(InspectError::Solve(SolveError::PerfectUnsolved(_)))));
}

/// Attack wagers of two hands would depend on each other's decision.
#[test]
fn refused() {
    let mut attacked = game(1);
    attacked.attack = Some(rules::AttackRule {
        clauses: Vec::new(),
        against_blackjack: rules::WagerAgainstBlackjack::Returned,
        split_wager: rules::SplitWager::InitialAndAttack,
    });
    let solver = Solver::for_game(attacked, Composition::decks(2)).expect("a shoe");
    assert!(matches!(solver.solve(Class::Perfect, Want::action()), Err(SolveError::PerfectUnsolved(_))));
}
