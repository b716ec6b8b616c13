//! The inner loop of the best play: what a level's hands are worth beside each set of cards.

use std::ops::Range;

use cards::Value;
use pulp::{Simd, WithSimd};

use crate::arithmetic::buffer_pool::Array;
use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::Act;
use crate::compiled::settlement::Doubling;
use crate::perfect::best_play::{At, GIVEN_UP, KEPT, Lane, OPEN, OpenDecision, Round, encoded};
use crate::perfect::graph::{EntryId, Stage, StageId};
use crate::perfect::hand_class_sets::{HandClassSet, HandClassSets, MOST_HAND_CLASSES};
use crate::perfect::hand_classes::HandClassId;
use crate::perfect::reach::{Layer, Reach, SLOTS, Walk};
use crate::perfect::rows::Scaled;
use crate::perfect::stage_rows::{LevelValues, StageRows, draws};
use crate::perfect::sure_acts::SureActs;

/// One task of [`Optimum::value`](super::backward_values::Optimum), with its parts of the buffers.
pub(super) struct Chunk<'s, 'a, const L: usize> {
    pub(super) round: Round<'a>,
    pub(super) lanes: &'s [Lane<'a>; L],
    /// By entry and number of cards, what the round is worth when it is come to.
    pub(super) starts: &'s [Vec<Array<[f64; L]>>],
    pub(super) rows: &'s StageRows,
    /// By lane, if the stage is that of a last hand.
    pub(super) sure: Option<&'s [SureActs; L]>,
    pub(super) stage: StageId,
    pub(super) size: usize,
    pub(super) range: Range<usize>,
    /// By place among all sets of cards, then by primitive row.
    pub(super) settled: &'s [[f64; L]],
    pub(super) after: LevelValues<'s, L>,
    pub(super) values: &'s mut [[f64; L]],
    pub(super) acts: [&'s mut [u64]; L],
}

impl<const L: usize> WithSimd for Chunk<'_, '_, L> {
    type Output = Vec<(usize, OpenDecision)>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        let Self { round, lanes, starts, rows, sure, stage, size, range, settled, after, values, mut acts } = self;
        let reach = round.reach;
        let level = &reach.levels[stage][size];
        let empty = Layer::default();
        let next_level = reach.level(stage, size + 1).unwrap_or(&empty);
        // Memory that is read from before it is written to costs the system more.
        for acts in acts.iter_mut() {
            acts.fill(0);
        }
        let primitives = round.rows.primitives.len();
        let view = ChunkView { round, rows, sure, sets: &reach.sets, stage, size, next_level, after, primitives };
        let mut nearby = Nearby::new(reach, starts, (stage, size), next_level, level.keys[range.start]);
        let first_slot = level.slots[range.start] as usize;
        let mut chosen = Chosen { values, at_value: 0, acts, open: Vec::new() };
        let mut drawn = AfterDraw { hit: [[0.0; L]; MOST_HAND_CLASSES], double: [[0.0; L]; MOST_HAND_CLASSES] };
        for at in range {
            let (key, hands) = (level.keys[at], view.sets.get(level.classes[at]));
            let (probability, possible) = draws(lanes, key, size);
            let here = &settled[level.place(at) * primitives..][..primitives];
            let rest = nearby.live.find(key);
            let rest_bust = nearby.bust_here.find(key);
            let slot = level.slots[at] as usize - first_slot;
            let set = OneSet { at, key, hands, probability, possible, here, rest, rest_bust, slot };
            drawn.clear(hands);
            if hands.meets(view.sets.draws) {
                view.draw(&set, &mut nearby, &mut drawn);
            }
            view.choose(&set, &drawn, &mut chosen);
        }
        chosen.open
    }
}

/// What all sets of cards of a chunk have in common.
struct ChunkView<'s, 'a, const L: usize> {
    round: Round<'a>,
    rows: &'s StageRows,
    sure: Option<&'s [SureActs; L]>,
    sets: &'s HandClassSets,
    stage: StageId,
    size: usize,
    next_level: &'s Layer,
    after: LevelValues<'s, L>,
    primitives: usize,
}

