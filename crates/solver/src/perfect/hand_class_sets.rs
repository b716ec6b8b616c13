//! Sets of hand classes.
//!
//! With the same cards gone any of some dozens of hand classes can be in play. Not all games have few such sets (Spanish 21 has three
//! million), so a set is no more than its members: what they do is looked up by class.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use cards::Value;

use super::hand_classes::{HandClass, HandClassId, HandClasses, Next};
use crate::arithmetic::interner::Interner;
use crate::compiled::settlement::Doubling;

/// Most hand classes that can be told apart.
pub(crate) const MOST_HAND_CLASSES: usize = 128;

/// More than that, in an error.
pub(crate) const TOO_MANY_KINDS: &str = "so many kinds of hands";

/// Position in [`HandClassSets`].
pub(super) type SetId = u32;

/// HandClasses of hands, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct HandClassSet([u64; 2]);

impl HandClassSet {
    pub(super) const NONE: Self = Self([0; 2]);

    /// By class, those before it.
    const BEFORE: [Self; MOST_HAND_CLASSES] = {
        let mut before = [Self::NONE; MOST_HAND_CLASSES];
        let mut class = 0;
        while class < MOST_HAND_CLASSES {
            before[class] = Self::of_bits((1 << class) - 1);
            class += 1;
        }
        before
    };

    const fn of_bits(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64])
    }

    pub(super) fn one(class: HandClassId) -> Self {
        Self::of_bits(1 << class)
    }

    /// Those of all classes of which this holds.
    fn of(classes: &HandClasses, holds: impl Fn(&HandClass) -> bool) -> Self {
        let all = (0..).zip(&classes.list).filter(|(_, class)| holds(class));
        all.fold(Self::NONE, |set, (id, _)| set | Self::one(id))
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline(always)]
    fn contains(self, class: HandClassId) -> bool {
        let [half, bit] = [class / 64, class % 64];
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

    /// How many members come before a class.
    #[inline(always)]
    pub(super) fn position(self, class: HandClassId) -> usize {
        (self & Self::BEFORE[usize::from(class) % MOST_HAND_CLASSES]).len()
    }

    /// The members in ascending order.
    #[inline(always)]
    pub(super) fn iter(self) -> HandClassMembers {
        let [bits, rest] = self.0;
        HandClassMembers { bits, rest, first: 0 }
    }
}

impl BitAnd for HandClassSet {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for HandClassSet {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitOrAssign for HandClassSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The members of a set in ascending order.
pub(super) struct HandClassMembers {
    bits: u64,
    /// The higher half, once the lower is done nothing.
    rest: u64,
    first: u32,
}

impl Iterator for HandClassMembers {
    type Item = HandClassId;

    #[inline(always)]
    fn next(&mut self) -> Option<HandClassId> {
        if self.bits == 0 {
            if self.rest == 0 {
                return None;
            }
            *self = Self { bits: self.rest, rest: 0, first: u64::BITS };
        }
        let class = self.first + self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(class as HandClassId)
    }
}

/// All sets of classes that are met, and the classes by what they may do.
pub(super) struct HandClassSets {
    /// Whether a doubled hand is settled by a card that is seen at once.
    pub(super) doubled_is_seen: bool,
    /// Those with a choice.
    decides: HandClassSet,
    pub(super) draws: HandClassSet,
    pub(super) doubles: HandClassSet,
    /// Those that can bust unlisted.
    pub(super) busting: HandClassSet,
    /// By card: those that go on with it.
    pub(super) moves: [HandClassSet; Value::COUNT],
    /// By card, what they become.
    pub(super) next: [[HandClassId; MOST_HAND_CLASSES]; Value::COUNT],
    /// Those that can be finished without a bust, and listed busts.
    pub(super) ends: HandClassSet,
    pub(super) busted: HandClassSet,
    /// By card: those whose double it ends without a bust, and those it busts.
    pub(super) ends_double: [HandClassSet; Value::COUNT],
    pub(super) busts: [HandClassSet; Value::COUNT],
    /// Those that may be given up once doubled.
    may_be_given_up: HandClassSet,
    /// By who doubles, player or house: whether any hand may be.
    is_doubled: [bool; 2],
    sets: Interner<HandClassSet>,
    /// By set and card: what its members become. Of use while more are listed.
    grown: Vec<[HandClassSet; Value::COUNT]>,
}

impl HandClassSets {
    pub(super) fn new(classes: &HandClasses, doubled_is_seen: bool) -> Self {
        let by_card = |holds: &dyn Fn(&HandClass, Next) -> bool| -> [HandClassSet; Value::COUNT] {
            std::array::from_fn(|card| HandClassSet::of(classes, |class| holds(class, class.next[card])))
        };
        let mut next = [[0; MOST_HAND_CLASSES]; Value::COUNT];
        for (id, class) in classes.list.iter().enumerate() {
            for (next, becomes) in next.iter_mut().zip(class.next) {
                if let Next::HandClass(becomes) = becomes {
                    next[id] = becomes;
                }
            }
        }
        let doubles = |doubling| classes.list.iter().any(|class| class.doubles && class.doubling == doubling);
        Self {
            doubled_is_seen,
            decides: HandClassSet::of(classes, HandClass::decides),
            draws: HandClassSet::of(classes, |class| class.may_draw),
            doubles: HandClassSet::of(classes, |class| class.doubles),
            busting: HandClassSet::of(classes, HandClass::can_bust),
            moves: by_card(&|_, next| matches!(next, Next::HandClass(_))),
            next,
            ends: HandClassSet::of(classes, |class| {
                ((class.stands || class.surrenders) && !class.is_bust) || (class.doubles && !doubled_is_seen)
            }),
            busted: HandClassSet::of(classes, |class| class.is_bust),
            ends_double: by_card(&|class, next| doubled_is_seen && class.doubles && matches!(next, Next::HandClass(_))),
            busts: by_card(&|_, next| next == Next::Bust),
            may_be_given_up: HandClassSet::of(classes, |class| class.may_be_given_up),
            is_doubled: Doubling::DOUBLED.map(doubles),
            sets: Interner::default(),
            grown: Vec::new(),
        }
    }

