//! A second, slow road to the values of side wagers that depend on play, for small shoes under the rules of
//! `pa-633a-blackjack`.
//!
//! Cards are dealt one by one, with the ranks of ten-valued cards and the suits of aces where the wager looks at them. The hole
//! card is an actual card, of which the player holds a belief. Every action is tried on every hand in the order its cards came;
//! the hands of a split are all kept until the dealer has finished, and are settled together. The ten-valued up card's rank
//! and the up ace's suit are seen, so that a play could look at them.

use std::collections::HashMap;

use cards::{Composition, Suit, Value};
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver::{
    AfterSplitHands, Aim, DealerEnd, PlayedWager, StraightAgainstBlackjack, StraightRule, StraightSurrendered, Tracks,
};

use crate::exact::Exact;

/// Base game, then the probability of each line, of a returned wager and of a lost one, and then the base game's mean on each of
/// these events.
type Ends = Vec<Exact>;
/// Value, and rank of a ten-valued card or suit of an ace.
type Face = (usize, usize);
type Counts = [i128; Value::COUNT];

const ACE: usize = 0;
const TEN: usize = 9;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    Stand,
    Hit,
    Double,
    Surrender,
}

/// The dealer's finished hand: total, cards, whether it is a blackjack.
type DealerHand = (u8, u8, bool);

/// The ways a dealer can finish, with their probabilities.
type DealerEnds = Vec<(DealerHand, Exact)>;

/// A hand of a split that is done: total, none if busted, and wager.
type Done = (Option<u8>, i128);

/// A state of a split's play, of which the value is remembered.
type SplitState = (usize, Counts, u32, u32, Option<Vec<usize>>, Vec<Done>);

pub(crate) struct ByHand<'a> {
    shoe: Counts,
    decks: i128,
    most_hands: u32,
    wager: &'a PlayedWager,
    up: Face,
    weights: Vec<Exact>,
    base: Vec<Exact>,
    best: HashMap<(Vec<Face>, bool), Ends>,
    dealers: HashMap<(Vec<usize>, Counts), DealerEnds>,
    splits: HashMap<SplitState, Ends>,
    base_acts: HashMap<(Vec<usize>, bool), Act>,
}

/// Base EV, line probabilities, returned and lost.
pub(crate) struct ByHandValue {
    pub(crate) base_ev: BigRational,
    pub(crate) lines: Vec<BigRational>,
    pub(crate) returned: BigRational,
    pub(crate) lost: BigRational,
    /// The base game's mean on each line, on a returned wager and on a lost one.
    pub(crate) base_on: Vec<BigRational>,
}

fn whole(number: i128) -> Exact {
    Exact::whole(number)
}

fn small(number: &BigRational) -> Exact {
    let part = |part: &num_bigint::BigInt| i128::try_from(part.clone()).expect("a small number");
    Exact::new(part(number.numer()), part(number.denom()))
}

fn big(number: &Exact) -> BigRational {
    number.big()
}

fn total(values: impl Iterator<Item = usize>) -> (u8, bool) {
    let mut points = 0;
    let mut has_ace = false;
    for value in values {
        points += value as u8 + 1;
        has_ace |= value == ACE;
    }
    if has_ace && points <= 11 { (points + 10, true) } else { (points, false) }
}

fn total_of(hand: &[Face]) -> u8 {
    total(hand.iter().map(|&(value, _)| value)).0
}

fn is_blackjack(hand: &[usize]) -> bool {
    hand.len() == 2 && hand.contains(&ACE) && hand.contains(&TEN)
}

fn add(sum: &mut Ends, more: &Ends, times: Exact) {
    // Most events have no part in an end.
    sum.iter_mut().zip(more).filter(|(_, more)| !more.is_zero()).for_each(|(sum, more)| *sum += *more * times);
}

fn weigh(weights: &[Exact], ends: &Ends) -> Exact {
    let counted = weights.iter().zip(ends).filter(|(weight, end)| !weight.is_zero() && !end.is_zero());
    counted.map(|(weight, end)| *weight * *end).sum()
}

