//! Values of hands and rounds under one up card and signal, by backward recursion.
//!
//! Every value is conditioned on the cards seen and multiplied by the probability that the hole card is one of the signal's.
//! A hand of s cards beside b known others is worth an integer over falling(n - s, D - s), n being the cards unseen beside the
//! up card and the b others, and D draws enough for the longest hand and the dealer's. So one more card costs one
//! multiplication, and no fraction is reduced before the end.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{Game, SplitAces, SurrenderRule, SurrenderWhen};
use rustc_hash::FxHashMap;

use crate::bonus::Bonuses;
use crate::dealer::{BLACKJACK, Dealer, Dealing, ENDS, Law, falling};
use crate::hand_place::{Doubled, Spot};
use crate::hands::{Counts, Hand, Hands, NATURAL_VALUES, VALUES};
use crate::nets::{Net, Nets, scaled};
use crate::pay::Pay;
use crate::refusal::Refusal;
use crate::settlement::{SPOTS, Settlement};
use crate::strategy::{Act, Permitted, Row, doubled_hands};
use crate::whole::Whole;

/// An expected net result and the expected wagers besides the initial one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Worth<N = BigInt> {
    pub(crate) net: N,
    pub(crate) wagers: N,
}

impl<N: Whole> Worth<N> {
    /// A net result alone.
    pub(crate) fn plain(net: N) -> Self {
        Self { net, wagers: N::default() }
    }

    /// So many times another more.
    pub(crate) fn add(&mut self, other: &Self, times: u64) {
        self.net.add_times(&other.net, times);
        self.wagers.add_times(&other.wagers, times);
    }

    /// The other if it is better; whether it is.
    pub(crate) fn improve(&mut self, other: Self) -> bool {
        let is_better = other.net > self.net;
        if is_better {
            *self = other;
        }
        is_better
    }
}

/// Values of the actions on an unsplit hand; `None` where the rules never allow one.
#[derive(Debug, Clone)]
pub(crate) struct ActionValues {
    pub(crate) stand: BigInt,
    pub(crate) hit: Option<Worth>,
    pub(crate) double: Option<Worth>,
    pub(crate) surrender: Option<BigInt>,
}

impl ActionValues {
    pub(crate) fn of(&self, act: Act) -> Option<&BigInt> {
        match act {
            Act::Stand => Some(&self.stand),
            Act::Hit => self.hit.as_ref().map(|worth| &worth.net),
            Act::Double => self.double.as_ref().map(|worth| &worth.net),
            Act::Surrender => self.surrender.as_ref(),
        }
    }

    fn worth(&self, act: Act) -> Worth {
        match act {
            Act::Stand => Worth::plain(self.stand.clone()),
            Act::Hit => self.hit.clone().unwrap_or_default(),
            Act::Double => self.double.clone().unwrap_or_default(),
            Act::Surrender => self.surrender.clone().map(Worth::plain).unwrap_or_default(),
        }
    }
}

/// Sums of worths over ordered draws from the cards beside the up card, by number of draws.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sum(BTreeMap<usize, Worth>);

impl Sum {
    pub(crate) fn add(&mut self, draws: usize, worth: &Worth, ways: &BigInt) {
        let sum = self.0.entry(draws).or_default();
        sum.net += &worth.net * ways;
        sum.wagers += &worth.wagers * ways;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (&draws, worth) in &other.0 {
            self.add(draws, worth, &BigInt::from(1));
        }
    }

    /// Both over falling(unseen, draws), in units.
    pub(crate) fn over(&self, round: &Round<'_>, draws: usize) -> Worth {
        let mut sum = Worth::default();
        for (&own, worth) in &self.0 {
            let factor = falling(round.unseen - own, draws - own);
            sum.net += &worth.net * &factor;
            sum.wagers += &worth.wagers * factor;
        }
        sum
    }

