//! The ceiling against every composition of small shoes, valued in fractions.

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use report::{CeilingEstimate, CeilingWorth};

use super::tests::{asked, submission, value};
use super::*;
use crate::progress::{Silent, told};

pub(super) const SHOE: &str = "1,0,3,0,4,6,0,2,0,7";

/// Every composition left of a shoe once so many cards are seen, with its probability.
pub(super) fn left_of(shoe: &Composition, seen: u32) -> Vec<(Composition, BigRational)> {
    let mut all = vec![([0_u16; Value::COUNT], 0_u32, BigRational::one())];
    for value in Value::all() {
        let held = shoe.count(value);
        let more = |(gone, total, ways): &([u16; Value::COUNT], u32, BigRational)| {
            let (gone, total, ways) = (*gone, *total, ways.clone());
            (0..=held).map(move |of_value| {
                let mut gone = gone;
                gone[value.index()] = of_value;
                (gone, total + u32::from(of_value), &ways * choose(held.into(), of_value.into()))
            })
        };
        all = all.iter().flat_map(more).filter(|(_, total, _)| *total <= seen).collect();
    }
    let sets = choose(shoe.total(), seen);
    let whole = all.into_iter().filter(|(_, total, _)| *total == seen);
    let left = |gone: [u16; Value::COUNT]| Composition::new(std::array::from_fn(|at| shoe.counts()[at] - gone[at]));
    whole.map(|(gone, _, ways)| (left(gone), ways / &sets)).collect()
}

fn choose(from: u32, some: u32) -> BigRational {
    (0..some).fold(BigRational::one(), |ways, at| ways * BigRational::new((from - at).into(), (at + 1).into()))
}

/// What a round is worth with exactly these cards, and insurance in it, in fractions and from a solver of its own.
fn exact(base: &Submission, left: &Composition, class: Class) -> BigRational {
    let shoe = Value::all().map(|value| left.count(value).to_string()).collect::<Vec<_>>().join(",");
    let one = submission("plain-blackjack/1-decks.toml", &[("shoe", &shoe), ("options.max-hands", "2")]);
    assert_eq!(one.game, base.game);
    let ev = Solver::new(&one).expect("a shoe").ev(class).expect("an EV");
    ev + solver::insurance(&one.game, left).map(|insurance| insurance.optimal_gain).unwrap_or_default()
}

pub(super) fn toy() -> Submission {
    submission("plain-blackjack/1-decks.toml", &[("shoe", SHOE), ("options.max-hands", "2")])
}

fn want(class: Class, shoes: u64, seen: Vec<u32>) -> ExposureWant {
    ExposureWant {
        class,
        seen,
        variance: false,
        ramp: Some(Ramp::Best { least: 1, most: 8 }),
        ceiling: Some(CeilingShoes { shoes, seed: 3 }),
        ..ExposureWant::default()
    }
}

fn float(text: &str) -> f64 {
    text.parse().expect("a number")
}

/// Standard errors between an estimate and the truth, which its interval must hold if they are few.
fn z(found: &CeilingEstimate, truth: &BigRational) -> f64 {
    let truth = truth.to_f64().expect("a float");
    let z = (float(&found.estimate) - truth) / float(&found.standard_error);
    let [low, high] = found.interval.each_ref().map(|end| float(end));
    assert!(z.abs() > 1.9 || (low <= truth && truth <= high), "{found:?} {truth}");
    z
}

fn ceiling_of(answer: &Exposure) -> &CeilingWorth {
    answer.depths[0].ceiling.as_ref().expect("asked for")
}

