//! What a report says of counts: every figure found again from single cards, and every way to say another refused.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use cards::{FaceCounts, Value};
use certificate::{Certificate, MANIFEST_FILE, Manifest, ReportDocument, StatedRemoval, number};
use checker::{Depth, Level, Verdict};
use num_rational::BigRational;
use num_traits::{ToPrimitive as _, Zero as _};
use rules::{Override, Submission, SubmissionFiles};
use shoeproof::{Analysis, Silent, Thoroughness, ValueWant};

/// After one, two and 32 cards; after 48 a round might use up the rest.
pub(crate) const ASKED: &str = "\n[exposure]\ncounts = [\"hi-lo\", \"halves\", { id = \"sevens\", title = \"Sevens, and half tens\", tags = [0, 0, 0, 0, 0, 0, 2, 0, 0, -1], units = 2 }]\ndepths = [2, 4, 50, 75]\n";

pub(crate) fn texts(analysis: String, set: &[(&str, &str)]) -> SubmissionFiles {
    let overrides = set.iter().map(|&(key, value)| Override::new(key, value)).collect();
    SubmissionFiles { analysis, game: include_str!("small-game.toml").to_owned(), overrides }
}

fn read(analysis: String, set: &[(&str, &str)]) -> Submission {
    Submission::read(&texts(analysis, set)).expect("a submission")
}

pub(crate) fn analysis(more: &str) -> String {
    format!("{}{more}", include_str!("small-analysis.toml"))
}

pub(crate) fn asked() -> Submission {
    read(analysis(ASKED), &[])
}

fn not_asked() -> Submission {
    read(analysis(""), &[])
}

/// The certificate of a submission that asks what counts tell.
pub(crate) fn certified() -> &'static Certificate {
    static MADE: OnceLock<Certificate> = OnceLock::new();
    MADE.get_or_init(|| {
        shoeproof::certificate(&asked(), "small-game-2-decks".to_owned(), false, &Silent).expect("a certificate")
    })
}

pub(crate) type Folder = BTreeMap<String, Vec<u8>>;

pub(crate) fn folder(submission: &Submission, certificate: &Certificate) -> Folder {
    let files = shoeproof::render(submission, certificate).expect("a folder").into_iter();
    files.map(|(name, text)| (name, text.into_bytes())).collect()
}

/// The folder with a manifest that accounts for its files, as a forger makes it.
fn accounted(mut files: Folder) -> Folder {
    files.remove(MANIFEST_FILE);
    let manifest = Manifest::of(files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])));
    files.insert(MANIFEST_FILE.to_owned(), manifest.to_canonical().expect("a manifest").into_bytes());
    files
}

fn judged(files: &Folder, analysis: Option<&Submission>) -> Result<(), String> {
    let wanted = Thoroughness {
        level: Level::Quick,
        seed: "counts".to_owned(),
        distribution_up_cards: None,
        perfect_up_cards: None,
        deal: false,
        recompute: false,
    };
    shoeproof::judge(files, analysis, &wanted, &Silent).map(|_| ()).map_err(|error| error.to_string())
}

/// The folder of [`certified`].
pub(crate) fn certified_folder() -> &'static Folder {
    static MADE: OnceLock<Folder> = OnceLock::new();
    MADE.get_or_init(|| folder(&asked(), certified()))
}

pub(crate) fn document() -> ReportDocument {
    serde_json::from_slice(&certified_folder()["report.json"]).expect("report.json")
}

pub(crate) fn ratio(number: i64, of: i64) -> BigRational {
    BigRational::new(number.into(), of.into())
}

