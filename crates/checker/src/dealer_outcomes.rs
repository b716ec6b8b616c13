//! How the dealer's hand ends by up card and signal, derived card by card.
//!
//! From a hand that draws, the dealer comes to an outcome with the mean of the probabilities after each card, weighted by the cards left.
//! Hands of the same cards are one and the same, in whatever order they came.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use certificate::StatedDealer;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{Game, Submission};

use crate::dealer::{BLACKJACK, end, total};
use crate::hands::Counts;
use crate::refusal::{Refusal, expect};

/// The distribution of the dealer's outcome under one up card and signal.
#[derive(Debug, Clone, PartialEq)]
pub struct DealerRow {
    /// The up card.
    pub up: Value,
    /// The signal.
    pub signal: String,
    /// Hole cards it stands for, as far as the shoe holds them.
    pub holes: Vec<Value>,
    /// Probability of the signal given the up card.
    pub probability: BigRational,
    /// Probabilities given up card and signal: 17 to 21, 22, more than 22, a blackjack.
    pub outcomes: [BigRational; 8],
}

/// Names of the outcomes, in their order.
const NAMES: [&str; 8] = ["17", "18", "19", "20", "21", "22", "bust", "blackjack"];

/// The dealer's outcomes for every up card and signal beside cards that have been seen, which are neither the up card nor the dealer's.
///
/// # Errors
/// [`Refusal::NotCheckable`] if the shoe does not hold the cards seen, or the dealer may find no card to draw.
pub fn dealer_outcomes(submission: &Submission, seen: &Composition) -> Result<Vec<DealerRow>, Refusal> {
    let shoe = submission.shoe.without_all(seen).map_err(|error| Refusal::NotCheckable(error.to_string()))?;
    let mut rows = Vec::new();
    for up in Value::all().filter(|&up| shoe.count(up) > 0) {
        let mut left = *shoe.counts();
        left[up.index()] -= 1;
        let mut dealer = CardByCard { game: &submission.game, up: up.index(), left, known: BTreeMap::new() };
        for case in submission.game.hole_cases(up) {
            let holes: Vec<Value> = case.holes.values().filter(|hole| left[hole.index()] > 0).collect();
            if let Some((probability, outcomes)) = dealer.signalled(&holes)? {
                rows.push(DealerRow { up, signal: case.signal, holes, probability, outcomes });
            }
        }
    }
    Ok(rows)
}

/// Checks a stated list: every row that can occur, in order, and nothing else.
///
/// # Errors
/// [`Refusal`] for the first row or number that is not the one derived.
pub fn check_dealer_outcomes(submission: &Submission, stated: &[StatedDealer]) -> Result<(), Refusal> {
    let derived = dealer_outcomes(submission, &Composition::default())?;
    if derived.len() != stated.len() {
        let message = format!("the dealer: {} up cards and signals, and there are {}", stated.len(), derived.len());
        return Err(Refusal::Table(message));
    }
    for (row, stated) in derived.iter().zip(stated) {
        let here = format!("the dealer, up card {}, signal {}", row.up, row.signal);
        let holes: Vec<String> = row.holes.iter().map(Value::to_string).collect();
        if (row.up.to_string(), &row.signal, &holes) != (stated.up.clone(), &stated.signal, &stated.holes) {
            let found = format!("{} {} {}", stated.up, stated.signal, stated.holes.join(","));
            return Err(Refusal::Table(format!("{here} (hole {}): stated is {found}", holes.join(","))));
        }
        expect(&format!("{here}: probability"), &stated.probability, &row.probability)?;
        for ((name, value), text) in NAMES.iter().zip(&row.outcomes).zip(stated.outcomes.each()) {
            expect(&format!("{here}: {name}"), text, value)?;
        }
    }
    Ok(())
}

type ByOutcome = [BigRational; 8];

/// The dealer under one up card.
struct CardByCard<'a> {
    game: &'a Game,
    up: usize,
    /// Cards beside the up card.
    left: Counts,
    /// By the cards drawn beside the up card, for hands that draw.
    known: BTreeMap<Counts, ByOutcome>,
}

