//! A file of the report before it is written.

/// A file of the report before it is written: name relative to the folder, and text.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) text: String,
}
