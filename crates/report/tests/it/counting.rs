//! What counts tell, on the page, in a drawing and in spreadsheets.

use certificate::{
    BestTags, CountByDepth, CountLeftOut, CountWagerLeftOut, CountWorth, CountedBets, CountedSpread, CountedWagerDepth,
    CountedWagerRow, CountedWagerWorth, Counting, EffectOfRemoval, Exact, InsuredRow, ReportDocument, Root, SeenDepth,
    TaggedCount, TrueCountRow, WhyNoCounts,
};
use num_rational::BigRational;

use crate::fixture;

fn exact(numerator: i64, denominator: i64) -> Exact {
    Exact::from(&BigRational::new(numerator.into(), denominator.into()))
}

fn file(document: &ReportDocument, name: &str) -> Option<String> {
    report::rendered(document).expect("a report").into_iter().find(|one| one.0 == name).map(|one| one.1)
}

fn worth(id: &str, correlation: &str, gained: Option<Exact>, even_at: Option<Exact>) -> CountWorth {
    CountWorth { id: id.into(), correlation: correlation.into(), per_true_count: gained, even_at }
}

fn counting(side: &str) -> Counting {
    let count = |id: &str, title: &str, units| TaggedCount {
        id: id.into(),
        title: title.into(),
        tags: vec![-1, 1, 1, 1, 1, 1, 0, 0, 0, -1],
        units,
    };
    let best = vec![BestTags { level: 1, tags: vec![-1, 0, 1, 1, 1, 1, 0, 0, 0, -1], correlation: "0.971000".into() }];
    let base = CountedWagerWorth {
        wager: None,
        paytable: None,
        ev: exact(-1, 200),
        effects: Vec::new(),
        by_count: vec![
            worth("one", "0.961234", Some(exact(1, 200)), Some(exact(1, 1))),
            worth("halved", "-0.500000", Some(exact(-3, 1000)), Some(exact(-5, 3))),
            worth("flat", "0.000000", None, None),
        ],
        best: best.clone(),
    };
    let ace = EffectOfRemoval { card: "A".into(), in_shoe: 24, ev: exact(-1, 25), effect: exact(-1, 1000) };
    let by_depth = by_depth(side);
    let side = CountedWagerWorth {
        wager: Some(side.into()),
        paytable: Some("B".into()),
        ev: exact(-1, 20),
        effects: vec![ace],
        by_count: vec![worth("one", "0.123456", Some(exact(1, 500)), Some(exact(25, 1)))],
        best,
    };
    Counting {
        strategy: "td".into(),
        cards_of_a_deck: 48,
        counts: vec![count("one", "A <count>", 1), count("halved", "Halved", 2), count("flat", "Flat", 1)],
        wagers: vec![base, side],
        by_depth,
        wagers_left_out: vec![CountWagerLeftOut { wager: "other".into(), why: WhyNoCounts::Play }],
    }
}

fn by_depth(side: &str) -> Vec<CountByDepth> {
    let row = |from, below, ev| TrueCountRow {
        from,
        below,
        probability: exact(1, 4),
        ev,
        std_dev: Root::of(&BigRational::new(5.into(), 4.into())),
        by_line: from.map(|from| exact(from, 300)),
        insurance: from.map(|from| InsuredRow { wins: exact(33 + from, 100), ev: exact(3 * from - 1, 100) }),
        wagers: vec![CountedWagerRow {
            ev: exact(5 * from.unwrap_or(-2) - 3, 200),
            std_dev: Root::of(&BigRational::new(9.into(), 4.into())),
        }],
    };
    let rows = vec![
        row(None, Some(-1), exact(-1, 80)),
        row(Some(-1), Some(0), exact(-1, 160)),
        row(Some(0), Some(1), exact(1, 1_000)),
        row(Some(1), None, exact(1, 64)),
    ];
    let wager = CountedWagerDepth {
        wager: side.into(),
        paytable: "B".into(),
        pays: exact(1, 4),
        gain: exact(1, 400),
        pays_from: Some(exact(7, 9)),
        pays_up_to: None,
    };
    let depth = SeenDepth {
        percent: 50,
        seen: 144,
        left_out: None,
        rows,
        bets: Some(bets()),
        insurance_pays_from: Some(exact(-11, 9)),
        wagers: vec![wager],
    };
    let left_out = Some(CountLeftOut::FewCards);
    let (rows, wagers) = (Vec::new(), Vec::new());
    let deep = SeenDepth { percent: 90, seen: 259, left_out, rows, bets: None, insurance_pays_from: None, wagers };
    vec![CountByDepth { id: "one".into(), depths: vec![depth, deep] }]
}

