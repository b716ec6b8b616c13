//! What of a round is yet to come, apart from cards and the hand in play.
//!
//! A *stage* is a hand in play with what follows it. Hands come into play by *entries*: as one card of a split pair that draws its second, or as
//! two cards dealt. Stages with the same future are one: what is worth doing with the last hand of a round does not depend on the pair it came
//! from, or whether it came from one, so the last hands of all splits share one stage.

use rules::Game;

use crate::compiled::decisions::Options;
use crate::compiled::settlement::{HandPlace, Settlement};
use crate::perfect::hand_classes::{HandClassId, SplitPlace};
use crate::perfect::limits::most_hands;

pub(super) type StageId = usize;
pub(super) type EntryId = usize;

/// A hand in play and what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stage {
    pub(super) place: SplitPlace,
    /// What comes into play after this hand, live or out of the round; `None` if it is the last.
    pub(super) after_live: Option<EntryId>,
    pub(super) after_bust: Option<EntryId>,
}

impl Stage {
    /// Whether no hand comes after this one.
    pub(super) fn is_last(&self) -> bool {
        self.after_live.is_none() && self.after_bust.is_none()
    }
}

/// What comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coming {
    /// One card of this value, which draws another.
    Card(usize),
    /// Two cards.
    Hand(HandClassId),
}

/// A way into a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StageEntry {
    pub(super) stage: StageId,
    pub(super) coming: Coming,
    /// What comes into play instead if a pair is split: the pair that has come, or that one card has become by a card like it.
    pub(super) split: Option<EntryId>,
    /// Initial wagers the player adds for that.
    pub(super) wager: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StageOrEntry {
    Entry(EntryId),
    Stage(StageId),
}

/// All stages and entries of a round.
#[derive(Default, Debug)]
pub(super) struct Graph {
    pub(super) stages: Vec<Stage>,
    pub(super) entries: Vec<StageEntry>,
    /// Each before those it leads to.
    pub(super) order: Vec<StageOrEntry>,
}

/// A hand dealt, and the value of the pair that it may be split as.
pub(super) type Dealt = (HandClassId, Option<usize>);

/// The hands that one hand dealt can become.
struct Group {
    /// The stage of the last of them; one more for when no hand before it is live, where that matters.
    last: Vec<StageId>,
    /// By value: the entry that a split begins with.
    splits: Vec<(usize, EntryId)>,
    /// What comes before the last stage.
    order: Vec<StageOrEntry>,
}

impl Graph {
    /// The stage of the round's last hand, which is last in the order.
    pub(super) const LAST: StageId = 0;

    /// The splits of pairs of these values alone, with the entry that each begins with.
    pub(super) fn of_splits(game: &Game, settlement: &Settlement, values: &[usize]) -> (Self, Vec<(usize, EntryId)>) {
        let mut graph = Self::default();
        let mut group = graph.group(game, settlement, values, None);
        let splits = std::mem::take(&mut group.splits);
        graph.order.extend(group.in_order(&[]));
        (graph, splits)
    }

    /// Two hands, one played after the other, with the splits of both: by second hand, then by first, the entry of the first.
    pub(super) fn of_two_hands(
        game: &Game,
        settlement: &Settlement,
        values: &[usize],
        dealt: &[Dealt],
    ) -> (Self, Vec<Vec<EntryId>>) {
        let mut graph = Self::default();
        let second = graph.group(game, settlement, values, None);
        let seconds = graph.dealt(&second, dealt);
        let mut roots = Vec::with_capacity(dealt.len());
        for &after in &seconds {
            let first = graph.group(game, settlement, values, Some(after));
            let firsts = graph.dealt(&first, dealt);
            graph.order.extend(first.in_order(&firsts));
            roots.push(firsts);
        }
        graph.order.extend(second.in_order(&seconds));
        (graph, roots)
    }

    /// By entry, whether nothing leads to it: the round begins there.
    pub(super) fn roots(&self) -> Vec<bool> {
        let mut roots = vec![true; self.entries.len()];
        let after = self.stages.iter().flat_map(|stage| [stage.after_live, stage.after_bust]);
        after.chain(self.entries.iter().map(|entry| entry.split)).flatten().for_each(|entry| roots[entry] = false);
        roots
    }

