//! Files that others wrote: regular ones within bounds, whatever the name leads to.

use std::path::Path;

use crate::program::{json, refused, root};

const PLAIN: &str = "analyses/plain-blackjack/1-decks.toml";

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("temporary folder")
}

fn path(home: &tempfile::TempDir, name: &str) -> String {
    home.path().join(name).to_str().expect("text").to_owned()
}

/// The game files beside an analysis of its own.
fn analysis(home: &tempfile::TempDir, text: impl AsRef<[u8]>) -> String {
    std::fs::create_dir_all(home.path().join("games")).expect("create");
    let game = "games/plain-blackjack.toml";
    std::fs::copy(root().join(game), home.path().join(game)).expect("copy");
    std::fs::write(home.path().join("mine.toml"), text).expect("write");
    path(home, "mine.toml")
}

/// Every option that names a file to read, with that file.
fn inputs(file: &str) -> Vec<Vec<String>> {
    let line = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    vec![
        line(&["solve", file]),
        line(&["check", PLAIN, "--claims", file]),
        line(&["approximate", PLAIN, "--shoes", file]),
        line(&["solve", PLAIN, "--strategy", "perfect", "--resume", file]),
        line(&["simulate", PLAIN, "--rounds", "1", "--seed", "1", "--resume", file]),
        line(&["sign", "reports/pa-685a-down-under-6-decks", "--key", file]),
        line(&["verify", "reports/pa-685a-down-under-6-decks", "--key", file]),
        line(&["verify", "reports/pa-685a-down-under-6-decks", "--analysis", file]),
    ]
}

fn all_refused(file: &str, why: &str) {
    for line in inputs(file) {
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        refused(&line, &[why]);
    }
}

/// Each of them would be read for ever.
#[cfg(unix)]
#[test]
fn pipes_devices_and_folders_are_no_input() {
    let home = home();
    let pipe = path(&home, "pipe.csv");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    all_refused(&pipe, "it is a pipe, not a regular file");
    let device = path(&home, "zero.csv");
    std::os::unix::fs::symlink("/dev/zero", &device).expect("link");
    all_refused(&device, "it is a device, not a regular file");
    all_refused(home.path().to_str().expect("text"), "it is a folder, not a regular file");
}

/// A file with holes takes no room.
#[test]
fn large_files_are_refused_with_the_limit() {
    let home = home();
    let large = path(&home, "large.csv");
    std::fs::File::create(&large).expect("create").set_len(1 << 30).expect("long");
    all_refused(&large, "the most that are read");
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    let home = home();
    let text = std::fs::read_to_string(root().join(PLAIN)).expect("an analysis");
    let plain = json(&["approximate", &analysis(&home, &text), "--json"], 0);
    let game = home.path().join("games/plain-blackjack.toml");
    let marked = |path: &Path| {
        let bytes = [b"\xef\xbb\xbf", &std::fs::read(path).expect("a file")[..]].concat();
        std::fs::write(path, bytes).expect("write");
    };
    let path = analysis(&home, &text);
    marked(Path::new(&path));
    marked(&game);
    assert_eq!(json(&["approximate", &path, "--json"], 0), plain);
    let shoes = home.path().join("shoes.csv");
    std::fs::write(&shoes, "\u{feff}4,4,4,4,4,4,4,4,4,16\n").expect("write");
    let line = json(&["approximate", PLAIN, "--json", "--shoes", shoes.to_str().expect("text")], 0);
    assert_eq!(line["shoe"][0], 4);
}

#[test]
fn a_long_line_of_a_list_of_shoes_is_refused_by_its_length() {
    let home = home();
    let shoes = path(&home, "shoes.csv");
    std::fs::write(&shoes, format!("4,4,4,4,4,4,4,4,4,16\n{}\n", "4,".repeat(500_000))).expect("write");
    refused(&["approximate", PLAIN, "--shoes", &shoes], &["line 2: it has 1000000 bytes; at most 400 are read"]);
}
