//! Sums by count against rounds dealt with real cards, against published figures, and against each other.

use std::collections::BTreeMap;
use std::path::Path;

use cards::{Card, Value};
use num_rational::{BigRational, Ratio};
use num_traits::{ToPrimitive as _, Zero as _};
use rules::{Override, Submission};
use table::Table;

use super::*;
use crate::plan;
use crate::progress::{Silent, told};

pub(super) fn submission(analysis: &str, overrides: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    let overrides: Vec<Override> = overrides.iter().map(|&(key, value)| Override::new(key, value)).collect();
    Submission::load(&path, &overrides).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(super) fn asked(submission: &Submission, want: &ExposureWant) -> Exposure {
    told(&Silent, |steps| exposure(submission, want, steps)).expect("an answer")
}

pub(super) fn value(exact: &certificate::Exact) -> BigRational {
    exact.value().expect("a fraction")
}

/// Numbers that look random: SplitMix64.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * most as u128) >> 64) as usize
    }
}

/// Rounds dealt under one count: their number, and sums of results and squares.
#[derive(Default)]
struct DealtSums {
    rounds: f64,
    sum: f64,
    square: f64,
}

impl DealtSums {
    fn add(&mut self, result: f64) {
        self.rounds += 1.0;
        self.sum += result;
        self.square += result * result;
    }

    /// Standard errors between the mean and what it should be.
    fn z(&self, expected: f64) -> f64 {
        let mean = self.sum / self.rounds;
        let variance = self.square / self.rounds - mean * mean;
        (mean - expected) / (variance / self.rounds).sqrt()
    }
}

