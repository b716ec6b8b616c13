//! Every optional wager that does not depend on the player's play, read from the text of the regulations a second
//! time: no rule, paytable or count is shared with the crate under test.
//!
//! Cards are dealt one at a time, face by face, until the wager is settled. A wager is a function of the cards dealt
//! so far: the line that pays, or nothing yet if another card has to be dealt. Its paytable is a list of lines and
//! odds, typed in from the regulation.

mod paytables;
mod published;

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

pub(crate) use paytables::{Odds, paytable};

/// Constant part of what a unit wagered wins net, and the share of the meter that it wins.
pub(crate) type Net = (BigRational, BigRational);

/// Name of each reading and the choice made; a reading left out has its default.
pub(crate) type Readings = BTreeMap<String, String>;

/// The line of a wager that has lost.
pub(crate) const LOST: &str = "lost";

const ACE: u8 = 1;
const JACK: u8 = 11;
const QUEEN: u8 = 12;
const KING: u8 = 13;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

use Suit::{Clubs, Diamonds, Hearts, Spades};

/// A face: 1 is an ace, 11 to 13 are jack, queen and king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Card {
    pub(crate) rank: u8,
    pub(crate) suit: Suit,
}

impl Card {
    fn is_red(self) -> bool {
        self.suit == Diamonds || self.suit == Hearts
    }

    /// 10, jack, queen or king.
    fn is_ten(self) -> bool {
        self.rank >= 10
    }

    /// Point value, an ace 1.
    pub(crate) fn points(self) -> u8 {
        if self.is_ten() { 10 } else { self.rank }
    }
}

/// What a deck is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deck {
    /// 52 cards.
    Full,
    /// 48 cards: the 10 of each suit removed.
    WithoutTens,
}

impl Deck {
    pub(crate) fn faces(self) -> Vec<Card> {
        let mut faces = Vec::new();
        for suit in [Clubs, Diamonds, Hearts, Spades] {
            for rank in ACE..=KING {
                if rank != 10 || self == Deck::Full {
                    faces.push(Card { rank, suit });
                }
            }
        }
        faces
    }
}

/// The net results of a wager and their probabilities.
pub(crate) fn distribution(id: &str, table: &str, decks: u16, readings: &Readings) -> BTreeMap<Net, BigRational> {
    let deck = if id == "bust-it" { Deck::WithoutTens } else { Deck::Full };
    distribution_from(shoe(deck, decks), id, table, decks, readings)
}

/// The same from a shoe of these cards, once so many decks.
pub(crate) fn distribution_from(
    shoe: Vec<(Card, u128)>,
    id: &str,
    table: &str,
    decks: u16,
    readings: &Readings,
) -> BTreeMap<Net, BigRational> {
    let odds = paytable(id, table, decks);
    let mut distribution = BTreeMap::new();
    for (line, probability) in lines_from(shoe, id, decks, readings) {
        *distribution.entry(net(id, line, &odds, readings)).or_default() += probability;
    }
    distribution
}