fn bets() -> CountedBets {
    let spread = |least, most, win| CountedSpread {
        least,
        most,
        mean_bet: exact(i64::from(most + 3 * least), 4),
        win,
        std_dev: Root::of(&BigRational::new(25.into(), 4.into())),
    };
    let spreads = vec![spread(0, 1, exact(1, 250)), spread(1, 8, exact(-1, 400))];
    CountedBets { pays: exact(1, 4), pays_from: Some(exact(7, 9)), pays_up_to: None, spreads }
}

/// A document that asks what counts tell.
fn with_counts() -> ReportDocument {
    let mut document = fixture::full();
    document.counting = Some(counting(&document.wagers.first().expect("a side wager").id));
    document
}

/// The page from this heading on.
fn section(document: &ReportDocument, id: &str) -> String {
    let page = file(document, "report.html").expect("a page");
    page.split(&format!("<h3 id=\"{id}\">")).nth(1).expect("a section").to_owned()
}

fn depths(document: &mut ReportDocument) -> impl Iterator<Item = &mut SeenDepth> {
    document.counting.iter_mut().flat_map(|all| &mut all.by_depth).flat_map(|one| &mut one.depths)
}

#[test]
fn bets_have_a_table_by_depth() {
    let mut document = with_counts();
    let section = section(&document, "bets-by-depth");
    for words in [
        "Bets of 1 to 8 units lose least by A &lt;count&gt; after 50% of the shoe: the EV is above zero in 25.0% of rounds, and 100 rounds come to −0.2500 units.",
        "<th scope=\"col\" class=\"n\">Wins with one unit there alone</th><th scope=\"col\" class=\"n\">Wins with 1 to 8 units</th>",
        "<td class=\"n\">25.0000%</td><td class=\"n\">0.78</td><td class=\"n\">none</td><td class=\"n strong\">0.4000</td><td class=\"n strong\">−0.2500</td>",
        "with standard deviations by the first count",
    ] {
        assert!(section.contains(words), "{words}: {section}");
    }
    let rows = file(&document, "bets-by-depth.csv").expect("rows");
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[2].starts_with(
            "one,50,144,0.250000000000000000,1/4,0.777777777777777778,7/9,,,1,8,2.750000000000000000,11/4,"
        ),
        "{}",
        lines[2]
    );
    assert!(lines[2].ends_with(",-0.002500000000000000,-1/400,2.500000000000000000,25/4"), "{}", lines[2]);
    depths(&mut document).for_each(|depth| depth.bets = None);
    assert!(file(&document, "bets-by-depth.csv").is_none());
    assert!(!file(&document, "report.html").expect("a page").contains("bets-by-depth"));
}

#[test]
fn side_wagers_have_tables_by_depth() {
    let mut document = with_counts();
    let wager = document.wagers[0].clone();
    let section = section(&document, "side-wagers-by-depth");
    let title = &wager.title;
    for words in [
        &format!(
            "{title}, B, wins most: by A &lt;count&gt; after 50% of the shoe its EV is above zero in 25.0% of rounds, and made in these alone it wins 0.2500 units per 100 rounds."
        ),
        "<td class=\"n\">25.0000%</td><td class=\"n strong\">0.2500</td><td class=\"n\">0.78</td><td class=\"n\">none</td>",
        &format!("<th scope=\"col\" class=\"n\">EV of {title}, B</th>"),
        "<th scope=\"row\">1 and more</th><td class=\"n\">25.0000%</td><td class=\"n strong\">1.0000%</td>",
        "with standard deviations by the first count",
        "Other Fixture by count and depth: left out, because the play of the hand decides it.",
    ] {
        assert!(section.contains(words), "{words}: {section}");
    }
    let rows = file(&document, "side-wagers-by-depth.csv").expect("rows");
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 5);
    let ends = format!("one,50,144,{},B,1,,0.250000000000000000,1/4,", wager.id);
    assert!(lines[4].starts_with(&ends) && lines[4].ends_with(",1/100,1.500000000000000000,9/4"), "{}", lines[4]);
    let pays = file(&document, "side-wagers-that-pay.csv").expect("rows");
    let line = format!("one,50,144,{},B,0.250000000000000000,1/4,0.002500000000000000,1/400,", wager.id);
    assert!(pays.lines().nth(1).is_some_and(|one| one.starts_with(&line) && one.ends_with(",7/9,,")), "{pays}");
    // A wager that pays nowhere, and none at all.
    depths(&mut document).for_each(|depth| depth.wagers.iter_mut().for_each(|one| one.pays = exact(1, 1_000_001)));
    let page = file(&document, "report.html").expect("a page");
    assert!(page.contains("No side wager has an EV above zero in as many as one in a million rounds."));
    depths(&mut document).for_each(|depth| depth.wagers.clear());
    assert!(
        file(&document, "side-wagers-that-pay.csv").is_none() && file(&document, "side-wagers-by-depth.csv").is_none()
    );
    document.counting.as_mut().expect("counts").wagers_left_out.clear();
    assert!(!file(&document, "report.html").expect("a page").contains("side-wagers-by-depth"));
}

