//! Counts in the smallest denominator that says what is counted.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};

/// Most cards of a deal that is looked for as a denominator.
const MOST_CARDS: u64 = 8;

/// The ordered deals of the fewest cards that so many equally likely cases are a part of; `None` if no such deal is.
pub(crate) fn fewest_deals(cases: &BigUint, cards: u64) -> Option<BigUint> {
    let mut deals = BigUint::one();
    let mut ordered = (0..MOST_CARDS.min(cards)).map(|dealt| {
        deals *= cards - dealt;
        deals.clone()
    });
    ordered.find(|deals| (deals % cases).is_zero())
}

/// The counts of a wager's lines in fewer equally likely deals. Ordered deals are taken, of as few cards as leave every count whole. Where these
/// are more than the deals that were counted, the counts stay. Where no ordered deal leaves them whole, they are divided by what all have in common.
///
/// `cards` is the size of the shoe.
pub fn in_fewest_deals(counts: &[BigUint], cards: u64) -> Vec<BigUint> {
    let total: BigUint = counts.iter().sum();
    let common = counts.iter().fold(BigUint::zero(), |common, count| common.gcd(count));
    if total.is_zero() || common.is_one() {
        return counts.to_vec();
    }
    let least = &total / &common;
    let denominator = match fewest_deals(&least, cards) {
        Some(deals) if deals <= total => deals,
        Some(_) => total.clone(),
        None => least,
    };
    counts.iter().map(|count| count * &denominator / &total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fewest(counts: &[u64], cards: u64) -> Vec<u64> {
        let counts: Vec<BigUint> = counts.iter().map(|&count| count.into()).collect();
        let fewest = in_fewest_deals(&counts, cards);
        fewest.into_iter().map(|count| u64::try_from(count).expect("small")).collect()
    }

    #[test]
    fn ordered_deals_of_as_few_cards_as_leave_counts_whole_are_taken() {
        // Deals of three of five cards, of which two cards say it: 60 deals, then 20.
        assert_eq!(fewest(&[3, 57], 5), [1, 19]);
        // The shares are fourths, and ordered deals of two of four cards are 12.
        assert_eq!(fewest(&[12, 36], 4), [1, 3]);
    }

    #[test]
    fn counts_that_no_deal_has_are_divided_by_what_they_have_in_common() {
        assert_eq!(fewest(&[22, 66 * 11], 5), [1, 33]);
    }

    #[test]
    fn unordered_deals_stand_where_ordered_ones_are_more() {
        // The shares are fifteenths: of ordered deals, 60 of three of five cards are the fewest that do.
        assert_eq!(fewest(&[14, 16], 5), [14, 16]);
    }

    #[test]
    fn shares_stay() {
        let counts: Vec<BigUint> = [12_345_678_u64 * 384, 7 * 384, 0].map(BigUint::from).to_vec();
        let fewer = in_fewest_deals(&counts, 384);
        let (sum, total): (BigUint, BigUint) = (counts.iter().sum(), fewer.iter().sum());
        assert!(counts.iter().zip(&fewer).all(|(count, less)| count * &total == less * &sum) && total < sum);
    }
}
