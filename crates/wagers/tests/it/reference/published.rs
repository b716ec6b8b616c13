//! The reference alone: published figures, each under the reading it belongs to, and hands counted by hand.
//!
//! Sources are named at each test. Published figures are rounded; they are compared to the digits printed.

use num_traits::Zero;

use super::*;

fn readings(made: &[(&str, &str)]) -> Readings {
    made.iter().map(|(name, choice)| ((*name).to_owned(), (*choice).to_owned())).collect()
}

/// Expected constant part and expected share of the meter.
fn value(id: &str, table: &str, decks: u16, made: &[(&str, &str)]) -> Net {
    let distribution = distribution(id, table, decks, &readings(made));
    assert!(distribution.values().sum::<BigRational>().is_one());
    let mean = |part: &dyn Fn(&Net) -> BigRational| distribution.iter().map(|(net, share)| part(net) * share).sum();
    (mean(&|net| net.0.clone()), mean(&|net| net.1.clone()))
}

fn ev(id: &str, table: &str, decks: u16, made: &[(&str, &str)]) -> BigRational {
    let (fixed, per_meter) = value(id, table, decks, made);
    assert!(per_meter.is_zero(), "{id} has a meter");
    fixed
}

/// Expected net result under odds that are not those of the regulations; lines without odds lose.
fn ev_under(lines: &BTreeMap<&'static str, BigRational>, odds: &[(&str, i64)]) -> BigRational {
    for (line, _) in odds {
        assert!(lines.contains_key(line), "{line}");
    }
    let pays = |line: &str| odds.iter().find(|(name, _)| *name == line).map_or(-1, |(_, odds)| *odds);
    lines.iter().map(|(line, share)| whole(pays(line)) * share).sum()
}

/// Whether the expected value is minus a house edge printed in percent, to the digits printed.
fn is_edge(ev: &BigRational, percent: &str) -> bool {
    let digits = percent.split_once('.').map_or(0, |(_, digits)| digits.len());
    let unit = BigRational::new(1.into(), BigInt::from(10).pow(u32::try_from(digits).expect("a few digits")));
    let printed = BigInt::from(percent.replace('.', "").parse::<i64>().expect("a number"));
    (-ev * whole(100) / unit).round().to_integer() == printed
}

#[track_caller]
fn assert_edge(ev: &BigRational, percent: &str) {
    assert!(is_edge(ev, percent), "the house edge is {} or {}, not {percent}%", -ev, shown(&-ev));
}

fn shown(number: &BigRational) -> String {
    cards::decimal(number, 9)
}

fn in_full_deck(id: &str, decks: u16, made: &[(&str, &str)]) -> BTreeMap<&'static str, BigRational> {
    lines(id, Deck::Full, decks, &readings(made))
}

/// Counts of a wager's lines out of a number of deals.
#[track_caller]
fn assert_counts(lines: &BTreeMap<&'static str, BigRational>, total: i64, counts: &[(&str, i64)]) {
    let found: BTreeMap<&str, BigRational> = lines.iter().map(|(line, share)| (*line, share * whole(total))).collect();
    let expected: BTreeMap<&str, BigRational> = counts.iter().map(|(line, count)| (*line, whole(*count))).collect();
    assert_eq!(found, expected);
}

