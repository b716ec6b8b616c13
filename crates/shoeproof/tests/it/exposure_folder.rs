//! The folder of an exposure against the answer that it is made from: its tables are read back from the page and the spreadsheets.

use std::collections::BTreeMap;

use num_rational::BigRational;
use shoeproof::{
    Analysis, CeilingShoes, EXPOSURE_FILE, Exact, Exposure, ExposureWant, Failure, Ramp, Silent, TableSeats,
    count_system, exposure_files, rounded_percent,
};

/// One deck, pairs split once.
fn analysis(title: &str) -> Analysis {
    let text = format!(
        "format = 1\nid = \"one\"\ntitle = {title:?}\ngame = \"plain-blackjack\"\ndecks = 1\n[options]\nmax-hands = \"2\"\n\
         [report]\ndate = \"2026-11-25\"\nclient = \"-\"\nauthoriser = \"-\"\n"
    );
    Analysis::from_toml(&text).expect("an analysis")
}

fn asked(analysis: &Analysis, want: &ExposureWant) -> (Exposure, BTreeMap<String, String>) {
    let exposure = analysis.exposure(want, &Silent).expect("an answer");
    let files = exposure_files(analysis, &exposure).expect("files").into_iter().collect();
    (exposure, files)
}

/// The cells of the rows of the body of a table by the label of what scrolls it.
fn table(page: &str, label: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once(&format!("aria-label=\"{label}\"")).unwrap_or_else(|| panic!("no table {label}"));
    let body = rest.split_once("<tbody>").and_then(|(_, rest)| rest.split_once("</tbody>")).expect("a body").0;
    let text = |cell: &str| {
        let (_, inside) = cell.split_once('>').expect("a cell");
        let mut text = String::new();
        let mut is_tag = false;
        for letter in inside.chars() {
            match letter {
                '<' => is_tag = true,
                '>' => is_tag = false,
                other if !is_tag => text.push(other),
                _ => {}
            }
        }
        text.replace("&nbsp;", "").trim().to_owned()
    };
    let cells = |row: &str| {
        let row = row.replace("<th", "\u{1}").replace("<td", "\u{1}");
        row.split('\u{1}').skip(1).map(text).collect()
    };
    body.split("<tr").skip(1).map(cells).collect()
}

/// The lines of a spreadsheet, each by the names of its columns; no field here is quoted.
fn lines(text: &str) -> Vec<BTreeMap<&str, &str>> {
    assert!(!text.contains('"'), "{text}");
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().expect("a header").split(',').collect();
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(fields.len(), names.len(), "{line}");
            names.iter().copied().zip(fields).collect()
        })
        .collect()
}

fn percent(exact: &Exact, places: u32) -> String {
    format!("{}%", exact.percent(places).replace('-', "\u{2212}"))
}

fn signed(exact: &Exact) -> String {
    let text = exact.rounded(0).replace('-', "\u{2212}");
    if text == "0" || text.starts_with('\u{2212}') { text } else { format!("+{text}") }
}

/// Whether the page shows a count.
fn is_shown(probability: &Exact) -> bool {
    probability.value().is_some_and(|chance| chance >= BigRational::new(1.into(), 2_000_000.into()))
}

#[test]
fn every_count_is_in_the_page_and_in_the_spreadsheet() {
    let analysis = analysis("One deck");
    let want = ExposureWant { seen: vec![7, 13], variance: false, ..ExposureWant::default() };
    let (exposure, files) = asked(&analysis, &want);
    assert_eq!(files["exposure.json"], serde_json::to_string_pretty(&exposure).expect("JSON") + "\n");
    let mut csv = lines(&files["by-count.csv"]).into_iter();
    for depth in &exposure.depths {
        let title = format!("EV by count with {} of 52 cards seen", depth.seen[0]);
        let mut rows = table(&files[EXPOSURE_FILE], &title).into_iter();
        let mut insurance = table(&files[EXPOSURE_FILE], "Insurance by count").into_iter();
        for row in &depth.rows {
            let line = csv.next().expect("a line");
            assert_eq!(line["seen_from"], depth.seen[0].to_string());
            assert_eq!((line["ev_fraction"], line["ev"]), (row.ev.fraction.as_str(), row.ev.decimal.as_str()));
            assert_eq!(line["probability_fraction"], row.probability.fraction);
            assert_eq!(line["insurance_ev_fraction"], row.insurance_ev.as_ref().map_or("", |ev| &ev.fraction));
            if !is_shown(&row.probability) {
                continue;
            }
            let shown = rows.next().expect("a row");
            assert_eq!(shown[0], signed(&row.count));
            assert_eq!((&shown[2], &shown[4]), (&percent(&row.probability, 4), &percent(&row.ev, 4)));
            if let Some(ev) = row.insurance_ev.as_ref().filter(|_| depth.seen[0] == 13) {
                let shown = insurance.next().expect("a row");
                assert_eq!((&shown[0], &shown[2]), (&signed(&row.count), &percent(ev, 4)));
            }
        }
        assert_eq!(rows.next(), None);
    }
    assert_eq!(csv.next(), None);
}