/// What the wager comes to under a play, summed over every deal.
pub(crate) fn by_hand(shoe: &Composition, most_hands: u32, wager: &PlayedWager, aim: &Aim) -> ByHandValue {
    let lines = wager.lines.len();
    let counts: Counts = shoe.counts().map(i128::from);
    let deck: Counts = [4, 4, 4, 4, 4, 4, 4, 4, 4, 16];
    let decks = counts.iter().zip(deck).map(|(count, each)| (count + each - 1) / each).max().expect("ten values");
    let size = 2 * lines + 5;
    let mut base = vec![Exact::zero(); size];
    base[0] = Exact::one();
    let (of_base, ratio, meter) = match aim {
        Aim::Base => (Exact::one(), Exact::zero(), Exact::zero()),
        Aim::Side { meter } => (Exact::zero(), Exact::one(), small(meter)),
        Aim::Joint { ratio, meter } => (Exact::one(), small(ratio), small(meter)),
    };
    let mut weights = vec![of_base];
    weights.extend(wager.lines.iter().map(|line| ratio * (small(&line.fixed) + meter * small(&line.per_meter))));
    weights.extend([Exact::zero(), -ratio]);
    weights.resize(size, Exact::zero());
    let mut sum = vec![Exact::zero(); size];
    let all: i128 = counts.iter().sum();
    for up_value in (0..Value::COUNT).filter(|&value| counts[value] > 0) {
        let mut by_hand = ByHand {
            shoe: counts,
            decks,
            most_hands,
            wager,
            up: (up_value, 0),
            weights: weights.clone(),
            base: base.clone(),
            best: HashMap::new(),
            dealers: HashMap::new(),
            splits: HashMap::new(),
            base_acts: HashMap::new(),
        };
        for (up, share) in by_hand.faces(up_value, &[]) {
            by_hand.up = up;
            by_hand.best.clear();
            let ends = by_hand.round();
            add(&mut sum, &ends, Exact::new(counts[up_value], all) * share);
        }
    }
    ByHandValue {
        base_ev: big(&sum[0]),
        lines: sum[1..=lines].iter().map(big).collect(),
        returned: big(&sum[lines + 1]),
        lost: big(&sum[lines + 2]),
        base_on: sum[lines + 3..].iter().map(big).collect(),
    }
}