#[test]
fn single_deck_by_hand() {
    // The second card pairs the first: 3 of 51.
    let expected = BTreeMap::from([((whole(15), whole(0)), ratio(3, 51)), ((whole(-1), whole(0)), ratio(48, 51))]);
    assert_eq!(distribution("bet-the-set-21", "A", 1, &Readings::new()), expected);
    // 1326 pairs of cards: 4 suits, of each one king and queen and 78 pairs in all.
    let royal = in_full_deck("royal-match-21", 1, &[("crown-treasure", "none")]);
    assert_counts(&royal, 1326, &[("royal match", 4), ("suited match", 308), (LOST, 1014)]);
    // The dealer's two cards are one of 49 * 50 / 2 pairs, 3 of which are king and queen.
    let crown = in_full_deck("royal-match-21", 1, &[]);
    assert_eq!(crown["royal match, dealer royal match"], ratio(4 * 3, 1326 * 1225));
    // 120 pairs of tens, 24 of them suited, and 16 of an ace and a nine, 4 of them suited.
    let twenty = in_full_deck("lucky-ladies", 1, &[]);
    assert_counts(&twenty, 1326, &[("suited 20", 28), ("any 20", 108), (LOST, 1190)]);
    let twenty = in_full_deck("kings-bounty", 1, &[("ace-nine", "no")]);
    assert_counts(&twenty, 1326, &[("suited 20", 24), ("pair of kings", 6), ("any 20", 90), (LOST, 1206)]);
    // Two cards in a row, of 16 each: A-2, then 2-3 to Q-K, then A-K; 4 of the 16 suited.
    let straights = |made| in_full_deck("house-money", 1, &[("house-money-ace", made)]);
    let rest = 1326 - 4 - 78;
    assert_counts(
        &straights("both"),
        1326,
        &[
            ("ace-king suited", 4),
            ("two-card straight flush", 12 * 4),
            ("pair", 78),
            ("two-card straight", 13 * 12),
            (LOST, rest - 12 * 4 - 13 * 12),
        ],
    );
    assert_counts(
        &straights("high"),
        1326,
        &[
            ("ace-king suited", 4),
            ("two-card straight flush", 11 * 4),
            ("pair", 78),
            ("two-card straight", 12 * 12),
            (LOST, rest - 11 * 4 - 12 * 12),
        ],
    );
    assert_counts(
        &straights("low"),
        1326,
        &[
            ("ace-king suited", 4),
            ("two-card straight flush", 12 * 4),
            ("pair", 78),
            ("two-card straight", 12 * 12),
            (LOST, rest - 12 * 4 - 12 * 12),
        ],
    );
}

/// Well-known frequencies of hands of three and four cards from one deck.
#[test]
fn poker_hands_of_one_deck() {
    assert_counts(
        &in_full_deck("three-card-poker", 1, &[]),
        22_100,
        &[("straight flush", 48), ("three-of-a-kind", 52), ("straight", 720), ("flush", 1096), (LOST, 20_184)],
    );
    // Without Q-K-A eleven straights are left of twelve, each of 4 suited and 60 other.
    assert_counts(
        &in_full_deck("three-card-poker", 1, &[("three-card-poker-ace", "low-only")]),
        22_100,
        &[("straight flush", 44), ("three-of-a-kind", 52), ("straight", 660), ("flush", 1100), (LOST, 20_244)],
    );
    assert_counts(
        &in_full_deck("super-match", 1, &[]),
        270_725,
        &[("four-of-a-kind", 13), ("three-of-a-kind", 2496), ("two pair", 2808), ("pair", 82_368), (LOST, 183_040)],
    );
}

/// The hands of the dealer that finish on two cards, and on the fewest cards that win, checked by hand.
#[test]
fn dealer_of_one_deck_by_hand() {
    let hands = in_full_deck("hit-and-run", 1, &[]);
    assert_eq!(hands["blackjack"], ratio(2 * 4 * 16, 52 * 51));
    let bust = lines("bust-it", Deck::WithoutTens, 1, &Readings::new());
    // 48 cards. A six on top of 16: T-6, 9-7, 8-8.
    let sixteens = 2 * (12 * 4 * 3 + 4 * 4 * 4) + 4 * 3 * 4;
    assert_eq!(bust["third card 6"], ratio(sixteens, 48 * 47 * 46));
    // Three eights of one deck are of two colors; they are paid as a third card of 8.
    assert!(!bust.contains_key("8, 8, 8 of the same color"));
    assert_eq!(lines("bust-it", Deck::WithoutTens, 2, &Readings::new()).get("8, 8, 8 of the same suit"), None);
    // Two decks: 4 eights of a color, any three of them in any order.
    let bust = lines("bust-it", Deck::WithoutTens, 2, &Readings::new());
    assert_eq!(bust["8, 8, 8 of the same color"], ratio(2 * 4 * 3 * 2, 96 * 95 * 94));
}

