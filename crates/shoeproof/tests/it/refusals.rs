//! A claim of every kind changed.

use std::sync::{LazyLock, Mutex};

use certificate::{Certificate, StatedBracket};
use checker::{Checked, Level, Refusal, Verdict, check};
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::Submission;
use shoeproof::Silent;

use super::agreement::without_figures;
use super::attack::{depth, submission};

/// Few values of cards, and so many of each that a total tells all that matters of a hand.
fn small() -> Submission {
    let set = [("shoe", "60,0,0,0,0,0,60,0,60,160"), ("options.max-hands", "3")];
    submission("pa-633a-blackjack/1-decks.toml", &set)
}

fn checked(certificate: &Certificate, level: Level) -> Result<Vec<Checked>, Refusal> {
    check(&small(), certificate, &depth(level), &|_| ())
}

/// The certificate of [`small`], without what may be left out of it.
fn good() -> &'static Certificate {
    static GOOD: LazyLock<Certificate> = LazyLock::new(|| {
        let submission = small();
        let mut certificate =
            shoeproof::certificate(&submission, submission.id.clone(), false, &Silent).expect("a certificate");
        for class in &mut certificate.classes {
            (class.variance, class.results, class.insured, class.events) = (None, None, None, None);
            class.up_cards.iter_mut().for_each(|up| up.results = None);
        }
        certificate.bracket = None;
        certificate
    });
    &GOOD
}

fn verdict(all: &[Checked], path: &str) -> Verdict {
    all.iter().find(|one| one.statement.path == path).map(|one| one.verdict).expect(path)
}

/// What is said of a certificate that was changed.
fn after(level: Level, change: impl FnOnce(&mut Certificate)) -> String {
    let mut changed = good().clone();
    change(&mut changed);
    assert_ne!(&changed, good());
    checked(&changed, level).map_or_else(|refusal| refusal.to_string(), |_| "nothing".to_owned())
}

/// A fraction that is another.
fn other(text: &mut String) {
    *text = match text.strip_prefix('-') {
        Some(rest) => rest.to_owned(),
        None => format!("-{text}"),
    };
}

#[test]
fn every_claim_has_its_verdict() {
    let steps = Mutex::new(0);
    let quick = check(&small(), good(), &depth(Level::Quick), &|_| *steps.lock().expect("a count") += 1).expect("good");
    assert!(steps.into_inner().expect("a count") > 0);
    let is_checked = |all: &[Checked], path| verdict(all, path) == Verdict::Checked;
    assert!(
        is_checked(&quick, "/classes/0") && is_checked(&quick, "/insurance") && is_checked(&quick, "/combinations/0")
    );
    assert!(
        !is_checked(&quick, "/software") && !is_checked(&quick, "/variants/0") && !is_checked(&quick, "/combinations")
    );
    let full = checked(good(), Level::Full).expect("good");
    let open: Vec<&str> =
        full.iter().filter(|one| one.verdict == Verdict::NotChecked).map(|one| one.statement.path.as_str()).collect();
    let left_out =
        ["/classes/0/variance", "/classes/0/results", "/classes/1/variance", "/classes/1/results", "/bracket"];
    assert_eq!((&open[..3], &open[3..]), (&["/software", "/software/lock_sha256", "/item/id"][..], &left_out[..]));
    assert!(full.iter().any(|one| one.seconds > 0.0));
    let plan = checker::plan(&small(), good());
    assert_eq!(full.into_iter().map(|one| one.statement).collect::<Vec<_>>(), plan);
}

#[test]
fn identity_and_form() {
    let quick = |change: fn(&mut Certificate)| after(Level::Quick, change);
    assert!(quick(|one| one.format.push('0')).contains("the format"));
    assert!(quick(|one| one.item.game.push('x')).contains("the game"));
    assert!(quick(|one| one.item.analysis.push('x')).contains("the analysis"));
    assert!(quick(|one| one.item.decks = Some("6".to_owned())).contains("the number of decks"));
    assert!(quick(|one| one.item.shoe[0] = "5".to_owned()).contains("the shoe"));
    assert!(quick(|one| one.item.shoe = vec![one.item.shoe.join(",")]).contains("the shoe"));
    assert!(quick(|one| one.item.submission_sha256 = "0".repeat(64)).contains("its SHA-256"));
    assert!(quick(|one| drop(one.options.pop_first())).contains("the option"));
    assert!(quick(|one| drop(one.readings.insert("new".to_owned(), "x".to_owned()))).contains("the reading new"));
    assert!(quick(|one| one.combinations[1] = "2/4".to_owned()).contains("lowest terms"));
    assert!(quick(|one| one.insurance.as_mut().expect("offered").hands[0].ev = "1".to_owned()).contains("fraction"));
}

