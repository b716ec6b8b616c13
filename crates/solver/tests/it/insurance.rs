//! Insurance, by hand and by the cards that a round takes.

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::Zero;
use rules::Game;
use solver::counting::GroupedShoe;
use solver::{insurance, insurance_by_cards_taken};

use crate::games::game;

fn plain() -> Game {
    game("plain-blackjack")
}

#[test]
fn six_decks_by_hand() {
    // 311 unseen cards beside the ace, 96 of them tens: 2·96/311 − 215/311 = −23/311. With T-T: 94 of 309.
    let value = insurance(&plain(), &Composition::decks(6)).expect("insurance");
    assert_eq!(value.ev_always, BigRational::new((-23).into(), 311.into()));
    assert_eq!(value.optimal_gain, BigRational::zero());
    assert_eq!(value.by_hand.len(), 55);
    let ten = Value::TEN;
    let tens = value.by_hand.iter().find(|(hand, _)| *hand == vec![ten, ten]).expect("T-T");
    assert_eq!(tens.1, BigRational::new((2 * 94 - 215).into(), 309.into()));
}

#[test]
fn a_shoe_rich_in_tens_makes_it_pay() {
    // Two aces and three tens. Up ace, hand T-T: hole is the ace or the last ten, EV 2/2 − 1/2 = 1/2; hand A-T:
    // two tens left, EV 2. Hands: T-T with probability 3/6, A-T with 3/6; gain (1/4 + 1)·1/2·P(up ace) = 1/4.
    let shoe = Composition::new([2, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
    let value = insurance(&plain(), &shoe).expect("insurance");
    let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    assert_eq!(
        value.by_hand,
        [(vec![Value::ACE, Value::TEN], ratio(2, 1)), (vec![Value::TEN, Value::TEN], ratio(1, 2))]
    );
    assert_eq!(value.optimal_gain, ratio(5, 4) * ratio(1, 2) * ratio(2, 5));
}

#[test]
fn a_player_with_two_hands_sees_four_cards() {
    let game = game("pa-633a-blackjack-switch");
    // Up ace; of A T T T T the player holds four and the hole card is the fifth: a ten unless he holds all four tens.
    let shoe = Composition::new([2, 0, 0, 0, 0, 0, 0, 0, 0, 4]);
    let value = insurance(&game, &shoe).expect("insurance");
    let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    let (ace, ten) = (Value::ACE, Value::TEN);
    assert_eq!(value.by_hand, [(vec![ace, ten, ten, ten], ratio(2, 1)), (vec![ten; 4], ratio(-1, 1))]);
    // The hole card is each of the five with equal chance.
    assert_eq!(value.optimal_gain, ratio(4, 5) * ratio(2, 1) * ratio(1, 2) * ratio(2, 6));
}

#[test]
fn its_mean_is_that_of_insurance_always_taken() {
    let game = plain();
    let shoe = Composition::decks(6);
    let groups = GroupedShoe::new(&shoe, &[-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]);
    let taken = insurance_by_cards_taken(&game, &shoe, &groups).expect("insurance");
    let given = taken.net.expectation(&groups)
        / taken.offered.expectation(&groups)
        / BigRational::from_integer(taken.parts.into());
    assert_eq!(given, insurance(&game, &shoe).expect("insurance").ev_always);
}
