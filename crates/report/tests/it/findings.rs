//! What the page says above its drawings.

use std::collections::BTreeMap;

use certificate::ReportDocument;

use crate::fixture;

fn page(document: &ReportDocument) -> String {
    let mut files: BTreeMap<String, String> = report::rendered(document).expect("rendered").into_iter().collect();
    files.remove("report.html").expect("a page")
}

/// Where there was one side wager, the page said "None" above its drawing.
#[test]
fn one_side_wager_has_a_finding_of_its_own() {
    let mut document = fixture::full();
    assert!(page(&document).contains("<p class=\"finding\">Side wagers hold from "));
    let one = document.wagers.iter().find(|wager| wager.chosen).expect("a wager").clone();
    document.wagers = vec![one.clone()];
    let html = page(&document);
    assert!(html.contains(&format!("<p class=\"finding\">The side wager ({}, {}) holds ", one.title, one.paytable)));
    assert!(!html.contains(">None<") && !html.contains("=\"None "));

    let mut twin = one;
    twin.paytable = "twin".to_owned();
    document.wagers.push(twin);
    assert!(page(&document).contains("<p class=\"finding\">Every side wager holds "));
}
