//! Wrong statements of an analysis about side wagers, in the file and as overrides.

use rules::Override;

use super::fixture::{ANALYSIS, Files, GAME, Rejected, WAGERS, edited};

#[test]
#[expect(clippy::too_many_lines, reason = "cases in a row, each read alone")]
fn amounts() {
    check(&[
        Rejected {
            case: "a rate of more than the wager",
            edits: &[("# wagers", "[wagers.deal]\nrate = \"101%\"")],
            at: Some(("rate = \"101%\"", "\"101%\"")),
            message: "`101%` is more than the wager",
            expected: Some("at most 100%"),
        },
        Rejected {
            case: "a rate in units instead of parts",
            edits: &[("# wagers", "[wagers.deal]\nrate = 1.5")],
            at: Some(("rate = 1.5", "1.5")),
            message: "`1.5` is more than the wager",
            expected: Some("at most 100%"),
        },
        Rejected {
            case: "a reserve that the text's rate leaves no room for",
            edits: &[("# wagers", "[wagers.deal]\nreserve = \"90%\"")],
            at: Some(("reserve = \"90%\"", "\"90%\"")),
            message: "rate and reserve together are more than the wager",
            expected: Some("at most 100% together"),
        },
        Rejected {
            case: "a rate and a reserve of more than the wager",
            edits: &[("# wagers", "[wagers.deal]\nrate = 0.5\nreserve = \"51%\"")],
            at: Some(("reserve = \"51%\"", "\"51%\"")),
            message: "rate and reserve together are more than the wager",
            expected: Some("at most 100% together"),
        },
        Rejected {
            case: "a seed below nothing",
            edits: &[("# wagers", "[wagers.deal]\nseed = -5")],
            at: Some(("seed = -5", "-5")),
            message: "`-5` is not an amount",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "a seed in words",
            edits: &[("# wagers", "[wagers.deal]\nseed = \"a thousand\"")],
            at: Some(("seed = \"a thousand\"", "\"a thousand\"")),
            message: "`a thousand` is not an amount",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "a seed that is true",
            edits: &[("# wagers", "[wagers.deal]\nseed = true")],
            at: Some(("seed = true", "true")),
            message: "an amount is a single number",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "a meter of two amounts",
            edits: &[("# wagers", "[wagers.deal]\nmeter = [700, 800]")],
            at: Some(("meter = [700, 800]", "[700, 800]")),
            message: "an amount is a single number",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "a meter that is a date",
            edits: &[("# wagers", "[wagers.deal]\nmeter = 2026-11-21")],
            at: Some(("meter = 2026-11-21", "2026-11-21")),
            message: "an amount is a single number",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "a meter that is no number",
            edits: &[("# wagers", "[wagers.deal]\nmeter = nan")],
            at: Some(("meter = nan", "nan")),
            message: "`NaN` is not an amount",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "a meter beyond all numbers",
            edits: &[("# wagers", "[wagers.deal]\nmeter = 1e20")],
            at: Some(("meter = 1e20", "1e20")),
            message: "`100000000000000000000` is not an amount",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "a quotient by nothing",
            edits: &[("# wagers", "[wagers.deal]\nmaximum = \"1/0\"")],
            at: Some(("maximum = \"1/0\"", "\"1/0\"")),
            message: "`1/0` is not an amount",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "no players",
            edits: &[("# wagers", "[wagers.deal]\nplayers = 0")],
            at: Some(("players = 0", "0")),
            message: "`0` is not a number of players",
            expected: Some("1 to 9"),
        },
        Rejected {
            case: "more players than seats",
            edits: &[("# wagers", "[wagers.deal]\nplayers = 10")],
            at: Some(("players = 10", "10")),
            message: "`10` is not a number of players",
            expected: Some("1 to 9"),
        },
        Rejected {
            case: "two players and a half",
            edits: &[("# wagers", "[wagers.deal]\nplayers = 2.5")],
            at: Some(("players = 2.5", "2.5")),
            message: "`2.5` is not a number of players",
            expected: Some("1 to 9"),
        },
        Rejected {
            case: "players in words",
            edits: &[("# wagers", "[wagers.deal]\nplayers = \"two\"")],
            at: Some(("players = \"two\"", "\"two\"")),
            message: "`two` is not a number of players",
            expected: Some("1 to 9"),
        },
        Rejected {
            case: "players below nothing",
            edits: &[("# wagers", "[wagers.deal]\nplayers = -1")],
            at: Some(("players = -1", "-1")),
            message: "`-1` is not a number of players",
            expected: Some("1 to 9"),
        },
        Rejected {
            case: "a stake of nothing",
            edits: &[("# wagers", "[wagers.deal]\nstake = 0")],
            at: Some(("stake = 0", "0")),
            message: "stake is 0",
            expected: Some("more than 0"),
        },
        Rejected {
            case: "a side wager of no part of the base wager",
            edits: &[("# wagers", "[wagers.deal]\nratio = 0.0")],
            at: Some(("ratio = 0.0", "0.0")),
            message: "ratio is 0",
            expected: Some("more than 0"),
        },
        Rejected {
            case: "a chance above certainty",
            edits: &[("# wagers", "[wagers.deal]\nchances = { luck = 1.01 }")],
            at: Some(("chances = { luck = 1.01 }", "1.01")),
            message: "`1.01` is more than certain",
            expected: Some("a chance of at most 1"),
        },
        Rejected {
            case: "a chance in percent above certainty",
            edits: &[("# wagers", "[wagers.deal]\nchances.luck = \"101%\"")],
            at: Some(("chances.luck = \"101%\"", "\"101%\"")),
            message: "`101%` is more than certain",
            expected: Some("a chance of at most 1"),
        },
        Rejected {
            case: "a chance below nothing",
            edits: &[("# wagers", "[wagers.deal]\nchances.luck = \"-1/2\"")],
            at: Some(("chances.luck = \"-1/2\"", "\"-1/2\"")),
            message: "`-1/2` is not an amount",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "a chance that is false",
            edits: &[("# wagers", "[wagers.deal]\nchances.luck = false")],
            at: Some(("chances.luck = false", "false")),
            message: "an amount is a single number",
            expected: Some("a number such as 5000, 0.25, 15% or 1/26"),
        },
        Rejected {
            case: "a chance without a name",
            edits: &[("# wagers", "[wagers.deal]\nchances = 0.5")],
            at: Some(("chances = 0.5", "0.5")),
            message: "invalid type: floating point `0.5`",
            expected: Some("a table"),
        },
        Rejected {
            case: "an unknown chance",
            edits: &[("# wagers", "[wagers.deal]\nchances = { luck = 0.5, lucky = 0.1 }")],
            at: Some(("chances = { luck = 0.5, lucky = 0.1 }", "lucky")),
            message: "Deal has no chance `lucky`",
            expected: Some("luck"),
        },
        Rejected {
            case: "a chance of a wager without any",
            edits: &[("# wagers", "[wagers.hands]\nchances.luck = 0.5")],
            at: Some(("chances.luck = 0.5", "luck")),
            message: "Hands has no chance `luck`",
            expected: Some("nothing: there is none"),
        },
    ]);
}

