//! Independent verification of a certificate.
//!
//! The analysis and the certificate are two separate inputs. From the analysis the checker knows the rules; from the
//! certificate it takes the strategy and the claims. It derives every value of the stated strategy again, by another
//! algorithm than the program that wrote the certificate: backward recursion over the player's hands with explicit
//! conditioning on the cards seen, a dealer who draws card by card, and splits whose second cards are dealt one by one. It
//! then compares every single decision with its alternatives. It shares no code with the solver but the rules, the card
//! values and the certificate's format, and it says which claims it did not check.

mod base_game;
mod bonus;
mod dealer;
mod dealer_outcomes;
mod hands;
mod insurance;
mod law;
mod pay;
mod perfect;
mod played;
mod results;
mod round;
mod strategy;
mod switch;
mod wagers;

use std::collections::BTreeMap;

use certificate::number::{self, NumberError};
use certificate::{Certificate, StatedClass, StatedSimulation, StatedWager, sha256_hex};
use num_rational::BigRational;
use rules::{Choice, Submission};

pub use dealer_outcomes::{DealerRow, check_dealer_outcomes, dealer_outcomes};

/// Why a certificate is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A rule that this checker does not know.
    #[error("not checkable: {0}")]
    NotCheckable(String),
    /// The certificate is of another submission.
    #[error("the certificate is not of this analysis: {0}")]
    Identity(String),
    /// A table is not one that the rules ask for.
    #[error("table: {0}")]
    Table(String),
    /// A number is malformed.
    #[error("{what}: {error}")]
    Number {
        /// Which.
        what: String,
        /// What is wrong with it.
        error: NumberError,
    },
    /// A claimed value is not the one derived.
    #[error("wrong value: {what} is {found}, and the certificate states {stated}")]
    Value {
        /// Which.
        what: String,
        /// As stated.
        stated: String,
        /// As derived.
        found: String,
    },
    /// A claimed law of a round is not the strategy's.
    #[error("wrong law: {0}")]
    Law(String),
    /// A decision that can be improved.
    #[error("not optimal: {0}")]
    NotOptimal(String),
}

impl Refusal {
    pub(crate) fn not_checkable(rule: &str) -> Self {
        Self::NotCheckable(rule.to_owned())
    }

    pub(crate) fn value(what: &str, stated: &str, found: &str) -> Self {
        let short = |text: &str| {
            let head: String = text.chars().take(120).collect();
            if head.len() < text.len() { format!("{head}…") } else { head }
        };
        Self::Value { what: what.to_owned(), stated: short(stated), found: short(found) }
    }

    pub(crate) fn not_optimal(here: &str, hand: &str, stated: &str, better: &str, gain: &BigRational) -> Self {
        let gain = cards::decimal(gain, 12);
        Self::NotOptimal(format!(
            "{here}: {stated} with {hand}, to {better} gains {gain} over all rounds with this up card"
        ))
    }
}

/// What was checked of a certificate that is not refused.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// Claims that were derived again and hold.
    pub checked: Vec<String>,
    /// Claims that were not looked at, each with the reason.
    pub not_checked: Vec<(String, String)>,
}

/// What of a check is left to chance.
#[derive(Debug, Clone, Copy)]
pub struct Chance<'a> {
    /// Decides everything that is, together with the certificate. Whoever made that must not have known it.
    pub seed: &'a str,
    /// Under how many up cards, drawn at random, the law of a round is derived; all of them if `None`.
    pub up_cards: Option<usize>,
    /// Under how many up cards, drawn at random, perfect play is derived; all of them if `None`.
    pub perfect_up_cards: Option<usize>,
}

