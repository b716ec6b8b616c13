//! Laws in floats for many sets of cards that differ little, at the least cost.
//!
//! The outcome with the most final hands, nearly always a bust, is not summed: its probability is what is left of the case's. And sets that
//! agree in all higher values are summed side by side over the next one.

use cards::Value;
use rustc_hash::FxHashMap;

use super::{COUNTS, Dealer, Level};
use crate::removed::Removed;
use crate::settlement::OUTCOMES;

/// Most by which all probabilities of a case are off together.
///
/// Each outcome that is summed has positive terms alone, so its relative error is at most 2⁻⁵³ for each rounding on the way of a term: 13
/// factors of ordered draws, ten products with them, 47 additions (a value's cards are at most 12 aces, 8 twos, 6 threes … 2 tens), 15 for
/// the denominator, and 13 additions of numbers of cards. That is less than 1.1·10⁻¹⁴, of probabilities that are at most 1 together; what is left has the
/// same error once more, and up to 20 roundings of numbers below 1.
pub(crate) const LAW_ERROR: f64 = 4e-14;

/// Sets of cards that are summed side by side.
const LANES: usize = 4;

/// One number for each of them.
type Lanes = [f64; LANES];

/// A dealer without one outcome's final hands.
#[derive(Debug)]
pub(crate) struct LawRuns {
    dealer: Dealer,
    rest: usize,
}

/// The laws of [`LawRuns`] for one run after another, best in the order of [`Removed`].
pub(crate) struct RunWalk<'a> {
    runs: &'a LawRuns,
    /// By value, what is to be summed over it: the sums over all higher ones, for numbers of the next higher side by side; at last the
    /// orders of the multisets themselves.
    sources: Vec<Vec<Lanes>>,
    lanes: Vec<[Lanes; OUTCOMES]>,
    /// By cards unseen, one over the ordered ways of so many draws; zero where there are none.
    tails: FxHashMap<u32, [f64; COUNTS]>,
    law: Vec<[f64; OUTCOMES]>,
    aces: Vec<u32>,
}

impl LawRuns {
    pub(super) fn new(dealer: &Dealer) -> Self {
        let mut hands_of = [0; OUTCOMES];
        dealer.finals.iter().for_each(|(_, hand)| hands_of[hand.outcome] += 1);
        let rest = (0..OUTCOMES).max_by_key(|&outcome| hands_of[outcome]).unwrap_or(0);
        let finals = dealer.finals.iter().filter(|(_, hand)| hand.outcome != rest).cloned().collect();
        Self { dealer: Dealer::with_finals(dealer.up, dealer.cases.clone(), finals), rest }
    }

    pub(crate) fn walk(&self) -> RunWalk<'_> {
        let cases = self.dealer.cases.len();
        let mut sources: Vec<Vec<Lanes>> =
            self.dealer.levels.iter().map(|level| vec![[0.0; LANES]; level.counts.len()]).collect();
        for (source, &orders) in sources.iter_mut().rev().take(1).flatten().zip(&self.dealer.orders) {
            source[0] = orders as f64;
        }
        RunWalk {
            runs: self,
            sources,
            lanes: vec![[[0.0; LANES]; OUTCOMES]; cases],
            tails: FxHashMap::default(),
            law: vec![[0.0; OUTCOMES]; cases],
            aces: Vec::new(),
        }
    }
}

