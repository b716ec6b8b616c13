//! The text whose hash identifies what is analysed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rules::{Override, Submission};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
const REPORT: &str = "[report]\ndate = \"2026-11-21\"\nclient = \"C\"\nauthoriser = \"A\"\n";

fn committed(decks: u16) -> PathBuf {
    Path::new(GAMES).join(format!("../analyses/pa-685a-down-under/{decks}-decks.toml"))
}

fn load(path: &Path, overrides: &[&str]) -> Submission {
    let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
    Submission::load(path, &overrides).unwrap_or_else(|error| panic!("{error}"))
}

/// Loads an analysis of this text, beside a copy of the game files.
fn written(body: &str) -> Submission {
    let folder = tempfile::TempDir::new().expect("a folder");
    let games = folder.path().join("games");
    std::fs::create_dir(&games).expect("a folder");
    let game = "pa-685a-down-under.toml";
    std::fs::copy(Path::new(GAMES).join(game), games.join(game)).expect("a copy");
    let analysis = folder.path().join("analysis.toml");
    let text = format!("format = 1\nid = \"i\"\ntitle = \"t\"\ngame = \"pa-685a-down-under\"\n{body}\n{REPORT}");
    std::fs::write(&analysis, text).expect("an analysis");
    load(&analysis, &[])
}

/// A report's submission has its game file beside its analysis, and another file of the game's id may be in a folder above.
#[test]
fn an_analysis_of_a_submission_goes_by_the_game_file_beside_it() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let [games, submission] = ["games", "submission"].map(|name| folder.path().join(name));
    for folder in [&games, &submission] {
        std::fs::create_dir(folder).expect("a folder");
    }
    let committed = std::fs::read_to_string(Path::new(GAMES).join("plain-blackjack.toml")).expect("a game file");
    let own = format!("# The submission's own.\n{committed}");
    std::fs::write(games.join("plain-blackjack.toml"), &committed).expect("a game file");
    std::fs::write(submission.join("game.toml"), &own).expect("a game file");
    let text = format!("format = 1\nid = \"i\"\ntitle = \"t\"\ngame = \"plain-blackjack\"\ndecks = 6\n{REPORT}");
    for (name, game) in [("analysis.toml", &own), ("other.toml", &committed)] {
        let analysis = submission.join(name);
        std::fs::write(&analysis, &text).expect("an analysis");
        assert_eq!(load(&analysis, &[]).files().game, *game, "{name}");
    }
}

#[test]
fn an_override_and_a_file_that_say_the_same_are_the_same() {
    let six = committed(6);
    let same = [
        (load(&six, &["decks=8"]), load(&committed(8), &[])),
        (load(&six, &[]), written("decks = 6")),
        (load(&six, &["readings.dealer-ace=customary"]), written("decks = 6\nreadings.dealer-ace = \"customary\"")),
        (load(&six, &["remove=T,A,T"]), written("decks = 6\nremove = [\"A\", \"K\", \"10\"]")),
        (load(&six, &["remove=Kh,5s,Kh"]), written("decks = 6\nremove = [\"5s\", \"Kh\", \"Kh\"]")),
        (
            load(&six, &[&format!("shoe={}", ["5"; 52].join(","))]),
            written(&format!("shoe = [{}]", ["5"; 52].join(","))),
        ),
        (load(&six, &["remove=[]"]), written("decks = 6\nremove = []")),
        (load(&six, &["remove=[]"]), load(&six, &[])),
        (load(&six, &["shoe=[4, 4, 4, 4, 4, 4, 4, 4, 4, 16]"]), written("shoe = [4, 4, 4, 4, 4, 4, 4, 4, 4, 16]")),
        (
            load(&six, &["wagers.match-the-dealer.offered=false"]),
            written("decks = 6\n[wagers.match-the-dealer]\noffered = false"),
        ),
        (load(&six, &["wagers.match-the-dealer.paytable=11/4"]), load(&six, &[])),
        // What is dealt at the table beside the figures does not change what is analysed.
        (load(&six, &["simulation.rounds=20000", "simulation.seed=1"]), load(&six, &["simulation=none"])),
        (load(&six, &["simulation=none"]), written("decks = 6\n[simulation]\nrounds = 10000\nseed = 5")),
    ];
    for (one, other) in same {
        assert_eq!(one.canonical(), other.canonical());
        assert_eq!(one.game, other.game);
        assert_eq!(one.shoe, other.shoe);
        assert_eq!(one.decks, other.decks);
        assert_eq!(one.deviations, other.deviations);
        assert_eq!(one.wagers, other.wagers);
    }
}

#[test]
fn an_override_after_loading_is_as_one_before() {
    let six = committed(6);
    let after = load(&six, &[]).with("readings.match-pays", "best").expect("a choice").with("decks", "8");
    let before = load(&six, &["readings.match-pays=best", "decks=8"]);
    assert_eq!(after.expect("eight decks").canonical(), before.canonical());
}

#[test]
fn another_number_of_decks_is_a_full_shoe_with_the_wagers_the_text_offers_with_it() {
    let six = committed(6);
    let cut = load(&six, &["remove=A,A", "readings.match-pays=best"]);
    assert!(cut.wagers.is_empty());
    let eight = cut.for_decks(8).expect("eight decks");
    assert_eq!(eight.canonical(), load(&committed(8), &["readings.match-pays=best"]).canonical());
    assert_eq!(eight.wagers.len(), 11);
    assert!(eight.wagers.iter().all(|wager| wager.paytable.goes_with(8)));

    let named = load(&six, &["wagers.match-the-dealer.paytable=11/4"]);
    assert_eq!(named.for_decks(8).expect("eight decks").canonical(), load(&committed(8), &[]).canonical());
    assert_eq!(named.for_decks(7).expect_err("seven decks").location(), "decks=7");
}