/// What a line pays net under a paytable.
pub(crate) fn net(id: &str, line: &str, paytable: &[(&str, Odds)], readings: &Readings) -> Net {
    let odds = |line: &str| {
        let found = paytable.iter().find(|(name, _)| *name == line);
        found.unwrap_or_else(|| panic!("{id}: no odds for the line `{line}`")).1
    };
    let zero = BigRational::default();
    if line == LOST {
        return (whole(-1), zero);
    }
    if line == "royal match, dealer royal match" {
        // 7(g)(4): in addition to the payout for the player's Royal Match. The table says 1,000 for 1.
        let (royal, _) = net(id, "royal match", paytable, readings);
        let added = match reading(readings, "crown-treasure", &["1000", "999"]) {
            "1000" => 1000,
            _ => 999,
        };
        assert_eq!(odds("crown treasure"), Odds::For(1000));
        return (royal + whole(added), zero);
    }
    let stake_stays_lost = |name: &str, choices: &[&'static str]| reading(readings, name, choices) == "for";
    match odds(line) {
        Odds::To(odds) if id == "match-the-dealer-progressive" && stake_stays_lost("to-lines", &["to", "for"]) => {
            (whole(odds - 1), zero)
        }
        Odds::To(odds) => (whole(odds), zero),
        Odds::ToTwo(odds) => (ratio(odds, 2), zero),
        Odds::For(odds) => (whole(odds - 1), zero),
        Odds::Meter(percent) if stake_stays_lost("meter-lines", &["for", "to"]) => (whole(-1), ratio(percent, 100)),
        Odds::Meter(percent) => (zero, ratio(percent, 100)),
    }
}

/// The line that the cards dealt so far come to; nothing while another card has to be dealt.
pub(crate) type Decided = Box<dyn Fn(&[Card]) -> Option<&'static str>>;

/// How a wager is decided.
pub(crate) fn decided(id: &str, decks: u16, readings: &Readings) -> Decided {
    let read = |name: &str, choices: &[&'static str]| reading(readings, name, choices);
    match id {
        "lucky-ladies" => {
            let ace_nine = read("ace-nine", &["counts", "no"]) == "counts";
            Box::new(move |cards| lucky_ladies(cards, ace_nine))
        }
        "match-the-dealer" => {
            let each = read("match-pays", &["each", "best"]) == "each";
            let face_of_ten = read("tens-match", &["rank", "rank-and-suit"]) == "rank-and-suit";
            Box::new(move |cards| match_the_dealer(cards, each, face_of_ten))
        }
        "in-between" => {
            let ace = read("between-ace", &["high", "low", "both", "each"]);
            Box::new(move |cards| in_between(cards, ace))
        }
        "royal-match-21" => {
            let crown = read("crown-treasure", &["1000", "999", "none"]) != "none";
            Box::new(move |cards| royal_match_21(cards, crown))
        }
        "bet-the-set-21" => Box::new(move |cards| bet_the_set_21(cards, decks)),
        "kings-bounty" => {
            let ace_nine = read("ace-nine", &["counts", "no"]) == "counts";
            Box::new(move |cards| kings_bounty(cards, ace_nine))
        }
        "super-match" => Box::new(super_match),
        "three-card-poker" => {
            let queen_king_ace = read("three-card-poker-ace", &["high-and-low", "low-only"]) == "high-and-low";
            Box::new(move |cards| three_card_poker(cards, queen_king_ace))
        }
        "house-money" => {
            let ace = read("house-money-ace", &["both", "high", "low"]);
            Box::new(move |cards| house_money(cards, ace))
        }
        "hit-and-run" => Box::new(hit_and_run),
        "bust-it" => Box::new(bust_it),
        "match-the-dealer-progressive" => Box::new(match_the_dealer_progressive),
        other => panic!("no such wager: {other}"),
    }
}

/// The lines of a wager and their probabilities; those that cannot happen are left out.
pub(crate) fn lines(id: &str, deck: Deck, decks: u16, readings: &Readings) -> BTreeMap<&'static str, BigRational> {
    lines_from(shoe(deck, decks), id, decks, readings)
}

/// The same from a shoe of these cards, once so many decks.
fn lines_from(
    mut shoe: Vec<(Card, u128)>,
    id: &str,
    decks: u16,
    readings: &Readings,
) -> BTreeMap<&'static str, BigRational> {
    if id == "hit-and-run" {
        // Suits have no part in it: one face a rank, with the copies of all suits.
        let of_rank = |rank| shoe.iter().filter(|(card, _)| card.rank == rank).map(|(_, copies)| copies).sum();
        shoe = (ACE..=KING).map(|rank| (Card { rank, suit: Spades }, of_rank(rank))).collect();
    }
    settle(shoe, &decided(id, decks, readings))
}

/// The same with a card of a colour drawn before all others: the player's first card, or the first card of another player.
pub(crate) fn lines_beside(
    id: &str,
    decks: u16,
    readings: &Readings,
    first_seat: bool,
    red: bool,
) -> BTreeMap<&'static str, BigRational> {
    let decided = decided(id, decks, readings);
    let full = shoe(Deck::Full, decks);
    let mut sums: BTreeMap<&'static str, BigRational> = BTreeMap::new();
    for (at, &(drawn, copies)) in full.iter().enumerate().filter(|(_, (card, _))| card.is_red() == red) {
        let mut rest = full.clone();
        rest[at].1 -= 1;
        let lines = if first_seat {
            settle(rest, &|cards: &[Card]| decided(&[&[drawn], cards].concat()))
        } else {
            settle(rest, &decided)
        };
        let share = BigRational::new(copies.into(), (26 * u128::from(decks)).into());
        for (line, chance) in lines {
            *sums.entry(line).or_default() += chance * &share;
        }
    }
    sums
}

pub(crate) fn shoe(deck: Deck, decks: u16) -> Vec<(Card, u128)> {
    deck.faces().into_iter().map(|face| (face, u128::from(decks))).collect()
}

