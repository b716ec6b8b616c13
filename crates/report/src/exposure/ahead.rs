//! Under which counts a wager favours the player, and how far the count moves its EV.

use certificate::Exact;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};

use super::document::SeenDepth;
use crate::figure;

/// A count with its probability and what a wager is worth under it.
pub(super) struct ValuedCount {
    pub(super) count: BigRational,
    pub(super) probability: BigRational,
    pub(super) value: BigRational,
}

/// The counts under which a wager favours the player, as far as counts come up that the page shows.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PlayerAhead {
    Never,
    Always,
    /// From a count on, with the share of rounds and the mean value there.
    From(BigRational, BigRational, BigRational),
    /// Up to a count.
    UpTo(BigRational, BigRational, BigRational),
    /// Under counts that are no single run to an end, with the share of rounds.
    Somewhere(BigRational),
}

/// Whether a count comes up often enough to be shown on the page: once in two million rounds. The spreadsheets have all.
pub(super) fn is_shown(probability: &BigRational) -> bool {
    *probability >= BigRational::new(1.into(), 2_000_000.into())
}

/// The counts of a depth with one of their figures; those without it are left out.
pub(super) fn valued<'a>(depth: &'a SeenDepth, figures: impl Iterator<Item = Option<&'a Exact>>) -> Vec<ValuedCount> {
    let valued = depth.rows.iter().zip(figures).filter_map(|(row, figure)| {
        Some(ValuedCount { count: row.count.value()?, probability: row.probability.value()?, value: figure?.value()? })
    });
    valued.collect()
}

/// By how much one more of the count moves the value: the slope of the regression on the count, weighted with the probabilities.
pub(super) fn slope(counts: &[ValuedCount]) -> Option<BigRational> {
    let sum = |of: &dyn Fn(&ValuedCount) -> BigRational| {
        counts.iter().map(|one| &one.probability * of(one)).sum::<BigRational>()
    };
    let all = sum(&|_| BigRational::from_integer(1.into()));
    if all.is_zero() {
        return None;
    }
    let mean = sum(&|one| one.count.clone()) / &all;
    let spread = sum(&|one| (&one.count - &mean) * (&one.count - &mean));
    (!spread.is_zero()).then(|| sum(&|one| (&one.count - &mean) * &one.value) / spread)
}

/// Where the value is positive.
pub(super) fn ahead(counts: &[ValuedCount]) -> PlayerAhead {
    let shown: Vec<usize> = (0..counts.len()).filter(|&at| is_shown(&counts[at].probability)).collect();
    let is_positive: Vec<bool> = shown.iter().map(|&at| counts[at].value.is_positive()).collect();
    let changes = is_positive.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let change = is_positive.windows(2).position(|pair| pair[0] != pair[1]);
    let run = |run: &[ValuedCount]| {
        let part: BigRational = run.iter().map(|one| &one.probability).sum();
        let worth: BigRational = run.iter().map(|one| &one.probability * &one.value).sum();
        let mean = worth / &part;
        (part, mean)
    };
    match (is_positive.first(), change) {
        (None | Some(false), None) => PlayerAhead::Never,
        (Some(true), None) => PlayerAhead::Always,
        (Some(false), Some(place)) if changes == 1 => {
            let first = shown[place + 1];
            let (part, mean) = run(&counts[first..]);
            PlayerAhead::From(counts[first].count.clone(), part, mean)
        }
        (Some(true), Some(place)) if changes == 1 => {
            let last = shown[place];
            let (part, mean) = run(&counts[..=last]);
            PlayerAhead::UpTo(counts[last].count.clone(), part, mean)
        }
        _ => {
            let positive = counts.iter().filter(|one| one.value.is_positive());
            PlayerAhead::Somewhere(positive.map(|one| &one.probability).sum())
        }
    }
}

/// A count with its sign: `+1`, `0`, `−2.5`.
pub(super) fn signed(count: &BigRational) -> String {
    let text = figure::decimal(count);
    if count.is_positive() { format!("+{text}") } else { figure::minus(&text) }
}

/// The same of a count of the document.
pub(super) fn signed_exact(count: &Exact) -> String {
    count.value().map_or_else(|| count.fraction.clone(), |count| signed(&count))
}

/// A share or an EV in per cent.
pub(super) fn percent(value: &BigRational, places: u32) -> String {
    figure::percent(&value.into(), places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(values: &[i64]) -> Vec<ValuedCount> {
        let one = |(at, value): (usize, &i64)| ValuedCount {
            count: BigRational::from_integer((at as i64 - 1).into()),
            probability: BigRational::new(1.into(), (values.len() as i64).into()),
            value: BigRational::new((*value).into(), 100.into()),
        };
        values.iter().enumerate().map(one).collect()
    }

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    #[test]
    fn a_run_that_favours_the_player_is_found() {
        assert_eq!(ahead(&counts(&[-1, -1])), PlayerAhead::Never);
        assert_eq!(ahead(&counts(&[])), PlayerAhead::Never);
        assert_eq!(ahead(&counts(&[1, 2])), PlayerAhead::Always);
        assert_eq!(ahead(&counts(&[-2, -1, 1, 3])), PlayerAhead::From(ratio(1, 1), ratio(1, 2), ratio(2, 100)));
        assert_eq!(ahead(&counts(&[3, -1, -1, -2])), PlayerAhead::UpTo(ratio(-1, 1), ratio(1, 4), ratio(3, 100)));
        assert_eq!(ahead(&counts(&[1, -1, -1, 2])), PlayerAhead::Somewhere(ratio(1, 2)));
    }

    /// Counts of -1, 0 and 1 with values of -1, 0 and 4 per cent: a slope of 5/2.
    #[test]
    fn a_slope_by_hand() {
        assert_eq!(slope(&counts(&[-1, 0, 4])), Some(ratio(5, 200)));
        assert_eq!(slope(&counts(&[3])), None);
    }

    #[test]
    fn counts_have_their_sign() {
        assert_eq!([ratio(1, 1), ratio(0, 1), ratio(-5, 2)].map(|count| signed(&count)), ["+1", "0", "\u{2212}2.5"]);
    }
}
