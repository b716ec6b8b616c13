//! A zero-memory strategy as the field's charts have it: a cell by up card, signal and row, and the hands that depart from their cell.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Composition, Value};
use certificate::{Action, DoubledGivenUp, HandClass, StrategyCell};
use checker::{DecodedAct, DecodedHand, DecodedSignal, DecodedUp, Permitted};
use rules::{Submission, SurrenderRule};

use crate::present;

/// A row of a chart: the hands that a total-dependent player cannot tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TotalOrPair {
    Hard(u8),
    Soft(u8),
    Pair(Value),
}

impl TotalOrPair {
    /// The row of a hand.
    fn of(hand: &DecodedHand) -> Self {
        match hand.pair() {
            Some(value) => TotalOrPair::Pair(value),
            None if hand.soft => TotalOrPair::Soft(hand.total),
            None => TotalOrPair::Hard(hand.total),
        }
    }

    /// Totals are less than this.
    const TOTALS: usize = u8::MAX as usize + 1;

    /// Places of rows.
    const PLACES: usize = 2 * Self::TOTALS + Value::COUNT;

    /// Its place in a list by row.
    fn place(self) -> usize {
        match self {
            TotalOrPair::Hard(total) => total.into(),
            TotalOrPair::Soft(total) => Self::TOTALS + usize::from(total),
            TotalOrPair::Pair(value) => 2 * Self::TOTALS + value.index(),
        }
    }
}

/// Hard and soft totals that leave something to decide, and pairs.
fn rows() -> impl Iterator<Item = TotalOrPair> {
    let hard_and_soft = (5..=20).map(TotalOrPair::Hard).chain((12..=20).map(TotalOrPair::Soft));
    hard_and_soft.chain(Value::all().map(TotalOrPair::Pair))
}

/// The cells of a strategy that tells no hands of a row apart.
pub(crate) fn cells(ups: &[DecodedUp]) -> Vec<StrategyCell> {
    let mut cells = Vec::new();
    for up in ups {
        for signal in &up.signals {
            let mut members: BTreeMap<(TotalOrPair, bool), &DecodedHand> = BTreeMap::new();
            for hand in signal.hands.iter().filter(|hand| hand.draws) {
                members.entry((TotalOrPair::of(hand), hand.size == 2)).or_insert(hand);
            }
            let member = |row: TotalOrPair, first_two: bool| members.get(&(row, first_two)).copied();
            cells.extend(rows().filter_map(|row| cell(up.up, signal, row, [true, false].map(|two| member(row, two)))));
        }
    }
    cells
}

/// A hand that is played otherwise than the cell of its row says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Departure<'a> {
    pub(crate) hand: &'a DecodedHand,
    /// The act of its cell.
    pub(crate) chart: Action,
    /// Its own act.
    pub(crate) act: Action,
}

/// The cells of any zero-memory strategy under an up card and signal, each with the hands that depart from it. A cell has the act of most deals
/// of its cards from the shoe; of longer hands, only those count that the strategy comes to, where it comes to any.
pub(crate) fn cells_by_composition<'a>(
    submission: &Submission,
    up: Value,
    signal: &'a DecodedSignal,
) -> Vec<(StrategyCell, Vec<Departure<'a>>)> {
    let reached = reached(submission, signal);
    let shoe = Draws::new(&submission.shoe.without(up).unwrap_or(submission.shoe));
    let mut by_row: Vec<[Alike<'a>; 2]> = vec![Default::default(); TotalOrPair::PLACES];
    for (hand, &reached) in signal.hands.iter().zip(&reached) {
        if hand.draws {
            let alike = &mut by_row[TotalOrPair::of(hand).place()][usize::from(hand.size > 2)];
            if reached || hand.size == 2 { alike.come_to.push(hand) } else { alike.others.push(hand) }
        }
    }
    let mut cells = Vec::new();
    for row in rows() {
        let mut departures = Vec::new();
        let usual = by_row[row.place()].each_ref().map(|alike| {
            let played = alike.played(signal);
            let (usual, chart) = usual(&played, &shoe)?;
            if !alike.come_to.is_empty() {
                let others = played.iter().filter(|&&(_, act)| act != chart);
                departures.extend(others.map(|&(hand, act)| Departure { hand, chart, act }));
            }
            Some(usual)
        });
        cells.extend(cell(up, signal, row, usual).map(|cell| (cell, departures)));
    }
    cells
}

/// Hands of a row, those of two cards or those of more.
#[derive(Debug, Clone, Default)]
struct Alike<'a> {
    /// Those that the strategy comes to.
    come_to: Vec<&'a DecodedHand>,
    others: Vec<&'a DecodedHand>,
}