/// EV without one card, averaged over the cards of each value: match the dealer dealt card by card, over all cards of two decks.
#[test]
fn matches_by_hand() {
    let submission = asked();
    let offered = submission.wagers.iter().find(|one| one.id == "match-the-dealer").expect("offered");
    let stated = certified().wagers.iter().find(|one| one.id == "match-the-dealer").expect("stated");
    let ev = |shoe: &FaceCounts| {
        let faces: Vec<_> = shoe.faces().map(|face| (face, i64::from(shoe.count(face)))).collect();
        let (mut won, mut deals) = (0, 0);
        for &(up, of_up) in &faces {
            for &(first, of_first) in &faces {
                let of_first = of_first - i64::from(first == up);
                for &(second, of_second) in &faces {
                    let of_second = of_second - i64::from(second == up) - i64::from(second == first);
                    let pays = [first, second].map(|card| match (card.rank == up.rank, card.suit == up.suit) {
                        (true, true) => 11,
                        (true, false) => 4,
                        _ => 0,
                    });
                    let won_here = if pays == [0, 0] { -1 } else { pays[0] + pays[1] };
                    won += won_here * of_up * of_first * of_second;
                    deals += of_up * of_first * of_second;
                }
            }
        }
        ratio(won, deals)
    };
    assert_eq!(number::fraction(&stated.ev), Ok(ev(&offered.cards)));
    let held: Vec<Value> = offered.cards.faces().map(|face| face.rank.value()).collect();
    for one in &stated.removal {
        let of_value = offered.cards.faces().filter(|face| face.rank.value().to_string() == one.card);
        let (mut sum, mut cards) = (BigRational::zero(), 0);
        for face in of_value {
            let count = i64::from(offered.cards.count(face));
            sum += ev(&offered.cards.without(face).expect("there")) * ratio(count, 1);
            cards += count;
        }
        assert_eq!(number::fraction(&one.ev), Ok(sum / ratio(cards, 1)), "{}", one.card);
    }
    assert!(stated.removal.len() > 4 && held.len() > stated.removal.len());
}

/// The base wager: the report's chart, valued in an analysis whose shoe lacks the card from the start, is worth what the certificate says.
#[test]
fn the_base_wager_is_that_of_an_analysis_without_the_card() {
    let class = certified().classes.iter().find(|class| class.strategy == "td").expect("stated");
    let home = tempfile::tempdir().expect("temporary folder");
    let strategy = home.path().join("strategy.csv");
    std::fs::write(&strategy, &certified_folder()["strategy.csv"]).expect("write");
    let want = ValueWant { strategy, variance: false, ..ValueWant::default() };
    let worth = |set: &[(&str, &str)]| {
        let analysis = Analysis::from_texts(&texts(analysis(""), set)).expect("an analysis");
        analysis.value(&want, &Silent).expect("a chart").ev.fraction
    };
    assert_eq!(worth(&[]), class.ev);
    assert!(certified().removal.len() > 4);
    for one in &certified().removal {
        assert_eq!(worth(&[("remove", &one.card)]), one.ev, "{}", one.card);
        assert_ne!(one.ev, class.ev);
    }
}

/// Correlation, slope and the point of no edge, from one line for each card of the shoe.
#[test]
fn figures_by_count_follow_from_single_cards() {
    let document = document();
    let counting = document.counting.expect("asked for");
    let base = document.effects_of_removal.expect("stated").by_card;
    assert_eq!(counting.counts.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["hi-lo", "halves", "sevens"]);
    let ids: Vec<_> = counting.wagers.iter().filter_map(|one| one.wager.as_deref()).collect();
    // What play decides is left out.
    assert_eq!(ids, ["dealer-bust", "match-the-dealer", "royal-pair"]);
    let mut compared = 0;
    for wager in &counting.wagers {
        let effects = if wager.wager.is_none() { &base } else { &wager.effects };
        for (count, worth) in counting.counts.iter().zip(&wager.by_count) {
            assert_eq!(count.id, worth.id);
            let mut cards: Vec<(BigRational, BigRational)> = Vec::new();
            for one in effects {
                let tag = count.tags["A23456789T".find(&one.card).expect("a value")];
                let card = (ratio(tag.into(), count.units.into()), one.effect.value().expect("a number"));
                cards.extend(vec![card; usize::from(one.in_shoe)]);
            }
            let mean = |of: &dyn Fn(&(BigRational, BigRational)) -> BigRational| {
                cards.iter().map(of).sum::<BigRational>() / ratio(cards.len() as i64, 1)
            };
            let (tag, effect) = (mean(&|one| one.0.clone()), mean(&|one| one.1.clone()));
            assert!(effect.is_zero(), "a random card has no effect");
            let both = mean(&|one| (&one.0 - &tag) * &one.1);
            let [of_tags, of_effects] = [mean(&|one| (&one.0 - &tag) * (&one.0 - &tag)), mean(&|one| &one.1 * &one.1)];
            let root = (of_tags.to_f64().expect("a float") * of_effects.to_f64().expect("a float")).sqrt();
            // All values match alike: no card tells anything of that wager.
            let tells_nothing = of_effects.is_zero();
            assert_eq!(tells_nothing, wager.wager.as_deref() == Some("match-the-dealer"));
            let expected = if tells_nothing { 0.0 } else { both.to_f64().expect("a float") / root };
            let stated: f64 = worth.correlation.parse().expect("a number");
            assert!((stated - expected).abs() < 1e-6, "{stated} {expected}");
            // With one card seen of a shoe of 64 cards, a tag of one is a true count of 32 cards over 63.
            let slope = both / of_tags * ratio(cards.len() as i64 - 1, counting.cards_of_a_deck.into());
            assert_eq!(worth.per_true_count.as_ref().and_then(certificate::Exact::value), Some(slope.clone()));
            let even = (!slope.is_zero()).then(|| -wager.ev.value().expect("a number") / slope);
            assert_eq!(worth.even_at.as_ref().and_then(certificate::Exact::value), even);
            compared += 1;
            if tells_nothing {
                assert!(wager.best.is_empty());
                continue;
            }
            let best = |level: usize| wager.best[level - 1].correlation.parse::<f64>().expect("a number");
            assert!(best(1) <= best(2) && best(2) <= 1.0 && best(2) > 0.0);
            if count.id == "hi-lo" {
                assert!(stated <= best(1), "no count of level 1 is better than the best");
            }
        }
    }
    assert_eq!((compared, counting.cards_of_a_deck), (12, 32));
}

