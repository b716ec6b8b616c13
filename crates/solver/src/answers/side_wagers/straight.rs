//! What the player's hand has come to for a side wager: nothing but its cards, or the straight that they make.

use std::sync::Arc;

use cards::{Rank, Value};
use num_rational::BigRational;
use num_traits::One;

use super::ends::{EndId, LOST, RETURNED, SideEnds};
use super::{StraightAgainstBlackjack, StraightRule, StraightSoFar, StraightSurrendered, Tracks};
use crate::compiled::hands::Hand;
use crate::engine::solver::Solver;

/// What a decision knows of a hand besides its cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum State {
    /// Nothing: the wager looks at totals or live hands.
    Plain,
    /// All cards are one run, with an ace of these suits if it has one and the lines tell suits apart.
    Run(Option<u8>),
    /// A queen and a king, which an ace extends.
    QueenKing,
    /// The straight grows no more.
    Ended(EndId),
}

/// Follows a hand as it is dealt and settled.
#[derive(Debug)]
pub(super) struct Tracker {
    pub(super) tracks: Tracks,
    pub(super) ends: Arc<SideEnds>,
    /// Full decks that the shoe was taken from.
    decks: u64,
    /// Ranks of ten-valued cards in a deck.
    tens: Vec<usize>,
    /// Group of suits of an ace that is the up card.
    pub(super) up_ace: Option<u8>,
    /// Whether the up card is an ace.
    up_is_ace: bool,
}

impl Tracker {
    pub(super) fn new(solver: &Solver, tracks: &Tracks, ends: &Arc<SideEnds>, up: Value, up_ace: Option<u8>) -> Self {
        let (game, shoe) = (solver.game(), solver.shoe());
        let deck = game.shoe.composition(1);
        let decks = Value::all()
            .filter(|&value| deck.count(value) > 0)
            .map(|value| shoe.count(value).div_ceil(deck.count(value)))
            .max()
            .unwrap_or(1);
        let in_deck = |rank: &Rank| rank.value() == Value::TEN && !game.shoe.without.contains(rank);
        let tens = Rank::all().filter(in_deck).map(Rank::index).collect();
        Self {
            tracks: tracks.clone(),
            ends: Arc::clone(ends),
            decks: decks.max(1).into(),
            tens,
            up_ace,
            up_is_ace: up == Value::ACE,
        }
    }

    /// What the player's first two cards can be, with the probabilities given their values.
    pub(super) fn starts(&self, hand: &Hand) -> Vec<(State, BigRational)> {
        let Tracks::Straight(rule) = &self.tracks else { return vec![(State::Plain, BigRational::one())] };
        let values: Vec<usize> = (0..Value::COUNT).filter(|&value| hand.cards.count(value) > 0).collect();
        let none = State::Ended(LOST);
        let two = State::Ended(self.ends.straight(2, None));
        let (ace, ten) = (Value::ACE.index(), Value::TEN.index());
        let starts = match values[..] {
            [low, high] if low == ace && high == ten => {
                let king = self.share_of(KING);
                let mut starts: Vec<_> = self
                    .aces()
                    .into_iter()
                    .map(|(group, share)| (State::Ended(self.ends.straight(2, group)), share * &king))
                    .collect();
                starts.push((none, BigRational::one() - king));
                starts
            }
            [low, high] if low == ace && high == 1 => {
                self.aces().into_iter().map(|(group, share)| (State::Run(group), share)).collect()
            }
            [low, high] if high == ten && low + 1 == high => {
                // Nothing extends nine and ten without a bust.
                let share = self.share_of(TEN);
                vec![(none, BigRational::one() - &share), (two, share)]
            }
            [low, high] if low + 1 == high => vec![(State::Run(None), BigRational::one())],
            [pair] if pair == ten => {
                let queen_king = if rule.king_queen_ace { State::QueenKing } else { two };
                let shares = [
                    (two, self.share_of_pair(TEN, JACK)),
                    (two, self.share_of_pair(JACK, QUEEN)),
                    (queen_king, self.share_of_pair(QUEEN, KING)),
                ];
                let rest = BigRational::one() - shares.iter().map(|(_, share)| share).sum::<BigRational>();
                std::iter::once((none, rest)).chain(shares).collect()
            }
            _ => vec![(none, BigRational::one())],
        };
        let mut merged: Vec<(State, BigRational)> = Vec::new();
        for (state, share) in starts.into_iter().filter(|(_, share)| *share != BigRational::from_integer(0.into())) {
            match merged.iter_mut().find(|(other, _)| *other == state) {
                Some((_, sum)) => *sum += share,
                None => merged.push((state, share)),
            }
        }
        merged
    }

