//! Values of hands and rounds under one up card and signal, by backward recursion.
//!
//! Every value is conditioned on the cards seen and multiplied by the probability that the hole card is one of the signal's.
//! A hand of s cards beside b known others is worth an integer over falling(n - s, D - s), n being the cards unseen beside the
//! up card and the b others, and D draws enough for the longest hand and the dealer's. So one more card costs one
//! multiplication, and no fraction is reduced before the end.

mod actions;
mod beside;
mod finished;
mod signal;
mod splitting;
mod sum;
mod worth;

pub(crate) use self::actions::Reach;
pub(crate) use self::beside::Beside;
pub(crate) use self::signal::{Round, units};
pub(crate) use self::splitting::Splitting;
pub(crate) use self::sum::Sum;
pub(crate) use self::worth::{ActionValues, Worth};
