//! Runs of many rounds: the same on any number of threads, taken up again, dealt to a cut card; and what is refused.

use std::path::Path;

use rules::{Override, Submission};
use table::{Act, BLOCK, MOST_ROUNDS, Plan, Progress, Shuffling, Simulation, Table, TableError, Tally};

fn submission(game: &str, decks: u16, set: &[(&str, &str)]) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../analyses/{game}/{decks}-decks.toml"));
    let overrides: Vec<Override> = set.iter().map(|(key, value)| Override::new(*key, *value)).collect();
    Submission::load(&path, &overrides).expect("an analysis")
}

fn simple_plan(submission: &Submission) -> Plan {
    let mut plan = Plan::by_rule(&submission.game, |decision| match decision.total {
        10 | 11 if decision.may.double => Act::Double,
        total if decision.may.draw && total < 15 => Act::Hit,
        _ => Act::Stand,
    });
    for signal in plan.ups.iter_mut().flat_map(|up| &mut up.signals) {
        signal.split.insert("8".parse().expect("a value"));
    }
    plan
}

fn table(game: &str) -> Table {
    let submission = submission(game, 6, &[]);
    Table::new(&submission, &simple_plan(&submission), true).expect("a table")
}

fn tally(table: &Table, shuffling: Shuffling, blocks: u64, threads: usize) -> Progress {
    let simulation = Simulation::new(table, 5, shuffling).expect("a simulation");
    let mut progress = Progress::default();
    simulation.advance(&mut progress, blocks, threads).expect("rounds");
    progress
}

#[test]
fn any_number_of_threads_deals_the_same_rounds() {
    for shuffling in [Shuffling::EveryRound, Shuffling::CutCard(234)] {
        for game in ["pa-633a-blackjack", "ma-double-attack"] {
            let table = table(game);
            let cut = if table.shoe_size() == 288 { Shuffling::CutCard(216) } else { shuffling };
            let shuffling = if shuffling == Shuffling::EveryRound { shuffling } else { cut };
            let one = tally(&table, shuffling, 5, 1);
            assert_eq!(one, tally(&table, shuffling, 5, 3), "{game}");
            assert!(one.tally.rounds >= 5 * BLOCK);
        }
    }
}

#[test]
fn a_run_that_is_taken_up_again_is_the_same_run() {
    let table = table("pa-685a-down-under");
    let simulation = Simulation::new(&table, 5, Shuffling::EveryRound).expect("a simulation");
    let whole = tally(&table, Shuffling::EveryRound, 4, 2);
    let mut progress = tally(&table, Shuffling::EveryRound, 1, 2);
    let written = serde_json::to_string(&progress).expect("JSON");
    progress = serde_json::from_str(&written).expect("the same tally");
    simulation.advance(&mut progress, 4, 1).expect("rounds");
    assert_eq!(progress, whole);
    let part = simulation.with_part_of_a_block(&whole, 1000).expect("rounds");
    assert_eq!(part.rounds, 4 * BLOCK + 1000);
    let mut next = whole.clone();
    simulation.advance(&mut next, 5, 1).expect("rounds");
    assert!(part.cases[0].rounds <= next.tally.cases[0].rounds);
    // Another seed deals other rounds.
    let other = Simulation::new(&table, 6, Shuffling::EveryRound).expect("a simulation");
    let mut progress = Progress::default();
    other.advance(&mut progress, 4, 2).expect("rounds");
    assert_ne!(progress, whole);
}

