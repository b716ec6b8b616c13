//! A late dealer blackjack against a split of which no hand is live.
//!
//! Where such a blackjack takes the wagers that busted before, and one initial wager if any hand is live, payoffs do not
//! add up over the hands. A split's first hand is charged with the initial wager in any case, and here it is given back with
//! the probability that every hand is out of the round and the dealer has a blackjack. That is a product over all hands, so
//! their cards are enumerated together.

use std::collections::BTreeMap;

use cards::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::interner::find_or_insert_in;
use crate::arithmetic::residues::{Moduli, Residues, number_of};
use crate::compiled::settlement::{HandPlace, NATURAL, OUTCOMES, UNIT_BITS};
use crate::compiled::split_plan::{HandKind, SecondCard};
use crate::dealer::cache::ExactSum;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::zero_memory::SplitCounts;
use crate::zero_memory::orthogonal::{Basis, Orthogonal, Polynomial, without_tens};

/// Sets of cards that all hands together may be gone with; more are refused.
const MOST_SETS: usize = 20_000_000;

/// Elements of an orthogonal basis at the most; more are refused.
const MOST_ELEMENTS: usize = 4_000_000;

/// Hands with fewer unions are enumerated.
const FEW_UNIONS: usize = 1 << 14;

/// Of a probability, which is never above one.
const SIGN_BITS: u64 = 1;

/// Of what at most eight hands lose together, with a sign.
const LOSS_BITS: u64 = UNIT_BITS as u64 + 4;

/// Cards that all hands together may be gone with. The weights are ordered draws and add up to no more than all of them, times a
/// loss below 2²⁷: with 13 dealer cards, 1040⁶² is below 2⁶²², within [`crate::arithmetic::fixed_int::RoundSum`].
const MOST_CARDS_GONE: u32 = 49;

/// How closely the probability that no hand is live is known: each closer and costlier than the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GoneBound {
    /// No less: that of one hand, whatever becomes of the others.
    OneHand,
    /// No less: that of two hands.
    TwoHands,
    Exact,
}

impl GoneBound {
    const ALL: [Self; 3] = [Self::OneHand, Self::TwoHands, Self::Exact];
}

/// Ordered ways, and ways times what the hands lose together, by cards.
type Gone = FxHashMap<CardSet, [i128; 2]>;

/// That no hand of a split is live when the dealer has a blackjack: given the up card, weighted by the pair and the case.
pub(crate) struct AllGone {
    pub(crate) probability: BigRational,
    /// The expectation of what the hands lose, in initial wagers, on that event.
    pub(crate) net: BigRational,
}

impl AllGone {
    /// Whether the rules look for live hands and a dealer blackjack can come to light late.
    pub(crate) fn may_be(case: &SignalCase<'_>) -> bool {
        late_hole(case).is_some()
    }

    /// Nothing if it [may not be](AllGone::may_be); what the hands lose is nothing unless it is asked for.
    ///
    /// # Errors
    /// [`SolveError::TooManyBusts`] if the hands can bust in too many ways together.
    pub(crate) fn new(counts: &SplitCounts, case: &SignalCase<'_>, with_net: bool) -> Result<Self, SolveError> {
        let Some(hole) = late_hole(case) else {
            return Ok(Self { probability: BigRational::zero(), net: BigRational::zero() });
        };
        let [probability, net] = GoneHands::new(counts, case, with_net).means(counts, case, hole)?;
        Ok(Self { probability, net: net / case.units() })
    }

    /// Which hands are out of the round and in how many ways: with the dealer, the pair and the number of hands, all that the probability
    /// depends on.
    pub(crate) fn words(counts: &SplitCounts, case: &SignalCase<'_>) -> Vec<u32> {
        let mut words = Vec::new();
        for kind in counts.kinds() {
            let hand = of_hand(counts, case, kind);
            words.push(hand.len() as u32);
            for (cards, [ways, _]) in hand {
                words.extend(cards.words());
                words.extend([ways as u32, (ways >> 32) as u32]);
            }
        }
        words
    }

