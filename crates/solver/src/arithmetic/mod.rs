//! Numbers of fixed width, sets of cards, errors, and what keeps things once. The lowest floor: it knows no rules.

pub(crate) mod buffer_pool;
pub(crate) mod card_set;
pub(crate) mod error;
pub(crate) mod fixed_int;
pub(crate) mod interner;
pub(crate) mod residues;
pub(crate) mod tasks;
