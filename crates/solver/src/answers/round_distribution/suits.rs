//! Bonuses that depend on suits, which no strategy looks at.
//!
//! Given the values of all cards drawn, the suits of the hands that may earn a bonus are those of cards drawn at random, without
//! replacement, from the cards of these values in the decks that the shoe was made of. So only the number of such hands matters.

use std::collections::BTreeMap;

use cards::{Composition, Suit, Value};
use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::Zero;
use rules::{Game, Odds};

use super::tally::SUIT_BONUSES;
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::{End, Hand};
use crate::compiled::settlement::{HandPlace, bonus_of};
use crate::compiled::walk::Settled;

/// The suits of a deck.
const SUITS: usize = Suit::ALL.len();
const SPADES: usize = Suit::Spades as usize;
/// A hand is of one suit, or not.
const FALLS: usize = SUITS + 1;

/// A game's bonuses whose payout depends on suits.
pub(super) struct SuitBonuses {
    game: Game,
    /// By bonus: its place among the game's, the cards it takes of each value, and what it pays by how its suits fall.
    bonuses: Vec<SuitBonus>,
    /// Cards of each value and suit.
    suits: [[u16; SUITS]; Value::COUNT],
}

struct SuitBonus {
    place: usize,
    values: [u32; Value::COUNT],
    mixed: Ratio<i64>,
    suited: Ratio<i64>,
    spades: Ratio<i64>,
}

impl SuitBonuses {
    /// # Errors
    /// [`SolveError::Unsolved`] for more bonuses than are told apart, and beside an attack wager, which is paid with them.
    pub(super) fn new(game: &Game, shoe: &Composition) -> Result<Self, SolveError> {
        let hands = game.bonus.iter().flat_map(|rule| &rule.hands).enumerate();
        let by_suits =
            hands.filter(|(_, hand)| hand.cards.is_none() && (hand.suited.is_some() || hand.spades.is_some()));
        let bonuses: Vec<SuitBonus> = by_suits
            .map(|(place, hand)| {
                let mut values = [0; Value::COUNT];
                hand.values.iter().for_each(|value| values[value.index()] += 1);
                let mixed = hand.pays.ratio();
                let suited = hand.suited.map_or(mixed, Odds::ratio);
                SuitBonus { place, values, mixed, suited, spades: hand.spades.map_or(suited, Odds::ratio) }
            })
            .collect();
        if !bonuses.is_empty() && (bonuses.len() > SUIT_BONUSES || game.attack.is_some()) {
            return Err(SolveError::Unsolved {
                what: "the distribution of a round",
                rules: "so many bonuses that depend on suits, or an attack wager beside them",
            });
        }
        let suits = game.bonus.as_ref().map_or([[0; SUITS]; Value::COUNT], |rule| rule.suits_of(shoe.counts()));
        Ok(Self { game: game.clone(), bonuses, suits })
    }

    /// The bonus that a settled hand may earn by its suits, if any.
    pub(super) fn of_hand(&self, place: HandPlace, settled: &Settled, hand: &Hand) -> Option<usize> {
        // A bust is counted at the hands beside it that are none, with their ways taken off.
        if settled.end != End::Kept {
            return None;
        }
        let bonus_at = bonus_of(&self.game, place, settled.doubling, hand)?;
        self.bonuses.iter().position(|bonus| bonus.place == bonus_at)
    }

    /// What so many hands of each bonus are paid together, with probabilities that sum to one.
    pub(super) fn payouts(&self, hands: &[u8; SUIT_BONUSES]) -> BTreeMap<Ratio<i64>, BigRational> {
        let hands: Vec<&SuitBonus> = self
            .bonuses
            .iter()
            .zip(hands)
            .flat_map(|(bonus, &number)| std::iter::repeat_n(bonus, usize::from(number)))
            .collect();
        // Every hand falls in one of five ways, a digit of the index: anything, or one of four suits.
        let falls =
            |index: usize| (0..hands.len()).map(move |hand| (index / FALLS.pow(hand as u32) % FALLS).checked_sub(1));
        let all = FALLS.pow(hands.len() as u32);
        let mut probabilities: Vec<BigRational> =
            (0..all).map(|index| self.one_suit_each(&hands, falls(index))).collect();
        // Mixed is anything less each suit.
        for hand in 0..hands.len() {
            for index in (0..all).filter(|&index| falls(index).nth(hand) == Some(None)) {
                for suit in 1..FALLS {
                    let of_suit = probabilities[index + suit * FALLS.pow(hand as u32)].clone();
                    probabilities[index] -= of_suit;
                }
            }
        }
        let mut payouts = BTreeMap::new();
        for (index, probability) in probabilities.into_iter().enumerate().filter(|(_, one)| !one.is_zero()) {
            let pays = hands.iter().zip(falls(index)).map(|(bonus, fall)| match fall {
                None => bonus.mixed,
                Some(SPADES) => bonus.spades,
                Some(_) => bonus.suited,
            });
            *payouts.entry(pays.sum()).or_insert_with(BigRational::zero) += probability;
        }
        payouts
    }

