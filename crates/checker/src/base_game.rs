//! The base game: every claimed value derived again from the stated strategy, and every decision compared with the others.

pub(crate) mod best;
mod by_cell;
mod charged;
mod compared;
pub(crate) mod first_hands;
pub(crate) mod found;

use std::collections::BTreeMap;

use cards::Value;
use certificate::{StatedClass, StatedSignal, StatedUp};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{Game, HoleCase, Submission, SurrenderWhen};

use crate::dealer::{Dealings, ENDS};
use crate::hand_place::{Doubled, Spot};
use crate::hands::{VALUES, name};
use crate::nets::Net;
use crate::parallel;
use crate::refusal::{Refusal, expect, same_list};
use crate::round::{ActionValues, Round, Sum};
use crate::strategy::{Act, Permitted, Row};
use crate::switch::{self, Switching};
use crate::up_card_play::{Class, UpCardPlay, stated_plays};
use by_cell::{Cell, best_by_cell};
use charged::{given_back, is_given_back};
pub(crate) use compared::{same_signals, same_up};

/// What is done about decisions while hands are valued.
#[derive(Debug, Clone, Copy)]
enum Decisions<'a> {
    /// The stated ones are followed.
    Stated,
    /// They are followed and compared with the others, in the name of this place.
    Compared(&'a str),
}

/// Refuses rules that this checker does not know.
pub(crate) fn checkable(game: &Game) -> Result<(), Refusal> {
    if game.bonus.is_some() && game.attack.is_some() {
        return Err(Refusal::not_checkable("hands of 21 that are paid more beside an attack wager"));
    }
    Ok(())
}

/// The values of a class's stated strategy, whose decisions are not compared with others.
///
/// # Errors
/// [`Refusal`] for tables that the rules do not ask for.
pub(crate) fn derive(submission: &Submission, class: &StatedClass) -> Result<StatedClass, Refusal> {
    let plays = stated_plays(submission, class)?;
    let found = parallel::each(&plays, parallel::threads(), |&(up, play)| {
        of_up(submission, &UpCardPlay::new(submission, class, up, play)?, None).map(|(up, sums, _)| (up, sums))
    })?;
    let mut sums = Sums::default();
    let mut up_cards = Vec::new();
    for (up, of_up) in found {
        sums.add(&of_up);
        let results = class.up_cards.iter().find(|one| one.up == up.up).and_then(|one| one.results.clone());
        up_cards.push(StatedUp { results, ..up });
    }
    let (ev, wagers) = sums.totals();
    Ok(StatedClass {
        ev: cards::fraction(&ev),
        average_wager: cards::fraction(&wagers),
        element_of_risk: cards::fraction(&(-ev / wagers)),
        up_cards,
        ..class.clone()
    })
}

/// What up cards add to the EV and to the average wager.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sums {
    ev: BigRational,
    further: BigRational,
}

impl Sums {
    pub(crate) fn add(&mut self, other: &Self) {
        self.ev += &other.ev;
        self.further += &other.further;
    }

    /// EV and average wager.
    fn totals(self) -> (BigRational, BigRational) {
        (self.ev, self.further + BigRational::one())
    }
}

/// By signal, the gain of every switch.
type Gains = Vec<Vec<BigRational>>;

/// The values under an up card and what it adds to the totals. With the values that are stated, every decision must be the best its class
/// allows, and what is stated of the other attack decision is compared. The gain of every switch comes third, if decisions are compared.
fn of_up(
    submission: &Submission,
    table: &UpCardPlay<'_>,
    compared: Option<&StatedUp>,
) -> Result<(StatedUp, Sums, Gains), Refusal> {
    let Switching { values, gains } = table.values_and_gains(compared.is_some())?;
    let probability = ratio(submission.shoe.count(table.up).into(), submission.shoe.total().into());
    let net: BigRational = values.iter().map(|(net, _)| net).sum();
    if let Some(stated) = compared.filter(|_| table.game.attack.is_some()) {
        table.check_attack(&net, stated.other_attack_ev.as_deref())?;
    }
    let attack = BigRational::from_integer(u8::from(table.attacked).into());
    let further = values.iter().map(|(_, more)| more).sum::<BigRational>() + attack;
    let sums = Sums { ev: net * &probability, further: further * probability };
    Ok((up_value(submission, table.up, &table.cases, &values), sums, gains))
}

/// The values under an up card; `values` are those of the cases, net result and further wagers, weighted by the case.
pub(crate) fn up_value(
    submission: &Submission,
    up: Value,
    cases: &[HoleCase],
    values: &[(BigRational, BigRational)],
) -> StatedUp {
    let total = u64::from(submission.shoe.total());
    let left = |hole: Value| u64::from(submission.shoe.count(hole)) - u64::from(hole == up);
    let mut of_up = BigRational::zero();
    let mut signals = Vec::new();
    for (case, (net, _)) in cases.iter().zip(values) {
        let holes: Vec<Value> = case.holes.values().filter(|&hole| left(hole) > 0).collect();
        if holes.is_empty() {
            continue;
        }
        let of_signal = ratio(holes.iter().map(|&hole| left(hole)).sum(), total - 1);
        signals.push(StatedSignal {
            signal: case.signal.clone(),
            holes: holes.into_iter().map(Value::letter).collect(),
            ev: cards::fraction(&(net / &of_signal)),
            probability: cards::fraction(&of_signal),
        });
        of_up += net;
    }
    StatedUp {
        up: up.to_string(),
        probability: cards::fraction(&ratio(submission.shoe.count(up).into(), total)),
        ev: cards::fraction(&of_up),
        other_attack_ev: None,
        signals,
        results: None,
    }
}

