//! EVs by count and depth: against shoes from which the cards seen are taken out one by one, between solver and checker, and every way to state others refused.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{Certificate, CountLeftOut, StatedSeen, number};
use checker::{Level, Verdict};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero as _;
use shoeproof::{Analysis, Silent, ValueWant};
use solver::Solver;

use crate::agreement::{DEPTH, load, statement};
use crate::counts::{analysis, asked, certified, checked, document, folder, forged, ratio, texts};

/// By sum of tags, from the least.
fn means(stated: &StatedSeen) -> Vec<BigRational> {
    let over = number::whole(&stated.over).expect("a number");
    let net = |net: &String| BigRational::new(number::signed(net).expect("a number"), over.clone());
    stated.nets.iter().map(net).collect()
}

/// The chart of the report, valued with every set of one and two cards gone: mean by count, and by true count what the document says.
#[test]
fn after_one_and_two_cards_the_shoe_lacks_them() {
    let home = tempfile::tempdir().expect("temporary folder");
    let strategy = home.path().join("strategy.csv");
    std::fs::write(&strategy, &folder(&asked(), certified())["strategy.csv"]).expect("write");
    let want = ValueWant { strategy, variance: false, ..ValueWant::default() };
    let worth = |gone: &str| {
        let analysis = Analysis::from_texts(&texts(analysis(""), &[("remove", gone)])).expect("an analysis");
        number::fraction(&analysis.value(&want, &Silent).expect("a chart").ev.fraction).expect("a number")
    };
    let shoe = asked().shoe;
    let held: Vec<Value> = Value::all().filter(|&value| shoe.count(value) > 0).collect();
    let total = i64::from(shoe.total());
    // Probability and EV of every set of cards.
    let mut sets: Vec<(Vec<Value>, BigRational, BigRational)> = Vec::new();
    for (at, &one) in held.iter().enumerate() {
        let of_one = i64::from(shoe.count(one));
        sets.push((vec![one], ratio(of_one, total), worth(&one.to_string())));
        for &other in &held[at..] {
            let of_other = i64::from(shoe.count(other)) - i64::from(one == other);
            let orders = if one == other { 1 } else { 2 };
            let probability = ratio(orders * of_one * of_other, total * (total - 1));
            sets.push((vec![one, other], probability, worth(&format!("{one},{other}"))));
        }
    }
    let document = document();
    let counting = document.counting.expect("asked for");
    for ((stated, told), count) in certified().counts.iter().zip(&counting.by_depth).zip(&counting.counts) {
        let tags: Vec<i64> = stated.tags.iter().map(|tag| tag.parse().expect("a tag")).collect();
        assert_eq!(stated.depths.iter().map(|one| one.seen.as_str()).collect::<Vec<_>>(), ["1", "2", "32"]);
        for (depth, seen) in stated.depths[..2].iter().zip(1..) {
            let mut by_sum: BTreeMap<i64, [BigRational; 2]> = BTreeMap::new();
            for (cards, probability, ev) in sets.iter().filter(|(cards, _, _)| cards.len() == seen) {
                let sum = cards.iter().map(|card| tags[card.index()]).sum();
                let [chance, net] = by_sum.entry(sum).or_insert_with(|| [BigRational::zero(), BigRational::zero()]);
                *chance += probability;
                *net += probability * ev;
            }
            let [least, greatest] = [by_sum.keys().next(), by_sum.keys().next_back()].map(|end| *end.expect("a sum"));
            let nothing = BigRational::zero;
            let expected = (least..=greatest).map(|sum| by_sum.get(&sum).map_or_else(nothing, |[_, net]| net.clone()));
            assert_eq!(means(depth), expected.collect::<Vec<_>>(), "{} {seen}", stated.id);
            // What the document says of true counts: the rows hold all, each with its chance and its EV.
            let of_shoe: i64 = Value::all().map(|value| i64::from(shoe.count(value)) * tags[value.index()]).sum();
            let true_count = |sum: i64| {
                let above =
                    ratio(sum, count.units.into()) - ratio(of_shoe * seen as i64, total * i64::from(count.units));
                above * ratio(counting.cards_of_a_deck.into(), total - seen as i64)
            };
            let mut all = nothing();
            for row in &told.depths[seen - 1].rows {
                let is_in = |sum: i64| {
                    let at = true_count(sum);
                    row.from.is_none_or(|from| at >= ratio(from, 1))
                        && row.below.is_none_or(|below| at < ratio(below, 1))
                };
                let of_row = by_sum.iter().filter(|(sum, _)| is_in(**sum));
                let mut sums = [nothing(), nothing(), nothing()];
                for (&sum, [chance, net]) in of_row {
                    sums[0] += chance;
                    sums[1] += net;
                    sums[2] += chance * true_count(sum);
                }
                let [chance, net, at] = sums;
                assert_eq!(row.probability.value(), Some(chance.clone()));
                assert_eq!(row.ev.value(), Some(net / &chance));
                let worth = counting.wagers[0].by_count.iter().find(|one| one.id == stated.id).expect("the count");
                let slope = worth.per_true_count.as_ref().and_then(certificate::Exact::value).expect("a slope");
                let line = counting.wagers[0].ev.value().expect("a number") + slope * at / &chance;
                assert_eq!(row.by_line.as_ref().and_then(certificate::Exact::value), Some(line));
                all += chance;
            }
            assert_eq!(all, ratio(1, 1));
        }
        let deep = &told.depths[3];
        assert_eq!((deep.percent, deep.seen, deep.left_out), (75, 48, Some(CountLeftOut::FewCards)));
        assert!(deep.rows.is_empty() && told.depths[2].rows.len() > 2);
    }
}

