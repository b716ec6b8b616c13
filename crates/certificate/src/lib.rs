//! What a report claims: one typed document, made by the program that computes and read by the
//! programs that present it or check it. It holds no computed logic of its own.
//!
//! Exact numbers are strings (`"n/d"`), because JSON readers turn large integers into floats
//! without a word. See `FORMAT.md` beside this crate for the grammar.

mod document;
mod exact;

pub use document::*;
pub use exact::{Exact, Root, sha256_hex};
