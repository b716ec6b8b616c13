//! What a split is worth to base game and side wager, when its hands are played as the base game plays them.
//!
//! Unseen cards are exchangeable and no hand of a split looks at another, so the hands that end with a total are a signed
//! measure on single hands, as everywhere in [`crate::zero_memory`]. Whether all hands are out of the round is a product over
//! them: drawing a card changes no expectation of what is unseen, and so the signed measures of the hands multiply. The unions of their cards are enumerated.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use cards::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{BlackjackAfterSplit, Game};
use rustc_hash::FxHashMap;

use super::ends::{EndId, LOST, SideEnds};
use super::straight::{State, Tracker};
use super::{AfterSplitHands, Tracks};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::{Hand, HandId};
use crate::compiled::settlement::{HandPlace, OUTCOMES, Settlement};
use crate::compiled::split_plan::{HandKind, SecondCard};
use crate::compiled::walk::CompiledRules;
use crate::dealer::cache::{DealerCache, ExactSum};
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, pair_hand};
use crate::parallel;
use crate::zero_memory::{CasePlay, SplitCounts};

/// Sets of cards with which all hands but one may be out together; more are refused.
const MOST_SETS: usize = 4_000_000;

/// Cards in such a set: [`crate::arithmetic::fixed_int::RoundSum`] holds 49 and the dealer's.
const MOST_CARDS_GONE: u32 = 49;

/// A split's mean in the base game, and the expected number of hands at each slot of the side wager: given the up card and
/// weighted by the pair, dealt in one order, and the case.
#[derive(Debug, Clone)]
pub(super) struct SplitEv {
    pub(super) base: BigRational,
    pub(super) slots: Vec<BigRational>,
}

/// A pair that may be split in one case.
#[derive(Debug)]
pub(super) struct SplitPair {
    /// What it would be worth if some hand were always live.
    pub(super) bound: Option<SplitEv>,
    worth: OnceLock<Result<SplitEv, SolveError>>,
    /// The means of the worth as the play weighs them.
    pub(super) means: OnceLock<SideMeans>,
}

/// Base game, fixed and meter's part of the side wager, exactly and in floats.
#[derive(Debug, Clone)]
pub(super) struct SideMeans {
    pub(super) exact: [BigRational; 3],
    pub(super) float: [f64; 3],
}

impl SideMeans {
    pub(super) fn new(exact: [BigRational; 3]) -> Self {
        Self { float: exact.each_ref().map(float), exact }
    }
}

/// What a split is valued for.
#[derive(Clone, Copy)]
pub(super) struct Wagered<'a> {
    pub(super) solver: &'a Solver,
    pub(super) after_split: AfterSplitHands,
    pub(super) tracker: &'a Tracker,
    pub(super) side: Option<&'a DealerCache>,
}