impl RunWalk<'_> {
    /// The probabilities of each case and outcome once each of these sets of cards is gone, in their order; those that cannot be are left
    /// out. `left` are the cards besides the up card; the dealer must always find one.
    ///
    /// The errors of all outcomes of a case together are at most [`LAW_ERROR`].
    pub(crate) fn laws(
        &mut self,
        left: &[u32; Value::COUNT],
        keys: &[Removed],
        mut each: impl FnMut(Removed, &[[f64; OUTCOMES]]),
    ) {
        let mut cards = *left;
        self.descend(Value::COUNT - 1, 0, &mut cards, keys, &mut each);
    }

    /// Sums over the cards of a value, for sets that agree in all higher ones, and goes on to the next lower value. `of_higher` is where the
    /// sums over the higher values are; `left` are the cards of these once the sets are gone, and else before.
    fn descend(
        &mut self,
        value: usize,
        of_higher: usize,
        left: &mut [u32; Value::COUNT],
        keys: &[Removed],
        each: &mut impl FnMut(Removed, &[[f64; OUTCOMES]]),
    ) {
        if value == Value::ACE.index() {
            return self.run(of_higher, left, keys, each);
        }
        let before = left[value];
        let alike = keys.chunk_by(|a, b| a.count(value) == b.count(value));
        let mut alike = alike.filter(|keys| keys[0].count(value) <= before);
        loop {
            let mut some: [&[Removed]; LANES] = [&[]; LANES];
            let number = some.iter_mut().zip(&mut alike).map(|(lane, keys)| *lane = keys).count();
            let cards = some.map(|keys| keys.first().map_or(0, |key| before - key.count(value)));
            match number {
                0 => break,
                1 => self.sum_over::<1>(value, of_higher, &cards),
                2 => self.sum_over::<2>(value, of_higher, &cards),
                _ => self.sum_over::<LANES>(value, of_higher, &cards),
            }
            for (lane, keys) in some.into_iter().enumerate().take(number) {
                left[value] = cards[lane];
                self.descend(value - 1, lane, left, keys, each);
            }
        }
        left[value] = before;
    }

    /// Sums over the cards of a value, for so many numbers of them side by side.
    fn sum_over<const N: usize>(&mut self, value: usize, of_higher: usize, cards: &[u32; LANES]) {
        let mut ordered = [[0.0; N]; COUNTS];
        for lane in 0..N {
            let mut draws = 1.0;
            for (drawn, ordered) in (0..).zip(&mut ordered) {
                ordered[lane] = draws;
                draws *= f64::from(cards[lane].saturating_sub(drawn));
            }
        }
        let Level { counts, ends } = &self.runs.dealer.levels[value];
        let (lower, sources) = self.sources.split_at_mut(value);
        let (Some(targets), sources) = (lower.last_mut(), &sources[0]) else { return };
        let mut terms = sources.iter().zip(counts);
        let mut start = 0;
        for (target, &end) in targets.iter_mut().zip(ends) {
            let sum = sum_of(terms.by_ref().take((end - start) as usize), of_higher, &ordered);
            start = end;
            target[..N].copy_from_slice(&sum);
        }
    }

    /// The laws of sets that differ in aces alone; see [`RunWalk::descend`].
    fn run(
        &mut self,
        of_higher: usize,
        left: &[u32; Value::COUNT],
        run: &[Removed],
        each: &mut impl FnMut(Removed, &[[f64; OUTCOMES]]),
    ) {
        let ace = Value::ACE.index();
        let aces = left[ace];
        let dealt = run.partition_point(|key| key.count(ace) <= aces);
        for keys in run[..dealt].chunks(LANES) {
            self.aces.clear();
            self.aces.extend(keys.iter().map(|key| aces - key.count(ace)));
            match keys.len() {
                1 => self.laws_of::<1>(of_higher, left),
                2 => self.laws_of::<2>(of_higher, left),
                _ => self.laws_of::<LANES>(of_higher, left),
            }
            for (lane, &key) in keys.iter().enumerate() {
                for (law, lanes) in self.law.iter_mut().zip(&self.lanes) {
                    *law = std::array::from_fn(|outcome| lanes[outcome][lane]);
                }
                each(key, &self.law);
            }
        }
    }

    /// Sums over aces, for so many numbers of them side by side; `left` are the cards of the other values.
    fn laws_of<const N: usize>(&mut self, of_higher: usize, left: &[u32; Value::COUNT]) {
        let ace = Value::ACE.index();
        let Self { runs: LawRuns { dealer, rest }, sources, lanes: laws, aces, tails, .. } = self;
        let others = left.iter().sum::<u32>() - left[ace];
        let mut ordered = [[0.0; N]; COUNTS];
        let mut tail = [[0.0; N]; COUNTS];
        for (lane, &aces) in aces.iter().enumerate().take(N) {
            let of_unseen = tails.entry(others + aces).or_insert_with(|| reciprocals(others + aces));
            let mut draws = 1.0;
            for (drawn, (ordered, tail)) in (0..).zip(ordered.iter_mut().zip(&mut tail)) {
                ordered[lane] = draws;
                draws *= f64::from(aces.saturating_sub(drawn));
                tail[lane] = of_unseen[drawn as usize % COUNTS];
            }
        }
        for law in laws.iter_mut() {
            *law = [[0.0; LANES]; OUTCOMES];
        }
        let Level { counts, ends } = &dealer.levels[ace];
        let mut terms = sources[ace].iter().zip(counts);
        let mut start = 0;
        for (&(slot, depth), &end) in dealer.bins.iter().zip(ends) {
            let sum = sum_of(terms.by_ref().take((end - start) as usize), of_higher, &ordered);
            start = end;
            let law = &mut laws[slot / OUTCOMES][slot % OUTCOMES];
            for lane in 0..N {
                law[lane] += sum[lane] * tail[depth % COUNTS][lane];
            }
        }
        for (law, case) in laws.iter_mut().zip(&dealer.cases) {
            for (lane, &aces) in aces.iter().enumerate().take(N) {
                let of_hole = |hole: Value| if hole == Value::ACE { aces } else { left[hole.index()] };
                let of_case: f64 = case.holes.values().map(|hole| f64::from(of_hole(hole)) * tail[1][lane]).sum();
                law[*rest][lane] = law.iter().fold(of_case, |rest, outcome| rest - outcome[lane]);
            }
        }
    }
}

/// One over the ordered ways of so many draws from so many cards; zero where there are none.
fn reciprocals(unseen: u32) -> [f64; COUNTS] {
    let mut ways = 1.0;
    let mut drawn = 0;
    std::array::from_fn(|_| {
        let reciprocal = if ways > 0.0 { 1.0 / ways } else { 0.0 };
        ways *= f64::from(unseen.saturating_sub(drawn));
        drawn += 1;
        reciprocal
    })
}

/// Sums sources, of which one lane is taken, times the ordered draws of their numbers of cards.
#[inline]
fn sum_of<'t, const N: usize>(
    terms: impl Iterator<Item = (&'t Lanes, &'t u8)>,
    lane: usize,
    ordered: &[[f64; N]; COUNTS],
) -> [f64; N] {
    let mut sum = [0.0; N];
    for (source, &count) in terms {
        let ordered = &ordered[usize::from(count) % COUNTS];
        for (sum, ordered) in sum.iter_mut().zip(ordered) {
            *sum += source[lane % LANES] * ordered;
        }
    }
    sum
}
