//! Every leaf of a certificate is changed, every list shortened, lengthened and put in another order. Every member that may be left out is left out, and
//! every one that another object of its kind has is added. Everything else is made anew as somebody with this source code would. Each change is refused, or
//! what it touches is named as not checked. What may be named so is listed here, and the list may only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use certificate::{Certificate, form};
use checker::{Depth, Level, Verdict};
use num_bigint::BigInt;
use rules::{Override, Submission};
use serde_json::Value;
use shoeproof::{ClaimVerdict, Judgement, Silent, Thoroughness};

use crate::attack_changes::{changed, every_kind, foreign, lengthened, members, pattern, places, reordered, shortened};

pub(crate) fn depth(level: Level) -> Depth<'static> {
    Depth { level, seed: "attack", up_cards: None, perfect_up_cards: None }
}

/// The same for a folder as a whole.
fn thoroughness(level: Level) -> Thoroughness {
    Thoroughness {
        level,
        seed: "attack".to_owned(),
        distribution_up_cards: None,
        perfect_up_cards: None,
        deal: false,
        recompute: false,
    }
}

pub(crate) fn submission(analysis: &str, set: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    let set: Vec<Override> = set.iter().map(|&(key, value)| Override::new(key, value)).collect();
    Submission::load(&path, &set).expect("an analysis")
}

/// A certificate as JSON, with its submission.
pub(crate) struct Target {
    submission: Submission,
    pub(crate) certificate: Value,
}

impl Target {
    pub(crate) fn new(submission: Submission) -> Self {
        let hash = certificate::sha256_hex(submission.canonical().as_bytes());
        let is_changed = !submission.files().overrides.is_empty();
        let id = if is_changed { format!("{}-{}", submission.id, &hash[..8]) } else { submission.id.clone() };
        let certificate = shoeproof::certificate(&submission, id, false, &Silent).expect("a certificate");
        // Nothing can be learnt from changes of a certificate that implies no folder as it is.
        shoeproof::render(&submission, &certificate).unwrap_or_else(|error| panic!("{error}"));
        let certificate = serde_json::to_value(certificate).expect("JSON");
        Self { submission, certificate }
    }

    fn read(&self, value: &Value) -> Option<Certificate> {
        Certificate::read(form::write(value).ok()?.as_bytes()).ok()
    }

    /// The folder as a forger makes it; `None` if it cannot be made.
    fn forged(&self, certificate: &Certificate) -> Option<BTreeMap<String, Vec<u8>>> {
        let files = shoeproof::render(&self.submission, certificate).ok()?;
        Some(files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect())
    }

    /// Why a changed certificate passes: the claim that covers the place and is not checked; `None` if it is refused.
    pub(crate) fn passes(&self, value: &Value, place: &str) -> Option<Result<String, String>> {
        let certificate = self.read(value)?;
        // These the checker leaves to whoever judges the folder.
        let is_left = ["/software", "/item/id", "/simulation", "/cut_card"].iter().any(|path| place.starts_with(path));
        // Whoever checks everything refuses what is refused alone, and one claim takes less time than all.
        if checker::check_claim(&self.submission, &certificate, place, &depth(Level::Full), &|_| ()).is_err() {
            return None;
        }
        // What is found at a lower level is found at every level.
        for level in [Level::Quick, Level::Usual, Level::Full] {
            let checked = checker::check(&self.submission, &certificate, &depth(level), &|_| ()).ok()?;
            let covering = checked
                .into_iter()
                .filter(|one| place == one.statement.path || place.starts_with(&format!("{}/", one.statement.path)))
                .max_by_key(|one| one.statement.path.len());
            match covering {
                Some(one) if one.verdict == Verdict::NotChecked && !is_left => {
                    if level == Level::Full {
                        return Some(Ok(one.statement.path));
                    }
                }
                _ => break,
            }
        }
        // The checker has not seen it: the folder as a whole must be refused.
        let files = self.forged(&certificate)?;
        let wanted = Thoroughness { deal: true, ..thoroughness(Level::Quick) };
        match shoeproof::judge(&files, None, &wanted, &Silent) {
            Err(_) => None,
            Ok(_) => Some(Err(format!("{place} was changed, and the report is good"))),
        }
    }
}

/// The one claim that depends on the program that judges.
const LOCK: &str = "/software/lock_sha256";

