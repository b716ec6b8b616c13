//! The solver: a whole round under a strategy class.

pub(crate) mod decided;
pub(crate) mod early_surrender;
pub(crate) mod exposed_pair;
pub(crate) mod family;
pub(crate) mod perfect_round;
pub(crate) mod round;
pub(crate) mod scope;
mod shared_round;
pub(crate) mod solution;
pub(crate) mod solver;
mod up_cards;
