//! The committed schemas are those of the types.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema")
}

fn files(folder: &Path, at: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{at}{}", entry.file_name().to_str().expect("text"));
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name);
        }
    }
}

#[test]
fn the_committed_schemas_are_those_of_the_types() {
    let schemas = schema::schemas().expect("schemas");
    let mut committed = BTreeSet::new();
    files(&folder(), "", &mut committed);
    let made: BTreeSet<String> = schemas.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(committed, made, "`just schemas` writes them");
    for (name, schema) in &schemas {
        let there = fs::read_to_string(folder().join(name)).expect("a schema");
        assert!(there == schema::text(schema), "{name} is not what `just schemas` writes");
    }
}

/// A shape that names a type or a property that is no more would hold nothing.
#[test]
fn every_shape_of_a_number_is_in_some_schema() {
    let text: String = schema::schemas().expect("schemas").iter().map(|(_, schema)| schema.to_string()).collect();
    for name in ["Exact", "Root", "StatedClass", "StatedUp", "StatedResult", "CutCardPlace", "NetProbability"] {
        assert!(text.contains(&format!("\"{name}\":{{")) || text.contains(&format!("/{name}\"")), "{name}");
    }
}
