//! The best composition-dependent play under an up card, where no table is stated.
//!
//! Every hand takes the act of the greatest value, the first of stand, hit, double and surrender among equals: which one matters
//! once the hand is one of a split. What is decided over all signals is decided as the tables decide it.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rules::{Game, SurrenderWhen};

use super::by_cell::good_by_cell;
use super::charged::{given_back, is_given_back};
use super::found::{Found, Unsplit, unsplit};
use crate::bonus::Bonuses;
use crate::hands::Hand;
use crate::refusal::{Refusal, expect};
use crate::round::{Round, Sum, units};
use crate::strategy::Row;
use crate::switch;
use crate::switches::Switches;
use crate::up_card_play::{Class, UpCardPlay, even_money_is_offered};

/// What is decided under an up card, and the EV given it.
struct Decided {
    plays: Vec<Row>,
    early: Vec<bool>,
    even_money: bool,
    net: BigRational,
}

impl<'a> UpCardPlay<'a> {
    /// The best table and the EV given the up card. What is found on the way is kept for other games of that up card and shoe.
    ///
    /// # Errors
    /// For rules and shoes that cannot be checked.
    pub(crate) fn best(
        game: &'a Game,
        shoe: &Composition,
        up: Value,
        found: &mut Found,
    ) -> Result<(Self, BigRational), Refusal> {
        let (mut best, mut net) = Self::decided(game, shoe, (up, false), found)?;
        if game.attack.is_some() {
            let (attacked, net_of_it) = Self::decided(game, shoe, (up, true), found)?;
            if net_of_it > net {
                (best, net) = (attacked, net_of_it);
            }
        }
        Ok((best, net))
    }

    /// Refuses an attack decision if the other one is worth more than this one, `net`. By composition, that one is worth what its best play is,
    /// which must be what is stated of it, if anything is. By totals, it is worth at least what a good chart is, and the same play.
    pub(super) fn check_attack(&self, net: &BigRational, stated: Option<&str>) -> Result<(), Refusal> {
        let attacked = !self.attacked;
        let shoe = Composition::new(self.left).with(self.up);
        let other = |found: &mut Found| Self::decided(self.game, &shoe, (self.up, attacked), found);
        let mut found = Found::overstating(self.dealings.clone());
        if stated.is_none() && other(&mut found)?.1 <= *net {
            return Ok(());
        }
        found.overstates = false;
        let (table, best) = other(&mut found)?;
        if let Some(stated) = stated {
            expect(&format!("{}: EV with the other decision on the attack wager", self.here), stated, &best)?;
        }
        let is_better = match self.kind {
            _ if best <= *net => false,
            Class::CompositionDependent => true,
            Class::TotalDependent => {
                table.by_totals(&mut found)?.ev()? > *net || Self { attacked, ..self.clone() }.ev()? > *net
            }
        };
        if is_better {
            let words = ["no attack wager", "the attack wager"];
            let (stated, better) = (words[usize::from(self.attacked)], words[usize::from(attacked)]);
            return Err(Refusal::NotOptimal(format!("{}: makes {stated}, {better} is worth more", self.here)));
        }
        Ok(())
    }

    /// A good table that looks at totals alone, and gives no hand up before the signal.
    fn by_totals(self, found: &mut Found) -> Result<Self, Refusal> {
        let early = vec![false; self.hands.list.len()];
        let mut plays = Vec::new();
        for (round, play) in self.rounds(self.attacked)?.iter().zip(&self.plays) {
            if round.ends_round {
                plays.push(play.clone());
                continue;
            }
            let play = good_by_cell(round, play, &early)?;
            let (natural, actions) = (round.pay.natural(), round.action_values(&play)?);
            let pairs = || self.hands.list.iter().enumerate().filter_map(|(id, hand)| Some((id, hand.pair()?)));
            let kept = |(id, _)| Ok((id, unsplit(round, &natural, (&play, Some(&actions)), id)?.total(round).0));
            let kept = pairs().map(kept).collect::<Result<_, Refusal>>()?;
            let mut chart = Unsplit { play, kept, rest: BigRational::zero() };
            for (id, pair) in pairs() {
                chart.play.split[pair] = self.best_split(round, &chart, id, found)?.is_some();
            }
            plays.push(chart.play);
        }
        Ok(Self { kind: Class::TotalDependent, early, plays, ..self })
    }

