//! Perfect play: every decision sees all cards of the round, so its values are those of the optimality equations.
//!
//! A hand that is finished is settled beside the cards seen so far, whatever is drawn later; the hand after it is worth what it is
//! worth beside all of those. So the first hand of a split is played for both.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{StatedClass, StatedUp, number};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{DoubleCard, Game, HoleCase, Submission, SurrenderRule, SurrenderWhen};
use rustc_hash::FxHashMap;

use crate::base_game::{even_money_is_offered, same_list, same_signals, same_up, up_value};
use crate::dealer::ENDS;
use crate::hands::{Counts, Hands, VALUES, value_name};
use crate::pay::{Doubled, Net, Spot};
use crate::round::{Beside, Round, Sum, Worth};
use crate::total::Total;
use crate::whole::{Whole, Wide};
use crate::{Refusal, expect};

/// Why perfect play of a game is not looked at, if it is not.
pub(crate) fn unchecked(game: &Game) -> Option<&'static str> {
    let split = game.split.as_ref()?;
    if split.max_hands > 2 {
        return Some("it splits more than once");
    }
    let charged = game.hole_card.late_blackjack_takes == rules::LateBlackjackTakes::BustedAndOriginal;
    charged.then_some("what a late blackjack takes depends on all hands of a split")
}

/// What holds of the stated values without deriving any: their up cards, the EV over all of them, and the element of risk.
///
/// # Errors
/// [`Refusal`] for the first value that does not fit the others.
pub(crate) fn check(submission: &Submission, class: &StatedClass) -> Result<(), Refusal> {
    let what = &class.strategy;
    let ups: Vec<Value> = Value::all().filter(|&up| submission.shoe.count(up) > 0).collect();
    same_list(&format!("{what}: the values' up cards"), class.up_cards.iter().map(|up| &up.up), &ups)?;
    let total = submission.shoe.total();
    let mut ev = Total::new();
    for (&up, stated) in ups.iter().zip(&class.up_cards) {
        let here = format!("{what}, up card {up}");
        let probability = BigRational::new(submission.shoe.count(up).into(), total.into());
        let read =
            |text: &str| number::fraction(text).map_err(|error| Refusal::Number { what: format!("{here}: EV"), error });
        let mut of_signals = Total::new();
        for signal in &stated.signals {
            of_signals.add(&here, &(read(&signal.ev)? * read(&signal.probability)?))?;
        }
        let of_signals = of_signals.sum();
        expect(&format!("{here}: EV"), &stated.ev, &of_signals)?;
        ev.add(&here, &(of_signals * &probability))?;
        expect(&format!("{here}: probability"), &stated.probability, &probability)?;
        same_signals(submission, what, up, stated)?;
    }
    let ev = ev.sum();
    expect(&format!("{what}: EV"), &class.ev, &ev)?;
    let error = |error| Refusal::Number { what: format!("{what}: average wager"), error };
    let stated_wagers = number::fraction(&class.average_wager).map_err(error)?;
    if stated_wagers < BigRational::one() {
        return Err(Refusal::value(&format!("{what}: average wager"), &class.average_wager, "at least 1/1"));
    }
    expect(&format!("{what}: element of risk"), &class.element_of_risk, &(-ev / stated_wagers))
}

/// Derives the values under an up card and compares them with those stated. Gives what it adds to the average wager.
///
/// # Errors
/// [`Refusal`] for the first value that is not perfect play's.
pub(crate) fn check_up(
    submission: &Submission,
    class: &StatedClass,
    stated: &StatedUp,
    progress: &dyn Fn(&str),
) -> Result<BigRational, Refusal> {
    let what = &class.strategy;
    let here = format!("{what}, up card {}", stated.up);
    let up = Value::all().find(|up| up.to_string() == stated.up && submission.shoe.count(*up) > 0);
    let up = up.ok_or_else(|| Refusal::Table(format!("{here}: there is no such card")))?;
    let (found, further) = derive(submission, up, &|pair| progress(&format!("{here}, {pair}")))?;
    same_up(what, stated, &found)?;
    Ok(further * BigRational::new(submission.shoe.count(up).into(), submission.shoe.total().into()))
}

/// Checks what all up cards together add to the average wager.
///
/// # Errors
/// [`Refusal`] if it is another.
pub(crate) fn check_wager(class: &StatedClass, further: BigRational) -> Result<(), Refusal> {
    expect(&format!("{}: average wager", class.strategy), &class.average_wager, &(further + BigRational::one()))
}