/// One set of cards gone.
struct OneSet<'s, const L: usize> {
    /// In its level.
    at: usize,
    key: CardSet,
    /// The hand classes in play.
    hands: HandClassSet,
    probability: [[f64; L]; Value::COUNT],
    possible: [bool; L],
    /// What the primitive rows are worth.
    here: &'s [[f64; L]],
    /// What the hands to come are worth after a hand that is not bust, and after one that is.
    rest: [f64; L],
    rest_bust: [f64; L],
    /// Where its acts begin among those of the chunk.
    slot: usize,
}

/// Values of what an entry begins, with the place of the next that is asked for: sets are asked for in their order.
struct Beginnings<'s, const L: usize> {
    walk: Walk<'s>,
    values: &'s [[f64; L]],
}

impl<const L: usize> Beginnings<'_, L> {
    #[inline(always)]
    fn find(&mut self, key: CardSet) -> [f64; L] {
        self.walk.find(key).map_or([0.0; L], |at| self.values[at])
    }
}

/// What comes after a set of cards: the next hand with the same cards gone, and by card everything with one card more.
struct Nearby<'s, const L: usize> {
    live: Beginnings<'s, L>,
    bust_here: Beginnings<'s, L>,
    nexts: [Walk<'s>; Value::COUNT],
    live_next: [Walk<'s>; Value::COUNT],
    live_next_values: &'s [[f64; L]],
    bust_next: [Walk<'s>; Value::COUNT],
    bust_next_values: &'s [[f64; L]],
}

impl<'s, const L: usize> Nearby<'s, L> {
    #[inline(always)]
    fn new(
        reach: &'s Reach,
        starts: &'s [Vec<Array<[f64; L]>>],
        (stage, size): (StageId, usize),
        next_level: &'s Layer,
        first: CardSet,
    ) -> Self {
        let Stage { after_live, after_bust, .. } = reach.graph.stages[stage];
        let starts_of = |entry: Option<EntryId>, size: usize| -> (&'s [CardSet], &'s [[f64; L]]) {
            entry.map_or_else(Default::default, |entry| {
                let values = starts[entry].get(size).map_or(&[][..], |values| values);
                (reach.starts(entry, size), values)
            })
        };
        let here = |entry| {
            let (keys, values) = starts_of(entry, size);
            Beginnings { walk: Walk::new(keys, first), values }
        };
        let walks = |keys: &'s [CardSet]| -> [Walk<'s>; Value::COUNT] {
            std::array::from_fn(|card| Walk::new(keys, first + CardSet::one(card)))
        };
        let (live_next_keys, live_next_values) = starts_of(after_live, size + 1);
        let (bust_next_keys, bust_next_values) = starts_of(after_bust, size + 1);
        Self {
            live: here(after_live),
            bust_here: here(after_bust),
            nexts: walks(&next_level.keys),
            live_next: walks(live_next_keys),
            live_next_values,
            bust_next: walks(bust_next_keys),
            bust_next_values,
        }
    }
}

/// By hand class, what a hand is worth that draws a card, and one that is doubled.
struct AfterDraw<const L: usize> {
    hit: [[f64; L]; MOST_HAND_CLASSES],
    double: [[f64; L]; MOST_HAND_CLASSES],
}

impl<const L: usize> AfterDraw<L> {
    #[inline(always)]
    fn clear(&mut self, hands: HandClassSet) {
        for class in hands.iter() {
            self.hit[usize::from(class)] = [0.0; L];
            self.double[usize::from(class)] = [0.0; L];
        }
    }
}

/// A card that is drawn, with its probability by lane, and the set of cards gone after it in its level.
struct NextCard<'s, const L: usize> {
    card: usize,
    next: usize,
    p: &'s [f64; L],
}

/// What busts are worth, which are counted without being listed.
struct BustSums<const L: usize> {
    /// Up to each card: what busted hands would be worth after the draws that do not bust.
    not_bust: [[[f64; L]; Value::COUNT + 1]; 3],
    /// From each card on: what the hands to come are worth after it.
    rest: [[f64; L]; Value::COUNT + 1],
}

impl<const L: usize> ChunkView<'_, '_, L> {
    /// Whether the card of a doubled hand is not seen before all hands are played.
    #[inline(always)]
    fn hidden(&self) -> bool {
        !self.sets.doubled_is_seen
    }

