//! Sorted sets of cards: found, drawn from and put together.

use std::ops::Range;

use cards::Value;

use super::Layer;
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::Interner;
use crate::perfect::hand_class_sets::{HandClassSet, HandClassSets};

/// The sets of a level between two bounds, in order.
pub(super) struct KeyPart {
    pub(super) keys: Vec<CardSet>,
    /// By key, a position among the sets of classes.
    pub(super) ids: Vec<u32>,
    pub(super) sets: Interner<HandClassSet>,
    /// Cards gone after a double that does not bust.
    doubled: Vec<CardSet>,
    busted: Vec<CardSet>,
}

/// From a set of cards on, and before another; from the first or to the last if there is none.
pub(crate) type Bounds = [Option<CardSet>; 2];

/// Parts of all that is sorted, with so many of these keys each.
pub(crate) fn parts(keys: impl Iterator<Item = CardSet>, len: usize) -> Vec<Bounds> {
    let pivots = keys.skip(len).step_by(len).map(Some);
    let bounds: Vec<Option<CardSet>> = std::iter::once(None).chain(pivots).chain([None]).collect();
    bounds.windows(2).map(|bounds| [bounds[0], bounds[1]]).collect()
}

/// The keys that, with these cards besides, lie within bounds.
pub(crate) fn between(keys: &[CardSet], drawn: CardSet, bounds: Bounds) -> Range<usize> {
    let [from, to] = bounds.map(|bound| bound.map(|bound| keys.partition_point(|&key| key + drawn < bound)));
    from.unwrap_or(0)..to.unwrap_or(keys.len())
}

impl KeyPart {
    /// What comes of a level by one card, or has come into play, within bounds.
    pub(super) fn new(
        sets: &HandClassSets,
        before: &Layer,
        shoe: &[u32; Value::COUNT],
        entered: &Entered,
        bounds: Bounds,
    ) -> Self {
        let mut part = Self {
            keys: Vec::new(),
            ids: Vec::new(),
            sets: Interner::default(),
            doubled: Vec::new(),
            busted: Vec::new(),
        };
        let mut drawn: [Draws<'_>; Value::COUNT] = std::array::from_fn(|card| {
            let range = between(&before.keys, CardSet::one(card), bounds);
            Draws { keys: &before.keys[range.clone()], at: range.start, card, held: shoe[card] }
        });
        let mut heads = drawn.each_mut().map(Draws::next);
        let range = between(&entered.0, CardSet::NONE, bounds);
        let mut entered = entered.0[range.clone()].iter().copied().zip(entered.1[range].iter().copied()).peekable();
        loop {
            let head = entered.peek().map_or(CardSet::END, |&(key, _)| key);
            let key = heads.iter().fold(head, |least, &head| least.min(head));
            if key == CardSet::END {
                return part;
            }
            let mut set = entered.next_if(|&(other, _)| other == key).map_or(HandClassSet::NONE, |(_, set)| set);
            let (mut doubled, mut busted) = (false, false);
            for (card, head) in heads.iter_mut().enumerate().filter(|(_, head)| **head == key) {
                let id = before.classes[drawn[card].at - 1];
                let hands = sets.get(id);
                set |= sets.grown(id)[card];
                doubled |= hands.meets(sets.ends_double[card]);
                busted |= hands.meets(sets.busts[card]);
                *head = drawn[card].next();
            }
            if !set.is_empty() {
                part.keys.push(key);
                part.ids.push(part.sets.find_or_insert(set));
            }
            if doubled {
                part.doubled.push(key);
            }
            if busted {
                part.busted.push(key);
            }
        }
    }

    #[inline]
    pub(super) fn doubled(&self) -> &[CardSet] {
        &self.doubled
    }

    #[inline]
    pub(super) fn busted(&self) -> &[CardSet] {
        &self.busted
    }
}

/// Sets of cards with one card more, in order.
struct Draws<'a> {
    keys: &'a [CardSet],
    /// Of the next key, in its level.
    at: usize,
    card: usize,
    held: u32,
}

impl Draws<'_> {
    /// The next set, or what is greater than all.
    fn next(&mut self) -> CardSet {
        while let Some((&key, rest)) = self.keys.split_first() {
            self.keys = rest;
            self.at += 1;
            if key.count(self.card) < self.held {
                return key + CardSet::one(self.card);
            }
        }
        CardSet::END
    }
}

/// A place in a sorted list that moves forward only.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a> {
    keys: &'a [CardSet],
    at: usize,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(keys: &'a [CardSet], from: CardSet) -> Self {
        Self { keys, at: keys.partition_point(|&key| key < from) }
    }

    pub(crate) fn find(&mut self, key: CardSet) -> Option<usize> {
        while *self.keys.get(self.at)? < key {
            self.at += 1;
        }
        (self.keys[self.at] == key).then_some(self.at)
    }

    /// The same for a key that is far: by steps that grow.
    pub(super) fn find_far(&mut self, key: CardSet) -> Option<usize> {
        let mut step = 1;
        while self.keys.get(self.at + step).is_some_and(|&passed| passed < key) {
            self.at += step;
            step *= 2;
        }
        let end = self.keys.len().min(self.at + step);
        self.at += self.keys[self.at..end].partition_point(|&passed| passed < key);
        (*self.keys.get(self.at)? == key).then_some(self.at)
    }
}

pub(super) fn union(a: &[CardSet], b: &[CardSet]) -> Vec<CardSet> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut at_a, mut at_b) = (0, 0);
    while at_a < a.len() && at_b < b.len() {
        let (x, y) = (a[at_a], b[at_b]);
        all.push(x.min(y));
        at_a += usize::from(x <= y);
        at_b += usize::from(y <= x);
    }
    all.extend_from_slice(&a[at_a..]);
    all.extend_from_slice(&b[at_b..]);
    all
}

/// Two sorted lists of keys with sets as one.
pub(super) fn merge(a: Entered, b: Entered) -> Entered {
    if a.0.is_empty() {
        return b;
    }
    let mut keys = Vec::with_capacity(a.0.len() + b.0.len() / 4);
    let mut sets = Vec::with_capacity(keys.capacity());
    let (mut at_a, mut at_b) = (0, 0);
    while at_a < a.0.len() && at_b < b.0.len() {
        let (x, y) = (a.0[at_a], b.0[at_b]);
        let mut set = HandClassSet::NONE;
        if x <= y {
            set |= a.1[at_a];
            at_a += 1;
        }
        if y <= x {
            set |= b.1[at_b];
            at_b += 1;
        }
        keys.push(x.min(y));
        sets.push(set);
    }
    keys.extend_from_slice(&a.0[at_a..]);
    sets.extend_from_slice(&a.1[at_a..]);
    keys.extend_from_slice(&b.0[at_b..]);
    sets.extend_from_slice(&b.1[at_b..]);
    (keys, sets)
}

/// Sets of cards, each with the hand classes in play.
pub(super) type Entered = (Vec<CardSet>, Vec<HandClassSet>);
