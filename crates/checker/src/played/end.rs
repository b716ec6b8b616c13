//! How a round ends for a side wager that play decides.

use rules::DealerPattern;

use crate::dealer;
use crate::wager_patterns::ends_as;

/// Which lines fit, as bits, or the wager is returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Fits(u32),
    Returned,
}

/// No line fits.
pub(super) const NOTHING: End = End::Fits(0);

/// Whether a line's pattern fits the dealer's finished hand, by its end and number of cards.
pub(super) fn fits_dealer(hand: &DealerPattern, end: usize, cards: usize) -> bool {
    ends_as(hand, cards, dealer::total(end).unwrap_or(21), end == dealer::BLACKJACK)
}
