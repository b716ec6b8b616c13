//! Cards on the table: faces as small numbers, and the shoe they are drawn from.

use cards::{Card, Composition, Rank, Suit, Value};
use rand_core::RngCore;
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::Submission;

/// A card's face: four times the index of its rank and the index of its suit.
pub(crate) type Face = u8;

/// Value index of every face, 64 long so that no bound is checked.
const VALUES: [u8; 64] = {
    let mut values = [0; 64];
    let mut face = 0;
    while face < 64 {
        let rank = face / 4;
        values[face] = if rank < 9 { rank as u8 } else { 9 };
        face += 1;
    }
    values
};

/// Index of a face's value: 0 for an ace, 9 for 10, J, Q and K.
pub(crate) fn value_of(face: Face) -> usize {
    usize::from(VALUES[usize::from(face & 63)])
}

/// Index of a face's rank.
pub(crate) fn rank_of(face: Face) -> u8 {
    face >> 2
}

/// Index of a face's suit.
pub(crate) fn suit_of(face: Face) -> u8 {
    face & 3
}

pub(crate) fn face_of(card: Card) -> Face {
    (card.rank.index() * 4 + card.suit as usize) as Face
}

pub(crate) fn card_of(face: Face) -> Card {
    let rank = Rank::all().nth(usize::from(rank_of(face))).or_else(|| Rank::all().next());
    // Faces are made from cards, so there is such a rank.
    let rank = rank.unwrap_or_else(|| unreachable!("there are thirteen ranks"));
    Card { rank, suit: Suit::ALL[usize::from(suit_of(face))] }
}

/// Where the next card comes from.
pub(crate) trait Draw {
    /// The next card, seen by nobody before.
    fn draw(&mut self) -> Face;

    /// A number below this, for events apart from the cards.
    fn below(&mut self, most: u64) -> u64;
}

/// The faces of a submission's shoe.
#[derive(Debug, Clone)]
pub(crate) struct ShoeFaces {
    /// Those that are dealt, in order of rank and suit.
    pub(crate) dealt: Vec<Face>,
    /// Where values alone are known, those that might be dealt in place of others of their value: with them every value has as many cards of
    /// each suit. Ranks of tens are then taken in turn, which nothing that the table settles looks at.
    apart: Vec<Face>,
}

impl ShoeFaces {
    pub(crate) fn new(submission: &Submission) -> Self {
        if let Some(faces) = &submission.faces {
            let copies = |card: Card| std::iter::repeat_n(face_of(card), usize::from(faces.count(card)));
            return Self { dealt: faces.faces().flat_map(copies).collect(), apart: Vec::new() };
        }
        let without = &submission.game.shoe.without;
        let deck: Vec<Card> = Card::all().filter(|card| !without.contains(&card.rank)).collect();
        Self::of_values(&deck, &submission.shoe)
    }

    fn of_values(deck: &[Card], shoe: &Composition) -> Self {
        let (mut dealt, mut apart) = (Vec::new(), Vec::new());
        for value in Value::all() {
            let of_value: Vec<Face> =
                deck.iter().filter(|card| card.rank.value() == value).map(|&card| face_of(card)).collect();
            let count = usize::from(shoe.count(value));
            let mut faces = of_value.iter().cycle().copied().take(count.next_multiple_of(Suit::ALL.len()));
            dealt.extend(faces.by_ref().take(count));
            apart.extend(faces);
        }
        Self { dealt, apart }
    }
}

/// A number below this: the high half of a product, whose chance is off by no more than 2⁻⁵⁵ for the cards of a shoe.
pub(crate) fn below(random: &mut Xoshiro256PlusPlus, most: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(most)) >> 64) as u64
}

/// The streams of so many blocks, the first of which has this one: those of different blocks are 2¹²⁸ numbers apart.
pub(crate) fn streams(mut first: Xoshiro256PlusPlus, blocks: u64) -> Vec<Xoshiro256PlusPlus> {
    let streams = (0..blocks).map(|_| {
        let own = first.clone();
        first.jump();
        own
    });
    streams.collect()
}

/// Most cards that are looked at ahead: a dealer draws fewer.
const MOST_AHEAD: usize = 24;

/// A shoe that is shuffled as it is dealt: the next card is any of those left with equal chance (Fisher and Yates), which is
/// the same as dealing from the top of a shoe shuffled before.
#[derive(Clone)]
pub(crate) struct Shoe {
    cards: Vec<Face>,
    /// Faces that might be dealt in place of others of their value.
    apart: Vec<Face>,
    /// Cards dealt since the shuffle.
    dealt: usize,
    /// Of these, those that lie in the discard rack.
    discarded: usize,
    /// Whether a round found no card even in the discard rack.
    pub(crate) ran_out: bool,
    random: Xoshiro256PlusPlus,
    /// Random numbers for [`Shoe::looking_ahead`], far from those that cards are dealt by.
    random_ahead: Xoshiro256PlusPlus,
}

