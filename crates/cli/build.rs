//! What the program is built from, for `--version` and for a warning of `certify`: a laboratory states it in its reports.

use std::process::Command;

fn main() {
    // Sources alone: a changed test is no other program.
    let crates = std::fs::read_dir("../../crates").into_iter().flatten().flatten();
    for sources in crates.map(|entry| entry.path().join("src")).filter(|sources| sources.is_dir()) {
        println!("cargo::rerun-if-changed={}", sources.display());
    }
    println!("cargo::rerun-if-changed=../../games");
    println!("cargo::rerun-if-changed=../../Cargo.lock");
    // A commit writes a line to this log.
    if let Some(log) = said("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = said("git", &["rev-parse", "HEAD"]);
    let sources =
        ["status", "--porcelain", "--untracked-files=no", "--", "../../crates", "../../games", "../../Cargo.lock"];
    let is_changed = said("git", &sources).is_none_or(|changes| !changes.is_empty());
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
