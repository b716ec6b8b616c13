//! Wagers on the dealer's finished hand, which is drawn whatever the players do.
//!
//! Players draw before the dealer does, but unseen cards are exchangeable and no player sees what he leaves: a dealer who
//! draws in any case has the same distribution as if the players had stood.

use std::collections::BTreeMap;

use cards::{Card, FaceCounts, Value, falling};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{DealerPattern, DealerRule, Game, LineRule, MeterAmount, OfferedWager, SideWager, Soft17};

use crate::outcome::{Lines, Outcome};
use crate::pattern::shows;
use crate::result::Line;

/// The paylines of a wager on the dealer's hand from a fresh shoe. A deal is the dealer's cards in order, and cards nobody looks
/// at up to the longest hand.
pub(crate) fn lines(wager: &OfferedWager, game: &Game) -> Vec<Line> {
    let lines = Lines::new(wager);
    let mut hands = Hands {
        game,
        shown: Shown::new(wager, &lines),
        left: wager.cards.composition().counts().iter().map(|&count| count.into()).collect(),
        ends: BTreeMap::new(),
    };
    hands.draw(&mut Vec::new(), &[(0, BigUint::from(1u32))]);
    let cards: u32 = hands.left.iter().sum::<u64>() as u32;
    let longest = hands.ends.keys().map(|end| end.cards).max().unwrap_or(0);
    let mut ways: BTreeMap<Outcome, BigUint> = BTreeMap::new();
    for (end, drawn) in &hands.ends {
        if let Some(outcome) = outcome(&lines, end) {
            let rest = falling(cards - u32::from(end.cards), u32::from(longest - end.cards));
            *ways.entry(outcome).or_default() += drawn * rest;
        }
    }
    lines.paid(&ways)
}

/// The lines that a finished hand is paid by.
fn outcome(lines: &Lines<'_>, end: &End) -> Option<Outcome> {
    let fits = |at: usize, line: &LineRule| {
        let pattern = line.dealer_hand.as_ref();
        pattern.is_none_or(|pattern| {
            (!pattern.asks_for_faces() || end.faces & 1 << at != 0) && pattern.fits(end.cards, end.total, end.blackjack)
        })
    };
    lines.outcome(|at, line| Some(fits(at, line)))
}

/// A wager that the dealer's finished hand decides, by the values of that hand.
///
/// The faces of a hand are those of cards dealt at random: given the values of all cards in a round, those of the player's cards
/// tell nothing of them.
pub struct DealerNets<'a> {
    wager: &'a OfferedWager,
    lines: Lines<'a>,
    shown: Shown<'a>,
}

impl<'a> DealerNets<'a> {
    /// `None` for a wager that something else decides too.
    pub fn new(wager: &'a OfferedWager) -> Option<Self> {
        let rule = &wager.rule;
        let asks_for_deal = |line: &LineRule| {
            line.player.is_some() || line.with_up.is_some() || line.up_card.is_some() || line.dealer.is_some()
        };
        let asks_for_dealer = rule.lines.iter().any(|line| line.dealer_hand.is_some());
        if rule.depends_on_play() || !asks_for_dealer || rule.lines.iter().any(asks_for_deal) {
            return None;
        }
        let lines = Lines::new(wager);
        let shown = Shown::new(wager, &lines);
        Some(Self { wager, lines, shown })
    }

    /// Whether the faces of the first three cards decide anything.
    pub(crate) fn first_cards_matter(&self) -> bool {
        self.shown.asks_for_faces
    }

    /// Expected net result per unit wagered, given the values of the first three cards, or of both if there are two, and the
    /// number of cards and total of the finished hand.
    pub fn net(&self, first: &[Value], cards: u8, total: u8, blackjack: bool) -> MeterAmount {
        let mut net = MeterAmount::fixed(BigRational::zero());
        for (outcome, chance) in self.outcomes(first, cards, (total, blackjack)) {
            let expected = self.lines.expected(self.wager, outcome);
            net.fixed += expected.fixed * &chance;
            net.per_meter += expected.per_meter * chance;
        }
        net
    }

    /// The expected square of the fixed part of the same.
    pub(crate) fn square(&self, first: &[Value], cards: u8, of: (u8, bool)) -> BigRational {
        let squares = self.outcomes(first, cards, of).into_iter();
        squares.map(|(outcome, chance)| self.lines.expected_square(outcome) * chance).sum()
    }

    /// What a finished hand may come to by the faces of its first cards, each with its probability; that to which no line is left out.
    fn outcomes(&self, first: &[Value], cards: u8, (total, blackjack): (u8, bool)) -> Vec<(Outcome, BigRational)> {
        let shown = if first.len() == 3 && self.shown.asks_for_faces {
            self.shown.by_faces(first)
        } else {
            vec![(0, BigUint::from(1u32))]
        };
        let all = BigRational::from_integer(shown.iter().map(|(_, ways)| ways).sum::<BigUint>().into());
        let of_faces = |(faces, ways): (_, BigUint)| {
            let end = End { cards, total, blackjack, faces };
            Some((outcome(&self.lines, &end)?, BigRational::from_integer(ways.into()) / &all))
        };
        shown.into_iter().filter_map(of_faces).collect()
    }
}

