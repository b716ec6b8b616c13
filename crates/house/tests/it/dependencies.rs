//! What depends on what, as `cargo metadata` has it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::exceptions::none;
use crate::files::root;

/// What draws and reads on a terminal.
const TERMINAL: [&str; 5] = ["clap", "comfy-table", "console", "indicatif", "miette"];

/// The crates of this workspace that each crate's own code may use. Whatever else comes is a decision.
const MAY_USE: &[(&str, &[&str])] = &[
    ("shoeproof-no-schema", &[]),
    ("shoeproof-input", &[]),
    ("shoeproof-statistics", &[]),
    ("shoeproof-cards", &[]),
    ("shoeproof-counting", &["shoeproof-cards", "shoeproof-no-schema"]),
    ("shoeproof-rules", &["shoeproof-cards", "shoeproof-input", "shoeproof-no-schema"]),
    ("shoeproof-certificate", &["shoeproof-cards", "shoeproof-input", "shoeproof-no-schema"]),
    ("shoeproof-checker", &["shoeproof-cards", "shoeproof-rules", "shoeproof-certificate"]),
    ("shoeproof-solver", &["shoeproof-cards", "shoeproof-counting", "shoeproof-rules"]),
    ("shoeproof-wagers", &["shoeproof-cards", "shoeproof-counting", "shoeproof-rules"]),
    ("shoeproof-table", &["shoeproof-cards", "shoeproof-rules"]),
    ("shoeproof-report", &["shoeproof-cards", "shoeproof-certificate", "shoeproof-no-schema"]),
    ("shoeproof-workbook", &["shoeproof-certificate", "shoeproof-report"]),
    ("shoeproof-explore", &["shoeproof"]),
];

struct Package {
    name: String,
    /// Names of what its own code uses, and of what its tests and build use besides.
    uses: BTreeSet<String>,
    tests_use: BTreeSet<String>,
}

/// The workspace's packages in the order of `members`.
fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root())
        .output()
        .expect("cargo metadata");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let mut packages = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let mut of = Package { name: text(&package["name"]), uses: BTreeSet::new(), tests_use: BTreeSet::new() };
        for dependency in list(&package["dependencies"]) {
            let kind = if dependency["kind"].is_null() { &mut of.uses } else { &mut of.tests_use };
            kind.insert(text(&dependency["name"]));
        }
        packages.insert(text(&package["id"]), of);
    }
    let members = list(&metadata["workspace_members"]);
    members.iter().map(|id| packages.remove(&text(id)).expect("a member")).collect()
}

#[test]
fn members_stand_in_topological_order() {
    let packages = packages();
    let names: BTreeSet<String> = packages.iter().map(|package| package.name.clone()).collect();
    let mut above = BTreeSet::new();
    let mut complaints = Vec::new();
    for package in packages {
        let ours = package.uses.intersection(&names).filter(|name| !above.contains(*name));
        complaints.extend(ours.map(|name| format!("{} uses {name}, which stands below it", package.name)));
        above.insert(package.name);
    }
    none(&complaints);
}

#[test]
fn crates_use_what_the_plan_lets_them_use() {
    let packages = packages();
    let names: BTreeSet<&String> = packages.iter().map(|package| &package.name).collect();
    let mut complaints = Vec::new();
    for &(name, may_use) in MAY_USE {
        let package = packages.iter().find(|package| package.name == name).expect(name);
        let ours = package.uses.iter().filter(|used| names.contains(used));
        let wrong = ours.filter(|used| !may_use.contains(&used.as_str()));
        complaints.extend(wrong.map(|used| format!("{name} may not use {used}")));
        let tests = package.tests_use.iter().filter(|used| names.contains(used));
        // Tests may look at more, but what checks never at what is checked.
        let wrong = tests.filter(|used| name == "shoeproof-checker" && !may_use.contains(&used.as_str()));
        complaints.extend(wrong.map(|used| format!("{name} may not use {used} in its tests")));
    }
    none(&complaints);
}

#[test]
fn only_the_command_line_knows_a_terminal() {
    let packages = packages();
    let face = "shoeproof-cli";
    let mut complaints = Vec::new();
    for package in packages.iter().filter(|package| ![face, "shoeproof-benches"].contains(&package.name.as_str())) {
        let terminal = TERMINAL.iter().filter(|name| package.uses.contains(**name));
        complaints.extend(terminal.map(|name| format!("{} uses {name}", package.name)));
    }
    none(&complaints);
    let cli = packages.iter().find(|package| package.name == face).expect("the command line");
    let ours: Vec<&String> = cli.uses.iter().filter(|name| packages.iter().any(|it| it.name == **name)).collect();
    assert_eq!(
        ours,
        ["shoeproof", "shoeproof-explore"],
        "the command line asks the library, or hands over to another face"
    );
}
