//! `check`: every verdict, the search for what would make a wrong figure right, and files that are refused.

use serde_json::Value;

use crate::program::{self, root, shoeproof};

const SIX_DECKS: &str = "analyses/pa-685a-down-under/6-decks.toml";
/// Few hands, and options that make a difference.
const PLAIN: &str = "analyses/plain-blackjack/1-decks.toml";

/// The result as JSON; `status` is the exit status expected.
fn json(analysis: &str, claims: &str, status: i32, more: &[&str]) -> Value {
    program::json(&[&["check", analysis, "--claims", claims, "--json"], more].concat(), status)
}

/// A file of claims that is there as long as the folder.
struct File {
    _folder: tempfile::TempDir,
    path: String,
}

fn file(name: &str, text: &str) -> File {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("file");
    let path = path.to_str().expect("text").to_owned();
    File { _folder: folder, path }
}

fn toml(text: &str) -> File {
    file("claims.toml", &format!("format = 1\n{text}"))
}

/// Verdicts in the order of the file.
fn verdicts(result: &Value) -> Vec<&str> {
    result["claims"].as_array().expect("a list").iter().map(|one| one["verdict"].as_str().expect("text")).collect()
}

fn refused(claims: &File, words: &[&str]) {
    program::refused(&["check", SIX_DECKS, "--claims", &claims.path], words);
}

#[test]
fn figures_that_are_right_match() {
    let result = json(SIX_DECKS, "examples/claims/685a-6-decks.toml", 0, &["--strict"]);
    assert_eq!((&result["wrong"], &result["rounding_slips"]), (&0.into(), &0.into()));
    assert_eq!(result["matches"], 16);
    assert!(result["source"].as_str().expect("text").contains("committed report"));
}

#[test]
fn the_examples_of_the_grammar_are_right() {
    let text = std::fs::read_to_string(root().join("docs/claims.md")).expect("the grammar");
    for (mark, claims) in [("toml", 7), ("csv", 4)] {
        let (_, block) = text.split_once(&format!("```{mark}\n")).expect("an example");
        let (block, _) = block.split_once("```").expect("its end");
        let result = json(SIX_DECKS, &file(&format!("claims.{mark}"), block).path, 0, &["--strict"]);
        assert_eq!(result["matches"].as_u64(), Some(claims), "{mark}");
    }
}

#[test]
fn a_progressive_has_figures_with_and_without_its_meter() {
    let claims = toml(
        "[wagers]\nid = 'match-the-dealer-progressive'\npaytable = 1\nfixed = '-14878/48205'\nper-meter-unit = '2.4335e-5'\n\
         break-even-meter = 12683\nhouse-edge = '28.43%'\nrtp = '80%'\n",
    );
    let result = json(SIX_DECKS, &claims.path, 1, &[]);
    assert_eq!(verdicts(&result), ["match", "match", "match", "match", "wrong"]);
    assert_eq!(result["claims"][4]["right_under"][0]["wagers.match-the-dealer-progressive.paytable"], "4");
}

#[test]
fn counts_of_ordered_deals_are_the_same_probabilities() {
    let result = json(SIX_DECKS, "examples/claims/match-the-dealer.csv", 0, &["--strict"]);
    assert_eq!(result["matches"], 9);
    let total = &result["claims"][1];
    assert_eq!(total["exact"], "15039960");
    assert_eq!(total["remarks"][0], "counts are 2 times the exact ones: the same probabilities");
    // One count alone has no others to be in proportion to.
    let alone = toml("[[wagers]]\nid = 'match-the-dealer'\npaytable = '11/4'\ntotal = 30079920\n");
    let result = json(SIX_DECKS, &alone.path, 1, &[]);
    assert_eq!(result["claims"][0]["difference"], "15039960");
    // However often it is stated.
    let twice = file(
        "twice.csv",
        "of,figure,value,wager,paytable,line\n\
         wager,combinations,\"3,121\",match-the-dealer,11/4,Two suited matches\n\
         wager,combinations,\"3,121\",match-the-dealer,11/4,Two suited matches\n",
    );
    let result = json(SIX_DECKS, &twice.path, 1, &[]);
    assert_eq!((&result["wrong"], &result["claims"][0]["exact"]), (&2.into(), &"3120".into()));
}

