//! The hands that split cards can grow into, and those dealt, as far as they differ in what is yet to come.

use cards::{Composition, Value};
use rules::Game;

use super::limits::can_be_split;
use crate::compiled::decisions::Options;
use crate::compiled::hands::{Hand, HandId, Hands, NO_HAND};
use crate::compiled::identity::Words;
use crate::compiled::settlement::{Doubling, HandPlace, RowId, Settlement};
use crate::compiled::walk::CompiledRules;

/// Position in [`HandClasses::list`].
pub(super) type HandClassId = u8;

/// What a card makes of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    HandClass(HandClassId),
    Bust,
    /// The hand holds all such cards of the shoe, or draws no card.
    Never,
}

impl Next {
    pub(super) fn word(self) -> u32 {
        match self {
            Self::HandClass(class) => class.into(),
            Self::Bust => u32::from(HandClassId::MAX) + 1,
            Self::Never => u32::from(HandClassId::MAX) + 2,
        }
    }
}

/// Hands that may do the same, are settled alike, and become of one class by every card: their cards matter no more than
/// as cards gone.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct HandClass {
    /// Any hand of the class.
    pub(super) hand: HandId,
    pub(super) may_draw: bool,
    pub(super) doubles: bool,
    pub(super) doubling: Doubling,
    pub(super) surrenders: bool,
    /// Whether the hand, once doubled, may be given up.
    pub(super) may_be_given_up: bool,
    /// A busted hand, where those are listed.
    pub(super) is_bust: bool,
    /// Whether standing can be better than every other act.
    pub(super) stands: bool,
    pub(super) next: [Next; Value::COUNT],
    /// The row of a hand that is settled as it is dealt.
    pub(super) dealt: Option<RowId>,
    /// Where the hand stands in the round, by its place in a split: first, later, and later with no live hand before.
    hand_places: [HandPlace; 3],
    /// Of all its cards, by hand_place and doubling.
    rows: Vec<RowId>,
    /// Given up and busted, with what doubling adds.
    gone: Vec<([RowId; 2], i64)>,
}

impl HandClass {
    /// The lowest value that busts the hand; all above it do too.
    pub(super) fn first_bust(&self) -> usize {
        self.next.iter().position(|&next| next == Next::Bust).unwrap_or(Value::COUNT)
    }

    /// Where [`HandClasses`] lists no busted hands, whether this one can come to one.
    pub(super) fn can_bust(&self) -> bool {
        self.first_bust() < Value::COUNT
    }

    /// Whether the player has a choice.
    pub(super) fn decides(&self) -> bool {
        u8::from(self.stands) + u8::from(self.may_draw) + u8::from(self.doubles) + u8::from(self.surrenders) > 1
    }

    /// Writes out what may be done with the hands of the class, and what a card makes of them. The rows that settle them are in
    /// [`HandClassRows`](super::rows::HandClassRows).
    pub(super) fn words(&self, words: &mut Words) {
        // Every field is named, so that none can be added without a thought of what depends on it.
        let Self {
            hand: _,
            may_draw,
            doubles,
            doubling,
            surrenders,
            may_be_given_up,
            is_bust,
            stands,
            next,
            dealt,
            hand_places: _,
            rows: _,
            gone: _,
        } = self;
        let flags = [*may_draw, *doubles, *surrenders, *may_be_given_up, *is_bust, *stands, dealt.is_some()];
        words.push(flags.into_iter().fold(*doubling as u32, |packed, flag| packed << 1 | u32::from(flag)));
        words.extend(next.map(Next::word));
    }

    /// Where the hand stands in the round.
    pub(super) fn hand_place(&self, place: SplitPlace) -> HandPlace {
        self.hand_places[place as usize]
    }

    fn is_alike(&self, other: &Self) -> bool {
        let fits = |(&a, &b): (&Next, &Next)| a == b || a == Next::Never || b == Next::Never;
        (&self.rows, &self.gone, self.dealt) == (&other.rows, &other.gone, other.dealt)
            && (self.may_draw, self.doubles, self.surrenders, self.may_be_given_up, self.is_bust)
                == (other.may_draw, other.doubles, other.surrenders, other.may_be_given_up, other.is_bust)
            && self.doubling == other.doubling
            && self.next.iter().zip(&other.next).all(fits)
    }
}

