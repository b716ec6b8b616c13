//! The paytables, line by line as the regulations print them.

/// What a line pays for one unit wagered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Odds {
    /// So many to 1: won beside the stake.
    To(i64),
    /// So many to 2.
    ToTwo(i64),
    /// So many for 1: paid in place of the stake.
    For(i64),
    /// So many percent of the meter.
    Meter(i64),
}

use Odds::{For, Meter, To, ToTwo};

/// A paytable of a wager, by name and number of decks.
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
pub(crate) fn paytable(id: &str, name: &str, decks: u16) -> Vec<(&'static str, Odds)> {
    match (id, name) {
        ("lucky-ladies", "13(c)") => vec![
            ("queens and dealer blackjack", To(1000)),
            ("queens", To(200)),
            ("matched 20", To(25)),
            ("suited 20", To(10)),
            ("any 20", To(4)),
        ],
        ("match-the-dealer", "11/4") => match_the_dealer(11, 4),
        ("match-the-dealer", "14/3") => match_the_dealer(14, 3),
        ("in-between", "13(e)") => vec![
            ("triple match", To(30)),
            ("one-card spread", To(10)),
            ("two-card spread", To(6)),
            ("three-card spread", To(4)),
            ("all others", To(1)),
        ],
        ("royal-match-21", "A") => royal_match_21(To(10), To(3)),
        ("royal-match-21", "B") => royal_match_21(To(5), To(3)),
        ("royal-match-21", "C") => royal_match_21(To(30), ToTwo(5)),
        ("royal-match-21", "D") => royal_match_21(To(25), ToTwo(5)),
        ("royal-match-21", "E") => royal_match_21(To(50), To(2)),
        ("bet-the-set-21", "A") => vec![("pair", To(15))],
        ("bet-the-set-21", "B") => vec![("suited pair", To(25)), ("pair", To(10))],
        ("bet-the-set-21", "C") => vec![("suited pair", To(15)), ("pair", To(10))],
        ("bet-the-set-21", "D") => vec![("suited pair", To(12)), ("pair", To(10))],
        ("kings-bounty", "13(h)") => vec![
            ("kings and dealer blackjack", To(1000)),
            ("kings", To(200)),
            ("suited kings", To(50)),
            ("suited queens, jacks or 10s", To(25)),
            ("suited 20", To(9)),
            ("pair of kings", To(6)),
            ("any 20", To(4)),
        ],
        ("super-match", "13(i)(1)") => {
            vec![("four-of-a-kind", To(40)), ("two pair", To(8)), ("three-of-a-kind", To(5)), ("pair", To(1))]
        }
        ("super-match", "13(i)(2)") => {
            vec![("four-of-a-kind", To(50)), ("two pair", To(7)), ("three-of-a-kind", To(5)), ("pair", To(1))]
        }
        ("three-card-poker", "A") => {
            vec![("straight flush", To(9)), ("three-of-a-kind", To(9)), ("straight", To(9)), ("flush", To(9))]
        }
        ("three-card-poker", "B") => {
            vec![("straight flush", To(30)), ("three-of-a-kind", To(20)), ("straight", To(10)), ("flush", To(5))]
        }
        ("house-money", "13(n)(1)") => vec![
            ("ace-king suited", To(9)),
            ("two-card straight flush", To(5)),
            ("pair", To(3)),
            ("two-card straight", To(1)),
        ],
        ("house-money", "13(n)(2)") => vec![
            ("ace-king suited", To(9)),
            ("two-card straight flush", To(4)),
            ("pair", To(3)),
            ("two-card straight", To(1)),
        ],
        ("hit-and-run", "13(l)") => vec![
            ("eight or more cards", Meter(100)),
            ("seven cards", For(200)),
            ("six cards", For(25)),
            ("five cards", For(8)),
            ("blackjack", For(4)),
        ],
        // Pennsylvania and Massachusetts print the same odds.
        ("bust-it", "12(c)") => vec![
            ("8, 8, 8 of the same suit", To(200)),
            ("8, 8, 8 of the same color", To(50)),
            ("third card 6", To(15)),
            ("third card 7", To(10)),
            ("third card 8", To(8)),
            ("third card 9", To(6)),
            ("third card of value 10", To(3)),
        ],
        ("bust-it", "6(d)") => vec![
            ("third card of value 10", To(3)),
            ("third card 9", To(6)),
            ("third card 8", To(8)),
            ("third card 7", To(10)),
            ("third card 6", To(15)),
            ("8, 8, 8 of the same color", To(50)),
            ("8, 8, 8 of the same suit", To(200)),
        ],
        ("match-the-dealer-progressive", number) => {
            // One non-suited and one suited match, one suited match, two non-suited matches, one non-suited match.
            let [both, suited, non_suited_two, non_suited] = match (decks, number) {
                (6, "1") => [12, 10, 4, 2],
                (6, "2") => [10, 7, 6, 3],
                (6, "3") => [8, 4, 8, 4],
                (6, "4") => [75, 4, 15, 3],
                (6, "5") => [12, 9, 6, 3],
                (6, "6") => [13, 10, 6, 3],
                (6, "7") => [11, 7, 8, 4],
                (6, "8") => [100, 5, 20, 3],
                (6, "9") => [15, 12, 6, 3],
                (6, "10") => [13, 9, 8, 4],
                (8, "1") => [9, 6, 6, 3],
                (8, "2") => [12, 10, 4, 2],
                (8, "3") => [8, 4, 8, 4],
                (8, "4") => [75, 4, 15, 3],
                (8, "5") => [12, 9, 6, 3],
                (8, "6") => [10, 6, 8, 4],
                (8, "7") => [13, 10, 6, 3],
                (8, "8") => [14, 11, 6, 3],
                (8, "9") => [100, 5, 20, 3],
                (8, "10") => [15, 12, 6, 3],
                _ => panic!("no paytable {number} for {decks} decks"),
            };
            vec![
                ("two suited matches, aces of spades", Meter(100)),
                ("two suited matches, all others", Meter(10)),
                ("one non-suited and one suited match", To(both)),
                ("one suited match", To(suited)),
                ("two non-suited matches", To(non_suited_two)),
                ("one non-suited match", To(non_suited)),
            ]
        }
        _ => panic!("{id} has no paytable `{name}`"),
    }
}

/// Each matching card is paid; with two, the sum.
fn match_the_dealer(suited: i64, unsuited: i64) -> Vec<(&'static str, Odds)> {
    vec![
        ("suited", To(suited)),
        ("unsuited", To(unsuited)),
        ("suited and suited", To(suited + suited)),
        ("suited and unsuited", To(suited + unsuited)),
        ("unsuited and unsuited", To(unsuited + unsuited)),
    ]
}

fn royal_match_21(royal: Odds, suited: Odds) -> Vec<(&'static str, Odds)> {
    vec![("royal match", royal), ("suited match", suited), ("crown treasure", For(1000))]
}
