//! The hands that a split card can grow into, as far as they differ in what is yet to come.

use cards::Value;
use rules::Game;

use crate::hands::{Hand, HandId, Hands, NO_HAND};
use crate::play::Options;
use crate::settlement::{Doubling, RowId, Settlement, Spot};

/// Position in [`Kinds::list`].
pub(super) type KindId = u8;

/// What a card makes of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    Kind(KindId),
    Bust,
    /// The hand holds all such cards of the shoe, or draws no card.
    Never,
}

/// Hands that may do the same, are settled alike, and become of one kind by every card: their cards matter no more than
/// as cards gone.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Kind {
    /// Any hand of the kind.
    pub(super) hand: HandId,
    pub(super) may_draw: bool,
    pub(super) doubles: bool,
    pub(super) doubling: Doubling,
    pub(super) surrenders: bool,
    /// Whether the hand, once doubled, may be given up.
    pub(super) rescuable: bool,
    /// A busted hand, where those are listed.
    pub(super) is_bust: bool,
    /// Whether standing can be better than every other act.
    pub(super) stands: bool,
    pub(super) next: [Next; Value::COUNT],
    rows: Vec<RowId>,
}

impl Kind {
    /// The lowest value that busts the hand; all above it do too.
    pub(super) fn first_bust(&self) -> usize {
        self.next.iter().position(|&next| next == Next::Bust).unwrap_or(Value::COUNT)
    }

    /// Where [`Kinds`] lists no busted hands, whether this one can come to one.
    pub(super) fn can_bust(&self) -> bool {
        self.first_bust() < Value::COUNT
    }

    /// Whether the player has a choice.
    pub(super) fn decides(&self) -> bool {
        u8::from(self.stands) + u8::from(self.may_draw) + u8::from(self.doubles) + u8::from(self.surrenders) > 1
    }

    fn is_alike(&self, other: &Self) -> bool {
        let fits = |(&a, &b): (&Next, &Next)| a == b || a == Next::Never || b == Next::Never;
        self.rows == other.rows
            && (self.may_draw, self.doubles, self.surrenders, self.rescuable, self.is_bust)
                == (other.may_draw, other.doubles, other.surrenders, other.rescuable, other.is_bust)
            && self.doubling == other.doubling
            && self.next.iter().zip(&other.next).all(fits)
    }
}

/// The kinds of hands from one split card.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Kinds {
    pub(super) value: usize,
    pub(super) list: Vec<Kind>,
    /// Two-card hands, by their second card.
    pub(super) starts: [Next; Value::COUNT],
    /// By hand.
    of_hands: Vec<Next>,
}

impl Kinds {
    /// `None` if the shoe holds no such card.
    ///
    /// A hand that could stand, but is worth no less with any further card, never needs to: it can stand then, and what
    /// has been seen can only help the hands to come. Such stands are left out if `leaves_out`, which changes no value; where
    /// standing and hitting are worth the same it may change which of the two is played.
    pub(super) fn new(
        game: &Game,
        hands: &Hands,
        settlement: &Settlement,
        value: usize,
        leaves_out: bool,
    ) -> Option<Self> {
        let start = hands.single(value)?;
        let options = Options::split(game, value, Spot::Later);
        let mut list: Vec<Kind> = Vec::new();
        let mut kind_of = vec![Next::Never; hands.len()];
        for id in hands.grown_from(start).into_iter().rev() {
            let hand = hands.get(id);
            if hand.size == 1 || (hand.size > 2 && options.one_card) {
                continue;
            }
            let mut kind = Kind {
                next: next_of(hand, options.one_card, &kind_of),
                ..kind(hand, id, options, settlement, [Spot::First, options.spot, Spot::Alone])
            };
            let position = list.iter().position(|other| other.is_alike(&kind)).unwrap_or_else(|| {
                list.push(kind.clone());
                list.len() - 1
            });
            for (known, next) in list[position].next.iter_mut().zip(&mut kind.next) {
                if *known == Next::Never {
                    *known = *next;
                }
            }
            kind_of[id as usize] = Next::Kind(KindId::try_from(position).unwrap_or(KindId::MAX));
        }
        let starts = std::array::from_fn(|card| match hands.get(start).next[card] {
            NO_HAND => Next::Never,
            next => kind_of[next as usize],
        });
        let mut kinds = Self { value, list, starts, of_hands: kind_of };
        if leaves_out {
            for at in 0..kinds.list.len() {
                kinds.list[at].stands = !kinds.never_needs_to_stand(&kinds.list[at], settlement);
            }
        }
        Some(kinds)
    }

    /// The kind of a hand, if it can grow from the split card.
    pub(super) fn of(&self, hand: HandId) -> Option<KindId> {
        match self.of_hands[hand as usize] {
            Next::Kind(kind) => Some(kind),
            Next::Bust | Next::Never => None,
        }
    }

    fn never_needs_to_stand(&self, kind: &Kind, settlement: &Settlement) -> bool {
        kind.may_draw
            && kind.next.iter().all(|&next| match next {
                Next::Kind(next) => {
                    let next = &self.list[usize::from(next)];
                    let rows = kind.rows.iter().zip(&next.rows);
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

/// A kind with no cards drawn.
fn kind(hand: &Hand, id: HandId, options: Options, settlement: &Settlement, spots: [Spot; 3]) -> Kind {
    let allowed = options.allowed(hand);
    Kind {
        hand: id,
        may_draw: allowed.draw,
        doubles: allowed.double,
        doubling: if allowed.double { Doubling::of(hand) } else { Doubling::No },
        surrenders: allowed.surrender,
        rescuable: options.may_rescue && hand.is_rescuable(),
        is_bust: hand.is_bust(),
        stands: true,
        next: [Next::Never; Value::COUNT],
        rows: spots
            .into_iter()
            .flat_map(|spot| Doubling::ALL.map(|doubling| settlement.finished(spot, doubling, id)))
            .collect(),
    }
}