#[test]
fn tallies_count_every_round_once() {
    let table = table("pa-633a-blackjack");
    let check = |tally: &Tally| {
        assert_eq!(tally.cases.iter().map(|case| case.rounds).sum::<u64>(), tally.rounds);
        assert_eq!(tally.nets.values().sum::<u64>(), tally.rounds);
        assert_eq!(tally.wagered.values().sum::<u64>(), tally.rounds);
        assert!(tally.sides.iter().all(|counts| counts.iter().sum::<u64>() == tally.rounds));
        let net: i64 = tally.nets.iter().map(|(&net, &rounds)| net * rounds as i64).sum();
        assert_eq!(net, tally.cases.iter().map(|case| case.net).sum::<i64>());
        net
    };
    check(&tally(&table, Shuffling::EveryRound, 2, 2).tally);
    let dealt = tally(&table, Shuffling::CutCard(234), 2, 2).tally;
    let net = check(&dealt);
    let shoes = &dealt.shoes;
    assert_eq!((shoes.rounds, shoes.refilled), (dealt.rounds, 0));
    assert_eq!(shoes.money, net - shoes.fixed_money);
    // 234 cards are some 43 rounds of five to six cards.
    assert!((38..48).contains(&shoes.fixed), "{}", shoes.fixed);
}

#[test]
fn a_short_shoe_is_filled_from_the_discard_rack() {
    let submission = submission("pa-633a-blackjack", 1, &[]);
    let table = Table::new(&submission, &simple_plan(&submission), false).expect("a table");
    let dealt = tally(&table, Shuffling::CutCard(40), 1, 1).tally;
    assert!(dealt.rounds >= BLOCK);
    assert!(dealt.shoes.rounds / dealt.shoes.shoes >= 7);
    for (cut, refused) in [(0, true), (41, true), (40, false)] {
        let simulation = Simulation::new(&table, 1, Shuffling::CutCard(cut));
        assert_eq!(simulation.is_err(), refused, "{cut}");
    }
}

#[test]
fn a_plan_must_answer_every_decision() {
    let submission = submission("pa-685a-down-under", 6, &[]);
    let mut plan = simple_plan(&submission);
    plan.ups[3].signals.pop();
    let error = Table::new(&submission, &plan, true).expect_err("a signal is missing");
    assert!(matches!(&error, TableError::NoPlan { signal: Some(_), .. }), "{error}");
    plan.ups.remove(3);
    let error = Table::new(&submission, &plan, true).expect_err("an up card is missing");
    assert_eq!(error.to_string(), "the plan says nothing of an up card of 4");
    let plan = Plan::by_rule(&submission.game, |_| Act::Hit);
    let error = Table::new(&submission, &plan, true).expect_err("a 21 may not draw");
    assert!(matches!(error, TableError::NoAct { planned: Some(Act::Hit), .. }), "{error}");
    let plan = Plan::by_rule(&submission.game, |_| Act::Surrender);
    assert!(Table::new(&submission, &plan, true).is_err(), "there is no surrender");
}

/// Shoes of values only have no side wagers and are dealt all the same.
#[test]
fn a_shoe_of_a_composition() {
    let submission = submission("pa-685a-down-under", 6, &[("remove", "5,5,T")]);
    let table = Table::new(&submission, &simple_plan(&submission), true).expect("a table");
    assert_eq!(table.shoe_size(), 309);
    assert!(table.side_ids().is_empty());
    assert_eq!(tally(&table, Shuffling::EveryRound, 1, 1).tally.rounds, BLOCK);
}

