//! Whole reports, from the certificate to the folder.

use std::{collections::BTreeMap, fs, path::Path};

use certificate::{Bracket, Exact, PerfectBracket, ReportDocument};
use report::ReportError;
use tempfile::tempdir;

use crate::fixture;

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

fn written(certificate: &ReportDocument) -> BTreeMap<String, Vec<u8>> {
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
            "charts/adverse-readings.svg",
            "charts/edge-by-decks.svg",
            "charts/ev-by-up-card.svg",
            "charts/hold-by-paytable.svg",
            "charts/hold.svg",
            "charts/net-results.svg",
            "charts/progressive-meter-fixture.svg",
            "charts/progressive-played.svg",
            "charts/readings.svg",
            "charts/strategy-large.svg",
            "charts/strategy-medium.svg",
            "charts/strategy-small.svg",
            "composition-exceptions.csv",
            "maximum-payouts.csv",
            "report.html",
            "report.json",
            "results.csv",
            "simulation.csv",
            "strategy.csv",
            "wagers.csv",
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
    for wager in &mut certificate.wagers {
        for text in [&mut wager.title, &mut wager.clause, &mut wager.paytable, &mut wager.lines[0].name] {
            *text = hostile.into();
        }
        wager.id.push_str(hostile);
        wager.fate.bust = hostile.into();
        wager.reading.insert(hostile.into(), hostile.into());
        wager.lines[1].meter_share = Some(hostile.into());
        if let Some(run) = wager.progressive.as_mut().and_then(|progressive| progressive.long_run.first_mut()) {
            for text in [&mut run.reserve_goes, &mut run.part_hits, &mut run.mean_start, &mut run.rtp] {
                *text = hostile.into();
            }
        }
        if let Some(maximum) = &mut wager.maximum {
            maximum.line = hostile.into();
        }
        if let Some(played) = &mut wager.played {
            for text in [&mut played.alone.changes[0].hand, &mut played.breakpoints[0].changes[0].signal] {
                *text = hostile.into();
            }
        }
        if let Some(parlay) = &mut wager.parlay {
            parlay.adds = hostile.into();
            parlay.hands[0].hand = hostile.into();
            parlay.hands[0].against[0] = hostile.into();
        }
    }
    if let Some(simulation) = &mut certificate.simulation {
        let figure = &mut simulation.groups[0].figures[0];
        for text in
            [&mut figure.name, &mut figure.z, &mut figure.rounds, &mut figure.standard_error, &mut simulation.seed]
        {
            *text = hostile.into();
        }
        simulation.not_compared.push(hostile.into());
    }
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
fn a_bracket_of_perfect_play_is_rounded_outwards() {
    let mut certificate = fixture::full();
    certificate.base_game.truncate(2);
    let between = |low: &str, high: &str| Bracket { low: low.into(), high: high.into() };
    let (ev, edge) = (between("-0.001649121", "0.000000001"), between("-0.0000001", "0.1649121"));
    certificate.perfect_bracket = Some(PerfectBracket { ev, house_edge_percent: edge });
    let files = written(&certificate);
    let html = text(&files, "report.html");
    assert!(html.contains("\u{2212}0.0001% and 0.1650%"), "to four places, outwards");
    assert!(html.contains("EV between \u{2212}0.00164913 and 0.00000001"), "to eight");
    assert!(html.contains("bracketed, not solved"));
    assert!(text(&files, "report.json").contains("perfect_bracket"));
    certificate.perfect_bracket = None;
    assert!(!text(&written(&certificate), "report.json").contains("perfect_bracket"));
}

#[test]
fn a_negative_house_edge_is_said_in_words() {
    let mut certificate = fixture::full();
    certificate.base_game[0].house_edge = fixture::exact(-3, 1_000);
    certificate.base_game[0].ev = fixture::exact(3, 1_000);
    let html = text(&written(&certificate), "report.html");
    assert!(html.contains("\u{2212}0.3000%"));
    assert!(
        html.contains(
            "The house edge is negative: of the initial wager the player has an advantage of 0.3000% under TD"
        )
    );
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
fn every_outcome_of_every_wager_is_in_the_spreadsheet() {
    let certificate = fixture::full();
    let table = text(&written(&certificate), "wagers.csv");
    let outcomes: usize = certificate.wagers.iter().map(|wager| wager.lines.len()).sum();
    assert_eq!(table.lines().count(), 1 + outcomes);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(
        rows[0],
        "id,paytable,reading,chosen,line,combinations,total,pays,meter_share,probability,contribution,share_of_return"
    );
    let decimals = [(6_100, 48_205), (24_400, 48_205), (30_500, 64_315)].map(|(n, d)| fixture::exact(n, d).decimal);
    let figures = decimals.join(",");
    assert_eq!(rows[3], format!("match,2,match-pays=each,true,\"One match, other suit\",6100,48205,4,,{figures}"));
    let meter =
        rows.iter().find(|row| row.starts_with("meter/fixture,1,meter-lines=for,true,Two suited")).expect("row");
    assert!(meter.contains(",60,48205,-1,1,"), "{meter}");
    assert!(rows.iter().any(|row| row.contains(",2945,48205,0,0.1,")));
}

#[test]
fn what_favours_the_player_is_said_first_and_where_it_stands() {
    let mut certificate = fixture::full();
    let html = text(&written(&certificate), "report.html");
    let start = html.find("<h3>In the player's favour</h3>").expect("summary");
    let summary = &html[start..start + html[start..].find("</div>\n<p").expect("end")];
    let rows: Vec<&str> = summary.lines().filter(|line| line.contains("#wager-")).collect();
    assert_eq!(rows.len(), 4);
    let words = [
        ["5.6483%", "at the seed of 2,000", "<td>6</td>", "all 2"],
        ["1.1719%", "at a meter of 2,500", "<td>6</td>", "all 2"],
        ["100.4165%", "the next meter starts from the reserve, part wins do not reduce the meter", "all 6", "all 2"],
        ["1.3579%", "played for this wager alone at a meter of 5,000", "<td>A</td>", "&ndash;"],
    ];
    for (row, words) in rows.iter().zip(words) {
        assert!(words.iter().all(|word| row.contains(word)), "{row}");
    }
    assert!(html.contains("<th scope=\"row\">6 <span class=\"tag favour\">in the player's favour</span></th>"));

    certificate.wagers.truncate(3);
    let html = text(&written(&certificate), "report.html");
    assert!(!html.contains("tag favour"));
    assert!(html.contains("No paytable under any reading favours the player."));
}

#[test]
fn wagers_that_play_decides_are_shown_under_three_aims() {
    let html = text(&written(&fixture::full()), "report.html");
    for words in [
        "Three ways to play",
        "The side wager is 0.5 to each unit of the base wager; the meter stands at 5,000.",
        "<td class=\"n\">0.00344828%</td>",
        "30 hands played otherwise: best for the side wager alone",
        "1 hand played otherwise: best for both together",
        " 2,3,4 (straight of three)",
        "24 meters between 0 and 20,000",
        "All 24 meters",
        "the player may add the payout to the base wager",
        "<th scope=\"col\">9</th><th scope=\"col\">T*</th><th scope=\"col\">A*</th>",
        "\u{2212}4.0000%",
    ] {
        assert!(html.contains(words), "{words}");
    }
    let digits = "123456789".repeat(2);
    assert!(!html.contains(&digits), "long counts are rounded");
    assert!(html.contains("A count of more than 15 digits is printed rounded"));
}

#[test]
fn the_distribution_of_a_round_and_the_hold_are_shown() {
    let files = written(&fixture::full());
    let page = text(&files, "report.html");
    for expected in [
        "Distribution of a round",
        "+1.5</th><td class=\"n\">4.000000%</td>",
        "Highest win, its probability</th><td class=\"n\">2, 5.000000%",
        "Skewness</th><td class=\"n\">\u{2212}0.050000",
        "Dealer's hand",
        "1,000,000,000</th><td class=\"n\">\u{2212}4.0000% to 4.9000%",
        "61.2346%",
        "House, for ever</th><td class=\"n\">428</td><td class=\"n\">657.50</td>",
    ] {
        assert!(page.replace("&#39;", "'").contains(expected), "{expected}");
    }
    let results = text(&files, "results.csv");
    assert_eq!(results.lines().next(), Some("strategy,net,wagered,probability,fraction"));
    assert_eq!(results.lines().nth(3), Some("td,-0.5,1,0.030000000000000000,3/100"));
    assert_eq!(results.lines().count(), 1 + 2 * 7, "two classes");
    assert!(files.contains_key("charts/net-results.svg") && files.contains_key("charts/hold.svg"));
}

#[test]
fn wagers_whose_ids_look_alike_keep_their_own_charts() {
    let mut certificate = fixture::full();
    let mut twin = certificate.wagers[3].clone();
    twin.id = "meter fixture".into();
    certificate.wagers.push(twin);
    let files = written(&certificate);
    assert!(files.contains_key("charts/progressive-meter-fixture.svg"));
    assert!(files.contains_key("charts/progressive-meter-fixture-2.svg"));
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
fn what_the_table_saw_is_beside_the_exact_figures() {
    let mut certificate = fixture::full();
    let files = written(&certificate);
    let html = text(&files, "report.html");
    for words in [
        "1,000,000 rounds were dealt",
        "4 figures were judged together by Holm&rsquo;s procedure at the level 0.000001",
        "smallest adjusted p is 0.499000",
        "simulate ANALYSIS --rounds 1000000 --seed 7</code>",
        "<td class=\"n strong\">\u{2212}0.005000</td><td class=\"n\">\u{2212}0.006000</td>\
         <td class=\"n\">\u{2212}1.18</td><td>agrees</td><td class=\"n\">1.000000</td><td class=\"n\">0.0008500</td>",
        "agrees, by count",
        "not judged",
        "<strong>\u{2212}0.0240%</strong> of the initial wager, standard error 0.0120% (z \u{2212}1.99)",
        "measured, not exact",
        "3 shoes were too short",
        "--rounds 2000000 --seed 7 --penetration 75% --no-wagers",
        "Not compared: parlay",
        "What is estimated from rounds or shoes that were dealt says so",
    ] {
        assert!(html.contains(words), "{words}");
    }
    assert!(!html.contains("REJECTED"));
    let csv = text(&files, "simulation.csv");
    assert_eq!(csv.lines().count(), 6);
    assert!(
        csv.contains("\nbase-game,,EV,1000000,,-0.005000000000000000,-0.006000000000000000,0.000850000000,-1.18,by-z,")
    );

    // A document that says otherwise than its verdict is not believed.
    if let Some(simulation) = &mut certificate.simulation {
        simulation.groups[0].figures[0].adjusted_p = Some("0.000001".into());
    }
    assert_eq!(text(&written(&certificate), "report.html").matches("REJECTED").count(), 2, "the row, and how many");
}

#[test]
fn a_certificate_without_anything_optional_renders() {
    let mut certificate = fixture::bare();
    certificate.item.decks = None;
    certificate.item.variation_of = None;
    let files = written(&certificate);
    assert_eq!(files.len(), 4);
    let html = text(&files, "report.html");
    assert!(!files.contains_key("wagers.csv"));
    assert!(!files.contains_key("simulation.csv") && html.contains("says so, and has its standard error beside it"));
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
    certificate.doubled_given_up = vec![certificate::GivenUpHands {
        up: "9".to_owned(),
        signal: "none".to_owned(),
        hands: vec!["hard 12".to_owned(), "soft 18".to_owned()],
    }];
    certificate.switches = vec![certificate::Switches {
        up: "9".to_owned(),
        signal: Some("none".to_owned()),
        share: (&num_rational::BigRational::new(3.into(), 8.into())).into(),
        deals: vec!["T,5 6,A".to_owned()],
        gains: vec!["0.250000".to_owned()],
    }];
    let files = written(&certificate);
    let page = text(&files, "report.html");
    let switching = ["Switching second cards", "37.5000%", "<td class=\"n\">1</td>"];
    for words in ["not computed", ">attack<", ">no attack<", "Doubled hands given up", "hard 12, soft 18"]
        .iter()
        .chain(&switching)
    {
        assert!(page.contains(words), "{words}");
    }
    let table = "up,signal,first_dealt,second_dealt,first_played,second_played,td_gain,cdz_gain\n\
                 9,none,\"T,5\",\"6,A\",\"T,A\",\"6,5\",,0.250000\n\
                 9,none,\"6,A\",\"T,5\",\"6,5\",\"T,A\",,0.250000\n";
    assert_eq!(text(&files, "switches.csv"), table);
}

#[test]
fn a_distribution_that_is_missing_is_said_to_be() {
    let mut certificate = fixture::full();
    assert!(!text(&written(&certificate), "report.html").contains("does not give the probabilities of single results"));
    certificate.base_game.iter_mut().for_each(|class| class.distribution = None);
    let files = written(&certificate);
    let page = text(&files, "report.html");
    for words in ["href=\"#results\"", "<section id=\"results\">", "does not give the probabilities of single results"]
    {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("href=\"#hold\"") && !files.contains_key("results.csv"));
}

#[test]
fn figures_that_are_no_fractions_are_shown_as_they_stand() {
    let mut certificate = fixture::full();
    let nonsense = Exact { fraction: "not a number".into(), decimal: String::new() };
    certificate.base_game[0].house_edge = nonsense.clone();
    certificate.base_game[1].by_up_card[0].ev = nonsense.clone();
    certificate.edge_by_decks[0].house_edge.insert("td".into(), nonsense.clone());
    for wager in &mut certificate.wagers {
        wager.total = "0".into();
        wager.ev = nonsense.clone();
        if let Some(progressive) = &mut wager.progressive {
            progressive.fixed = nonsense.clone();
            progressive.meter = nonsense.clone();
            progressive.break_even_meter = None;
        }
    }
    certificate.edge_by_decks[1].house_edge.insert("td".into(), fixture::exact(i64::MAX, 1));
    assert!(text(&written(&certificate), "report.html").contains("not a number"));
}

#[test]
fn a_folder_that_is_no_report_is_refused_and_kept() {
    let home = tempdir().expect("temporary folder");
    let dir = home.path().join("holiday");
    fs::create_dir(&dir).expect("folder");
    fs::write(dir.join("beach.txt"), "sand").expect("file");
    let error = report::write(&fixture::full(), &dir).expect_err("refused");
    assert!(matches!(&error, ReportError::NotAReport { dir, .. } if dir.ends_with("holiday")));
    assert!(error.to_string().contains("holds something else than what is put there: manifest.json is missing"));
    assert_eq!(contents(&dir).len(), 1);
    assert_eq!(fs::read_dir(home.path()).expect("list").count(), 1);
}