/// Bets, penetrations, the index table and tags, with the risk of ruin of a bank.
#[test]
#[ignore = "long; `just slow`"]
fn what_is_asked_besides_has_its_tables() {
    let analysis = analysis("One deck");
    let want = ExposureWant {
        up_to: Some(20),
        indices: Some(3),
        ramp: Some(Ramp::stated("1:2,2:4", 1).expect("a ramp")),
        bank: Some(300),
        tags_up_to: Some(1),
        seats: Some(TableSeats { seats: 2, shoes: 1, seed: 4 }),
        ..ExposureWant::default()
    };
    let (exposure, files) = asked(&analysis, &want);
    let depth = &exposure.depths[0];
    let page = &files[EXPOSURE_FILE];
    let ramp = depth.ramp.as_ref().expect("a ramp");
    let shown: Vec<_> = depth.rows.iter().zip(&ramp.units).filter(|(row, _)| is_shown(&row.probability)).collect();
    let units = table(page, "Units by count");
    assert_eq!(units.len(), shown.len());
    for (cells, (row, units)) in units.iter().zip(shown) {
        assert_eq!((&cells[0], &cells[3]), (&signed(&row.count), &units.rounded(2)));
    }
    let bets = lines(&files["bets.csv"]);
    assert!(bets.iter().zip(&ramp.units).all(|(line, units)| line["units_fraction"] == units.fraction));
    let won = lines(&files["win-rate.csv"]);
    assert_eq!((won.len(), won[0]["win_fraction"], won[0]["play"]), (1, ramp.win.fraction.as_str(), "indices"));
    // The deviation of the bets is that of the play by the index table.
    let value = |exact: &Exact| exact.value().expect("a fraction");
    let indices = depth.indices.as_ref().expect("a table");
    let mut variance = -value(&ramp.win) * value(&ramp.win);
    for (at, (row, units)) in depth.rows.iter().zip(&ramp.units).enumerate() {
        let (ev, units) = (value(&indices.evs[at]), value(units));
        variance += value(&row.probability) * &units * &units * (value(&indices.std_devs[at].squared) + &ev * &ev);
    }
    assert_eq!(value(&ramp.std_dev.as_ref().expect("asked for").squared), variance);
    let by_count = lines(&files["by-count.csv"]);
    assert!(
        by_count
            .iter()
            .zip(&indices.std_devs)
            .all(|(line, root)| line["variance_by_indices_fraction"] == root.squared.fraction)
    );
    assert!(by_count.iter().any(|line| line["variance_by_indices_fraction"] != line["variance_fraction"]));
    let shoe = ramp.shoe.as_ref().expect("asked for");
    let shoes = lines(&files["shoes.csv"]);
    assert_eq!(shoes.len(), 1 + exposure.penetrations.len());
    let told = |name: &str| shoes[0][name].to_owned();
    assert_eq!(["seats", "shoes", "play"].map(told), ["2", "4096", "indices"]);
    assert_eq!(
        ["win_per_shoe", "rounds_per_shoe"].map(told),
        [shoe.win.estimate.clone(), shoe.rounds.estimate.clone()]
    );
    let of_shoe = table(page, "What the bets win of a shoe");
    let rounds: f64 = shoe.rounds.estimate.parse().expect("a number");
    assert_eq!(of_shoe[0], ["Rounds".to_owned(), format!("{rounds:.2}")]);
    assert!(page.contains("With 2 players in a round") && page.contains("4,096 shoes were dealt"));
    let ruin = ramp.ruin.as_ref().expect("a risk");
    assert_eq!((won[0]["bank"], won[0]["risk_of_ruin"]), ("300", ruin.risk.as_str()));
    assert!(page.contains("Risk of ruin with a bank of 300 units"));
    let penetration = lines(&files["penetration.csv"]);
    assert_eq!(penetration.len(), exposure.penetrations.len());
    for (line, one) in penetration.iter().zip(&exposure.penetrations) {
        assert_eq!((line["seen_up_to"], line["win_fraction"]), (&*one.up_to.to_string(), &*one.ramp.win.fraction));
    }
    let played = table(page, "Index table");
    assert_eq!(played.iter().filter(|row| row.last().is_some_and(|cell| cell == "yes")).count(), 3);
    let printed = indices.rows.iter().map(|row| percent(&row.gain, 4)).filter(|gain| gain != "0.0000%");
    assert!(printed.eq(played.iter().map(|row| row[row.len() - 2].clone())));
    let plays: usize = indices.rows.iter().map(|row| row.plays.len()).sum();
    assert_eq!(files["indices.csv"].lines().count(), plays + 1);
    let effects = lines(&files["effects-of-removal.csv"]);
    assert!(effects.iter().zip(&exposure.tags[0].effects).all(|(line, one)| line["effect_fraction"] == one.fraction));
    assert!(files.contains_key("charts/ev-by-count.svg") && files.contains_key("tags.csv"));
}