impl ByHand<'_> {
    fn none(&self) -> Ends {
        vec![Exact::zero(); 2 * self.wager.lines.len() + 5]
    }

    fn lost(&self) -> usize {
        self.wager.lines.len() + 2
    }

    /// Counts hands at a slot once the base game's result is known.
    fn count(&self, ends: &mut Ends, slot: usize, hands: Exact) {
        ends[slot] += hands;
        let base = ends[0];
        ends[slot + self.lost()] += hands * base;
    }

    /// The faces a card of this value can show, once others are seen, with their probabilities.
    fn faces(&self, value: usize, seen: &[Face]) -> Vec<(Face, Exact)> {
        if !matches!(self.wager.tracks, Tracks::Straight(_)) {
            return vec![((value, 0), Exact::one())];
        }
        let (kinds, each): (Vec<usize>, i128) = match value {
            ACE => ((0..4).collect(), self.decks),
            TEN => ((9..13).collect(), 4 * self.decks),
            _ => return vec![((value, 0), Exact::one())],
        };
        let left = |kind: usize| each - seen.iter().filter(|&&face| face == (value, kind)).count() as i128;
        let all: i128 = kinds.iter().map(|&kind| left(kind)).sum();
        kinds
            .into_iter()
            .map(|kind| ((value, kind), Exact::new(left(kind), all)))
            .filter(|(_, p)| !p.is_zero())
            .collect()
    }

    fn seen(&self, hand: &[Face]) -> Vec<Face> {
        std::iter::once(self.up).chain(hand.iter().copied()).collect()
    }

    fn left(&self, hand: impl Iterator<Item = usize>) -> Counts {
        let mut left = self.shoe;
        left[self.up.0] -= 1;
        hand.for_each(|value| left[value] -= 1);
        left
    }

    fn blackjack_hole(&self) -> Option<usize> {
        match self.up.0 {
            ACE => Some(TEN),
            TEN => Some(ACE),
            _ => None,
        }
    }

    /// The player's belief of the hole card once no blackjack was found.
    fn holes(&self, left: &Counts) -> Vec<(usize, Exact)> {
        let possible = |&value: &usize| left[value] > 0 && Some(value) != self.blackjack_hole();
        let all: i128 = (0..Value::COUNT).filter(possible).map(|value| left[value]).sum();
        (0..Value::COUNT).filter(possible).map(|value| (value, Exact::new(left[value], all))).collect()
    }

    /// Everything that can happen under this up card.
    fn round(&mut self) -> Ends {
        let mut sum = self.none();
        let left = self.left(std::iter::empty());
        let all: i128 = left.iter().sum();
        for first in (0..Value::COUNT).filter(|&value| left[value] > 0) {
            let mut rest = left;
            rest[first] -= 1;
            for second in (0..Value::COUNT).filter(|&value| rest[value] > 0) {
                let mut behind = rest;
                behind[second] -= 1;
                let dealt = Exact::new(left[first] * rest[second], all * (all - 1));
                let blackjack = self.blackjack_hole().map_or(0, |hole| behind[hole]);
                let blackjack = Exact::new(blackjack, all - 2);
                for (one, share) in self.faces(first, &self.seen(&[])) {
                    for (two, other_share) in self.faces(second, &self.seen(&[one])) {
                        let hand = [one, two];
                        let probability = dealt * share * other_share;
                        if !blackjack.is_zero() {
                            let ends = self.discovered(&hand);
                            add(&mut sum, &ends, probability * blackjack);
                        }
                        if !blackjack.is_one() {
                            let ends = self.two_cards(&hand);
                            add(&mut sum, &ends, probability * (Exact::one() - blackjack));
                        }
                    }
                }
            }
        }
        sum
    }

    /// A dealer blackjack that ends the round.
    fn discovered(&self, hand: &[Face]) -> Ends {
        let mut ends = self.none();
        let natural = is_blackjack(&[hand[0].0, hand[1].0]);
        ends[0] = if natural { Exact::zero() } else { whole(-1) };
        let dealer = (21, 2, true);
        let slot = match &self.wager.tracks {
            Tracks::Total(wanted) => {
                if total_of(hand) == *wanted {
                    self.line(None, dealer)
                } else {
                    self.lost()
                }
            }
            Tracks::Live => self.line(None, dealer),
            Tracks::Straight(rule) => match (straight(hand, rule), rule.against_blackjack) {
                (None, _) | (_, StraightAgainstBlackjack::Lost) => self.lost(),
                (_, StraightAgainstBlackjack::Returned) => self.lost() - 1,
                (made, StraightAgainstBlackjack::Paid) => self.line(made, dealer),
            },
        };
        self.count(&mut ends, slot, Exact::one());
        ends
    }

    /// The first line that fits.
    fn line(&self, made: Option<(u8, Option<usize>)>, (points, size, natural): DealerHand) -> usize {
        let suits = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
        let found = self.wager.lines.iter().position(|line| {
            let dealer = match &line.dealer {
                None => true,
                Some(DealerEnd { cards, total, blackjack }) => {
                    cards.contains(&size) && total.contains(&points) && blackjack.is_none_or(|asked| asked == natural)
                }
            };
            let player = match (&self.wager.tracks, &line.straight) {
                (Tracks::Straight(_), Some(asked)) => made.is_some_and(|(cards, ace)| {
                    cards >= asked.cards
                        && asked.aces.as_ref().is_none_or(|aces| ace.is_some_and(|ace| aces.contains(&suits[ace])))
                }),
                (Tracks::Straight(_), None) => made.is_some(),
                _ => true,
            };
            dealer && player
        });
        found.map_or(self.lost(), |line| line + 1)
    }

    fn two_cards(&mut self, hand: &[Face]) -> Ends {
        let values = [hand[0].0, hand[1].0];
        let unsplit = self.best(hand, true);
        if values[0] != values[1] || self.most_hands < 2 {
            return unsplit;
        }
        let split = self.split(hand);
        let base_unsplit = self.best(hand, false);
        let base_splits = split[0] > base_unsplit[0];
        let gain = weigh(&self.weights, &split) - weigh(&self.weights, &unsplit);
        if gain > Exact::zero() || (gain.is_zero() && base_splits) { split } else { unsplit }
    }

    /// The value of playing on by the aim, or by the base game.
    fn best(&mut self, hand: &[Face], by_aim: bool) -> Ends {
        if let Some(found) = self.best.get(&(hand.to_vec(), by_aim)) {
            return found.clone();
        }
        let values: Vec<usize> = hand.iter().map(|&(value, _)| value).collect();
        let acts = self.acts(&values, true);
        let base = if by_aim { Some(self.base_act(&values, true)) } else { None };
        let weights = if by_aim { self.weights.clone() } else { self.base.clone() };
        let mut best: Option<(Exact, Ends)> = None;
        let first = base.into_iter();
        for act in first.chain(acts.into_iter().filter(|&act| Some(act) != base)) {
            let ends = self.act(hand, act, by_aim);
            let weight = weigh(&weights, &ends);
            if best.as_ref().is_none_or(|(best, _)| weight > *best) {
                best = Some((weight, ends));
            }
        }
        let (_, ends) = best.expect("a hand may always stand");
        self.best.insert((hand.to_vec(), by_aim), ends.clone());
        ends
    }

    fn acts(&self, values: &[usize], unsplit: bool) -> Vec<Act> {
        let mut acts = vec![Act::Stand];
        if total(values.iter().copied()).0 < 21 {
            acts.push(Act::Hit);
            if values.len() == 2 {
                acts.push(Act::Double);
                if unsplit {
                    acts.push(Act::Surrender);
                }
            }
        }
        acts
    }

    /// The base game's act on a hand: of all acts that are allowed, the first of greatest value when the hand is not split.
    fn base_act(&mut self, values: &[usize], unsplit: bool) -> Act {
        let mut key = values.to_vec();
        key.sort_unstable();
        if let Some(&found) = self.base_acts.get(&(key.clone(), unsplit)) {
            return found;
        }
        // Faces do not matter to the base game: any the shoe can show.
        let mut hand: Vec<Face> = Vec::new();
        for &value in &key {
            let (face, _) = self.faces(value, &self.seen(&hand))[0];
            hand.push(face);
        }
        let mut best: Option<(Exact, Act)> = None;
        for act in self.acts(&key, unsplit) {
            let value = self.act(&hand, act, false)[0];
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, act));
            }
        }
        let (_, act) = best.expect("a hand may always stand");
        self.base_acts.insert((key, unsplit), act);
        act
    }

    fn act(&mut self, hand: &[Face], act: Act, by_aim: bool) -> Ends {
        match act {
            Act::Stand => self.settle(hand, 1),
            Act::Surrender => {
                let mut ends = self.none();
                ends[0] = Exact::new(-1, 2);
                let slot = match &self.wager.tracks {
                    Tracks::Straight(rule) if rule.surrendered == StraightSurrendered::Paid => {
                        self.slot_of_straight(hand, rule, (0, 0, false))
                    }
                    _ => self.lost(),
                };
                self.count(&mut ends, slot, Exact::one());
                ends
            }
            Act::Hit | Act::Double => {
                let wager = if act == Act::Double { 2 } else { 1 };
                let left = self.left(hand.iter().map(|&(value, _)| value));
                let unseen: i128 = left.iter().sum();
                let mut sum = self.none();
                for (hole, belief) in self.holes(&left) {
                    let mut rest = left;
                    rest[hole] -= 1;
                    for value in (0..Value::COUNT).filter(|&value| rest[value] > 0) {
                        let probability = belief * Exact::new(rest[value], unseen - 1);
                        for (face, share) in self.faces(value, &self.seen(hand)) {
                            let mut grown = hand.to_vec();
                            grown.push(face);
                            let ends = if total_of(&grown) > 21 {
                                let mut ends = self.none();
                                ends[0] = whole(-wager);
                                let slot = match &self.wager.tracks {
                                    Tracks::Straight(rule) => self.slot_of_straight(hand, rule, (0, 0, false)),
                                    _ => self.lost(),
                                };
                                self.count(&mut ends, slot, Exact::one());
                                ends
                            } else if act == Act::Double {
                                self.settle(&grown, 2)
                            } else {
                                self.best(&grown, by_aim)
                            };
                            add(&mut sum, &ends, probability * share);
                        }
                    }
                }
                sum
            }
        }
    }

    fn slot_of_straight(&self, hand: &[Face], rule: &StraightRule, dealer: DealerHand) -> usize {
        straight(hand, rule).map_or(self.lost(), |made| self.line(Some(made), dealer))
    }

    /// An unsplit hand that is done.
    fn settle(&mut self, hand: &[Face], wager: i128) -> Ends {
        let values: Vec<usize> = hand.iter().map(|&(value, _)| value).collect();
        let natural = is_blackjack(&values);
        let points = total_of(hand);
        let left = self.left(values.iter().copied());
        let mut sum = self.none();
        for (hole, belief) in self.holes(&left) {
            let mut rest = left;
            rest[hole] -= 1;
            for (dealer, probability) in self.dealer(vec![self.up.0, hole], rest) {
                let mut ends = self.none();
                ends[0] = if natural { Exact::new(3, 2) } else { compared(points, dealer.0) * whole(wager) };
                let slot = match &self.wager.tracks {
                    Tracks::Total(wanted) if points == *wanted => self.line(None, dealer),
                    Tracks::Live if !natural => self.line(None, dealer),
                    Tracks::Total(_) | Tracks::Live => self.lost(),
                    Tracks::Straight(rule) => self.slot_of_straight(hand, rule, dealer),
                };
                self.count(&mut ends, slot, Exact::one());
                add(&mut sum, &ends, belief * probability);
            }
        }
        sum
    }

    /// Every way the dealer can finish.
    fn dealer(&mut self, mut hand: Vec<usize>, left: Counts) -> DealerEnds {
        hand.sort_unstable();
        let (points, _) = total(hand.iter().copied());
        if points >= 17 {
            return vec![((points, hand.len() as u8, is_blackjack(&hand)), Exact::one())];
        }
        if let Some(found) = self.dealers.get(&(hand.clone(), left)) {
            return found.clone();
        }
        let all: i128 = left.iter().sum();
        let mut ends: DealerEnds = Vec::new();
        for value in (0..Value::COUNT).filter(|&value| left[value] > 0) {
            let (mut grown, mut rest) = (hand.clone(), left);
            grown.push(value);
            rest[value] -= 1;
            for (end, probability) in self.dealer(grown, rest) {
                let probability = probability * Exact::new(left[value], all);
                match ends.iter_mut().find(|(other, _)| *other == end) {
                    Some((_, sum)) => *sum += probability,
                    None => ends.push((end, probability)),
                }
            }
        }
        self.dealers.insert((hand, left), ends.clone());
        ends
    }

    /// A pair that is split, its hands played one after the other against one hole card.
    fn split(&mut self, pair: &[Face]) -> Ends {
        let value = pair[0].0;
        let left = self.left(pair.iter().map(|&(value, _)| value));
        let most = if value == ACE { 2.min(self.most_hands) } else { self.most_hands };
        let mut sum = self.none();
        // What is remembered does not name the pair.
        self.splits.clear();
        for (hole, belief) in self.holes(&left) {
            let mut rest = left;
            rest[hole] -= 1;
            let ends = self.play_split(value, (hole, rest, 2, most - 2, None, Vec::new()));
            add(&mut sum, &ends, belief);
        }
        if let Tracks::Straight(rule) = &self.wager.tracks {
            let slot = self.slot_of_straight(pair, rule, (0, 0, false));
            sum[1..].fill(Exact::zero());
            self.count(&mut sum, slot, Exact::one());
        }
        sum
    }

    fn play_split(&mut self, value: usize, state: SplitState) -> Ends {
        if let Some(found) = self.splits.get(&state) {
            return found.clone();
        }
        let (hole, left, waiting, splits, current, done) = state.clone();
        let ends = match current {
            None if waiting == 0 => self.settle_split(hole, left, &done),
            None => self.draw_split(value, (hole, left, waiting - 1, splits, Some(vec![value]), done), 1),
            Some(hand) => {
                let next = (hole, left, waiting, splits, Some(hand.clone()), done.clone());
                if hand.len() == 2 && hand[1] == value && splits > 0 {
                    self.play_split(value, (hole, left, waiting + 2, splits - 1, None, done))
                } else {
                    match self.base_act(&hand, false) {
                        Act::Hit => self.draw_split(value, next, 1),
                        Act::Double => self.draw_split(value, next, 2),
                        Act::Stand | Act::Surrender => {
                            let mut done = done;
                            done.push((Some(total(hand.iter().copied()).0), 1));
                            self.play_split(value, (hole, left, waiting, splits, None, done))
                        }
                    }
                }
            }
        };
        self.splits.insert(state, ends.clone());
        ends
    }

    /// One more card for the hand in play, its last if it was doubled.
    fn draw_split(&mut self, value: usize, state: SplitState, wager: i128) -> Ends {
        let (hole, left, waiting, splits, current, done) = state;
        let hand = current.expect("a hand in play");
        let all: i128 = left.iter().sum();
        let mut sum = self.none();
        for card in (0..Value::COUNT).filter(|&card| left[card] > 0) {
            let mut rest = left;
            rest[card] -= 1;
            let mut grown = hand.clone();
            grown.push(card);
            let (points, _) = total(grown.iter().copied());
            let ends = if points > 21 || wager == 2 {
                let mut done = done.clone();
                done.push(((points <= 21).then_some(points), wager));
                self.play_split(value, (hole, rest, waiting, splits, None, done))
            } else {
                self.play_split(value, (hole, rest, waiting, splits, Some(grown), done.clone()))
            };
            add(&mut sum, &ends, Exact::new(left[card], all));
        }
        sum
    }

    fn settle_split(&mut self, hole: usize, left: Counts, done: &[Done]) -> Ends {
        let mut sum = self.none();
        if done.iter().all(|(points, _)| points.is_none()) {
            sum[0] = -done.iter().map(|&(_, wager)| whole(wager)).sum::<Exact>();
            self.count(&mut sum, self.lost(), Exact::one());
            return sum;
        }
        for (dealer, probability) in self.dealer(vec![self.up.0, hole], left) {
            let mut ends = self.none();
            for &(points, wager) in done {
                ends[0] += points.map_or(whole(-1), |points| compared(points, dealer.0)) * whole(wager);
            }
            let mut slots: Vec<usize> = Vec::new();
            match (&self.wager.tracks, self.wager.after_split) {
                (Tracks::Live, _) => slots.push(self.line(None, dealer)),
                (Tracks::Total(wanted), after_split) => {
                    let counted = match after_split {
                        AfterSplitHands::None => &done[..0],
                        AfterSplitHands::First => &done[..1],
                        AfterSplitHands::Each => done,
                    };
                    let hits = counted.iter().filter(|(points, _)| *points == Some(*wanted)).count();
                    slots.extend(std::iter::repeat_n(self.line(None, dealer), hits));
                }
                (Tracks::Straight(_), _) => {}
            }
            let lost = self.lost();
            slots.retain(|&slot| slot != lost);
            slots.iter().for_each(|&slot| self.count(&mut ends, slot, Exact::one()));
            self.count(&mut ends, lost, Exact::one() - whole(slots.len() as i128));
            add(&mut sum, &ends, probability);
        }
        sum
    }
}

