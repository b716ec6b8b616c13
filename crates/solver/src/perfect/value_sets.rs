//! The inner loops of the best play: what a level's hands are worth beside each set of cards.

use std::ops::Range;

use cards::Value;
use pulp::{Simd, WithSimd};

use crate::arithmetic::buffer_pool::Array;
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::Doubling;
use crate::dealer::Block;
use crate::perfect::best_play::{At, GIVEN_UP, KEPT, Lane, OPEN, Open, Round, encoded};
use crate::perfect::graph::{EntryId, Stage, StageId};
use crate::perfect::hand_class_sets::MOST_HAND_CLASSES;
use crate::perfect::hand_classes::{HandClassId, SplitPlace};
use crate::perfect::reach::{Level, Reach, SLOTS, Walk};
use crate::perfect::rows::{HandClassRows, Scaled};

/// Values of one level, side by side for several up cards and signals.
#[derive(Clone, Copy)]
pub(super) struct Values<'v, const L: usize> {
    pub(super) offsets: &'v [usize],
    pub(super) of_hands: &'v [[f64; L]],
    /// By place among all sets of cards, then by primitive row.
    pub(super) settled: &'v [[f64; L]],
}

impl<const L: usize> Values<'_, L> {
    /// The value of a hand class in play beside a set of cards of its level.
    pub(super) fn of_hand(&self, reach: &Reach, level: &Level, at: usize, class: HandClassId) -> [f64; L] {
        self.of_hands[self.offsets[at] + reach.sets.get(level.classes[at]).position(class)]
    }
}

/// Rows of one stage, ready for the inner loop.
pub(super) struct StageRows {
    classes: Vec<StageKind>,
    /// Primitive rows of busts.
    bust_primitives: Vec<usize>,
}

struct StageKind {
    stand: Option<Scaled>,
    hits: bool,
    doubles: bool,
    surrender: Option<Scaled>,
    decides: bool,
    bust: (usize, f64),
    bust_doubled: (usize, f64),
    doubled: [[Scaled; 2]; 3],
    doubling: Doubling,
    rescuable: bool,
    is_bust: bool,
    first_bust: usize,
}

impl StageRows {
    pub(super) fn new(round: &Round<'_>, place: SplitPlace) -> Self {
        let mut bust_primitives = Vec::new();
        let mut bust = |scaled: Scaled| (find_or_insert_in(&mut bust_primitives, scaled.primitive), scaled.times);
        let get = |row| round.rows.get(row);
        let classes = round.classes.list.iter().map(|class| {
            let rows = HandClassRows::new(round.settlement, place, class);
            StageKind {
                stand: class.stands.then(|| get(rows.stand)),
                hits: class.may_draw,
                doubles: class.doubles,
                surrender: class.surrenders.then(|| get(rows.surrender)),
                decides: class.decides(),
                bust: bust(get(rows.bust)),
                bust_doubled: bust(get(rows.bust_doubled)),
                doubled: rows.doubled.map(|rows| rows.map(get)),
                doubling: class.doubling,
                rescuable: class.rescuable,
                is_bust: class.is_bust,
                first_bust: class.first_bust(),
            }
        });
        let classes = classes.collect();
        Self { classes, bust_primitives }
    }

