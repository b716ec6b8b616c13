//! Zero-memory play: what to do with a hand, whatever the rest of the round looks like.

use cards::Value;
use rules::{BlackjackAfterSplit, Cards, Game, OriginalsHeldBy, SplitAces, SurrenderRule, SurrenderWhen};

use crate::compiled::hands::{Hand, HandId, Hands};
use crate::compiled::settlement::{Doubling, HandPlace, RowId, Settlement};

/// A decision on a hand in play, splitting apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Act {
    Stand,
    Hit,
    Double,
    Surrender,
}

/// What a hand may do besides standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Allowed {
    pub(crate) draw: bool,
    pub(crate) double: bool,
    pub(crate) surrender: bool,
}

impl Allowed {
    const COMBINATIONS: usize = 8;

    fn index(self) -> usize {
        usize::from(self.draw) | usize::from(self.double) << 1 | usize::from(self.surrender) << 2
    }
}

/// Which doubled hands are given up once they have their card, by whose money doubled them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct GivenUpDoubles([Vec<bool>; 2]);

impl GivenUpDoubles {
    /// None of so many hands.
    pub(crate) fn never(hands: usize) -> Self {
        Self([vec![false; hands], vec![false; hands]])
    }

    pub(crate) fn of(&self, doubling: Doubling, id: u32) -> bool {
        self.0[usize::from(doubling == Doubling::Given)][id as usize]
    }

    pub(crate) fn set(&mut self, doubling: Doubling, id: u32, is_given_up: bool) {
        self.0[usize::from(doubling == Doubling::Given)][id as usize] = is_given_up;
    }
}

/// For one up card and signal: the action for every hand, by what it may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Play {
    acts: [Vec<Act>; Allowed::COMBINATIONS],
    /// Applies where giving up doubled hands is allowed.
    pub(crate) given_up: GivenUpDoubles,
    /// Whether two cards are given up before any signal, where that is allowed.
    pub(crate) early: Vec<bool>,
}

impl Play {
    /// Hit wherever that is allowed, or always stand.
    pub(crate) fn always(hands: &Hands, act: Act) -> Self {
        let acts = std::array::from_fn(|allowed| vec![if allowed & 1 == 1 { act } else { Act::Stand }; hands.len()]);
        Self { acts, given_up: GivenUpDoubles::never(hands.len()), early: vec![false; hands.len()] }
    }

    /// The act on a hand that may do this.
    pub(crate) fn of(&self, id: HandId, allowed: Allowed) -> Act {
        self.acts[allowed.index()][id as usize]
    }

    /// Whether a hand is given up once it has its card after a double, where that is allowed.
    pub(crate) fn gives_up_double(&self, doubling: Doubling, id: HandId) -> bool {
        self.given_up.of(doubling, id)
    }

    /// Says whether it is, of every way to double.
    pub(crate) fn set_given_up_double(&mut self, id: HandId, is_given_up: impl Fn(Doubling) -> bool) {
        Doubling::DOUBLED.into_iter().for_each(|doubling| self.given_up.set(doubling, id, is_given_up(doubling)));
    }

    /// Every act, hand by hand for each of the things that may be allowed.
    pub(crate) fn acts(&self) -> impl Iterator<Item = &[Act]> {
        self.acts.iter().map(Vec::as_slice)
    }

    pub(crate) fn set(&mut self, id: HandId, allowed: Allowed, act: Act) {
        self.acts[allowed.index()][id as usize] = act;
    }

    /// The act on a hand in a place.
    pub(crate) fn act(&self, id: HandId, hand: &Hand, options: &Options) -> Act {
        if options.is_blackjack(hand) {
            Act::Stand
        } else if options.early && hand.size == 2 && self.early[id as usize] {
            Act::Surrender
        } else {
            self.of(id, options.allowed(hand))
        }
    }