#[test]
fn what_the_wager_does_not_have() {
    check(&[
        Rejected {
            case: "an unknown key of a wager",
            edits: &[("# wagers", "[wagers.deal]\nmeters = 700")],
            at: Some(("meters = 700", "meters")),
            message: "unknown key `meters`",
            expected: Some(
                "one of `paytable`, `offered`, `ratio`, `meter`, `seed`, `rate`, `reserve`, `players`, `seats`, `stake`, `largest`, `maximum`, `parlay`, `chances`, `offers`",
            ),
        },
        Rejected {
            case: "a meter of a wager that has none",
            edits: &[("# wagers", "[wagers.hands]\nmeter = 5000")],
            at: Some(("meter = 5000", "5000")),
            message: "Hands has no meter",
            expected: Some("no `meter`"),
        },
        Rejected {
            case: "a reserve of a wager on matches",
            edits: &[("# wagers", "[wagers.match-the-dealer]\nreserve = 0.1")],
            at: Some(("reserve = 0.1", "0.1")),
            message: "Match-the-Dealer has no meter",
            expected: Some("no `reserve`"),
        },
        Rejected {
            case: "a maximum of a wager that has none",
            edits: &[("# wagers", "[wagers.match-the-dealer-progressive]\nmaximum = 25000")],
            at: Some(("maximum = 25000", "25000")),
            message: "Match the Dealer progressive has no maximum",
            expected: Some("no `maximum`"),
        },
        Rejected {
            case: "players that nothing of the wager depends on",
            edits: &[("# wagers", "[wagers.hands]\nplayers = 3")],
            at: Some(("players = 3", "3")),
            message: "Hands has no meter and no maximum",
            expected: Some("no `players`"),
        },
        Rejected {
            case: "a paytable that is no text",
            edits: &[("# wagers", "[wagers.deal]\npaytable = 1")],
            at: Some(("paytable = 1", "1")),
            message: "invalid type: integer `1`",
            expected: Some("a string"),
        },
        Rejected {
            case: "an unknown paytable of a wager that is not offered",
            edits: &[("# wagers", "[wagers.deal]\noffered = false\npaytable = \"E\"")],
            at: Some(("paytable = \"E\"", "\"E\"")),
            message: "Deal has no paytable `E`",
            expected: Some("D"),
        },
        Rejected {
            case: "an unknown chance of a wager that is not valued",
            edits: &[
                ("# wagers", "[wagers.deal]\nchances.lucky = 0.1"),
                ("decks = 6", "shoe = [4, 4, 4, 4, 4, 4, 4, 4, 4, 16]"),
            ],
            at: Some(("chances.lucky = 0.1", "lucky")),
            message: "Deal has no chance `lucky`",
            expected: Some("luck"),
        },
        Rejected {
            case: "a chance, and how often it is offered",
            edits: &[("# wagers", "[wagers.deal]\nchances.luck = 0.1\noffers.luck = 0.5")],
            at: Some(("offers.luck = 0.5", "luck")),
            message: "the chance of `luck` is stated, and how often it is offered too",
            expected: Some("one of the two"),
        },
        Rejected {
            case: "a yes in words",
            edits: &[("# wagers", "[wagers.deal]\noffered = \"yes\"")],
            at: Some(("offered = \"yes\"", "\"yes\"")),
            message: "invalid type: string \"yes\"",
            expected: Some("true or false"),
        },
    ]);
}