    /// Net result and wagers in initial wagers.
    pub(crate) fn total(&self, round: &Round<'_>) -> (BigRational, BigRational) {
        let mut sums = (BigRational::zero(), BigRational::zero());
        for (&draws, worth) in &self.0 {
            let denominator = falling(round.unseen, draws);
            sums.0 += BigRational::new(worth.net.clone(), &denominator * round.units);
            sums.1 += BigRational::new(worth.wagers.clone(), denominator);
        }
        sums
    }
}

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
    /// Of spots that are settled alike, the first stands for all.
    pub(crate) alike: BTreeMap<Spot, Spot>,
    laws: Rc<RefCell<FxHashMap<u128, Law>>>,
    /// By number of cards known beside a hand, and draws of the denominator.
    factors: RefCell<BTreeMap<(usize, usize), Rc<Factors>>>,
}

/// By size of a hand: falling(n - s - L, D - s - L) and falling(n - s - 1, D - s - 1).
type Factors<N = BigInt> = Vec<(N, N)>;

/// Cards known beside a hand in play, with the factors that bring values of hands of each size to their denominators.
pub(crate) struct Beside<N = BigInt> {
    cards: Counts,
    factors: Rc<Factors<N>>,
    /// Split hands played on so far, by spot and hand.
    worths: FxHashMap<(Spot, usize), Worth<N>>,
}

fn key(cards: &Counts) -> u128 {
    cards.iter().fold(0, |key, &count| key << 12 | u128::from(count))
}

impl<'a> Round<'a> {
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    pub(crate) fn new(
        game: &'a Game,
        hands: &'a Hands,
        attacked: bool,
        up: usize,
        holes: Vec<usize>,
        ends_round: bool,
        left: Counts,
    ) -> Result<Self, Refusal> {
        let dealing = Dealing::new(game, up, &holes, &left);
        Self::with(game, hands, attacked, up, holes, ends_round, left, dealing)
    }

