//! What holds of the checker as a crate.

mod independence;
