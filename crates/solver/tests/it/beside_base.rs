//! The base game's result beside the cards of the deal and the dealer's finished hand: toy shoes against the reference, which
//! plays and draws card by card, and laws.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{
    AttackRule, Busts, EvenMoney, Game, LateBlackjackTakes, SplitWager, SurrenderRule, SurrenderWhen, SwitchWhen,
    WagerAgainstBlackjack,
};
use solver::{Class, DealerHand, SolveError, Solver};

use crate::games::late_surrender;
use crate::reference::compare::{CLASSES, shoe, submission};
use crate::reference::{Exact, Player, Reference};

const SHOES: &[&str] = &["TTTTTTTTAA55", "TTTTTT99AA56", "TTTTTTTTTT44A8", "TTTTTTT666AA"];

/// Several splits.
const LARGE: &[&str] = &["TTTTTTTTTTTTTT8888777", "TTTTTTTTTTTTTTAAAAA9"];

fn plain() -> Game {
    submission("plain-blackjack").game
}

fn with(game: &Game, change: impl Fn(&mut Game)) -> Game {
    let mut game = game.clone();
    change(&mut game);
    game
}

fn late_blackjack(game: &mut Game, takes: LateBlackjackTakes) {
    game.hole_card.checked_under.clear();
    game.hole_card.late_blackjack_takes = takes;
}

fn surrender(game: &mut Game, when: SurrenderWhen) {
    game.surrender = Some(SurrenderRule { when, ..late_surrender("1:4") });
}

fn big(value: &Exact) -> BigRational {
    value.big()
}

fn ratio(numer: i64, denom: i64) -> BigRational {
    BigRational::new(numer.into(), denom.into())
}

fn finished(cards: &[Value]) -> DealerHand {
    let hard: u8 = cards.iter().map(|card| card.hard_points()).sum();
    let soft = cards.contains(&Value::ACE) && hard + 10 <= 21;
    let total = if soft { hard + 10 } else { hard };
    DealerHand {
        up: cards[0],
        hole: cards[1],
        third: cards.get(2).copied(),
        cards: cards.len() as u8,
        total,
        blackjack: cards.len() == 2 && total == 21,
    }
}

/// A number that differs from hand to hand, some of them negative.
fn quantity(hand: &DealerHand) -> BigRational {
    let DealerHand { up, hole, third, cards, total, blackjack } = *hand;
    let third = third.map_or(0, |third| third.index() as i64 + 1);
    let mixed = 7 * up.index() as i64 + 13 * hole.index() as i64 + 5 * third + 3 * i64::from(cards) + i64::from(total);
    ratio(mixed % 17 - 6, 1 + i64::from(cards)) + ratio(i64::from(blackjack), 3)
}

/// Deals of the player's two cards, up card and hole card, with probability and mean net result.
type Deals = BTreeMap<([Value; 2], Value, Value), (BigRational, BigRational)>;

/// Agreement with the reference under both zero-memory classes; one that leaves more than one play on a shoe is left out there.
fn check(game: &Game, shoes: &[&str]) {
    let mut compared = 0;
    for cards in shoes {
        let reference = Reference::new(game, shoe(cards));
        let solver = Solver::for_game(game.clone(), shoe(cards)).expect("a shoe that cannot run out");
        for (strategy, class) in CLASSES.into_iter().filter(|(_, class)| *class != Player::Perfect) {
            let play = reference.play(class);
            if !play.solve().doubtful.is_empty() {
                continue;
            }
            compared += 1;
            let mut expected = Deals::new();
            let mut product = BigRational::zero();
            for ((hand, dealer), (probability, mean)) in play.by_cards() {
                let deal = expected.entry((hand, dealer[0], dealer[1])).or_default();
                deal.0 += big(&probability);
                deal.1 += big(&mean);
                product += big(&mean) * quantity(&finished(&dealer));
            }
            let found: Deals = solver
                .initial_means(strategy)
                .expect("solved")
                .into_iter()
                .map(|one| ((one.hand, one.up, one.hole), (one.probability.clone(), one.probability * one.ev)))
                .collect();
            assert!(found == expected, "{cards}, {strategy}: {found:?} instead of {expected:?}");
            let with_dealer = solver.mean_with_dealer(strategy, &quantity).expect("solved");
            assert_eq!(with_dealer, product, "{cards}, {strategy}");
        }
    }
    assert!(compared > 0);
}

#[test]
fn plain_rules_and_late_blackjacks() {
    check(&plain(), SHOES);
    check(&with(&plain(), |game| game.natural.even_money = EvenMoney::Offered("5:4".parse().expect("odds"))), SHOES);
    for takes in [LateBlackjackTakes::All, LateBlackjackTakes::Original, LateBlackjackTakes::BustedAndOriginal] {
        check(&with(&plain(), |game| late_blackjack(game, takes)), SHOES);
    }
    check(&with(&plain(), |game| game.settle.busts = Busts::EqualReturned), SHOES);
}