#[test]
fn titles_of_others_are_text() {
    let mut count = count_system("hi-lo").expect("a count");
    count.title = "<img src=x> & \"mine\"".to_owned();
    let want = ExposureWant { count, seen: vec![13], variance: false, ..ExposureWant::default() };
    let (_, files) = asked(&analysis("A <script>alert(1)</script>"), &want);
    let page = &files[EXPOSURE_FILE];
    assert!(!page.contains("<script") && !page.contains("<img"));
    assert!(
        page.contains("A &lt;script&gt;alert(1)&lt;/script&gt;")
            && page.contains("&lt;img src=x&gt; &amp; &quot;mine&quot;")
    );
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let one = analysis("One deck");
    let want = ExposureWant { seen: vec![7], variance: false, ..ExposureWant::default() };
    let exposure = one.exposure(&want, &Silent).expect("an answer");
    let other = one.set("decks=2").expect("two decks");
    assert!(matches!(exposure_files(&other, &exposure), Err(Failure::Asked(_))));
    for want in [ExposureWant { bank: Some(10), ..want.clone() }, ExposureWant { bank: Some(0), ..want }] {
        assert!(matches!(one.exposure(&want, &Silent), Err(Failure::Asked(_))));
    }
}

/// The ceiling of the answer stands in the page, with its interval, and in the spreadsheet.
#[test]
fn the_ceiling_is_in_the_page_and_in_the_spreadsheet() {
    let analysis = analysis("One deck");
    let want = ExposureWant {
        seen: vec![13],
        variance: false,
        ramp: Some(Ramp::Best { least: 1, most: 8 }),
        ceiling: Some(CeilingShoes { shoes: 100, seed: 1 }),
        ..ExposureWant::default()
    };
    let (exposure, files) = asked(&analysis, &want);
    let ceiling = exposure.depths[0].ceiling.as_ref().expect("asked for");
    let spread = ceiling.spread.as_ref().expect("a spread");
    let told = |decimal: &str| rounded_percent(decimal, 4).replace('-', "\u{2212}");
    let rows = table(&files[EXPOSURE_FILE], "The ceiling with 13 of 52 cards seen");
    let insurance = ceiling.insurance.as_ref().expect("insurance");
    let estimates = [&ceiling.ev, insurance, &ceiling.win, &spread.win];
    let lines = lines(&files["ceiling.csv"]);
    assert_eq!((rows.len(), lines.len()), (estimates.len(), estimates.len() + 1));
    for ((row, line), estimate) in rows.iter().zip(&lines).zip(estimates) {
        assert_eq!(row[1], told(&estimate.estimate));
        assert_eq!(row[2], format!("{} to {}", told(&estimate.interval[0]), told(&estimate.interval[1])));
        assert_eq!([line["win"], line["standard_error"]], [&estimate.estimate, &estimate.standard_error]);
        assert_eq!([line["interval_from"], line["interval_to"]], estimate.interval.each_ref().map(String::as_str));
    }
    for (at, count) in [(2, &ceiling.count), (3, &spread.count)] {
        let reached = count.reached.as_ref().expect("a win");
        assert_eq!(format!("{}%", rows[at][3]), percent(&count.win, 4));
        assert_eq!(lines[at]["count_win_fraction"], count.win.fraction);
        assert_eq!(lines[at]["reached"], reached.estimate);
        assert_eq!(rows[at][4], rounded_percent(&reached.estimate, 1));
    }
    assert_eq!(lines[4]["win"], ceiling.favourable.estimate);
}
