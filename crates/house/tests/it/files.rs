//! The files of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// A file, by its path from the workspace's folder with `/` between the parts.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    pub(crate) fn lines(&self) -> usize {
        self.text.lines().count()
    }

    pub(crate) fn words(&self) -> usize {
        self.text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Rust file of the crates, benches and fuzz targets.
pub(crate) fn sources() -> Vec<File> {
    let files = found(&["crates", "benches", "fuzz", "pdf/src", "python"], "rs");
    assert!(files.len() > 200, "only {} sources found", files.len());
    files
}

/// Every page: those of the top folder and of `docs`.
pub(crate) fn pages() -> Vec<File> {
    let mut files = found(&["docs"], "md");
    for name in ["CHANGELOG.md", "DESIGN.md", "README.md"] {
        let text = fs::read_to_string(root().join(name)).expect("a page");
        files.push(File { path: name.to_owned(), text });
    }
    assert!(files.len() > 5, "only {} pages found", files.len());
    files
}

/// Pages beside the code they are about, such as formats.
pub(crate) fn pages_of_crates() -> Vec<File> {
    found(&["crates"], "md")
}

fn found(folders: &[&str], extension: &str) -> Vec<File> {
    let mut files = Vec::new();
    for folder in folders {
        if root().join(folder).exists() {
            walk(folder, extension, &mut files);
        }
    }
    files.sort_by(|left, right| left.path.cmp(&right.path));
    files
}

fn walk(folder: &str, extension: &str, files: &mut Vec<File>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name in Unicode");
        let path = format!("{folder}/{name}");
        if entry.file_type().expect("a kind").is_dir() {
            if name != "target" && !name.starts_with('.') {
                walk(&path, extension, files);
            }
        } else if name.rsplit_once('.').is_some_and(|(_, end)| end == extension) {
            let text = fs::read_to_string(entry.path()).expect("text");
            files.push(File { path, text });
        }
    }
}
