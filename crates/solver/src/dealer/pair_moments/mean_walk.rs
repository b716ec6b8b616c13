//! Moments of final hands in floats, each hand weighted by its probability.
//!
//! A moment of one value counts a final hand once for each of its cards of this value, and one of two values once for each two of its cards. So each card on the way to
//! final hands adds what all hands behind it are paid: to its own value, and to its value with that of each card before. That is far less than what each hand has of
//! every two values. Shares of the probability are put in on the way, so there is one sum a moment, and all of them stay in the processor's nearest cache.

use super::Block;
use super::lanes::{Lanes, MEAN_LANES};
use super::walk::{MOMENTS, REST, Stop, Term, Terms, add_terms, of_card_after, of_value};
use crate::dealer::drawing_hands::factor_of;
use crate::dealer::{COUNTS, FinalHand};

/// How often a term is rounded at most, with what a mean makes of it: 13 factors and 15 divisions, orders and payments, and 10 operations of a mean.
const TERM_ROUNDINGS: usize = 13 + 15 + 4 + 10;

/// One float for each set of cards.
type MeanRow = Lanes<f64, MEAN_LANES>;

/// A final hand as [`last_cards`](crate::dealer::drawing_hands::last_cards) has it: its cards but the last, and the last.
pub(super) type FinalPath<'a> = (Vec<usize>, usize, &'a FinalHand);

/// One card more on the way to final hands.
#[derive(Debug)]
struct MeanStep {
    /// Cards drawn, this one too; none before the first.
    depth: usize,
    factor: usize,
    /// End of its part of `stops`.
    stops: usize,
    /// End of its part of `closed`: the cards behind which nothing more comes, this one first.
    closed: usize,
}

/// What moments are found in, kept from block to block because it is large beside the work of a short walk.
pub(super) struct MeanScratch {
    factors: Vec<MeanRow>,
    /// By cards drawn, the ordered ways to draw them.
    ways: [MeanRow; COUNTS],
    /// By cards drawn, the sum of the final hands behind them that have been come to.
    behind: [MeanRow; COUNTS],
    /// By one less than their number, one over the ordered ways to deal cards.
    pub(super) shares: [MeanRow; COUNTS + 2],
    pub(super) moments: [MeanRow; MOMENTS],
}

impl Default for MeanScratch {
    fn default() -> Self {
        let zero = Lanes([0.0; MEAN_LANES]);
        let (ways, behind) = ([zero; COUNTS], [zero; COUNTS]);
        Self { factors: Vec::new(), ways, behind, shares: [zero; COUNTS + 2], moments: [zero; MOMENTS] }
    }
}

/// The way through final hands for means.
#[derive(Debug, Default)]
pub(super) struct MeanWalk {
    /// The values of hole cards.
    holes: Vec<usize>,
    steps: Vec<MeanStep>,
    stops: Vec<Stop>,
    /// What the cards add that are closed after steps.
    closed: Vec<Terms>,
    /// Their sums are moments.
    terms: Vec<Term>,
    /// Value and how many of it are drawn before.
    factors: Vec<(usize, u32)>,
    /// By how much a moment may be off, by what is added up for it without signs.
    pub(super) error: f64,
}

