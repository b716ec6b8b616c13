//! What stated play is worth under an up card; with every decision compared with its alternatives if that is asked for.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rules::SurrenderWhen;

use super::by_cell::{Cell, best_by_cell};
use super::by_hand::best_by_hand;
use super::charged::{given_back, is_given_back};
use super::found::unsplit;
use crate::hands::name;
use crate::refusal::Refusal;
use crate::round::{ActionValues, Round, Sum};
use crate::strategy::Row;
use crate::switch::{self, Switching};
use crate::up_card_play::{Class, UpCardPlay};

/// What is done about decisions while hands are valued.
#[derive(Debug, Clone, Copy)]
pub(super) enum Decisions<'a> {
    /// The stated ones are followed.
    Stated,
    /// They are followed and compared with the others, in the name of this place.
    Compared(&'a str),
}

/// By signal, the gain of every switch.
pub(super) type Gains = Vec<Vec<BigRational>>;

impl<'a> UpCardPlay<'a> {
    /// What the stated decisions are worth, given the up card.
    ///
    /// # Errors
    /// [`Refusal`] for shoes that are too small.
    pub(crate) fn ev(&self) -> Result<BigRational, Refusal> {
        Ok(self.values(false)?.into_iter().map(|(net, _)| net).sum())
    }

    /// The value of each case: net result and further wagers, given the up card and weighted by the case. With `decisions`, every
    /// decision is compared with its alternatives.
    fn values(&self, decisions: bool) -> Result<Vec<(BigRational, BigRational)>, Refusal> {
        Ok(self.values_and_gains(decisions)?.values)
    }

    /// The same with the gain of every switch.
    pub(super) fn values_and_gains(&self, decisions: bool) -> Result<Switching, Refusal> {
        let rounds = &self.rounds(self.attacked)?[..];
        if self.game.switch.is_none() {
            return Ok(Switching { values: self.values_of_one(rounds, decisions)?, gains: Gains::new() });
        }
        if decisions {
            // Each hand is played as if it were alone.
            self.values_of_one(rounds, true)?;
        }
        switch::values(self, rounds, switch::Choosing::Stated { compared: decisions })
    }