#[test]
fn classes() {
    let quick = |change: fn(&mut Certificate)| after(Level::Quick, change);
    assert!(quick(|one| drop(one.classes.pop())).contains("strategy classes"));
    assert!(quick(|one| other(&mut one.classes[1].ev)).contains("EV"));
    assert!(quick(|one| other(&mut one.classes[0].element_of_risk)).contains("td: element of risk"));
    assert!(quick(|one| other(&mut one.classes[0].up_cards[1].ev)).contains("td, up card 7: EV"));
    assert!(quick(|one| one.classes[0].up_cards[1].signals[0].holes.push('2')).contains("hole cards"));
    assert!(quick(|one| one.classes[0].up_cards.truncate(1)).contains("up cards"));
    assert!(quick(|one| one.classes[0].play = None).contains("the strategy is missing"));
    assert!(quick(|one| one.classes[1].insured = Some(Vec::new())).contains("insurance is stated without"));
    assert!(
        quick(|one| one.classes[1].events = Some(Vec::new())).contains("what happens in a round is stated without")
    );
    assert!(quick(|one| one.classes[1].up_cards[0].results = Some(Vec::new())).contains("by up card and not in total"));
    let other_attack = |one: &mut Certificate| one.classes[1].up_cards[0].other_attack_ev = Some("0/1".to_owned());
    assert!(quick(other_attack).contains("stated without an attack wager"));
}

/// Every field of a table that the rules do not ask for.
#[test]
fn tables() {
    let quick = |change: fn(&mut certificate::StatedPlay)| {
        after(Level::Quick, |one| change(&mut one.classes[1].play.as_mut().expect("a table")[0]))
    };
    assert!(quick(|play| play.attack = Some(true)).contains("`attack` decides"));
    assert!(quick(|play| play.early = Some("K".to_owned())).contains("`early` decides"));
    assert!(quick(|play| play.switched = Some("K".to_owned())).contains("`switched` decides"));
    assert!(quick(|play| play.signals[0].switched = Some("K".to_owned())).contains("`switched` decides"));
    assert!(quick(|play| play.signals[0].doubled = Some("K".to_owned())).contains("`doubled` decides"));
    assert!(quick(|play| play.signals[0].doubled_free = Some("K".to_owned())).contains("`doubled_free` decides"));
    assert!(quick(|play| play.even_money = play.even_money.map_or(Some(true), |_| None)).contains("`even_money`"));
    assert!(quick(|play| play.signals[0].acts.truncate(1)).contains("the acts end"));
    assert!(quick(|play| play.signals[0].acts.push('S')).contains("acts too many"));
    let stand = "S".repeat(good().classes[1].play.as_ref().expect("a table")[0].signals[0].acts.len());
    let stood = after(Level::Quick, |one| one.classes[1].play.as_mut().expect("a table")[0].signals[0].acts = stand);
    assert!(stood.contains("not optimal"), "{stood}");
}

#[test]
fn variants() {
    assert!(after(Level::Quick, |one| drop(one.variants.remove(0))).contains("is missing"));
    assert!(after(Level::Quick, |one| one.variants.swap(0, 1)).contains("is missing"));
    assert!(after(Level::Quick, |one| one.variants.push(one.variants[0].clone())).contains("there is no variant"));
    assert!(after(Level::Quick, |one| drop(one.variants[0].classes.pop())).contains("strategy classes"));
    assert!(
        after(Level::Quick, |one| one.variants[0].classes[0].variance = Some("1/1".to_owned()))
            .contains("the variance")
    );
    let wrong = |one: &mut Certificate| other(&mut one.variants[0].classes[0].ev);
    assert_eq!(after(Level::Quick, wrong), "nothing");
    assert!(after(Level::Usual, wrong).contains("EV"));
    let wrong = |one: &mut Certificate| {
        let row = &mut one.variants[0].classes[1].play.as_mut().expect("a table")[0].signals[0];
        row.acts = row.acts.replace('H', "S");
    };
    assert!(after(Level::Usual, wrong).contains("not optimal"));
}

