//! Strategies and the values of actions as tables for spreadsheets and for programs that play.

use std::collections::HashMap;

use certificate::{Action, PER_100_PLACES, PlayTable, RowOf, STATED_PLACES, SignalActions, Switches};
use num_rational::BigRational;
use num_traits::Zero as _;

use crate::attack::AttackDecision;
use crate::costs::{best_stated, cost, lost, per_100};
use crate::csv::line;

/// Places of a cost.
const PLACES: u32 = 7;

/// A strategy that can be played from alone: a line for each row of the table.
///
/// `action` is what is done where everything is allowed that the rules allow on a hand that is not split, and each column after it what is
/// done with less allowed.
pub(crate) fn strategy_csv(table: &PlayTable) -> String {
    let mut text = String::from(
        "class,up,signal,attack,even_money,hand,cards,originals,action,no_split,no_double,no_surrender,stand_or_hit\n",
    );
    for up in &table.up_cards {
        for signal in &up.signals {
            for row in &signal.rows {
                // What is given up before any signal has a row of its own for the play without.
                let is_early = row.of == RowOf::BeforeSignal;
                let or_same = |other: Option<Action>| if is_early { "" } else { other.unwrap_or(row.action).name() };
                line(
                    &mut text,
                    &[
                        &table.strategy,
                        &up.up,
                        &signal.signal,
                        boolean(up.attack),
                        boolean(up.even_money),
                        &row.hand,
                        row.of.name(),
                        boolean(row.originals),
                        row.action.name(),
                        or_same(row.no_split),
                        or_same(row.no_double),
                        or_same(row.no_surrender),
                        or_same(row.stand_or_hit),
                    ],
                );
            }
        }
    }
    text
}

/// The value of every action with every first hand, and what each mistake costs; per 100 hands where [costs add up](crate::costs::add_up).
pub(crate) fn actions_csv(actions: &[SignalActions], costs_add_up: bool) -> String {
    let mut text =
        String::from("up,signal,attack,hand,action,ev,cost,cost_per_100_hands,hands_per_100,best,td,after_split\n");
    for signal in actions {
        for hand in &signal.hands {
            for (action, ev) in &hand.values {
                let cost = cost(hand, *action).unwrap_or_default();
                let per_100 = in_100_hands(&hand.per_100, &cost, costs_add_up);
                line(
                    &mut text,
                    &[
                        &signal.up,
                        &signal.signal,
                        boolean(signal.attack),
                        &hand.hand,
                        action.name(),
                        ev,
                        &cards::decimal(&cost, STATED_PLACES),
                        &per_100,
                        &hand.per_100,
                        hand.best.name(),
                        hand.td.unwrap_or(hand.best).name(),
                        hand.after_split.map_or("", Action::name),
                    ],
                );
            }
        }
    }
    text
}

/// What a cost comes to over 100 hands, of which so many are this one.
fn in_100_hands(hands: &str, cost: &BigRational, costs_add_up: bool) -> String {
    if costs_add_up { cards::decimal(&per_100(hands, cost), PLACES) } else { String::new() }
}

/// The value of both decisions on the attack wager, and what the mistake costs. Per unit of initial wager, given the up card.
pub(crate) fn attack_csv(decisions: &[AttackDecision]) -> String {
    let mut text = String::from("up,attack,ev,cost,cost_per_100_hands,hands_per_100,best,td\n");
    for decision in decisions {
        for (attack, ev) in [false, true].into_iter().zip(&decision.evs) {
            let cost = if attack == decision.best { BigRational::zero() } else { decision.cost.clone() };
            line(
                &mut text,
                &[
                    &decision.up,
                    boolean(Some(attack)),
                    &cards::decimal(ev, STATED_PLACES),
                    &cards::decimal(&cost, STATED_PLACES),
                    &cards::decimal(&(&cost * &decision.per_100), PLACES),
                    &cards::decimal(&decision.per_100, PER_100_PLACES),
                    boolean(Some(decision.best)),
                    boolean(decision.td),
                ],
            );
        }
    }
    text
}