/// Adds parts of what they are over to stated means, by place from the least sum.
fn moved(certificate: &mut Certificate, count: usize, depth: usize, by: &[(usize, i64)]) {
    let stated = &mut certificate.counts[count].depths[depth];
    let whole = |text: &String| number::signed(text).expect("a number");
    let mut nets: Vec<BigInt> = stated.nets.iter().map(whole).collect();
    by.iter().for_each(|&(place, more)| nets[place] += more);
    *stated = StatedSeen::of(stated.seen.parse().expect("a number"), &whole(&stated.over), &nets);
}

#[test]
fn means_that_are_not_the_strategys_are_refused() {
    let refused = |change: &dyn Fn(&mut Certificate), level| checked(&forged(change), level).expect_err("refused");
    let at = |certificate: &mut Certificate, id: &str| {
        certificate.counts.iter().position(|one| one.id == id).expect("stated")
    };
    let cases = [
        (
            &(|one: &mut Certificate| moved(one, 0, 2, &[(9, 1)])) as &dyn Fn(&mut Certificate),
            "the count hi-lo of 32 cards: the mean over all counts",
        ),
        (&|one| moved(one, 0, 2, &[(9, 1), (12, -1)]), "imply another slope"),
        (&|one| one.counts[0].depths[2].nets.swap(14, 17), "imply another slope"),
        (&|one| one.counts[1].depths.swap(0, 1), "the cards seen"),
        (&|one| drop(one.counts[1].depths.pop()), "the cards seen"),
        (&|one| drop(one.counts.pop()), "the counts"),
        (&|one| one.counts.clear(), "the counts"),
        (&|one| one.counts.swap(0, 1), "the counts"),
        (&|one| one.counts[0].depths[0].nets.push("0".to_owned()), "counts are stated"),
        (&|one| one.counts[0].depths[1].nets[0].push_str("/1"), "whole number"),
        (
            &|one| {
                let two = |text: &str| (number::signed(text).expect("a number") * BigInt::from(2)).to_string();
                let depth = &mut one.counts[0].depths[0];
                depth.over = two(&depth.over);
                depth.nets.iter_mut().for_each(|net| *net = two(net));
            },
            "lowest terms",
        ),
        (
            &|one| {
                let sevens = at(one, "sevens");
                one.counts[sevens].tags[7] = "1".to_owned();
            },
            "has other tags than the analysis states",
        ),
        (&|one| one.counts[0].depths = one.counts[1].depths.clone(), "are stated, and there are"),
        (&|one| one.counts[0].tags[3] = "01".to_owned(), "no ten tags"),
    ];
    for (change, said) in cases {
        let message = refused(change, Level::Quick);
        assert!(message.contains(said), "{said}: {message}");
    }
    // What has the sum and the slope of before is named by the quick depth, and derived by the usual one.
    for (count, depth, by) in [
        (0, 1, vec![(0, 1), (1, -2), (2, 1)]),
        (0, 2, vec![(3, 5), (7, -10), (11, 5)]),
        (1, 1, vec![(0, 1), (3, -2), (6, 1)]),
        (2, 2, vec![(1, 3), (2, -4), (5, 1)]),
    ] {
        let forged = forged(|one| moved(one, count, depth, &by));
        let quick = checked(&forged, Level::Quick).expect("not refused");
        let path = format!("/counts/{count}/depths");
        let named = quick.iter().find(|one| one.statement.path == path).expect("a claim");
        assert_eq!(named.verdict, Verdict::NotChecked);
        let message = checked(&forged, Level::Usual).expect_err("refused");
        let said = format!("wrong law: the count {}", certified().counts[count].id);
        assert!(message.starts_with(&said), "{message}");
    }
    let usual = checked(certified(), Level::Usual).expect("good");
    let counts = usual.iter().filter(|one| one.statement.path.starts_with("/counts"));
    assert_eq!(counts.map(|one| one.verdict).collect::<Vec<_>>(), [Verdict::Checked; 4]);
    // A count of the program has the tags of the program.
    let other = forged(|one| one.counts[0].tags[3] = "2".to_owned());
    assert!(shoeproof::render(&asked(), &other).is_err());
}

