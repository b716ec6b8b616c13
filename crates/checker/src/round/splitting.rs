//! Splits, whose second cards are dealt one by one.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::beside::Beside;
use super::signal::Round;
use super::sum::Sum;
use super::worth::Worth;
use crate::dealer::falling;
use crate::hand_place::{Doubled, HandPlace};
use crate::hands::{Counts, VALUES};
use crate::refusal::Refusal;
use crate::strategy::{Act, Row};

impl<'a> Round<'a> {
    /// A hand played on beside known cards; with its place stands the value of the pair it was split from.
    pub(crate) fn played_beside(
        &self,
        (place, pair): (HandPlace, Option<usize>),
        play: &Row,
        beside: &mut Beside,
        id: usize,
    ) -> Result<Worth, Refusal> {
        if let Some(worth) = beside.worths.get(&(place, id)) {
            return Ok(worth.clone());
        }
        let act = play.act(id, self.may(place, pair, &self.hands.list[id]));
        let worth = self.acted_beside((place, pair), play, beside, (id, act))?;
        beside.worths.insert((place, id), worth.clone());
        Ok(worth)
    }

    /// A hand that does this, and is then played on, beside known cards; with its place stands the value of the pair it was split from.
    pub(crate) fn acted_beside(
        &self,
        (place, pair): (HandPlace, Option<usize>),
        play: &Row,
        beside: &mut Beside,
        (id, act): (usize, Act),
    ) -> Result<Worth, Refusal> {
        let hand = &self.hands.list[id];
        Ok(match act {
            Act::Stand => Worth { net: self.stand(place, beside, id)?, wagers: BigInt::zero() },
            Act::Hit => {
                let mut hit = Worth::default();
                for (value, count) in self.draws(beside, hand) {
                    match hand.next[value] {
                        Some(next) => hit.add(&self.played_beside((place, pair), play, beside, next)?, count),
                        None => hit.net += self.bust(place.with(Doubled::No), beside, hand, value)? * count,
                    }
                }
                hit
            }
            Act::Double => self.double(place, play, beside, id)?,
            Act::Surrender => {
                let nets = self.surrendered(place.with(Doubled::No), Some(hand));
                Worth { net: self.finished(&nets, beside, &hand.cards, hand.size)?, wagers: BigInt::zero() }
            }
        })
    }

    /// A split pair of this value, weighted by its ordered ways.
    pub(crate) fn split(&self, pair: usize, play: &Row) -> Result<Sum, Refusal> {
        Splitting::new(self, play, pair).beside([0; VALUES])
    }
}

/// Splits of one pair. The second cards that decide how often is split are dealt one by one; every hand is then valued beside the
/// second cards of all others that are known.
pub(crate) struct Splitting<'a> {
    pub(crate) round: &'a Round<'a>,
    play: &'a Row,
    pub(crate) pair: usize,
    besides: BTreeMap<Counts, Beside>,
    pub(crate) first: HandPlace,
    pub(crate) later: HandPlace,
}

/// Most splits after the first whose second cards are dealt one by one.
const MOST_DEALT: usize = 2;

/// How far the second cards that decide about further splits are dealt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SecondCards {
    /// Hands without a second card.
    waiting: usize,
    /// The second card of the hand played first, where that hand is settled otherwise than others.
    first: Option<usize>,
    /// All cards dealt.
    gone: Counts,
}

/// Where all splits are made, with the ordered ways.
type Ends = BTreeMap<SecondCards, BigInt>;

impl<'a> Splitting<'a> {
    pub(crate) fn new(round: &'a Round<'a>, play: &'a Row, pair: usize) -> Self {
        Self { round, play, pair, besides: BTreeMap::new(), first: round.pay.first(pair), later: round.pay.later(pair) }
    }

    /// The split, once these cards are gone too, weighted by the ordered ways of both.
    pub(crate) fn beside(&mut self, others: Counts) -> Result<Sum, Refusal> {
        let round = self.round;
        let mut sum = Sum::default();
        let Some(rule) = &round.game.split else { return Ok(sum) };
        let splits = usize::from(rule.most_hands(self.pair)).saturating_sub(2);
        if splits > MOST_DEALT {
            return self.by_pair_cards(splits, &others);
        }
        let mut gone = others;
        gone[self.pair] += 2;
        let mut ends = Ends::new();
        let ways = round.ways_of(&gone);
        self.deal(SecondCards { waiting: 2, first: None, gone }, splits, &ways, &mut ends);
        for (dealt, ways) in ends {
            self.settle(dealt, &others, &ways, &mut sum)?;
        }
        Ok(sum)
    }

