//! Side wagers by true count and depth, from what a certificate states by count.

use certificate::{CountWagerLeftOut, CountedWagerDepth, CountedWagerRow, Exact, StatedSeen, StatedSums, number};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::Submission;

use super::bets_by_depth::Pays;
use super::{deviation, of_number, refused};
use crate::failure::Failure;

/// A side wager after so many cards, as it is stated.
pub(super) struct WagerSums {
    id: String,
    paytable: String,
    over: BigInt,
    over_squares: Option<BigInt>,
    /// By sum of tags from the least: the mean, and the mean square or nothing.
    by_sum: Vec<[BigInt; 2]>,
}

/// Reads as many numbers as there are sums of tags.
type ReadSums<'a> = &'a dyn Fn(&[String]) -> Result<Vec<BigInt>, Failure>;

/// Every side wager that must be stated; `read` takes the numbers by sum of tags.
///
/// # Errors
/// [`Failure::Refused`] for others.
pub(super) fn read(
    submission: &Submission,
    count: &str,
    claim: &StatedSeen,
    read: ReadSums<'_>,
) -> Result<Vec<WagerSums>, Failure> {
    let expected = checker::count_wagers(submission);
    let squares_are_stated = checker::count_wager_squares_are_stated(submission, count);
    let other = || refused(format!("{count} of {} cards states other side wagers than are asked for", claim.seen));
    if claim.wagers.len() != expected.len() {
        return Err(other());
    }
    let sums = |StatedSums { over, by_sum }: &StatedSums| {
        let over = number::whole(over).map_err(of_number)?;
        if over.is_zero() {
            return Err(refused("a count is stated over nothing".to_owned()));
        }
        Ok((over, read(by_sum)?))
    };
    let all = claim.wagers.iter().zip(expected).map(|(stated, offered)| {
        if (&stated.id, &stated.paytable) != (&offered.id, &offered.paytable.name)
            || stated.squares.is_some() != squares_are_stated
        {
            return Err(other());
        }
        let (over, nets) = sums(&stated.nets)?;
        let squares = stated.squares.as_ref().map(sums).transpose()?;
        let (over_squares, squares) = squares.map_or_else(|| (None, Vec::new()), |(over, all)| (Some(over), all));
        let squares = squares.into_iter().chain(std::iter::repeat(BigInt::zero()));
        let by_sum = nets.into_iter().zip(squares).map(|(net, square)| [net, square]).collect();
        Ok(WagerSums { id: stated.id.clone(), paytable: stated.paytable.clone(), over, over_squares, by_sum })
    });
    all.collect()
}

/// Adds up what is stated of each wager.
pub(super) fn add(sums: &mut Vec<[BigInt; 2]>, more: &[[BigInt; 2]]) {
    sums.resize_with(more.len(), Default::default);
    sums.iter_mut().flatten().zip(more.iter().flatten()).for_each(|(sum, more)| *sum += more);
}

/// What the wagers come to given the counts whose sums these are, and which are so likely together.
///
/// # Errors
/// [`Failure::Refused`] for a mean square below the square of the mean.
pub(super) fn row(
    wagers: &[WagerSums],
    sums: &[[BigInt; 2]],
    probability: &BigRational,
) -> Result<Vec<CountedWagerRow>, Failure> {
    let of_wager = |(wager, [net, square]): (&WagerSums, &[BigInt; 2])| {
        let ev = BigRational::new(net.clone(), wager.over.clone()) / probability;
        let std_dev = wager
            .over_squares
            .as_ref()
            .map(|over| deviation(&(BigRational::new(square.clone(), over.clone()) / probability), &ev));
        Ok(CountedWagerRow { ev: Exact::from(&ev), std_dev: std_dev.transpose()? })
    };
    wagers.iter().zip(sums).map(of_wager).collect()
}

/// A true count, the sets of cards that have it, and what is stated of each wager.
type WagersAtCount<'a> = (&'a BigRational, &'a BigInt, &'a [[BigInt; 2]]);

impl WagerSums {
    /// What is stated of the sum of tags at this place from the least.
    pub(super) fn at(&self, place: usize) -> [BigInt; 2] {
        self.by_sum.get(place).cloned().unwrap_or_default()
    }

    /// What is said of all counts together, the lowest first; `at` is the wager's place.
    pub(super) fn told(&self, by_sum: &[WagersAtCount<'_>], at: usize) -> CountedWagerDepth {
        let of_wager = by_sum.iter().map(|&(true_count, sets, wagers)| {
            (true_count, sets, wagers.get(at).map_or_else(BigInt::zero, |[net, _]| net.clone()))
        });
        let Pays { pays, gain, from, up_to } = Pays::of(&of_wager.collect::<Vec<_>>());
        CountedWagerDepth {
            wager: self.id.clone(),
            paytable: self.paytable.clone(),
            pays: Exact::from(&pays),
            gain: Exact::from(&BigRational::new(gain, self.over.clone())),
            pays_from: from,
            pays_up_to: up_to,
        }
    }
}

/// The side wagers that are not stated by count and depth, each once.
pub(super) fn left_out(submission: &Submission) -> Vec<CountWagerLeftOut> {
    let all = submission.wagers.iter().filter_map(|offered| {
        Some(CountWagerLeftOut { wager: offered.id.clone(), why: checker::why_no_counts(offered)? })
    });
    let mut all: Vec<CountWagerLeftOut> = all.collect();
    all.dedup();
    all
}