    /// The same where one hand is dealt to the player.
    fn values_of_one(&self, rounds: &[Round<'_>], decisions: bool) -> Result<Vec<(BigRational, BigRational)>, Refusal> {
        let mut values = Vec::new();
        // What each two-card hand is worth if it is kept, over all cases, for the decisions made before the signal.
        let mut kept: BTreeMap<usize, BigRational> = BTreeMap::new();
        for (at, (round, play)) in rounds.iter().zip(&self.plays).enumerate() {
            let here = self.here_of(at, false);
            let actions = if round.ends_round { None } else { Some(round.action_values(play)?) };
            if let Some(actions) = actions.as_ref().filter(|_| decisions) {
                match self.kind {
                    Class::CompositionDependent => best_by_hand(round, play, actions, &here)?,
                    Class::TotalDependent => best_by_cell(round, play, actions, &self.early, &here)?,
                }
            }
            let mut sum = Sum::default();
            for id in 0..self.hands.list.len() {
                if self.hands.list[id].size != 2 {
                    continue;
                }
                let mode = if decisions { Decisions::Compared(&here) } else { Decisions::Stated };
                let (hand, _) = self.hand(round, (play, actions.as_deref()), id, mode)?;
                *kept.entry(id).or_insert_with(BigRational::zero) += hand.total(round).0;
                if self.early[id] {
                    sum.add(round.depth, &round.settled(&round.pay.early(), id)?, &round.ways(id));
                } else {
                    sum.merge(&hand);
                }
            }
            values.push(sum.total(round));
        }
        if decisions {
            self.check_early(rounds, &kept)?;
            self.check_even_money(rounds)?;
        }
        Ok(values)
    }

    /// Two cards that are kept, weighted by their ordered ways, and whether they are split. Refuses a split decision that is not
    /// the best if it is to be compared.
    pub(super) fn hand(
        &self,
        round: &Round<'_>,
        (play, actions): (&Row, Option<&[ActionValues]>),
        id: usize,
        decisions: Decisions<'_>,
    ) -> Result<(Sum, bool), Refusal> {
        let sum = unsplit(round, &self.natural(round), (play, actions), id)?;
        let hand = &self.hands.list[id];
        let Some(pair) = hand.pair().filter(|_| self.game.split.is_some() && actions.is_some()) else {
            return Ok((sum, false));
        };
        if matches!(decisions, Decisions::Stated) && !play.split[pair] {
            return Ok((sum, false));
        }
        let mut split = round.split(pair, play)?;
        let kept = sum.total(round).0;
        let mut gain = split.total(round).0 - &kept;
        if is_given_back(round, id, &gain) || (play.split[pair] && round.blackjack_looks_for_live_hands()) {
            split.merge(&given_back(round, play, pair)?);
            gain = split.total(round).0 - kept;
        }
        let here = match decisions {
            Decisions::Stated => return Ok((split, true)),
            Decisions::Compared(here) => here,
        };
        // What is given up before the signal is never split, and has been compared with the better of the two.
        let splits = play.split[pair] || (self.early[id] && gain.is_positive());
        if !self.early[id] && ((splits && gain.is_negative()) || (!splits && gain.is_positive())) {
            return Err(Refusal::not_optimal(
                here,
                &name(&hand.cards),
                split_word(splits),
                split_word(!splits),
                &gain.abs(),
            ));
        }
        Ok((if splits { split } else { sum }, splits))
    }

    fn check_even_money(&self, rounds: &[Round<'_>]) -> Result<(), Refusal> {
        let gain = self.even_money_gain(rounds)?;
        if (self.even_money && gain.is_negative()) || (!self.even_money && gain.is_positive()) {
            let words = ["no even money", "even money"];
            let (stated, better) = (words[usize::from(self.even_money)], words[usize::from(!self.even_money)]);
            return Err(Refusal::NotOptimal(format!(
                "{}: a blackjack takes {stated}, {better} is worth more",
                self.here
            )));
        }
        Ok(())
    }

    /// Early surrender is decided before the signal: by hand, or by what a total-dependent player sees of it.
    fn check_early(&self, rounds: &[Round<'_>], kept: &BTreeMap<usize, BigRational>) -> Result<(), Refusal> {
        if self.game.surrender.as_ref().is_none_or(|rule| rule.when != SurrenderWhen::Early) {
            return Ok(());
        }
        let mut alike: BTreeMap<(Cell, usize), Vec<usize>> = BTreeMap::new();
        for (id, hand) in self.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2 && hand.surrenders) {
            let apart = if self.kind == Class::TotalDependent { 0 } else { id };
            alike.entry((Cell::of(hand), apart)).or_default().push(id);
        }
        for ids in alike.values() {
            let mut gain = BigRational::zero();
            for &id in ids {
                for round in rounds {
                    let mut sum = Sum::default();
                    sum.add(round.depth, &round.settled(&round.pay.early(), id)?, &round.ways(id));
                    gain += sum.total(round).0;
                }
                gain -= kept.get(&id).cloned().unwrap_or_else(BigRational::zero);
            }
            let given_up = self.early[ids[0]];
            let hand = name(&self.hands.list[ids[0]].cards);
            if ids.iter().any(|&id| self.early[id] != given_up) {
                return Err(Refusal::Table(format!("{}: hands like {hand} are not treated alike", self.here)));
            }
            if (given_up && gain.is_negative()) || (!given_up && gain.is_positive()) {
                let words = ["keep", "give up before the signal"];
                let (stated, better) = (words[usize::from(given_up)], words[usize::from(!given_up)]);
                return Err(Refusal::not_optimal(&self.here, &hand, stated, better, &gain.abs()));
            }
        }
        Ok(())
    }
}

fn split_word(splits: bool) -> &'static str {
    if splits { "split" } else { "not split" }
}
