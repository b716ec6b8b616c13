//! What a mistake costs: the value of the best action less that of another.

use std::collections::{BTreeMap, BTreeSet};

use certificate::{Action, HandActions, ReportDocument, SignalActions};
use num_rational::BigRational;
use num_traits::Signed as _;

use crate::extremes::first_with_equals;
use crate::figure;
use crate::names::up_order;

/// What an action loses against the best, per unit of initial wager.
pub(crate) fn cost(hand: &HandActions, action: Action) -> Option<BigRational> {
    lost(&hand.values, hand.best, action)
}

/// What an action loses against another, of values as they are stated.
pub(crate) fn lost(values: &BTreeMap<Action, String>, best: Action, action: Action) -> Option<BigRational> {
    let value = |action: Action| figure::printed(values.get(&action)?);
    Some(value(best)? - value(action)?)
}

/// Whether a cost times how often its hand comes is what it costs over many hands. Not where two hands may be switched: an action is valued as if the hand were alone, and
/// after the switch the other hand is none that is dealt at random.
pub(crate) fn add_up(document: &ReportDocument) -> bool {
    document.switches.is_empty()
}

/// What a cost comes to over 100 hands of play, of which so many are this one.
pub(crate) fn per_100(hands: &str, cost: &BigRational) -> BigRational {
    cost * figure::printed(hands).unwrap_or_default()
}

/// Mistakes that a report lists.
const DEAREST: usize = 20;

/// The dearest of them, which are in order, with those that cost as much as the last that is listed.
pub(crate) fn dearest<'m, 'a>(mistakes: &'m [Mistake<'a>]) -> &'m [Mistake<'a>] {
    first_with_equals(mistakes, DEAREST, |one| &one.per_100)
}

/// A first hand with which another action is taken for the best.
#[derive(Clone)]
pub(crate) struct Mistake<'a> {
    pub(crate) signal: &'a SignalActions,
    pub(crate) hand: &'a HandActions,
    pub(crate) instead: Action,
    /// Per unit of initial wager, once the hand is dealt.
    pub(crate) cost: BigRational,
    /// In initial wagers per 100 hands of play.
    pub(crate) per_100: BigRational,
}

/// Whether the table tells different things of the hole card under one up card.
pub(crate) fn signals_differ(actions: &[SignalActions]) -> bool {
    let of_up = |up: &str| actions.iter().filter(|one| one.up == up).count();
    actions.iter().any(|one| of_up(&one.up) > 1)
}

/// What a plausible player takes for the best action, those first that cost most per 100 hands of play. What costs nothing is left out.
///
/// Where the table gives signals he pays no heed to them: he takes the best action of the row against the up card. Else he mistakes the up card for a
/// neighbour.
pub(crate) fn mistakes(actions: &[SignalActions]) -> Vec<Mistake<'_>> {
    let rows = by_row(actions);
    let best: BTreeMap<(u8, &str), Action> =
        rows.iter().filter_map(|(&(up, ref row), sums)| Some(((up, row.as_str()), best_of(sums)?))).collect();
    let ignores_signal = signals_differ(actions);
    let mut all: Vec<Mistake<'_>> = Vec::new();
    for signal in actions {
        let up = up_order(&signal.up).0;
        let columns = if ignores_signal { vec![up] } else { neighbours(up) };
        for hand in &signal.hands {
            let row = row_of(&hand.hand);
            let taken: BTreeSet<Action> =
                columns.iter().filter_map(|&up| best.get(&(up, row.as_str())).copied()).collect();
            for instead in taken.into_iter().filter(|&action| action != hand.best) {
                let Some(cost) = cost(hand, instead) else { continue };
                all.push(Mistake { signal, hand, instead, per_100: per_100(&hand.per_100, &cost), cost });
            }
        }
    }
    all.retain(|mistake| mistake.per_100.is_positive());
    all.sort_by(|one, other| other.per_100.cmp(&one.per_100));
    all
}

/// The columns beside that of an up card, of ten in the order of the charts.
fn neighbours(up: u8) -> Vec<u8> {
    [up.checked_sub(1), up.checked_add(1)].into_iter().flatten().collect()
}

/// What each action is worth under an up card with all hands of a row together.
type Sums = BTreeMap<Action, BigRational>;

