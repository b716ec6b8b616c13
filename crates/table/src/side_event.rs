//! Events apart from the cards, as the analysis states them.

use num_traits::ToPrimitive;
use rules::{Drawn, OfferedWager};

use crate::shoe::{Draw, Face};

/// An event apart from the cards.
#[derive(Debug)]
pub(crate) struct Event {
    /// In how many of how many rounds it comes, or is drawn for where something is drawn.
    times: [u64; 2],
    draws: Option<Draws>,
}

/// What is drawn for an event.
#[derive(Debug)]
enum Draws {
    /// One of these faces.
    Face(Vec<Face>),
    /// One of so many seats.
    Seat(u64),
}

impl Event {
    /// `None` where the analysis says nothing of it; an error where its numbers are too large to draw.
    pub(crate) fn new(offered: &OfferedWager, name: &str, faces: &[Face]) -> Option<Result<Self, ()>> {
        let inputs = &offered.inputs;
        let (part, draws) = match (inputs.chances.get(name), inputs.offers.get(name)) {
            (Some(chance), _) => (chance, None),
            (None, Some(part)) => {
                let draws = match offered.rule.events.get(name)?.draws {
                    Drawn::Card => Draws::Face(faces.to_vec()),
                    Drawn::Seat(seats) => Draws::Seat(inputs.seats.unwrap_or(seats).into()),
                };
                (part, Some(draws))
            }
            (None, None) => return None,
        };
        let times = part.numer().to_u64().zip(part.denom().to_u64());
        Some(times.map(|(yes, all)| Self { times: [yes, all], draws }).ok_or(()))
    }

    /// Whether it comes in this round, to a player with these first cards.
    pub(crate) fn comes<D: Draw>(&self, first: &[Face], deck: &mut D) -> bool {
        let [yes, all] = self.times;
        if deck.below(all) >= yes {
            return false;
        }
        match &self.draws {
            None => true,
            Some(Draws::Face(faces)) => {
                let drawn = faces.get(deck.below(faces.len() as u64) as usize);
                first.iter().take(2).any(|face| Some(face) == drawn)
            }
            // The player's seat is as good as any other.
            Some(Draws::Seat(seats)) => deck.below(*seats) == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use cards::Card;

    use super::*;
    use crate::shoe::face_of;
    use crate::side_pattern::tests::faces;

    /// Numbers as a deck gives them, one after another.
    struct Numbers(Vec<u64>);

    impl Draw for Numbers {
        fn draw(&mut self) -> Face {
            0
        }

        fn below(&mut self, most: u64) -> u64 {
            let number = self.0.remove(0);
            assert!(number < most);
            number
        }
    }

    /// One round in four is offered. A card of the 52 must match in rank and suit; a seat must be the player's.
    #[test]
    fn events_by_hand() {
        let deck: Vec<Face> = Card::all().map(face_of).collect();
        let at = |name: &str| deck.iter().position(|&face| face == faces(name)[0]).expect("a face") as u64;
        let first = faces("7h 9c");
        let card = Event { times: [1, 4], draws: Some(Draws::Face(deck.clone())) };
        for (numbers, comes) in
            [(vec![1], false), (vec![0, at("9c")], true), (vec![0, at("7h")], true), (vec![0, at("9d")], false)]
        {
            let mut numbers = Numbers(numbers);
            assert_eq!(card.comes(&first, &mut numbers), comes);
            assert!(numbers.0.is_empty());
        }
        // Only the first two cards count, where a player has more.
        assert!(!card.comes(&faces("7h 9c Kd"), &mut Numbers(vec![0, at("Kd")])));
        let seat = Event { times: [1, 1], draws: Some(Draws::Seat(7)) };
        assert!(seat.comes(&first, &mut Numbers(vec![0, 0])) && !seat.comes(&first, &mut Numbers(vec![0, 6])));
        let chance = Event { times: [1, 4], draws: None };
        assert!(chance.comes(&first, &mut Numbers(vec![0])) && !chance.comes(&first, &mut Numbers(vec![3])));
    }
}
