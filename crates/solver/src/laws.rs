//! The dealer's laws for every set of cards a single player hand can have removed, one table an up card.

use std::sync::Arc;

use cards::{Composition, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rayon::prelude::*;
use rules::Game;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::SolveError;
use crate::dealer::{Dealer, LawWalk};
use crate::hands::{Hand, Hands};
use crate::play::Options;
use crate::removed::Removed;
use crate::settlement::{OUTCOMES, Spot};
use crate::split_plan::SplitPlan;
use crate::wide::{LawSum, RoundSum};

/// Sets of cards whose laws one task computes.
const CHUNK: usize = 512;

/// The dealer behind one up card, the cards left beside it, and the laws that zero-memory play needs.
#[derive(Debug)]
pub(crate) struct UpTable {
    pub(crate) dealer: Arc<Dealer>,
    /// Cards of each value without the up card.
    left: [u32; Value::COUNT],
    unseen: u32,
    index: FxHashMap<Removed, u32>,
    /// Per indexed set of removed cards, one row of outcomes for each case.
    exact: Vec<[u128; OUTCOMES]>,
    float: Vec<[f64; OUTCOMES]>,
}

impl UpTable {
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if, after some play the rules allow, the dealer could find no card to draw.
    pub(crate) fn new(game: &Game, shoe: &Composition, up: Value, keys: &[Removed]) -> Result<Self, SolveError> {
        Self::of_dealer(Dealer::new(game, up, shoe)?, shoe, keys)
    }

    /// The table of a dealer, whatever outcomes it tells apart.
    ///
    /// # Errors
    /// As [`UpTable::new`].
    pub(crate) fn of_dealer(dealer: Dealer, shoe: &Composition, keys: &[Removed]) -> Result<Self, SolveError> {
        let up = dealer.up();
        let mut left = shoe.counts().map(u32::from);
        left[up.index()] -= 1;
        let unseen = left.iter().sum();
        let cases = dealer.cases().len();
        let mut table = Self {
            dealer: Arc::new(dealer),
            left,
            unseen,
            index: FxHashMap::default(),
            exact: Vec::new(),
            float: Vec::new(),
        };
        let feasible: Vec<Removed> = keys.iter().copied().filter(|&key| table.is_feasible(key)).collect();
        let laws: Vec<Vec<[u128; OUTCOMES]>> = feasible
            .par_chunks(CHUNK)
            .map(|keys| {
                let mut laws = table.exact_laws();
                keys.iter().try_fold(Vec::with_capacity(CHUNK * cases), |mut all, &key| {
                    all.extend_from_slice(laws.at(key)?);
                    Ok(all)
                })
            })
            .collect::<Result<_, SolveError>>()?;
        let laws = laws.concat();
        table.float.reserve(laws.len());
        for (position, (key, law)) in feasible.iter().zip(laws.chunks(cases)).enumerate() {
            table.index.insert(*key, position as u32);
            let ways = table.law_ways(*key) as f64;
            // Correctly rounded numerator and denominator: a relative error of at most 3·2⁻⁵³.
            table.float.extend(law.iter().map(|row| row.map(|count| count as f64 / ways)));
        }
        table.exact = laws;
        Ok(table)
    }

    /// The same dealer once these cards, which must be feasible, are gone too, as [`UpTable::in_floats`] has it.
    pub(crate) fn beside(&self, gone: Removed, keys: &[Removed]) -> Self {
        Self::in_floats(&self.dealer, self.left_after(gone), keys)
    }

    /// The table of a dealer, who must always find a card, with laws in floats alone: see `RunWalk::laws`. `left` are the cards besides the
    /// up card. The sets of cards take least time in their order.
    pub(crate) fn in_floats(dealer: &Arc<Dealer>, left: [u32; Value::COUNT], keys: &[Removed]) -> Self {
        let mut index = FxHashMap::with_capacity_and_hasher(keys.len(), Default::default());
        let mut float = Vec::with_capacity(keys.len() * dealer.cases().len());
        dealer.runs().walk().laws(&left, keys, |key, law| {
            index.insert(key, index.len() as u32);
            float.extend_from_slice(law);
        });
        Self { dealer: Arc::clone(dealer), left, unseen: left.iter().sum(), index, exact: Vec::new(), float }
    }

    /// Whether these cards can be gone besides the up card.
    pub(crate) fn is_feasible(&self, removed: Removed) -> bool {
        self.left.iter().zip(removed.counts()).all(|(&left, gone)| gone <= left)
    }

    /// Cards unseen, hole card included, once these are gone.
    pub(crate) fn unseen_after(&self, removed: Removed) -> u32 {
        self.unseen - removed.size()
    }

    pub(crate) fn left_after(&self, removed: Removed) -> [u32; Value::COUNT] {
        let gone = removed.counts();
        std::array::from_fn(|value| self.left[value] - gone[value])
    }

    /// Ordered ways of the law's draws.
    pub(crate) fn law_ways(&self, removed: Removed) -> u128 {
        let unseen = self.unseen_after(removed);
        (0..self.dealer.law_draws(unseen)).map(|drawn| u128::from(unseen - drawn)).product()
    }

    /// Exact laws for one set of removed cards after another, best in their order.
    pub(crate) fn exact_laws(&self) -> Laws<'_, u128> {
        Laws { up: self, walk: LawWalk::new(&self.dealer) }
    }

    /// The same in floats. See [`LawWalk::float`] for the error.
    pub(crate) fn float_laws(&self) -> Laws<'_, f64> {
        Laws { up: self, walk: LawWalk::new(&self.dealer) }
    }

    /// Probability, in floats, that these cards, which must be feasible, are dealt next in one order.
    pub(crate) fn probability_of(&self, cards: Removed) -> f64 {
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

    /// Ordered ways of the next `law_draws` cards that begin with this hole card, once these cards, which must be feasible,
    /// are gone.
    pub(crate) fn hole_ways(&self, removed: Removed, hole: Value) -> u128 {
        let unseen = self.unseen_after(removed);
        let left = self.left[hole.index()] - removed.count(hole.index());
        let rest: u128 = (1..self.dealer.law_draws(unseen)).map(|drawn| u128::from(unseen - drawn)).product();
        u128::from(left) * rest
    }

    /// Ordered ways in which these cards, which must be feasible, and then others are dealt; the others in `ways` ways.
    pub(crate) fn dealt_ways(&self, removed: Removed, ways: u128) -> RoundSum {
        self.dealt(removed, RoundSum::of(ways))
    }

    /// A sum over what is dealt after these cards, times the ordered ways in which they are.
    fn dealt(&self, removed: Removed, mut sum: RoundSum) -> RoundSum {
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
        sum
    }

    fn position(&self, removed: Removed) -> Option<usize> {
        self.index.get(&removed).map(|&position| position as usize * self.dealer.cases().len())
    }

    /// The stored exact law of one case; `None` if the cards cannot be gone, and in a table of floats.
    pub(crate) fn exact_row(&self, removed: Removed, case: usize) -> Option<&[u128; OUTCOMES]> {
        self.exact.get(self.position(removed)? + case)
    }

    /// The exact law of one case: the stored one, or computed anew in a table of floats, whose dealer must always find a card.
    /// `None` if the cards cannot be gone.
    pub(crate) fn exact_law(&self, removed: Removed, case: usize) -> Option<[u128; OUTCOMES]> {
        match self.exact_row(removed, case) {
            Some(law) => Some(*law),
            None if self.exact.is_empty() && self.is_feasible(removed) => {
                self.exact_laws().at(removed).ok().map(|laws| laws[case])
            }
            None => None,
        }
    }

    /// The stored law of one case in floats; `None` if the cards cannot be gone.
    pub(crate) fn float_row(&self, removed: Removed, case: usize) -> Option<&[f64; OUTCOMES]> {
        self.position(removed).map(|position| &self.float[position + case])
    }
}

