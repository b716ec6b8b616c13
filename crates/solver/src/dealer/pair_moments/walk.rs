//! The way through final hands, and which moments each adds to.

use cards::Value;

use crate::arithmetic::interner::Interner;
use crate::compiled::settlement::OUTCOMES;
use crate::dealer::drawing_hands::factor_of;

/// 1, the number of cards of each value, and pairs of values.
pub(super) const MOMENTS: usize = 1 + Value::COUNT + Value::COUNT * (Value::COUNT + 1) / 2;

#[inline]
pub(super) const fn of_value(value: usize) -> usize {
    1 + value
}

#[inline]
pub(super) fn of_pair(one: usize, other: usize) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    1 + Value::COUNT + high * (high + 1) / 2 + low
}

/// A sum: of final hands of so many cards, a moment.
pub(super) type Sum = (usize, usize);

/// One card more on the way to final hands.
#[derive(Debug)]
pub(super) struct Step {
    /// Cards drawn, this one too; none before the first.
    pub(super) depth: usize,
    pub(super) factor: usize,
    /// End of its part of `stops`: the final hands of one card more.
    pub(super) stops: usize,
    /// What all these final hands have in common; after what their last cards add.
    pub(super) terms: Terms,
}

/// The last card of a final hand.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) factor: usize,
    /// The outcome, or [`REST`].
    pub(super) outcome: usize,
    pub(super) orders: i64,
    /// What this card adds.
    pub(super) terms: Terms,
}

/// Ends of parts of a list of terms: of those that count once, and after them of others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) once: usize,
    pub(super) others: usize,
}

/// How often ways times payments count in a sum.
#[derive(Debug)]
pub(super) struct Term {
    pub(super) sum: u16,
    pub(super) times: u16,
}

/// In place of an outcome: all ways of the case are paid what the end of most final hands is, and then other outcomes the difference.
pub(super) const REST: usize = OUTCOMES;

/// Steps in the order in which they are taken.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) steps: Vec<Step>,
    pub(super) stops: Vec<Stop>,
    pub(super) terms: Vec<Term>,
    pub(super) factors: Vec<(usize, u32)>,
    pub(super) sums: Interner<Sum>,
}

impl Builder {
    /// The moments of final hands of so many cards that something counts in, and how often.
    fn terms(&mut self, depth: usize, moments: Vec<(usize, usize)>) -> Terms {
        let sums = &mut self.sums;
        add_terms(&mut self.terms, moments, |moment| sums.find_or_insert((depth, moment)) as u16)
    }

    pub(super) fn begin(&mut self, depth: usize, factor: usize) {
        let none = self.terms.len();
        self.steps.push(Step { depth, factor, stops: self.stops.len(), terms: Terms { once: none, others: none } });
    }

    /// A final hand of these cards and a last one.
    pub(super) fn stop(&mut self, path: &[usize], last: usize, outcome: usize, orders: i64) {
        let factor = factor_of(&mut self.factors, path, last);
        let terms = self.terms(path.len() + 1, of_card_after(path, last));
        self.stops.push(Stop { factor, outcome, orders, terms });
    }

    /// All final hands of these cards and one more have been told.
    pub(super) fn end(&mut self, path: &[usize]) {
        let drawn = counts(path);
        let mut moments = vec![(0, 1)];
        for (one, of_one) in drawn.into_iter().enumerate() {
            moments.extend([(of_value(one), of_one), (of_pair(one, one), of_one * of_one.saturating_sub(1) / 2)]);
            let others = drawn.into_iter().enumerate().skip(one + 1);
            moments.extend(others.map(|(other, of_other)| (of_pair(one, other), of_one * of_other)));
        }
        let terms = self.terms(path.len() + 1, moments);
        if let Some(step) = self.steps.last_mut() {
            (step.stops, step.terms) = (self.stops.len(), terms);
        }
    }
}

/// Adds terms of moments, each counted so many times, those first that count once: each in the sum that `sum` tells of its moment.
pub(super) fn add_terms(
    terms: &mut Vec<Term>,
    mut moments: Vec<(usize, usize)>,
    mut sum: impl FnMut(usize) -> u16,
) -> Terms {
    moments.retain(|&(_, times)| times > 0);
    moments.sort_by_key(|&(_, times)| times);
    let once = terms.len() + moments.iter().filter(|&&(_, times)| times == 1).count();
    terms.extend(moments.into_iter().map(|(moment, times)| Term { sum: sum(moment), times: times as u16 }));
    Terms { once, others: terms.len() }
}

/// The moments that a card after these adds to, and how often.
pub(super) fn of_card_after(before: &[usize], card: usize) -> Vec<(usize, usize)> {
    let with_others = counts(before).into_iter().enumerate().map(|(value, drawn)| (of_pair(value, card), drawn));
    std::iter::once((of_value(card), 1)).chain(with_others).collect()
}

fn counts(path: &[usize]) -> [usize; Value::COUNT] {
    std::array::from_fn(|value| path.iter().filter(|&&other| other == value).count())
}
