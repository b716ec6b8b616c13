//! Published figures of counting.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{ToPrimitive as _, Zero as _};

use super::tests::{asked, submission, value};
use super::*;

/// Insurance by Hi-Lo, of the count with the ace that lies open: published as +1.4 for one deck, +2.4 for two and +3.0 for six. The zero lies between two running counts.
#[test]
fn insurance_indices_are_those_published() {
    for (decks, seen, published) in [(1_u32, 12, 1.4), (2, 40, 2.4), (6, 156, 3.0)] {
        let submission =
            submission("plain-blackjack/6-decks.toml", &[("decks", &decks.to_string()), ("options.max-hands", "2")]);
        let want = ExposureWant {
            seen: vec![seen],
            by: Some(CountedBy::RunningCount),
            variance: false,
            ..ExposureWant::default()
        };
        let answer = asked(&submission, &want);
        let float = |exact: &certificate::Exact| value(exact).to_f64().expect("a float");
        let rows: Vec<(f64, f64)> = answer.depths[0]
            .rows
            .iter()
            .filter_map(|row| Some((float(&row.count), float(row.insurance_ev.as_ref()?))))
            .collect();
        let above = rows.iter().position(|(_, ev)| *ev > 0.0).expect("a count");
        let [(low, below), (high, over)] = [rows[above - 1], rows[above]];
        let zero = low + (high - low) * -below / (over - below);
        let index = (zero - 1.0) * 52.0 / f64::from(52 * decks - seen - 1);
        assert!((index - published).abs() < 0.05, "{decks} decks: {index}");
    }
}

/// "About half a percent for each true count", as every book has it, within the counts that come up often.
#[test]
fn half_a_percent_for_each_true_count() {
    let submission = submission("plain-blackjack/6-decks.toml", &[("options.max-hands", "2")]);
    let want = ExposureWant { seen: vec![156], variance: false, ..ExposureWant::default() };
    let answer = asked(&submission, &want);
    let ev = |count: i64| {
        let row = answer.depths[0].rows.iter().find(|row| value(&row.count) == BigRational::from_integer(count.into()));
        value(&row.expect("a count").ev).to_f64().expect("a float") * 100.0
    };
    let slope = (ev(4) - ev(-4)) / 8.0;
    assert!((0.45..0.6).contains(&slope), "{slope}");
}

/// How often a wager is made and what it wins, by the round, where so many players are dealt to after one card is burned and seen; from both by the number of
/// cards seen before a round, from 1 to the most with which one begins.
fn dealt(players: u16, by_seen: impl Iterator<Item = [f64; 2]>) -> [f64; 2] {
    let submission = submission("plain-blackjack/1-decks.toml", &[("decks", "2")]);
    let solver = Solver::new(&submission).expect("a shoe");
    let play = crate::plan::plan(&submission, &solver.play_table(Class::Td).expect("a table"));
    let table = table::Table::new(&submission, &play, false).expect("a table");
    let parts = |float: f64, unit: i64| (float * unit as f64).round() as i64;
    let round = |[made, won]: [f64; 2]| table::CountedRound {
        is_seated: true,
        units: parts(made, table::VARIANCE),
        win: parts(won, table::WIN),
        variance: 0,
    };
    // Tags of nothing: the count is always 0.
    let rounds = table::CountedRounds::new(by_seen.map(|one| (0, vec![round(one)])).collect());
    let shoes = table::CountedShoes::new(&table, [0; Value::COUNT], players, 5).expect("players");
    let sums = shoes.sums(&rounds, 0, 4);
    [(sums.units, table::VARIANCE), (sums.win, table::WIN)]
        .map(|(sum, unit)| sum as f64 / unit as f64 / sums.rounds as f64)
}

