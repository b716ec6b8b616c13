//! Whole rounds under zero-memory play: the split decision, exact means, and exact second moments.
//!
//! After a split all hands follow the same play from the same start. Unseen cards are exchangeable and the play of one
//! hand does not look at the others, so each hand alone is distributed as if it were played first: its mean needs no
//! enumeration of the others. The product of two does, because they share the dealer and the shoe.

pub(crate) mod best_cdz;
pub(crate) mod linear_form;
pub(crate) mod measure;
pub(crate) mod no_live_hand;
pub(crate) mod orthogonal;
pub(crate) mod products;
pub(crate) mod shared_values;
pub(crate) mod switch;

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rules::Game;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::{HandId, Hands, NO_HAND};
use crate::compiled::settlement::{Doubling, HandPlace, OUTCOMES};
use crate::compiled::split_plan::{HandKind, SecondCard, SplitPlan};
use crate::compiled::walk::{Count, Entry};
use crate::dealer::cache::is_alike;
use crate::dealer::union_sums::{Tallies, sum_tallies};
use crate::hand::signal_case::{SignalCase, deals, pair_hand};
use crate::parallel;
use crate::zero_memory::no_live_hand::{AllGone, GoneBound};

/// Zero-memory play of a case with its split decisions.
#[derive(Clone, Debug)]
pub(crate) struct CasePlay {
    pub(crate) play: Play,
    /// By value, whether the pair is split.
    pub(crate) split: [bool; Value::COUNT],
    /// The mean of all hands of a split, but for what [`AllGone`] gives back, where it was needed to decide.
    of_hands: [Option<BigRational>; Value::COUNT],
    /// What [`AllGone`] gives back to a split, where it is known.
    given_back: [Option<BigRational>; Value::COUNT],
}

/// Moments of a round in one case, given the up card and weighted by the probability of the case, in units of
/// initial wager.
#[derive(Clone, Debug)]
pub(crate) struct Moments {
    pub(crate) mean: BigRational,
    pub(crate) square: BigRational,
    /// Wagers made besides the initial one.
    pub(crate) added: BigRational,
}

impl Moments {
    pub(crate) fn zero() -> Self {
        Self { mean: BigRational::zero(), square: BigRational::zero(), added: BigRational::zero() }
    }

    pub(crate) fn weighted(&self, probability: &BigRational) -> Self {
        Self { mean: &self.mean * probability, square: &self.square * probability, added: &self.added * probability }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.mean += &other.mean;
        self.square += &other.square;
        self.added += &other.added;
    }
}

/// The hands of a split pair as they are played: counts by the hand settled, and how many stand beside which cards.
pub(crate) struct SplitCounts {
    value: usize,
    plan: SplitPlan,
    /// By kind; hands that are settled alike share a count.
    counts: Vec<Count>,
    kinds: BTreeMap<HandKind, usize>,
    /// Initial wagers the player adds for each further hand.
    wager: i64,
}

impl SplitCounts {
    pub(crate) fn new(game: &Game, case: &SignalCase<'_>, play: &Play, value: usize) -> Option<Self> {
        let hands = case.table.hands;
        hands.single(value)?;
        let plan = SplitPlan::new(game.split.as_ref()?.most_hands(value));
        let mut counts: Vec<Count> = Vec::new();
        let mut kinds: BTreeMap<HandKind, usize> = BTreeMap::new();
        let settlement = case.table.settlement;
        let [first, later] = [HandPlace::First, HandPlace::Later].map(|place| Options::split(game, value, place).place);
        let [of_first, of_later] = [first, later].map(|place| settlement.double_wager(place, Doubling::Own));
        let are_alike = of_first == of_later && settlement.pays_alike(first, later);
        for &(kind, _) in plan.hands.keys() {
            if kinds.contains_key(&kind) {
                continue;
            }
            let (second, place) = kind;
            // The first hand comes before the later ones, which are played alike.
            let same = kinds.get(&(second, HandPlace::First)).filter(|_| are_alike).copied();
            let of_kind = same.unwrap_or_else(|| {
                let starts = second_card_starts(hands, value, second);
                let count = case.count(Options::split(game, value, place), play, &starts, None);
                find_or_insert_in(&mut counts, count)
            });
            kinds.insert(kind, of_kind);
        }
        let wager = case.table.settlement.split_wager(Options::split(game, value, HandPlace::Later).place);
        Some(Self { value, plan, counts, kinds, wager })
    }

