//! The solver's answers in the words of a certificate: distributions, values, and strategies as tables of letters.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Composition, Value};
use certificate::{
    DoubledBy, HandsOfSplit, STATED_PLACES, StatedActions, StatedDoubled, StatedHandActions, StatedPlay, StatedResult,
    StatedRow, StatedSignal, StatedSplitHand, StatedSwitchGains, StatedUp,
};
use num_rational::{BigRational, Ratio};
use num_traits::{One as _, Zero};
use rayon::prelude::*;
use rules::{Game, Submission, SwitchWhen};
use solver::{
    Action, ActionsOfClass, Class, DoubledRounds, FirstHandActions, MayDo, PlayTable, RoundDistribution, RoundResult,
    SignalPlay, SolveError, Solver, SplitHandActions, SwitchGains, SwitchedDeal, UpPlay, WhichOfSplit,
};

use crate::present;

/// The distribution of a round, or that given an up card.
pub fn results(round: &RoundDistribution, up: Option<&str>) -> Vec<StatedResult> {
    let of_up = |result: &RoundResult| up.is_none_or(|up| result.up.to_string() == up);
    let of_up = round.results.iter().filter(|(result, _)| of_up(result));
    let whole = of_up.clone().map(|(_, probability)| probability).sum();
    joint(of_up, &whole)
}

/// How rounds end whose hand is doubled.
pub fn doubled(rounds: &DoubledRounds) -> Vec<StatedDoubled> {
    let of = |by, results| StatedDoubled { by, results: joint(results, &BigRational::one()) };
    let all = [of(DoubledBy::Player, &rounds.own), of(DoubledBy::House, &rounds.given)];
    all.into_iter().filter(|doubled| !doubled.results.is_empty()).collect()
}

/// By net result and wager, each probability over the whole.
fn joint<'a>(
    all: impl IntoIterator<Item = (&'a RoundResult, &'a BigRational)>,
    whole: &BigRational,
) -> Vec<StatedResult> {
    let mut results: BTreeMap<(Ratio<i64>, Ratio<i64>), BigRational> = BTreeMap::new();
    for (result, probability) in all {
        *results.entry((result.net, result.wagered)).or_insert_with(BigRational::zero) += probability;
    }
    let fraction = |number| cards::fraction(&cards::widened(number));
    let result = |((net, wagered), probability): ((Ratio<i64>, Ratio<i64>), BigRational)| StatedResult {
        net: fraction(net),
        wagered: fraction(wagered),
        probability: cards::fraction(&(probability / whole)),
    };
    results.into_iter().map(result).collect()
}