/// Checks a certificate against the analysis it is said to be of. `progress` is told every step as it begins.
///
/// Laws of a round are compared at random points modulo random primes. A wrong law that is looked at passes with a probability below
/// 10⁻¹²: DESIGN.md has the bound.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold, and for rules that this checker does not know.
pub fn check(
    submission: &Submission,
    statement: &Certificate,
    chance: &Chance<'_>,
    progress: &dyn Fn(&str),
) -> Result<Verdict, Refusal> {
    let mut verdict = Verdict::default();
    identity(submission, statement)?;
    numbers(statement)?;
    let text = statement.to_canonical().map_err(|error| Refusal::Table(error.to_string()))?;
    let seed = format!("{} {}", sha256_hex(text.as_bytes()), chance.seed);
    verdict.checked.push("the submission's SHA-256, options and readings".to_owned());
    base_game::checkable(&submission.game)?;
    let names: Vec<&str> = statement.classes.iter().map(|class| class.strategy.as_str()).collect();
    if !matches!(names[..], ["td", "cdz"] | ["td", "cdz", "perfect"]) {
        return Err(Refusal::Table(format!("the strategy classes are {}", names.join(" "))));
    }
    for class in &statement.classes {
        if class.strategy == "perfect" {
            if class.play.is_some() {
                return Err(Refusal::Table("perfect: a table cannot hold perfect play".to_owned()));
            }
            check_perfect(submission, class, &seed, chance, &mut verdict, progress)?;
            continue;
        }
        base_game::check(submission, class, progress)?;
        verdict.checked.push(format!(
            "{}: EV in total and by up card and signal, average wager, element of risk; every decision against its alternatives",
            class.strategy
        ));
        if let Some(results) = &class.results {
            results::check(class, results)?;
            let looked_at = results::derive(submission, class, &seed, chance.up_cards, progress)?;
            let is_sample = looked_at.len() < class.up_cards.len();
            let names: Vec<String> = looked_at.iter().map(ToString::to_string).collect();
            verdict.checked.push(format!(
                "{}: the law of a round by the strategy, under {} (modulo random primes of 58 bits, at random points)",
                class.strategy,
                if is_sample { format!("the up cards {}", names.join(" ")) } else { "every up card".to_owned() }
            ));
            if is_sample {
                let claim = format!(
                    "{}: the law of a round under the other up cards, and with it the variance",
                    class.strategy
                );
                verdict.not_checked.push((claim, "a sample was looked at".to_owned()));
            } else {
                verdict.checked.push(format!("{}: variance, from the law of a round", class.strategy));
            }
        } else if class.up_cards.iter().any(|up| up.results.is_some()) {
            let message = format!("{}: the law of a round is stated by up card and not in total", class.strategy);
            return Err(Refusal::Table(message));
        } else if class.variance.is_some() {
            let why = "the law of a round is not stated";
            verdict.not_checked.push((format!("{}: variance", class.strategy), why.to_owned()));
        }
    }
    insurance::check(submission, statement.insurance.as_ref())?;
    if statement.insurance.is_some() {
        verdict.checked.push("insurance: EV by hand, what to take, gain".to_owned());
    }
    let play = statement.classes.iter().find(|class| class.strategy == "cdz");
    wagers::check(submission, &statement.wagers, play, &mut verdict, progress)?;
    Ok(verdict)
}

/// Perfect play, of which no table is stated: its values by the optimality equations.
fn check_perfect(
    submission: &Submission,
    class: &StatedClass,
    seed: &str,
    chance: &Chance<'_>,
    verdict: &mut Verdict,
    progress: &dyn Fn(&str),
) -> Result<(), Refusal> {
    if let Some(why) = perfect::unchecked(&submission.game) {
        verdict.not_checked.push(("perfect: every value".to_owned(), why.to_owned()));
        return Ok(());
    }
    let looked_at = perfect::check(submission, class, seed, chance.perfect_up_cards, progress)?;
    let is_sample = looked_at.len() < class.up_cards.len();
    let names: Vec<String> = looked_at.iter().map(ToString::to_string).collect();
    let under = if is_sample {
        format!("under the up card {} by signal", names.join(" "))
    } else {
        "in total and by up card and signal".to_owned()
    };
    verdict.checked.push(format!("perfect: EV {under}, by the optimality equations over all cards of the round"));
    if is_sample {
        let claim = "perfect: EV under the other up cards, average wager".to_owned();
        verdict.not_checked.push((claim, "a sample was looked at".to_owned()));
    } else {
        verdict.checked.push("perfect: average wager, element of risk".to_owned());
    }
    if class.variance.is_some() {
        let why = "the law of a round under perfect play is not stated";
        verdict.not_checked.push(("perfect: variance".to_owned(), why.to_owned()));
    }
    Ok(())
}

/// The class with its values replaced by those of its stated strategy, good or bad. The variance and the law of a round are left as they are.
///
/// # Errors
/// [`Refusal`] for rules that are not known and for tables that the rules do not ask for.
pub fn values(submission: &Submission, class: &StatedClass) -> Result<StatedClass, Refusal> {
    base_game::checkable(&submission.game)?;
    base_game::derive(submission, class, false, &|_| ())
}

/// Checks the side wagers alone, without those that play decides unless the class that plays them is given.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold.
pub fn check_wagers(
    submission: &Submission,
    stated: &[StatedWager],
    play: Option<&StatedClass>,
    progress: &dyn Fn(&str),
) -> Result<Verdict, Refusal> {
    let mut verdict = Verdict::default();
    wagers::check(submission, stated, play, &mut verdict, progress)?;
    Ok(verdict)
}

