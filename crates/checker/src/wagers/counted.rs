//! How many deals each set of lines fits.

use std::collections::BTreeMap;

use certificate::StatedClass;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{OfferedWager, SideWager, Submission};

use super::inputs::chance;
use crate::played::{self, End};
use crate::refusal::Refusal;

/// Deals by the lines that they fit.
pub(crate) struct Counted {
    /// By the lines that fit, as bits; in a wager on matches, 1 for each suited and 16 for each unsuited match.
    pub(crate) ways: BTreeMap<u32, BigInt>,
    /// The wager is returned, whatever fits.
    pub(super) returned: BigInt,
    pub(crate) total: BigInt,
    /// Probabilities, of which no deals are counted: any denominator that they are whole over is as good.
    pub(super) is_distribution: bool,
    /// Of a wager that play decides, before events apart from the cards.
    pub(crate) ends: BTreeMap<End, BigRational>,
}

impl Counted {
    pub(crate) fn deals(ways: BTreeMap<u32, BigInt>, total: BigInt) -> Self {
        Self { ways, returned: BigInt::zero(), total, is_distribution: false, ends: BTreeMap::new() }
    }

    /// The probabilities of a wager that play decides, and events apart from the cards.
    pub(super) fn played(
        submission: &Submission,
        class: &StatedClass,
        offered: &OfferedWager,
        progress: &dyn Fn(&str),
    ) -> Result<Self, Refusal> {
        let ends = played::distribution(submission, class, &offered.rule, progress)?;
        let counted = Self::with_events(&ends, &offered.rule, &|name| chance(offered, name));
        Ok(Self { ends, ..counted })
    }

    /// The same for other chances of the events, over the least common denominator.
    pub(crate) fn with_events(
        ends: &BTreeMap<End, BigRational>,
        rule: &SideWager,
        chance: &dyn Fn(&str) -> Option<BigRational>,
    ) -> Self {
        let mut ends = ends.clone();
        for (at, line) in rule.lines.iter().enumerate() {
            // A line whose chance nobody states is not offered.
            let Some(chance) = line.chance.as_ref().and_then(|name| chance(name)) else { continue };
            let mut split = BTreeMap::new();
            for (end, probability) in ends {
                let with = match end {
                    End::Fits(bits) => End::Fits(bits | 1 << at),
                    End::Returned => End::Returned,
                };
                *split.entry(with).or_insert_with(BigRational::zero) += &probability * &chance;
                *split.entry(end).or_insert_with(BigRational::zero) += probability * (BigRational::one() - &chance);
            }
            ends = split;
        }
        let total = ends.values().fold(BigInt::one(), |total, probability| total.lcm(probability.denom()));
        let mut counted = Self { is_distribution: true, ..Self::deals(BTreeMap::new(), total) };
        for (end, probability) in ends {
            let ways = (probability * &counted.total).to_integer();
            match end {
                End::Fits(bits) => *counted.ways.entry(bits).or_default() += ways,
                End::Returned => counted.returned += ways,
            }
        }
        counted
    }
}
