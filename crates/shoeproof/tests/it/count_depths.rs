//! EVs by count and depth: against shoes from which the cards seen are taken out one by one, between solver and checker, and every way to state others refused.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use certificate::{Certificate, CountLeftOut, Counting, Exact, SeenDepth, StatedSeen, StatedSums, number};
use checker::{Level, Verdict};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use shoeproof::{Analysis, Silent, ValueWant};
use solver::Solver;

use crate::agreement::{DEPTH, load, statement};
use crate::counts::{analysis, asked, certified, certified_folder, checked, document, forged, ratio, texts};

/// Net results, squares and insurance by sum of tags, from the least; squares of the first count alone.
fn means(stated: &StatedSeen) -> [Option<Vec<BigRational>>; 3] {
    let fractions = |over: &String, by_sum: &[String]| -> Vec<BigRational> {
        let over = number::whole(over).expect("a number");
        let one = |one: &String| BigRational::new(number::signed(one).expect("a number"), over.clone());
        by_sum.iter().map(one).collect()
    };
    let of = |sums: &Option<StatedSums>| sums.as_ref().map(|sums| fractions(&sums.over, &sums.by_sum));
    [Some(fractions(&stated.over, &stated.nets)), of(&stated.squares), of(&stated.insurance)]
}

/// Of a shoe: how likely insurance is offered, and what a unit of it then comes to in the mean, dealt from all pairs of cards.
fn insured(shoe: &Composition) -> [BigRational; 2] {
    let (mut offered, mut won, mut deals) = (0, 0, 0);
    for up in Value::all() {
        for hole in Value::all() {
            let ways = i64::from(shoe.count(up)) * (i64::from(shoe.count(hole)) - i64::from(up == hole));
            deals += ways;
            if up == Value::ACE {
                offered += ways;
                won += ways * if hole == Value::TEN { 2 } else { -1 };
            }
        }
    }
    [ratio(offered, deals), ratio(won, deals)]
}

/// What is found of sets of cards: how likely they are; times net result, square, insurance, and how likely that is offered.
type OfSets = [BigRational; 5];

fn no_sets() -> OfSets {
    std::array::from_fn(|_| BigRational::zero())
}

/// The chart of the report, valued with every set of one and two cards gone.
fn every_set() -> Vec<(Vec<Value>, OfSets)> {
    let home = tempfile::tempdir().expect("temporary folder");
    let strategy = home.path().join("strategy.csv");
    std::fs::write(&strategy, &certified_folder()["strategy.csv"]).expect("write");
    let want = ValueWant { strategy, variance: true, ..ValueWant::default() };
    let shoe = asked().shoe;
    let worth = |gone: &[Value], probability: BigRational| -> OfSets {
        let names: Vec<String> = gone.iter().map(ToString::to_string).collect();
        let analysis =
            Analysis::from_texts(&texts(analysis(""), &[("remove", &names.join(","))])).expect("an analysis");
        let answer = analysis.value(&want, &Silent).expect("a chart");
        let ev = answer.ev.value().expect("a number");
        let variance = answer.std_dev.expect("asked for").squared.value().expect("a number");
        let left = gone.iter().try_fold(shoe, |left, &card| left.without(card)).expect("there");
        let [offered, insured] = insured(&left);
        let square = variance + &ev * &ev;
        [BigRational::one(), ev, square, insured, offered].map(|one| one * &probability)
    };
    let held: Vec<Value> = Value::all().filter(|&value| shoe.count(value) > 0).collect();
    let total = i64::from(shoe.total());
    let mut sets: Vec<(Vec<Value>, OfSets)> = Vec::new();
    for (at, &one) in held.iter().enumerate() {
        let of_one = i64::from(shoe.count(one));
        sets.push((vec![one], worth(&[one], ratio(of_one, total))));
        for &other in &held[at..] {
            let of_other = i64::from(shoe.count(other)) - i64::from(one == other);
            let orders = if one == other { 1 } else { 2 };
            let probability = ratio(orders * of_one * of_other, total * (total - 1));
            sets.push((vec![one, other], worth(&[one, other], probability)));
        }
    }
    sets
}

