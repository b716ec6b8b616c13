//! The library's pages name every function that the library has.

use std::collections::BTreeSet;

use crate::exceptions::none;
use crate::files::{pages, sources};

const PAGES: [&str; 2] = ["docs/library.md", "docs/library-more.md"];
const LIBRARY: &str = "crates/shoeproof/src/";

#[test]
fn every_function_of_the_library_is_on_a_page() {
    let pages: Vec<String> =
        pages().into_iter().filter(|page| PAGES.contains(&page.path.as_str())).map(|page| page.text).collect();
    let named: BTreeSet<&str> = pages.iter().flat_map(|page| code(page)).flat_map(words).collect();
    let sources: Vec<_> = sources().into_iter().filter(|file| file.path.starts_with(LIBRARY)).collect();
    let mut functions: BTreeSet<&str> = sources.iter().flat_map(|file| methods(&file.text)).collect();
    let root = sources.iter().find(|file| file.path == format!("{LIBRARY}lib.rs")).expect("the library's root");
    functions.extend(exported(&root.text));
    assert!(functions.len() > 50, "only {} functions found", functions.len());
    let missing = functions.iter().filter(|name| !named.contains(*name) && !PLAIN.contains(*name));
    none(&missing.map(|name| format!("`{name}` is on no page of the library")).collect::<Vec<_>>());
}

/// Names that say by themselves what they give.
const PLAIN: [&str; 4] = ["id", "title", "submission", "new"];

/// What stands as code on a page: between backticks.
fn code(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// Public functions of [`Analysis`], in whichever module.
fn methods(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "impl Analysis {" | "impl crate::Analysis {" | "impl crate::analysis::Analysis {" => inside = true,
            "}" => inside = false,
            _ => {}
        }
        found
            .extend(line.strip_prefix("    pub fn ").filter(|_| inside).and_then(|rest| rest.split(['(', '<']).next()));
    }
    found
}

/// What `pub use` exports under names that begin with a small letter, which functions alone have.
fn exported(text: &str) -> Vec<&str> {
    let uses = text.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let leaves = uses.flat_map(|tree| match tree.split_once('{') {
        Some((_, leaves)) => leaves.trim_end_matches('}').split(',').collect::<Vec<_>>(),
        None => vec![tree.rsplit("::").next().unwrap_or(tree)],
    });
    let names = leaves.filter_map(|leaf| leaf.trim().rsplit(' ').next());
    names.filter(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase())).collect()
}

#[test]
fn exports_and_methods_are_found() {
    let text = "\npub use a::b;\npub use c::{D, e,\n    F};\npub use g::h as i;\n";
    assert_eq!(exported(text), ["b", "e", "i"]);
    assert_eq!(
        methods("impl Analysis {\n    pub fn a(&self) {\n    }\n    fn b() {}\n}\nimpl C {\n    pub fn d() {}\n}\n"),
        ["a"]
    );
}
