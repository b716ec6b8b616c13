//! Two hands whose second cards may be switched.
//!
//! In play each hand is played as if it were alone, and unseen cards are exchangeable: so a hand is worth what its play is
//! worth beside the two cards of the other, and both together are the sum. The switch is decided over all four cards.

use std::collections::BTreeMap;

use cards::Value as CardValue;
use certificate::StatedClass;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rules::{Submission, SwitchWhen};

use crate::dealer::falling;
use crate::hand_place::HandPlace;
use crate::hands::{Counts, name};
use crate::refusal::Refusal;
use crate::round::{Beside, Round, Splitting, Sum, Worth};
use crate::strategy::Row;
use crate::switches::{Deal, cards, deals, may_switch};
use crate::up_card_play::UpCardPlay;

/// Cards of the player before he draws.
const FIRST_CARDS: usize = 4;
/// Places of a stated gain.
const GAIN_PLACES: u32 = 6;

/// What is left once a deal is gone, which these cards hold.
fn beside(left: &Counts, deal: &Deal) -> Counts {
    let gone = cards(deal);
    std::array::from_fn(|value| left[value] - gone[value])
}

/// A hand as it is dealt or comes about by the switch, and the other's two cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Start {
    id: usize,
    is_switched: bool,
    other: Counts,
}

/// Net result and further wagers of one hand, over one denominator for all.
#[derive(Debug, Clone, Default)]
struct Value {
    net: BigInt,
    wagers: BigInt,
}

/// One signal as it is played.
struct Case<'a> {
    table: &'a UpCardPlay<'a>,
    round: &'a Round<'a>,
    play: &'a Row,
    /// Draws of the denominator.
    draws: usize,
    besides: BTreeMap<Counts, Beside>,
    splits: BTreeMap<usize, Splitting<'a>>,
    values: BTreeMap<Start, Value>,
}

impl Case<'_> {
    /// What both hands are worth, weighted by the ordered ways of the deal.
    fn both(&mut self, [a, b, c, d]: Deal, is_switched: bool) -> Result<Value, Refusal> {
        let (one, other) = if is_switched { ([a, d], [c, b]) } else { ([a, b], [c, d]) };
        let mut both = Value::default();
        for (hand, other) in [(one, other), (other, one)] {
            let Some(id) = self.table.hands.two(hand[0], hand[1]) else { continue };
            let start = Start { id, is_switched, other: cards(&other) };
            let value = self.hand(start)?;
            both.net += &value.net;
            both.wagers += &value.wagers;
        }
        Ok(both)
    }

    fn hand(&mut self, start: Start) -> Result<&Value, Refusal> {
        if !self.values.contains_key(&start) {
            let value = self.played(start)?;
            self.values.insert(start, value);
        }
        Ok(&self.values[&start])
    }

    fn played(&mut self, Start { id, is_switched, other }: Start) -> Result<Value, Refusal> {
        let Self { table, round, play, .. } = *self;
        let hand = &table.hands.list[id];
        let is_split = !round.ends_round && hand.pair().is_some_and(|pair| play.split[pair]);
        let sum = match hand.pair().filter(|_| is_split) {
            Some(pair) => self.splits.entry(pair).or_insert_with(|| Splitting::new(round, play, pair)).beside(other)?,
            None => {
                let beside = self.besides.entry(other).or_insert_with(|| round.beside(other));
                let at_once = match (hand.is_ace_and_ten(), round.ends_round) {
                    (true, _) if !is_switched => Some(table.natural(round)),
                    (_, true) => Some(round.pay.discovered()),
                    (true, false) => Some(round.pay.switched_natural(hand)),
                    (false, false) => None,
                };
                let worth = match at_once {
                    Some(nets) => round.settled_beside(&nets, beside, id)?,
                    None => round.played_beside((HandPlace::Unsplit, None), play, beside, id)?,
                };
                let gone: Counts = std::array::from_fn(|value| hand.cards[value] + other[value]);
                let mut sum = Sum::default();
                sum.add(round.depth + 2, &worth, &round.ways_of(&gone));
                sum
            }
        };
        let Worth { net, wagers } = sum.over(round, self.draws);
        Ok(Value { net, wagers })
    }
}

/// Which deals are switched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choosing {
    /// Those that the table says, each compared with its alternative if so.
    Stated { compared: bool },
    /// Those that gain by it.
    Best,
}

/// What two hands come to.
#[derive(Debug, Default)]
pub(crate) struct Switching {
    /// Of each case: net result and further wagers in units of both wagers, given the up card and weighted by the case.
    pub(crate) values: Vec<(BigRational, BigRational)>,
    /// What each deal that is switched gains given the deal, the up card and the signal, in units of both wagers; for each signal before or after which is switched.
    /// Nothing where decisions are not compared.
    pub(crate) gains: Vec<Vec<BigRational>>,
}