/// The value of every action with two cards of a hand of a split, of the pairs that CDZ- splits, and what each mistake costs, as in [`actions_csv`].
pub(crate) fn actions_after_split_csv(actions: &[SignalActions], costs_add_up: bool) -> String {
    let mut text =
        String::from("up,signal,attack,pair,hand_of_split,hand,action,ev,cost,cost_per_100_hands,hands_per_100,best\n");
    for signal in actions {
        for hand in &signal.after_split {
            let best = best_stated(&hand.values).unwrap_or(Action::Stand);
            for (action, ev) in &hand.values {
                let cost = lost(&hand.values, best, *action).unwrap_or_default();
                let per_100 = in_100_hands(&hand.per_100, &cost, costs_add_up);
                line(
                    &mut text,
                    &[
                        &signal.up,
                        &signal.signal,
                        boolean(signal.attack),
                        &hand.pair,
                        hand.which.name(),
                        &hand.hand,
                        action.name(),
                        ev,
                        &cards::decimal(&cost, STATED_PLACES),
                        &per_100,
                        &hand.per_100,
                        best.name(),
                    ],
                );
            }
        }
    }
    text
}

/// The deals whose second cards are switched by a class, in both orders of the hands: both hands as dealt and as played, and for each class
/// what the switch gains given the deal, the up card and the signal, per unit of both wagers; nothing where the class plays the deal as dealt.
pub(crate) fn switches_csv(by_class: &[(&str, &[Switches])]) -> String {
    let mut text = String::from("up,signal,first_dealt,second_dealt,first_played,second_played");
    for (class, _) in by_class {
        text.push_str(&format!(",{class}_gain"));
    }
    text.push('\n');
    for ((up, signal), deals) in switched_deals(by_class) {
        for (deal, gains) in deals {
            // Two hands of two cards.
            let cards: Vec<&str> = deal.split([',', ' ']).collect();
            let [a, b, c, d] = cards[..] else { continue };
            let orders = [[a, b, c, d], [c, d, a, b]];
            let different = if orders[0] == orders[1] { 1 } else { 2 };
            for [a, b, c, d] in &orders[..different] {
                let hand = |first: &str, second: &str| format!("{first},{second}");
                let hands = [hand(a, b), hand(c, d), hand(a, d), hand(c, b)];
                let hands = hands.iter().map(String::as_str);
                let cells: Vec<&str> = [up, signal].into_iter().chain(hands).chain(gains.iter().copied()).collect();
                line(&mut text, &cells);
            }
        }
    }
    text
}

/// Up card and signal.
type Place<'a> = (&'a str, &'a str);
/// Two hands as dealt, and what each class gains by the switch.
type Gains<'a> = Vec<(&'a str, Vec<&'a str>)>;

/// The switched deals by place, places and deals in the order in which the classes have them, the first class first.
fn switched_deals<'a>(by_class: &[(&str, &'a [Switches])]) -> Vec<(Place<'a>, Gains<'a>)> {
    let mut places: Vec<(Place<'a>, Gains<'a>)> = Vec::new();
    for (class, (_, switches)) in by_class.iter().enumerate() {
        for one in *switches {
            let place = (one.up.as_str(), one.signal.as_deref().unwrap_or_default());
            let at = places.iter().position(|(other, _)| *other == place).unwrap_or_else(|| {
                places.push((place, Vec::new()));
                places.len() - 1
            });
            let deals = &mut places[at].1;
            let known: HashMap<&str, usize> = deals.iter().enumerate().map(|(at, (deal, _))| (*deal, at)).collect();
            for (deal, gain) in one.deals.iter().zip(one.gains.iter().map(String::as_str).chain(std::iter::repeat("")))
            {
                let at = known.get(deal.as_str()).copied().unwrap_or_else(|| {
                    deals.push((deal, vec![""; by_class.len()]));
                    deals.len() - 1
                });
                deals[at].1[class] = gain;
            }
        }
    }
    places
}

fn boolean(is: Option<bool>) -> &'static str {
    match is {
        None => "",
        Some(true) => "true",
        Some(false) => "false",
    }
}

#[cfg(test)]
mod tests {
    use certificate::{HandActions, HandsOfSplit, PlayRow, PlaySignal, PlayUpCard, RowOf, SplitHandActions};

    use super::*;

