//! A round as it lies on the table: hands, wagers, and what has become of them.

use crate::hands::HandId;
use crate::limits::{MOST_CARDS, MOST_HANDS};
use crate::shoe::{Face, value_of};

/// What a side wager has come to in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// It is still to be settled.
    Open,
    /// Index of an outcome: see [`Side::names`](crate::side::Side::names).
    Of(u16),
}

/// The shoe has no card left to look at, or nobody has looked.
pub(crate) const NOT_DEALT_OUT: u8 = 8;

/// What has become of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It has been or will be played against the dealer.
    Live,
    /// An ace and ten as the first two cards of a hand: of one that was split, where the rules have it so.
    Blackjack,
    /// Such a hand, paid before a dealer blackjack was looked for.
    EvenMoney,
    /// An ace and ten that came about by a switch.
    SwitchedBlackjack,
    /// It has gone over 21, to this total.
    Bust(u8),
    /// It was given up.
    GivenUp,
    /// It was given up before a dealer blackjack was looked for.
    GivenUpEarly,
}

/// A player's hand with its wagers, in initial wagers of one hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InPlay {
    pub(crate) faces: [Face; MOST_CARDS],
    pub(crate) len: usize,
    pub(crate) id: HandId,
    pub(crate) status: Status,
    /// The wagers before a double, by whomever they were made: what the hand wins at even money.
    pub(crate) stake: i64,
    /// The player's part of them.
    pub(crate) own_before_double: i64,
    /// All the player's wagers on the hand.
    pub(crate) own: i64,
    /// The house's wagers on it for the player, which cannot be lost to the house.
    pub(crate) given: i64,
    pub(crate) doubled: bool,
    pub(crate) split: bool,
    /// Which of the player's first hands it is or comes from.
    pub(crate) of_box: usize,
    /// Whether it is the first hand of its box.
    pub(crate) first: bool,
}

const NO_HAND: InPlay = InPlay {
    faces: [0; MOST_CARDS],
    len: 0,
    id: 0,
    status: Status::Live,
    stake: 1,
    own_before_double: 1,
    own: 1,
    given: 0,
    doubled: false,
    split: false,
    of_box: 0,
    first: true,
};

/// A round as it lies on the table. One is used again and again: nothing is allocated while rounds are dealt.
#[derive(Debug)]
pub(crate) struct Round {
    /// Number of hands dealt to the player.
    pub(crate) boxes: usize,
    pub(crate) hands: [InPlay; MOST_HANDS],
    pub(crate) in_play: usize,
    /// By the number of hands before each split: the place of the pair among them.
    pub(crate) split_at: [u8; MOST_HANDS],
    pub(crate) dealer: [Face; MOST_CARDS + 4],
    pub(crate) dealer_len: usize,
    /// The player's first cards before any are switched: those of the first hand, then of the second.
    pub(crate) first_cards: [Face; 4],
    pub(crate) attack: bool,
    /// Index of the up card and signal.
    pub(crate) case: usize,
    /// Net result in units of money.
    pub(crate) net: i64,
    /// All wagers the player made on his hands, in initial wagers of one hand.
    pub(crate) wagered: i64,
    /// What the dealer's hand came to.
    pub(crate) dealer_total: u8,
    pub(crate) insurance_offered: bool,
    pub(crate) insured: bool,
    pub(crate) insurance_won: bool,
    pub(crate) switched: bool,
    /// Of each side wager.
    pub(crate) outcomes: Vec<Outcome>,
    /// How the dealer's hand ends or, where no hand waited for it, would end: an index into [`crate::DEALER_OUTCOMES`], or [`NOT_DEALT_OUT`].
    pub(crate) dealer_outcome: u8,
}

impl Round {
    /// An empty table with so many hands dealt to the player, and so many side wagers.
    pub(crate) fn new(boxes: usize, sides: usize) -> Self {
        Self {
            boxes,
            hands: [NO_HAND; MOST_HANDS],
            in_play: 0,
            split_at: [0; MOST_HANDS],
            dealer: [0; MOST_CARDS + 4],
            dealer_len: 0,
            first_cards: [0; 4],
            attack: false,
            case: 0,
            net: 0,
            wagered: 0,
            dealer_total: 0,
            insurance_offered: false,
            insured: false,
            insurance_won: false,
            switched: false,
            outcomes: vec![Outcome::Open; sides],
            dealer_outcome: NOT_DEALT_OUT,
        }
    }

    pub(crate) fn dealer_cards(&self) -> &[Face] {
        &self.dealer[..self.dealer_len]
    }

    pub(crate) fn hands(&self) -> &[InPlay] {
        &self.hands[..self.in_play]
    }

    /// The first hand as it was played: of a split, the hand that was played first.
    pub(crate) fn first_hand(&self) -> &InPlay {
        &self.hands[0]
    }

    pub(crate) fn dealer_takes(&mut self, face: Face) {
        self.dealer[self.dealer_len] = face;
        self.dealer_len += 1;
    }

    /// Whether a hand waits for the dealer's.
    pub(crate) fn is_live(&self) -> bool {
        self.hands().iter().any(|hand| matches!(hand.status, Status::Live | Status::SwitchedBlackjack))
    }

    /// An ace and a ten-valued card as the dealer's first two.
    pub(crate) fn dealer_has_blackjack(&self) -> bool {
        let (up, hole) = (value_of(self.dealer[0]), value_of(self.dealer[1]));
        self.dealer_len >= 2 && (up == 0 && hole == 9 || up == 9 && hole == 0)
    }
}

impl InPlay {
    pub(crate) fn cards(&self) -> &[Face] {
        &self.faces[..self.len]
    }

    /// A hand of this box without cards, on which so much is staked.
    pub(crate) fn begin(&mut self, of_box: usize, stake: i64) {
        self.len = 0;
        self.status = Status::Live;
        (self.stake, self.own_before_double, self.own, self.given) = (stake, stake, stake, 0);
        (self.doubled, self.split, self.first, self.of_box) = (false, false, true, of_box);
    }

    pub(crate) fn take(&mut self, face: Face) {
        self.faces[self.len] = face;
        self.len += 1;
    }
}
