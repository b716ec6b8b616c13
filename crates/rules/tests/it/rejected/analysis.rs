//! Wrong analysis files beside a sound game file.

use super::fixture::{ANALYSIS, Files, GAME, Rejected, edited};

const KEYS: &str = "one of `format`, `id`, `title`, `game`, `decks`, `shoe`, `remove`, `options`, `readings`, `wagers`, `simulation`, `cut-card`, `exposure`, `report`";

#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn malformed_or_unknown() {
    check(&[
        Rejected {
            case: "a string without an end",
            edits: &[("\"An example\"", "\"An example")],
            at: Some(("title = \"An example", "")),
            message: "invalid basic string",
            expected: Some("`\"`"),
        },
        Rejected {
            case: "a title that prints a line of its own",
            edits: &[("\"An example\"", "\"An example\\ngood\"")],
            at: Some(("title = \"An example\\ngood\"", "\"An example\\ngood\"")),
            message: "the character U+000A in a text",
            expected: Some("a text on one line, of characters that show themselves"),
        },
        Rejected {
            case: "spaces that push words to another line",
            edits: &[("\"An example\"", "\"An example  good\"")],
            at: Some(("title = \"An example  good\"", "\"An example  good\"")),
            message: "two spaces in a row in a text",
            expected: Some("one space between words"),
        },
        Rejected {
            case: "other spaces that do the same",
            edits: &[("\"An example\"", "\"An example\u{a0} good\"")],
            at: Some(("title = \"An example\u{a0} good\"", "\"An example\u{a0} good\"")),
            message: "two spaces in a row in a text",
            expected: Some("one space between words"),
        },
        Rejected {
            case: "a comment that turns what follows around",
            edits: &[("decks = 6", "decks = 6 # \u{202e}8")],
            at: Some(("decks = 6 # \u{202e}8", "\u{202e}")),
            message: "the character U+202E in the file",
            expected: Some("characters that show themselves"),
        },
        Rejected {
            case: "a key that hides what stands before it",
            edits: &[("decks = 6", "\"\\u001b[2Kdecks\" = 6")],
            at: Some(("\"\\u001b[2Kdecks\" = 6", "\"\\u001b[2Kdecks\"")),
            message: "the character U+001B in a text",
            expected: Some("a text on one line, of characters that show themselves"),
        },
        Rejected {
            case: "a header without an end",
            edits: &[("[report]", "[report")],
            at: Some(("[report", "")),
            message: "unclosed table",
            expected: Some("`]`"),
        },
        Rejected {
            case: "a key without a value",
            edits: &[("decks = 6", "decks =")],
            at: Some(("decks =", "")),
            message: "a key without a value",
            expected: Some("a value"),
        },
        Rejected {
            case: "a key twice",
            edits: &[("decks = 6", "decks = 6\ndecks = 8")],
            at: Some(("decks = 8", "decks")),
            message: "duplicate key",
            expected: None,
        },
        Rejected {
            case: "an unknown key",
            edits: &[("decks = 6", "deks = 6")],
            at: Some(("deks = 6", "deks")),
            message: "unknown key `deks`",
            expected: Some(KEYS),
        },
        Rejected {
            case: "an unknown section",
            edits: &[("[readings]", "[reading]")],
            at: Some(("[reading]", "reading")),
            message: "unknown key `reading`",
            expected: Some(KEYS),
        },
        Rejected {
            case: "a key that is missing at the root, where no place is to blame",
            edits: &[("title = \"An example\"\n", "")],
            at: None,
            message: "missing key `title`",
            expected: Some("it above the first table of the file, or as a table"),
        },
        Rejected {
            case: "a title that is empty",
            edits: &[("\"An example\"", "\" \"")],
            at: Some(("title = \" \"", "\" \"")),
            message: "the text is empty",
            expected: Some("words, or no such key where it may be left out"),
        },
        Rejected {
            case: "a game file where an analysis is asked for",
            edits: &[("game = ", "other = "), ("[readings]", "[natural]\n[readings]")],
            at: Some(("[natural]", "natural")),
            message: "this is a game file, not an analysis",
            expected: Some(
                "an analysis, which names its game (`game = \"ID\"`) and the decks; `shoeproof new ID` writes one",
            ),
        },
        Rejected {
            case: "an item that came after the report",
            edits: &[("date = \"2026-11-21\"", "date = \"2026-11-21\"\nreceived = \"2026-11-22\"")],
            at: Some(("received = \"2026-11-22\"", "\"2026-11-22\"")),
            message: "the item was received on 2026-11-22, after the report's date, 2026-11-21",
            expected: Some("days in order"),
        },
        Rejected {
            case: "work that ended after the report",
            edits: &[("date = \"2026-11-21\"", "date = \"2026-11-21\"\nperformed = [\"2026-11-20\", \"2026-12-01\"]")],
            at: Some(("performed = [\"2026-11-20\", \"2026-12-01\"]", "[\"2026-11-20\", \"2026-12-01\"]")),
            message: "the work ended on 2026-12-01, after the report's date, 2026-11-21",
            expected: Some("days in order"),
        },
        Rejected {
            case: "a key that is missing in a section",
            edits: &[("date = \"2026-11-21\"\n", "")],
            at: Some(("[report]", "[report]")),
            message: "missing key `date`",
            expected: None,
        },
        Rejected {
            case: "a date without quotation marks",
            edits: &[("\"2026-11-21\"", "2026-11-21")],
            at: Some(("date = 2026-11-21", "2026-11-21")),
            message: "invalid type: table or date",
            expected: Some("a date in quotation marks"),
        },
        Rejected {
            case: "a later format, of which an unknown key says nothing",
            edits: &[("format = 1", "format = 2"), ("decks = 6", "packs = 6")],
            at: Some(("format = 2", "2")),
            message: "unknown format of analysis",
            expected: Some("1"),
        },
        Rejected {
            case: "a format in words",
            edits: &[("format = 1", "format = \"1\"")],
            at: Some(("format = \"1\"", "\"1\"")),
            message: "invalid type: string \"1\"",
            expected: Some("a whole number"),
        },
        Rejected {
            case: "an id that leads out of the folder of reports",
            edits: &[("\"example\"", "\"../example\"")],
            at: Some(("id = \"../example\"", "\"../example\"")),
            message: "`../example` cannot name a folder",
            expected: Some("letters, digits, `-` and `_`"),
        },
        Rejected {
            case: "a game that leads out of the folder of games",
            edits: &[("\"pa-685a-down-under\"", "\"../games/pa-685a-down-under\"")],
            at: Some(("game = \"../games/pa-685a-down-under\"", "\"../games/pa-685a-down-under\"")),
            message: "`../games/pa-685a-down-under` cannot name a game file",
            expected: Some("letters, digits, `-` and `_`"),
        },
        Rejected {
            case: "a game without a file",
            edits: &[("\"pa-685a-down-under\"", "\"pa-685a\"")],
            at: Some(("game = \"pa-685a\"", "\"pa-685a\"")),
            message: "there is no game file `pa-685a.toml`",
            expected: Some("a game file in a folder `games` beside the analysis or above it"),
        },
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn wrong_cards() {
    check(&[
        Rejected {
            case: "seven decks",
            edits: &[("decks = 6", "decks = 7")],
            at: Some(("decks = 7", "7")),
            message: "Down Under Blackjack may not be played with 7 decks",
            expected: Some("4, 5, 6 or 8 (3(a), 3(b)(1))"),
        },
        Rejected {
            case: "decks below nothing",
            edits: &[("decks = 6", "decks = -6")],
            at: Some(("decks = -6", "-6")),
            message: "Down Under Blackjack may not be played with -6 decks",
            expected: Some("4, 5, 6 or 8 (3(a), 3(b)(1))"),
        },
        Rejected {
            case: "more decks than a 16-bit number holds",
            edits: &[("decks = 6", "decks = 65542")],
            at: Some(("decks = 65542", "65542")),
            message: "Down Under Blackjack may not be played with 65542 decks",
            expected: Some("4, 5, 6 or 8 (3(a), 3(b)(1))"),
        },
        Rejected {
            case: "more decks than a 64-bit number holds",
            edits: &[("decks = 6", "decks = 99999999999999999999")],
            at: Some(("decks = 99999999999999999999", "99999999999999999999")),
            message: "invalid type: integer `99999999999999999999`",
            expected: Some("a smaller whole number"),
        },
        Rejected {
            case: "decks in words",
            edits: &[("decks = 6", "decks = \"six\"")],
            at: Some(("decks = \"six\"", "\"six\"")),
            message: "invalid type: string \"six\"",
            expected: Some("a whole number"),
        },
        Rejected {
            case: "no cards at all",
            edits: &[("decks = 6\n", "")],
            at: None,
            message: "the analysis names no cards",
            expected: Some("`decks = 6` or `shoe = [A, 2, …, T]`"),
        },
        Rejected {
            case: "decks and a shoe",
            edits: &[("# cards", "shoe = [4, 4, 4, 4, 4, 4, 4, 4, 4, 16]")],
            at: Some(("shoe = [4, 4, 4, 4, 4, 4, 4, 4, 4, 16]", "[4, 4, 4, 4, 4, 4, 4, 4, 4, 16]")),
            message: "both `decks` and `shoe` are given",
            expected: Some("one of them"),
        },
        Rejected {
            case: "too few counts",
            edits: &[("decks = 6", "shoe = [1, 2, 3]")],
            at: Some(("shoe = [1, 2, 3]", "[1, 2, 3]")),
            message: "3 counts of cards",
            expected: Some(
                "ten: A, 2, …, 9, T; or 52: A, 2, …, 10, J, Q, K of clubs, of diamonds, of hearts, of spades",
            ),
        },
        Rejected {
            case: "a huge count",
            edits: &[("decks = 6", "shoe = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4000000000]")],
            at: Some(("shoe = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4000000000]", "4000000000")),
            message: "`4000000000` is not a count of cards",
            expected: Some("0 to 1040"),
        },
        Rejected {
            case: "a count below nothing",
            edits: &[("decks = 6", "shoe = [4, 4, -1, 4, 4, 4, 4, 4, 4, 16]")],
            at: Some(("shoe = [4, 4, -1, 4, 4, 4, 4, 4, 4, 16]", "-1")),
            message: "`-1` is not a count of cards",
            expected: Some("0 to 1040"),
        },
        Rejected {
            case: "too many cards together",
            edits: &[("decks = 6", "shoe = [1000, 4, 4, 4, 4, 4, 4, 4, 4, 16]")],
            at: Some(("shoe = [1000, 4, 4, 4, 4, 4, 4, 4, 4, 16]", "[1000, 4, 4, 4, 4, 4, 4, 4, 4, 16]")),
            message: "a shoe of 1048 cards",
            expected: Some("at most 1040 cards"),
        },
        Rejected {
            case: "too few cards for a round",
            edits: &[("decks = 6", "shoe = [1, 1, 0, 0, 0, 0, 0, 0, 0, 1]")],
            at: Some(("shoe = [1, 1, 0, 0, 0, 0, 0, 0, 0, 1]", "[1, 1, 0, 0, 0, 0, 0, 0, 0, 1]")),
            message: "3 cards cannot start a round",
            expected: Some("at least 4"),
        },
        Rejected {
            case: "a card that is none",
            edits: &[("# cards", "remove = [\"A\", \"11\"]")],
            at: Some(("remove = [\"A\", \"11\"]", "\"11\"")),
            message: "`11` is not a card",
            expected: Some("A, 2 to 9, T (or 10, J, Q, K), or a rank and a suit such as Qh or 10s"),
        },
        Rejected {
            case: "a card without quotation marks",
            edits: &[("# cards", "remove = [7]")],
            at: Some(("remove = [7]", "7")),
            message: "invalid type: integer `7`",
            expected: Some("a string"),
        },
        Rejected {
            case: "more cards removed than there are",
            edits: &[("decks = 6", "shoe = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\nremove = [\"T\", \"2\", \"K\"]")],
            at: Some(("remove = [\"T\", \"2\", \"K\"]", "\"K\"")),
            message: "more cards of value T are removed than the shoe holds",
            expected: Some("at most 1"),
        },
        Rejected {
            case: "more cards of a face removed than there are",
            edits: &[("decks = 6", "decks = 4\nremove = [\"Qh\", \"Qh\", \"Qh\", \"Q\", \"Qh\", \"Qh\"]")],
            at: Some(("remove = [\"Qh\", \"Qh\", \"Qh\", \"Q\", \"Qh\", \"Qh\"]", "\"Qh\"")),
            message: "more cards Qh are removed than the shoe holds",
            expected: Some("at most 4"),
        },
        Rejected {
            case: "too few cards left for a round",
            edits: &[("decks = 6", "shoe = [1, 0, 0, 0, 0, 0, 0, 0, 0, 3]\nremove = [\"A\"]")],
            at: Some(("remove = [\"A\"]", "\"A\"")),
            message: "3 cards cannot start a round",
            expected: Some("at least 4"),
        },
    ]);
}

#[test]
fn wrong_choices() {
    check(&[
        Rejected {
            case: "an unknown reading",
            edits: &[("dealer-ace", "dealer-aces")],
            at: Some(("dealer-aces = \"literal\"", "dealer-aces")),
            message: "pa-685a-down-under has no reading `dealer-aces`",
            expected: Some(
                "dealer-ace, bust-against-22, original-large, large-after-split, large-after-draw, \
                 original-large-held-by, split-21-against-22, doubled-21-against-22, blackjack-after-split, even-money, \
                 match-pays, tens-match, to-lines or meter-lines",
            ),
        },
        Rejected {
            case: "a reading among the options, of which the game has none",
            edits: &[("[readings]", "[options]")],
            at: Some(("dealer-ace = \"literal\"", "dealer-ace")),
            message: "pa-685a-down-under has no option `dealer-ace`",
            expected: Some("nothing: there is none"),
        },
        Rejected {
            case: "an unknown choice",
            edits: &[("\"literal\"", "\"liberal\"")],
            at: Some(("dealer-ace = \"liberal\"", "\"liberal\"")),
            message: "reading `dealer-ace` has no choice `liberal`",
            expected: Some("literal or customary"),
        },
        Rejected {
            case: "a choice of a wrong type",
            edits: &[("\"literal\"", "[\"literal\"]")],
            at: Some(("dealer-ace = [\"literal\"]", "[\"literal\"]")),
            message: "a choice is a single word",
            expected: Some("a string, a number, true or false"),
        },
        Rejected {
            case: "a paytable the text does not offer",
            edits: &[("# wagers", "[wagers.match-the-dealer]\npaytable = \"12/4\"")],
            at: Some(("paytable = \"12/4\"", "\"12/4\"")),
            message: "Match-the-Dealer has no paytable `12/4`",
            expected: Some("11/4 or 14/3"),
        },
        Rejected {
            case: "a paytable for another number of decks",
            edits: &[("# wagers", "[wagers.match-the-dealer]\npaytable = \"14/3\"")],
            at: Some(("paytable = \"14/3\"", "\"14/3\"")),
            message: "paytable `14/3` of Match-the-Dealer does not go with 6 decks",
            expected: Some("8 decks"),
        },
        Rejected {
            case: "a wager asked for with decks the text does not offer it with",
            edits: &[("decks = 6", "decks = 5"), ("# wagers", "[wagers.match-the-dealer]\noffered = true")],
            at: Some(("[wagers.match-the-dealer]", "match-the-dealer")),
            message: "Match-the-Dealer is not offered with 5 decks",
            expected: Some("6 or 8 decks"),
        },
        Rejected {
            case: "a wager the game does not have",
            edits: &[("# wagers", "[wagers.lucky-ladies]\noffered = true")],
            at: Some(("[wagers.lucky-ladies]", "lucky-ladies")),
            message: "pa-685a-down-under has no side wager `lucky-ladies`",
            expected: Some("match-the-dealer or match-the-dealer-progressive"),
        },
        Rejected {
            case: "an unknown key of a wager",
            edits: &[("# wagers", "[wagers.match-the-dealer]\npays = \"11/4\"")],
            at: Some(("pays = \"11/4\"", "pays")),
            message: "unknown key `pays`",
            expected: Some(
                "one of `paytable`, `offered`, `ratio`, `meter`, `seed`, `rate`, `reserve`, `players`, `seats`, `stake`, \
                 `largest`, `maximum`, `parlay`, `chances`, `offers`",
            ),
        },
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn reports_and_lists_for_tables() {
    check(&[
        Rejected {
            case: "a laboratory without a name",
            edits: &[("date = \"2026-11-21\"", "date = \"2026-11-21\"\nlaboratory = \" \"")],
            at: Some(("laboratory = \" \"", "\" \"")),
            message: "the text is empty",
            expected: Some("words, or no such key where it may be left out"),
        },
        Rejected {
            case: "a day that the month does not have",
            edits: &[("2026-11-21", "2026-11-31")],
            at: Some(("date = \"2026-11-31\"", "\"2026-11-31\"")),
            message: "`2026-11-31` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a leap day of another year",
            edits: &[("2026-11-21", "2026-02-29")],
            at: Some(("date = \"2026-02-29\"", "\"2026-02-29\"")),
            message: "`2026-02-29` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a leap day of a full century",
            edits: &[("2026-11-21", "1900-02-29")],
            at: Some(("date = \"1900-02-29\"", "\"1900-02-29\"")),
            message: "`1900-02-29` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a thirteenth month",
            edits: &[("2026-11-21", "2026-13-01")],
            at: Some(("date = \"2026-13-01\"", "\"2026-13-01\"")),
            message: "`2026-13-01` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a day before the first",
            edits: &[("2026-11-21", "2026-11-00")],
            at: Some(("date = \"2026-11-00\"", "\"2026-11-00\"")),
            message: "`2026-11-00` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a date without hyphens",
            edits: &[("2026-11-21", "20261121")],
            at: Some(("date = \"20261121\"", "\"20261121\"")),
            message: "`20261121` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a date of single digits",
            edits: &[("2026-11-21", "2026-1-2")],
            at: Some(("date = \"2026-1-2\"", "\"2026-1-2\"")),
            message: "`2026-1-2` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a date of another order",
            edits: &[("2026-11-21", "21-11-2026")],
            at: Some(("date = \"21-11-2026\"", "\"21-11-2026\"")),
            message: "`21-11-2026` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a date with signs",
            edits: &[("2026-11-21", "2026-+1-21")],
            at: Some(("date = \"2026-+1-21\"", "\"2026-+1-21\"")),
            message: "`2026-+1-21` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a date and a time",
            edits: &[("2026-11-21", "2026-11-21T12:00:00Z")],
            at: Some(("date = \"2026-11-21T12:00:00Z\"", "\"2026-11-21T12:00:00Z\"")),
            message: "`2026-11-21T12:00:00Z` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a date of letters beyond ASCII",
            edits: &[("2026-11-21", "2026-11-é")],
            at: Some(("date = \"2026-11-é\"", "\"2026-11-é\"")),
            message: "`2026-11-é` is not a date",
            expected: Some("a day of the calendar as YYYY-MM-DD, such as 2026-11-21"),
        },
        Rejected {
            case: "a list of reports",
            edits: &[("[report]", "[[report]]")],
            at: Some(("[[report]]", "[[report]]")),
            message: "invalid type: list",
            expected: Some("a table"),
        },
        Rejected {
            case: "a list of readings",
            edits: &[("[readings]", "[[readings]]")],
            at: Some(("[[readings]]", "[[readings]]")),
            message: "invalid type: list",
            expected: Some("a table"),
        },
        Rejected {
            case: "a report without names",
            edits: &[
                ("# cards", "report = [\"2026-11-20\", \"B\", \"C\"]"),
                ("[report]\ndate = \"2026-11-21\"\nclient = \"A client\"\nauthoriser = \"An authoriser\"\n", ""),
            ],
            at: Some(("report = [\"2026-11-20\", \"B\", \"C\"]", "[\"2026-11-20\", \"B\", \"C\"]")),
            message: "invalid type: list",
            expected: Some("a table"),
        },
    ]);
}

#[test]
fn days_that_there_are() {
    for day in ["2024-02-29", "2000-02-29", "2026-12-31", "0001-01-01", "2026-04-30"] {
        let files = Files::new(edited(ANALYSIS, &[("2026-11-21", day)]), GAME);
        assert_eq!(files.load(&[]).expect("a day").report.date, day);
    }
}

#[test]
fn unreadable() {
    let files = Files::new(ANALYSIS.replace("An example", "An \u{e9}xample").as_bytes(), GAME);
    assert!(files.load(&[]).is_ok(), "letters beyond ASCII are text");

    // The same letter in Latin-1.
    let latin_1: Vec<u8> = ANALYSIS
        .replace("An example", "An ~xample")
        .bytes()
        .map(|byte| if byte == b'~' { 0xe9 } else { byte })
        .collect();
    let files = Files::new(latin_1, GAME);
    Rejected {
        case: "a file that is not UTF-8",
        edits: &[],
        at: Some(("title = \"An \u{fffd}xample\"", "\u{fffd}")),
        message: "this byte is not text",
        expected: Some("UTF-8"),
    }
    .check(files.load(&[]), &files.analysis().display().to_string());

    std::fs::remove_file(files.analysis()).expect("the file was there");
    let error = files.load(&[]).expect_err("there is no file");
    assert_eq!((error.line(), error.span.clone(), &*error.text), (None, None, ""));
    assert!(error.message.starts_with("cannot be read: "), "{error}");
    assert_eq!(error.origin, files.analysis().display().to_string());
}

#[test]
fn deep_nesting_is_an_error_and_no_stack_overflow() {
    let nested = format!("decks = {}", "[".repeat(100_000));
    let error = Files::new(edited(ANALYSIS, &[("decks = 6", &nested)]), GAME).load(&[]).expect_err("too deep");
    assert_eq!(error.line(), Some(5));
    assert_eq!(error.message, "cannot recurse further; max recursion depth met");
}

#[test]
fn the_message_names_file_line_what_is_wrong_and_what_was_expected() {
    let files = Files::new(edited(ANALYSIS, &[("decks = 6", "decks = 7")]), GAME);
    let error = files.load(&[]).expect_err("seven decks");
    assert_eq!(
        error.to_string(),
        format!(
            "{}:5: Down Under Blackjack may not be played with 7 decks (expected 4, 5, 6 or 8 (3(a), 3(b)(1)))",
            files.analysis().display()
        )
    );
}

fn check(cases: &[Rejected]) {
    for case in cases {
        let files = Files::new(edited(ANALYSIS, case.edits), GAME);
        case.check(files.load(&[]), &files.analysis().display().to_string());
    }
}
