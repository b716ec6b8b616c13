//! What winnings add to the base wager.

use std::collections::BTreeMap;

use cards::Card;
use certificate::StatedWager;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{OfferedWager, ParlayAdds, Submission};

use super::counted::Counted;
use super::offered;
use super::paid::outcomes;
use crate::hands::VALUES;
use crate::refusal::Refusal;
use crate::wager_patterns::{bits, shows};

/// The mean of what winnings add to the base wager per unit of side wager, by the values of the first two cards: the lower index
/// times [`VALUES`] and the higher.
///
/// # Errors
/// [`Refusal`] for a wager that is not offered.
pub(crate) fn added(submission: &Submission, stated: &StatedWager) -> Result<BTreeMap<usize, BigRational>, Refusal> {
    let (_, offered) = offered(submission, stated)?;
    let rule = &offered.rule;
    let Some(parlay) = &rule.parlay else { return Ok(BTreeMap::new()) };
    let faces: Vec<Card> = offered.cards.faces().collect();
    let mut by_lines: BTreeMap<u32, BigRational> = BTreeMap::new();
    // Sum of what is added, and number of deals.
    let mut sums: BTreeMap<usize, (BigRational, BigRational)> = BTreeMap::new();
    for &first in &faces {
        for &second in &faces {
            let [low, high] = [first, second].map(|card| card.rank.value().index());
            if low > high {
                continue;
            }
            let fits = rule.lines.iter().map(|line| {
                !rule.without.contains(&line.name)
                    && line.player.as_ref().is_some_and(|pattern| shows(pattern, &[first, second], rule))
            });
            let fitting = bits(fits);
            let add = match by_lines.get(&fitting) {
                Some(add) => add.clone(),
                None => {
                    let add = if fitting == 0 { BigRational::zero() } else { won(&offered, fitting, parlay.adds)? };
                    by_lines.insert(fitting, add.clone());
                    add
                }
            };
            let left = u64::from(offered.cards.count(second)) - u64::from(first == second);
            let ways = BigRational::from_integer((u64::from(offered.cards.count(first)) * left).into());
            let sum = sums.entry(low * VALUES + high).or_default();
            sum.0 += add * &ways;
            sum.1 += ways;
        }
    }
    Ok(sums
        .into_iter()
        .filter(|(_, (_, deals))| !deals.is_zero())
        .map(|(at, (sum, deals))| (at, sum / deals))
        .collect())
}

/// What is added to the base wager if these lines fit.
fn won(offered: &OfferedWager, fitting: u32, adds: ParlayAdds) -> Result<BigRational, Refusal> {
    let one = Counted::deals(BTreeMap::from([(fitting, BigInt::one())]), BigInt::one());
    let paid = outcomes(offered, &one)?.into_values().find(|(ways, _)| ways.is_one());
    let net = paid.map_or_else(BigRational::zero, |(_, net)| net.fixed);
    let all = match adds {
        ParlayAdds::Payout => net,
        ParlayAdds::PayoutAndWager => net + BigRational::one(),
    };
    // Of which the casino may let only a portion be added.
    Ok(offered.inputs.parlay.as_ref().map_or_else(|| all.clone(), |portion| &all * portion))
}
