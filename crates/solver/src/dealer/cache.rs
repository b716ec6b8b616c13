//! The dealer's distributions for every set of cards a single player hand can have removed, one table an up card.

mod exact_sum;
mod sets;

use std::sync::{Arc, OnceLock};

use cards::{Composition, Value};
use rules::Game;

pub(crate) use self::exact_sum::ExactSum;
pub(crate) use self::sets::{CachedSets, keys_of, single_hand_keys};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::{PayoffSum, Product, RoundSum};
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::{Dealer, DistributionWalk};
use crate::parallel;

/// Sets of cards whose distributions one task computes.
const CHUNK: usize = 4096;

/// The dealer's distributions beside one set of cards, by case, in ordered ways.
type ExactDistribution = Box<[[u128; OUTCOMES]]>;

/// The dealer behind one up card, the cards left beside it, and the distributions that zero-memory play needs: in floats from the start, exact ones once
/// they are asked for.
#[derive(Debug)]
pub(crate) struct DealerCache {
    pub(crate) dealer: Arc<Dealer>,
    /// Cards of each value without the up card.
    left: [u32; Value::COUNT],
    /// The same, as far as a set can tell.
    left_set: CardSet,
    unseen: u32,
    keys: Arc<CachedSets>,
    /// Of the keys that are wanted in floats, one row of outcomes for each case; no meaning for those that cannot be gone.
    float: Vec<[f64; OUTCOMES]>,
    /// By key.
    exact: Vec<OnceLock<ExactDistribution>>,
}

impl DealerCache {
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if, after some play the rules allow, the dealer could find no card to draw.
    pub(crate) fn new(game: &Game, shoe: &Composition, up: Value, keys: &Arc<CachedSets>) -> Result<Self, SolveError> {
        Self::of_dealer(Dealer::new(game, up, shoe)?, keys)
    }

    /// The table of a dealer, whatever outcomes it tells apart.
    ///
    /// # Errors
    /// As [`DealerCache::new`].
    pub(crate) fn of_dealer(dealer: Dealer, keys: &Arc<CachedSets>) -> Result<Self, SolveError> {
        let (left, dealer) = (*dealer.most_left(), Arc::new(dealer));
        let mut table = Self::empty(&dealer, left, keys);
        if table.always_finds_cards(&keys.sets) {
            return Ok(Self::in_floats(&dealer, left, keys));
        }
        // So few cards that the dealer may need them all: only counting tells.
        let cases = dealer.cases().len();
        let mut distributions = table.exact_distributions();
        let mut exact: Vec<OnceLock<ExactDistribution>> = Vec::with_capacity(keys.sets.len());
        let mut float = vec![[0.0; OUTCOMES]; keys.floats * cases];
        for (position, &key) in keys.sets.iter().enumerate() {
            if !table.is_feasible(key) {
                exact.push(OnceLock::new());
                continue;
            }
            let distribution = distributions.at(key)?;
            if position < keys.floats {
                let rows = float[position * cases..].iter_mut().zip(table.probabilities(key, distribution));
                rows.for_each(|(float, row)| *float = row);
            }
            exact.push(OnceLock::from(ExactDistribution::from(distribution)));
        }
        (table.exact, table.float) = (exact, float);
        Ok(table)
    }

    /// The same dealer once these cards, which must be feasible, are gone too, as [`DealerCache::in_floats`] has it.
    pub(crate) fn beside(&self, gone: CardSet, keys: &Arc<CachedSets>) -> Self {
        Self::in_floats(&self.dealer, self.left_after(gone), keys)
    }

    /// The same dealer in some of his cases, in this order, without the exact distributions made so far.
    pub(crate) fn of_cases(&self, cases: &[usize]) -> Self {
        let mut table = Self::empty(&Arc::new(self.dealer.of_cases(cases)), self.left, &self.keys);
        let distributions = self.float.chunks(self.dealer.cases().len().max(1));
        table.float = distributions.flat_map(|distribution| cases.iter().map(|&case| distribution[case])).collect();
        table.exact.resize_with(self.keys.sets.len(), OnceLock::new);
        table
    }

    /// The table of a dealer, who must always find a card. `left` are the cards besides the up card. See [`DealerCache::float_rows`] for the error
    /// of distributions in floats.
    pub(crate) fn in_floats(dealer: &Arc<Dealer>, left: [u32; Value::COUNT], keys: &Arc<CachedSets>) -> Self {
        let mut table = Self::empty(dealer, left, keys);
        let wanted = keys.in_floats();
        table.float = table.all_float_rows(wanted, keys.aces.as_ref().map_or(&[], |aces| aces.of(wanted)));
        table.exact.resize_with(keys.sets.len(), OnceLock::new);
        table
    }

