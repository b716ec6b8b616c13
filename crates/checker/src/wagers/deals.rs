//! Deals that decide a wager, drawn card by card from a shoe.

use std::collections::BTreeMap;

use cards::{Card, FaceCounts, Value};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rules::{Game, LineRule, OfferedWager, SideWager, TensMatch};

use super::counted::Counted;
use crate::dealer::{self, falling};
use crate::hands::{Counts, VALUES};
use crate::refusal::Refusal;
use crate::wager_patterns::{asks_for_dealer, bits, ends_as, fits, is_offered, is_red, shows, shows_faces};

impl Counted {
    pub(crate) fn new(game: &Game, offered: &OfferedWager) -> Result<Self, Refusal> {
        let rule = &offered.rule;
        let mut deal = Deal::new(offered.cards);
        if rule.match_pays.is_some() {
            return Ok(deal.matches(rule.tens_match));
        }
        if rule.lines.iter().any(|line| line.dealer_hand.is_some()) {
            return deal.dealers(game, rule);
        }
        Ok(deal.lines(rule))
    }
}

/// What is told of cards that are drawn: which lines fit, as in [`Counted::ways`], and the number of ways.
type EachDeal<'a> = &'a mut dyn FnMut(&mut Deal, u32, u64);

/// Cards drawn one by one from a shoe.
pub(crate) struct Deal {
    faces: Vec<Card>,
    shoe: FaceCounts,
    drawn: Vec<Card>,
}

impl Deal {
    pub(crate) fn new(shoe: FaceCounts) -> Self {
        Self { faces: shoe.faces().collect(), shoe, drawn: Vec::new() }
    }

    fn cards(&self) -> usize {
        self.shoe.total() as usize
    }

    /// Copies of a face that are left.
    fn left(&self, face: Card) -> u64 {
        u64::from(self.shoe.count(face)) - self.drawn.iter().filter(|&&one| one == face).count() as u64
    }

    /// Draws so many cards in order, and tells of each draw with its number of ways.
    pub(crate) fn each(&mut self, number: usize, ways: u64, then: &mut dyn FnMut(&mut Self, u64)) {
        if number == 0 {
            then(self, ways);
            return;
        }
        for at in 0..self.faces.len() {
            let face = self.faces[at];
            let left = self.left(face);
            if left > 0 {
                self.drawn.push(face);
                self.each(number - 1, ways * left, then);
                self.drawn.pop();
            }
        }
    }

    /// The up card and two unordered cards of the player.
    fn matches(&mut self, tens: TensMatch) -> Counted {
        let mut ways: BTreeMap<u32, BigInt> = BTreeMap::new();
        self.each_match(tens, &mut |_, fits, number| *ways.entry(fits).or_default() += number);
        ways.values_mut().for_each(|ways| *ways /= 2);
        Counted::deals(ways, falling(self.cards(), 3) / 2)
    }

    /// Tells of the up card and two cards of the player, in order, what matches and the number of ways.
    fn each_match(&mut self, tens: TensMatch, then: EachDeal<'_>) {
        self.each(3, 1, &mut |deal, number| {
            let up = deal.drawn[0];
            let (mut suited, mut unsuited) = (0, 0);
            for card in &deal.drawn[1..] {
                if card.rank == up.rank && card.suit == up.suit {
                    suited += 1;
                } else if card.rank == up.rank && (tens == TensMatch::Rank || card.rank.value() < Value::TEN) {
                    unsuited += 1;
                }
            }
            then(deal, suited + 16 * unsuited, number);
        });
    }

    /// The player's cards in any order, then the up card and the hole card as far as some line asks for them.
    fn lines(&mut self, rule: &SideWager) -> Counted {
        let number = rule.cards.number();
        let dealers = dealers_asked(rule);
        let mut ways: BTreeMap<u32, BigInt> = BTreeMap::new();
        self.each_by_lines(rule, &mut |deal, fits, drawn| {
            *ways.entry(fits).or_default() += deal.filled_up(drawn, number + dealers);
        });
        let orders = falling(number, number);
        ways.values_mut().for_each(|ways| *ways /= &orders);
        Counted::deals(ways, falling(self.cards(), number + dealers) / orders)
    }

