//! One up card and signal: the rules, the cards and what the dealer's hands come to.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use rules::{Game, SplitAces, SurrenderRule, SurrenderWhen};
use rustc_hash::FxHashMap;

use super::beside::Factors;
use crate::bonus::Bonuses;
use crate::dealer::{BLACKJACK, Dealer, DealerDistribution, Dealing, ENDS, falling};
use crate::hand_place::{HandPlace, Wagered};
use crate::hands::{Counts, Hand, Hands, NATURAL_VALUES, VALUES};
use crate::nets::{Net, Nets, scaled};
use crate::pay::Pay;
use crate::refusal::Refusal;
use crate::settlement::{PLACES, Settlement};
use crate::signal_case::SignalCase;
use crate::strategy::Permitted;

/// One up card and signal.
pub(crate) struct Round<'a> {
    pub(crate) game: &'a Game,
    pub(crate) hands: &'a Hands,
    pub(crate) pay: Pay<'a>,
    pub(crate) units: i64,
    /// How many units of the means are one of results, which suits make whole.
    pub(crate) units_of_result: i64,
    /// Whether a discovered blackjack has ended the round.
    pub(crate) ends_round: bool,
    holes: Vec<usize>,
    /// The one that makes a blackjack.
    blackjack_hole: Option<usize>,
    pub(crate) dealer: Rc<Dealer>,
    /// Cards beside the up card.
    pub(crate) left: Counts,
    pub(crate) unseen: usize,
    /// Draws enough for every hand and the dealer's.
    pub(crate) depth: usize,
    /// Net results of hands.
    pub(crate) settlement: Settlement,
    /// Of places that are settled alike, the first stands for all.
    pub(crate) alike: BTreeMap<HandPlace, HandPlace>,
    distributions: Rc<RefCell<FxHashMap<u128, DealerDistribution>>>,
    /// By number of cards known beside a hand, and draws of the denominator.
    pub(super) factors: RefCell<BTreeMap<(usize, usize), Rc<Factors>>>,
}

fn key(cards: &Counts) -> u128 {
    cards.iter().fold(0, |key, &count| key << 12 | u128::from(count))
}

impl<'a> Round<'a> {
    pub(crate) fn new(game: &'a Game, hands: &'a Hands, attacked: bool, case: SignalCase) -> Result<Self, Refusal> {
        let dealing = Dealing::new(game, &case);
        Self::with(game, hands, attacked, case, dealing)
    }

    /// The same with a dealer of these rules.
    pub(crate) fn with(
        game: &'a Game,
        hands: &'a Hands,
        attacked: bool,
        SignalCase { up, holes, ends_round, left }: SignalCase,
        Dealing { dealer, distributions }: Dealing,
    ) -> Result<Self, Refusal> {
        let mut shoe = left;
        shoe[up] += 1;
        let pay = Pay { game, attacked, bonuses: Bonuses::new(game, &shoe)? };
        let result_units = units(game, &pay.bonuses);
        let units = pay.bonuses.mean_denominators().fold(result_units, |units, one| units.lcm(&one));
        let unseen: usize = left.iter().map(|&count| usize::from(count)).sum();
        let longest = hands.list.last().map_or(2, |hand| hand.size);
        let depth = longest + 1 + dealer.most_draws;
        let others = game.split.as_ref().map_or(0, |split| 2 * usize::from(split.max_hands))
            + if game.switch.is_some() { 2 } else { 0 };
        if unseen < depth + others {
            return Err(Refusal::not_checkable("a shoe of so few cards"));
        }
        let settlement = Settlement::new(&pay, units, hands, &dealer.ends());
        // Every product of a distribution and net results is below the sum of a distribution's ways times the greatest result.
        let bits = u64::from(u64::BITS - settlement.most().leading_zeros());
        if falling(unseen, dealer.most_draws).bits() + bits > 126 {
            return Err(Refusal::not_checkable("a shoe of so many cards"));
        }
        let alike = PLACES.map(|place| (place, settlement.first_alike(&pay, place))).into_iter().collect();
        Ok(Self {
            game,
            hands,
            pay,
            units,
            units_of_result: units / result_units,
            ends_round,
            blackjack_hole: holes.iter().copied().find(|&hole| [[up, hole], [hole, up]].contains(&NATURAL_VALUES)),
            holes,
            dealer,
            left,
            unseen,
            depth,
            settlement,
            alike,
            distributions,
            factors: RefCell::default(),
        })
    }

    /// Whether two hands of a value each over so many draws are below 2^bits, of either sign.
    pub(crate) fn fits(&self, draws: usize, bits: u64) -> bool {
        // Wagers are a few initial ones.
        let most = self.settlement.most().max(1 << 8);
        falling(self.unseen, draws).bits() + u64::from(u64::BITS - most.leading_zeros()) + 2 <= bits
    }

    /// Cards of the longest hand.
    pub(crate) fn longest(&self) -> usize {
        self.depth - self.dealer.most_draws - 1
    }

    /// Net results times the ordered ways of the dealer's ends once these cards are gone.
    pub(super) fn over_distribution(&self, removed: &Counts, nets: &Nets) -> Result<i128, Refusal> {
        let distribution = self.distribution(removed)?;
        Ok(distribution.iter().zip(nets).map(|(&ways, &net)| ways as i128 * i128::from(net)).sum())
    }

