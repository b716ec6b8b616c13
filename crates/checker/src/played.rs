//! Side wagers that the play of the hand decides, under the stated zero-memory strategy.
//!
//! The player's hand is followed forward from its first two cards, order by order, with what has become of its straight. A hand
//! that is finished meets the dealer's finished hands beside the cards that are gone. Of a split the hand that is played first
//! counts: it is beside as many cards of the pair as it was split from, whatever becomes of the others.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Rank, Suit, Value};
use certificate::StatedClass;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{AfterSplitHands, BlackjackAfterSplit, DealerPattern, NoLiveHand, SideWager, StraightFate, Submission};

use crate::dealer::{self, ENDS, falling};
use crate::hand_place::{Doubled, Spot};
use crate::hands::{Counts, NATURAL_VALUES, VALUES, value_name};
use crate::law;
use crate::refusal::Refusal;
use crate::round::Round;
use crate::strategy::{Act, Row};
use crate::up_card_play::{UpCardPlay, stated_plays};
use crate::wager_patterns::{bits, ends_as};

/// Which lines fit, as bits, or the wager is returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Fits(u32),
    Returned,
}

/// No line fits.
const NOTHING: End = End::Fits(0);

/// Why a wager on the play is not looked at, if it is not.
pub(crate) fn unchecked(submission: &Submission, rule: &SideWager) -> Option<&'static str> {
    let of_dealer = rule.lines.iter().filter_map(|line| line.dealer_hand.as_ref());
    if submission.game.switch.is_some() {
        return Some("two hands to switch play it");
    }
    of_dealer.into_iter().any(DealerPattern::asks_for_faces).then_some("it looks at the dealer's faces and at the play")
}

/// The straight of a hand so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Straight {
    /// None, and there will be none.
    None,
    /// From one rank to another, and it can grow.
    Open { low: u8, high: u8 },
    /// It has so many cards and grows no more.
    Closed { cards: u8, has_ace: bool },
}

/// Places of ranks in a straight.
const ACE: u8 = 1;
const QUEEN: u8 = 12;
const KING: u8 = 13;

impl Straight {
    fn of_two(one: u8, other: u8) -> Self {
        let (low, high) = (one.min(other), one.max(other));
        match (low, high) {
            (ACE, KING) => Self::Closed { cards: 2, has_ace: true },
            _ if low + 1 == high => Self::Open { low, high },
            _ => Self::None,
        }
    }

    /// With one more card.
    fn and(self, rank: u8, king_queen_ace: bool) -> Self {
        let Self::Open { low, high } = self else { return self };
        if rank + 1 == low {
            Self::Open { low: rank, high }
        } else if rank == high + 1 {
            Self::Open { low, high: rank }
        } else if king_queen_ace && (low, high, rank) == (QUEEN, KING, ACE) {
            Self::Closed { cards: 3, has_ace: true }
        } else {
            Self::Closed { cards: self.cards(), has_ace: low == ACE }
        }
    }

    fn cards(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Open { low, high } => high - low + 1,
            Self::Closed { cards, .. } => cards,
        }
    }

    fn has_ace(self) -> bool {
        match self {
            Self::None => false,
            Self::Open { low, .. } => low == ACE,
            Self::Closed { has_ace, .. } => has_ace,
        }
    }
}

/// What is looked at of a player's hand: its straight, and the ranks of its ten-valued cards by how often each was drawn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    straight: Straight,
    tens: [u16; TENS],
}

const TENS: usize = 4;

/// Ordered ways by what is seen, times [`Hands::scale`].
type Ways = BTreeMap<Seen, BigInt>;

/// Where a hand ends, what of it counts, and the ordered ways to come there, times [`Hands::scale`].
struct Final {
    gone: Counts,
    /// `None` for a hand that is busted or given up.
    total: Option<u8>,
    straight: Straight,
    ways: BigInt,
}

/// A chance as numerator and denominator.
type Chance = [u16; 2];

const CERTAIN: Chance = [1, 1];

fn times(ways: &BigInt, [numerator, denominator]: Chance) -> BigInt {
    ways * numerator / denominator
}

