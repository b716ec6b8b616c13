//! What is stated of a wager against its deals.

use std::collections::BTreeMap;

use certificate::number::{self, NumberError};
use certificate::{StatedLine, StatedWager};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{MeterAmount, OfferedWager};

use super::counted::Counted;
use super::inputs::meter_in_wagers;
use super::paid::{outcomes, paid};
use crate::refusal::{Refusal, expect};

/// Compares every claim on a wager with the deals.
pub(super) fn compare(
    here: &str,
    stated: &StatedWager,
    offered: &OfferedWager,
    counted: &Counted,
) -> Result<(), Refusal> {
    let outcomes = outcomes(offered, counted)?;
    let total = whole(here, &stated.total)?;
    if total != counted.total && !(counted.is_distribution && total.is_positive()) {
        return Err(Refusal::value(&format!("{here}: deals"), &stated.total, &counted.total.to_string()));
    }
    let mut left: BTreeMap<&str, &StatedLine> = BTreeMap::new();
    for line in &stated.lines {
        if left.insert(&line.name, line).is_some() {
            return Err(Refusal::Table(format!("{here}: the line {} is there twice", line.name)));
        }
    }
    let share = |line: &StatedLine| line.meter_share.clone().unwrap_or_else(|| "0/1".to_owned());
    for (name, (ways, net)) in &outcomes {
        let place = format!("{here}, {name}");
        let Some(line) = left.remove(name.as_str()) else {
            if ways.is_zero() && (!is_on_cards(offered, name) || is_beside_another(stated, name)) {
                continue;
            }
            return Err(Refusal::Table(format!("{here}: the line {name} is missing")));
        };
        let (ways, rest) = (ways * &total).div_rem(&counted.total);
        if !rest.is_zero() || whole(&place, &line.combinations)? != ways {
            return Err(Refusal::value(&format!("{place}: deals"), &line.combinations, &ways.to_string()));
        }
        expect(&format!("{place}: pays"), &line.pays, &net.fixed)?;
        expect(&format!("{place}: share of the meter"), &share(line), &net.per_meter)?;
    }
    for (name, line) in left {
        let Some(net) = of_lines(offered, name).filter(|_| line.combinations == "0") else {
            return Err(Refusal::Table(format!("{here}: there is no outcome {name}")));
        };
        let place = format!("{here}, {name}");
        expect(&format!("{place}: pays"), &line.pays, &net.fixed)?;
        expect(&format!("{place}: share of the meter"), &share(line), &net.per_meter)?;
    }
    let mean = |of: &dyn Fn(&MeterAmount) -> BigRational| -> BigRational {
        let sum: BigRational =
            outcomes.values().map(|(ways, net)| of(net) * BigRational::from_integer(ways.clone())).sum();
        sum / BigRational::from_integer(counted.total.clone())
    };
    let fixed = mean(&|net| net.fixed.clone());
    let per_unit = mean(&|net| net.per_meter.clone());
    let meter = match (&stated.meter, &offered.rule.meter) {
        (None, None) => BigRational::zero(),
        (Some(stated), Some(rule)) => {
            let at = meter_in_wagers(rule, offered);
            expect(&format!("{here}: meter"), &stated.at, &at)?;
            expect(&format!("{here}: EV without the meter"), &stated.fixed, &fixed)?;
            expect(&format!("{here}: EV per unit of the meter"), &stated.per_unit, &per_unit)?;
            match (&stated.break_even, per_unit.is_zero()) {
                (None, true) => (),
                (Some(stated), false) => expect(&format!("{here}: even at a meter"), stated, &(-&fixed / &per_unit))?,
                _ => return Err(Refusal::Table(format!("{here}: the even meter is missing or has no sense"))),
            }
            at
        }
        _ => return Err(Refusal::Table(format!("{here}: the meter is missing, or the wager has none"))),
    };
    let ev = &fixed + &per_unit * &meter;
    expect(&format!("{here}: EV"), &stated.ev, &ev)?;
    let square = mean(&|net| {
        let net = &net.fixed + &net.per_meter * &meter;
        &net * &net
    });
    expect(&format!("{here}: variance"), &stated.variance, &(square - &ev * &ev))?;
    let one = |wins: bool| if wins { BigRational::one() } else { BigRational::zero() };
    let hits = mean(&|net| one((&net.fixed + &net.per_meter * &meter).is_positive()));
    expect(&format!("{here}: hit frequency"), &stated.hit_frequency, &hits)
}

/// What several lines together are paid that no deal wins; `None` if they make no outcome.
fn of_lines(offered: &OfferedWager, name: &str) -> Option<MeterAmount> {
    let place = |part: &str| offered.rule.lines.iter().position(|line| line.name == part);
    let fitting = rules::lines_of_outcome(name).try_fold(0_u32, |fitting, part| Some(fitting | 1 << place(part)?))?;
    let (own, net) = paid(offered, fitting);
    (own == name).then_some(net)
}

/// Whether an outcome is a line that the cards win by themselves: it is there also where no deal wins it.
fn is_on_cards(offered: &OfferedWager, name: &str) -> bool {
    let rule = &offered.rule;
    let line = rule.lines.iter().find(|line| line.name == name && !rule.without.contains(&line.name));
    line.is_some_and(|line| line.chance.is_none() && !line.adds)
}

/// Whether a line is stated together with others, which may be the only way that it is won.
fn is_beside_another(stated: &StatedWager, name: &str) -> bool {
    stated.lines.iter().any(|line| rules::lines_of_outcome(&line.name).any(|part| part == name))
}

fn whole(here: &str, text: &str) -> Result<BigInt, Refusal> {
    number::whole(text).map_err(|error: NumberError| Refusal::Number { what: here.to_owned(), error })
}