pub(crate) fn up_card(up: &certificate::UpCard) -> StatedUp {
    StatedUp {
        up: up.up.clone(),
        probability: up.probability.fraction.clone(),
        ev: up.ev.fraction.clone(),
        other_attack_ev: None,
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

/// The decisions of a strategy.
pub fn plays(submission: &Submission, table: &PlayTable) -> Vec<StatedPlay> {
    let play = |up: &UpPlay| {
        let left = submission.shoe.without(up.up).unwrap_or(submission.shoe);
        play(&submission.game, &left, up)
    };
    table.ups.par_iter().map(play).collect()
}

/// The decisions under one up card; `left` are the cards beside it.
fn play(game: &Game, left: &Composition, up: &UpPlay) -> StatedPlay {
    let when = game.switch.as_ref().map(|rule| rule.when);
    let before = (when == Some(SwitchWhen::BeforeCheck)).then(|| switched(left, &up.switched_before_check));
    let early = up.early.as_ref().map(|early| {
        let mut hands: Vec<(&Composition, bool)> = early.iter().map(|(hand, &given_up)| (hand, given_up)).collect();
        hands.sort_by_cached_key(|&(hand, _)| order(hand, false));
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

/// Gains of switches are stated in so many parts.
const MILLION: i64 = 1_000_000;

/// The gain of every switch, in the order of the letters of `switched`; `None` in a game with one hand.
///
/// # Errors
/// What the solver refuses.
pub fn switch_gains(
    submission: &Submission,
    solver: &Solver,
    strategy: Class,
) -> Result<Option<Vec<StatedSwitchGains>>, SolveError> {
    if submission.game.switch.is_none() {
        return Ok(None);
    }
    let stated = |SwitchGains { up, signal, gains }: SwitchGains| {
        let left = submission.shoe.without(up).unwrap_or(submission.shoe);
        let gained = ordered_deals(&left).into_iter().filter_map(|deal| gains.get(&deal).copied());
        let text = |gain: i64| cards::decimal(&BigRational::new(gain.into(), MILLION.into()), 6);
        let texts: Vec<String> = gained.map(text).collect();
        StatedSwitchGains { up: up.to_string(), signal, gains: texts.join(" ") }
    };
    Ok(Some(solver.switch_gains(strategy)?.into_iter().map(stated).collect()))
}

/// Whether each deal is switched, a letter each.
fn switched(left: &Composition, deals: &[SwitchedDeal]) -> String {
    let deals: BTreeSet<&SwitchedDeal> = deals.iter().collect();
    ordered_deals(left).iter().map(|deal| if deals.contains(deal) { 'X' } else { 'K' }).collect()
}

/// Deals by first cards, the lower first, then by the second card of each hand.
fn ordered_deals(left: &Composition) -> Vec<SwitchedDeal> {
    let mut all = Vec::new();
    for a in Value::all() {
        for c in Value::all().filter(|&c| c >= a) {
            for b in Value::all() {
                for d in Value::all() {
                    let deal = [a, b, c, d];
                    let is_there =
                        |&card: &Value| deal.iter().filter(|&&one| one == card).count() <= left.count(card).into();
                    if deal.iter().all(is_there) {
                        all.push(deal);
                    }
                }
            }
        }
    }
    all
}

fn row(play: &SignalPlay) -> StatedRow {
    let sets = [(1, 0, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1)].map(|(hit, double, surrender)| MayDo {
        hit: hit == 1,
        double: double == 1,
        surrender: surrender == 1,
    });
    let acts = play.acts_by_size(&sets).into_iter().map(letter).collect();
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

fn stated(actions: &[(Action, BigRational)]) -> BTreeMap<certificate::Action, String> {
    let decimal =
        |(action, value): &(Action, BigRational)| (present::action(*action), cards::decimal(value, STATED_PLACES));
    actions.iter().map(decimal).collect()
}

pub(crate) fn hands_of_split(which: WhichOfSplit) -> HandsOfSplit {
    match which {
        WhichOfSplit::Each => HandsOfSplit::Each,
        WhichOfSplit::First => HandsOfSplit::First,
        WhichOfSplit::Later => HandsOfSplit::Later,
    }
}

fn split_hand(one: &SplitHandActions) -> StatedSplitHand {
    StatedSplitHand {
        pair: one.pair.to_string(),
        which: hands_of_split(one.which),
        hand: format!("{},{}", one.hand[0], one.hand[1]),
        values: stated(&one.actions),
    }
}

/// What every action is worth with the first two cards under CDZ-, by up card and signal, in the order of the cards.
///
/// # Errors
/// As [`Solver::first_hand_actions`].
pub fn actions(solver: &Solver) -> Result<Vec<StatedActions>, SolveError> {
    let ActionsOfClass { first: found, after_split } = solver.first_hand_actions(Class::CdzMinus, &|_| ())?;
    // Solvers give them by up card, then by signal.
    let groups = found.chunk_by(|one, other| (one.up, &one.signal) == (other.up, &other.signal));
    let of_group = |group: &[FirstHandActions]| {
        let mut hands: Vec<&FirstHandActions> = group.iter().collect();
        hands.sort_by_key(|one| one.hand.map(Value::index));
        let of_hand = |one: &&FirstHandActions| StatedHandActions {
            hand: format!("{},{}", one.hand[0], one.hand[1]),
            values: stated(&one.actions),
        };
        let (up, signal) = (group[0].up.to_string(), group[0].signal.clone());
        let mut split: Vec<&SplitHandActions> =
            after_split.iter().filter(|one| (one.up, &one.signal) == (group[0].up, &signal)).collect();
        split.sort_by_key(|one| (one.pair.index(), hands_of_split(one.which), one.hand.map(Value::index)));
        StatedActions {
            up,
            signal,
            hands: hands.iter().map(of_hand).collect(),
            after_split: split.into_iter().map(split_hand).collect(),
        }
    };
    Ok(groups.map(of_group).collect())
}
