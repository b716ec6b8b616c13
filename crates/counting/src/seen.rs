//! What a round comes to, by the number of cards seen before it and their count.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::grouped_shoe::{CardGroup, GroupedShoe};
use crate::number::{Number, with_width};
use crate::parallel;
use crate::rows::Rows;
use crate::taken::{CardsTaken, TakenSum};

/// For every number *n* of cards seen and every count *c*, a whole number: in how many ways a quantity and the count come about together.
///
/// For the quantity 1 it is the number W(n, c) of sets of *n* cards of the shoe with the count *c*. For a quantity whose terms take at most
/// *K* cards it is E[quantity | n, c] · W(n, c) · (N-n)(N-n-1)…(N-n-K+1), with *N* cards in the shoe.
///
/// # How it is found
/// A round that takes k(g) cards of every group *g* leaves N(g) - k(g). The number of ways to see *n* of them with the count *c* is the coefficient of
/// xⁿyᶜ in the product over groups of (1 + x·y^tag(g))^(N(g) - k(g)). The sum over all rounds is one polynomial: terms are collected group by
/// group, as in Horner's scheme, and multiplied at last by what all of them have in common.
#[derive(Debug, Clone)]
pub struct SeenTable {
    rows: Rows<BigInt>,
    cards: u32,
    most_taken: u32,
}

impl SeenTable {
    /// The table for up to `most_seen` cards. For six decks and three groups that is some twenty million additions of whole numbers of a few hundred bits. More groups
    /// make more terms to collect.
    /// Where fewer cards are left than a round takes the table exists and has no meaning.
    pub fn new(shoe: &GroupedShoe, sum: &TakenSum, most_seen: u32) -> Self {
        let most = most_seen as usize;
        let most_taken = sum.most_cards();
        let filled = sum.filled_up(shoe, most_taken);
        let groups = shoe.groups();
        let mut most_of: CardsTaken = [0; _];
        for taken in filled.keys() {
            most_of.iter_mut().zip(taken).for_each(|(most, &taken)| *most = (*most).max(taken));
        }
        let terms: Vec<(CardsTaken, BigInt)> = filled.into_iter().collect();
        let ways: BigInt = terms.iter().map(|(_, ways)| ways.abs()).sum();
        // No coefficient of a term's product is above the number of sets of the cards that the term leaves.
        let bits = ways.bits() + u64::from(shoe.cards().saturating_sub(most_taken)) + 1;
        let rows = with_width!(bits, rows_of(groups, &terms, &most_of, most));
        Self { rows, cards: shoe.cards(), most_taken }
    }

    /// Cards that a term of the quantity takes at most: so many must be left for the table to have a meaning.
    pub fn most_taken(&self) -> u32 {
        self.most_taken
    }

    /// The counts that so many cards can have, with the table's number for each; in the order of the counts.
    pub fn counts(&self, seen: u32) -> impl Iterator<Item = (i32, &BigInt)> {
        self.rows.row(seen as usize).filter(|(_, ways)| !ways.is_zero())
    }

    /// The number for so many cards seen and their count.
    pub fn at(&self, seen: u32, count: i32) -> BigInt {
        self.rows.at(seen as usize, count).cloned().unwrap_or_default()
    }

    /// The expectation of the quantity given so many cards seen and their count, with the number of sets of cards that the table of 1 has for them. `None` if
    /// these cards cannot have that count, or too few are left for a round.
    pub fn given(&self, seen: u32, count: i32, sets: &BigInt) -> Option<BigRational> {
        let draws = cards::falling(self.cards.saturating_sub(seen), self.most_taken);
        let denominator = BigInt::from(draws) * sets;
        (!denominator.is_zero()).then(|| BigRational::new(self.at(seen, count), denominator))
    }
}

/// The sum over terms, of which some take so many cards of each group.
fn rows_of<T: Number>(
    groups: &[CardGroup],
    terms: &[(CardsTaken, BigInt)],
    most_of: &CardsTaken,
    most: usize,
) -> Rows<BigInt> {
    let mut rows: Rows<T> = Collecting { groups, most_of, most }.all(terms);
    for (group, &taken) in groups.iter().zip(most_of) {
        (u32::from(taken)..group.cards).for_each(|_| rows.times_card(group.tag, most));
    }
    rows.in_bigints()
}

