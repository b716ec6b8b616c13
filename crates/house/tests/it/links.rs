//! What pages point at is there: links, anchors, and paths of the code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::exceptions::none;
use crate::files::{File, pages, pages_of_crates, root};

#[test]
fn every_link_leads_somewhere() {
    let mut pages = pages();
    pages.extend(pages_of_crates());
    let complaints = pages.iter().flat_map(|page| {
        links(&page.text).into_iter().filter_map(|link| {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { page.path.clone() } else { beside(&page.path, path) };
            let complaint = match fs::read_to_string(root().join(&target)) {
                _ if !root().join(&target).exists() => "leads to no file",
                Ok(text) if !anchor.is_empty() && !anchors(&text).contains(anchor) => "leads to no heading",
                Err(_) if !anchor.is_empty() => "has an anchor into what is no text",
                _ => return None,
            };
            Some(format!("{}: `{link}` {complaint}", page.path))
        })
    });
    none(&complaints.collect::<Vec<_>>());
}

#[test]
fn every_path_of_the_code_is_there() {
    // The change log tells of the past.
    let pages = pages().into_iter().filter(|page| page.path != "CHANGELOG.md");
    let complaints = pages.flat_map(|File { path, text }| {
        let gone = code(&text).into_iter().filter(|code| is_path(code) && !root().join(code).exists());
        gone.map(|code| format!("{path}: `{code}` is not there")).collect::<Vec<_>>()
    });
    none(&complaints.collect::<Vec<_>>());
}

#[test]
fn every_page_is_linked_from_the_top() {
    let mut reached = BTreeSet::from(["README.md".to_owned()]);
    let pages = pages();
    loop {
        let linked: BTreeSet<String> = pages
            .iter()
            .filter(|page| reached.contains(&page.path))
            .flat_map(|page| {
                let paths = links(&page.text).into_iter().filter_map(|link| {
                    let path = link.split('#').next().unwrap_or_default().to_owned();
                    (!path.is_empty()).then(|| beside(&page.path, &path))
                });
                paths.collect::<Vec<_>>()
            })
            .collect();
        if linked.is_subset(&reached) {
            break;
        }
        reached.extend(linked);
    }
    let lost = pages.iter().filter(|page| !reached.contains(&page.path) && page.path != "CHANGELOG.md");
    none(&lost.map(|page| format!("{}: no way leads there from README.md", page.path)).collect::<Vec<_>>());
}

/// Links of a page that lead to other files of the workspace, or to headings.
fn links(text: &str) -> Vec<String> {
    let text = without_code(text);
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.contains("://") && !link.starts_with("mailto:")).map(str::to_owned).collect()
}

/// The path of a link in a page, from the workspace's folder.
fn beside(page: &str, link: &str) -> String {
    let mut path = PathBuf::from(page);
    path.pop();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path.to_string_lossy().into_owned()
}

/// What headings are linked by.
fn anchors(text: &str) -> BTreeSet<String> {
    let text = without_fences(text);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

/// As GitHub makes them: small letters, spaces as hyphens, no punctuation.
fn anchor(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let kept = lower.chars().filter(|&letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Text in backquotes, one piece each.
fn code(text: &str) -> Vec<String> {
    let text = without_fences(text);
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Whether this names a file or folder of the code. What has a wildcard or a list stands for several.
fn is_path(code: &str) -> bool {
    ["crates/", "benches/", "fuzz/", "games/", "analyses/", "examples/", "docs/"]
        .iter()
        .any(|folder| code.starts_with(folder))
        && !code.contains(['*', '{', ' ', '<', 'N'])
}

fn without_fences(text: &str) -> String {
    let mut fenced = false;
    let kept = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        !fenced && !is_fence
    });
    kept.collect::<Vec<_>>().join("\n")
}

fn without_code(text: &str) -> String {
    let text = without_fences(text);
    let lines = text.lines().map(|line| line.split('`').step_by(2).collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn links_and_anchors_are_read_as_they_are_shown() {
    let text = "# Top\n\n## CDZ-, `x` and *y*\nSee [a](b.md#c), [web](https://a.b) and `[no](link)`.\n```\n[no](either)\n## No\n```\n";
    assert_eq!(links(text), ["b.md#c"]);
    assert_eq!(anchors(text), BTreeSet::from(["top".to_owned(), "cdz--x-and-y".to_owned()]));
    assert_eq!(beside("docs/design/a.md", "../games.md"), "docs/games.md");
    assert_eq!(code("a `b` c `d e`"), ["b", "d e"]);
    assert!(is_path("crates/house") && !is_path("crates/*/src") && !is_path("solve"));
}