    #[test]
    fn a_row_says_what_is_done_with_less_allowed() {
        let row = PlayRow {
            hand: "8,8".into(),
            of: RowOf::Two,
            originals: None,
            action: Action::Split,
            no_split: Some(Action::Surrender),
            no_double: Some(Action::Surrender),
            no_surrender: Some(Action::Hit),
            stand_or_hit: Some(Action::Hit),
        };
        let signals = vec![PlaySignal { signal: "none".into(), rows: vec![row] }];
        let up_cards = vec![PlayUpCard { up: "T".into(), attack: Some(false), even_money: None, signals }];
        let text = strategy_csv(&PlayTable { strategy: "td".into(), up_cards });
        let last = text.lines().last();
        assert_eq!(last, Some("td,T,none,false,,\"8,8\",two,,split,surrender,surrender,hit,hit"));
    }

    #[test]
    fn a_mistake_costs_what_the_best_action_is_worth_more() {
        let values = [(Action::Stand, "-0.500000000000"), (Action::Hit, "-0.400000000000")];
        let hand = HandActions {
            hand: "6,T".into(),
            per_100: "0.250000000".into(),
            values: values.map(|(action, ev)| (action, ev.to_owned())).into(),
            best: Action::Hit,
            td: None,
            after_split: None,
        };
        let signal = SignalActions {
            up: "T".into(),
            signal: "none".into(),
            attack: None,
            hands: vec![hand],
            after_split: Vec::new(),
        };
        let text = actions_csv(&[signal], true);
        let expected = "T,none,,\"6,T\",stand,-0.500000000000,0.100000000000,0.0250000,0.250000000,hit,hit,";
        assert_eq!(text.lines().nth(1), Some(expected));
    }

    #[test]
    fn hands_of_a_split_are_listed_with_the_best_of_their_actions() {
        let of = |which, values: &[(Action, &str)]| SplitHandActions {
            pair: "8".into(),
            which,
            hand: "3,8".into(),
            per_100: "0.020000000".into(),
            values: values.iter().map(|&(action, ev)| (action, ev.to_owned())).collect(),
        };
        let first = [(Action::Stand, "-0.500000000000"), (Action::Double, "0.250000000000")];
        let later = [(Action::Stand, "0.125000000000"), (Action::Hit, "0.125000000000")];
        let after_split = vec![of(HandsOfSplit::First, &first), of(HandsOfSplit::Later, &later)];
        let (up, signal) = ("6".into(), "none".into());
        let signal = SignalActions { up, signal, attack: Some(true), hands: Vec::new(), after_split };
        let text = actions_after_split_csv(&[signal], true);
        let lines: Vec<&str> = text.lines().skip(1).collect();
        let expected = [
            "6,none,true,8,first,\"3,8\",stand,-0.500000000000,0.750000000000,0.0150000,0.020000000,double",
            "6,none,true,8,first,\"3,8\",double,0.250000000000,0.000000000000,0.0000000,0.020000000,double",
            "6,none,true,8,later,\"3,8\",stand,0.125000000000,0.000000000000,0.0000000,0.020000000,stand",
            "6,none,true,8,later,\"3,8\",hit,0.125000000000,0.000000000000,0.0000000,0.020000000,stand",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_switch_is_listed_in_both_orders_of_the_hands_with_what_each_class_gains() {
        let of = |deals: &[&str], gains: &[&str]| {
            let exact = certificate::Exact { fraction: "1/2".into(), decimal: "0.5".into() };
            let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
            [Switches { up: "6".into(), signal: None, share: exact, deals: owned(deals), gains: owned(gains) }]
        };
        let td = of(&["T,5 6,A", "8,A 8,A"], &["0.125000", "0.250000"]);
        let cdz = of(&["9,9 2,T", "T,5 6,A"], &["0.500000", "0.125001"]);
        let expected = "up,signal,first_dealt,second_dealt,first_played,second_played,td_gain,cdz_gain\n\
                        6,,\"T,5\",\"6,A\",\"T,A\",\"6,5\",0.125000,0.125001\n\
                        6,,\"6,A\",\"T,5\",\"6,5\",\"T,A\",0.125000,0.125001\n\
                        6,,\"8,A\",\"8,A\",\"8,A\",\"8,A\",0.250000,\n\
                        6,,\"9,9\",\"2,T\",\"9,T\",\"2,9\",,0.500000\n\
                        6,,\"2,T\",\"9,9\",\"2,9\",\"9,T\",,0.500000\n";
        assert_eq!(switches_csv(&[("td", &td), ("cdz", &cdz)]), expected);
    }
}
