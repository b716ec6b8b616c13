//! Rules that somebody wrote himself, so that a report of them would say what is not so.

use std::collections::BTreeMap;

use rules::{Override, RulesError, Submission, SubmissionFiles};
use shoeproof::{ClaimVerdict, Failure, Judgement, Level, Silent, Thoroughness};

const ANALYSIS: &str = "format = 1\nid = \"own\"\ntitle = \"Own rules\"\ngame = \"GAME\"\ndecks = 1\n\n[report]\ndate = \"2026-11-21\"\n\
                        client = \"tests\"\nauthoriser = \"tests\"\n";

/// An ace, 5, 6 and 8 four times each, and sixteen tens: few hands.
const SHOE: &str = "4,0,0,0,4,4,0,4,0,16";

/// The same as cards of whole ranks and suits, so that side wagers are valued too.
const CARDS: &str =
    "1,0,0,0,1,1,0,1,0,1,1,1,1,1,0,0,0,1,1,0,1,0,1,1,1,1,1,0,0,0,1,1,0,1,0,1,1,1,1,1,0,0,0,1,1,0,1,0,1,1,1,1";

/// A game of the catalogue with edits of its file, and an analysis that ends in this.
fn read(game: &str, edits: &[(&str, &str)], analysis: &str, set: &[(&str, &str)]) -> Result<Submission, RulesError> {
    let mut text = shoeproof::game_file(game).expect("a game").to_owned();
    for (old, new) in edits {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    let overrides = set.iter().map(|&(key, value)| Override::new(key, value)).collect();
    let analysis = format!("{}{analysis}", ANALYSIS.replace("GAME", game));
    Submission::read(&SubmissionFiles { analysis, game: text, overrides })
}

/// The pages of a report.
fn pages(submission: &Submission) -> String {
    let certificate = shoeproof::certificate(submission, "own".to_owned(), false, &Silent).expect("a certificate");
    let files = shoeproof::render(submission, &certificate).expect("pages");
    files.into_iter().filter(|(name, _)| name == "report.html").map(|(_, text)| text).collect()
}

#[test]
fn another_game_under_the_id_of_the_program_s_gets_none_of_its_notes() {
    let set = [("shoe", SHOE)];
    let own = pages(&read("pa-633a-blackjack", &[("pays = \"3:2\"", "pays = \"1:1\"")], "", &set).expect("rules"));
    assert!(own.contains("is not the file of that game in this program") && !own.contains("Clause by clause"));
    let known = pages(&read("pa-633a-blackjack", &[], "", &set).expect("rules"));
    assert!(known.contains("Clause by clause") && !known.contains("is not the file of that game"));
    // The shoe is no number of decks, which the notes do not look at.
    assert!(known.contains("Where this report <a href=\"#deviations\">deviates</a> from that, they need not hold."));
}

#[test]
#[ignore = "long; `just slow`"]
fn assumptions_are_those_of_the_rules() {
    let set = [("shoe", SHOE)];
    let usual = pages(&read("plain-blackjack", &[], "", &set).expect("rules"));
    assert!(usual.contains("exactly half the initial wager") && usual.contains("doubling for less never has"));
    assert!(usual.contains("the stated cards, which are no number of whole decks"));
    let edits = [("maximum = \"1:2\"", "maximum = \"1:1\"")];
    let insured = pages(&read("plain-blackjack", &edits, "", &set).expect("rules"));
    assert!(insured.contains("exactly the initial wager") && !insured.contains("exactly half"));
    // A small double could be given up for a tenth, and a hand that has hit could not.
    let given_up = "[surrender]\nclauses = []\nwhen = \"late\"\nloses = \"PRICE\"\nafter-double = \"part-of-all\"\n";
    for (cards, price, holds) in [("two", "1:10", false), ("any", "1:10", true), ("two", "1:2", true)] {
        let rule = format!("{given_up}cards = \"{cards}\"\nafter-split = true\n\n[dealer]").replace("PRICE", price);
        let page = pages(&read("plain-blackjack", &[("[dealer]", &rule)], "", &set).expect("rules"));
        assert_eq!(page.contains("doubling for less never has"), holds, "{cards}");
        assert_eq!(page.contains("no smaller one is valued"), !holds, "{cards}");
        assert_eq!(page.contains("is taken to cost the whole bet"), price == "1:2", "{cards}");
    }
}

/// What a quick verification of a report says, and its page.
fn judged(submission: &Submission) -> (Judgement, String) {
    let hash = certificate::sha256_hex(submission.canonical().as_bytes());
    let is_changed = !submission.files().overrides.is_empty();
    let id = if is_changed { format!("{}-{}", submission.id, &hash[..8]) } else { submission.id.clone() };
    let certificate = shoeproof::certificate(submission, id, false, &Silent).expect("a certificate");
    let files = shoeproof::render(submission, &certificate).expect("pages");
    let files: BTreeMap<String, Vec<u8>> = files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    let quick = Thoroughness { seed: "own".to_owned(), ..Thoroughness::new(Level::Quick).expect("a seed") };
    let judgement = shoeproof::judge(&files, None, &quick, &Silent).expect("good as far as checked");
    (judgement, String::from_utf8(files["report.html"].clone()).expect("a text"))
}

/// A report of rules that the program does not solve in full says what it leaves out, and is good as far as it is checked.
fn leaves_out(submission: &Submission, left_out: &str) {
    let (judgement, page) = judged(submission);
    let claim = judgement.claims.iter().find(|claim| claim.what == left_out).expect(left_out);
    assert_eq!(claim.verdict, ClaimVerdict::NotChecked);
    assert!(page.contains(left_out), "{left_out}");
}

/// No dealer hand of sevens ends otherwise than at 21, so there is nothing to count.
#[test]
fn a_dealer_whose_hands_all_end_alike_is_good() {
    judged(&read("double-exposure", &[], "", &[("shoe", "0,0,0,0,0,0,60,0,0,0")]).expect("rules"));
}

/// Hands that are doubled may be given up, and none is doubled with a wager of the player's own.
#[test]
fn doubled_hands_of_one_kind_only_are_good() {
    let edits = [
        ("free-hard-totals = [9, 11]", "hard-totals = [9, 11]\nsoft = false\nfree-hard-totals = [9, 11]"),
        ("when = \"never\"\n", "when = \"late\"\nafter-double = \"part-of-bet\"\n"),
    ];
    judged(
        &read("free-bet", &edits, "", &[("shoe", "0,0,0,0,4,4,0,0,0,12"), ("options.surrender", "late")])
            .expect("rules"),
    );
}

/// Bonuses by the number of cards tell hands of one total apart, and perfect play more than 128 kinds of hands.
#[test]
#[ignore = "long; `just slow`"]
fn too_many_kinds_of_hands_leave_perfect_play_out() {
    let bonus = "[bonus]\nclauses = []\nafter-split = true\nhands = [{ cards = 5, pays = \"2:1\" }]\n\n[dealer]";
    let submission = read("plain-blackjack", &[("[dealer]", bonus)], "", &[]).expect("rules");
    leaves_out(&submission, "that perfect play is left out");
    // In few cards there are few kinds, and perfect play is there.
    let few = read("plain-blackjack", &[("[dealer]", bonus)], "", &[("shoe", SHOE)]).expect("rules");
    let certificate = shoeproof::certificate(&few, "own".to_owned(), false, &Silent).expect("a certificate");
    assert!(certificate.classes.iter().any(|class| class.strategy == "perfect"));
}

/// The suits of so many bonuses are not followed through a round.
#[test]
fn many_bonuses_by_suit_leave_distributions_out() {
    let hands = [
        "[\"5\", \"6\", \"T\"]",
        "[\"5\", \"8\", \"8\"]",
        "[\"A\", \"T\", \"T\"]",
        "[\"A\", \"6\", \"6\", \"8\"]",
        "[\"A\", \"5\", \"5\", \"T\"]",
    ];
    let hands = hands.map(|values| format!("{{ values = {values}, pays = \"3:2\", suited = \"2:1\" }}")).join(", ");
    let bonus = format!("[bonus]\nclauses = []\nafter-split = true\nhands = [{hands}]\n\n[dealer]");
    let submission = read("plain-blackjack", &[("[dealer]", &bonus)], "", &[("shoe", SHOE)]).expect("rules");
    leaves_out(&submission, "that how rounds end whose hand is doubled is left out under composition-dependent play");
}

/// Where the variance has no second program, the page says so beside the standard deviation.
#[test]
fn a_standard_deviation_that_is_stated_is_marked() {
    let mark = "The standard deviation is <a href=\"#stated\">stated, not checked</a>.";
    let set = [("shoe", SHOE), ("options.max-hands", "1")];
    assert!(pages(&read("pa-633a-blackjack-switch", &[], "", &set).expect("rules")).contains(mark));
    assert!(!pages(&read("plain-blackjack", &[], "", &[("shoe", SHOE)]).expect("rules")).contains(mark));
}

/// A report of such rules would be one that nobody can check, which is said before it is made.
#[test]
fn bonuses_beside_an_attack_wager_are_not_checkable() {
    let rules = "[bonus]\nclauses = []\nafter-split = false\nhands = [{ cards = 5, pays = \"2:1\" }]\n\n\
                 [attack]\nclauses = []\nagainst-blackjack = \"lost\"\nsplit-wager = \"initial-and-attack\"\n\n[dealer]";
    let submission = read("plain-blackjack", &[("[dealer]", rules)], "", &[]).expect("rules");
    let refusal = checker::has_room(&submission).expect_err("not checkable").to_string();
    assert!(refusal.contains("hands of 21 that are paid more beside an attack wager"), "{refusal}");
}

#[test]
fn no_count_bears_the_name_of_one_of_the_program_s() {
    let asks = |id: &str, title: &str| {
        let count = format!("{{ id = \"{id}\", title = \"{title}\", tags = [-2, 1, 2, 2, 3, 2, 1, 0, -1, -2] }}");
        let analysis = format!("\n[exposure]\ncounts = [{count}]\n");
        let submission = read("plain-blackjack", &[], &analysis, &[("shoe", SHOE)]).expect("rules");
        shoeproof::certificate(&submission, "own".to_owned(), false, &Silent).map(|_| ())
    };
    for (id, title, name) in
        [("mine", "Hi-Lo", "Hi-Lo"), ("mine", "hi lo", "hi lo"), ("Hi-Lo", "Mine", "Hi-Lo"), ("hilo", "Mine", "hilo")]
    {
        let refused = asks(id, title).expect_err(title);
        assert!(matches!(refused, Failure::Rules(_)), "{refused}");
        assert!(refused.to_string().contains(&format!("`{name}` is the name of a count of the program")), "{refused}");
        assert!(refused.to_string().contains("another name, or `hi-lo` without tags"), "{refused}");
    }
    // Cyrillic and Greek letters that look like Latin ones.
    for title in ["H\u{456}-Lo", "\u{397}I-LO", "Hi L\u{43e}"] {
        let refused = asks("mine", title).expect_err(title).to_string();
        assert!(refused.contains("has letters of several alphabets"), "{refused}");
    }
    assert!(asks("mine", "Mine").is_ok() && asks("mine", "Zählung 2").is_ok());
}

/// Figures value every line by the cards that it names. A fate that says otherwise would be a false sentence.
#[test]
fn a_wager_is_not_lost_where_its_figures_say_that_it_stays() {
    let fate = "fate = { surrender = \"stays\", bust = \"stays\", dealer-blackjack = \"stays\" }\nmeter-lines = \"for\"\n\n[wagers.hit-and-run.play]";
    for (key, message) in [
        ("surrender", "lines that do not look at the finished hand are valued as if the wager stayed"),
        ("bust", "lines that do not look at the finished hand are valued as if the wager stayed"),
        ("dealer-blackjack", "a line that can win with a dealer blackjack is valued as if the wager stayed"),
    ] {
        let lost = fate.replace(&format!("{key} = \"stays\""), &format!("{key} = \"lost\""));
        let refused = read("pa-633a-blackjack", &[(fate, &lost)], "", &[]).expect_err(key);
        assert_eq!(refused.message, message);
    }
    let bad_beat = "fate = { surrender = \"lost\", bust = \"lost\", dealer-blackjack = \"stays\" }";
    let stays = bad_beat.replace("surrender = \"lost\"", "surrender = \"stays\"");
    let refused =
        read("pa-633a-blackjack", &[(bad_beat, &stays)], "", &[]).expect_err("a hand that is given up has no total");
    assert_eq!(refused.message, "a line looks at the finished hand, and there is none");
}

/// What is done with a straight is said by the reading that decides it.
#[test]
fn the_sentence_on_a_straight_is_that_of_its_reading() {
    let set =
        [("shoe", SHOE), ("readings.straight-given-up", "lost"), ("readings.straight-against-blackjack", "returned")];
    let rules = read("pa-633a-blackjack", &[], "", &set).expect("rules").game.describe();
    let line = rules.iter().find(|rule| rule.text.starts_with("Straight Jack")).expect("the wager");
    let end = "When the hand is surrendered the wager is lost; when it busts, it is settled by its own lines, if it has not been before; \
               when a dealer blackjack ends the round, it is returned.";
    assert!(line.text.contains(end), "{}", line.text);
    assert!(
        line.text.contains("Two-card straight (a straight of 2 cards or more in the order in which they came)"),
        "{}",
        line.text
    );
}

/// A hand that is given up before the dealer looks is out of the round: no blackjack of the dealer settles its straight, and there is no action
/// that it could take afterwards.
#[test]
#[ignore = "long; `just slow`"]
fn what_is_given_up_early_is_given_up_first() {
    let set = [
        ("shoe", "2,2,2,2,2,2,2,2,2,8"),
        ("options.surrender", "early"),
        ("options.max-hands", "2"),
        ("readings.straight-against-blackjack", "returned"),
        ("simulation", "none"),
    ];
    let submission = read("pa-633a-blackjack", &[], "", &set).expect("rules");
    let certificate = shoeproof::certificate(&submission, "own".to_owned(), false, &Silent).expect("a certificate");
    let play = certificate.classes.iter().find(|class| class.strategy == "cdz");
    let verdict = checker::check_wagers(&submission, &certificate.wagers, play, &|_| ());
    verdict.expect("solver and checker settle straights alike");
    let page = pages(&submission);
    assert!(page.contains("surrender before the dealer looks"));
}

/// Insurance on another card than a blackjack needs has no distribution by the dealer's outcome.
#[test]
fn insurance_that_a_blackjack_does_not_win_has_no_distribution() {
    let usual = pages(&read("plain-blackjack", &[], "", &[("shoe", SHOE)]).expect("rules"));
    assert!(usual.contains("insurance always taken"));
    let edits = [("wins-on = \"T\"", "wins-on = \"8\"")];
    let other = pages(&read("plain-blackjack", &edits, "", &[("shoe", SHOE)]).expect("rules"));
    assert!(!other.contains("insurance always taken"));
}

#[test]
fn the_words_of_an_author_are_said_to_be_his() {
    let game = shoeproof::game_file("plain-blackjack").expect("a game");
    let own = SubmissionFiles {
        analysis: ANALYSIS.replace("GAME", "mine"),
        game: game.replace("id = \"plain-blackjack\"", "id = \"mine\""),
        overrides: vec![Override::new("shoe", SHOE)],
    };
    let sentence = "is not of this program";
    assert!(pages(&Submission::read(&own).expect("rules")).contains(sentence));
    let known = pages(&read("plain-blackjack", &[], "", &[("shoe", SHOE)]).expect("rules"));
    assert!(!known.contains(sentence));
}

/// Rules without clauses are quoted by what they are about, and rules with the same clauses are not taken for each other.
#[test]
fn worked_rounds_quote_the_rule_that_they_show() {
    let set = [("shoe", SHOE)];
    let plain = pages(&read("plain-blackjack", &[], "", &set).expect("rules"));
    let (_, rounds) = plain.split_once("id=\"examples\"").expect("worked rounds");
    let (_, split) = rounds.split_once("<h3>A split").expect("a split");
    let (_, quoted) = split.split_once("<p class=\"fine\">").expect("its rule");
    assert!(quoted.starts_with("Two cards of equal value may be split"), "{quoted:.80}");
    // A push rule that excepts no hand is told in other words than one that does.
    let free_bet = pages(&read("free-bet", &[], "", &set).expect("rules"));
    let (_, push) = free_bet.split_once("<h3>The dealer ends with the total").expect("a push");
    let (_, quoted) = push.split_once("<p class=\"fine\">").expect("its rule");
    assert!(quoted.starts_with("A dealer total of 22 returns every wager"), "{quoted:.80}");
    // Under a ten the dealer does not look.
    let edits = [("checked-under = [\"A\", \"T\"]", "checked-under = [\"A\"]")];
    let late = pages(&read("plain-blackjack", &edits, "", &set).expect("rules"));
    let (_, found) = late.split_once("<h3>The dealer has a blackjack").expect("a dealer blackjack");
    let (round, _) = found.split_once("</section>").expect("an end");
    let (_, dealer) = round.split_once("<dt>Dealer</dt><dd>").expect("the dealer's cards");
    let rule = match dealer.starts_with('A') {
        true => "is discovered before any player acts",
        false => "ends the round only once the players have acted",
    };
    let (_, quoted) = round.split_once("<p class=\"fine\">").expect("its rule");
    assert!(quoted.contains(rule), "{quoted:.200}");
}

/// The house gives no double that may not be made.
#[test]
fn doubles_that_the_house_gives_are_those_that_may_be_made() {
    let text = |hard_totals: &str| {
        let edits = [(
            "free-hard-totals = [9, 11]",
            &format!("free-hard-totals = [9, 11]\nhard-totals = {hard_totals}") as &str,
        )];
        let rules = read("free-bet", &edits, "", &[("shoe", SHOE)]).expect("rules").game.describe();
        rules.into_iter().find(|rule| rule.topic == rules::Topic::Double).expect("the double").text
    };
    assert!(text("[4, 20]").contains("a hard total of 9 to 11 the house gives"));
    assert!(text("[10, 11]").contains("a hard total of 10 to 11 the house gives"));
    assert!(!text("[12, 20]").contains("the house gives"));
}

/// What the readings say of a side wager's payment stands in its rule.
#[test]
fn rules_of_side_wagers_say_what_is_returned() {
    let rule = |game: &str, title: &str, key: &'static str, choice: &'static str| {
        let rules = read(game, &[], "", &[("shoe", SHOE), (key, choice)]).expect("rules").game.describe();
        rules.into_iter().find(|rule| rule.text.starts_with(title)).expect("the wager").text
    };
    let meter = |choice| rule("pa-633a-blackjack", "Bad Beat", "readings.meter-lines", choice);
    assert!(meter("for").contains("A winner who is paid of the meter alone does not get the wager back."));
    assert!(meter("to").contains("A winner who is paid of the meter alone gets the wager back too."));
    let added = |choice| rule("pa-633a-blackjack", "House Money", "readings.parlay-adds", choice);
    assert!(added("payout").ends_with("a winner may add the payout to the base wager."));
    assert!(
        added("payout-and-wager").ends_with("a winner may add the payout and the wager that won it to the base wager.")
    );
}

/// Where aces stand decides what a spread pays, so the rule says it.
#[test]
fn the_rule_of_a_spread_says_where_aces_stand() {
    let rule = |choice: &'static str| {
        let set = [("shoe", SHOE), ("readings.between-ace", choice)];
        let rules = read("pa-633a-blackjack", &[], "", &set).expect("rules").game.describe();
        rules.into_iter().find(|rule| rule.text.starts_with("In Between")).expect("the wager").text
    };
    for (choice, said) in [("high", "the ace high,"), ("low", "the ace low,"), ("each", "each for itself,")] {
        assert!(rule(choice).contains(said), "{choice}: {}", rule(choice));
    }
}

