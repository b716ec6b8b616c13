//! Values of a level, and the rows that settle its hands, ready for the inner loops.

use cards::Value;
use pulp::{Simd, WithSimd};

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::Doubling;
use crate::dealer::Block;
use crate::perfect::best_play::{ActSet, Lane, Round};
use crate::perfect::hand_classes::{HandClassId, SplitPlace};
use crate::perfect::reach::{Layer, Reach};
use crate::perfect::rows::{HandClassRows, Scaled};

/// Values of one level, side by side for several up cards and signals.
#[derive(Clone, Copy)]
pub(super) struct LevelValues<'v, const L: usize> {
    pub(super) offsets: &'v [usize],
    pub(super) of_hands: &'v [[f64; L]],
    /// By place among all sets of cards, then by primitive row.
    pub(super) settled: &'v [[f64; L]],
}

impl<const L: usize> LevelValues<'_, L> {
    /// The value of a hand class in play beside a set of cards of its level.
    pub(super) fn of_hand(&self, reach: &Reach, level: &Layer, at: usize, class: HandClassId) -> [f64; L] {
        self.of_hands[self.offsets[at] + reach.sets.get(level.classes[at]).position(class)]
    }
}

/// Rows of one stage, ready for the inner loop.
pub(super) struct StageRows {
    pub(super) classes: Vec<StageClass>,
    /// Primitive rows of busts.
    pub(super) bust_primitives: Vec<usize>,
}

/// One hand class in its place: what it may do, with the rows that settle it.
pub(super) struct StageClass {
    pub(super) stand: Option<Scaled>,
    pub(super) hits: bool,
    pub(super) doubles: bool,
    pub(super) surrender: Option<Scaled>,
    pub(super) decides: bool,
    pub(super) bust: (usize, f64),
    pub(super) bust_doubled: (usize, f64),
    pub(super) doubled: [[Scaled; 2]; 3],
    pub(super) doubling: Doubling,
    pub(super) may_be_given_up: bool,
    pub(super) is_bust: bool,
    pub(super) first_bust: usize,
}

impl StageClass {
    /// The best act with its value, the first of equals, and the value of the second best.
    #[inline(always)]
    pub(super) fn best(&self, settle: impl Fn(Scaled) -> f64, hit: f64, double: f64) -> (Act, f64, f64) {
        let mut best = (Act::Stand, f64::NEG_INFINITY);
        let mut second = f64::NEG_INFINITY;
        let mut offer = |act, value: f64| {
            if value > best.1 {
                second = best.1;
                best = (act, value);
            } else if value > second {
                second = value;
            }
        };
        if let Some(row) = self.stand {
            offer(Act::Stand, settle(row));
        }
        if self.hits {
            offer(Act::Hit, hit);
        }
        if self.doubles {
            offer(Act::Double, double);
        }
        if let Some(row) = self.surrender {
            offer(Act::Surrender, settle(row));
        }
        (best.0, best.1, second)
    }

    /// The acts that are worth so much or more.
    pub(super) fn at_least(&self, least: f64, settle: impl Fn(Scaled) -> f64, hit: f64, double: f64) -> ActSet {
        let worth = [
            (Act::Stand, self.stand.map(&settle)),
            (Act::Hit, self.hits.then_some(hit)),
            (Act::Double, self.doubles.then_some(double)),
            (Act::Surrender, self.surrender.map(&settle)),
        ];
        ActSet::of(
            worth.into_iter().filter(|&(_, worth)| worth.is_some_and(|worth| worth >= least)).map(|(act, _)| act),
        )
    }
}

impl StageRows {
    pub(super) fn new(round: &Round<'_>, place: SplitPlace) -> Self {
        let mut bust_primitives = Vec::new();
        let mut bust = |scaled: Scaled| (find_or_insert_in(&mut bust_primitives, scaled.primitive), scaled.times);
        let get = |row| round.rows.get(row);
        let classes = round.classes.list.iter().map(|class| {
            let rows = HandClassRows::new(round.settlement, place, class);
            StageClass {
                stand: class.stands.then(|| get(rows.stand)),
                hits: class.may_draw,
                doubles: class.doubles,
                surrender: class.surrenders.then(|| get(rows.surrender)),
                decides: class.decides(),
                bust: bust(get(rows.bust)),
                bust_doubled: bust(get(rows.bust_doubled)),
                doubled: rows.doubled.map(|rows| rows.map(get)),
                doubling: class.doubling,
                may_be_given_up: class.may_be_given_up,
                is_bust: class.is_bust,
                first_bust: class.first_bust(),
            }
        });
        let classes = classes.collect();
        Self { classes, bust_primitives }
    }
}

/// By lane, the probability of each card, and whether the cards and the signal are possible.
pub(super) fn draws<const L: usize>(
    lanes: &[Lane<'_>; L],
    key: CardSet,
    size: usize,
) -> ([[f64; L]; Value::COUNT], [bool; L]) {
    let mut probability = [[0.0; L]; Value::COUNT];
    let mut possible = [false; L];
    let counts = key.counts();
    for (index, lane) in lanes.iter().enumerate() {
        let shoe = lane.up.left_after(CardSet::NONE);
        let unseen = (f64::from(lane.up.unseen_after(CardSet::NONE)) - size as f64).max(1.0);
        let is_feasible = shoe.iter().zip(&counts).all(|(left, gone)| gone <= left);
        let holes = lane.up.dealer.cases()[lane.case].holes;
        possible[index] = is_feasible && holes.values().any(|hole| shoe[hole.index()] > counts[hole.index()]);
        for card in 0..Value::COUNT {
            probability[card][index] = f64::from(shoe[card].saturating_sub(counts[card])) / unseen;
        }
    }
    (probability, possible)
}

/// What the primitive rows pay in one lane, beside the sets of a block, under their distributions.
pub(super) struct PaidRows<'s, const L: usize> {
    pub(super) primitives: &'s [Vec<f64>],
    pub(super) distribution: &'s [Block],
    pub(super) lane: usize,
    pub(super) settled: &'s mut [[f64; L]],
}

impl<const L: usize> WithSimd for PaidRows<'_, L> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { primitives, distribution, lane, settled } = self;
        for (primitive, paid) in primitives.iter().enumerate() {
            let mut value = Block::ZERO;
            for (paid, distribution) in paid.iter().zip(distribution) {
                value.0.iter_mut().zip(distribution.0).for_each(|(value, distribution)| *value += paid * distribution);
            }
            for (settled, value) in settled.chunks_exact_mut(primitives.len()).zip(value.0) {
                settled[primitive][lane] = value;
            }
        }
    }
}
