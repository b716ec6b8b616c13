//! A split into two hands, the first played on beside the other card of the pair.

use rules::DoubleCard;
use rustc_hash::FxHashMap;

use super::last_hands;
use super::sets::Sets;
use crate::hand_place::{Doubled, Wagered};
use crate::hands::{Counts, VALUES};
use crate::refusal::Refusal;
use crate::round::{Beside, Round, Worth};
use crate::strategy::Act;
use crate::whole::Whole;

/// A split into two hands.
pub(super) struct Split<'a, N> {
    pub(super) round: &'a Round<'a>,
    pub(super) sets: &'a Sets,
    /// The worth of the last hand by what the first has taken.
    after: &'a [Worth<N>],
    pub(super) pair: usize,
    is_hidden: bool,
    /// The pair's other card, beside the first hand.
    pub(super) beside: Beside<N>,
    /// Draws of the denominators: once s cards beside the up card are gone, worths are integers over falling(unseen - s, `draws` - s).
    pub(super) draws: usize,
    /// By hand: its worth, and the act that is best.
    pub(super) first: FxHashMap<usize, (Worth<N>, Act)>,
}

impl<'a, N: Whole> Split<'a, N> {
    pub(super) fn new(round: &'a Round<'a>, sets: &'a Sets, after: &'a [Worth<N>], pair: usize) -> Self {
        let mut other = [0; VALUES];
        other[pair] = 1;
        let draws = last_hands::draws(round, sets);
        let is_hidden = round.game.double.as_ref().is_some_and(|rule| rule.card == DoubleCard::Down);
        let beside = round.beside_in(other, draws);
        Self { round, sets, after, pair, is_hidden, beside, draws, first: FxHashMap::default() }
    }

    /// A doubled first hand's own worth, kept or given up, and whether it is given up.
    pub(super) fn doubled(&self, wagered: Wagered, id: usize) -> Result<(N, bool), Refusal> {
        let round = self.round;
        let kept = round.doubled(wagered, &self.beside, id, false)?;
        if !round.may_give_up_doubled(&round.hands.list[id]) {
            return Ok((kept, false));
        }
        let given_up = round.doubled(wagered, &self.beside, id, true)?;
        Ok(if given_up > kept { (given_up, true) } else { (kept, false) })
    }

    /// A finished first hand's own worth and that of the hand after it, which knows these cards.
    fn then(&self, own: Worth<N>, cards: &Counts) -> Result<Worth<N>, Refusal> {
        let mut both = own;
        both.add(&self.after[self.sets.after(self.pair, cards)?], 1);
        Ok(both)
    }

    /// The first hand played on for both.
    pub(super) fn first(&mut self, id: usize) -> Result<Worth<N>, Refusal> {
        if let Some((worth, _)) = self.first.get(&id) {
            return Ok(worth.clone());
        }
        let mut act = Act::Stand;
        let round = self.round;
        let hand = &round.hands.list[id];
        let place = round.pay.first(self.pair);
        let may = round.may(place, Some(self.pair), hand);
        let own = Worth::plain(round.stand(place, &self.beside, id)?);
        let mut best = self.then(own, &hand.cards)?;
        let with = |value: usize| {
            let mut cards = hand.cards;
            cards[value] += 1;
            cards
        };
        if may.hit {
            let mut hit = Worth::default();
            for (value, count) in round.draws(&self.beside, hand) {
                let worth = match hand.next[value] {
                    Some(next) => self.first(next)?,
                    None => {
                        let own = Worth::plain(round.bust(place.with(Doubled::No), &self.beside, hand, value)?);
                        self.then(own, &with(value))?
                    }
                };
                hit.add(&worth, count);
            }
            if best.improve(hit) {
                act = Act::Hit;
            }
        }
        if may.double {
            let doubled = Doubled::of(hand);
            let mut double = Worth::default();
            let mut unseen = N::default();
            for (value, count) in round.draws(&self.beside, hand) {
                let own = match hand.next[value] {
                    Some(next) => self.doubled(place.with(doubled), next)?.0,
                    None => round.bust(place.with(doubled), &self.beside, hand, value)?,
                };
                if self.is_hidden {
                    unseen.add_times(&own, count);
                } else {
                    double.add(&self.then(Worth::plain(own), &with(value))?, count);
                }
            }
            let wagers = round.doubling(place.with(doubled), &self.beside, hand);
            if self.is_hidden {
                double = self.then(Worth { net: unseen, wagers }, &hand.cards)?;
            } else {
                double.wagers.add_times(&wagers, 1);
            }
            if best.improve(double) {
                act = Act::Double;
            }
        }
        if may.surrender {
            let nets = round.surrendered(place.with(Doubled::No), Some(hand));
            let own = Worth::plain(round.finished(&nets, &self.beside, &hand.cards, hand.size)?);
            if best.improve(self.then(own, &hand.cards)?) {
                act = Act::Surrender;
            }
        }
        self.first.insert(id, (best.clone(), act));
        Ok(best)
    }
}
