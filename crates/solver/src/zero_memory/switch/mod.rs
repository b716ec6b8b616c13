//! Two hands whose second cards may be switched, under zero-memory play.
//!
//! In play each hand is played as if it were alone; the switch decision sees all four cards and maximises the value of
//! that play. Unseen cards are exchangeable and no hand looks at the other, so a hand's value is that of its play beside the
//! two cards of the other hand, whatever is drawn there.

mod beside;
mod deals;
pub(crate) mod decisions;
pub(crate) mod fixed;
pub(crate) mod gains;
mod numbered_deals;
pub(crate) mod profiles;
pub(crate) mod row_ends;
pub(crate) mod rule;
mod valued_hands;

use std::collections::{BTreeMap, hash_map::Entry};

use cards::Value;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rules::{Game, SwitchWhen};
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::{HandId, Hands};
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::union_sums::{Tallies, sum_tallies};
use crate::hand::signal_case::{self, SignalCase};
use crate::parallel;
use crate::zero_memory::measure::{Measure, Sums};
use crate::zero_memory::products::{Product, sum_products};
use crate::zero_memory::{CasePlay, Moments, SplitCounts};
pub(crate) use deals::{deals, ordered_deals};
use deals::{each_deal, in_either_order};
use decisions::Decisions;
pub(crate) use decisions::is_paid_before;
use decisions::{blackjacks_are_paid, has_dealt_blackjack};
use numbered_deals::NumberedDeal;
pub(crate) use numbered_deals::NumberedDeals;
use profiles::{End, Profile, profiles};
use row_ends::RowEnds;
use valued_hands::ValuedHands;

/// A hand as it is dealt or comes about by the switch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Start {
    pub(crate) hand: HandId,
    /// An ace and a ten that came about by the switch.
    pub(crate) switched_natural: bool,
}

/// The two hands of a player; under zero-memory play they are the same in either order, and sorted.
pub(crate) type Pair = [Start; 2];

/// What is said where a game has one hand.
const NO_SWITCH: SolveError = SolveError::Unsolved { what: "a switch", rules: "one hand" };