    /// The index of the pair's value.
    pub(crate) fn value(&self) -> usize {
        self.value
    }

    /// So many cards of the pair's value.
    pub(crate) fn pair_cards(&self, number: u32) -> CardSet {
        CardSet::several(self.value, number)
    }

    pub(crate) fn plan(&self) -> &SplitPlan {
        &self.plan
    }

    pub(crate) fn kinds(&self) -> impl Iterator<Item = HandKind> {
        self.kinds.keys().copied()
    }

    pub(crate) fn count(&self, kind: HandKind) -> &Count {
        &self.counts[self.kinds[&kind]]
    }

    /// The counts of single hands, each with the other cards of the pair's value gone beside it, and how often it is
    /// to be taken.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (&Count, CardSet, i64)> {
        self.terms_of(|_| true)
    }

    /// The same for some kinds of hands.
    pub(crate) fn terms_of(
        &self,
        is_asked_for: impl Fn(HandKind) -> bool,
    ) -> impl Iterator<Item = (&Count, CardSet, i64)> {
        let mut coefficients: BTreeMap<(usize, u32), i64> = BTreeMap::new();
        for (&(kind, extra), &coefficient) in self.plan.hands.iter().filter(|((kind, _), _)| is_asked_for(*kind)) {
            *coefficients.entry((self.kinds[&kind], extra)).or_default() += coefficient;
        }
        coefficients
            .into_iter()
            .filter(|&(_, coefficient)| coefficient != 0)
            .map(|((count, extra), coefficient)| (&self.counts[count], self.pair_cards(extra + 1), coefficient))
    }

    /// The wagers of splitting, by the cards of the pair's value that are gone.
    pub(crate) fn split_wagers(&self) -> impl Iterator<Item = (CardSet, i64)> {
        self.plan.wagers.iter().map(|(&extra, &coefficient)| (self.pair_cards(extra + 2), coefficient * self.wager))
    }

    /// The sum over all hands of a split, in settlement units.
    fn sum(&self, case: &SignalCase<'_>, weights: impl Fn(&Entry) -> [i64; OUTCOMES] + Copy) -> BigRational {
        case.sum_of(self.weights(case, weights))
    }

    /// The weights of all hands of a split, beside the cards that are gone with each.
    pub(crate) fn weights(
        &self,
        case: &SignalCase<'_>,
        weights: impl Fn(&Entry) -> [i64; OUTCOMES] + Copy,
    ) -> Vec<(CardSet, [i64; OUTCOMES])> {
        let mut beside_each: BTreeMap<CardSet, Vec<(&Count, i64)>> = BTreeMap::new();
        for (count, beside, coefficient) in self.terms() {
            beside_each.entry(beside).or_default().push((count, coefficient));
        }
        // A hand is settled under several kinds beside the same cards: its weights are added up before they meet the distribution.
        let hands = case.table.hands;
        let mut places = vec![usize::MAX; hands.len()];
        let mut all: Vec<(CardSet, [i64; OUTCOMES])> = Vec::new();
        for (beside, counts) in beside_each {
            let before = all.len();
            for (count, coefficient) in counts {
                for (id, entry) in count.iter() {
                    let place = &mut places[id as usize];
                    if !(before..all.len()).contains(place) {
                        *place = all.len();
                        all.push((hands.get(id).cards + beside, [0; OUTCOMES]));
                    }
                    let (_, sums) = &mut all[*place];
                    sums.iter_mut().zip(weights(entry)).for_each(|(sum, weight)| *sum += coefficient * weight);
                }
            }
        }
        all
    }

    /// The mean of all hands, but for what [`AllGone`] gives back.
    fn mean_of_hands(&self, case: &SignalCase<'_>) -> BigRational {
        self.sum(case, |entry| entry.mean) / case.units()
    }

    /// The mean of all hands.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn mean(&self, case: &SignalCase<'_>) -> Result<BigRational, SolveError> {
        Ok(self.mean_of_hands(case) + AllGone::probability(self, case, GoneBound::Exact)?)
    }

    /// Expected double and split wagers.
    fn added(&self, case: &SignalCase<'_>) -> BigRational {
        let splits = self
            .split_wagers()
            .map(|(cards, wagers)| case.probability(cards) * BigRational::from_integer(wagers.into()));
        splits.sum::<BigRational>() + self.sum(case, |entry| [entry.doubled; OUTCOMES])
    }

    /// Adds, by removed cards, the ordered ways times the product of every two hands' results, outcome by outcome.
    ///
    /// # Errors
    /// [`SolveError::PayoutUnits`] if a sum leaves 63 bits.
    pub(crate) fn add_products(&self, hands: &Hands, products: &mut Tallies<1>) -> Result<(), SolveError> {
        let mut coefficients: BTreeMap<(usize, usize), BTreeMap<u32, i64>> = BTreeMap::new();
        for (&(a, b, extra), &coefficient) in &self.plan.pairs {
            let (a, b) = (self.kinds[&a], self.kinds[&b]);
            *coefficients.entry((a.min(b), a.max(b))).or_default().entry(extra).or_default() += coefficient;
        }
        let settled: Vec<Vec<(CardSet, [i64; OUTCOMES])>> = self
            .counts
            .iter()
            .map(|count| {
                let hands_settled = count.iter().filter(|(_, entry)| entry.mean != [0; OUTCOMES]);
                hands_settled.map(|(id, entry)| (hands.get(id).cards, entry.mean)).collect()
            })
            .collect();
        for ((a, b), extras) in coefficients {
            let mut unions = Tallies::<1>::default();
            for (at, (a_cards, a_mean)) in settled[a].iter().enumerate() {
                let mut add = |(b_cards, b_mean): &(CardSet, [i64; OUTCOMES]), times: i64| {
                    let [sum] = unions.entry(*a_cards + *b_cards).or_insert([[0; OUTCOMES]]);
                    let mut pairs = sum.iter_mut().zip(a_mean).zip(b_mean);
                    pairs.try_for_each(|((sum, a), &b)| add_checked(sum, a.checked_mul(times)?, b))
                };
                let added = if a == b {
                    // Either may be the first: each pair of different hands counts twice.
                    let others = &settled[a][at + 1..];
                    add(&settled[a][at], 1).and_then(|()| others.iter().try_for_each(|other| add(other, 2)))
                } else {
                    settled[b].iter().try_for_each(|other| add(other, 1))
                };
                added.ok_or(SolveError::PayoutUnits)?;
            }
            for (extra, coefficient) in extras {
                let beside = self.pair_cards(extra);
                for (&cards, [weights]) in &unions {
                    let [sum] = products.entry(cards + beside).or_insert([[0; OUTCOMES]]);
                    let mut sums = sum.iter_mut().zip(weights);
                    let added = sums.try_for_each(|(sum, &weight)| add_checked(sum, coefficient, weight));
                    added.ok_or(SolveError::PayoutUnits)?;
                }
            }
        }
        Ok(())
    }
}