    /// The same with the attack wager made or not as said.
    ///
    /// # Errors
    /// As [`UpCardPlay::best`].
    pub(crate) fn decided(
        game: &'a Game,
        shoe: &Composition,
        (up, attacked): (Value, bool),
        found: &mut Found,
    ) -> Result<(Self, BigRational), Refusal> {
        let left = shoe.without(up).map_err(|error| Refusal::Table(error.to_string()))?;
        let left = *left.counts();
        let hands = found.hands(game, &left);
        let cases = game.hole_cases(up);
        let mut table = Self {
            early: vec![false; hands.list.len()],
            switches: Switches::default(),
            even_money: false,
            even_money_offered: even_money_is_offered(game, up),
            attacked,
            units: units(game, &Bonuses::new(game, shoe.counts())?),
            plays: cases.iter().map(|_| Row::idle(&hands)).collect(),
            game,
            kind: Class::CompositionDependent,
            up,
            here: format!("the best play, up card {up}"),
            left,
            hands,
            cases,
            dealings: found.dealings.clone(),
        };
        let Decided { plays, early, even_money, mut net } = table.decide(found)?;
        table.plays = plays;
        table.early = early;
        table.even_money = even_money;
        if game.switch.is_some() {
            let rounds = table.rounds(attacked)?;
            net = switch::values(&table, &rounds, switch::Choosing::Best)?.values.into_iter().map(|(net, _)| net).sum();
        }
        Ok((table, net))
    }

    /// One hand at a time.
    fn decide(&self, found: &mut Found) -> Result<Decided, Refusal> {
        let rounds = self.rounds(self.attacked)?;
        let list = &self.hands.list;
        let mut plays = Vec::new();
        // What is decided before a signal is decided over all of them.
        let mut kept: BTreeMap<usize, BigRational> = BTreeMap::new();
        let mut rest = BigRational::zero();
        for round in &rounds {
            let unsplit = found.unsplit(round)?;
            let mut play = unsplit.play.clone();
            for (&id, value) in &unsplit.kept {
                let split = self.best_split(round, &unsplit, id, found)?;
                if let Some((pair, _)) = split {
                    play.split[pair] = true;
                }
                *kept.entry(id).or_insert_with(BigRational::zero) += split.as_ref().map_or(value, |(_, value)| value);
            }
            rest += &unsplit.rest;
            plays.push(play);
        }
        let early = self.best_early(&rounds, &mut kept)?;
        for pair in list.iter().zip(&early).filter(|(_, early)| **early).filter_map(|(hand, _)| hand.pair()) {
            plays.iter_mut().for_each(|play| play.split[pair] = false);
        }
        let gain = self.even_money_gain(&rounds)?;
        let even_money = gain.is_positive();
        if let Some(id) = list.iter().position(Hand::is_ace_and_ten).filter(|_| even_money) {
            let taken = |round: &Round<'_>| -> Result<BigRational, Refusal> {
                let nets = round.pay.even_money().unwrap_or_else(|| round.pay.natural());
                let mut sum = Sum::default();
                sum.add(round.depth, &round.settled(&nets, id)?, &round.ways(id));
                Ok(sum.total(round).0)
            };
            kept.insert(id, rounds.iter().map(taken).sum::<Result<_, _>>()?);
        }
        Ok(Decided { plays, early, even_money, net: rest + kept.into_values().sum::<BigRational>() })
    }

    /// The value of two cards and what splitting them is worth, if they are a pair that is better split.
    fn best_split(
        &self,
        round: &Round<'_>,
        unsplit: &Unsplit,
        id: usize,
        found: &mut Found,
    ) -> Result<Option<(usize, BigRational)>, Refusal> {
        let pair = self.hands.list[id].pair().filter(|_| self.game.split.is_some() && !round.ends_round);
        let Some(pair) = pair else { return Ok(None) };
        let mut split = found.split(round, &unsplit.play, pair)?;
        let kept = unsplit.kept.get(&id).cloned().unwrap_or_else(BigRational::zero);
        if is_given_back(round, id, &(&split - &kept)) {
            split += match found.overstates {
                true => round.blackjack_beside(id),
                false => given_back(round, &unsplit.play, pair)?.total(round).0,
            };
        }
        Ok(Some((pair, split)).filter(|(_, split)| *split > kept))
    }

    /// Which two cards are given up before the signal; their values are replaced.
    fn best_early(&self, rounds: &[Round<'_>], kept: &mut BTreeMap<usize, BigRational>) -> Result<Vec<bool>, Refusal> {
        let mut early = vec![false; self.hands.list.len()];
        if self.game.surrender.as_ref().is_none_or(|rule| rule.when != SurrenderWhen::Early) {
            return Ok(early);
        }
        for (id, _) in self.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2 && hand.surrenders) {
            let mut given_up = BigRational::zero();
            for round in rounds {
                let mut sum = Sum::default();
                sum.add(round.depth, &round.settled(&round.pay.early(), id)?, &round.ways(id));
                given_up += sum.total(round).0;
            }
            if kept.get(&id).is_none_or(|kept| given_up > *kept) {
                early[id] = true;
                kept.insert(id, given_up);
            }
        }
        Ok(early)
    }

    /// What even money for a blackjack gains over all signals; nothing where it is not offered.
    pub(super) fn even_money_gain(&self, rounds: &[Round<'_>]) -> Result<BigInt, Refusal> {
        let natural = self.hands.list.iter().position(Hand::is_ace_and_ten).filter(|_| self.even_money_offered);
        let Some(id) = natural else { return Ok(BigInt::zero()) };
        let mut gain = BigInt::zero();
        for round in rounds {
            let even_money = round.pay.even_money().unwrap_or_else(|| round.pay.natural());
            gain += (round.settled(&even_money, id)?.net - round.settled(&round.pay.natural(), id)?.net)
                * falling_rest(rounds, round);
        }
        Ok(gain)
    }
}

