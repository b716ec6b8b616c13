//! Which hands may be held last of a split, beside which cards.

use std::collections::{BTreeMap, BTreeSet};

use crate::distribution::{count, pack};
use crate::hand_place::HandPlace;
use crate::hands::{Counts, Hand, NATURAL_VALUES, VALUES};
use crate::refusal::Refusal;
use crate::round::Round;
use crate::strategy::Permitted;

/// Hands that may do and win the same, and grow into the same kinds.
pub(super) struct HandKind {
    pub(super) place: HandPlace,
    /// One of the hands.
    pub(super) hand: usize,
    pub(super) may: Permitted,
    /// By one more card; `None` for a bust, and for a card that no hand of the kind can get.
    pub(super) next: [Option<u32>; VALUES],
}

/// Every kind of the last hand of a split.
pub(super) struct Kinds {
    pub(super) all: Vec<HandKind>,
    /// By the value of the pair: where its kinds begin.
    first: [u32; VALUES],
    /// By hand, within those.
    of_hand: Vec<u32>,
}

impl Kinds {
    pub(super) fn new(round: &Round<'_>) -> Self {
        let list = &round.hands.list;
        let [ace, _] = NATURAL_VALUES;
        let mut numbers = BTreeMap::new();
        let mut kinds: Vec<usize> = Vec::new();
        let of_hand: Vec<u32> = list
            .iter()
            .enumerate()
            .map(|(id, hand)| {
                // Hands that are paid more have a payout of their own.
                let apart = round.game.bonus.is_some().then_some(id);
                let key = (hand.hard, hand.cards[ace] > 0, hand.originals, hand.size == 2, apart);
                *numbers.entry(key).or_insert_with(|| {
                    kinds.push(id);
                    kinds.len() as u32 - 1
                })
            })
            .collect();
        let mut next = vec![[None; VALUES]; kinds.len()];
        for (hand, &kind) in list.iter().zip(&of_hand) {
            for (next, grown) in next[kind as usize].iter_mut().zip(hand.next) {
                *next = grown.map(|grown| of_hand[grown]).or(*next);
            }
        }
        // Pairs whose hands are played and settled alike share their kinds.
        let mut groups: Vec<(HandPlace, bool)> = Vec::new();
        let mut all = Vec::new();
        let first = std::array::from_fn(|pair| {
            let group = (round.pay.later(pair), pair == ace);
            let place = groups.iter().position(|other| *other == group).unwrap_or_else(|| {
                let begin = all.len() as u32;
                all.extend(kinds.iter().zip(&next).map(|(&hand, next)| HandKind {
                    place: group.0,
                    hand,
                    may: round.may(group.0, Some(pair), &list[hand]),
                    next: next.map(|next| next.map(|next| begin + next)),
                }));
                groups.push(group);
                groups.len() - 1
            });
            (place * kinds.len()) as u32
        });
        Self { all, first, of_hand }
    }

    fn of(&self, pair: usize, hand: usize) -> u32 {
        self.first[pair] + self.of_hand[hand]
    }
}

/// Sets of as many cards, in order, and the kinds of hands that may be held last once they are gone, the hand's own cards among them.
#[derive(Default)]
pub(super) struct SetLevel {
    pub(super) sets: Vec<u64>,
    /// By set: where its kinds end.
    ends: Vec<usize>,
    pub(super) kinds: Vec<u32>,
}

impl SetLevel {
    /// Where the kinds of a set are.
    pub(super) fn places(&self, set: usize) -> std::ops::Range<usize> {
        (if set == 0 { 0 } else { self.ends[set - 1] })..self.ends[set]
    }

    /// The place of a kind beside a set that has it.
    pub(super) fn place(&self, set: usize, kind: u32) -> Option<usize> {
        let places = self.places(set);
        Some(places.start + self.kinds[places].iter().position(|&one| one == kind)?)
    }

    /// The sets and kinds of one card more, and those that begin there. With `busts`, sets that bust every hand are among them.
    fn grown(&self, kinds: &[HandKind], left: &Counts, starts: &[FirstTwo], busts: bool) -> Self {
        let mut next = Self::default();
        let mut cards = Cards::new(left);
        let mut starts = starts.iter().peekable();
        let mut is_here = vec![false; kinds.len()];
        loop {
            let drawn = cards.next_of(&self.sets);
            let Some(set) = drawn.into_iter().chain(starts.peek().map(|start| start.set)).min() else { return next };
            let mut here: Vec<u32> = Vec::new();
            let mut is_bust = false;
            let mut add = |kind: u32| {
                if !std::mem::replace(&mut is_here[kind as usize], true) {
                    here.push(kind);
                }
            };
            for (value, at) in cards.drawn_into(&self.sets, set) {
                for &kind in &self.kinds[self.places(at)] {
                    let kind = &kinds[kind as usize];
                    if kind.may.hit || kind.may.double {
                        kind.next[value].map_or_else(|| is_bust = true, &mut add);
                    }
                }
            }
            while let Some(start) = starts.next_if(|start| start.set == set) {
                add(start.kind);
            }
            here.iter().for_each(|&kind| is_here[kind as usize] = false);
            if here.is_empty() && !(is_bust && busts) {
                continue;
            }
            here.sort_unstable();
            next.sets.push(set);
            next.kinds.extend(here);
            next.ends.push(next.kinds.len());
        }
    }
}

/// For every value the first set of a list that is not passed and leaves a card of it: with that card the sets come in order too.
pub(super) struct Cards<'a> {
    left: &'a Counts,
    at: [usize; VALUES],
}