    pub(super) fn id(&mut self, set: HandClassSet) -> SetId {
        let id = self.sets.find_or_insert(set);
        if id as usize == self.grown.len() {
            self.grown.push(std::array::from_fn(|card| {
                let moving = (set & self.moves[card]).iter();
                moving.fold(HandClassSet::NONE, |grown, class| {
                    grown | HandClassSet::one(self.next[card][usize::from(class)])
                })
            }));
        }
        id
    }

    #[inline(always)]
    pub(super) fn get(&self, id: SetId) -> HandClassSet {
        self.sets.list[id as usize]
    }

    /// By card: what the members of a set become.
    pub(super) fn grown(&self, id: SetId) -> &[HandClassSet; Value::COUNT] {
        &self.grown[id as usize]
    }

    /// Lets go of what is of use for listing alone.
    pub(super) fn close(&mut self) {
        self.sets.close();
        self.grown = Vec::new();
    }

    /// Slots that the decisions on the hands of a set take: one for the act on each that has a choice, then one for whether a hand is given up
    /// once doubled, by who doubles.
    pub(super) fn slots(&self, set: HandClassSet) -> usize {
        (set & self.decides).len() + (set & self.may_be_given_up).len() * self.gives_up_doubled()
    }

    /// The slot of the act on a member of a set, if there is a choice.
    #[inline(always)]
    pub(super) fn act_slot(&self, set: HandClassSet, class: HandClassId) -> Option<usize> {
        self.decides.contains(class).then(|| (set & self.decides).position(class))
    }

    /// The slot of whether a member of a set is given up once doubled, if it may be.
    #[inline(always)]
    pub(super) fn given_up_slot(&self, set: HandClassSet, class: HandClassId, doubling: Doubling) -> Option<usize> {
        if !self.may_be_given_up.contains(class) {
            return None;
        }
        let who = Doubling::DOUBLED.iter().position(|&other| other == doubling)?;
        let before =
            (set & self.decides).len() + (set & self.may_be_given_up).position(class) * self.gives_up_doubled();
        self.is_doubled[who].then(|| before + self.is_doubled[..who].iter().filter(|&&is_doubled| is_doubled).count())
    }

    /// Slots of each hand that may be given up once doubled.
    #[inline(always)]
    fn gives_up_doubled(&self) -> usize {
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
            one in proptest::collection::btree_set(0..MOST_HAND_CLASSES as HandClassId, 0..40),
            other in proptest::collection::btree_set(0..MOST_HAND_CLASSES as HandClassId, 0..40),
        ) {
            let set = |members: &BTreeSet<HandClassId>| {
                members.iter().fold(HandClassSet::NONE, |set, &class| set | HandClassSet::one(class))
            };
            let both = set(&one) & set(&other);
            prop_assert!(set(&one).iter().eq(one.iter().copied()));
            prop_assert!(both.iter().eq(one.intersection(&other).copied()));
            prop_assert_eq!(set(&one).len(), one.len());
            prop_assert_eq!(set(&one).meets(set(&other)), !both.is_empty());
            for class in 0..MOST_HAND_CLASSES as HandClassId {
                prop_assert_eq!(set(&one).contains(class), one.contains(&class));
                prop_assert_eq!(set(&one).position(class), one.range(..class).count());
            }
        }
    }
}