/// The dealer's laws behind one up card, by case, for one set of removed cards after another.
pub(crate) struct Laws<'a, N> {
    up: &'a UpTable,
    walk: LawWalk<'a, N>,
}

impl Laws<'_, u128> {
    /// The law once these cards, which must be feasible, are gone; see [`LawWalk::exact`].
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card to draw.
    pub(crate) fn at(&mut self, removed: Removed) -> Result<&[[u128; OUTCOMES]], SolveError> {
        let up = self.up;
        let law = self.walk.exact(&up.left_after(removed));
        let ways: u128 = law.iter().flatten().sum();
        if up.unseen_after(removed) > 0 && ways == up.law_ways(removed) {
            Ok(law)
        } else {
            Err(SolveError::ShoeRunsOut { up: up.dealer.up(), seen: removed.into() })
        }
    }

    /// The same of a dealer whose finished hands are weighed, so that ways need not add up to all.
    pub(crate) fn weighed(&mut self, removed: Removed) -> &[[u128; OUTCOMES]] {
        self.walk.exact(&self.up.left_after(removed))
    }
}

impl Laws<'_, f64> {
    /// The law once these cards, which must be feasible, are gone.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card to draw.
    pub(crate) fn at(&mut self, removed: Removed) -> Result<&[[f64; OUTCOMES]], SolveError> {
        if self.up.unseen_after(removed) < self.up.dealer.most_draws() {
            // So few cards that the dealer may need them all: only counting tells.
            self.up.exact_laws().at(removed)?;
        }
        Ok(self.walk.float(&self.up.left_after(removed)))
    }
}

