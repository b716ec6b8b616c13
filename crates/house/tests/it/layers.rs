//! The floors of a crate, as its `layers.toml` lists them: no path points up.
//!
//! A path is read from the text, so this needs no compiler: whatever follows `crate::`, `super::` or `self::`, with the branches of a `use`
//! tree. What a crate's root re-exports counts as the root, which stands above all, so modules name each other by their own paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde::Deserialize;

use crate::exceptions::none;
use crate::files::{File, root, sources};

/// The modules of a folder, the lowest first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Layer {
    order: Vec<String>,
}

/// A module: the names on the way to it from the crate's root, which has none.
type Module = Vec<String>;

#[test]
fn no_path_points_up() {
    let sources = sources();
    let mut complaints = Vec::new();
    let mut layered = 0;
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let folder = folder.expect("a crate");
        let Ok(text) = fs::read_to_string(folder.path().join("layers.toml")) else { continue };
        layered += 1;
        let name = folder.file_name().into_string().expect("a name in Unicode");
        let layers = toml::from_str(&text).expect("layers.toml");
        let modules = modules(&sources, &format!("crates/{name}/src/"));
        complaints.extend(refused(&modules, &layers).into_iter().map(|it| format!("{name}: {it}")));
    }
    assert!(layered > 0, "no crate has floors");
    none(&complaints);
}

fn modules<'f>(sources: &'f [File], folder: &str) -> BTreeMap<Module, &'f str> {
    let ours = sources.iter().filter_map(|file| Some((file.path.strip_prefix(folder)?, file.text.as_str())));
    ours.filter(|(path, _)| *path != "main.rs").map(|(path, text)| (module_of(path), text)).collect()
}

fn module_of(path: &str) -> Module {
    let mut names: Module = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|last| last == "mod" || last == "lib") {
        names.pop();
    }
    names
}

fn refused(modules: &BTreeMap<Module, &str>, layers: &BTreeMap<String, Layer>) -> BTreeSet<String> {
    let mut complaints = BTreeSet::new();
    for (folder, layer) in layers {
        let folder: Module = folder.split('/').filter(|part| *part != ".").map(str::to_owned).collect();
        let there: BTreeSet<&String> = modules
            .keys()
            .filter(|module| module.len() == folder.len() + 1 && module.starts_with(&folder))
            .filter_map(|module| module.last())
            .collect();
        let listed: BTreeSet<&String> = layer.order.iter().collect();
        complaints.extend(
            listed
                .symmetric_difference(&there)
                .map(|name| format!("`{name}` of {} is not both a module and in layers.toml", at(&folder))),
        );
        // The folder's own file stands above its modules, and only names them.
        let floor = |module: &Module| match module.get(folder.len()) {
            Some(name) => layer.order.iter().position(|listed| listed == name),
            None => Some(usize::MAX),
        };
        for (user, text) in modules.iter().filter(|(user, _)| user.len() > folder.len() && user.starts_with(&folder)) {
            let used = used(user, text, modules);
            for used in used.iter().filter(|used| used.starts_with(&folder)) {
                if let (Some(below), Some(above)) = (floor(user), floor(used))
                    && below < above
                {
                    complaints.insert(format!("{} uses {}, which stands above it", at(user), at(used)));
                }
            }
        }
    }
    complaints
}

fn at(module: &Module) -> String {
    if module.is_empty() { "the crate's root".to_owned() } else { module.join("::") }
}

/// The modules that a module's code names outside its tests.
fn used(user: &Module, text: &str, modules: &BTreeMap<Module, &str>) -> BTreeSet<Module> {
    // A module of tests stands at the end of its file.
    let tests = text.match_indices("#[cfg(test)]\n").find(|(index, mark)| {
        let next = text[index + mark.len()..].lines().next().unwrap_or_default();
        next.contains("mod ") && next.ends_with('{')
    });
    let code = tests.map_or(text, |(index, _)| &text[..index]);
    let code: String =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect();
    let mut used = BTreeSet::new();
    for path in paths(&code) {
        let (mut base, rest) = match path[0].as_str() {
            "crate" => (Module::new(), &path[1..]),
            _ => (user.clone(), &path[..]),
        };
        let mut names = rest.iter().skip_while(|name| *name == "self").peekable();
        while names.next_if(|name| *name == "super").is_some() {
            base.pop();
        }
        base.extend(names.cloned());
        // The longest beginning that is a module: what follows is an item of it.
        while !modules.contains_key(&base) && base.pop().is_some() {}
        used.insert(base);
    }
    used
}

/// Every path that begins at `crate`, `super` or `self`.
fn paths(code: &str) -> Vec<Module> {
    let mut found = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (index, _) in code.match_indices(start) {
            let before = code[..index].chars().next_back();
            if !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':' || letter == '$')
            {
                branches(&code[index..], &Module::new(), &mut found);
            }
        }
    }
    found
}

/// Adds what a path or tree at the beginning of some code names, and gives how long it is.
fn branches(code: &str, stem: &Module, found: &mut Vec<Module>) -> usize {
    if let Some(inside) = code.strip_prefix('{') {
        let mut length = 1;
        loop {
            let rest = &inside[length - 1..];
            let space = rest.len() - rest.trim_start().len();
            length += space;
            let rest = &rest[space..];
            match rest.chars().next() {
                Some('}') => return length + 1,
                Some(',') => length += 1,
                Some(_) => {
                    let taken = branches(rest, stem, found);
                    let after = rest[taken..].find([',', '}']).unwrap_or(rest.len() - taken);
                    length += taken + after;
                }
                None => return length,
            }
        }
    }
    let name: String = code.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    let mut path = stem.clone();
    if !name.is_empty() {
        path.push(name.clone());
    }
    match code[name.len()..].strip_prefix("::") {
        Some(rest) if !name.is_empty() => name.len() + 2 + branches(rest, &path, found),
        _ => {
            found.push(path);
            name.len()
        }
    }
}

#[test]
fn trees_of_paths_are_followed() {
    let code = "use crate::{a::b, c::{self, D}};\nlet x = super::e::F::new(mycrate::g);\n";
    let found: Vec<String> = paths(code).iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["crate::a::b", "crate::c::self", "crate::c::D", "super::e::F::new"]);
}

#[test]
fn a_path_that_points_up_is_refused() {
    let layers = toml::from_str("[\".\"]\norder = [\"low\", \"high\"]\n[\"high\"]\norder = [\"one\", \"two\"]\n")
        .expect("layers");
    let complaints = |low: &str, one: &str| {
        let modules = [("lib.rs", ""), ("low.rs", low), ("high/mod.rs", ""), ("high/one.rs", one), ("high/two.rs", "")];
        refused(&modules.iter().map(|&(path, text)| (module_of(path), text)).collect(), &layers).len()
    };
    assert_eq!(complaints("", "use crate::low::It;"), 0);
    assert_eq!(complaints("use crate::high::It;", ""), 1);
    assert_eq!(complaints("use crate::It;", ""), 1, "the root stands above all");
    assert_eq!(complaints("#[cfg(test)]\nmod tests {\n    use crate::high::It;\n}\n", ""), 0);
    assert_eq!(complaints("", "use super::two::It;"), 1);
    assert_eq!(complaints("", "fn it() -> super::It {}"), 1, "the folder's file stands above its modules");
    let unlisted = [("new.rs", "")].map(|(path, text)| (module_of(path), text)).into_iter().collect();
    assert_eq!(refused(&unlisted, &layers).len(), 5, "each must be both there and listed");
}