/// Changes leaves, and lists, of each [`every_kind`], and leaves out and adds one member of every pattern; gives the places named as not checked.
pub(crate) fn attack(target: &Target, stride: usize) -> BTreeSet<String> {
    let (mut leaves, mut lists) = (Vec::new(), Vec::new());
    places(&target.certificate, String::new(), &mut leaves, &mut lists);
    assert!(leaves.len() > 300, "{}", leaves.len());
    // A test of its own changes it: the report is then of a program built from other libraries.
    leaves.retain(|place| place != LOCK);
    let one = |place: &String, change: &dyn Fn(&mut Value)| {
        let mut value = target.certificate.clone();
        change(value.pointer_mut(place).expect("a place"));
        target.passes(&value, place)
    };
    let mut named = BTreeSet::new();
    let mut good = Vec::new();
    let mut take = |passes: Option<Result<String, String>>| match passes {
        None => {}
        Some(Ok(path)) => {
            named.insert(pattern(&path));
        }
        Some(Err(message)) => good.push(message),
    };
    let is_empty = |place: &String| target.certificate.pointer(place) == Some(&Value::Array(Vec::new()));
    lists.retain(|place| !is_empty(place));
    let [leaves_tried, lists_tried] = [&leaves, &lists].map(|places| every_kind(places, stride));
    for place in &leaves_tried {
        take(one(place, &|leaf| *leaf = changed(leaf, place)));
    }
    for place in &lists_tried {
        for rearrange in [shortened, lengthened, reordered] {
            let list = target.certificate.pointer(place).and_then(Value::as_array).expect("a list");
            if let Some(list) = rearrange(list) {
                take(one(place, &|old| *old = Value::Array(list.clone())));
            }
        }
    }
    let mut optional = BTreeMap::new();
    members(&target.certificate, "", &mut optional);
    // The first alone, and all together, as somebody would who has nothing to say of them.
    for places in optional.values() {
        let together = (places.len() > 1).then_some(places.len());
        for left_out in [Some(1), together].into_iter().flatten() {
            let mut value = target.certificate.clone();
            for (place, name) in &places[..left_out] {
                value.pointer_mut(place).and_then(Value::as_object_mut).expect("an object").remove(name);
            }
            let (place, name) = &places[0];
            take(target.passes(&value, &format!("{place}/{name}")));
        }
    }
    let foreign = foreign(&target.certificate);
    for (place, name, stated) in &foreign {
        let mut value = target.certificate.clone();
        let object = value.pointer_mut(place).and_then(Value::as_object_mut).expect("an object");
        object.insert(name.clone(), stated.clone());
        take(target.passes(&value, &format!("{place}/{name}")));
    }
    println!(
        "{} of {} leaves changed; {} of {} lists; {} members left out, {} added",
        leaves_tried.len(),
        leaves.len(),
        lists_tried.len(),
        lists.len(),
        optional.len(),
        foreign.len()
    );
    assert!(good.is_empty(), "{}", good.join("\n"));
    named
}

#[test]
fn the_report_as_it_is_is_good() {
    let target = plain();
    let certificate = target.read(&target.certificate).expect("a certificate");
    let files = target.forged(&certificate).expect("a folder");
    let wanted = Thoroughness { deal: true, recompute: true, ..thoroughness(Level::Full) };
    let judgement = shoeproof::judge(&files, Some(&target.submission), &wanted, &Silent).expect("good");
    assert!(judgement.is_complete());
    assert!(judgement.claims.iter().all(|claim| claim.verdict != ClaimVerdict::NotChecked));
    let of_catalogue = |judgement: &Judgement| judgement.judged_by.iter().find_map(|file| file.is_of_catalogue);
    assert_eq!(of_catalogue(&judgement), Some(true));
    // The same rules under other words.
    let mut texts = target.submission.files().clone();
    texts.game = format!("# Approved.\n{}", texts.game);
    let forged = Submission::read(&texts).expect("the same rules");
    let mut certificate = certificate;
    certificate.item.submission_sha256 = certificate::sha256_hex(forged.canonical().as_bytes());
    certificate.item.id = format!("{}-{}", forged.id, &certificate.item.submission_sha256[..8]);
    let rendered = shoeproof::render(&forged, &certificate).expect("a folder");
    let files = rendered.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    let quick = thoroughness(Level::Quick);
    let judgement = shoeproof::judge(&files, None, &quick, &Silent).expect("good as far as checked");
    assert_eq!(of_catalogue(&judgement), Some(false));
}

#[test]
fn a_report_of_other_libraries_is_good_as_far_as_checked() {
    let target = plain();
    let mut value = target.certificate.clone();
    *value.pointer_mut(LOCK).expect("a hash") = Value::String("0".repeat(64));
    let files = target.forged(&target.read(&value).expect("a certificate")).expect("a folder");
    // To compute it again says nothing of other libraries.
    for recompute in [false, true] {
        let wanted = Thoroughness { recompute, ..thoroughness(Level::Quick) };
        let judgement = shoeproof::judge(&files, None, &wanted, &Silent).expect("not refused");
        let lock = judgement.claims.iter().find(|claim| claim.path == LOCK).expect("a claim");
        assert_eq!(lock.verdict, ClaimVerdict::NotChecked);
        assert!(!judgement.is_complete());
    }
    // It is printed, so it is a hash and no sentence.
    for words in ["approved by the board", "", &"A".repeat(64)] {
        *value.pointer_mut(LOCK).expect("a hash") = Value::String(words.to_owned());
        let files = target.forged(&target.read(&value).expect("a certificate")).expect("a folder");
        let refused = shoeproof::judge(&files, None, &thoroughness(Level::Quick), &Silent).expect_err("no hash");
        assert!(refused.to_string().contains("lock_sha256 is no SHA-256"), "{refused}");
    }
}

