//! A sweep says what its units say one by one, whatever became of earlier runs of it.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use shoeproof::{
    Analysis, Class, Failure, Silent, Step, SweepDone, SweepPlan, SweepUnit, SweepWant, UnitWorker, Variance, Want,
    sweep, unit, units,
};

/// 4 deck counts, one of them refused, and 3 shoes in each.
const DEPTHS: &str = r#"
format = 1
ask = "approximate"
analyses = ["plain-blackjack"]
units-per-file = 2
grid.decks = [1, 2, 77]
shoes = { depths = ["50%"], number = 3, seed = 9 }
"#;

const WAGERS: &str = r#"
format = 1
ask = "wager"
wager = "match-the-dealer"
analyses = ["pa-685a-down-under"]
units-per-file = 3

[grid]
decks = "all"
readings.match-pays = "all"
"#;

fn plan(text: &str) -> SweepPlan {
    SweepPlan::from_toml(text).expect("a plan")
}

fn swept(plan: &SweepPlan, folder: &Path) -> (SweepDone, [String; 2]) {
    let done = sweep(plan, &SweepWant::new(folder), &Silent).expect("a sweep");
    let text = |at: usize| fs::read_to_string(&done.results[at]).expect("a result");
    let texts = [text(0), text(1)];
    (done, texts)
}

/// Every file of answers.
fn files(folder: &Path) -> Vec<PathBuf> {
    let inside = |folder: &Path| fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> =
        inside(&folder.join("units")).flat_map(|folder| inside(&folder).collect::<Vec<_>>()).collect();
    all.sort();
    all
}

#[test]
fn a_row_a_unit_in_the_order_of_the_plan() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(WAGERS);
    let (done, [comma, lines]) = swept(&plan, folder.path());
    assert_eq!((done.units, done.computed, done.found), (8, 8, 0));
    let rows: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 8);
    assert_eq!(comma.lines().count(), 9);
    let mut edges = BTreeMap::new();
    for (number, row) in rows.iter().enumerate() {
        let answer = unit(&plan.unit(number as u64).expect("a unit")).expect("an answer");
        assert_eq!(row["unit"], answer.unit.as_str());
        // With four and five decks the wager is not offered.
        assert_eq!(row["ev"].as_str(), answer.figures.ev.as_ref().map(|ev| ev.fraction.as_str()));
        assert_eq!(row["failure"].is_null(), [6, 8].contains(&row["decks"].as_u64().expect("a number")));
        assert_eq!(row["plan_unit"], number);
        edges.insert(format!("{} {}", row["decks"], row["readings.match-pays"]), row["house_edge_decimal"].as_f64());
    }
    // The committed figure of six decks.
    let six = edges["6 \"each\""].expect("a number");
    assert!((six - 0.040_618_193_133).abs() < 1e-12, "{six}");
}

#[test]
fn a_unit_is_what_solve_says() {
    let plan = plan(
        "format = 1\nask = \"solve\"\nanalyses = [\"plain-blackjack\"]\nstrategies = [\"td\", \"cdz\"]\nvariance = true\nset.decks = 1\n",
    );
    let analysis = Analysis::of_game("plain-blackjack").and_then(|one| one.set("decks=1")).expect("an analysis");
    for (number, class) in [(0, Class::Td), (1, Class::CdzMinus)] {
        let want = Want { variance: Variance::Usual, ..Want::default() };
        let solved = analysis.solve(class, &want, &Silent).expect("solved");
        let figures = unit(&plan.unit(number).expect("a unit")).expect("an answer").figures;
        assert_eq!((figures.ev, figures.variance), (Some(solved.ev), solved.variance));
        assert_eq!(figures.average_wager, Some(solved.average_wager));
    }
}