    /// What a hand class may do, in the order of ties.
    pub(super) fn acts(&self, class: HandClassId) -> Vec<Act> {
        let class = &self.classes[usize::from(class)];
        [
            (class.stand.is_some(), Act::Stand),
            (class.hits, Act::Hit),
            (class.doubles, Act::Double),
            (class.surrender.is_some(), Act::Surrender),
        ]
        .into_iter()
        .filter_map(|(may, act)| may.then_some(act))
        .collect()
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

/// One task of [`Optimum::value`](super::backward_values::Optimum), with its parts of the buffers.
pub(super) struct Chunk<'s, 'a, const L: usize> {
    pub(super) round: Round<'a>,
    pub(super) lanes: &'s [Lane<'a>; L],
    /// By entry and number of cards, what the round is worth when it is come to.
    pub(super) starts: &'s [Vec<Array<[f64; L]>>],
    pub(super) rows: &'s StageRows,
    pub(super) stage: StageId,
    pub(super) size: usize,
    pub(super) range: Range<usize>,
    /// By place among all sets of cards, then by primitive row.
    pub(super) settled: &'s [[f64; L]],
    pub(super) after: Values<'s, L>,
    pub(super) values: &'s mut [[f64; L]],
    pub(super) acts: [&'s mut [u64]; L],
}

impl<const L: usize> WithSimd for Chunk<'_, '_, L> {
    type Output = Vec<(usize, Open)>;

    #[inline(always)]
    #[expect(clippy::too_many_lines, reason = "older than the limit")]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        let Self { round, lanes, starts, rows, stage, size, range, settled, after, values, mut acts } = self;
        let reach = round.reach;
        let level = &reach.levels[stage][size];
        let Stage { after_live, after_bust, .. } = reach.graph.stages[stage];
        let empty = Level::default();
        let next_level = reach.level(stage, size + 1).unwrap_or(&empty);
        // Memory that is read from before it is written to costs the system more.
        for acts in acts.iter_mut() {
            acts.fill(0);
        }
        let first = level.keys[range.start];
        let primitives = round.rows.primitives.len();
        let first_slot = level.slots[range.start] as usize;
        let starts_of = |entry: Option<EntryId>, size: usize| -> (&[CardSet], &[[f64; L]]) {
            entry.map_or_else(Default::default, |entry| {
                let values = starts[entry].get(size).map_or(&[][..], |values| values);
                (reach.starts(entry, size), values)
            })
        };
        let (live_keys, live_values) = starts_of(after_live, size);
        let (live_next_keys, live_next_values) = starts_of(after_live, size + 1);
        let (bust_next_keys, bust_next_values) = starts_of(after_bust, size + 1);
        let (bust_keys, bust_values) = starts_of(after_bust, size);
        let mut live = Walk::new(live_keys, first);
        let mut bust_here = Walk::new(bust_keys, first);
        let walks = |keys| -> [Walk<'_>; Value::COUNT] {
            std::array::from_fn(|card| Walk::new(keys, first + CardSet::one(card)))
        };
        let mut nexts = walks(&next_level.keys);
        let mut live_next = walks(live_next_keys);
        let mut bust_next = walks(bust_next_keys);
        let sets = &reach.sets;
        let hidden = !sets.doubled_is_seen;
        let mut open = Vec::new();
        let mut at_value = 0;
        let mut hit = [[0.0; L]; MOST_HAND_CLASSES];
        let mut double = [[0.0; L]; MOST_HAND_CLASSES];
        for at in range.clone() {
            let key = level.keys[at];
            let hands = sets.get(level.classes[at]);
            let [busting, doubling] = [sets.busting, sets.doubles].map(|classes| hands & classes);
            let (probability, possible) = draws(lanes, key, size);
            let here = &settled[level.place(at) * primitives..][..primitives];
            let rest = live.find(key).map_or([0.0; L], |at| live_values[at]);
            let rest_bust = bust_here.find(key).map_or([0.0; L], |at| bust_values[at]);
            for class in hands.iter() {
                hit[usize::from(class)] = [0.0; L];
                double[usize::from(class)] = [0.0; L];
            }
            if hands.meets(sets.draws) {
                // Up to each card: what busted hands would be worth after the draws that do not bust.
                let mut not_bust = [[[0.0; L]; Value::COUNT + 1]; 3];
                // From each card on: what the hands to come are worth after it.
                let mut busted_rest = [[0.0; L]; Value::COUNT + 1];
                for card in 0..Value::COUNT {
                    let p = &probability[card];
                    let found = nexts[card].find(key + CardSet::one(card));
                    if !busting.is_empty() {
                        for (sums, &primitive) in not_bust.iter_mut().zip(&rows.bust_primitives) {
                            sums[card + 1] = sums[card];
                            if let Some(next) = found {
                                let there = &after.settled[next_level.place(next) * primitives + primitive];
                                for lane in 0..L {
                                    sums[card + 1][lane] += p[lane] * there[lane];
                                }
                            }
                        }
                    }
                    let mut after_bust = [0.0; L];
                    if !(busting.is_empty() && doubling.is_empty()) {
                        let found = bust_next[card].find(key + CardSet::one(card));
                        after_bust = found.map_or([0.0; L], |at| bust_next_values[at]);
                        busted_rest[card] = std::array::from_fn(|lane| p[lane] * after_bust[lane]);
                    }
                    let Some(next) = found else { continue };
                    let there = &after.of_hands[after.offsets[next]..after.offsets[next + 1]];
                    let hands_there = sets.get(next_level.classes[next]);
                    for class in (hands & sets.moves[card]).iter() {
                        let value = &there[hands_there.position(sets.next[card][usize::from(class)])];
                        let hit = &mut hit[usize::from(class)];
                        for lane in 0..L {
                            hit[lane] += p[lane] * value[lane];
                        }
                    }
                    if doubling.is_empty() {
                        continue;
                    }
                    let found = live_next[card].find(key + CardSet::one(card));
                    let after_live = found.map_or([0.0; L], |at| live_next_values[at]);
                    let there = &after.settled[next_level.place(next) * primitives..][..primitives];
                    for class in (doubling & sets.moves[card]).iter() {
                        let grown = &rows.classes[usize::from(sets.next[card][usize::from(class)])];
                        let [kept, given_up] = grown.doubled[rows.classes[usize::from(class)].doubling as usize];
                        let rest = if grown.is_bust { &after_bust } else { &after_live };
                        for lane in 0..L {
                            let mut value = there[kept.primitive][lane] * kept.times;
                            if grown.rescuable {
                                value = value.max(there[given_up.primitive][lane] * given_up.times);
                            }
                            double[usize::from(class)][lane] +=
                                p[lane] * (value + if hidden { 0.0 } else { rest[lane] });
                        }
                    }
                }
                for card in (0..Value::COUNT).rev() {
                    let above = busted_rest[card + 1];
                    busted_rest[card].iter_mut().zip(above).for_each(|(rest, above)| *rest += above);
                }
                let bust_of = |(which, times): (usize, f64), below: usize, lane: usize| {
                    times * (here[rows.bust_primitives[which]][lane] - not_bust[which][below][lane])
                };
                for class in busting.iter().map(usize::from) {
                    let of = &rows.classes[class];
                    for lane in 0..L {
                        let rest = busted_rest[of.first_bust][lane];
                        hit[class][lane] += bust_of(of.bust, of.first_bust, lane) + rest;
                        double[class][lane] +=
                            bust_of(of.bust_doubled, of.first_bust, lane) + if hidden { 0.0 } else { rest };
                    }
                }
                if hidden {
                    for class in doubling.iter() {
                        for lane in 0..L {
                            double[usize::from(class)][lane] += rest[lane];
                        }
                    }
                }
            }
            let slot_here = level.slots[at] as usize - first_slot;
            let place = |slot: usize| {
                let slot = slot_here + slot;
                (slot / SLOTS, 2 * (slot % SLOTS))
            };
            for class in hands.iter() {
                let from = usize::from(class);
                let of = &rows.classes[from];
                let rest = if of.is_bust { &rest_bust } else { &rest };
                let into = &mut values[at_value];
                at_value += 1;
                for doubling in Doubling::DOUBLED {
                    let Some((word, shift)) = sets.rescue_slot(hands, class, doubling).map(place) else { continue };
                    let [kept, given_up] = of.doubled[doubling as usize];
                    for lane in 0..L {
                        let value = |row: Scaled| here[row.primitive][lane] * row.times;
                        let gain = value(given_up) - value(kept);
                        let known = if gain > 0.0 { GIVEN_UP } else { KEPT };
                        let end = if gain.abs() > round.contested { known } else { OPEN };
                        acts[lane][word] |= end << shift;
                    }
                }
                let settle = |row: Scaled, lane: usize| here[row.primitive][lane] * row.times + rest[lane];
                let act_slot = sets.act_slot(hands, class).map(place);
                for lane in 0..L {
                    if !of.decides {
                        into[lane] = of.stand.map_or(hit[from][lane], |row| settle(row, lane));
                        continue;
                    }
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
                    if let Some(row) = of.stand {
                        offer(Act::Stand, settle(row, lane));
                    }
                    if of.hits {
                        offer(Act::Hit, hit[from][lane]);
                    }
                    if of.doubles {
                        offer(Act::Double, double[from][lane]);
                    }
                    if let Some(row) = of.surrender {
                        offer(Act::Surrender, settle(row, lane));
                    }
                    let (act, value) = best;
                    if value - second <= round.contested && possible[lane] {
                        open.push((lane, Open { place: At::Stage(stage, class), size, at }));
                    }
                    into[lane] = value;
                    if let Some((word, shift)) = act_slot {
                        acts[lane][word] |= encoded(act) << shift;
                    }
                }
            }
        }
        open
    }
}

/// What the primitive rows pay in one lane, beside the sets of a block, under their distributions.
pub(super) struct Paid<'s, const L: usize> {
    pub(super) primitives: &'s [Vec<f64>],
    pub(super) distribution: &'s [Block],
    pub(super) lane: usize,
    pub(super) settled: &'s mut [[f64; L]],
}

impl<const L: usize> WithSimd for Paid<'_, L> {
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