/// The table as a certificate states it; of a game without a switch.
#[cfg(test)]
pub(crate) fn stated(table: &UpCardPlay<'_>) -> certificate::StatedPlay {
    use crate::hand_place::Doubled;
    use crate::hands::{VALUES, fits};
    use crate::strategy::{Permitted, doubled_hands};

    let game = table.game;
    let list = &table.hands.list;
    let letter = |given_up: bool| if given_up { 'R' } else { 'K' };
    let split = |play: &Row, value: usize| {
        let mut pair = [0; VALUES];
        pair[value] = 2;
        match game.split.is_some() && fits(&pair, &table.left) {
            true if play.split[value] => 'P',
            true => 'N',
            false => '-',
        }
    };
    let gives_up_doubled = game.surrender.as_ref().is_some_and(rules::SurrenderRule::takes_doubled);
    let free = game.double.as_ref().is_some_and(|rule| rule.free_hard_totals.is_some());
    let doubled = |play: &Row, doubled: Doubled| {
        doubled_hands(&table.hands, doubled).into_iter().map(|id| letter(play.gives_up_doubled(doubled, id))).collect()
    };
    let rows = table.cases.iter().zip(&table.plays).filter(|(case, _)| !case.ends_round);
    let is_early = game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
    certificate::StatedPlay {
        up: table.up.to_string(),
        attack: game.attack.is_some().then_some(table.attacked),
        even_money: table.even_money_offered.then_some(table.even_money),
        early: is_early.then(|| {
            let hands = list.iter().enumerate().filter(|(_, hand)| hand.size == 2 && hand.surrenders);
            hands.map(|(id, _)| letter(table.early[id])).collect()
        }),
        switched: None,
        signals: rows
            .map(|(case, play)| certificate::StatedRow {
                signal: case.signal.clone(),
                acts: list
                    .iter()
                    .enumerate()
                    .flat_map(|(id, hand)| Permitted::of(hand).map(move |may| play.act(id, may).letter()))
                    .collect(),
                split: (0..VALUES).map(|value| split(play, value)).collect(),
                doubled: gives_up_doubled.then(|| doubled(play, Doubled::Own)),
                doubled_free: (gives_up_doubled && free).then(|| doubled(play, Doubled::Free)),
                switched: None,
            })
            .collect(),
    }
}

/// What brings a case's values to the denominator of the deepest: the cases of an up card differ in the dealer's longest hand.
fn falling_rest(rounds: &[Round<'_>], round: &Round<'_>) -> BigInt {
    let deepest = rounds.iter().map(|round| round.depth).max().unwrap_or(round.depth);
    crate::dealer::falling(round.unseen - round.depth, deepest - round.depth)
}
