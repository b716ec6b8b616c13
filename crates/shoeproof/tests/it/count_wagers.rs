//! Side wagers by count and depth: against shoes from which the faces seen are taken out one by one, against what `exposure` prints, and every way to state others refused.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Card, FaceCounts};
use certificate::{Certificate, CountedWagerDepth, Exact, StatedSeenWager, StatedSums, WhyNoCounts, number};
use checker::{Level, Verdict};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use rules::OfferedWager;
use shoeproof::{Analysis, CountedBy, ExposureWant, Silent};

use crate::counts::{ASKED, analysis, asked, certified, certified_folder, checked, document, forged, ratio, texts};

/// The wagers that deals alone decide, without a meter.
const IDS: [&str; 2] = ["dealer-bust", "match-the-dealer"];

fn fractions(sums: &StatedSums) -> Vec<BigRational> {
    let over = number::whole(&sums.over).expect("a number");
    let one = |one: &String| BigRational::new(number::signed(one).expect("a number"), over.clone());
    sums.by_sum.iter().map(one).collect()
}

/// What is found of sets of cards: how likely they are; times net result and square.
type OfSets = [BigRational; 3];

/// Every set of one and of two faces gone, each with its probability and what the wager is worth with what is left.
fn every_set(offered: &OfferedWager) -> Vec<(Vec<Card>, OfSets)> {
    let submission = asked();
    let worth = |gone: Vec<Card>, left: FaceCounts, probability: BigRational| {
        let left = OfferedWager { cards: left, ..offered.clone() };
        let result = wagers::value(&submission, &left).expect("deals alone decide it");
        let meter = BigRational::zero();
        let ev = result.ev(&meter);
        let square = result.variance(&meter) + &ev * &ev;
        (gone, [BigRational::one(), ev, square].map(|one| one * &probability))
    };
    let total = i64::from(offered.cards.total());
    let faces: Vec<Card> = offered.cards.faces().collect();
    let mut sets = Vec::new();
    for (at, &one) in faces.iter().enumerate() {
        let of_one = i64::from(offered.cards.count(one));
        let left = offered.cards.without(one).expect("there");
        sets.push(worth(vec![one], left, ratio(of_one, total)));
        for &other in &faces[at..] {
            let of_other = i64::from(left.count(other));
            let Some(left) = left.without(other) else { continue };
            let orders = if one == other { 1 } else { 2 };
            let probability = ratio(orders * of_one * of_other, total * (total - 1));
            sets.push(worth(vec![one, other], left, probability));
        }
    }
    sets
}

/// Means and squares by count, and when the wager pays.
#[test]
fn side_wagers_are_those_of_shoes_without_the_faces_seen() {
    let submission = asked();
    let counting = document().counting.expect("asked for");
    for (place, id) in IDS.into_iter().enumerate() {
        let offered = submission.wagers.iter().find(|one| one.id == id).expect("offered");
        let sets = every_set(offered);
        for (stated, told) in certified().counts.iter().zip(&counting.by_depth) {
            let count = counting.counts.iter().find(|count| count.id == stated.id).expect("the count");
            let tag = |card: &Card| i64::from(count.tags[card.rank.value().index()]);
            for (depth, seen) in stated.depths[..2].iter().zip(1..) {
                let mut by_sum: BTreeMap<i64, OfSets> = BTreeMap::new();
                for (cards, found) in sets.iter().filter(|(cards, _)| cards.len() == seen) {
                    let sums = by_sum.entry(cards.iter().map(tag).sum()).or_default();
                    sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
                }
                let [least, greatest] = [by_sum.keys().next(), by_sum.keys().next_back()].map(|at| *at.expect("a sum"));
                let found = |what: usize| -> Vec<BigRational> {
                    let of = |sum: i64| by_sum.get(&sum).map_or_else(BigRational::zero, |found| found[what].clone());
                    (least..=greatest).map(of).collect()
                };
                let wager = &depth.wagers[place];
                assert_eq!((&wager.id[..], &wager.paytable), (id, &offered.paytable.name));
                assert_eq!(fractions(&wager.nets), found(1), "{id} {} {seen}", count.id);
                assert_eq!(wager.squares.as_ref().map(fractions), (count.id == "hi-lo").then(|| found(2)));
                pays_as_told(&told.depths[seen - 1].wagers[place], by_sum.values());
            }
        }
    }
    let left_out: Vec<_> = counting.wagers_left_out.iter().map(|one| (&one.wager[..], one.why)).collect();
    assert!(
        left_out.contains(&("royal-pair", WhyNoCounts::Meter)) && left_out.contains(&("bad-beat", WhyNoCounts::Play))
    );
}

