//! Sets of kinds of hands.
//!
//! With the same cards gone any of some dozens of kinds of hands can be in play. Not all games have few such sets (Spanish 21 has three
//! million), so a set is no more than its members: what they do is looked up by kind.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use cards::Value;

use super::hand_classes::{Kind, KindId, Kinds, Next};
use crate::arithmetic::interner::Distinct;
use crate::compiled::settlement::Doubling;

/// Most kinds of hands that can be told apart.
pub(super) const MOST_KINDS: usize = 128;

/// Position in [`KindSets`].
pub(super) type SetId = u32;

/// Kinds of hands, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct KindSet([u64; 2]);

impl KindSet {
    pub(super) const NONE: Self = Self([0; 2]);

    /// By kind, those before it.
    const BEFORE: [Self; MOST_KINDS] = {
        let mut before = [Self::NONE; MOST_KINDS];
        let mut kind = 0;
        while kind < MOST_KINDS {
            before[kind] = Self::of_bits((1 << kind) - 1);
            kind += 1;
        }
        before
    };

    const fn of_bits(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64])
    }

    pub(super) fn one(kind: KindId) -> Self {
        Self::of_bits(1 << kind)
    }

    /// Those of all kinds of which this holds.
    fn of(kinds: &Kinds, holds: impl Fn(&Kind) -> bool) -> Self {
        let all = (0..).zip(&kinds.list).filter(|(_, kind)| holds(kind));
        all.fold(Self::NONE, |set, (id, _)| set | Self::one(id))
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline(always)]
    fn contains(self, kind: KindId) -> bool {
        let [half, bit] = [kind / 64, kind % 64];
        self.0[usize::from(half) % 2] >> bit & 1 == 1
    }

    #[inline(always)]
    pub(super) fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline(always)]
    pub(super) fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// How many members come before a kind.
    #[inline(always)]
    pub(super) fn position(self, kind: KindId) -> usize {
        (self & Self::BEFORE[usize::from(kind) % MOST_KINDS]).len()
    }

    /// The members in ascending order.
    #[inline(always)]
    pub(super) fn iter(self) -> Members {
        let [bits, rest] = self.0;
        Members { bits, rest, first: 0 }
    }
}

impl BitAnd for KindSet {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for KindSet {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitOrAssign for KindSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The members of a set in ascending order.
pub(super) struct Members {
    bits: u64,
    /// The higher half, once the lower is done nothing.
    rest: u64,
    first: u32,
}

impl Iterator for Members {
    type Item = KindId;

    #[inline(always)]
    fn next(&mut self) -> Option<KindId> {
        if self.bits == 0 {
            if self.rest == 0 {
                return None;
            }
            *self = Self { bits: self.rest, rest: 0, first: u64::BITS };
        }
        let kind = self.first + self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(kind as KindId)
    }
}

/// All sets of kinds that are met, and the kinds by what they may do.
pub(super) struct KindSets {
    /// Whether a doubled hand is settled by a card that is seen at once.
    pub(super) doubled_is_seen: bool,
    /// Those with a choice.
    decides: KindSet,
    pub(super) draws: KindSet,
    pub(super) doubles: KindSet,
    /// Those that can bust unlisted.
    pub(super) busting: KindSet,
    /// By card: those that go on with it.
    pub(super) moves: [KindSet; Value::COUNT],
    /// By card, what they become.
    pub(super) next: [[KindId; MOST_KINDS]; Value::COUNT],
    /// Those that can be finished without a bust, and listed busts.
    pub(super) ends: KindSet,
    pub(super) busted: KindSet,
    /// By card: those whose double it ends without a bust, and those it busts.
    pub(super) ends_double: [KindSet; Value::COUNT],
    pub(super) busts: [KindSet; Value::COUNT],
    /// Those that may be given up once doubled.
    rescuable: KindSet,
    /// By who doubles, player or house: whether any hand may be.
    is_doubled: [bool; 2],
    sets: Distinct<KindSet>,
    /// By set and card: what its members become. Of use while more are listed.
    grown: Vec<[KindSet; Value::COUNT]>,
}

impl KindSets {
    pub(super) fn new(kinds: &Kinds, doubled_is_seen: bool) -> Self {
        let by_card = |holds: &dyn Fn(&Kind, Next) -> bool| -> [KindSet; Value::COUNT] {
            std::array::from_fn(|card| KindSet::of(kinds, |kind| holds(kind, kind.next[card])))
        };
        let mut next = [[0; MOST_KINDS]; Value::COUNT];
        for (id, kind) in kinds.list.iter().enumerate() {
            for (next, becomes) in next.iter_mut().zip(kind.next) {
                if let Next::Kind(becomes) = becomes {
                    next[id] = becomes;
                }
            }
        }
        let doubles = |doubling| kinds.list.iter().any(|kind| kind.doubles && kind.doubling == doubling);
        Self {
            doubled_is_seen,
            decides: KindSet::of(kinds, Kind::decides),
            draws: KindSet::of(kinds, |kind| kind.may_draw),
            doubles: KindSet::of(kinds, |kind| kind.doubles),
            busting: KindSet::of(kinds, Kind::can_bust),
            moves: by_card(&|_, next| matches!(next, Next::Kind(_))),
            next,
            ends: KindSet::of(kinds, |kind| {
                ((kind.stands || kind.surrenders) && !kind.is_bust) || (kind.doubles && !doubled_is_seen)
            }),
            busted: KindSet::of(kinds, |kind| kind.is_bust),
            ends_double: by_card(&|kind, next| doubled_is_seen && kind.doubles && matches!(next, Next::Kind(_))),
            busts: by_card(&|_, next| next == Next::Bust),
            rescuable: KindSet::of(kinds, |kind| kind.rescuable),
            is_doubled: Doubling::DOUBLED.map(doubles),
            sets: Distinct::default(),
            grown: Vec::new(),
        }
    }

