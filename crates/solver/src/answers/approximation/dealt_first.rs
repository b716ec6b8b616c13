//! The probabilities of cards that are dealt before others.

use cards::Value;

use crate::arithmetic::card_set::CardSet;
use crate::dealer::cache::DealerCache;

/// The probabilities of cards to be dealt next beside an up card, in one order.
#[derive(Debug)]
pub(super) struct DealtFirst {
    /// By value and number, the ordered ways to deal them.
    ways: Vec<[f64; Value::COUNT]>,
    /// By number of cards, one over the ordered ways to deal any.
    of_all: Vec<f64>,
    left: [f64; Value::COUNT],
    unseen: f64,
    /// By case, one for each value that can be the hole card; no element where there is one case.
    holes: Vec<[f64; Value::COUNT]>,
}

impl DealtFirst {
    /// For sets of at most so many cards.
    pub(super) fn new(up: &DealerCache, most: u32) -> Self {
        let left = up.left_after(CardSet::NONE);
        let mut ways = vec![[1.0; Value::COUNT]];
        let mut of_all = vec![1.0];
        let unseen: u32 = left.iter().sum();
        let mut all = 1.0;
        for drawn in 0..most {
            let before = ways[drawn as usize];
            ways.push(std::array::from_fn(|value| before[value] * f64::from(left[value].saturating_sub(drawn))));
            all *= f64::from(unseen.saturating_sub(drawn));
            of_all.push(if all > 0.0 { 1.0 / all } else { 0.0 });
        }
        let cases = up.dealer.cases();
        let holes = cases.iter().filter(|_| cases.len() > 1).map(|case| {
            let mut of_case = [0.0; Value::COUNT];
            case.holes.values().for_each(|hole| of_case[hole.index()] = 1.0);
            of_case
        });
        Self { ways, of_all, left: left.map(f64::from), unseen: f64::from(unseen), holes: holes.collect() }
    }

    /// Zero if there are not so many cards. Off by at most 60 roundings: two factors a card.
    pub(super) fn probability(&self, cards: CardSet) -> f64 {
        self.ways(cards) * self.of_all(cards.size())
    }

    /// The ordered ways to deal so many cards of a value.
    pub(super) fn ways_of(&self, value: usize, number: u32) -> f64 {
        self.ways[number as usize][value]
    }

    /// One over the ordered ways to deal so many cards.
    pub(super) fn of_all(&self, number: u32) -> f64 {
        self.of_all[number as usize]
    }

    pub(super) fn ways(&self, cards: CardSet) -> f64 {
        let counts = cards.counts();
        let of = |value: usize| self.ways[counts[value] as usize][value];
        // Two products side by side, because in one each factor waits for the last.
        let (mut even, mut odd) = (1.0, 1.0);
        for value in (0..Value::COUNT).step_by(2) {
            even *= of(value);
            odd *= of(value + 1);
        }
        even * odd
    }

    /// The probability of a case once cards are gone that can be.
    pub(super) fn share_of_case(&self, case: usize, cards: CardSet) -> f64 {
        let Some(holes) = self.holes.get(case) else { return 1.0 };
        let counts = cards.counts();
        let left: f64 =
            (0..Value::COUNT).map(|value| holes[value] * (self.left[value] - f64::from(counts[value]))).sum();
        left / (self.unseen - f64::from(cards.size()))
    }
}
