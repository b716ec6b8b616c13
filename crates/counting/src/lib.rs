//! What cards that were seen and tagged tell of the rest of a shoe, exactly.
//!
//! A *count* gives every card a tag and adds up the tags of the cards seen. Cards of one tag form a *group*. Unseen cards are exchangeable: to see *n*
//! cards and then to play a round is the same as to play the round first and then to see *n* of the cards that remain. So under a play that is fixed,
//! all that matters of a round is how many cards of each group it takes, and what it comes to with them ([`TakenSum`]). [`SeenTable`]
//! turns that into sums for every number of cards seen and every count.
//!
//! | question | module |
//! |---|---|
//! | which tags a count has | `system` |
//! | which cards of a shoe have one tag | `grouped_shoe` |
//! | what a round comes to, by the cards it takes | `taken` |
//! | the same, by cards seen before it and their count | `seen` |
//! | many quantities, by a label of the count | `labelled` |

mod grouped_shoe;
mod labelled;
mod number;
mod parallel;
mod rows;
mod schema;
mod seen;
mod system;
mod taken;

pub use grouped_shoe::{CardGroup, GroupedShoe};
pub use labelled::LabelledShares;
pub use seen::SeenTable;
pub use system::{CountSystem, SystemError};
pub use taken::{CardsTaken, TakenSum};