impl Shoe {
    pub(crate) fn new(faces: ShoeFaces, random: Xoshiro256PlusPlus) -> Self {
        let mut random_ahead = random.clone();
        random_ahead.long_jump();
        let ShoeFaces { dealt: cards, apart } = faces;
        Self { cards, apart, dealt: 0, discarded: 0, ran_out: false, random, random_ahead }
    }

    /// Cards dealt since the shuffle, burned ones included.
    pub(crate) fn dealt(&self) -> usize {
        self.dealt
    }

    /// Puts all cards back, shuffles, and burns the first card (685a.7(c), 633a.7(c), 665a.7(c), MA 7(c)).
    pub(crate) fn shuffle(&mut self) {
        self.dealt = 0;
        self.take_apart();
        self.draw();
        self.discarded = 1;
    }

    /// Takes cards apart at random, of each value as many as lie apart now (Fisher and Yates).
    fn take_apart(&mut self) {
        let (cards, random) = (&mut self.cards, &mut self.random);
        for of_value in self.apart.chunk_by_mut(|&one, &other| value_of(one) == value_of(other)) {
            let dealt: Vec<usize> =
                (0..cards.len()).filter(|&at| value_of(cards[at]) == value_of(of_value[0])).collect();
            for slot in 0..of_value.len() {
                let left = of_value.len() - slot;
                let chosen = below(random, (left + dealt.len()) as u64) as usize;
                if chosen < left {
                    of_value.swap(slot, slot + chosen);
                } else {
                    std::mem::swap(&mut of_value[slot], &mut cards[dealt[chosen - left]]);
                }
            }
        }
    }

    /// Puts the cards of the round into the discard rack.
    pub(crate) fn collect(&mut self) {
        self.discarded = self.dealt;
    }

    /// Looks at cards that might come next without dealing them: each asked for is one of those left with equal chance. `look` is told
    /// how to see one more card, and is given none once there is none left. What is dealt afterwards is what would have been dealt anyway.
    pub(crate) fn looking_ahead<T>(&mut self, look: impl FnOnce(&mut dyn FnMut() -> Option<Face>) -> T) -> T {
        let mut swaps = [0; MOST_AHEAD];
        let mut seen = 0;
        let found = look(&mut || {
            let at = self.dealt + seen;
            let left = self.cards.len().checked_sub(at).filter(|&left| left > 0 && seen < MOST_AHEAD)?;
            let chosen = at + below(&mut self.random_ahead, left as u64) as usize;
            self.cards.swap(chosen, at);
            swaps[seen] = chosen;
            seen += 1;
            Some(self.cards[at])
        });
        for (ahead, &chosen) in swaps[..seen].iter().enumerate().rev() {
            self.cards.swap(chosen, self.dealt + ahead);
        }
        found
    }

    /// The shoe is empty in the middle of a round: the cards of the discard rack are shuffled, the first is burned, and the round
    /// goes on (685a.12(e), 665a.13(e)).
    #[cold]
    fn refill(&mut self) {
        if self.discarded == 0 {
            self.ran_out = true;
            self.dealt = 0;
            return;
        }
        self.cards.rotate_left(self.discarded);
        self.dealt -= self.discarded;
        self.discarded = 0;
        if self.dealt + 1 < self.cards.len() {
            self.draw();
        }
    }
}

impl Draw for Shoe {
    fn draw(&mut self) -> Face {
        let mut left = self.cards.len() - self.dealt;
        if left == 0 {
            self.refill();
            left = self.cards.len() - self.dealt;
        }
        let chosen = self.dealt + below(&mut self.random, left as u64) as usize;
        self.cards.swap(chosen, self.dealt);
        let face = self.cards[self.dealt];
        self.dealt += 1;
        face
    }

