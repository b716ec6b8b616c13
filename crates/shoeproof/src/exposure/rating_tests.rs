//! Ratings of side wagers against the EVs of every depth and count, added up one by one.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Signed as _;

use super::tests::{asked, submission, value};
use super::*;

/// Where a side wager is made if its EV given the label is positive, it wins the sum over the labels of what stands under them at all depths together. That sum is made here from the rows of every
/// depth, whose EVs are equal to those of every set of faces taken out of small shoes.
#[test]
#[ignore = "long; `just slow`"]
fn side_wagers_by_the_rows_of_every_depth() {
    const WAGER: &str = "lucky-ladies";
    let submission = submission("pa-633a-blackjack/1-decks.toml", &[("options.max-hands", "2")]);
    let base = ExposureWant { variance: false, wagers: vec![WAGER.to_owned()], ..ExposureWant::default() };
    let answer = asked(&submission, &ExposureWant { seen: vec![0], rate: vec![4], ..base.clone() });
    let rated: Vec<&Rating> = answer.ratings.iter().filter(|rating| rating.wager.is_some()).collect();
    assert_eq!(rated.len(), answer.wagers.len());
    for rating in rated {
        let is_it = |wager: &CountedWager| Some(&wager.paytable) == rating.paytable.as_ref();
        let place = answer.wagers.iter().position(is_it).expect("the paytable");
        let beaten_by = rating.beaten_by.expect("a count that wins");
        let asked_for = |at: usize| at == beaten_by || ["hi-lo", "ko", "tens"].contains(&&*rating.counts[at].count.id);
        let mut first = Vec::new();
        for one in (0..rating.counts.len()).filter(|&at| asked_for(at)).map(|at| &rating.counts[at]) {
            let (count, by) = (one.count.clone(), Some(one.counted_by));
            let want = ExposureWant { count, by, seen: (0..=answer.most_seen).collect(), ..base.clone() };
            let mut by_label: BTreeMap<BigRational, BigRational> = BTreeMap::new();
            let depths = asked(&submission, &want).depths;
            let win = |(seen, depth): (i64, &SeenDepth)| {
                for row in &depth.rows {
                    *by_label.entry(value(&row.count)).or_default() +=
                        value(&row.probability) * value(&row.wager_evs[place]);
                }
                let ahead: BigRational = by_label.values().filter(|sum| sum.is_positive()).sum();
                ahead / BigRational::from_integer((seen + 1).into())
            };
            let won: Vec<BigRational> = (0..).zip(&depths).map(win).collect();
            let beats_from = won.iter().position(BigRational::is_positive);
            assert_eq!(one.beats_from, beats_from.map(|seen| seen as u32), "{}", one.count.id);
            assert_eq!(one.win.as_ref().map(value), beats_from.map(|seen| won[seen].clone()), "{}", one.count.id);
            assert_eq!(Some(value(&one.win_of_the_deepest)), won.last().cloned(), "{}", one.count.id);
            first.extend(one.beats_from);
        }
        assert_eq!(rating.counts[beaten_by].beats_from, first.iter().copied().min(), "the first that is ahead");
        assert_eq!(rating.ahead_up_to, rating.counts[beaten_by].beats_from.and_then(|seen| seen.checked_sub(1)));
    }
}