#[test]
fn what_is_dealt_does_not_contradict_itself() {
    let games = ["pa-685a-down-under", "pa-633a-blackjack", "pa-665a-double-attack", "ma-double-attack", "spanish-21"];
    for game in games {
        let decks = if game == "pa-665a-double-attack" { 8 } else { 6 };
        let submission = submission(game, decks, &[]);
        let table = Table::new(&submission, &simple_plan(&submission), true).expect("a table");
        for shuffling in [Shuffling::EveryRound, Shuffling::CutCard(table.shoe_size() * 3 / 4)] {
            let simulation = Simulation::new(&table, 5, shuffling).expect("a simulation");
            let progress = tally(&table, shuffling, 1, 2);
            assert_eq!(simulation.contradiction(&progress), None, "{game}");
            assert!(table.fits(&progress.tally), "{game}");
            // A result that no round can have, though the sums agree.
            let mut beyond = progress.tally.clone();
            let net = 3_000_000_000_i64;
            *beyond.nets.entry(net).or_default() += 1;
            *beyond.wagered.entry(1).or_default() += 1;
            beyond.sides.iter_mut().for_each(|side| side[0] += 1);
            let case = &mut beyond.cases[0];
            (case.rounds, case.net, case.square) = (case.rounds + 1, case.net + net, case.square + (net * net) as u64);
            beyond.dealer[0][0] += 1;
            beyond.rounds += 1;
            assert!(!table.fits(&beyond), "{game}");
            // A count by itself, and sums of shoes that overflow when others are added.
            let mut changes: Vec<Progress> = vec![progress.clone(); 7];
            changes[0].tally.cases[1].rounds += 1;
            *changes[1].tally.nets.entry(0).or_default() += 1;
            changes[2].tally.shoes.money_square = u64::MAX;
            changes[3].tally.shoes.more_money = i64::MIN;
            changes[4].blocks = 8;
            changes[5].tally.insurance.taken_won = u64::MAX;
            changes[6].tally.dealer[1][3] += 1;
            for (at, changed) in changes.iter().enumerate() {
                assert!(simulation.contradiction(changed).is_some(), "{game}, change {at}");
            }
        }
    }
}

#[test]
fn no_rounds_are_a_tally_of_nothing_and_too_many_are_refused() {
    let table = table("pa-685a-down-under");
    let simulation = Simulation::new(&table, 5, Shuffling::EveryRound).expect("a simulation");
    let nothing = simulation.with_part_of_a_block(&Progress::default(), 0).expect("no rounds");
    assert_eq!((nothing.rounds, nothing.cases.len()), (0, table.case_names().len()));
    assert_eq!(nothing.sides.len(), table.side_ids().len());
    let mut progress = Progress::default();
    let error = simulation.advance(&mut progress, MOST_ROUNDS / BLOCK + 1, 1).expect_err("too many");
    assert_eq!(error, TableError::TooManyRounds);
    assert_eq!(progress, Progress::default());
}

/// Six tens and two sixes, and a player who hits whatever he has: mostly he busts, and the dealer then draws only where his hand is dealt out.
/// A ten with a six comes to 22 with one of six cards, whether or not a hand is live.
#[test]
fn the_dealer_is_dealt_out_whatever_became_of_the_player() {
    let submission = submission("pa-685a-down-under", 6, &[("shoe", "0,0,0,0,0,2,0,0,0,6")]);
    for act in [Act::Hit, Act::Stand] {
        let plan = Plan::by_rule(&submission.game, |decision| match act {
            Act::Hit if decision.may.draw => Act::Hit,
            _ => Act::Stand,
        });
        let table = Table::new(&submission, &plan, false).expect("a table");
        let tally = tally(&table, Shuffling::EveryRound, 1, 1).tally;
        for (name, (counts, case)) in table.case_names().iter().zip(tally.dealer.iter().zip(&tally.cases)) {
            assert_eq!(counts.iter().sum::<u64>(), case.rounds, "every round is counted: {name:?}");
        }
        let is_medium = |name: &table::CaseName| name.up == cards::Value::TEN && name.signal == "medium";
        let at = table.case_names().iter().position(is_medium).expect("a signal");
        let [.., twenty_two, bust, _, _] = tally.dealer[at];
        let rounds = tally.cases[at].rounds;
        assert_eq!(twenty_two + bust, rounds);
        // Of 65,536 rounds 14,043 are expected; a sixth of them is 2,341, with a standard deviation of 44.
        let off = twenty_two as f64 - rounds as f64 / 6.0;
        assert!(rounds > 13_000 && off.abs() < 5.0 * 44.0, "{act:?}: {twenty_two} of {rounds}");
    }
}