    /// The same in the order of the cards, of which the first is one of a colour: the player's own, or that of another seat.
    pub(crate) fn lines_beside(&mut self, rule: &SideWager, first_seat: bool, red: bool) -> Counted {
        let number = rule.cards.number();
        let other = usize::from(!first_seat);
        let faces: Vec<Card> = self.faces.iter().copied().filter(|face| is_red(face.suit) == red).collect();
        let mut ways: BTreeMap<u32, BigInt> = BTreeMap::new();
        let mut first_cards = 0;
        for &face in &faces {
            let copies = u64::from(self.shoe.count(face));
            first_cards += copies;
            self.drawn.push(face);
            self.each(number + other - 1, copies, &mut |deal, drawn| {
                deal.by_lines((rule, other), drawn, &mut |deal, fits, drawn| {
                    *ways.entry(fits).or_default() += deal.filled_up(drawn, number + other + dealers_asked(rule));
                });
            });
            self.drawn.pop();
        }
        let after = falling(self.cards() - 1, number + other - 1 + dealers_asked(rule));
        Counted::deals(ways, after * first_cards)
    }

    /// Ways to draw the cards that are drawn, with any cards after them up to so many.
    fn filled_up(&self, ways: u64, cards: usize) -> u128 {
        (self.drawn.len()..cards).fold(ways.into(), |ways, gone| ways * (self.cards() - gone) as u128)
    }

    /// Tells of the player's cards in order, then the dealer's as far as they matter, which lines fit and the number of ways.
    fn each_by_lines(&mut self, rule: &SideWager, then: EachDeal<'_>) {
        self.each(rule.cards.number(), 1, &mut |deal, drawn| deal.by_lines((rule, 0), drawn, then));
    }

    /// Goes on from the player's cards, which are all that are drawn but the first few, with the dealer's where they matter.
    fn by_lines(&mut self, (rule, others): (&SideWager, usize), number_of_ways: u64, then: EachDeal<'_>) {
        let dealers = dealers_asked(rule);
        let gone = self.drawn.len();
        let player = self.drawn[others..].to_vec();
        let open = |line: &LineRule| {
            is_offered(rule, line) && line.player.as_ref().is_none_or(|pattern| shows(pattern, &player, rule))
        };
        let open: Vec<bool> = rule.lines.iter().map(open).collect();
        if rule.lines.iter().zip(&open).all(|(line, &open)| !open || !asks_for_dealer(line)) {
            return then(self, bits(open.into_iter()), number_of_ways);
        }
        self.each(dealers, number_of_ways, &mut |deal, number_of_ways| {
            let dealer = &deal.drawn[gone..];
            let fits = rule.lines.iter().zip(&open).map(|(line, &open)| open && fits(line, &player, dealer, rule));
            then(deal, bits(fits), number_of_ways);
        });
    }

    /// The dealer's first cards by value: both where they end the hand, else three, with the lines whose faces they show. From there on values matter.
    fn heads(&mut self, game: &Game, rule: &SideWager) -> BTreeMap<(Counts, u32), u64> {
        let mut heads = BTreeMap::new();
        self.each(2, 1, &mut |deal, ways| {
            let cards = values(&deal.drawn);
            match dealer::end(game, &cards) {
                Some(_) => *heads.entry((cards, 0)).or_default() += ways,
                None => deal.each(1, ways, &mut |deal, ways| {
                    let faces = |line: &LineRule| {
                        line.dealer_hand.as_ref().is_some_and(|hand| shows_faces(hand, &deal.drawn, rule))
                    };
                    *heads.entry((values(&deal.drawn), bits(rule.lines.iter().map(faces)))).or_default() += ways;
                }),
            }
        });
        heads
    }

    /// Cards of each value in the shoe.
    fn values(&self) -> Counts {
        let mut held: Counts = [0; VALUES];
        for &face in &self.faces {
            held[face.rank.value().index()] += self.shoe.count(face);
        }
        held
    }

    /// Ordered ways to draw the cards that decide a wager, by their values and the lines that fit.
    pub(crate) fn by_values(&mut self, game: &Game, rule: &SideWager) -> BTreeMap<(Counts, u32), BigInt> {
        if rule.match_pays.is_none() && rule.lines.iter().any(|line| line.dealer_hand.is_some()) {
            return self.dealers_by_values(game, rule);
        }
        let mut all: BTreeMap<(Counts, u32), BigInt> = BTreeMap::new();
        let mut add = |deal: &mut Self, fits, ways| *all.entry((values(&deal.drawn), fits)).or_default() += ways;
        match rule.match_pays {
            Some(_) => self.each_match(rule.tens_match, &mut add),
            None => self.each_by_lines(rule, &mut add),
        }
        all
    }

