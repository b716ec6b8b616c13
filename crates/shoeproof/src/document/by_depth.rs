//! Rounds, insurance and side wagers by true count and depth, from what a certificate states by count and by nothing but the number of ways to see the cards.

use std::collections::BTreeMap;

use certificate::number;
use certificate::{
    CountByDepth, CountWorth, Exact, InsuredRow, SeenDepth, StatedCount, StatedSeen, StatedSums, TrueCountRow,
};
use checker::CountDepth;
use counting::{CountSystem, GroupedShoe, SeenTable, TakenSum};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use rules::Submission;

use super::bets_by_depth::BaseByCount;
use super::wagers_by_depth::{self, WagerSums};
use super::{deviation, of_number, refused};
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
    /// The same, times the cards that are left of those that insurance is offered on: sets with such an up card.
    offered: BigInt,
    /// The stated mean.
    net: BigInt,
    /// The stated mean square, and what is stated of insurance; nothing where it is not.
    square: BigInt,
    insured: BigInt,
    /// By side wager: the stated mean and mean square.
    wagers: Vec<[BigInt; 2]>,
}

/// What several of them come to together.
#[derive(Default)]
struct Together {
    sets: BigInt,
    offered: BigInt,
    net: BigInt,
    square: BigInt,
    insured: BigInt,
    wagers: Vec<[BigInt; 2]>,
    /// Sets times their true counts.
    true_counts: BigRational,
}

impl Together {
    fn add(&mut self, one: &AtSum) {
        self.sets += &one.sets;
        self.offered += &one.offered;
        self.net += &one.net;
        self.square += &one.square;
        self.insured += &one.insured;
        wagers_by_depth::add(&mut self.wagers, &one.wagers);
        self.true_counts += BigRational::from_integer(one.sets.clone()) * &one.true_count;
    }

    fn join(&mut self, other: Self) {
        self.sets += other.sets;
        self.offered += other.offered;
        self.net += other.net;
        self.square += other.square;
        self.insured += other.insured;
        wagers_by_depth::add(&mut self.wagers, &other.wagers);
        self.true_counts += other.true_counts;
    }
}

/// The number of ways to see cards: of one count, after every number of cards.
struct Ways {
    sets: SeenTable,
    /// With a card left for the dealer that insurance is offered on; `None` where it is not.
    offered: Option<SeenTable>,
}