impl Wagered<'_> {
    fn ends(&self) -> &SideEnds {
        &self.tracker.ends
    }

    /// The split of a pair of this value in this state; `None` where it may not be split.
    pub(super) fn split(
        &self,
        case: &SignalCase<'_>,
        play: &CasePlay,
        value: usize,
        state: State,
    ) -> Result<Option<SplitPair>, SolveError> {
        let game = self.solver.game();
        let Some(pair) = pair_hand(case.table.hands, value).filter(|_| game.split.is_some() && case.is_played()) else {
            return Ok(None);
        };
        let Some(counts) = SplitCounts::new(game, case, &play.play, value) else { return Ok(None) };
        let cards = counts.pair_cards(2);
        let hand = case.table.hands.get(pair);
        let base = counts.mean(case)?;
        let probability = case.probability(cards);
        let settled = |end| self.settled(case, end, [(cards, 1)].into_iter());
        let mut slots = match (&self.tracker.tracks, self.after_split) {
            (Tracks::Total(_), AfterSplitHands::None) => settled(LOST),
            (Tracks::Total(_), after_split) => self.totals(case, play, value, after_split == AfterSplitHands::First),
            (Tracks::Live, _) => settled(self.ends().counts()),
            (Tracks::Straight(_), _) => settled(self.tracker.finished(hand, state, false, false)),
        };
        slots[self.ends().lost()] = probability - slots.iter().sum::<BigRational>();
        let worth = SplitEv { base, slots };
        Ok(Some(match self.tracker.tracks {
            Tracks::Live => SplitPair { bound: Some(worth), worth: OnceLock::new(), means: OnceLock::new() },
            _ => SplitPair::known(worth),
        }))
    }

    /// What the split is worth, computed when first asked for.
    ///
    /// # Errors
    /// [`SolveError::TooManyBusts`] if all hands can be out in too many ways.
    pub(super) fn worth<'s>(
        &self,
        split: &'s SplitPair,
        case: &SignalCase<'_>,
        play: &CasePlay,
        value: usize,
    ) -> Result<&'s SplitEv, SolveError> {
        let worth = match split.worth.get() {
            Some(worth) => worth,
            None => {
                let bound = split.bound.clone().ok_or(SolveError::TooManyBusts)?;
                // Not inside the lock: the work is parallel, and a thread that waits for its parts may turn to another that
                // asks for the same.
                let worth = self.less_all_out(case, play, value, bound);
                split.worth.get_or_init(|| worth)
            }
        };
        worth.as_ref().map_err(Clone::clone)
    }

    /// Expected number of hands with the total at each slot; nothing at the slot of lost wagers.
    fn totals(&self, case: &SignalCase<'_>, play: &CasePlay, value: usize, first_only: bool) -> Vec<BigRational> {
        let Tracks::Total(total) = self.tracker.tracks else { return vec![BigRational::zero(); self.ends().slots()] };
        let marking = Settlement::marking(case.table.hands, false, |hand| hand.total == total);
        let marked = SignalCase { table: CompiledRules { settlement: &marking, ..case.table }, ..*case };
        if let Some(counts) = SplitCounts::new(self.solver.game(), &marked, &play.play, value) {
            let is_asked_for = |kind: HandKind| !first_only || kind.1 == HandPlace::First;
            let sets = counts.terms_of(is_asked_for).flat_map(|(count, beside, coefficient)| {
                count
                    .iter()
                    .filter(|(_, entry)| entry.mean[0] != 0)
                    .map(move |(id, entry)| (case.table.hands.get(id).cards + beside, entry.mean[0] * coefficient))
            });
            return self.settled(case, self.ends().counts(), sets);
        }
        vec![BigRational::zero(); self.ends().slots()]
    }

    /// Weights times the probabilities of sets of cards, by the slot at which an end is settled; nothing at the slot of lost
    /// wagers. The sets must be keys of the tables.
    fn settled(
        &self,
        case: &SignalCase<'_>,
        end: EndId,
        sets: impl Iterator<Item = (CardSet, i64)>,
    ) -> Vec<BigRational> {
        let row = self.ends().row(end);
        let table = if row.flat.is_some() { case.up } else { self.side.unwrap_or(case.up) };
        let sets: Vec<(CardSet, i64)> = sets.collect();
        table.make_exact(sets.iter().map(|&(cards, _)| cards));
        let mut sums: Vec<ExactSum<'_>> = (0..self.ends().slots()).map(|_| ExactSum::new(table)).collect();
        for (cards, weight) in sets {
            // Cards that cannot be gone have no ways.
            let Some(distribution) = table.exact_row(cards, case.case) else { continue };
            for (slot, sum) in sums.iter_mut().enumerate().filter(|&(slot, _)| slot != self.ends().lost()) {
                let weights = row.slots.map(|other| if other == slot { weight } else { 0 });
                if weights != [0; OUTCOMES] {
                    sum.add(cards, distribution, &weights);
                }
            }
        }
        sums.iter().map(ExactSum::total).collect()
    }

    /// Moves to the slot of lost wagers what belongs to rounds in which no hand is live.
    fn less_all_out(
        &self,
        case: &SignalCase<'_>,
        play: &CasePlay,
        value: usize,
        mut worth: SplitEv,
    ) -> Result<SplitEv, SolveError> {
        let after_split = self.solver.game().natural.after_split == BlackjackAfterSplit::AcesAndTens;
        blackjacks_do_not_wait(self.solver.game(), case)?;
        let [out, live] = [true, false].map(|gone| {
            let is_paid = |hand: &Hand| after_split && hand.is_natural();
            let marking = Settlement::marking(case.table.hands, gone, |hand| is_paid(hand) == gone);
            let marked = SignalCase { table: CompiledRules { settlement: &marking, ..case.table }, ..*case };
            SplitCounts::new(self.solver.game(), &marked, &play.play, value)
        });
        let (Some(out), Some(live)) = (out, live) else { return Ok(worth) };
        let row = self.ends().row(self.ends().counts());
        let table = self.side.unwrap_or(case.up);
        let lost = self.ends().lost();
        let slots: Vec<usize> =
            (0..self.ends().slots()).filter(|slot| *slot != lost && row.slots.contains(slot)).collect();
        let nothing = || -> Vec<ExactSum<'_>> { slots.iter().map(|_| ExactSum::new(table)).collect() };
        let sums = sum_products(
            all_out(&out, |kind| shorter(&out, &live, case, kind), case)?,
            case,
            nothing,
            |sums, sets| {
                let mut distributions = table.exact_distributions();
                for (cards, weight) in sets {
                    let distribution = distributions.at(cards)?;
                    for (&slot, sum) in slots.iter().zip(&mut *sums) {
                        let weights = row.slots.map(|other| if other == slot { weight } else { 0 });
                        sum.add(cards, &distribution[case.case], &weights);
                    }
                }
                Ok(())
            },
        )?;
        for (&slot, sum) in slots.iter().zip(&sums) {
            let out = sum.total();
            worth.slots[slot] -= &out;
            worth.slots[lost] += out;
        }
        Ok(worth)
    }
}