#[test]
fn a_row_says_which_up_cards_are_attacked() {
    let text = |ask: &str, shoe: &str| {
        format!(
            "format = 1\nask = \"{ask}\"\nanalyses = [\"pa-665a-double-attack\", \"plain-blackjack\"]\nset.shoe = \"{shoe}\"\n"
        )
    };
    let attacked = |ask: &str, shoe: &str| {
        let plan = plan(&text(ask, shoe));
        [0, 1].map(|number| unit(&plan.unit(number).expect("a unit")).expect("an answer").figures.attack)
    };
    let eight_decks = "32,32,32,32,32,32,32,32,32,96";
    for ask in ["solve", "approximate"] {
        assert_eq!(attacked(ask, eight_decks), [Some("2 3 4 5 6 7 8".to_owned()), None]);
    }
    // The answer of another verb, of a shoe with fewer tens.
    let analysis = Analysis::of_game("pa-665a-double-attack").expect("a game");
    let few_tens = analysis.set("shoe=32,32,32,32,32,32,32,32,32,48").expect("a shoe");
    let solved = few_tens.solve(Class::CdzMinus, &Want { variance: Variance::Without, ..Want::default() }, &Silent);
    let solved = solved.expect("solved");
    let expected = solved.by_up_card.iter().filter(|up| up.attack == Some(true)).map(|up| up.up.clone());
    let expected = expected.collect::<Vec<_>>().join(" ");
    assert_eq!(attacked("solve", "32,32,32,32,32,32,32,32,32,48")[0].as_deref(), Some(expected.as_str()));
}

#[test]
fn what_the_rules_refuse_is_a_row_with_its_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let (done, [_, lines]) = swept(&plan(DEPTHS), folder.path());
    assert_eq!(done.units, 9);
    assert_eq!(done.failures.values().sum::<u64>(), 3);
    let last: serde_json::Value = serde_json::from_str(lines.lines().last().expect("a row")).expect("JSON");
    assert!(last["failure"].as_str().is_some_and(|words| words.contains("77 decks")), "{last}");
    assert!(last["decks"] == 77 && last["ev_decimal"].is_null() && last["submission"].is_null());
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().expect("a row")).expect("JSON");
    assert!(first["error"].as_f64().is_some_and(|error| error < 1e-9));
    let cards = first["shoe"].as_str().expect("a shoe").split(' ').map(|count| count.parse::<u32>().expect("a count"));
    assert_eq!(cards.sum::<u32>(), 26);
}

/// Numbers do not depend on which units a worker had before, nor on who computes them.
#[test]
fn answers_are_those_of_units_alone() {
    let [here, there] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let plan = plan(DEPTHS);
    let mut worker = UnitWorker::new().expect("a worker");
    for file in 0..plan.files() {
        let of_file: Vec<SweepUnit> =
            plan.units_of_file(file).map(|number| plan.unit(number).expect("a unit")).collect();
        assert_eq!(plan.file(file).expect("a file"), of_file);
        let answers = units(&of_file, &Silent).expect("answers");
        assert_eq!(worker.answers(&of_file, &Silent).expect("answers"), answers);
        for (one, answer) in of_file.iter().zip(&answers) {
            assert_eq!(unit(one).expect("an answer"), *answer);
        }
        assert!(!plan.has_answers(file, there.path()).expect("a file"));
        let mut wrong = answers.clone();
        wrong[0].unit.replace_range(..1, "x");
        assert!(matches!(plan.keep(file, there.path(), &wrong), Err(Failure::Refused(_))));
        plan.keep(file, there.path(), &answers).expect("kept");
        assert!(plan.has_answers(file, there.path()).expect("a file"));
    }
    assert!(plan.file(plan.files()).is_err_and(|error| error.to_string().contains("no file 5")));
    let (_, texts) = swept(&plan, here.path());
    let (done, again) = swept(&plan, there.path());
    assert_eq!((done.found, done.computed), (9, 0));
    assert_eq!(again, texts);
}

#[test]
fn damaged_and_foreign_files_are_computed_again_and_never_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(WAGERS);
    let (_, texts) = swept(&plan, folder.path());
    let all = files(folder.path());
    assert_eq!(all.len(), 3);
    let whole: Vec<String> = all.iter().map(|path| fs::read_to_string(path).expect("a file")).collect();
    // One cut short, one that is another's, one gone.
    fs::write(&all[0], &whole[0][..whole[0].len() - 9]).expect("written");
    fs::write(&all[1], &whole[2]).expect("written");
    fs::remove_file(&all[2]).expect("removed");
    fs::write(all[0].with_file_name("foreign.jsonl"), "{}").expect("written");
    fs::write(all[0].with_file_name(".x.partial-1-1"), "half").expect("written");
    let (done, again) = swept(&plan, folder.path());
    assert_eq!((done.replaced, done.computed, done.found), (2, 8, 0));
    assert_eq!(again, texts);
    assert_eq!(whole, all.iter().map(|path| fs::read_to_string(path).expect("a file")).collect::<Vec<_>>());
    assert_eq!(swept(&plan, folder.path()).0.found, 8);
    // A digit changed in one answer, with everything else as it was.
    let at = whole.iter().position(|text| text.contains("decimal\":\"0.0")).expect("an answer with figures");
    fs::write(&all[at], whole[at].replacen("decimal\":\"0.0", "decimal\":\"0.1", 1)).expect("written");
    assert_eq!(swept(&plan, folder.path()).1, texts);
}