#[test]
fn lines_that_share_a_factor_need_the_total_with_them() {
    let text = std::fs::read_to_string(root().join("examples/claims/match-the-dealer.csv")).expect("the example");
    let claims = file("claims.csv", &text.replace("30,079,920", "15,039,960"));
    let result = json(SIX_DECKS, &claims.path, 1, &[]);
    let total = &result["claims"][1];
    assert_eq!((&total["verdict"], &total["exact"]), (&"match".into(), &"15039960".into()));
    assert!(result["wrong"].as_u64().is_some_and(|wrong| wrong > 4), "{result}");
}

#[test]
fn a_count_out_of_proportion_is_wrong() {
    let text = std::fs::read_to_string(root().join("examples/claims/match-the-dealer.csv")).expect("the example");
    let claims = file("claims.csv", &text.replace("898560", "898506"));
    let result = json(SIX_DECKS, &claims.path, 1, &[]);
    assert_eq!((&result["wrong"], &result["matches"]), (&1.into(), &8.into()));
    assert_eq!(result["claims"][4]["exact"], "449280");
    assert_eq!(result["claims"][4]["difference"], "-54");
}

#[test]
fn digits_cut_off_are_a_slip_which_strictness_fails() {
    let claims = "examples/claims/match-the-dealer-slips.csv";
    let result = json(SIX_DECKS, claims, 0, &[]);
    assert_eq!(verdicts(&result), ["rounding-slip", "rounding-slip", "match"]);
    assert_eq!(result["claims"][0]["remarks"][0], "cut off, not rounded");
    shoeproof(&["check", SIX_DECKS, "--claims", claims, "--strict"]).assert().code(1);
    let up = toml("[[wagers]]\nid = 'match-the-dealer'\npaytable = '11/4'\nhouse-edge = '4.07%'\n");
    let result = json(SIX_DECKS, &up.path, 0, &[]);
    assert_eq!(result["claims"][0]["remarks"][0], "off by at most one unit of the last digit");
}

#[test]
fn a_wrong_figure_names_the_reading_that_makes_it_right() {
    // One change at a time, which is enough.
    let result = json(SIX_DECKS, "examples/claims/685a-6-decks-wrong.toml", 1, &["--limit", "20"]);
    assert_eq!(
        verdicts(&result),
        ["wrong", "wrong", "wrong", "rounding-slip", "match", "wrong", "wrong"],
        "in the order of the file"
    );
    let claims = &result["claims"];
    assert_eq!(claims[0]["exact"], "0.026909%");
    assert_eq!(claims[0]["difference"], "+0.355091%");
    assert_eq!(claims[0]["right_under"][0]["readings.dealer-ace"], "customary");
    assert_eq!(claims[0]["right_under"].as_array().map(Vec::len), Some(1));
    assert_eq!(claims[1]["right_under"][0]["readings.match-pays"], "best");
    assert_eq!(claims[2]["remarks"][0], "right with the other sign");
    assert_eq!(claims[5]["exact"], "449280");
    assert_eq!(claims[6]["exact"], "S");
    assert_eq!(claims[0]["line"], 7);
    let claims = "examples/claims/685a-6-decks-wrong.toml";
    let text = shoeproof(&["check", SIX_DECKS, "--claims", claims, "--limit", "0"]).assert().code(1);
    let text = String::from_utf8_lossy(&text.get_output().stdout).into_owned();
    assert!(text.contains("1 match, 1 with a rounding slip, 5 wrong"), "{text}");
}

