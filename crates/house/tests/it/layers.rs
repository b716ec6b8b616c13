//! The floors of a crate, as its `layers.toml` lists them: no path points up.
//!
//! A path is read from the text, so this needs no compiler: whatever follows `crate::`, `super::` or `self::`, with the branches of a `use`
//! tree. What a crate's root re-exports counts as the root, which stands above all, so modules name each other by their own paths.
//!
//! Whether its floors are listed or not, no modules of a folder form a circle, but for those that `exceptions.toml` still has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde::Deserialize;

use crate::exceptions::{Circle, exceptions, none};
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

#[test]
fn no_modules_of_a_folder_form_a_circle() {
    let sources = sources();
    let mut found = Vec::new();
    for folder in fs::read_dir(root().join("crates")).expect("the crates") {
        let name = folder.expect("a crate").file_name().into_string().expect("a name in Unicode");
        found.extend(circles(&format!("crates/{name}/src"), &modules(&sources, &format!("crates/{name}/src/"))));
    }
    let excepted = exceptions().circles;
    let told = |circle: &Circle| format!("{}: {}", circle.folder, circle.modules.join(", "));
    let new = found.iter().filter(|circle| !excepted.contains(circle));
    let mut complaints: Vec<String> = new.map(|circle| format!("{} form a circle", told(circle))).collect();
    let gone = excepted.iter().filter(|circle| !found.contains(circle));
    complaints.extend(gone.map(|circle| format!("{} form no circle; take it off the list", told(circle))));
    none(&complaints);
}

/// The modules below a folder, without those of tests.
fn modules<'f>(sources: &'f [File], folder: &str) -> BTreeMap<Module, &'f str> {
    let ours = sources.iter().filter_map(|file| Some((file.path.strip_prefix(folder)?, file.text.as_str())));
    let mut modules: BTreeMap<Module, &str> =
        ours.filter(|(path, _)| *path != "main.rs").map(|(path, text)| (module_of(path), text)).collect();
    let tests: Vec<Module> = modules.iter().flat_map(|(module, text)| test_modules(module, text)).collect();
    modules.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
    modules
}

/// The modules in files of their own that a module declares for tests alone.
fn test_modules(parent: &Module, text: &str) -> Vec<Module> {
    let declared = text.split("#[cfg(test)]\n").skip(1).filter_map(|rest| {
        let (name, _) = rest.lines().next()?.split_once("mod ")?.1.split_once(';')?;
        Some(parent.iter().cloned().chain([name.to_owned()]).collect())
    });
    declared.collect()
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

/// In every folder, the sets of modules each of which uses all others, by itself or through them.
fn circles(path: &str, modules: &BTreeMap<Module, &str>) -> Vec<Circle> {
    let folders: BTreeSet<&[String]> = modules.keys().filter_map(|module| Some(module.split_last()?.1)).collect();
    let used: Vec<(&Module, BTreeSet<Module>)> =
        modules.iter().map(|(user, text)| (user, used(user, text, modules))).collect();
    let mut circles = Vec::new();
    for folder in folders {
        let mut uses: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
        for (user, used) in used.iter().filter(|(user, _)| user.starts_with(folder)) {
            let Some(name) = user.get(folder.len()) else { continue };
            let others = used.iter().filter(|used| used.starts_with(folder));
            uses.entry(name).or_default().extend(others.filter_map(|used| used.get(folder.len())));
        }
        let reached: BTreeMap<&String, BTreeSet<&String>> =
            uses.keys().map(|&name| (name, reached_from(name, &uses))).collect();
        let mut seen = BTreeSet::new();
        for &name in reached.keys() {
            let circle: Vec<&String> =
                reached[name].iter().copied().filter(|&other| reached[other].contains(name)).collect();
            if circle.len() > 1 && seen.insert(circle.clone()) {
                let folder = [path].into_iter().chain(folder.iter().map(String::as_str)).collect::<Vec<_>>().join("/");
                circles.push(Circle { folder, modules: circle.into_iter().cloned().collect() });
            }
        }
    }
    circles
}

/// What a module uses, by itself or through others.
fn reached_from<'n>(name: &'n String, uses: &BTreeMap<&'n String, BTreeSet<&'n String>>) -> BTreeSet<&'n String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        let next = uses.get(name).into_iter().flatten();
        open.extend(next.filter(|&&next| reached.insert(next)));
    }
    reached
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

#[test]
fn circles_are_found() {
    let circles = |texts: &[(&str, &str)]| {
        let modules = texts.iter().map(|&(path, text)| (module_of(path), text)).collect();
        circles("src", &modules).into_iter().map(|circle| (circle.folder, circle.modules.join(" "))).collect::<Vec<_>>()
    };
    let circle = |folder: &str, modules: &str| (folder.to_owned(), modules.to_owned());
    let [to_a, to_b, to_c] = ["use crate::a::It;", "use crate::b::It;", "use crate::c::It;"];
    assert_eq!(circles(&[("a.rs", to_b), ("b.rs", to_c), ("c.rs", "")]), []);
    assert_eq!(circles(&[("a.rs", to_b), ("b.rs", to_c), ("c.rs", to_b)]), [circle("src", "b c")]);
    assert_eq!(circles(&[("a.rs", to_b), ("b.rs", to_c), ("c.rs", to_a), ("lib.rs", to_a)]), [circle("src", "a b c")]);
    assert_eq!(circles(&[("a.rs", to_b), ("b.rs", ""), ("b/one.rs", to_a), ("b/two.rs", "")]), [circle("src", "a b")]);
    let inside = [("a/mod.rs", ""), ("a/one.rs", "use super::two::It;"), ("a/two.rs", "use crate::a::one::It;")];
    assert_eq!(circles(&inside), [circle("src/a", "one two")]);
    assert_eq!(
        circles(&[
            ("a.rs", "use crate::a::It;\n#[cfg(test)]\nmod tests {\n    use crate::b::It;\n}\n"),
            ("b.rs", to_a)
        ]),
        []
    );
    let declared = "mod a;\n#[cfg(test)]\nmod b;\n#[cfg(test)]\nmod tests {\n}\n";
    assert_eq!(test_modules(&module_of("a/mod.rs"), declared), [module_of("a/b.rs")]);
}