/// The value of each case, and the gain of each switch.
pub(crate) fn values(table: &UpCardPlay<'_>, rounds: &[Round<'_>], choosing: Choosing) -> Result<Switching, Refusal> {
    let Some((rule, first)) = table.game.switch.as_ref().zip(rounds.first()) else { return Ok(Switching::default()) };
    let most_hands = table.game.split.as_ref().map_or(0, |split| usize::from(split.max_hands));
    let deepest = rounds.iter().map(|round| round.depth).max().unwrap_or(0);
    let draws = deepest + 2 * most_hands + 2;
    let case = |(round, play)| Case {
        table,
        round,
        play,
        draws,
        besides: BTreeMap::new(),
        splits: BTreeMap::new(),
        values: BTreeMap::new(),
    };
    let mut cases: Vec<Case<'_>> = rounds.iter().zip(&table.plays).map(case).collect();
    let groups: Vec<Vec<usize>> = match rule.when {
        SwitchWhen::BeforeCheck => vec![(0..cases.len()).collect()],
        SwitchWhen::AfterCheck => (0..cases.len()).map(|case| vec![case]).collect(),
    };
    let mut sums = vec![Value::default(); cases.len()];
    let all: BigInt = falling(first.unseen, draws) * 2;
    let mut gains = Vec::new();
    // Signals under which the player acts.
    let mut acted = 0;
    for group in groups {
        let is_decided = rule.when == SwitchWhen::BeforeCheck || !cases[group[0]].round.ends_round;
        let switched = match rule.when {
            _ if !is_decided => None,
            SwitchWhen::BeforeCheck => Some(&table.switches.before),
            SwitchWhen::AfterCheck => table.switches.after.get(acted),
        };
        acted += usize::from(is_decided);
        let mut gained = Vec::new();
        for (at, deal) in deals(&first.left).into_iter().enumerate() {
            let is_switched = choosing != Choosing::Best && switched.is_some_and(|switched| switched[at]);
            let is_decided = is_decided && may_switch(table.game, table.takes_even_money(), &deal);
            let [a, b, c, d] = deal;
            // Both hands may be dealt in either order; where the first cards are equal, both stand in the list.
            let orders = if a == c { 1 } else { 2 };
            let mut gain = BigInt::zero();
            let mut both = [Vec::new(), Vec::new()];
            for &case in &group {
                let value = cases[case].both(deal, is_switched)?;
                if is_decided && choosing != (Choosing::Stated { compared: false }) {
                    let other = cases[case].both(deal, !is_switched)?;
                    gain += &other.net - &value.net;
                    both[1].push((case, other));
                }
                both[0].push((case, value));
            }
            if is_switched && choosing == (Choosing::Stated { compared: true }) {
                let holes =
                    group.iter().map(|&case| cases[case].round.holes_in(&beside(&first.left, &deal))).sum::<u64>();
                let given = BigRational::new(
                    first.ways_of(&cards(&deal)) * BigInt::from(holes),
                    falling(first.unseen, FIRST_CARDS + 1),
                );
                gained.push(BigRational::new(-&gain, &all * first.units) / given);
            }
            let is_better = choosing == Choosing::Best && gain.is_positive();
            for (case, value) in both.into_iter().nth(is_better.into()).unwrap_or_default() {
                sums[case].net += value.net * orders;
                sums[case].wagers += value.wagers * orders;
            }
            if !is_better && gain.is_positive() {
                let hand = |one, two| name(&cards(&[one, two]));
                let words =
                    [format!("{} and {}", hand(a, b), hand(c, d)), format!("{} and {}", hand(a, d), hand(c, b))];
                let (stated, better) = (&words[usize::from(is_switched)], &words[usize::from(!is_switched)]);
                let here = table.here_of(group[0], rule.when == SwitchWhen::BeforeCheck);
                return Err(Refusal::NotOptimal(format!("{here}: plays {stated}, {better} are worth more")));
            }
        }
        if is_decided {
            gains.push(gained);
        }
    }
    let total = |sum: Value| (BigRational::new(sum.net, &all * first.units), BigRational::new(sum.wagers, all.clone()));
    Ok(Switching { values: sums.into_iter().map(total).collect(), gains })
}

/// Before which signal, or after which, is switched under each up card, in the order of the gains.
fn decided(submission: &Submission, up: CardValue) -> Vec<Option<String>> {
    match submission.game.switch.as_ref().map(|rule| rule.when) {
        None => Vec::new(),
        Some(SwitchWhen::BeforeCheck) => vec![None],
        Some(SwitchWhen::AfterCheck) => {
            let cases = submission.game.hole_cases(up).into_iter().filter(|case| !case.ends_round);
            cases.map(|case| Some(case.signal)).collect()
        }
    }
}

/// Which gains are there: those of every up card and signal where two hands are switched, and else none.
///
/// # Errors
/// [`Refusal`] for the first that is missing or too many.
pub(crate) fn gains_present(submission: &Submission, class: &StatedClass) -> Result<(), Refusal> {
    let ups = CardValue::all().filter(|&up| submission.shoe.count(up) > 0);
    let expected = ups.flat_map(|up| decided(submission, up).into_iter().map(move |signal| (up.to_string(), signal)));
    let expected: Vec<(String, Option<String>)> = expected.collect();
    let stated = class.switch_gains.iter().flatten().map(|one| (one.up.clone(), one.signal.clone()));
    if class.switch_gains.is_some() != expected.is_empty() && stated.eq(expected) {
        return Ok(());
    }
    Err(Refusal::Table(format!("{}: the gains of switches are not those of the up cards and signals", class.strategy)))
}

/// Refuses gains under an up card that are not those found.
pub(crate) fn same_gains(class: &StatedClass, up: CardValue, found: &[Vec<BigRational>]) -> Result<(), Refusal> {
    let name = up.to_string();
    let stated = class.switch_gains.iter().flatten().filter(|one| one.up == name);
    for (stated, found) in stated.zip(found) {
        let found: Vec<String> = found.iter().map(|gain| ::cards::decimal(gain, GAIN_PLACES)).collect();
        let mut listed = stated.gains.split(' ').filter(|gain| !gain.is_empty());
        let what = format!("{}, up card {up}: the gain of a switch", class.strategy);
        for found in &found {
            let stated = listed.next().unwrap_or("nothing");
            if stated != found {
                return Err(Refusal::value(&what, stated, found));
            }
        }
        if stated.gains != found.join(" ") {
            return Err(Refusal::Table(format!("{what}: more are stated than there are switches")));
        }
    }
    Ok(())
}
