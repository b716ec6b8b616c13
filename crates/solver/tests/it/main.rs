//! The solver against slow references, published figures and laws.

mod action_results;
mod approximation;
mod beside_base;
mod bracket;
mod cards_taken;
mod conformance;
mod every_choice;
mod exact;
mod family;
mod fixed_play;
mod followers;
mod hand_by_hand;
mod index_plays;
mod laws;
mod play_table;
mod played;
mod published;
mod reference;
mod resplits;
mod stated_play;
mod toy_games;
mod toy_readings;
mod toy_shoes;
mod two_hands;
mod two_spots;
