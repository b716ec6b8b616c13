//! Match-the-Dealer against published figures, against an enumeration of physical cards, and against laws.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use cards::{Card, FaceCounts, Value, decimal, fraction};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use rules::{MatchPays, OfferedWager, Override, Submission, TensMatch};
use wagers::WagerResult;

fn submission(decks: u16, reading: &str) -> Submission {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../analyses/pa-685a-down-under/{decks}-decks.toml"));
    Submission::load(&path, &[Override::new("readings.match-pays", reading)]).expect("a submission")
}

/// The wager as the committed analysis for this number of decks offers it.
fn committed(decks: u16, reading: &str) -> OfferedWager {
    let offered = submission(decks, reading).wagers.into_iter().find(|wager| wager.id == "match-the-dealer");
    offered.expect("the wager is offered")
}

/// A matching wager with these odds, not tied to a game file.
fn wager(suited: &str, unsuited: &str, match_pays: MatchPays) -> OfferedWager {
    let mut wager = committed(6, "each");
    Arc::make_mut(&mut wager.rule).match_pays = Some(match_pays);
    wager.paytable.suited = Some(suited.parse().expect("odds"));
    wager.paytable.unsuited = Some(unsuited.parse().expect("odds"));
    wager
}

fn value(wager: &OfferedWager, decks: u16) -> WagerResult {
    static GAME: OnceLock<Submission> = OnceLock::new();
    let game = GAME.get_or_init(|| submission(6, "each"));
    let from_decks = OfferedWager { cards: FaceCounts::decks(decks, &[]), ..wager.clone() };
    wagers::value(game, &from_decks).expect("a wager that no play decides")
}

fn ratio(n: i128, d: i128) -> BigRational {
    BigRational::new(n.into(), d.into())
}

#[test]
fn the_published_figures() {
    let six = value(&committed(6, "each"), 6);
    assert_eq!(fraction(&six.fixed), "-1958/48205");
    assert_eq!(six.title, "Match-the-Dealer");
    assert_eq!(six.clauses, ["6(e)", "7(f)", "11(c)"]);
    assert_eq!(six.paytable, "11/4");
    let eight = value(&committed(8, "each"), 8);
    assert_eq!(fraction(&eight.fixed), "-1052/28635");
    assert_eq!(eight.paytable, "14/3");
    // The preamble of the rulemaking: hold from 3.67% to 4.06%, rounded to the nearest.
    assert_eq!(decimal(&eight.fixed, 4), "-0.0367");
    assert_eq!(decimal(&six.fixed, 4), "-0.0406");
}

#[test]
fn six_decks_by_hand() {
    // 312 up cards; of the 311 other cards 5 are suited matches, 18 unsuited, 288 neither.
    let expected = [
        ("Two suited matches", 312 * 10, 22),
        ("One suited and one unsuited match", 312 * 90, 15),
        ("One suited match", 312 * 1440, 11),
        ("Two unsuited matches", 312 * 153, 8),
        ("One unsuited match", 312 * 5184, 4),
        ("No match", 312 * 41_328, -1),
    ];
    let result = value(&committed(6, "each"), 6);
    let lines: Vec<(&str, u64, i128)> = result
        .lines
        .iter()
        .map(|line| {
            let pays = line.fixed.to_integer().try_into().expect("a small number");
            (line.name.as_str(), u64::try_from(&line.combinations).expect("a small number"), pays)
        })
        .collect();
    assert_eq!(lines, expected);
    assert_eq!(result.total, BigUint::from(312u64 * 48_205));
    assert_eq!(result.hit_frequency, ratio(48_205 - 41_328, 48_205));
}

#[test]
fn only_the_higher_match_is_paid_under_best() {
    let pays = |wager: &OfferedWager| -> Vec<String> {
        value(wager, 6).lines.iter().map(|line| format!("{} {}", line.name, line.fixed)).collect()
    };
    assert_eq!(
        pays(&committed(6, "best")),
        [
            "Two suited matches 11",
            "One suited and one unsuited match 11",
            "One suited match 11",
            "Two unsuited matches 4",
            "One unsuited match 4",
            "No match -1",
        ]
    );
    // Higher, not suited: an unsuited match that pays more is the one that counts.
    assert_eq!(
        pays(&wager("2:1", "5:2", MatchPays::Best))[..2],
        ["One suited and one unsuited match 5/2", "Two unsuited matches 5/2",]
    );
}

/// What an enumeration of physical cards finds: deals by outcome (suited and unsuited matches), and the sums of the
/// net result and its square.
#[derive(Default)]
struct Enumeration {
    outcomes: BTreeMap<(usize, usize), u64>,
    total: i128,
    sum: i128,
    squares: i128,
    hits: i128,
}

