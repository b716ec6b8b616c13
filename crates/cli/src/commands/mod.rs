//! One file a command: what it asks of the library, and how it prints the answer.

pub(crate) mod approximate;
pub(crate) mod certify;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod cut_card;
pub(crate) mod dealer;
pub(crate) mod follow;
pub(crate) mod games;
pub(crate) mod inspect;
pub(crate) mod keygen;
pub(crate) mod new;
pub(crate) mod reconcile;
pub(crate) mod sign;
pub(crate) mod simulate;
pub(crate) mod solve;
pub(crate) mod verify;
mod wager_lines;
pub(crate) mod wagers;