/// Means by count, and by true count what the document says.
#[test]
fn after_one_and_two_cards_the_shoe_lacks_them() {
    let sets = every_set();
    let shoe = asked().shoe;
    let counting = document().counting.expect("asked for");
    for ((stated, told), count) in certified().counts.iter().zip(&counting.by_depth).zip(&counting.counts) {
        let tags: Vec<i64> = stated.tags.iter().map(|tag| tag.parse().expect("a tag")).collect();
        assert_eq!(stated.depths.iter().map(|one| one.seen.as_str()).collect::<Vec<_>>(), ["1", "2", "32"]);
        for (depth, seen) in stated.depths[..2].iter().zip(1..) {
            let mut by_sum: BTreeMap<i64, OfSets> = BTreeMap::new();
            for (cards, found) in sets.iter().filter(|(cards, _)| cards.len() == seen) {
                let sum = cards.iter().map(|card| tags[card.index()]).sum();
                let sums = by_sum.entry(sum).or_insert_with(no_sets);
                sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
            }
            let [least, greatest] = [by_sum.keys().next(), by_sum.keys().next_back()].map(|end| *end.expect("a sum"));
            let stated = means(depth);
            assert_eq!(stated.each_ref().map(Option::is_some), [true, count.id == "hi-lo", true]);
            for (place, stated) in stated.into_iter().enumerate().filter_map(|(place, one)| Some((place, one?))) {
                let of = |sum: i64| by_sum.get(&sum).map_or_else(BigRational::zero, |found| found[place + 1].clone());
                assert_eq!(stated, (least..=greatest).map(of).collect::<Vec<_>>(), "{} {seen} {place}", count.id);
            }
            // What the document says of true counts.
            let total = i64::from(shoe.total());
            let of_shoe: i64 = Value::all().map(|value| i64::from(shoe.count(value)) * tags[value.index()]).sum();
            let true_count = |sum: i64| {
                let above =
                    ratio(sum, count.units.into()) - ratio(of_shoe * seen as i64, total * i64::from(count.units));
                above * ratio(counting.cards_of_a_deck.into(), total - seen as i64)
            };
            let by_true_count = by_sum.into_iter().map(|(sum, found)| (true_count(sum), found)).collect::<Vec<_>>();
            is_told(&counting, &count.id, &told.depths[seen - 1], &by_true_count);
        }
        let deep = &told.depths[3];
        assert_eq!((deep.percent, deep.seen, deep.left_out), (75, 48, Some(CountLeftOut::FewCards)));
        assert!(deep.rows.is_empty() && told.depths[2].rows.len() > 2);
    }
}