    fn below(&mut self, most: u64) -> u64 {
        below(&mut self.random, most)
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;

    use super::*;

    fn known(dealt: Vec<Face>) -> ShoeFaces {
        ShoeFaces { dealt, apart: Vec::new() }
    }

    #[test]
    fn a_face_is_a_card() {
        for card in Card::all() {
            assert_eq!(card_of(face_of(card)), card);
            assert_eq!(value_of(face_of(card)), card.rank.value().index());
        }
    }

    #[test]
    fn a_shoe_deals_every_card_once_and_then_the_discards() {
        let faces: Vec<Face> = Card::all().map(face_of).collect();
        let mut shoe = Shoe::new(known(faces.clone()), Xoshiro256PlusPlus::seed_from_u64(1));
        shoe.shuffle();
        let mut seen: Vec<Face> = (0..40).map(|_| shoe.draw()).collect();
        shoe.collect();
        let round: Vec<Face> = (0..11).map(|_| shoe.draw()).collect();
        seen.extend(&round);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 51, "all but the burned card");
        // One of the 41 discarded cards is burned; the cards of the round stay on the table.
        let again: Vec<Face> = (0..40).map(|_| shoe.draw()).collect();
        assert!(again.iter().all(|face| !round.contains(face)));
        assert!(!shoe.ran_out);
        shoe.draw();
        assert!(shoe.ran_out);
    }

    #[test]
    fn looking_ahead_changes_nothing() {
        let faces: Vec<Face> = (0..52).collect();
        let mut shoe = Shoe::new(known(faces.clone()), Xoshiro256PlusPlus::seed_from_u64(5));
        let mut other = Shoe::new(known(faces), Xoshiro256PlusPlus::seed_from_u64(5));
        let mut counts = [0_u32; 52];
        for _ in 0..20_000 {
            shoe.shuffle();
            other.shuffle();
            let dealt: Vec<Face> = (0..20).map(|_| shoe.draw()).collect();
            let burned = shoe.cards[0];
            let ahead = shoe.looking_ahead(|card| [card(), card(), card()]).map(|face| face.expect("a card"));
            assert!(ahead.iter().all(|face| !dealt.contains(face) && *face != burned));
            counts[usize::from(ahead[2])] += 1;
            assert_eq!(dealt, (0..20).map(|_| other.draw()).collect::<Vec<Face>>());
            assert_eq!(shoe.draw(), other.draw());
        }
        // 385 are expected of each, with a standard deviation of 19.4: six of them.
        assert!(counts.iter().all(|&count| count.abs_diff(385) < 117), "{counts:?}");
    }

    #[test]
    fn looking_ahead_ends_with_the_shoe() {
        let mut shoe = Shoe::new(known((0..4).collect()), Xoshiro256PlusPlus::seed_from_u64(5));
        shoe.shuffle();
        let mut seen = shoe.looking_ahead(|card| std::iter::from_fn(card).collect::<Vec<Face>>());
        assert_eq!(seen.len(), 3);
        seen.push(shoe.cards[0]);
        seen.sort_unstable();
        assert_eq!(seen, [0, 1, 2, 3]);
    }

    #[test]
    fn every_card_is_as_likely_as_any_other_to_be_next() {
        let mut shoe = Shoe::new(known((0..4).collect()), Xoshiro256PlusPlus::seed_from_u64(7));
        let mut counts = [[0_u32; 4]; 2];
        for _ in 0..40_000 {
            shoe.shuffle();
            for count in &mut counts {
                count[usize::from(shoe.draw())] += 1;
            }
        }
        // Standard deviation 87: six of them.
        assert!(counts.iter().flatten().all(|&count| count.abs_diff(10_000) < 520), "{counts:?}");
    }

    /// Six of eight fours are dealt, two of a suit or one, and six of eight tens.
    #[test]
    fn cards_of_known_values_are_any_of_full_decks() {
        let deck: Vec<Card> = Card::all().collect();
        let counts = Composition::new([0, 0, 0, 6, 0, 0, 0, 0, 0, 6]);
        let mut shoe = Shoe::new(ShoeFaces::of_values(&deck, &counts), Xoshiro256PlusPlus::seed_from_u64(11));
        let (mut both, mut suits) = ([0_u32; 2], [0_u32; 4]);
        for _ in 0..10_000 {
            shoe.shuffle();
            assert_eq!(shoe.cards.iter().filter(|&&face| value_of(face) == 3).count(), 6);
            for (of, value) in both.iter_mut().zip([3, 9]) {
                let hearts = |face: &&Face| value_of(**face) == value && suit_of(**face) == 1;
                *of += u32::from(shoe.cards.iter().filter(hearts).count() == 2);
            }
            suits[usize::from(suit_of(shoe.draw()))] += 1;
        }
        // Both of a suit: C(6, 4) of C(8, 6) ways, so 5,357 of 10,000, with a standard deviation of 50.
        assert!(both.iter().all(|&both| both.abs_diff(5_357) < 300), "{both:?}");
        // 2,500 of each suit, with a standard deviation of 43.
        assert!(suits.iter().all(|&suit| suit.abs_diff(2_500) < 260), "{suits:?}");
    }
}
