//! The program as another one calls it.

mod agreement;
mod check;
mod commands;
mod corpus;
mod inputs;
mod program;
mod reconcile;
mod side_wagers;
mod room;
mod signatures;
mod simulate;
mod terminal;