/// A finished hand as far as lines can tell it from others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    cards: u8,
    total: u8,
    blackjack: bool,
    /// The patterns whose faces the first three cards show, as bits.
    faces: u32,
}

/// What the faces of the first three cards show.
struct Shown<'a> {
    rule: &'a SideWager,
    /// Of every line.
    patterns: Vec<Option<&'a DealerPattern>>,
    asks_for_faces: bool,
    by_value: Vec<Vec<Card>>,
    cards: FaceCounts,
}

impl<'a> Shown<'a> {
    fn new(wager: &'a OfferedWager, lines: &Lines<'a>) -> Self {
        let patterns: Vec<Option<&DealerPattern>> = lines.rules.iter().map(|line| line.dealer_hand.as_ref()).collect();
        Self {
            rule: &wager.rule,
            asks_for_faces: patterns.iter().flatten().any(|pattern| pattern.asks_for_faces()),
            patterns,
            by_value: Value::all()
                .map(|value| wager.cards.faces().filter(|card| card.rank.value() == value).collect())
                .collect(),
            cards: wager.cards,
        }
    }

    /// Ordered draws of three cards of these values, by the patterns that they show.
    fn by_faces(&self, drawn: &[Value]) -> Vec<(u32, BigUint)> {
        let mut sums: BTreeMap<u32, u64> = BTreeMap::new();
        let [first, second, third] = [0, 1, 2].map(|at| &self.by_value[drawn[at].index()]);
        for &first in first {
            for &second in second {
                for &third in third {
                    let again = u64::from(second == first);
                    let thrice = u64::from(third == first) + u64::from(third == second);
                    let held = |card: Card| u64::from(self.cards.count(card));
                    let ways = held(first) * held(second).saturating_sub(again) * held(third).saturating_sub(thrice);
                    let three = [first, second, third];
                    let shown = self.patterns.iter().enumerate().filter(|(_, pattern)| {
                        pattern.is_some_and(|pattern| {
                            (pattern.third.is_empty() || pattern.third.contains(&third.rank))
                                && pattern.first_three.as_ref().is_none_or(|first| shows(first, &three, self.rule))
                        })
                    });
                    *sums.entry(shown.map(|(at, _)| 1 << at).sum()).or_default() += ways;
                }
            }
        }
        sums.into_iter().map(|(faces, ways)| (faces, ways.into())).collect()
    }
}

struct Hands<'a> {
    game: &'a Game,
    shown: Shown<'a>,
    /// Cards of each value.
    left: Vec<u64>,
    ends: BTreeMap<End, BigUint>,
}

impl Hands<'_> {
    /// Draws on from these values. `ways` are the ordered draws of them, by the patterns that their faces show.
    fn draw(&mut self, drawn: &mut Vec<Value>, ways: &[(u32, BigUint)]) {
        if drawn.len() >= 2
            && let Some(total) = finished(&self.game.dealer, drawn)
        {
            let blackjack = drawn.len() == 2 && drawn.contains(&Value::ACE) && drawn.contains(&Value::TEN);
            for (faces, ways) in ways {
                let end = End { cards: drawn.len() as u8, total, blackjack, faces: *faces };
                *self.ends.entry(end).or_default() += ways;
            }
            return;
        }
        for value in Value::all() {
            let left = self.left[value.index()];
            if left == 0 {
                continue;
            }
            drawn.push(value);
            let more = if drawn.len() == 3 && self.shown.asks_for_faces {
                self.shown.by_faces(drawn)
            } else {
                ways.iter().map(|(faces, ways)| (*faces, ways * left)).collect()
            };
            self.left[value.index()] -= 1;
            self.draw(drawn, &more);
            self.left[value.index()] += 1;
            drawn.pop();
        }
    }
}

/// The total of a dealer's hand that draws no more.
pub(crate) fn finished(rule: &DealerRule, drawn: &[Value]) -> Option<u8> {
    let hard: u8 = drawn.iter().map(|value| value.hard_points()).sum();
    // A limit of 22 leaves room for two aces of 11.
    let aces = drawn.iter().filter(|&&value| value == Value::ACE).count() as u8;
    let as_eleven = (rule.ace_limit.saturating_sub(hard) / 10).min(aces);
    let (total, soft) = (hard + 10 * as_eleven, as_eleven > 0);
    let draws = total < 17 || (total == 17 && soft && rule.soft_17 == Soft17::Hit);
    (!draws).then_some(total)
}