/// Every set of cards that one player hand can have removed: the hand itself, and after a split the hand beside as many
/// cards of the pair's value as its [`SplitPlan`] asks for.
pub(crate) fn single_hand_keys(game: &Game, hands: &Hands) -> Vec<Removed> {
    keys_of(game, hands, true, |_| true)
}

/// The same for some hands alone, and for unsplit hands alone if `after_split` is false.
pub(crate) fn keys_of(
    game: &Game,
    hands: &Hands,
    after_split: bool,
    is_asked_for: impl Fn(&Hand) -> bool,
) -> Vec<Removed> {
    let mut most_extra: FxHashMap<u8, u32> = FxHashMap::default();
    let mut extra = |hands| *most_extra.entry(hands).or_insert_with(|| SplitPlan::new(hands).most_extra());
    let mut keys: FxHashSet<Removed> = FxHashSet::default();
    for (_, hand) in hands.iter().filter(|(_, hand)| hand.size >= 2 && is_asked_for(hand)) {
        keys.insert(hand.cards);
        let Some(split) = game.split.as_ref().filter(|_| after_split) else { continue };
        for value in (0..Value::COUNT).filter(|&value| hand.cards.count(value) > 0) {
            if hand.size == 2 || !Options::split(game, value, Spot::First).one_card {
                let mut beside = hand.cards;
                for _ in 0..=extra(split.most_hands(value)) {
                    beside = beside + Removed::one(value);
                    keys.insert(beside);
                }
            }
        }
    }
    let mut keys: Vec<Removed> = keys.into_iter().collect();
    keys.sort_unstable();
    keys
}

/// An exact sum over sets of removed cards of (ordered ways to deal them) × (law of the dealer) × (weights).
pub(crate) struct ExactSum<'a> {
    up: &'a UpTable,
    /// By number of removed cards, so that each has one denominator.
    by_size: Vec<RoundSum>,
}

impl<'a> ExactSum<'a> {
    pub(crate) fn new(up: &'a UpTable) -> Self {
        Self { up, by_size: Vec::new() }
    }

    /// Adds the removed cards' ordered ways times the law's ways times the weights, outcome by outcome.
    pub(crate) fn add(&mut self, removed: Removed, law: &[u128; OUTCOMES], weights: &[i64; OUTCOMES]) {
        self.add_products(removed, law, weights, LawSum::product);
    }

    /// The same for weights of more than two hands together, below 2¹⁰⁰.
    pub(crate) fn add_wide(&mut self, removed: Removed, law: &[u128; OUTCOMES], weights: &[i128; OUTCOMES]) {
        self.add_products(removed, law, weights, LawSum::product_of_wide);
    }

