//! Ends of the dealer's hand that a polynomial does not tell apart.

use super::terms::{Marked, Terms};
use crate::dealer::{BLACKJACK, ENDS};

/// Ends of the dealer's hand that settle every hand alike.
pub(super) struct Classes {
    /// By end.
    pub(super) class: [usize; ENDS],
    /// An end of each class; those of the last, if there is one more, are not looked at.
    pub(super) ends: Vec<usize>,
}

impl Classes {
    /// Those that these do not tell apart; the blackjack may stand apart.
    pub(super) fn new(terms: &[&Terms], blackjack_apart: bool) -> Self {
        let same = |one: usize, other: usize| {
            let mut coefficients = terms.iter().flat_map(|terms| terms.coefficients.chunks_exact(ENDS));
            let apart = blackjack_apart && (one == BLACKJACK) != (other == BLACKJACK);
            !apart && coefficients.all(|all| all[one] == all[other])
        };
        let mut ends: Vec<usize> = Vec::new();
        let class = std::array::from_fn(|end| {
            ends.iter().position(|&other| same(end, other)).unwrap_or_else(|| {
                ends.push(end);
                ends.len() - 1
            })
        });
        Self { class, ends }
    }

    /// The blackjack alone.
    pub(super) fn blackjack() -> Self {
        Self { class: std::array::from_fn(|end| usize::from(end != BLACKJACK)), ends: vec![BLACKJACK] }
    }

    pub(super) fn number(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn of(&self, terms: &Marked) -> Marked {
        terms.at_ends(&self.ends)
    }
}