impl CardByCard<'_> {
    /// The probability that the hole card is one of these, and the outcomes if it is; `None` if it cannot be.
    fn signalled(&mut self, holes: &[Value]) -> Result<Option<(BigRational, ByOutcome)>, Refusal> {
        let number = |count: u32| BigRational::from_integer(BigInt::from(count));
        let unseen: u32 = self.left.iter().map(|&count| u32::from(count)).sum();
        let of_signal: u32 = holes.iter().map(|hole| u32::from(self.left[hole.index()])).sum();
        if of_signal == 0 {
            return Ok(None);
        }
        let mut outcomes = nothing();
        for hole in holes {
            let mut drawn = [0; Value::COUNT];
            drawn[hole.index()] = 1;
            let share = number(self.left[hole.index()].into()) / number(of_signal);
            add(&mut outcomes, &self.from(drawn)?, &share);
        }
        Ok(Some((number(of_signal) / number(unseen), outcomes)))
    }

    /// The outcomes from these cards beside the up card. It calls itself no deeper than the longest hand.
    fn from(&mut self, drawn: Counts) -> Result<ByOutcome, Refusal> {
        let mut hand = drawn;
        hand[self.up] += 1;
        if let Some(end) = end(self.game, &hand) {
            let mut outcomes = nothing();
            outcomes[place(end)] = BigRational::from_integer(1.into());
            return Ok(outcomes);
        }
        if let Some(known) = self.known.get(&drawn) {
            return Ok(known.clone());
        }
        let rest: Counts = std::array::from_fn(|value| self.left[value] - drawn[value]);
        let cards: u32 = rest.iter().map(|&count| u32::from(count)).sum();
        if cards == 0 {
            return Err(Refusal::not_checkable("a shoe that a round can use up"));
        }
        let mut outcomes = nothing();
        for value in (0..Value::COUNT).filter(|&value| rest[value] > 0) {
            let mut next = drawn;
            next[value] += 1;
            let share = BigRational::new(rest[value].into(), cards.into());
            add(&mut outcomes, &self.from(next)?, &share);
        }
        self.known.insert(drawn, outcomes.clone());
        Ok(outcomes)
    }
}

fn nothing() -> ByOutcome {
    std::array::from_fn(|_| BigRational::zero())
}

fn add(sum: &mut ByOutcome, outcomes: &ByOutcome, share: &BigRational) {
    for (sum, one) in sum.iter_mut().zip(outcomes).filter(|(_, one)| !one.is_zero()) {
        *sum += one * share;
    }
}

/// The place of an end in a list of outcomes.
fn place(end: usize) -> usize {
    match total(end) {
        Some(total @ 17..=22) => usize::from(total - 17),
        Some(_) => 6,
        None => 7,
    }
}

const _: () = assert!(BLACKJACK == 10);

#[cfg(test)]
mod tests {
    use certificate::ByDealerOutcome;

    use super::*;

    fn submission(analysis: &str, set: &[(&str, &str)]) -> Submission {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../analyses/{analysis}.toml"));
        let set: Vec<_> = set.iter().map(|&(key, value)| rules::Override::new(key, value)).collect();
        Submission::load(&path, &set).expect("an analysis")
    }

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// Aces, fives and sixes: under `literal` an ace stays 11 up to 22, so A-5-6 and A-A are 22 and stand.
    #[test]
    fn an_ace_that_stays_eleven_by_hand() {
        let of = |reading: &str| {
            let set = [("shoe", "2,0,0,0,3,3,0,0,0,0"), ("readings.dealer-ace", reading)];
            dealer_outcomes(&submission("pa-685a-down-under/6-decks", &set), &Composition::default())
        };
        let rows = of("literal").expect("enough cards");
        let small = rows.iter().find(|row| row.up == Value::ACE && row.signal == "small").expect("a five");
        // A-5 draws of A, 5, 5, 6, 6, 6: an ace is 17, a five 21, a six 22.
        assert_eq!(small.outcomes, [1, 0, 0, 0, 2, 3, 0, 0].map(|part| ratio(part, 6)));
        assert_eq!(small.probability, ratio(3, 7));
        // A pair of aces is exposed, and stands with 22.
        let aces = rows.iter().find(|row| row.signal == "exposed A").expect("two aces");
        assert_eq!((&aces.outcomes[5], &aces.probability), (&ratio(1, 1), &ratio(1, 7)));
        // Under `customary` A-5-6 is 12 and draws of A, 5, 5, 6, 6: 17 of a five, 18 of a six, and an ace makes 13, which comes to 18 or 19.
        let rows = of("customary").expect("enough cards");
        let small = rows.iter().find(|row| row.up == Value::ACE && row.signal == "small").expect("a five");
        assert_eq!(small.outcomes, [22, 15, 3, 0, 20, 0, 0, 0].map(|part| ratio(part, 60)));
    }

    #[test]
    fn a_wrong_row_is_refused_by_name() {
        let submission = submission("plain-blackjack/1-decks", &[]);
        let derived = dealer_outcomes(&submission, &Composition::default()).expect("a full shoe");
        let mut stated: Vec<StatedDealer> = derived
            .iter()
            .map(|row| StatedDealer {
                up: row.up.to_string(),
                signal: row.signal.clone(),
                holes: row.holes.iter().map(Value::to_string).collect(),
                probability: cards::fraction(&row.probability),
                outcomes: ByDealerOutcome::of(row.outcomes.each_ref().map(cards::fraction)),
            })
            .collect();
        assert_eq!(check_dealer_outcomes(&submission, &stated), Ok(()));
        let right = stated[3].outcomes.bust.clone();
        stated[3].outcomes.bust = stated[3].outcomes.twenty.clone();
        let refusal = check_dealer_outcomes(&submission, &stated).expect_err("a wrong number").to_string();
        assert!(refusal.contains("the dealer, up card 3, signal none: bust is"), "{refusal}");
        stated[3].outcomes.bust = right;
        stated.swap(3, 4);
        assert!(matches!(check_dealer_outcomes(&submission, &stated), Err(Refusal::Table(_))));
        stated.pop();
        assert!(matches!(check_dealer_outcomes(&submission, &stated), Err(Refusal::Table(_))));
    }
}