    /// Adds up, card by card, what hands are worth that draw.
    #[inline(always)]
    fn draw(&self, set: &OneSet<'_, L>, nearby: &mut Nearby<'_, L>, drawn: &mut AfterDraw<L>) {
        let [busting, doubling] = [self.sets.busting, self.sets.doubles].map(|classes| set.hands & classes);
        let mut busts = BustSums { not_bust: [[[0.0; L]; Value::COUNT + 1]; 3], rest: [[0.0; L]; Value::COUNT + 1] };
        for card in 0..Value::COUNT {
            let p = &set.probability[card];
            let key = set.key + CardSet::one(card);
            let found = nearby.nexts[card].find(key);
            if !busting.is_empty() {
                self.add_not_bust(&mut busts.not_bust, card, p, found);
            }
            let mut after_bust = [0.0; L];
            if !(busting.is_empty() && doubling.is_empty()) {
                let found = nearby.bust_next[card].find(key);
                after_bust = found.map_or([0.0; L], |at| nearby.bust_next_values[at]);
                busts.rest[card] = std::array::from_fn(|lane| p[lane] * after_bust[lane]);
            }
            let Some(next) = found else { continue };
            let draw = NextCard { card, next, p };
            self.add_hits(set.hands & self.sets.moves[card], &draw, &mut drawn.hit);
            if doubling.is_empty() {
                continue;
            }
            let found = nearby.live_next[card].find(key);
            let after_live = found.map_or([0.0; L], |at| nearby.live_next_values[at]);
            let rests = [&after_live, &after_bust];
            self.add_doubles(doubling & self.sets.moves[card], &draw, rests, &mut drawn.double);
        }
        for card in (0..Value::COUNT).rev() {
            let above = busts.rest[card + 1];
            busts.rest[card].iter_mut().zip(above).for_each(|(rest, above)| *rest += above);
        }
        self.add_busts(set, busting, &busts, drawn);
        if self.hidden() {
            for class in doubling.iter() {
                for lane in 0..L {
                    drawn.double[usize::from(class)][lane] += set.rest[lane];
                }
            }
        }
    }

    #[inline(always)]
    fn add_not_bust(
        &self,
        not_bust: &mut [[[f64; L]; Value::COUNT + 1]; 3],
        card: usize,
        p: &[f64; L],
        next: Option<usize>,
    ) {
        for (sums, &primitive) in not_bust.iter_mut().zip(&self.rows.bust_primitives) {
            sums[card + 1] = sums[card];
            if let Some(next) = next {
                let there = &self.after.settled[self.next_level.place(next) * self.primitives + primitive];
                for lane in 0..L {
                    sums[card + 1][lane] += p[lane] * there[lane];
                }
            }
        }
    }

    #[inline(always)]
    fn add_hits(
        &self,
        hands: HandClassSet,
        &NextCard { card, next, p }: &NextCard<'_, L>,
        hit: &mut [[f64; L]; MOST_HAND_CLASSES],
    ) {
        let there = &self.after.of_hands[self.after.offsets[next]..self.after.offsets[next + 1]];
        let hands_there = self.sets.get(self.next_level.classes[next]);
        for class in hands.iter() {
            let value = &there[hands_there.position(self.sets.next[card][usize::from(class)])];
            let hit = &mut hit[usize::from(class)];
            for lane in 0..L {
                hit[lane] += p[lane] * value[lane];
            }
        }
    }

    #[inline(always)]
    fn add_doubles(
        &self,
        hands: HandClassSet,
        &NextCard { card, next, p }: &NextCard<'_, L>,
        [after_live, after_bust]: [&[f64; L]; 2],
        double: &mut [[f64; L]; MOST_HAND_CLASSES],
    ) {
        let there = &self.after.settled[self.next_level.place(next) * self.primitives..][..self.primitives];
        for class in hands.iter() {
            let grown = &self.rows.classes[usize::from(self.sets.next[card][usize::from(class)])];
            let [kept, given_up] = grown.doubled[self.rows.classes[usize::from(class)].doubling as usize];
            let rest = if grown.is_bust { after_bust } else { after_live };
            for lane in 0..L {
                let mut value = there[kept.primitive][lane] * kept.times;
                if grown.may_be_given_up {
                    value = value.max(there[given_up.primitive][lane] * given_up.times);
                }
                double[usize::from(class)][lane] += p[lane] * (value + if self.hidden() { 0.0 } else { rest[lane] });
            }
        }
    }