impl<'a> Cards<'a> {
    pub(super) fn new(left: &'a Counts) -> Self {
        Self { left, at: [0; VALUES] }
    }

    /// The least set that one more card makes.
    fn next_of(&mut self, sets: &[u64]) -> Option<u64> {
        for (value, at) in self.at.iter_mut().enumerate() {
            while sets.get(*at).is_some_and(|&set| count(set, value) >= usize::from(self.left[value])) {
                *at += 1;
            }
        }
        self.at.iter().enumerate().filter_map(|(value, &at)| Some(sets.get(at)? + one(value))).min()
    }

    /// Values and places of the sets that one more card makes this one.
    fn drawn_into(&mut self, sets: &[u64], set: u64) -> impl Iterator<Item = (usize, usize)> {
        let found: [Option<usize>; VALUES] = std::array::from_fn(|value| {
            let at = self.at[value];
            let is_it = sets.get(at).is_some_and(|&other| other + one(value) == set);
            self.at[value] += usize::from(is_it);
            is_it.then_some(at)
        });
        found.into_iter().enumerate().filter_map(|(value, at)| Some((value, at?)))
    }
}

/// One card of a value as a set.
pub(super) fn one(value: usize) -> u64 {
    let mut cards = [0; VALUES];
    cards[value] = 1;
    pack(&cards)
}

/// A last hand's first two cards.
pub(super) struct FirstTwo {
    /// All cards gone, these among them.
    pub(super) set: u64,
    pub(super) kind: u32,
    /// What the hand before it has taken, by its place in [`Sets::taken`].
    pub(super) after: usize,
    /// How many cards there are that can be the second.
    pub(super) left: u64,
}

/// Everything that can be held last of the splits under one up card.
pub(super) struct Sets {
    pub(super) kinds: Kinds,
    /// By number of cards gone.
    pub(super) levels: Vec<SetLevel>,
    /// By the same: the hands that begin there, in order of their sets.
    pub(super) starts: Vec<Vec<FirstTwo>>,
    /// Every pair, with the cards that a hand of it can have at its end, as one set, in order.
    pub(super) taken: Vec<(usize, u64)>,
}

impl Sets {
    /// With `busts`, the cards that busts take are among the levels.
    pub(super) fn new(round: &Round<'_>, busts: bool) -> Self {
        let kinds = Kinds::new(round);
        let mut starts: Vec<Vec<FirstTwo>> = Vec::new();
        let mut taken = Vec::new();
        for pair in (0..VALUES).filter(|&pair| round.hands.two(pair, pair).is_some()) {
            for cards in taken_by_first(round, pair) {
                let after = taken.len();
                taken.push((pair, pack(&cards)));
                let size = cards.iter().map(|&count| usize::from(count)).sum::<usize>() + 2;
                starts.resize_with(starts.len().max(size + 1), Vec::new);
                for (second, left) in (0..VALUES).map(|second| (second, round.left[second])) {
                    let left = left.saturating_sub(cards[second] + u16::from(second == pair));
                    if let Some(hand) = round.hands.two(pair, second).filter(|_| left > 0) {
                        let set = pack(&cards) + one(pair) + one(second);
                        starts[size].push(FirstTwo { set, kind: kinds.of(pair, hand), after, left: left.into() });
                    }
                }
            }
        }
        starts.iter_mut().for_each(|starts| starts.sort_unstable_by_key(|start| (start.set, start.kind)));
        let mut levels: Vec<SetLevel> = Vec::new();
        let nothing = SetLevel::default();
        loop {
            let of_size = starts.get(levels.len()).map_or(&[][..], |starts| starts);
            let level = levels.last().unwrap_or(&nothing).grown(&kinds.all, &round.left, of_size, busts);
            if level.sets.is_empty() && levels.len() >= starts.len() {
                return Self { kinds, levels, starts, taken };
            }
            levels.push(level);
        }
    }

    /// The place of a pair and what its first hand has taken.
    ///
    /// # Errors
    /// If no first hand takes that.
    pub(super) fn after(&self, pair: usize, cards: &Counts) -> Result<usize, Refusal> {
        self.taken.binary_search(&(pair, pack(cards))).map_err(|_| out_of_place())
    }
}

/// Of sets in which something was looked for that is not there.
pub(super) fn out_of_place() -> Refusal {
    Refusal::not_checkable("perfect play of hands that nothing leads to")
}

/// The cards that the first hand of a split may have at its end, or while a card of it is face down.
fn taken_by_first(round: &Round<'_>, pair: usize) -> BTreeSet<Counts> {
    let place = round.pay.first(pair);
    let mut other = [0; VALUES];
    other[pair] = 1;
    let beside = round.beside(other);
    let mut taken = BTreeSet::new();
    let mut is_found = vec![false; round.hands.list.len()];
    other[pair] = 2;
    let seconds = (0..VALUES).filter(|&second| round.left[second] > other[second]);
    let mut open: Vec<usize> = seconds.filter_map(|second| round.hands.two(pair, second)).collect();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut is_found[id], true) {
            continue;
        }
        let hand: &Hand = &round.hands.list[id];
        taken.insert(hand.cards);
        let may = round.may(place, Some(pair), hand);
        for (value, _) in round.draws(&beside, hand).filter(|_| may.hit || may.double) {
            let mut cards = hand.cards;
            cards[value] += 1;
            taken.insert(cards);
            open.extend(hand.next[value].filter(|_| may.hit));
        }
    }
    taken
}