    pub(super) fn id(&mut self, set: KindSet) -> SetId {
        let id = self.sets.id(set);
        if id as usize == self.grown.len() {
            self.grown.push(std::array::from_fn(|card| {
                let moving = (set & self.moves[card]).iter();
                moving.fold(KindSet::NONE, |grown, kind| grown | KindSet::one(self.next[card][usize::from(kind)]))
            }));
        }
        id
    }

    #[inline(always)]
    pub(super) fn get(&self, id: SetId) -> KindSet {
        self.sets.list[id as usize]
    }

    /// By card: what the members of a set become.
    pub(super) fn grown(&self, id: SetId) -> &[KindSet; Value::COUNT] {
        &self.grown[id as usize]
    }

    /// Lets go of what is of use for listing alone.
    pub(super) fn close(&mut self) {
        self.sets.close();
        self.grown = Vec::new();
    }

    /// Slots that the decisions on the hands of a set take: one for the act on each that has a choice, then one for whether a hand is given up
    /// once doubled, by who doubles.
    pub(super) fn slots(&self, set: KindSet) -> usize {
        (set & self.decides).len() + (set & self.rescuable).len() * self.rescues()
    }

    /// The slot of the act on a member of a set, if there is a choice.
    #[inline(always)]
    pub(super) fn act_slot(&self, set: KindSet, kind: KindId) -> Option<usize> {
        self.decides.contains(kind).then(|| (set & self.decides).position(kind))
    }

    /// The slot of whether a member of a set is given up once doubled, if it may be.
    #[inline(always)]
    pub(super) fn rescue_slot(&self, set: KindSet, kind: KindId, doubling: Doubling) -> Option<usize> {
        if !self.rescuable.contains(kind) {
            return None;
        }
        let who = Doubling::DOUBLED.iter().position(|&other| other == doubling)?;
        let before = (set & self.decides).len() + (set & self.rescuable).position(kind) * self.rescues();
        self.is_doubled[who].then(|| before + self.is_doubled[..who].iter().filter(|&&is_doubled| is_doubled).count())
    }

    /// Slots of each hand that may be given up once doubled.
    #[inline(always)]
    fn rescues(&self) -> usize {
        self.is_doubled.iter().filter(|&&is_doubled| is_doubled).count()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_is_its_members_in_order(
            one in proptest::collection::btree_set(0..MOST_KINDS as KindId, 0..40),
            other in proptest::collection::btree_set(0..MOST_KINDS as KindId, 0..40),
        ) {
            let set = |members: &BTreeSet<KindId>| {
                members.iter().fold(KindSet::NONE, |set, &kind| set | KindSet::one(kind))
            };
            let both = set(&one) & set(&other);
            prop_assert!(set(&one).iter().eq(one.iter().copied()));
            prop_assert!(both.iter().eq(one.intersection(&other).copied()));
            prop_assert_eq!(set(&one).len(), one.len());
            prop_assert_eq!(set(&one).meets(set(&other)), !both.is_empty());
            for kind in 0..MOST_KINDS as KindId {
                prop_assert_eq!(set(&one).contains(kind), one.contains(&kind));
                prop_assert_eq!(set(&one).position(kind), one.range(..kind).count());
            }
        }
    }
}