/// Deals every up card and every unordered pair of other cards from `decks` decks, and pays each deal as the clause
/// says: card by card, by comparing rank and suit.
fn enumerate(decks: usize, suited: i32, unsuited: i32, reading: MatchPays, tens: TensMatch) -> Enumeration {
    let shoe: Vec<Card> = (0..decks).flat_map(|_| Card::all()).collect();
    let mut outcomes = [[0u64; 3]; 3];
    let mut payments: BTreeMap<i32, i128> = BTreeMap::new();
    let mut relations = vec![(0usize, 0usize); shoe.len()];
    for (up_index, up) in shoe.iter().enumerate() {
        for (relation, card) in relations.iter_mut().zip(&shoe) {
            let same_rank = card.rank == up.rank;
            let same_suit = card.suit == up.suit;
            let same_rank = same_rank && (same_suit || tens == TensMatch::Rank || up.rank.value() != Value::TEN);
            *relation = (usize::from(same_rank && same_suit), usize::from(same_rank && !same_suit));
        }
        let mut seen = [[0u64; 3]; 3];
        for first in (0..shoe.len()).filter(|&index| index != up_index) {
            for second in (first + 1..shoe.len()).filter(|&index| index != up_index) {
                let (one, other) = (relations[first], relations[second]);
                seen[one.0 + other.0][one.1 + other.1] += 1;
            }
        }
        for (suits, row) in seen.iter().enumerate() {
            for (ranks, &deals) in row.iter().enumerate().filter(|&(_, &deals)| deals > 0) {
                outcomes[suits][ranks] += deals;
                let mut matches = vec![suited; suits];
                matches.extend(vec![unsuited; ranks]);
                let net = match (matches.as_slice(), reading) {
                    ([], _) => -1,
                    (matches, MatchPays::Each) => matches.iter().sum(),
                    (matches, MatchPays::Best) => matches.iter().copied().fold(i32::MIN, i32::max),
                };
                *payments.entry(net).or_default() += i128::from(deals);
            }
        }
    }
    let mut found = Enumeration::default();
    for (suits, row) in outcomes.iter().enumerate() {
        for (ranks, &deals) in row.iter().enumerate() {
            found.outcomes.insert((suits, ranks), deals);
        }
    }
    for (net, deals) in payments {
        found.total += deals;
        found.sum += i128::from(net) * deals;
        found.squares += i128::from(net) * i128::from(net) * deals;
        found.hits += if net > 0 { deals } else { 0 };
    }
    found
}

fn outcome(name: &str) -> (usize, usize) {
    match name {
        "Two suited matches" => (2, 0),
        "One suited and one unsuited match" => (1, 1),
        "Two unsuited matches" => (0, 2),
        "One suited match" => (1, 0),
        "One unsuited match" => (0, 1),
        "No match" => (0, 0),
        other => panic!("no such outcome: {other}"),
    }
}

fn assert_agree(result: &WagerResult, found: &Enumeration) {
    assert_eq!(result.lines.len(), 6);
    for line in &result.lines {
        assert_eq!(line.combinations, BigUint::from(found.outcomes[&outcome(&line.name)]), "{}", line.name);
    }
    assert_eq!(BigInt::from(result.total.clone()), BigInt::from(found.total));
    assert_eq!(result.fixed, ratio(found.sum, found.total));
    assert_eq!(
        result.variance(&BigRational::zero()),
        ratio(found.squares, found.total) - ratio(found.sum, found.total).pow(2)
    );
    assert_eq!(result.hit_frequency, ratio(found.hits, found.total));
}

#[test]
fn every_deal_of_physical_cards() {
    for (decks, suited, unsuited) in [(1u16, 11, 4), (6, 11, 4), (8, 14, 3)] {
        let ways = [MatchPays::Each, MatchPays::Best]
            .map(|pays| [TensMatch::Rank, TensMatch::RankAndSuit].map(|tens| (pays, tens)));
        for (reading, tens) in ways.into_iter().flatten() {
            let found = enumerate(decks.into(), suited, unsuited, reading, tens);
            let mut offered = wager(&format!("{suited}:1"), &format!("{unsuited}:1"), reading);
            Arc::make_mut(&mut offered.rule).tens_match = tens;
            assert_agree(&value(&offered, decks), &found);
        }
    }
}