impl<'a> Alike<'a> {
    /// The hands that count, each with its act.
    fn played(&self, signal: &DecodedSignal) -> Vec<(&'a DecodedHand, Action)> {
        let hands = if self.come_to.is_empty() { &self.others } else { &self.come_to };
        hands.iter().map(|&hand| (hand, first_act(signal, hand))).collect()
    }
}

/// The likeliest hand among those with the likeliest act, and that act.
fn usual<'a>(played: &[(&'a DecodedHand, Action)], shoe: &Draws) -> Option<(&'a DecodedHand, Action)> {
    let ways: Vec<u128> = played.iter().map(|(hand, _)| shoe.ways(&hand.cards)).collect();
    let mut of_acts: Vec<(Action, u128)> = Vec::new();
    for (&(_, act), &ways) in played.iter().zip(&ways) {
        match of_acts.iter_mut().find(|(known, _)| *known == act) {
            Some((_, sum)) => *sum += ways,
            None => of_acts.push((act, ways)),
        }
    }
    let sum = |act: Action| of_acts.iter().find(|(known, _)| *known == act).map(|&(_, sum)| sum);
    let mut best = None;
    for (&one, &ways) in played.iter().zip(&ways) {
        let rank = (sum(one.1), ways);
        // Of equals the first.
        if best.is_none_or(|(_, best)| rank > best) {
            best = Some((one, rank));
        }
    }
    best.map(|(one, _)| one)
}

/// In how many ways so many cards of each value come from a shoe.
pub(crate) struct Draws([Vec<u128>; Value::COUNT]);

impl Draws {
    /// Most cards of one value in a hand that is not over 21.
    const MOST: u128 = 21;

    pub(crate) fn new(left: &Composition) -> Self {
        Self(left.counts().map(|held| {
            let held = u128::from(held);
            // One more card is one of the rest; which came last does not matter.
            let next = |&(drawn, ways): &(u128, u128)| {
                (drawn < Self::MOST.min(held)).then(|| (drawn + 1, ways * (held - drawn) / (drawn + 1)))
            };
            std::iter::successors(Some((0, 1)), next).map(|(_, ways)| ways).collect()
        }))
    }

    /// In how many ways these cards come; values of which the shoe does not hold as many are left out.
    pub(crate) fn ways(&self, cards: &Composition) -> u128 {
        let mut product = 1;
        for (ways, &drawn) in self.0.iter().zip(cards.counts()) {
            if drawn > 0 {
                product *= ways.get(usize::from(drawn)).copied().unwrap_or(1);
            }
        }
        product
    }
}

/// The cell of a row, of which one hand of two cards and one of more stand for all.
fn cell(
    up: Value,
    signal: &DecodedSignal,
    row: TotalOrPair,
    [first, later]: [Option<&DecodedHand>; 2],
) -> Option<StrategyCell> {
    let total = first.or(later)?.total;
    let first_two = first.map(|hand| first_act(signal, hand));
    let otherwise = first.zip(first_two).and_then(|(hand, act)| instead(hand, act));
    let (class, hand) = match row {
        TotalOrPair::Hard(total) => (HandClass::Hard, total.to_string()),
        TotalOrPair::Soft(total) => (HandClass::Soft, present::soft_name(total)),
        TotalOrPair::Pair(value) => (HandClass::Pair, format!("{value},{value}")),
    };
    let later = later.map(unsplit_act);
    Some(StrategyCell {
        up: up.to_string(),
        signal: signal.signal.clone(),
        class,
        hand,
        total,
        code: present::code(first_two.or(later), otherwise).to_owned(),
        first_two,
        later,
        otherwise,
    })
}