/// Checks that values and strategy are those of the shoe's up cards.
///
/// # Errors
/// [`Refusal`] if not.
pub(crate) fn check_lists(submission: &Submission, class: &StatedClass) -> Result<(), Refusal> {
    let plays = stated_plays(submission, class)?;
    let ups: Vec<Value> = plays.into_iter().map(|(up, _)| up).collect();
    same_list(&format!("{}: the values' up cards", class.strategy), class.up_cards.iter().map(|up| &up.up), &ups)
}

/// Checks a class's values and decisions under an up card, by its place. Gives what it adds to the totals.
///
/// # Errors
/// [`Refusal`] for the first value that is not the strategy's, for a decision that can be improved, and for a table that the rules
/// do not ask for.
pub(crate) fn check_up(
    submission: &Submission,
    class: &StatedClass,
    place: usize,
    dealings: &Dealings,
) -> Result<Sums, Refusal> {
    let what = &class.strategy;
    let stated = class.up_cards.get(place).zip(stated_plays(submission, class)?.into_iter().nth(place));
    let (stated, (up, play)) = stated.ok_or_else(|| Refusal::Table(format!("{what}: an up card is missing")))?;
    let table = UpCardPlay::new(submission, class, up, play)?.dealt(dealings);
    let (found, sums, gains) = of_up(submission, &table, Some(stated))?;
    same_up(what, stated, &found)?;
    if class.switch_gains.is_some() {
        switch::same_gains(class, up, &gains)?;
    }
    Ok(sums)
}

/// Checks a class's totals against the sums over all up cards.
///
/// # Errors
/// [`Refusal`] for the first that is another.
pub(crate) fn check_totals(class: &StatedClass, sums: Sums) -> Result<(), Refusal> {
    let what = &class.strategy;
    let (ev, wagers) = sums.totals();
    expect(&format!("{what}: EV"), &class.ev, &ev)?;
    expect(&format!("{what}: average wager"), &class.average_wager, &wagers)?;
    expect(&format!("{what}: element of risk"), &class.element_of_risk, &(-ev / wagers))
}

fn ratio(part: u64, whole: u64) -> BigRational {
    BigRational::new(part.into(), whole.into())
}

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
    fn values_and_gains(&self, decisions: bool) -> Result<Switching, Refusal> {
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
                let (hand, _) = self.hand(round, play, actions.as_deref(), id, mode)?;
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
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn hand(
        &self,
        round: &Round<'_>,
        play: &Row,
        actions: Option<&[ActionValues]>,
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

/// Two cards that are kept and not split, weighted by their ordered ways; `natural` is what a blackjack wins. There are no actions where
/// a discovered blackjack has ended the round.
fn unsplit(
    round: &Round<'_>,
    natural: &[Net; ENDS],
    (play, actions): (&Row, Option<&[ActionValues]>),
    id: usize,
) -> Result<Sum, Refusal> {
    let worth = match actions {
        _ if round.hands.list[id].is_ace_and_ten() => round.settled(natural, id)?,
        None => round.settled(&round.pay.discovered(), id)?,
        Some(actions) => round.played_on(actions, play, id),
    };
    let mut sum = Sum::default();
    sum.add(round.depth, &worth, &round.ways(id));
    Ok(sum)
}

/// What brings a case's values to the denominator of the deepest: the cases of an up card differ in the dealer's longest hand.
fn falling_rest(rounds: &[Round<'_>], round: &Round<'_>) -> BigInt {
    let deepest = rounds.iter().map(|round| round.depth).max().unwrap_or(round.depth);
    crate::dealer::falling(round.unseen - round.depth, deepest - round.depth)
}

fn split_word(splits: bool) -> &'static str {
    if splits { "split" } else { "not split" }
}

/// Every act must be worth at least as much as every other that is allowed, hand by hand.
fn best_by_hand(round: &Round<'_>, play: &Row, actions: &[ActionValues], here: &str) -> Result<(), Refusal> {
    for (id, hand) in round.hands.list.iter().enumerate() {
        for may in Permitted::of(hand) {
            best(play.act(id, may), may, |act| actions[id].of(act).cloned(), here, &name(&hand.cards))?;
        }
    }
    let beside = round.beside([0; VALUES]);
    for doubled in [Doubled::Own, Doubled::Free] {
        for (id, hand) in round.hands.list.iter().enumerate() {
            let Some(given_up) = play.given_up_doubled(doubled, id) else { continue };
            let value = |given_up| round.doubled(Spot::Unsplit, doubled, &beside, id, given_up);
            giving_up_is_best(given_up, &value(true)?, &value(false)?, here, &name(&hand.cards))?;
        }
    }
    Ok(())
}

fn giving_up_is_best(given_up: bool, up: &BigInt, kept: &BigInt, here: &str, hand: &str) -> Result<(), Refusal> {
    let (stated, other) = if given_up { (up, kept) } else { (kept, up) };
    if other > stated {
        let words = ["keep", "give up"];
        let hand = format!("doubled {hand}");
        let (stated, better) = (words[usize::from(given_up)], words[usize::from(!given_up)]);
        return Err(Refusal::NotOptimal(format!("{here}: {stated} with {hand}, to {better} is worth more")));
    }
    Ok(())
}

fn best(
    stated: Act,
    may: Permitted,
    value: impl Fn(Act) -> Option<BigInt>,
    here: &str,
    hand: &str,
) -> Result<(), Refusal> {
    let Some(own) = value(stated) else {
        return Err(Refusal::Table(format!("{here}: {} is no act on {hand}", stated.word())));
    };
    for act in Act::ALL.into_iter().filter(|&act| act != stated && may.allows(act)) {
        if value(act).is_some_and(|other| other > own) {
            let message = format!("{here}: {} with {hand}, to {} is worth more", stated.word(), act.word());
            return Err(Refusal::NotOptimal(message));
        }
    }
    Ok(())
}