    /// What a card makes of a hand that it does not bust, with multiples of one over [`Tracker::scale`] of the old state, times
    /// the scale of the new.
    pub(super) fn draws(&self, hand: &Hand, state: State, value: usize, grown: &Hand) -> Vec<(State, u64)> {
        let scale = self.scale(state);
        let ended = || vec![(State::Ended(self.end_of(hand, state)), scale)];
        if grown.is_bust() && state != State::Plain {
            return ended();
        }
        match state {
            State::Plain | State::Ended(_) => vec![(state, scale)],
            State::QueenKing if value == Value::ACE.index() => {
                self.ace_draws(|group| State::Ended(self.ends.straight(3, group)))
            }
            State::QueenKing => ended(),
            State::Run(ace) => {
                let counts = hand.cards.counts();
                let low = counts.iter().position(|&count| count > 0).unwrap_or(0);
                let high = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
                if value + 1 == low && value == Value::ACE.index() {
                    self.ace_draws(State::Run)
                } else if value + 1 == low || (value == high + 1 && value != Value::TEN.index()) {
                    vec![(State::Run(ace), scale / self.scale(State::Run(ace)))]
                } else {
                    ended()
                }
            }
        }
    }

    /// Values of hands in a state are multiples of one over this: where an ace may come, of its suit's probability.
    pub(super) fn scale(&self, state: State) -> u64 {
        match state {
            State::Run(None) | State::QueenKing if self.ends.suits().len() > 1 => self.aces_unseen(),
            _ => 1,
        }
    }

    /// The end of a hand that stands or has its card after a double; `waits` if it is a blackjack the dealer can still have too.
    pub(super) fn finished(&self, hand: &Hand, state: State, is_blackjack: bool, waits: bool) -> EndId {
        match &self.tracks {
            Tracks::Total(total) if hand.total == *total && !hand.is_bust() => self.ends.counts(),
            Tracks::Live if is_blackjack && waits => self.ends.waits(),
            Tracks::Live if !is_blackjack && !hand.is_bust() => self.ends.counts(),
            Tracks::Total(_) | Tracks::Live => LOST,
            Tracks::Straight(_) => self.end_of(hand, state),
        }
    }

    /// The end of a hand that the next card busts.
    pub(super) fn busted(&self, hand: &Hand, state: State) -> EndId {
        match self.tracks {
            Tracks::Total(_) | Tracks::Live => LOST,
            Tracks::Straight(_) => self.end_of(hand, state),
        }
    }

    /// The end of a hand that is given up.
    pub(super) fn given_up(&self, hand: &Hand, state: State) -> EndId {
        match self.tracks {
            Tracks::Straight(StraightRule { surrendered: StraightSurrendered::Paid, .. }) => self.end_of(hand, state),
            _ => LOST,
        }
    }

    /// The end of a hand that is given up before a dealer blackjack is looked for, which then ends the round.
    pub(super) fn given_up_before_blackjack(&self, hand: &Hand, state: State) -> EndId {
        match self.tracks {
            Tracks::Live => self.ends.counts(),
            _ => self.given_up(hand, state),
        }
    }

