//! The contents of a page are its sections.

use std::fs;
use std::path::Path;

use crate::fixture;

/// What stands between two texts, wherever it does.
fn between<'a>(html: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    html.split(before).skip(1).filter_map(|rest| Some(rest.split_once(after)?.0)).collect()
}

fn assert_listed(page: &str, html: &str) {
    let nav = html.split_once("<nav").and_then(|(_, rest)| rest.split_once("</nav>")).expect("contents").0;
    let listed = between(nav, "<a href=\"#", "\"");
    assert!(listed.len() > 5, "{page}");
    assert_eq!(listed, between(html, "<section id=\"", "\""), "{page}");
    let titles = between(html, "<section id=\"", "</h2>");
    let titles: Vec<&str> = titles.iter().filter_map(|head| Some(head.split_once("<h2>")?.1)).collect();
    let shown = between(nav, "\">", "</a>");
    assert_eq!(shown, titles, "{page}");
}

#[test]
fn contents_are_the_sections_in_their_order() {
    let files = report::rendered(&fixture::full()).expect("rendered");
    let (_, html) = files.iter().find(|(name, _)| name == "report.html").expect("a page");
    assert_listed("fixture", html);
}

#[test]
fn contents_of_every_committed_report_are_its_sections() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let mut pages = 0;
    for folder in fs::read_dir(reports).expect("reports") {
        let page = folder.expect("a folder").path().join("report.html");
        if let Ok(html) = fs::read_to_string(&page) {
            assert_listed(&page.display().to_string(), &html);
            pages += 1;
        }
    }
    assert!(pages >= 10, "{pages}");
}
