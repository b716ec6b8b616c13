//! A whole certificate of a small shoe, without a solver.

use std::path::Path;

use cards::Value;
use certificate::{
    ByDealerOutcome, CERTIFICATE_FORMAT, Certificate, Software, StatedClass, StatedCutCard, StatedCutCards,
    StatedCutSums, StatedCutTable, StatedDealer, StatedInsurance, StatedInsuranceHand, StatedItem, StatedRemoval,
    StatedSimulation, StatedVariant, sha256_hex,
};
use num_rational::BigRational;
use num_traits::Signed;
use rules::{Override, Submission};

use super::rounds::doubled_of;
use crate::base_game::best;
use crate::base_game::found::Found;
use crate::up_card_play::UpCardPlay;
use crate::wagers::chosen;
use crate::{insurance, values};

/// Few values of cards, and so many of each that a total tells all that matters of a hand.
const SHOE: &str = "60,0,0,0,0,0,60,0,60,160";

pub(super) fn submission(analysis: &str, overrides: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    let overrides: Vec<Override> = overrides.iter().map(|(key, value)| Override::new(*key, *value)).collect();
    Submission::load(&path, &overrides).expect("an analysis")
}

/// The submission of [`certificate`].
pub(super) fn small() -> Submission {
    submission("pa-633a-blackjack/1-decks.toml", &[("shoe", SHOE), ("options.max-hands", "3")])
}

pub(super) fn class(submission: &Submission, strategy: &str) -> StatedClass {
    let ups = Value::all().filter(|&up| submission.shoe.count(up) > 0);
    let best = |up| UpCardPlay::best(&submission.game, &submission.shoe, up, &mut Found::default()).expect("a table").0;
    let play = ups.map(|up| best::stated(&best(up)));
    let class = StatedClass::without_figures(strategy, Some(play.collect()));
    values(submission, &class).expect("values")
}

/// The same with the attack wager made or not under an up card as said, and the hands played best after that.
pub(super) fn class_attacking(submission: &Submission, strategy: &str, (up, attacked): (Value, bool)) -> StatedClass {
    let found = &mut Found::default();
    let table = UpCardPlay::decided(&submission.game, &submission.shoe, (up, attacked), found).expect("a table").0;
    let mut play = class(submission, strategy).play;
    for stated in play.iter_mut().flatten().filter(|stated| stated.up == up.to_string()) {
        *stated = best::stated(&table);
    }
    values(submission, &StatedClass::without_figures(strategy, play)).expect("values")
}

/// Both classes with one table, which a total tells.
fn classes(submission: &Submission) -> Vec<StatedClass> {
    let cdz = class(submission, "cdz");
    vec![StatedClass { strategy: "td".to_owned(), ..cdz.clone() }, cdz]
}

pub(super) fn certificate(submission: &Submission) -> Certificate {
    let variants: Vec<StatedVariant> = submission
        .variants()
        .expect("variants")
        .into_iter()
        .map(|(set, variant)| StatedVariant { set, classes: self::classes(&variant) })
        .collect();
    let combinations = submission.combination_changes(4096).expect("few combinations");
    let ev = |changes: &rules::Changes| {
        cards::fraction(&crate::best::ev(&submission.changed(changes).expect("a combination")).expect("an EV"))
    };
    let mut classes = self::classes(submission);
    if submission.game.switch.is_none() {
        // Every card apart takes too long where there are many values; then nothing is checked against the rounds.
        let is_small = submission.shoe.counts().iter().filter(|&&count| count > 0).count() < 6;
        let doubled = if is_small { doubled_of(submission, &classes[1]) } else { Vec::new() };
        classes.iter_mut().for_each(|class| class.doubled = Some(doubled.clone()));
    }
    Certificate {
        format: CERTIFICATE_FORMAT.to_owned(),
        software: Software { name: "Shoeproof".to_owned(), version: "0".to_owned(), lock_sha256: "0".repeat(64) },
        item: StatedItem {
            id: "an-id".to_owned(),
            analysis: submission.id.clone(),
            game: submission.game.id.clone(),
            decks: submission.decks.map(|decks| decks.to_string()),
            shoe: submission.shoe.counts().iter().map(u16::to_string).collect(),
            submission_sha256: sha256_hex(submission.canonical().as_bytes()),
        },
        options: chosen(submission.options.iter()),
        readings: chosen(submission.readings.iter()),
        removal: removal(submission, &classes[0]),
        counts: Vec::new(),
        actions: crate::base_game::first_hands::action_values(submission, &classes[1], &|_| ()).expect("values"),
        classes,
        bracket: None,
        variants,
        combinations: combinations.iter().map(ev).collect(),
        dealer: dealer(submission),
        untold: Vec::new(),
        followers: Vec::new(),
        insurance: insured(submission),
        wagers: Vec::new(),
        simulation: submission.simulation.as_ref().map(|_| simulation()),
        cut_card: None,
    }
}