/// Adds a product; nothing if it or the sum leaves 63 bits.
fn add_checked(sum: &mut i64, one: i64, other: i64) -> Option<()> {
    *sum = one.checked_mul(other).and_then(|product| sum.checked_add(product))?;
    Some(())
}

/// Where a hand of a split pair begins: with one card, or with two of which the second is another.
pub(crate) fn second_card_starts(hands: &Hands, value: usize, second: SecondCard) -> Vec<(HandId, i64)> {
    let Some(start) = hands.single(value) else { return Vec::new() };
    let second_cards = hands.get(start).next.into_iter().enumerate();
    match second {
        SecondCard::Any => vec![(start, 1)],
        SecondCard::Other => {
            second_cards.filter(|&(second, id)| second != value && id != NO_HAND).map(|(_, id)| (id, 1)).collect()
        }
    }
}

/// The cards gone with hands of a count whose results the dealer's outcome decides, besides others.
fn by_distribution<'c>(hands: &'c Hands, count: &'c Count, beside: CardSet) -> impl Iterator<Item = CardSet> + use<'c> {
    let entries = count.iter().filter(|(_, entry)| !is_alike(&entry.mean));
    entries.map(move |(id, _)| hands.get(id).cards + beside)
}

/// Decides every pair of a case: split if that is worth more than the best play without, unsplit on a tie. `known` is another play of the
/// case, whose pairs are decided: a pair after which both do the same is not decided again.
///
/// # Errors
/// As [`AllGone::new`].
pub(crate) fn with_splits(
    game: &Game,
    case: &SignalCase<'_>,
    play: Play,
    known: Option<&CasePlay>,
) -> Result<CasePlay, SolveError> {
    if game.split.is_none() || !case.is_played() {
        return Ok(CasePlay::new(play, [false; Value::COUNT]));
    }
    let hands = case.table.hands;
    let (mut split, mut of_hands) = ([false; Value::COUNT], [const { None }; Value::COUNT]);
    let mut pairs: Vec<(HandId, SplitCounts)> = Vec::new();
    for (value, pair) in (0..Value::COUNT).filter_map(|value| Some((value, pair_hand(hands, value)?))) {
        match known.filter(|known| known.agrees_on_pair(game, case, &play, (value, pair))) {
            Some(known) => (split[value], of_hands[value]) = (known.split[value], known.of_hands[value].clone()),
            None => pairs.extend(SplitCounts::new(game, case, &play, value).map(|counts| (pair, counts))),
        }
    }
    // All at once, because distributions of sets that differ little cost least.
    let unsplit = case.count(case.options, &play, &deals(hands).collect::<Vec<_>>(), None);
    let split_hands = pairs.iter().flat_map(|(_, counts)| counts.terms());
    let split_hands = split_hands.flat_map(|(count, beside, _)| by_distribution(hands, count, beside));
    case.up.make_exact(split_hands.chain(by_distribution(hands, &unsplit, CardSet::NONE)));
    for (pair, counts) in &pairs {
        let unsplit = case.exact_mean(&play, &[(*pair, 1)], CardSet::NONE, None);
        let mean = of_hands[counts.value].insert(counts.mean_of_hands(case));
        split[counts.value] =
            AllGone::is_split(case, mean, &unsplit, |bound| AllGone::probability(counts, case, bound))?;
    }
    Ok(CasePlay { of_hands, ..CasePlay::new(play, split) })
}

