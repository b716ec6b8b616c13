//! Wrong overrides of sound files.

use rules::Override;

use super::fixture::{ANALYSIS, Files, GAME, Rejected};

const A_CARD: &str = "A, 2 to 9, T (or 10, J, Q, K), or a rank and a suit such as Qh or 10s";
const COUNTS: &str = "ten: A, 2, …, 9, T; or 52: A, 2, …, 10, J, Q, K of clubs, of diamonds, of hearts, of spades";
const SETTABLE: &str = "decks, shoe, remove, options.NAME, readings.NAME, wagers.ID.paytable, wagers.ID.offered, \
                        wagers.ID.ratio, wagers.ID.meter, wagers.ID.seed, wagers.ID.rate, wagers.ID.reserve, \
                        wagers.ID.players, wagers.ID.stake, wagers.ID.largest, wagers.ID.maximum, wagers.ID.seats, wagers.ID.parlay, wagers.ID.chances.NAME, wagers.ID.offers.NAME, simulation, \
                        simulation.rounds, simulation.seed, simulation.cut-card, simulation.cut-card.penetration, \
                        simulation.cut-card.rounds, cut-card, cut-card.penetration, cut-card.players, cut-card.shoes, cut-card.valued, \
                        cut-card.seed, exposure, exposure.counts or exposure.depths";

/// An override, the part of it that is marked, the message, what was expected.
const CASES: [(&str, &str, &str, &str); 24] = [
    ("deck=4", "deck", "`deck` is no key that can be set", SETTABLE),
    ("title=Another", "title", "`title` is no key that can be set", SETTABLE),
    ("readings=literal", "readings", "`readings` is no key that can be set", SETTABLE),
    (
        "wagers.match-the-dealer.pays=11/4",
        "wagers.match-the-dealer.pays",
        "`wagers.match-the-dealer.pays` is no key that can be set",
        SETTABLE,
    ),
    ("decks=7", "7", "Down Under Blackjack may not be played with 7 decks", "4, 5, 6 or 8 (3(a), 3(b)(1))"),
    ("decks=six", "six", "`six` is not a number of decks", "a whole number"),
    ("shoe=4,4", "4,4", "2 counts of cards", COUNTS),
    ("shoe=[]", "[]", "0 counts of cards", COUNTS),
    ("shoe=[4, 4, 4, 4, x, 4, 4, 4, 4, 16]", "x", "`x` is not a count of cards", "0 to 1040"),
    ("shoe=4,4,4,4,4,4,4,4,4,65536", "65536", "`65536` is not a count of cards", "0 to 1040"),
    ("remove=A,Z,A", "Z", "`Z` is not a card", A_CARD),
    ("remove=A,,A", "", "`` is not a card", A_CARD),
    ("readings.dealer-ace=liberal", "liberal", "reading `dealer-ace` has no choice `liberal`", "literal or customary"),
    (
        "options.max-hands=4",
        "options.max-hands",
        "pa-685a-down-under has no option `max-hands`",
        "nothing: there is none",
    ),
    (
        "wagers.match.offered=true",
        "wagers.match.offered",
        "pa-685a-down-under has no side wager `match`",
        "match-the-dealer or match-the-dealer-progressive",
    ),
    ("wagers.match-the-dealer.offered=maybe", "maybe", "`maybe` is neither true nor false", "true or false"),
    ("wagers.match-the-dealer.paytable=12/4", "12/4", "Match-the-Dealer has no paytable `12/4`", "11/4 or 14/3"),
    (
        "wagers.match-the-dealer.paytable=14/3",
        "14/3",
        "paytable `14/3` of Match-the-Dealer does not go with 6 decks",
        "8 decks",
    ),
    ("simulation.level=1", "simulation.level", "`simulation.level` is no key that can be set", SETTABLE),
    (
        "simulation=1000000",
        "1000000",
        "`1000000` says nothing of a simulation",
        "none, or a key such as simulation.rounds",
    ),
    ("simulation.rounds=9999", "9999", "`9999` is no number of rounds", "a whole number from 10000 to 1000000000"),
    ("simulation.seed=-1", "-1", "`-1` is no seed", "a whole number from 0 to 2^63 - 1"),
    ("simulation.seed=1", "simulation.seed", "the simulation has no `rounds`", "`simulation.rounds` too"),
    (
        "simulation.cut-card.penetration=120%",
        "120%",
        "`120%` is no place of a cut card",
        "a part such as 75%, or a number of cards",
    ),
];

#[test]
fn each_is_refused_at_its_place_when_loading_and_afterwards() {
    let files = Files::new(ANALYSIS, GAME);
    let sound = files.load(&[]).expect("sound files");
    for (text, marked, message, expected) in CASES {
        let wrong = Rejected { case: text, edits: &[], at: Some((text, marked)), message, expected: Some(expected) };
        let one: Override = text.parse().expect("a key and a value");
        let origin = text.to_owned();
        wrong.check(files.load(std::slice::from_ref(&one)), &origin);
        let (key, value) = text.split_once('=').expect("a key and a value");
        wrong.check(sound.with(key, value), &origin);
    }
}

#[test]
fn the_place_in_a_list_is_the_part_that_is_wrong() {
    let files = Files::new(ANALYSIS, GAME);
    let span = |text: &str| {
        let one: Override = text.parse().expect("a key and a value");
        files.load(&[one]).expect_err("wrong").span.expect("a place")
    };
    assert_eq!(span("remove=A,Z,A"), 9..10);
    assert_eq!(span("remove=A,,A"), 9..9);
    assert_eq!(span("remove=[\"A\", \"Z\"]"), 14..15);
    assert_eq!(span("shoe=4,4,4,4,4,4,4,4,4,x"), 23..24);
}

#[test]
fn an_override_has_no_line_number_in_its_message() {
    let one: Override = "decks=six".parse().expect("a key and a value");
    let error = Files::new(ANALYSIS, GAME).load(&[one]).expect_err("wrong");
    assert_eq!(error.to_string(), "decks=six: `six` is not a number of decks (expected a whole number)");
}

#[test]
fn what_is_no_override_at_all() {
    for text in ["", "decks", "=4", "decks=", " = "] {
        let error = text.parse::<Override>().expect_err(text);
        assert_eq!(error, format!("`{text}` is no key=value, such as decks=4 or readings.dealer-ace=customary"));
    }
}

/// The file is sound with six decks, and what the override makes wrong is a place in the file.
#[test]
fn a_paytable_of_the_file_that_does_not_go_with_the_decks_of_an_override() {
    let analysis = ANALYSIS.replace("# wagers", "[wagers.match-the-dealer]\npaytable = \"11/4\"");
    let files = Files::new(analysis, GAME);
    let sound = files.load(&[]).expect("sound files");
    Rejected {
        case: "decks of an override",
        edits: &[],
        at: Some(("paytable = \"11/4\"", "\"11/4\"")),
        message: "paytable `11/4` of Match-the-Dealer does not go with 8 decks",
        expected: Some("6 decks"),
    }
    .check(sound.with("decks", "8"), &files.analysis().display().to_string());
}
