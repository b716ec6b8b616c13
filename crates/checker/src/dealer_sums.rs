//! How the dealer's hand ends beside many sets of as many cards.
//!
//! A finished hand of the dealer has a falling factorial of ordered ways for every card value, and no value looks at another. So
//! values are summed out one by one, ace first, and sets of cards that begin with the same counts share the sums.

use std::collections::BTreeMap;

use crate::dealer::{Dealer, ENDS};
use crate::distribution::count;
use crate::hands::{Counts, VALUES};

/// What is left of a finished hand once some values are summed out: the counts of the others, and the class of its end.
type Undrawn = (Vec<u16>, usize);

/// One value of every rest: how many cards of it, and the rest that is left.
struct Drawing {
    terms: Vec<(usize, usize)>,
    number_after: usize,
}

/// The dealer's finished hands under one up card and signal, beside sets of cards.
pub(crate) struct DealerSums {
    unseen: usize,
    draws: usize,
    /// Orders and number of cards of each finished hand.
    hands: Vec<(u64, usize)>,
    levels: Vec<Drawing>,
    /// By value, cards of it that are left, and cards drawn: the ordered ways.
    ways: Vec<Vec<Vec<u128>>>,
    /// Classes of what is left at last.
    last: Vec<usize>,
    /// Sums so far, by number of values summed out, and the counts they were summed for.
    sums: Vec<Vec<u128>>,
    counts: [Option<usize>; VALUES],
}

impl DealerSums {
    /// `left` are all cards beside the up card, and `class` tells by end what end is told from what other. All ordered ways of
    /// [`Dealer::most_draws`] cards together must be below 2^127.
    pub(crate) fn new(dealer: &Dealer, left: &Counts, class: &[usize; ENDS]) -> Self {
        let finished = dealer.finished();
        let size = |cards: &Counts| cards.iter().map(|&count| usize::from(count)).sum();
        let mut rests: Vec<Undrawn> = finished.iter().map(|(cards, end, _)| (cards.to_vec(), class[*end])).collect();
        let mut levels = Vec::new();
        let mut most = Vec::new();
        for _ in 0..VALUES {
            let mut places: BTreeMap<Undrawn, usize> = BTreeMap::new();
            let mut list: Vec<Undrawn> = Vec::new();
            let terms: Vec<(usize, usize)> = rests
                .iter()
                .map(|(cards, class)| {
                    let rest = (cards[1..].to_vec(), *class);
                    let next = *places.entry(rest.clone()).or_insert_with(|| {
                        list.push(rest);
                        list.len() - 1
                    });
                    (usize::from(cards[0]), next)
                })
                .collect();
            most.push(terms.iter().map(|&(cards, _)| cards).max().unwrap_or(0));
            levels.push(Drawing { terms, number_after: list.len() });
            rests = list;
        }
        let ways = left.iter().zip(&most).map(|(&left, &most)| {
            (0..=usize::from(left)).map(|left| (0..=most).map(|drawn| falling(left, drawn)).collect()).collect()
        });
        Self {
            unseen: size(left),
            draws: dealer.most_draws,
            hands: finished.iter().map(|(cards, _, orders)| (*orders, size(cards))).collect(),
            levels,
            ways: ways.collect(),
            last: rests.into_iter().map(|(_, class)| class).collect(),
            sums: vec![Vec::new(); VALUES + 1],
            counts: [None; VALUES],
        }
    }

    /// Sets of so many cards follow, which leave the dealer as many as he may draw.
    pub(crate) fn beside(&mut self, gone: usize) {
        // Cards nobody looks at fill every hand up to the same number.
        let unseen = self.unseen - gone;
        let rest = |drawn: usize| falling(unseen - drawn, self.draws - drawn);
        let rests: Vec<u128> = (0..=self.draws).map(rest).collect();
        self.sums[0] = self.hands.iter().map(|&(orders, drawn)| u128::from(orders) * rests[drawn]).collect();
        self.counts = [None; VALUES];
    }

    /// Adds to every class the ordered ways of the dealer's next cards that lead to it beside this set. It is fastest if sets follow each
    /// other in order.
    pub(crate) fn add(&mut self, set: u64, by_class: &mut [u128]) {
        let counts: [usize; VALUES] = std::array::from_fn(|value| count(set, value));
        let known = (0..VALUES).find(|&value| self.counts[value] != Some(counts[value])).unwrap_or(VALUES);
        for (value, &count) in counts.iter().enumerate().skip(known) {
            self.sum_out(value, count);
        }
        for (&class, &sum) in self.last.iter().zip(&self.sums[VALUES]) {
            by_class[class] += sum;
        }
    }

    fn sum_out(&mut self, value: usize, count: usize) {
        self.counts[value] = Some(count);
        self.counts[value + 1..].fill(None);
        let level = &self.levels[value];
        let mut after = std::mem::take(&mut self.sums[value + 1]);
        after.clear();
        after.resize(level.number_after, 0);
        let all = &self.ways[value];
        let ways = &all[(all.len() - 1).saturating_sub(count)];
        // No sum is above the ways of all draws from the full shoe, in which every finished hand can be drawn.
        for (&(drawn, next), &sum) in level.terms.iter().zip(&self.sums[value]) {
            after[next] = after[next].wrapping_add(sum.wrapping_mul(ways[drawn]));
        }
        self.sums[value + 1] = after;
    }
}

/// The ordered ways to draw so many of these cards.
fn falling(cards: usize, drawn: usize) -> u128 {
    (0..drawn).fold(1, |ways: u128, at| ways.wrapping_mul(cards.saturating_sub(at) as u128))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cards::Value;
    use rules::Submission;

    use super::*;
    use crate::distribution::pack;

    /// Beside sets in order and out of order, as one walk beside each finds it.
    #[test]
    fn sums_are_those_of_a_walk() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-685a-down-under/6-decks.toml");
        let submission = Submission::load(&path, &[]).expect("an analysis");
        let sets = [[3, 1, 0, 2, 0, 0, 1, 0, 0, 0], [3, 1, 0, 2, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 7]];
        let class = [0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 7];
        for up in [0, 1, 9] {
            let left = *submission.shoe.without(Value::from_index(up).expect("a value")).expect("an up card").counts();
            for holes in [vec![0, 9], vec![1, 2, 3, 4], (0..VALUES).collect()] {
                let dealer = Dealer::new(&submission.game, up, &holes, &left);
                let mut sums = DealerSums::new(&dealer, &left, &class);
                sums.beside(7);
                for gone in sets.iter().chain(&sets[..1]) {
                    let rest: Counts = std::array::from_fn(|value| left[value] - gone[value]);
                    let mut expected = [0; 8];
                    for (end, ways) in
                        dealer.distribution(&rest, dealer.most_draws).expect("enough cards").into_iter().enumerate()
                    {
                        expected[class[end]] += ways;
                    }
                    let mut found = [0; 8];
                    sums.add(pack(gone), &mut found);
                    assert_eq!(found, expected, "{up} {holes:?} {gone:?}");
                }
            }
        }
    }
}