/// The certificate must be of this submission, in every particular it names.
fn identity(submission: &Submission, statement: &Certificate) -> Result<(), Refusal> {
    let item = &statement.item;
    let differs = |what: &str, stated: &str, found: &str| {
        Err(Refusal::Identity(format!("{what} is {found}, and the certificate states {stated}")))
    };
    let chosen = |choices: &[Choice]| -> BTreeMap<String, String> {
        choices.iter().map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
    };
    for (kind, stated, found) in [
        ("option", &statement.options, chosen(&submission.options)),
        ("reading", &statement.readings, chosen(&submission.readings)),
    ] {
        for name in stated.keys().chain(found.keys()) {
            let (stated, found) = (stated.get(name), found.get(name));
            if stated != found {
                let text = |choice: Option<&String>| choice.map_or("missing", String::as_str).to_owned();
                return differs(&format!("the {kind} {name}"), &text(stated), &text(found));
            }
        }
    }
    let shoe: Vec<String> = submission.shoe.counts().iter().map(u16::to_string).collect();
    let decks = submission.decks.map(|decks| decks.to_string());
    let none = || "none".to_owned();
    for (what, stated, found) in [
        ("the game", &item.game, submission.game.id.clone()),
        ("the analysis", &item.analysis, submission.id.clone()),
        ("the shoe", &item.shoe.join(","), shoe.join(",")),
        ("the number of decks", &item.decks.clone().unwrap_or_else(none), decks.unwrap_or_else(none)),
        ("its SHA-256", &item.submission_sha256, sha256_hex(submission.canonical().as_bytes())),
    ] {
        if *stated != found {
            return differs(what, stated, &found);
        }
    }
    Ok(())
}

/// Every number must be canonical, also those that are not checked.
fn numbers(statement: &Certificate) -> Result<(), Refusal> {
    let fraction =
        |what: String, text: &str| number::fraction(text).map(|_| ()).map_err(|error| Refusal::Number { what, error });
    for class in &statement.classes {
        let name = &class.strategy;
        fraction(format!("{name}: EV"), &class.ev)?;
        fraction(format!("{name}: average wager"), &class.average_wager)?;
        fraction(format!("{name}: element of risk"), &class.element_of_risk)?;
        if let Some(variance) = &class.variance {
            fraction(format!("{name}: variance"), variance)?;
        }
        for result in class.results.iter().flatten() {
            let here = format!("{name}: net {}, wager {}", result.net, result.wagered);
            for text in [&result.net, &result.wagered, &result.probability] {
                fraction(here.clone(), text)?;
            }
        }
        for up in &class.up_cards {
            fraction(format!("{name}, up card {}: EV", up.up), &up.ev)?;
            fraction(format!("{name}, up card {}: probability", up.up), &up.probability)?;
            for signal in &up.signals {
                let here = format!("{name}, up card {}, signal {}", up.up, signal.signal);
                fraction(format!("{here}: EV"), &signal.ev)?;
                fraction(format!("{here}: probability"), &signal.probability)?;
            }
        }
    }
    for wager in &statement.wagers {
        let here = format!("{} {}", wager.id, wager.paytable);
        for text in [&wager.ev, &wager.variance, &wager.hit_frequency] {
            fraction(here.clone(), text)?;
        }
    }
    statement.simulation.as_ref().map_or(Ok(()), simulation_numbers)
}

fn simulation_numbers(simulation: &StatedSimulation) -> Result<(), Refusal> {
    let refused = |error| Refusal::Number { what: "simulation".to_owned(), error };
    number::fraction(&simulation.ev).map_err(refused)?;
    let cut_card = simulation.cut_card.as_ref();
    let counts = [&simulation.rounds, &simulation.seed, &simulation.judged].into_iter();
    for count in counts.chain(cut_card.iter().flat_map(|cut_card| [&cut_card.cards_before, &cut_card.rounds])) {
        number::whole(count).map_err(refused)?;
    }
    for measured in cut_card.iter().flat_map(|cut_card| [&cut_card.effect, &cut_card.standard_error]) {
        number::decimal(measured).map_err(refused)?;
    }
    Ok(())
}

/// Leaves so many of a list, drawn by a text for each that nobody could know before; all of them if `None`.
pub(crate) fn draw<T>(list: &mut Vec<T>, most: Option<usize>, text: impl Fn(&T) -> String) {
    if let Some(most) = most {
        list.sort_by_cached_key(|one| sha256_hex(text(one).as_bytes()));
        list.truncate(most);
    }
}

/// Refuses a stated fraction that is not the one derived.
pub(crate) fn expect(what: &str, stated: &str, found: &BigRational) -> Result<(), Refusal> {
    let value = number::fraction(stated).map_err(|error| Refusal::Number { what: what.to_owned(), error })?;
    if value == *found { Ok(()) } else { Err(Refusal::value(what, stated, &cards::fraction(found))) }
}