/// A wager that is not stated is one that the rules allow, and what is stated of a chance is the submission's.
#[test]
fn what_is_not_stated_of_a_wager_is_as_the_rules_have_it() {
    let edits = [("dollars = [1, 5]", "dollars = [25, 50]")];
    let down_under = read("pa-685a-down-under", &edits, "", &[("decks", "6")]).expect("rules");
    let progressive = down_under.wagers.iter().find(|one| one.rule.meter.is_some()).expect("a progressive");
    assert_eq!(progressive.stake().to_string(), "25");

    let page = |set: &[(&str, &str)]| {
        pages(&read("pa-633a-blackjack", &[], "", &[&[("shoe", CARDS)], set].concat()).expect("rules"))
    };
    let unstated = page(&[]);
    assert!(unstated.contains("Magic Card Bonus is taken never to be won"), "no word of a line without a chance");
    assert!(unstated.contains("no deal of these cards wins"), "lines that few cards cannot make");
    let stated = page(&[("wagers.bad-beat.chances.magic-card", "1/2")]);
    assert!(stated.contains(
        "that the chance of <code>magic-card</code> is 50.0000% is stated by the submission and not checked"
    ));
    assert!(stated.contains("Drawn as the game file says, it has at most"));
    assert!(stated.contains("wagers.bad-beat.chances.magic-card"), "what is stated stands on the page");
}

