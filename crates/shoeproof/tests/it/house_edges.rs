//! The page of house edges against the committed reports, which are checked: a page that was not made anew says what is not so.

use std::fs;
use std::path::Path;

use certificate::Exact;
use report::negated;
use serde_json::Value;

/// A report that shows what a laboratory states, and is of no analysis of the page.
const EXAMPLE: &str = "example-finished-report";

fn exact(value: &Value) -> Exact {
    serde_json::from_value(value.clone()).expect("an exact number")
}

fn percent(edge: &Exact) -> String {
    format!("{}%", edge.percent(4))
}

/// What the choices of a combination change of the report's own.
fn changes(combination: &Value, chosen: &Value) -> String {
    let own = chosen["choices"].as_object().expect("choices");
    let of_combination = combination["choices"].as_object().expect("choices").iter();
    let changed = of_combination.filter(|(name, choice)| own[*name] != **choice);
    let named: Vec<String> =
        changed.map(|(name, choice)| format!("`{name} = {}`", choice.as_str().expect("a name"))).collect();
    if named.is_empty() { "as chosen".to_owned() } else { named.join(", ") }
}

/// The lines that a report asks for: what is changed, and its house edges.
fn lines(report: &Value) -> Vec<String> {
    let class = |name: &str| {
        let classes = report["base_game"].as_array().expect("classes");
        percent(&exact(&classes.iter().find(|class| class["strategy"] == name).expect("a class")["house_edge"]))
    };
    let mut all = vec![format!("| as chosen | {} | {} |", class("td"), class("cdz"))];
    for effect in report["reading_effects"].as_array().expect("readings") {
        let name = effect["name"].as_str().expect("a name");
        for choice in effect["choices"].as_array().expect("choices").iter().filter(|choice| choice["chosen"] == false) {
            let (of, ev) = (choice["choice"].as_str().expect("a name"), &choice["ev"]);
            let [td, cdz] = ["td", "cdz"].map(|class| percent(&negated(&exact(&ev[class]))));
            all.push(format!("| `{name} = {of}` | {td} | {cdz} |"));
        }
    }
    let combinations = &report["combinations"];
    if combinations.is_object() {
        let number = &combinations["number"];
        for (words, which) in [
            ("the text literally throughout".to_owned(), "literal"),
            ("custom throughout".to_owned(), "customary"),
            (format!("most adverse to the player of {number} combinations"), "largest"),
            (format!("most adverse to the house of {number} combinations"), "smallest"),
        ] {
            let one = &combinations[which];
            let changed = changes(one, &combinations["chosen"]);
            all.push(format!("| {words}: {changed} |  | {} |", percent(&exact(&one["house_edge"]))));
        }
    }
    all
}

#[test]
fn the_page_of_house_edges_is_that_of_the_reports() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/house-edges.md")).expect("the page");
    let mut seen = 0;
    for entry in fs::read_dir(root.join("reports")).expect("reports") {
        let Ok(report) = fs::read(entry.expect("an entry").path().join("report.json")) else { continue };
        let report: Value = serde_json::from_slice(&report).expect("a report");
        if report["item"]["id"] == EXAMPLE {
            continue;
        }
        let title = report["item"]["title"].as_str().expect("a title");
        let rows = page.lines().skip_while(|line| !line.starts_with(&format!("| {title} |")));
        let rows: Vec<&str> = rows
            .enumerate()
            .take_while(|(at, line)| *at == 0 || line.starts_with("|  |"))
            .map(|(_, line)| line)
            .collect();
        let expected = lines(&report);
        assert_eq!(rows.len(), expected.len(), "{title}: `just edges` makes the page again");
        for line in expected {
            assert!(rows.iter().any(|row| row.contains(&line)), "{title}: {line}: `just edges` makes the page again");
        }
        seen += 1;
    }
    assert_eq!(seen, 10);
}