/// What terms are collected by.
struct Collecting<'a> {
    groups: &'a [CardGroup],
    most_of: &'a CardsTaken,
    most: usize,
}

impl Collecting<'_> {
    /// All terms in their order, without what they have in common. Terms that take the same cards of the first group are collected side by side.
    fn all<T: Number>(&self, terms: &[(CardsTaken, BigInt)]) -> Rows<T> {
        let alike: Vec<_> = terms.chunk_by(|(one, _), (other, _)| one[0] == other[0]).collect();
        let collected = parallel::map(&alike, |alike| self.rows(alike, 1));
        self.sum(alike.iter().map(|alike| alike[0].0[0]).zip(collected), 0)
    }

    /// Terms that take the same cards of all groups before a place.
    fn rows<T: Number>(&self, terms: &[(CardsTaken, BigInt)], place: usize) -> Rows<T> {
        if place == self.groups.len() {
            return terms.first().map(|(_, ways)| Rows::constant(ways)).unwrap_or_default();
        }
        let alike = terms.chunk_by(|(one, _), (other, _)| one[place] == other[place]);
        self.sum(alike.map(|alike| (alike[0].0[place], self.rows(alike, place + 1))), place)
    }

    /// The sum over what is collected by the cards taken of one group, fewest first.
    fn sum<T: Number>(&self, collected: impl Iterator<Item = (u8, Rows<T>)>, place: usize) -> Rows<T> {
        let group = self.groups[place];
        let (mut rows, mut reached): (Option<Rows<T>>, u8) = (None, 0);
        for (taken, of_alike) in collected {
            match &mut rows {
                Some(rows) => {
                    (reached..taken).for_each(|_| rows.times_card(group.tag, self.most));
                    rows.add(&of_alike);
                }
                None => rows = Some(of_alike),
            }
            reached = taken;
        }
        let mut rows = rows.unwrap_or_default();
        (reached..self.most_of[place]).for_each(|_| rows.times_card(group.tag, self.most));
        rows
    }
}

#[cfg(test)]
mod tests {
    use cards::{Composition, Value};
    use num_traits::One;

    use super::*;

    /// Two aces, three tens and a five. The quantity: the next card is a ten.
    #[test]
    fn the_next_card_by_hand() {
        let mut counts = [0; Value::COUNT];
        (counts[0], counts[4], counts[9]) = (2, 1, 3);
        let mut tags = [0; Value::COUNT];
        (tags[0], tags[4], tags[9]) = (-1, 2, -1);
        let shoe = GroupedShoe::new(&Composition::new(counts), &tags);
        let mut sum = TakenSum::default();
        let mut one = [0; Value::COUNT];
        one[shoe.group_of()[9]] = 1;
        sum.add(one, &BigInt::from(3));
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        assert_eq!(sum.expectation(&shoe), ratio(1, 2));
        let sets = SeenTable::new(&shoe, &TakenSum::one(), 5);
        let table = SeenTable::new(&shoe, &sum, 5);
        // Two cards with the count -2 are two of the five aces and tens, in ten ways; then three tens or aces and the five are left. A ten is three
        // fifths of those three.
        assert_eq!(
            sets.counts(2).map(|(count, ways)| (count, ways.clone())).collect::<Vec<_>>(),
            [(-2, 10.into()), (1, 5.into())]
        );
        assert_eq!(table.given(2, -2, &sets.at(2, -2)), Some(ratio(9, 20)));
        // With the five gone and one of the five others, the next is a ten with three fifths.
        assert_eq!(table.given(2, 1, &sets.at(2, 1)), Some(ratio(3, 5)));
        assert_eq!(table.given(2, 0, &sets.at(2, 0)), None);
        for seen in 0..=5 {
            let all: BigInt = table.counts(seen).map(|(_, ways)| ways).sum();
            let subsets: BigInt = sets.counts(seen).map(|(_, ways)| ways).sum();
            assert_eq!(BigRational::new(all, subsets * (6 - seen)), ratio(1, 2), "what is seen changes no mean");
        }
        assert!(sets.at(0, 0).is_one());
    }
}