/// The values under an up card and the expected wagers besides the initial one.
fn derive(
    submission: &Submission,
    up: Value,
    progress: &dyn Fn(&str),
) -> Result<(certificate::StatedUp, BigRational), Refusal> {
    let game = &submission.game;
    let left = submission.shoe.without(up).map_err(|error| Refusal::Table(error.to_string()))?;
    let left = *left.counts();
    let hands = Hands::new(game, &left);
    let cases = game.hole_cases(up);
    let mut best: Option<(BigRational, bool, Values)> = None;
    for attacked in [false, true].into_iter().take(if game.attack.is_some() { 2 } else { 1 }) {
        let new = |case: &HoleCase| {
            let holes = case.holes.values().map(Value::index).collect();
            Round::new(game, &hands, attacked, up.index(), holes, case.ends_round, left)
        };
        let rounds = cases.iter().map(new).collect::<Result<Vec<_>, _>>()?;
        let values = values(game, up, &rounds, progress)?;
        let net: BigRational = values.iter().map(|(net, _)| net).sum();
        if best.as_ref().is_none_or(|(other, ..)| net > *other) {
            best = Some((net, attacked, values));
        }
    }
    let (_, attacked, values) = best.unwrap_or_default();
    let further: BigRational = values.iter().map(|(_, further)| further).sum();
    let attack = BigRational::from_integer(u8::from(attacked).into());
    Ok((up_value(submission, up, &cases, &values), further + attack))
}

/// By case, net result and further wagers, given the up card and weighted by the case.
type Values = Vec<(BigRational, BigRational)>;

/// The value of each case.
fn values(game: &Game, up: Value, rounds: &[Round<'_>], progress: &dyn Fn(&str)) -> Result<Values, Refusal> {
    let Some(first) = rounds.first() else { return Ok(Values::new()) };
    let list = &first.hands.list;
    let is_offered = even_money_is_offered(game, up);
    let is_early = game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
    let mut unsplit: Vec<Best<'_>> = rounds.iter().map(|round| Best::new(round, Spot::Unsplit, None)).collect();
    let mut sums = vec![Sum::default(); rounds.len()];
    for (id, hand) in list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
        // What a decision before the signal is about is decided over all cases.
        let mut ways_out: Vec<Vec<Sum>> = vec![Vec::new()];
        for (round, best) in rounds.iter().zip(&mut unsplit) {
            let beside = round.beside([0; VALUES]);
            let settled = |nets: [Net; ENDS]| -> Result<Sum, Refusal> {
                let mut sum = Sum::default();
                sum.add(round.depth, &round.settled(&nets, id)?, &round.ways(id));
                Ok(sum)
            };
            let kept = if hand.is_ace_and_ten() {
                settled(round.pay.natural())?
            } else if round.ends_round {
                settled(round.pay.discovered())?
            } else {
                let mut kept = Sum::default();
                kept.add(round.depth, &best.hand(&beside, id)?, &round.ways(id));
                match hand.pair().filter(|_| game.split.is_some()) {
                    Some(pair) => {
                        let name = value_name(pair);
                        progress(&format!("{name},{name} split"));
                        let split = split(round, pair)?;
                        round.forget();
                        if split.total(round).0 > kept.total(round).0 { split } else { kept }
                    }
                    None => kept,
                }
            };
            ways_out[0].push(kept);
            let other = if is_early && hand.surrenders {
                Some(round.pay.early())
            } else if is_offered && hand.is_ace_and_ten() {
                round.pay.even_money()
            } else {
                None
            };
            if let Some(nets) = other {
                ways_out.resize_with(2, Vec::new);
                ways_out[1].push(settled(nets)?);
            }
        }
        let worth =
            |sums: &[Sum]| -> BigRational { sums.iter().zip(rounds).map(|(sum, round)| sum.total(round).0).sum() };
        let is_better = ways_out.get(1).is_some_and(|other| worth(other) > worth(&ways_out[0]));
        for (sum, more) in sums.iter_mut().zip(&ways_out[usize::from(is_better)]) {
            sum.merge(more);
        }
    }
    Ok(sums.iter().zip(rounds).map(|(sum, round)| sum.total(round)).collect())
}