/// Design of the analyses. The hold in the preamble of chapter 685a, 3.67% to 4.06%, belongs to the same reading.
#[test]
fn match_the_dealer() {
    assert_eq!(ev("match-the-dealer", "11/4", 6, &[("match-pays", "each")]), ratio(-1958, 48_205));
    assert_eq!(ev("match-the-dealer", "14/3", 8, &[("match-pays", "each")]), ratio(-1052, 28_635));
    assert_edge(&ev("match-the-dealer", "11/4", 6, &[]), "4.06");
    assert_edge(&ev("match-the-dealer", "14/3", 8, &[]), "3.67");
    assert!(!is_edge(&ev("match-the-dealer", "11/4", 6, &[("match-pays", "best")]), "4.06"));
    assert!(!is_edge(&ev("match-the-dealer", "14/3", 8, &[("match-pays", "best")]), "3.67"));
}

/// Design of the analyses, after the Wizard of Odds; betfirm.com prints the edge of 25 to 1 and 2.5 to 1 by the number of decks. The design of the
/// analyses names paytable C, but the figure is that of paytable D.
#[test]
fn royal_match() {
    let edge = |table, decks| ev("royal-match-21", table, decks, &[("crown-treasure", "none")]);
    assert_edge(&edge("D", 6), "6.6658");
    assert!(!is_edge(&edge("C", 6), "6.6658"));
    for (decks, percent) in [(1, "10.86"), (2, "8.33"), (4, "7.08"), (6, "6.67"), (8, "6.46")] {
        let odds = [("royal match", whole(25)), ("suited match", ratio(5, 2)), (LOST, whole(-1))];
        let odds = BTreeMap::from(odds);
        let lines = in_full_deck("royal-match-21", decks, &[("crown-treasure", "none")]);
        assert_edge(&lines.iter().map(|(line, share)| &odds[line] * share).sum(), percent);
    }
}

/// E. Jacobson: this paytable with two decks; 100, 30 and 20 to 1 in place of 200, 50 and 25 with six.
#[test]
fn kings_bounty() {
    assert_edge(&ev("kings-bounty", "13(h)", 2, &[("ace-nine", "counts")]), "24.733489");
    assert!(!is_edge(&ev("kings-bounty", "13(h)", 2, &[("ace-nine", "no")]), "24.733489"));
    let odds = [
        ("kings and dealer blackjack", 1000),
        ("kings", 100),
        ("suited kings", 30),
        ("suited queens, jacks or 10s", 20),
        ("suited 20", 9),
        ("pair of kings", 6),
        ("any 20", 4),
    ];
    assert_edge(&ev_under(&in_full_deck("kings-bounty", 6, &[]), &odds), "23.164");
}

/// Design of the analyses, after the Wizard of Odds: eight decks. E. Jacobson: six decks with 125, 19 and 9 to 1 in
/// place of 200, 25 and 10.
#[test]
fn lucky_ladies() {
    assert_edge(&ev("lucky-ladies", "13(c)", 8, &[("ace-nine", "counts")]), "16.73");
    assert!(!is_edge(&ev("lucky-ladies", "13(c)", 8, &[("ace-nine", "no")]), "16.73"));
    let odds =
        [("queens and dealer blackjack", 1000), ("queens", 125), ("matched 20", 19), ("suited 20", 9), ("any 20", 4)];
    assert_edge(&ev_under(&in_full_deck("lucky-ladies", 6, &[]), &odds), "24.709");
}

/// Design of the analyses, after the Wizard of Odds.
#[test]
fn super_match() {
    assert_edge(&ev("super-match", "13(i)(1)", 6, &[]), "2.5485");
}

/// Design of the analyses, after the Wizard of Odds: 21+3 with all hands at 9 to 1.
#[test]
fn three_card_poker() {
    assert_edge(&ev("three-card-poker", "A", 6, &[]), "3.2386");
}