    #[inline]
    fn add_products<W: Copy + Zero>(
        &mut self,
        removed: Removed,
        law: &[u128; OUTCOMES],
        weights: &[W; OUTCOMES],
        product: impl Fn(u128, W) -> LawSum,
    ) {
        let mut payoff = LawSum::ZERO;
        for (&ways, &weight) in law.iter().zip(weights) {
            if ways != 0 && !weight.is_zero() {
                payoff.add(&product(ways, weight));
            }
        }
        let term = self.up.dealt(removed, payoff.widened());
        self.of_size(removed.size()).add(&term);
    }

    /// Adds ways that [`UpTable::dealt_ways`] gave for these cards, times a weight.
    pub(crate) fn add_dealt(&mut self, removed: Removed, ways: &RoundSum, weight: i64) {
        self.of_size(removed.size()).add_signed(ways, weight);
    }

    fn of_size(&mut self, size: u32) -> &mut RoundSum {
        let size = size as usize;
        if self.by_size.len() <= size {
            self.by_size.resize(size + 1, RoundSum::ZERO);
        }
        &mut self.by_size[size]
    }

    /// Adds another sum over the same up card.
    pub(crate) fn merge(&mut self, other: &Self) {
        if self.by_size.len() < other.by_size.len() {
            self.by_size.resize(other.by_size.len(), RoundSum::ZERO);
        }
        self.by_size.iter_mut().zip(&other.by_size).for_each(|(sum, other)| sum.add(other));
    }

    /// The sum as a probability-weighted value, given the up card: each size divided by its ordered ways.
    pub(crate) fn total(&self) -> BigRational {
        // One common denominator, falling(unseen, widest), for all sizes: no gcd until the end.
        let widest = (0..self.by_size.len() as u32)
            .map(|size| size + self.up.dealer.law_draws(self.up.unseen.saturating_sub(size)))
            .max()
            .unwrap_or(0);
        let mut numerator = BigInt::zero();
        for (size, sum) in self.by_size.iter().enumerate() {
            let size = size as u32;
            if size > self.up.unseen {
                continue;
            }
            let drawn = size + self.up.dealer.law_draws(self.up.unseen - size);
            numerator += sum.to_bigint() * BigInt::from(cards::falling(self.up.unseen - drawn, widest - drawn));
        }
        BigRational::new(numerator, BigInt::from(cards::falling(self.up.unseen, widest)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Game {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/pa-685a-down-under.toml");
        toml::from_str(&std::fs::read_to_string(path).expect("game file")).expect("game")
    }

    /// Given any signal, the dealer's outcomes have probability one: their ways are those of a hole card in the signal.
    #[test]
    fn the_law_sums_to_one_exactly_for_every_signal() {
        for ace_limit in [21, 22] {
            let mut game = game();
            game.dealer.ace_limit = ace_limit;
            let shoe = Composition::decks(6);
            let keys = single_hand_keys(&game, &Hands::new(&game, &shoe));
            for up in Value::all() {
                let table = UpTable::new(&game, &shoe, up, &keys).expect("a full shoe");
                for &key in &keys {
                    let left = table.left_after(key);
                    let unseen = u128::from(table.unseen_after(key));
                    for (index, case) in table.dealer.cases().iter().enumerate() {
                        let ways: u128 = table.exact_row(key, index).expect("feasible").iter().sum();
                        let holes: u32 = case.holes.values().map(|hole| left[hole.index()]).sum();
                        assert_eq!(ways * unseen, table.law_ways(key) * u128::from(holes), "{up} {}", case.signal);
                    }
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
        let table = UpTable::new(&game, &shoe, up, &[]).expect("no cards asked for");
        let mut laws = table.exact_laws();
        let law = laws.at(Removed::NONE).expect("the dealer always finds a card");
        let ways = table.law_ways(Removed::NONE);
        let probability = |case: usize, outcome: usize| BigRational::new(law[case][outcome].into(), ways.into());
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