/// Hands played on under one signal, by the optimality equations.
struct Best<'a, N = BigInt> {
    round: &'a Round<'a>,
    spot: Spot,
    /// The value of the pair that the hands were split from.
    pair: Option<usize>,
    rescues: bool,
    /// By hand: those of one kind may do and win the same, and grow into the same kinds.
    kinds: Vec<u32>,
    /// By all cards gone and kind.
    known: FxHashMap<(u128, u32), Worth<N>>,
}

impl<'a, N: Whole> Best<'a, N> {
    fn new(round: &'a Round<'a>, spot: Spot, pair: Option<usize>) -> Self {
        let list = &round.hands.list;
        let mut kinds = Vec::new();
        let mut number: BTreeMap<(u8, bool, bool, bool), u32> = BTreeMap::new();
        for (id, hand) in list.iter().enumerate() {
            let has_ace = hand.cards[Value::ACE.index()] > 0;
            let next = number.len() as u32;
            kinds.push(match &round.game.bonus {
                // Each has a payout of its own.
                Some(_) => id as u32,
                None => *number.entry((hand.hard, has_ace, hand.originals, hand.size == 2)).or_insert(next),
            });
        }
        Self {
            round,
            spot,
            pair,
            rescues: round.game.surrender.as_ref().is_some_and(SurrenderRule::rescues),
            kinds,
            known: FxHashMap::default(),
        }
    }

    /// What one of a doubled hand's cards brings it to, kept or given up.
    fn doubled(&self, spot: Spot, doubled: Doubled, beside: &Beside<N>, id: usize) -> Result<N, Refusal> {
        let kept = self.round.doubled(spot, doubled, beside, id, false)?;
        if !self.rescues || !self.round.hands.list[id].may_be_rescued() {
            return Ok(kept);
        }
        Ok(kept.max(self.round.doubled(spot, doubled, beside, id, true)?))
    }

    /// The best way to play a hand on.
    ///
    /// Beside different cards it is the same if all cards gone are the same and the denominators are.
    fn hand(&mut self, beside: &Beside<N>, id: usize) -> Result<Worth<N>, Refusal> {
        let (round, spot) = (self.round, self.spot);
        let hand = &round.hands.list[id];
        let state = (beside.key_with(&hand.cards), self.kinds[id]);
        if let Some(worth) = self.known.get(&state) {
            return Ok(worth.clone());
        }
        let may = round.may(spot, self.pair, hand);
        let mut best = Worth::plain(round.stand(spot, beside, id)?);
        if may.hit {
            let mut hit = Worth::default();
            for (value, count) in round.draws(beside, hand) {
                match hand.next[value] {
                    Some(next) => hit.add(&self.hand(beside, next)?, count),
                    None => hit.net.add_times(&round.bust(spot, Doubled::No, beside, hand, value)?, count),
                }
            }
            best.improve(hit);
        }
        if may.double {
            let doubled = Doubled::of(hand);
            let mut double = Worth { net: N::default(), wagers: round.doubling(spot, doubled, beside, hand) };
            for (value, count) in round.draws(beside, hand) {
                let drawn = match hand.next[value] {
                    Some(next) => self.doubled(spot, doubled, beside, next)?,
                    None => round.bust(spot, doubled, beside, hand, value)?,
                };
                double.net.add_times(&drawn, count);
            }
            best.improve(double);
        }
        if may.surrender {
            let nets = round.surrendered(spot, Doubled::No, Some(hand));
            best.improve(Worth::plain(round.finished(&nets, beside, &hand.cards, hand.size)?));
        }
        self.known.insert(state, best.clone());
        Ok(best)
    }
}

/// Digits of values of a split, 64 bits each, where that is enough: from eight decks it is.
const DIGITS: usize = 8;

/// A split of a pair of this value into two hands, weighted by its ordered ways.
fn split(round: &Round<'_>, pair: usize) -> Result<Sum, Refusal> {
    if round.fits(split_draws(round), 64 * DIGITS as u64) {
        Split::<Wide<DIGITS>>::new(round, pair)?.both()
    } else {
        Split::<BigInt>::new(round, pair)?.both()
    }
}

/// Draws enough for both hands and the dealer's.
fn split_draws(round: &Round<'_>) -> usize {
    round.depth + round.longest() + 2
}

