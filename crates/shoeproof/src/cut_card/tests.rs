//! The estimate against a small shoe that is known exactly, and against the regulation's order of dealing.

use std::collections::HashMap;
use std::path::Path;

use cards::{Card, Composition, Suit, Value};
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};
use rules::{Override, Submission};
use solver::{Class, FixedPlay, Solver};
use table::{CutSums, Progress, Shuffling, Simulation, Table, TableError};

use super::*;

fn submission(analysis: &str, overrides: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    let overrides: Vec<Override> = overrides.iter().map(|&(key, value)| Override::new(key, value)).collect();
    Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every order of a small shoe, dealt at the table round by round.
struct EveryOrder<'a> {
    table: &'a Table,
    full: Composition,
    cut: u32,
    /// By the cards a round begins from: net results and rounds from there on.
    known: HashMap<Composition, [BigRational; 2]>,
}

/// A way for a round to go: its probability, its net result, and the cards left.
type Way = (BigRational, BigRational, Composition);

impl EveryOrder<'_> {
    fn ways(&self, from: Composition) -> Vec<Way> {
        let mut ways = Vec::new();
        let mut begun = vec![(Vec::new(), BigRational::one(), from)];
        while let Some((cards, probability, left)) = begun.pop() {
            match self.table.deal_cards(&cards) {
                Ok(dealt) => {
                    let net = BigRational::new((*dealt.net.numer()).into(), (*dealt.net.denom()).into());
                    ways.push((probability, net, left));
                }
                Err(TableError::TooFewCards { .. }) => {
                    for value in Value::all().filter(|&value| left.count(value) > 0) {
                        let share = BigRational::new(left.count(value).into(), left.total().into());
                        let rank = cards::Rank::all().find(|rank| rank.value() == value).expect("a rank");
                        let mut cards = cards.clone();
                        cards.push(Card { rank, suit: Suit::Spades });
                        begun.push((cards, &probability * share, left.without(value).expect("a card")));
                    }
                }
                Err(error) => panic!("{error}"),
            }
        }
        ways
    }

    /// Net results and rounds of a shoe from here to the cut card, in the mean.
    fn from(&mut self, left: Composition) -> [BigRational; 2] {
        if self.full.total() - left.total() > self.cut {
            return [BigRational::zero(), BigRational::zero()];
        }
        if let Some(known) = self.known.get(&left) {
            return known.clone();
        }
        let mut sums = [BigRational::zero(), BigRational::one()];
        for (probability, net, left) in self.ways(left) {
            let [nets, rounds] = self.from(left);
            sums[0] += &probability * (net + nets);
            sums[1] += probability * rounds;
        }
        self.known.insert(left, sums.clone());
        sums
    }
}

/// The whole process of a shoe of 22 cards in fractions, every order of it dealt by the table to a cut card, beside the estimate and beside the
/// values of a fixed play.
#[test]
fn a_toy_shoe_is_known_exactly() {
    let toy = [("shoe", "0,0,0,0,6,6,0,0,0,10")];
    let submission = submission("plain-blackjack/1-decks.toml", &toy);
    let solver = Solver::new(&submission).expect("a shoe");
    let class = Class::CdzMinus;
    let cut_card = CutCardStudy::new(&submission, &solver, class).expect("a zero-memory play");
    let before = cut_card.most_before().min(9);
    assert!(before >= 8, "two rounds and more: {before}");
    let full = submission.shoe;
    let mut every = EveryOrder { table: &cut_card.table, full, cut: before as u32, known: HashMap::new() };
    let fresh = solver.ev(class).expect("a shoe");
    let fixed = FixedPlay::new(&solver, class).expect("a zero-memory play");
    let ev_of = |every: &EveryOrder<'_>, left| every.ways(left).iter().map(|(p, net, _)| p * net).sum::<BigRational>();
    assert_eq!(ev_of(&every, full), fresh);
    let fewer = [&[5, 5, 10][..], &[6, 10, 10, 10], &[5, 6, 10, 6, 5, 10]];
    for cards in fewer {
        let points = |card: u8| Value::all().find(|value| value.hard_points() == card).expect("a value");
        let left = cards.iter().fold(full, |left, &card| left.without(points(card)).expect("a card"));
        let exact = ev_of(&every, left).to_f64().expect("a float");
        let (ev, error) = fixed.ev(&left).expect("enough cards");
        assert!((ev - exact).abs() <= error && error < 1e-10, "{cards:?}: {ev} is not {exact}");
    }
    let mut sums = [BigRational::zero(), BigRational::zero()];
    for value in Value::all().filter(|&value| full.count(value) > 0) {
        let share = BigRational::new(full.count(value).into(), full.total().into());
        let rest = every.from(full.without(value).expect("the burned card"));
        sums.iter_mut().zip(rest).for_each(|(sum, rest)| *sum += &share * rest);
    }
    let exact = &sums[0] / &sums[1] - &fresh;
    let asked = Asked { players: 1, seed: 7, shoes: 1 << 18, valued: 3_000, before: vec![before - 3, before] };
    let measured = cut_card.measure(&asked, &|_| ()).expect("shoes");
    let found = measured.tallies[1].effect();
    let off = (&found.effect - &exact).to_f64().expect("a float");
    let error = found.error_squared.to_f64().expect("a float").sqrt();
    let exact = exact.to_f64().expect("a float");
    assert!(off.abs() < 5.0 * error, "{off} off {exact}, standard error {error}");
    assert!(exact.abs() > 20.0 * error, "{exact} is not told from zero by {error}");
    let rounds = (&found.rounds - &sums[1]).to_f64().expect("a float");
    assert!(rounds.abs() < 0.01, "{rounds} rounds off");
}

