//! A report as a statement for a machine to check.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Composition, Value};
use certificate::{
    ActionResult, CERTIFICATE_FORMAT, Certificate, ReportDocument, Simulation, StatedClass, StatedCutCard,
    StatedInsurance, StatedInsuranceHand, StatedItem, StatedLine, StatedMeter, StatedPlay, StatedResult, StatedRow,
    StatedSignal, StatedSimulation, StatedUp, StatedWager, Wager,
};
use num_rational::{BigRational, Ratio};
use num_traits::{Signed, Zero};
use rules::{Game, Submission, SwitchWhen};
use solver::{Action, MayDo, PlayTable, RoundLaw, RoundResult, SignalPlay, SwitchedDeal, UpPlay};

/// What a certificate states beyond the report.
pub(crate) struct Strategies {
    /// The zero-memory strategies in full.
    pub(crate) tables: Vec<PlayTable>,
    /// Their laws of a round.
    pub(crate) laws: Vec<RoundLaw>,
}

/// The certificate of a report.
pub(crate) fn statement(submission: &Submission, report: &ReportDocument, strategies: &Strategies) -> Certificate {
    let chosen = |choices: &[certificate::ChosenSwitch]| -> BTreeMap<String, String> {
        choices.iter().map(|choice| (choice.name.clone(), choice.choice.clone())).collect()
    };
    let play_of = |strategy: &str| {
        let table = strategies.tables.iter().find(|table| table.strategy.name() == strategy)?;
        Some(plays(submission, table))
    };
    let law_of = |strategy: &str, up: &StatedUp| {
        let law = strategies.laws.iter().find(|law| law.strategy.name() == strategy)?;
        Some(results(law, Some(&up.up)))
    };
    Certificate {
        format: CERTIFICATE_FORMAT.to_owned(),
        software: report.software.clone(),
        item: StatedItem {
            id: report.item.id.clone(),
            analysis: submission.id.clone(),
            game: report.item.game.clone(),
            decks: report.item.decks.map(|decks| decks.to_string()),
            shoe: report.item.shoe.iter().map(u16::to_string).collect(),
            submission_sha256: report.item.submission_sha256.clone(),
        },
        options: chosen(&report.options),
        readings: chosen(&report.readings),
        ..claims(report, play_of, law_of)
    }
}

/// What a report claims, apart from what it is of, the strategies, and their laws of a round by up card.
pub(crate) fn claims(
    report: &ReportDocument,
    play_of: impl Fn(&str) -> Option<Vec<StatedPlay>>,
    law_of: impl Fn(&str, &StatedUp) -> Option<Vec<StatedResult>>,
) -> Certificate {
    let up_card = |class: &str, up| {
        let up = up_card(up);
        StatedUp { results: law_of(class, &up), ..up }
    };
    let classes = report.base_game.iter().map(|class| StatedClass {
        strategy: class.strategy.clone(),
        ev: class.ev.fraction.clone(),
        average_wager: class.average_wager.fraction.clone(),
        element_of_risk: class.element_of_risk.fraction.clone(),
        variance: class.std_dev.as_ref().map(|root| root.squared.fraction.clone()),
        results: class.distribution.as_ref().map(|law| law.action.iter().map(result).collect()),
        up_cards: class.by_up_card.iter().map(|up| up_card(&class.strategy, up)).collect(),
        play: play_of(&class.strategy),
    });
    Certificate {
        format: CERTIFICATE_FORMAT.to_owned(),
        software: report.software.clone(),
        item: StatedItem {
            id: report.item.id.clone(),
            analysis: String::new(),
            game: report.item.game.clone(),
            decks: None,
            shoe: Vec::new(),
            submission_sha256: report.item.submission_sha256.clone(),
        },
        options: BTreeMap::new(),
        readings: BTreeMap::new(),
        classes: classes.collect(),
        insurance: report.insurance.as_ref().map(|insurance| StatedInsurance {
            pays: insurance.pays.clone(),
            ev_always: insurance.ev_always.fraction.clone(),
            optimal_gain: insurance.optimal_gain.fraction.clone(),
            hands: insurance
                .by_hand
                .iter()
                .map(|one| StatedInsuranceHand {
                    hand: one.hand.clone(),
                    ev: one.ev.fraction.clone(),
                    take: one.ev.value().is_some_and(|ev| ev.is_positive()),
                })
                .collect(),
        }),
        wagers: report.wagers.iter().map(wager).collect(),
        simulation: report.simulation.as_ref().map(simulation),
    }
}

