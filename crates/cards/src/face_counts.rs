//! Cards counted by face: shoes of which ranks and suits are known.

use crate::{Card, Composition, Rank, Suit, Value};

/// Counts by face: a shoe whose ranks and suits are known.
///
/// ```
/// use cards::{Composition, FaceCounts};
///
/// let queen = "Qh".parse()?;
/// let shoe = FaceCounts::decks(6, &[]).without(queen).expect("six of them");
/// assert_eq!((shoe.count(queen), shoe.total()), (5, 311));
/// assert_eq!(shoe.composition().counts()[9], 95);
/// assert_eq!((shoe.whole_decks(), FaceCounts::decks(6, &[]).whole_decks()), (None, Some(6)));
/// # Ok::<(), cards::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceCounts {
    counts: [u16; FaceCounts::FACES],
}

impl FaceCounts {
    /// Faces of a deck with all its ranks.
    pub const FACES: usize = 52;

    /// No cards.
    pub const EMPTY: FaceCounts = FaceCounts { counts: [0; FaceCounts::FACES] };

    /// The shoe with these counts, in the order of [`FaceCounts::order`].
    pub fn new(counts: [u16; FaceCounts::FACES]) -> Self {
        Self { counts }
    }

    /// A shoe of so many decks, from which some ranks are left out.
    pub fn decks(decks: u16, without: &[Rank]) -> Self {
        let mut shoe = Self::EMPTY;
        for card in Card::all().filter(|card| !without.contains(&card.rank)) {
            shoe.counts[place(card)] = decks;
        }
        shoe
    }

    /// The faces in the order of counts: A, 2, …, 10, J, Q, K of clubs, then of diamonds, of hearts, of spades.
    pub fn order() -> impl Iterator<Item = Card> {
        Suit::ALL.into_iter().flat_map(|suit| Rank::all().map(move |rank| Card { rank, suit }))
    }

    /// The counts in that order.
    pub fn counts(&self) -> &[u16; FaceCounts::FACES] {
        &self.counts
    }

    /// How many cards of this face.
    pub fn count(&self, card: Card) -> u16 {
        self.counts[place(card)]
    }

    /// How many cards altogether.
    pub fn total(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// The faces that there are, by rank and then by suit.
    pub fn faces(&self) -> impl Iterator<Item = Card> {
        Card::all().filter(|&card| self.count(card) > 0)
    }

    /// The shoe with one card of this face taken out; `None` if it holds none.
    #[must_use]
    pub fn without(mut self, card: Card) -> Option<Self> {
        let count = &mut self.counts[place(card)];
        *count = count.checked_sub(1)?;
        Some(self)
    }

    /// The same cards by value.
    pub fn composition(&self) -> Composition {
        let mut counts = [0_u16; Value::COUNT];
        for card in Card::all() {
            let of_value = &mut counts[card.rank.value().index()];
            *of_value = of_value.saturating_add(self.count(card));
        }
        Composition::new(counts)
    }

    /// The same cards by value, and by suit in the order of [`Suit::ALL`].
    pub fn by_suit(&self) -> [[u16; Suit::ALL.len()]; Value::COUNT] {
        let mut counts = [[0_u16; Suit::ALL.len()]; Value::COUNT];
        for card in Card::all() {
            let of_suit = &mut counts[card.rank.value().index()][card.suit as usize];
            *of_suit = of_suit.saturating_add(self.count(card));
        }
        counts
    }

    /// The number of decks, if there are as many cards of each face that there is as of any other.
    pub fn whole_decks(&self) -> Option<u16> {
        let most = self.most_alike();
        (most > 0 && self.counts.iter().all(|&count| count == 0 || count == most)).then_some(most)
    }

    /// Most cards of one face: the fewest decks that hold the shoe.
    pub fn most_alike(&self) -> u16 {
        self.counts.iter().copied().max().unwrap_or(0)
    }
}

fn place(card: Card) -> usize {
    card.suit as usize * Rank::COUNT + card.rank.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_order() {
        for (at, card) in FaceCounts::order().enumerate() {
            assert_eq!(place(card), at);
            let mut counts = [0; FaceCounts::FACES];
            counts[at] = 3;
            assert_eq!(FaceCounts::new(counts).faces().collect::<Vec<_>>(), [card]);
        }
    }

    #[test]
    fn decks_by_face_are_decks_by_value() {
        for decks in [1, 8] {
            assert_eq!(FaceCounts::decks(decks, &[]).composition(), Composition::decks(decks));
        }
        let tens: Vec<Rank> = Rank::all().filter(|rank| rank.to_string() == "10").collect();
        let spanish = FaceCounts::decks(6, &tens);
        assert_eq!((spanish.total(), spanish.composition().count(Value::TEN)), (288, 72));
        assert_eq!(spanish.whole_decks(), Some(6));
    }

    #[test]
    fn nothing_is_taken_that_is_not_there() {
        let card = "10s".parse().expect("a card");
        let one = FaceCounts::decks(1, &[]).without(card).expect("one");
        assert_eq!(one.without(card), None);
        assert_eq!(FaceCounts::EMPTY.whole_decks(), None);
    }
}
