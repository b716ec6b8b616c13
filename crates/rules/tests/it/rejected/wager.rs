//! Wrong side wagers in a game file.

use rules::{RulesError, Submission};

use super::fixture::{ANALYSIS, Files, GAME, Rejected, WAGERS, edited};

const LABEL: &str = "at most 60 letters, digits and the signs - _ : . / + % ( )";

#[test]
fn the_wagers_are_sound() {
    let files = Files::new(ANALYSIS, [GAME, WAGERS].concat());
    let offered = files.load(&[]).expect("sound files").wagers;
    let ids: Vec<&str> = offered.iter().map(|wager| wager.id.as_str()).filter(|id| !id.starts_with("match")).collect();
    assert_eq!(ids, ["deal", "dealers", "hands", "straights"]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn how_a_wager_is_won() {
    check(&[
        Rejected {
            case: "a wager that nothing wins",
            edits: &[("match-pays = \"each\"\n", "")],
            at: Some(("[wagers.match-the-dealer]", "[wagers.match-the-dealer]")),
            message: "nothing wins the wager",
            expected: Some("one of `match-pays` and `lines`"),
        },
        Rejected {
            case: "matches and lines",
            edits: &[("cards = \"first-two\"", "match-pays = \"best\"")],
            at: Some(("match-pays = \"best\"", "\"best\"")),
            message: "a wager is won either by matches or by lines",
            expected: Some("one of `match-pays` and `lines`"),
        },
        Rejected {
            case: "an id that no dotted key can name",
            edits: &[
                ("[wagers.straights]", "[wagers.\"a.b\"]"),
                ("[wagers.straights.play]", "[wagers.\"a.b\".play]"),
                ("[[wagers.straights.lines]]", "[[wagers.\"a.b\".lines]]"),
                ("[[wagers.straights.paytables]]", "[[wagers.\"a.b\".paytables]]"),
            ],
            at: Some(("[wagers.\"a.b\"]", "[wagers.\"a.b\"]")),
            message: "`a.b` cannot name a wager",
            expected: Some("letters, digits, `-` and `_`"),
        },
        Rejected {
            case: "four cards of one hand",
            edits: &[("cards = \"first-two\"", "cards = \"first-four\"")],
            at: Some(("cards = \"first-four\"", "\"first-four\"")),
            message: "the player's first four cards are those of two hands, and the game has one",
            expected: Some("`first-two`, or a section `switch`"),
        },
        Rejected {
            case: "a key of lines beside matches",
            edits: &[("match-pays = \"each\"", "match-pays = \"each\"\nto-lines = \"for\"")],
            at: Some(("to-lines = \"for\"", "\"for\"")),
            message: "`to-lines` is about lines, and the wager is won by matches",
            expected: Some("`lines`, or no such key"),
        },
        Rejected {
            case: "a maximum beside matches",
            edits: &[(
                "match-pays = \"each\"",
                "match-pays = \"each\"\nmaximum = { clauses = [], line = \"Two\", least = 1 }",
            )],
            at: Some((
                "maximum = { clauses = [], line = \"Two\", least = 1 }",
                "{ clauses = [], line = \"Two\", least = 1 }",
            )),
            message: "`maximum` is about lines, and the wager is won by matches",
            expected: Some("`lines`, or no such key"),
        },
        Rejected {
            case: "a parlay without lines",
            edits: &[("match-pays = \"each\"", "match-pays = \"each\"\nparlay = { clauses = [], adds = \"payout\" }")],
            at: Some(("parlay = { clauses = [], adds = \"payout\" }", "{ clauses = [], adds = \"payout\" }")),
            message: "`parlay` is about lines, and the wager is won by matches",
            expected: Some("`lines`, or no such key"),
        },
        Rejected {
            case: "a rule of play beside matches",
            edits: &[("match-pays = \"each\"", "match-pays = \"each\"\nplay = { king-queen-ace = true }")],
            at: Some(("play = { king-queen-ace = true }", "{ king-queen-ace = true }")),
            message: "`play` is about lines, and the wager is won by matches",
            expected: Some("`lines`, or no such key"),
        },
        Rejected {
            case: "an unknown key of a wager",
            edits: &[("match-pays = \"each\"", "match-pays = \"each\"\nmatch-pay = \"each\"")],
            at: Some(("match-pay = \"each\"", "match-pay")),
            message: "unknown key `match-pay`",
            expected: Some(
                "one of `clauses`, `title`, `fate`, `published`, `match-pays`, `tens-match`, `cards`, `soft-totals`, `ace`, `to-lines`, `meter-lines`, `added`, `without`, `play`, `lines`, `meter`, `parlay`, `maximum`, `amount`, `events`, `decks-counted`, `paytables`",
            ),
        },
        Rejected {
            case: "an event by which no line is won",
            edits: &[("[wagers.deal.events.luck]", "[wagers.deal.events.fortune]")],
            at: Some(("[wagers.deal.events.fortune]", "[wagers.deal.events.fortune]")),
            message: "no line is won by the chance `fortune`",
            expected: Some("luck"),
        },
        Rejected {
            case: "a seat of none",
            edits: &[("draws = { seat = 5 }", "draws = { seat = 0 }")],
            at: Some(("draws = { seat = 0 }", "0")),
            message: "events.luck.draws.seat is 0",
            expected: Some("1 to 9"),
        },
        Rejected {
            case: "a fate without names",
            edits: &[(
                "title = \"Straights\"\nfate = { surrender = \"stays\", bust = \"stays\", dealer-blackjack = \"stays\" }",
                "title = \"Straights\"\nfate = [\"stays\", \"stays\", \"stays\"]",
            )],
            at: Some(("fate = [\"stays\", \"stays\", \"stays\"]", "[\"stays\", \"stays\", \"stays\"]")),
            message: "invalid type: list",
            expected: Some("a table"),
        },
        Rejected {
            case: "a list of plays",
            edits: &[("[wagers.straights.play]", "[[wagers.straights.play]]")],
            at: Some(("[[wagers.straights.play]]", "[[wagers.straights.play]]")),
            message: "invalid type: list",
            expected: Some("a table"),
        },
        Rejected {
            case: "an unknown name for what is paid",
            edits: &[("match-pays = \"each\"", "match-pays = \"both\"")],
            at: Some(("match-pays = \"both\"", "\"both\"")),
            message: "unknown value `both`",
            expected: Some("`each` or `best`"),
        },
        Rejected {
            case: "a wager without paytables",
            edits: &[
                ("[[wagers.straights.paytables]]\nname = \"S\"\npays = [\"60:1\"]\n", ""),
                ("[wagers.straights]\n", "[wagers.straights]\npaytables = []\n"),
            ],
            at: Some(("paytables = []", "[]")),
            message: "the wager has no paytable",
            expected: Some("one at least"),
        },
        Rejected {
            case: "a published interval upside down",
            edits: &[(
                "title = \"Straights\"",
                "title = \"Straights\"\npublished = { low = \"2%\", high = \"1%\", source = \"\" }",
            )],
            at: Some(("published = { low = \"2%\", high = \"1%\", source = \"\" }", "\"2%\"")),
            message: "the published interval has low above high",
            expected: Some("low at most high"),
        },
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn lines_that_cannot_be_decided() {
    check(&[
        Rejected {
            case: "a line without a name",
            edits: &[("name = \"Queens\"", "name = \"\"")],
            at: Some(("name = \"\"", "\"\"")),
            message: "the line has no name",
            expected: Some("its name in the paytable"),
        },
        Rejected {
            case: "two lines of one name",
            edits: &[("name = \"Three\"", "name = \"Queens\" # too")],
            at: Some(("name = \"Queens\" # too", "\"Queens\"")),
            message: "two lines have one name",
            expected: Some("another name"),
        },
        Rejected {
            case: "a line of the name that deals without a line have",
            edits: &[("name = \"Three\"", "name = \"All others\"")],
            at: Some(("name = \"All others\"", "\"All others\"")),
            message: "`All others` is what another outcome is called",
            expected: Some("another name than All others or Returned, without ` + `"),
        },
        Rejected {
            case: "a line of the name that several lines have together",
            edits: &[("name = \"Three\"", "name = \"Queens + Three\"")],
            at: Some(("name = \"Queens + Three\"", "\"Queens + Three\"")),
            message: "`Queens + Three` is what another outcome is called",
            expected: Some("another name than All others or Returned, without ` + `"),
        },
        Rejected {
            case: "a line that asks for nothing",
            edits: &[("up-card = { spread = [1, 11] }\n", "")],
            at: Some(("name = \"Between\"", "\"Between\"")),
            message: "the line `Between` asks for nothing",
            expected: Some("`player`, `with-up`, `up-card`, `dealer`, `dealer-hand`, `hand`, `straight` or `chance`"),
        },
        Rejected {
            case: "a line on the dealer's hand alone beside lines on the player's",
            edits: &[("hand = { total = 19 } # alone\n", "dealer-hand = { blackjack = true }\n")],
            at: Some(("name = \"Nineteen\"", "\"Nineteen\"")),
            message: "the other lines look at the player's finished hand",
            expected: Some("`hand` or `straight` in every line"),
        },
        Rejected {
            case: "a line that adds on a dealer's hand",
            edits: &[(
                "hand = { total = 19 } # alone",
                "hand = { total = 19 }\ndealer-hand = { total = [22, 26] } # adds\nadds = true",
            )],
            at: Some(("dealer-hand = { total = [22, 26] } # adds", "{ total = [22, 26] }")),
            message: "a line that adds to others on the player's hand cannot ask for a dealer's hand too",
            expected: Some("`hand` alone"),
        },
        Rejected {
            case: "a pattern that asks for nothing",
            edits: &[("player = { cards = [\"Qh\", \"Qs\"] }", "player = {}")],
            at: Some(("player = {}", "{}")),
            message: "the pattern asks for nothing",
            expected: Some("what the cards are to show"),
        },
        Rejected {
            case: "an up card of which nothing is asked",
            edits: &[("up-card = { spread = [1, 11] }", "up-card = {}")],
            at: Some(("up-card = {}", "{}")),
            message: "the pattern asks for nothing",
            expected: Some("`suited-matches`, `unsuited-matches` or `spread`"),
        },
        Rejected {
            case: "a dealer's hand of which nothing is asked",
            edits: &[("dealer-hand = { blackjack = true }", "dealer-hand = {}")],
            at: Some(("dealer-hand = {}", "{}")),
            message: "the pattern asks for nothing",
            expected: Some("`cards`, `total`, `blackjack`, `first-three` or `third`"),
        },
        Rejected {
            case: "a dealer's finished hand beside the player's first cards",
            edits: &[(
                "player = { cards = [\"Qh\", \"Qs\"] }",
                "player = { cards = [\"Qh\", \"Qs\"] }\ndealer-hand = { total = [17, 21] }",
            )],
            at: Some(("dealer-hand = { total = [17, 21] }", "{ total = [17, 21] }")),
            message: "the dealer's finished hand cannot be asked for beside cards of the deal",
            expected: Some("`dealer-hand` alone, or beside `hand` and `straight`"),
        },
        Rejected {
            case: "a dealer's finished hand beside the up card",
            edits: &[(
                "up-card = { spread = [1, 11] }",
                "up-card = { spread = [1, 11] }\ndealer-hand = { total = [17, 21] }",
            )],
            at: Some(("dealer-hand = { total = [17, 21] }", "{ total = [17, 21] }")),
            message: "the dealer's finished hand cannot be asked for beside cards of the deal",
            expected: Some("`dealer-hand` alone, or beside `hand` and `straight`"),
        },
        Rejected {
            case: "a finished hand beside the player's first cards",
            edits: &[("hand = { total = 19 } # alone", "hand = { total = 19 } # alone\nplayer = { run = true }")],
            at: Some(("hand = { total = 19 } # alone", "{ total = 19 }")),
            message: "the player's finished hand cannot be asked for beside cards of the deal",
            expected: Some("`hand` or `straight` without `player`, `with-up` and `up-card`"),
        },
        Rejected {
            case: "a straight beside cards with the up card",
            edits: &[(
                "straight = { cards = 4, ace = [\"spades\"] }",
                "straight = { cards = 4, ace = [\"spades\"] }\nwith-up = { run = true }",
            )],
            at: Some(("straight = { cards = 4, ace = [\"spades\"] }", "{ cards = 4, ace = [\"spades\"] }")),
            message: "the player's finished hand cannot be asked for beside cards of the deal",
            expected: Some("`hand` or `straight` without `player`, `with-up` and `up-card`"),
        },
        Rejected {
            case: "a finished hand beside the dealer's first two cards",
            edits: &[(
                "hand = { total = 19 } # alone",
                "hand = { total = 19 } # alone\ndealer = { blackjack = true } # two",
            )],
            at: Some(("dealer = { blackjack = true } # two", "{ blackjack = true }")),
            message: "the player's finished hand cannot be asked for beside the dealer's first two cards",
            expected: Some("`dealer-hand`"),
        },
        Rejected {
            case: "a line on the deal among lines on finished hands",
            edits: &[("hand = { total = 19 } # alone", "player = { run = true }")],
            at: Some(("player = { run = true }", "{ run = true }")),
            message: "the lines of a wager look at the cards of the deal or at finished hands",
            expected: Some("one of the two for all of them"),
        },
        Rejected {
            case: "a line on the dealer's first two cards among lines on his finished hand",
            edits: &[("dealer-hand = { blackjack = true }", "dealer = { blackjack = true } # two")],
            at: Some(("dealer = { blackjack = true } # two", "{ blackjack = true }")),
            message: "the lines of a wager look at the cards of the deal or at finished hands",
            expected: Some("one of the two for all of them"),
        },
        Rejected {
            case: "different totals",
            edits: &[("hand = { total = 19 } # alone", "hand = { total = 18 }")],
            at: Some(("hand = { total = 18 }", "18")),
            message: "the lines ask for different totals of the player's hand",
            expected: Some("one total"),
        },
        Rejected {
            case: "a total and a straight",
            edits: &[("hand = { total = 19 } # alone", "straight = { cards = 3 }")],
            at: Some(("straight = { cards = 3 }", "{ cards = 3 }")),
            message: "totals, straights and hands out of the round do not mix in one wager",
            expected: Some("one of them"),
        },
        Rejected {
            case: "a total and hands out of the round",
            edits: &[("play = { after-split = \"none\" }", "play = { no-live-hand = \"stops\" }")],
            at: Some(("play = { no-live-hand = \"stops\" }", "\"stops\"")),
            message: "totals, straights and hands out of the round do not mix in one wager",
            expected: Some("one of them"),
        },
        Rejected {
            case: "a total that no hand stands on",
            edits: &[("hand = { total = 19 } # alone", "hand = { total = 22 }")],
            at: Some(("hand = { total = 22 }", "22")),
            message: "hand.total is 22",
            expected: Some("4 to 21"),
        },
        Rejected {
            case: "a straight of one card",
            edits: &[("straight = { cards = 4, ace = [\"spades\"] }", "straight = { cards = 1 }")],
            at: Some(("straight = { cards = 1 }", "1")),
            message: "straight.cards is 1",
            expected: Some("2 to 6"),
        },
        Rejected {
            case: "a straight of more cards than a hand can have",
            edits: &[("straight = { cards = 4, ace = [\"spades\"] }", "straight = { cards = 7 }")],
            at: Some(("straight = { cards = 7 }", "7")),
            message: "straight.cards is 7",
            expected: Some("2 to 6"),
        },
        Rejected {
            case: "a suit that is none",
            edits: &[(
                "straight = { cards = 4, ace = [\"spades\"] }",
                "straight = { cards = 4, ace = [\"spades\", \"stars\"] }",
            )],
            at: Some(("straight = { cards = 4, ace = [\"spades\", \"stars\"] }", "\"stars\"")),
            message: "unknown value `stars`",
            expected: Some("one of `clubs`, `diamonds`, `hearts`, `spades`"),
        },
        Rejected {
            case: "a chance beside cards",
            edits: &[("chance = \"luck\"\nadds = true", "chance = \"luck\"\nadds = true\nplayer = { run = true }")],
            at: Some(("chance = \"luck\"", "\"luck\"")),
            message: "an event apart from the cards cannot be asked for beside cards",
            expected: Some("`chance` in a line of its own"),
        },
        Rejected {
            case: "a chance that does not add",
            edits: &[("chance = \"luck\"\nadds = true", "chance = \"luck\"")],
            at: Some(("chance = \"luck\"", "\"luck\"")),
            message: "an event apart from the cards goes with every deal, so its line adds to the others",
            expected: Some("`adds = true`"),
        },
        Rejected {
            case: "a chance that no dotted key can name",
            edits: &[("chance = \"luck\"\nadds = true", "chance = \"good luck\"\nadds = true")],
            at: Some(("chance = \"good luck\"", "\"good luck\"")),
            message: "`good luck` cannot name a chance",
            expected: Some("letters, digits, `-` and `_`"),
        },
        Rejected {
            case: "one chance for two lines",
            edits: &[(
                "[[wagers.deal.paytables]]",
                "[[wagers.deal.lines]]\nname = \"More luck\"\nchance = \"luck\" # too\nadds = true\n\n[[wagers.deal.paytables]]",
            )],
            at: Some(("chance = \"luck\" # too", "\"luck\"")),
            message: "two lines are won by the chance `luck`",
            expected: Some("another name"),
        },
        Rejected {
            case: "an unknown key of a line",
            edits: &[("chance = \"luck\"\nadds = true", "chance = \"luck\"\nadds = true\nodds = \"5:1\"")],
            at: Some(("odds = \"5:1\"", "odds")),
            message: "unknown key `odds`",
            expected: Some(
                "one of `name`, `player`, `with-up`, `up-card`, `dealer`, `dealer-hand`, `hand`, `straight`, `chance`, `adds`",
            ),
        },
        Rejected {
            case: "a wager without a line that is offered",
            edits: &[("title = \"Straights\"", "title = \"Straights\"\nwithout = [\"Four\"]")],
            at: Some(("without = [\"Four\"]", "[\"Four\"]")),
            message: "every line is left out",
            expected: Some("one line at least that is not"),
        },
        Rejected {
            case: "a line left out that is not there",
            edits: &[("without = []", "without = [\"Three\", \"Five\"]")],
            at: Some(("without = [\"Three\", \"Five\"]", "\"Five\"")),
            message: "there is no line `Five`",
            expected: Some("Queens, Three, Between, Twenty or Luck"),
        },
        Rejected {
            case: "what play decides and no line looks at",
            edits: &[("no-live-hand = \"stops\"", "after-split = \"none\"")],
            at: Some(("after-split = \"none\"", "\"none\"")),
            message: "no line looks at what `after-split` decides",
            expected: Some("a line on `hand` or `straight`"),
        },
        Rejected {
            case: "hands out of the round beside cards of the deal",
            edits: &[("cards = \"first-two\"", "play = { no-live-hand = \"stops\" }")],
            at: Some(("play = { no-live-hand = \"stops\" }", "\"stops\"")),
            message: "no line looks at what `no-live-hand` decides",
            expected: Some("a line on `dealer-hand`"),
        },
        Rejected {
            case: "a straight's fate without straights",
            edits: &[("play = { after-split = \"none\" }", "play = { straight-given-up = \"lost\" }")],
            at: Some(("play = { straight-given-up = \"lost\" }", "\"lost\"")),
            message: "no line looks at what `straight-given-up` decides",
            expected: Some("a line on `straight`"),
        },
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn patterns_that_no_cards_show() {
    check(&[
        Rejected {
            case: "a card that is none",
            edits: &[("player = { cards = [\"Qh\", \"Qs\"] }", "player = { cards = [\"Qh\", \"Q♠\"] }")],
            at: Some(("player = { cards = [\"Qh\", \"Q♠\"] }", "\"Q♠\"")),
            message: "`Q♠` is not a card",
            expected: Some("a rank and a suit, such as Qh or 10s"),
        },
        Rejected {
            case: "a card of a suit alone",
            edits: &[("player = { cards = [\"Qh\", \"Qs\"] }", "player = { cards = [\"h\", \"Qs\"] }")],
            at: Some(("player = { cards = [\"h\", \"Qs\"] }", "\"h\"")),
            message: "`h` is not a card",
            expected: Some("a rank and a suit, such as Qh or 10s"),
        },
        Rejected {
            case: "a card that is no text",
            edits: &[("player = { cards = [\"Qh\", \"Qs\"] }", "player = { cards = [\"Qh\", 8] }")],
            at: Some(("player = { cards = [\"Qh\", 8] }", "8")),
            message: "invalid type: integer `8`",
            expected: Some("a card in quotation marks"),
        },
        Rejected {
            case: "three cards of two",
            edits: &[("player = { cards = [\"Qh\", \"Qs\"] }", "player = { cards = [\"Qh\", \"Qs\", \"Qd\"] }")],
            at: Some(("player = { cards = [\"Qh\", \"Qs\", \"Qd\"] }", "[\"Qh\", \"Qs\", \"Qd\"]")),
            message: "the line names 3 cards of 2",
            expected: Some("2 cards"),
        },
        Rejected {
            case: "two cards of three",
            edits: &[("with-up = { alike = [2, 1], suits = \"one\" }", "with-up = { cards = [\"7h\", \"7s\"] }")],
            at: Some(("with-up = { cards = [\"7h\", \"7s\"] }", "[\"7h\", \"7s\"]")),
            message: "the line names 2 cards of 3",
            expected: Some("3 cards"),
        },
        Rejected {
            case: "a card that the decks do not have",
            edits: &[("decks = [4, 5, 6, 8]", "decks = [4, 5, 6, 8]\nwithout = [\"8\"]")],
            at: Some(("dealer-hand = { total = [22, 26], first-three = { cards = [\"8\", \"8\", \"8\"] } }", "\"8\"")),
            message: "the game's decks have no 8",
            expected: Some("A, 2, 3, 4, 5, 6, 7, 9, 10, J, Q or K"),
        },
        Rejected {
            case: "a rank that the decks do not have",
            edits: &[("decks = [4, 5, 6, 8]", "decks = [4, 5, 6, 8]\nwithout = [\"7\"]")],
            at: Some(("dealer-hand = { cards = [3, 3], total = [22, 25], third = [\"6\", \"7\"] }", "\"7\"")),
            message: "the game's decks have no 7",
            expected: Some("A, 2, 3, 4, 5, 6, 8, 9, 10, J, Q or K"),
        },
        Rejected {
            case: "a rank that is none",
            edits: &[(
                "dealer-hand = { cards = [3, 3], total = [22, 25], third = [\"6\", \"7\"] }",
                "dealer-hand = { cards = [3, 3], total = [22, 25], third = [\"6\", \"T\"] }",
            )],
            at: Some(("dealer-hand = { cards = [3, 3], total = [22, 25], third = [\"6\", \"T\"] }", "\"T\"")),
            message: "`T` is not a rank",
            expected: Some("A, 2 to 10, J, Q or K"),
        },
        Rejected {
            case: "sizes that make up other cards",
            edits: &[("with-up = { alike = [2, 1], suits = \"one\" }", "with-up = { alike = [2, 2] }")],
            at: Some(("with-up = { alike = [2, 2] }", "[2, 2]")),
            message: "`alike` is to tell 3 cards apart",
            expected: Some("numbers of cards of equal rank, largest first"),
        },
        Rejected {
            case: "sizes out of order",
            edits: &[("with-up = { alike = [2, 1], suits = \"one\" }", "with-up = { alike = [1, 2] }")],
            at: Some(("with-up = { alike = [1, 2] }", "[1, 2]")),
            message: "`alike` is to tell 3 cards apart",
            expected: Some("numbers of cards of equal rank, largest first"),
        },
        Rejected {
            case: "a size of nothing",
            edits: &[("with-up = { alike = [2, 1], suits = \"one\" }", "with-up = { alike = [3, 0] }")],
            at: Some(("with-up = { alike = [3, 0] }", "[3, 0]")),
            message: "`alike` is to tell 3 cards apart",
            expected: Some("numbers of cards of equal rank, largest first"),
        },
        Rejected {
            case: "one pattern for two and for three cards",
            edits: &[(
                "with-up = { alike = [2, 1], suits = \"one\" }",
                "with-up = { alike = [3] }\nplayer = { alike = [3] }",
            )],
            at: Some(("player = { alike = [3] }", "[3]")),
            message: "`alike` is to tell 2 cards apart",
            expected: Some("numbers of cards of equal rank, largest first"),
        },
        Rejected {
            case: "a total that two cards do not make",
            edits: &[("player = { total = 20 }", "player = { total = 22 }")],
            at: Some(("player = { total = 22 }", "22")),
            message: "total is 22",
            expected: Some("4 to 21"),
        },
        Rejected {
            case: "a total of aces as ones, beside soft totals",
            edits: &[("player = { total = 20 }", "player = { total = 2 }")],
            at: Some(("player = { total = 2 }", "2")),
            message: "total is 2",
            expected: Some("4 to 21"),
        },
        Rejected {
            case: "a total of 21 of hard cards",
            edits: &[
                ("player = { total = 20 }", "player = { total = 21 } # hard"),
                ("cards = \"first-two\"", "soft-totals = false"),
            ],
            at: Some(("player = { total = 21 } # hard", "21")),
            message: "total is 21",
            expected: Some("2 to 20"),
        },
        Rejected {
            case: "a run of equal cards",
            edits: &[("with-up = { alike = [2, 1], suits = \"one\" }", "with-up = { alike = [2, 1], run = true }")],
            at: Some(("with-up = { alike = [2, 1], run = true }", "true")),
            message: "cards of consecutive ranks are not alike",
            expected: Some("`run` or `alike`, one of them"),
        },
        Rejected {
            case: "a blackjack of three cards",
            edits: &[("with-up = { alike = [2, 1], suits = \"one\" }", "with-up = { blackjack = true }")],
            at: Some(("with-up = { blackjack = true }", "true")),
            message: "a blackjack has two cards, and these are 3",
            expected: Some("no `blackjack`"),
        },
        Rejected {
            case: "suits that are none",
            edits: &[("with-up = { alike = [2, 1], suits = \"one\" }", "with-up = { suits = \"two\" }")],
            at: Some(("with-up = { suits = \"two\" }", "\"two\"")),
            message: "unknown value `two`",
            expected: Some("one of `one`, `different`, `one-color`"),
        },
        Rejected {
            case: "an unknown key of a pattern",
            edits: &[("with-up = { alike = [2, 1], suits = \"one\" }", "with-up = { kind = 3 }")],
            at: Some(("with-up = { kind = 3 }", "kind")),
            message: "unknown key `kind`",
            expected: Some("one of `cards`, `ranks`, `alike`, `suits`, `total`, `run`, `blackjack`"),
        },
        Rejected {
            case: "more matches than cards",
            edits: &[("up-card = { spread = [1, 11] }", "up-card = { suited-matches = 3 }")],
            at: Some(("up-card = { suited-matches = 3 }", "3")),
            message: "suited-matches is 3",
            expected: Some("0 to 2"),
        },
        Rejected {
            case: "more matches together than cards",
            edits: &[("up-card = { spread = [1, 11] }", "up-card = { suited-matches = 2, unsuited-matches = 1 }")],
            at: Some(("up-card = { suited-matches = 2, unsuited-matches = 1 }", "1")),
            message: "two cards cannot make 3 matches",
            expected: Some("two matches at most"),
        },
        Rejected {
            case: "no room between",
            edits: &[("up-card = { spread = [1, 11] }", "up-card = { spread = [0, 4] }")],
            at: Some(("up-card = { spread = [0, 4] }", "0")),
            message: "spread is 0",
            expected: Some("1 to 4"),
        },
        Rejected {
            case: "a spread upside down",
            edits: &[("up-card = { spread = [1, 11] }", "up-card = { spread = [4, 3] }")],
            at: Some(("up-card = { spread = [4, 3] }", "[4, 3]")),
            message: "spread goes down, from 4 to 3",
            expected: Some("the lower number first"),
        },
        Rejected {
            case: "a spread beyond the ranks",
            edits: &[("up-card = { spread = [1, 11] }", "up-card = { spread = [4, 13] }")],
            at: Some(("up-card = { spread = [4, 13] }", "13")),
            message: "spread is 13",
            expected: Some("1 to 12"),
        },
        Rejected {
            case: "a spread of one bound",
            edits: &[("up-card = { spread = [1, 11] }", "up-card = { spread = [4] }")],
            at: Some(("up-card = { spread = [4] }", "[4]")),
            message: "invalid length 1",
            expected: Some("a list of two"),
        },
        Rejected {
            case: "a match between two cards",
            edits: &[("up-card = { spread = [1, 11] }", "up-card = { spread = [1, 4], suited-matches = 1 }")],
            at: Some(("up-card = { spread = [1, 4], suited-matches = 1 }", "[1, 4]")),
            message: "an up card between two cards matches neither",
            expected: Some("`spread` or matches, one of them"),
        },
        Rejected {
            case: "a dealer's hand of one card",
            edits: &[("dealer-hand = { total = [20, 21], cards = [3, 8] }", "dealer-hand = { cards = [1, 8] }")],
            at: Some(("dealer-hand = { cards = [1, 8] }", "1")),
            message: "cards is 1",
            expected: Some("2 to 8"),
        },
        Rejected {
            case: "numbers of cards upside down",
            edits: &[("dealer-hand = { total = [20, 21], cards = [3, 8] }", "dealer-hand = { cards = [8, 3] }")],
            at: Some(("dealer-hand = { cards = [8, 3] }", "[8, 3]")),
            message: "cards goes down, from 8 to 3",
            expected: Some("the lower number first"),
        },
        Rejected {
            case: "more cards than any hand",
            edits: &[("dealer-hand = { total = [20, 21], cards = [3, 8] }", "dealer-hand = { cards = [3, 23] }")],
            at: Some(("dealer-hand = { cards = [3, 23] }", "23")),
            message: "cards is 23",
            expected: Some("2 to 22"),
        },
        Rejected {
            case: "a total at which a dealer draws",
            edits: &[("dealer-hand = { total = [20, 21], cards = [3, 8] }", "dealer-hand = { total = [16, 21] }")],
            at: Some(("dealer-hand = { total = [16, 21] }", "16")),
            message: "total is 16",
            expected: Some("17 to 21"),
        },
        Rejected {
            case: "a total that no dealer reaches",
            edits: &[("dealer-hand = { total = [20, 21], cards = [3, 8] }", "dealer-hand = { total = [20, 27] }")],
            at: Some(("dealer-hand = { total = [20, 27] }", "27")),
            message: "total is 27",
            expected: Some("17 to 26"),
        },
        Rejected {
            case: "totals upside down",
            edits: &[("dealer-hand = { total = [20, 21], cards = [3, 8] }", "dealer-hand = { total = [21, 20] }")],
            at: Some(("dealer-hand = { total = [21, 20] }", "[21, 20]")),
            message: "total goes down, from 21 to 20",
            expected: Some("the lower number first"),
        },
        Rejected {
            case: "a blackjack of three cards or more",
            edits: &[("dealer-hand = { blackjack = true }", "dealer-hand = { blackjack = true, cards = [3, 5] }")],
            at: Some(("dealer-hand = { blackjack = true, cards = [3, 5] }", "true")),
            message: "a blackjack is two cards and a total of 21",
            expected: Some("`blackjack = true` alone"),
        },
        Rejected {
            case: "a blackjack of another total",
            edits: &[("dealer-hand = { blackjack = true }", "dealer-hand = { blackjack = true, total = [17, 20] }")],
            at: Some(("dealer-hand = { blackjack = true, total = [17, 20] }", "true")),
            message: "a blackjack is two cards and a total of 21",
            expected: Some("`blackjack = true` alone"),
        },
        Rejected {
            case: "a blackjack with a third card",
            edits: &[("dealer-hand = { blackjack = true }", "dealer-hand = { blackjack = true, third = [\"6\"] }")],
            at: Some(("dealer-hand = { blackjack = true, third = [\"6\"] }", "true")),
            message: "a blackjack is two cards and a total of 21",
            expected: Some("`blackjack = true` alone"),
        },
        Rejected {
            case: "a third card of two",
            edits: &[(
                "dealer-hand = { cards = [3, 3], total = [22, 25], third = [\"6\", \"7\"] }",
                "dealer-hand = { cards = [2, 2], third = [\"6\"] }",
            )],
            at: Some(("dealer-hand = { cards = [2, 2], third = [\"6\"] }", "[2, 2]")),
            message: "a hand of two cards has no third card",
            expected: Some("three cards or more beside `first-three` and `third`"),
        },
        Rejected {
            case: "a fourth card of the first three",
            edits: &[(
                "dealer-hand = { total = [22, 26], first-three = { cards = [\"8\", \"8\", \"8\"] } }",
                "dealer-hand = { first-three = { cards = [\"8\", \"8\", \"8\", \"8\"] } }",
            )],
            at: Some((
                "dealer-hand = { first-three = { cards = [\"8\", \"8\", \"8\", \"8\"] } }",
                "[\"8\", \"8\", \"8\", \"8\"]",
            )),
            message: "the line names 4 cards of 3",
            expected: Some("3 cards"),
        },
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn paytables_meters_and_maxima() {
    check(&[
        Rejected {
            case: "a payout that is none",
            edits: &[(
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7:2\", \"5 for 1\"]",
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7 to 2\", \"5 for 1\"]",
            )],
            at: Some(("pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7 to 2\", \"5 for 1\"]", "\"7 to 2\"")),
            message: "`7 to 2` is no payout",
            expected: Some(
                "odds such as 30:1, `1000 for 1`, a share of the meter such as 10%, or a share and odds such as `100% + 200:1`",
            ),
        },
        Rejected {
            case: "a payout that is no text",
            edits: &[(
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7:2\", \"5 for 1\"]",
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", 7, \"5 for 1\"]",
            )],
            at: Some(("pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", 7, \"5 for 1\"]", "7")),
            message: "invalid type: integer `7`",
            expected: Some("a payout in quotation marks"),
        },
        Rejected {
            case: "a share below nothing",
            edits: &[(
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7:2\", \"5 for 1\"]",
                "pays = [\"100:1\", \"30 for 1\", \"-10%\", \"7:2\", \"5 for 1\"]",
            )],
            at: Some(("pays = [\"100:1\", \"30 for 1\", \"-10%\", \"7:2\", \"5 for 1\"]", "\"-10%\"")),
            message: "`-10%` is no payout",
            expected: Some(
                "odds such as 30:1, `1000 for 1`, a share of the meter such as 10%, or a share and odds such as `100% + 200:1`",
            ),
        },
        Rejected {
            case: "more than the meter",
            edits: &[(
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7:2\", \"5 for 1\"]",
                "pays = [\"100:1\", \"30 for 1\", \"101%\", \"7:2\", \"5 for 1\"]",
            )],
            at: Some(("pays = [\"100:1\", \"30 for 1\", \"101%\", \"7:2\", \"5 for 1\"]", "\"101%\"")),
            message: "`101%` is no payout",
            expected: Some(
                "odds such as 30:1, `1000 for 1`, a share of the meter such as 10%, or a share and odds such as `100% + 200:1`",
            ),
        },
        Rejected {
            case: "a payout too few",
            edits: &[(
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7:2\", \"5 for 1\"]",
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7:2\"]",
            )],
            at: Some((
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7:2\"]",
                "[\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7:2\"]",
            )),
            message: "the paytable pays 4 lines",
            expected: Some("5"),
        },
        Rejected {
            case: "a payout too many",
            edits: &[("pays = [\"60:1\"]", "pays = [\"60:1\", \"2:1\"]")],
            at: Some(("pays = [\"60:1\", \"2:1\"]", "[\"60:1\", \"2:1\"]")),
            message: "the paytable pays 2 lines",
            expected: Some("1"),
        },
        Rejected {
            case: "no payouts",
            edits: &[("pays = [\"60:1\"]\n", "")],
            at: Some(("[[wagers.straights.paytables]]", "[[wagers.straights.paytables]]")),
            message: "the paytable pays 0 lines",
            expected: Some("1"),
        },
        Rejected {
            case: "payouts of lines beside matches",
            edits: &[("name = \"14/3\"", "name = \"14/3\"\npays = [\"1:1\"]")],
            at: Some(("pays = [\"1:1\"]", "[\"1:1\"]")),
            message: "the paytable pays 1 lines",
            expected: Some("0"),
        },
        Rejected {
            case: "payouts of matches beside lines",
            edits: &[("pays = [\"60:1\"]", "pays = [\"60:1\"]\nunsuited = \"4:1\" # here")],
            at: Some(("unsuited = \"4:1\" # here", "\"4:1\"")),
            message: "`suited` and `unsuited` go with `match-pays`",
            expected: Some("both of them there, and only there"),
        },
        Rejected {
            case: "a payout of one kind of match",
            edits: &[
                ("unsuited = \"3:1\"\n", ""),
                (
                    "[[wagers.match-the-dealer.paytables]]\nname = \"14/3\"",
                    "[[wagers.match-the-dealer.paytables]] # 14\nname = \"14/3\"",
                ),
            ],
            at: Some(("[[wagers.match-the-dealer.paytables]] # 14", "[[wagers.match-the-dealer.paytables]]")),
            message: "`suited` and `unsuited` go with `match-pays`",
            expected: Some("both of them there, and only there"),
        },
        Rejected {
            case: "a share of a meter that is not there",
            edits: &[("pays = [\"60:1\"]", "pays = [\"10% + 60:1\"]")],
            at: Some(("pays = [\"10% + 60:1\"]", "\"10% + 60:1\"")),
            message: "a line pays a share of a meter that the wager does not have",
            expected: Some("a section `meter`"),
        },
        Rejected {
            case: "a meter that no line pays",
            edits: &[(
                "pays = [\"100:1\", \"30 for 1\", \"100% + 2:1\", \"7:2\", \"5 for 1\"]",
                "pays = [\"100:1\", \"30 for 1\", \"2:1\", \"7:2\", \"5 for 1\"]",
            )],
            at: Some((
                "pays = [\"100:1\", \"30 for 1\", \"2:1\", \"7:2\", \"5 for 1\"]",
                "[\"100:1\", \"30 for 1\", \"2:1\", \"7:2\", \"5 for 1\"]",
            )),
            message: "no line pays a share of the wager's meter",
            expected: Some("a share such as 100%"),
        },
        Rejected {
            case: "decks that the game does not have",
            edits: &[("decks = [4, 5, 6]\n", "decks = [4, 7]\n")],
            at: Some(("decks = [4, 7]", "7")),
            message: "Down Under Blackjack may not be played with 7 decks",
            expected: Some("4, 5, 6 or 8"),
        },
        Rejected {
            case: "a paytable without a name",
            edits: &[("name = \"S\"", "name = \"\"")],
            at: Some(("name = \"\"", "\"\"")),
            message: "`` cannot name a paytable",
            expected: Some(LABEL),
        },
        Rejected {
            case: "a paytable whose name goes on as another claim",
            edits: &[("name = \"S\"", "name = \"S; the best play\"")],
            at: Some(("name = \"S; the best play\"", "\"S; the best play\"")),
            message: "`S; the best play` cannot name a paytable",
            expected: Some(LABEL),
        },
        Rejected {
            case: "two paytables of one name for all decks",
            edits: &[
                (
                    "[[wagers.straights.paytables]]",
                    "[[wagers.straights.paytables]]\nname = \"S\"\npays = [\"9:1\"]\n\n[[wagers.straights.paytables]] # again",
                ),
                ("name = \"S\"\npays = [\"60:1\"]", "name = \"S\" # again\npays = [\"60:1\"]"),
            ],
            at: Some(("name = \"S\" # again", "\"S\"")),
            message: "Straights has the paytable `S` twice",
            expected: Some("another name"),
        },
        Rejected {
            case: "a meter with too large a rate",
            edits: &[("rate = \"11%\"", "rate = \"101%\"")],
            at: Some(("rate = \"101%\"", "\"101%\"")),
            message: "meter.rate is 101%",
            expected: Some("0% to 100%"),
        },
        Rejected {
            case: "a meter with a reserve below nothing",
            edits: &[("reserve = \"12%\"", "reserve = \"-1%\"")],
            at: Some(("reserve = \"-1%\"", "\"-1%\"")),
            message: "meter.reserve is -1%",
            expected: Some("0% to 100%"),
        },
        Rejected {
            case: "more for the meter than the wager",
            edits: &[("reserve = \"12%\"", "reserve = \"90%\"")],
            at: Some(("reserve = \"90%\"", "\"90%\"")),
            message: "rate and reserve together are more than the wager",
            expected: Some("at most 100% together"),
        },
        Rejected {
            case: "a seed below nothing",
            edits: &[("seed = 700", "seed = -1")],
            at: Some(("seed = -1", "-1")),
            message: "invalid value: integer `-1`",
            expected: Some("a whole number that is not negative"),
        },
        Rejected {
            case: "a maximum of another line",
            edits: &[("line = \"Queens\"", "line = \"Kings\"")],
            at: Some(("line = \"Kings\"", "\"Kings\"")),
            message: "there is no line `Kings`",
            expected: Some("Queens, Three, Between, Twenty or Luck"),
        },
        Rejected {
            case: "a maximum of nothing",
            edits: &[("least = 900", "least = 0")],
            at: Some(("least = 0", "0")),
            message: "a maximum of nothing pays nothing",
            expected: Some("one dollar at least"),
        },
        Rejected {
            case: "a parlay of winnings that come too late",
            edits: &[("play = { after-split = \"none\" }", "parlay = { clauses = [], adds = \"payout\" }")],
            at: Some(("parlay = { clauses = [], adds = \"payout\" }", "{ clauses = [], adds = \"payout\" }")),
            message: "winnings that the finished hands decide come too late to be added to the base wager",
            expected: Some("lines on the cards of the deal"),
        },
        Rejected {
            case: "a parlay of something else",
            edits: &[("adds = \"payout\"", "adds = \"wager\"")],
            at: Some(("adds = \"wager\"", "\"wager\"")),
            message: "unknown value `wager`",
            expected: Some("`payout` or `payout-and-wager`"),
        },
    ]);
}

#[test]
fn choices_about_wagers() {
    check(&[
        Rejected {
            case: "a choice of lines that are not there",
            edits: &[(
                "set = { \"wagers.match-the-dealer-progressive.to-lines\" = \"for\" }",
                "set = { \"wagers.match-the-dealer-progressive.to-line\" = \"for\" }",
            )],
            at: Some((
                "set = { \"wagers.match-the-dealer-progressive.to-line\" = \"for\" }",
                "\"wagers.match-the-dealer-progressive.to-line\"",
            )),
            message: "`wagers.match-the-dealer-progressive.to-line` names no rule: there is no `to-line` written",
            expected: Some("amount, clauses, fate, lines, meter, meter-lines, paytables, title or to-lines"),
        },
        Rejected {
            case: "a choice of a quote that is none",
            edits: &[(
                "set = { \"wagers.match-the-dealer-progressive.to-lines\" = \"for\" }",
                "set = { \"wagers.match-the-dealer-progressive.to-lines\" = \"from\" }",
            )],
            at: Some(("set = { \"wagers.match-the-dealer-progressive.to-lines\" = \"from\" }", "\"from\"")),
            message: "unknown value `from`",
            expected: Some("`to` or `for`"),
        },
        Rejected {
            case: "a choice that leaves out an unknown line",
            edits: &[(
                "set = { \"wagers.match-the-dealer-progressive.to-lines\" = \"for\" }",
                "set = { \"wagers.deal.without\" = [\"Four\"] }",
            )],
            at: Some(("set = { \"wagers.deal.without\" = [\"Four\"] }", "\"Four\"")),
            message: "there is no line `Four`",
            expected: Some("Queens, Three, Between, Twenty or Luck"),
        },
        Rejected {
            case: "a choice of paytables of one name",
            edits: &[(
                "set = { \"wagers.match-the-dealer-progressive.to-lines\" = \"for\" }",
                "set = { \"wagers.straights.paytables\" = [{ name = \"X\", pays = [\"1:1\"] }, { name = \"X\", pays = [\"2:1\"] }] }",
            )],
            at: Some((
                "set = { \"wagers.straights.paytables\" = [{ name = \"X\", pays = [\"1:1\"] }, { name = \"X\", pays = [\"2:1\"] }] }",
                "\"X\"",
            )),
            message: "Straights has the paytable `X` twice",
            expected: Some("another name"),
        },
        Rejected {
            case: "a choice of play that does not go with the lines",
            edits: &[(
                "set = { \"wagers.match-the-dealer-progressive.to-lines\" = \"for\" }",
                "set = { \"wagers.straights.play.king-queen-ace\" = 1 }",
            )],
            at: Some(("set = { \"wagers.straights.play.king-queen-ace\" = 1 }", "1")),
            message: "invalid type: integer `1`",
            expected: Some("true or false"),
        },
        Rejected {
            case: "a choice that sets nothing",
            edits: &[("set = { \"wagers.match-the-dealer-progressive.to-lines\" = \"for\" }", "set = {} # nothing")],
            at: Some(("set = {} # nothing", "{}")),
            message: "the choice `for` of `to-lines` sets nothing",
            expected: Some("rule values by dotted key, also those it leaves as they are"),
        },
        Rejected {
            case: "a switch that no dotted key can name",
            edits: &[("name = \"dealer-ace\"", "name = \"dealer.ace\"")],
            at: Some(("name = \"dealer.ace\"", "\"dealer.ace\"")),
            message: "`dealer.ace` cannot name a switch",
            expected: Some("letters, digits, `-` and `_`"),
        },
    ]);
}

/// Lines and chances are bits of numbers, and there are only so many.
#[test]
fn more_lines_than_can_be_told_apart() {
    let tables = "[[wagers.straights.paytables]]";
    let lines = |number: usize| -> String {
        let line = |at| format!("[[wagers.straights.lines]] # {at}\nname = \"{at}\"\nstraight = {{ cards = 3 }}\n\n");
        (2..=number).map(line).collect()
    };
    let pays = |number: usize| format!("pays = [{}]", vec!["\"60:1\""; number].join(", "));
    let load = |number: usize| {
        let edits = [(tables, format!("{}{tables}", lines(number))), ("pays = [\"60:1\"]", pays(number))];
        load(&edits.each_ref().map(|(from, to)| (*from, to.as_str())))
    };
    assert!(load(32).1.is_ok());
    let (origin, result) = load(33);
    Rejected {
        case: "33 lines",
        edits: &[],
        at: Some(("[[wagers.straights.lines]] # 33", "[[wagers.straights.lines]]")),
        message: "the wager has 33 lines",
        expected: Some("at most 32"),
    }
    .check(result, &origin);
}

#[test]
fn more_chances_than_can_be_told_apart() {
    let tables = "[[wagers.deal.paytables]]";
    let lines = |number: usize| -> String {
        let line = |at| format!("[[wagers.deal.lines]]\nname = \"Luck {at}\"\nchance = \"luck-{at}\"\nadds = true\n\n");
        (2..=number).map(line).collect()
    };
    let load = |number: usize| {
        let pays = format!("\"7:2\"{}]", ", \"5 for 1\"".repeat(number));
        let lines = format!("{}{tables}", lines(number));
        load(&[(tables, lines.as_str()), ("\"7:2\", \"5 for 1\"]", pays.as_str())])
    };
    assert!(load(8).1.is_ok());
    let (origin, result) = load(9);
    Rejected {
        case: "nine chances",
        edits: &[],
        at: Some(("chance = \"luck-9\"", "\"luck-9\"")),
        message: "too many lines on events apart from the cards",
        expected: Some("at most 8"),
    }
    .check(result, &origin);
}

/// The name of the game file with these edits, and what it loads to.
fn load(edits: &[(&str, &str)]) -> (String, Result<Submission, RulesError>) {
    let files = Files::new(ANALYSIS, edited(&[GAME, WAGERS].concat(), edits));
    (files.game().display().to_string(), files.load(&[]))
}

pub(super) fn check(cases: &[Rejected]) {
    for case in cases {
        let (origin, result) = load(case.edits);
        case.check(result, &origin);
    }
}
