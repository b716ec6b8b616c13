//! How the dealer's hand ends, card by card.

use std::collections::BTreeMap;
use std::ops::Range;

use num_bigint::BigInt;
use num_traits::One;
use rules::{Game, Soft17};

use crate::Refusal;
use crate::hands::{Counts, NATURAL_VALUES, VALUES};

/// Ends of the dealer's hand: totals 17 to 26, and a blackjack.
pub(crate) const ENDS: usize = 11;
/// The end that is a blackjack.
pub(crate) const BLACKJACK: usize = 10;

/// Ordered draws of the dealer's cards that lead to each end.
pub(crate) type Law = [u128; ENDS];

/// The dealer's total at this end; none for a blackjack.
pub(crate) fn total(end: usize) -> Option<u8> {
    (end != BLACKJACK).then_some(17 + end as u8)
}

/// A set of cards drawn beside the up card.
#[derive(Debug)]
struct State {
    size: usize,
    /// How the hand is finished, if it is.
    end: Option<usize>,
    /// Where its draws are in [`Dealer::draws`].
    draws: Range<usize>,
}

/// One more card: its value, how many of it are drawn already, and the state it leads to.
#[derive(Debug)]
struct Draw {
    value: u8,
    drawn: u8,
    to: u32,
}

/// The dealer's hand under one up card and signal as a graph of the sets of cards drawn, smaller sets first.
#[derive(Debug)]
pub(crate) struct Dealer {
    states: Vec<State>,
    draws: Vec<Draw>,
    /// Hole cards with the states they lead to.
    holes: Vec<(usize, usize)>,
    /// Most cards drawn, hole card included.
    pub(crate) most_draws: usize,
}

impl Dealer {
    /// The hand under an up card, its hole card being one of these.
    ///
    /// `shoe` are all cards beside the up card; no state draws more of a value than it holds.
    pub(crate) fn new(game: &Game, up: usize, holes: &[usize], shoe: &Counts) -> Self {
        let mut index: BTreeMap<(usize, Counts), usize> = BTreeMap::new();
        let mut order: Vec<Counts> = Vec::new();
        let mut find = |order: &mut Vec<Counts>, cards: Counts| {
            let size: usize = cards.iter().map(|&count| usize::from(count)).sum();
            *index.entry((size, cards)).or_insert_with(|| {
                order.push(cards);
                order.len() - 1
            })
        };
        let with = |mut cards: Counts, value: usize| {
            cards[value] += 1;
            cards
        };
        let holes: Vec<(usize, usize)> =
            holes.iter().map(|&hole| (hole, find(&mut order, with([0; VALUES], hole)))).collect();
        let mut states = Vec::new();
        let mut draws = Vec::new();
        let mut most_draws = 1;
        // A state is found when a smaller one is looked at, so states stand in order of size.
        while let Some(&drawn) = order.get(states.len()) {
            let size: usize = drawn.iter().map(|&count| usize::from(count)).sum();
            most_draws = most_draws.max(size);
            let end = end(game, &with(drawn, up));
            let first = draws.len();
            for value in (0..VALUES).filter(|&value| end.is_none() && drawn[value] < shoe[value]) {
                let to = find(&mut order, with(drawn, value)) as u32;
                draws.push(Draw { value: value as u8, drawn: drawn[value] as u8, to });
            }
            states.push(State { size, end, draws: first..draws.len() });
        }
        Self { states, draws, holes, most_draws }
    }

    /// Which ends the hand can have.
    pub(crate) fn ends(&self) -> [bool; ENDS] {
        let mut ends = [false; ENDS];
        self.states.iter().filter_map(|state| state.end).for_each(|end| ends[end] = true);
        ends
    }