/// Under the rules of several games, the checker's road comes to what the solver states.
#[test]
fn means_agree_with_the_solver() {
    agree(&[
        ("pa-685a-down-under/4-decks.toml", &[][..]),
        ("pa-633a-blackjack/1-decks.toml", &[("options.max-hands", "2"), ("options.surrender", "early")]),
        ("pa-633a-blackjack/2-decks.toml", &[("options.max-hands", "3"), ("options.resplit-aces", "true")]),
        ("pa-633a-blackjack/1-decks.toml", &[("options.max-hands", "2"), ("options.hole-card", "none-all-bets")]),
    ]);
}

/// The same with more cards, an attack wager, both cards of the dealer seen, and wagers that the house gives.
#[test]
#[ignore = "minutes; `just slow`"]
fn means_of_long_rounds_agree_with_the_solver() {
    agree(&[
        // Cards of five values, whose sets are few.
        ("pa-633a-blackjack/2-decks.toml", &[("options.max-hands", "4"), ("shoe", "8,8,0,0,0,8,0,8,0,32")][..]),
        ("pa-665a-double-attack/8-decks.toml", &[]),
        ("double-exposure/6-decks.toml", &[]),
        ("free-bet/6-decks.toml", &[("options.max-hands", "3"), ("shoe", "8,8,0,0,0,8,0,8,0,32")]),
    ]);
}

fn agree(cases: &[(&str, &[(&str, &str)])]) {
    let counts = [("exposure.counts", "hi-lo,halves"), ("exposure.depths", "10,60")];
    for &(analysis, more) in cases {
        let submission = load(analysis, &[&counts, more].concat());
        let solver = Solver::new(&submission).expect("a game that is solved");
        let stated = shoeproof::stated_counts(&submission, &solver).expect("stated");
        let depths = stated.iter().flat_map(|one| &one.depths).count();
        assert!(depths > 0, "{analysis} {more:?}");
        let statement = Certificate { counts: stated, ..statement(&submission) };
        let usual = checker::Depth { level: Level::Usual, up_cards: Some(0), perfect_up_cards: Some(0), ..DEPTH };
        let started = std::time::Instant::now();
        let all = checker::check_classes(&submission, &statement, &usual, &|_| ());
        let all = all.unwrap_or_else(|refusal| panic!("{analysis} {more:?}: {refusal}"));
        let checked = all.iter().filter(|one| one.statement.path.starts_with("/counts/"));
        assert!(checked.clone().all(|one| one.verdict == Verdict::Checked) && checked.count() > 0);
        println!("{analysis} {more:?}: {depths} depths, {:?}", started.elapsed());
    }
}
