//! A zero-memory strategy as the field's charts have it: a cell by up card, signal and row, and the hands that depart from their cell.

use std::collections::BTreeSet;

use cards::{Composition, Value};
use certificate::{Action, GivenUpHands, HandClass, StrategyCell};
use checker::{DecodedAct, DecodedHand, DecodedSignal, DecodedUp, Permitted};
use num_bigint::BigUint;
use num_traits::One as _;
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

/// The hands of each row that may draw, those of two cards and those of more. The signals of an up card share them.
struct HandsByRow(Vec<(TotalOrPair, [Vec<usize>; 2])>);

impl HandsByRow {
    fn of(up: &DecodedUp) -> Self {
        let mut by_place: Vec<[Vec<usize>; 2]> = vec![Default::default(); TotalOrPair::PLACES];
        for (id, hand) in hands_of(up).iter().enumerate() {
            if hand.draws {
                by_place[TotalOrPair::of(hand).place()][usize::from(hand.size > 2)].push(id);
            }
        }
        Self(rows().map(|row| (row, std::mem::take(&mut by_place[row.place()]))).collect())
    }
}

/// The hands of an up card. Signals differ in what is done with them alone.
fn hands_of(up: &DecodedUp) -> &[DecodedHand] {
    up.signals.first().map_or(&[], |signal| &signal.hands)
}

/// The cells of a strategy that tells no hands of a row apart.
pub(crate) fn cells(ups: &[DecodedUp]) -> Vec<StrategyCell> {
    let mut cells = Vec::new();
    for up in ups {
        let by_row = HandsByRow::of(up);
        for signal in &up.signals {
            let first = |ids: &Vec<usize>| ids.first().map(|&id| &signal.hands[id]);
            let of_row =
                |(row, ids): &(TotalOrPair, [Vec<usize>; 2])| cell(up.up, signal, *row, ids.each_ref().map(first));
            cells.extend(by_row.0.iter().filter_map(of_row));
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

/// A cell with the signal it is of and the hands that depart from it.
pub(crate) type CellWithDepartures<'a> = (&'a DecodedSignal, StrategyCell, Vec<Departure<'a>>);

/// The cells of any zero-memory strategy under an up card, signal by signal. A cell has the act of most deals of its cards from the shoe; of
/// longer hands, only those count that the strategy comes to, where it comes to any.
pub(crate) fn cells_by_composition<'a>(submission: &Submission, up: &'a DecodedUp) -> Vec<CellWithDepartures<'a>> {
    let by_row = HandsByRow::of(up);
    let shoe = Draws::new(&submission.shoe.without(up.up).unwrap_or(submission.shoe));
    // Of hands that do not draw nobody asks.
    let ways_of = |hand: &DecodedHand| if hand.draws { shoe.ways(&hand.cards) } else { BigUint::ZERO };
    let ways: Vec<BigUint> = hands_of(up).iter().map(ways_of).collect();
    let mut cells = Vec::new();
    for signal in &up.signals {
        let reached = reached(submission, signal);
        for (row, ids) in &by_row.0 {
            let mut departures = Vec::new();
            let usual = ids.each_ref().map(|ids| {
                let mut come_to = ids.clone();
                come_to.retain(|&id| reached[id] || signal.hands[id].size == 2);
                let counted = if come_to.is_empty() { ids } else { &come_to };
                let played = played(signal, counted);
                let (usual, chart) = usual(&played, counted, &ways)?;
                if !come_to.is_empty() {
                    let others = played.iter().filter(|&&(_, act)| act != chart);
                    departures.extend(others.map(|&(hand, act)| Departure { hand, chart, act }));
                }
                Some(usual)
            });
            cells.extend(cell(up.up, signal, *row, usual).map(|cell| (signal, cell, departures)));
        }
    }
    cells
}

/// Hands, each with its act.
fn played<'a>(signal: &'a DecodedSignal, ids: &[usize]) -> Vec<(&'a DecodedHand, Action)> {
    let mut played = Vec::with_capacity(ids.len());
    for &id in ids {
        let hand = &signal.hands[id];
        played.push((hand, first_act(signal, hand)));
    }
    played
}

/// The likeliest hand among those with the likeliest act, and that act. `ways` are those in which the cards of each hand come.
fn usual<'a>(
    played: &[(&'a DecodedHand, Action)],
    ids: &[usize],
    ways: &[BigUint],
) -> Option<(&'a DecodedHand, Action)> {
    let mut of_acts: Vec<(Action, BigUint)> = Vec::new();
    for (&(_, act), &id) in played.iter().zip(ids) {
        match of_acts.iter_mut().find(|(known, _)| *known == act) {
            Some((_, sum)) => *sum += &ways[id],
            None => of_acts.push((act, ways[id].clone())),
        }
    }
    let sum = |act: Action| of_acts.iter().find(|(known, _)| *known == act).map(|(_, sum)| sum);
    let mut best = None;
    for (&one, &id) in played.iter().zip(ids) {
        let rank = (sum(one.1), &ways[id]);
        // Of equals the first.
        if best.is_none_or(|(_, best)| rank > best) {
            best = Some((one, rank));
        }
    }
    best.map(|(one, _)| one)
}

/// In how many ways so many cards of each value come from a shoe.
pub(crate) struct Draws([Vec<BigUint>; Value::COUNT]);

impl Draws {
    /// Most cards of one value in a hand that is not over 21.
    const MOST: u16 = 21;

    pub(crate) fn new(left: &Composition) -> Self {
        Self(left.counts().map(|held| {
            // One more card is one of the rest; which came last does not matter.
            let next = |(drawn, ways): &(u16, BigUint)| {
                (*drawn < Self::MOST.min(held)).then(|| (drawn + 1, ways * (held - drawn) / (drawn + 1)))
            };
            std::iter::successors(Some((0, BigUint::one())), next).map(|(_, ways)| ways).collect()
        }))
    }

    /// In how many ways these cards come; values of which the shoe does not hold as many are left out.
    pub(crate) fn ways(&self, cards: &Composition) -> BigUint {
        let drawn = self.0.iter().zip(cards.counts()).filter(|(_, drawn)| **drawn > 0);
        drawn.filter_map(|(ways, &drawn)| ways.get(usize::from(drawn))).product()
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
        code: present::code(first_two, later, otherwise).to_owned(),
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
        // Of a pair the table does not say whether it would be split.
        Action::Surrender if hand.early => return None,
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
pub(crate) fn given_up_once_doubled(submission: &Submission, ups: &[DecodedUp]) -> Vec<GivenUpHands> {
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
                all.push(GivenUpHands {
                    up: up.up.to_string(),
                    signal: signal.signal.clone(),
                    hands: rows.into_iter().map(name).collect(),
                });
            }
        }
    }
    all
}