/// Half of the cards of a shuffled shoe are seen and counted, and a round is dealt from the rest by the table: the base wager, insurance and a side wager.
#[test]
#[ignore = "long; `just slow`"]
fn rounds_dealt_with_real_cards() {
    const SEEN: usize = 150;
    const ROUNDS: u32 = 60_000;
    let submission = submission("pa-685a-down-under/6-decks.toml", &[]);
    let want = ExposureWant {
        seen: vec![SEEN as u32],
        by: Some(CountedBy::TrueCountInHalfDecks),
        wagers: vec!["match-the-dealer".to_owned()],
        ..ExposureWant::default()
    };
    let answer = asked(&submission, &want);
    let plan =
        plan::plan(&submission, &Solver::new(&submission).expect("a shoe").play_table(Class::Td).expect("a table"));
    let table = Table::new(&submission, &plan, true).expect("a table");
    let side = table.side_ids().iter().position(|&id| id == "match-the-dealer").expect("the wager");
    let names = table.side_names(side);
    let nets: Vec<f64> = table
        .side_nets(side, submission.wagers.iter().find(|wager| wager.id == "match-the-dealer").expect("the wager"))
        .iter()
        .map(|net| net.fixed.to_f64().expect("a float"))
        .collect();
    let insurance = submission.game.insurance.as_ref().map(|rule| rule.pays.ratio()).expect("insurance");
    let mut cards: Vec<Card> = (0..6).flat_map(|_| Card::all()).collect();
    let mut random = Random(34);
    let mut dealt: BTreeMap<i64, [DealtSums; 3]> = BTreeMap::new();
    for _ in 0..ROUNDS {
        for at in 0..SEEN + 60 {
            let chosen = at + random.below(cards.len() - at);
            cards.swap(at, chosen);
        }
        let count: i32 = cards[..SEEN].iter().map(|card| want.count.tags[card.rank.value().index()]).sum();
        let label = CountedBy::TrueCountInHalfDecks.label(count, 1, (312 - SEEN as u32, 52));
        let round = table.deal_cards(&cards[SEEN..SEEN + 60]).expect("enough cards");
        let sums = dealt.entry(label).or_default();
        let float = |ratio: Ratio<i64>| ratio.to_f64().expect("a float");
        sums[0].add(float(round.net));
        if let Some((_, won)) = round.insurance {
            sums[1].add(if won { float(insurance) } else { -1.0 });
        }
        let (_, outcome) = round.side_wagers.iter().find(|(id, _)| id == "match-the-dealer").expect("the wager");
        sums[2].add(nets[names.iter().position(|name| name == outcome).expect("an outcome")]);
    }
    let mut compared = 0;
    for row in &answer.depths[0].rows {
        let label = value(&row.count).to_integer().to_i64().expect("a count");
        let chance = value(&row.probability).to_f64().expect("a float");
        let Some([base, insured, side]) = dealt.get(&label) else {
            assert!(chance * f64::from(ROUNDS) < 20.0, "a count of {label} did not come");
            continue;
        };
        let expected = chance * f64::from(ROUNDS);
        if expected < 300.0 {
            continue;
        }
        let off = (base.rounds - expected) / (expected * (1.0 - chance)).sqrt();
        let exact = |exact: &certificate::Exact| value(exact).to_f64().expect("a float");
        let zs = [off, base.z(exact(&row.ev)), side.z(exact(&row.wager_evs[0]))];
        assert!(zs.iter().all(|z| z.abs() < 4.0), "count {label}: {zs:?}");
        let deviation: f64 = row.std_dev.as_ref().expect("asked for").decimal.parse().expect("a number");
        let observed = (base.square / base.rounds - (base.sum / base.rounds).powi(2)).sqrt();
        assert!(
            (observed / deviation - 1.0).abs() < 4.0 / base.rounds.sqrt(),
            "count {label}: {observed} is not {deviation}"
        );
        let deviation: f64 = row.wager_std_devs[0].decimal.parse().expect("a number");
        let observed = (side.square / side.rounds - (side.sum / side.rounds).powi(2)).sqrt();
        // A payment of 11 now and then: the fourth moment is some dozen squares of the second.
        assert!(
            (observed / deviation - 1.0).abs() < 8.0 / side.rounds.sqrt(),
            "count {label}: {observed}, {deviation}"
        );
        if insured.rounds > 300.0 {
            let z = insured.z(exact(row.insurance_ev.as_ref().expect("insurance")));
            assert!(z.abs() < 4.0, "count {label}: insurance {z}");
        }
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

/// All rounds together are those of the fresh shoe, for every wager and every way to tell them apart; a mean over depths is the mean.
#[test]
fn all_counts_together_are_the_fresh_shoe() {
    let submission = submission("pa-685a-down-under/4-decks.toml", &[]);
    let fresh = Solver::new(&submission).expect("a shoe").ev(Class::Td).expect("a shoe");
    let halves = CountSystem::named("halves").expect("a usual count");
    let want =
        ExposureWant { count: halves, seen: vec![2, 3], up_to: Some(3), variance: false, ..ExposureWant::default() };
    for by in [CountedBy::RunningCount, CountedBy::TrueCount, CountedBy::TrueCountInHalfDecks] {
        let answer = asked(&submission, &ExposureWant { by: Some(by), ..want.clone() });
        assert_eq!(value(&answer.ev), fresh);
        for depth in &answer.depths {
            let mean: BigRational = depth.rows.iter().map(|row| value(&row.probability) * value(&row.ev)).sum();
            assert_eq!(mean, fresh, "{by} {:?}", depth.seen);
            let all: BigRational = depth.rows.iter().map(|row| value(&row.probability)).sum();
            assert_eq!(all, BigRational::from_integer(1.into()));
        }
        assert_eq!(answer.depths[2].seen, [0, 3]);
    }
}

/// What a wager made from a trigger on wins, and its deviation: the rows of the counts put together again.
#[test]
#[ignore = "long; `just slow`"]
fn a_trigger_by_its_rows() {
    let submission = submission("pa-685a-down-under/6-decks.toml", &[]);
    let want = ExposureWant {
        seen: vec![200],
        by: Some(CountedBy::TrueCount),
        wagers: vec!["match-the-dealer".to_owned()],
        trigger: Some(2),
        ..ExposureWant::default()
    };
    let answer = asked(&submission, &want);
    let (mut win, mut square) = (BigRational::zero(), BigRational::zero());
    for row in answer.depths[0].rows.iter().filter(|row| value(&row.count) >= BigRational::from_integer(2.into())) {
        let (probability, ev) = (value(&row.probability), value(&row.wager_evs[0]));
        square += &probability * (value(&row.wager_std_devs[0].squared) + &ev * &ev);
        win += probability * ev;
    }
    let made = &answer.depths[0].wagers_ahead[0];
    assert_eq!(value(&made.win), win);
    assert_eq!(value(&made.std_dev.as_ref().expect("asked for").squared), square - &win * &win);
    assert!(made.n0.is_none() && win < BigRational::zero(), "Hi-Lo tells nothing of matches");
}

/// The table of indices of one deck, half of which may have been seen: one decision played by the count gains what its row says, and the decisions that every published table has stand in it with their signs.
#[test]
#[ignore = "long; `just slow`"]
fn decisions_by_the_count() {
    let submission = submission("plain-blackjack/1-decks.toml", &[]);
    let asked = |played: usize| {
        let want = ExposureWant {
            seen: vec![20],
            by: Some(CountedBy::TrueCount),
            variance: false,
            indices: Some(played),
            ..ExposureWant::default()
        };
        let mut answer = asked(&submission, &want);
        answer.depths.remove(0)
    };
    // Insurance gains most: it is played first, and the decision after it second.
    let few = [0, 1, 2].map(asked);
    for (number, hands) in [(0, [].as_slice()), (1, &["insurance"]), (2, &["insurance", "12"])] {
        let some = &few[number];
        let table = some.indices.as_ref().expect("asked for");
        let best = &table.rows[..number];
        assert_eq!(best.iter().map(|row| row.hand.as_str()).collect::<Vec<_>>(), hands);
        let gained: BigRational = best.iter().map(|row| value(&row.gain)).sum();
        assert_eq!((table.played, value(&table.gain)), (number, gained));
    }
    let table = few[1].indices.as_ref().expect("asked for");
    let best = &table.rows[0];
    assert!(table.rows.windows(2).all(|pair| value(&pair[0].gain) >= value(&pair[1].gain)));
    let many = asked(18);
    let gained: BigRational = many
        .rows
        .iter()
        .zip(&many.indices.as_ref().expect("asked for").evs)
        .map(|(row, ev)| value(&row.probability) * (value(ev) - value(&row.ev)))
        .sum();
    let indices = many.indices.as_ref().expect("asked for");
    assert_eq!(gained, value(&indices.gain));
    assert!(gained > value(&best.gain));
    let plays = |hand: &str, cards: Option<&str>, up: &str| {
        let row = indices.rows.iter().find(|row| row.hand == hand && row.cards == cards && row.up == up);
        let row = row.unwrap_or_else(|| panic!("{hand} against {up}"));
        (row.chart, row.plays.iter().map(|play| (play.action, value(&play.from))).collect::<Vec<_>>())
    };
    let from = |count: i64| BigRational::from_integer(count.into());
    // More tens than usual: insurance pays, stiff hands stand and hands are doubled that else are hit.
    let (_, insured) = plays("insurance", None, "A");
    assert!(insured.len() == 1 && insured[0].1 > from(0) && insured[0].1 <= from(3), "{insured:?}");
    for (hand, up, action) in [("16", "T", "stand"), ("15", "T", "stand"), ("12", "3", "stand"), ("10", "T", "double")]
    {
        let (chart, plays) = plays(hand, Some("two"), up);
        let rises = plays.iter().any(|(done, count)| *done == action && *count >= from(-1));
        let falls = chart == action && plays.iter().all(|(done, _)| *done == "hit");
        assert!(rises || falls, "{hand} against {up}: {chart}, {plays:?}");
    }
    let cdz = ExposureWant { class: Class::CdzMinus, indices: Some(1), ..ExposureWant::default() };
    let refused = told(&Silent, |steps| exposure(&submission, &cdz, steps));
    assert!(matches!(refused, Err(Failure::Asked(_))));
}

/// Who plays by the index table insures: the mean and the deviation under each count are those of rounds dealt with real cards, with half a unit of insurance
/// where the count asks for it.
#[test]
#[ignore = "long; `just slow`"]
fn insurance_played_by_the_count_with_real_cards() {
    const SEEN: usize = 26;
    const ROUNDS: u32 = 400_000;
    let submission = submission("plain-blackjack/1-decks.toml", &[("options.max-hands", "2")]);
    let by = CountedBy::TrueCount;
    let want = ExposureWant { seen: vec![SEEN as u32], by: Some(by), indices: Some(1), ..ExposureWant::default() };
    let depth = asked(&submission, &want).depths.remove(0);
    let indices = depth.indices.as_ref().expect("asked for");
    assert_eq!((indices.played, indices.rows[0].hand.as_str()), (1, "insurance"));
    let float = |number: &BigRational| number.to_f64().expect("a float");
    let least = float(&value(&indices.rows[0].plays[0].from));
    let plan =
        plan::plan(&submission, &Solver::new(&submission).expect("a shoe").play_table(Class::Td).expect("a table"));
    let table = Table::new(&submission, &plan, true).expect("a table");
    let mut cards: Vec<Card> = Card::all().collect();
    let mut random = Random(5);
    let mut dealt: BTreeMap<i64, DealtSums> = BTreeMap::new();
    for _ in 0..ROUNDS {
        for at in 0..cards.len() - 1 {
            let chosen = at + random.below(cards.len() - at);
            cards.swap(at, chosen);
        }
        let count: i32 = cards[..SEEN].iter().map(|card| want.count.tags[card.rank.value().index()]).sum();
        let label = by.label(count, 1, (52 - SEEN as u32, 52));
        let round = table.deal_cards(&cards[SEEN..]).expect("enough cards");
        let insured =
            round.insurance.filter(|_| label as f64 >= least).map_or(0.0, |(_, won)| if won { 1.0 } else { -0.5 });
        dealt.entry(label).or_default().add(round.net.to_f64().expect("a float") + insured);
    }
    let mut insured = 0;
    for ((row, ev), deviation) in depth.rows.iter().zip(&indices.evs).zip(&indices.std_devs) {
        let label = value(&row.count).to_integer().to_i64().expect("a count");
        let Some(sums) = dealt.get(&label).filter(|sums| sums.rounds > 3000.0) else { continue };
        let z = sums.z(float(&value(ev)));
        assert!(z.abs() < 4.0, "count {label}: {z}");
        let deviation: f64 = deviation.decimal.parse().expect("a number");
        let observed = (sums.square / sums.rounds - (sums.sum / sums.rounds).powi(2)).sqrt();
        assert!(
            (observed / deviation - 1.0).abs() < 3.0 / sums.rounds.sqrt(),
            "count {label}: {observed}, {deviation}"
        );
        if label as f64 >= least {
            assert!(value(ev) > value(&row.ev));
            insured += 1;
        }
    }
    assert!(insured >= 3, "{insured}");
}

/// Who leaves the table wins more the deeper the cut card, wagers nothing or a unit or more, and the most under some count.
#[test]
#[ignore = "long; `just slow`"]
fn who_leaves_wins_more_with_penetration() {
    let submission = submission("plain-blackjack/1-decks.toml", &[("decks", "2"), ("options.max-hands", "2")]);
    for ramp in [Ramp::Best { least: 0, most: 8 }, Ramp::for_bank(400, "5%", 0..=8).expect("a risk")] {
        let is_of_bank = matches!(ramp, Ramp::Bank { .. });
        let answer = asked(&submission, &ExposureWant { up_to: Some(52), ramp: Some(ramp), ..ExposureWant::default() });
        let wins: Vec<BigRational> = answer.penetrations.iter().map(|one| value(&one.ramp.win)).collect();
        assert!(wins.len() > 3 && wins.is_sorted(), "{wins:?}");
        for worth in answer.penetrations.iter().map(|one| &one.ramp).chain(&answer.depths[0].ramp) {
            let units: Vec<BigRational> = worth.units.iter().map(value).collect();
            assert!(units.iter().all(|units| units.is_zero() || *units >= BigRational::from_integer(1.into())));
            assert_eq!(units.iter().max(), Some(&BigRational::from_integer(8.into())));
            if let Some(ruin) = worth.ruin.as_ref().filter(|_| is_of_bank) {
                assert!(ruin.risk.parse::<f64>().is_ok_and(|risk| risk < 0.0505), "{}", ruin.risk);
            }
        }
    }
}

/// A ramp of one unit wins the EV; a spread wins more the deeper the cut card, and no tags of level 1 tell more of the base wager than the best.
#[test]
#[ignore = "long; `just slow`"]
fn bets_and_tags() {
    let submission = submission("plain-blackjack/1-decks.toml", &[("decks", "2")]);
    let want =
        |ramp: Ramp| ExposureWant { up_to: Some(52), ramp: Some(ramp), tags_up_to: Some(2), ..ExposureWant::default() };
    let flat = asked(&submission, &want(Ramp::stated("0:1", 1).expect("a ramp")));
    let worth = flat.depths[0].ramp.as_ref().expect("asked for");
    assert_eq!(value(&worth.win), value(&flat.ev), "what is seen changes no mean");
    let spread = asked(&submission, &want(Ramp::Best { least: 1, most: 6 }));
    let wins: Vec<BigRational> = spread.penetrations.iter().map(|one| value(&one.ramp.win)).collect();
    assert!(wins.len() > 2 && wins.windows(2).all(|pair| pair[0] < pair[1]), "{wins:?}");
    let of_base = &flat.tags[0];
    let zero: BigRational = of_base
        .effects
        .iter()
        .zip(Value::all())
        .map(|(effect, card)| value(effect) * BigRational::from_integer(submission.shoe.count(card).into()))
        .sum();
    assert!(zero.is_zero(), "a random card has no effect");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let hi_lo = of_base.counts.iter().find(|count| count.id == "hi-lo").expect("a usual count");
    assert!(number(&of_base.best[0].correlation) >= number(&hi_lo.correlation));
    assert!(number(&of_base.best[1].correlation) >= number(&of_base.best[0].correlation));
    // The literature has 0.97 for Hi-Lo.
    assert!((number(&hi_lo.correlation) - 0.97).abs() < 0.01, "{}", hi_lo.correlation);
}

/// What every count is rated by is what it wins in an exposure of its own, just before and just after the house is behind.
#[test]
#[ignore = "long; `just slow`"]
fn ratings_are_those_of_single_exposures() {
    let submission = submission("plain-blackjack/1-decks.toml", &[("decks", "2"), ("options.max-hands", "2")]);
    let want = ExposureWant { variance: false, seen: vec![0], rate: vec![2, 8], ..ExposureWant::default() };
    let answer = asked(&submission, &want);
    assert_eq!(answer.ratings.len(), 2);
    let ev = value(&answer.ev);
    for rating in &answer.ratings {
        assert!(rating.left_out.is_empty());
        let more = BigRational::from_integer((rating.spread.expect("the base wager") - 1).into());
        let win = |one: &RatedCount, up_to: u32| {
            let (count, by) = (one.count.clone(), Some(one.counted_by));
            let want = ExposureWant {
                count,
                by,
                seen: vec![0],
                up_to: Some(up_to),
                variance: false,
                ..ExposureWant::default()
            };
            &ev + value(&asked(&submission, &want).depths[1].ahead.win) * &more
        };
        let names: Vec<&str> = rating.counts.iter().map(|one| one.count.id.as_str()).collect();
        assert!(["hi-lo", "ko", "aces", "best-1", "best-3"].iter().all(|id| names.contains(id)), "{names:?}");
        for at in names.iter().enumerate().filter(|(_, id)| ["hi-lo", "ko", "best-1"].contains(id)).map(|(at, _)| at) {
            let one = &rating.counts[at];
            assert_eq!(win(one, answer.most_seen), value(&one.win_of_the_deepest));
            if let Some(from) = one.beats_from {
                assert_eq!(win(one, from), value(one.win.as_ref().expect("a win")));
                assert!(from == 0 || win(one, from - 1) <= BigRational::zero());
            }
        }
        let first = rating.counts.iter().filter_map(|one| one.beats_from).min();
        assert_eq!(rating.ahead_up_to, first.map_or(Some(answer.most_seen), |first| first.checked_sub(1)));
        assert_eq!(rating.beaten_by.map(|at| rating.counts[at].beats_from), first.map(Some));
    }
    let [two, eight] = &answer.ratings[..] else { panic!("two spreads") };
    assert!(two.ahead_up_to > eight.ahead_up_to, "who spreads more is ahead sooner");
}
