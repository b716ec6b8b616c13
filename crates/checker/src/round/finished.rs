//! Hands that end beside known cards.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::beside::Beside;
use super::signal::Round;
use crate::dealer::falling;
use crate::hand_place::{Doubled, HandPlace, Wagered};
use crate::hands::{Counts, Hand, VALUES};
use crate::nets::Nets;
use crate::refusal::Refusal;
use crate::whole::Whole;

impl<'a> Round<'a> {
    pub(crate) fn beside(&self, cards: Counts) -> Beside {
        let known: usize = cards.iter().map(|&count| usize::from(count)).sum();
        self.beside_within(cards, known + self.depth)
    }

    /// Cards known beside a hand whose worth has a denominator of so many draws, these cards among them.
    pub(crate) fn beside_within(&self, cards: Counts, all_draws: usize) -> Beside {
        let known: usize = cards.iter().map(|&count| usize::from(count)).sum();
        let draws = self.dealer.most_draws;
        let mut by_known = self.factors.borrow_mut();
        let factors = by_known.entry((known, all_draws)).or_insert_with(|| {
            let sizes = (0..=self.longest() + 1).take_while(|size| known + size + draws <= all_draws);
            let of_size = sizes.map(|size| {
                let (unseen, depth) = (self.unseen - known - size, all_draws - known - size);
                (falling(unseen - draws, depth - draws), falling(unseen - 1, depth - 1))
            });
            Rc::new(of_size.collect())
        });
        Beside { cards, factors: Rc::clone(factors), worths: FxHashMap::default() }
    }

    /// The same in another kind of whole numbers.
    pub(crate) fn beside_in<N: Whole>(&self, cards: Counts, all_draws: usize) -> Beside<N> {
        let beside = self.beside_within(cards, all_draws);
        let factors =
            beside.factors.iter().map(|(by_distribution, by_hole)| (N::of(by_distribution), N::of(by_hole))).collect();
        Beside { cards, factors: Rc::new(factors), worths: FxHashMap::default() }
    }

    /// What net results are worth once these cards of a hand, `size` of them, and those beside it are gone.
    pub(crate) fn finished<N: Whole>(
        &self,
        nets: &Nets,
        beside: &Beside<N>,
        cards: &Counts,
        size: usize,
    ) -> Result<N, Refusal> {
        let removed: Counts = std::array::from_fn(|value| cards[value] + beside.cards[value]);
        let (by_distribution, by_hole) = &beside.factors[size];
        if nets.iter().all(|net| net == &nets[0]) {
            return Ok(by_hole.times(i128::from(nets[0]) * i128::from(self.holes_in(&self.without(&removed)))));
        }
        Ok(by_distribution.times(self.over_distribution(&removed, nets)?))
    }

    /// The next cards of a hand: value and how many of it are left.
    pub(crate) fn draws<N>(&self, beside: &Beside<N>, hand: &Hand) -> impl Iterator<Item = (usize, u64)> + use<N> {
        let removed: Counts = std::array::from_fn(|value| hand.cards[value] + beside.cards[value]);
        let left = self.without(&removed);
        (0..VALUES).filter(move |&value| left[value] > 0).map(move |value| (value, u64::from(left[value])))
    }

    pub(crate) fn bust<N: Whole>(
        &self,
        wagered: Wagered,
        beside: &Beside<N>,
        hand: &Hand,
        value: usize,
    ) -> Result<N, Refusal> {
        let mut cards = hand.cards;
        cards[value] += 1;
        self.finished(&self.busted(wagered, hand, value), beside, &cards, hand.size + 1)
    }

    /// A doubled hand with its card, kept and given up.
    pub(crate) fn doubled<N: Whole>(
        &self,
        wagered: Wagered,
        beside: &Beside<N>,
        id: usize,
        given_up: bool,
    ) -> Result<N, Refusal> {
        let hand = &self.hands.list[id];
        let nets = if given_up { self.surrendered(wagered, None) } else { self.stood(wagered, id) };
        self.finished(&nets, beside, &hand.cards, hand.size)
    }

    /// What the player pays for a double.
    pub(crate) fn doubling<N: Whole>(&self, wagered: Wagered, beside: &Beside<N>, hand: &Hand) -> N {
        let removed: Counts = std::array::from_fn(|value| hand.cards[value] + beside.cards[value]);
        let holes = self.holes_in(&self.without(&removed));
        beside.factors[hand.size].1.times(i128::from(holes) * i128::from(self.pay.double_wager(wagered)))
    }

    pub(crate) fn stand<N: Whole>(&self, place: HandPlace, beside: &Beside<N>, id: usize) -> Result<N, Refusal> {
        let hand = &self.hands.list[id];
        self.finished(&self.stood(place.with(Doubled::No), id), beside, &hand.cards, hand.size)
    }
}