#[test]
fn the_last_override_of_a_key_counts() {
    let six = committed(6);
    assert_eq!(load(&six, &["decks=8", "decks=6"]).canonical(), load(&six, &[]).canonical());
}

/// No two of: the base, each single switched reading, other cards, no wager.
#[test]
fn whatever_is_switched_shows() {
    let six = committed(6);
    let base = load(&six, &[]);
    let mut overrides: Vec<String> = base
        .readings
        .iter()
        .flat_map(|reading| {
            let others = reading.switch.choices.iter().filter(|choice| choice.name != reading.choice);
            others.map(|choice| format!("readings.{}={}", reading.switch.name, choice.name))
        })
        .collect();
    assert_eq!(overrides.len(), 15);
    overrides.extend(
        ["decks=4", "decks=5", "decks=8", "remove=A", "remove=2", "wagers.match-the-dealer.offered=false"]
            .map(str::to_owned),
    );
    // As many cards of each value as six decks, but with suits unknown.
    overrides.push("shoe=24,24,24,24,24,24,24,24,24,96".to_owned());
    // The same with suits known, that are then as those of the decks; and kings of one suit, of another, of none.
    overrides.push(format!("shoe={}", ["6"; 52].join(",")));
    overrides.extend(["remove=Kh", "remove=Ks", "remove=T", "remove=Kh,T"].map(str::to_owned));

    let mut seen = BTreeMap::from([(base.canonical(), "the base".to_owned())]);
    for one in overrides {
        let canonical = load(&six, &[&one]).canonical();
        assert_eq!(seen.insert(canonical, one.clone()), None, "{one} is not told apart");
    }
}

/// Every statement about a wager shows, and the same amount in other words is the same.
#[test]
#[ignore = "long; `just slow`"]
fn what_is_stated_of_a_wager_shows() {
    let six = Path::new(GAMES).join("../analyses/pa-633a-blackjack/6-decks.toml");
    let mut seen = BTreeMap::from([(load(&six, &[]).canonical(), "nothing")]);
    for (one, again) in [
        ("wagers.kings-bounty.stake=25", "wagers.kings-bounty.stake=25.00"),
        ("wagers.lucky-ladies.stake=25", "wagers.lucky-ladies.stake=$25.00"),
        ("wagers.kings-bounty.players=6", "wagers.kings-bounty.players=\"6\""),
        ("wagers.kings-bounty.maximum=30000", "wagers.kings-bounty.maximum=60000/2"),
        ("wagers.bad-beat.seed=30000", "wagers.bad-beat.seed=030000"),
        ("wagers.bad-beat.meter=30000", "wagers.bad-beat.meter=30000.0"),
        ("wagers.bad-beat.rate=0.25", "wagers.bad-beat.rate=25%"),
        ("wagers.bad-beat.reserve=0.25", "wagers.bad-beat.reserve=1/4"),
        ("wagers.bad-beat.ratio=0.25", "wagers.bad-beat.ratio=2/8"),
        ("wagers.bad-beat.chances.magic-card=0.25", "wagers.bad-beat.chances.magic-card=25.0%"),
        ("wagers.bad-beat.chances.lucky-player=0.25", "wagers.bad-beat.chances.lucky-player=3/12"),
        ("wagers.three-card-poker.paytable=A", "wagers.three-card-poker.paytable= A"),
        ("wagers.three-card-poker.paytable=B", "wagers.three-card-poker.paytable=B "),
        ("wagers.three-card-poker.offered=false", "wagers.three-card-poker.offered= false"),
    ] {
        let canonical = load(&six, &[one]).canonical();
        assert_eq!(load(&six, &[again]).canonical(), canonical, "{one} and {again}");
        assert_eq!(seen.insert(canonical, one), None, "{one} is not told apart");
    }
}

/// Bonuses by suit look at the decks that cards were taken out of: eight sevens of six decks gone leave the suits of six decks, not of four.
#[test]
fn suits_that_bonuses_look_at_show() {
    let spanish = Path::new(GAMES).join("../analyses/spanish-21/6-decks.toml");
    let of = |one: &str| load(&spanish, &[one]);
    let (taken, counted) = (of("remove=7,7,7,7,7,7,7,7"), of("shoe=24,24,24,24,24,24,16,24,24,72"));
    assert_eq!(taken.shoe, counted.shoe);
    assert_ne!(taken.canonical(), counted.canonical());
    let suits = |submission: &Submission| submission.game.bonus.as_ref().and_then(|bonus| bonus.suits);
    assert_eq!((suits(&taken).map(|suits| suits[6]), suits(&counted)), (Some([6; 4]), None));
    assert_eq!(suits(&of("remove=7c,7h,7h")).map(|suits| suits[6]), Some([5, 6, 4, 6]));
    assert_eq!(suits(&of("decks=8")), None);
}

#[test]
fn the_game_file_is_part_of_it() {
    let text = load(&committed(6), &[]).canonical();
    let game = std::fs::read_to_string(Path::new(GAMES).join("pa-685a-down-under.toml")).expect("a game file");
    assert!(text.ends_with(&game));
    assert!(text.starts_with("shoeproof submission 1\ngame id = pa-685a-down-under\nshoe counts = 24,"));
}