/// The act on a hand of which it is not known whether it may be split.
pub(crate) fn first_act(signal: &DecodedSignal, hand: &DecodedHand) -> Action {
    match hand.pair() {
        Some(value) if signal.split[value.index()] => Action::Split,
        _ => unsplit_act(hand),
    }
}

pub(crate) fn unsplit_act(hand: &DecodedHand) -> Action {
    if hand.is_ace_and_ten {
        Action::Stand
    } else if hand.early {
        Action::Surrender
    } else {
        decided(hand.act(hand.unsplit))
    }
}

/// What replaces an action that is not allowed.
fn instead(hand: &DecodedHand, act: Action) -> Option<Action> {
    let permitted = match act {
        Action::Split => hand.not_split,
        Action::Surrender => Permitted { surrender: false, ..hand.unsplit },
        Action::Double => Permitted { double: false, ..hand.unsplit },
        Action::Stand | Action::Hit => return None,
    };
    Some(decided(hand.act(permitted)))
}

pub(crate) fn decided(act: DecodedAct) -> Action {
    match act {
        DecodedAct::Stand => Action::Stand,
        DecodedAct::Hit => Action::Hit,
        DecodedAct::Double => Action::Double,
        DecodedAct::Surrender => Action::Surrender,
    }
}

/// The hands that a play can come to, split or not.
pub(crate) fn reached(submission: &Submission, play: &DecodedSignal) -> Vec<bool> {
    let one_card = |value: Value| {
        let split = submission.game.split.as_ref();
        value == Value::ACE && split.is_some_and(|split| split.aces == rules::SplitAces::OneCard)
    };
    let played_on: Vec<Value> = Value::all().filter(|value| play.split[value.index()] && !one_card(*value)).collect();
    let mut reached: Vec<bool> = play
        .hands
        .iter()
        .map(|hand| {
            hand.size == 2
                && (hand.pair().is_none_or(|value| !play.split[value.index()])
                    || hand.pair().is_some_and(|value| played_on.contains(&value)))
        })
        .collect();
    for (id, hand) in play.hands.iter().enumerate() {
        if reached[id] && unsplit_act(hand) == Action::Hit {
            hand.next.iter().for_each(|&next| reached[next] = true);
        }
    }
    reached
}

/// The doubled hands that a strategy gives up, by up card and signal.
pub(crate) fn given_up_once_doubled(submission: &Submission, ups: &[DecodedUp]) -> Vec<DoubledGivenUp> {
    if !submission.game.surrender.as_ref().is_some_and(SurrenderRule::takes_doubled) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for up in ups {
        for signal in &up.signals {
            let doubled = signal.hands.iter().filter(|hand| unsplit_act(hand) == Action::Double);
            let rows: BTreeSet<(bool, u8)> = doubled
                .flat_map(|from| from.next.iter().map(move |&next| (from, &signal.hands[next])))
                .filter(|(from, hand)| {
                    (if from.doubles_free { hand.given_up_doubled_free } else { hand.given_up_doubled }) == Some(true)
                })
                .map(|(_, hand)| (hand.soft, hand.total))
                .collect();
            if !rows.is_empty() {
                let name = |(soft, total): (bool, u8)| format!("{} {total}", if soft { "soft" } else { "hard" });
                all.push(DoubledGivenUp {
                    up: up.up.to_string(),
                    signal: signal.signal.clone(),
                    hands: rows.into_iter().map(name).collect(),
                });
            }
        }
    }
    all
}
