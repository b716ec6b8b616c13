//! Wrong game files under a sound analysis.

use super::fixture::{ANALYSIS, Files, GAME, Rejected, edited};

const CUSTOMARY: &str = "set = { \"dealer.ace-limit\" = 21 }";
const RETURNED: &str = "set = { \"push.bust\" = \"returned\" }";
const MEDIUM: &str = "values = [\"6\", \"7\", \"8\", \"9\"]";

const LITERAL_OPTION: &str = "[[options]]\nname = \"ace\"\nclauses = []\nquestion = \"How?\"\ndefault = \"so\"\n\n\
    [[options.choices]]\nname = \"so\"\ntext = \"So.\"\nis = [\"literal\"] # of an option\n\
    set = { \"dealer.ace-limit\" = 22 }\n\n[[readings]]\nname = \"dealer-ace\"";

#[test]
fn malformed_or_unknown() {
    check(&[
        Rejected {
            case: "an unknown section",
            edits: &[("[push]", "[pusch]")],
            at: Some(("[pusch]", "pusch")),
            message: "unknown key `pusch`",
            expected: Some(
                "one of `format`, `id`, `title`, `regulation`, `variation-of`, `left-out`, `shoe`, `seating`, `cut-card`, `natural`, `insurance`, \
                 `attack`, `switch`, `draw`, `double`, `split`, `surrender`, `dealer`, `hole-card`, `push`, `settle`, `bonus`, \
                 `sharing`, `wagers`, `published`, `options`, `readings`",
            ),
        },
        Rejected {
            case: "an unknown rule in a section",
            edits: &[("below = 21", "below = 21\nabove = 11")],
            at: Some(("above = 11", "above")),
            message: "unknown key `above`",
            expected: Some("one of `clauses`, `below`, `soft-below`"),
        },
        Rejected {
            case: "a missing rule",
            edits: &[("max-hands = 2\n", "")],
            at: Some(("[split]", "[split]")),
            message: "missing key `max-hands`",
            expected: None,
        },
        Rejected {
            case: "a later format",
            edits: &[("format = 1", "format = 2"), ("[push]", "[pusch]")],
            at: Some(("format = 2", "2")),
            message: "unknown format of game file",
            expected: Some("1"),
        },
        Rejected {
            case: "the id of another game",
            edits: &[("id = \"pa-685a-down-under\"", "id = \"pa-685b\"")],
            at: Some(("id = \"pa-685b\"", "\"pa-685b\"")),
            message: "the game file says its id is `pa-685b`",
            expected: Some("pa-685a-down-under"),
        },
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn rules_out_of_range() {
    check(&[
        Rejected {
            case: "a blackjack that may draw",
            edits: &[
                ("below = 21", "below = 21\nsoft-below = 22"),
                ("after-split = \"no\"", "after-split = \"aces-and-tens\""),
            ],
            at: Some(("after-split = \"aces-and-tens\"", "\"aces-and-tens\"")),
            message: "an ace and a ten on a hand of a split are a blackjack and may draw",
            expected: Some("`no`, or draw.soft-below of at most 21"),
        },
        Rejected {
            case: "a doubled hand given up whose card nobody has seen",
            edits: &[
                ("[double]\n", "[double]\ncard = \"down\"\n"),
                (
                    "when = \"never\"\nloses = \"1:2\"\n",
                    "when = \"late\"\nloses = \"1:2\"\nafter-double = \"part-of-all\"\n",
                ),
            ],
            at: Some(("card = \"down\"", "\"down\"")),
            message: "a doubled hand may be given up once it has its card, which is dealt face down",
            expected: Some("`up`, or no doubled hand given up"),
        },
        Rejected {
            case: "early surrender of more than two cards",
            edits: &[("when = \"never\"\nloses = \"1:2\"\n", "when = \"early\"\nloses = \"1:2\"\ncards = \"any\"\n")],
            at: Some(("cards = \"any\"", "\"any\"")),
            message: "early surrender is over before `cards` could matter",
            expected: Some("`two`"),
        },
        Rejected {
            case: "early surrender of doubled hands",
            edits: &[(
                "when = \"never\"\nloses = \"1:2\"\n",
                "when = \"early\"\nloses = \"1:2\"\nafter-double = \"part-of-all\"\n",
            )],
            at: Some(("after-double = \"part-of-all\"", "\"part-of-all\"")),
            message: "early surrender is over before `after-double` could matter",
            expected: Some("`no`"),
        },
        Rejected {
            case: "a bonus for a blackjack",
            edits: &[(
                "[draw]\n",
                "[bonus]\nclauses = []\nafter-split = false\n\n[[bonus.hands]]\nvalues = [\"A\", \"T\"]\npays = \"2:1\"\n\n[draw]\n",
            )],
            at: Some(("values = [\"A\", \"T\"]", "[\"A\", \"T\"]")),
            message: "an ace and a ten are a blackjack, or made by a switch or a split and paid as such",
            expected: Some("three values or more"),
        },
        Rejected {
            case: "suits of a bonus for a number of cards",
            edits: &[(
                "[draw]\n",
                "[bonus]\nclauses = []\nafter-split = false\n\n[[bonus.hands]]\ncards = 5\npays = \"3:2\"\nsuited = \"9:1\"\n\n[draw]\n",
            )],
            at: Some(("suited = \"9:1\"", "\"9:1\"")),
            message: "what a number of cards is paid does not go by suits",
            expected: Some("`values`, or no such key"),
        },
        Rejected {
            case: "a rank that is taken out twice",
            edits: &[("decks = [4, 5, 6, 8]", "decks = [4, 5, 6, 8]\nwithout = [\"10\", \"10\"]")],
            at: Some(("without = [\"10\", \"10\"]", "\"10\"")),
            message: "the rank 10 is taken out twice",
            expected: Some("each rank once"),
        },
        Rejected {
            case: "a bonus that an earlier one takes all hands of",
            edits: &[(
                "[draw]\n",
                "[bonus]\nclauses = []\nafter-split = false\n\n[[bonus.hands]]\ncards = 5\npays = \"3:2\"\n\n[[bonus.hands]]\ncards = 6\npays = \"2:1\"\n\n[draw]\n",
            )],
            at: Some(("cards = 6", "6")),
            message: "a hand of 6 cards is paid by the bonus for 5 or more before it",
            expected: Some("the bonus for more cards first"),
        },
        Rejected {
            case: "a bonus that is less than a win",
            edits: &[(
                "[draw]\n",
                "[bonus]\nclauses = []\nafter-split = false\n\n[[bonus.hands]]\ncards = 5\npays = \"1:2\"\n\n[draw]\n",
            )],
            at: Some(("pays = \"1:2\"", "\"1:2\"")),
            message: "a bonus pays less than a win without it",
            expected: Some("1:1 or more"),
        },
        Rejected {
            case: "a follower who doubles where the caller does not",
            edits: &[("[draw]\n", "[sharing]\nclauses = []\nplayers = 3\ndouble = \"own\"\n\n[draw]\n")],
            at: Some(("double = \"own\"", "\"own\"")),
            message: "a follower cannot do this where the caller does not: it is a decision on the cards",
            expected: Some("`called` or `where-called`"),
        },
        Rejected {
            case: "one player on a shared box",
            edits: &[("[draw]\n", "[sharing]\nclauses = []\nplayers = 1\n\n[draw]\n")],
            at: Some(("players = 1", "1")),
            message: "sharing.players is 1",
            expected: Some("2 to 100"),
        },
        Rejected {
            case: "totals to double listed one by one",
            edits: &[("[double]\n", "[double]\nhard-totals = [9, 10, 11]\n")],
            at: Some(("hard-totals = [9, 10, 11]", "[9, 10, 11]")),
            message: "invalid length 3",
            expected: Some("a list of two"),
        },
        Rejected {
            case: "totals to double upside down",
            edits: &[("[double]\n", "[double]\nhard-totals = [11, 9]\n")],
            at: Some(("hard-totals = [11, 9]", "[11, 9]")),
            message: "double.hard-totals goes down, from 11 to 9",
            expected: Some("the lower number first"),
        },
        Rejected {
            case: "a surrender that loses more than the wager",
            edits: &[("when = \"never\"\nloses = \"1:2\"\n", "when = \"late\"\nloses = \"2:1\"\n")],
            at: Some(("loses = \"2:1\"", "\"2:1\"")),
            message: "surrender loses more than the wager",
            expected: Some("1:1 or less, the part of the wager that is lost"),
        },
        Rejected {
            case: "odds with a stroke",
            edits: &[("pays = \"3:2\"", "pays = \"3/2\"")],
            at: Some(("pays = \"3/2\"", "\"3/2\"")),
            message: "`3/2` is not payout odds",
            expected: Some("a whole number and a positive one, both below 100000, such as 3:2"),
        },
        Rejected {
            case: "odds against no stake",
            edits: &[("suited = \"14:1\"", "suited = \"14:0\"")],
            at: Some(("suited = \"14:0\"", "\"14:0\"")),
            message: "`14:0` is not payout odds",
            expected: Some("a whole number and a positive one, both below 100000, such as 3:2"),
        },
        Rejected {
            case: "a percentage without its sign",
            edits: &[("low = \"0.43%\"", "low = \"0.43\"")],
            at: Some(("low = \"0.43\"", "\"0.43\"")),
            message: "`0.43` is not a percentage",
            expected: Some("digits and a percent sign, such as 0.43%"),
        },
        Rejected {
            case: "an interval upside down",
            edits: &[("low = \"3.67%\"", "low = \"5%\"")],
            at: Some(("low = \"5%\"", "\"5%\"")),
            message: "the published interval has low above high",
            expected: Some("low at most high"),
        },
        Rejected {
            case: "a total no hand draws to",
            edits: &[("below = 21", "below = 22")],
            at: Some(("below = 22", "22")),
            message: "draw.below is 22",
            expected: Some("12 to 21"),
        },
        Rejected {
            case: "a number too large for its type",
            edits: &[("below = 21", "below = 277")],
            at: Some(("below = 277", "277")),
            message: "invalid value: integer `277`",
            expected: Some("a whole number from 0 to 255"),
        },
        Rejected {
            case: "more hands than are valued",
            edits: &[("max-hands = 2", "max-hands = 9")],
            at: Some(("max-hands = 9", "9")),
            message: "split.max-hands is 9",
            expected: Some("1 to 8"),
        },
        Rejected {
            case: "no decks",
            edits: &[("decks = [4, 5, 6, 8]", "decks = []")],
            at: Some(("decks = []", "[]")),
            message: "shoe.decks is empty",
            expected: Some("the numbers of decks the text allows"),
        },
        Rejected {
            case: "too many decks",
            edits: &[("decks = [4, 5, 6, 8]", "decks = [4, 5, 6, 21]")],
            at: Some(("decks = [4, 5, 6, 21]", "21")),
            message: "shoe.decks is 21",
            expected: Some("1 to 20"),
        },
        Rejected {
            case: "a card that is none",
            edits: &[("checked-under = [\"A\", \"T\"]", "checked-under = [\"A\", \"X\"]")],
            at: Some(("checked-under = [\"A\", \"X\"]", "\"X\"")),
            message: "`X` is not a card value",
            expected: Some("A, 2 to 9, T (or 10, J, Q, K)"),
        },
        Rejected {
            case: "a name that is none of a rule's values",
            edits: &[("soft-17 = \"stand\"", "soft-17 = \"hits\"")],
            at: Some(("soft-17 = \"hits\"", "\"hits\"")),
            message: "unknown value `hits`",
            expected: Some("`stand` or `hit`"),
        },
        Rejected {
            case: "a value in no range",
            edits: &[
                (MEDIUM, "values = [\"6\", \"7\", \"8\"]"),
                ("[[hole-card.ranges]]\nname = \"small\"", "[[hole-card.ranges]] # first\nname = \"small\""),
            ],
            at: Some(("[[hole-card.ranges]] # first", "[[hole-card.ranges]]")),
            message: "no range of the hole card holds 9",
            expected: Some("every value once"),
        },
        Rejected {
            case: "a value in two ranges",
            edits: &[(MEDIUM, "values = [\"6\", \"5\", \"7\", \"8\", \"9\"]")],
            at: Some(("values = [\"6\", \"5\", \"7\", \"8\", \"9\"]", "\"5\"")),
            message: "the ranges of the hole card hold 5 twice",
            expected: Some("every value once"),
        },
        Rejected {
            case: "two ranges of one name",
            edits: &[("name = \"medium\"", "name = \"small\" # too")],
            at: Some(("name = \"small\" # too", "\"small\"")),
            message: "two ranges of the hole card are called `small`",
            expected: Some("another name"),
        },
        Rejected {
            case: "a range with the name of what the dealer has found or shown: none",
            edits: &[("name = \"medium\"", "name = \"none\" # own")],
            at: Some(("name = \"none\" # own", "\"none\"")),
            message: "`none` cannot name a range of the hole card",
            expected: Some(
                "letters, digits, `-` and `_`, but not `none`, `blackjack`, `no-blackjack` or a name that begins with `exposed`",
            ),
        },
        Rejected {
            case: "a range with the name of what the dealer has found or shown: Blackjack",
            edits: &[("name = \"medium\"", "name = \"Blackjack\" # own")],
            at: Some(("name = \"Blackjack\" # own", "\"Blackjack\"")),
            message: "`Blackjack` cannot name a range of the hole card",
            expected: Some(
                "letters, digits, `-` and `_`, but not `none`, `blackjack`, `no-blackjack` or a name that begins with `exposed`",
            ),
        },
        Rejected {
            case: "a range with the name of what the dealer has found or shown: no-blackjack",
            edits: &[("name = \"medium\"", "name = \"no-blackjack\" # own")],
            at: Some(("name = \"no-blackjack\" # own", "\"no-blackjack\"")),
            message: "`no-blackjack` cannot name a range of the hole card",
            expected: Some(
                "letters, digits, `-` and `_`, but not `none`, `blackjack`, `no-blackjack` or a name that begins with `exposed`",
            ),
        },
        Rejected {
            case: "a range with the name of what the dealer has found or shown: exposed_5",
            edits: &[("name = \"medium\"", "name = \"exposed_5\" # own")],
            at: Some(("name = \"exposed_5\" # own", "\"exposed_5\"")),
            message: "`exposed_5` cannot name a range of the hole card",
            expected: Some(
                "letters, digits, `-` and `_`, but not `none`, `blackjack`, `no-blackjack` or a name that begins with `exposed`",
            ),
        },
        Rejected {
            case: "a range with the name of what the dealer has found or shown: no blackjack",
            edits: &[("name = \"medium\"", "name = \"no blackjack\" # own")],
            at: Some(("name = \"no blackjack\" # own", "\"no blackjack\"")),
            message: "`no blackjack` cannot name a range of the hole card",
            expected: Some(
                "letters, digits, `-` and `_`, but not `none`, `blackjack`, `no-blackjack` or a name that begins with `exposed`",
            ),
        },
        Rejected {
            case: "two paytables of one name",
            edits: &[("name = \"14/3\"\ndecks = [8]", "name = \"11/4\" # too\ndecks = [8, 6]")],
            at: Some(("name = \"11/4\" # too", "\"11/4\"")),
            message: "Match-the-Dealer has the paytable `11/4` twice",
            expected: Some("another name"),
        },
    ]);
}

/// The analysis makes none of these choices: a game file must be sound under all of them.
#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn choices_that_cannot_be_made() {
    check(&[
        Rejected {
            case: "a choice of a rule that does not exist",
            edits: &[(CUSTOMARY, "set = { \"dealer.ace-limits\" = 21 }")],
            at: Some(("set = { \"dealer.ace-limits\" = 21 }", "\"dealer.ace-limits\"")),
            message: "`dealer.ace-limits` names no rule: there is no `ace-limits` written",
            expected: Some("ace-limit, clauses or soft-17"),
        },
        Rejected {
            case: "a choice in a section that does not exist",
            edits: &[(CUSTOMARY, "set = { \"sharing.late\" = true }")],
            at: Some(("set = { \"sharing.late\" = true }", "\"sharing.late\"")),
            message: "`sharing.late` names no rule: there is no `sharing` written",
            expected: Some(
                "cut-card, dealer, double, draw, hole-card, insurance, natural, published, push, seating, settle, shoe, split, surrender or wagers",
            ),
        },
        Rejected {
            case: "a choice of a part of a number",
            edits: &[(CUSTOMARY, "set = { \"dealer.ace-limit.hard\" = 21 }")],
            at: Some(("set = { \"dealer.ace-limit.hard\" = 21 }", "\"dealer.ace-limit.hard\"")),
            message: "`dealer.ace-limit.hard` names no rule: there is no `hard` written",
            expected: Some("the key before it: a list or a value is set as a whole"),
        },
        Rejected {
            case: "a choice that replaces a section",
            edits: &[(CUSTOMARY, "set = { dealer.ace-limit = 21 }")],
            at: Some(("set = { dealer.ace-limit = 21 }", "dealer")),
            message: "`dealer` names no rule",
            expected: Some("a dotted key in quotation marks, such as \"dealer.ace-limit\""),
        },
        Rejected {
            case: "a choice of another format",
            edits: &[(CUSTOMARY, "set = { format = 2 }")],
            at: Some(("set = { format = 2 }", "format")),
            message: "`format` names no rule",
            expected: Some("a dotted key in quotation marks, such as \"dealer.ace-limit\""),
        },
        Rejected {
            case: "a choice of the wrong type",
            edits: &[(CUSTOMARY, "set = { \"dealer.ace-limit\" = \"21\" }")],
            at: Some(("set = { \"dealer.ace-limit\" = \"21\" }", "\"21\"")),
            message: "invalid type: string \"21\"",
            expected: Some("a whole number from 0 to 255"),
        },
        Rejected {
            case: "the second value of a choice out of its range",
            edits: &[(CUSTOMARY, "set = { \"dealer.soft-17\" = \"hit\", \"dealer.ace-limit\" = 20 }")],
            at: Some(("set = { \"dealer.soft-17\" = \"hit\", \"dealer.ace-limit\" = 20 }", "20")),
            message: "dealer.ace-limit is 20",
            expected: Some("21 to 22"),
        },
        Rejected {
            case: "a choice of an unknown name",
            edits: &[(RETURNED, "set = { \"push.bust\" = \"taken\" }")],
            at: Some(("set = { \"push.bust\" = \"taken\" }", "\"taken\"")),
            message: "unknown value `taken`",
            expected: Some("`lost` or `returned`"),
        },
        Rejected {
            case: "a choice whose name goes on as another claim",
            edits: &[("name = \"customary\"", "name = \"customary; the best play\"")],
            at: Some(("name = \"customary; the best play\"", "\"customary; the best play\"")),
            message: "`customary; the best play` cannot name a choice",
            expected: Some("at most 60 letters, digits and the signs - _ : . / + % ( )"),
        },
        Rejected {
            case: "a choice of true where a name is wanted",
            edits: &[(RETURNED, "set = { \"push.bust\" = true }")],
            at: Some(("set = { \"push.bust\" = true }", "true")),
            message: "invalid type",
            expected: Some("a string"),
        },
        Rejected {
            case: "a choice of a card that is none",
            edits: &[("\"push.originals\" = [\"T\"]", "\"push.originals\" = [\"T\", \"R\"]")],
            at: Some(("set = { \"push.originals\" = [\"T\", \"R\"] }", "\"R\"")),
            message: "`R` is not a card value",
            expected: Some("A, 2 to 9, T (or 10, J, Q, K)"),
        },
        Rejected {
            case: "a default that is no choice",
            edits: &[("default = \"each\"", "default = \"both\"")],
            at: Some(("default = \"both\"", "\"both\"")),
            message: "the default `both` of `match-pays` is none of its choices",
            expected: Some("each or best"),
        },
        Rejected {
            case: "two readings of one name",
            edits: &[("name = \"original-large\"", "name = \"dealer-ace\" # too")],
            at: Some(("name = \"dealer-ace\" # too", "\"dealer-ace\"")),
            message: "`dealer-ace` is defined twice",
            expected: Some("another name"),
        },
        Rejected {
            case: "two choices of one name",
            edits: &[("name = \"customary\"", "name = \"literal\" # too")],
            at: Some(("name = \"literal\" # too", "\"literal\"")),
            message: "`dealer-ace` has the choice `literal` twice",
            expected: Some("another name"),
        },
        Rejected {
            case: "two literal choices of a reading",
            edits: &[(
                "is = [\"customary\"]\nset = { \"dealer.ace-limit\" = 21 }",
                "is = [\"literal\"] # too\nset = { \"dealer.ace-limit\" = 21 }",
            )],
            at: Some(("is = [\"literal\"] # too", "[\"literal\"]")),
            message: "two marks on choices of `dealer-ace` say the same",
            expected: Some("one literal choice and one customary one"),
        },
        Rejected {
            case: "a literal choice of an option",
            edits: &[("[[readings]]\nname = \"dealer-ace\"", LITERAL_OPTION)],
            at: Some(("is = [\"literal\"] # of an option", "[\"literal\"]")),
            message: "the option `ace` is no way to read the text",
            expected: Some("`is` on choices of readings alone"),
        },
    ]);
}

fn check(cases: &[Rejected]) {
    for case in cases {
        let files = Files::new(ANALYSIS, edited(GAME, case.edits));
        case.check(files.load(&[]), &files.game().display().to_string());
    }
}
