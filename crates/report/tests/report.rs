//! Whole reports, from the certificate to the folder.

mod fixture;

use std::{collections::BTreeMap, fs, path::Path};

use certificate::{Certificate, Exact};
use report::ReportError;
use tempfile::tempdir;

fn contents(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("folder") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(dir).expect("inside").to_str().expect("name").replace('\\', "/");
                files.insert(name, fs::read(&path).expect("file"));
            }
        }
    }
    files
}

fn written(certificate: &Certificate) -> BTreeMap<String, Vec<u8>> {
    let home = tempdir().expect("temporary folder");
    let dir = home.path().join("report");
    let written = report::write(certificate, &dir).expect("written");
    let files = contents(&dir);
    let mut listed = written.files.clone();
    listed.sort();
    assert_eq!(listed, files.keys().cloned().collect::<Vec<_>>());
    files
}

fn text(files: &BTreeMap<String, Vec<u8>>, name: &str) -> String {
    String::from_utf8(files[name].clone()).expect("UTF-8")
}

#[test]
fn the_same_certificate_gives_the_same_bytes() {
    let certificate = fixture::full();
    let files = written(&certificate);
    assert_eq!(files, written(&certificate));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "charts/edge-by-decks.svg",
            "charts/ev-by-up-card.svg",
            "charts/readings.svg",
            "charts/strategy-large.svg",
            "charts/strategy-medium.svg",
            "charts/strategy-small.svg",
            "composition-exceptions.csv",
            "report.html",
            "report.json",
            "strategy.csv",
        ]
    );
    assert_eq!(text(&files, "report.json"), certificate.to_json().expect("JSON"));
}

#[test]
fn the_page_loads_nothing_and_runs_nothing() {
    let html = text(&written(&fixture::full()), "report.html");
    for load in ["http://", "https://", "src=", "url(", "@import", "<script", "<link", "href=\"/"] {
        assert!(!html.contains(load), "{load}");
    }
}

#[test]
fn hostile_texts_stay_texts() {
    let mut certificate = fixture::full();
    let hostile = "</style><script>alert('x')</script>\"&";
    certificate.item.id = hostile.into();
    certificate.item.title = hostile.into();
    certificate.reading_effects[0].name = hostile.into();
    certificate.reading_effects[0].choices[0].choice = hostile.into();
    certificate.base_game[1].by_up_card[1].signals[0].signal = hostile.into();
    certificate.strategy[0].signal = hostile.into();
    certificate.strategy[0].code = hostile.into();
    certificate.wagers[0].lines[0].name = hostile.into();
    let files = written(&certificate);
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".html") || name.ends_with(".svg")) {
        let text = String::from_utf8(bytes.clone()).expect("UTF-8");
        assert!(!text.contains("<script"), "{name}");
        assert!(text.matches("</style>").count() <= 1, "{name}");
    }
    assert!(files.keys().all(|name| !name.contains("..") && !name.contains('<')));
}

#[test]
fn headline_digits_come_from_the_fraction() {
    let mut certificate = fixture::full();
    // One part in 10^20 above 0.50005%: a float cannot tell the two apart, and falls on the wrong side.
    let digits = "50005000000000000001";
    let edge = Exact { fraction: format!("{digits}/10000000000000000000000"), decimal: "0.9".into() };
    let float: f64 = "0.50005000000000000001".parse().expect("number");
    assert_eq!(format!("{float:.4}"), "0.5000");
    certificate.base_game.truncate(1);
    certificate.base_game[0].house_edge = edge;
    let html = text(&written(&certificate), "report.html");
    assert!(html.contains("<p class=\"number\">0.5001%</p>"));
    assert!(html.contains(&format!("{digits}/10000000000000000000000")), "the fraction stands in the source");
}

#[test]
fn a_negative_house_edge_is_said_in_words() {
    let mut certificate = fixture::full();
    certificate.base_game[0].house_edge = fixture::exact(-3, 1_000);
    certificate.base_game[0].ev = fixture::exact(3, 1_000);
    let html = text(&written(&certificate), "report.html");
    assert!(html.contains("\u{2212}0.3000%"));
    assert!(html.contains("Under TD the house edge is negative: the player has an advantage of 0.3000%"));
}

#[test]
fn the_published_interval_is_answered_in_words() {
    let mut certificate = fixture::full();
    let html = text(&written(&certificate), "report.html");
    assert!(html.contains("Of the 1,536 combinations of readings, each solved exactly under CDZ\u{2212}, none lies"));
    assert!(html.contains("The nearest has a house edge of 0.4150%, below by 0.0150 percentage points; it reads"));
    assert!(html.contains("give 0.4987%, which does not lie inside the published interval: it is above by 0.0087"));

    let published = certificate.published.as_mut().expect("published");
    published.inside = 1;
    published.nearest[0].inside = true;
    published.nearest[0].house_edge = fixture::exact(45, 10_000);
    let html = text(&written(&certificate), "report.html");
    assert!(html.contains("1 lies inside the published interval."));
    assert!(html.contains("That one has a house edge of 0.4500%; it reads dealer-ace as customary and large"));
}