/// What one depth says, and what its numbers are over.
struct DepthSums<'a> {
    sums: Vec<AtSum>,
    over: BigInt,
    over_squares: Option<BigInt>,
    over_insured: Option<BigInt>,
    wagers: Vec<WagerSums>,
    /// Cards that are left.
    left: u32,
    slope: Option<&'a BigRational>,
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
        let ways = most.map(|most| self.ways(&groups, most));
        let slope = worth.per_true_count.as_ref().and_then(Exact::value);
        let mut claims = stated.depths.iter();
        let depths = asked.into_iter().map(|CountDepth { percent, seen, left_out }| {
            let (Some(ways), None) = (&ways, left_out) else {
                let (rows, wagers) = (Vec::new(), Vec::new());
                return Ok(SeenDepth { percent, seen, left_out, rows, bets: None, insurance_pays_from: None, wagers });
            };
            let claim = claims.next().filter(|claim| claim.seen == seen.to_string());
            let claim = claim.ok_or_else(|| refused(format!("{} of {seen} cards is not stated", system.id)))?;
            let depth = self.sums(system, claim, (seen, ways))?;
            let depth = DepthSums { slope: slope.as_ref(), ..depth };
            let insurance_pays_from = depth.insurance_pays_from();
            let by_sum: Vec<_> = depth.sums.iter().map(|one| (&one.true_count, &one.sets, &one.wagers[..])).collect();
            let wagers = depth.wagers.iter().enumerate();
            let wagers = wagers.map(|(at, wager)| wager.told(&by_sum, at)).collect();
            let bets = Some(depth.base().bets()?);
            Ok(SeenDepth { percent, seen, left_out, rows: self.rows(&depth)?, bets, insurance_pays_from, wagers })
        });
        let depths = depths.collect::<Result<_, Failure>>()?;
        if claims.next().is_some() {
            return Err(refused(format!("the count {} is stated after more cards than are asked for", system.id)));
        }
        Ok(CountByDepth { id: system.id.clone(), depths })
    }

    fn ways(&self, groups: &GroupedShoe, most: u32) -> Ways {
        let Submission { game, shoe, .. } = self.submission;
        let insurance = solver::insurance_by_cards_taken(game, shoe, groups);
        let offered = insurance.filter(|_| checker::count_insurance_is_stated(self.submission));
        Ways {
            sets: SeenTable::new(groups, &TakenSum::one(), most),
            offered: offered.map(|insurance| SeenTable::new(groups, &insurance.offered, most)),
        }
    }

    /// Every sum of tags that so many cards can have.
    fn sums(
        &self,
        system: &CountSystem,
        claim: &StatedSeen,
        (seen, ways): (u32, &Ways),
    ) -> Result<DepthSums<'static>, Failure> {
        let shoe = &self.submission.shoe;
        let total = i64::from(shoe.total());
        let of_shoe: i64 =
            shoe.counts().iter().zip(&system.tags).map(|(&held, &tag)| i64::from(held) * i64::from(tag)).sum();
        let range = checker::sums_of_tags(self.submission, &system.tags, seen);
        let [lowest, highest] = range.ok_or_else(|| refused(format!("{} has too many tags", system.id)))?;
        let numbers = (highest - lowest + 1) as usize;
        let whole = |text: &String| number::signed(text).map_err(of_number);
        let all = |texts: &[String]| -> Result<Vec<BigInt>, Failure> {
            if texts.len() != numbers {
                return Err(refused(format!("{} of {seen} cards has another number of counts", system.id)));
            }
            texts.iter().map(whole).collect()
        };
        let of_some = |sums: &Option<StatedSums>, is_asked: bool| match (sums, is_asked) {
            (Some(sums), true) => Ok((Some(number::whole(&sums.over).map_err(of_number)?), all(&sums.by_sum)?)),
            (None, false) => Ok((None, vec![BigInt::zero(); numbers])),
            _ => Err(refused(format!("{} of {seen} cards states other figures than are asked for", system.id))),
        };
        let nets = all(&claim.nets)?;
        let (over_squares, squares) =
            of_some(&claim.squares, checker::count_squares_are_stated(self.submission, &system.id))?;
        let (over_insured, insured) = of_some(&claim.insurance, ways.offered.is_some())?;
        let over = number::whole(&claim.over).map_err(of_number)?;
        if [Some(&over), over_squares.as_ref(), over_insured.as_ref()].into_iter().flatten().any(BigInt::is_zero) {
            return Err(refused("a count is stated over nothing".to_owned()));
        }
        let wagers = wagers_by_depth::read(self.submission, &system.id, claim, &all)?;
        let numbers = nets.into_iter().zip(squares).zip(insured).enumerate();
        let sums = (lowest..=highest).zip(numbers).map(|(sum, (at, ((net, square), insured)))| {
            // The running count less its mean after as many cards, over the decks that are left.
            let above = (sum * total - i64::from(seen) * of_shoe) * i64::from(self.deck);
            let left = i64::from(system.units) * total * (total - i64::from(seen));
            AtSum {
                true_count: BigRational::new(above.into(), left.into()),
                sets: ways.sets.at(seen, sum as i32),
                offered: ways.offered.as_ref().map_or_else(BigInt::zero, |offered| offered.at(seen, sum as i32)),
                net,
                square,
                insured,
                wagers: wagers.iter().map(|wager| wager.at(at)).collect(),
            }
        });
        let sums = sums.filter(|one| !one.sets.is_zero()).collect();
        let left = shoe.total() - seen;
        Ok(DepthSums { sums, over, over_squares, over_insured, wagers, left, slope: None })
    }

    fn rows(&self, depth: &DepthSums<'_>) -> Result<Vec<TrueCountRow>, Failure> {
        let sums = &depth.sums;
        let all: BigInt = sums.iter().map(|one| &one.sets).sum();
        if all.is_zero() {
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
            rows.entry(at.clamp(low - 1, high + 1)).or_default().join(one);
        }
        let row = |(at, one): (i64, Together)| {
            let from = (at >= low).then_some(at * width);
            let below = (at <= high).then_some((at + 1) * width);
            self.row(depth, &all, ([from, below], &one))
        };
        rows.into_iter().map(row).collect()
    }

    fn row(
        &self,
        depth: &DepthSums<'_>,
        all: &BigInt,
        ([from, below], one): ([Option<i64>; 2], &Together),
    ) -> Result<TrueCountRow, Failure> {
        let sets = BigRational::from_integer(one.sets.clone());
        let line = depth.slope.map(|slope| self.ev + slope * (&one.true_counts / &sets));
        let probability = sets / BigRational::from_integer(all.clone());
        let ev = BigRational::new(one.net.clone(), depth.over.clone()) / &probability;
        let square = depth.over_squares.as_ref().map(|over| BigRational::new(one.square.clone(), over.clone()));
        let std_dev = square.map(|square| deviation(&(square / &probability), &ev));
        Ok(TrueCountRow {
            from,
            below,
            ev: Exact::from(&ev),
            std_dev: std_dev.transpose()?,
            probability: Exact::from(&probability),
            by_line: line.as_ref().map(Exact::from),
            insurance: self.insured(depth, all, one),
            wagers: wagers_by_depth::row(&depth.wagers, &one.wagers, &probability)?,
        })
    }

    fn insured(&self, depth: &DepthSums<'_>, all: &BigInt, one: &Together) -> Option<InsuredRow> {
        let pays = self.submission.game.insurance.as_ref()?.pays.exact();
        let over = depth.over_insured.as_ref().filter(|_| !one.offered.is_zero())?;
        let offered = BigRational::new(one.offered.clone(), all * depth.left);
        let ev = BigRational::new(one.insured.clone(), over.clone()) / offered;
        let wins = (&ev + BigRational::one()) / (pays + BigRational::one());
        Some(InsuredRow { wins: Exact::from(&wins), ev: Exact::from(&ev) })
    }
}

