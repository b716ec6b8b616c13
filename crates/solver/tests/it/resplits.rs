//! Splits to three and four hands on shoes of eights and tens only, against a plain enumeration.
//!
//! Every draw to 16, 18 or 20 busts in such a shoe, so every hand stands and only the split decisions are left. Dealer: 8-8
//! draws and busts, 8-T is 18, T-T is 20. The enumeration deals card by card, the hole card first, and settles all hands
//! together, so means and variances need no argument about exchangeable cards.

use std::path::Path;

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{Override, Submission};
use solver::{Class, Solver, Want};

/// Eights and tens left.
type Shoe = [i64; 2];

const EIGHT: usize = 0;

fn ratio(n: i64, d: i64) -> BigRational {
    BigRational::new(n.into(), d.into())
}

fn without(mut shoe: Shoe, card: usize) -> Shoe {
    shoe[card] -= 1;
    shoe
}

/// What may come next: each card with its probability.
fn draws(shoe: Shoe) -> impl Iterator<Item = (usize, BigRational)> {
    let total = shoe[0] + shoe[1];
    (0..2).filter(move |&card| shoe[card] > 0).map(move |card| (card, ratio(shoe[card], total)))
}

/// Points of two cards: 16, 18 or 20.
fn points(cards: [usize; 2]) -> i64 {
    16 + 2 * (cards[0] + cards[1]) as i64
}

/// The result of a hand that stands: against 8-8 the dealer busts.
fn result(hand: i64, dealer: [usize; 2]) -> i64 {
    let dealer = points(dealer);
    if dealer == 16 { 1 } else { (hand - dealer).signum() }
}

/// Mean and mean square of the result, and mean number of hands.
#[derive(Clone, Debug, PartialEq)]
struct Round {
    mean: BigRational,
    square: BigRational,
    wagers: BigRational,
}

impl Round {
    fn zero() -> Self {
        Self { mean: BigRational::zero(), square: BigRational::zero(), wagers: BigRational::zero() }
    }

    fn add(&mut self, probability: &BigRational, other: &Round) {
        self.mean += probability * &other.mean;
        self.square += probability * &other.square;
        self.wagers += probability * &other.wagers;
    }
}

/// How far a split has come.
#[derive(Clone, Copy)]
struct SplitSoFar {
    /// Hands without a second card.
    waiting: u32,
    /// Splits that are still allowed.
    left: u32,
    /// What finished hands came to.
    finished: i64,
    hands: i64,
}

impl SplitSoFar {
    /// Two hands, where so many more splits are allowed.
    fn first(left: u32) -> Self {
        Self { waiting: 2, left, finished: 0, hands: 2 }
    }
}

/// What a split comes to from there on.
fn split(shoe: Shoe, pair: usize, dealer: [usize; 2], so_far: SplitSoFar) -> Round {
    let SplitSoFar { waiting, left, finished, hands } = so_far;
    if waiting == 0 {
        return Round { mean: ratio(finished, 1), square: ratio(finished * finished, 1), wagers: ratio(hands, 1) };
    }
    let mut round = Round::zero();
    for (card, probability) in draws(shoe) {
        let rest = without(shoe, card);
        let next = if card == pair && left > 0 {
            split(rest, pair, dealer, SplitSoFar { waiting: waiting + 1, left: left - 1, hands: hands + 1, ..so_far })
        } else {
            let won = result(points([pair, card]), dealer);
            split(rest, pair, dealer, SplitSoFar { waiting: waiting - 1, finished: finished + won, ..so_far })
        };
        round.add(&probability, &next);
    }
    round
}

/// The value of a dealt hand over the hole cards, split or not as is better; the hole is drawn first.
fn hand(shoe: Shoe, up: usize, cards: [usize; 2], most_hands: u32) -> Round {
    let over_holes = |settle: &dyn Fn(Shoe, [usize; 2]) -> Round| {
        let mut round = Round::zero();
        for (hole, probability) in draws(shoe) {
            round.add(&probability, &settle(without(shoe, hole), [up, hole]));
        }
        round
    };
    let stand = over_holes(&|_, dealer| {
        let won = result(points(cards), dealer);
        Round { mean: ratio(won, 1), square: ratio(won * won, 1), wagers: BigRational::one() }
    });
    if cards[0] != cards[1] || most_hands < 2 {
        return stand;
    }
    let splits = over_holes(&|shoe, dealer| split(shoe, cards[0], dealer, SplitSoFar::first(most_hands - 2)));
    if splits.mean > stand.mean { splits } else { stand }
}

fn enumerated(shoe: Shoe, most_hands: u32) -> Round {
    let mut round = Round::zero();
    for (up, p) in draws(shoe) {
        for (a, q) in draws(without(shoe, up)) {
            for (b, r) in draws(without(without(shoe, up), a)) {
                let left = without(without(without(shoe, up), a), b);
                round.add(&(&p * &q * r), &hand(left, up, [a, b], most_hands));
            }
        }
    }
    round
}

fn solved(shoe: Shoe, most_hands: u32) -> Round {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/plain-blackjack/6-decks.toml");
    let hands = Override::new("options.max-hands", most_hands.to_string());
    let submission = Submission::load(&path, &[hands]).unwrap_or_else(|error| panic!("{error}"));
    let mut counts = [0; Value::COUNT];
    counts[7] = shoe[EIGHT] as u16;
    counts[9] = shoe[1] as u16;
    let solver = Solver::for_game(submission.game, Composition::new(counts)).expect("a shoe that cannot run out");
    let solution = solver.solve(Class::CdzMinus, Want::quick_variance()).expect("solved");
    assert_eq!(solver.ev(Class::CdzMinus).expect("solved"), solution.ev);
    Round {
        square: solution.variance.expect("a variance") + &solution.ev * &solution.ev,
        mean: solution.ev,
        wagers: solution.average_wager,
    }
}

#[test]
fn every_number_of_hands_agrees_in_mean_square_and_wagers() {
    for shoe in [[10, 16], [16, 10], [14, 14], [6, 22], [24, 8]] {
        let rounds: Vec<Round> = (2..=4)
            .map(|most_hands| {
                let expected = enumerated(shoe, most_hands);
                assert_eq!(solved(shoe, most_hands), expected, "shoe {shoe:?}, {most_hands} hands");
                expected
            })
            .collect();
        // Against an eight no hand of tens can lose, so every further hand is worth having.
        assert!(rounds[0].mean < rounds[1].mean && rounds[1].mean < rounds[2].mean);
    }
}

/// One decision worked by hand: up 8, hole 8, T-T split with one ten and nine eights left.
///
/// Two hands wait. The first draws T with 1/10 and (while splits are left) makes a third hand, then every other card is an
/// eight; the first draws 8 with 9/10, and the second T with 1/9. So with three hands allowed there are three with
/// probability 1/10 + 9/10·1/9 = 1/5, and each hand wins against the dealer's bust.
#[test]
fn a_third_hand_by_hand() {
    let round = split([9, 1], 1, [EIGHT, EIGHT], SplitSoFar::first(1));
    assert_eq!(round.mean, ratio(2, 1) + ratio(1, 5));
    assert_eq!(round.square, ratio(4, 1) * ratio(4, 5) + ratio(9, 1) * ratio(1, 5));
}
