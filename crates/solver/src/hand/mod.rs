//! One hand under one up card and signal: its best play by composition and by total.

pub(crate) mod composition_dependent;
pub(crate) mod signal_case;
pub(crate) mod total_dependent;