    /// Probability that some hands are each of one suit, no matter what the others are.
    fn one_suit_each(&self, hands: &[&SuitBonus], falls: impl Iterator<Item = Option<usize>>) -> BigRational {
        let mut taken = [[0_u32; SUITS]; Value::COUNT];
        for (bonus, suit) in hands.iter().zip(falls).filter_map(|(bonus, suit)| Some((bonus, suit?))) {
            taken.iter_mut().zip(&bonus.values).for_each(|(taken, number)| taken[suit] += number);
        }
        let ways = |cards: u32, number: u32| BigInt::from(cards::falling(cards, number));
        taken
            .iter()
            .zip(self.suits)
            .map(|(taken, suits)| {
                let all = ways(suits.into_iter().map(u32::from).sum(), taken.iter().sum());
                let of_suits: BigInt = taken.iter().zip(suits).map(|(&number, of)| ways(of.into(), number)).product();
                if all.is_zero() { BigRational::zero() } else { BigRational::new(of_suits, all) }
            })
            .product()
    }
}

#[cfg(test)]
mod tests {
    use rules::BonusHand;

    use super::*;
    use crate::test_games;

    /// Every deal of real cards from a shoe of these to hands that need these values: the sum of
    /// what each is paid, with the number of deals.
    fn deals(hands: &[(&BonusHand, &[usize])], suits: [[u16; SUITS]; Value::COUNT]) -> BTreeMap<Ratio<i64>, u64> {
        /// Hands to come, suits of the first, what is paid, and in how many deals.
        type Deal<'h> = (&'h [(&'h BonusHand, &'h [usize])], Vec<usize>, Ratio<i64>, u64);

        fn deal(
            left: &mut [[usize; SUITS]; Value::COUNT],
            (hands, suits, paid, ways): Deal<'_>,
            sums: &mut BTreeMap<Ratio<i64>, u64>,
        ) {
            let Some((&(bonus, values), rest)) = hands.split_first() else {
                *sums.entry(paid).or_default() += ways;
                return;
            };
            let Some(&value) = values.get(suits.len()) else {
                let one_suit = suits.iter().all(|suit| *suit == suits[0]);
                let odds = match (one_suit, suits[0] == SPADES) {
                    (true, true) => bonus.spades.or(bonus.suited).unwrap_or(bonus.pays),
                    (true, false) => bonus.suited.unwrap_or(bonus.pays),
                    (false, _) => bonus.pays,
                };
                return deal(left, (rest, Vec::new(), paid + odds.ratio(), ways), sums);
            };
            for suit in 0..SUITS {
                let cards = left[value][suit];
                if cards > 0 {
                    left[value][suit] -= 1;
                    deal(left, (hands, [&suits[..], &[suit]].concat(), paid, ways * cards as u64), sums);
                    left[value][suit] += 1;
                }
            }
        }
        let mut sums = BTreeMap::new();
        let mut left = suits.map(|of_value| of_value.map(usize::from));
        deal(&mut left, (hands, Vec::new(), Ratio::zero(), 1), &mut sums);
        sums
    }

    #[test]
    fn bonuses_of_several_hands_are_those_of_real_cards() {
        let mut uneven = [[1; SUITS]; Value::COUNT];
        (uneven[5], uneven[6], uneven[7]) = ([0, 2, 1, 3], [3, 2, 1, 4], [1, 1, 0, 2]);
        for suits in [[[1; SUITS]; Value::COUNT], [[2; SUITS]; Value::COUNT], uneven] {
            let mut game = test_games::game("spanish-21");
            game.bonus.as_mut().expect("bonuses").suits = Some(suits);
            let rule = game.bonus.clone().expect("bonuses");
            let bonuses = SuitBonuses::new(&game, &Composition::decks(1)).expect("few bonuses");
            let values: Vec<Vec<usize>> = bonuses
                .bonuses
                .iter()
                .map(|one| (0..Value::COUNT).flat_map(|v| std::iter::repeat_n(v, one.values[v] as usize)).collect())
                .collect();
            assert_eq!(values.len(), 2, "6-7-8 and 7-7-7");
            for numbers in [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0]] {
                let mut hands = Vec::new();
                for (bonus, &number) in numbers.iter().enumerate() {
                    let hand = &rule.hands[bonuses.bonuses[bonus].place];
                    hands.extend(std::iter::repeat_n((hand, &values[bonus][..]), number));
                }
                let sums = deals(&hands, suits);
                let all: u64 = sums.values().sum();
                let tags = std::array::from_fn(|bonus| numbers.get(bonus).map_or(0, |&number| number as u8));
                let expected: BTreeMap<Ratio<i64>, BigRational> =
                    sums.into_iter().map(|(pays, ways)| (pays, BigRational::new(ways.into(), all.into()))).collect();
                assert_eq!(bonuses.payouts(&tags), expected, "{suits:?}, {numbers:?}");
            }
        }
    }
}
