//! Squares of what perfect play wins in a round, modulo a prime.
//!
//! The decisions are found before, exactly. Here they are followed once more.

use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::last_hands::EndClasses;
use super::moments::Moments;
use super::sets::out_of_place;
use super::split::Split;
use crate::dealer::falling;
use crate::distribution::field::Field;
use crate::hand_place::{Doubled, HandPlace};
use crate::hands::{Counts, VALUES};
use crate::nets::Nets;
use crate::refusal::Refusal;
use crate::round::{Round, Sum, Worth};
use crate::strategy::{Act, Row};
use crate::whole::Whole;

/// Hands that end, beside known cards. Once s cards are gone, numbers are integers over falling(unseen - s, D - s), D being the
/// draws of the denominator.
pub(super) struct Ended<'a> {
    pub(super) round: &'a Round<'a>,
    pub(super) field: &'a Field,
    beside: Counts,
    /// By size of the hand: what brings ordered ways of the dealer's cards, and of the hole card, to the denominator.
    factors: Vec<[u64; 2]>,
}

impl<'a> Ended<'a> {
    pub(super) fn new(round: &'a Round<'a>, field: &'a Field, beside: Counts, draws: usize) -> Self {
        let known: usize = beside.iter().map(|&count| usize::from(count)).sum();
        let of_dealer = round.dealer.most_draws;
        let sizes = (known..).take_while(|gone| gone + of_dealer <= draws && *gone < round.unseen);
        let factors = sizes.map(|gone| {
            let (unseen, draws) = (round.unseen - gone, draws - gone);
            [falling(unseen - of_dealer, draws - of_dealer), falling(unseen - 1, draws - 1)]
                .map(|factor| field.of_integer(&factor))
        });
        Self { round, field, beside, factors: factors.collect() }
    }

    /// The square of these results of a hand.
    pub(super) fn square(&self, nets: &Nets, cards: &Counts) -> Result<u64, Refusal> {
        let field = self.field;
        let size: usize = cards.iter().map(|&count| usize::from(count)).sum();
        let gone: Counts = std::array::from_fn(|value| cards[value] + self.beside[value]);
        let [by_distribution, by_hole] = self.factors.get(size).copied().ok_or_else(out_of_place)?;
        let square_of = |net: i64| field.multiply(field.of_signed(net), field.of_signed(net));
        if nets.iter().all(|net| *net == nets[0]) {
            let holes = field.of(self.round.holes_in(&self.round.without(&gone)));
            return Ok(field.multiply(square_of(nets[0]), field.multiply(holes, by_hole)));
        }
        let distribution = self.round.distribution(&gone)?;
        let ends =
            distribution.iter().zip(nets).map(|(&ways, &net)| field.multiply(field.of_wide(ways), square_of(net)));
        Ok(field.multiply(ends.fold(0, |sum, end| field.add(sum, end)), by_distribution))
    }

    /// An unsplit hand that is played on by a play; `found` are those of before.
    pub(super) fn unsplit(&self, play: &Row, id: usize, found: &mut FxHashMap<usize, u64>) -> Result<u64, Refusal> {
        if let Some(&square) = found.get(&id) {
            return Ok(square);
        }
        let (round, field, place) = (self.round, self.field, HandPlace::Unsplit);
        let hand = &round.hands.list[id];
        let doubled = Doubled::of(hand);
        let act = play.act(id, round.may(place, None, hand));
        let square = match act {
            Act::Stand => self.square(&round.stood(place.with(Doubled::No), id), &hand.cards)?,
            Act::Surrender => self.square(&round.surrendered(place.with(Doubled::No), Some(hand)), &hand.cards)?,
            Act::Hit | Act::Double => {
                let mut sum = 0;
                for value in (0..VALUES).filter(|&value| round.left[value] > hand.cards[value]) {
                    let left = field.of(u64::from(round.left[value] - hand.cards[value]));
                    let drawn = match (act, hand.next[value]) {
                        (Act::Hit, Some(next)) => self.unsplit(play, next, found)?,
                        (Act::Hit, None) => {
                            self.square(&round.busted(place.with(Doubled::No), hand, value), &with(hand.cards, value))?
                        }
                        (_, Some(next)) if play.gives_up_doubled(doubled, next) => {
                            self.square(&round.surrendered(place.with(doubled), None), &with(hand.cards, value))?
                        }
                        (_, Some(next)) => {
                            self.square(&round.stood(place.with(doubled), next), &with(hand.cards, value))?
                        }
                        (_, None) => {
                            self.square(&round.busted(place.with(doubled), hand, value), &with(hand.cards, value))?
                        }
                    };
                    sum = field.add(sum, field.multiply(left, drawn));
                }
                sum
            }
        };
        found.insert(id, square);
        Ok(square)
    }

    /// Squares over ordered draws from the cards beside the up card, as a part of one.
    pub(super) fn part(&self, square: u64, draws: usize) -> u64 {
        let ways = self.field.of_integer(&falling(self.round.unseen, draws));
        self.field.multiply(square, self.field.inverse(ways))
    }
}

