//! What the program is built from, for `--version` and for a warning of `certify`: a laboratory states it in its reports.

use std::path::PathBuf;
use std::process::Command;

/// Of a crate.
const PARTS: [&str; 3] = ["src", "templates", "assets"];

/// Beside the crates.
const BESIDE: [&str; 4] = ["../../games", "../../regulations", "../../Cargo.toml", "../../Cargo.lock"];

fn main() {
    // What the program is made of, texts that it has inside too; a changed test is no other program.
    let crates = std::fs::read_dir("../../crates").into_iter().flatten().flatten();
    let parts = crates.flat_map(|entry| PARTS.map(|part| entry.path().join(part)));
    for part in parts.chain(BESIDE.map(PathBuf::from)).filter(|part| part.exists()) {
        println!("cargo::rerun-if-changed={}", part.display());
    }
    // A commit writes a line to this log.
    if let Some(log) = said("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = said("git", &["rev-parse", "HEAD"]);
    let status = ["status", "--porcelain", "--untracked-files=no", "--", "../../crates"];
    let is_changed = said("git", &[&status[..], &BESIDE].concat()).is_none_or(|changes| !changes.is_empty());
    println!("cargo::rustc-env=SHOEPROOF_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rustc-env=SHOEPROOF_CHANGED={}", if is_changed { "yes" } else { "no" });
    let compiler = std::env::var("RUSTC").ok().and_then(|rustc| said(&rustc, &["--version"]));
    println!("cargo::rustc-env=SHOEPROOF_COMPILER={}", compiler.unwrap_or_default());
}

/// What a program prints, if there is one and it succeeds.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
