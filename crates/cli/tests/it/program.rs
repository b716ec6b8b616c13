//! The program as another one calls it.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// The folder of the workspace, in which the program runs.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn shoeproof(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("shoeproof").expect("the program");
    command.current_dir(root()).args(arguments);
    command
}

/// What it prints with this exit status.
pub(crate) fn json(arguments: &[&str], status: i32) -> Value {
    let output = shoeproof(arguments).assert().code(status).get_output().stdout.clone();
    serde_json::from_slice(&output).expect("JSON")
}

/// The text that it prints with this exit status.
pub(crate) fn printed(arguments: &[&str], status: i32) -> String {
    let output = shoeproof(arguments).assert().code(status).get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

/// Bad input: status 2, these words on standard error and nothing on standard output.
pub(crate) fn refused(arguments: &[&str], words: &[&str]) {
    let output = shoeproof(arguments).assert().code(2).get_output().clone();
    // The frame around a message breaks lines at the terminal's width.
    let text = String::from_utf8_lossy(&output.stderr).replace(['│', '\n'], " ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in words {
        assert!(text.contains(word), "{word:?} is not in {text}");
    }
    assert!(output.stdout.is_empty());
}

/// Copies a folder with what is in it.
pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.file_type().expect("a kind").is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).expect("a copy");
        }
    }
}
