//! What keeps the house in order, so that nobody has to remember: each rule is a test, each exception a line in
//! `exceptions.toml`. An exception that is no longer needed fails too, so the list only shrinks.

mod dependencies;
mod exceptions;
mod files;
mod ignored;
mod layers;
mod lengths;
mod library;
mod links;
mod modules;
mod names;
mod pages;
mod words;