/// A reading under which the dealer stops is left out only if all else is valued: what a choice sets besides could favour the player.
#[test]
fn a_reading_that_changes_more_than_the_draw_is_valued() {
    let is_valued = |edits: &[(&str, &str)]| {
        let submission = read("pa-633a-blackjack", edits, "", &[("shoe", CARDS)]).expect("rules");
        let certificate = shoeproof::certificate(&submission, "own".to_owned(), false, &Silent).expect("a certificate");
        let stops = |reading: &std::collections::BTreeMap<String, String>| {
            reading.get("no-live-hand").is_some_and(|choice| choice == "stops")
        };
        certificate.wagers.iter().any(|one| one.id == "hit-and-run" && stops(&one.reading))
    };
    let set = "\"wagers.hit-and-run.play.no-live-hand\" = \"stops\"";
    assert!(!is_valued(&[]));
    assert!(is_valued(&[(set, &format!("{set}, \"wagers.hit-and-run.title\" = \"Another\""))]));
}

#[test]
fn a_blackjack_that_no_cards_make_has_its_reason() {
    let none = pages(&read("plain-blackjack", &[], "", &[("shoe", "0,4,4,4,4,4,4,4,4,16")]).expect("rules"));
    assert!(none.contains("The shoe has no such cards, so none is valued."));
}

#[test]
fn several_spots_ask_for_the_variance() {
    let analysis =
        shoeproof::Analysis::of_game("plain-blackjack").and_then(|one| one.with("shoe", SHOE)).expect("rules");
    let want = shoeproof::Want { variance: shoeproof::Variance::Without, spots: Some(2), ..shoeproof::Want::default() };
    let refused = analysis.solve(shoeproof::Class::Td, &want, &Silent).expect_err("no variance");
    assert!(matches!(refused, Failure::Asked(why) if why.contains("expected the variance too")));
}