#[test]
fn combinations() {
    assert!(after(Level::Quick, |one| drop(one.combinations.pop())).contains("combinations of readings are stated of"));
    assert!(after(Level::Quick, |one| one.combinations.clear()).contains("0 combinations"));
    assert!(after(Level::Quick, |one| other(&mut one.combinations[0])).contains("the combination"));
    let last = |one: &mut Certificate| other(one.combinations.last_mut().expect("combinations"));
    assert_eq!(after(Level::Usual, last), "nothing");
    assert!(after(Level::Full, last).contains("the combination readings."));
}

#[test]
fn insurance_and_wagers() {
    let hand = |change: fn(&mut certificate::StatedInsuranceHand)| {
        after(Level::Quick, |one| change(&mut one.insurance.as_mut().expect("offered").hands[1]))
    };
    assert!(hand(|hand| other(&mut hand.ev)).contains("insurance with"));
    assert!(hand(|hand| hand.take = !hand.take).contains("not optimal"));
    assert!(hand(|hand| hand.hand.push('x')).contains("missing or out of order"));
    assert!(after(Level::Quick, |one| one.insurance = None).contains("the insurance wager is missing"));
    assert!(after(Level::Quick, |one| one.wagers.push(without_figures("x", "x"))).contains("is not offered"));
}

#[test]
fn effects_of_removal() {
    let usual = |change: fn(&mut Certificate)| after(Level::Usual, change);
    assert!(good().removal.len() > 1);
    let zero: BigRational = good()
        .removal
        .iter()
        .zip(small().shoe.counts().iter().filter(|&&count| count > 0))
        .map(|(one, &count)| {
            let ev = certificate::number::fraction(&one.ev).expect("an EV");
            (ev - certificate::number::fraction(&good().classes[0].ev).expect("an EV"))
                * BigRational::from_integer(count.into())
        })
        .sum();
    assert!(zero.is_zero(), "the effects of all cards add up to nothing");
    assert!(usual(|one| one.removal[1].ev = one.classes[0].ev.clone()).contains("td without"));
    // No depth lets a random card have an effect.
    assert!(
        after(Level::Quick, |one| other(&mut one.removal[1].ev)).contains("td without a card: the mean over all cards")
    );
    assert!(usual(|one| one.removal.clear()).contains("the cards taken out"));
    assert!(usual(|one| one.removal[0].card = "K".to_owned()).contains("the cards taken out"));
    assert!(usual(|one| one.removal.swap(0, 1)).contains("the cards taken out"));
    // Two statements that are wrong together are refused too: each is derived.
    assert!(
        usual(|one| {
            let [first, second] = &mut one.removal[..2] else { return };
            std::mem::swap(&mut first.ev, &mut second.ev);
        })
        .contains("td without")
    );
}

#[test]
fn brackets() {
    let with = |low: &str, high: &str| {
        let bracket = StatedBracket { low: low.to_owned(), high: high.to_owned() };
        after(Level::Quick, |one| one.bracket = Some(bracket))
    };
    assert_eq!(with("-0.99", "0.99"), "nothing");
    assert!(with("0.5", "0.25").contains("ends below"));
    assert!(with("-0.99", "-0.98").contains("worth more than the bracket"));
    assert!(with("-.99", "0.99").contains("a decimal"));
    let mut bracketed = good().clone();
    bracketed.bracket = Some(StatedBracket { low: "-0.99".to_owned(), high: "0.99".to_owned() });
    let all = checked(&bracketed, Level::Quick).expect("good");
    assert_eq!(verdict(&all, "/bracket/low"), Verdict::Checked);
    assert_eq!(verdict(&all, "/bracket/high"), Verdict::NotChecked);
    bracketed.bracket = Some(StatedBracket { low: "0.98".to_owned(), high: "0.99".to_owned() });
    let all = checked(&bracketed, Level::Quick).expect("good");
    assert_eq!(verdict(&all, "/bracket/low"), Verdict::NotChecked);
}
