//! Which splits are solved at all, and how much is held and solved side by side.

use cards::{Composition, Value};
use rules::{DoubleCard, Game};

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::fixed_int::RoundSum;
use crate::compiled::hands::Hands;
use crate::compiled::settlement::UNIT_BITS;

/// Most up cards and signals that are valued side by side.
pub(crate) const LANES: usize = 4;

/// As many plays as are counted side by side at least: each holds all it meets on a level.
pub(super) const COUNTED: usize = 2;

/// Bytes of what is settled beside sets of cards from which on it is summed and let go. More of it at a time share more of the dealer's distributions.
pub(super) const MOST_HELD: usize = if cfg!(test) { 1 << 12 } else { 1 << 29 };

/// Whether the card of a doubled hand is not seen before the hands are settled.
pub(crate) fn double_card_is_hidden(game: &Game) -> bool {
    game.double.as_ref().is_some_and(|double| double.card == DoubleCard::Down)
}

/// To how many hands a pair of this value may be split.
pub(super) fn most_hands(game: &Game, value: usize) -> u32 {
    game.split.as_ref().map_or(1, |split| u32::from(split.most_hands(value)))
}

/// The values of which pairs can be dealt and split.
pub(super) fn can_be_split(game: &Game, shoe: &Composition) -> impl Iterator<Item = usize> {
    (0..Value::COUNT).filter(|&value| shoe.counts()[value] > 1 && most_hands(game, value) > 1)
}

/// Whether cards gone fit their packed counts and sums over a round their fixed width: ordered draws, times a result below 2²⁴. The round
/// takes so many cards besides those that are drawn to so many points in all.
pub(super) fn counts_fit(shoe: &Composition, most_hands: u32, mut points: u32, mut cards: u32) -> bool {
    const MOST_POINTS: u32 = Hands::TWENTY_ONE as u32;
    let mut packed = true;
    for (each, &held) in (1..).zip(shoe.counts()) {
        packed &= u32::from(held).min(most_hands * (MOST_POINTS / each + 1)) <= CardSet::MOST;
        let drawn = u32::from(held).min(points / each);
        cards += drawn;
        points -= drawn * each;
    }
    packed && cards::falling(shoe.total(), cards.min(shoe.total())).bits() + u64::from(UNIT_BITS) < RoundSum::BITS
}
