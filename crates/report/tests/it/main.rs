//! Reports from the document to the folder.

mod fixture;
mod folder;
mod money;
