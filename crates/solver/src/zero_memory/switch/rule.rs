//! A rule for the switch that fits on a page: the two hands that are worth more, each valued as if it were alone.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rules::{Game, SwitchWhen};
use rustc_hash::FxHashMap;

use super::decisions::Decisions;
use super::profiles::weights_of;
use super::{Pair, Start, SwitchedDeal, each_deal, groups, in_either_order, is_paid_before};
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::CasePlay;

/// Sums of two values in floats that are further apart than this are so exactly: values are a few units of wager.
const CLEAR: f64 = 1e-9;

/// The rule for cases that the player cannot tell apart, beside what is switched.
#[derive(Debug, Clone, Default)]
pub(crate) struct GroupRule {
    /// These cases.
    pub(crate) cases: Vec<usize>,
    /// What each hand is worth alone, in units of its wager, given its cards and one of these cases.
    pub(crate) values: BTreeMap<Start, BigRational>,
    /// The deals that are switched.
    pub(crate) switched: Vec<SwitchedDeal>,
    /// The deals that the rule decides otherwise.
    pub(crate) otherwise: Vec<SwitchedDeal>,
}

/// The rule under an up card: one for cases that the player cannot tell apart; none where he does not switch.
pub(crate) fn rules(
    game: &Game,
    cases: &[SignalCase<'_>],
    plays: &[CasePlay],
    decisions: &Decisions,
) -> Vec<GroupRule> {
    let Some((case, rule)) = cases.first().zip(game.switch.as_ref()) else { return Vec::new() };
    let when = rule.when;
    let groups = groups(cases, rule.when).into_iter();
    let decides = |group: &Vec<usize>| rule.when == SwitchWhen::BeforeCheck || cases[group[0]].is_played();
    let mut rules: BTreeMap<usize, GroupRule> = BTreeMap::new();
    for cases_of in groups.filter(decides) {
        let values = values_alone(game, cases, plays, &cases_of);
        rules.insert(cases_of[0], GroupRule { cases: cases_of, values, ..GroupRule::default() });
    }
    for rule in rules.values_mut() {
        let floats: FxHashMap<Start, f64> =
            rule.values.iter().map(|(&start, value)| (start, value.to_f64().unwrap_or(f64::NAN))).collect();
        let mut by_rule: FxHashMap<[Pair; 2], bool> = FxHashMap::default();
        for (deal, pairs) in each_deal(case.table.hands) {
            let pairs = pairs.map(in_either_order);
            let Some(&switches) = decisions.get(&(pairs, rule.cases[0])) else { continue };
            let says = *by_rule.entry(pairs).or_insert_with(|| {
                !is_paid_before(case, when, pairs[0]) && is_worth_more(&rule.values, &floats, pairs)
            });
            if switches {
                rule.switched.push(deal);
            }
            if switches != says {
                rule.otherwise.push(deal);
            }
        }
    }
    rules.into_values().collect()
}

/// What each hand is worth alone that the shoe can deal.
fn values_alone(
    game: &Game,
    cases: &[SignalCase<'_>],
    plays: &[CasePlay],
    group: &[usize],
) -> BTreeMap<Start, BigRational> {
    let hands = cases[0].table.hands;
    let mut values = BTreeMap::new();
    for (id, hand) in hands.of_two_cards().filter(|(_, hand)| cases[0].up.is_feasible(hand.cards)) {
        let mass: BigRational = group.iter().map(|&case| cases[case].probability(hand.cards)).sum();
        if mass.is_zero() {
            continue;
        }
        for switched_natural in [false, true] {
            let start = Start { hand: id, switched_natural };
            if switched_natural && !hand.is_natural() {
                continue;
            }
            let of_case = |&case: &usize| cases[case].sum_of(weights_of(game, &cases[case], &plays[case], start));
            let sum: BigRational = group.iter().map(of_case).sum();
            values.insert(start, sum / cases[0].units() / &mass);
        }
    }
    values
}

/// Whether the hands of the second pair are worth more together; not on a tie.
fn is_worth_more(exact: &BTreeMap<Start, BigRational>, floats: &FxHashMap<Start, f64>, pairs: [Pair; 2]) -> bool {
    let [kept, switched] =
        pairs.map(|pair| pair.iter().map(|start| floats.get(start).copied().unwrap_or(f64::NAN)).sum::<f64>());
    if (switched - kept).abs() > CLEAR {
        return switched > kept;
    }
    let [kept, switched] = pairs.map(|pair| pair.iter().filter_map(|start| exact.get(start)).sum::<BigRational>());
    switched > kept
}
