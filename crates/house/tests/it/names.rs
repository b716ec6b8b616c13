//! One name, one type in a crate.

use std::collections::{BTreeMap, BTreeSet};

use crate::exceptions::{exceptions, none};
use crate::files::{File, sources};

#[test]
fn a_type_name_stands_for_one_thing_in_a_crate() {
    let mut found: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for file in sources() {
        let Some((name, "src")) = crate_and_folder(&file) else { continue };
        for declared in declared(&file.text) {
            *found.entry(name.to_owned()).or_default().entry(declared).or_default() += 1;
        }
    }
    none(&complaints(&found, &exceptions().shared_names));
}

fn complaints(
    found: &BTreeMap<String, BTreeMap<String, usize>>,
    excepted: &BTreeMap<String, Vec<String>>,
) -> Vec<String> {
    let names: BTreeSet<&String> = found.keys().chain(excepted.keys()).collect();
    let mut complaints = Vec::new();
    for name in names {
        let shared: BTreeMap<&String, usize> =
            found.get(name).into_iter().flatten().map(|(it, times)| (it, *times)).filter(|it| it.1 > 1).collect();
        let allowed: BTreeSet<&String> = excepted.get(name).into_iter().flatten().collect();
        for (it, times) in shared.iter().filter(|(it, _)| !allowed.contains(**it)) {
            complaints.push(format!("{name}: {times} types are called {it}"));
        }
        for once in allowed.iter().filter(|it| !shared.contains_key(**it)) {
            complaints.push(format!("{name}: one type at most is called {once}; take it off the list"));
        }
    }
    complaints
}

fn crate_and_folder(file: &File) -> Option<(&str, &str)> {
    let mut parts = file.path.strip_prefix("crates/")?.split('/');
    Some((parts.next()?, parts.next()?))
}

/// The types that a file declares outside its tests.
fn declared(text: &str) -> Vec<String> {
    // A module of tests in a file of its own is declared above what the file declares.
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut types = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
        // A `type` that is indented belongs to an implementation.
        let kind = words.next().filter(|kind| *kind != "type" || !line.starts_with(' '));
        if let (Some("struct" | "enum" | "trait" | "union" | "type"), Some(name)) = (kind, words.next()) {
            types.push(name.chars().take_while(|letter| letter.is_alphanumeric()).collect());
        }
    }
    types
}

#[test]
fn declarations_are_found() {
    let text = "pub(crate) struct Sum<T> {\n}\nenum Part;\nimpl A for B {\n    type Out = C;\n}\n// struct None\n\
                #[cfg(test)]\nmod tests {\n    struct Part;\n}\n";
    assert_eq!(declared(text), ["Sum", "Part"]);
    assert_eq!(declared("#[cfg(test)]\nmod tests;\n\nstruct Sum;\n"), ["Sum"]);
}

#[test]
fn an_exception_that_nothing_needs_fails() {
    let found = BTreeMap::from([("a".to_owned(), BTreeMap::from([("Sum".to_owned(), 2), ("Part".to_owned(), 1)]))]);
    let of = |name: &str, types: &[&str]| {
        let types = types.iter().map(|&it| it.to_owned()).collect();
        complaints(&found, &BTreeMap::from([(name.to_owned(), types)])).len()
    };
    assert_eq!([of("a", &["Sum"]), of("a", &[]), of("a", &["Sum", "Part"]), of("a", &["Sum", "Gone"])], [0, 1, 1, 1]);
    assert_eq!(of("b", &["Sum"]), 2, "a crate that is not there, and one whose name is not excepted");
}
