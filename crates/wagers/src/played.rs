//! Wagers that the play of the hand decides: what each end of hand and dealer pays, for whoever knows how likely it is.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{DealerPattern, MeterAmount, OfferedWager, StraightPattern};

use crate::denominator::fewest_deals;
use crate::outcome::{Lines, Outcome};
use crate::result::{Line, WagerResult};

/// The ends that a wager on the play tells apart. The first that fits is the one that counts.
pub struct PlayedLines<'a> {
    wager: &'a OfferedWager,
    lines: Lines<'a>,
    outcomes: Vec<Outcome>,
}

/// An end of hand and dealer that the wager tells from others.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedEnd<'a> {
    /// Name of the line, or of the lines that are paid together.
    pub name: String,
    /// The straight it asks for, if any.
    pub straight: Option<&'a StraightPattern>,
    /// The dealer's hand it asks for, if any.
    pub dealer: Option<&'a DealerPattern>,
    /// What it wins beyond the net result of an end that fits no line, which is -1 and [`PlayedLines::bonuses`].
    pub gain: MeterAmount,
}

impl<'a> PlayedLines<'a> {
    /// The ends of a wager.
    pub fn new(wager: &'a OfferedWager) -> Self {
        let lines = Lines::new(wager);
        // Lines that add to others ask for nothing of the dealer, so each end takes them all.
        let added = lines.bits(|line| line.adds && line.chance.is_none());
        let firsts = (0..lines.rules.len()).filter(|&at| !lines.rules[at].adds && lines.rules[at].chance.is_none());
        let mut outcomes: Vec<Outcome> = firsts.map(|at| Outcome::new(Some(at), added)).collect();
        if added != 0 {
            outcomes.push(Outcome::new(None, added));
        }
        Self { wager, lines, outcomes }
    }

    /// The ends in the order in which they count.
    pub fn ends(&self) -> Vec<PlayedEnd<'a>> {
        let nothing = self.lines.expected(self.wager, Outcome::new(None, 0));
        let end = |&outcome: &Outcome| {
            let line = outcome.first().map(|at| self.lines.rules[at]);
            let expected = self.lines.expected(self.wager, outcome);
            PlayedEnd {
                name: self.lines.name(outcome),
                straight: line.and_then(|line| line.straight.as_ref()),
                dealer: line.and_then(|line| line.dealer_hand.as_ref()),
                gain: MeterAmount {
                    fixed: expected.fixed - &nothing.fixed,
                    per_meter: expected.per_meter - &nothing.per_meter,
                },
            }
        };
        self.outcomes.iter().map(end).collect()
    }

    /// The expectation of what events apart from the cards pay beside a hand that wins nothing.
    pub fn bonuses(&self) -> BigRational {
        self.lines.expected(self.wager, Outcome::new(None, 0)).fixed + BigRational::one()
    }

    /// The wager's figures, given the probability of every end, in the order of [`PlayedLines::ends`]; of an end that returns the
    /// wager; the rest is lost.
    ///
    /// The deals are counted over the ordered deals of as few cards as every probability is a whole number of; where no deal of
    /// up to eight cards is enough, over the least common denominator of the probabilities.
    pub fn result(&self, probabilities: &[BigRational], returned: &BigRational) -> WagerResult {
        let all = probabilities.iter().chain([returned]);
        let total = all.fold(BigInt::one(), |total, one| total.lcm(one.denom()));
        let ways = |probability: &BigRational| (probability * &total).to_integer().magnitude().clone();
        let mut counts: BTreeMap<Outcome, BigUint> = BTreeMap::new();
        for (&outcome, probability) in self.outcomes.iter().zip(probabilities) {
            counts.insert(outcome, ways(probability));
        }
        let won: BigUint = counts.values().sum();
        let returned = ways(returned);
        counts.insert(Outcome::new(None, 0), total.magnitude() - won - &returned);
        let mut lines = self.lines.paid(&counts);
        if !returned.is_zero() {
            let scale = self.lines.chance_ways();
            lines.push(Line {
                name: rules::RETURNED.to_owned(),
                combinations: returned * scale,
                fixed: BigRational::zero(),
                per_meter: BigRational::zero(),
            });
        }
        let cards = u64::from(self.wager.cards.total());
        WagerResult::from_lines(self.wager, over_deals(cards, lines))
    }
}