/// The choice of a reading: the first of the choices unless one is made.
fn reading(readings: &Readings, name: &str, choices: &[&'static str]) -> &'static str {
    let Some(made) = readings.get(name) else { return choices[0] };
    choices.iter().find(|choice| *choice == made).unwrap_or_else(|| panic!("reading {name} has no choice `{made}`"))
}

/// Deals from a shoe of faces and their copies until the wager is settled, in every order that there is.
fn settle(
    mut shoe: Vec<(Card, u128)>,
    wager: &dyn Fn(&[Card]) -> Option<&'static str>,
) -> BTreeMap<&'static str, BigRational> {
    let cards: u128 = shoe.iter().map(|(_, copies)| copies).sum();
    // Ways to deal physical cards in order, by line and number of cards dealt.
    let mut ways = BTreeMap::new();
    deal(&mut shoe, &mut Vec::new(), 1, wager, &mut ways);
    let mut lines: BTreeMap<&'static str, BigRational> = BTreeMap::new();
    for ((line, dealt), ways) in ways {
        let orders: BigInt = (0..dealt as u128).map(|drawn| BigInt::from(cards - drawn)).product();
        *lines.entry(line).or_default() += BigRational::new(ways.into(), orders);
    }
    assert!(lines.values().sum::<BigRational>().is_one(), "every deal is settled once");
    lines
}

fn deal(
    shoe: &mut [(Card, u128)],
    dealt: &mut Vec<Card>,
    orders: u128,
    wager: &dyn Fn(&[Card]) -> Option<&'static str>,
    ways: &mut BTreeMap<(&'static str, usize), u128>,
) {
    if let Some(line) = wager(dealt) {
        *ways.entry((line, dealt.len())).or_default() += orders;
        return;
    }
    for face in 0..shoe.len() {
        let (card, left) = shoe[face];
        if left > 0 {
            shoe[face].1 -= 1;
            dealt.push(card);
            deal(shoe, dealt, orders * left, wager, ways);
            dealt.pop();
            shoe[face].1 += 1;
        }
    }
}

/// 633a.1: an ace and any card having a value of 10 as the initial two cards.
fn is_blackjack(one: Card, other: Card) -> bool {
    one.rank == ACE && other.is_ten() || one.is_ten() && other.rank == ACE
}

/// Whether two cards have a total point count of 20.
fn is_twenty(one: Card, other: Card, ace_nine: bool) -> bool {
    if one.is_ten() && other.is_ten() {
        true
    } else {
        ace_nine && (one.rank == ACE && other.rank == 9 || one.rank == 9 && other.rank == ACE)
    }
}

/// Player's two cards; with two queens of hearts, the dealer's two as well. 633a.1, 7(g)(1), 13(c).
fn lucky_ladies(cards: &[Card], ace_nine: bool) -> Option<&'static str> {
    let queen_of_hearts = Card { rank: QUEEN, suit: Hearts };
    match *cards {
        [one, other] if one == queen_of_hearts && other == queen_of_hearts => None,
        [one, other] => Some(if !is_twenty(one, other, ace_nine) {
            LOST
        } else if one == other {
            "matched 20"
        } else if one.suit == other.suit {
            "suited 20"
        } else {
            "any 20"
        }),
        [_, _, up, hole] => Some(if is_blackjack(up, hole) { "queens and dealer blackjack" } else { "queens" }),
        _ => None,
    }
}

/// Player's two cards, then the up card. 633a.7(g)(2), 13(d); 685a.7(f), 11(c).
fn match_the_dealer(cards: &[Card], each: bool, face_of_ten: bool) -> Option<&'static str> {
    let &[one, other, up] = cards else { return None };
    // A ten, jack, queen or king matches an identical card only: ranks are compared, not values; or rank and suit.
    let suited = [one, other].iter().filter(|card| card.rank == up.rank && card.suit == up.suit).count();
    let unsuited = [one, other].iter().filter(|card| card.rank == up.rank && card.suit != up.suit).count();
    let unsuited = if face_of_ten && up.is_ten() { 0 } else { unsuited };
    Some(match (suited, unsuited) {
        (0, 0) => LOST,
        (1, 0) => "suited",
        (0, 1) => "unsuited",
        // The suited match is the higher in both paytables.
        (2, 0) | (1, 1) if !each => "suited",
        (0, 2) if !each => "unsuited",
        (2, 0) => "suited and suited",
        (1, 1) => "suited and unsuited",
        (0, 2) => "unsuited and unsuited",
        _ => unreachable!("two cards"),
    })
}