#[test]
fn counts_have_a_section_a_drawing_and_spreadsheets() {
    let mut document = fixture::full();
    let plain = file(&document, "report.html").expect("a page");
    assert!(!plain.contains("What counts tell") && file(&document, "counts.csv").is_none());
    let wager = document.wagers.first().expect("a side wager").clone();
    document.counting = Some(counting(&wager.id));
    let page = file(&document, "report.html").expect("a page");
    assert!(page.contains("<a href=\"#counts\">"));
    assert_eq!(crate::page::bare_attributes(&page), Vec::<&str>::new());
    let section = page.split("<section id=\"counts\">").nth(1).expect("a section");
    let section = section.split("</section>").next().expect("its end");
    for words in [
        "A &lt;count&gt; tells most of the base wager: betting correlation 0.961234, +0.5000 points for each true count.",
        "decks of 48 cards",
        "<svg",
        "\u{2212}0.500000",
        "\u{2212}0.3000",
        "Best tags from \u{2212}1 to +1: \u{2212}1 0 +1 +1 +1 +1 0 0 0 \u{2212}1",
        "<td class=\"n\">+0.5</td>",
        "<td class=\"n\">25.00</td>",
        wager.title.as_str(),
        "A &lt;count&gt;, 50% of the shoe seen (144 cards)",
        "<th scope=\"row\">below \u{2212}1</th>",
        "<th scope=\"row\">\u{2212}1 to 0</th>",
        "<th scope=\"row\">1 and more</th>",
        "<td class=\"n strong\">1.5625%</td>",
        "<td class=\"n\">25.0000%</td>",
        "<td class=\"n\">1.1180</td>",
        "<td class=\"n\">34.0000%</td><td class=\"n\">2.0000%</td>",
        "Insurance is worth taking from a true count of \u{2212}1.22.",
        "A &lt;count&gt; after 90% of the shoe (259 cards): left out, because a round might use up the cards that are left.",
    ] {
        assert!(section.contains(words), "{words}: {section}");
    }
    assert!(!section.contains("<count>"), "a title is text");
    let counts = file(&document, "counts.csv").expect("counts");
    let lines: Vec<&str> = counts.lines().collect();
    assert_eq!(lines.len(), 7);
    assert!(lines[1].starts_with("base,,one,-1,1,1,1,1,1,0,0,0,-1,0.961234,0.005"), "{}", lines[1]);
    assert!(lines[2].contains("-0.5,0.5,0.5") && lines[2].ends_with(",-5/3"), "{}", lines[2]);
    assert!(lines[3].ends_with("0.000000,,,,") && lines[4].starts_with("base,,best-1,"), "{}", lines[3]);
    let depths = file(&document, "counts-by-depth.csv").expect("rounds");
    let lines: Vec<&str> = depths.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(
        lines[1].starts_with("one,50,144,,-1,0.25") && lines[1].ends_with(",-1/80,,,1.118033988749894848,5/4,,,,"),
        "{}",
        lines[1]
    );
    assert!(
        lines[4].starts_with("one,50,144,1,,")
            && lines[4].contains(",1/64,0.003333333333333333,1/300,1.118033988749894848,5/4,")
    );
    assert!(lines[4].ends_with(",17/50,0.020000000000000000,1/50"), "{}", lines[4]);
    let sides = file(&document, "side-wager-removal.csv").expect("effects");
    assert!(sides.lines().nth(1).is_some_and(|line| line.starts_with(&format!("{},B,A,24,", wager.id))), "{sides}");
    assert!(file(&document, "charts/counts.svg").is_some());
    // Where insurance and squares are not stated the page does not speak of them.
    let mut without = document.clone();
    for row in without.counting.iter_mut().flat_map(|all| &mut all.by_depth).flat_map(|one| &mut one.depths[0].rows) {
        (row.std_dev, row.insurance) = (None, None);
    }
    let bare = file(&without, "report.html").expect("a page");
    assert!(!bare.contains("Insurance wins") && !bare.contains("1.1180") && section.contains("Insurance wins"));
    // Without side wagers.
    document.counting.as_mut().expect("counts").wagers.truncate(1);
    assert!(!file(&document, "report.html").expect("a page").contains("side-wager-removal"));
    assert_eq!(file(&document, "side-wager-removal.csv"), None);
    document.counting = None;
    assert_eq!(file(&document, "report.html"), Some(plain));
}
