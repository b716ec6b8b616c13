//! Solver and checker, two programs that share no algorithm, on the same strategies: every value must be the same fraction and
//! every decision the best.

use std::collections::BTreeMap;
use std::path::Path;

use certificate::{
    Certificate, Software, StatedClass, StatedInsurance, StatedInsuranceHand, StatedItem, StatedLine, StatedMeter,
    StatedWager,
};
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};
use rules::{Override, Submission};
use solver::{Class, Solver, Want};

pub(crate) const DEPTH: checker::Depth<'_> =
    checker::Depth { level: checker::Level::Full, seed: "agreement", up_cards: None, perfect_up_cards: None };

pub(crate) fn load(analysis: &str, overrides: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    let mut overrides: Vec<Override> = overrides.iter().map(|&(key, value)| Override::new(key, value)).collect();
    // Side wagers are compared elsewhere.
    let plain = Submission::load(&path, &overrides).expect("an analysis");
    let ids: Vec<String> = plain.game.wagers.keys().cloned().collect();
    overrides.extend(ids.iter().map(|id| Override::new(format!("wagers.{id}.offered"), "false")));
    Submission::load(&path, &overrides).expect("an analysis")
}

/// A certificate of the base game, its averages as the checker finds them.
pub(crate) fn statement(submission: &Submission) -> Certificate {
    let solver = Solver::new(submission).expect("a game that is solved");
    let classes = [Class::Td, Class::CdzMinus].map(|strategy| {
        let table = solver.play_table(strategy).expect("a table");
        let solution = solver.solve(strategy, Want::action()).expect("a solution");
        let class = StatedClass::without_figures(strategy.name(), Some(shoeproof::plays(submission, &table)));
        let found = checker::values(submission, &class).expect("a strategy that can be played");
        for (up, stated) in solution.ups.iter().zip(&found.up_cards) {
            for (signal, stated) in up.signals.iter().zip(&stated.signals) {
                let here = format!("{} {strategy} {} {}", submission.id, up.up, signal.signal);
                assert_eq!(stated.signal, signal.signal, "{here}");
                assert_eq!(stated.probability, cards::fraction(&signal.probability), "{here}");
                assert_eq!(stated.ev, cards::fraction(&signal.ev), "{here}");
            }
            assert_eq!(stated.ev, cards::fraction(&up.ev));
        }
        assert_eq!(found.ev, cards::fraction(&solution.ev), "{}", submission.id);
        let switch_gains = shoeproof::switch_gains(submission, &solver, strategy).expect("gains");
        let is_single = submission.game.switch.is_none();
        let doubled = is_single.then(|| shoeproof::doubled(&solver.doubled_rounds(strategy).expect("doubled hands")));
        StatedClass { switch_gains, doubled, ..found }
    });
    let chosen = |choices: &[rules::Choice]| -> BTreeMap<String, String> {
        choices.iter().map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
    };
    let insurance = submission.game.insurance.as_ref().zip(solver::insurance(&submission.game, &submission.shoe));
    Certificate {
        format: certificate::CERTIFICATE_FORMAT.to_owned(),
        software: Software { name: "test".to_owned(), version: "0".to_owned(), lock_sha256: String::new() },
        item: StatedItem {
            id: submission.id.clone(),
            analysis: submission.id.clone(),
            game: submission.game.id.clone(),
            decks: submission.decks.map(|decks| decks.to_string()),
            shoe: submission.shoe.counts().iter().map(u16::to_string).collect(),
            submission_sha256: certificate::sha256_hex(submission.canonical().as_bytes()),
        },
        options: chosen(&submission.options),
        readings: chosen(&submission.readings),
        classes: classes.into(),
        actions: shoeproof::actions(&solver).expect("values"),
        bracket: None,
        variants: Vec::new(),
        combinations: Vec::new(),
        dealer: Vec::new(),
        untold: Vec::new(),
        followers: Vec::new(),
        removal: Vec::new(),
        counts: Vec::new(),
        insurance: insurance.map(|(rule, value)| StatedInsurance {
            pays: rule.pays.to_string(),
            ev_always: cards::fraction(&value.ev_always),
            optimal_gain: cards::fraction(&value.optimal_gain),
            hands: value
                .by_hand
                .iter()
                .map(|(hand, ev)| {
                    let hand = hand.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
                    StatedInsuranceHand { hand, ev: cards::fraction(ev), take: ev.is_positive() }
                })
                .collect(),
        }),
        wagers: Vec::new(),
        simulation: None,
        cut_card: None,
    }
}