/// Player's two cards, then the up card. 633a.7(g)(3), 13(e).
fn in_between(cards: &[Card], ace: &str) -> Option<&'static str> {
    let &[one, other, up] = cards else { return None };
    if one.rank == other.rank {
        // Between an ace below the 2 and an ace above the king lie twelve ranks.
        let apart = one.rank == ACE && ace == "each";
        return Some(match (up.rank == one.rank, apart) {
            (true, _) => "triple match",
            (false, true) => "all others",
            (false, false) => LOST,
        });
    }
    // Cards between the player's two if the up card is one of them; the fewer the better.
    let spread = |place_of_ace: u8| {
        let place = |card: Card| if card.rank == ACE { place_of_ace } else { card.rank };
        let (low, high) = (place(one).min(place(other)), place(one).max(place(other)));
        (low < place(up) && place(up) < high).then(|| high - low - 1)
    };
    let spread = match ace {
        "high" => spread(14),
        "low" => spread(1),
        _ => match (spread(14), spread(1)) {
            (Some(high), Some(low)) => Some(high.min(low)),
            (Some(only), None) | (None, Some(only)) => Some(only),
            (None, None) => None,
        },
    };
    Some(match spread {
        None => LOST,
        Some(1) => "one-card spread",
        Some(2) => "two-card spread",
        Some(3) => "three-card spread",
        Some(_) => "all others",
    })
}

/// Player's two cards; with a Royal Match, the dealer's two as well. 633a.1, 7(g)(4), 13(f).
fn royal_match_21(cards: &[Card], crown: bool) -> Option<&'static str> {
    let is_royal = |one: Card, other: Card| {
        one.suit == other.suit && (one.rank == KING && other.rank == QUEEN || one.rank == QUEEN && other.rank == KING)
    };
    match *cards {
        [one, other] if one.suit != other.suit => Some(LOST),
        [one, other] if !is_royal(one, other) => Some("suited match"),
        [_, _] if !crown => Some("royal match"),
        [_, _, up, hole] => Some(if is_royal(up, hole) { "royal match, dealer royal match" } else { "royal match" }),
        _ => None,
    }
}

/// Player's two cards. 633a.1, 7(g)(5), 13(g).
fn bet_the_set_21(cards: &[Card], decks: u16) -> Option<&'static str> {
    let &[one, other] = cards else { return None };
    Some(if one.rank != other.rank {
        LOST
    } else if one.suit != other.suit {
        "pair"
    } else {
        assert!(decks > 1, "a deck holds no two cards alike");
        "suited pair"
    })
}

/// Player's two cards; with two kings of spades, the dealer's two as well. 633a.7(g)(6), 13(h).
fn kings_bounty(cards: &[Card], ace_nine: bool) -> Option<&'static str> {
    let king_of_spades = Card { rank: KING, suit: Spades };
    match *cards {
        [one, other] if one == king_of_spades && other == king_of_spades => None,
        [one, other] => Some(if !is_twenty(one, other, ace_nine) {
            LOST
        } else if one == other && one.rank == KING {
            "suited kings"
        } else if one == other {
            assert!((10..=QUEEN).contains(&one.rank));
            "suited queens, jacks or 10s"
        } else if one.suit == other.suit {
            "suited 20"
        } else if one.rank == KING && other.rank == KING {
            "pair of kings"
        } else {
            "any 20"
        }),
        [_, _, up, hole] => Some(if is_blackjack(up, hole) { "kings and dealer blackjack" } else { "kings" }),
        _ => None,
    }
}

/// Player's first four cards. 633a.7(g)(7), 13(i).
fn super_match(cards: &[Card]) -> Option<&'static str> {
    let &[first, second, third, fourth] = cards else { return None };
    let four = [first.rank, second.rank, third.rank, fourth.rank];
    let same = |card: usize, others: [usize; 3]| others.iter().filter(|other| four[**other] == four[card]).count();
    // How many of the other three each card is alike to.
    let mut alike = [same(0, [1, 2, 3]), same(1, [0, 2, 3]), same(2, [0, 1, 3]), same(3, [0, 1, 2])];
    alike.sort_unstable();
    Some(match alike {
        [3, 3, 3, 3] => "four-of-a-kind",
        [1, 1, 1, 1] => "two pair",
        [0, 2, 2, 2] => "three-of-a-kind",
        [0, 0, 1, 1] => "pair",
        [0, 0, 0, 0] => LOST,
        other => unreachable!("{other:?}"),
    })
}