/// The place of a hand among those of a split, as far as rules look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SplitPlace {
    First,
    Later,
    /// Later, when no hand before it is live.
    Alone,
}

impl SplitPlace {
    pub(super) const ALL: [Self; 3] = [Self::First, Self::Later, Self::Alone];
}

/// What hands of one beginning grow into.
#[derive(Clone, PartialEq, Debug)]
struct Grown {
    /// Two-card hands, by their second card; of hands that were not split, none.
    starts: [Next; Value::COUNT],
    /// By hand.
    of_hands: Vec<Next>,
}

/// The hand classes from split cards, and of hands that are not split.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct HandClasses {
    pub(super) list: Vec<HandClass>,
    /// By value of the split card.
    split: [Option<Grown>; Value::COUNT],
    unsplit: Option<Grown>,
    /// An ace and a ten that came about by a switch.
    pub(super) switched_natural: Option<HandClassId>,
}

/// How many classes the rules tell apart where every pair that can be is split once.
pub(crate) fn of_one_split(game: &Game, table: CompiledRules<'_>, shoe: &Composition) -> usize {
    let values: Vec<usize> = can_be_split(game, shoe).collect();
    HandClasses::new(game, table, &values, None, false).list.len()
}

impl HandClasses {
    /// The classes from split cards of these values, where the shoe holds them, and, with their options, of hands that are not split.
    ///
    /// A hand that could stand, but is worth no less with any further card, never needs to: it can stand then, and what
    /// has been seen can only help the hands to come. Such stands are left out if `leaves_out`, which changes no value; where
    /// standing and hitting are worth the same it may change which of the two is played.
    pub(super) fn new(
        game: &Game,
        CompiledRules { hands, settlement }: CompiledRules<'_>,
        values: &[usize],
        unsplit: Option<Options>,
        leaves_out: bool,
    ) -> Self {
        let mut classes = Self { list: Vec::new(), split: Default::default(), unsplit: None, switched_natural: None };
        for &value in values {
            let Some(start) = hands.single(value) else { continue };
            let options = Options::split(game, value, HandPlace::Later);
            let of_hands = classes.grow(hands, settlement, hands.grown_from(start), options);
            let starts = std::array::from_fn(|card| match hands.get(start).next[card] {
                NO_HAND => Next::Never,
                next => of_hands[next as usize],
            });
            classes.split[value] = Some(Grown { starts, of_hands });
        }
        if let Some(options) = unsplit {
            let of_hands = classes.grow(hands, settlement, (0..hands.len() as HandId).collect(), options);
            classes.unsplit = Some(Grown { starts: [Next::Never; Value::COUNT], of_hands });
            let natural = hands.dealt(&[Value::ACE, Value::TEN]);
            classes.switched_natural = natural.zip(settlement.switched_natural()).map(|(natural, row)| {
                classes.list.push(dealt(hands.get(natural), natural, options, settlement, row));
                classes.list.len() as HandClassId - 1
            });
        }
        if leaves_out {
            for at in 0..classes.list.len() {
                classes.list[at].stands = !classes.never_needs_to_stand(&classes.list[at], settlement);
            }
        }
        classes
    }

    /// Adds the classes of these hands, in their order, and gives that of each.
    fn grow(&mut self, hands: &Hands, settlement: &Settlement, ids: Vec<HandId>, options: Options) -> Vec<Next> {
        let mut of_hands = vec![Next::Never; hands.len()];
        for id in ids.into_iter().rev() {
            let hand = hands.get(id);
            if hand.size == 1 || (hand.size > 2 && options.one_card) {
                continue;
            }
            let class = if options.is_dealt_blackjack(hand) {
                dealt(hand, id, options, settlement, options.stand_row(settlement, id, hand))
            } else {
                HandClass { next: next_of(hand, options.one_card, &of_hands), ..class(hand, id, options, settlement) }
            };
            let position = self.list.iter().position(|other| other.is_alike(&class)).unwrap_or_else(|| {
                self.list.push(class.clone());
                self.list.len() - 1
            });
            for (known, next) in self.list[position].next.iter_mut().zip(class.next) {
                if *known == Next::Never {
                    *known = next;
                }
            }
            of_hands[id as usize] = Next::HandClass(HandClassId::try_from(position).unwrap_or(HandClassId::MAX));
        }
        of_hands
    }