pub(crate) fn checked(certificate: &Certificate, level: Level) -> Result<Vec<checker::Checked>, String> {
    let depth = Depth { level, seed: "counts", up_cards: Some(0), perfect_up_cards: Some(0) };
    checker::check(&asked(), certificate, &depth, &|_| ()).map_err(|refusal| refusal.to_string())
}

pub(crate) fn forged(change: impl FnOnce(&mut Certificate)) -> Certificate {
    let mut certificate = certified().clone();
    change(&mut certificate);
    certificate
}

fn moved(one: &mut StatedRemoval, by: &BigRational) {
    let ev = number::fraction(&one.ev).expect("an EV");
    one.ev = cards::fraction(&(ev + by));
}

/// Swaps what is stated of two values of which the shoe holds as many cards, so that a random card still has no effect.
fn swap(all: &mut [StatedRemoval]) {
    let at = |card: &str| all.iter().position(|one| one.card == card).expect("held");
    let [seven, nine] = ["7", "9"].map(at);
    let (one, other) = (all[seven].ev.clone(), all[nine].ev.clone());
    assert_ne!(one, other);
    (all[seven].ev, all[nine].ev) = (other, one);
}

/// Moves what is stated of all values, so that neither a random card nor a tag of any of the three counts has another effect.
fn balance(all: &mut [StatedRemoval]) {
    let shoe = asked().shoe;
    for (card, parts) in [("7", 1), ("9", 1), ("8", -2), ("T", 2), ("A", -2)] {
        let value = Value::all().find(|value| value.to_string() == card).expect("a value");
        let one = all.iter_mut().find(|one| one.card == card).expect("held");
        moved(one, &ratio(parts, 1_000_000_007 * i64::from(shoe.count(value))));
    }
}

fn wager<'a>(certificate: &'a mut Certificate, id: &str) -> &'a mut certificate::StatedWager {
    certificate.wagers.iter_mut().find(|one| one.id == id).expect("stated")
}