/// The rows hold all true counts, each with its chance and what rounds and insurance come to.
fn is_told(counting: &Counting, id: &str, told: &SeenDepth, found: &[(BigRational, OfSets)]) {
    let worth = counting.wagers[0].by_count.iter().find(|one| one.id == id).expect("the count");
    let slope = worth.per_true_count.as_ref().and_then(Exact::value).expect("a slope");
    let mut all = BigRational::zero();
    for row in &told.rows {
        let is_in = |at: &BigRational| {
            row.from.is_none_or(|from| *at >= ratio(from, 1)) && row.below.is_none_or(|below| *at < ratio(below, 1))
        };
        let (mut sums, mut at) = (no_sets(), BigRational::zero());
        for (true_count, found) in found.iter().filter(|(at, _)| is_in(at)) {
            sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
            at += &found[0] * true_count;
        }
        let [chance, net, square, insured, offered] = sums;
        let ev = net / &chance;
        assert_eq!(row.probability.value(), Some(chance.clone()));
        assert_eq!(row.ev.value(), Some(ev.clone()));
        let variance = row.std_dev.as_ref().and_then(|root| root.squared.value());
        assert_eq!(variance, (id == "hi-lo").then(|| square / &chance - &ev * &ev));
        let insurance = row.insurance.as_ref().expect("offered");
        let of_insurance = insured / offered;
        assert_eq!(insurance.ev.value(), Some(of_insurance.clone()));
        assert_eq!(insurance.wins.value(), Some((of_insurance + ratio(1, 1)) / ratio(3, 1)));
        let line = counting.wagers[0].ev.value().expect("a number") + &slope * at / &chance;
        assert_eq!(row.by_line.as_ref().and_then(Exact::value), Some(line));
        all += chance;
    }
    assert_eq!(all, ratio(1, 1));
    bets_are_told(id, told, found);
    // From that count on insurance wins, and at the one before it does not.
    let offered: Vec<_> = found.iter().filter(|(_, found)| !found[4].is_zero()).collect();
    let pays = offered.iter().rposition(|(_, found)| found[3] <= BigRational::zero()).map_or(0, |last| last + 1);
    let from = told.insurance_pays_from.as_ref().and_then(Exact::value);
    assert_eq!(from, offered.get(pays).map(|(at, _)| at.clone()));
}

/// What bets come to, set of cards by set of cards.
fn bets_are_told(id: &str, told: &SeenDepth, found: &[(BigRational, OfSets)]) {
    let bets = told.bets.as_ref().expect("rounds are stated");
    let zero = BigRational::zero();
    let pays: BigRational = found.iter().filter(|(_, found)| found[1] > zero).map(|(_, found)| &found[0]).sum();
    assert_eq!(bets.pays.value(), Some(pays));
    let units: Vec<_> = bets.spreads.iter().map(|one| (one.least, one.most)).collect();
    assert_eq!(units, [(0, 1), (1, 4), (1, 8), (1, 12)]);
    for spread in &bets.spreads {
        let mut sums = [zero.clone(), zero.clone(), zero.clone()];
        for (_, [chance, net, square, ..]) in found {
            let units = ratio(if *net > zero { spread.most } else { spread.least }.into(), 1);
            sums[0] += chance * &units;
            sums[1] += net * &units;
            sums[2] += square * &units * &units;
        }
        let [mean_bet, win, square] = sums;
        let variance = spread.std_dev.as_ref().and_then(|root| root.squared.value());
        assert_eq!(variance, (id == "hi-lo").then(|| square - &win * &win));
        assert_eq!([&spread.mean_bet, &spread.win].map(Exact::value), [Some(mean_bet), Some(win)]);
    }
}

/// Adds parts of what they are over to stated means, by place from the least sum.
fn moved(certificate: &mut Certificate, count: usize, depth: usize, by: &[(usize, i64)]) {
    let stated = &mut certificate.counts[count].depths[depth];
    let whole = |text: &String| number::signed(text).expect("a number");
    let mut nets: Vec<BigInt> = stated.nets.iter().map(whole).collect();
    by.iter().for_each(|&(place, more)| nets[place] += more);
    let StatedSums { over, by_sum } = StatedSums::of(&whole(&stated.over), &nets);
    (stated.over, stated.nets) = (over, by_sum);
}

#[derive(Clone, Copy)]
enum Told {
    Nets,
    Squares,
    Insurance,
}

/// What is stated of squares or insurance.
fn sums(certificate: &mut Certificate, told: Told, (count, depth): (usize, usize)) -> &mut StatedSums {
    let stated = &mut certificate.counts[count].depths[depth];
    let sums = if matches!(told, Told::Squares) { &mut stated.squares } else { &mut stated.insurance };
    sums.as_mut().expect("stated")
}

