//! A local page where a rule, a card or a reading is changed and the exact values follow: a face of the library, served to a browser on
//! the same machine.
//!
//! | question | module |
//! |---|---|
//! | Which analysis does an address name? | `state` |
//! | How is it had elsewhere? | `elsewhere` |
//! | Who may ask? | `guard` |
//! | What is computed once? | `workers` |
//! | What stays compiled? | `kept` |
//! | When does work begin, and when is it dropped? | `turns` |
//! | What follows a choice? | `answers` |
//! | What follows a dealt hand? | `hand` |
//! | What takes long? | `long`, `report`; how far it has come is `come`, the report's state `desk` |
//! | What do requests share? | `app` |
//! | The page itself | `assets` |
//!
//! Everything computed comes from the library, as the JSON that the command line prints. No request names a file: the one analysis that
//! is read from a file is read before the first request.

mod answers;
mod app;
mod assets;
mod come;
mod desk;
mod elsewhere;
mod guard;
mod hand;
mod kept;
mod long;
mod refusal;
mod report;
mod server;
mod state;
mod stream;
mod turns;
mod workers;

pub use server::{Explore, Serving};
