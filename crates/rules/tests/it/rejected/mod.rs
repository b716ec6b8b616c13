//! Input that must be refused. Of every case: the file, the line, the marked text, what is wrong and what was expected.

mod analysis;
mod cut_card;
mod exposure;
mod fixture;
mod game;
mod matches;
mod overrides;
mod simulation;
mod wager;
mod wager_inputs;