    /// The same of the dealer's hand, every card drawn beside those before it.
    fn dealers_by_values(&mut self, game: &Game, rule: &SideWager) -> BTreeMap<(Counts, u32), BigInt> {
        let held = self.values();
        let heads = self.heads(game, rule).into_iter();
        let mut open: BTreeMap<(Counts, u32), BigInt> = heads.map(|(cards, ways)| (cards, ways.into())).collect();
        let mut ended: BTreeMap<(Counts, u32), BigInt> = BTreeMap::new();
        // A set of cards stands behind its parts in this order, so that all ways to it are known once it is the first.
        while let Some(((cards, faces), ways)) = open.pop_first() {
            if let Some(end) = dealer::end(game, &cards) {
                let of = (number_of(&cards), dealer::total(end).unwrap_or(21), end == dealer::BLACKJACK);
                *ended.entry((cards, lines_of_dealer(rule, faces, of))).or_default() += ways;
                continue;
            }
            for value in (0..VALUES).filter(|&value| held[value] > cards[value]) {
                let mut more = cards;
                more[value] += 1;
                *open.entry((more, faces)).or_default() += &ways * (held[value] - cards[value]);
            }
        }
        ended
    }

    /// The dealer's cards in order, and cards nobody looks at up to the longest hand.
    fn dealers(&mut self, game: &Game, rule: &SideWager) -> Result<Counted, Refusal> {
        let left = self.values();
        let mut ends: BTreeMap<(usize, u8, bool, u32), BigInt> = BTreeMap::new();
        let mut tails: BTreeMap<Counts, BTreeMap<(usize, u8), BigInt>> = BTreeMap::new();
        for ((cards, faces), ways) in self.heads(game, rule) {
            if let Some(end) = dealer::end(game, &cards).filter(|_| number_of(&cards) == 2) {
                let blackjack = end == dealer::BLACKJACK;
                *ends.entry((2, dealer::total(end).unwrap_or(21), blackjack, 0)).or_default() += ways;
                continue;
            }
            for ((size, total), more) in tail(game, &left, cards, &mut tails) {
                *ends.entry((size, total, false, faces)).or_default() += more * ways;
            }
        }
        let longest = ends.keys().map(|&(size, ..)| size).max().unwrap_or(2);
        let mut ways: BTreeMap<u32, BigInt> = BTreeMap::new();
        for ((size, total, blackjack, faces), number) in ends {
            let fits = lines_of_dealer(rule, faces, (size, total, blackjack));
            *ways.entry(fits).or_default() += number * falling(self.cards() - size, longest - size);
        }
        Ok(Counted::deals(ways, falling(self.cards(), longest)))
    }
}

/// Cards of the dealer that some line asks for.
fn dealers_asked(rule: &SideWager) -> usize {
    let offered = || rule.lines.iter().filter(|line| is_offered(rule, line));
    if offered().any(|line| line.dealer.is_some()) { 2 } else { usize::from(offered().any(asks_for_dealer)) }
}

/// How a dealer's hand of three or more cards ends: ways by number of cards and total.
fn tail(
    game: &Game,
    left: &Counts,
    cards: Counts,
    tails: &mut BTreeMap<Counts, BTreeMap<(usize, u8), BigInt>>,
) -> BTreeMap<(usize, u8), BigInt> {
    if let Some(known) = tails.get(&cards) {
        return known.clone();
    }
    let size = number_of(&cards);
    let mut ends = BTreeMap::new();
    match dealer::end(game, &cards).and_then(dealer::total) {
        Some(total) => {
            ends.insert((size, total), BigInt::one());
        }
        None => {
            for value in 0..VALUES {
                let rest = left[value].saturating_sub(cards[value]);
                if rest > 0 {
                    let mut more = cards;
                    more[value] += 1;
                    for (end, ways) in tail(game, left, more, tails) {
                        *ends.entry(end).or_insert_with(BigInt::zero) += ways * rest;
                    }
                }
            }
        }
    }
    tails.insert(cards, ends.clone());
    ends
}

/// The lines that a finished hand of the dealer fits, given those whose faces its first cards show.
fn lines_of_dealer(rule: &SideWager, faces: u32, (size, total, blackjack): (usize, u8, bool)) -> u32 {
    let fits = rule.lines.iter().enumerate().map(|(at, line)| {
        line.dealer_hand.as_ref().is_none_or(|hand| {
            (!hand.asks_for_faces() || faces & 1 << at != 0) && ends_as(hand, size, total, blackjack)
        })
    });
    bits(fits)
}

fn number_of(cards: &Counts) -> usize {
    cards.iter().map(|&count| usize::from(count)).sum()
}

fn values(cards: &[Card]) -> Counts {
    let mut counts = [0; VALUES];
    cards.iter().for_each(|card| counts[card.rank.value().index()] += 1);
    counts
}
