//! Splits to more hands than their second cards can be dealt one by one.
//!
//! No hand looks at another, so what a hand is worth depends on the others through the cards that are gone with them, and unseen
//! cards are exchangeable. That a second card is not of the pair's value is, for the hands beside it, a card that nobody
//! looks at less one of the pair's value: the first changes no expectation. So every hand is valued beside cards of the pair's value
//! alone.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::Zero;

use crate::hand_place::HandPlace;
use crate::hands::{Counts, VALUES};
use crate::refusal::Refusal;
use crate::round::{Splitting, Sum, Worth};

/// How splitting ends: hands whose second card is of another value, hands without a second card, and second cards that were
/// split.
type Ending = (usize, usize, usize);

/// Every ending of so many splits more, with the number of orders in which it comes about.
fn endings(splits: usize) -> BTreeMap<Ending, i64> {
    // By cards dealt, so that all ways to a state are known before it is left.
    let mut open: BTreeMap<(usize, Ending), i64> = BTreeMap::from([((0, (0, 2, 0)), 1)]);
    let mut ended = BTreeMap::new();
    while let Some(((dealt, ending), ways)) = open.pop_first() {
        let (others, waiting, pairs) = ending;
        if waiting == 0 || pairs == splits {
            *ended.entry(ending).or_default() += ways;
            continue;
        }
        for next in [(others + 1, waiting - 1, pairs), (others, waiting + 1, pairs + 1)] {
            *open.entry((dealt + 1, next)).or_default() += ways;
        }
    }
    ended
}

/// The event that so many cards are not of the pair's value, beside others that are: signed numbers of cards of the pair's value.
pub(crate) fn without(others: usize, pairs: usize) -> BTreeMap<usize, i64> {
    let mut terms = BTreeMap::from([(pairs, 1)]);
    for _ in 0..others {
        for (number, sign) in terms.clone() {
            *terms.entry(number + 1).or_default() -= sign;
        }
    }
    terms
}

impl Splitting<'_> {
    /// As [`Splitting::beside`], for any number of splits.
    pub(crate) fn by_pair_cards(&mut self, splits: usize, others: &Counts) -> Result<Sum, Refusal> {
        // By second card and place, and by the cards of the value that are gone besides the hand's own.
        let mut hands: BTreeMap<(bool, HandPlace), BTreeMap<usize, i64>> = BTreeMap::new();
        let mut further: BTreeMap<usize, i64> = BTreeMap::new();
        for ((other, waiting, pairs), ways) in endings(splits) {
            let first_of_other = usize::from(other > 0);
            let first_waiting = usize::from(other == 0 && waiting > 0);
            for (is_other, place, number, named) in [
                (true, self.first, first_of_other, 1),
                (true, self.later, other - first_of_other, 1),
                (false, self.first, first_waiting, 0),
                (false, self.later, waiting - first_waiting, 0),
            ] {
                if number > 0 {
                    let terms = hands.entry((is_other, place)).or_default();
                    for (gone, sign) in without(other - named, pairs + 1) {
                        *terms.entry(gone).or_default() += sign * ways * number as i64;
                    }
                }
            }
            for (gone, sign) in without(other, pairs + 2) {
                *further.entry(gone).or_default() += sign * ways * (other + waiting - 1) as i64;
            }
        }
        let mut sum = Sum::default();
        for ((is_other, place), terms) in hands {
            for (gone, times) in terms.into_iter().filter(|&(_, times)| times != 0) {
                self.add_hand(&mut sum, (is_other, place), others, (gone, times))?;
            }
        }
        for (gone, times) in further {
            self.add_wagers(&mut sum, others, gone, times);
        }
        Ok(sum)
    }

    /// A hand by its second card and place, beside so many cards of the pair's value.
    fn add_hand(
        &mut self,
        sum: &mut Sum,
        (is_other, place): (bool, HandPlace),
        others: &Counts,
        (gone, times): (usize, i64),
    ) -> Result<(), Refusal> {
        let round = self.round;
        let mut beside = *others;
        beside[self.pair] += gone as u16;
        let mut all = beside;
        all[self.pair] += 1;
        let ways = round.ways_of(&all);
        if ways.is_zero() {
            return Ok(());
        }
        let known: usize = beside.iter().map(|&count| usize::from(count)).sum();
        let pair = self.pair;
        for second in (0..VALUES).filter(|&second| !is_other || second != pair) {
            let left = round.left[second].saturating_sub(all[second]);
            if left > 0 {
                let worth = self.hand(place, beside, second)?;
                sum.add(known + round.depth, &worth, &(&ways * left * times));
            }
        }
        Ok(())
    }

    /// The wagers on further hands, made when so many cards of the pair's value are gone.
    fn add_wagers(&self, sum: &mut Sum, others: &Counts, gone: usize, times: i64) {
        let round = self.round;
        let mut all = *others;
        all[self.pair] += gone as u16;
        let ways = round.ways_of(&all);
        if ways.is_zero() {
            return;
        }
        let known: usize = all.iter().map(|&count| usize::from(count)).sum();
        let holes = round.holes_in(&round.without(&all));
        let wagers = BigInt::from(round.pay.split_wager(self.later) * times) * holes;
        sum.add(known + 1, &Worth { net: BigInt::zero(), wagers }, &ways);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::up_card_play::plain_tables;

    /// Three hands: n n, n p and p, of which the last two stop the splitting with two hands and three waiting.
    #[test]
    fn endings_of_one_split_more() {
        assert_eq!(endings(0), BTreeMap::from([((0, 2, 0), 1)]));
        assert_eq!(endings(1), BTreeMap::from([((2, 0, 0), 1), ((1, 2, 1), 1), ((0, 3, 1), 1)]));
        assert_eq!(without(2, 1), BTreeMap::from([(1, 1), (2, -2), (3, 1)]));
    }

    /// Under a strategy that splits whatever it may and hits below 17, every pair, also beside other cards.
    #[test]
    fn by_pair_cards_is_as_dealt_one_by_one() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/1-decks.toml");
        for hands in ["2", "3", "4"] {
            let overrides = [
                rules::Override::new("options.max-hands", hands),
                rules::Override::new("shoe", "12,0,0,0,0,12,0,12,0,24"),
            ];
            let submission = rules::Submission::load(&path, &overrides).expect("an analysis");
            let splits = hands.parse::<usize>().expect("a number") - 2;
            plain_tables(&submission, |table| {
                for (round, play) in table.rounds(false).expect("rounds").iter().zip(&table.plays) {
                    for pair in (0..VALUES).filter(|&pair| round.left[pair] > 1 && !round.ends_round) {
                        let most = table.game.split.as_ref().map_or(2, |rule| usize::from(rule.most_hands(pair)));
                        let mut one = [0; VALUES];
                        one[9] = 1;
                        for others in [[0; VALUES], one] {
                            let dealt = Splitting::new(round, play, pair).beside(others).expect("a sum");
                            let splits = splits.min(most - 2);
                            let summed =
                                Splitting::new(round, play, pair).by_pair_cards(splits, &others).expect("a sum");
                            assert_eq!(dealt.total(round), summed.total(round), "{hands} hands, pair {pair}");
                        }
                    }
                }
            });
        }
    }
}
