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
    Surrender,
}

/// For one up card and signal: the action for every hand, by what it may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Play {
    /// For two-card hands that may surrender, and double if the rules let them.
    pub(crate) opening: Vec<Act>,
    /// For two-card hands that may double but not surrender.
    pub(crate) first: Vec<Act>,
    /// For every other hand that may draw.
    pub(crate) later: Vec<Act>,
}

impl Play {
    /// The same on everything, hit or stand.
    pub(crate) fn always(hands: &Hands, act: Act) -> Self {
        let acts = vec![act; hands.len()];
        Self { opening: acts.clone(), first: acts.clone(), later: acts }
    }

    pub(crate) fn act(&self, id: HandId, hand: &Hand, options: &Options) -> Act {
        if !hand.may_draw {
            Act::Stand
        } else if options.may_surrender && hand.size == 2 {
            self.opening[id as usize]
        } else if options.may_double && hand.doubles {
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
    /// Whether the hands that the doubling rule names may double here.
    pub(crate) may_double: bool,
    /// Whether two cards may be given up here.
    pub(crate) may_surrender: bool,
    /// One card and no decision.
    pub(crate) one_card: bool,
    /// Row of an ace and a ten as the first two cards, where they are a blackjack.
    natural: Option<RowId>,
}

impl Options {
    /// An unsplit hand; `natural` is the row a blackjack is settled by.
    pub(crate) fn unsplit(game: &Game, natural: RowId) -> Self {
        Self {
            spot: Spot::Unsplit,
            may_double: game.double.is_some(),
            may_surrender: game
                .surrender
                .as_ref()
                .is_some_and(|surrender| surrender.when == rules::SurrenderWhen::Late),
            one_card: false,
            natural: Some(natural),
        }
    }

    /// A hand of a split pair of this value.
    pub(crate) fn split(game: &Game, value: usize, spot: Spot) -> Self {
        let aces = value == Value::ACE.index();
        Self {
            spot,
            may_double: game.double.as_ref().is_some_and(|double| double.after_split),
            may_surrender: false,
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