impl MeanWalk {
    /// Of final hands in the order of their paths.
    pub(super) fn new(holes: Vec<usize>, finals: &[FinalPath<'_>], case: usize) -> Self {
        let error = (TERM_ROUNDINGS + holes.len()) as f64 * f64::EPSILON / 2.0;
        let mut walk = Self { holes, error, ..Self::default() };
        if finals.is_empty() {
            return walk;
        }
        let mut open: Vec<usize> = Vec::new();
        walk.begin(0, 0);
        for hands in finals.chunk_by(|(one, ..), (other, ..)| one == other) {
            let (path, ..) = &hands[0];
            let shared = path.iter().zip(&open).take_while(|(one, other)| one == other).count();
            walk.close(&mut open, shared);
            for depth in shared..path.len() {
                let factor = factor_of(&mut walk.factors, &path[..depth], path[depth]);
                walk.begin(depth + 1, factor);
                open.push(path[depth]);
            }
            for &(_, last, FinalHand { outcome, orders }) in hands {
                let factor = factor_of(&mut walk.factors, path, last);
                let terms = walk.terms_of(path, last);
                walk.stops.push(Stop { factor, outcome: *outcome, orders: orders[case] as i64, terms });
            }
            let stops = walk.stops.len();
            walk.steps.last_mut().into_iter().for_each(|step| step.stops = stops);
        }
        walk.close(&mut open, 0);
        // All of them together are the first moment.
        let all = add_terms(&mut walk.terms, vec![(0, 1)], |moment| moment as u16);
        walk.end_closed(all);
        walk.error = (TERM_ROUNDINGS + walk.most_additions()) as f64 * f64::EPSILON / 2.0;
        walk
    }

    fn begin(&mut self, depth: usize, factor: usize) {
        self.steps.push(MeanStep { depth, factor, stops: self.stops.len(), closed: self.closed.len() });
    }

    /// Nothing more comes behind the cards after so many.
    fn close(&mut self, open: &mut Vec<usize>, to: usize) {
        while open.len() > to {
            let Some(card) = open.pop() else { break };
            let terms = self.terms_of(open, card);
            self.end_closed(terms);
        }
    }

    /// Adds what a card adds that is closed after the last step.
    fn end_closed(&mut self, terms: Terms) {
        self.closed.push(terms);
        let closed = self.closed.len();
        self.steps.last_mut().into_iter().for_each(|step| step.closed = closed);
    }

    /// What a card after others adds.
    fn terms_of(&mut self, before: &[usize], card: usize) -> Terms {
        add_terms(&mut self.terms, of_card_after(before, card), |moment| moment as u16)
    }

    /// Finds the moments of at most [`MEAN_LANES`] sets with payments, each final hand weighted by the probability of its cards and of two more. The shares must be there.
    #[inline(always)]
    pub(super) fn find(
        &self,
        block: &Block<MEAN_LANES>,
        MeanScratch { factors, ways, behind, shares, moments }: &mut MeanScratch,
    ) {
        moments.fill(Lanes([0.0; MEAN_LANES]));
        let payments = block.payments.each_ref().map(|paid| Lanes(paid.0.map(|units| units as f64)));
        for &hole in &self.holes {
            let paid = Lanes(block.left[hole].0.map(|left| left as f64)).times(&shares[2]).times(&payments[REST]);
            moments[0].add(&paid);
            moments[of_value(hole)].add(&paid);
        }
        if block.of_holes {
            return;
        }
        factors.clear();
        factors.extend(self.factors.iter().map(|&(value, used)| {
            let left = &block.left[value];
            Lanes(std::array::from_fn(|lane| (left.0[lane] - i64::from(used)).max(0) as f64))
        }));
        ways[0] = Lanes([1.0; MEAN_LANES]);
        let (mut stop, mut term, mut closed) = (0, 0, 0);
        for step in &self.steps {
            let depth = step.depth % COUNTS;
            if step.depth > 0 {
                ways[depth] = ways[(step.depth - 1) % COUNTS].times(&factors[step.factor]);
            }
            // The last card of a final hand and two more.
            let here = ways[depth].times(&shares[depth + 2]);
            let mut all = Lanes([0.0; MEAN_LANES]);
            for Stop { factor, outcome, orders, terms } in &self.stops[stop..step.stops] {
                let paid = here
                    .times(&factors[*factor])
                    .times(&Lanes([*orders as f64; MEAN_LANES]))
                    .times(&payments[*outcome]);
                self.add(term, terms, &paid, moments);
                all.add(&paid);
                term = terms.others;
            }
            behind[depth] = all;
            let mut open = step.depth;
            for terms in &self.closed[closed..step.closed] {
                let all = behind[open % COUNTS];
                self.add(term, terms, &all, moments);
                term = terms.others;
                if open > 0 {
                    open -= 1;
                    behind[open % COUNTS].add(&all);
                }
            }
            (stop, closed) = (step.stops, step.closed);
        }
    }

    #[inline(always)]
    fn add(&self, first: usize, terms: &Terms, paid: &MeanRow, moments: &mut [MeanRow; MOMENTS]) {
        for Term { sum: moment, .. } in &self.terms[first..terms.once] {
            moments[usize::from(*moment)].add(paid);
        }
        for Term { sum: moment, times } in &self.terms[terms.once..terms.others] {
            moments[usize::from(*moment)].add(&paid.times(&Lanes([f64::from(*times); MEAN_LANES])));
        }
    }

    /// How often a final hand's share of a moment is rounded in sums at most: once for each number that is added on its way.
    fn most_additions(&self) -> usize {
        let (mut added, mut deepest) = ([0_usize; COUNTS], [0_usize; COUNTS]);
        let (mut terms, mut behind) = ([0_usize; MOMENTS], [0_usize; MOMENTS]);
        self.terms.iter().for_each(|term| terms[usize::from(term.sum)] += 1);
        let (mut stop, mut term, mut closed) = (0, 0, 0);
        for step in &self.steps {
            (added[step.depth], deepest[step.depth]) = (step.stops - stop, 0);
            term = self.stops[stop..step.stops].last().map_or(term, |stop| stop.terms.others);
            for (closed, open) in self.closed[closed..step.closed].iter().zip((0..=step.depth).rev()) {
                let all = added[open] + deepest[open];
                for Term { sum, .. } in &self.terms[term..closed.others] {
                    behind[usize::from(*sum)] = behind[usize::from(*sum)].max(all);
                }
                term = closed.others;
                if open > 0 {
                    added[open - 1] += 1;
                    deepest[open - 1] = deepest[open - 1].max(all);
                }
            }
            (stop, closed) = (step.stops, step.closed);
        }
        terms.into_iter().zip(behind).map(|(terms, behind)| terms + behind).max().unwrap_or(0)
    }
}
