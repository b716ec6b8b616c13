//! What a player who counts knows of the next round.

mod document;

pub use document::{
    CorrelatedCount, CountedRow, CountedWager, IndexPlay, IndexRow, IndexTable, PenetrationWorth, PlayedWhenAhead,
    RampWorth, SeenDepth, TagsOfLevel, WagerTags,
};