/// A split into two hands.
struct Split<'a, N> {
    round: &'a Round<'a>,
    pair: usize,
    is_hidden: bool,
    second: Best<'a, N>,
    /// The pair's other card, beside the first hand.
    beside: Beside<N>,
    /// Draws of the denominators: once s cards beside the up card are gone, worths are integers over falling(unseen - s, `draws` - s).
    draws: usize,
    first: FxHashMap<usize, Worth<N>>,
    after: FxHashMap<Counts, Worth<N>>,
    /// Known cards of every number, any cards.
    of_number: BTreeMap<u16, Beside<N>>,
}

impl<'a, N: Whole> Split<'a, N> {
    fn new(round: &'a Round<'a>, pair: usize) -> Result<Self, Refusal> {
        let draws = split_draws(round);
        if round.unseen < draws {
            return Err(Refusal::not_checkable("perfect play of a shoe of so few cards"));
        }
        let mut other = [0; VALUES];
        other[pair] = 1;
        Ok(Self {
            round,
            pair,
            is_hidden: round.game.double.as_ref().is_some_and(|rule| rule.card == DoubleCard::Down),
            second: Best::new(round, round.pay.later(pair), Some(pair)),
            beside: round.beside_in(other, draws),
            draws,
            first: FxHashMap::default(),
            after: FxHashMap::default(),
            of_number: BTreeMap::new(),
        })
    }

    /// A finished first hand's own worth and that of the hand after it, which knows these cards.
    fn then(&mut self, own: Worth<N>, cards: &Counts) -> Result<Worth<N>, Refusal> {
        let round = self.round;
        if !self.after.contains_key(cards) {
            let number = cards.iter().sum();
            let of_number = self.of_number.entry(number).or_insert_with(|| round.beside_in(*cards, self.draws));
            let beside = of_number.instead(*cards);
            let mut rest = Worth::default();
            for (second, &gone) in cards.iter().enumerate() {
                let gone = gone + u16::from(second == self.pair);
                let left = u64::from(round.left[second].saturating_sub(gone));
                if let Some(id) = round.hands.two(self.pair, second).filter(|_| left > 0) {
                    rest.add(&self.second.hand(&beside, id)?, left);
                }
            }
            self.after.insert(*cards, rest);
        }
        let mut both = own;
        both.add(&self.after[cards], 1);
        Ok(both)
    }

    /// The first hand played on for both.
    fn first(&mut self, id: usize) -> Result<Worth<N>, Refusal> {
        if let Some(worth) = self.first.get(&id) {
            return Ok(worth.clone());
        }
        let round = self.round;
        let hand = &round.hands.list[id];
        let spot = round.pay.first(self.pair);
        let may = round.may(spot, Some(self.pair), hand);
        let own = Worth::plain(round.stand(spot, &self.beside, id)?);
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
                        let own = Worth::plain(round.bust(spot, Doubled::No, &self.beside, hand, value)?);
                        self.then(own, &with(value))?
                    }
                };
                hit.add(&worth, count);
            }
            best.improve(hit);
        }
        if may.double {
            let doubled = Doubled::of(hand);
            let mut double = Worth::default();
            let mut unseen = N::default();
            for (value, count) in round.draws(&self.beside, hand) {
                let own = match hand.next[value] {
                    Some(next) => self.second.doubled(spot, doubled, &self.beside, next)?,
                    None => round.bust(spot, doubled, &self.beside, hand, value)?,
                };
                if self.is_hidden {
                    unseen.add_times(&own, count);
                } else {
                    double.add(&self.then(Worth::plain(own), &with(value))?, count);
                }
            }
            let wagers = round.doubling(spot, doubled, &self.beside, hand);
            if self.is_hidden {
                double = self.then(Worth { net: unseen, wagers }, &hand.cards)?;
            } else {
                double.wagers.add_times(&wagers, 1);
            }
            best.improve(double);
        }
        if may.surrender {
            let nets = round.surrendered(spot, Doubled::No, Some(hand));
            let own = Worth::plain(round.finished(&nets, &self.beside, &hand.cards, hand.size)?);
            best.improve(self.then(own, &hand.cards)?);
        }
        self.first.insert(id, best.clone());
        Ok(best)
    }

    /// The split, weighted by the ordered ways of the pair.
    fn both(&mut self) -> Result<Sum, Refusal> {
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
        let wagers = BigInt::from(round.pay.split_wager(self.second.spot)) * holes;
        sum.add(3, &Worth { net: BigInt::zero(), wagers }, &ways);
        Ok(sum)
    }
}