/// A shoe of few hands.
const SMALL: [(&str, &str); 8] = [
    ("shoe", "4,0,0,0,0,4,4,4,4,16"),
    ("simulation.rounds", "20000"),
    ("simulation.seed", "3"),
    ("cut-card.penetration", "30%"),
    ("cut-card.players", "1,2"),
    ("cut-card.shoes", "4096"),
    ("cut-card.valued", "10"),
    ("cut-card.seed", "5"),
];

/// Plain blackjack with this shoe.
fn plain() -> &'static Target {
    static PLAIN: LazyLock<Target> = LazyLock::new(|| Target::new(submission("plain-blackjack/1-decks.toml", &SMALL)));
    &PLAIN
}

/// All of a certificate's leaves take ten minutes and more.
pub(crate) fn stride(usual: usize) -> usize {
    if std::env::var_os("EVERY_LEAF").is_some() { 1 } else { usual }
}

pub(crate) fn assert_named(named: &BTreeSet<String>, stated: &[&str]) {
    let named: BTreeSet<&str> = named.iter().map(String::as_str).collect();
    assert_eq!(named, stated.iter().copied().collect(), "what may be changed unseen is listed, and nothing else");
}

/// Every kind of place; the slow test tries all places.
#[test]
fn no_leaf_of_plain_blackjack_can_be_changed_unseen() {
    assert_named(&attack(plain(), stride(17)), &[]);
}

#[test]
#[ignore = "long; `just slow`"]
fn none_of_all_leaves_of_plain_blackjack_can_be_changed_unseen() {
    assert_named(&attack(plain(), 1), &[]);
}

/// What other claims hang together with is left out with all of them.
#[test]
fn nothing_is_left_out_unseen() {
    let target = plain();
    let whole = target.read(&target.certificate).expect("a certificate");
    let mut without_perfect = whole.clone();
    without_perfect.classes.retain(|class| class.strategy != "perfect");
    assert!(without_perfect.classes.len() < whole.classes.len());
    without_perfect.variants.iter_mut().for_each(|variant| variant.classes.retain(|class| class.strategy != "perfect"));
    let quick = depth(Level::Quick);
    let refusal =
        checker::check(&target.submission, &without_perfect, &quick, &|_| ()).expect_err("perfect play left out");
    assert!(
        refusal.to_string().contains("the strategy classes are td cdz, and the rules ask for td cdz perfect"),
        "{refusal}"
    );
    // Distributions that take long may be left out. The page says so, and no verdict is good without a word.
    let mut without_results = whole.clone();
    for class in &mut without_results.classes {
        (class.results, class.insured, class.events) = (None, None, None);
        class.up_cards.iter_mut().for_each(|up| up.results = None);
    }
    let checked = checker::check(&target.submission, &without_results, &quick, &|_| ()).expect("fewer claims");
    let left_out = checked.iter().find(|one| one.statement.path == "/classes/0/results").expect("said");
    assert_eq!((left_out.statement.level, left_out.verdict), (Level::Stated, Verdict::NotChecked));
    assert!(left_out.statement.what.contains("is left out"), "{}", left_out.statement.what);
    // Rounds that were dealt are compared with the distribution.
    without_results.simulation = None;
    assert!(checker::check(&target.submission, &without_results, &quick, &|_| ()).is_err());
}

/// Fractions that share no denominator: nothing is summed up from them before their form is looked at, neither page nor claim.
#[test]
fn sums_that_have_no_end_are_refused_at_once() {
    let target = plain();
    let mut certificate = target.read(&target.certificate).expect("a certificate");
    let mut files = target.forged(&certificate).expect("a folder");
    let large = BigInt::from(1) << 13_000;
    let result = |at: i64| certificate::StatedResult {
        net: format!("{at}/1"),
        wagered: "1/1".to_owned(),
        probability: format!("1/{}", &large + BigInt::from(2 * at + 1)),
    };
    certificate.classes[0].results = Some((0..600).map(result).collect());
    files.insert("certificate.json".to_owned(), certificate.to_canonical().expect("short").into_bytes());
    let wanted = Thoroughness::new(Level::Quick).expect("a seed");
    let error = shoeproof::judge(&files, None, &wanted, &Silent).expect_err("no distribution of a round");
    assert!(error.to_string().contains("no common denominator"), "{error}");
}

