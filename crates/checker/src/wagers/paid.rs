//! What lines pay, by the name of the outcome.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{Added, MatchPays, MeterAmount, Odds, OfferedWager};

use super::counted::Counted;
use crate::refusal::Refusal;

/// Which lines are paid: names of the outcome, net result.
pub(crate) type Outcomes = BTreeMap<String, (BigInt, MeterAmount)>;

/// Outcomes by name with what they pay.
pub(crate) fn outcomes(offered: &OfferedWager, counted: &Counted) -> Result<Outcomes, Refusal> {
    let rule = &offered.rule;
    let mut outcomes = Outcomes::new();
    if !counted.returned.is_zero() {
        let nothing = MeterAmount::fixed(BigRational::zero());
        outcomes.insert(rules::RETURNED.to_owned(), (counted.returned.clone(), nothing));
    }
    if let Some(reading) = rule.match_pays {
        for suited in 0..=2_u32 {
            for unsuited in 0..=2 - suited {
                let ways = counted.ways.get(&(suited + 16 * unsuited)).cloned().unwrap_or_default();
                let net = MeterAmount::fixed(match_net(reading, offered, suited, unsuited));
                outcomes.insert(match_name(suited, unsuited).to_owned(), (ways, net));
            }
        }
        return Ok(outcomes);
    }
    // Lines that no deal fits are outcomes of their own too.
    let none = BigInt::zero();
    let alone = (0..rule.lines.len()).map(|at| (1_u32 << at, &none));
    for (fitting, ways) in counted.ways.iter().map(|(&fitting, ways)| (fitting, ways)).chain(alone) {
        let (name, net) = paid(offered, fitting);
        let known = outcomes.entry(name.clone()).or_insert_with(|| (BigInt::zero(), net.clone()));
        if known.1 != net {
            return Err(Refusal::Table(format!("{}: two outcomes are called {name}", offered.id)));
        }
        known.0 += ways;
    }
    Ok(outcomes)
}

/// The net result where these lines fit, as bits of [`Counted::ways`].
pub(crate) fn net(offered: &OfferedWager, fitting: u32) -> MeterAmount {
    match offered.rule.match_pays {
        Some(reading) => MeterAmount::fixed(match_net(reading, offered, fitting % 16, fitting / 16)),
        None => paid(offered, fitting).1,
    }
}

/// The name of the outcome that these lines are, and its net result.
pub(super) fn paid(offered: &OfferedWager, fitting: u32) -> (String, MeterAmount) {
    let rule = &offered.rule;
    let paid = rule.lines.iter().zip(&offered.paytable.pays).enumerate();
    let paid = paid.filter(|(at, (line, _))| fitting & 1 << at != 0 && !rule.without.contains(&line.name));
    let mut names = Vec::new();
    let mut returns: Vec<MeterAmount> = Vec::new();
    let mut first = None;
    let mut added = Vec::new();
    for (_, (line, pay)) in paid {
        if line.adds {
            added.push((line, pay));
        } else if first.is_none() {
            first = Some((line, pay));
        }
    }
    for (line, pay) in first.into_iter().chain(added) {
        names.push(line.name.as_str());
        returns.push(rule.returns(pay));
    }
    let name = rules::outcome_name(names);
    let mut returned = MeterAmount::fixed(BigRational::zero());
    for (at, one) in returns.into_iter().enumerate() {
        match rule.added {
            Added::OnTop => returned = returned + one,
            Added::OnTopLessWager => {
                let less = if at > 0 { -BigRational::one() } else { BigRational::zero() };
                returned = returned + one + MeterAmount::fixed(less);
            }
            Added::Highest => {
                if (&one.per_meter, &one.fixed) > (&returned.per_meter, &returned.fixed) {
                    returned = one;
                }
            }
        }
    }
    let net = returned + MeterAmount::fixed(-BigRational::one());
    (name, net)
}

fn match_name(suited: u32, unsuited: u32) -> &'static str {
    match (suited, unsuited) {
        (2, _) => "Two suited matches",
        (1, 1) => "One suited and one unsuited match",
        (1, _) => "One suited match",
        (_, 2) => "Two unsuited matches",
        (_, 1) => "One unsuited match",
        _ => "No match",
    }
}

fn match_net(reading: MatchPays, offered: &OfferedWager, suited: u32, unsuited: u32) -> BigRational {
    let table = &offered.paytable;
    let won: Vec<BigRational> = [(table.suited, suited), (table.unsuited, unsuited)]
        .into_iter()
        .flat_map(|(odds, times)| (0..times).filter_map(move |_| odds))
        .map(Odds::exact)
        .collect();
    match reading {
        _ if won.is_empty() => -BigRational::one(),
        MatchPays::Each => won.into_iter().sum(),
        MatchPays::Best => won.into_iter().max().unwrap_or_else(BigRational::zero),
    }
}