    /// The same with a dealer of these rules.
    #[expect(clippy::too_many_arguments, reason = "those of `new` and one more")]
    pub(crate) fn with(
        game: &'a Game,
        hands: &'a Hands,
        attacked: bool,
        up: usize,
        holes: Vec<usize>,
        ends_round: bool,
        left: Counts,
        Dealing { dealer, laws }: Dealing,
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
        // Every product of a law and net results is below the sum of a law's ways times the greatest result.
        let bits = u64::from(u64::BITS - settlement.most().leading_zeros());
        if falling(unseen, dealer.most_draws).bits() + bits > 126 {
            return Err(Refusal::not_checkable("a shoe of so many cards"));
        }
        let alike = SPOTS.map(|spot| (spot, settlement.first_alike(&pay, spot))).into_iter().collect();
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
            laws,
            factors: RefCell::default(),
        })
    }

    pub(crate) fn beside(&self, cards: Counts) -> Beside {
        let known: usize = cards.iter().map(|&count| usize::from(count)).sum();
        self.beside_within(cards, known + self.depth)
    }

    /// Cards known beside a hand whose worth has a denominator of so many draws, these cards among them.
    pub(crate) fn beside_within(&self, cards: Counts, all_draws: usize) -> Beside {
        let known: usize = cards.iter().map(|&count| usize::from(count)).sum();
        let draws = self.dealer.most_draws;
        let mut by_known = self.factors.borrow_mut();
        let factors = by_known.entry((known, all_draws)).or_insert_with(|| {
            let sizes = (0..=self.longest() + 1).take_while(|size| known + size + draws <= all_draws);
            let of_size = sizes.map(|size| {
                let (unseen, depth) = (self.unseen - known - size, all_draws - known - size);
                (falling(unseen - draws, depth - draws), falling(unseen - 1, depth - 1))
            });
            Rc::new(of_size.collect())
        });
        Beside { cards, factors: Rc::clone(factors), worths: FxHashMap::default() }
    }

    /// The same in another kind of whole numbers.
    pub(crate) fn beside_in<N: Whole>(&self, cards: Counts, all_draws: usize) -> Beside<N> {
        let beside = self.beside_within(cards, all_draws);
        let factors = beside.factors.iter().map(|(by_law, by_hole)| (N::of(by_law), N::of(by_hole))).collect();
        Beside { cards, factors: Rc::new(factors), worths: FxHashMap::default() }
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
    fn over_law(&self, removed: &Counts, nets: &Nets) -> Result<i128, Refusal> {
        let law = self.law(removed)?;
        Ok(law.iter().zip(nets).map(|(&ways, &net)| ways as i128 * i128::from(net)).sum())
    }

    /// The dealer's ends once these cards are gone, in ordered ways of [`Dealer::most_draws`] cards.
    ///
    /// # Errors
    /// If the dealer may find no card to draw.
    pub(crate) fn law(&self, removed: &Counts) -> Result<Law, Refusal> {
        let key = key(removed);
        if let Some(law) = self.laws.borrow().get(&key) {
            return Ok(*law);
        }
        let law = self.dealer.law(&self.without(removed), self.dealer.most_draws)?;
        self.laws.borrow_mut().insert(key, law);
        Ok(law)
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

    /// What net results are worth once these cards of a hand, `size` of them, and those beside it are gone.
    pub(crate) fn finished<N: Whole>(
        &self,
        nets: &Nets,
        beside: &Beside<N>,
        cards: &Counts,
        size: usize,
    ) -> Result<N, Refusal> {
        let removed: Counts = std::array::from_fn(|value| cards[value] + beside.cards[value]);
        let (by_law, by_hole) = &beside.factors[size];
        if nets.iter().all(|net| net == &nets[0]) {
            return Ok(by_hole.times(i128::from(nets[0]) * i128::from(self.holes_in(&self.without(&removed)))));
        }
        Ok(by_law.times(self.over_law(&removed, nets)?))
    }

    /// What a hand in a spot may do besides standing; `pair` is the value of the pair it was split from.
    pub(crate) fn may(&self, spot: Spot, pair: Option<usize>, hand: &Hand) -> Permitted {
        let surrender = self.game.surrender.as_ref();
        let Some(value) = pair else {
            let early = surrender.is_some_and(|rule| rule.when == SurrenderWhen::Early);
            debug_assert_eq!(spot, Spot::Unsplit);
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
    pub(crate) fn surrendered(&self, spot: Spot, doubled: Doubled, hand: Option<&Hand>) -> Nets {
        let early = self.game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
        if early && spot == Spot::Unsplit && hand.is_some_and(|hand| hand.size == 2) {
            scaled(self.units, &self.pay.early())
        } else {
            self.settlement.given_up(spot, doubled)
        }
    }

    /// What a hand that stands wins.
    pub(crate) fn stood(&self, spot: Spot, doubled: Doubled, id: usize) -> Nets {
        self.settlement.stood(spot, doubled, id)
    }

    /// What a hand loses that one more card makes a bust.
    pub(crate) fn busted(&self, spot: Spot, doubled: Doubled, hand: &Hand, value: usize) -> Nets {
        self.settlement.bust(spot, doubled, hand.hard + value as u8 + 1)
    }

    /// The next cards of a hand: value and how many of it are left.
    pub(crate) fn draws<N>(&self, beside: &Beside<N>, hand: &Hand) -> impl Iterator<Item = (usize, u64)> + use<N> {
        let removed: Counts = std::array::from_fn(|value| hand.cards[value] + beside.cards[value]);
        let left = self.without(&removed);
        (0..VALUES).filter(move |&value| left[value] > 0).map(move |value| (value, u64::from(left[value])))
    }

    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    pub(crate) fn bust<N: Whole>(
        &self,
        spot: Spot,
        doubled: Doubled,
        beside: &Beside<N>,
        hand: &Hand,
        value: usize,
    ) -> Result<N, Refusal> {
        let mut cards = hand.cards;
        cards[value] += 1;
        self.finished(&self.busted(spot, doubled, hand, value), beside, &cards, hand.size + 1)
    }

    /// A doubled hand with its card, kept and given up.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    pub(crate) fn doubled<N: Whole>(
        &self,
        spot: Spot,
        doubled: Doubled,
        beside: &Beside<N>,
        id: usize,
        given_up: bool,
    ) -> Result<N, Refusal> {
        let hand = &self.hands.list[id];
        let nets = if given_up { self.surrendered(spot, doubled, None) } else { self.stood(spot, doubled, id) };
        self.finished(&nets, beside, &hand.cards, hand.size)
    }

    fn double(&self, spot: Spot, play: &Row, beside: &Beside, id: usize) -> Result<Worth, Refusal> {
        let hand = &self.hands.list[id];
        let kind = Doubled::of(hand);
        let mut net = BigInt::zero();
        for (value, count) in self.draws(beside, hand) {
            net += count
                * match hand.next[value] {
                    Some(next) => self.doubled(spot, kind, beside, next, play.gives_up_doubled(kind, next))?,
                    None => self.bust(spot, kind, beside, hand, value)?,
                };
        }
        Ok(Worth { net, wagers: self.doubling(spot, kind, beside, hand) })
    }

    /// What the player pays for a double.
    pub(crate) fn doubling<N: Whole>(&self, spot: Spot, doubled: Doubled, beside: &Beside<N>, hand: &Hand) -> N {
        let removed: Counts = std::array::from_fn(|value| hand.cards[value] + beside.cards[value]);
        let holes = self.holes_in(&self.without(&removed));
        beside.factors[hand.size].1.times(i128::from(holes) * i128::from(self.pay.double_wager(spot, doubled)))
    }

    pub(crate) fn stand<N: Whole>(&self, spot: Spot, beside: &Beside<N>, id: usize) -> Result<N, Refusal> {
        let hand = &self.hands.list[id];
        self.finished(&self.stood(spot, Doubled::No, id), beside, &hand.cards, hand.size)
    }

    /// The values of all actions on every unsplit hand under a play, an ace and a ten taken for any 21.
    pub(crate) fn action_values(&self, play: &Row) -> Result<Vec<ActionValues>, Refusal> {
        self.actions(
            |id, values| values.worth(play.act(id, self.may(Spot::Unsplit, None, &self.hands.list[id]))),
            |beside, id| self.double(Spot::Unsplit, play, beside, id),
        )
    }

    /// The same under the best play, which is written down.
    pub(crate) fn best_actions(&self, play: &mut Row) -> Result<Vec<ActionValues>, Refusal> {
        if self.game.surrender.as_ref().is_some_and(SurrenderRule::takes_doubled) {
            let beside = self.beside([0; VALUES]);
            for doubled in [Doubled::Own, Doubled::Free] {
                for id in doubled_hands(self.hands, doubled) {
                    let value = |given_up| self.doubled(Spot::Unsplit, doubled, &beside, id, given_up);
                    let given_up = value(true)? > value(false)?;
                    play.decide_giving_up(doubled, id, given_up);
                }
            }
        }
        let doubled_play = play.clone();
        self.actions(
            |id, values| {
                let hand = &self.hands.list[id];
                for may in Permitted::of(hand) {
                    let mut best = Act::Stand;
                    for act in Act::ALL.into_iter().filter(|&act| may.allows(act)) {
                        if values.of(act) > values.of(best) {
                            best = act;
                        }
                    }
                    play.decide(id, may, best);
                }
                values.worth(play.act(id, self.may(Spot::Unsplit, None, hand)))
            },
            |beside, id| self.double(Spot::Unsplit, &doubled_play, beside, id),
        )
    }

    /// The values of all actions, where `play` says what a hand is worth that has these, and `double` values a double.
    fn actions(
        &self,
        mut play: impl FnMut(usize, &ActionValues) -> Worth,
        double: impl Fn(&Beside, usize) -> Result<Worth, Refusal>,
    ) -> Result<Vec<ActionValues>, Refusal> {
        let beside = self.beside([0; VALUES]);
        let mut values: Vec<Option<ActionValues>> = vec![None; self.hands.list.len()];
        let mut played: Vec<Worth> = vec![Worth::default(); self.hands.list.len()];
        // Hands stand in order of size, so what a hand grows into comes first here.
        for (id, hand) in self.hands.list.iter().enumerate().rev() {
            let hit = if hand.hits {
                let mut hit = Worth::default();
                for (value, count) in self.draws(&beside, hand) {
                    match hand.next[value] {
                        Some(next) => {
                            hit.net += &played[next].net * count;
                            hit.wagers += &played[next].wagers * count;
                        }
                        None => hit.net += self.bust(Spot::Unsplit, Doubled::No, &beside, hand, value)? * count,
                    }
                }
                Some(hit)
            } else {
                None
            };
            let double = if hand.doubles { Some(double(&beside, id)?) } else { None };
            let surrender = if hand.surrenders {
                let nets = self.surrendered(Spot::Unsplit, Doubled::No, Some(hand));
                Some(self.finished(&nets, &beside, &hand.cards, hand.size)?)
            } else {
                None
            };
            let value = ActionValues { stand: self.stand(Spot::Unsplit, &beside, id)?, hit, double, surrender };
            played[id] = play(id, &value);
            values[id] = Some(value);
        }
        Ok(values.into_iter().flatten().collect())
    }

    /// What an unsplit two-card hand is worth that is played on by the play.
    pub(crate) fn played_on(&self, values: &[ActionValues], play: &Row, id: usize) -> Worth {
        values[id].worth(play.act(id, self.may(Spot::Unsplit, None, &self.hands.list[id])))
    }

    /// What two cards are worth that are settled by these results at once.
    pub(crate) fn settled(&self, nets: &[Net; ENDS], id: usize) -> Result<Worth, Refusal> {
        self.settled_beside(nets, &self.beside([0; VALUES]), id)
    }

    /// The same beside known cards.
    pub(crate) fn settled_beside(&self, nets: &[Net; ENDS], beside: &Beside, id: usize) -> Result<Worth, Refusal> {
        let hand = &self.hands.list[id];
        let net = self.finished(&self.scaled(nets), beside, &hand.cards, hand.size)?;
        Ok(Worth { net, wagers: BigInt::zero() })
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

    /// A hand played on beside known cards; `pair` is the value of the pair it was split from.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    pub(crate) fn played_beside(
        &self,
        spot: Spot,
        pair: Option<usize>,
        play: &Row,
        beside: &mut Beside,
        id: usize,
    ) -> Result<Worth, Refusal> {
        if let Some(worth) = beside.worths.get(&(spot, id)) {
            return Ok(worth.clone());
        }
        let act = play.act(id, self.may(spot, pair, &self.hands.list[id]));
        let worth = self.acted_beside((spot, pair), play, beside, (id, act))?;
        beside.worths.insert((spot, id), worth.clone());
        Ok(worth)
    }

    /// A hand that does this, and is then played on, beside known cards; with its spot stands the value of the pair it was split from.
    pub(crate) fn acted_beside(
        &self,
        (spot, pair): (Spot, Option<usize>),
        play: &Row,
        beside: &mut Beside,
        (id, act): (usize, Act),
    ) -> Result<Worth, Refusal> {
        let hand = &self.hands.list[id];
        Ok(match act {
            Act::Stand => Worth { net: self.stand(spot, beside, id)?, wagers: BigInt::zero() },
            Act::Hit => {
                let mut hit = Worth::default();
                for (value, count) in self.draws(beside, hand) {
                    match hand.next[value] {
                        Some(next) => hit.add(&self.played_beside(spot, pair, play, beside, next)?, count),
                        None => hit.net += self.bust(spot, Doubled::No, beside, hand, value)? * count,
                    }
                }
                hit
            }
            Act::Double => self.double(spot, play, beside, id)?,
            Act::Surrender => {
                let nets = self.surrendered(spot, Doubled::No, Some(hand));
                Worth { net: self.finished(&nets, beside, &hand.cards, hand.size)?, wagers: BigInt::zero() }
            }
        })
    }

    /// A split pair of this value, weighted by its ordered ways.
    pub(crate) fn split(&self, pair: usize, play: &Row) -> Result<Sum, Refusal> {
        Splitting::new(self, play, pair).beside([0; VALUES])
    }

    /// Ordered ways, over falling(unseen, s), to hold each hand of s cards at some time, and to hold it after a double, under
    /// what `act` says of unsplit hands and `starts` of the first two cards.
    pub(crate) fn reach(
        &self,
        starts: impl Fn(usize) -> bool,
        act: impl Fn(usize) -> Act,
        doubles: impl Fn(usize) -> bool,
    ) -> Reach {
        let beside: Beside = Beside { cards: [0; VALUES], factors: Rc::default(), worths: FxHashMap::default() };
        let number = self.hands.list.len();
        let mut reach = Reach {
            hands: vec![BigInt::zero(); number],
            doubled: [vec![BigInt::zero(); number], vec![BigInt::zero(); number]],
        };
        for (id, hand) in self.hands.list.iter().enumerate() {
            if hand.size == 2 && starts(id) {
                reach.hands[id] = self.ways(id);
            }
            let here = reach.hands[id].clone();
            if here.is_zero() {
                continue;
            }
            let (hits, doubles) = (act(id) == Act::Hit, doubles(id));
            for (value, count) in self.draws(&beside, hand) {
                if let Some(next) = hand.next[value] {
                    if hits {
                        reach.hands[next] += &here * count;
                    }
                    if doubles {
                        reach.doubled[usize::from(hand.doubles_free)][next] += &here * count;
                    }
                }
            }
        }
        reach
    }
}

/// Weights of hands.
pub(crate) struct Reach {
    pub(crate) hands: Vec<BigInt>,
    /// By whose money doubled them.
    pub(crate) doubled: [Vec<BigInt>; 2],
}

/// Splits of one pair. The second cards that decide how often is split are dealt one by one; every hand is then valued beside the
/// second cards of all others that are known.
pub(crate) struct Splitting<'a> {
    pub(crate) round: &'a Round<'a>,
    play: &'a Row,
    pub(crate) pair: usize,
    besides: BTreeMap<Counts, Beside>,
    pub(crate) first: Spot,
    pub(crate) later: Spot,
}

/// Most splits after the first whose second cards are dealt one by one.
const MOST_DEALT: usize = 2;

/// Where all splits are made: how many hands have no second card, the second card of the hand played first where that is settled
/// otherwise than others, and all cards dealt. With the ordered ways.
type Ends = BTreeMap<(usize, Option<usize>, Counts), BigInt>;

impl<'a> Splitting<'a> {
    pub(crate) fn new(round: &'a Round<'a>, play: &'a Row, pair: usize) -> Self {
        Self { round, play, pair, besides: BTreeMap::new(), first: round.pay.first(pair), later: round.pay.later(pair) }
    }

    /// The split, once these cards are gone too, weighted by the ordered ways of both.
    pub(crate) fn beside(&mut self, others: Counts) -> Result<Sum, Refusal> {
        let round = self.round;
        let mut sum = Sum::default();
        let Some(rule) = &round.game.split else { return Ok(sum) };
        let splits = usize::from(rule.most_hands(self.pair)).saturating_sub(2);
        if splits > MOST_DEALT {
            return self.by_pair_cards(splits, &others);
        }
        let mut gone = others;
        gone[self.pair] += 2;
        let mut ends = Ends::new();
        let ways = round.ways_of(&gone);
        self.deal(2, splits, None, &mut gone, &ways, &mut ends);
        for ((waiting, first, gone), ways) in ends {
            self.settle(waiting, first, &others, &gone, &ways, &mut sum)?;
        }
        Ok(sum)
    }

    /// The probability of each number of hands that the pair makes, weighted by the pair and the signal.
    pub(crate) fn numbers(&self) -> BTreeMap<usize, BigRational> {
        let round = self.round;
        let mut numbers = BTreeMap::new();
        let Some(rule) = &round.game.split else { return numbers };
        let mut gone = [0; VALUES];
        gone[self.pair] = 2;
        let mut ends = Ends::new();
        let splits = usize::from(rule.most_hands(self.pair)).saturating_sub(2);
        let ways = round.ways_of(&gone);
        self.deal(2, splits, None, &mut gone, &ways, &mut ends);
        for ((waiting, _, gone), ways) in ends {
            let known: usize = gone.iter().map(|&count| usize::from(count)).sum();
            let dealt: usize = gone
                .iter()
                .enumerate()
                .filter(|&(value, _)| value != self.pair)
                .map(|(_, &count)| usize::from(count))
                .sum();
            let ways = ways * round.holes_in(&round.without(&gone));
            *numbers.entry(dealt + waiting).or_insert_with(BigRational::zero) +=
                BigRational::new(ways, falling(round.unseen, known + 1));
        }
        numbers
    }

    /// `waiting` hands have no second card, and `splits` more are allowed.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn deal(
        &self,
        waiting: usize,
        splits: usize,
        first: Option<usize>,
        gone: &mut Counts,
        ways: &BigInt,
        ends: &mut Ends,
    ) {
        if waiting == 0 || splits == 0 {
            *ends.entry((waiting, first, *gone)).or_insert_with(BigInt::zero) += ways;
            return;
        }
        let alike = self.round.alike[&self.first] == self.round.alike[&self.later];
        for card in 0..VALUES {
            let left = self.round.left[card].saturating_sub(gone[card]);
            if left == 0 {
                continue;
            }
            let ways = ways * left;
            gone[card] += 1;
            if card == self.pair {
                self.deal(waiting + 1, splits - 1, first, gone, &ways, ends);
            } else {
                let first = first.or(Some(card)).filter(|_| !alike);
                self.deal(waiting - 1, splits, first, gone, &ways, ends);
            }
            gone[card] -= 1;
        }
    }

    /// All splits are made: values every hand beside the cards that are known of the others.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn settle(
        &mut self,
        waiting: usize,
        first: Option<usize>,
        others: &Counts,
        gone: &Counts,
        ways: &BigInt,
        sum: &mut Sum,
    ) -> Result<(), Refusal> {
        let round = self.round;
        let known: usize = gone.iter().map(|&count| usize::from(count)).sum();
        // The hand's own card of the pair is not beside it.
        let mut beside = *gone;
        beside[self.pair] -= 1;
        let mut dealt = 0;
        for second in 0..VALUES {
            let hands = gone[second] - others[second];
            if second == self.pair || hands == 0 {
                continue;
            }
            dealt += usize::from(hands);
            let mut beside = beside;
            beside[second] -= 1;
            let of_first = u16::from(first == Some(second));
            for (spot, hands) in [(self.first, of_first), (self.later, hands - of_first)] {
                if hands > 0 {
                    let worth = self.hand(spot, beside, second)?;
                    sum.add(known - 2 + round.depth, &worth, &(ways * hands));
                }
            }
        }
        let of_first = usize::from(dealt == 0 && waiting > 0);
        for (second, gone) in gone.iter().enumerate().filter(|_| waiting > 0) {
            let left = round.left[second].saturating_sub(*gone);
            for (spot, hands) in [(self.first, of_first), (self.later, waiting - of_first)] {
                if left > 0 && hands > 0 {
                    let worth = self.hand(spot, beside, second)?;
                    sum.add(known - 1 + round.depth, &worth, &(ways * left * hands));
                }
            }
        }
        let further = (dealt + waiting).saturating_sub(1) as i64;
        let holes = round.holes_in(&round.without(gone));
        let wagers = BigInt::from(further * round.pay.split_wager(self.later)) * holes;
        sum.add(known + 1, &Worth { net: BigInt::zero(), wagers }, ways);
        Ok(())
    }

    /// A hand of the split once it has its second card, beside these.
    pub(crate) fn hand(&mut self, spot: Spot, beside: Counts, second: usize) -> Result<Worth, Refusal> {
        let round = self.round;
        let spot = round.alike[&spot];
        let Some(id) = round.hands.two(self.pair, second) else { return Ok(Worth::default()) };
        let beside = self.besides.entry(beside).or_insert_with(|| round.beside(beside));
        round.played_beside(spot, Some(self.pair), self.play, beside, id)
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