    #[inline(always)]
    fn add_busts(&self, set: &OneSet<'_, L>, busting: HandClassSet, busts: &BustSums<L>, drawn: &mut AfterDraw<L>) {
        let bust_of = |(which, times): (usize, f64), below: usize, lane: usize| {
            times * (set.here[self.rows.bust_primitives[which]][lane] - busts.not_bust[which][below][lane])
        };
        for class in busting.iter().map(usize::from) {
            let of = &self.rows.classes[class];
            for lane in 0..L {
                let rest = busts.rest[of.first_bust][lane];
                drawn.hit[class][lane] += bust_of(of.bust, of.first_bust, lane) + rest;
                drawn.double[class][lane] +=
                    bust_of(of.bust_doubled, of.first_bust, lane) + if self.hidden() { 0.0 } else { rest };
            }
        }
    }

    /// Notes the best of each hand in play, and which doubled hands are given up.
    #[inline(always)]
    fn choose(&self, set: &OneSet<'_, L>, drawn: &AfterDraw<L>, chosen: &mut Chosen<'_, L>) {
        let place = |slot: usize| {
            let slot = set.slot + slot;
            (slot / SLOTS, 2 * (slot % SLOTS))
        };
        for class in set.hands.iter() {
            let of = &self.rows.classes[usize::from(class)];
            let at_value = chosen.at_value;
            chosen.at_value += 1;
            for doubling in Doubling::DOUBLED {
                if let Some(slot) = self.sets.given_up_slot(set.hands, class, doubling).map(place) {
                    self.give_up(set.here, of.doubled[doubling as usize], slot, &mut chosen.acts);
                }
            }
            let rest = if of.is_bust { &set.rest_bust } else { &set.rest };
            let act_slot = self.sets.act_slot(set.hands, class).map(place);
            let (hit, double) = (&drawn.hit[usize::from(class)], &drawn.double[usize::from(class)]);
            for lane in 0..L {
                let settle = |row: Scaled| set.here[row.primitive][lane] * row.times + rest[lane];
                if !of.decides {
                    chosen.values[at_value][lane] = of.stand.map_or(hit[lane], settle);
                    continue;
                }
                let (mut act, value, second) = of.best(settle, hit[lane], double[lane]);
                if value - second <= self.round.contested && set.possible[lane] {
                    let place = At::Stage(self.stage, class);
                    let acts = of.at_least(value - self.round.contested, settle, hit[lane], double[lane]);
                    // A sure act is one of the best, and of those the first is played.
                    match acts.iter().next().filter(|&first| self.is_sure(lane, class, first)) {
                        Some(first) => act = first,
                        None => chosen.open.push((lane, OpenDecision { place, size: self.size, at: set.at, acts })),
                    }
                }
                chosen.values[at_value][lane] = value;
                if let Some((word, shift)) = act_slot {
                    chosen.acts[lane][word] |= encoded(act) << shift;
                }
            }
        }
    }

    /// Whether no act can be better than this one, whatever cards come.
    fn is_sure(&self, lane: usize, class: HandClassId, act: Act) -> bool {
        self.sure.is_some_and(|sure| sure[lane].contains(class, act))
    }

    #[inline(always)]
    fn give_up(
        &self,
        here: &[[f64; L]],
        [kept, given_up]: [Scaled; 2],
        (word, shift): (usize, usize),
        acts: &mut [&mut [u64]; L],
    ) {
        for lane in 0..L {
            let value = |row: Scaled| here[row.primitive][lane] * row.times;
            let gain = value(given_up) - value(kept);
            let known = if gain > 0.0 { GIVEN_UP } else { KEPT };
            let end = if gain.abs() > self.round.contested { known } else { OPEN };
            acts[lane][word] |= end << shift;
        }
    }
}

/// What a chunk comes to.
struct Chosen<'s, const L: usize> {
    values: &'s mut [[f64; L]],
    /// Of the next hand.
    at_value: usize,
    acts: [&'s mut [u64]; L],
    open: Vec<(usize, OpenDecision)>,
}