#[test]
fn options_decks_and_classes_explain_too_and_two_changes_if_one_does_not() {
    // One split of one deck: -0.153120% by composition; the others by `solve` with the change.
    let claims = toml(
        "[[base-game]]\nhouse-edge = '-0.131847%'\n[[base-game]]\nhouse-edge = '0.037484%'\n\
         [[base-game]]\nhouse-edge = '0.223170%'\n",
    );
    let result = json(PLAIN, &claims.path, 1, &[]);
    let under = |at: usize| result["claims"][at]["right_under"].clone();
    assert_eq!(under(0), serde_json::json!([{ "strategy": "td" }]));
    assert_eq!(under(1), serde_json::json!([{ "options.soft-17": "hit" }]));
    assert_eq!(under(2), serde_json::json!([{ "decks": "2" }]));

    // A small shoe, which has pairs of changes to try and is quick: -7.139791% with H17 and no double after a split.
    let shoe = ["--shoe", "4,0,0,2,2,2,2,2,2,8"];
    let claims = toml("[base-game]\nhouse-edge = '-7.139791%'\n");
    let result = json(PLAIN, &claims.path, 1, &shoe);
    let both = serde_json::json!([{ "options.double-after-split": "false", "options.soft-17": "hit" }]);
    assert_eq!(result["claims"][0]["right_under"], both);
    let result = json(PLAIN, &claims.path, 1, &[&shoe[..], &["--limit", "6"]].concat());
    let remark = result["claims"][0]["remarks"][0].as_str().expect("a remark");
    assert!(remark.contains("two changes at once were not tried"), "{remark}");
}

#[test]
fn figures_of_the_spread_and_of_up_cards_are_compared() {
    let claims = toml(
        "strategy = 'td'\n[base-game]\nstd-dev = '1.15927820'\naverage-wager = '1.1351'\nelement-of-risk = '-0.116155%'\n\
         [[insurance]]\nev = '-1/17'\n",
    );
    let result = json(PLAIN, &claims.path, 0, &["--strict"]);
    assert_eq!(result["matches"], 4);
    let claims = file(
        "claims.csv",
        "of,figure,value,strategy,up,signal\nbase-game,ev,-0.36024584,td,A,\nbase-game,ev,-0.08457980,td,A,no blackjack\n\
         base-game,probability,1/13,td,A,\nbase-game,ev,0.10123052,td,2,\n",
    );
    let result = json(PLAIN, &claims.path, 0, &[]);
    assert_eq!(verdicts(&result), ["match", "match", "match", "rounding-slip"]);
}