/// The distributions of a round by the solver, in total and by up card.
fn state_laws(submission: &Submission, statement: &mut Certificate) {
    let solver = Solver::new(submission).expect("a game that is solved");
    for (class, strategy) in statement.classes.iter_mut().zip([Class::Td, Class::CdzMinus]) {
        let distribution = solver.round_distribution(strategy, &|_| ()).expect("a distribution");
        class.results = Some(shoeproof::results(&distribution, None));
        for up in &mut class.up_cards {
            up.results = Some(shoeproof::results(&distribution, Some(&up.up)));
        }
    }
}

pub(crate) fn agrees(analysis: &str, overrides: &[(&str, &str)]) {
    let submission = load(analysis, overrides);
    good(analysis, overrides, &submission, &statement(&submission));
}

/// Agreement in the distribution of a round too.
pub(crate) fn laws_agree(analysis: &str, overrides: &[(&str, &str)]) {
    let submission = load(analysis, overrides);
    let mut statement = statement(&submission);
    state_laws(&submission, &mut statement);
    good(analysis, overrides, &submission, &statement);
}

pub(crate) fn good(analysis: &str, overrides: &[(&str, &str)], submission: &Submission, statement: &Certificate) {
    let started = std::time::Instant::now();
    let verdict = checker::check_classes(submission, statement, &DEPTH, &|_| ());
    println!("{analysis} {overrides:?}: {:?}", started.elapsed());
    if let Err(refusal) = verdict {
        panic!("{analysis} {overrides:?}: {refusal}");
    }
}

/// The game of the committed report, and the distribution of its round.
#[test]
fn down_under_as_analysed() {
    laws_agree("pa-685a-down-under/4-decks.toml", &[]);
}

#[test]
#[ignore = "long; `just slow`"]
fn down_under_under_its_readings() {
    let game = "pa-685a-down-under/4-decks.toml";
    for (reading, choice) in [
        ("readings.dealer-ace", "customary"),
        ("readings.bust-against-22", "returned"),
        ("readings.original-large", "tens"),
        ("readings.large-after-split", "yes"),
        ("readings.large-after-draw", "yes"),
        ("readings.split-21-against-22", "first-hand-only"),
        ("readings.split-21-against-22", "returned"),
        ("readings.doubled-21-against-22", "bet-only"),
        ("readings.even-money", "1:1"),
    ] {
        agrees(game, &[(reading, choice)]);
    }
    agrees(
        game,
        &[
            ("readings.large-after-draw", "yes"),
            ("readings.doubled-21-against-22", "bet-only"),
            ("readings.large-after-split", "yes"),
        ],
    );
}

#[test]
#[ignore = "long; `just slow`"]
fn blackjack_under_its_options() {
    let game = "pa-633a-blackjack/1-decks.toml";
    agrees(game, &[]);
    agrees(game, &[("options.resplit-aces", "true"), ("options.max-hands", "3")]);
    for (option, choice) in [
        ("options.hit-split-aces", "false"),
        ("options.double-after-split", "false"),
        ("options.double", "10-11"),
        ("options.surrender", "none"),
        ("options.surrender", "early"),
        ("options.soft-17", "hit"),
        ("options.blackjack-pays", "6:5"),
        ("options.hole-card", "none-original-bets-only"),
        ("options.hole-card", "none-all-bets"),
    ] {
        agrees(game, &[("options.max-hands", "2"), (option, choice)]);
    }
}

/// A side wager of which nothing is stated but which it is.
pub(crate) fn without_figures(id: &str, paytable: &str) -> StatedWager {
    StatedWager {
        removal: Vec::new(),
        id: id.to_owned(),
        paytable: paytable.to_owned(),
        reading: BTreeMap::new(),
        lines: Vec::new(),
        total: "1".to_owned(),
        ev: "0/1".to_owned(),
        variance: "0/1".to_owned(),
        hit_frequency: "0/1".to_owned(),
        meter: None,
        played: None,
        parlay: None,
        events: Vec::new(),
        seats: Vec::new(),
        maximum: None,
    }
}

/// Every side wager of the analysis by the program's counts.
fn stated_wagers(submission: &Submission) -> Vec<StatedWager> {
    let text = |value: &BigRational| cards::fraction(value);
    let of = |offered: &rules::OfferedWager| {
        let readings = submission.readings.iter().filter(|choice| choice.switch.affects_wager(&offered.id));
        let mut stated = without_figures(&offered.id, &offered.paytable.name);
        stated.reading = readings.map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect();
        // What play decides is not looked at.
        let Some(result) = wagers::value(submission, offered) else { return stated };
        let at = offered.meter();
        let meter = at.clone().unwrap_or_else(BigRational::zero);
        stated.lines = result
            .lines
            .iter()
            .map(|line| StatedLine {
                name: line.name.clone(),
                combinations: line.combinations.to_string(),
                pays: text(&line.fixed),
                meter_share: (!line.per_meter.is_zero()).then(|| text(&line.per_meter)),
            })
            .collect();
        stated.total = result.total.to_string();
        stated.ev = text(&result.ev(&meter));
        stated.variance = text(&result.variance(&meter));
        stated.hit_frequency = text(&result.hit_frequency);
        stated.meter = at.map(|at| StatedMeter {
            at: text(&at),
            fixed: text(&result.fixed),
            per_unit: text(&result.per_meter),
            break_even: result.break_even().map(|meter| text(&meter)),
        });
        stated
    };
    submission.wagers.iter().map(of).collect()
}

