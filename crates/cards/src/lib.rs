//! Ranks, suits, values, shoes and compositions: the vocabulary every other crate of the workspace
//! speaks, with exact counting and the exact-to-decimal presentation of results.
//!
//! A base game needs only the ten *values* (ace, 2 to 9, ten); side wagers need *ranks* and *suits*.

mod card;
mod composition;
mod exact;
mod face_counts;
#[cfg(feature = "schema")]
mod schema;
mod value;

pub use card::{Card, ParseCardError, ParseRankError, Rank, Suit};
pub use composition::{Composition, CompositionError, decks_in_words, parse_hand};
pub use exact::{
    decimal, decimal_above, decimal_below, falling, fraction, least_common_multiple, signed_sqrt_decimal, sqrt_decimal,
    widened,
};
pub use face_counts::FaceCounts;
pub use value::{ParseValueError, Value};
