//! Every optional wager whose value does not depend on the player's play, in every game, with every number of decks,
//! paytable and reading, against a reference written from the regulations alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{OfferedWager, Override, Submission};
use wagers::value;

use crate::reference::{Deck, Net, Readings, distribution, distribution_from, shoe};

/// A reading that concerns a wager, with its choices; the first is the default.
type Reading = (&'static str, &'static [&'static str]);

/// A paytable of a wager, the numbers of decks it goes with, and the readings that concern the wager.
struct Offer {
    id: &'static str,
    paytable: &'static str,
    decks: &'static [u16],
    readings: &'static [Reading],
}

const fn offer(id: &'static str, paytable: &'static str, decks: &'static [u16], readings: &'static [Reading]) -> Offer {
    Offer { id, paytable, decks, readings }
}

/// A game, the numbers of decks it is played with, and its wagers.
struct Played {
    game: &'static str,
    /// An analysis file of the game. Other numbers of decks are asked of it.
    analysis: &'static str,
    decks: &'static [u16],
    offers: &'static [Offer],
    /// Wagers whose value depends on the player's play; there may be others of these.
    by_play: &'static [&'static str],
}

const ANY: &[u16] = &[1, 2, 3, 4, 5, 6, 7, 8];
const SEVERAL: &[u16] = &[2, 3, 4, 5, 6, 7, 8];

const ACE_NINE: Reading = ("ace-nine", &["counts", "no"]);
const CROWN: Reading = ("crown-treasure", &["1000", "999", "none"]);
const POKER_ACE: &[Reading] = &[("three-card-poker-ace", &["high-and-low", "low-only"])];
const PROGRESSIVE: &[Reading] = &[("to-lines", &["to", "for"]), ("meter-lines", &["for", "to"])];

const BLACKJACK: Played = Played {
    game: "pa-633a-blackjack",
    analysis: "6-decks.toml",
    decks: ANY,
    offers: &[
        offer("lucky-ladies", "13(c)", ANY, &[ACE_NINE]),
        offer("match-the-dealer", "11/4", &[6], &[("tens-match", &["rank", "rank-and-suit"])]),
        offer("match-the-dealer", "14/3", &[8], &[("tens-match", &["rank", "rank-and-suit"])]),
        offer("in-between", "13(e)", ANY, &[("between-ace", &["high", "low", "both", "each"])]),
        offer("royal-match-21", "A", &[1], &[CROWN]),
        offer("royal-match-21", "B", &[1], &[CROWN]),
        offer("royal-match-21", "C", SEVERAL, &[CROWN]),
        offer("royal-match-21", "D", SEVERAL, &[CROWN]),
        offer("royal-match-21", "E", SEVERAL, &[CROWN]),
        offer("bet-the-set-21", "A", &[1], &[]),
        offer("bet-the-set-21", "B", &[2], &[]),
        offer("bet-the-set-21", "C", &[4, 5, 6, 7, 8], &[]),
        offer("bet-the-set-21", "D", &[4, 5, 6, 7, 8], &[]),
        offer("kings-bounty", "13(h)", ANY, &[ACE_NINE]),
        offer("three-card-poker", "A", ANY, POKER_ACE),
        offer("three-card-poker", "B", ANY, POKER_ACE),
        offer("house-money", "13(n)(1)", &[1], &[("house-money-ace", &["both", "high", "low"])]),
        offer("house-money", "13(n)(2)", SEVERAL, &[("house-money-ace", &["both", "high", "low"])]),
        offer("hit-and-run", "13(l)", ANY, &[("meter-lines", &["for", "to"])]),
    ],
    by_play: &["bad-beat", "straight-jack"],
};

const SWITCH: Played = Played {
    game: "pa-633a-blackjack-switch",
    analysis: "6-decks.toml",
    decks: ANY,
    offers: &[offer("super-match", "13(i)(1)", &[6], &[]), offer("super-match", "13(i)(2)", &[8], &[])],
    by_play: &[],
};

const DOUBLE_ATTACK: Played = Played {
    game: "pa-665a-double-attack",
    analysis: "8-decks.toml",
    decks: &[8],
    offers: &[offer("bust-it", "12(c)", &[8], &[])],
    by_play: &[],
};

const MASSACHUSETTS: Played = Played {
    game: "ma-double-attack",
    analysis: "6-decks.toml",
    decks: &[6, 8],
    offers: &[offer("bust-it", "6(d)", &[6, 8], &[])],
    by_play: &[],
};

const DOWN_UNDER: Played = Played {
    game: "pa-685a-down-under",
    analysis: "6-decks.toml",
    decks: &[4, 5, 6, 8],
    offers: &[
        offer(
            "match-the-dealer",
            "11/4",
            &[6],
            &[("match-pays", &["each", "best"]), ("tens-match", &["rank", "rank-and-suit"])],
        ),
        offer(
            "match-the-dealer",
            "14/3",
            &[8],
            &[("match-pays", &["each", "best"]), ("tens-match", &["rank", "rank-and-suit"])],
        ),
        offer("match-the-dealer-progressive", "1", &[6, 8], PROGRESSIVE),
        offer("match-the-dealer-progressive", "2", &[6, 8], PROGRESSIVE),
        offer("match-the-dealer-progressive", "3", &[6, 8], PROGRESSIVE),
        offer("match-the-dealer-progressive", "4", &[6, 8], PROGRESSIVE),
        offer("match-the-dealer-progressive", "5", &[6, 8], PROGRESSIVE),
        offer("match-the-dealer-progressive", "6", &[6, 8], PROGRESSIVE),
        offer("match-the-dealer-progressive", "7", &[6, 8], PROGRESSIVE),
        offer("match-the-dealer-progressive", "8", &[6, 8], PROGRESSIVE),
        offer("match-the-dealer-progressive", "9", &[6, 8], PROGRESSIVE),
        offer("match-the-dealer-progressive", "10", &[6, 8], PROGRESSIVE),
    ],
    by_play: &[],
};

const EVERY_GAME: [&Played; 5] = [&BLACKJACK, &SWITCH, &DOUBLE_ATTACK, &MASSACHUSETTS, &DOWN_UNDER];

impl Played {
    /// The game with a full shoe of so many decks, every choice at its default.
    fn with_decks(&self, decks: u16) -> Submission {
        let path = format!("{}/../../analyses/{}/{}", env!("CARGO_MANIFEST_DIR"), self.game, self.analysis);
        let overrides: &[Override] = &[];
        let submission =
            Submission::load(Path::new(&path), overrides).unwrap_or_else(|error| panic!("{path}: {error}"));
        submission.for_decks(decks).unwrap_or_else(|error| panic!("{}, {decks} decks: {error}", self.game))
    }

    fn offers_with(&self, decks: u16) -> impl Iterator<Item = &Offer> {
        self.offers.iter().filter(move |offer| offer.decks.contains(&decks))
    }
}

impl Offer {
    /// This wager with this paytable under readings.
    fn pick(&self, submission: &Submission, readings: &Readings) -> Result<(Submission, OfferedWager), String> {
        let mut submission = submission
            .with(&format!("wagers.{}.paytable", self.id), self.paytable)
            .map_err(|error| format!("is not offered: {error}"))?;
        for (name, choice) in readings {
            submission = submission
                .with(&format!("readings.{name}"), choice)
                .map_err(|error| format!("does not take the reading: {error}"))?;
        }
        let mut picked = submission.wagers.iter().filter(|wager| wager.id == self.id);
        let wager = match (picked.next(), picked.next()) {
            (Some(wager), None) if wager.paytable.name == self.paytable => wager.clone(),
            (Some(wager), None) => return Err(format!("has the paytable {}", wager.paytable.name)),
            (None, _) => return Err("is not offered".to_owned()),
            (Some(_), Some(_)) => return Err("is offered twice".to_owned()),
        };
        Ok((submission, wager))
    }

    fn named(&self, game: &str, decks: u16, readings: &Readings) -> String {
        let readings: Vec<String> = readings.iter().map(|(name, choice)| format!("{name}={choice}")).collect();
        let readings = if readings.is_empty() { "default readings".to_owned() } else { readings.join(" ") };
        format!("{game}, {decks} decks, {} {}, {readings}", self.id, self.paytable)
    }
}

/// Every combination of choices.
fn combinations(readings: &[Reading]) -> Vec<Readings> {
    let mut combined = vec![Readings::new()];
    for (name, choices) in readings {
        let extended = combined.iter().flat_map(|made| {
            choices.iter().map(|choice| {
                let mut made = made.clone();
                made.insert((*name).to_owned(), (*choice).to_owned());
                made
            })
        });
        combined = extended.collect();
    }
    combined
}

/// What differs between a wager's value and the distribution that it should have; nothing if all agree.
fn differences(submission: &Submission, offered: &OfferedWager, expected: &BTreeMap<Net, BigRational>) -> Vec<String> {
    let Some(result) = value(submission, offered) else { return vec!["has no value of its own".to_owned()] };
    let mut differences = Vec::new();
    let sum: BigUint = result.lines.iter().map(|line| &line.combinations).sum();
    if sum != result.total || sum.is_zero() {
        differences.push(format!("the lines have {sum} combinations, the total is {}", result.total));
        return differences;
    }
    let mut found: BTreeMap<Net, BigRational> = BTreeMap::new();
    for line in result.lines.iter().filter(|line| !line.combinations.is_zero()) {
        let share = BigRational::new(line.combinations.clone().into(), result.total.clone().into());
        *found.entry((line.fixed.clone(), line.per_meter.clone())).or_default() += share;
    }
    let nothing = BigRational::zero();
    let nets: BTreeSet<&Net> = expected.keys().chain(found.keys()).collect();
    for net in nets {
        let (expected, found) = (expected.get(net).unwrap_or(&nothing), found.get(net).unwrap_or(&nothing));
        if expected != found {
            differences.push(format!(
                "net {} and {} of the meter: probability {found} ({}), not {expected} ({})",
                net.0,
                net.1,
                cards::decimal(found, 9),
                cards::decimal(expected, 9)
            ));
        }
    }
    let fixed: BigRational = expected.iter().map(|(net, share)| &net.0 * share).sum();
    let per_meter: BigRational = expected.iter().map(|(net, share)| &net.1 * share).sum();
    for (name, found, expected) in [("fixed", result.fixed, fixed), ("per meter", result.per_meter, per_meter)] {
        if found != expected {
            differences.push(format!("expected value, {name}: {found}, not {expected}"));
        }
    }
    differences
}

/// Compares the wagers of a game with all paytables and readings, and fails with every difference at once.
fn compare(played: &Played) {
    let (mut failures, mut compared) = (Vec::new(), 0);
    for &decks in played.decks {
        let submission = played.with_decks(decks);
        for offer in played.offers_with(decks) {
            if let Err(reason) = offer.pick(&submission, &Readings::new()) {
                // Its readings would only say so again.
                failures.push(format!("{}: {reason}", offer.named(played.game, decks, &Readings::new())));
                continue;
            }
            for readings in combinations(offer.readings) {
                let differences = match offer.pick(&submission, &readings) {
                    Ok((submission, wager)) => {
                        let expected = distribution(offer.id, offer.paytable, decks, &readings);
                        differences(&submission, &wager, &expected)
                    }
                    Err(reason) => vec![reason],
                };
                compared += 1;
                if !differences.is_empty() {
                    let named = offer.named(played.game, decks, &readings);
                    failures.push(format!("{named}:\n    {}", differences.join("\n    ")));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} differ, {compared} compared\n{}", failures.len(), failures.join("\n"));
    assert!(compared > 0);
}

#[test]
#[ignore = "long; `just slow`"]
fn blackjack() {
    compare(&BLACKJACK);
}

#[test]
fn blackjack_switch() {
    compare(&SWITCH);
}

#[test]
fn double_attack() {
    compare(&DOUBLE_ATTACK);
}

#[test]
fn massachusetts_double_attack() {
    compare(&MASSACHUSETTS);
}

#[test]
fn down_under() {
    compare(&DOWN_UNDER);
}

/// The reference alone: the probabilities of every wager compared sum to 1, and no line is without odds.
#[test]
fn the_reference_settles_every_deal() {
    for played in EVERY_GAME {
        for &decks in played.decks {
            for offer in played.offers_with(decks) {
                for readings in combinations(offer.readings) {
                    let distribution = distribution(offer.id, offer.paytable, decks, &readings);
                    let sum: BigRational = distribution.values().sum();
                    assert!(sum.is_one(), "{}: {sum}", offer.named(played.game, decks, &readings));
                }
            }
        }
    }
}

/// Some three cards of ten are gone, of some faces many and of others none: every wager from what is left, stated as cards taken out and as a shoe
/// counted by face.
#[test]
fn shoes_that_are_not_whole_decks() {
    for (played, decks) in
        [(&BLACKJACK, 1), (&BLACKJACK, 6), (&SWITCH, 6), (&DOUBLE_ATTACK, 8), (&MASSACHUSETTS, 6), (&DOWN_UNDER, 8)]
    {
        let full = played.with_decks(decks);
        let without_tens = full.game.shoe.deck_size() == 48;
        let mut left = shoe(if without_tens { Deck::WithoutTens } else { Deck::Full }, decks);
        let mut removed = Vec::new();
        for (at, (card, copies)) in left.iter_mut().enumerate() {
            let rank = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][usize::from(card.rank) - 1];
            let gone =
                (*copies * (at as u128 * at as u128 % 7) / 10).min(*copies) + u128::from(decks == 1 && at % 4 == 1);
            *copies -= gone;
            removed.extend((0..gone).map(|_| format!("{rank}{}", ["c", "d", "h", "s"][card.suit as usize])));
        }
        let depleted = full.with("remove", &removed.join(",")).expect("a shoe");
        let counts: Vec<String> = depleted.faces.expect("faces").counts().iter().map(u16::to_string).collect();
        let counted = full.with("shoe", &counts.join(",")).expect("a shoe");
        assert_eq!(counted.faces, depleted.faces);
        let mut compared = 0;
        for offer in played.offers_with(decks) {
            let expected = distribution_from(left.clone(), offer.id, offer.paytable, decks, &Readings::new());
            // Of a face that is all there, the shoe holds as many as it had decks.
            for submission in [&depleted, &counted] {
                let (submission, wager) = offer.pick(submission, &Readings::new()).expect("it is offered");
                assert_eq!(differences(&submission, &wager, &expected), [""; 0], "{} {}", played.game, offer.id);
                compared += 1;
            }
        }
        assert!(compared > 0);
    }
}

/// The fewest cards from which wagers are valued: thirty of one face, or of two, come to something for every wager, and one card fewer has none.
#[test]
fn few_cards_of_few_faces() {
    for played in EVERY_GAME {
        let full = played.with_decks(played.decks[0]);
        for faces in [&["Ac"][..], &["2h"], &["Ks"], &["Ac", "Ks"], &["6d", "5d"]] {
            let shoe = |cards: usize| {
                let mut counts = [0; cards::FaceCounts::FACES];
                for at in 0..cards {
                    let card = faces[at % faces.len()].parse().expect("a card");
                    let place = cards::FaceCounts::order().position(|one| one == card).expect("a face");
                    counts[place] += 1;
                }
                full.with("shoe", &counts.map(|count| count.to_string()).join(",")).expect("a shoe")
            };
            let thirty = shoe(30);
            for offered in &thirty.wagers {
                if let Some(result) = value(&thirty, offered) {
                    let sum: BigUint = result.lines.iter().map(|line| &line.combinations).sum();
                    assert!(sum == result.total && !sum.is_zero(), "{} {faces:?}", offered.id);
                }
            }
            assert!(shoe(29).wagers.is_empty(), "{} {faces:?}", played.game);
        }
    }
}

/// Id and paytable of everything that a game file offers with a number of decks.
fn paytables(submission: &Submission, decks: u16) -> Vec<(String, String)> {
    let wagers = submission.game.wagers.iter();
    let tables = wagers.flat_map(|(id, wager)| wager.paytables.iter().map(move |table| (id, table)));
    tables.filter(|(_, table)| table.goes_with(decks)).map(|(id, table)| (id.clone(), table.name.clone())).collect()
}

#[test]
fn nothing_is_missing_and_nothing_is_extra() {
    for played in EVERY_GAME {
        for &decks in played.decks {
            let submission = played.with_decks(decks);
            let by_play = |id: &str| played.by_play.iter().any(|prefix| id.starts_with(prefix));
            let mut found = paytables(&submission, decks);
            found.retain(|(id, _)| !by_play(id));
            found.sort_unstable();
            let expected = played.offers_with(decks).map(|offer| (offer.id.to_owned(), offer.paytable.to_owned()));
            let mut expected: Vec<_> = expected.collect();
            expected.sort_unstable();
            assert_eq!(found, expected, "{}, {decks} decks: id and paytable", played.game);

            // Without a word of the analysis every one is offered, by each of its paytables.
            let offered = submission.wagers.iter().filter(|wager| !by_play(&wager.id));
            let mut offered: Vec<_> = offered.map(|wager| (wager.id.clone(), wager.paytable.name.clone())).collect();
            offered.sort_unstable();
            assert_eq!(offered, expected, "{}, {decks} decks", played.game);
            for wager in &submission.wagers {
                let named = format!("{}, {decks} decks, {}", played.game, wager.id);
                assert_eq!(
                    value(&submission, wager).is_none(),
                    by_play(&wager.id),
                    "{named}: a value without the play"
                );
            }

            for offer in played.offers.iter().filter(|offer| !offer.decks.contains(&decks)) {
                if !expected.iter().any(|(id, table)| id == offer.id && table == offer.paytable) {
                    let picked = offer.pick(&submission, &Readings::new());
                    assert!(picked.is_err(), "{} is offered", offer.named(played.game, decks, &Readings::new()));
                }
            }
        }
    }
}

#[test]
fn readings_have_the_choices_compared() {
    for played in EVERY_GAME {
        let submission = played.with_decks(played.decks[played.decks.len() - 1]);
        for (name, choices) in played.offers.iter().flat_map(|offer| offer.readings) {
            let found = submission.readings.iter().find(|reading| reading.switch.name == *name);
            let found = found.unwrap_or_else(|| panic!("{} has no reading {name}", played.game));
            assert_eq!(found.switch.default, choices[0], "{}: default of {name}", played.game);
            let mut found: Vec<&str> = found.switch.choices.iter().map(|choice| choice.name.as_str()).collect();
            let mut choices = choices.to_vec();
            found.sort_unstable();
            choices.sort_unstable();
            assert_eq!(found, choices, "{}: choices of {name}", played.game);
        }
    }
}

/// Readings of another wager, or of the game, change no wager that they do not concern.
#[test]
#[ignore = "long; `just slow`"]
fn no_other_reading_moves_a_wager() {
    for played in EVERY_GAME {
        let decks = if played.decks.contains(&6) { 6 } else { 8 };
        let submission = played.with_decks(decks);
        for offer in played.offers_with(decks) {
            let expected = distribution(offer.id, offer.paytable, decks, &Readings::new());
            let others = submission
                .readings
                .iter()
                .filter(|reading| offer.readings.iter().all(|(name, _)| *name != reading.switch.name));
            for reading in others {
                // A dealer who stops for want of a live hand makes the wager one on the play.
                let values = reading.switch.choices.iter().filter(|choice| choice.name != "stops");
                for choice in values {
                    let readings = Readings::from([(reading.switch.name.clone(), choice.name.clone())]);
                    let differences = match offer.pick(&submission, &readings) {
                        Ok((submission, wager)) => differences(&submission, &wager, &expected),
                        Err(reason) => vec![reason],
                    };
                    let named = offer.named(played.game, decks, &readings);
                    assert!(differences.is_empty(), "{named}:\n    {}", differences.join("\n    "));
                }
            }
        }
    }
}