/// Wizard of Odds, with the count of every line; 888casino.com with 12 to 1 for a spread of one card.
#[test]
fn in_between() {
    assert_eq!(ev("in-between", "13(e)", 1, &[("between-ace", "high")]), ratio(-34, 325));
    assert_eq!(ev("in-between", "13(e)", 1, &[("between-ace", "low")]), ratio(-34, 325));
    assert_ne!(ev("in-between", "13(e)", 1, &[("between-ace", "both")]), ratio(-34, 325));
    // A pair of aces wins against every card but an ace: 6 pairs of one deck, each beside 48 cards.
    let both = in_full_deck("in-between", 1, &[("between-ace", "both")]);
    let each = in_full_deck("in-between", 1, &[("between-ace", "each")]);
    assert_eq!(&each["all others"] - &both["all others"], ratio(6 * 48, 1326 * 50));
    for (choice, decimal) in [("both", "0.0957"), ("each", "0.1064")] {
        let ev = ev("in-between", "13(e)", 8, &[("between-ace", choice)]);
        assert_eq!(cards::decimal(&ev, 4), decimal, "{choice}");
    }
    for ace in ["high", "low"] {
        assert_counts(
            &in_full_deck("in-between", 1, &[("between-ace", ace)]),
            132_600,
            &[
                ("triple match", 312),
                ("one-card spread", 1408),
                ("two-card spread", 2560),
                ("three-card spread", 3456),
                ("all others", 29_184),
                (LOST, 95_680),
            ],
        );
        assert_counts(
            &in_full_deck("in-between", 2, &[("between-ace", ace)]),
            1_092_624,
            &[
                ("triple match", 4368),
                ("one-card spread", 11_264),
                ("two-card spread", 20_480),
                ("three-card spread", 27_648),
                ("all others", 233_472),
                (LOST, 795_392),
            ],
        );
        let odds = [
            ("triple match", 30),
            ("one-card spread", 12),
            ("two-card spread", 6),
            ("three-card spread", 4),
            ("all others", 1),
        ];
        assert_edge(&ev_under(&in_full_deck("in-between", 2, &[("between-ace", ace)]), &odds), "5.696");
        assert_edge(&ev_under(&in_full_deck("in-between", 6, &[("between-ace", ace)]), &odds), "3.396");
    }
}

/// E. Jacobson: 9, 7 and 5 to 1 in place of 10, 8 and 6, and decks of 52 cards.
#[test]
fn bust_it() {
    let odds = [
        ("8, 8, 8 of the same suit", 200),
        ("8, 8, 8 of the same color", 50),
        ("third card 6", 15),
        ("third card 7", 9),
        ("third card 8", 7),
        ("third card 9", 5),
        ("third card of value 10", 3),
    ];
    // With two decks no three cards are alike.
    assert_edge(&ev_under(&in_full_deck("bust-it", 2, &[]), &odds[1..]), "7.568");
    assert_edge(&ev_under(&in_full_deck("bust-it", 6, &[]), &odds), "6.912");
}

/// Design of the analyses, after the Wizard of Odds: the meter at which the wager is even, 6 decks, about 27,808 times the wager.
#[test]
fn hit_and_run() {
    let even = |lines| {
        let (fixed, per_meter) = value("hit-and-run", "13(l)", 6, &[("meter-lines", lines)]);
        (-fixed / per_meter).round()
    };
    assert_eq!(even("for"), whole(27_808));
    // The stake that comes back with the meter is the whole difference.
    assert_eq!(even("to"), whole(27_807));
}

/// Every line of the progressive with six decks, counted by hand: the up card is one of 312, the player's two cards
/// are of the 311 others, 5 of them alike and 18 of the same rank in another suit.
#[test]
fn match_the_dealer_progressive_by_hand() {
    assert_counts(
        &in_full_deck("match-the-dealer-progressive", 6, &[]),
        52 * 48_205,
        &[
            ("two suited matches, aces of spades", 10),
            ("two suited matches, all others", 51 * 10),
            ("one non-suited and one suited match", 52 * 5 * 18),
            ("one suited match", 52 * 5 * 288),
            ("two non-suited matches", 52 * 18 * 17 / 2),
            ("one non-suited match", 52 * 18 * 288),
            (LOST, 52 * 288 * 287 / 2),
        ],
    );
}

/// The regulation prints the ten paytables of either number of decks from the least return to the greatest, whatever
/// the meter: a slip in one line would show.
#[test]
fn match_the_dealer_progressive_in_printed_order() {
    for decks in [6, 8] {
        let returns: Vec<BigRational> = (1..=10)
            .map(|table: u16| value("match-the-dealer-progressive", &table.to_string(), decks, &[]).0)
            .collect();
        assert!(returns.is_sorted_by(|one, next| one < next), "{decks} decks");
    }
}
