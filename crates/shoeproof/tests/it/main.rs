//! The program as another one calls it.

mod agreement;
mod check;
mod commands;
mod corpus;
mod dealer;
mod inputs;
mod program;
mod reconcile;
mod signatures;
mod simulate;
mod terminal;