fn simulation(simulation: &Simulation) -> StatedSimulation {
    let mut figures = simulation.groups.iter().flat_map(|group| &group.figures);
    StatedSimulation {
        strategy: simulation.strategy.clone(),
        rounds: simulation.rounds.clone(),
        seed: simulation.seed.clone(),
        judged: simulation.verdict.judged.to_string(),
        // The first figure is the EV of the round.
        ev: figures.next().map(|figure| figure.observed.fraction.clone()).unwrap_or_default(),
        cut_card: simulation.cut_card.as_ref().map(|cut_card| StatedCutCard {
            cards_before: cut_card.cards_before.to_string(),
            rounds: cut_card.rounds.clone(),
            effect: cut_card.effect.clone(),
            standard_error: cut_card.standard_error.clone(),
        }),
    }
}

fn result(result: &ActionResult) -> StatedResult {
    let fraction =
        |amount: &str| amount.parse::<BigRational>().map_or_else(|_| amount.to_owned(), |it| cards::fraction(&it));
    StatedResult {
        net: fraction(&result.net),
        wagered: fraction(&result.wagered),
        probability: result.probability.fraction.clone(),
    }
}

/// The law of a round, or that given an up card.
pub(crate) fn results(law: &RoundLaw, up: Option<&str>) -> Vec<StatedResult> {
    let mut results: BTreeMap<(Ratio<i64>, Ratio<i64>), BigRational> = BTreeMap::new();
    let mut whole = BigRational::zero();
    let of_up = |result: &RoundResult| up.is_none_or(|up| result.up.to_string() == up);
    for (result, probability) in law.results.iter().filter(|(result, _)| of_up(result)) {
        *results.entry((result.net, result.wagered)).or_insert_with(BigRational::zero) += probability;
        whole += probability;
    }
    let fraction = |number| cards::fraction(&cards::widened(number));
    let result = |((net, wagered), probability): ((Ratio<i64>, Ratio<i64>), BigRational)| StatedResult {
        net: fraction(net),
        wagered: fraction(wagered),
        probability: cards::fraction(&(probability / &whole)),
    };
    results.into_iter().map(result).collect()
}

fn up_card(up: &certificate::UpCard) -> StatedUp {
    StatedUp {
        up: up.up.clone(),
        probability: up.probability.fraction.clone(),
        ev: up.ev.fraction.clone(),
        signals: up
            .signals
            .iter()
            .map(|signal| StatedSignal {
                signal: signal.signal.clone(),
                holes: signal.holes.concat(),
                probability: signal.probability.fraction.clone(),
                ev: signal.ev.fraction.clone(),
            })
            .collect(),
        results: None,
    }
}

fn wager(wager: &Wager) -> StatedWager {
    StatedWager {
        id: wager.id.clone(),
        paytable: wager.paytable.clone(),
        reading: wager.reading.clone(),
        lines: wager
            .lines
            .iter()
            .map(|line| StatedLine {
                name: line.name.clone(),
                combinations: line.combinations.clone(),
                pays: line.pays.clone(),
                meter_share: line.meter_share.clone(),
            })
            .collect(),
        total: wager.total.clone(),
        ev: wager.ev.fraction.clone(),
        variance: wager.variance.fraction.clone(),
        hit_frequency: wager.hit_frequency.fraction.clone(),
        meter: wager.progressive.as_ref().map(|progressive| StatedMeter {
            at: progressive.meter.fraction.clone(),
            fixed: progressive.fixed.fraction.clone(),
            per_unit: progressive.per_meter_unit.fraction.clone(),
            break_even: progressive.break_even_meter.as_ref().map(|meter| meter.fraction.clone()),
        }),
    }
}

