//! Files as modules: each opens with what it is, none comes from another crate's folder, and the integration tests of a
//! crate are one binary.

use std::collections::BTreeSet;
use std::fs;

use crate::exceptions::{exceptions, none};
use crate::files::{File, root, sources};

#[test]
fn every_module_opens_with_what_it_is() {
    let excepted = exceptions().unopened;
    let mut complaints = Vec::new();
    for file in sources() {
        match (file.text.starts_with("//!"), excepted.contains(&file.path)) {
            (false, false) => complaints.push(format!("{}: does not open with `//!`", file.path)),
            (true, true) => complaints.push(format!("{}: needs no exception; take it off the list", file.path)),
            _ => {}
        }
    }
    complaints.extend(gone(&excepted));
    none(&complaints);
}

#[test]
fn no_module_comes_from_another_crate() {
    let excepted = exceptions().foreign_paths;
    let mut complaints = Vec::new();
    for file in sources() {
        match (takes_a_foreign_file(&file), excepted.contains_key(&file.path)) {
            (true, false) => complaints.push(format!("{}: `#[path]` into another crate", file.path)),
            (false, true) => complaints.push(format!("{}: needs no exception; take it off the list", file.path)),
            _ => {}
        }
    }
    complaints.extend(gone(&excepted.into_keys().collect::<Vec<_>>()));
    none(&complaints);
}

/// Whether a `#[path]` leads out of the crate, or out of `tests` into what the library is made of.
fn takes_a_foreign_file(file: &File) -> bool {
    let parts: Vec<&str> = file.path.split('/').collect();
    // The crate's folder: `crates/NAME`, or `benches`, `fuzz`, `python`.
    let depth = if parts[0] == "crates" { 2 } else { 1 };
    file.text.lines().filter_map(|line| line.trim_start().strip_prefix("#[path = \"")).any(|path| {
        let up = path.split('/').take_while(|part| *part == "..").count();
        let left = parts.len().saturating_sub(1 + up);
        left < depth || (parts.contains(&"tests") && path.contains("src/"))
    })
}

fn gone(paths: &[String]) -> Vec<String> {
    let there: BTreeSet<String> = sources().into_iter().map(|file| file.path).collect();
    let gone = paths.iter().filter(|path| !there.contains(*path));
    gone.map(|path| format!("{path}: not there; take it off the list")).collect()
}

#[test]
fn paths_out_of_a_crate_are_seen() {
    let takes = |path: &str, taken: &str| {
        takes_a_foreign_file(&File { path: path.to_owned(), text: format!("#[path = \"{taken}\"]\nmod it;\n") })
    };
    assert!(takes("fuzz/fuzz_targets/claims.rs", "../../crates/shoeproof/src/claims.rs"));
    assert!(takes("crates/a/tests/it/main.rs", "../../src/statement.rs"));
    assert!(takes("crates/a/src/lib.rs", "../../b/src/lib.rs"));
    assert!(!takes("crates/a/examples/fixture.rs", "../tests/it/fixture.rs"));
}

#[test]
fn the_integration_tests_of_a_crate_are_one_binary() {
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let tests = folder.expect("a crate").path().join("tests");
        let Ok(entries) = fs::read_dir(&tests) else { continue };
        let names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        assert_eq!(names, ["it"], "{}: one folder `it` with a `main.rs`", tests.display());
        assert!(tests.join("it/main.rs").is_file(), "{}", tests.display());
    }
}

#[test]
fn every_test_file_is_a_module_of_its_binary() {
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let tests = folder.expect("a crate").path().join("tests/it");
        let Ok(main) = fs::read_to_string(tests.join("main.rs")) else { continue };
        for entry in fs::read_dir(&tests).expect("the tests") {
            let path = entry.expect("an entry").path();
            let is_module = path.extension().is_some_and(|end| end == "rs") || path.join("mod.rs").is_file();
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
            if is_module && name != "main" {
                assert!(
                    main.contains(&format!("mod {name};")),
                    "{}: no module of main.rs, so never run",
                    path.display()
                );
            }
        }
    }
}