/// Bytes of each file of the report, but of the certificate and the submission: those have tests of their own. With `EVERY_LEAF` every byte that a file has is
/// changed once.
#[test]
#[ignore = "long; `just slow`"]
fn no_byte_of_another_file_can_be_changed() {
    let target = plain();
    let certificate = target.read(&target.certificate).expect("a certificate");
    let files = target.forged(&certificate).expect("a folder");
    let wanted = thoroughness(Level::Quick);
    let mut changed = 0;
    for (name, bytes) in
        files.iter().filter(|(name, _)| *name != "certificate.json" && !name.starts_with("submission/"))
    {
        let mut kinds: BTreeMap<u8, usize> = BTreeMap::new();
        bytes.iter().enumerate().for_each(|(at, &byte)| *kinds.entry(byte).or_default() = at);
        for (byte, at) in kinds.into_iter().step_by(stride(7)) {
            let mut files = files.clone();
            files.get_mut(name).expect("a file")[at] = if byte == b'x' { b'y' } else { b'x' };
            let error = shoeproof::judge(&files, None, &wanted, &Silent).expect_err("another byte");
            assert!(error.to_string().contains(&format!("{name} is not what the certificate implies")), "{error}");
            changed += 1;
        }
    }
    println!("{changed} bytes of {} files", files.len());
}

/// Attack wager, surrender at any time, unequal stakes of split hands, and readings of all of them.
#[test]
#[ignore = "long; `just slow`"]
fn no_leaf_of_double_attack_can_be_changed_unseen() {
    let small = [("shoe", "8,0,0,0,0,0,0,8,0,24"), ("simulation.rounds", "20000"), ("simulation.seed", "3")];
    let stride = stride(29);
    let target = Target::new(submission("ma-double-attack/6-decks.toml", &small));
    assert_named(&attack(&target, stride), &["/bracket", "/bracket/high", "/bracket/low"]);
}

/// What the small game has not: signals, a double shoe, a maximum payout, and an event whose chance follows from the cards.
const MORE: &str = r#"
[wagers.queen-pair]
clauses = []
title = "Queen pair"
fate = { surrender = "settled", bust = "settled", dealer-blackjack = "stays" }

[[wagers.queen-pair.lines]]
name = "Queens of hearts and dealer Blackjack"
player = { cards = ["Qh", "Qh"] }
dealer = { blackjack = true }

[[wagers.queen-pair.lines]]
name = "Pair"
player = { alike = [2] }

[[wagers.queen-pair.paytables]]
name = "1"
pays = ["1000:1", "3:1"]

[wagers.queen-pair.maximum]
clauses = []
line = "Queens of hearts and dealer Blackjack"
least = 500
covered = true

[wagers.bad-beat.events.magic-card]
clauses = []
draws = "card"
"#;

/// Side wagers of every kind: counted over cards, decided by play, with meters, and added to the base wager.
#[test]
#[ignore = "long; `just slow`"]
fn no_leaf_of_a_game_with_side_wagers_can_be_changed_unseen() {
    let stride = stride(23);
    let home = tempfile::tempdir().expect("temporary folder");
    let [games, analysis] = [home.path().join("games"), home.path().join("2-decks.toml")];
    std::fs::create_dir(&games).expect("create");
    let ranges = "[hole-card]\nranges = [{ name = \"low\", values = [\"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\"] }, { name = \"high\", values = [\"9\", \"T\", \"A\"] }]";
    let game = include_str!("small-game.toml")
        .replace("decks = [2, 3]", "decks = [2, 3]\ndealing = \"double-shoe\"")
        .replace("[hole-card]", ranges)
        .replace("\n[[options]]\nname = \"soft-17\"", &format!("{MORE}\n[[options]]\nname = \"soft-17\""));
    let stakes = "\n[wagers.queen-pair]\nplayers = 3\nstake = 1\n";
    std::fs::write(games.join("small-game.toml"), game).expect("write");
    std::fs::write(&analysis, format!("{}{stakes}", include_str!("small-analysis.toml"))).expect("write");
    let small = Submission::load(&analysis, &[]).expect("the analysis");
    let target = Target::new(small);
    for place in ["/untold/1/up_cards/0/signals/0/ev", "/wagers/0/events/0/never/fixed"] {
        assert!(target.certificate.pointer(place).is_some(), "{place} is there to be changed");
    }
    let has = |what: &str| {
        target.certificate["wagers"].as_array().is_some_and(|all| all.iter().any(|one| one.get(what).is_some()))
    };
    assert!(has("seats") && has("maximum"));
    let named = attack(&target, stride);
    assert_named(
        &named,
        &[
            "/bracket",
            "/bracket/high",
            "/bracket/low",
            "/wagers/*/played/alone",
            "/wagers/*/played/breakpoints",
            "/wagers/*/played/joint",
        ],
    );
}