impl CasePlay {
    pub(crate) fn new(play: Play, split: [bool; Value::COUNT]) -> Self {
        let [of_hands, given_back] = [const { [const { None }; Value::COUNT] }; 2];
        Self { play, split, of_hands, given_back }
    }

    /// Whether another play of the case does the same with a pair and after its split, so that the pair is split under both or neither. Not asked
    /// where hands are given up before any signal.
    fn agrees_on_pair(&self, game: &Game, case: &SignalCase<'_>, play: &Play, (value, pair): (usize, HandId)) -> bool {
        let hands = case.table.hands;
        let agrees = |start, options| self.play.agrees_from(start, play, hands, &options);
        // What is done with a hand of a split does not hang on its place.
        let of_split = Options::split(game, value, HandPlace::First);
        // A pair without a mean was not decided.
        !case.options.early
            && self.of_hands[value].is_some()
            && agrees(pair, case.options)
            && hands.single(value).is_some_and(|single| agrees(single, of_split))
    }

    /// Gives these two-card hands up before any signal.
    pub(crate) fn give_up_early(&mut self, hands: &Hands, early: &[bool]) {
        self.play.early = early.to_vec();
        for (id, _) in deals(hands).filter(|&(id, _)| early[id as usize]) {
            if let Some(value) = hands.get(id).pair() {
                self.split[value] = false;
            }
        }
    }

    pub(crate) fn unsplit(&self, case: &SignalCase<'_>) -> Count {
        case.count(case.options, &self.play, &self.unsplit_deals(case.table.hands), None)
    }

    /// Two-card hands that are not split, with the ordered ways each is dealt.
    pub(crate) fn unsplit_deals(&self, hands: &Hands) -> Vec<(HandId, i64)> {
        let is_split = |id: HandId| hands.get(id).pair().is_some_and(|value| self.split[value]);
        deals(hands).filter(|&(id, _)| !is_split(id)).collect()
    }

    pub(crate) fn split_counts(&self, game: &Game, case: &SignalCase<'_>) -> Vec<SplitCounts> {
        (0..Value::COUNT)
            .filter(|&value| self.split[value])
            .filter_map(|value| SplitCounts::new(game, case, &self.play, value))
            .collect()
    }

