//! What there is to do for the claims of a certificate, piece by piece.

use cards::Value;
use certificate::{StatedClass, StatedFollower, StatedUntold};
use num_rational::BigRational;
use rules::Submission;

use crate::base_game::Sums;
use crate::distribution::field::Field;
use crate::{counted, perfect, removal};

/// A piece of work for some items of the plan, by their places.
pub(super) struct Unit<'a> {
    pub(super) items: Vec<usize>,
    pub(super) work: Work<'a>,
}

pub(super) enum Work<'a> {
    /// Values and decisions under an up card, in the totals of this item.
    Class {
        item: usize,
        submission: &'a Submission,
        class: &'a StatedClass,
        up: usize,
    },
    Results {
        class: &'a StatedClass,
        up: usize,
    },
    Insured {
        class: &'a StatedClass,
    },
    Event {
        class: &'a StatedClass,
        what: &'a str,
    },
    Doubled {
        class: &'a StatedClass,
    },
    Perfect {
        submission: &'a Submission,
        class: &'a StatedClass,
        up: usize,
        /// For the variance.
        field: Option<Field>,
    },
    /// Every combination of readings under an up card.
    Combinations {
        up: Value,
    },
    Insurance,
    Actions,
    Dealer,
    /// A class without signals, under the signals.
    Untold {
        stated: &'a StatedUntold,
    },
    /// A follower under an up card.
    Follower {
        stated: &'a StatedFollower,
        up: usize,
    },
    /// What counts tell, under an up card.
    Counts {
        up: usize,
    },
    /// The strategy that is kept or a side wager, without cards.
    Removal(removal::Without),
    Wagers {
        places: Vec<usize>,
    },
    Parlay {
        place: usize,
    },
    /// What counts tell of a side wager.
    CountedWager {
        id: &'a str,
    },
}

impl Work<'_> {
    /// What takes long is begun first, so that no thread is left alone with it. Values under the same up card are found one after the other,
    /// since they share the dealer's outcomes.
    pub(super) fn turn(&self) -> (u8, usize) {
        match self {
            Work::Perfect { up, .. } => (0, *up),
            Work::Combinations { .. } | Work::Event { .. } | Work::Actions => (1, 0),
            Work::Class { up, .. } | Work::Follower { up, .. } | Work::Counts { up } => (2, *up),
            _ => (3, 0),
        }
    }
}

pub(super) enum Part {
    Sums(Sums),
    Perfect(perfect::Added),
    /// By combination, or by rules of sharing.
    Nets(Vec<BigRational>),
    Counts(counted::OfUp),
    Nothing,
}
