//! Certificates made up from the checker's own derivations, and what becomes of them when a claim is changed.

mod dealt;
mod fixture;
mod plans;
mod rounds;
mod search;
