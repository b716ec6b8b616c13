//! Side wagers, valued from a fresh shoe by exact counts of physical cards.
//!
//! A wager is one file that turns its rule, a paytable and a number of decks into *lines*: an outcome, the number of
//! equally likely deals that give it, and what it pays. Everything else a report says of a wager follows from its
//! lines alone and is the same for all of them: see [`WagerResult`].

mod count;
mod match_up_card;
mod result;

use rules::OfferedWager;

pub use result::{Line, WagerResult};

/// Values a wager under its paytable and the readings in force, from a fresh shoe of `decks` decks of 52 cards.
///
/// Nothing has been seen: the figures are those of a player who makes the wager every round, whatever the round's
/// place in the shoe.
///
/// # Panics
/// If `decks` is 0. A submission's number of decks never is.
pub fn value(wager: &OfferedWager, decks: u16) -> WagerResult {
    let lines = match_up_card::lines(&wager.rule, &wager.paytable, decks);
    WagerResult::from_lines(wager, lines)
}
