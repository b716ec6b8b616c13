//! A single round from given cards, and the first rounds of a seed, as they lie on the table.

use cards::Card;
use num_rational::Ratio;
use rand_core::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::compiled::Table;
use crate::error::TableError;
use crate::on_table::{Outcome, Round, Status};
use crate::shoe::{Draw, Face, Shoe, card_of, face_of};

/// A round as it lies on the table when all is settled.
#[derive(Debug, Clone, PartialEq)]
pub struct Dealt {
    /// Net result of all wagers on the hands, in initial wagers of one hand.
    pub net: Ratio<i64>,
    /// All wagers that the player made on the hands.
    pub wagered: i64,
    /// The player's hands in the order in which they were played.
    pub hands: Vec<DealtHand>,
    /// The dealer's cards, the up card first.
    pub dealer: Vec<Card>,
    /// The signal.
    pub signal: String,
    /// Whether insurance was taken, and whether it won or would have; `None` where it was not offered.
    pub insurance: Option<(bool, bool)>,
    /// Side wagers by id with the name of what they came to.
    pub side_wagers: Vec<(String, String)>,
    /// Whether the attack wager was made.
    pub attack: bool,
    /// Whether second cards were switched.
    pub switched: bool,
    /// The player's first two cards before any were switched, by hand.
    pub first_cards: Vec<Vec<Card>>,
    /// How many of the given cards were dealt; 0 in a round out of a shuffled shoe.
    pub cards_dealt: usize,
}

/// A player's hand.
#[derive(Debug, Clone, PartialEq)]
pub struct DealtHand {
    /// Its cards in the order they came.
    pub cards: Vec<Card>,
    /// What became of it.
    pub status: Status,
    /// Whether it was doubled.
    pub doubled: bool,
    /// Whether it is of a split pair.
    pub split: bool,
    /// The player's own wagers on it, in initial wagers.
    pub wagers: i64,
    /// Wagers on it that the house gave.
    pub given: i64,
    /// Wagers on it before it was doubled, given ones too.
    pub before_double: i64,
    /// What it came to, in initial wagers; `None` where a late blackjack takes something of several hands together.
    pub net: Option<Ratio<i64>>,
}

/// Cards in a known order.
pub(crate) struct Given<'a> {
    pub(crate) cards: &'a [Card],
    pub(crate) at: usize,
}

impl Draw for Given<'_> {
    fn draw(&mut self) -> Face {
        let card = self.cards.get(self.at).or(self.cards.last());
        self.at += 1;
        card.map_or(FILLER, |&card| face_of(card))
    }

    fn below(&mut self, _: u64) -> u64 {
        0
    }
}

/// A king, in a round that has no cards at all.
const FILLER: Face = 48;

impl Table {
    /// Deals a round from these cards, in order, and settles it. No card is burned; events apart from the cards happen.
    ///
    /// # Errors
    /// [`TableError::TooFewCards`] if the round asks for more.
    pub fn deal_cards(&self, cards: &[Card]) -> Result<Dealt, TableError> {
        let mut given = Given { cards, at: 0 };
        let mut round = Round::new(self.boxes, self.sides.len());
        self.play(&mut given, &mut round);
        if given.at > cards.len() {
            return Err(TableError::TooFewCards { given: cards.len() });
        }
        Ok(Dealt { cards_dealt: given.at, ..self.as_it_lies(&round) })
    }

    /// Deals the first rounds of a seed as a simulation does, each from a shoe that is shuffled before, and shows each to `look` with its
    /// number from 1, until that is content or so many are dealt. Tells how many were.
    ///
    /// # Errors
    /// [`TableError::ShoeRanOut`] if a round found no card to draw.
    ///
    /// # Examples
    /// See `crates/shoeproof/src/document/examples.rs`, which looks for rounds that show the rules.
    pub fn look_at_rounds(
        &self,
        seed: u64,
        rounds: u64,
        look: &mut dyn FnMut(u64, Dealt) -> bool,
    ) -> Result<u64, TableError> {
        let mut shoe = Shoe::new(self.faces.clone(), Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut round = Round::new(self.boxes, self.sides.len());
        for number in 1..=rounds {
            shoe.shuffle();
            self.play(&mut shoe, &mut round);
            if shoe.ran_out {
                return Err(TableError::ShoeRanOut);
            }
            if look(number, self.as_it_lies(&round)) {
                return Ok(number);
            }
        }
        Ok(rounds)
    }

    /// A round that is over, for who looks at it.
    fn as_it_lies(&self, round: &Round) -> Dealt {
        let cards_of = |faces: &[Face]| faces.iter().map(|&face| card_of(face)).collect::<Vec<Card>>();
        Dealt {
            net: Ratio::new(round.net, self.money.wager),
            wagered: round.wagered,
            hands: round
                .hands()
                .iter()
                .map(|hand| DealtHand {
                    cards: cards_of(hand.cards()),
                    status: hand.status,
                    doubled: hand.doubled,
                    split: hand.split,
                    wagers: hand.own,
                    given: hand.given,
                    before_double: hand.stake,
                    net: self.net_of_hand(round, hand).map(|net| Ratio::new(net, self.money.wager)),
                })
                .collect(),
            dealer: cards_of(round.dealer_cards()),
            signal: self.cases[round.case].signal.clone(),
            insurance: round.insurance_offered.then_some((round.insured, round.insurance_won)),
            side_wagers: self
                .sides
                .iter()
                .zip(&round.outcomes)
                .map(|(side, outcome)| {
                    let name = match *outcome {
                        Outcome::Open => String::new(),
                        Outcome::Of(at) => side.names()[usize::from(at)].clone(),
                    };
                    (side.id.clone(), name)
                })
                .collect(),
            attack: round.attack,
            switched: round.switched,
            first_cards: round.first_cards.chunks(2).take(round.boxes).map(cards_of).collect(),
            cards_dealt: 0,
        }
    }
}