    /// Every finished hand: the cards drawn beside the up card, its end, and the number of orders in which it is drawn.
    pub(crate) fn finished(&self) -> Vec<(Counts, usize, u64)> {
        let mut drawn: Vec<(Counts, u64)> = vec![([0; VALUES], 0); self.states.len()];
        for &(hole, state) in &self.holes {
            drawn[state].0[hole] = 1;
            drawn[state].1 += 1;
        }
        let mut finished = Vec::new();
        for (at, state) in self.states.iter().enumerate() {
            let (cards, orders) = drawn[at];
            if let Some(end) = state.end {
                finished.push((cards, end, orders));
            }
            for draw in &self.draws[state.draws.clone()] {
                let to = &mut drawn[draw.to as usize];
                to.0 = cards;
                to.0[usize::from(draw.value)] += 1;
                to.1 += orders;
            }
        }
        finished
    }

    /// The ordered ways in which the next `draws` cards of these lead to each end, the hole card being one of the signal's.
    ///
    /// # Errors
    /// If the dealer may find no card to draw.
    pub(crate) fn law(&self, left: &Counts, draws: usize) -> Result<Law, Refusal> {
        let mut law = [0; ENDS];
        self.walk(left, draws, |end, _, ways| law[end] += ways)?;
        Ok(law)
    }

    /// The same by number of the dealer's cards too, up card and hole card included.
    ///
    /// # Errors
    /// As [`Dealer::law`].
    pub(crate) fn finished_law(&self, left: &Counts, draws: usize) -> Result<BTreeMap<(usize, usize), u128>, Refusal> {
        let mut law = BTreeMap::new();
        self.walk(left, draws, |end, drawn, ways| *law.entry((end, drawn + 1)).or_default() += ways)?;
        Ok(law)
    }

    /// Tells of every finished hand: its end, how many cards were drawn beside the up card, and the ways of the next `draws`.
    #[inline]
    fn walk(&self, left: &Counts, draws: usize, mut finish: impl FnMut(usize, usize, u128)) -> Result<(), Refusal> {
        let unseen: usize = left.iter().map(|&count| usize::from(count)).sum();
        if unseen < draws {
            return Err(Refusal::not_checkable("a shoe of so few cards"));
        }
        // Cards nobody looks at fill every hand up to the same number.
        let mut rest = vec![1_u128; draws + 1];
        for drawn in (0..draws).rev() {
            rest[drawn] = rest[drawn + 1] * (unseen - drawn) as u128;
        }
        let mut ways = vec![0_u128; self.states.len()];
        for &(hole, state) in &self.holes {
            ways[state] += u128::from(left[hole]);
        }
        for (at, state) in self.states.iter().enumerate() {
            let here = ways[at];
            if here == 0 {
                continue;
            }
            if let Some(end) = state.end {
                finish(end, state.size, here * rest[state.size]);
                continue;
            }
            if unseen == state.size {
                return Err(Refusal::not_checkable("a shoe that a round can use up"));
            }
            for draw in &self.draws[state.draws.clone()] {
                let left = left[usize::from(draw.value)].saturating_sub(draw.drawn.into());
                ways[draw.to as usize] += here * u128::from(left);
            }
        }
        Ok(())
    }
}

/// How a dealer's hand of two or more cards ends; `None` if it draws.
pub(crate) fn end(game: &Game, cards: &Counts) -> Option<usize> {
    let size: u16 = cards.iter().sum();
    let [ace, ten] = NATURAL_VALUES;
    if size == 2 && cards[ace] == 1 && cards[ten] == 1 {
        return Some(BLACKJACK);
    }
    let rule = &game.dealer;
    let mut total: u8 = (1..).zip(cards).map(|(points, &count)| points * count as u8).sum();
    let mut soft = false;
    for _ in 0..cards[ace] {
        if total + 10 <= rule.ace_limit {
            total += 10;
            soft = true;
        }
    }
    let stands = total > 17 || (total == 17 && !(soft && rule.soft_17 == Soft17::Hit));
    stands.then(|| usize::from(total - 17))
}

/// n(n-1)…(n-k+1), zero if k is more than n.
pub(crate) fn falling(n: usize, k: usize) -> BigInt {
    (0..k).fold(BigInt::one(), |product, at| product * n.saturating_sub(at))
}