/// An override, the part of it that is marked, the message, what was expected.
const OVERRIDES: [(&str, &str, &str, &str); 35] = [
    ("wagers.deal.rate=101%", "101%", "`101%` is more than the wager", "at most 100%"),
    ("wagers.deal.rate=x", "x", "`x` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    ("wagers.deal.rate=89%", "89%", "rate and reserve together are more than the wager", "at most 100% together"),
    ("wagers.deal.reserve=90%", "90%", "rate and reserve together are more than the wager", "at most 100% together"),
    ("wagers.deal.reserve=-1", "-1", "`-1` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    ("wagers.deal.reserve=2", "2", "`2` is more than the wager", "at most 100%"),
    ("wagers.deal.seed=-5", "-5", "`-5` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    ("wagers.deal.seed=1e3", "1e3", "`1e3` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    ("wagers.deal.meter=a lot", "a lot", "`a lot` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    (
        "wagers.deal.meter=[700, 800]",
        "[700, 800]",
        "`[700, 800]` is not an amount",
        "a number such as 5000, 0.25, 15% or 1/26",
    ),
    ("wagers.deal.maximum=1/0", "1/0", "`1/0` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    ("wagers.deal.maximum=true", "true", "`true` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    ("wagers.deal.stake=0", "0", "stake is 0", "more than 0"),
    ("wagers.deal.stake=-2", "-2", "`-2` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    ("wagers.deal.ratio=0/3", "0/3", "ratio is 0", "more than 0"),
    ("wagers.deal.ratio=½", "½", "`½` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    ("wagers.deal.players=0", "0", "`0` is not a number of players", "1 to 9"),
    ("wagers.deal.players=10", "10", "`10` is not a number of players", "1 to 9"),
    ("wagers.deal.players=1.5", "1.5", "`1.5` is not a number of players", "1 to 9"),
    ("wagers.deal.players=99999999999", "99999999999", "`99999999999` is not a number of players", "1 to 9"),
    ("wagers.deal.chances.luck=1.5", "1.5", "`1.5` is more than certain", "a chance of at most 1"),
    ("wagers.deal.chances.luck=maybe", "maybe", "`maybe` is not an amount", "a number such as 5000, 0.25, 15% or 1/26"),
    ("wagers.deal.chances.lucky=0.5", "wagers.deal.chances.lucky", "Deal has no chance `lucky`", "luck"),
    ("wagers.deal.paytable=E", "E", "Deal has no paytable `E`", "D"),
    ("wagers.deal.stake=$5,00", "$5,00", "`$5,00` is not an amount of money", "dollars such as 5000, 0.25 or $5,000"),
    ("wagers.deal.stake=100%", "100%", "`100%` is not an amount of money", "dollars such as 5000, 0.25 or $5,000"),
    ("wagers.deal.largest=0", "0", "largest is 0", "more than 0"),
    ("wagers.deal.parlay=0", "0", "parlay is 0", "more than 0"),
    ("wagers.deal.parlay=101%", "101%", "`101%` is more than all of it", "at most 100%"),
    ("wagers.hands.parlay=50%", "50%", "Hands has no winnings that may be added to the base wager", "no `parlay`"),
    ("wagers.deal.seats=10", "10", "`10` is not a number of seats", "1 to 9"),
    ("wagers.hands.seats=7", "7", "Hands has no event that draws a seat", "no `seats`"),
    ("wagers.deal.offers.luck=2", "2", "`2` is more than every round", "a part of all rounds, at most 1"),
    (
        "wagers.deal.offers.lucky=0.5",
        "wagers.deal.offers.lucky",
        "Deal has no event `lucky` whose chance follows from cards or seats",
        "luck",
    ),
    ("wagers.hands.largest=5", "5", "Hands has no maximum", "no `largest`"),
];

/// Also where the file speaks of the wager: the place is the override's.
#[test]
fn overrides() {
    let game = [GAME, WAGERS].concat();
    for analysis in [ANALYSIS.to_owned(), ANALYSIS.replace("# wagers", "[wagers.deal]\noffered = true")] {
        let files = Files::new(analysis, &game);
        let sound = files.load(&[]).expect("sound files");
        for (text, marked, message, expected) in OVERRIDES {
            let wrong =
                Rejected { case: text, edits: &[], at: Some((text, marked)), message, expected: Some(expected) };
            let one: Override = text.parse().expect("a key and a value");
            let origin = text.to_owned();
            wrong.check(files.load(std::slice::from_ref(&one)), &origin);
            let (key, value) = text.split_once('=').expect("a key and a value");
            wrong.check(sound.with(key, value), &origin);
        }
    }
}

/// A sound value of every key, as the file writes it and as an override, and how it is kept.
#[test]
fn a_sound_value_of_every_key_is_the_same_in_the_file_and_as_an_override() {
    let game = [GAME, WAGERS].concat();
    for (key, written, overriding, kept) in [
        ("ratio", "0.5", "1/2", "1/2"),
        ("meter", "\"1/3\"", "1/3", "1/3"),
        ("meter", "0", "0", "0"),
        ("seed", "5_000", "5000", "5000"),
        ("rate", "0.15", "15%", "3/20"),
        ("largest", "\"$1,000\"", "$1000", "1000"),
        ("parlay", "0.5", "50%", "1/2"),
        ("seats", "6", "6", "6"),
        ("offers.luck", "0.05", "1/20", "1/20"),
        ("rate", "\"0\"", "0%", "0"),
        ("reserve", "\"89%\"", "0.89", "89/100"),
        ("players", "9", "9", "9"),
        ("players", "1.0", "1", "1"),
        ("stake", "12.50", "25/2", "25/2"),
        ("maximum", "25e3", "25000", "25000"),
        ("chances.luck", "1", "100%", "1"),
        ("chances.luck", "0.0", "0", "0"),
    ] {
        let text = format!("[wagers.deal]\n{key} = {written}");
        let file = Files::new(edited(ANALYSIS, &[("# wagers", text.as_str())]), &game).load(&[]).expect("a sound file");
        let one = Override::new(format!("wagers.deal.{key}"), overriding);
        let set = Files::new(ANALYSIS, &game).load(&[one]).expect("a sound override");
        assert_eq!(file.canonical(), set.canonical(), "{key}");
        assert!(set.canonical().contains(&format!("\nwager deal.{key} = {kept}\n")), "{key}: {}", set.canonical());
        let deal = set.wagers.iter().find(|wager| wager.id == "deal").expect("the wager");
        assert_eq!(deal.inputs.stated(), [(key.to_owned(), kept.to_owned())]);
    }
}

fn check(cases: &[Rejected]) {
    for case in cases {
        let files = Files::new(edited(ANALYSIS, case.edits), [GAME, WAGERS].concat());
        case.check(files.load(&[]), &files.analysis().display().to_string());
    }
}