impl SplitPair {
    fn known(worth: SplitEv) -> Self {
        Self { bound: None, worth: OnceLock::from(Ok(worth)), means: OnceLock::new() }
    }

    /// Whether the exact worth has been computed.
    pub(super) fn is_known(&self) -> bool {
        self.worth.get().is_some()
    }
}

/// A blackjack on a hand of a split is paid at once, and is no live hand.
///
/// # Errors
/// [`SolveError::Unsolved`] where it waits for a dealer blackjack that can come to light late.
pub(super) fn blackjacks_do_not_wait(game: &Game, case: &SignalCase<'_>) -> Result<(), SolveError> {
    let may_wait = game.natural.after_split != BlackjackAfterSplit::No && case.blackjack_may_come();
    let rules = "blackjacks of split hands that wait for the dealer's second card";
    if may_wait { Err(SolveError::Unsolved { what: "a side wager on the dealer's cards", rules }) } else { Ok(()) }
}

/// The measure of one hand being out: busted, given up, or a blackjack that has been paid.
///
/// It is known in two ways, and the shorter is taken: the hands that are out, each bust being "before the draw" less "after each
/// draw that does not bust"; or any hand less those that are live, where any hand is its first card alone, and with another
/// second card that card less the pair.
fn shorter(out: &SplitCounts, live: &SplitCounts, case: &SignalCase<'_>, kind: HandKind) -> SignedMeasure<i64> {
    let marked = |counts: &SplitCounts, sign: i64| -> Vec<(CardSet, i64)> {
        let entries = counts.count(kind).iter().filter(|(_, entry)| entry.mean[0] != 0);
        entries.map(|(id, entry)| (case.table.hands.get(id).cards, sign * entry.mean[0])).collect()
    };
    let busts = marked(out, 1);
    let mut others = marked(live, -1);
    others.push((live.pair_cards(1), 1));
    if kind.0 == SecondCard::Other {
        others.push((live.pair_cards(2), -1));
    }
    SignedMeasure::new(if busts.len() <= others.len() { busts } else { others })
}

/// A sum of products of two.
type Products<W> = Vec<(SignedMeasure<W>, SignedMeasure<W>)>;

