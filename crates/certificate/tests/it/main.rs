//! What the crate reads, as another one writes it.

mod changed;