/// The estimates of a toy shoe lie about what all its compositions come to, each weighted by its probability; and what the sample says of one of them is what it is worth.
#[test]
fn a_toy_shoe_with_every_composition() {
    const SEEN: u32 = 4;
    let toy = toy();
    for class in [Class::Td, Class::CdzMinus] {
        let all = left_of(&toy.shoe, SEEN);
        assert!(all.len() > 40 && all.iter().map(|(_, share)| share).sum::<BigRational>().is_one());
        let asked_for = want(class, 20_000, vec![SEEN]);
        let answer = asked(&toy, &asked_for);
        let mut sums: [BigRational; 3] = Default::default();
        let labels = labels(&asked_for, &toy);
        let ceiling = Ceiling::new(&toy, (class, labels), CeilingShoes::default(), None).expect("a game");
        let mut told = BigRational::zero();
        for (left, share) in &all {
            let ev = exact(&toy, left, class);
            let found = ceiling.value(left).expect("a value");
            let missed = found.ev as f64 / 1e12 - ev.to_f64().expect("a float");
            assert!(missed.abs() <= found.error + 2e-12, "{left:?} {missed}");
            sums[0] += share * &ev;
            sums[1] += share * ev.clone().max(BigRational::zero());
            sums[2] += if ev.is_positive() { share.clone() } else { BigRational::zero() };
            let count = labels.count(ceiling.label(SEEN, left));
            let row = answer.depths[0].rows.iter().find(|row| row.count == count).expect("a count");
            told += share * value(&row.ev);
        }
        // What the count tells of each shoe has the mean that is added again.
        assert_eq!(told, value(&answer.ev));
        let found = ceiling_of(&answer);
        let spread = found.spread.as_ref().expect("a spread");
        let most = &sums[0] + &sums[1] * BigRational::from_integer(7.into());
        for (estimate, truth) in
            [(&found.ev, &sums[0]), (&found.win, &sums[1]), (&found.favourable, &sums[2]), (&spread.win, &most)]
        {
            assert!(z(estimate, truth).abs() < 4.0, "{class} {estimate:?} {truth}");
        }
        let reached = found.count.reached.as_ref().expect("a win");
        assert!(value(&found.count.win) < sums[1] && float(&reached.estimate) < 1.0, "{reached:?}");
    }
}

fn labels<'a>(want: &'a ExposureWant, submission: &Submission) -> Labels<'a> {
    let by = CountedBy::usual(&want.count);
    let (cards, deck) = (submission.shoe.total(), deck_size(submission));
    Labels { system: &want.count, by, start: 0, cards, deck, trigger: None }
}

/// No count wins more than who knows every card, by the chart or by the index table with insurance; and the threads do not matter.
#[test]
fn no_count_reaches_the_ceiling() {
    let toy = toy();
    for id in ["hi-lo", "ko", "tens"] {
        let count = CountSystem::usual().into_iter().find(|count| count.id == id).expect("a count");
        let asked_for = ExposureWant { count, indices: Some(18), up_to: Some(5), ..want(Class::Td, 500, Vec::new()) };
        let of_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| asked(&toy, &asked_for))
        };
        let answer = of_threads(1);
        let bytes = |answer: &Exposure| serde_json::to_string(answer).expect("JSON");
        assert_eq!(bytes(&answer), bytes(&of_threads(2)));
        let found = ceiling_of(&answer);
        assert_eq!(found.shoes, 504, "84 for each number of cards seen");
        let indices = answer.depths[0].indices.as_ref().expect("asked for");
        let rows = answer.depths[0].rows.iter().zip(&indices.evs);
        let won: BigRational = rows.map(|(row, ev)| value(&row.probability) * value(ev).max(BigRational::zero())).sum();
        assert_eq!(won, value(&found.count.win), "the index table is played");
        let spread = found.spread.as_ref().expect("a spread");
        for (count, ceiling) in [(&found.count, &found.win), (&spread.count, &spread.win)] {
            let count = value(&count.win).to_f64().expect("a float");
            assert!(count <= float(&ceiling.interval[1]), "{id} {count} {ceiling:?}");
        }
        let ramp = answer.depths[0].ramp.as_ref().expect("bets");
        assert!(value(&ramp.win) <= value(&spread.count.win), "no bets of the spread win more");
    }
}

#[test]
fn one_composition_has_no_error() {
    let toy = toy();
    let answer = asked(&toy, &want(Class::Td, 100, vec![0]));
    let found = ceiling_of(&answer);
    let ev = exact(&toy, &toy.shoe, Class::Td).to_f64().expect("a float");
    assert_eq!(float(&found.ev.standard_error), 0.0);
    let [low, high] = found.ev.interval.each_ref().map(|end| float(end));
    assert!(low <= ev && ev <= high && high - low < 3e-8, "{ev} {:?}", found.ev);
}

#[test]
fn what_is_not_estimated_is_refused() {
    let toy = toy();
    let refused = |want: &ExposureWant| told(&Silent, |steps| exposure(&toy, want, steps)).is_err();
    for shoes in [0, 99, 100_001] {
        assert!(refused(&want(Class::Td, shoes, vec![2])));
    }
    assert!(refused(&want(Class::BestCdz, 100, vec![2])));
    assert!(!refused(&want(Class::Td, 100, vec![2])));
}