fn compared(player: u8, dealer: u8) -> Exact {
    match () {
        () if dealer > 21 || player > dealer => Exact::one(),
        () if player < dealer => whole(-1),
        () => Exact::zero(),
    }
}

/// The straight of cards in the order they came: its length, and the suit of its ace.
fn straight(hand: &[Face], rule: &StraightRule) -> Option<(u8, Option<usize>)> {
    let rank = |face: Face| if face.0 == TEN { face.1 } else { face.0 };
    let suit = |face: Face| (face.0 == ACE).then_some(face.1);
    let (mut low, mut high) = (rank(hand[0]).min(rank(hand[1])), rank(hand[0]).max(rank(hand[1])));
    let mut ace = suit(hand[0]).or(suit(hand[1]));
    if (low, high) == (0, 12) {
        return Some((2, ace));
    }
    if high != low + 1 {
        return None;
    }
    let mut cards = 2;
    for &face in &hand[2..] {
        let next = rank(face);
        if (low, high, next) == (11, 12, 0) && rule.king_queen_ace {
            return Some((3, suit(face)));
        }
        match () {
            () if next == high + 1 => high = next,
            () if next + 1 == low => low = next,
            () => break,
        }
        ace = ace.or(suit(face));
        cards += 1;
    }
    Some((cards, ace))
}
