//! Two hands whose second cards may be switched, under zero-memory play.
//!
//! In play each hand is played as if it were alone; the switch decision sees all four cards and maximises the value of
//! that play. Unseen cards are exchangeable and no hand looks at the other, so a hand's value is that of its play beside the
//! two cards of the other hand, whatever is drawn there.

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rayon::prelude::*;
use rules::{Game, SwitchWhen};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::SolveError;
use crate::case::Case;
use crate::hands::{HandId, Hands};
use crate::measure::{Measure, Sums};
use crate::play_table::SwitchedDeal;
use crate::products::{Product, sum_products};
use crate::removed::Removed;
use crate::settlement::OUTCOMES;
use crate::tally::{Tallies, sum_tallies};
use crate::zero_memory::{CasePlay, Moments, SplitCounts};

/// What is settled when, of one hand's play from its first two cards: the cards gone, with ordered ways times net result, and
/// times wagers added, by dealer outcome.
type Profile = Vec<(Removed, [[i64; OUTCOMES]; 2])>;

/// A hand as it is dealt or comes about by the switch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Start {
    pub(crate) hand: HandId,
    /// An ace and a ten that came about by the switch.
    pub(crate) switched_natural: bool,
}

/// The two hands of a player; under zero-memory play they are the same in either order, and sorted.
pub(crate) type Pair = [Start; 2];