#[test]
fn parts_come_together_as_the_whole() {
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let plan = plan(WAGERS);
    let (_, texts) = swept(&plan, one.path());
    for part in ["2/2", "1/2"] {
        let want = SweepWant { part: part.parse().ok(), threads: 1.try_into().ok(), ..SweepWant::new(other.path()) };
        let done = sweep(&plan, &want, &Silent).expect("a part");
        assert!(done.results.is_empty() && done.computed < 8);
    }
    let (done, again) = swept(&plan, other.path());
    assert_eq!((done.found, done.computed), (8, 0));
    assert_eq!(again, texts);
    assert!("0/2".parse::<shoeproof::SweepPart>().is_err() && "3/2".parse::<shoeproof::SweepPart>().is_err());
}

#[test]
fn a_sweep_that_is_stopped_goes_on() {
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let plan = plan(WAGERS);
    let (_, texts) = swept(&plan, one.path());
    let told = AtomicU64::new(0);
    let stop = |step: &Step| match step {
        Step::Done(_) if told.fetch_add(1, Ordering::Relaxed) == 4 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let want = SweepWant { threads: 1.try_into().ok(), ..SweepWant::new(other.path()) };
    assert!(matches!(sweep(&plan, &want, &stop), Err(Failure::Stopped)));
    assert!(!other.path().join("result.csv").exists());
    let (done, again) = swept(&plan, other.path());
    assert_eq!((done.found, done.computed), (3, 5));
    assert_eq!(again, texts);
}

#[test]
fn a_plan_says_what_is_wrong_with_it() {
    let refused = |text: &str| SweepPlan::from_toml(text).expect_err(text).to_string();
    let head = "format = 1\nask = \"solve\"\nanalyses = [\"plain-blackjack\"]\n";
    for (text, words) in [
        ("", "missing field"),
        ("format = 2\nask = \"solve\"\nanalyses = []\n", "format 2"),
        ("format = 1\nask = \"solve\"\nanalyses = []\n", "0 analyses"),
        ("format = 1\nask = \"solve\"\nanalyses = [\"nothing\"]\n", "no game `nothing`"),
        ("format = 1\nask = \"wager\"\nanalyses = [\"plain-blackjack\"]\n", "no side wager is named"),
        (&format!("{head}strategies = [\"perfect\"]\n"), "perfect play is not swept"),
        (&format!("{head}strategies = [\"td\", \"td\"]\n"), "twice"),
        (&format!("{head}wager = \"x\"\n"), "without `ask = \"wager\"`"),
        (&format!("{head}units-per-file = 0\n"), "0 units a file"),
        (&format!("{head}grid.decks = 6\n"), "grid.decks"),
        (&format!("{head}grid.wagers = \"all\"\n"), "nothing of that name"),
        (&format!("{head}set.decks = [6]\n"), "set.decks"),
        (&format!("{head}set.decks = 99\n"), "99 decks"),
        (&format!("{head}set.decks = 6\ngrid.decks = [1, 2]\n"), "`decks` stands in [set] and in [grid]"),
        (&format!("{head}grid.decks = [1, 2]\nlist = [{{ decks = 4 }}]\n"), "`decks` stands in [grid] and in [list]"),
        (&format!("{head}shoes = {{ depths = [\"150%\"], number = 1, seed = 1 }}\n"), "no depth"),
        (&format!("{head}shoes = {{ depths = [\"50%\"], number = 0, seed = 1 }}\n"), "0 shoes"),
    ] {
        let said = refused(text);
        assert!(said.contains(words), "{text}: {said}");
    }
    let key = |name: usize| format!("\"options.x{name}\" = {:?}\n", vec!["v"; 200]);
    let long: String = (0..4).map(key).collect();
    assert!(refused(&format!("{head}[grid]\n{long}")).contains("100000000 units"));
    let long: String = (0..3).map(key).collect();
    assert!(refused(&format!("{head}units-per-file = 1\n[grid]\n{long}")).contains("units-per-file of at least 8"));
}
