//! Answers to single questions. Each module asks the engine and knows no other answer unless it builds on it.

pub(crate) mod action_results;
pub(crate) mod approximation;
pub(crate) mod beside_base;
pub(crate) mod cards_taken;
pub(crate) mod chart;
pub(crate) mod dealer_outcomes;
pub(crate) mod first_hand_actions;
pub(crate) mod followers;
pub(crate) mod index_plays;
pub(crate) mod initial_hands;
pub(crate) mod inspect;
pub(crate) mod insurance;
pub(crate) mod insurance_taken;
mod perfect;
pub(crate) mod play_table;
pub(crate) mod round_distribution;
pub(crate) mod side_wagers;
pub(crate) mod solve;
pub(crate) mod split_hand_actions;
pub(crate) mod stated_play;
pub(crate) mod stated_taken;
pub(crate) mod switch_decision;
pub(crate) mod two_spots;
pub(crate) mod value_of_signals;