#[test]
#[ignore = "long; `just slow`"]
fn effects_that_are_not_the_shoes_are_refused() {
    let of_verdict = |certificate: &Certificate, level, path: &str| {
        let all = checked(certificate, level).expect("not refused");
        all.into_iter().find(|one| one.statement.path == path).expect(path).verdict
    };
    let royal =
        |certificate: &Certificate| certificate.wagers.iter().position(|one| one.id == "royal-pair").expect("stated");
    let path = format!("/wagers/{}/removal", royal(certified()));
    // What a depth does not derive is named.
    assert_eq!(of_verdict(certified(), Level::Quick, &path), Verdict::NotChecked);
    assert_eq!(of_verdict(certified(), Level::Quick, "/removal/0"), Verdict::NotChecked);
    assert_eq!(of_verdict(certified(), Level::Usual, &path), Verdict::Checked);
    assert_eq!(of_verdict(certified(), Level::Usual, "/removal/0"), Verdict::Checked);
    // One effect moved has a mean, and every depth sees that.
    let little = ratio(1, 1_000_000_007);
    let refused = |change: &dyn Fn(&mut Certificate), level| checked(&forged(change), level).expect_err("refused");
    for (change, said) in [
        (
            &(|one: &mut Certificate| moved(&mut one.removal[0], &ratio(1, 97))) as &dyn Fn(&mut Certificate),
            "td without",
        ),
        (&|one: &mut Certificate| moved(&mut one.removal[1], &little), "td without a card: the mean over all cards"),
        (&|one| moved(&mut wager(one, "royal-pair").removal[2], &little), "the mean over all cards"),
        (&|one| wager(one, "royal-pair").removal.clear(), "the cards taken out"),
        (&|one| wager(one, "royal-pair").removal.swap(0, 1), "the cards taken out"),
        (&|one| wager(one, "royal-pair").removal[0].ev.push('0'), "royal-pair"),
        (&|one| one.removal.clear(), "the cards taken out"),
        (
            &|one| {
                let stated = wager(one, "match-the-dealer").removal.clone();
                wager(one, "bad-beat").removal = stated;
            },
            "nothing asks for it",
        ),
    ] {
        let message = refused(change, Level::Quick);
        assert!(message.contains(said), "{message}");
    }
    // Two that are swapped have the mean of before, and counts another slope than is stated.
    let message = refused(&|one| swap(&mut one.removal), Level::Quick);
    assert!(message.contains("imply another slope"), "{message}");
    // Where that is balanced too, the quick depth names them, and the usual one derives them.
    let balanced = forged(|one| balance(&mut one.removal));
    assert_eq!(of_verdict(&balanced, Level::Quick, "/removal/0"), Verdict::NotChecked);
    let message = refused(&|one| balance(&mut one.removal), Level::Usual);
    assert!(message.contains("td without"), "{message}");
    // So do those of side wagers.
    for id in ["royal-pair", "match-the-dealer", "dealer-bust"] {
        let two = |one: &mut Certificate| {
            let all = &mut wager(one, id).removal;
            let [first, second] = ["7", "9"].map(|card| all.iter().position(|one| one.card == card).expect("held"));
            moved(&mut all[first], &little);
            moved(&mut all[second], &-&little);
        };
        // A wager with a meter is not stated by count, so that nothing else is said of its effects.
        if id == "royal-pair" {
            assert!(checked(&forged(two), Level::Quick).is_ok());
        } else {
            let message = refused(&two, Level::Quick);
            assert!(message.contains("imply another slope"), "{message}");
        }
        let change = |one: &mut Certificate| balance(&mut wager(one, id).removal);
        assert!(checked(&forged(change), Level::Quick).is_ok());
        let message = refused(&change, Level::Usual);
        assert!(message.contains(&format!("wager {id}")) && message.contains("of the value"), "{message}");
    }
}