    /// The table of a dealer without any distributions kept.
    pub(crate) fn without_keys(dealer: Dealer) -> Self {
        let left = *dealer.most_left();
        Self::empty(&Arc::new(dealer), left, &Arc::default())
    }

    pub(crate) fn empty(dealer: &Arc<Dealer>, left: [u32; Value::COUNT], keys: &Arc<CachedSets>) -> Self {
        Self {
            dealer: Arc::clone(dealer),
            left,
            left_set: CardSet::at_most(&left),
            unseen: left.iter().sum(),
            keys: Arc::clone(keys),
            float: Vec::new(),
            exact: Vec::new(),
        }
    }

    /// Whether these cards can be gone besides the up card.
    pub(crate) fn is_feasible(&self, removed: CardSet) -> bool {
        self.left_set.contains(removed)
    }

    /// Cards unseen, hole card included, once these are gone.
    pub(crate) fn unseen_after(&self, removed: CardSet) -> u32 {
        self.unseen - removed.size()
    }

    pub(crate) fn left_after(&self, removed: CardSet) -> [u32; Value::COUNT] {
        let gone = removed.counts();
        std::array::from_fn(|value| self.left[value] - gone[value])
    }

    /// Ordered ways of the distribution's draws.
    pub(crate) fn distribution_ways(&self, removed: CardSet) -> u128 {
        let unseen = self.unseen_after(removed);
        (0..self.dealer.draws_of_distributions(unseen)).map(|drawn| u128::from(unseen - drawn)).product()
    }