    /// Whether another play does the same with every hand that either comes to from this one.
    pub(crate) fn agrees_from(&self, start: HandId, other: &Self, hands: &Hands, options: &Options) -> bool {
        let mut reached = vec![false; hands.len()];
        reached[start as usize] = true;
        for (id, hand) in hands.iter().skip(start as usize) {
            if !reached[id as usize] {
                continue;
            }
            let act = if hand.size == 1 { Act::Hit } else { self.act(id, hand, options) };
            if hand.size > 1 && other.act(id, hand, options) != act {
                return false;
            }
            match act {
                Act::Stand | Act::Surrender => {}
                Act::Hit => hand.grown().for_each(|next| reached[next as usize] = true),
                Act::Double => {
                    let doubling = Doubling::of(hand);
                    let gives_up = |play: &Self, next| play.gives_up_doubled(next, hands.get(next), doubling, options);
                    if hand.grown().any(|next| gives_up(self, next) != gives_up(other, next)) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether a hand that has its card after a double is given up.
    pub(crate) fn gives_up_doubled(&self, id: HandId, hand: &Hand, doubling: Doubling, options: &Options) -> bool {
        options.gives_up_doubled(&self.given_up, id, hand, doubling)
    }
}

/// What a hand in a place may do, compiled from the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) place: HandPlace,
    /// Whether the hands that the doubling rule names may double here.
    pub(crate) may_double: bool,
    /// Whether the hands that the surrender rule names may be given up here.
    pub(crate) may_surrender: bool,
    /// Whether doubled hands may be given up here.
    pub(crate) may_give_up_doubled: bool,
    /// Whether two cards may be given up before any signal.
    pub(crate) early: bool,
    /// No more than two cards.
    pub(crate) one_card: bool,
    /// Whether an ace and a ten as the first two cards are a blackjack.
    blackjack: bool,
    /// Row of a blackjack that was dealt; one on a hand of a split is settled as that hand is.
    natural: Option<RowId>,
    /// Whether a dealer blackjack has ended the round before play.
    discovered: bool,
}

impl Options {
    /// An unsplit hand; `natural` is the row a blackjack is settled by, and `discovered` says that a dealer blackjack
    /// ends the round.
    pub(crate) fn unsplit(game: &Game, natural: RowId, discovered: bool) -> Self {
        let surrender = game.surrender.as_ref();
        Self {
            place: HandPlace::Unsplit,
            may_double: game.double.is_some(),
            may_surrender: surrender.is_some_and(|rule| {
                rule.when == SurrenderWhen::Late || (rule.when == SurrenderWhen::Early && rule.cards == Cards::Any)
            }),
            may_give_up_doubled: surrender.is_some_and(SurrenderRule::takes_doubled),
            early: surrender.is_some_and(|rule| rule.when == SurrenderWhen::Early),
            one_card: false,
            blackjack: true,
            natural: Some(natural),
            discovered,
        }
    }

    /// A hand of a split pair of this value.
    pub(crate) fn split(game: &Game, value: usize, place: HandPlace) -> Self {
        let aces = value == Value::ACE.index();
        let one_card = aces && game.split.as_ref().is_some_and(|split| split.aces == SplitAces::OneCard);
        let given = place == HandPlace::Later
            && game.split.as_ref().is_some_and(|split| split.free.iter().any(|free| free.index() == value));
        let surrender = game.surrender.as_ref().filter(|rule| rule.when != SurrenderWhen::Never && rule.after_split);
        let are_originals = game.push.as_ref().is_some_and(|push| {
            push.originals_held_by == OriginalsHeldBy::Player
                && push.originals.iter().any(|original| original.index() == value)
        });
        let place = if given { HandPlace::Given } else { place };
        Self {
            place: if are_originals { place.of_originals() } else { place },
            may_double: game.double.as_ref().is_some_and(|double| double.after_split),
            may_surrender: surrender.is_some_and(|rule| rule.split_aces || !one_card),
            may_give_up_doubled: game.surrender.as_ref().is_some_and(SurrenderRule::takes_doubled),
            early: false,
            one_card,
            blackjack: game.natural.after_split == BlackjackAfterSplit::AcesAndTens,
            natural: None,
            discovered: false,
        }
    }

    /// The row by which a blackjack that was dealt is settled; none for a hand of a split.
    pub(crate) fn natural(&self) -> Option<RowId> {
        self.natural
    }

    /// All but that row, as a word.
    pub(crate) fn word(&self) -> u32 {
        let Self {
            place,
            may_double,
            may_surrender,
            may_give_up_doubled,
            early,
            one_card,
            blackjack,
            natural,
            discovered,
        } = *self;
        let flags =
            [may_double, may_surrender, may_give_up_doubled, early, one_card, blackjack, natural.is_some(), discovered];
        flags.into_iter().fold(place as u32, |word, flag| word << 1 | u32::from(flag))
    }

    /// The same hand in another place.
    pub(crate) fn in_place(self, place: HandPlace) -> Self {
        Self { place, ..self }
    }

    /// The same hand if it may be played on like any other.
    pub(crate) fn played_on(self) -> Self {
        Self { one_card: false, ..self }
    }

    /// The same hand if an ace and a ten were an ordinary 21.
    pub(crate) fn without_blackjack(self) -> Self {
        Self { blackjack: false, natural: None, ..self }
    }

    /// Whether a hand is settled as a blackjack, without a decision.
    pub(crate) fn is_blackjack(&self, hand: &Hand) -> bool {
        self.blackjack && hand.is_natural()
    }

    /// Whether a hand is settled as a blackjack of the two cards that were dealt.
    pub(crate) fn is_dealt_blackjack(&self, hand: &Hand) -> bool {
        self.place == HandPlace::Unsplit && self.is_blackjack(hand)
    }

    /// Whether a hand that has its card after a double is given up.
    pub(crate) fn gives_up_doubled(
        &self,
        given_up: &GivenUpDoubles,
        id: HandId,
        hand: &Hand,
        doubling: Doubling,
    ) -> bool {
        self.may_give_up_doubled && hand.may_be_given_up() && given_up.of(doubling, id)
    }

    /// The row of a hand that is given up.
    pub(crate) fn surrender_row(&self, settlement: &Settlement, hand: &Hand) -> RowId {
        if self.early && hand.size == 2 {
            settlement.early_surrender()
        } else {
            settlement.surrender(self.place, Doubling::No)
        }
    }

    /// What a hand of two or more cards may do.
    pub(crate) fn allowed(&self, hand: &Hand) -> Allowed {
        let draw = hand.may_draw && !self.one_card;
        // Where two cards are given up before any signal, they are not once it is known.
        let surrender = self.may_surrender && hand.surrenders && !(self.early && hand.size == 2);
        Allowed { draw, double: draw && self.may_double && hand.doubles, surrender }
    }

    /// The row of a hand that stands.
    pub(crate) fn stand_row(&self, settlement: &Settlement, id: HandId, hand: &Hand) -> RowId {
        let natural = self.natural.filter(|_| hand.is_natural());
        if self.discovered {
            // Even money has been paid before the dealer's blackjack was looked for.
            return match natural {
                Some(row) if Some(row) == settlement.even_money() => row,
                natural => settlement.discovered(natural.is_some()),
            };
        }
        natural.unwrap_or_else(|| settlement.finished(self.place, Doubling::No, id))
    }
}
