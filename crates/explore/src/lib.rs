//! A local page where a rule, a card or a reading is changed and the exact values follow: a face of the library, served to a browser on
//! the same machine.
//!
//! | question | module |
//! |---|---|
//! | Which analysis does an address name? | `state` |
//! | Who may ask? | `guard` |
//! | What is computed once, and when does work stop? | `workers` |
//! | What follows a choice? | `answers` |
//! | What follows a dealt hand? | `hand` |
//! | What takes long? | `long`, `report` |
//! | The page itself | `assets` |
//!
//! Everything computed comes from the library, as the JSON that the command line prints. No request names a file: the one analysis that
//! is read from a file is read before the first request.

mod answers;
mod assets;
mod guard;
mod hand;
mod long;
mod refusal;
mod report;
mod server;
mod state;
mod stream;
mod workers;

pub use server::{Explore, Serving};
