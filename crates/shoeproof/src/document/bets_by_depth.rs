//! What bets by the count come to, from what a certificate states by count.

use certificate::{CountedBets, CountedSpread, Exact};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};

use super::deviation;
use crate::failure::Failure;

/// What is said of all higher or lower counts leaves out those at the end that are, together, no more likely than one in so many.
const RARE: i64 = 1_000_000;
/// The least and the most units that are bet.
const SPREADS: [[u32; 2]; 4] = [[0, 1], [1, 4], [1, 8], [1, 12]];

/// A true count, the number of sets of cards that have it, and the stated mean.
pub(super) type AtCount<'a> = (&'a BigRational, &'a BigInt, BigInt);

/// The counts at which a wager's EV is above zero.
pub(super) struct Pays {
    /// How likely they are.
    pub(super) pays: BigRational,
    /// The sum of their means.
    pub(super) gain: BigInt,
    pub(super) from: Option<Exact>,
    pub(super) up_to: Option<Exact>,
}

impl Pays {
    /// `by_sum` has every count, the lowest first.
    pub(super) fn of(by_sum: &[AtCount<'_>]) -> Self {
        let all: BigInt = by_sum.iter().map(|(_, sets, _)| *sets).sum();
        let pays = by_sum.iter().filter(|one| one.2.is_positive());
        let (sets, gain) =
            pays.fold((BigInt::zero(), BigInt::zero()), |(sets, gain), one| (sets + one.1, gain + &one.2));
        let is_rare = |so_far: &mut BigInt, one: &AtCount<'_>| {
            *so_far += one.1;
            &*so_far * RARE <= all
        };
        let (mut above, mut below) = (BigInt::zero(), BigInt::zero());
        let from = by_sum.iter().rev().skip_while(|one| is_rare(&mut above, one));
        let up_to = by_sum.iter().skip_while(|one| is_rare(&mut below, one));
        let from = from.take_while(|one| one.2.is_positive()).last();
        let up_to = up_to.take_while(|one| one.2.is_positive()).last();
        Self {
            pays: BigRational::new(sets, all.clone()),
            gain,
            from: from.map(|one| Exact::from(one.0)),
            up_to: up_to.map(|one| Exact::from(one.0)),
        }
    }
}

/// The base wager by every count, the lowest first: means over the first number; mean squares, if they are stated, over the other.
pub(super) struct BaseByCount<'a> {
    pub(super) by_sum: Vec<AtCount<'a>>,
    pub(super) over: &'a BigInt,
    pub(super) squares: Option<(Vec<&'a BigInt>, &'a BigInt)>,
}

impl BaseByCount<'_> {
    /// The most is bet where the EV is above zero, the least elsewhere.
    ///
    /// # Errors
    /// [`Failure::Refused`] for a mean square below the square of the mean.
    pub(super) fn bets(&self) -> Result<CountedBets, Failure> {
        let found = Pays::of(&self.by_sum);
        let spreads = SPREADS.iter().map(|&spread| self.spread(&found, spread)).collect::<Result<_, _>>()?;
        let Pays { pays, from, up_to, .. } = found;
        Ok(CountedBets { pays: Exact::from(&pays), pays_from: from, pays_up_to: up_to, spreads })
    }

    fn spread(&self, found: &Pays, [least, most]: [u32; 2]) -> Result<CountedSpread, Failure> {
        let units = |net: &BigInt| if net.is_positive() { most } else { least };
        let net: BigInt = self.by_sum.iter().map(|(.., net)| net * units(net)).sum();
        let win = BigRational::new(net, self.over.clone());
        let std_dev = self.squares.as_ref().map(|(squares, over)| {
            let squares = self.by_sum.iter().zip(squares);
            let sum: BigInt = squares.map(|((.., net), &square)| square * units(net).pow(2)).sum();
            deviation(&BigRational::new(sum, (*over).clone()), &win)
        });
        let [low, more] = [least, most - least].map(|units| BigRational::from_integer(units.into()));
        let mean_bet = low + more * &found.pays;
        let std_dev = std_dev.transpose()?;
        Ok(CountedSpread { least, most, mean_bet: Exact::from(&mean_bet), win: Exact::from(&win), std_dev })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of ten rounds, one has each count from -2 to 2 but the middle, which has six.
    #[test]
    fn bets_are_added_up_by_hand() {
        let counts: Vec<BigRational> = (-2..=2).map(|count: i64| BigRational::from_integer(count.into())).collect();
        let [sets, nets, squares] =
            [[1, 1, 6, 1, 1], [-4, -2, -6, 1, 3], [10, 10, 60, 10, 10]].map(|all| all.map(BigInt::from));
        let over = BigInt::from(100);
        let by_sum = counts.iter().zip(&sets).zip(nets).map(|((count, sets), net)| (count, sets, net)).collect();
        let base = BaseByCount { by_sum, over: &over, squares: Some((squares.iter().collect(), &over)) };
        let bets = base.bets().expect("bets");
        let value = |exact: &Exact| exact.value().expect("a number");
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        assert_eq!(value(&bets.pays), ratio(1, 5));
        assert_eq!(bets.pays_from.as_ref().map(value), Some(ratio(1, 1)));
        assert_eq!(bets.pays_up_to, None);
        let told = |one: &CountedSpread| {
            let variance = one.std_dev.as_ref().map(|root| value(&root.squared)).expect("squares are stated");
            [value(&one.mean_bet), value(&one.win), variance]
        };
        let all: Vec<_> = bets.spreads.iter().map(told).collect();
        assert_eq!(all[0], [ratio(1, 5), ratio(4, 100), ratio(20, 100) - ratio(16, 10_000)]);
        // -12 where one unit is bet and 8 × 4 where eight are; squares 80 and 64 × 20.
        assert_eq!(all[2], [ratio(12, 5), ratio(20, 100), ratio(1_360, 100) - ratio(4, 100)]);
        assert!(all[1..].iter().is_sorted_by_key(|[_, win, _]| win.clone()));
    }
}
