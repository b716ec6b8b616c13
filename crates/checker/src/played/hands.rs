//! The player's hands under one signal, followed forward with what is seen of them.

use std::collections::BTreeMap;

use cards::{Rank, Suit};
use num_bigint::BigInt;
use num_traits::Zero;
use rules::{AfterSplitHands, SideWager, StraightFate};

use super::end::{End, NOTHING, fits_dealer};
use super::straight::Straight;
use crate::hand_place::{Doubled, HandPlace};
use crate::hands::{Counts, VALUES};
use crate::round::Round;
use crate::strategy::{Act, Row};
use crate::wager_patterns::bits;

/// What is looked at of a player's hand: its straight, and the ranks of its ten-valued cards by how often each was drawn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    straight: Straight,
    tens: [u16; TENS],
}

pub(super) const TENS: usize = 4;

/// Ordered ways by what is seen, times [`Hands::scale`].
type Ways = BTreeMap<Seen, BigInt>;

/// Where a hand ends, what of it counts, and the ordered ways to come there, times [`Hands::scale`].
pub(super) struct Final {
    pub(super) gone: Counts,
    /// `None` for a hand that is busted or given up.
    pub(super) total: Option<u8>,
    straight: Straight,
    pub(super) ways: BigInt,
}

/// A chance as numerator and denominator.
pub(super) type Chance = [u16; 2];

const CERTAIN: Chance = [1, 1];

pub(super) fn times(ways: &BigInt, [numerator, denominator]: Chance) -> BigInt {
    ways * numerator / denominator
}

/// The hands of one signal.
pub(super) struct Hands<'a> {
    pub(super) rule: &'a SideWager,
    pub(super) round: &'a Round<'a>,
    pub(super) play: &'a Row,
    pub(super) tracks_straights: bool,
    /// Ten-valued cards of each rank in the fewest full decks that hold the shoe.
    pub(super) each_ten: u16,
    /// A multiple of every chance's denominator: that of an ace's suit, and those of the ranks of two tens, since a hand that is not over
    /// 21 holds no more.
    pub(super) scale: &'a BigInt,
}

