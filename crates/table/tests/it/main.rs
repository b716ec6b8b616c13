//! Rounds and runs of rounds.

mod by_hand;
mod followers;
mod runs;
