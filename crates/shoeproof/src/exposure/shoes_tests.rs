//! What is won of a shoe against a small shoe dealt in every order, against the cut card's own count of rounds, and against money won at the table.

use std::collections::HashMap;

use cards::{Card, Composition, Rank, Suit, Value};
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};
use report::{ShoeEstimate, ShoeWorth};
use rules::Submission;
use table::{Table, TableError};

use super::tests::{asked, submission, value};
use super::*;
use crate::plan;
use crate::progress::{Silent, told};

/// Every order of a small shoe, dealt at the table round by round to a player who bets by the count.
struct CountedOrders<'a> {
    table: &'a Table,
    /// The cards behind the burned one.
    full: Composition,
    up_to: u32,
    units: &'a dyn Fn(i32) -> i64,
    tags: [i32; Value::COUNT],
    /// By the cards a round begins from: of the rounds from there on, their number, the units won, and their square.
    known: HashMap<Composition, [BigRational; 3]>,
}

impl CountedOrders<'_> {
    /// The ways for a round to go: probability, net result, and the cards left.
    fn ways(&self, from: Composition) -> Vec<(BigRational, BigRational, Composition)> {
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
                        let rank = Rank::all().find(|rank| rank.value() == value).expect("a rank");
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

    fn from(&mut self, left: Composition) -> [BigRational; 3] {
        if self.full.total() - left.total() > self.up_to {
            return Default::default();
        }
        if let Some(known) = self.known.get(&left) {
            return known.clone();
        }
        let gone = Value::all().map(|value| i32::from(self.full.count(value) - left.count(value)));
        let count = gone.zip(self.tags).map(|(gone, tag)| gone * tag).sum();
        let units = BigRational::from_integer((self.units)(count).into());
        let mut sums = [BigRational::one(), BigRational::zero(), BigRational::zero()];
        for (probability, net, left) in self.ways(left) {
            let [rounds, win, square] = self.from(left);
            let won = net * &units;
            sums[0] += &probability * rounds;
            sums[1] += &probability * (&won + &win);
            let two = BigRational::from_integer(2.into());
            sums[2] += probability * (&won * &won + two * won * win + square);
        }
        self.known.insert(left, sums.clone());
        sums
    }
}

fn float(text: &str) -> f64 {
    text.parse().expect("a number")
}

/// Standard errors between an estimate and what it should be.
fn z(found: &ShoeEstimate, exact: &BigRational) -> f64 {
    (float(&found.estimate) - exact.to_f64().expect("a float")) / float(&found.standard_error)
}

fn shoe_of(answer: &Exposure) -> &ShoeWorth {
    answer.depths[0].ramp.as_ref().and_then(|ramp| ramp.shoe.as_ref()).expect("asked for")
}

fn table_of(submission: &Submission) -> Table {
    let play = Solver::new(submission).expect("a shoe").play_table(Class::Td).expect("a table");
    Table::new(submission, &plan::plan(submission, &play), false).expect("a table")
}

/// A shoe of 22 cards in fractions. The tags are such that the count tells which cards are gone: then the EV given the count is that of the cards that are left, and the estimate has no other error than
/// that of its sample.
#[test]
fn a_toy_shoe_in_every_order() {
    let submission = submission("plain-blackjack/1-decks.toml", &[("shoe", "0,0,0,0,6,6,0,0,0,10")]);
    let tags = [0, 0, 0, 0, 1, 0, 0, 0, 0, 7];
    let count =
        CountSystem { id: "toy".to_owned(), title: "Toy".to_owned(), tags, units: 1, start: 0, start_per_deck: 0 };
    let units = |count: i32| {
        if count >= 21 {
            1
        } else if count >= 15 {
            2
        } else {
            5
        }
    };
    let up_to = 8;
    let want = ExposureWant {
        count,
        by: Some(CountedBy::RunningCount),
        up_to: Some(up_to),
        ramp: Some(Ramp::stated("-1:5,15:2,21:1", 1).expect("a ramp")),
        seats: Some(TableSeats { seats: 1, shoes: 1 << 18, seed: 5 }),
        ..ExposureWant::default()
    };
    let answer = asked(&submission, &want);
    let table = table_of(&submission);
    let mut exact: [BigRational; 3] = Default::default();
    for burned in Value::all().filter(|&value| submission.shoe.count(value) > 0) {
        let full = submission.shoe.without(burned).expect("a card");
        let mut every = CountedOrders { table: &table, full, up_to, units: &units, tags, known: HashMap::new() };
        let share = BigRational::new(submission.shoe.count(burned).into(), submission.shoe.total().into());
        exact.iter_mut().zip(every.from(full)).for_each(|(sum, of_burned)| *sum += &share * of_burned);
    }
    let [rounds, win, square] = exact;
    let shoe = shoe_of(&answer);
    let of_a_round = &win / &rounds;
    let zs = [z(&shoe.rounds, &rounds), z(&shoe.win, &win), z(&shoe.win_of_a_round, &of_a_round)];
    assert!(zs.iter().all(|z| z.abs() < 4.5), "{zs:?}");
    // Without the count of rounds in it, the mean over all depths is another number.
    let everywhere = value(&answer.depths[0].ramp.as_ref().expect("asked for").win);
    let off = z(&shoe.win_of_a_round, &everywhere);
    assert!(off.abs() > 20.0, "{off}");
    let deviation = (square - &win * &win).to_f64().expect("a float").sqrt();
    let told = float(shoe.std_dev.as_deref().expect("asked for"));
    assert!((told / deviation - 1.0).abs() < 0.03, "{told} beside {deviation}");
    assert_eq!(shoe.too_short, 0);
}