/// Means of a round in every case, given the up card and weighted by the case, per unit of both wagers.
///
/// # Errors
/// [`SolveError::ShoeRunsOut`] if two hands can leave the dealer without cards.
pub(crate) fn means(game: &Game, cases: &[Case<'_>], plays: &[CasePlay]) -> Result<Vec<BigRational>, SolveError> {
    Ok(moments(game, cases, plays, false)?.into_iter().map(|moments| moments.mean).collect())
}

/// Moments of a round, weighted by the case, per unit of both wagers; the squares are zero unless they are asked for.
///
/// Squares take far longer than means: the two hands of a round share the dealer and the shoe, and so do the hands of a split.
///
/// # Errors
/// As [`means`], and [`SolveError::ShoeTooLarge`] if squares might leave their widths.
pub(crate) fn moments(
    game: &Game,
    cases: &[Case<'_>],
    plays: &[CasePlay],
    squares: bool,
) -> Result<Vec<Moments>, SolveError> {
    let Some(&Case { up, table, .. }) = cases.first().filter(|_| game.switch.is_some()) else { return Ok(Vec::new()) };
    let hands = table.hands;
    let Switching { profiles, chosen } = Switching::new(game, cases, plays)?;
    let tallies: Vec<Tallies<2>> = chosen
        .par_iter()
        .zip(&profiles)
        .map(|(chosen, profiles)| {
            let mut tally = Tallies::default();
            for ((start, beside), ways) in beside_each_other(hands, chosen) {
                add(&mut tally, &profiles[&start], beside, ways);
            }
            tally
        })
        .collect();
    let both = BigRational::from_integer(2.into());
    let units = cases[0].units() * &both;
    let squares = if squares {
        let products = cases.par_iter().zip(plays).zip(&profiles).zip(&chosen);
        let products =
            products.map(|(((case, play), profiles), chosen)| products_of(game, case, play, profiles, chosen));
        sum_products(up, products.collect())?
    } else {
        vec![BigRational::zero(); cases.len()]
    };
    Ok(sum_tallies(up, &tallies)?
        .into_iter()
        .zip(squares)
        .map(|([mean, added], square)| Moments {
            mean: mean / &units,
            square: square / (&units * &units),
            added: added / &both,
        })
        .collect())
}

/// Means of a round on each kind of the player's four cards, the lowest value first: given the up card, per unit of both wagers.
///
/// # Errors
/// As [`means`].
pub(crate) fn means_by_cards<K: Ord>(
    game: &Game,
    cases: &[Case<'_>],
    plays: &[CasePlay],
    kind: impl Fn([Value; 4]) -> K,
) -> Result<BTreeMap<K, BigRational>, SolveError> {
    let Some(&Case { up, table, .. }) = cases.first() else { return Ok(BTreeMap::new()) };
    let Switching { profiles, chosen } = Switching::new(game, cases, plays)?;
    let mut kinds: BTreeMap<K, Vec<Tallies<2>>> = BTreeMap::new();
    for (case, chosen) in chosen.iter().enumerate() {
        for (&[one, other], &ways) in chosen {
            let cards = [one, other].map(|start| table.hands.get(start.hand).cards);
            let kind = kind(four_values(cards[0] + cards[1]));
            let tallies = kinds.entry(kind).or_insert_with(|| vec![Tallies::default(); cases.len()]);
            add(&mut tallies[case], &profiles[case][&one], cards[1], ways);
            add(&mut tallies[case], &profiles[case][&other], cards[0], ways);
        }
    }
    let units = cases[0].units() * BigRational::from_integer(2.into());
    kinds
        .into_iter()
        .map(|(kind, tallies)| {
            let means = sum_tallies(up, &tallies)?.into_iter().map(|[mean, _]| mean);
            Ok((kind, means.sum::<BigRational>() / &units))
        })
        .collect()
}

/// The rounds of every case as measures: ordered ways times net result, in settlement units.
///
/// # Errors
/// As [`means`].
pub(crate) fn measures(game: &Game, cases: &[Case<'_>], plays: &[CasePlay]) -> Result<Vec<Measure>, SolveError> {
    let Switching { profiles, chosen } = Switching::new(game, cases, plays)?;
    let rounds = cases.par_iter().zip(&profiles).zip(&chosen).map(|((case, profiles), chosen)| {
        let mut round = Sums::new(case);
        for ((start, beside), ways) in beside_each_other(case.table.hands, chosen) {
            profiles[&start].iter().for_each(|(cards, [mean, _])| round.add_weights(*cards + beside, mean, ways));
        }
        round.measure()
    });
    Ok(rounds.collect())
}

/// Four cards by value, the lowest first.
fn four_values(cards: Removed) -> [Value; 4] {
    let held = Value::all().flat_map(|value| std::iter::repeat_n(value, cards.count(value.index()) as usize));
    let mut values = [Value::ACE; 4];
    values.iter_mut().zip(held).for_each(|(value, held)| *value = held);
    values
}

/// How the hands are played, and which two come of the switch.
struct Switching {
    /// By case.
    profiles: Vec<FxHashMap<Start, Profile>>,
    /// By case, how many ordered deals lead to two hands.
    chosen: Vec<FxHashMap<Pair, i64>>,
}

impl Switching {
    fn new(game: &Game, cases: &[Case<'_>], plays: &[CasePlay]) -> Result<Self, SolveError> {
        let profiles: Vec<FxHashMap<Start, Profile>> =
            cases.par_iter().zip(plays).map(|(case, play)| profiles(game, case, play)).collect();
        let mut chosen: Vec<FxHashMap<Pair, i64>> = vec![FxHashMap::default(); cases.len()];
        if let Some((&Case { up, table, .. }, rule)) = cases.first().zip(game.switch.as_ref()) {
            let values = values(cases, &profiles)?;
            for ([kept, switched], ways) in deals(table.hands) {
                if !up.is_feasible(cards_of(table.hands, kept)) {
                    continue;
                }
                for group in groups(cases, rule.when) {
                    let switches = switches(cases, &profiles, &values, rule.when, &group, [kept, switched])?;
                    let pair = if switches { switched } else { kept };
                    group.into_iter().for_each(|case| *chosen[case].entry(pair).or_default() += ways);
                }
            }
        }
        Ok(Self { profiles, chosen })
    }
}

/// How many ordered deals lead to a hand beside the other's cards.
pub(crate) fn beside_each_other(hands: &Hands, chosen: &FxHashMap<Pair, i64>) -> FxHashMap<(Start, Removed), i64> {
    let mut beside: FxHashMap<(Start, Removed), i64> = FxHashMap::default();
    for (&[one, other], &ways) in chosen {
        for (start, other) in [(one, other), (other, one)] {
            *beside.entry((start, hands.get(other.hand).cards)).or_default() += ways;
        }
    }
    beside
}

/// The square of both hands' result: each hand's square beside the first two cards of the other, and twice the product of both.
fn products_of(
    game: &Game,
    case: &Case<'_>,
    play: &CasePlay,
    profiles: &FxHashMap<Start, Profile>,
    chosen: &FxHashMap<Pair, i64>,
) -> Vec<Product> {
    let mut others: FxHashMap<Start, Sums<'_>> = FxHashMap::default();
    for ((start, beside), ways) in beside_each_other(case.table.hands, chosen) {
        others.entry(start).or_insert_with(|| Sums::new(case)).add_weights(beside, &[ways; OUTCOMES], 1);
    }
    let squares = others.into_iter().map(|(start, others)| {
        let square = own_square(game, case, play, start, &profiles[&start]);
        Product::Of(square, others.measure())
    });
    let mut seconds: FxHashMap<Start, Sums<'_>> = FxHashMap::default();
    for (&[one, other], &ways) in chosen {
        let second = seconds.entry(one).or_insert_with(|| Sums::new(case));
        for (cards, [mean, _]) in &profiles[&other] {
            second.add_weights(*cards, mean, 2 * ways);
        }
    }
    let of_both = seconds.into_iter().map(|(one, second)| {
        let mut first = Sums::new(case);
        profiles[&one].iter().for_each(|(cards, [mean, _])| first.add_weights(*cards, mean, 1));
        Product::Of(first.measure(), second.measure())
    });
    squares.chain(of_both).collect()
}

/// Ordered ways times the square of what one hand, with all hands that it is split into, comes to.
fn own_square(game: &Game, case: &Case<'_>, play: &CasePlay, start: Start, profile: &Profile) -> Measure {
    let hands = case.table.hands;
    let mut squares = Sums::new(case);
    if start.switched_natural {
        for (cards, [result, _]) in profile {
            squares.add_weights(*cards, &result.map(|units| units * units), 1);
        }
        return squares.measure();
    }
    let split = hands.get(start.hand).pair().filter(|&value| play.split[value]);
    match split.and_then(|value| SplitCounts::new(game, case, &play.play, value)) {
        Some(counts) => {
            let mut products = Tallies::default();
            counts.add_products(hands, &mut products);
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
    squares.measure()
}

fn add(tally: &mut Tallies<2>, profile: &[(Removed, [[i64; OUTCOMES]; 2])], beside: Removed, ways: i64) {
    for (cards, weights) in profile {
        let sums = tally.entry(*cards + beside).or_default();
        for (sum, weight) in sums.iter_mut().flatten().zip(weights.iter().flatten()) {
            *sum += ways * weight;
        }
    }
}

/// The four cards of two hands.
pub(crate) fn cards_of(hands: &Hands, pair: Pair) -> Removed {
    pair.map(|start| hands.get(start.hand).cards).into_iter().sum()
}

/// The cases that the player cannot tell apart when he decides.
pub(crate) fn groups(cases: &[Case<'_>], when: SwitchWhen) -> Vec<Vec<usize>> {
    match when {
        SwitchWhen::BeforeCheck => vec![(0..cases.len()).collect()],
        SwitchWhen::AfterCheck => (0..cases.len()).map(|case| vec![case]).collect(),
    }
}

/// Whether the player switches in a group of cases.
fn switches(
    cases: &[Case<'_>],
    profiles: &[FxHashMap<Start, Profile>],
    values: &Values,
    when: SwitchWhen,
    group: &[usize],
    pairs: [Pair; 2],
) -> Result<bool, SolveError> {
    let may_switch = when == SwitchWhen::BeforeCheck || cases[group[0]].is_played();
    Ok(may_switch && is_better(cases, profiles, values, group, pairs)?)
}

/// The deals that are switched: before a dealer blackjack is looked for, or by case.
#[derive(Debug)]
pub(crate) struct Switched {
    pub(crate) before_check: Vec<SwitchedDeal>,
    pub(crate) by_case: Vec<Vec<SwitchedDeal>>,
}

/// Every deal that is switched, in the order dealt; none in a game without a switch.
///
/// # Errors
/// As [`means`].
pub(crate) fn switched(game: &Game, cases: &[Case<'_>], plays: &[CasePlay]) -> Result<Switched, SolveError> {
    let mut all = Switched { before_check: Vec::new(), by_case: vec![Vec::new(); cases.len()] };
    let Some((&Case { up, table, .. }, rule)) = cases.first().zip(game.switch.as_ref()) else { return Ok(all) };
    let hands = table.hands;
    let profiles: Vec<FxHashMap<Start, Profile>> =
        cases.par_iter().zip(plays).map(|(case, play)| profiles(game, case, play)).collect();
    let values = values(cases, &profiles)?;
    let mut decided: FxHashMap<([Pair; 2], usize), bool> = FxHashMap::default();
    for (deal, pairs) in each_deal(hands) {
        let pairs = pairs.map(in_either_order);
        if !up.is_feasible(cards_of(hands, pairs[0])) {
            continue;
        }
        for group in groups(cases, rule.when) {
            let switches = match decided.get(&(pairs, group[0])) {
                Some(&switches) => switches,
                None => {
                    let switches = switches(cases, &profiles, &values, rule.when, &group, pairs)?;
                    decided.insert((pairs, group[0]), switches);
                    switches
                }
            };
            match rule.when {
                SwitchWhen::BeforeCheck if switches => all.before_check.push(deal),
                SwitchWhen::AfterCheck if switches => all.by_case[group[0]].push(deal),
                SwitchWhen::BeforeCheck | SwitchWhen::AfterCheck => {}
            }
        }
    }
    Ok(all)
}

/// The two pairs of hands that each deal leaves the choice between, as dealt and switched, with the ordered deals that do.
pub(crate) fn deals(hands: &Hands) -> Vec<([Pair; 2], i64)> {
    counted(each_deal(hands).into_iter().map(|(_, pairs)| pairs.map(in_either_order)))
}

/// The same in the order in which the hands are dealt.
pub(crate) fn ordered_deals(hands: &Hands) -> Vec<([Pair; 2], i64)> {
    counted(each_deal(hands).into_iter().map(|(_, pairs)| pairs))
}

fn in_either_order(mut pair: Pair) -> Pair {
    pair.sort_unstable();
    pair
}

fn counted(each: impl Iterator<Item = [Pair; 2]>) -> Vec<([Pair; 2], i64)> {
    let mut deals: FxHashMap<[Pair; 2], i64> = FxHashMap::default();
    for pairs in each {
        *deals.entry(pairs).or_default() += 1;
    }
    let mut deals: Vec<_> = deals.into_iter().collect();
    deals.sort_unstable();
    deals
}

/// Both cards of each hand in every order that the shoe can deal, with the hands as dealt and switched.
fn each_deal(hands: &Hands) -> Vec<(SwitchedDeal, [Pair; 2])> {
    let mut deals = Vec::new();
    let dealt = |a: Value, b: Value| hands.dealt(&[a, b]);
    for a in Value::all() {
        for b in Value::all() {
            for c in Value::all() {
                for d in Value::all() {
                    // First cards a and c, second cards b and d.
                    let (Some(ab), Some(cd), Some(ad), Some(cb)) = (dealt(a, b), dealt(c, d), dealt(a, d), dealt(c, b))
                    else {
                        continue;
                    };
                    let pair = |first: HandId, second: HandId, switched: bool| {
                        let is_made = |hand| switched && hands.get(hand).is_natural();
                        [first, second].map(|hand| Start { hand, switched_natural: is_made(hand) })
                    };
                    deals.push(([a, b, c, d], [pair(ab, cd, false), pair(ad, cb, true)]));
                }
            }
        }
    }
    deals
}

/// How every hand is played in one case.
fn profiles(game: &Game, case: &Case<'_>, play: &CasePlay) -> FxHashMap<Start, Profile> {
    let hands = case.table.hands;
    let settlement = case.table.settlement;
    let mut profiles = FxHashMap::default();
    for (id, hand) in hands.of_two_cards().filter(|(_, hand)| case.up.is_feasible(hand.cards)) {
        let split = hand.pair().filter(|&value| play.split[value]);
        let split = split.and_then(|value| SplitCounts::new(game, case, &play.play, value));
        let profile = match split {
            Some(counts) => split_profile(hands, &counts),
            None => {
                let count = case.count(case.options, &play.play, &[(id, 1)], None);
                count.iter().map(|(id, entry)| (hands.get(id).cards, [entry.mean, [entry.doubled; OUTCOMES]])).collect()
            }
        };
        profiles.insert(Start { hand: id, switched_natural: false }, profile);
        if let Some(row) = case.switched_natural_row().filter(|_| hand.is_natural()) {
            let result = settlement.row(row).map(i64::from);
            let profile = vec![(hand.cards, [result, [0; OUTCOMES]])];
            profiles.insert(Start { hand: id, switched_natural: true }, profile);
        }
    }
    profiles
}

fn split_profile(hands: &Hands, counts: &SplitCounts) -> Profile {
    let mut tally: Tallies<2> = Tallies::default();
    for (count, beside, coefficient) in counts.terms() {
        for (id, entry) in count.iter() {
            let weights = [entry.mean, [entry.doubled; OUTCOMES]];
            add(&mut tally, &[(hands.get(id).cards, weights)], beside, coefficient);
        }
    }
    for (cards, wagers) in counts.split_wagers() {
        add(&mut tally, &[(cards, [[0; OUTCOMES], [1; OUTCOMES]])], Removed::NONE, wagers);
    }
    tally.into_iter().collect()
}

/// By case, the value of every hand beside every two cards, in settlement units, times the probability of all four.
type Values = Vec<FxHashMap<(Start, Removed), f64>>;

fn values(cases: &[Case<'_>], profiles: &[FxHashMap<Start, Profile>]) -> Result<Values, SolveError> {
    let Some(&Case { up, table, .. }) = cases.first() else { return Ok(Vec::new()) };
    let others: Vec<Removed> = table.hands.of_two_cards().map(|(_, hand)| hand.cards).collect();
    let mut gone: FxHashSet<Removed> = FxHashSet::default();
    for (cards, _) in profiles.iter().flat_map(FxHashMap::values).flatten() {
        gone.insert(*cards);
    }
    let unions: FxHashSet<Removed> = gone
        .iter()
        .flat_map(|&cards| others.iter().map(move |&other| cards + other))
        .filter(|&cards| up.is_feasible(cards))
        .collect();
    let mut unions: Vec<Removed> = unions.into_iter().collect();
    unions.par_sort_unstable();
    // Each law times the probability of the cards gone, dealt in one order.
    let laws: Vec<[f64; OUTCOMES]> = unions
        .par_chunks(4096)
        .map(|unions| {
            let mut laws = Vec::with_capacity(unions.len() * cases.len());
            up.each_float(unions, |cards, law| {
                let probability = up.probability_of(cards);
                laws.extend(law.iter().map(|row| row.map(|one| one * probability)));
            })?;
            Ok(laws)
        })
        .collect::<Result<Vec<_>, SolveError>>()?
        .concat();
    let places = (0..laws.len()).step_by(cases.len());
    let index: FxHashMap<Removed, usize> = unions.iter().copied().zip(places).collect();
    Ok(cases
        .par_iter()
        .zip(profiles)
        .map(|(case, profiles)| {
            let mut values = FxHashMap::default();
            for (&start, profile) in profiles {
                let own = table.hands.get(start.hand).cards;
                for &beside in others.iter().filter(|&&beside| up.is_feasible(own + beside)) {
                    let value = profile
                        .iter()
                        .filter_map(|(cards, [mean, _])| {
                            let law = &laws[*index.get(&(*cards + beside))? + case.case];
                            Some(mean.iter().zip(law).map(|(&units, &law)| units as f64 * law).sum::<f64>())
                        })
                        .sum();
                    values.insert((start, beside), value);
                }
            }
            values
        })
        .collect())
}

/// Whether the switch is worth more over some cases; exact when the floats are too close, and not on a tie.
fn is_better(
    cases: &[Case<'_>],
    profiles: &[FxHashMap<Start, Profile>],
    values: &Values,
    group: &[usize],
    [kept, switched]: [Pair; 2],
) -> Result<bool, SolveError> {
    if kept == switched {
        return Ok(false);
    }
    let Case { up, table, .. } = cases[0];
    let cards = |start: Start| table.hands.get(start.hand).cards;
    let beside = |[one, other]: Pair| [(one, cards(other)), (other, cards(one))];
    let value = |pair: Pair| -> f64 {
        let terms = group.iter().flat_map(|&case| beside(pair).map(|at| values[case].get(&at).copied().unwrap_or(0.0)));
        terms.sum()
    };
    let gain = value(switched) - value(kept);
    if gain.abs() > table.settlement.contested() * up.probability_of(cards(kept[0]) + cards(kept[1])) {
        return Ok(gain > 0.0);
    }
    let mut tallies: Vec<Tallies<2>> = vec![Tallies::default(); cases.len()];
    for &case in group {
        for (pair, sign) in [(kept, -1), (switched, 1)] {
            for (start, beside) in beside(pair) {
                add(&mut tallies[case], &profiles[case][&start], beside, sign);
            }
        }
    }
    let gain: BigRational = sum_tallies(up, &tallies)?.into_iter().map(|[mean, _]| mean).sum();
    Ok(gain.is_positive())
}