/// E. Jacobson counts Bust It with two decks: from +5 on, 18.13 % of hands at a mean edge of 10.66 %, 1.933 units per 100 hands. He does not state his cut card.
/// Rounds of three players after a burned card, begun with up to 80 cards seen, come nearest to his figures, of one to six players, with and without the burned card, and of
/// last rounds at 77 to 80.
#[test]
fn bust_it_is_counted_as_published() {
    let rows = ["200:1", "50:1", "15:1", "9:1", "7:1", "5:1", "3:1"].join("\", \"");
    let game = crate::catalogue::game_file("pa-665a-double-attack").expect("a game");
    let bust_it = &game[game.find("[wagers.bust-it]").expect("the wager")..game.find("[[options]]").expect("options")];
    let bust_it =
        bust_it.replace("\"200:1\", \"50:1\", \"15:1\", \"10:1\", \"8:1\", \"6:1\", \"3:1\"", &format!("\"{rows}\""));
    // Pennsylvania's decks have no tens.
    let bust_it = bust_it.replace("third = [\"K\", \"Q\", \"J\"]", "third = [\"10\", \"K\", \"Q\", \"J\"]");
    assert!(bust_it.contains("\"9:1\"") && bust_it.contains("\"10\", \"K\""), "the paytable is replaced");
    let wager: BTreeMap<String, BTreeMap<String, rules::SideWager>> = toml::from_str(&bust_it).expect("a wager");
    let mut submission = submission("plain-blackjack/1-decks.toml", &[("decks", "1")]);
    let rule = wager["wagers"]["bust-it"].clone();
    let paytable = rule.paytables[0].clone();
    let offered = OfferedWager {
        id: "bust-it".to_owned(),
        rule: Arc::new(rule),
        paytable,
        inputs: Default::default(),
        decks: 2,
        faces_of_deck: 52,
        cards: cards::FaceCounts::decks(2, &[]),
    };
    submission.decks = Some(2);
    submission.shoe = cards::Composition::decks(2);
    let tags = [3, 2, 2, 1, 0, -2, 0, -1, -1, -1];
    let groups = GroupedShoe::new(&submission.shoe, &tags);
    let taken = of_wager(&submission, &offered, &groups).expect("a wager on the dealer's hand");
    let parts = BigRational::from_integer(taken.parts.clone());
    let fresh = -taken.net.expectation(&groups) / &parts;
    assert_eq!(cards::decimal(&(fresh * BigRational::from_integer(100.into())), 3), "7.568");
    let (sets, table) = (SeenTable::new(&groups, &TakenSum::one(), 80), SeenTable::new(&groups, &taken.net, 80));
    let of_seen = |by: CountedBy, seen: u32| {
        let all: BigInt = sets.counts(seen).map(|(_, ways)| ways).sum();
        let (mut made, mut won) = (0.0, 0.0);
        for (count, ways) in sets.counts(seen).filter(|(count, _)| by.label(*count, 1, (104 - seen, 52)) >= 5) {
            let chance = BigRational::new(ways.clone(), all.clone());
            let mean = table.given(seen, count, ways).expect("a count") / &parts;
            won += (mean * &chance).to_f64().expect("a float");
            made += chance.to_f64().expect("a float");
        }
        [made, won]
    };
    let figures = |[made, won]: [f64; 2]| [made * 100.0, won / made * 100.0, won * 100.0];
    for (by, expected) in [
        (CountedBy::TrueCount, ["18.583", "10.550", "1.961"]),
        (CountedBy::TrueCountInHalfDecks, ["19.413", "10.057", "1.952"]),
        (CountedBy::TrueCountInWholeDecks, ["18.739", "10.175", "1.907"]),
        (CountedBy::TrueCountInWholeDecksNearest, ["19.199", "9.982", "1.917"]),
    ] {
        let every: Vec<[f64; 2]> = (0..80).map(|seen| of_seen(by, seen)).collect();
        let mean = [0, 1].map(|part| every.iter().map(|one| one[part]).sum::<f64>() / 80.0);
        assert_eq!(figures(mean).map(|figure| format!("{figure:.3}")), expected, "{by}");
    }
    let published = [18.13, 10.66, 1.933];
    let found = figures(dealt(3, (1..=80).map(|seen| of_seen(CountedBy::TrueCount, seen))));
    for (found, published) in found.into_iter().zip(published) {
        assert!((found - published).abs() < 0.005 * published, "{found} beside {published}");
    }
    assert!(!Value::all().any(|value| groups.groups()[groups.group_of()[value.index()]].cards.is_zero()));
}
