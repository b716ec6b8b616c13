//! The cards of a shoe in groups of one tag.

use cards::{Composition, Value};

/// The cards of a shoe that have one tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardGroup {
    /// The tag, in the unit of the count.
    pub tag: i32,
    /// Cards of the shoe that have it.
    pub cards: u32,
}

/// The cards of a shoe, grouped by tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupedShoe {
    groups: Vec<CardGroup>,
    group_of: [usize; Value::COUNT],
}

impl GroupedShoe {
    /// Groups a shoe by the tags of its values, A, 2, …, 9, T; the groups are in the order of their tags.
    pub fn new(shoe: &Composition, tags: &[i32; Value::COUNT]) -> Self {
        let mut distinct = tags.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let group_of = tags.map(|tag| distinct.partition_point(|&lower| lower < tag));
        let mut groups: Vec<CardGroup> = distinct.into_iter().map(|tag| CardGroup { tag, cards: 0 }).collect();
        for value in Value::all() {
            groups[group_of[value.index()]].cards += u32::from(shoe.count(value));
        }
        Self { groups, group_of }
    }

    /// One value in a group of its own, with a tag of 1, and all others in another.
    pub fn apart(shoe: &Composition, value: Value) -> Self {
        let mut tags = [0; Value::COUNT];
        tags[value.index()] = 1;
        Self::new(shoe, &tags)
    }

    /// The groups, lowest tag first.
    pub fn groups(&self) -> &[CardGroup] {
        &self.groups
    }

    /// By value, the place of its group.
    pub fn group_of(&self) -> &[usize; Value::COUNT] {
        &self.group_of
    }

    /// Cards of the shoe.
    pub fn cards(&self) -> u32 {
        self.groups.iter().map(|group| group.cards).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_decks_in_three_groups() {
        let shoe = GroupedShoe::new(&Composition::decks(2), &[-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]);
        let group = |tag, cards| CardGroup { tag, cards };
        assert_eq!(shoe.groups(), [group(-1, 40), group(0, 24), group(1, 40)]);
        assert_eq!(shoe.group_of(), &[0, 2, 2, 2, 2, 2, 1, 1, 1, 0]);
        assert_eq!(shoe.cards(), 104);
    }
}