/// The EV without each card, as the checker derives it.
fn removal(submission: &Submission, class: &StatedClass) -> Vec<StatedRemoval> {
    if !crate::removal::is_asked_for(submission) {
        return Vec::new();
    }
    let held = Value::all().filter(|&value| submission.shoe.count(value) > 0);
    let ev = |card| crate::removal::ev_without(submission, class, card).expect("a shoe with room");
    held.map(|card| StatedRemoval { card: card.to_string(), ev: cards::fraction(&ev(card)) }).collect()
}

/// How the dealer's hand ends, as the checker derives it.
fn dealer(submission: &Submission) -> Vec<StatedDealer> {
    let rows = crate::dealer_outcomes(submission, &cards::Composition::default()).expect("a shoe with room");
    let text = |number: &BigRational| cards::fraction(number);
    rows.iter()
        .map(|row| StatedDealer {
            up: row.up.to_string(),
            signal: row.signal.clone(),
            holes: row.holes.iter().map(ToString::to_string).collect(),
            probability: text(&row.probability),
            outcomes: ByDealerOutcome::of(row.outcomes.each_ref().map(text)),
        })
        .collect()
}

/// The insurance wager, as the checker's own words derive it.
fn insured(submission: &Submission) -> Option<StatedInsurance> {
    let rule = submission.game.insurance.as_ref()?;
    let found = insurance::derive(submission, rule)?;
    Some(StatedInsurance {
        pays: rule.pays.to_string(),
        ev_always: cards::fraction(&found.ev_always),
        optimal_gain: cards::fraction(&found.gain()),
        hands: found
            .hands
            .into_iter()
            .map(|(hand, ev, _): (String, BigRational, BigRational)| StatedInsuranceHand {
                hand,
                take: ev.is_positive(),
                ev: cards::fraction(&ev),
            })
            .collect(),
    })
}

/// Ten thousand rounds that could have been, dealt to no table.
pub(super) fn simulation() -> StatedSimulation {
    let text = |numbers: &[&str]| -> Vec<String> { numbers.iter().map(|&number| number.to_owned()).collect() };
    let pair = |one: &str, other: &str| [one.to_owned(), other.to_owned()];
    let triple = |one: &str, two: &str, three: &str| [one.to_owned(), two.to_owned(), three.to_owned()];
    StatedSimulation {
        rounds: "10000".to_owned(),
        seed: "7".to_owned(),
        cases: vec![triple("4000", "-200", "16000"), triple("6000", "-1000", "24000")],
        dealer: [400, 600]
            .map(|tenth: u32| [0, 1, 1, 1, 1, 1, 1, 3, 1].map(|part| (part * tenth).to_string()))
            .to_vec(),
        nets: vec![pair("-2", "5300"), pair("2", "4700")],
        wagered: vec![pair("1", "9000"), pair("2", "1000")],
        insurance: ["700", "230", "10", "4"].map(str::to_owned),
        sides: vec![text(&["9000", "1000"])],
        cut_card: None,
    }
}

pub(super) fn cut_card() -> StatedCutCard {
    let text = |number: &str| number.to_owned();
    StatedCutCard {
        asked: text("10000"),
        cards_before: text("255"),
        shoes: text("125"),
        fixed: text("80"),
        rounds: text("10010"),
        more_square: text("400"),
        more_money: text("-30"),
        money: text("12"),
        money_square: text("900"),
        refilled: text("0"),
        fixed_money: text("-70"),
    }
}

/// Shoes that could have been, at the places that [`super::refusals`] asks for, dealt to no table.
pub(super) fn cut_cards() -> StatedCutCards {
    let place = |before: &str, rounds: &str| StatedCutSums {
        cards_before: before.to_owned(),
        usual: "30".to_owned(),
        rounds: rounds.to_owned(),
        rounds_square: "4000000".to_owned(),
        gain: "-500".to_owned(),
        gain_square: "90000".to_owned(),
        gain_rounds: "-14000".to_owned(),
        too_short: "0".to_owned(),
        rest: "30".to_owned(),
        rest_square: "700".to_owned(),
    };
    StatedCutCards {
        shoes: "4096".to_owned(),
        valued: "10".to_owned(),
        seed: "7".to_owned(),
        tables: vec![StatedCutTable {
            players: "2".to_owned(),
            places: vec![place("85", "100000"), place("102", "120000")],
        }],
    }
}