    /// The dealer's ends once these cards are gone, in ordered ways of [`Dealer::most_draws`] cards.
    ///
    /// # Errors
    /// If the dealer may find no card to draw.
    pub(crate) fn distribution(&self, removed: &Counts) -> Result<DealerDistribution, Refusal> {
        let key = key(removed);
        if let Some(distribution) = self.distributions.borrow().get(&key) {
            return Ok(*distribution);
        }
        let distribution = self.dealer.distribution(&self.without(removed), self.dealer.most_draws)?;
        self.distributions.borrow_mut().insert(key, distribution);
        Ok(distribution)
    }

    pub(crate) fn without(&self, removed: &Counts) -> Counts {
        std::array::from_fn(|value| self.left[value].saturating_sub(removed[value]))
    }

    /// How many of these hole cards have this value.
    pub(crate) fn number_of_holes(&self, value: usize) -> u64 {
        u64::from(self.holes.contains(&value))
    }

    pub(crate) fn holes_in(&self, left: &Counts) -> u64 {
        self.holes.iter().map(|&hole| u64::from(left[hole])).sum()
    }

    /// What a hand in a place may do besides standing; `pair` is the value of the pair it was split from.
    pub(crate) fn may(&self, place: HandPlace, pair: Option<usize>, hand: &Hand) -> Permitted {
        let surrender = self.game.surrender.as_ref();
        let Some(value) = pair else {
            let early = surrender.is_some_and(|rule| rule.when == SurrenderWhen::Early);
            debug_assert_eq!(place, HandPlace::Unsplit);
            return Permitted {
                hit: hand.hits,
                double: hand.doubles,
                surrender: hand.surrenders && !(early && hand.size == 2),
            };
        };
        let one_card = value == 0 && self.game.split.as_ref().is_some_and(|split| split.aces == SplitAces::OneCard);
        let hit = hand.hits && !one_card;
        Permitted {
            hit,
            double: hit && hand.doubles && self.game.double.as_ref().is_some_and(|rule| rule.after_split),
            surrender: hand.surrenders
                && surrender.is_some_and(|rule| rule.after_split && (rule.split_aces || !one_card)),
        }
    }

    /// Whether a hand may be given up that is doubled and has its card.
    pub(crate) fn may_give_up_doubled(&self, hand: &Hand) -> bool {
        self.game.surrender.as_ref().is_some_and(SurrenderRule::takes_doubled) && hand.may_be_given_up()
    }

    /// Whether a dealer blackjack can come to light once the hands are played that takes one initial wager if any is live.
    pub(crate) fn blackjack_looks_for_live_hands(&self) -> bool {
        self.pay.looks_for_live_hands() && !self.ends_round && self.dealer.ends()[BLACKJACK]
    }

    /// What a hand that is given up loses.
    pub(crate) fn surrendered(&self, wagered: Wagered, hand: Option<&Hand>) -> Nets {
        let early = self.game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
        if early && wagered.place == HandPlace::Unsplit && hand.is_some_and(|hand| hand.size == 2) {
            scaled(self.units, &self.pay.early())
        } else {
            self.settlement.given_up(wagered)
        }
    }

    /// What a hand that stands wins.
    pub(crate) fn stood(&self, wagered: Wagered, id: usize) -> Nets {
        self.settlement.stood(wagered, id)
    }

    /// What a hand loses that one more card makes a bust.
    pub(crate) fn busted(&self, wagered: Wagered, hand: &Hand, value: usize) -> Nets {
        self.settlement.bust(wagered, hand.hard + value as u8 + 1)
    }

    /// Net results in whole units.
    pub(crate) fn scaled(&self, nets: &[Net; ENDS]) -> Nets {
        scaled(self.units, nets)
    }

    /// Ordered ways to deal these cards one after the other.
    pub(crate) fn ways_of(&self, cards: &Counts) -> BigInt {
        (0..VALUES).map(|value| falling(self.left[value].into(), cards[value].into())).product()
    }

    /// Ordered ways to deal two cards.
    pub(crate) fn ways(&self, id: usize) -> BigInt {
        let hand = &self.hands.list[id];
        let ways = self.ways_of(&hand.cards);
        if hand.pair().is_some() { ways } else { ways * 2 }
    }

    /// The probability of these two cards and a dealer's blackjack.
    pub(crate) fn blackjack_beside(&self, id: usize) -> BigRational {
        let cards = self.hands.list[id].cards;
        let left = self.blackjack_hole.map_or(0, |hole| self.left[hole].saturating_sub(cards[hole]));
        BigRational::new(self.ways(id) * left, falling(self.unseen, 3))
    }
}

/// A number that makes every net result whole.
pub(crate) fn units(game: &Game, bonuses: &Bonuses<'_>) -> i64 {
    let natural = &game.natural;
    let even_money = match natural.even_money {
        rules::EvenMoney::None => None,
        rules::EvenMoney::Offered(odds) => Some(odds),
    };
    let surrender = game.surrender.as_ref().map(|rule| rule.loses);
    let switched = game.switch.as_ref().map(|rule| rule.blackjack_pays);
    let odds = [Some(natural.pays), natural.pays_against_21, even_money, surrender, switched].into_iter().flatten();
    odds.map(|odds| *odds.ratio().denom()).chain(bonuses.denominators()).fold(1, |units, one| units.lcm(&one))
}