/// Means of a round in every case, given the up card and weighted by the case, per unit of both wagers.
///
/// # Errors
/// [`SolveError::ShoeRunsOut`] if two hands can leave the dealer without cards.
pub(crate) fn means(game: &Game, cases: &[SignalCase<'_>], plays: &[CasePlay]) -> Result<Vec<BigRational>, SolveError> {
    Ok(moments(game, cases, plays, false, |_| ())?.into_iter().map(|moments| moments.mean).collect())
}

/// Moments of a round, weighted by the case, per unit of both wagers; the squares are zero unless they are asked for.
///
/// Squares take far longer than means: the two hands of a round share the dealer and the shoe, and so do the hands of a split.
/// `told` is given what is decided on the way.
///
/// # Errors
/// As [`means`], and [`SolveError::ShoeTooLarge`] if squares might leave their widths.
pub(crate) fn moments(
    game: &Game,
    cases: &[SignalCase<'_>],
    plays: &[CasePlay],
    squares: bool,
    told: impl FnOnce(Decisions),
) -> Result<Vec<Moments>, SolveError> {
    let Some(&SignalCase { up, .. }) = cases.first().filter(|_| game.switch.is_some()) else { return Ok(Vec::new()) };
    let hands = Played::new(game, cases, plays)?;
    let decisions = hands.decisions()?;
    let chosen = hands.chosen_by(&decisions);
    told(decisions);
    let totals = parallel::try_map_numbers(cases.len(), |case| hands.total(case, &chosen[case]))?;
    let both = BigRational::from_integer(2.into());
    let units = cases[0].units() * &both;
    let squares = if squares {
        let products = |case: usize| products_of(game, &hands, case, &plays[case], &chosen[case]);
        sum_products(up, parallel::try_map_numbers(cases.len(), products)?)?
    } else {
        vec![BigRational::zero(); cases.len()]
    };
    Ok(totals
        .into_iter()
        .zip(squares)
        .map(|([mean, added], square)| Moments {
            mean: mean / &units,
            square: square / (&units * &units),
            added: added / &both,
        })
        .collect())
}

/// The mean of a round in floats, given the up card, per unit of both wagers, and by how much it may be off at most. `deals` are those of the cases' hands, `ends`
/// what they come to in each case.
///
/// # Errors
/// As [`means`].
pub(crate) fn approximate(
    game: &Game,
    cases: &[SignalCase<'_>],
    ends: &[RowEnds],
    deals: &NumberedDeals,
) -> Result<(f64, f64), SolveError> {
    let valued = ValuedHands::of_rows(game, cases, ends, &deals.starts)?;
    let groups = groups(cases, valued.when);
    let are_paid = blackjacks_are_paid(&cases[0], valued.when);
    let of_deal = |&NumberedDeal { ways, places: [kept, switched], has_blackjack, .. }: &NumberedDeal| {
        let is_paid = has_blackjack && are_paid;
        let of_group = |group: &Vec<usize>| {
            let kept = valued.value_at(group, kept);
            if valued.may_switch(group) && !is_paid { kept.max(valued.value_at(group, switched)) } else { kept }
        };
        ways as f64 * groups.iter().map(of_group).sum::<f64>()
    };
    Ok(valued.mean(deals, |_, deal| of_deal(deal)))
}

/// Means of a round on each kind of the player's four cards, the lowest value first: given the up card, per unit of both wagers.
///
/// # Errors
/// As [`means`].
pub(crate) fn means_by_cards(
    game: &Game,
    cases: &[SignalCase<'_>],
    plays: &[CasePlay],
    kind: &dyn Fn([Value; 4]) -> usize,
) -> Result<BTreeMap<usize, BigRational>, SolveError> {
    let Some(&SignalCase { up, table, .. }) = cases.first() else { return Ok(BTreeMap::new()) };
    let hands = Played::new(game, cases, plays)?;
    let mut kinds: BTreeMap<usize, Vec<Tallies<1>>> = BTreeMap::new();
    for (case, chosen) in hands.chosen()?.iter().enumerate() {
        for (&pair, &ways) in chosen {
            let kind = kind(four_values(cards_of(table.hands, pair)));
            let tallies = kinds.entry(kind).or_insert_with(|| vec![Tallies::default(); cases.len()]);
            hands.add(&mut tallies[case], case, pair, ways);
        }
    }
    let units = cases[0].units() * BigRational::from_integer(2.into());
    kinds
        .into_iter()
        .map(|(kind, tallies)| {
            let means = sum_tallies(up, &tallies)?.into_iter().map(|[mean]| mean);
            Ok((kind, means.sum::<BigRational>() / &units))
        })
        .collect()
}

/// The rounds of every case as measures: ordered ways times net result, in settlement units.
///
/// # Errors
/// As [`means`].
pub(crate) fn measures(game: &Game, cases: &[SignalCase<'_>], plays: &[CasePlay]) -> Result<Vec<Measure>, SolveError> {
    let hands = Played::new(game, cases, plays)?;
    let chosen = hands.chosen()?;
    Ok(parallel::map_numbers(cases.len(), |at| {
        let mut round = Sums::new(&cases[at]);
        for ((start, beside), ways) in beside_each_other(cases[at].table.hands, &chosen[at]) {
            let ends = hands.profile(at, start).iter();
            ends.for_each(|end| round.add_weights(end.cards + beside, &end.mean, ways));
        }
        round.measure()
    }))
}

/// Four cards by value, the lowest first.
fn four_values(cards: CardSet) -> [Value; 4] {
    let held = Value::all().flat_map(|value| std::iter::repeat_n(value, cards.count(value.index()) as usize));
    let mut values = [Value::ACE; 4];
    values.iter_mut().zip(held).for_each(|(value, held)| *value = held);
    values
}

/// All hands that a player can begin with, by number.
#[derive(Debug)]
struct Starts {
    /// The numbers of two-card hands.
    numbers: FxHashMap<HandId, usize>,
    /// Their cards, by number.
    cards: Vec<CardSet>,
    /// The orders in which they are dealt, and those of the ace and ten once more.
    orders: Vec<i64>,
}

impl Starts {
    fn new(hands: &Hands) -> Self {
        let numbers = hands.of_two_cards().zip(0..).map(|((id, _), number)| (id, number)).collect();
        let cards = hands.of_two_cards().map(|(_, hand)| hand.cards).collect();
        Self { numbers, cards, orders: signal_case::deals(hands).map(|(_, orders)| orders).chain([2]).collect() }
    }

    /// One more than the last: an ace and a ten that came about by the switch.
    fn len(&self) -> usize {
        self.cards.len() + 1
    }

    fn number(&self, start: Start) -> usize {
        if start.switched_natural { self.cards.len() } else { self.numbers[&start.hand] }
    }

    /// By hand and two cards of another, the place of a hand beside another.
    fn beside(&self, start: Start, other: Start) -> usize {
        self.number(start) * self.cards.len() + self.numbers[&other.hand]
    }

    /// The places of either hand of a pair beside the other.
    fn beside_each_other(&self, [one, other]: Pair) -> [usize; 2] {
        [self.beside(one, other), self.beside(other, one)]
    }
}

/// How every hand is played in the cases of an up card, and what that is worth beside the other.
struct Played<'a, 'c> {
    valued: ValuedHands<'a, 'c>,
    starts: Starts,
    /// By case, then by number.
    profiles: Vec<Vec<Profile>>,
}

impl<'a, 'c> Played<'a, 'c> {
    fn new(game: &Game, cases: &'c [SignalCase<'a>], plays: &[CasePlay]) -> Result<Self, SolveError> {
        let SignalCase { table, .. } = cases.first().ok_or(NO_SWITCH)?;
        let starts = Starts::new(table.hands);
        let profiles = parallel::map_numbers(cases.len(), |case| profiles(game, &cases[case], &plays[case], &starts));
        let valued = ValuedHands::of_profiles(game, cases, &profiles, &starts)?;
        Ok(Self { valued, starts, profiles })
    }

    fn profile(&self, case: usize, start: Start) -> &Profile {
        &self.profiles[case][self.starts.number(start)]
    }

    /// By case, how many ordered deals lead to two hands.
    fn chosen(&self) -> Result<Vec<FxHashMap<Pair, i64>>, SolveError> {
        Ok(self.chosen_by(&self.decisions()?))
    }

    fn chosen_by(&self, decisions: &Decisions) -> Vec<FxHashMap<Pair, i64>> {
        let cases = self.valued.cases;
        let mut chosen = vec![FxHashMap::default(); cases.len()];
        let SignalCase { up, table, .. } = cases[0];
        for ([kept, switched], ways) in deals(table.hands) {
            if !up.is_feasible(cards_of(table.hands, kept)) {
                continue;
            }
            for group in groups(cases, self.valued.when) {
                let is_switched = decisions.get(&([kept, switched], group[0])).is_some_and(|&switches| switches);
                let pair = if is_switched { switched } else { kept };
                group.into_iter().for_each(|case| *chosen[case].entry(pair).or_default() += ways);
            }
        }
        chosen
    }

    /// Whether the player switches in a group of cases.
    fn switches(&self, group: &[usize], pairs: [Pair; 2]) -> Result<bool, SolveError> {
        let is_paid = is_paid_before(&self.valued.cases[0], self.valued.when, pairs[0]);
        Ok(self.valued.may_switch(group) && !is_paid && self.is_better(group, pairs)?)
    }

    /// What two hands are worth in a group of cases, in settlement units, times the probability of their cards.
    fn value(&self, group: &[usize], pair: Pair) -> f64 {
        self.valued.value_at(group, self.starts.beside_each_other(pair))
    }

    /// Whether the switch is worth more over some cases; exact when the floats are too close, and not on a tie.
    fn is_better(&self, group: &[usize], [kept, switched]: [Pair; 2]) -> Result<bool, SolveError> {
        if kept == switched {
            return Ok(false);
        }
        let SignalCase { up, table, .. } = self.valued.cases[0];
        let gain = self.value(group, switched) - self.value(group, kept);
        if gain.abs() > table.settlement.contested() * up.probability_of(cards_of(table.hands, kept)) {
            return Ok(gain > 0.0);
        }
        Ok(self.exact_gain(group, [kept, switched])?.is_positive())
    }

    /// Adds both hands' results in a case, so many times.
    fn add(&self, tally: &mut Tallies<1>, case: usize, [one, other]: Pair, ways: i64) {
        for (start, other) in [(one, other), (other, one)] {
            let beside = self.valued.cases[case].table.hands.get(other.hand).cards;
            for end in self.profile(case, start) {
                let [sums] = tally.entry(end.cards + beside).or_default();
                sums.iter_mut().zip(end.mean).for_each(|(sum, units)| *sum += ways * units);
            }
        }
    }

    /// Means of the result, in settlement units, and of wagers added, weighted by the case, of pairs of hands that so many deals lead to.
    fn total(&self, case: usize, chosen: &FxHashMap<Pair, i64>) -> Result<[BigRational; 2], SolveError> {
        let mut ways = vec![0; self.starts.len() * self.starts.cards.len()];
        for (&[one, other], &each) in chosen {
            ways[self.starts.beside(one, other)] += each;
            ways[self.starts.beside(other, one)] += each;
        }
        self.valued.of_each.total(case, &ways)
    }
}

/// How many ordered deals lead to a hand beside the other's cards.
pub(crate) fn beside_each_other(hands: &Hands, chosen: &FxHashMap<Pair, i64>) -> FxHashMap<(Start, CardSet), i64> {
    let mut beside: FxHashMap<(Start, CardSet), i64> = FxHashMap::default();
    for (&[one, other], &ways) in chosen {
        for (start, other) in [(one, other), (other, one)] {
            *beside.entry((start, hands.get(other.hand).cards)).or_default() += ways;
        }
    }
    beside
}

/// The square of both hands' result: each hand's square beside the first two cards of the other, and twice the product of both.
///
/// # Errors
/// [`SolveError::PayoutUnits`].
fn products_of(
    game: &Game,
    hands: &Played<'_, '_>,
    at: usize,
    play: &CasePlay,
    chosen: &FxHashMap<Pair, i64>,
) -> Result<Vec<Product>, SolveError> {
    let case = &hands.valued.cases[at];
    let mut others: FxHashMap<Start, Sums<'_>> = FxHashMap::default();
    for ((start, beside), ways) in beside_each_other(case.table.hands, chosen) {
        others.entry(start).or_insert_with(|| Sums::new(case)).add_weights(beside, &[ways; OUTCOMES], 1);
    }
    let squares = others.into_iter().map(|(start, others)| {
        let square = own_square(game, case, play, start, hands.profile(at, start))?;
        Ok(Product::Of(square, others.measure()))
    });
    let mut seconds: FxHashMap<Start, Sums<'_>> = FxHashMap::default();
    for (&[one, other], &ways) in chosen {
        let second = seconds.entry(one).or_insert_with(|| Sums::new(case));
        for end in hands.profile(at, other) {
            second.add_weights(end.cards, &end.mean, 2 * ways);
        }
    }
    let of_both = seconds.into_iter().map(|(one, second)| {
        let mut first = Sums::new(case);
        hands.profile(at, one).iter().for_each(|end| first.add_weights(end.cards, &end.mean, 1));
        Ok(Product::Of(first.measure(), second.measure()))
    });
    squares.chain(of_both).collect()
}

/// Ordered ways times the square of what one hand, with all hands that it is split into, comes to.
///
/// # Errors
/// [`SolveError::PayoutUnits`].
fn own_square(
    game: &Game,
    case: &SignalCase<'_>,
    play: &CasePlay,
    start: Start,
    profile: &[End],
) -> Result<Measure, SolveError> {
    let hands = case.table.hands;
    let mut squares = Sums::new(case);
    if start.switched_natural {
        for end in profile {
            squares.add_weights(end.cards, &end.mean.map(|units| units * units), 1);
        }
        return Ok(squares.measure());
    }
    let split = hands.get(start.hand).pair().filter(|&value| play.split[value]);
    match split.and_then(|value| SplitCounts::new(game, case, &play.play, value)) {
        Some(counts) => {
            let mut products = Tallies::default();
            counts.add_products(hands, &mut products)?;
            for (cards, [sum]) in &products {
                squares.add_weights(*cards, sum, 2);
            }
            for (count, beside, coefficient) in counts.terms() {
                for (id, entry) in count.iter() {
                    squares.add_weights(hands.get(id).cards + beside, &entry.square, coefficient);
                }
            }
        }
        None => {
            let count = case.count(case.options, &play.play, &[(start.hand, 1)], None);
            count.iter().for_each(|(id, entry)| squares.add_weights(hands.get(id).cards, &entry.square, 1));
        }
    }
    Ok(squares.measure())
}

/// The four cards of two hands.
pub(crate) fn cards_of(hands: &Hands, pair: Pair) -> CardSet {
    pair.map(|start| hands.get(start.hand).cards).into_iter().sum()
}

/// The cases that the player cannot tell apart when he decides.
pub(crate) fn groups(cases: &[SignalCase<'_>], when: SwitchWhen) -> Vec<Vec<usize>> {
    match when {
        SwitchWhen::BeforeCheck => vec![(0..cases.len()).collect()],
        SwitchWhen::AfterCheck => (0..cases.len()).map(|case| vec![case]).collect(),
    }
}

/// Both cards of the first hand, then both of the second, each hand in the order dealt.
pub type SwitchedDeal = [Value; 4];

/// Tells what is found of every deal that the shoe holds, in the order dealt, and of the cases that the player cannot tell apart, named by their first. It is found once
/// for deals that leave the same choice; nothing is told in a game without a switch.
fn each_decision<T: Copy>(
    game: &Game,
    cases: &[SignalCase<'_>],
    plays: &[CasePlay],
    find: impl Fn(&Played<'_, '_>, &[usize], [Pair; 2]) -> Result<T, SolveError>,
    mut tell: impl FnMut(SwitchedDeal, usize, T),
) -> Result<(), SolveError> {
    let Some((&SignalCase { up, table, .. }, rule)) = cases.first().zip(game.switch.as_ref()) else { return Ok(()) };
    let played = Played::new(game, cases, plays)?;
    let mut known: FxHashMap<([Pair; 2], usize), T> = FxHashMap::default();
    for (deal, pairs) in each_deal(table.hands) {
        let pairs = pairs.map(in_either_order);
        if !up.is_feasible(cards_of(table.hands, pairs[0])) {
            continue;
        }
        for group in groups(cases, rule.when) {
            let found = match known.entry((pairs, group[0])) {
                Entry::Occupied(found) => *found.get(),
                Entry::Vacant(place) => *place.insert(find(&played, &group, pairs)?),
            };
            tell(deal, group[0], found);
        }
    }
    Ok(())
}