/// The measure of all hands of a split being out, by their cards, as a sum of products of two; from that of one.
///
/// # Errors
/// [`SolveError::TooManyBusts`] if that can be in too many ways.
pub(super) fn all_out<W: Weight>(
    counts: &SplitCounts,
    hand: impl Fn(HandKind) -> SignedMeasure<W>,
    case: &SignalCase<'_>,
) -> Result<Products<W>, SolveError> {
    // Ends differ by the hands that have another second card; the rest of each is a power of the same hand, so all are one
    // polynomial in it. The last factor of each product is left to be multiplied out later.
    let mut heads: BTreeMap<u32, SignedMeasure<W>> = BTreeMap::new();
    let mut products = Vec::new();
    for (&(others, waiting), &ways) in &counts.plan().ends {
        let mut head = SignedMeasure::new(vec![(CardSet::NONE, W::of_ways(ways))]);
        let (named, power) = if others == 0 { (1, waiting - 1) } else { (others, waiting) };
        for at in 0..named {
            let second = if others == 0 { SecondCard::Any } else { SecondCard::Other };
            let factor = hand((second, if at == 0 { HandPlace::First } else { HandPlace::Later }));
            if power == 0 && at + 1 == named {
                products.push((std::mem::take(&mut head), factor));
            } else {
                head = head.times(&factor, case)?;
            }
        }
        if power > 0 {
            heads.entry(power).or_default().add(head)?;
        }
    }
    if let Some(&most) = heads.keys().last() {
        let later = hand((SecondCard::Any, HandPlace::Later));
        let mut sum = SignedMeasure::default();
        for power in (1..=most).rev() {
            if power < most {
                sum = sum.times(&later, case)?;
            }
            sum.add(heads.remove(&power).unwrap_or_default())?;
        }
        products.push((sum, later));
    }
    Ok(products)
}

/// Sums over all sets of such products.
///
/// # Errors
/// [`SolveError::TooManyBusts`] if a product is too large, and those of `add`.
pub(super) fn sum_products<'u, W: Weight>(
    products: Products<W>,
    case: &SignalCase<'_>,
    nothing: impl Fn() -> Vec<ExactSum<'u>> + Sync,
    add: impl Fn(&mut [ExactSum<'u>], Vec<(CardSet, W)>) -> Result<(), SolveError> + Sync,
) -> Result<Vec<ExactSum<'u>>, SolveError> {
    let mut sums = nothing();
    for (one, other) in products {
        let groups = one.groups(&other, case);
        let of_some = |groups: &[Vec<GroupPair<'_, W>>]| {
            let mut sums = nothing();
            groups.iter().try_for_each(|group| add(&mut sums, product(group, case)?))?;
            Ok::<_, SolveError>(sums)
        };
        let part =
            parallel::try_merge_chunks(&groups, groups.len().div_ceil(PARTS).max(1), of_some, |mut all, some| {
                all.iter_mut().zip(&some).for_each(|(all, some)| all.merge(some));
                all
            })?;
        sums.iter_mut().zip(part.iter().flatten()).for_each(|(all, some)| all.merge(some));
    }
    Ok(sums)
}

/// What a set of cards weighs.
pub(super) trait Weight: Copy + PartialEq + Default + Send + Sync {
    /// So many ordered ways.
    fn of_ways(ways: i64) -> Self;

    /// `None` if it is too large.
    fn plus(self, other: Self) -> Option<Self>;

    /// Of the cards of both; `None` if it is too large.
    fn times(self, other: Self) -> Option<Self>;
}

/// Ordered ways.
impl Weight for i64 {
    fn of_ways(ways: i64) -> Self {
        ways
    }

    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }

    fn times(self, other: Self) -> Option<Self> {
        self.checked_mul(other)
    }
}

/// A signed measure on sets of cards, in groups of sets that are alike in the highest values.
#[derive(Debug, Clone)]
pub(super) struct SignedMeasure<W>(BTreeMap<CardSet, Vec<(CardSet, W)>>);

impl<W> Default for SignedMeasure<W> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// Two groups that are multiplied.
type GroupPair<'m, W> = (&'m [(CardSet, W)], &'m [(CardSet, W)]);

impl<W: Weight> SignedMeasure<W> {
    pub(super) fn new(sets: Vec<(CardSet, W)>) -> Self {
        let mut measure = Self::default();
        for (cards, weight) in sets {
            measure.0.entry(cards.at_least(GROUPED_FROM)).or_default().push((cards, weight));
        }
        measure
    }

