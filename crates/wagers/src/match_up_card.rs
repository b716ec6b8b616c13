//! A wager that the player's first two cards match the dealer's up card in rank; a match in suit too pays more, and where the rules say so it alone is
//! a match of a card of ten points.

use cards::{Card, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use rules::{Game, MatchPays, Paytable, SideWager, TensMatch};

use crate::count::{choose, faces};
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
/// its own face, its rank in the other suits where that is a match, and the others. There are two kinds of up cards, by
/// whether the second class is empty.
pub(crate) fn lines(
    match_pays: MatchPays,
    wager: &SideWager,
    paytable: &Paytable,
    game: &Game,
    decks: u16,
) -> Vec<Line> {
    let decks = u32::from(decks);
    let faces = faces(game);
    let cards = faces.len() as u32 * decks;
    let by_face = faces.iter().filter(|&&up| !matches_by_rank(wager, up)).count() as u32 * decks;
    let suited = decks.saturating_sub(1);
    let combinations = |suits: u32, ranks: u32| {
        let of = |up_cards: u32, unsuited: u32| {
            let other = cards - decks - unsuited;
            choose(suited, suits) * choose(unsuited, ranks) * choose(other, 2 - suits - ranks) * up_cards
        };
        of(cards - by_face, 3 * decks) + of(by_face, 0)
    };
    let lines: Vec<Line> = OUTCOMES
        .iter()
        .map(|&(name, suits, ranks)| Line {
            name: name.to_owned(),
            combinations: combinations(suits, ranks),
            fixed: pays(match_pays, paytable, suits, ranks),
            per_meter: BigRational::zero(),
        })
        .collect();
    debug_assert_eq!(
        lines.iter().map(|line| &line.combinations).sum::<BigUint>(),
        choose(cards.saturating_sub(1), 2) * cards,
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