    /// Exact distributions for one set of removed cards after another, best in their order. [`DealerCache::each_exact`] is the fast way for many.
    pub(crate) fn exact_distributions(&self) -> Distributions<'_> {
        Distributions { up: self, walk: DistributionWalk::new(&self.dealer) }
    }

    /// Probability, in floats, that these cards, which must be feasible, are dealt next in one order.
    pub(crate) fn probability_of(&self, cards: CardSet) -> f64 {
        let mut probability = 1.0;
        let mut unseen = f64::from(self.unseen);
        for (&left, gone) in self.left.iter().zip(cards.counts()) {
            for taken in 0..gone {
                probability *= f64::from(left - taken) / unseen;
                unseen -= 1.0;
            }
        }
        probability
    }

    /// Ordered ways of the next `draws_of_distributions` cards that begin with this hole card, once these cards, which must be feasible,
    /// are gone.
    pub(crate) fn hole_ways(&self, removed: CardSet, hole: Value) -> u128 {
        let unseen = self.unseen_after(removed);
        let left = self.left[hole.index()] - removed.count(hole.index());
        let rest: u128 =
            (1..self.dealer.draws_of_distributions(unseen)).map(|drawn| u128::from(unseen - drawn)).product();
        u128::from(left) * rest
    }

    /// The ordered ways of a case, once these cards, which must be feasible, are gone, whatever the dealer then comes to: a distribution of one outcome.
    pub(crate) fn certain(&self, removed: CardSet, case: usize) -> [u128; OUTCOMES] {
        let mut distribution = [0; OUTCOMES];
        distribution[0] = self.dealer.cases()[case].holes.values().map(|hole| self.hole_ways(removed, hole)).sum();
        distribution
    }

    /// Ordered ways in which these cards, which must be feasible, and then others are dealt; the others in `ways` ways.
    pub(crate) fn dealt_ways(&self, removed: CardSet, ways: u128) -> RoundSum {
        let mut sum = RoundSum::ZERO;
        sum.add_product(&self.dealt(removed, &PayoffSum::of(ways)));
        sum
    }

    /// A sum over what is dealt after these cards, times the ordered ways in which they are.
    pub(crate) fn dealt<const LIMBS: usize>(&self, removed: CardSet, sum: &PayoffSum) -> Product<LIMBS> {
        let mut sum = Product::of(sum);
        self.times_dealt(&mut sum, removed);
        sum
    }

    /// Multiplies by the ordered ways in which these cards, which must be feasible, are dealt. Those of cards of other values are a factor apart.
    pub(crate) fn times_dealt<const LIMBS: usize>(&self, sum: &mut Product<LIMBS>, removed: CardSet) {
        let mut factor: u64 = 1;
        for (&left, gone) in self.left.iter().zip(removed.counts()) {
            for taken in 0..gone {
                let ways = u64::from(left.saturating_sub(taken));
                match factor.checked_mul(ways) {
                    Some(product) => factor = product,
                    None => {
                        sum.times(factor);
                        factor = ways;
                    }
                }
            }
        }
        sum.times(factor);
    }

    fn position(&self, removed: CardSet) -> Option<usize> {
        let position = self.keys.index.get(&removed)?;
        self.is_feasible(removed).then_some(*position as usize)
    }

    /// The exact distribution of one case beside a key; `None` if these cards are no key, or cannot be gone. It is computed if it has not been yet:
    /// [`DealerCache::make_exact`] is the fast way for many.
    pub(crate) fn exact_row(&self, removed: CardSet, case: usize) -> Option<&[u128; OUTCOMES]> {
        self.exact_rows([removed], case)[0]
    }

    /// The same for some sets, in their order.
    pub(crate) fn exact_rows(
        &self,
        asked: impl IntoIterator<Item = CardSet>,
        case: usize,
    ) -> Vec<Option<&[u128; OUTCOMES]>> {
        let places = self.made_exact(&mut asked.into_iter());
        places.into_iter().map(|place| self.exact[place?].get().map(|distribution| &distribution[case])).collect()
    }

    /// Computes the exact distributions beside those of these sets that are keys, together, unless that has been done.
    pub(crate) fn make_exact(&self, asked: impl IntoIterator<Item = CardSet>) {
        self.made_exact(&mut asked.into_iter());
    }

    /// Computes the exact distributions beside all keys.
    pub(crate) fn make_all_exact(&self) {
        self.make_exact(self.keys.sets.iter().copied());
    }

    /// Computes the exact distributions beside those of these sets that are keys, unless that has been done; gives the place of each.
    fn made_exact(&self, asked: &mut dyn Iterator<Item = CardSet>) -> Vec<Option<usize>> {
        let mut missing: Vec<(CardSet, usize)> = Vec::new();
        let places = asked.map(|key| {
            let position = self.position(key)?;
            if self.exact[position].get().is_none() {
                missing.push((key, position));
            }
            Some(position)
        });
        let places: Vec<Option<usize>> = places.collect();
        missing.sort_unstable();
        missing.dedup();
        let chunks: Vec<_> = missing.chunks(CHUNK).collect();
        parallel::map(&chunks, |missing| {
            let keys: Vec<CardSet> = missing.iter().map(|&(key, _)| key).collect();
            let mut places = missing.iter();
            let made = self.each_exact(&keys, &mut |_, distribution| {
                if let Some(&(_, position)) = places.next() {
                    // Another task may have been first, with the same distribution.
                    let _ = self.exact[position].set(distribution.into());
                }
            });
            assert!(made.is_ok(), "the distributions of small shoes are made with the table");
        });
        places
    }

    /// Tells the exact distribution beside each of these sets, by case, in ordered ways as [`DistributionWalk::exact`] has them. The sets must be feasible and in
    /// their order, and the dealer's outcomes those of [`Dealer::new`] or told apart further.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card to draw.
    pub(crate) fn each_exact(
        &self,
        keys: &[CardSet],
        each: &mut dyn FnMut(CardSet, &[[u128; OUTCOMES]]),
    ) -> Result<(), SolveError> {
        let blocks = self.dealer.blocks();
        if blocks.is_exact() && self.always_finds_cards(keys) {
            blocks.each_exact(&self.left, keys, each);
            return Ok(());
        }
        let mut distributions = self.exact_distributions();
        keys.iter().try_for_each(|&key| {
            each(key, distributions.at(key)?);
            Ok(())
        })
    }

    /// The probabilities of each outcome, by set and case, beside these sets, which must be feasible. The dealer must always find a card.
    ///
    /// The errors of all outcomes of a case together are at most [`DISTRIBUTION_ERROR`].
    ///
    /// [`DISTRIBUTION_ERROR`]: crate::dealer::DISTRIBUTION_ERROR
    pub(crate) fn float_rows(&self, keys: &[CardSet]) -> Vec<[f64; OUTCOMES]> {
        let blocks = self.dealer.blocks();
        if blocks.is_exact() {
            return blocks.float_rows(&self.left, keys);
        }
        let mut walk = DistributionWalk::new(&self.dealer);
        let mut rows = Vec::with_capacity(keys.len() * self.dealer.cases().len());
        for &key in keys {
            rows.extend(self.probabilities(key, walk.exact(&self.left_after(key))));
        }
        rows
    }

    /// Whether the cards beside each of these sets are enough for the longest hand of the dealer.
    pub(crate) fn always_finds_cards(&self, keys: &[CardSet]) -> bool {
        let most = keys.iter().map(|key| key.size()).max().unwrap_or(0);
        most + self.dealer.most_draws() <= self.unseen
    }

    /// The distribution of one case in floats, beside a key that is wanted in them; `None` if these cards are no such key, or cannot be gone.
    pub(crate) fn float_row(&self, removed: CardSet, case: usize) -> Option<&[f64; OUTCOMES]> {
        self.float.get(self.position(removed)? * self.dealer.cases().len() + case)
    }

    /// The distributions in floats beside all keys that are wanted in them, in their order, by case; nothing is said by those of keys that cannot be gone.
    pub(crate) fn all_in_floats(&self) -> &[[f64; OUTCOMES]] {
        &self.float
    }

    /// As [`DealerCache::float_row`] beside any key: from the exact distribution, which has less of an error, if that has been made or the key is not wanted in floats.
    pub(crate) fn float_distribution(&self, removed: CardSet, case: usize) -> Option<[f64; OUTCOMES]> {
        let position = self.position(removed)?;
        if position < self.keys.floats && self.exact[position].get().is_none() {
            return self.float_row(removed, case).copied();
        }
        self.probabilities(removed, std::slice::from_ref(self.exact_row(removed, case)?)).next()
    }

    /// Exact rows as probabilities: correctly rounded numerators and denominators, so a relative error of at most 3·2⁻⁵³.
    pub(crate) fn probabilities<'l>(
        &self,
        removed: CardSet,
        distribution: &'l [[u128; OUTCOMES]],
    ) -> impl Iterator<Item = [f64; OUTCOMES]> + use<'l> {
        let ways = self.distribution_ways(removed) as f64;
        distribution.iter().map(move |row| row.map(|count| count as f64 / ways))
    }
}