/// These cards and one more.
fn with(mut cards: Counts, value: usize) -> Counts {
    cards[value] += 1;
    cards
}

/// The squares of what both hands of a split win together.
pub(super) struct Together<'a> {
    pub(super) ended: Ended<'a>,
    classes: EndClasses,
    moments: Moments<'a>,
    /// The last hand's, by what the first has taken.
    after: &'a [u64],
    found: FxHashMap<usize, u64>,
}

impl<'a> Together<'a> {
    pub(super) fn new<N: Whole>(split: &Split<'a, N>, field: &'a Field, after: &'a [u64]) -> Self {
        let mut other = [0; VALUES];
        other[split.pair] = 1;
        let classes = EndClasses::new(split.round);
        let moments = Moments::new(field, classes.ends.len());
        let ended = Ended::new(split.round, field, other, split.draws);
        Self { ended, classes, moments, after, found: FxHashMap::default() }
    }

    /// The first hand has ended with these results, and the last follows.
    fn then<N>(&self, split: &Split<'a, N>, nets: &Nets, cards: &Counts) -> Result<u64, Refusal> {
        let field = self.ended.field;
        let after = self.moments.of(self.after, split.sets.after(split.pair, cards)?);
        let [by_class @ .., square] = after else { return Err(out_of_place()) };
        let of_ends = self.classes.ends.iter().zip(by_class);
        let mixed =
            of_ends.fold(0, |sum, (&end, &last)| field.add(sum, field.multiply(field.of_signed(nets[end]), last)));
        let own = self.ended.square(nets, cards)?;
        Ok(field.add(field.add(own, *square), field.add(mixed, mixed)))
    }

    /// The first hand is played on.
    pub(super) fn first<N: Whole>(&mut self, split: &Split<'a, N>, id: usize) -> Result<u64, Refusal> {
        if let Some(&square) = self.found.get(&id) {
            return Ok(square);
        }
        let (round, field) = (split.round, self.ended.field);
        let hand = &round.hands.list[id];
        let place = round.pay.first(split.pair);
        let act = split.first.get(&id).map(|(_, act)| *act).ok_or_else(out_of_place)?;
        let square = match act {
            Act::Stand => self.then(split, &round.stood(place.with(Doubled::No), id), &hand.cards)?,
            Act::Surrender => self.then(split, &round.surrendered(place.with(Doubled::No), Some(hand)), &hand.cards)?,
            Act::Hit | Act::Double => {
                let doubled = if act == Act::Double { Doubled::of(hand) } else { Doubled::No };
                let mut sum = 0;
                for (value, left) in round.draws(&split.beside, hand) {
                    let cards = with(hand.cards, value);
                    let drawn = match hand.next[value] {
                        Some(next) if act == Act::Hit => self.first(split, next)?,
                        Some(next) if split.doubled(place.with(doubled), next)?.1 => {
                            self.then(split, &round.surrendered(place.with(doubled), None), &cards)?
                        }
                        Some(next) => self.then(split, &round.stood(place.with(doubled), next), &cards)?,
                        None => self.then(split, &round.busted(place.with(doubled), hand, value), &cards)?,
                    };
                    sum = field.add(sum, field.multiply(field.of(left), drawn));
                }
                sum
            }
        };
        self.found.insert(id, square);
        Ok(square)
    }
}

impl<'a, N: Whole> Split<'a, N> {
    /// The square of what both hands win, which are played as was found before, as a part of one. `after` are the last hand's moments.
    pub(super) fn square(&self, field: &'a Field, after: &'a [u64]) -> Result<u64, Refusal> {
        let round = self.round;
        let mut pair = [0; VALUES];
        pair[self.pair] = 2;
        let ways = field.of_integer(&round.ways_of(&pair));
        let mut together = Together::new(self, field, after);
        let mut square = 0;
        for (second, &gone) in pair.iter().enumerate() {
            let left = u64::from(round.left[second].saturating_sub(gone));
            if let Some(id) = round.hands.two(self.pair, second).filter(|_| left > 0) {
                square = field.add(square, field.multiply(field.of(left), together.first(self, id)?));
            }
        }
        Ok(together.ended.part(field.multiply(square, ways), self.draws))
    }

    /// The split, weighted by the ordered ways of the pair.
    pub(super) fn both(&mut self) -> Result<Sum, Refusal> {
        let round = self.round;
        let mut pair = [0; VALUES];
        pair[self.pair] = 2;
        let ways = round.ways_of(&pair);
        let mut sum = Sum::default();
        for (second, &gone) in pair.iter().enumerate() {
            let left = u64::from(round.left[second].saturating_sub(gone));
            if let Some(id) = round.hands.two(self.pair, second).filter(|_| left > 0) {
                let Worth { net, wagers } = self.first(id)?;
                sum.add(self.draws, &Worth { net: net.widened(), wagers: wagers.widened() }, &(&ways * left));
            }
        }
        let holes = round.holes_in(&round.without(&pair));
        let wagers = BigInt::from(round.pay.split_wager(round.pay.later(self.pair))) * holes;
        sum.add(3, &Worth { net: BigInt::zero(), wagers }, &ways);
        Ok(sum)
    }
}
