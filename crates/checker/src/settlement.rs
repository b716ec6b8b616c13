//! What hands win and lose under one signal, in whole units, by where they stand and by whose money they are doubled.

use std::collections::{BTreeMap, BTreeSet};

use rules::Game;

use crate::dealer::ENDS;
use crate::hand_place::{Doubled, HandPlace, Wagered};
use crate::hands::{Hand, Hands};
use crate::nets::{Nets, scaled};
use crate::pay::{Finish, Pay};

pub(crate) const PLACES: [HandPlace; 7] = [
    HandPlace::Unsplit,
    HandPlace::First,
    HandPlace::Later,
    HandPlace::Given,
    HandPlace::FirstHeld,
    HandPlace::LaterHeld,
    HandPlace::GivenHeld,
];
const DOUBLINGS: [Doubled; 3] = [Doubled::No, Doubled::Own, Doubled::Free];

/// Highest total of a busted hand: 20 or a soft hand's 11, and a ten; or more where 21 may draw.
const MOST_BUST: u8 = 31;

/// Net results of every hand.
pub(crate) struct Settlement {
    /// By hand: those of one class win the same whenever they stand.
    class_of: Vec<usize>,
    /// By place and doubling.
    of: Vec<Settled>,
}

/// Net results of a hand in one place.
#[derive(PartialEq, Eq)]
struct Settled {
    /// By class of hands.
    stood: Vec<Nets>,
    /// By total, from 22 on.
    bust: Vec<Nets>,
    given_up: Nets,
}

impl Settlement {
    /// `possible` are the ends that the dealer's hand can have.
    pub(crate) fn new(pay: &Pay<'_>, units: i64, hands: &Hands, possible: &[bool; ENDS]) -> Self {
        // Ends that cannot be make no difference between two results.
        let nets = |wagered: Wagered, finish| {
            let mut nets = scaled(units, &pay.played(wagered, finish));
            let any = possible.iter().position(|&possible| possible).map_or(0, |end| nets[end]);
            nets.iter_mut().zip(possible).filter(|(_, possible)| !**possible).for_each(|(net, _)| *net = any);
            nets
        };
        let (class_of, classes) = classes(pay.game, hands);
        let all = PLACES.into_iter().flat_map(|place| DOUBLINGS.map(|doubled| place.with(doubled)));
        let of = all.map(|wagered| Settled {
            stood: classes.iter().map(|hand| nets(wagered, Finish::Stood(hand))).collect(),
            bust: (22..=MOST_BUST).map(|total| nets(wagered, Finish::Bust(total))).collect(),
            given_up: nets(wagered, Finish::GivenUp),
        });
        Self { of: of.collect(), class_of }
    }

    fn of(&self, wagered: Wagered) -> &Settled {
        &self.of[wagered.place as usize * DOUBLINGS.len() + wagered.doubled as usize]
    }

    /// A hand that stands, by its place.
    pub(crate) fn stood(&self, wagered: Wagered, id: usize) -> Nets {
        self.of(wagered).stood[self.class_of[id]]
    }

    /// A hand of this total, which is over 21.
    pub(crate) fn bust(&self, wagered: Wagered, total: u8) -> Nets {
        self.of(wagered).bust[usize::from(total) - 22]
    }

    /// A hand that is given up.
    pub(crate) fn given_up(&self, wagered: Wagered) -> Nets {
        self.of(wagered).given_up
    }

    /// Whether two ends of the dealer's hand settle everything alike.
    pub(crate) fn is_same(&self, end: usize, other: usize) -> bool {
        let mut nets = self.of.iter().flat_map(|of| of.stood.iter().chain(&of.bust).chain([&of.given_up]));
        nets.all(|nets| nets[end] == nets[other])
    }

    /// Whether the dealer's hand makes a difference to any bust.
    pub(crate) fn busts_differ(&self) -> bool {
        self.of.iter().flat_map(|of| &of.bust).any(|nets| nets.iter().any(|net| *net != nets[0]))
    }

    /// The greatest result of either sign.
    pub(crate) fn most(&self) -> u64 {
        let nets = self.of.iter().flat_map(|of| of.stood.iter().chain(&of.bust).flatten().chain(&of.given_up));
        nets.map(|net| net.unsigned_abs()).max().unwrap_or(0)
    }

    /// The first place that is settled as this one is.
    pub(crate) fn first_alike(&self, pay: &Pay<'_>, place: HandPlace) -> HandPlace {
        let wagers = |place: HandPlace| DOUBLINGS.map(|doubled| pay.double_wager(place.with(doubled)));
        let same = |other: &HandPlace| {
            wagers(*other) == wagers(place)
                && DOUBLINGS.iter().all(|&doubled| self.of(other.with(doubled)) == self.of(place.with(doubled)))
        };
        // An unsplit hand may do other things than one of a split.
        let first = PLACES[1..].iter().copied().find(same).filter(|_| place != HandPlace::Unsplit);
        first.unwrap_or(place)
    }

    /// Everything that hands of these classes may win, lose and cost in a place, as a list of numbers.
    pub(crate) fn list(&self, pay: &Pay<'_>, place: HandPlace, classes: &BTreeSet<usize>) -> Vec<i64> {
        let mut list = vec![pay.split_wager(place)];
        for doubled in DOUBLINGS {
            let of = self.of(place.with(doubled));
            list.extend(classes.iter().flat_map(|&class| &of.stood[class]));
            list.extend(of.bust.iter().flatten().chain(&of.given_up));
            list.push(pay.double_wager(place.with(doubled)));
        }
        list
    }

    /// The classes of the hands with a card of this value, or of all hands.
    pub(crate) fn classes(&self, hands: &Hands, value: Option<usize>) -> BTreeSet<usize> {
        let is_asked = |hand: &Hand| value.is_none_or(|value| hand.cards[value] > 0);
        hands.list.iter().zip(&self.class_of).filter(|(hand, _)| is_asked(hand)).map(|(_, &class)| class).collect()
    }
}

/// By hand its class, and a hand of every class. What a hand wins is asked of these properties and no others.
fn classes<'h>(game: &Game, hands: &'h Hands) -> (Vec<usize>, Vec<&'h Hand>) {
    let mut index = BTreeMap::new();
    let mut classes = Vec::new();
    let class_of = hands.list.iter().enumerate().map(|(id, hand)| {
        // Hands of 21 that are paid more are known by their cards.
        let apart = (game.bonus.is_some() && hand.total == 21).then_some(id);
        let key = (hand.total, hand.size == 2, hand.originals, hand.is_ace_and_ten(), apart);
        *index.entry(key).or_insert_with(|| {
            classes.push(hand);
            classes.len() - 1
        })
    });
    (class_of.collect(), classes)
}
