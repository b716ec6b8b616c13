//! Wagers on the cards of the deal: the player's first cards, the up card, the hole card.
//!
//! Every multiset of the player's cards is looked at once; the up card is dealt only where a line asks for it and is not
//! decided yet, and so is the hole card. So a wager on two cards costs 1,378 looks whatever the number of decks, and a line
//! on a pair of queens of hearts and a dealer blackjack little more.

use std::collections::BTreeMap;

use cards::{Card, FaceCounts, falling};
use num_bigint::BigUint;
use rules::{LineRule, OfferedWager, SideWager};

use crate::count::choose;
use crate::known_card::{Colour, Known, Seat};
use crate::outcome::{Lines, Outcome};
use crate::pattern::{may_hold, shows, up_shows};
use crate::result::Line;

/// The paylines of a wager on the deal from a fresh shoe.
///
/// A deal is the unordered cards of the player and, where some line asks for them, the up card and the hole card.
pub(crate) fn lines(wager: &OfferedWager) -> Vec<Line> {
    lines_given(wager, None)
}

/// The same with the colour of the determinant card known. A deal is then also that card: one of the player's at the first seat,
/// one more card of the shoe at others.
pub(crate) fn lines_given(wager: &OfferedWager, known: Option<Known>) -> Vec<Line> {
    let lines = Lines::new(wager);
    let asks_for_hole = lines.rules.iter().any(|line| line.dealer.is_some());
    let asks_for_up = lines.rules.iter().any(|line| line.with_up.is_some() || line.up_card.is_some());
    let mut deals = Deals {
        rule: &wager.rule,
        lines: &lines,
        faces: wager.cards.faces().collect(),
        cards: wager.cards,
        known,
        dealer_cards: if asks_for_hole { 2 } else { usize::from(asks_for_up) },
        ways: BTreeMap::new(),
    };
    deals.player(0, &mut Vec::new(), &BigUint::from(1u32));
    lines.paid(&deals.ways)
}

struct Deals<'a> {
    rule: &'a SideWager,
    lines: &'a Lines<'a>,
    faces: Vec<Card>,
    cards: FaceCounts,
    known: Option<Known>,
    /// Cards of the dealer that a deal is made of.
    dealer_cards: usize,
    ways: BTreeMap<Outcome, BigUint>,
}

impl Deals<'_> {
    /// All multisets of the player's cards with faces from this one on.
    fn player(&mut self, from: usize, cards: &mut Vec<Card>, ways: &BigUint) {
        let missing = self.rule.cards.number() - cards.len();
        if missing == 0 {
            self.dealer(&mut cards.clone(), &[], ways.clone());
            return;
        }
        for face in from..self.faces.len() {
            let held = self.cards.count(self.faces[face]);
            for copies in 1..=missing.min(usize::from(held)) {
                let before = cards.len();
                cards.extend(std::iter::repeat_n(self.faces[face], copies));
                let ways = ways * choose(held.into(), copies as u32);
                self.player(face + 1, cards, &ways);
                cards.truncate(before);
            }
        }
    }

    /// Cards of the known colour that can be the determinant card once these are dealt, and how many it takes from the unseen.
    fn determinants(&self, gone: &[Card], player: &[Card]) -> (u64, u32) {
        let of_colour =
            |cards: &[Card], colour: Colour| cards.iter().filter(|card| colour.is_of(card.suit)).count() as u64;
        let in_shoe = |colour: Colour| -> u64 {
            self.faces
                .iter()
                .filter(|card| colour.is_of(card.suit))
                .map(|&card| u64::from(self.cards.count(card)))
                .sum()
        };
        match self.known {
            None => (1, 0),
            Some(Known { seat: Seat::First, colour }) => (of_colour(player, colour), 0),
            Some(Known { seat: Seat::Other, colour }) => (in_shoe(colour) - of_colour(gone, colour), 1),
        }
    }

    /// Deals the dealer's cards as far as the outcome depends on them. `gone` are all cards dealt, `dealer` the dealer's.
    fn dealer(&mut self, gone: &mut Vec<Card>, dealer: &[Card], ways: BigUint) {
        let player = &gone[..self.rule.cards.number()];
        let missing = self.dealer_cards - dealer.len();
        if let Some(outcome) = self.lines.outcome(|_, line| fits(line, self.rule, player, dealer)) {
            let (determinants, taken) = self.determinants(gone, player);
            let unseen = self.cards.total() - gone.len() as u32 - taken;
            *self.ways.entry(outcome).or_default() += ways * determinants * falling(unseen, missing as u32);
            return;
        }
        for face in 0..self.faces.len() {
            let card = self.faces[face];
            let taken = gone.iter().filter(|&&other| other == card).count() as u64;
            let left = u64::from(self.cards.count(card)).saturating_sub(taken);
            if left > 0 {
                let dealer: Vec<Card> = dealer.iter().copied().chain([card]).collect();
                gone.push(card);
                self.dealer(gone, &dealer, &ways * left);
                gone.pop();
            }
        }
    }
}

/// Whether a line fits, as far as the cards dealt tell.
pub(crate) fn fits(line: &LineRule, rule: &SideWager, player: &[Card], dealer: &[Card]) -> Option<bool> {
    if line.player.as_ref().is_some_and(|pattern| !shows(pattern, player, rule)) {
        return Some(false);
    }
    let up = dealer.first().copied();
    if line.with_up.is_some() || line.up_card.is_some() {
        let up = match up {
            Some(up) => up,
            // Cards that no up card can complete need none.
            None if line
                .with_up
                .as_ref()
                .is_some_and(|pattern| !player.iter().all(|&card| may_hold(pattern, card))) =>
            {
                return Some(false);
            }
            None => return None,
        };
        let three: Vec<Card> = player.iter().copied().chain([up]).collect();
        if line.with_up.as_ref().is_some_and(|pattern| !shows(pattern, &three, rule))
            || line.up_card.as_ref().is_some_and(|pattern| !up_shows(pattern, player, up, rule.ace))
        {
            return Some(false);
        }
    }
    let Some(pattern) = &line.dealer else { return Some(true) };
    match dealer {
        [_, _] => Some(shows(pattern, dealer, rule)),
        cards if cards.iter().any(|&card| !may_hold(pattern, card)) => Some(false),
        _ => None,
    }
}