/// In the order in which rounds are dealt here, a shoe gives as many of them as in the regulation's.
#[test]
fn as_many_rounds_as_in_the_regulations_order() {
    for analysis in ["pa-685a-down-under/4-decks.toml", "ma-double-attack/6-decks.toml", "free-bet/6-decks.toml"] {
        let submission = submission(analysis, &[]);
        let solver = Solver::new(&submission).expect("a shoe");
        let cut_card = CutCardStudy::new(&submission, &solver, Class::CdzMinus).expect("a zero-memory play");
        let before = cut_card.most_before().min(150);
        let cuts = CutShoes::new(&cut_card.table, 1, 3, &[before]).expect("a cut");
        let [sums] = cuts.sums(&NextTwo::new(|_, _| 0, &submission.shoe), 0..4)[..] else { panic!("one cut") };
        let other = Simulation::new(&cut_card.table, 4, Shuffling::CutCard(before)).expect("a cut");
        let mut progress = Progress::default();
        other.advance(&mut progress, 3, 2).expect("rounds");
        let shoes = progress.tally.shoes;
        let means = [sums.rounds as f64 / sums.shoes as f64, shoes.rounds as f64 / shoes.shoes as f64];
        let variance = sums.rounds_square as f64 / sums.shoes as f64 - means[0] * means[0];
        let error = (variance / sums.shoes as f64 + variance / shoes.shoes as f64).sqrt();
        assert!((means[0] - means[1]).abs() < 5.0 * error, "{analysis}: {means:?}, standard error {error}");
    }
}

/// Two shoes at a usual number of 2 rounds, of 2 and 4 rounds: the one of 4 gains 1/10 at the cut, and of two others valued one has 3 rounds and gains
/// 1/5 more than it was taken for.
#[test]
fn an_effect_by_hand() {
    let tenth = i128::from(AMOUNT / 10);
    let dealt = CutSums {
        shoes: 2,
        rounds: 6,
        rounds_square: 20,
        gain: 2 * tenth,
        gain_square: 4 * tenth * tenth,
        gain_rounds: 8 * tenth,
        too_short: 0,
    };
    let mut valued = Spread::of(0);
    valued.add(&Spread::of(AMOUNT / 5));
    let tally = CutTally { before: 10, usual: 2, dealt, valued, missed: 0 };
    let found = tally.effect();
    let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    assert_eq!(found.rounds, ratio(3, 1));
    // (1/10 + 1/10) a shoe of 3 rounds.
    assert_eq!(found.effect, ratio(1, 15));
    // X - T/15 is -2/15 and -1/15, so that the variance of their mean is 1/900; that of the mean of 0 and 1/5 is 1/100.
    assert_eq!(found.error_squared, (ratio(1, 900) + ratio(1, 100)) / ratio(9, 1));
}
