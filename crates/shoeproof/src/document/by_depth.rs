//! Rounds by true count and depth, from the means by count that a certificate states and by nothing but the number of ways to see the cards.

use std::collections::BTreeMap;

use certificate::number;
use certificate::{CountByDepth, CountWorth, Exact, SeenDepth, StatedCount, StatedSeen, TrueCountRow};
use checker::CountDepth;
use counting::{CountSystem, GroupedShoe, SeenTable, TakenSum};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive as _, Zero as _};
use rules::Submission;

use super::{of_number, refused};
use crate::failure::Failure;

/// A true count less likely than one in so many stands in the row of all lower or all higher ones.
const SELDOM: i64 = 1_000;
/// Rows besides these two.
const MOST_ROWS: i64 = 30;
/// True counts of a row: the first that needs no more rows.
const WIDTHS: [i64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/// What is known besides the claim.
pub(super) struct CountRounds<'a> {
    pub(super) submission: &'a Submission,
    pub(super) ev: &'a BigRational,
    /// Cards of a deck.
    pub(super) deck: u32,
}

/// What can be said of one sum of tags.
struct AtSum {
    true_count: BigRational,
    /// Sets of cards that have it.
    sets: BigInt,
    /// The stated mean.
    net: BigInt,
}

/// What several of them come to together.
#[derive(Default)]
struct Together {
    sets: BigInt,
    net: BigInt,
    /// Sets times their true counts.
    true_counts: BigRational,
}

impl Together {
    fn add(&mut self, one: &AtSum) {
        self.sets += &one.sets;
        self.net += &one.net;
        self.true_counts += BigRational::from_integer(one.sets.clone()) * &one.true_count;
    }
}

impl CountRounds<'_> {
    /// A count as it is stated; `worth` has its straight line.
    ///
    /// # Errors
    /// [`Failure::Refused`] for what is not the count that the analysis asks for.
    pub(super) fn by_depth(
        &self,
        system: &CountSystem,
        stated: &StatedCount,
        worth: &CountWorth,
    ) -> Result<CountByDepth, Failure> {
        let tags: Vec<String> = system.tags.iter().map(ToString::to_string).collect();
        if (&stated.id, &stated.tags) != (&system.id, &tags) {
            return Err(refused(format!("the count {} is stated with other tags or in another place", system.id)));
        }
        let asked = checker::count_depths(self.submission, &system.tags);
        let groups = GroupedShoe::new(&self.submission.shoe, &system.tags);
        let most = asked.iter().filter(|depth| depth.left_out.is_none()).map(|depth| depth.seen).max();
        let sets = most.map(|most| SeenTable::new(&groups, &TakenSum::one(), most));
        let slope = worth.per_true_count.as_ref().and_then(Exact::value);
        let mut claims = stated.depths.iter();
        let depths = asked.into_iter().map(|CountDepth { percent, seen, left_out }| {
            let rows = match (left_out, &sets) {
                (None, Some(sets)) => {
                    let claim = claims.next().filter(|claim| claim.seen == seen.to_string());
                    let claim = claim.ok_or_else(|| refused(format!("{} of {seen} cards is not stated", system.id)))?;
                    self.rows(&self.sums(system, claim, (seen, sets))?, &claim.over, slope.as_ref())?
                }
                _ => Vec::new(),
            };
            Ok(SeenDepth { percent, seen, left_out, rows })
        });
        let depths = depths.collect::<Result<_, Failure>>()?;
        if claims.next().is_some() {
            return Err(refused(format!("the count {} is stated after more cards than are asked for", system.id)));
        }
        Ok(CountByDepth { id: system.id.clone(), depths })
    }

    /// Every sum of tags that so many cards can have.
    fn sums(
        &self,
        system: &CountSystem,
        claim: &StatedSeen,
        (seen, sets): (u32, &SeenTable),
    ) -> Result<Vec<AtSum>, Failure> {
        let shoe = &self.submission.shoe;
        let total = i64::from(shoe.total());
        let of_shoe: i64 =
            shoe.counts().iter().zip(&system.tags).map(|(&held, &tag)| i64::from(held) * i64::from(tag)).sum();
        let range = checker::sums_of_tags(self.submission, &system.tags, seen);
        let [lowest, highest] = range.ok_or_else(|| refused(format!("{} has too many tags", system.id)))?;
        if claim.nets.len() as i64 != highest - lowest + 1 {
            return Err(refused(format!("{} of {seen} cards has another number of counts", system.id)));
        }
        let sums = (lowest..=highest).zip(&claim.nets).map(|(sum, net)| {
            // The running count less its mean after as many cards, over the decks that are left.
            let above = (sum * total - i64::from(seen) * of_shoe) * i64::from(self.deck);
            let left = i64::from(system.units) * total * (total - i64::from(seen));
            Ok(AtSum {
                true_count: BigRational::new(above.into(), left.into()),
                sets: sets.at(seen, sum as i32),
                net: number::signed(net).map_err(of_number)?,
            })
        });
        sums.filter(|one: &Result<AtSum, Failure>| one.as_ref().map_or(true, |one| !one.sets.is_zero())).collect()
    }

    fn rows(&self, sums: &[AtSum], over: &str, slope: Option<&BigRational>) -> Result<Vec<TrueCountRow>, Failure> {
        let over = number::whole(over).map_err(of_number)?;
        let all: BigInt = sums.iter().map(|one| &one.sets).sum();
        if over.is_zero() || all.is_zero() {
            return Err(refused("a count is stated over nothing".to_owned()));
        }
        let mut by_row: BTreeMap<i64, Together> = BTreeMap::new();
        let mut width = 1;
        for wider in WIDTHS {
            width = wider;
            by_row.clear();
            for one in sums {
                let at = (&one.true_count / BigRational::from_integer(width.into())).floor().to_integer();
                by_row.entry(at.to_i64().unwrap_or(0)).or_default().add(one);
            }
            let [low, high] = likely(&by_row, &all);
            if high - low < MOST_ROWS {
                break;
            }
        }
        let [low, high] = likely(&by_row, &all);
        let mut rows: BTreeMap<i64, Together> = BTreeMap::new();
        for (at, one) in by_row {
            let sum = rows.entry(at.clamp(low - 1, high + 1)).or_default();
            sum.sets += one.sets;
            sum.net += one.net;
            sum.true_counts += one.true_counts;
        }
        let row = |(at, one): (i64, Together)| {
            let sets = BigRational::from_integer(one.sets);
            let line = slope.map(|slope| self.ev + slope * (one.true_counts / &sets));
            let probability = &sets / BigRational::from_integer(all.clone());
            TrueCountRow {
                from: (at >= low).then_some(at * width),
                below: (at <= high).then_some((at + 1) * width),
                ev: Exact::from(&(BigRational::new(one.net, over.clone()) / &probability)),
                probability: Exact::from(&probability),
                by_line: line.as_ref().map(Exact::from),
            }
        };
        Ok(rows.into_iter().map(row).collect())
    }
}

/// The first and the last row that is not seldom.
fn likely(by_row: &BTreeMap<i64, Together>, all: &BigInt) -> [i64; 2] {
    let mut often = by_row.iter().filter(|(_, one)| &one.sets * SELDOM >= *all).map(|(&at, _)| at);
    let first = often.next().unwrap_or(0);
    [first, often.next_back().unwrap_or(first)]
}
