//! A stage with so many cards gone, and where its sets of cards lead.

use cards::Value;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::interner::find_or_insert_in;
use crate::compiled::decisions::Act;
use crate::perfect::count_by_state::Counted;
use crate::perfect::graph::{EntryId, Stage, StageId};
use crate::perfect::hand_class_sets::HandClassSet;
use crate::perfect::hand_classes::HandClassId;
use crate::perfect::reach::walk::Walk;
use crate::perfect::reach::{Layer, Reach};
use crate::perfect::rows::{HandClassRows, Scaled};

/// A stage with so many cards gone, and where its sets of cards lead.
pub(super) struct StageWalks<'a> {
    pub(super) id: StageId,
    pub(super) stage: Stage,
    pub(super) classes: Vec<StageKind>,
    /// Columns of the rows of busts.
    pub(super) bust_columns: Vec<usize>,
    reach: &'a Reach,
    pub(super) next_level: Option<&'a Layer>,
    live: Walk<'a>,
    bust: Walk<'a>,
    next: [Walk<'a>; Value::COUNT],
    next_live: [Walk<'a>; Value::COUNT],
    next_bust: [Walk<'a>; Value::COUNT],
}

/// A hand class in its place.
#[derive(Clone, Copy)]
pub(super) struct StageKind {
    pub(super) rows: HandClassRows,
    /// Which row of busts, and how many times.
    pub(super) bust: (usize, i64),
    pub(super) bust_doubled: (usize, i64),
    pub(super) first_bust: usize,
}

/// A hand class in play in so many ways, and what is done with it.
#[derive(Clone, Copy)]
pub(super) struct MovedHand<W> {
    pub(super) class: HandClassId,
    pub(super) act: Act,
    pub(super) ways: W,
}

/// Places of a set of cards in the lists of its size: among all sets, and among those that the next hand is come to with.
pub(super) struct SetPlaces {
    /// Among all.
    pub(super) set: usize,
    pub(super) live: Option<usize>,
    pub(super) bust: Option<usize>,
    /// By card.
    pub(super) drawn: [Option<NextSetPlaces>; Value::COUNT],
}

/// The same for the set with one card more.
pub(super) struct NextSetPlaces {
    pub(super) card: usize,
    pub(super) gone: CardSet,
    pub(super) in_play: Option<InPlaySet>,
    pub(super) live: Option<usize>,
    pub(super) bust: Option<usize>,
}

/// A set beside which the hand may still be in play.
pub(super) struct InPlaySet {
    /// Among the sets of the stage.
    pub(super) at: usize,
    /// Among all.
    pub(super) set: usize,
    /// HandClasses of hands that can be in play.
    pub(super) hands: HandClassSet,
}

impl<'a> StageWalks<'a> {
    pub(super) fn new(counted: &Counted<'a>, id: StageId, size: usize) -> Self {
        let round = counted.round;
        let reach = round.reach;
        let stage = reach.graph.stages[id];
        let next_level = reach.level(id, size + 1);
        let starts = |after: Option<EntryId>, size| after.map_or(&[][..], |after| reach.starts(after, size));
        let walk = |keys| Walk::new(keys, CardSet::NONE);
        let walks = |keys| [Walk::new(keys, CardSet::NONE); Value::COUNT];
        let mut bust_columns = Vec::new();
        let mut bust = |row| {
            let Scaled { primitive, times } = round.rows.get(row);
            (find_or_insert_in(&mut bust_columns, primitive), times as i64)
        };
        let classes = round.classes.list.iter().map(|class| {
            let rows = HandClassRows::new(round.settlement, stage.place, class);
            let (bust, bust_doubled) = (bust(rows.bust), bust(rows.bust_doubled));
            StageKind { rows, bust, bust_doubled, first_bust: class.first_bust() }
        });
        Self {
            id,
            stage,
            classes: classes.collect(),
            bust_columns,
            reach,
            next_level,
            live: walk(starts(stage.after_live, size)),
            bust: walk(starts(stage.after_bust, size)),
            next: walks(next_level.map_or(&[][..], |level| &level.keys)),
            next_live: walks(starts(stage.after_live, size + 1)),
            next_bust: walks(starts(stage.after_bust, size + 1)),
        }
    }

    /// Sets must be asked for in ascending order; this one has this place among all.
    #[inline]
    pub(super) fn beside(&mut self, key: CardSet, set: usize, left: &[u32; Value::COUNT]) -> SetPlaces {
        let drawn = std::array::from_fn(|card| {
            if left[card] == 0 {
                return None;
            }
            let gone = key + CardSet::one(card);
            let in_play = self.next_level.and_then(|level| {
                let at = self.next[card].find(gone)?;
                Some(InPlaySet { at, set: level.place(at), hands: self.reach.sets.get(level.classes[at]) })
            });
            Some(NextSetPlaces {
                card,
                gone,
                in_play,
                live: self.next_live[card].find(gone),
                bust: self.next_bust[card].find(gone),
            })
        });
        SetPlaces { set, live: self.live.find(key), bust: self.bust.find(key), drawn }
    }
}