/// The dealer's distributions behind one up card, by case, for one set of removed cards after another.
pub(crate) struct Distributions<'a> {
    up: &'a DealerCache,
    walk: DistributionWalk<'a>,
}

impl Distributions<'_> {
    /// The distribution once these cards, which must be feasible, are gone; see [`DistributionWalk::exact`].
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card to draw.
    pub(crate) fn at(&mut self, removed: CardSet) -> Result<&[[u128; OUTCOMES]], SolveError> {
        let up = self.up;
        let distribution = self.walk.exact(&up.left_after(removed));
        let ways: u128 = distribution.iter().flatten().sum();
        let holes = up.dealer.cases().iter().flat_map(|case| case.holes.values());
        let all: u128 = holes.map(|hole| up.hole_ways(removed, hole)).sum();
        if up.unseen_after(removed) > 0 && ways == all {
            Ok(distribution)
        } else {
            Err(SolveError::ShoeRunsOut { up: up.dealer.up(), seen: removed.into() })
        }
    }

    /// The same of a dealer whose finished hands are weighed, so that ways need not add up to all.
    pub(crate) fn weighed(&mut self, removed: CardSet) -> &[[u128; OUTCOMES]] {
        self.walk.exact(&self.up.left_after(removed))
    }
}

/// Whether all outcomes of the dealer weigh the same, so that no distribution is needed but that of the case.
pub(crate) fn is_alike<W: PartialEq>(weights: &[W; OUTCOMES]) -> bool {
    weights.iter().all(|weight| *weight == weights[0])
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;

    use super::*;
    use crate::compiled::hands::Hands;
    use crate::dealer::DISTRIBUTION_ERROR;
    use crate::test_games;

    fn game() -> Game {
        test_games::game("pa-685a-down-under")
    }

    /// Given any signal, the dealer's outcomes have probability one: their ways, counted without that, are those of a hole card in the
    /// signal. And distributions that are made together are those.
    #[test]
    fn the_distribution_sums_to_one_exactly_for_every_signal() {
        for ace_limit in [21, 22] {
            let mut game = game();
            game.dealer.ace_limit = ace_limit;
            let shoe = Composition::decks(6);
            let sets = single_hand_keys(&game, &Hands::new(&game, &shoe));
            let keys = Arc::new(CachedSets::new(Vec::new(), sets.clone()));
            for up in Value::all() {
                let table = DealerCache::new(&game, &shoe, up, &keys).expect("a full shoe");
                table.make_exact(sets.iter().copied());
                let mut distributions = table.exact_distributions();
                for &key in &sets {
                    let distribution = distributions.at(key).expect("a full shoe");
                    let left = table.left_after(key);
                    let unseen = u128::from(table.unseen_after(key));
                    for (index, case) in table.dealer.cases().iter().enumerate() {
                        assert_eq!(table.exact_row(key, index), Some(&distribution[index]), "{up} {}", case.signal);
                        let ways: u128 = distribution[index].iter().sum();
                        let holes: u32 = case.holes.values().map(|hole| left[hole.index()]).sum();
                        assert_eq!(
                            ways * unseen,
                            table.distribution_ways(key) * u128::from(holes),
                            "{up} {}",
                            case.signal
                        );
                    }
                }
            }
        }
    }

    /// Distributions in floats are those of the exact ones within their bound, where sums in floats are exact and where they are not.
    #[test]
    fn distributions_in_floats_keep_their_bound() {
        let game = game();
        for (decks, is_exact) in [(2, true), (8, true), (40, false)] {
            let shoe = Composition::decks(decks);
            let mut sets = single_hand_keys(&game, &Hands::new(&game, &Composition::decks(1)));
            sets.sort_unstable();
            let table =
                DealerCache::without_keys(Dealer::new(&game, Value::ACE, &shoe).expect("no more than 40 decks"));
            assert_eq!(table.dealer.blocks().is_exact(), is_exact, "{decks} decks");
            let mut exact = table.exact_distributions();
            let rows = table.float_rows(&sets);
            assert_eq!(rows.len(), sets.len() * table.dealer.cases().len());
            for (&key, distribution) in sets.iter().zip(rows.chunks(table.dealer.cases().len())) {
                let exact = table.probabilities(key, exact.at(key).expect("a full shoe"));
                for (found, exact) in distribution.iter().zip(exact) {
                    let off: f64 = found.iter().zip(exact).map(|(found, exact)| (found - exact).abs()).sum();
                    assert!(off < DISTRIBUTION_ERROR + 22.0 * f64::EPSILON, "{decks} decks: {off}");
                }
            }
        }
    }

    /// Two threes, two tens, a nine and an up card of six. Hole T: 16, then 3 makes 19, 9 or T more than 22. Hole 9: 15, then 3
    /// makes 18 and T 25. Hole 3: 9, then T makes 19, 9 makes 18, and 3 makes 12, of which T makes 22 and 9 makes 21.
    #[test]
    fn a_dealer_worked_by_hand() {
        let game: Game = game();
        let shoe = Composition::new([0, 0, 2, 0, 0, 1, 0, 0, 1, 2]);
        let up = Value::from_index(5).expect("six");
        let table = DealerCache::without_keys(Dealer::new(&game, up, &shoe).expect("a small shoe"));
        let mut distributions = table.exact_distributions();
        let distribution = distributions.at(CardSet::NONE).expect("the dealer always finds a card");
        let ways = table.distribution_ways(CardSet::NONE);
        let probability =
            |case: usize, outcome: usize| BigRational::new(distribution[case][outcome].into(), ways.into());
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        // Signals small (3), medium (9), large (T), of probability 2/5, 1/5, 2/5.
        assert_eq!(probability(0, 2), ratio(2, 5) * ratio(2, 4), "hole 3, then T: 19");
        assert_eq!(probability(0, 1), ratio(2, 5) * ratio(1, 4), "hole 3, then 9: 18");
        assert_eq!(probability(0, 5), ratio(2, 5) * ratio(1, 4) * ratio(2, 3), "hole 3, then 3, T: 22");
        assert_eq!(probability(0, 4), ratio(2, 5) * ratio(1, 4) * ratio(1, 3), "hole 3, then 3, 9: 21");
        assert_eq!(probability(1, 1), ratio(1, 5) * ratio(2, 4), "hole 9, then 3: 18");
        assert_eq!(probability(1, 8), ratio(1, 5) * ratio(2, 4), "hole 9, then T: 25");
        assert_eq!(probability(2, 2), ratio(2, 5) * ratio(2, 4), "hole T, then 3: 19");
        assert_eq!(probability(2, 8), ratio(2, 5) * ratio(1, 4), "hole T, then 9: 25");
        assert_eq!(probability(2, 9), ratio(2, 5) * ratio(1, 4), "hole T, then T: 26");
    }
}