/// As [`moved`], of any of them.
fn changed(certificate: &mut Certificate, told: Told, place: (usize, usize), by: &[(usize, i64)]) {
    if matches!(told, Told::Nets) {
        return moved(certificate, place.0, place.1, by);
    }
    let sums = sums(certificate, told, place);
    let whole = |text: &String| number::signed(text).expect("a number");
    let mut all: Vec<BigInt> = sums.by_sum.iter().map(whole).collect();
    by.iter().for_each(|&(place, more)| all[place] += more);
    *sums = StatedSums::of(&whole(&sums.over), &all);
}

/// Squares are those of the first count, and not where suits decide what the base game pays; without the wager there is no insurance.
#[test]
fn what_is_stated_depends_on_the_rules() {
    let small = asked();
    let counts = [("exposure.counts", "hi-lo,ko")];
    let spanish = load("spanish-21/6-decks.toml", &counts);
    let exposed = load("double-exposure/6-decks.toml", &counts);
    for (submission, expected) in [(&small, [true, true]), (&spanish, [false, true]), (&exposed, [true, false])] {
        let squares = checker::count_squares_are_stated(submission, "hi-lo");
        assert_eq!([squares, checker::count_insurance_is_stated(submission)], expected, "{}", submission.id);
        assert!(["ko", "halves"].iter().all(|other| !checker::count_squares_are_stated(submission, other)));
    }
}

/// What becomes of a certificate, and words of the refusal.
type Attack<'a> = (&'a dyn Fn(&mut Certificate), &'a str);

