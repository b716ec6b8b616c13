//! A wager that the player's first two cards match the dealer's up card in rank; a match in suit too pays more.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use rules::{Game, MatchPays, Paytable};

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
/// Ranks match, not values: a king matches a king and no other ten-valued card. So every up card leaves the same
/// three classes of cards: its own face, its rank in the other suits, and the other ranks.
pub(crate) fn lines(match_pays: MatchPays, paytable: &Paytable, game: &Game, decks: u16) -> Vec<Line> {
    let decks = u32::from(decks);
    let up_cards = faces(game).len() as u32 * decks;
    let (suited, unsuited, other) = (decks.saturating_sub(1), 3 * decks, up_cards - 4 * decks);
    let lines: Vec<Line> = OUTCOMES
        .iter()
        .map(|&(name, suits, ranks)| Line {
            name: name.to_owned(),
            combinations: choose(suited, suits) * choose(unsuited, ranks) * choose(other, 2 - suits - ranks) * up_cards,
            fixed: pays(match_pays, paytable, suits, ranks),
            per_meter: BigRational::zero(),
        })
        .collect();
    debug_assert_eq!(
        lines.iter().map(|line| &line.combinations).sum::<BigUint>(),
        choose(up_cards.saturating_sub(1), 2) * up_cards,
        "the outcomes list every deal once"
    );
    lines
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