#[test]
fn a_file_that_is_wrong_is_refused_with_the_place() {
    refused(&file("claims.txt", "x"), &["claims.txt", "ends in .toml or .csv"]);
    refused(&file("claims.toml", "format = 2\n"), &["claims.toml:1", "expected 1"]);
    refused(&toml("colour = 3\n"), &["claims.toml:2", "unknown key `colour`", "base-game, insurance, wagers or cells"]);
    refused(&toml("\n[[base-game]]\nedge = '1%'\n"), &["claims.toml:4", "unknown key `edge`", "house-edge, ev, rtp"]);
    refused(
        &toml("[base-game]\nup = '6'\nstd-dev = '1'\n"),
        &["claims.toml:4", "unknown key `std-dev`", "probability"],
    );
    refused(&toml("[base-game]\nhand = '6'\nev = '1'\n"), &["claims.toml:3", "`hand` is no part of a claim"]);
    refused(&toml("[base-game]\nev = 'about 1%'\n"), &["claims.toml:3", "`about 1%` is no number"]);
    refused(&toml("[base-game]\nev = true\n"), &["claims.toml:3", "neither a text nor a number"]);
    refused(&toml("[base-game]\nstrategy = 'best'\nev = 0.12\n"), &["claims.toml:3", "td, cdz, cdz-best or perfect"]);
    refused(&toml("[base-game]\nup = 'X'\nev = 0.12\n"), &["claims.toml:3", "not a card value"]);
    refused(&toml("[base-game]\nup = '6'\nsignal = 'tiny'\nev = 0.12\n"), &["claims.toml:4", "small, medium or large"]);
    refused(&toml("[base-game]\n"), &["claims.toml:2", "claims nothing"]);
    refused(&toml("[wagers]\nev = 0.12\n"), &["claims.toml:2", "missing key `id`"]);
    refused(
        &toml("[wagers]\nid = 'keno'\nev = 0.12\n"),
        &["claims.toml:3", "no side wager `keno`", "match-the-dealer"],
    );
    refused(
        &toml("[wagers]\nid = 'match-the-dealer'\npaytable = '12/4'\nev = 0.12\n"),
        &["claims.toml:4", "no paytable `12/4`", "expected 11/4"],
    );
    refused(
        &toml("[wagers]\nid = 'match-the-dealer-progressive'\nev = 0.12\n"),
        &["claims.toml:3", "several paytables", "`paytable` with 1, 2"],
    );
    refused(
        &toml("[wagers]\nid = 'match-the-dealer'\nlines = [{ name = 'Two suits', combinations = 5 }]\n"),
        &["claims.toml:4", "no line `Two suits`", "Two suited matches"],
    );
    refused(
        &toml("[wagers]\nid = 'match-the-dealer'\nlines = [{ name = 'No match', combinations = 5.5 }]\n"),
        &["claims.toml:4", "`5.5` is no count", "a whole number"],
    );
    refused(
        &toml("[wagers]\nid = 'match-the-dealer'\nreadings = { match-pays = 'all' }\nev = 0.12\n"),
        &["claims.toml:4", "no choice `all`", "each or best"],
    );
    refused(
        &toml("[wagers]\nid = 'match-the-dealer'\nreadings = { matches = 'all' }\nev = 0.12\n"),
        &["claims.toml:4", "no reading `matches`"],
    );
    refused(&toml("[cells]\nup = '6'\nhand = '16'\naction = 'S'\n"), &["claims.toml:3", "`signal` with small"]);
    refused(
        &toml("[cells]\nup = '6'\nsignal = 'large'\nhand = '22'\naction = 'S'\n"),
        &["claims.toml:5", "no row `22`"],
    );
    refused(
        &toml("[cells]\nup = '6'\nsignal = 'large'\nhand = '16'\naction = 'pass'\n"),
        &["claims.toml:6", "`pass` is no action"],
    );
    refused(&file("claims.toml", "format = 1\n"), &["no figure is claimed"]);
}

#[test]
fn a_figure_that_says_nothing_is_refused() {
    // All of these passed as rounding slips or matched.
    for figure in
        ["house-edge = '1'", "house-edge = '0'", "house-edge = 1", "ev = '-1'", "rtp = '100%'", "std-dev = '1'"]
    {
        let name = figure.split(' ').next().expect("a name");
        let words = ["claims.toml:3", "has too few digits to say anything of", name, "two significant digits"];
        refused(&toml(&format!("[base-game]\n{figure}\n")), &words);
    }
    for figure in ["0e5", "1e0", "1e2%", "0.0e5"] {
        refused(
            &toml(&format!("[base-game]\nhouse-edge = '{figure}'\n")),
            &["claims.toml:3", "is no number", "1.2e-5"],
        );
    }
    let long = format!("[base-game]\nhouse-edge = '0.{}'\n", "7".repeat(1_000_000));
    refused(&toml(&long), &["claims.toml:3", "is no number"]);
}

/// A digit more or less than the one there is would be most of the figure.
#[test]
fn one_digit_is_right_or_wrong_and_no_slip() {
    let claims = toml(
        "[[base-game]]\nhouse-edge = '0.0%'\n[[base-game]]\nhouse-edge = '0.1%'\n[[wagers]]\nid = 'match-the-dealer'\n\
         paytable = '11/4'\nlines = [{ name = 'Two suited matches', probability = '0.0%' }, \
         { name = 'No match', probability = '85.7%' }]\n",
    );
    let result = json(SIX_DECKS, &claims.path, 1, &["--limit", "0"]);
    assert_eq!(verdicts(&result), ["match", "wrong", "match", "match"]);
}

/// The exit status is the verdict, whoever reads the output.
#[test]
fn a_wrong_figure_is_told_though_nobody_listens() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("shoeproof"))
        .current_dir(root())
        .args(["check", SIX_DECKS, "--claims", "examples/claims/685a-6-decks-wrong.toml", "--limit", "0", "--json"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("its end").code(), Some(1));
}