/// By up card and row. An action is left out that one of the hands does not have.
fn by_row(actions: &[SignalActions]) -> BTreeMap<(u8, String), Sums> {
    let mut rows: BTreeMap<(u8, String), Option<Sums>> = BTreeMap::new();
    for signal in actions {
        for hand in &signal.hands {
            let often = figure::printed(&hand.per_100).unwrap_or_default();
            let worth = |(&action, value): (&Action, &String)| Some((action, figure::printed(value)? * &often));
            let of_hand: Sums = hand.values.iter().filter_map(worth).collect();
            let row = rows.entry((up_order(&signal.up).0, row_of(&hand.hand))).or_default();
            *row = Some(match row.take() {
                None => of_hand,
                Some(sums) => {
                    let both = sums.into_iter().filter_map(|(act, sum)| Some((act, sum + of_hand.get(&act)?)));
                    both.collect()
                }
            });
        }
    }
    rows.into_iter().filter_map(|(key, sums)| Some((key, sums?))).collect()
}

fn best_of(sums: &Sums) -> Option<Action> {
    sums.iter().max_by(|one, other| one.1.cmp(other.1)).map(|(&action, _)| action)
}

/// The action of greatest value as they are stated, of equals the first.
pub(crate) fn best_stated(values: &BTreeMap<Action, String>) -> Option<Action> {
    let number = |one: &(&Action, &String)| figure::printed(one.1);
    values.iter().rev().max_by_key(number).map(|(&action, _)| action)
}

/// The row of the chart that two cards belong to: a pair, a soft hand, or a hard total.
fn row_of(hand: &str) -> String {
    let Some((one, other)) = hand.split_once(',') else { return hand.to_owned() };
    if one == other || one == "A" || other == "A" {
        return hand.to_owned();
    }
    let points = |card: &str| if card == "T" { 10 } else { card.parse().unwrap_or(0_u8) };
    (points(one) + points(other)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(cards: &str, per_100: &str, [stand, hit]: [&str; 2]) -> HandActions {
        let values = [(Action::Stand, stand), (Action::Hit, hit)].map(|(action, ev)| (action, ev.to_owned()));
        let values = BTreeMap::from(values);
        let number = |action| figure::printed(&values[&action]).expect("a number");
        let best = if number(Action::Stand) > number(Action::Hit) { Action::Stand } else { Action::Hit };
        HandActions { hand: cards.into(), per_100: per_100.into(), values, best, td: None, after_split: None }
    }

    fn signal(up: &str, signal: &str, hands: Vec<HandActions>) -> SignalActions {
        SignalActions { up: up.into(), signal: signal.into(), attack: None, hands, after_split: Vec::new() }
    }

    fn found(actions: &[SignalActions]) -> Vec<(String, String, Action, String)> {
        let of = |one: &Mistake<'_>| {
            (one.signal.signal.clone(), one.hand.hand.clone(), one.instead, cards::decimal(&one.per_100, 2))
        };
        mistakes(actions).iter().map(of).collect()
    }

    #[test]
    fn who_ignores_the_signal_takes_what_is_best_without_it() {
        // Without the signal 16 stands: 3 * 0.5 is lost under the large card, where hitting gains 1 * 0.2.
        let small = signal("6", "small", vec![hand("6,T", "3.000", ["0.500", "0.000"])]);
        let large = signal("6", "large", vec![hand("7,9", "1.000", ["-0.500", "-0.300"])]);
        let expected = [("large".to_owned(), "7,9".to_owned(), Action::Stand, "0.20".to_owned())];
        assert_eq!(found(&[small, large]), expected);
    }

    #[test]
    fn without_signals_the_up_card_is_mistaken_for_its_neighbour() {
        let six = signal("6", "none", vec![hand("6,T", "3.000", ["0.500", "0.000"])]);
        let seven = signal("7", "none", vec![hand("6,T", "1.000", ["-0.500", "-0.300"])]);
        let ten = signal("T", "none", vec![hand("T,T", "9.000", ["0.500", "-0.800"])]);
        let six_hit = ("none".to_owned(), "6,T".to_owned(), Action::Hit, "1.50".to_owned());
        let seven_stood = ("none".to_owned(), "6,T".to_owned(), Action::Stand, "0.20".to_owned());
        assert_eq!(found(&[six, seven, ten]), [six_hit, seven_stood]);
    }
}