/// 633a.7(g)(2) with six decks. Of two cards beside a ten-valued up card 18 of 311 each no longer match: what is lost is what two cards
/// of the rank are paid, less what the wager then wins or loses.
#[test]
fn a_ten_that_its_own_face_alone_matches() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
    let of = |choice: &str| {
        let submission =
            Submission::load(&path, &[Override::new("readings.tens-match", choice)]).expect("a submission");
        let offered = submission.wagers.into_iter().find(|wager| wager.id == "match-the-dealer").expect("offered");
        value(&offered, 6).fixed
    };
    let (by_rank, by_face) = (of("rank"), of("rank-and-suit"));
    assert_eq!(fraction(&by_rank), "-1958/48205");
    // Beside a ten: pairs of 311 cards, 5 of the face. None, one, two of it.
    let beside_a_ten = ratio(-(306 * 305 / 2) + 5 * 306 * 11 + 10 * 22, 311 * 310 / 2);
    // Beside another card: 18 more of the rank.
    let beside_others = ratio(
        -(288 * 287 / 2) + (5 * 288) * 11 + 18 * 288 * 4 + 10 * 22 + 5 * 18 * 15 + 18 * 17 / 2 * 8,
        311 * 310 / 2,
    );
    assert_eq!(by_rank, beside_others);
    assert_eq!(by_face, beside_a_ten * ratio(4, 13) + beside_others * ratio(9, 13));
    assert_eq!(decimal(&by_face, 4), "-0.2172");
}

#[test]
fn one_deck_has_no_suited_match() {
    let result = value(&wager("11:1", "4:1", MatchPays::Each), 1);
    let empty: Vec<&str> =
        result.lines.iter().filter(|line| line.combinations.is_zero()).map(|line| line.name.as_str()).collect();
    assert_eq!(empty, ["Two suited matches", "One suited and one unsuited match", "One suited match"]);
    assert_eq!(result.total, BigUint::from(52u32 * 1275));
}

#[test]
fn a_match_that_pays_nothing_is_no_hit() {
    let paid = value(&wager("11:1", "4:1", MatchPays::Each), 6);
    let returned = value(&wager("11:1", "0:1", MatchPays::Each), 6);
    // One or two unsuited matches are 312 * (5184 + 153) deals of 312 * 48205.
    assert_eq!(&paid.hit_frequency - &returned.hit_frequency, ratio(5184 + 153, 48_205));
    assert_eq!(returned.fixed, ratio(22 * 10 + 11 * (90 + 1440) - 41_328, 48_205));
}

#[test]
fn the_largest_number_of_decks_does_not_overflow() {
    let result = value(&wager("99999:1", "99999:99998", MatchPays::Each), u16::MAX);
    let cards = BigUint::from(52u32) * BigUint::from(u16::MAX);
    let one = BigUint::one();
    assert_eq!(result.total, &cards * (&cards - &one) * (&cards - &one - &one) / BigUint::from(2u32));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn ev_is_linear_in_the_payouts(decks in 1u16..12, suited in 0u32..60, unsuited in 0u32..60, stake in 1u32..7) {
        let ev = |suited: String, unsuited: String| value(&wager(&suited, &unsuited, MatchPays::Each), decks).fixed;
        let none = ev("0:1".to_owned(), "0:1".to_owned());
        let per_suited = ev("1:1".to_owned(), "0:1".to_owned()) - &none;
        let per_unsuited = ev("0:1".to_owned(), "1:1".to_owned()) - &none;
        let expected = none
            + per_suited * ratio(suited.into(), stake.into())
            + per_unsuited * ratio(unsuited.into(), stake.into());
        prop_assert_eq!(ev(format!("{suited}:{stake}"), format!("{unsuited}:{stake}")), expected);
    }

    #[test]
    fn lines_are_in_paying_order_and_best_never_pays_more(decks in 1u16..12, suited in 0u32..60, unsuited in 0u32..60) {
        let (suited, unsuited) = (format!("{suited}:1"), format!("{unsuited}:1"));
        let each = value(&wager(&suited, &unsuited, MatchPays::Each), decks);
        let best = value(&wager(&suited, &unsuited, MatchPays::Best), decks);
        for result in [&each, &best] {
            prop_assert!(result.lines.is_sorted_by(|left, right| left.fixed >= right.fixed));
        }
        for line in &best.lines {
            let same = each.lines.iter().find(|other| other.name == line.name).expect("the same outcomes");
            prop_assert_eq!(&same.combinations, &line.combinations);
            prop_assert!(line.fixed <= same.fixed);
        }
        prop_assert_eq!(&each.total, &best.total);
        prop_assert_eq!(&each.hit_frequency, &best.hit_frequency);
    }
}