/// The folder around a true certificate: nothing of the section can be altered, left out or added.
#[test]
#[ignore = "long; `just slow`"]
fn a_section_that_does_not_follow_is_refused() {
    let (asks, silent) = (asked(), not_asked());
    let good = certified_folder().clone();
    assert_eq!(judged(&good, Some(&asks)), Ok(()));
    let text = |name: &str| String::from_utf8(good[name].clone()).expect("a text");
    let correlation =
        |document: &ReportDocument| document.counting.clone().expect("asked").wagers[0].by_count[0].correlation.clone();
    let stated = correlation(&document());
    let altered = |name: &str, from: &str, to: &str| {
        let before = text(name);
        assert!(before.contains(from), "{name} has no {from}");
        let mut files = good.clone();
        files.insert(name.to_owned(), before.replacen(from, to, 1).into_bytes());
        judged(&accounted(files), None).expect_err(name)
    };
    let tags = "\"tags\":[";
    assert!(altered("report.json", &stated, "0.999999").contains("report.json is not what"));
    assert!(altered("report.json", tags, "\"tags\":[7,").contains("report.json is not what"));
    assert!(altered("report.html", &stated, "0.999999").contains("report.html is not what"));
    assert!(altered("counts.csv", &stated, "0.999999").contains("counts.csv is not what"));
    let first = &document().counting.expect("asked").by_depth[0].depths[2].rows[1];
    for name in ["report.json", "counts-by-depth.csv"] {
        assert!(altered(name, &first.ev.fraction, "1/2").contains(&format!("{name} is not what")));
        assert!(altered(name, &first.probability.decimal, "0.5").contains(&format!("{name} is not what")));
    }
    let bets = document().counting.expect("asked").by_depth[0].depths[1].bets.clone().expect("stated");
    for name in ["report.json", "bets-by-depth.csv"] {
        assert!(altered(name, &bets.spreads[2].win.fraction, "1/2").contains(&format!("{name} is not what")));
        assert!(altered(name, &bets.pays.decimal, "0.5").contains(&format!("{name} is not what")));
    }
    let shown = format!("{}</td>", bets.spreads[2].win.percent(4).replace('-', "\u{2212}"));
    assert!(altered("report.html", &shown, "0.5000</td>").contains("report.html is not what"));
    let shown = format!("{}%</td>", first.ev.percent(4).replace('-', "\u{2212}"));
    assert!(altered("report.html", &shown, "0.5000%</td>").contains("report.html is not what"));
    // Other tags in the analysis imply another page.
    let message = altered("submission/analysis.toml", "0, 2, 0, 0, -1]", "0, 3, 0, 0, -1]");
    assert!(message.contains("the count sevens"), "{message}");
    // The section left out of page, document and spreadsheets while the analysis asks for it, and the other way round.
    let without = Certificate { wagers: Vec::new(), ..certified().clone() };
    let stripped = forged(|one| {
        one.wagers.iter_mut().for_each(|wager| wager.removal.clear());
        one.counts.clear();
    });
    assert_ne!(without.wagers.len(), stripped.wagers.len());
    let plain = folder(&silent, &stripped);
    assert_eq!(judged(&plain, Some(&silent)), Ok(()));
    assert!(
        !plain.contains_key("counts.csv") && !String::from_utf8_lossy(&plain["report.json"]).contains("\"counting\"")
    );
    let with = |mut files: Folder, from: &Folder, names: &[&str]| {
        for &name in names {
            match from.get(name) {
                Some(bytes) => files.insert(name.to_owned(), bytes.clone()),
                None => files.remove(name),
            };
        }
        judged(&accounted(files), None)
    };
    let pages = [
        "report.json",
        "report.html",
        "counts.csv",
        "counts-by-depth.csv",
        "bets-by-depth.csv",
        "side-wager-removal.csv",
        "charts/counts.svg",
    ];
    assert!(with(good.clone(), &plain, &pages).is_err(), "pages without the section");
    assert!(with(good.clone(), &plain, &[&pages[..], &["certificate.json"]].concat()).is_err(), "claims left out too");
    assert!(with(plain.clone(), &good, &pages).is_err(), "a section that nobody asks for");
    let all = [&pages[..], &["certificate.json"]].concat();
    assert!(with(plain.clone(), &good, &all).is_err(), "with its claims");
    // An analysis that asks less is another one than that which was ordered.
    assert!(judged(&plain, Some(&asks)).is_err());
    assert!(shoeproof::render(&asks, &stripped).is_err() && shoeproof::render(&silent, certified()).is_err());
}

#[test]
fn counts_that_cannot_be_judged_are_refused_before_anything_is_computed() {
    let refused = |analysis: String, set: &[(&str, &str)]| {
        let submission = read(analysis, set);
        let error = shoeproof::certificate(&submission, "x".to_owned(), false, &Silent).expect_err("refused");
        error.to_string()
    };
    let own = |more: &str| refused(analysis(&format!("\n[exposure]\ncounts = [{{ {more} }}]\n")), &[]);
    let error = refused(analysis(""), &[("exposure.counts", "hi-lo,hi-low")]);
    assert!(error.contains("the program has no count `hi-low`"), "{error}");
    let tags = "tags = [0, 0, 0, 0, 0, 0, 1, 0, 0, -1]";
    let error = own(&format!("id = \"hi-lo\", title = \"Mine\", {tags}"));
    assert!(error.contains("the name of a count of the program"), "{error}");
    let error = own(&format!("id = \"mine\", title = \"Hi-Lo count\", {tags}"));
    assert!(error.contains("`Hi-Lo count` is the name of a count of the program"), "{error}");
    let error = own("id = \"mine\", title = \"Mine\", tags = [0, 0, 0, 0, 0, 0, 51, 0, 0, -1]");
    assert!(error.contains("a tag of 51 units"), "{error}");
    let error = own(&format!("id = \"mine\", title = \"Mine\", {tags}, units = 0"));
    assert!(error.contains("0 units"), "{error}");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses");
    let set = [Override::new("exposure.counts", "hi-lo")];
    let switch = Submission::load(&path.join("pa-633a-blackjack-switch/6-decks.toml"), &set).expect("an analysis");
    let error = shoeproof::certificate(&switch, "x".to_owned(), false, &Silent).expect_err("two hands").to_string();
    assert!(error.contains("what counts tell is not stated"), "{error}");
}
