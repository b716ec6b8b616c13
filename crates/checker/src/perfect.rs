//! Perfect play: every decision sees all cards of the round, so its values are those of the optimality equations.
//!
//! A hand that is finished is settled beside the cards seen so far, whatever is drawn later; the hand after it is worth what it is
//! worth beside all of those. So the first hand of a split is played for both.

mod last_hands;
mod moments;
mod sets;
mod split;
mod squares;
mod totals;

use std::collections::{BTreeMap, BTreeSet};

use cards::Value;
use certificate::{StatedClass, StatedUp};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use rules::{Game, HoleCase, Submission, SurrenderWhen};
use rustc_hash::FxHashMap;

use self::split::Split;
use crate::base_game::{same_signals, same_up, up_value};
use crate::dealer::ENDS;
use crate::distribution::field::Field;
use crate::hands::{Hands, VALUES};
use crate::nets::Net;
use crate::refusal::{Refusal, expect, fraction, same_list};
use crate::round::{ActionValues, Round, Sum, Worth};
use crate::signal_case::SignalCase;
use crate::strategy::Row;
use crate::total::Total;
use crate::up_card_play::even_money_is_offered;
use crate::whole::{Whole, Wide};
use sets::Sets;
use squares::Ended;

pub(crate) use totals::{Added, PerfectTotal, field, variance_unchecked};

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
        let read = |text: &str| fraction(&format!("{here}: EV"), text);
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
    let stated_wagers = fraction(&format!("{what}: average wager"), &class.average_wager)?;
    if stated_wagers < BigRational::one() {
        return Err(Refusal::value(&format!("{what}: average wager"), &class.average_wager, "at least 1/1"));
    }
    expect(&format!("{what}: element of risk"), &class.element_of_risk, &(-ev / stated_wagers))
}

/// Derives the values under an up card and compares them with those stated. With a field, mean squares are derived too.
///
/// # Errors
/// [`Refusal`] for the first value that is not perfect play's.
pub(crate) fn check_up(
    submission: &Submission,
    class: &StatedClass,
    stated: &StatedUp,
    field: Option<&Field>,
    progress: &dyn Fn(&str),
) -> Result<Added, Refusal> {
    let what = &class.strategy;
    let here = format!("{what}, up card {}", stated.up);
    let up = Value::all().find(|up| up.to_string() == stated.up && submission.shoe.count(*up) > 0);
    let up = up.ok_or_else(|| Refusal::Table(format!("{here}: there is no such card")))?;
    let told = |signal: &str| progress(&format!("{here}, signal {signal}"));
    let (found, further, square) = derive(submission, up, field, &told)?;
    same_up(what, stated, &found)?;
    let probability = BigRational::new(submission.shoe.count(up).into(), submission.shoe.total().into());
    let square = field.map_or(0, |field| {
        let probability = [probability.numer(), probability.denom()].map(|number| field.of_integer(number));
        field.multiply(square, field.multiply(probability[0], field.inverse(probability[1])))
    });
    Ok(Added { wager: further * probability, square })
}