/// The hands of one signal.
struct Hands<'a> {
    rule: &'a SideWager,
    round: &'a Round<'a>,
    play: &'a Row,
    tracks_straights: bool,
    /// Ten-valued cards of each rank in the fewest full decks that hold the shoe.
    each_ten: u16,
    /// A multiple of every chance's denominator: that of an ace's suit, and those of the ranks of two tens, since a hand that is not over
    /// 21 holds no more.
    scale: &'a BigInt,
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
    fn follow(&self, spot: Spot, pair: Option<usize>, beside: &Counts, starts: Vec<(usize, Ways)>) -> Vec<Final> {
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
            let act = if spot == Spot::Unsplit && hand.is_ace_and_ten() {
                Act::Stand
            } else {
                play.act(id, round.may(spot, pair, hand))
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
    fn split(&self, id: usize, early: &[bool]) -> Option<usize> {
        let pair = self.round.hands.list[id].pair().filter(|_| !self.round.ends_round && !early[id]);
        pair.filter(|&pair| self.play.split[pair])
    }

    /// Every hand that is not split.
    fn unsplit(&self, early: &[bool]) -> Vec<Final> {
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
        finals.extend(self.follow(Spot::Unsplit, None, &[0; VALUES], starts));
        finals
    }

    /// What counts of the pairs that are split: their straight as it was dealt, or the hand that is played first.
    fn split_pairs(&self, early: &[bool]) -> Vec<Final> {
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
    fn ends(&self, one: &Final, dealer: Option<(usize, usize)>) -> Vec<(End, Chance)> {
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

/// The probability of every end over all rounds.
///
/// # Errors
/// [`Refusal`] for a table that the rules do not ask for and for shoes that cannot be checked.
pub(crate) fn law(
    submission: &Submission,
    class: &StatedClass,
    rule: &SideWager,
    progress: &dyn Fn(&str),
) -> Result<BTreeMap<End, BigRational>, Refusal> {
    if rule.play.no_live_hand == NoLiveHand::Stops {
        return live_law(submission, class, rule, progress);
    }
    let tracks_straights = rule.lines.iter().any(|line| line.straight.is_some());
    let asks_for_dealer = rule.lines.iter().any(|line| line.dealer_hand.is_some());
    let suits = Suit::ALL.len() as u16;
    let each_ten = submission.shoe.count(Value::TEN).div_ceil(TENS as u16 * suits) * suits;
    let tens = BigInt::from(each_ten) * TENS;
    let scale = (&tens * (&tens - 1_u32) * suits).max(suits.into());
    over_rounds(submission, class, &scale, |table, round, play| {
        let hands = Hands { rule, round, play, tracks_straights, each_ten, scale: &scale };
        let mut sums = Sums::new();
        for one in hands.unsplit(&table.early).into_iter().chain(hands.split_pairs(&table.early)) {
            let size: usize = one.gone.iter().map(|&count| usize::from(count)).sum();
            let left = round.without(&one.gone);
            let mut add = |draws: usize, ends: Vec<(End, Chance)>, ways: u128| {
                for (end, chance) in ends {
                    *sums.entry((end, draws)).or_insert_with(BigInt::zero) += times(&one.ways, chance) * ways;
                }
            };
            if asks_for_dealer {
                let draws = round.dealer.most_draws;
                for ((end, cards), ways) in round.dealer.finished_law(&left, draws)? {
                    add(size + draws, hands.ends(&one, Some((end, cards))), ways);
                }
            } else {
                add(size + 1, hands.ends(&one, None), round.holes_in(&left).into());
            }
        }
        Ok(sums)
    })
}

/// Ordered ways by end and number of cards drawn, times a scale.
type Sums = BTreeMap<(End, usize), BigInt>;

/// The probability of every end that the sums of all up cards and signals come to.
fn over_rounds(
    submission: &Submission,
    class: &StatedClass,
    scale: &BigInt,
    mut sums: impl FnMut(&UpCardPlay<'_>, &Round<'_>, &Row) -> Result<Sums, Refusal>,
) -> Result<BTreeMap<End, BigRational>, Refusal> {
    let mut law: BTreeMap<End, BigRational> = BTreeMap::new();
    for (up, play) in stated_plays(submission, class)? {
        let table = UpCardPlay::new(submission, class, up, play)?;
        let of_up = BigRational::new(submission.shoe.count(up).into(), submission.shoe.total().into());
        for (round, play) in table.rounds(table.attacked)?.iter().zip(&table.plays) {
            for ((end, draws), sum) in sums(&table, round, play)? {
                let probability = BigRational::new(sum, falling(round.unseen, draws) * scale) * &of_up;
                *law.entry(end).or_insert_with(BigRational::zero) += probability;
            }
        }
    }
    law.retain(|_, probability| !probability.is_zero());
    Ok(law)
}

/// Whether a line's pattern fits the dealer's finished hand, by its end and number of cards.
fn fits_dealer(hand: &DealerPattern, end: usize, cards: usize) -> bool {
    ends_as(hand, cards, dealer::total(end).unwrap_or(21), end == dealer::BLACKJACK)
}

/// The same where the dealer draws only for a hand that is live, and the wager is lost if there is none. A blackjack that ends the
/// round is seen in any case; a player's blackjack waits for no more than the dealer's.
fn live_law(
    submission: &Submission,
    class: &StatedClass,
    rule: &SideWager,
    progress: &dyn Fn(&str),
) -> Result<BTreeMap<End, BigRational>, Refusal> {
    let end_of = |end: usize, cards: usize| {
        let fits = rule.lines.iter().map(|line| {
            line.chance.is_none() && line.dealer_hand.as_ref().is_none_or(|hand| fits_dealer(hand, end, cards))
        });
        End::Fits(bits(fits))
    };
    let scale = BigInt::one();
    let mut law = over_rounds(submission, class, &scale, |table, round, play| {
        let hands = Hands { rule, round, play, tracks_straights: false, each_ten: 0, scale: &scale };
        let waits = round.game.natural.after_split != BlackjackAfterSplit::No && !round.ends_round;
        if waits && round.dealer.ends()[dealer::BLACKJACK] {
            return Err(Refusal::not_checkable("blackjacks of split hands that wait for the dealer's second card"));
        }
        let draws = round.dealer.most_draws;
        let mut sums = Sums::new();
        let add = |sums: &mut Sums, gone: &Counts, ways: &BigInt, only: Option<usize>| -> Result<(), Refusal> {
            let size: usize = gone.iter().map(|&count| usize::from(count)).sum();
            let law = round.dealer.finished_law(&round.without(gone), draws)?;
            for ((end, cards), of_dealer) in
                law.into_iter().filter(|((end, _), _)| only.is_none_or(|only| only == *end))
            {
                *sums.entry((end_of(end, cards), size + draws)).or_insert_with(BigInt::zero) += ways * of_dealer;
            }
            Ok(())
        };
        if round.ends_round {
            add(&mut sums, &[0; VALUES], &BigInt::one(), None)?;
        } else {
            let mut blackjack = [0; VALUES];
            NATURAL_VALUES.iter().for_each(|&value| blackjack[value] = 1);
            for one in hands.unsplit(&table.early).iter().filter(|one| one.total.is_some()) {
                let only = (one.gone == blackjack).then_some(dealer::BLACKJACK);
                add(&mut sums, &one.gone, &one.ways, only)?;
            }
        }
        let all_ends = (0..ENDS).flat_map(|end| (2..=draws + 1).map(move |cards| (end, cards)));
        let ends: BTreeSet<End> = all_ends.map(|(end, cards)| end_of(end, cards)).collect();
        let ends: Vec<End> = ends.into_iter().filter(|&end| end != NOTHING).collect();
        let gone = law::Gone {
            given_up: true,
            blackjacks: true,
            class: &|end, cards| ends.iter().position(|&one| one == end_of(end, cards)),
            classes: ends.len(),
        };
        for (id, hand) in round.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
            let Some(pair) = hands.split(id, &table.early) else { continue };
            let name = value_name(pair);
            progress(&format!("up card {}, {name},{name} split", table.up));
            add(&mut sums, &hand.cards, &round.ways_of(&hand.cards), None)?;
            let (numbers, draws) = law::no_live_hand(round, play, pair, &gone)?;
            for (&end, number) in ends.iter().zip(numbers) {
                *sums.entry((end, draws)).or_insert_with(BigInt::zero) -= number;
            }
        }
        sums.retain(|&(end, _), _| end != NOTHING);
        Ok(sums)
    })?;
    let lost = BigRational::one() - law.values().sum::<BigRational>();
    if !lost.is_zero() {
        law.insert(NOTHING, lost);
    }
    Ok(law)
}