/// Two decks of a real game dealt by the regulation to the cut card, with the money won: what is won of a shoe, and its standard deviation.
#[test]
#[ignore = "long; `just slow`"]
fn money_won_of_shoes_dealt_at_the_table() {
    const SHOES: u32 = 40_000;
    let submission = submission("plain-blackjack/1-decks.toml", &[("decks", "2")]);
    let up_to = 60_usize;
    let want = ExposureWant {
        up_to: Some(up_to as u32),
        by: Some(CountedBy::TrueCountInHalfDecks),
        ramp: Some(Ramp::stated("1:2,2:6", 1).expect("a ramp")),
        seats: Some(TableSeats { seats: 1, shoes: 1 << 16, seed: 9 }),
        ..ExposureWant::default()
    };
    let answer = asked(&submission, &want);
    let table = table_of(&submission);
    let mut cards: Vec<Card> = (0..2).flat_map(|_| Card::all()).collect();
    let mut random = super::tests::Random(134);
    let (mut rounds, mut sum, mut square) = (0.0, 0.0, 0.0);
    for _ in 0..SHOES {
        for at in 0..cards.len() - 1 {
            let chosen = at + random.below(cards.len() - at);
            cards.swap(at, chosen);
        }
        // The first card is burned.
        let (mut dealt, mut won) = (1, 0.0);
        while dealt <= up_to + 1 {
            let seen = &cards[1..dealt];
            let count: i32 = seen.iter().map(|card| want.count.tags[card.rank.value().index()]).sum();
            let label = CountedBy::TrueCountInHalfDecks.label(count, 1, (104 - seen.len() as u32, 52));
            let round = table.deal_cards(&cards[dealt..]).expect("enough cards");
            let units = if label >= 2 {
                6.0
            } else if label >= 1 {
                2.0
            } else {
                1.0
            };
            won += units * round.net.to_f64().expect("a float");
            dealt += round.cards_dealt;
            rounds += 1.0;
        }
        sum += won;
        square += won * won;
    }
    let shoes = f64::from(SHOES);
    let mean = sum / shoes;
    let deviation = (square / shoes - mean * mean).sqrt();
    let shoe = shoe_of(&answer);
    let error = deviation / shoes.sqrt();
    let off = (mean - float(&shoe.win.estimate)) / error.hypot(float(&shoe.win.standard_error));
    assert!(off.abs() < 4.0, "{mean} a shoe beside {shoe:?}: {off}");
    assert!((rounds / shoes - float(&shoe.rounds.estimate)).abs() < 0.02, "{} beside {shoe:?}", rounds / shoes);
    let told = float(shoe.std_dev.as_deref().expect("asked for"));
    assert!((told / deviation - 1.0).abs() < 0.03, "{told} beside {deviation}");
}

/// As many rounds as the cut card has for as many players; and a player who never sits down leaves the others' rounds.
#[test]
#[ignore = "long; `just slow`"]
fn rounds_by_the_seats() {
    let submission = submission("plain-blackjack/1-decks.toml", &[("decks", "2")]);
    let want = |seats: u16, bets: &str, below: u32| ExposureWant {
        up_to: Some(51),
        variance: false,
        ramp: Some(Ramp::stated(bets, below).expect("a ramp")),
        seats: Some(TableSeats { seats, shoes: 1 << 15, seed: 2 }),
        ..ExposureWant::default()
    };
    let alone = asked(&submission, &want(1, "0:1", 1));
    let behind = asked(&submission, &want(2, "1000:1", 0));
    let [alone, behind] = [&alone, &behind].map(shoe_of);
    assert_eq!((&alone.rounds, behind.win.estimate.as_str()), (&behind.rounds, "0.000000"));
    assert_eq!((alone.rounds_wagered.as_str(), behind.rounds_wagered.as_str()), (&*alone.rounds.estimate, "0.000000"));
    assert_eq!(alone.std_dev, None);
    let refused = told(&Silent, |steps| exposure(&submission, &want(1, "1000:1", 0), steps));
    assert!(matches!(refused, Err(Failure::Asked(reason)) if reason.contains("alone")));
    let three = asked(&submission, &want(3, "0:1", 1));
    let cut = crate::cut_card::CutCardWant {
        penetration: Some("52".parse().expect("a place")),
        players: 3,
        class: Class::Td,
        shoes: 1 << 15,
        valued: 10,
        ..crate::cut_card::CutCardWant::default()
    };
    let cut = told(&Silent, |steps| crate::cut_card::effects(&submission, &cut, steps)).expect("a cut card");
    let rounds = &shoe_of(&three).rounds;
    let off = float(&rounds.estimate) - float(&cut.cut_card.rounds_per_shoe);
    assert!(
        off.abs() < 6.0 * float(&rounds.standard_error) + 0.001,
        "{rounds:?} beside {}",
        cut.cut_card.rounds_per_shoe
    );
}
