//! Zero-memory play: what to do with a hand, whatever the rest of the round looks like.

use cards::Value;
use rules::{Game, SplitAces};

use crate::hands::{Hand, HandId, Hands};
use crate::settlement::{RowId, Settlement, Spot};

/// A decision on a hand in play, splitting apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Act {
    Stand,
    Hit,
    Double,
}

/// For one up card and signal: the action for every hand, with and without the option to double.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Play {
    /// For two-card hands that may double.
    pub(crate) first: Vec<Act>,
    /// For every other hand that may draw.
    pub(crate) later: Vec<Act>,
}

impl Play {
    /// Standing on everything.
    pub(crate) fn stand(hands: &Hands) -> Self {
        Self { first: vec![Act::Stand; hands.len()], later: vec![Act::Stand; hands.len()] }
    }

    pub(crate) fn act(&self, id: HandId, hand: &Hand, may_double: bool) -> Act {
        if !hand.may_draw() {
            Act::Stand
        } else if may_double && hand.size == 2 {
            self.first[id as usize]
        } else {
            self.later[id as usize]
        }
    }
}

/// What a hand in a spot may do, compiled from the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) spot: Spot,
    pub(crate) may_double: bool,
    /// One card and no decision.
    pub(crate) one_card: bool,
    /// Row of an ace and a ten as the first two cards, where they are a blackjack.
    natural: Option<RowId>,
}

impl Options {
    /// An unsplit hand; `natural` is the row a blackjack is settled by.
    pub(crate) fn unsplit(game: &Game, natural: RowId) -> Self {
        Self { spot: Spot::Unsplit, may_double: game.double.is_some(), one_card: false, natural: Some(natural) }
    }

    /// A hand of a split pair of this value.
    pub(crate) fn split(game: &Game, value: usize, spot: Spot) -> Self {
        let aces = value == Value::ACE.index();
        Self {
            spot,
            may_double: game.double.as_ref().is_some_and(|double| double.after_split),
            one_card: aces && game.split.as_ref().is_some_and(|split| split.aces == SplitAces::OneCard),
            natural: None,
        }
    }
}

impl Options {
    /// The row of a hand that stands.
    pub(crate) fn stand_row(&self, settlement: &Settlement, id: HandId, hand: &Hand) -> RowId {
        match self.natural {
            Some(natural) if hand.is_natural() => natural,
            _ => settlement.stand(self.spot, id),
        }
    }
}