fn are_refused(attacks: &[Attack<'_>], level: Level) {
    for &(change, said) in attacks {
        let message = checked(&forged(change), level).expect_err("refused");
        assert!(message.contains(said), "{said}: {message}");
    }
}

#[test]
fn squares_and_insurance_that_are_not_asked_for_or_break_a_law_are_refused() {
    let attacks: &[Attack<'_>] = &[
        (&|one| one.counts[0].depths[1].squares = None, "the mean squares are missing"),
        (
            &|one| {
                let squares = one.counts[0].depths[0].squares.clone();
                one.counts[1].depths[0].squares = squares;
            },
            "the mean squares are stated and not asked for",
        ),
        (&|one| one.counts[1].depths[0].insurance = None, "the EVs of insurance are missing"),
        (&|one| changed(one, Told::Squares, (0, 1), &[(1, 1)]), "the sum of the mean squares over all counts"),
        (&|one| changed(one, Told::Insurance, (0, 1), &[(1, 1)]), "the sum of the EVs of insurance over all counts"),
        (&|one| changed(one, Told::Insurance, (2, 2), &[(1, 1), (2, -1)]), "another slope of the EVs of insurance"),
        (
            &|one| {
                let depths = &mut one.counts[0].depths;
                depths[0].insurance = depths[1].insurance.clone();
            },
            "counts are stated",
        ),
        (&|one| drop(sums(one, Told::Squares, (0, 2)).by_sum.pop()), "counts are stated"),
        (&|one| sums(one, Told::Squares, (0, 2)).by_sum.push("0".to_owned()), "counts are stated"),
        (
            &|one| {
                let StatedSums { over, by_sum } = sums(one, Told::Insurance, (0, 2));
                std::iter::once(over).chain(by_sum).filter(|text| *text != "0").for_each(|text| text.push('0'));
            },
            "lowest terms",
        ),
    ];
    are_refused(attacks, Level::Quick);
}

#[test]
fn means_that_are_not_the_strategys_are_refused() {
    let at = |certificate: &mut Certificate, id: &str| {
        certificate.counts.iter().position(|one| one.id == id).expect("stated")
    };
    let attacks: &[Attack<'_>] = &[
        (&|one| moved(one, 0, 2, &[(9, 1)]), "the count hi-lo of 32 cards: the sum of the EVs over all counts"),
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
    are_refused(attacks, Level::Quick);
}

/// What has the sum and the slope of before is named by the quick depth, and derived by the usual one.
#[test]
#[ignore = "long; `just slow`"]
fn figures_that_keep_the_laws_are_derived() {
    for (told, count, depth, by) in [
        (Told::Nets, 0, 1, vec![(0, 1), (1, -2), (2, 1)]),
        (Told::Nets, 0, 2, vec![(3, 5), (7, -10), (11, 5)]),
        (Told::Nets, 1, 1, vec![(0, 1), (3, -2), (6, 1)]),
        (Told::Nets, 2, 2, vec![(1, 3), (2, -4), (5, 1)]),
        (Told::Squares, 0, 2, vec![(3, 1), (4, -1)]),
        (Told::Squares, 0, 0, vec![(0, 1), (1, -1)]),
        (Told::Insurance, 0, 1, vec![(0, 1), (1, -2), (2, 1)]),
        (Told::Insurance, 2, 2, vec![(1, 3), (2, -4), (5, 1)]),
    ] {
        let forged = forged(|one| changed(one, told, (count, depth), &by));
        let quick = checked(&forged, Level::Quick).expect("not refused");
        let path = format!("/counts/{count}/depths");
        let named = quick.iter().find(|one| one.statement.path == path).expect("a claim");
        assert_eq!(named.verdict, Verdict::NotChecked);
        let message = checked(&forged, Level::Usual).expect_err("refused");
        let said = format!("wrong distribution: the count {}", certified().counts[count].id);
        assert!(message.starts_with(&said), "{message}");
    }
    let usual = checked(certified(), Level::Usual).expect("good");
    let counts = usual.iter().filter(|one| one.statement.path.starts_with("/counts"));
    assert_eq!(counts.map(|one| one.verdict).collect::<Vec<_>>(), [Verdict::Checked; 16]);
    // A count of the program has the tags of the program.
    let other = forged(|one| one.counts[0].tags[3] = "2".to_owned());
    assert!(shoeproof::render(&asked(), &other).is_err());
}

/// Cards of five values, whose sets are few.
const FEW: (&str, &str) = ("shoe", "8,8,0,0,0,8,0,8,0,32");

/// As many again, so that rounds of more cards use up no shoe.
const FEW_TWICE: (&str, &str) = ("shoe", "16,16,0,0,0,16,0,16,0,64");

/// Under the rules of several games, the checker's road comes to what the solver states: once with cards of all values, else with those of
/// five, whose sets are few.
#[test]
#[ignore = "long; `just slow`"]
fn means_agree_with_the_solver() {
    agree(&[
        ("pa-685a-down-under/4-decks.toml", &[FEW_TWICE][..]),
        ("pa-633a-blackjack/1-decks.toml", &[("options.max-hands", "2"), ("options.surrender", "early")]),
        ("pa-633a-blackjack/2-decks.toml", &[("options.max-hands", "3"), ("options.resplit-aces", "true"), FEW_TWICE]),
        (
            "pa-633a-blackjack/1-decks.toml",
            &[("options.max-hands", "2"), ("options.hole-card", "none-all-bets"), FEW_TWICE],
        ),
    ]);
}

/// The same with cards of all values, with more hands, an attack wager, both cards of the dealer seen, and wagers that the house gives.
#[test]
#[ignore = "long; `just slow`"]
fn means_of_long_rounds_agree_with_the_solver() {
    agree(&[
        ("pa-685a-down-under/4-decks.toml", &[][..]),
        ("pa-633a-blackjack/2-decks.toml", &[("options.max-hands", "3"), ("options.resplit-aces", "true")]),
        ("pa-633a-blackjack/1-decks.toml", &[("options.max-hands", "2"), ("options.hole-card", "none-all-bets")]),
        ("pa-633a-blackjack/2-decks.toml", &[("options.max-hands", "4"), FEW]),
        ("pa-665a-double-attack/8-decks.toml", &[]),
        ("double-exposure/6-decks.toml", &[]),
        ("free-bet/6-decks.toml", &[("options.max-hands", "3"), FEW]),
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
