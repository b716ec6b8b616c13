//! A wager that the player's first two cards match the dealer's up card in rank; a match in suit too pays more, and where the rules say so it alone is
//! a match of a card of ten points.

use cards::{Card, Suit, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use rules::{MatchPays, OfferedWager, Paytable, SideWager, TensMatch};

use crate::count::choose;
use crate::result::Line;

/// The outcomes: name, suited matches, unsuited matches. The order breaks ties between lines of equal pay.
const OUTCOMES: [(&str, u32, u32); 6] = [
    ("Two suited matches", 2, 0),
    ("One suited and one unsuited match", 1, 1),
    ("Two unsuited matches", 0, 2),
    ("One suited match", 1, 0),
    ("One unsuited match", 0, 1),
    ("No match", 0, 0),
];

/// A deal is the up card and the unordered pair of the player's first two cards.
///
/// Ranks match, not values: a king matches a king and no other ten-valued card. So every up card leaves three classes of cards:
/// its own face, its rank in the other suits where that is a match, and the others.
pub(crate) fn lines(match_pays: MatchPays, wager: &OfferedWager) -> Vec<Line> {
    let cards = &wager.cards;
    let of_up = |up: Card, suits: u32, ranks: u32| {
        let suited = u32::from(cards.count(up)) - 1;
        let other_suits = Suit::ALL.into_iter().filter(|&suit| suit != up.suit).map(|suit| Card { suit, ..up });
        let unsuited = if matches_by_rank(&wager.rule, up) {
            other_suits.map(|card| u32::from(cards.count(card))).sum()
        } else {
            0
        };
        let other = cards.total() - 1 - suited - unsuited;
        choose(suited, suits) * choose(unsuited, ranks) * choose(other, 2 - suits - ranks) * (suited + 1)
    };
    let lines: Vec<Line> = OUTCOMES
        .iter()
        .map(|&(name, suits, ranks)| Line {
            name: name.to_owned(),
            combinations: cards.faces().map(|up| of_up(up, suits, ranks)).sum(),
            fixed: pays(match_pays, &wager.paytable, suits, ranks),
            per_meter: BigRational::zero(),
        })
        .collect();
    debug_assert_eq!(
        lines.iter().map(|line| &line.combinations).sum::<BigUint>(),
        choose(cards.total().saturating_sub(1), 2) * cards.total(),
        "the outcomes list every deal once"
    );
    lines
}

/// Whether cards of the up card's rank and another suit match it.
pub(crate) fn matches_by_rank(wager: &SideWager, up: Card) -> bool {
    wager.tens_match == TensMatch::Rank || up.rank.value() != Value::TEN
}

/// The net result of so many matches.
pub(crate) fn pays(reading: MatchPays, paytable: &Paytable, suits: u32, ranks: u32) -> BigRational {
    let matches = [(paytable.suited, suits), (paytable.unsuited, ranks)];
    let matches = matches.into_iter().filter_map(|(odds, times)| Some((odds?, times)));
    let won = matches.filter(|&(_, times)| times > 0).map(|(odds, times)| match reading {
        MatchPays::Each => odds.exact() * BigInt::from(times),
        MatchPays::Best => odds.exact(),
    });
    let paid = match reading {
        MatchPays::Each => won.reduce(|sum, one| sum + one),
        MatchPays::Best => won.max(),
    };
    paid.unwrap_or_else(|| BigRational::from_integer((-1).into()))
}
