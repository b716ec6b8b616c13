//! The exceptions, read from `exceptions.toml`.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;

use crate::files::root;

/// Paths and what each of them may be, or why.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Exceptions {
    /// Files over the limit, and the lines that each may have.
    pub(crate) long_files: BTreeMap<String, Long>,
    /// Pages over the limit, and the words that each may have.
    pub(crate) long_pages: BTreeMap<String, Long>,
    /// Files that do not open with `//!`.
    pub(crate) unopened: Vec<String>,
    /// Files that take a module from another crate's folder, and why.
    pub(crate) foreign_paths: BTreeMap<String, String>,
    /// By crate, the names that more than one of its types has.
    pub(crate) shared_names: BTreeMap<String, Vec<String>>,
    /// Modules of a folder each of which uses all others, by itself or through them.
    pub(crate) circles: Vec<Circle>,
    /// Words that went out of use.
    pub(crate) retired: Vec<Retired>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Long {
    /// Never more than so many.
    pub(crate) most: usize,
    pub(crate) reason: String,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Circle {
    pub(crate) folder: String,
    /// In alphabetical order.
    pub(crate) modules: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Retired {
    pub(crate) word: String,
    pub(crate) now: String,
    /// Never in more files than so many.
    #[serde(default)]
    pub(crate) most: usize,
}

pub(crate) fn exceptions() -> Exceptions {
    let path = root().join("crates/house/exceptions.toml");
    toml::from_str(&fs::read_to_string(path).expect("exceptions.toml")).expect("exceptions")
}

/// Fails with every complaint at once.
#[track_caller]
pub(crate) fn none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}