    fn add(&mut self, other: Self) -> Result<(), SolveError> {
        let mut fits = true;
        for (group, sets) in other.0 {
            let sum = self.0.entry(group).or_default();
            sum.extend(sets);
            sum.sort_unstable_by_key(|&(cards, _)| cards);
            sum.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    let both = kept.1.plus(next.1);
                    fits &= both.is_some();
                    kept.1 = both.unwrap_or_default();
                }
                same
            });
        }
        if fits { Ok(()) } else { Err(SolveError::TooManyBusts) }
    }

    /// The product's groups, each with what it is made of: the sets of a group are few enough to stay in the cache.
    fn groups<'m>(&'m self, other: &'m Self, case: &SignalCase<'_>) -> Vec<Vec<GroupPair<'m, W>>> {
        let mut pairs: BTreeMap<CardSet, Vec<GroupPair<'m, W>>> = BTreeMap::new();
        for (&group, sets) in &self.0 {
            for (&other_group, other_sets) in &other.0 {
                pairs.entry(group + other_group).or_default().push((sets, other_sets));
            }
        }
        pairs.into_iter().filter(|&(group, _)| case.up.is_feasible(group)).map(|(_, pairs)| pairs).collect()
    }

    fn times(&self, other: &Self, case: &SignalCase<'_>) -> Result<Self, SolveError> {
        let groups = parallel::try_map(&self.groups(other, case), |group| product(group, case))?;
        let groups = groups.into_iter().filter(|sets| !sets.is_empty());
        let product = Self(groups.map(|sets| (sets[0].0.at_least(GROUPED_FROM), sets)).collect());
        if product.0.values().map(Vec::len).sum::<usize>() > MOST_SETS {
            Err(SolveError::TooManyBusts)
        } else {
            Ok(product)
        }
    }
}

/// One group of a product.
fn product<W: Weight>(group: &[GroupPair<'_, W>], case: &SignalCase<'_>) -> Result<Vec<(CardSet, W)>, SolveError> {
    let mut sets: FxHashMap<CardSet, W> = FxHashMap::default();
    for &(one, other) in group {
        for &(cards, weight) in one {
            for &(other_cards, other_weight) in other {
                let product = weight.times(other_weight).ok_or(SolveError::TooManyBusts)?;
                let sum = sets.entry(cards + other_cards).or_default();
                *sum = sum.plus(product).ok_or(SolveError::TooManyBusts)?;
            }
        }
    }
    // Sets that the shoe cannot deal have no ways, and would leave the packed counts.
    let mut sets: Vec<(CardSet, W)> =
        sets.into_iter().filter(|&(cards, weight)| weight != W::default() && case.up.is_feasible(cards)).collect();
    if sets.iter().any(|(cards, _)| cards.size() > MOST_CARDS_GONE) {
        return Err(SolveError::TooManyBusts);
    }
    sets.sort_unstable_by_key(|&(cards, _)| cards);
    Ok(sets)
}

/// Parts that a product's groups are summed in, each in one piece of work.
const PARTS: usize = 64;

/// Values from this one up tell groups of sets apart: 7, 8, 9 and ten.
const GROUPED_FROM: usize = 6;

/// The value of a pair, if it is one.
pub(super) fn pair_value(case: &SignalCase<'_>, hand: HandId) -> Option<usize> {
    case.table.hands.get(hand).pair().filter(|&value| value < Value::COUNT)
}

/// A float within a relative 2⁻⁵⁰ of a fraction.
pub(super) fn float(value: &BigRational) -> f64 {
    let [(numer, numer_bits), (denom, denom_bits)] = [value.numer(), value.denom()].map(mantissa);
    numer / denom * 2_f64.powi(numer_bits - denom_bits)
}

/// The highest 64 bits of an integer, and the power of two that they are to be multiplied by.
fn mantissa(number: &BigInt) -> (f64, i32) {
    let digits = number.magnitude();
    let drop = digits.bits().saturating_sub(64);
    let top = (digits >> drop).iter_u64_digits().next().unwrap_or(0) as f64;
    (if number.sign() == num_bigint::Sign::Minus { -top } else { top }, drop as i32)
}