/// Player's two cards and the up card. 633a.1, 6(e)(9), 7(g)(8), 13(k).
fn three_card_poker(cards: &[Card], queen_king_ace: bool) -> Option<&'static str> {
    let &[one, other, up] = cards else { return None };
    let mut ranks = [one.rank, other.rank, up.rank];
    ranks.sort_unstable();
    // An ace completes 2 and 3, and is above the king or is combined with no other sequence.
    let straight =
        queen_king_ace && ranks == [ACE, QUEEN, KING] || ranks[1] == ranks[0] + 1 && ranks[2] == ranks[1] + 1;
    let flush = one.suit == other.suit && other.suit == up.suit;
    Some(if straight && flush {
        "straight flush"
    } else if ranks[0] == ranks[2] {
        "three-of-a-kind"
    } else if straight {
        "straight"
    } else if flush {
        "flush"
    } else {
        LOST
    })
}

/// Player's two cards, the payout taken and not added to the Blackjack Wager. 633a.1, 6(e)(12), 13(n).
fn house_money(cards: &[Card], ace: &str) -> Option<&'static str> {
    let &[one, other] = cards else { return None };
    let (low, high) = (one.rank.min(other.rank), one.rank.max(other.rank));
    let suited = one.suit == other.suit;
    let consecutive = match (low, high) {
        (ACE, 2) => ace != "high",
        (ACE, KING) => ace != "low",
        _ => high == low + 1,
    };
    Some(if suited && (low, high) == (ACE, KING) {
        "ace-king suited"
    } else if suited && consecutive {
        "two-card straight flush"
    } else if low == high {
        "pair"
    } else if consecutive {
        "two-card straight"
    } else {
        LOST
    })
}

/// 633a.3(e): an ace is 11 unless that brings the hand over 21.
fn total(cards: &[Card]) -> u8 {
    let hard = cards.iter().map(|card| card.points()).sum();
    if hard + 10 <= 21 && cards.iter().any(|card| card.rank == ACE) { hard + 10 } else { hard }
}

/// Dealer's cards in order; she draws to 17, soft or hard, whatever the players have done. 633a.7(m), (o)(2), 13(l).
fn hit_and_run(cards: &[Card]) -> Option<&'static str> {
    if cards.len() < 2 || total(cards) < 17 {
        return None;
    }
    Some(match cards {
        [up, hole] if is_blackjack(*up, *hole) => "blackjack",
        _ if cards.len() < 5 => LOST,
        // A card that brings the hand over 21 counts too.
        _ if cards.len() == 5 => "five cards",
        _ if cards.len() == 6 => "six cards",
        _ if cards.len() == 7 => "seven cards",
        _ => "eight or more cards",
    })
}

/// Dealer's cards in order, three at most. 665a.7(m), 12(c); Massachusetts 6(d).
fn bust_it(cards: &[Card]) -> Option<&'static str> {
    match *cards {
        [_, _] if total(cards) >= 17 => Some(LOST),
        [_, _, _] if total(cards) <= 21 => Some(LOST),
        [up, hole, third] => {
            let eights = cards.iter().all(|card| card.rank == 8);
            Some(if eights && up.suit == hole.suit && hole.suit == third.suit {
                "8, 8, 8 of the same suit"
            } else if eights && up.is_red() == hole.is_red() && hole.is_red() == third.is_red() {
                "8, 8, 8 of the same color"
            } else {
                match third.rank {
                    6 => "third card 6",
                    7 => "third card 7",
                    8 => "third card 8",
                    9 => "third card 9",
                    10 | JACK | QUEEN | KING => "third card of value 10",
                    other => unreachable!("a {other} brings no 16 over 21"),
                }
            })
        }
        _ => None,
    }
}

/// Player's two cards, then the up card. 685c.1(a).
fn match_the_dealer_progressive(cards: &[Card]) -> Option<&'static str> {
    let &[one, other, up] = cards else { return None };
    let same = |card: Card| card.rank == up.rank;
    let same_suit = |card: Card| card.rank == up.rank && card.suit == up.suit;
    Some(if same_suit(one) && same_suit(other) {
        if up == (Card { rank: ACE, suit: Spades }) {
            "two suited matches, aces of spades"
        } else {
            "two suited matches, all others"
        }
    } else if same(one) && same(other) {
        if same_suit(one) || same_suit(other) {
            "one non-suited and one suited match"
        } else {
            "two non-suited matches"
        }
    } else if same_suit(one) || same_suit(other) {
        "one suited match"
    } else if same(one) || same(other) {
        "one non-suited match"
    } else {
        LOST
    })
}

pub(crate) fn whole(number: i64) -> BigRational {
    ratio(number, 1)
}

pub(crate) fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}