#[test]
fn csv_rows_are_the_document_s() {
    let certificate = fixture::full();
    let files = written(&certificate);
    assert_eq!(text(&files, "strategy.csv").lines().count(), 1 + certificate.strategy.len());
    let exceptions = text(&files, "composition-exceptions.csv");
    assert_eq!(exceptions.lines().count(), 1 + certificate.composition_exceptions.len());
    assert_eq!(exceptions.lines().nth(1), Some("A,small,\"2,3,9\",14,false,stand,hit"));
}

#[test]
fn exposed_hole_cards_complete_the_chart_of_large_ones() {
    let html = text(&written(&fixture::full()), "report.html");
    assert_eq!(html.matches("<table class=\"strategy\">").count(), 3);
    assert_eq!(html.matches("<th scope=\"col\">A+A</th>").count(), 1);
    assert!(html.contains("T+T: up card T, hole card T exposed."));
    assert!(html.contains(">S/H</td>"), "two cards stand, three hit");
}

#[test]
fn a_peek_game_has_one_chart() {
    let mut certificate = fixture::full();
    certificate.strategy.retain(|cell| cell.signal == "small");
    for cell in &mut certificate.strategy {
        cell.signal = if matches!(cell.up.as_str(), "A" | "T") { "no blackjack" } else { "none" }.into();
    }
    let files = written(&certificate);
    assert!(files.contains_key("charts/strategy-none.svg"));
    let html = text(&files, "report.html");
    assert_eq!(html.matches("<table class=\"strategy\">").count(), 1);
    assert!(html.contains("<th scope=\"col\">9</th><th scope=\"col\">T*</th><th scope=\"col\">A*</th>"));
}

#[test]
fn a_certificate_without_anything_optional_renders() {
    let mut certificate = fixture::bare();
    certificate.item.decks = None;
    certificate.item.variation_of = None;
    let files = written(&certificate);
    assert_eq!(files.len(), 4);
    let html = text(&files, "report.html");
    for absent in ["Published", "Side wagers", "Insurance", "Composition exceptions", "<svg", "id=\"edge\""] {
        assert!(!html.contains(absent), "{absent}");
    }
    assert!(html.contains("End of report FIXTURE-0001"));
}

#[test]
fn what_a_game_adds_is_shown_and_what_is_not_computed_is_said() {
    let mut certificate = fixture::full();
    for class in &mut certificate.base_game {
        class.std_dev = None;
        class.by_up_card[1].attack = Some(true);
        class.by_up_card[2].attack = Some(false);
    }
    certificate.doubled_given_up = vec![certificate::DoubledGivenUp {
        up: "9".to_owned(),
        signal: "none".to_owned(),
        hands: vec!["hard 12".to_owned(), "soft 18".to_owned()],
    }];
    let page = text(&written(&certificate), "report.html");
    for words in ["not computed", ">attack<", ">no attack<", "Doubled hands given up", "hard 12, soft 18"] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn figures_that_are_no_fractions_are_shown_as_they_stand() {
    let mut certificate = fixture::full();
    let nonsense = Exact { fraction: "not a number".into(), decimal: String::new() };
    certificate.base_game[0].house_edge = nonsense.clone();
    certificate.base_game[1].by_up_card[0].ev = nonsense.clone();
    certificate.edge_by_decks[0].house_edge.insert("td".into(), nonsense);
    certificate.wagers[0].total = "0".into();
    certificate.edge_by_decks[1].house_edge.insert("td".into(), fixture::exact(i64::MAX, 1));
    assert!(text(&written(&certificate), "report.html").contains("not a number"));
}

#[test]
fn a_report_is_replaced_as_a_whole() {
    let home = tempdir().expect("temporary folder");
    let dir = home.path().join("report");
    report::write(&fixture::full(), &dir).expect("first");
    fs::write(dir.join("stale.txt"), "stale").expect("stale file");
    report::write(&fixture::bare(), &dir).expect("second");
    assert_eq!(contents(&dir).len(), 4);
    assert_eq!(fs::read_dir(home.path()).expect("list").count(), 1, "nothing is left beside it");
}

#[test]
fn a_folder_that_is_no_report_is_refused_and_kept() {
    let home = tempdir().expect("temporary folder");
    let dir = home.path().join("holiday");
    fs::create_dir(&dir).expect("folder");
    fs::write(dir.join("beach.txt"), "sand").expect("file");
    let error = report::write(&fixture::full(), &dir).expect_err("refused");
    assert!(matches!(&error, ReportError::NotAReport(path) if path.ends_with("holiday")));
    assert!(error.to_string().contains("is not a report folder"));
    assert_eq!(contents(&dir).len(), 1);
    assert_eq!(fs::read_dir(home.path()).expect("list").count(), 1);
}