impl DepthSums<'_> {
    fn base(&self) -> BaseByCount<'_> {
        let squares = |over| (self.sums.iter().map(|one| &one.square).collect(), over);
        BaseByCount {
            by_sum: self.sums.iter().map(|one| (&one.true_count, &one.sets, one.net.clone())).collect(),
            over: &self.over,
            squares: self.over_squares.as_ref().map(squares),
        }
    }

    fn insurance_pays_from(&self) -> Option<Exact> {
        let offered = self.sums.iter().rev().filter(|one| !one.offered.is_zero());
        offered.take_while(|one| one.insured.is_positive()).last().map(|one| Exact::from(&one.true_count))
    }
}

/// The first and the last row that is not seldom.
fn likely(by_row: &BTreeMap<i64, Together>, all: &BigInt) -> [i64; 2] {
    let mut often = by_row.iter().filter(|(_, one)| &one.sets * SELDOM >= *all).map(|(&at, _)| at);
    let first = often.next().unwrap_or(0);
    [first, often.next_back().unwrap_or(first)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Insurance wins at +1 and again from +3; at +5 no card that it is offered on can be left.
    #[test]
    fn insurance_pays_where_it_does_at_every_higher_count() {
        let from = |insured: &[(i64, i64)]| {
            let sums = (0..).zip(insured).map(|(at, &(offered, insured))| AtSum {
                true_count: BigRational::from_integer(BigInt::from(at)),
                sets: BigInt::one(),
                offered: offered.into(),
                net: BigInt::zero(),
                square: BigInt::zero(),
                insured: insured.into(),
                wagers: Vec::new(),
            });
            let sums = sums.collect();
            let [over_squares, over_insured] = [None, Some(BigInt::one())];
            let (wagers, over) = (Vec::new(), BigInt::one());
            let depth = DepthSums { sums, over, over_squares, over_insured, wagers, left: 9, slope: None };
            depth.insurance_pays_from().and_then(|from| from.value())
        };
        let at = |count: i64| Some(BigRational::from_integer(count.into()));
        assert_eq!(from(&[(1, -1), (1, 2), (1, 0), (1, 1), (1, 3), (0, 0)]), at(3));
        assert_eq!(from(&[(1, 1), (1, 1)]), at(0));
        assert_eq!(from(&[(1, 1), (1, -1), (0, 0)]), None);
        assert_eq!(from(&[(0, 0)]), None);
    }
}