    /// The mean of a round in this case.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn mean(&self, game: &Game, case: &SignalCase<'_>) -> Result<BigRational, SolveError> {
        self.mean_from(game, case, &deals(case.table.hands).collect::<Vec<_>>())
    }

    /// The mean of the rounds that begin with these two cards, each with the ordered ways it is dealt.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn mean_from(
        &self,
        game: &Game,
        case: &SignalCase<'_>,
        starts: &[(HandId, i64)],
    ) -> Result<BigRational, SolveError> {
        let pair = |id: HandId| case.table.hands.get(id).pair().filter(|&value| self.split[value]);
        let unsplit: Vec<(HandId, i64)> = starts.iter().copied().filter(|&(id, _)| pair(id).is_none()).collect();
        let unsplit = case.exact_mean(&self.play, &unsplit, CardSet::NONE, None);
        let mut splits = starts.iter().filter_map(|&(id, _)| self.mean_of_split(game, case, pair(id)?).transpose());
        splits.try_fold(unsplit, |sum, split| Ok(sum + split?))
    }

    /// The mean of all hands of a pair of this value; `None` if it is not split.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn mean_of_split(
        &self,
        game: &Game,
        case: &SignalCase<'_>,
        value: usize,
    ) -> Result<Option<BigRational>, SolveError> {
        if !self.split[value] {
            return Ok(None);
        }
        let given_back = match &self.given_back[value] {
            None if !AllGone::may_be(case) => Some(BigRational::zero()),
            known => known.clone(),
        };
        match self.of_hands[value].clone().zip(given_back) {
            Some((of_hands, given_back)) => Ok(Some(of_hands + given_back)),
            None => SplitCounts::new(game, case, &self.play, value).map(|counts| counts.mean(case)).transpose(),
        }
    }

    /// The moments of the rounds without a split; the square is zero unless it is asked for.
    pub(crate) fn unsplit_moments(&self, case: &SignalCase<'_>, squares: bool) -> Moments {
        let units = case.units();
        let unsplit = self.unsplit(case);
        let square = || case.sum(&unsplit, CardSet::NONE, |entry| entry.square) / (&units * &units);
        Moments {
            mean: case.sum(&unsplit, CardSet::NONE, |entry| entry.mean) / &units,
            square: if squares { square() } else { BigRational::zero() },
            added: case.sum(&unsplit, CardSet::NONE, |entry| [entry.doubled; OUTCOMES]),
        }
    }

    /// The moments of a round but for the products of two split hands, which [`moments`] adds; the square is zero unless it is asked for.
    fn own_moments(&self, case: &SignalCase<'_>, splits: &[SplitCounts], squares: bool) -> Result<Moments, SolveError> {
        let units = case.units();
        let square_units = &units * &units;
        let mut moments = self.unsplit_moments(case, squares);
        for counts in splits {
            let gone = AllGone::new(counts, case, squares)?;
            let of_hands = self.of_hands[counts.value].clone().unwrap_or_else(|| counts.mean_of_hands(case));
            moments.mean += of_hands + &gone.probability;
            moments.added += counts.added(case);
            if squares {
                // The square of a sum and one more unit: 2·sum + 1 more.
                moments.square += counts.sum(case, |entry| entry.square) / &square_units
                    + gone.net * BigRational::from_integer(2.into())
                    + gone.probability;
            }
        }
        Ok(moments)
    }
}

/// Exact moments of a round for every case of one up card; the squares are zero unless they are asked for.
///
/// Work grows with the square of the hands a split hand can end as; the distributions needed, one for each union of two such
/// hands, are shared by the cases.
///
/// # Errors
/// [`SolveError::ShoeRunsOut`] if two split hands can leave the dealer without cards, and [`SolveError::PayoutUnits`] if products of their results are too
/// wide.
pub(crate) fn moments(
    game: &Game,
    cases: &[SignalCase<'_>],
    plays: &[CasePlay],
    squares: bool,
) -> Result<Vec<Moments>, SolveError> {
    let Some(&SignalCase { up, .. }) = cases.first() else { return Ok(Vec::new()) };
    let splits: Vec<Vec<SplitCounts>> =
        plays.iter().zip(cases).map(|(play, case)| play.split_counts(game, case)).collect();
    let mut moments =
        parallel::try_map_numbers(cases.len(), |at| plays[at].own_moments(&cases[at], &splits[at], squares))?;
    if !squares {
        return Ok(moments);
    }
    let products = parallel::try_map_numbers(cases.len(), |at| {
        let mut products = Tallies::default();
        splits[at].iter().try_for_each(|counts| counts.add_products(cases[at].table.hands, &mut products))?;
        Ok::<_, SolveError>(products)
    })?;
    for (moments, (case, [cross])) in moments.iter_mut().zip(cases.iter().zip(sum_tallies(up, &products)?)) {
        let units = case.units();
        moments.square += cross * BigRational::from_integer(2.into()) / (&units * &units);
    }
    Ok(moments)
}
