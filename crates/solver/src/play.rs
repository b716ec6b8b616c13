//! Zero-memory play: what to do with a hand, whatever the rest of the round looks like.

use cards::Value;
use rules::{Game, SplitAces};

use crate::hands::{Hand, HandId, Hands};
use crate::settlement::{OUTCOMES, Row, RowId, Settlement, Spot};

/// A decision on a hand in play, splitting apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Act {
    Stand,
    Hit,
    Double,
}

/// For one up card and signal: the action for every hand, with and without the option to double.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Play {
    /// For two-card hands that may double.
    pub(crate) first: Vec<Act>,
    /// For every other hand that may draw.
    pub(crate) later: Vec<Act>,
}

impl Play {
    /// Standing on everything.
    pub(crate) fn stand(hands: &Hands) -> Self {
        Self { first: vec![Act::Stand; hands.len()], later: vec![Act::Stand; hands.len()] }
    }

    pub(crate) fn act(&self, id: HandId, hand: &Hand, may_double: bool) -> Act {
        if !hand.may_draw() {
            Act::Stand
        } else if may_double && hand.size == 2 {
            self.first[id as usize]
        } else {
            self.later[id as usize]
        }
    }
}

/// What a hand in a spot may do, compiled from the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) spot: Spot,
    pub(crate) may_double: bool,
    /// One card and no decision.
    pub(crate) one_card: bool,
    /// Row of an ace and a ten as the first two cards, where they are a blackjack.
    natural: Option<RowId>,
}

impl Options {
    /// An unsplit hand; `natural` is the row a blackjack is settled by.
    pub(crate) fn unsplit(game: &Game, natural: RowId) -> Self {
        Self { spot: Spot::Unsplit, may_double: game.double.is_some(), one_card: false, natural: Some(natural) }
    }

    /// A hand of a split pair of this value.
    pub(crate) fn split(game: &Game, value: usize, spot: Spot) -> Self {
        let aces = value == Value::ACE.index();
        Self {
            spot,
            may_double: game.double.as_ref().is_some_and(|double| double.after_split),
            one_card: aces && game.split.as_ref().is_some_and(|split| split.aces == SplitAces::OneCard),
            natural: None,
        }
    }
}

impl Options {
    /// The row of a hand that stands.
    pub(crate) fn stand_row(&self, settlement: &Settlement, id: HandId, hand: &Hand) -> RowId {
        match self.natural {
            Some(natural) if hand.is_natural() => natural,
            _ => settlement.stand(self.spot, id),
        }
    }
}

/// What one hand adds to a round, by the cards it has removed when it is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Entry {
    /// Ordered ways times net result, by dealer outcome, in settlement units.
    pub(crate) mean: [i64; OUTCOMES],
    /// Ordered ways times squared net result.
    pub(crate) square: [i64; OUTCOMES],
    /// Ordered ways times the double wager made when the hand has these cards.
    pub(crate) doubled: i64,
}

impl Entry {
    pub(crate) fn add(&mut self, row: &Row, ways: i64) {
        for ((mean, square), &units) in self.mean.iter_mut().zip(&mut self.square).zip(row) {
            *mean += ways * i64::from(units);
            *square += ways * i64::from(units * units);
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// The value of a play as a signed measure: for every hand, the ways it is reached and settled.
///
/// Busts are never enumerated. Drawing any card from a hand changes no expectation of what is still unseen, so the
/// busting draws are worth "busted here, before the draw" less "busted after each draw that does not bust". A
/// sequence of cards of at most 21 points is one of at most 2²⁰, so the counts are far within 64 bits.
pub(crate) struct Ledger {
    /// One entry a hand, indexed like [`Hands`].
    pub(crate) entries: Vec<Entry>,
}

impl Ledger {
    /// Plays on from `starts`, hands with the number of ordered ways each is dealt. `forced` replaces the play of one hand.
    pub(crate) fn new(
        hands: &Hands,
        settlement: &Settlement,
        options: Options,
        play: &Play,
        starts: &[(HandId, i64)],
        forced: Option<(HandId, Act)>,
    ) -> Self {
        let mut entries = vec![Entry::default(); hands.len()];
        let mut reach = vec![0_i64; hands.len()];
        for &(id, ways) in starts {
            reach[id as usize] += ways;
        }
        let first = starts.iter().map(|&(id, _)| id).min().unwrap_or(0);
        for id in first..hands.len() as HandId {
            let ways = reach[id as usize];
            if ways == 0 {
                continue;
            }
            let hand = hands.get(id);
            let grown = || hand.next.iter().copied().filter(|&next| next != crate::hands::NO_HAND);
            if hand.size == 1 {
                grown().for_each(|next| reach[next as usize] += ways);
                continue;
            }
            let act = match forced {
                Some((forced, act)) if forced == id => act,
                _ if options.one_card => Act::Stand,
                _ => play.act(id, hand, options.may_double),
            };
            match act {
                Act::Stand => {
                    let row = options.stand_row(settlement, id, hand);
                    entries[id as usize].add(settlement.row(row), ways);
                }
                Act::Hit => grown().for_each(|next| reach[next as usize] += ways),
                Act::Double => {
                    entries[id as usize].doubled += ways;
                    for next in grown() {
                        let row = settlement.doubled(options.spot, next);
                        entries[next as usize].add(settlement.row(row), ways);
                    }
                }
            }
            if act != Act::Stand && hand.can_bust() {
                let bust = settlement.row(settlement.bust(act == Act::Double));
                entries[id as usize].add(bust, ways);
                grown().for_each(|next| entries[next as usize].add(bust, -ways));
            }
        }
        Self { entries }
    }

    /// The hands with anything to settle.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (HandId, &Entry)> {
        self.entries.iter().enumerate().filter(|(_, entry)| !entry.is_zero()).map(|(id, entry)| (id as HandId, entry))
    }
}
