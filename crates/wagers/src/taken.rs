//! Side wagers by the cards that decide them: what a count needs to know of a wager.
//!
//! A count looks at values. Given the values of cards not seen, their faces are those of cards dealt at random, so a wager's expectation given the
//! values of the cards that decide it is the same whatever count the cards seen have.

use std::collections::BTreeMap;

use cards::Value;
use counting::{CardsTaken, GroupedShoe, TakenSum};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::{DealerRule, Game, MeterAmount, OfferedWager};

use crate::dealers_hand::{DealerNets, finished};
use crate::joint::given_values;

/// A wager by the cards that decide it, of each group of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WagerByCardsTaken {
    /// The net result per unit wagered, in parts of the unit.
    pub net: TakenSum,
    /// Parts of the unit.
    pub parts: BigInt,
    /// The square of the net result, in parts of the squared unit.
    pub square: TakenSum,
    /// Parts of the squared unit.
    pub square_parts: BigInt,
}

/// A wager that the first cards of the player and the dealer decide, or the dealer's finished hand, by the cards that do. The dealer draws whatever the
/// players did. `None` for other wagers, and for one that pays a part of a meter. Less than a second.
pub fn by_cards_taken(game: &Game, wager: &OfferedWager, groups: &GroupedShoe) -> Option<WagerByCardsTaken> {
    let left = wager.cards.composition().counts().map(u32::from);
    let mut sum = Sum { groups, left, by_taken: BTreeMap::new(), nets: BTreeMap::new() };
    if let Some(nets) = DealerNets::new(wager) {
        sum.dealer(&game.dealer, &nets, &mut Vec::new(), BigInt::one())?;
    } else {
        for given in given_values(wager)? {
            if !given.mean.per_meter.is_zero() {
                return None;
            }
            let orders = if given.hand[0] == given.hand[1] { 1 } else { 2 };
            let cards: Vec<Value> = given.hand.into_iter().chain(given.up).chain(given.hole).collect();
            let ways = sum.ways(&cards) * orders;
            sum.add(&cards, [given.mean.fixed, given.square], &ways);
        }
    }
    let (net, parts) = sum.of(0);
    let (square, square_parts) = sum.of(1);
    Some(WagerByCardsTaken { net, parts, square, square_parts })
}

/// A sum over cards that are dealt in order.
struct Sum<'a> {
    groups: &'a GroupedShoe,
    /// Cards of each value that are left.
    left: [u32; Value::COUNT],
    /// The net result and its square, in ordered ways.
    by_taken: BTreeMap<CardsTaken, [BigRational; 2]>,
    nets: BTreeMap<FinishedHand, (MeterAmount, BigRational)>,
}

/// The first cards where they matter, the number of cards, the total, and whether it is a blackjack.
type FinishedHand = (Vec<Value>, u8, u8, bool);

impl Sum<'_> {
    /// Ordered ways to deal these cards from the full shoe.
    fn ways(&self, cards: &[Value]) -> BigInt {
        let mut left = self.left;
        let mut ways = BigInt::one();
        for card in cards {
            ways *= left[card.index()];
            left[card.index()] = left[card.index()].saturating_sub(1);
        }
        ways
    }

    fn add(&mut self, cards: &[Value], quantities: [BigRational; 2], ways: &BigInt) {
        let mut taken = [0; Value::COUNT];
        cards.iter().for_each(|card| taken[self.groups.group_of()[card.index()]] += 1);
        let sums = self.by_taken.entry(taken).or_default();
        sums.iter_mut().zip(quantities).for_each(|(sum, quantity)| *sum += quantity * ways);
    }

    /// One of the quantities in whole parts, and how many parts.
    fn of(&self, quantity: usize) -> (TakenSum, BigInt) {
        let parts = self.by_taken.values().fold(BigInt::one(), |all, sums| all.lcm(sums[quantity].denom()));
        let mut whole = TakenSum::default();
        for (taken, sums) in &self.by_taken {
            whole.add(*taken, &(&sums[quantity] * &parts).to_integer());
        }
        (whole, parts)
    }

    /// The mean net result with a finished hand of the dealer, and the mean square.
    fn net(
        &mut self,
        nets: &DealerNets<'_>,
        drawn: &[Value],
        (total, blackjack): (u8, bool),
    ) -> (MeterAmount, BigRational) {
        let mut first = drawn[..drawn.len().min(3)].to_vec();
        first[..2].sort_unstable();
        let told = if nets.first_cards_matter() { first.clone() } else { Vec::new() };
        let cards = drawn.len() as u8;
        let known = self.nets.entry((told, cards, total, blackjack));
        known
            .or_insert_with(|| {
                (nets.net(&first, cards, total, blackjack), nets.square(&first, cards, (total, blackjack)))
            })
            .clone()
    }

    /// Draws the dealer's hand on from these cards, dealt in so many ways. `None` if the wager pays a part of a meter.
    fn dealer(&mut self, rule: &DealerRule, nets: &DealerNets<'_>, drawn: &mut Vec<Value>, ways: BigInt) -> Option<()> {
        if drawn.len() >= 2
            && let Some(total) = finished(rule, drawn)
        {
            let blackjack = drawn.len() == 2 && drawn.contains(&Value::ACE) && drawn.contains(&Value::TEN);
            let (net, square) = self.net(nets, drawn, (total, blackjack));
            self.add(drawn, [net.fixed, square], &ways);
            return net.per_meter.is_zero().then_some(());
        }
        for value in Value::all() {
            let left = self.left[value.index()];
            if left > 0 {
                drawn.push(value);
                self.left[value.index()] -= 1;
                self.dealer(rule, nets, drawn, &ways * left)?;
                self.left[value.index()] += 1;
                drawn.pop();
            }
        }
        Some(())
    }
}