    /// The end of two cards when a dealer blackjack ends the round before play.
    pub(super) fn discovered(&self, hand: &Hand, state: State) -> EndId {
        match &self.tracks {
            Tracks::Total(_) => self.finished(hand, state, false, false),
            Tracks::Live => self.ends.counts(),
            Tracks::Straight(rule) => match (rule.against_blackjack, self.end_of(hand, state)) {
                (StraightAgainstBlackjack::Paid, end) => end,
                (StraightAgainstBlackjack::Returned, end) if self.is_straight(hand, state) && end != LOST => RETURNED,
                (StraightAgainstBlackjack::Returned | StraightAgainstBlackjack::Lost, _) => LOST,
            },
        }
    }

    /// What is told of a state.
    pub(super) fn so_far(&self, state: State) -> Option<StraightSoFar> {
        let suits = |group: u8| self.ends.suits()[usize::from(group)].clone();
        match state {
            State::Plain => None,
            State::Run(ace) => Some(StraightSoFar::Unbroken(ace.map(suits))),
            State::QueenKing => Some(StraightSoFar::Unbroken(None)),
            State::Ended(end) => {
                let first = self.ends.row(end).slots.iter().copied().min();
                Some(StraightSoFar::Ended(first.filter(|&slot| slot < self.ends.lost())))
            }
        }
    }

    fn is_straight(&self, hand: &Hand, state: State) -> bool {
        match state {
            State::Plain => false,
            State::Run(_) => hand.size >= 2,
            State::QueenKing => true,
            State::Ended(end) => end != LOST,
        }
    }

    fn end_of(&self, hand: &Hand, state: State) -> EndId {
        match state {
            State::Plain => LOST,
            State::Run(ace) => self.ends.straight(hand.size, ace),
            State::QueenKing => self.ends.straight(2, None),
            State::Ended(end) => end,
        }
    }

    /// Aces of full decks that the player has not seen before the first in his hand.
    fn aces_unseen(&self) -> u64 {
        4 * self.decks - u64::from(self.up_is_ace)
    }

    /// How many of these there are of each group of suits; one group if lines do not tell suits apart.
    fn aces_by_suit(&self) -> Vec<(Option<u8>, u64)> {
        let suits = self.ends.suits();
        if suits.len() < 2 {
            return vec![(None, 1)];
        }
        (0..)
            .zip(suits)
            .map(|(group, suits)| {
                let seen = u64::from(self.up_ace == Some(group));
                (Some(group), self.decks * suits.len() as u64 - seen)
            })
            .filter(|&(_, aces)| aces > 0)
            .collect()
    }

    fn aces(&self) -> Vec<(Option<u8>, BigRational)> {
        let groups = self.aces_by_suit();
        let all: u64 = groups.iter().map(|&(_, aces)| aces).sum();
        groups.into_iter().map(|(group, aces)| (group, BigRational::new(aces.into(), all.into()))).collect()
    }

    fn ace_draws(&self, state: impl Fn(Option<u8>) -> State) -> Vec<(State, u64)> {
        let mut draws: Vec<(State, u64)> = Vec::new();
        for (group, aces) in self.aces_by_suit() {
            let state = state(group);
            match draws.iter_mut().find(|(other, _)| *other == state) {
                Some((_, sum)) => *sum += aces,
                None => draws.push((state, aces)),
            }
        }
        draws
    }

    /// Probability that a ten-valued card is of this rank.
    fn share_of(&self, rank: usize) -> BigRational {
        let is_there = u64::from(self.tens.contains(&rank));
        BigRational::new(is_there.into(), self.tens.len().max(1).into())
    }

    /// Probability that two ten-valued cards are of these two ranks.
    fn share_of_pair(&self, one: usize, other: usize) -> BigRational {
        let cards = 4 * self.decks;
        let all = cards * self.tens.len() as u64;
        let both = self.tens.contains(&one) && self.tens.contains(&other);
        if both {
            BigRational::new((2 * cards * cards).into(), (all * (all - 1)).into())
        } else {
            BigRational::from_integer(0.into())
        }
    }
}

/// Indices of the ten-valued ranks.
const TEN: usize = 9;
const JACK: usize = 10;
const QUEEN: usize = 11;
const KING: usize = 12;