    /// The probability of each number of hands that the pair makes, weighted by the pair and the signal.
    pub(crate) fn numbers(&self) -> BTreeMap<usize, BigRational> {
        let round = self.round;
        let mut numbers = BTreeMap::new();
        let Some(rule) = &round.game.split else { return numbers };
        let mut gone = [0; VALUES];
        gone[self.pair] = 2;
        let mut ends = Ends::new();
        let splits = usize::from(rule.most_hands(self.pair)).saturating_sub(2);
        let ways = round.ways_of(&gone);
        self.deal(SecondCards { waiting: 2, first: None, gone }, splits, &ways, &mut ends);
        for (SecondCards { waiting, gone, .. }, ways) in ends {
            let known: usize = gone.iter().map(|&count| usize::from(count)).sum();
            let dealt: usize = gone
                .iter()
                .enumerate()
                .filter(|&(value, _)| value != self.pair)
                .map(|(_, &count)| usize::from(count))
                .sum();
            let ways = ways * round.holes_in(&round.without(&gone));
            *numbers.entry(dealt + waiting).or_insert_with(BigRational::zero) +=
                BigRational::new(ways, falling(round.unseen, known + 1));
        }
        numbers
    }

    /// Deals on from these, where `splits` more are allowed.
    fn deal(&self, dealt: SecondCards, splits: usize, ways: &BigInt, ends: &mut Ends) {
        let SecondCards { waiting, first, gone } = dealt;
        if waiting == 0 || splits == 0 {
            *ends.entry(dealt).or_insert_with(BigInt::zero) += ways;
            return;
        }
        let alike = self.round.alike[&self.first] == self.round.alike[&self.later];
        for card in 0..VALUES {
            let left = self.round.left[card].saturating_sub(gone[card]);
            if left == 0 {
                continue;
            }
            let ways = ways * left;
            let mut gone = gone;
            gone[card] += 1;
            if card == self.pair {
                self.deal(SecondCards { waiting: waiting + 1, first, gone }, splits - 1, &ways, ends);
            } else {
                let first = first.or(Some(card)).filter(|_| !alike);
                self.deal(SecondCards { waiting: waiting - 1, first, gone }, splits, &ways, ends);
            }
        }
    }

    /// All splits are made: values every hand beside the cards that are known of the others.
    fn settle(&mut self, dealt: SecondCards, others: &Counts, ways: &BigInt, sum: &mut Sum) -> Result<(), Refusal> {
        let SecondCards { waiting, first, gone } = dealt;
        let round = self.round;
        let known: usize = gone.iter().map(|&count| usize::from(count)).sum();
        // The hand's own card of the pair is not beside it.
        let mut beside = gone;
        beside[self.pair] -= 1;
        let mut dealt = 0;
        for second in 0..VALUES {
            let hands = gone[second] - others[second];
            if second == self.pair || hands == 0 {
                continue;
            }
            dealt += usize::from(hands);
            let mut beside = beside;
            beside[second] -= 1;
            let of_first = u16::from(first == Some(second));
            for (place, hands) in [(self.first, of_first), (self.later, hands - of_first)] {
                if hands > 0 {
                    let worth = self.hand(place, beside, second)?;
                    sum.add(known - 2 + round.depth, &worth, &(ways * hands));
                }
            }
        }
        let of_first = usize::from(dealt == 0 && waiting > 0);
        for (second, gone) in gone.iter().enumerate().filter(|_| waiting > 0) {
            let left = round.left[second].saturating_sub(*gone);
            for (place, hands) in [(self.first, of_first), (self.later, waiting - of_first)] {
                if left > 0 && hands > 0 {
                    let worth = self.hand(place, beside, second)?;
                    sum.add(known - 1 + round.depth, &worth, &(ways * left * hands));
                }
            }
        }
        let further = (dealt + waiting).saturating_sub(1) as i64;
        let holes = round.holes_in(&round.without(&gone));
        let wagers = BigInt::from(further * round.pay.split_wager(self.later)) * holes;
        sum.add(known + 1, &Worth { net: BigInt::zero(), wagers }, ways);
        Ok(())
    }

    /// A hand of the split once it has its second card, beside these.
    pub(crate) fn hand(&mut self, place: HandPlace, beside: Counts, second: usize) -> Result<Worth, Refusal> {
        let round = self.round;
        let place = round.alike[&place];
        let Some(id) = round.hands.two(self.pair, second) else { return Ok(Worth::default()) };
        let beside = self.besides.entry(beside).or_insert_with(|| round.beside(beside));
        round.played_beside((place, Some(self.pair)), self.play, beside, id)
    }
}