/// The values under an up card, the expected wagers besides the initial one, and the mean square of the net result in the field.
fn derive(
    submission: &Submission,
    up: Value,
    field: Option<&Field>,
    progress: &dyn Fn(&str),
) -> Result<(certificate::StatedUp, BigRational, u64), Refusal> {
    let game = &submission.game;
    let left = submission.shoe.without(up).map_err(|error| Refusal::Table(error.to_string()))?;
    let left = *left.counts();
    let hands = Hands::new(game, &left);
    let cases = game.hole_cases(up);
    let new = |attacked: bool, case: &HoleCase| Round::new(game, &hands, attacked, SignalCase::new(up, case, left));
    let decisions = [false, true].into_iter().take(if game.attack.is_some() { 2 } else { 1 });
    let rounds = decisions.map(|attacked| cases.iter().map(|case| new(attacked, case)).collect::<Result<Vec<_>, _>>());
    let rounds = rounds.collect::<Result<Vec<_>, _>>()?;
    // Which cards may be gone is the same under every signal, and with the attack wager as without.
    let looks = rounds.iter().flatten().any(|round| round.settlement.busts_differ());
    let splits = rounds.iter().flatten().find(|round| !round.ends_round).filter(|_| game.split.is_some());
    let sets = splits.map(|round| Sets::new(round, looks));
    let mut best: Option<(BigRational, bool, (Values, u64))> = None;
    for (rounds, attacked) in rounds.iter().zip([false, true]) {
        let values = values((up, &cases), rounds, sets.as_ref(), field, progress)?;
        let net: BigRational = values.0.iter().map(|(net, _)| net).sum();
        if best.as_ref().is_none_or(|(other, ..)| net > *other) {
            best = Some((net, attacked, values));
        }
    }
    let (_, attacked, (values, square)) = best.unwrap_or_default();
    let further: BigRational = values.iter().map(|(_, further)| further).sum();
    let attack = BigRational::from_integer(u8::from(attacked).into());
    Ok((up_value(submission, up, &cases, &values), further + attack, square))
}

/// By case, net result and further wagers, given the up card and weighted by the case.
type Values = Vec<(BigRational, BigRational)>;

/// What some hands come to under a signal, and the square of their net result in units, modulo the prime and as a part of one.
#[derive(Clone, Default)]
struct Squared {
    sum: Sum,
    square: u64,
}

/// A signal with what perfect play does under it.
struct PlayedCase<'a> {
    round: &'a Round<'a>,
    ended: Option<Ended<'a>>,
    play: Row,
    /// None where the round has ended.
    actions: Option<Vec<ActionValues>>,
    splits: BTreeMap<usize, Squared>,
    /// Squares of unsplit hands found so far.
    found: FxHashMap<usize, u64>,
}

impl<'a> PlayedCase<'a> {
    fn new(round: &'a Round<'a>, sets: Option<&'a Sets>, field: Option<&'a Field>) -> Result<Self, Refusal> {
        let mut play = Row::idle(round.hands);
        let actions = if round.ends_round { None } else { Some(round.best_actions(&mut play)?) };
        let splits = match sets.filter(|_| !round.ends_round) {
            Some(sets) => splits(round, sets, field)?,
            None => BTreeMap::new(),
        };
        let ended = field.map(|field| Ended::new(round, field, [0; VALUES], round.depth));
        Ok(Self { round, ended, play, actions, splits, found: FxHashMap::default() })
    }

