//! Perfect play: every decision sees all cards of the round, so its values are those of the optimality equations.
//!
//! A hand that is finished is settled beside the cards seen so far, whatever is drawn later; the hand after it is worth what it is
//! worth beside all of those. So the first hand of a split is played for both.

mod last_hands;
mod sets;

use std::collections::{BTreeMap, BTreeSet};

use cards::Value;
use certificate::{StatedClass, StatedUp, number};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{DoubleCard, Game, HoleCase, Submission, SurrenderWhen};
use rustc_hash::FxHashMap;

use crate::base_game::{even_money_is_offered, same_list, same_signals, same_up, up_value};
use crate::dealer::ENDS;
use crate::hands::{Counts, Hands, VALUES};
use crate::pay::{Doubled, Net, Spot};
use crate::round::{Beside, Round, Sum, Worth};
use crate::strategy::Row;
use crate::total::Total;
use crate::whole::{Whole, Wide};
use crate::{Refusal, expect};
use sets::Sets;

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
    let (found, further) = derive(submission, up, &|signal| progress(&format!("{here}, signal {signal}")))?;
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
    let new = |attacked: bool, case: &HoleCase| {
        let holes = case.holes.values().map(Value::index).collect();
        Round::new(game, &hands, attacked, up.index(), holes, case.ends_round, left)
    };
    let decisions = [false, true].into_iter().take(if game.attack.is_some() { 2 } else { 1 });
    let rounds = decisions.map(|attacked| cases.iter().map(|case| new(attacked, case)).collect::<Result<Vec<_>, _>>());
    let rounds = rounds.collect::<Result<Vec<_>, _>>()?;
    // Which cards may be gone is the same under every signal, and with the attack wager as without.
    let looks = rounds.iter().flatten().any(|round| round.settlement.busts_differ());
    let splits = rounds.iter().flatten().find(|round| !round.ends_round).filter(|_| game.split.is_some());
    let sets = splits.map(|round| Sets::new(round, looks));
    let mut best: Option<(BigRational, bool, Values)> = None;
    for (rounds, attacked) in rounds.iter().zip([false, true]) {
        let values = values((up, &cases), rounds, sets.as_ref(), progress)?;
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
fn values(
    (up, cases): (Value, &[HoleCase]),
    rounds: &[Round<'_>],
    sets: Option<&Sets>,
    progress: &dyn Fn(&str),
) -> Result<Values, Refusal> {
    let Some(Round { game, hands: Hands { list, .. }, .. }) = rounds.first() else { return Ok(Values::new()) };
    let is_offered = even_money_is_offered(game, up);
    let is_early = game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
    let mut played = Vec::new();
    for (round, case) in rounds.iter().zip(cases) {
        progress(&case.signal);
        let mut play = Row::idle(round.hands);
        let actions = if round.ends_round { None } else { Some(round.best_actions(&mut play)?) };
        let splits = match sets.filter(|_| !round.ends_round) {
            Some(sets) => splits(round, sets)?,
            None => BTreeMap::new(),
        };
        played.push((play, actions, splits));
    }
    let mut sums = vec![Sum::default(); rounds.len()];
    for (id, hand) in list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
        // What a decision before the signal is about is decided over all cases.
        let mut ways_out: Vec<Vec<Sum>> = vec![Vec::new()];
        for (round, (play, actions, splits)) in rounds.iter().zip(&mut played) {
            let settled = |nets: [Net; ENDS]| -> Result<Sum, Refusal> {
                let mut sum = Sum::default();
                sum.add(round.depth, &round.settled(&nets, id)?, &round.ways(id));
                Ok(sum)
            };
            let kept = match actions {
                _ if hand.is_ace_and_ten() => settled(round.pay.natural())?,
                None => settled(round.pay.discovered())?,
                Some(actions) => {
                    let mut kept = Sum::default();
                    kept.add(round.depth, &round.played_on(actions, play, id), &round.ways(id));
                    let split = hand.pair().and_then(|pair| splits.remove(&pair));
                    split.filter(|split| split.total(round).0 > kept.total(round).0).unwrap_or(kept)
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

/// Every split under a signal into two hands, by the value of the pair, weighted by its ordered ways.
fn splits(round: &Round<'_>, sets: &Sets) -> Result<BTreeMap<usize, Sum>, Refusal> {
    let draws = last_hands::draws(round, sets);
    if round.unseen < draws {
        return Err(Refusal::not_checkable("perfect play of a shoe of so few cards"));
    }
    // As few digits of 64 bits as are enough.
    if round.fits(draws, 64 * 4) {
        splits_in::<Wide<4>>(round, sets)
    } else if round.fits(draws, 64 * 6) {
        splits_in::<Wide<6>>(round, sets)
    } else if round.fits(draws, 64 * 8) {
        splits_in::<Wide<8>>(round, sets)
    } else {
        splits_in::<BigInt>(round, sets)
    }
}

fn splits_in<N: Whole>(round: &Round<'_>, sets: &Sets) -> Result<BTreeMap<usize, Sum>, Refusal> {
    let after = last_hands::values::<N>(round, sets)?;
    let pairs: BTreeSet<usize> = sets.taken.iter().map(|&(pair, _)| pair).collect();
    pairs.into_iter().map(|pair| Ok((pair, Split::new(round, sets, &after, pair).both()?))).collect()
}

/// A split into two hands.
struct Split<'a, N> {
    round: &'a Round<'a>,
    sets: &'a Sets,
    /// The worth of the last hand by what the first has taken.
    after: &'a [Worth<N>],
    pair: usize,
    is_hidden: bool,
    /// The pair's other card, beside the first hand.
    beside: Beside<N>,
    /// Draws of the denominators: once s cards beside the up card are gone, worths are integers over falling(unseen - s, `draws` - s).
    draws: usize,
    first: FxHashMap<usize, Worth<N>>,
}

impl<'a, N: Whole> Split<'a, N> {
    fn new(round: &'a Round<'a>, sets: &'a Sets, after: &'a [Worth<N>], pair: usize) -> Self {
        let mut other = [0; VALUES];
        other[pair] = 1;
        let draws = last_hands::draws(round, sets);
        let is_hidden = round.game.double.as_ref().is_some_and(|rule| rule.card == DoubleCard::Down);
        let beside = round.beside_in(other, draws);
        Self { round, sets, after, pair, is_hidden, beside, draws, first: FxHashMap::default() }
    }

    /// A doubled first hand's own worth, kept or given up.
    fn doubled(&self, spot: Spot, doubled: Doubled, id: usize) -> Result<N, Refusal> {
        let round = self.round;
        let kept = round.doubled(spot, doubled, &self.beside, id, false)?;
        if !round.may_rescue(&round.hands.list[id]) {
            return Ok(kept);
        }
        Ok(kept.max(round.doubled(spot, doubled, &self.beside, id, true)?))
    }

    /// A finished first hand's own worth and that of the hand after it, which knows these cards.
    fn then(&self, own: Worth<N>, cards: &Counts) -> Result<Worth<N>, Refusal> {
        let mut both = own;
        both.add(&self.after[self.sets.after(self.pair, cards)?], 1);
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
                    Some(next) => self.doubled(spot, doubled, next)?,
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
        let wagers = BigInt::from(round.pay.split_wager(round.pay.later(self.pair))) * holes;
        sum.add(3, &Worth { net: BigInt::zero(), wagers }, &ways);
        Ok(sum)
    }
}