/// The decisions of a strategy.
pub(crate) fn plays(submission: &Submission, table: &PlayTable) -> Vec<StatedPlay> {
    let play = |up: &UpPlay| {
        let left = submission.shoe.without(up.up).unwrap_or(submission.shoe);
        play(&submission.game, &left, up)
    };
    table.ups.iter().map(play).collect()
}

/// The decisions under one up card; `left` are the cards beside it.
fn play(game: &Game, left: &Composition, up: &UpPlay) -> StatedPlay {
    let when = game.switch.as_ref().map(|rule| rule.when);
    let before = (when == Some(SwitchWhen::BeforeCheck)).then(|| switched(left, &up.switched_before_check));
    let early = up.early.as_ref().map(|early| {
        let mut hands: Vec<(&Composition, bool)> = early.iter().map(|(hand, &given_up)| (hand, given_up)).collect();
        hands.sort_by_key(|&(hand, _)| order(hand, false));
        hands.into_iter().map(|(_, given_up)| given_up_letter(given_up)).collect()
    });
    StatedPlay {
        up: up.up.to_string(),
        attack: up.attack,
        even_money: up.even_money,
        early,
        switched: before,
        signals: up
            .signals
            .iter()
            .map(|signal| StatedRow {
                switched: (when == Some(SwitchWhen::AfterCheck)).then(|| switched(left, &signal.switched)),
                ..row(signal)
            })
            .collect(),
    }
}

/// Deals by first cards, the lower first, then by the second card of each hand.
fn switched(left: &Composition, deals: &[SwitchedDeal]) -> String {
    let deals: BTreeSet<&SwitchedDeal> = deals.iter().collect();
    let mut letters = String::new();
    for a in Value::all() {
        for c in Value::all().filter(|&c| c >= a) {
            for b in Value::all() {
                for d in Value::all() {
                    let deal = [a, b, c, d];
                    if Value::all()
                        .all(|value| deal.iter().filter(|&&one| one == value).count() <= left.count(value).into())
                    {
                        letters.push(if deals.contains(&deal) { 'X' } else { 'K' });
                    }
                }
            }
        }
    }
    letters
}

fn row(play: &SignalPlay) -> StatedRow {
    let mut hands: Vec<_> = play.hands().collect();
    hands.sort_by_key(|&(hand, originals, _)| order(hand, originals));
    let sets = [(1, 0, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1)];
    let mut acts = String::new();
    for (hand, originals, most) in hands {
        for (hit, double, surrender) in sets {
            let may = MayDo { hit: hit == 1, double: double == 1, surrender: surrender == 1 };
            let occurs = (!may.hit || most.hit) && (!may.double || most.double) && (!may.surrender || most.surrender);
            if let Some(act) = play.act(hand, originals, may).filter(|_| occurs) {
                acts.push(letter(act));
            }
        }
    }
    let split = play.split.iter().map(|split| match split {
        None => '-',
        Some(false) => 'N',
        Some(true) => 'P',
    });
    let doubled = |free: bool| {
        let hands: BTreeSet<_> =
            play.doubled_hands(free).map(|(hand, originals)| (order(hand, originals), *hand, originals)).collect();
        let letters: String = hands
            .into_iter()
            .filter_map(|(_, hand, originals)| play.gives_up_doubled(&hand, originals, free).map(given_up_letter))
            .collect();
        (!letters.is_empty()).then_some(letters)
    };
    StatedRow {
        signal: play.signal.clone(),
        split: split.collect(),
        doubled: doubled(false),
        doubled_free: doubled(true),
        switched: None,
        acts,
    }
}

/// Hands by number of cards, then with the smaller cards first; of the same cards, those that began otherwise than with
/// original cards first.
fn order(hand: &Composition, originals: bool) -> (usize, Vec<usize>, bool) {
    let cards: Vec<usize> = Value::all().flat_map(|value| (0..hand.count(value)).map(move |_| value.index())).collect();
    (cards.len(), cards, originals)
}

fn letter(act: Action) -> char {
    match act {
        Action::Stand => 'S',
        Action::Hit => 'H',
        Action::Double => 'D',
        Action::Surrender => 'R',
        Action::Split => 'P',
    }
}

fn given_up_letter(given_up: bool) -> char {
    if given_up { 'R' } else { 'K' }
}