#[test]
fn a_wager_with_many_lines_is_left_out_for_them() {
    let mut offered = asked().wagers.into_iter().find(|one| one.id == IDS[0]).expect("offered");
    let line = offered.rule.lines[0].clone();
    Arc::make_mut(&mut offered.rule).lines.resize(30, line.clone());
    assert_eq!(checker::why_no_counts(&offered), None);
    Arc::make_mut(&mut offered.rule).lines.push(line);
    assert_eq!(checker::why_no_counts(&offered), Some(WhyNoCounts::Lines));
}

fn pays_as_told<'a>(told: &CountedWagerDepth, found: impl DoubleEndedIterator<Item = &'a OfSets> + Clone) {
    let pays: Vec<&OfSets> = found.clone().filter(|[_, net, _]| net.is_positive()).collect();
    let sum = |at: usize| pays.iter().map(|one| &one[at]).sum::<BigRational>();
    assert_eq!([&told.pays, &told.gain].map(|one| one.value().expect("a number")), [sum(0), sum(1)]);
    // No count of one or two cards is so rare that it is not looked at.
    let from = found.clone().next_back().is_some_and(|[_, net, _]| net.is_positive());
    let up_to = found.clone().next().is_some_and(|[_, net, _]| net.is_positive());
    assert_eq!([&told.pays_from, &told.pays_up_to].map(Option::is_some), [from, up_to]);
}

/// What `exposure` prints for the same counts and depths.
#[test]
fn exposure_has_the_same_side_wagers() {
    let analysis = Analysis::from_texts(&texts(analysis(ASKED), &[])).expect("an analysis");
    let want = ExposureWant {
        seen: vec![1, 2, 32],
        by: Some(CountedBy::RunningCount),
        wagers: IDS.map(str::to_owned).to_vec(),
        ..ExposureWant::default()
    };
    let answer = analysis.exposure(&want, &Silent).expect("exposure");
    let stated = &certified().counts[0];
    assert_eq!((&stated.id, answer.depths.len()), (&want.count.id, stated.depths.len()));
    let mut compared = 0;
    for (stated, told) in stated.depths.iter().zip(&answer.depths) {
        for (place, wager) in stated.wagers.iter().enumerate() {
            let all = [&wager.nets, wager.squares.as_ref().expect("the first count")].map(fractions);
            let mut sums = [BigRational::zero(), BigRational::zero()];
            let seen = told.seen[0];
            let [lowest, _] = checker::sums_of_tags(&asked(), &want.count.tags, seen).expect("few tags");
            for row in &told.rows {
                let value = |exact: &Exact| exact.value().expect("a number");
                let [probability, ev] = [&row.probability, &row.wager_evs[place]].map(value);
                let at = value(&row.count).to_integer() - BigInt::from(lowest);
                let at = usize::try_from(at).expect("in range");
                let variance = row.wager_std_devs[place].squared.value().expect("a number");
                let square = (variance + &ev * &ev) * &probability;
                assert_eq!([&all[0][at], &all[1][at]], [&(ev * probability), &square], "{} {at}", wager.id);
                sums.iter_mut().zip(&all).for_each(|(sum, all)| *sum += &all[at]);
                compared += 1;
            }
            assert_eq!(sums, all.map(|all| all.into_iter().sum()), "no count besides");
        }
    }
    assert!(compared > 50);
}

/// The wager of this place by a count and depth.
fn stated(certificate: &mut Certificate, [count, depth, wager]: [usize; 3]) -> &mut StatedSeenWager {
    &mut certificate.counts[count].depths[depth].wagers[wager]
}

/// Adds parts of what they are over to the numbers, by place from the least sum.
fn moved(sums: &mut StatedSums, by: &[(usize, i64)]) {
    let whole = |text: &String| number::signed(text).expect("a number");
    let mut all: Vec<BigInt> = sums.by_sum.iter().map(whole).collect();
    by.iter().for_each(|&(place, more)| all[place] += more);
    *sums = StatedSums::of(&whole(&sums.over), &all);
}