/// 200,000 lines took more than a minute: the place of each was counted from the beginning.
#[test]
#[ignore = "long; `just slow`"]
fn as_many_claims_as_a_file_may_hold_are_compared() {
    let cells = |lines: usize| {
        let mut text = "of,figure,value,wager,paytable,line\n".to_owned();
        text.push_str(&"wager,probability,85.73%,match-the-dealer,11/4,No match\n".repeat(lines));
        file("claims.csv", &text)
    };
    let claims = cells(200_000);
    let result = json(SIX_DECKS, &claims.path, 0, &[]);
    assert_eq!((&result["matches"], &result["claims"][199_999]["line"]), (&200_000.into(), &200_001.into()));
    refused(&cells(200_001), &["claims.csv:200002", "too many figures in one file", "at most 200000"]);
}

#[test]
fn a_table_that_is_wrong_is_refused_with_the_place() {
    refused(&file("claims.csv", ""), &["an empty file", "of,figure,value"]);
    refused(&file("claims.csv", "of,figure,amount\n"), &["claims.csv:1", "unknown column `amount`"]);
    refused(&file("claims.csv", "of,figure,of,value\n"), &["claims.csv:1", "column `of` twice"]);
    refused(&file("claims.csv", "of,figure\n"), &["claims.csv:1", "missing column `value`"]);
    let header = "# A comment.\n\nof,figure,value,wager\n";
    refused(&file("claims.csv", &format!("{header}wager,ev,1\n")), &["claims.csv:4", "3 fields", "expected 4"]);
    refused(&file("claims.csv", &format!("{header}bet,ev,1,x\n")), &["claims.csv:4", "unknown kind of claim `bet`"]);
    refused(&file("claims.csv", &format!("{header}wager,ev,\"1,x\n")), &["claims.csv:4", "open quotation mark"]);
    refused(&file("claims.csv", &format!("{header}wager,ev,\"1\"2,x\n")), &["claims.csv:4", "after a quoted field"]);
    refused(&file("claims.csv", &format!("{header}wager,odds,1,x\n")), &["claims.csv:4", "unknown key `odds`"]);
    refused(
        &file("claims.csv", &format!("{header}insurance,ev,1,x\n")),
        &["claims.csv:4", "`wager` is no part of a claim"],
    );
    refused(
        &file("claims.csv", "of,figure,value,readings\nbase-game,ev,1,dealer-ace\n"),
        &["claims.csv:2", "`dealer-ace` is no reading", "name=choice"],
    );
}

/// Six decks, the card of examples: figures that name no class are of the card, others of their class; the edge of the best chart, claimed of the card,
/// is right under that class.
#[test]
fn figures_of_a_stated_chart() {
    let analysis = "analyses/plain-blackjack/6-decks.toml";
    let valued =
        program::json(&["value", analysis, "--strategy", "examples/basic-strategy.toml", "--no-variance", "--json"], 0);
    assert!(valued["house_edge"]["decimal"].as_str().expect("text").starts_with("0.0045993559"));
    let claims = file(
        "claims.csv",
        "of,figure,value,strategy,up\n\
         base-game,house-edge,0.459936%,,\n\
         base-game,element-of-risk,0.407969%,,\n\
         base-game,ev,0.1617202,,4\n\
         base-game,house-edge,0.458360%,td,\n\
         base-game,house-edge,0.458360%,,\n",
    );
    let card = ["--strategy", "examples/basic-strategy.toml"];
    let result = json(analysis, &claims.path, 1, &card);
    assert_eq!(verdicts(&result), ["match", "match", "match", "match", "wrong"]);
    let wrong = &result["claims"][4];
    assert_eq!(wrong["of"], "base game, the stated chart");
    let explained = wrong["right_under"].as_array().expect("a list");
    assert!(explained.iter().any(|changes| changes["strategy"] == "td"), "{explained:?}");
    let without = json(analysis, &claims.path, 1, &["--limit", "0"]);
    assert_eq!(verdicts(&without), ["wrong", "wrong", "wrong", "match", "wrong"]);
    program::refused(&["check", analysis, "--claims", &claims.path, "--strategy", "README.md"], &["README.md"]);
}
