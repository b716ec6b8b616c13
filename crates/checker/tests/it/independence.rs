//! The checker must not reach the programs whose results it checks.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

#[test]
fn the_checker_cannot_reach_solver_or_wagers() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let names: BTreeMap<String, String> =
        list(&metadata["packages"]).iter().map(|package| (text(&package["id"]), text(&package["name"]))).collect();
    // Every kind of dependency is in `deps`, those of tests too.
    let edges: BTreeMap<String, Vec<String>> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| (text(&node["id"]), list(&node["deps"]).iter().map(|dep| text(&dep["pkg"])).collect()))
        .collect();
    let start = names.iter().find(|(_, name)| *name == "shoeproof-checker").map(|(id, _)| id.clone());
    let mut open = vec![start.expect("the checker")];
    let mut reached = BTreeSet::new();
    while let Some(id) = open.pop() {
        if reached.insert(id.clone()) {
            open.extend(edges.get(&id).into_iter().flatten().cloned());
        }
    }
    let reached: BTreeSet<&str> = reached.iter().map(|id| names[id].as_str()).collect();
    assert!(reached.contains("shoeproof-rules") && reached.contains("shoeproof-certificate"));
    for forbidden in ["shoeproof-solver", "shoeproof-wagers", "shoeproof-report", "shoeproof"] {
        assert!(!reached.contains(forbidden), "the checker reaches {forbidden}");
    }
}
