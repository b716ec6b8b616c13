//! What this program was built from.

use std::sync::LazyLock;

/// The commit of the sources; empty if they were no checkout.
const COMMIT: &str = env!("SHOEPROOF_COMMIT");
/// The compiler; empty if it did not say.
const COMPILER: &str = env!("SHOEPROOF_COMPILER");

/// The version, and what a report may state of the program: a line each.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        let changed = if env!("SHOEPROOF_CHANGED") == "yes" { ", with changes that were not committed" } else { "" };
        let commit = if COMMIT.is_empty() { "not known".to_owned() } else { format!("{COMMIT}{changed}") };
        let compiler = if COMPILER.is_empty() { "not known" } else { COMPILER };
        let lock = shoeproof::lock_sha256();
        format!("{version}\ncommit      {commit}\ncompiler    {compiler}\nCargo.lock  SHA-256 {lock}")
    });
    &VERSION
}

/// Where what an analysis states of the program is not so, in words.
pub(crate) fn contradictions(commit: Option<&str>, compiler: Option<&str>) -> Vec<String> {
    let stated = [("commit", commit, COMMIT), ("compiler", compiler, COMPILER)];
    let differs = |&(_, stated, known): &(&str, Option<&str>, &str)| {
        !known.is_empty() && stated.is_some_and(|stated| stated != known)
    };
    let told = |(key, stated, known): (&str, Option<&str>, &str)| {
        format!("`[report] {key}` is {}, and this program was built from {known}", stated.unwrap_or_default())
    };
    stated.into_iter().filter(differs).map(told).collect()
}