    /// The sum of hands of these two cards, each worth that; `square` is asked only if squares are.
    fn two_cards(
        &self,
        id: usize,
        worth: &Worth,
        square: impl FnOnce(&Ended<'_>) -> Result<u64, Refusal>,
    ) -> Result<Squared, Refusal> {
        let round = self.round;
        let mut sum = Sum::default();
        let ways = round.ways(id);
        sum.add(round.depth, worth, &ways);
        let Some(ended) = &self.ended else { return Ok(Squared { sum, square: 0 }) };
        let square = ended.field.multiply(square(ended)?, ended.field.of_integer(&ways));
        Ok(Squared { sum, square: ended.part(square, round.depth) })
    }

    /// Two cards that are settled at once.
    fn settled(&self, nets: &[Net; ENDS], id: usize) -> Result<Squared, Refusal> {
        let round = self.round;
        let square = |ended: &Ended<'_>| ended.square(&round.scaled(nets), &round.hands.list[id].cards);
        self.two_cards(id, &round.settled(nets, id)?, square)
    }

    /// Two cards that are played on.
    fn kept(&mut self, id: usize) -> Result<Squared, Refusal> {
        let round = self.round;
        let hand = &round.hands.list[id];
        if hand.is_ace_and_ten() {
            return self.settled(&round.pay.natural(), id);
        }
        let Some(actions) = &self.actions else { return self.settled(&round.pay.discovered(), id) };
        let worth = round.played_on(actions, &self.play, id);
        let mut found = std::mem::take(&mut self.found);
        let kept = self.two_cards(id, &worth, |ended| ended.unsplit(&self.play, id, &mut found))?;
        self.found = found;
        let split = hand.pair().and_then(|pair| self.splits.remove(&pair));
        Ok(split.filter(|split| split.sum.total(round).0 > kept.sum.total(round).0).unwrap_or(kept))
    }
}

/// The value of each case, and the mean square over all of them.
fn values(
    (up, cases): (Value, &[HoleCase]),
    rounds: &[Round<'_>],
    sets: Option<&Sets>,
    field: Option<&Field>,
    progress: &dyn Fn(&str),
) -> Result<(Values, u64), Refusal> {
    let Some(Round { game, hands: Hands { list, .. }, units, .. }) = rounds.first() else {
        return Ok((Values::new(), 0));
    };
    let is_offered = even_money_is_offered(game, up);
    let is_early = game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
    let mut played = Vec::new();
    for (round, case) in rounds.iter().zip(cases) {
        progress(&case.signal);
        played.push(PlayedCase::new(round, sets, field)?);
    }
    let mut sums = vec![Sum::default(); rounds.len()];
    let mut square = 0;
    for (id, hand) in list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
        // What a decision before the signal is about is decided over all cases.
        let mut ways_out: Vec<Vec<Squared>> = vec![Vec::new()];
        for case in &mut played {
            ways_out[0].push(case.kept(id)?);
            let other = if is_early && hand.surrenders {
                Some(case.round.pay.early())
            } else if is_offered && hand.is_ace_and_ten() {
                case.round.pay.even_money()
            } else {
                None
            };
            if let Some(nets) = other {
                ways_out.resize_with(2, Vec::new);
                ways_out[1].push(case.settled(&nets, id)?);
            }
        }
        let worth = |sums: &[Squared]| -> BigRational {
            sums.iter().zip(rounds).map(|(one, round)| one.sum.total(round).0).sum()
        };
        let is_better = ways_out.get(1).is_some_and(|other| worth(other) > worth(&ways_out[0]));
        for (sum, more) in sums.iter_mut().zip(&ways_out[usize::from(is_better)]) {
            sum.merge(&more.sum);
            square = field.map_or(0, |field| field.add(square, more.square));
        }
    }
    let square = field.map_or(0, |field| {
        let units = field.of_signed(*units);
        field.multiply(square, field.inverse(field.multiply(units, units)))
    });
    Ok((sums.iter().zip(rounds).map(|(sum, round)| sum.total(round)).collect(), square))
}

/// Every split under a signal into two hands, by the value of the pair, weighted by its ordered ways.
fn splits(round: &Round<'_>, sets: &Sets, field: Option<&Field>) -> Result<BTreeMap<usize, Squared>, Refusal> {
    let draws = last_hands::draws(round, sets);
    if round.unseen < draws {
        return Err(Refusal::not_checkable("perfect play of a shoe of so few cards"));
    }
    // As few digits of 64 bits as are enough.
    if round.fits(draws, 64 * 4) {
        splits_in::<Wide<4>>(round, sets, field)
    } else if round.fits(draws, 64 * 6) {
        splits_in::<Wide<6>>(round, sets, field)
    } else if round.fits(draws, 64 * 8) {
        splits_in::<Wide<8>>(round, sets, field)
    } else {
        splits_in::<BigInt>(round, sets, field)
    }
}

fn splits_in<N: Whole>(
    round: &Round<'_>,
    sets: &Sets,
    field: Option<&Field>,
) -> Result<BTreeMap<usize, Squared>, Refusal> {
    let after = last_hands::values::<N>(round, sets, field)?;
    let pairs: BTreeSet<usize> = sets.taken.iter().map(|&(pair, _)| pair).collect();
    let of_pair = |pair: usize| {
        let mut split = Split::new(round, sets, &after.worths, pair);
        let sum = split.both()?;
        let square = field.map_or(Ok(0), |field| split.square(field, &after.moments))?;
        Ok((pair, Squared { sum, square }))
    };
    pairs.into_iter().map(of_pair).collect()
}