#[test]
fn surrender_and_attack_wagers() {
    check(&with(&plain(), |game| surrender(game, SurrenderWhen::Late)), SHOES);
    check(&with(&plain(), |game| surrender(game, SurrenderWhen::Early)), SHOES);
    let attacked = with(&plain(), |game| {
        game.attack = Some(AttackRule {
            clauses: Vec::new(),
            against_blackjack: WagerAgainstBlackjack::Returned,
            split_wager: SplitWager::Initial,
        });
        game.natural.pays = "1:1".parse().expect("odds");
    });
    check(&attacked, SHOES);
}

#[test]
fn signals() {
    let game = submission("pa-685a-down-under").with("readings.dealer-ace", "customary").expect("a reading").game;
    check(&game, SHOES);
}

#[test]
fn several_splits() {
    for hands in [3, 4] {
        check(&with(&plain(), |game| game.split.iter_mut().for_each(|split| split.max_hands = hands)), LARGE);
    }
}

#[test]
fn parts_add_up_to_the_whole() {
    let counts = Composition::new([4, 0, 0, 2, 2, 2, 2, 2, 2, 8]);
    for game in ["pa-633a-blackjack", "pa-685a-down-under", "free-bet"] {
        let mut game = submission(game).game;
        game.split.iter_mut().for_each(|split| split.max_hands = 2);
        let solver = Solver::for_game(game, counts).expect("a shoe that cannot run out");
        for strategy in [Class::Td, Class::CdzMinus] {
            let ev = solver.ev(strategy).expect("solved");
            let means = solver.initial_means(strategy).expect("solved");
            assert!(means.iter().map(|one| &one.probability).sum::<BigRational>().is_one());
            assert_eq!(means.iter().map(|one| &one.probability * &one.ev).sum::<BigRational>(), ev);
            assert_eq!(solver.mean_with_dealer(strategy, &|_| BigRational::one()).expect("solved"), ev);
            let up_is_ten = |hand: &DealerHand| ratio(i64::from(hand.up == Value::TEN), 1);
            let under_ten = means.iter().filter(|one| one.up == Value::TEN).map(|one| &one.probability * &one.ev);
            assert_eq!(solver.mean_with_dealer(strategy, &up_is_ten).expect("solved"), under_ten.sum());
        }
    }
}

#[test]
fn four_cards_of_two_hands() {
    let mut compared = 0;
    for when in [SwitchWhen::AfterCheck, SwitchWhen::BeforeCheck] {
        let game = with(&submission("pa-633a-blackjack-switch").game, |game| {
            game.split.iter_mut().for_each(|split| split.max_hands = 2);
            game.switch.iter_mut().for_each(|rule| rule.when = when);
        });
        for cards in ["TTTTTTTTTTTTTTAAA55", "TTTTTTTTTTTTTTAAAA4"] {
            let reference = Reference::new(&game, shoe(cards));
            let solver = Solver::for_game(game.clone(), shoe(cards)).expect("a shoe that cannot run out");
            for (strategy, class) in CLASSES.into_iter().filter(|(_, class)| *class != Player::Perfect) {
                let play = reference.play(class);
                let round = play.solve();
                if !round.doubtful.is_empty() {
                    continue;
                }
                compared += 1;
                // Every four values are a kind of their own.
                let number = |values: [Value; 4]| values.iter().fold(0, |number, value| 10 * number + value.index());
                let numbered = |cards: Vec<Value>| number(cards.try_into().expect("four cards"));
                let expected: BTreeMap<usize, BigRational> =
                    play.by_first_cards().into_iter().map(|(cards, mean)| (numbered(cards), big(&mean))).collect();
                let found = solver.means_by_four_cards(strategy, &number).expect("solved");
                assert_eq!(found, expected, "{cards}, {strategy}");
                assert_eq!(found.values().sum::<BigRational>(), round.ev);
            }
        }
    }
    assert!(compared > 0);
    let plain = Solver::for_game(plain(), Composition::decks(1)).expect("a solver");
    assert!(matches!(plain.means_by_four_cards(Class::CdzMinus, &|_| 0), Err(SolveError::Unsolved { .. })));
}

#[test]
fn what_is_not_solved_is_refused() {
    let switch =
        Solver::for_game(submission("pa-633a-blackjack-switch").game, Composition::decks(6)).expect("a solver");
    let cdz = Class::CdzMinus;
    assert!(matches!(switch.initial_means(cdz), Err(SolveError::Unsolved { .. })));
    assert!(matches!(switch.mean_with_dealer(cdz, &quantity), Err(SolveError::Unsolved { .. })));
    let plain = Solver::for_game(plain(), Composition::decks(1)).expect("a solver");
    assert!(matches!(plain.initial_means(Class::Perfect), Err(SolveError::PerfectUnsolved(_))));
    // Whole numbers of 2⁻⁷⁰, one of them 2⁷⁰.
    let wide = |hand: &DealerHand| {
        if hand.blackjack {
            BigRational::one()
        } else {
            BigRational::new(hand.total.into(), num_bigint::BigInt::one() << 70)
        }
    };
    assert_eq!(plain.mean_with_dealer(cdz, &wide), Err(SolveError::WagerAmounts));
}