#[test]
#[ignore = "long; `just slow`"]
fn side_wagers_of_every_game_that_has_them() {
    for analysis in [
        "pa-633a-blackjack/6-decks.toml",
        "pa-633a-blackjack/1-decks.toml",
        "pa-685a-down-under/6-decks.toml",
        "pa-685a-down-under/8-decks.toml",
        "pa-665a-double-attack/8-decks.toml",
        "ma-double-attack/6-decks.toml",
        "pa-633a-blackjack-switch/6-decks.toml",
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
        let submission = Submission::load(&path, &[]).expect("an analysis");
        let stated = stated_wagers(&submission);
        let started = std::time::Instant::now();
        let verdict = checker::check_wagers(&submission, &stated, None, &|_| ());
        println!("{analysis}: {:?}", started.elapsed());
        match verdict {
            Ok(unchecked) => {
                assert!(unchecked.len() < stated.len(), "{analysis}");
                unchecked.iter().for_each(|(at, why)| println!("  not checked: {}: {why}", stated[*at].id));
            }
            Err(refusal) => panic!("{analysis}: {refusal}"),
        }
    }
}

/// The checker knows where aces may stand, and what tens match, as the wagers do, each by its own formula.
#[test]
fn side_wagers_under_other_readings() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/8-decks.toml");
    let chosen = Submission::load(&path, &[]).expect("an analysis");
    for (wager, reading, choice) in [
        ("in-between", "between-ace", "each"),
        ("three-card-poker", "three-card-poker-ace", "low-only"),
        ("match-the-dealer", "tens-match", "rank-and-suit"),
    ] {
        let switched = chosen.with(&format!("readings.{reading}"), choice).expect("a choice");
        let agrees = |stated: &[StatedWager]| checker::check_wagers(&switched, stated, None, &|_| ());
        let stated = stated_wagers(&switched);
        agrees(&stated).unwrap_or_else(|refusal| panic!("{reading} = {choice}: {refusal}"));
        // Figures of the default under the name of this choice are refused.
        let mut wrong = stated.clone();
        for (one, other) in wrong.iter_mut().zip(stated_wagers(&chosen)).filter(|(one, _)| one.id == wager) {
            let reading = std::mem::take(&mut one.reading);
            *one = StatedWager { reading, ..other };
        }
        assert!(agrees(&wrong).is_err(), "{reading} = {choice} is told apart");
    }
}

/// A line that no deal wins is part of the paytable all the same: one deck has no pair of one suit.
#[test]
fn a_line_that_no_deal_wins_is_not_left_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/1-decks.toml");
    let submission = Submission::load(&path, &[]).expect("an analysis");
    let mut stated = stated_wagers(&submission);
    let lines = &mut stated.iter_mut().find(|one| one.id == "kings-bounty").expect("the wager").lines;
    let at = lines.iter().position(|line| line.name == "King of spades pair").expect("the line");
    assert_eq!(lines.remove(at).combinations, "0");
    let refusal = checker::check_wagers(&submission, &stated, None, &|_| ()).expect_err("a line is missing");
    assert!(refusal.to_string().contains("the line King of spades pair is missing"), "{refusal}");
}

/// Beside a kept determinant card, by ordered draws and by weights of unordered ones.
#[test]
fn side_wagers_from_a_double_shoe() {
    for analysis in ["pa-633a-blackjack/6-decks.toml", "pa-633a-blackjack/1-decks.toml"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
        let double_shoe = [Override::new("options.dealing", "double-shoe")];
        let submission = Submission::load(&path, &double_shoe).expect("an analysis");
        let mut compared = 0;
        for offered in &submission.wagers {
            let Some(found) = wagers::beside_determinant(offered) else { continue };
            for one in found {
                let (first, red) = (one.seat == wagers::Seat::First, one.colour == wagers::Colour::Red);
                let expected = checker::beside_determinant(offered, first, red);
                assert_eq!(one.least, expected.expect("it is counted"), "{}: {first} {red}", offered.id);
                compared += 1;
            }
        }
        assert_eq!(compared, 8, "Lucky Ladies and King's Bounty");
    }
}