impl Hands<'_> {
    /// The places in a straight that a card of a value can have, with what is seen of the hand then and the chance of it.
    fn ranks(&self, value: usize, seen: &Seen) -> Vec<(u8, Seen, Chance)> {
        let of_value = Rank::all().filter(|rank| rank.value().index() == value && self.tracks_straights);
        let drawn: u16 = seen.tens.iter().sum();
        let ranks: Vec<Rank> = of_value.collect();
        if ranks.len() < 2 {
            return vec![(value as u8 + 1, seen.clone(), CERTAIN)];
        }
        let all = self.each_ten * ranks.len() as u16 - drawn;
        ranks
            .into_iter()
            .enumerate()
            .map(|(at, rank)| {
                let mut after = seen.clone();
                let left = self.each_ten - after.tens[at];
                after.tens[at] += 1;
                (rank.index() as u8 + 1, after, [left, all])
            })
            .collect()
    }

    /// Two cards in the order in which they are dealt, which are dealt in so many ways.
    fn two(&self, first: usize, second: usize, ways: &BigInt) -> Ways {
        let mut two = Ways::new();
        let nothing = Seen { straight: Straight::None, tens: [0; TENS] };
        for (one, seen, chance) in self.ranks(first, &nothing) {
            for (other, seen, more) in self.ranks(second, &seen) {
                let seen = Seen { straight: Straight::of_two(one, other), ..seen };
                *two.entry(seen).or_insert_with(BigInt::zero) += times(&times(ways, chance), more);
            }
        }
        two
    }

    /// Hands played on from their first two cards beside others that are known. `starts` are ordered ways of all cards.
    fn follow(&self, place: HandPlace, pair: Option<usize>, beside: &Counts, starts: Vec<(usize, Ways)>) -> Vec<Final> {
        let Self { round, play, .. } = self;
        let list = &round.hands.list;
        let mut reached: Vec<Ways> = vec![Ways::new(); list.len()];
        for (id, ways) in starts {
            for (seen, ways) in ways {
                *reached[id].entry(seen).or_insert_with(BigInt::zero) += ways;
            }
        }
        let with = |cards: &Counts| -> Counts { std::array::from_fn(|value| cards[value] + beside[value]) };
        let mut finals = Vec::new();
        for id in 0..list.len() {
            let here = std::mem::take(&mut reached[id]);
            if here.is_empty() {
                continue;
            }
            let hand = &list[id];
            let act = if place == HandPlace::Unsplit && hand.is_ace_and_ten() {
                Act::Stand
            } else {
                play.act(id, round.may(place, pair, hand))
            };
            let known = round.beside(*beside);
            for (seen, ways) in here {
                let end = |gone: Counts, total: Option<u8>, straight: Straight, ways: BigInt| Final {
                    gone,
                    total,
                    straight,
                    ways,
                };
                match act {
                    Act::Stand => finals.push(end(with(&hand.cards), Some(hand.total), seen.straight, ways)),
                    Act::Surrender => finals.push(end(with(&hand.cards), None, self.given_up(seen.straight), ways)),
                    Act::Hit | Act::Double => {
                        for (value, count) in round.draws(&known, hand) {
                            let ways = &ways * count;
                            let Some(next) = hand.next[value] else {
                                // The card that busts a hand is none of its straight.
                                let mut cards = with(&hand.cards);
                                cards[value] += 1;
                                finals.push(end(cards, None, seen.straight, ways));
                                continue;
                            };
                            for (rank, after, chance) in self.ranks(value, &seen) {
                                let straight = seen.straight.and(rank, self.rule.play.king_queen_ace);
                                let ways = times(&ways, chance);
                                if act == Act::Hit {
                                    let after = Seen { straight, ..after };
                                    *reached[next].entry(after).or_insert_with(BigInt::zero) += ways;
                                    continue;
                                }
                                let doubled = Doubled::of(hand);
                                finals.push(if play.gives_up_doubled(doubled, next) {
                                    end(with(&list[next].cards), None, self.given_up(straight), ways)
                                } else {
                                    end(with(&list[next].cards), Some(list[next].total), straight, ways)
                                });
                            }
                        }
                    }
                }
            }
        }
        finals
    }

    fn given_up(&self, straight: Straight) -> Straight {
        match self.rule.play.straight_given_up {
            StraightFate::Lost => Straight::None,
            StraightFate::Paid | StraightFate::Returned => straight,
        }
    }

    /// Two cards in either order.
    fn dealt(&self, cards: &Counts) -> Ways {
        let values: Vec<usize> = (0..VALUES).flat_map(|value| (0..cards[value]).map(move |_| value)).collect();
        let mut orders = vec![[values[0], values[1]]];
        if values[0] != values[1] {
            orders.push([values[1], values[0]]);
        }
        let ways = self.round.ways_of(cards) * self.scale;
        let mut dealt = Ways::new();
        for [first, second] in orders {
            for (seen, ways) in self.two(first, second, &ways) {
                *dealt.entry(seen).or_insert_with(BigInt::zero) += ways;
            }
        }
        dealt
    }

    /// The pair that two cards are split as.
    pub(super) fn split(&self, id: usize, early: &[bool]) -> Option<usize> {
        let pair = self.round.hands.list[id].pair().filter(|_| !self.round.ends_round && !early[id]);
        pair.filter(|&pair| self.play.split[pair])
    }

    /// Every hand that is not split.
    pub(super) fn unsplit(&self, early: &[bool]) -> Vec<Final> {
        let mut starts = Vec::new();
        let mut finals = Vec::new();
        for (id, hand) in self.round.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
            let dealt = self.dealt(&hand.cards);
            if early[id] {
                let given_up = dealt.into_iter().map(|(seen, ways)| (self.given_up(seen.straight), ways));
                finals.extend(given_up.map(|(straight, ways)| Final { gone: hand.cards, total: None, straight, ways }));
            } else if self.round.ends_round {
                let total = Some(hand.total);
                let dealt = dealt.into_iter().map(|(seen, ways)| (seen.straight, ways));
                finals.extend(dealt.map(|(straight, ways)| Final { gone: hand.cards, total, straight, ways }));
            } else if self.split(id, early).is_none() {
                starts.push((id, dealt));
            }
        }
        finals.extend(self.follow(HandPlace::Unsplit, None, &[0; VALUES], starts));
        finals
    }

    /// What counts of the pairs that are split: their straight as it was dealt, or the hand that is played first.
    pub(super) fn split_pairs(&self, early: &[bool]) -> Vec<Final> {
        let mut finals = Vec::new();
        for (id, hand) in self.round.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
            let Some(pair) = self.split(id, early) else { continue };
            if self.tracks_straights {
                let dealt = self.dealt(&hand.cards).into_iter().map(|(seen, ways)| (seen.straight, ways));
                finals.extend(dealt.map(|(straight, ways)| Final { gone: hand.cards, total: None, straight, ways }));
            } else {
                finals.extend(self.first_of_split(pair));
            }
        }
        finals
    }

    /// The hand of a split that is played first.
    fn first_of_split(&self, pair: usize) -> Vec<Final> {
        let Self { round, .. } = self;
        let mut cards = [0; VALUES];
        cards[pair] = 2;
        let nothing = Seen { straight: Straight::None, tens: [0; TENS] };
        if self.rule.play.after_split == AfterSplitHands::None {
            let ways = round.ways_of(&cards) * self.scale;
            return vec![Final { gone: cards, total: None, straight: Straight::None, ways }];
        }
        let most = round.game.split.as_ref().map_or(2, |rule| usize::from(rule.most_hands(pair)));
        let mut finals = Vec::new();
        for more in 0..=most.saturating_sub(2) {
            // It has been split so many times more, each time on a card of the pair's value.
            let mut gone = cards;
            gone[pair] += more as u16;
            let ways = round.ways_of(&gone) * self.scale;
            let mut beside = gone;
            beside[pair] -= 1;
            let is_last = more + 2 >= most;
            let mut starts = Vec::new();
            for second in (0..VALUES).filter(|&second| second != pair || is_last) {
                let left = round.left[second].saturating_sub(gone[second]);
                if let Some(id) = round.hands.two(pair, second).filter(|_| left > 0) {
                    starts.push((id, Ways::from([(nothing.clone(), &ways * left)])));
                }
            }
            finals.extend(self.follow(round.pay.first(pair), Some(pair), &beside, starts));
        }
        finals
    }

    /// What the lines that fit are for, given a dealer's finished hand if any asks for it.
    pub(super) fn ends(&self, one: &Final, dealer: Option<(usize, usize)>) -> Vec<(End, Chance)> {
        let fate = self.rule.play.straight_against_blackjack;
        // A hand without a total was given up before the dealer looked, and is out of the round when a blackjack ends it.
        let ends_at_once = self.round.ends_round && one.total.is_some();
        let straight = match fate {
            StraightFate::Lost if ends_at_once => Straight::None,
            _ => one.straight,
        };
        let of_suit = |suit: Option<Suit>| {
            let fits = self.rule.lines.iter().map(|line| {
                line.chance.is_none()
                    && line.hand.as_ref().is_none_or(|hand| one.total == Some(hand.total))
                    && line.straight.as_ref().is_none_or(|asked| {
                        straight.cards() >= asked.cards
                            && (asked.ace.is_empty()
                                || suit.is_some_and(|suit| asked.ace.iter().any(|&one| Suit::from(one) == suit)))
                    })
                    && line
                        .dealer_hand
                        .as_ref()
                        .is_none_or(|hand| dealer.is_some_and(|(end, cards)| fits_dealer(hand, end, cards)))
            });
            let end = End::Fits(bits(fits));
            let is_returned = end != NOTHING && ends_at_once && fate == StraightFate::Returned;
            if is_returned && self.tracks_straights { End::Returned } else { end }
        };
        if straight.has_ace() {
            let chance = [1, Suit::ALL.len() as u16];
            Suit::ALL.iter().map(|&suit| (of_suit(Some(suit)), chance)).collect()
        } else {
            vec![(of_suit(None), CERTAIN)]
        }
    }
}
