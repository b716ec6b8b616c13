//! The library against the checker, forgers, and changed files.

mod agreement;
mod attack;
mod attack_changes;
mod attack_games;
mod changed;
mod count_depths;
mod count_wagers;
mod counts;
mod exposure_folder;
mod first_hands;
mod followers;
mod house_edges;
mod measured;
mod own_rules;
mod perfect_agreement;
mod reading_figures;
mod refusals;
mod room;
mod split_readings;
mod stopped;
mod sweep;
mod switch_agreement;
