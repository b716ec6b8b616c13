//! The solver: a whole round under a strategy class.

pub(crate) mod exposed_pair;
pub(crate) mod perfect_round;
pub(crate) mod solution;
pub(crate) mod solver;
