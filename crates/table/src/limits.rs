//! How much the table has room for.

/// Most hands that a player may come to have.
pub(crate) const MOST_HANDS: usize = 16;
/// Most cards of one hand: 21 aces, and one that busts.
pub(crate) const MOST_CARDS: usize = 22;
/// Players at a table, at the most.
pub const MOST_PLAYERS: u16 = 7;
/// Rounds of a run at the most: hours on two cores, and few enough that no sum of them leaves 64 bits.
pub const MOST_ROUNDS: u64 = 10_000_000_000;