/// The lines over the ordered deals of the fewest cards that they are whole numbers of, else in lowest terms.
fn over_deals(cards: u64, mut lines: Vec<Line>) -> Vec<Line> {
    let common = lines.iter().fold(BigUint::ZERO, |common, line| common.gcd(&line.combinations));
    if common.is_zero() {
        return lines;
    }
    let least = lines.iter().map(|line| &line.combinations).sum::<BigUint>() / &common;
    let times = fewest_deals(&least, cards).map_or_else(BigUint::one, |deals| deals / least);
    for line in &mut lines {
        line.combinations = &line.combinations / &common * &times;
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rules::{Override, Submission};

    use super::*;

    fn wager(id: &str, overrides: &[(&str, &str)]) -> OfferedWager {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
        let overrides: Vec<Override> = overrides.iter().map(|(key, value)| Override::new(*key, *value)).collect();
        let submission = Submission::load(&path, &overrides).expect("a submission");
        submission.wagers.into_iter().find(|wager| wager.id == id).expect("the wager is offered")
    }

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    #[test]
    fn a_wager_without_additions_by_hand() {
        let wager = wager("bad-beat", &[]);
        let lines = PlayedLines::new(&wager);
        let gains: Vec<MeterAmount> = lines.ends().into_iter().map(|end| end.gain).collect();
        let fixed: Vec<BigRational> = gains.iter().map(|gain| gain.fixed.clone()).collect();
        // Paid for 1: the gain over a loss is the whole payout.
        assert_eq!(fixed, [0, 1000, 100, 50, 25, 10].map(|gain| ratio(gain, 1)));
        assert_eq!(gains[0].per_meter, ratio(1, 1));
        assert_eq!(lines.bonuses(), ratio(0, 1));
        let sixth = ratio(1, 12);
        let result =
            lines.result(&[sixth.clone(), ratio(0, 1), ratio(0, 1), ratio(0, 1), ratio(0, 1), sixth], &ratio(0, 1));
        assert_eq!(result.fixed, ratio(-1, 12) + ratio(9, 12) - ratio(10, 12));
        // Twelfths, as deals of one of 312 cards.
        assert_eq!(result.total, BigUint::from(312u32));
    }

    #[test]
    fn counts_are_ordered_deals_of_as_few_cards_as_will_do() {
        let line = |ways: u32| Line {
            name: ways.to_string(),
            combinations: ways.into(),
            fixed: ratio(0, 1),
            per_meter: ratio(0, 1),
        };
        let counts = |cards: u64, ways: [u32; 2]| -> Vec<BigUint> {
            over_deals(cards, ways.map(line).into()).into_iter().map(|line| line.combinations).collect()
        };
        // One part in twelve of four cards: 4 · 3 ordered deals of two.
        assert_eq!(counts(4, [10, 110]), [1u32, 11].map(BigUint::from));
        // A fifth is no whole number of deals of four cards.
        assert_eq!(counts(4, [20, 80]), [1u32, 4].map(BigUint::from));
        assert_eq!(counts(4, [0, 0]), [0u32, 0].map(BigUint::from));
    }

    #[test]
    fn a_20_pays_beside_the_others_or_not() {
        let cumulative = wager("bad-beat", &[("readings.bad-beat-20", "cumulative")]);
        let highest = wager("bad-beat", &[("readings.bad-beat-20", "highest")]);
        let gains = |wager: &OfferedWager| -> Vec<BigRational> {
            PlayedLines::new(wager).ends().into_iter().map(|end| end.gain.fixed).collect()
        };
        assert_eq!(gains(&cumulative), [1, 1001, 101, 51, 26, 11, 1].map(|gain| ratio(gain, 1)));
        assert_eq!(gains(&highest), [0, 1000, 100, 50, 25, 10, 1].map(|gain| ratio(gain, 1)));
    }

    /// A magic card in every other round: 20 for 1 beside whatever the hand wins.
    #[test]
    fn a_chance_pays_whatever_the_hand() {
        let wager = wager("bad-beat", &[("wagers.bad-beat.chances.magic-card", "1/2")]);
        let lines = PlayedLines::new(&wager);
        assert_eq!(lines.bonuses(), ratio(10, 1));
        assert_eq!(lines.ends()[5].gain.fixed, ratio(10, 1));
        let nothing = vec![ratio(0, 1); 6];
        let result = lines.result(&nothing, &ratio(0, 1));
        assert_eq!(result.fixed, ratio(9, 1));
        assert_eq!(result.hit_frequency, ratio(1, 2));
    }
}
