//! The program as another one calls it.

mod agreement;
mod attack;
mod changed;
mod check;
mod commands;
mod corpus;
mod dealer;
mod inputs;
mod program;
mod reconcile;
mod resumed;
mod room;
mod side_wagers;
mod signatures;
mod simulate;
mod split_hands;
mod split_readings;
mod terminal;
