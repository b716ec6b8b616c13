//! Sets of cards that differ in one value alone.

use std::sync::OnceLock;

use crate::arithmetic::card_set::CardSet;

/// The index of aces.
pub(super) const ACE: usize = 0;

/// Sets that differ only in how many cards they hold of one value.
#[derive(Debug)]
pub(crate) struct SetFamily {
    /// Their other cards.
    pub(crate) others: CardSet,
    /// Cards of the value that each holds, and its number; the fewest first.
    pub(crate) sets: Vec<(u32, usize)>,
}

/// The families of sets by their cards of other values; those of few other cards first. Each is a family if there is no value.
pub(crate) fn families(apart: Option<usize>, sets: &[CardSet]) -> Vec<SetFamily> {
    let in_family = |(number, &cards): (usize, &CardSet)| {
        let held = apart.map_or(0, |value| cards.count(value));
        (apart.map_or(cards, |value| cards - CardSet::several(value, held)), held, number)
    };
    let mut in_order: Vec<(CardSet, u32, usize)> = sets.iter().enumerate().map(in_family).collect();
    in_order.sort_unstable();
    let of_others = in_order.chunk_by(|(one, ..), (other, ..)| one == other);
    let family = |sets: &[(CardSet, u32, usize)]| SetFamily {
        others: sets[0].0,
        sets: sets.iter().map(|&(_, held, number)| (held, number)).collect(),
    };
    let mut families: Vec<SetFamily> = of_others.map(family).collect();
    families.sort_by_key(|family| (family.others.size(), family.sets.len()));
    families
}

/// Tells the sets of some families by how many cards of the value they hold, the fewest first: each set's number, with what its family stands with.
#[inline]
pub(crate) fn each_by_held<'f, P: Copy>(
    families: impl IntoIterator<Item = (&'f SetFamily, P)>,
    mut tell: impl FnMut(u32, &[(usize, P)]),
) {
    let mut rest: Vec<_> = families.into_iter().map(|(family, place)| (&family.sets[..], place)).collect();
    let mut sets = Vec::with_capacity(rest.len());
    while let Some(held) = rest.iter().filter_map(|(sets, _)| Some(sets.first()?.0)).min() {
        sets.clear();
        for (others, place) in &mut rest {
            let (of_held, others_held) = others.split_at(others.iter().take_while(|&&(of, _)| of == held).count());
            sets.extend(of_held.iter().map(|&(_, set)| (set, *place)));
            *others = others_held;
        }
        tell(held, &sets);
    }
}

/// The families of some sets by all cards but aces, once they are asked for.
#[derive(Debug, Default)]
pub(crate) struct AceFamilies(OnceLock<Vec<SetFamily>>);

impl AceFamilies {
    /// Those of these sets, which must be the same each time.
    pub(crate) fn of(&self, sets: &[CardSet]) -> &[SetFamily] {
        self.0.get_or_init(|| families(Some(ACE), sets))
    }
}
