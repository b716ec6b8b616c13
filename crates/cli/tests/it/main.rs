//! The program as another one calls it.

mod actions;
mod catalogue;
mod check;
mod commands;
mod compare;
mod corpus;
mod cut_card;
mod dealer;
mod explore;
mod exposure;
mod faces;
mod follow;
mod inputs;
mod manual;
mod program;
mod reconcile;
mod removal;
mod resumed;
mod schemas;
mod side_wagers;
mod signatures;
mod simulate;
mod split_hands;
mod sweep;
mod terminal;
mod value;
