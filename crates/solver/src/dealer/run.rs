//! Laws in floats for many sets of cards that differ little, at the least cost.
//!
//! The outcome with the most final hands, nearly always a bust, is not summed: its probability is what is left of the case's. And sets that
//! differ in aces alone, the last value summed over, are summed side by side.

use cards::Value;

use super::{Dealer, LawWalk, Level, MOST_DEPTH};
use crate::removed::Removed;
use crate::settlement::OUTCOMES;

/// Most by which all probabilities of a case are off together.
///
/// Each outcome that is summed has positive terms alone, so its relative error is at most 2⁻⁵³ for each rounding on the way of a term: 13
/// factors of ordered draws, ten products with them, 47 additions (a value's cards are at most 12 aces, 8 twos, 6 threes … 2 tens), 15 for
/// the denominator, and 13 additions of numbers of cards. That is less than 1.1·10⁻¹⁴, of probabilities that are at most 1 together; what is left has the
/// same error once more, and up to 130 roundings of numbers below 1.
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
    walk: LawWalk<'a, f64>,
    lanes: Vec<[Lanes; OUTCOMES]>,
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
        RunWalk {
            runs: self,
            walk: LawWalk::new(&self.dealer),
            lanes: vec![[[0.0; LANES]; OUTCOMES]; cases],
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
        let ace = Value::ACE.index();
        for run in keys.chunk_by(|a, b| a.at_least(ace + 1) == b.at_least(ace + 1)) {
            let gone = run[0].at_least(ace + 1).counts();
            if gone.iter().zip(left).any(|(gone, left)| gone > left) {
                continue;
            }
            let others: [u32; Value::COUNT] = std::array::from_fn(|value| left[value] - gone[value]);
            let dealt: Vec<Removed> = run.iter().copied().filter(|key| key.count(ace) <= left[ace]).collect();
            self.walk.sum_down_to(ace + 1, &others);
            // The sums over aces are nobody's from here on.
            self.walk.left = Some(std::array::from_fn(|value| if value == ace { u32::MAX } else { others[value] }));
            for keys in dealt.chunks(LANES) {
                self.aces.clear();
                self.aces.extend(keys.iter().map(|key| left[ace] - key.count(ace)));
                self.side_by_side(&others);
                for (lane, &key) in keys.iter().enumerate() {
                    for (law, lanes) in self.law.iter_mut().zip(&self.lanes) {
                        *law = std::array::from_fn(|outcome| lanes[outcome][lane]);
                    }
                    each(key, &self.law);
                }
            }
        }
    }

    /// Sums over aces; `left` are the cards of the other values.
    fn side_by_side(&mut self, left: &[u32; Value::COUNT]) {
        let ace = Value::ACE.index();
        let Self { runs: LawRuns { dealer, rest }, walk, lanes: laws, aces, .. } = self;
        let others = left.iter().sum::<u32>() - left[ace];
        let mut ordered = [[0.0; LANES]; MOST_DEPTH + 1];
        let mut tail = [[0.0; LANES]; MOST_DEPTH + 1];
        for (lane, &aces) in aces.iter().enumerate() {
            let (mut draws, mut ways) = (1.0, 1.0);
            for (drawn, (ordered, tail)) in (0..).zip(ordered.iter_mut().zip(&mut tail)) {
                ordered[lane] = draws;
                draws *= f64::from(aces.saturating_sub(drawn));
                tail[lane] = if ways > 0.0 { 1.0 / ways } else { 0.0 };
                ways *= f64::from((others + aces).saturating_sub(drawn));
            }
        }
        for (law, case) in laws.iter_mut().zip(&dealer.cases) {
            *law = [[0.0; LANES]; OUTCOMES];
            for hole in case.holes.values() {
                for (lane, &aces) in aces.iter().enumerate() {
                    let left = if hole == Value::ACE { aces } else { left[hole.index()] };
                    law[*rest][lane] += f64::from(left) * tail[1][lane];
                }
            }
        }
        let Level { counts, ends } = &dealer.levels[ace];
        let mut start = 0;
        for (&(slot, depth), &end) in dealer.bins.iter().zip(ends) {
            let range = start..end as usize;
            start = end as usize;
            let mut sum = [0.0; LANES];
            for (&source, &count) in walk.sums[ace][range.clone()].iter().zip(&counts[range]) {
                let ordered = &ordered[usize::from(count)];
                for lane in 0..LANES {
                    sum[lane] += source * ordered[lane];
                }
            }
            let law = &mut laws[slot / OUTCOMES];
            for lane in 0..LANES {
                let probability = sum[lane] * tail[depth][lane];
                law[slot % OUTCOMES][lane] += probability;
                law[*rest][lane] -= probability;
            }
        }
    }
}