    /// Two-card hands from a split card, by their second card.
    pub(super) fn starts(&self, value: usize) -> [Next; Value::COUNT] {
        self.split[value].as_ref().map_or([Next::Never; Value::COUNT], |grown| grown.starts)
    }

    /// The class of a hand that grew from a split card of this value; `None` if it cannot.
    pub(super) fn of_split(&self, value: usize, hand: HandId) -> Option<HandClassId> {
        self.split[value].as_ref()?.class(hand)
    }

    /// The class of a hand that was not split.
    pub(super) fn unsplit(&self, hand: HandId) -> Option<HandClassId> {
        self.unsplit.as_ref()?.class(hand)
    }

    fn never_needs_to_stand(&self, class: &HandClass, settlement: &Settlement) -> bool {
        class.may_draw
            && class.next.iter().all(|&next| match next {
                Next::HandClass(next) => {
                    let next = &self.list[usize::from(next)];
                    let rows = class.rows.iter().zip(&next.rows);
                    !next.is_bust
                        && rows.step_by(Doubling::ALL.len()).all(|(&here, &there)| {
                            settlement.row(here).iter().zip(settlement.row(there)).all(|(here, there)| here <= there)
                        })
                }
                Next::Bust => false,
                Next::Never => true,
            })
    }
}

impl Grown {
    fn class(&self, hand: HandId) -> Option<HandClassId> {
        match self.of_hands[hand as usize] {
            Next::HandClass(class) => Some(class),
            Next::Bust | Next::Never => None,
        }
    }
}

fn next_of(hand: &Hand, one_card: bool, kind_of: &[Next]) -> [Next; Value::COUNT] {
    std::array::from_fn(|card| {
        let busts = Value::from_index(card).is_some_and(|card| hand.hard + card.hard_points() > Hands::TWENTY_ONE);
        match hand.next[card] {
            _ if !hand.may_draw || one_card => Next::Never,
            NO_HAND if busts && hand.can_bust => Next::Bust,
            NO_HAND => Next::Never,
            next => kind_of[next as usize],
        }
    })
}

/// A class with no cards drawn.
fn class(hand: &Hand, id: HandId, options: Options, settlement: &Settlement) -> HandClass {
    let allowed = options.allowed(hand);
    let hand_places = match options.place {
        HandPlace::Unsplit => [HandPlace::Unsplit; 3],
        later => {
            let [first, alone] = later.first_and_alone();
            [first, later, alone]
        }
    };
    let each = || hand_places.into_iter().flat_map(|hand_place| Doubling::ALL.map(|doubling| (hand_place, doubling)));
    let gone = |(hand_place, doubling)| {
        let rows = [settlement.surrender(hand_place, doubling), settlement.bust(hand_place, doubling)];
        (rows.map(|row| settlement.in_play(row)), settlement.double_wager(hand_place, doubling))
    };
    HandClass {
        hand: id,
        may_draw: allowed.draw,
        doubles: allowed.double,
        doubling: if allowed.double { Doubling::of(hand) } else { Doubling::No },
        surrenders: allowed.surrender,
        may_be_given_up: options.may_give_up_doubled && hand.may_be_given_up(),
        is_bust: hand.is_bust(),
        stands: true,
        next: [Next::Never; Value::COUNT],
        dealt: None,
        hand_places,
        rows: each()
            .map(|(hand_place, doubling)| settlement.in_play(settlement.finished(hand_place, doubling, id)))
            .collect(),
        gone: each().map(gone).collect(),
    }
}

/// A hand that is settled by this row as it is dealt.
fn dealt(hand: &Hand, id: HandId, options: Options, settlement: &Settlement, row: RowId) -> HandClass {
    HandClass {
        may_draw: false,
        doubles: false,
        doubling: Doubling::No,
        surrenders: false,
        may_be_given_up: false,
        dealt: Some(settlement.in_play(row)),
        ..class(hand, id, options, settlement)
    }
}