/// Splits to three hands and more are in the corpus' small game.
#[test]
#[ignore = "long; `just slow`"]
fn laws_of_a_round() {
    let blackjack = "pa-633a-blackjack/1-decks.toml";
    for (option, choice) in [
        ("options.max-hands", "3"),
        ("options.surrender", "early"),
        ("options.hole-card", "none-all-bets"),
        ("options.hole-card", "none-original-bets-only"),
    ] {
        laws_agree(blackjack, &[("options.max-hands", "2"), (option, choice)]);
    }
}

#[test]
#[ignore = "long; `just slow`"]
fn laws_of_games_with_further_wagers() {
    laws_agree("pa-665a-double-attack/8-decks.toml", &[("options.max-hands", "2")]);
    laws_agree("free-bet/6-decks.toml", &[("options.max-hands", "2")]);
}

/// The cards of two hands and the longest hand of the dealer are more than there are, and no round has them all.
#[test]
#[ignore = "long; `just slow`"]
fn laws_of_a_round_from_few_cards() {
    laws_agree("free-bet/6-decks.toml", &[("options.max-hands", "2"), ("shoe", "2,4,2,1,2,3,2,3,3,0")]);
}

#[test]
fn games_with_an_attack_wager() {
    agrees("pa-665a-double-attack/8-decks.toml", &[("options.max-hands", "2")]);
}

#[test]
#[ignore = "long; `just slow`"]
fn other_games() {
    agrees("free-bet/6-decks.toml", &[("options.max-hands", "2")]);
    agrees("double-exposure/6-decks.toml", &[("options.max-hands", "2")]);
}

/// Hands of 21 that are paid more, by suits too, and doubled hands that are given up.
#[test]
#[ignore = "long; `just slow`"]
fn spanish_21() {
    let game = "spanish-21/6-decks.toml";
    laws_agree(game, &[("options.max-hands", "2")]);
    // So few sevens that the suits of two hands depend on each other.
    laws_agree(game, &[("options.max-hands", "2"), ("shoe", "4,4,4,4,4,8,4,8,4,12")]);
}

/// A late dealer blackjack that takes one wager if any hand is live.
#[test]
#[ignore = "long; `just slow`"]
fn blackjacks_that_look_for_live_hands() {
    let game = "pa-633a-blackjack/1-decks.toml";
    let late = ("options.hole-card", "none-busted-bets");
    laws_agree(game, &[("options.max-hands", "2"), late]);
    // Cards of five values, whose sets are few.
    laws_agree(game, &[("options.max-hands", "3"), late, ("shoe", "8,8,0,0,0,8,0,8,0,32")]);
    agrees(
        "ma-double-attack/6-decks.toml",
        &[
            ("options.dealing", "hole-unread"),
            ("options.positions", "7"),
            ("readings.dealer-blackjack-takes", "busted-too"),
            ("shoe", "24,24,0,0,24,24,0,24,0,72"),
        ],
    );
}

/// With three 5s against a ten and a 9 below it the chart hits, and does not come to them. It would come to 15 of ace, 5 and 9, but the
/// only 9 lies below the ten. So standing on 15 is worth less than hitting, though nobody does either.
#[test]
fn a_cell_that_the_signal_excludes_is_decided_as_one_not_reached() {
    let overrides = [("shoe", "1,0,0,0,8,0,0,0,1,30")];
    let submission = load("pa-685a-down-under/6-decks.toml", &overrides);
    let mut statement = statement(&submission);
    good("pa-685a-down-under/6-decks.toml", &overrides, &submission, &statement);
    let row = |one: &mut Certificate, with: &mut dyn FnMut(&mut String)| {
        let mut ups = one.classes[0].play.as_mut().expect("a table").iter_mut();
        let signals = &mut ups.find(|play| play.up == "T").expect("a ten").signals;
        with(&mut signals.iter_mut().find(|row| row.signal == "medium").expect("a nine").acts);
    };
    let mut hits: Vec<usize> = Vec::new();
    row(&mut statement, &mut |acts| hits.extend(acts.match_indices('H').map(|(at, _)| at)));
    assert!(!hits.is_empty());
    // A cell has one hand that can be held here, and one that cannot.
    for (one, other) in hits.iter().flat_map(|one| hits.iter().map(move |other| (*one, *other))) {
        let mut wrong = statement.clone();
        row(&mut wrong, &mut |acts| [one, other].into_iter().for_each(|at| acts.replace_range(at..=at, "S")));
        assert!(checker::check_classes(&submission, &wrong, &DEPTH, &|_| ()).is_err(), "{one} and {other}");
    }
}