    /// Whether a pair is worth more split, unsplit on a tie: `of_hands` is the mean of its hands but for what is given back, `of_pair` that of the
    /// pair unsplit. `probability` tells how probable it is that something is given back.
    ///
    /// # Errors
    /// Those of `probability`.
    pub(crate) fn is_split(
        case: &SignalCase<'_>,
        of_hands: &BigRational,
        of_pair: &BigRational,
        probability: impl Fn(GoneBound) -> Result<BigRational, SolveError>,
    ) -> Result<bool, SolveError> {
        if of_hands > of_pair {
            return Ok(true);
        }
        // What is given back is never negative, and seldom decides.
        if !Self::may_be(case) {
            return Ok(false);
        }
        let needed = of_pair - of_hands;
        for bound in GoneBound::ALL {
            if probability(bound)? <= needed {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The probability, or a bound on it.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn probability(
        counts: &SplitCounts,
        case: &SignalCase<'_>,
        bound: GoneBound,
    ) -> Result<BigRational, SolveError> {
        match bound {
            GoneBound::OneHand => Self::bounds(counts, case, 1),
            GoneBound::TwoHands => Self::bounds(counts, case, 2),
            GoneBound::Exact => Ok(Self::new(counts, case, false)?.probability),
        }
    }

    /// Bounds on the probability, each closer and costlier than the one before: that of one hand, and of two, whatever becomes
    /// of the others.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn bounds(counts: &SplitCounts, case: &SignalCase<'_>, hands: usize) -> Result<BigRational, SolveError> {
        let plan = counts.plan();
        let mut bound = BigRational::zero();
        let Some(hole) = late_hole(case) else { return Ok(bound) };
        let mut terms: BTreeMap<Vec<HandKind>, BTreeMap<u32, i64>> = BTreeMap::new();
        if hands == 1 {
            // Every round has one first hand.
            for (&(kind, extra), &ways) in plan.hands.iter().filter(|((kind, _), _)| kind.1 == HandPlace::First) {
                *terms.entry(vec![kind]).or_default().entry(extra + 1).or_default() += ways;
            }
        } else {
            // The first hand and each later one: at least one such pair a round.
            for (&(a, b, extra), &ways) in
                plan.pairs.iter().filter(|((a, b, _), _)| (a.1 == HandPlace::First) != (b.1 == HandPlace::First))
            {
                *terms.entry(vec![a, b]).or_default().entry(extra).or_default() += ways;
            }
        }
        for (kinds, extras) in terms {
            let mut gone = Gone::from_iter([(CardSet::NONE, [1, 0])]);
            for kind in kinds {
                gone = with_hand(&gone, &of_hand(counts, case, kind), case)?;
            }
            for (extra, ways) in extras {
                let beside = counts.pair_cards(extra);
                let weights = gone.iter().map(|(&cards, weights)| (cards + beside, weights[0] * i128::from(ways)));
                bound += total(case, hole, weights.filter(|&(cards, _)| case.up.is_feasible(cards)))?;
            }
        }
        Ok(bound)
    }
}

/// The hole card of a dealer blackjack that comes to light late and looks for live hands, if there can be one.
fn late_hole(case: &SignalCase<'_>) -> Option<Value> {
    let holes = case.up.dealer.cases()[case.case].holes;
    let looks = case.table.settlement.looks_for_live_hands() && case.is_played();
    case.up.dealer.natural_hole().filter(|&hole| looks && holes.contains(hole))
}

/// One hand out of the round.
fn of_hand(counts: &SplitCounts, case: &SignalCase<'_>, kind: HandKind) -> Vec<(CardSet, [i128; 2])> {
    let hands = case.table.hands;
    let gone = counts.count(kind).iter().filter(|(_, entry)| entry.gone[0] != 0);
    gone.map(|(id, entry)| (hands.get(id).cards, entry.gone.map(i128::from))).collect()
}

/// The hands of a split that are out of the round, each kind once, and every end of the splitting.
struct GoneHands {
    /// Ordered ways, and ways times what the hand loses, by cards.
    hands: Vec<Vec<(CardSet, [i128; 2])>>,
    /// The places of the hands in rising order, the number of ways, end by end.
    ends: BTreeMap<Vec<usize>, i64>,
}

/// The product of some hands without one card of the pair: their ways, and ways times what they lose.
type Half = [Polynomial; 2];

impl GoneHands {
    /// Hands that differ in what they lose alone are one kind unless `with_net`.
    fn new(counts: &SplitCounts, case: &SignalCase<'_>, with_net: bool) -> Self {
        let mut hands: Vec<Vec<(CardSet, [i128; 2])>> = Vec::new();
        let places: BTreeMap<HandKind, usize> = counts
            .kinds()
            .map(|kind| {
                let mut hand = of_hand(counts, case, kind);
                hand.retain(|&(cards, _)| case.up.is_feasible(cards));
                if !with_net {
                    hand.iter_mut().for_each(|(_, [_, net])| *net = 0);
                }
                hand.sort_unstable();
                (kind, find_or_insert_in(&mut hands, hand))
            })
            .collect();
        let mut ends: BTreeMap<Vec<usize>, i64> = BTreeMap::new();
        for (&(others, waiting), &ways) in &counts.plan().ends {
            let kinds = [(SecondCard::Other, others), (SecondCard::Any, waiting)];
            let seconds = kinds.iter().flat_map(|&(second, hands)| (0..hands).map(move |_| second));
            let hand_places = std::iter::once(HandPlace::First).chain(std::iter::repeat(HandPlace::Later));
            let mut end: Vec<usize> = seconds.zip(hand_places).map(|kind| places[&kind]).collect();
            end.sort_unstable();
            // An end with a hand that is never out of the round adds nothing.
            if end.iter().all(|&hand| !hands[hand].is_empty()) {
                *ends.entry(end).or_default() += ways;
            }
        }
        Self { hands, ends }
    }

    /// The probability that all are out of the round and the dealer has this hole card, and the expectation of what they then lose.
    fn means(&self, counts: &SplitCounts, case: &SignalCase<'_>, hole: Value) -> Result<[BigRational; 2], SolveError> {
        let unions =
            |end: &Vec<usize>| end.iter().fold(1, |sets: usize, &hand| sets.saturating_mul(self.hands[hand].len()));
        let few_unions = self.ends.keys().map(unions).max().unwrap_or(0) <= FEW_UNIONS;
        let by_halves = if few_unions { None } else { self.by_halves(counts, case, hole)? };
        by_halves.map_or_else(|| self.by_unions(case, hole), Ok)
    }

    /// By the unions of all hands' cards.
    fn by_unions(&self, case: &SignalCase<'_>, hole: Value) -> Result<[BigRational; 2], SolveError> {
        let gone = self.unions(&self.ends, case)?;
        let part = |n: usize| total(case, hole, gone.iter().map(|(&cards, weights)| (cards, weights[n])));
        Ok([part(0)?, part(1)?])
    }

    /// The ends are one polynomial in their last hand, of which each coefficient is one in theirs.
    fn unions(&self, ends: &BTreeMap<Vec<usize>, i64>, case: &SignalCase<'_>) -> Result<Gone, SolveError> {
        let mut gone = Gone::default();
        let mut by_last: BTreeMap<usize, BTreeMap<Vec<usize>, i64>> = BTreeMap::new();
        for (end, &ways) in ends {
            match end.split_last() {
                Some((&last, rest)) => *by_last.entry(last).or_default().entry(rest.to_vec()).or_default() += ways,
                None => gone.entry(CardSet::NONE).or_default()[0] += i128::from(ways),
            }
        }
        for (last, rests) in by_last {
            add(&mut gone, with_hand(&self.unions(&rests, case)?, &self.hands[last], case)?);
        }
        Ok(gone)
    }

    /// As the mean of products of two halves; `None` if the shoe is too small for that.
    fn by_halves(
        &self,
        counts: &SplitCounts,
        case: &SignalCase<'_>,
        hole: Value,
    ) -> Result<Option<[BigRational; 2]>, SolveError> {
        let longest = |&hand: &usize| self.hands[hand].iter().map(|(cards, _)| cards.size()).max().unwrap_or(0);
        let cards = |hands: &[usize]| hands.iter().map(longest).sum::<u32>();
        // The change of basis replaces cards and adds none, so a half never has more than its hands together.
        let is_long = |end: &Vec<usize>| {
            let (left, right) = end.split_at(end.len() / 2);
            [left, right].into_iter().any(|half| cards(half) > CardSet::MOST)
        };
        if self.ends.keys().any(is_long) {
            return Err(SolveError::TooManyBusts);
        }
        let halves = self.halves(counts)?;
        let sets = halves.values().flat_map(|half| half.iter().flat_map(Polynomial::keys)).copied();
        let Some(basis) = Basis::new(sets, MOST_ELEMENTS) else { return Err(SolveError::TooManyBusts) };
        // The two cards of the pair and the hole card are dealt whatever comes.
        let mut shoe = case.up.left_after(CardSet::NONE);
        let mut ways = 1;
        for value in [counts.value(), counts.value(), hole.index()] {
            ways *= i128::from(shoe[value]);
            shoe[value] = shoe[value].saturating_sub(1);
        }
        let unseen = case.up.unseen_after(CardSet::NONE);
        // The hole card is drawn too.
        let draws = self.ends.keys().map(|end| cards(end) + 1).max().unwrap_or(0);
        let denominator: BigInt = (unseen.saturating_sub(draws) + 1..=unseen).map(BigInt::from).product();
        let loses = self.hands.iter().flatten().any(|&(_, [_, net])| net != 0);
        let bits = denominator.bits() + if loses { LOSS_BITS } else { SIGN_BITS };
        let mut means = Vec::new();
        for moduli in Moduli::for_bits(bits) {
            let Some(orthogonal) = Orthogonal::new(&basis, shoe, moduli) else { return Ok(None) };
            let parts: Vec<&Polynomial> = halves.values().flatten().collect();
            let mut in_basis = parallel::map(&parts, |part| orthogonal.of(part)).into_iter();
            let in_basis: BTreeMap<&[usize], [Vec<Residues>; 2]> =
                halves.keys().map(|hands| (&hands[..], [0, 1].map(|_| in_basis.next().unwrap_or_default()))).collect();
            let mut sums = [Moduli::ZERO; 2];
            for (end, &ways) in &self.ends {
                let (left, right) = end.split_at(end.len() / 2);
                let ([left, left_net], [right, right_net]) = (&in_basis[left], &in_basis[right]);
                for (part, a, b) in [(0, left, right), (1, left_net, right), (1, left, right_net)] {
                    let mean = moduli.times(&orthogonal.mean_of_product(a, b), &moduli.of(ways.into()));
                    moduli.add(&mut sums[part], &mean);
                }
            }
            let scale =
                (unseen.saturating_sub(draws) + 1..=unseen.saturating_sub(3)).map(|cards| moduli.of(cards.into()));
            let scale = scale.fold(moduli.of(ways), |product, cards| moduli.times(&product, &cards));
            means.push((moduli, sums.map(|sum| moduli.times(&sum, &scale))));
        }
        let part = |n: usize| {
            let numerator = number_of(means.iter().map(|(moduli, sums)| (moduli, sums[n])));
            BigRational::new(numerator, denominator.clone())
        };
        Ok(Some([part(0), part(1)]))
    }

    /// The halves of all ends, without tens.
    fn halves(&self, counts: &SplitCounts) -> Result<BTreeMap<Vec<usize>, Half>, SolveError> {
        let pair = counts.pair_cards(1);
        let hands: Vec<Half> = self
            .hands
            .iter()
            .map(|hand| {
                [0, 1].map(|part| {
                    let weights = hand.iter().filter(|(_, weights)| weights[part] != 0);
                    without_tens(weights.map(|(cards, weights)| (*cards - pair, weights[part])).collect())
                })
            })
            .collect();
        let pair = without_tens(Polynomial::from_iter([(pair, 1)]));
        let with_pair = |[ways, net]: &Half| Ok([times(ways, &pair)?, times(net, &pair)?]);
        let hands_after: Vec<Half> = hands.iter().map(with_pair).collect::<Result<_, SolveError>>()?;
        let mut halves = BTreeMap::new();
        for end in self.ends.keys() {
            let (left, right) = end.split_at(end.len() / 2);
            for half in [left, right] {
                if halves.contains_key(half) {
                    continue;
                }
                let Some((&first, rest)) = half.split_first() else { continue };
                let mut product = hands[first].clone();
                for &hand in rest {
                    let [ways, net] = &product;
                    let [hand_ways, hand_net] = &hands_after[hand];
                    let mut with_net = times(net, hand_ways)?;
                    for (cards, weight) in times(ways, hand_net)? {
                        *with_net.entry(cards).or_default() += weight;
                    }
                    product = [times(ways, hand_ways)?, with_net];
                }
                halves.insert(half.to_vec(), product);
            }
        }
        Ok(halves)
    }
}

/// The product of two polynomials.
fn times(a: &Polynomial, b: &Polynomial) -> Result<Polynomial, SolveError> {
    let mut product = Polynomial::default();
    for (&a_cards, &a) in a {
        for (&b_cards, &b) in b {
            *product.entry(a_cards + b_cards).or_default() += a * b;
        }
        if product.len() > MOST_ELEMENTS {
            return Err(SolveError::TooManyBusts);
        }
    }
    product.retain(|_, weight| *weight != 0);
    Ok(product)
}

fn with_hand(gone: &Gone, hand: &[(CardSet, [i128; 2])], case: &SignalCase<'_>) -> Result<Gone, SolveError> {
    let mut more = Gone::default();
    for (&cards, &[ways, net]) in gone {
        for &(hand_cards, [hand_ways, hand_net]) in hand {
            let union = cards + hand_cards;
            // Cards that the shoe does not hold would also leave the packed counts.
            if case.up.is_feasible(union) {
                let sum = more.entry(union).or_default();
                sum[0] += ways * hand_ways;
                sum[1] += ways * hand_net + net * hand_ways;
            }
        }
        if more.len() > MOST_SETS {
            return Err(SolveError::TooManyBusts);
        }
    }
    Ok(more)
}

fn add(sum: &mut Gone, more: Gone) {
    for (cards, weights) in more {
        let sum = sum.entry(cards).or_default();
        sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
    }
}

/// The sum of weights, each times the probability of its cards and of this hole card.
fn total(
    case: &SignalCase<'_>,
    hole: Value,
    weights: impl Iterator<Item = (CardSet, i128)>,
) -> Result<BigRational, SolveError> {
    let mut sum = ExactSum::new(case.up);
    for (cards, weight) in weights {
        if cards.size() > MOST_CARDS_GONE {
            return Err(SolveError::TooManyBusts);
        }
        let mut distribution = [0; OUTCOMES];
        distribution[NATURAL] = case.up.hole_ways(cards, hole);
        let mut weights = [0; OUTCOMES];
        weights[NATURAL] = i64::try_from(weight).map_err(|_| SolveError::TooManyBusts)?;
        sum.add(cards, &distribution, &weights);
    }
    Ok(sum.total())
}

#[cfg(test)]
mod tests {
    use cards::Composition;
    use rules::LateBlackjackTakes;

    use super::*;
    use crate::compiled::strategy::Class;
    use crate::engine::solver::Solver;
    use crate::test_games;

    /// Pairs of nines and tens against a ten and an ace, split whether that is good play or not.
    #[test]
    fn halves_give_what_unions_give() {
        let mut game = test_games::game("pa-633a-blackjack");
        game.hole_card.checked_under.clear();
        game.hole_card.late_blackjack_takes = LateBlackjackTakes::BustedAndOriginal;
        let solver = Solver::for_game(game, Composition::decks(2)).expect("a shoe that cannot run out");
        let mut compared = 0;
        for up in solver.ups().iter() {
            for case in solver.cases(up, &solver.settlements()[0]) {
                let Some(hole) = late_hole(&case) else { continue };
                let play = solver.plays(&[case], Class::CdzMinus).expect("a play").remove(0).play;
                for value in [8, 9] {
                    let counts = SplitCounts::new(solver.game(), &case, &play, value).expect("a pair");
                    for with_net in [false, true] {
                        let hands = GoneHands::new(&counts, &case, with_net);
                        let by_halves = hands.by_halves(&counts, &case, hole).expect("few elements");
                        assert_eq!(by_halves, Some(hands.by_unions(&case, hole).expect("few unions")));
                        compared += 1;
                    }
                }
            }
        }
        assert_eq!(compared, 8);
    }
}