#[test]
fn side_wagers_that_are_not_asked_for_or_break_a_law_are_refused() {
    type Attack<'a> = (&'a dyn Fn(&mut Certificate), &'a str);
    let attacks: &[Attack<'_>] = &[
        (&|one| one.counts[0].depths[1].wagers.clear(), "the side wagers are"),
        (&|one| drop(one.counts[1].depths[2].wagers.pop()), "the side wagers are"),
        (&|one| one.counts[0].depths[2].wagers.swap(0, 1), "the side wagers are"),
        (
            &|one| {
                let invented = StatedSeenWager { id: "royal-pair".to_owned(), ..stated(one, [0, 0, 1]).clone() };
                one.counts[0].depths[0].wagers.push(invented);
            },
            "the side wagers are",
        ),
        (&|one| stated(one, [0, 0, 0]).paytable.push('x'), "the side wagers are"),
        (&|one| stated(one, [0, 1, 0]).squares = None, "the mean squares are missing"),
        (
            &|one| stated(one, [1, 0, 0]).squares = Some(stated(one, [1, 0, 0]).nets.clone()),
            "the mean squares are stated and not asked for",
        ),
        (&|one| moved(&mut stated(one, [0, 2, 0]).nets, &[(9, 1)]), "the sum of the EVs over all counts"),
        (&|one| moved(&mut stated(one, [0, 2, 0]).nets, &[(9, 1), (12, -1)]), "imply another slope"),
        (&|one| stated(one, [0, 2, 0]).nets.by_sum.swap(9, 12), "imply another slope"),
        (
            &|one| {
                let squares = stated(one, [0, 2, 1]).squares.as_mut().expect("stated");
                moved(squares, &[(9, 1)]);
            },
            "the sum of the mean squares over all counts",
        ),
        // The wagers' figures, or those of two depths, one for the other.
        (
            &|one| {
                let nets = stated(one, [0, 2, 1]).nets.clone();
                stated(one, [0, 2, 0]).nets = nets;
            },
            "the sum of the EVs over all counts",
        ),
        (
            &|one| {
                let nets = stated(one, [0, 1, 0]).nets.clone();
                stated(one, [0, 0, 0]).nets = nets;
            },
            "counts are stated",
        ),
        (&|one| stated(one, [0, 0, 0]).nets.by_sum.push("0".to_owned()), "counts are stated"),
        (
            &|one| {
                let StatedSums { over, by_sum } = &mut stated(one, [2, 1, 0]).nets;
                std::iter::once(over).chain(by_sum).filter(|text| *text != "0").for_each(|text| text.push('0'));
            },
            "lowest terms",
        ),
        (&|one| stated(one, [0, 1, 0]).nets.by_sum[0].push_str("/1"), "whole number"),
    ];
    for &(change, said) in attacks {
        let message = checked(&forged(change), Level::Quick).expect_err("refused");
        assert!(message.contains(said), "{said}: {message}");
    }
}

/// What has the sum and the slope of before is named by the quick depth, and derived by the usual one. No page is rendered from what lacks a wager.
#[test]
fn side_wagers_that_keep_the_laws_are_derived() {
    type Change<'a> = &'a dyn Fn(&mut Certificate);
    let attacks: [(usize, usize, Change<'_>); 5] = [
        (0, 1, &|one| moved(&mut stated(one, [0, 1, 0]).nets, &[(0, 1), (1, -2), (2, 1)])),
        (0, 2, &|one| moved(&mut stated(one, [0, 2, 1]).nets, &[(3, 5), (7, -10), (11, 5)])),
        (1, 1, &|one| moved(&mut stated(one, [1, 1, 0]).nets, &[(0, 1), (3, -2), (6, 1)])),
        (2, 2, &|one| moved(&mut stated(one, [2, 2, 1]).nets, &[(1, 3), (2, -4), (5, 1)])),
        (0, 2, &|one| moved(stated(one, [0, 2, 0]).squares.as_mut().expect("stated"), &[(3, 1), (4, -1)])),
    ];
    for (count, depth, change) in attacks {
        let forged = forged(change);
        let quick = checked(&forged, Level::Quick).expect("not refused");
        let path = format!("/counts/{count}/depths/{depth}/wagers");
        let named = quick.iter().find(|one| one.statement.path == path).expect("a claim");
        assert_eq!(named.verdict, Verdict::NotChecked);
        let message = checked(&forged, Level::Usual).expect_err("refused");
        let said = format!("wrong distribution: the count {}", certified().counts[count].id);
        assert!(message.starts_with(&said) && message.contains("are not those of its deals"), "{message}");
    }
    let lacks = forged(|one| drop(one.counts[0].depths[0].wagers.pop()));
    assert!(shoeproof::render(&asked(), &lacks).is_err());
    let swapped = forged(|one| one.counts[0].depths[0].wagers.swap(0, 1));
    assert!(shoeproof::render(&asked(), &swapped).is_err());
    // The spreadsheets have a line for every row and wager.
    let files = certified_folder();
    let lines = |name: &str| String::from_utf8_lossy(&files[name]).lines().count();
    let rows = document().counting.expect("asked for").by_depth;
    let rows: usize = rows.iter().flat_map(|count| &count.depths).map(|depth| depth.rows.len()).sum();
    assert_eq!(lines("side-wagers-by-depth.csv"), 1 + IDS.len() * rows);
    assert_eq!(lines("side-wagers-that-pay.csv"), 1 + IDS.len() * 9);
}