    /// The entries of hands dealt into a group.
    fn dealt(&mut self, group: &Group, dealt: &[Dealt]) -> Vec<EntryId> {
        let first = self.entries.len();
        let entries = dealt.iter().map(|&(class, pair)| {
            let split = group.splits.iter().find(|&&(value, _)| Some(value) == pair).map(|&(_, entry)| entry);
            (class, split)
        });
        let entries: Vec<StageEntry> = entries
            .map(|(class, split)| StageEntry {
                stage: group.last[0],
                coming: Coming::Hand(class),
                split,
                wager: split.map_or(0, |split| self.entries[split].wager),
            })
            .collect();
        self.entries.extend(entries);
        (first..self.entries.len()).collect()
    }

    /// The hands that one hand dealt can become, `after` which comes what follows the last.
    fn group(&mut self, game: &Game, settlement: &Settlement, values: &[usize], after: Option<EntryId>) -> Group {
        let looks = settlement.looks_for_live_hands();
        let last = |place| Stage { place, after_live: after, after_bust: after };
        let mut group = Group { last: vec![self.stages.len()], splits: Vec::new(), order: Vec::new() };
        self.stages.push(last(SplitPlace::Later));
        if looks {
            group.last.push(self.stages.len());
            self.stages.push(last(SplitPlace::Alone));
        }
        for &value in values {
            self.add_split(game, settlement, value, &mut group);
        }
        group
    }

    /// A split's hands, by how many wait with one card, how many splits are left, and whether no hand before was live where that matters.
    fn add_split(&mut self, game: &Game, settlement: &Settlement, value: usize, group: &mut Group) {
        let most_hands = most_hands(game, value);
        let looks = settlement.looks_for_live_hands();
        let mut hands: Vec<(u32, u32, bool)> = Vec::new();
        for finished in 0..most_hands {
            for splits in (0..=most_hands - 2).rev() {
                let Some(waiting) = (most_hands - splits).checked_sub(finished + 1) else { continue };
                hands.push((waiting, splits, finished > 0 && looks));
                if finished > 0 && looks {
                    hands.push((waiting, splits, false));
                }
            }
        }
        let first = self.entries.len();
        let entry = |waiting: Option<u32>, splits: Option<u32>, alone: bool| {
            let hand = (waiting?, splits?, alone);
            hands.iter().position(|&other| other == hand).map(|at| first + at)
        };
        let wager = settlement.split_wager(Options::split(game, value, HandPlace::Later).place);
        group.splits.push((value, first));
        for (at, &(waiting, splits, alone)) in hands.iter().enumerate() {
            let fewer = waiting.checked_sub(1);
            let is_first = waiting + splits + 1 == most_hands;
            group.order.push(StageOrEntry::Entry(first + at));
            let stage = if waiting == 0 {
                group.last[usize::from(alone)]
            } else {
                self.stages.push(Stage {
                    place: if is_first { SplitPlace::First } else { SplitPlace::Later },
                    after_live: entry(fewer, Some(splits), false),
                    after_bust: entry(fewer, Some(splits), looks && (is_first || alone)),
                });
                group.order.push(StageOrEntry::Stage(self.stages.len() - 1));
                self.stages.len() - 1
            };
            let split = entry(Some(waiting + 1), splits.checked_sub(1), alone);
            self.entries.push(StageEntry { stage, coming: Coming::Card(value), split, wager });
        }
    }
}

impl Group {
    /// All of the group in order, with the hands dealt into it. The first of the last stages comes last.
    fn in_order(self, dealt: &[EntryId]) -> impl Iterator<Item = StageOrEntry> {
        let dealt: Vec<StageOrEntry> = dealt.iter().copied().map(StageOrEntry::Entry).collect();
        dealt.into_iter().chain(self.order).chain(self.last.into_iter().rev().map(StageOrEntry::Stage))
    }
}
