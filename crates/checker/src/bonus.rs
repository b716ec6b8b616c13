//! Totals of 21 that are paid more, by real cards: the suits of such a hand are dealt one card at a time.

use std::collections::BTreeMap;

use cards::{Suit, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use rules::{BonusHand, Game};

use crate::hand_place::{Doubled, HandPlace, Wagered};
use crate::hands::{Counts, Hand, VALUES};
use crate::nets::Net;
use crate::refusal::Refusal;

const SUITS: usize = Suit::ALL.len();

/// A game's bonuses.
#[derive(Debug, Clone)]
pub(crate) struct Bonuses<'a> {
    rules: &'a [BonusHand],
    after_split: bool,
    /// Cards of each value and suit, of which those of the shoe are some.
    drawn_from: [[u16; SUITS]; VALUES],
    /// What each pays on average.
    means: Vec<Net>,
}

/// Cards of each value and suit that are dealt.
type Dealt = [[u16; SUITS]; VALUES];

impl<'a> Bonuses<'a> {
    /// `shoe` are all cards. Unless the analysis tells their suits, those that were taken out of it are of unknown suit, so that suits are
    /// those of the fewest full decks that hold it.
    pub(crate) fn new(game: &'a Game, shoe: &Counts) -> Result<Self, Refusal> {
        let mut bonuses = Self {
            rules: game.bonus.as_ref().map_or(&[], |rule| &rule.hands),
            after_split: game.bonus.as_ref().is_some_and(|rule| rule.after_split),
            drawn_from: match game.bonus.as_ref().and_then(|rule| rule.suits) {
                Some(known) => known,
                None => shoe.map(|count| [count.div_ceil(SUITS as u16); SUITS]),
            },
            means: Vec::new(),
        };
        for bonus in 0..bonuses.rules.len() {
            let mean: BigRational = bonuses
                .payouts(&[bonus])
                .into_iter()
                .map(|(pays, probability)| cards::widened(pays) * probability)
                .sum();
            let mean = mean.numer().to_i64().zip(mean.denom().to_i64());
            let (numerator, denominator) = mean
                .filter(|(numerator, denominator)| (numerator.abs() | denominator) >> 40 == 0)
                .ok_or_else(|| Refusal::not_checkable("a bonus for so many cards"))?;
            bonuses.means.push(Net::new(numerator, denominator));
        }
        Ok(bonuses)
    }

    /// The place of the bonus that a hand is paid.
    pub(crate) fn of_hand(&self, wagered: Wagered, hand: &Hand) -> Option<usize> {
        if hand.total != 21
            || wagered.doubled != Doubled::No
            || (wagered.place != HandPlace::Unsplit && !self.after_split)
        {
            return None;
        }
        self.rules.iter().position(|bonus| match bonus.cards {
            Some(cards) => hand.size >= usize::from(cards),
            None => {
                let mut values = [0; VALUES];
                bonus.values.iter().for_each(|value| values[value.index()] += 1);
                values == hand.cards
            }
        })
    }

    /// Whether suits decide what a bonus pays.
    pub(crate) fn by_suit(&self, bonus: usize) -> bool {
        self.rules.get(bonus).is_some_and(Self::is_by_suit)
    }

    /// Whether suits decide what hands of this rule are paid.
    pub(crate) fn is_by_suit(rule: &BonusHand) -> bool {
        rule.cards.is_none() && (rule.suited.is_some() || rule.spades.is_some())
    }

    /// Whether suits decide what any bonus pays.
    pub(crate) fn any_by_suit(&self) -> bool {
        (0..self.rules.len()).any(|bonus| self.by_suit(bonus))
    }

    /// What a bonus pays on average.
    pub(crate) fn mean(&self, bonus: usize) -> Net {
        self.means[bonus]
    }

    /// Denominators of all payouts.
    pub(crate) fn denominators(&self) -> impl Iterator<Item = i64> {
        let pays = self.rules.iter().flat_map(|rule| [Some(rule.pays), rule.suited, rule.spades]);
        pays.flatten().map(|odds| *odds.ratio().denom())
    }

    /// Denominators of the mean payouts.
    pub(crate) fn mean_denominators(&self) -> impl Iterator<Item = i64> {
        self.means.iter().map(|mean| *mean.denom())
    }

    /// What hands of these bonuses are paid together, with probabilities that sum to one; nothing if the shoe cannot deal them.
    pub(crate) fn payouts(&self, bonuses: &[usize]) -> BTreeMap<Net, BigRational> {
        let mut all: BTreeMap<(Dealt, Net), BigInt> =
            BTreeMap::from([(([[0; SUITS]; VALUES], Net::zero()), BigInt::one())]);
        for rule in bonuses.iter().filter_map(|&bonus| self.rules.get(bonus)) {
            let mut after: BTreeMap<(Dealt, Net), BigInt> = BTreeMap::new();
            for ((dealt, paid), ways) in all {
                for ((dealt, of), ways) in self.deal(&rule.values, dealt, ways) {
                    let suited = rule.suited.unwrap_or(rule.pays);
                    let pays = match of {
                        None => rule.pays,
                        Some(Suit::Spades) => rule.spades.unwrap_or(suited),
                        Some(_) => suited,
                    };
                    *after.entry((dealt, paid + pays.ratio())).or_insert_with(BigInt::zero) += ways;
                }
            }
            all = after;
        }
        let ways_of_all: BigInt = all.values().sum();
        let mut payouts = BTreeMap::new();
        for ((_, paid), ways) in all {
            *payouts.entry(paid).or_insert_with(BigRational::zero) += BigRational::new(ways, ways_of_all.clone());
        }
        payouts
    }

    /// The ways in which a hand of these values is dealt: what is dealt then, and the suit if all its cards are of one.
    fn deal(&self, values: &[Value], dealt: Dealt, ways: BigInt) -> BTreeMap<(Dealt, Option<Suit>), BigInt> {
        let mut hands = BTreeMap::from([((dealt, None), ways)]);
        for (drawn, value) in values.iter().enumerate() {
            let mut after = BTreeMap::new();
            for ((dealt, of), ways) in hands {
                for (at, suit) in Suit::ALL.into_iter().enumerate() {
                    let mut dealt = dealt;
                    let count = &mut dealt[value.index()][at];
                    let left = self.drawn_from[value.index()][at].saturating_sub(*count);
                    *count += 1;
                    let of = if drawn == 0 { Some(suit) } else { of.filter(|&one| one == suit) };
                    if left > 0 {
                        *after.entry((dealt, of)).or_insert_with(BigInt::zero) += &ways * left;
                    }
                }
            }
            hands = after;
        }
        hands
    }
}
