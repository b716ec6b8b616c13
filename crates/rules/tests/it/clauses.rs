//! The clause tables against the lists of subsections and against the game files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rules::{ClauseStatus, ClauseTable, Document, FileKind, Misfit, RulesError, Source, Submission};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Names of the files of a folder with an extension, without it.
fn stems(folder: &str, extension: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let named = paths.filter(|path| path.extension().is_some_and(|one| one == extension));
    named.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
}

fn table(name: &str) -> ClauseTable {
    let path = root().join("regulations").join(format!("{name}.toml"));
    ClauseTable::load(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn tables() -> Vec<ClauseTable> {
    stems("regulations", "toml").iter().map(|name| table(name)).collect()
}

/// The lines of a list of subsections, and the lines of its head.
fn list(name: &str) -> (Vec<String>, Vec<String>) {
    let path = root().join("regulations/clauses").join(format!("{name}.txt"));
    let text = std::fs::read_to_string(path).expect("a list");
    text.lines().map(str::to_owned).partition(|line| !line.starts_with('#'))
}

fn game_sources() -> Vec<Source> {
    let path = |name: &String| root().join("games").join(format!("{name}.toml"));
    stems("games", "toml").iter().map(|name| Source::read(&path(name)).expect("a game file")).collect()
}

fn documents(sources: &[Source]) -> Vec<Document<'_>> {
    sources.iter().map(|source| Document::parse(source, FileKind::Game).expect("a game file")).collect()
}

#[test]
fn every_subsection_has_a_row_and_every_row_a_subsection() {
    let names = stems("regulations", "toml");
    assert_eq!(names.len(), 5);
    assert_eq!(names, stems("regulations/clauses", "txt"));
    for name in names {
        let (clauses, head) = list(&name);
        let table = table(&name);
        let rows: Vec<&str> = table.clauses().collect();
        for clause in &clauses {
            assert!(rows.contains(&clause.as_str()), "{name}: {clause} has no row");
        }
        assert_eq!(rows, clauses, "{name}: rows in the order of the text, and no other");
        // Which text the list was taken from.
        let hash = head.iter().find_map(|line| line.strip_prefix("# sha256 = ")).expect("a hash");
        assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{name}: {hash}");
        let of = head.first().expect("a title");
        assert!(of.starts_with(&format!("# Subsections of {}, ", table.regulation())), "{name}: {of}");
    }
}

#[test]
fn tables_and_game_files_fit_together() {
    let sources = game_sources();
    let misfits = ClauseTable::misfits(&tables(), &documents(&sources));
    assert!(misfits.is_empty(), "{}", misfits.iter().map(|one| format!("\n{one}")).collect::<String>());
}

/// Every game of a regulation has that regulation's table, and tables name no other games.
/// What is left out is bounded by a number, in every table.
#[test]
fn what_is_not_modelled_is_bounded() {
    let mut rows = 0;
    for row in tables().iter().flat_map(ClauseTable::rows) {
        let (left_out, bound) = (row.not_modelled.as_deref(), row.at_most.as_deref());
        assert_eq!(left_out.is_some(), bound.is_some(), "{:?}", row.clauses);
        rows += usize::from(left_out.is_some());
        let has_number = |text: &str| text.contains(|letter: char| letter.is_ascii_digit());
        assert!(bound.is_none_or(has_number), "{:?}: `{}` is no bound", row.clauses, bound.unwrap_or_default());
    }
    assert!(rows > 10, "{rows} rows leave something out");
}

#[test]
fn every_game_of_a_regulation_has_its_table() {
    let tables = tables();
    let named: BTreeSet<&String> = tables.iter().flat_map(|table| table.games()).collect();
    for name in stems("games", "toml") {
        let analysis = root().join("games").join(format!("{name}.toml"));
        let text = std::fs::read_to_string(analysis).expect("a game file");
        let regulation = text.lines().find_map(|line| line.strip_prefix("regulation = ")).expect("a regulation");
        let regulation = regulation.trim_matches('"');
        let is_of = |table: &&ClauseTable| table.regulation() == regulation && table.games().contains(&name);
        assert_eq!(tables.iter().any(|table| is_of(&table)), !regulation.starts_with("none:"), "{name}");
        assert_eq!(named.contains(&name), !regulation.starts_with("none:"), "{name}");
    }
    assert!(named.iter().all(|&name| stems("games", "toml").contains(name)));
}

/// The clauses that a text names, such as `7(n)(1)` or, of another chapter, `633a.7(g)(2)`.
fn named_clauses(text: &str) -> Vec<String> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.';
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for (at, _) in text.match_indices('(') {
        // Not the first parenthesis of its clause, or none of a clause.
        let start = bytes[..at].iter().rposition(|&byte| !is_word(byte)).map_or(0, |last| last + 1);
        if start == at || !bytes[start].is_ascii_digit() {
            continue;
        }
        let mut end = at;
        while let Some(part) = text[end..].strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            let is_part = (1..=4).contains(&part.0.len()) && part.0.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if !is_part {
                break;
            }
            end += part.0.len() + 2;
        }
        if end > at {
            found.push(text[start..end].to_owned());
        }
    }
    found
}

/// Also in comments, questions and choices a game file names no clause that does not exist.
#[test]
fn clauses_named_in_words_exist() {
    assert_eq!(
        named_clauses("7(n)(1), § 633a.7(g)(2), f(x), 12 (a), 1 (b)(c) and 5(a and b)"),
        ["7(n)(1)", "633a.7(g)(2)"]
    );
    let known = |table: &ClauseTable, clause: &str| table.row(clause).is_some();
    let (chapter_633a, own) = (table("pa-633a"), tables());
    let mut count = 0;
    for source in game_sources() {
        let document = Document::parse(&source, FileKind::Game).expect("a game file");
        let id = document.root().get("id").and_then(|id| id.get_ref().as_str().map(str::to_owned)).expect("an id");
        let own: Vec<&ClauseTable> = own.iter().filter(|table| table.games().contains(&id)).collect();
        if own.is_empty() {
            continue;
        }
        for clause in named_clauses(source.text()) {
            let chapter = own.first().map(|table| table.regulation().rsplit(' ').next().unwrap_or_default());
            let bare = clause.strip_prefix(&format!("{}.", chapter.expect("a table"))).unwrap_or(&clause);
            // Chapters name sections of each other, and 685c those of its own without the chapter.
            let exists = own.iter().any(|table| known(table, bare) || known(table, &format!("685c.{bare}")))
                || clause.strip_prefix("633a.").is_some_and(|bare| known(&chapter_633a, bare))
                || clause.strip_prefix("665a.").is_some_and(|bare| known(&table("pa-665a"), bare));
            assert!(exists, "{id}: {clause}");
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn the_tables_of_the_program_are_those_of_the_folder() {
    let mut built: Vec<ClauseTable> = ClauseTable::committed().expect("sound tables");
    let mut read = tables();
    for tables in [&mut built, &mut read] {
        tables.sort_by(|one, other| one.regulation().cmp(other.regulation()));
    }
    assert_eq!(built, read);
}

/// What does not fit is found, each kind of it.
#[test]
fn misfits_are_found() {
    const GAME: &str = "format = 1\nid = \"g\"\n[dealer]\nclauses = [\"7(m)\"]\nsoft-17 = \"stand\"\n\
        [[options]]\nname = \"o\"\n[[readings]]\nname = \"r\"\nclauses = [\"7(n)\"]\n\
        choices = [{ set = { \"dealer.clauses\" = [\"8(a)\"] } }]\n";
    let check = |rows: &str| {
        let table = parse(&format!("format = 1\nregulation = \"R\"\ngames = [\"g\"]\n{rows}")).expect("a table");
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("g.toml");
        std::fs::write(&path, GAME).expect("a file");
        let source = Source::read(&path).expect("a text");
        ClauseTable::misfits(&[table], &documents(std::slice::from_ref(&source)))
    };
    let row = |clause: &str, says: &str| format!("[[rows]]\nclauses = [\"{clause}\"]\n{says}\n");
    let (m, n, a) = ("modelled = [\"dealer.soft-17\"]", "readings = [\"r\"]", "modelled = [\"options.o\"]");
    assert_eq!(check(&(row("7(m)", m) + &row("7(n)", n) + &row("8(a)", a))), []);
    let text = |text: &str| text.to_owned();
    assert_eq!(
        check(&(row("7(m)", "modelled = [\"dealer.soft-18\", \"options.p\"]") + &row("7(n)", "readings = [\"s\"]"))),
        [
            Misfit::UnknownKey { clause: text("7(m)"), key: text("dealer.soft-18") },
            Misfit::UnknownKey { clause: text("7(m)"), key: text("options.p") },
            Misfit::UnknownReading { clause: text("7(n)"), reading: text("s") },
            Misfit::UnnamedReading { game: text("g"), reading: text("r") },
            Misfit::UnknownClause { game: text("g"), clause: text("8(a)") },
        ]
    );
    assert_eq!(
        check(&(row("7(m)", n) + &row("7(n)", m) + &row("8(a)", a))),
        [Misfit::UnnamedThere { game: text("g"), reading: text("r"), clause: text("7(n)") }]
    );
}

fn parse(text: &str) -> Result<ClauseTable, RulesError> {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("table.toml");
    std::fs::write(&path, text).expect("a file");
    ClauseTable::load(&path)
}

/// What is wrong is refused at its line.
#[test]
fn a_wrong_table_is_refused() {
    const HEAD: &str = "format = 1\nregulation = \"R\"\ngames = [\"g\"]\n[[rows]]\nclauses = [\"1(a)\"]\n";
    let long = format!("{HEAD}no-effect = \"{}.\"\n", "x".repeat(400));
    let many = format!("{HEAD}modelled = [{}]\n", "\"a\", ".repeat(41));
    let sentence = "no-effect = \"It changes nothing.\"\n";
    let cases: [(String, usize, &str); 19] = [
        ("format = 2\n".to_owned(), 1, "unknown format"),
        (format!("{HEAD}effect = \"None.\"\n"), 6, "unknown key"),
        (format!("{HEAD}no-effect = 1\n"), 6, "invalid type"),
        (HEAD.to_owned(), 5, "says nothing"),
        (format!("{HEAD}{sentence}in-parts = true\n"), 7, "exclude each other"),
        (format!("{HEAD}{sentence}modelled = [\"a.b\"]\n"), 6, "exclude each other"),
        (format!("{HEAD}no-effect = \"It changes nothing\"\n"), 6, "no sentence"),
        (long, 6, "no sentence"),
        (many, 6, "too many entries"),
        (format!("{HEAD}not-modelled = \"It.\"\n"), 6, "go together"),
        (format!("{HEAD}{sentence}at-most = \"1.\"\n"), 7, "go together"),
        (format!("{HEAD}{sentence}note = \"It.\"\n"), 7, "a note on nothing"),
        (
            format!("{HEAD}not-modelled = \"It.\"\nat-most = \"1.\"\nnot-modelled-in = \"g\"\n"),
            8,
            "nothing of the other",
        ),
        (
            format!("{HEAD}built-in = \"It.\"\nnot-modelled = \"It.\"\nat-most = \"1.\"\nnot-modelled-in = \"h\"\n"),
            9,
            "the table is not of `h`",
        ),
        (format!("{HEAD}in-parts = true\n"), 5, "has no parts"),
        (format!("{HEAD}{sentence}[[rows]]\nclauses = [\"1(a)\"]\n{sentence}"), 8, "has a row already"),
        (format!("{HEAD}{sentence}[[rows]]\nclauses = [\"one\"]\n{sentence}"), 8, "is no clause"),
        (format!("{HEAD}{sentence}[[rows]]\nclauses = []\n{sentence}"), 8, "of no clause"),
        (HEAD.replace("\"g\"", "") + sentence, 3, "of no game"),
    ];
    for (text, line, message) in cases {
        let error = parse(&text).expect_err(message);
        assert!(error.message.contains(message), "{error}: not {message}");
        assert_eq!(error.line(), Some(line), "{error}");
    }
    for clause in ["7(n)(1", "7n)", "7((a)", "(a)", "7 ", "7(abcde)", "7(a) Term", "Preamble", "7(a)x"] {
        let text = format!("{HEAD}{sentence}[[rows]]\nclauses = [\"{clause}\"]\n{sentence}");
        assert!(parse(&text).expect_err(clause).message.contains("is no clause"), "{clause}");
    }
    for clause in ["7(n)(1)", "685c.1(a)(1)", "14", "1 Two-card straight", "preamble", "12(a)(5)(iii)"] {
        parse(&format!("{HEAD}{sentence}[[rows]]\nclauses = [\"{clause}\"]\n{sentence}")).expect(clause);
    }
    let large = format!("{HEAD}{sentence}# {}\n", "x".repeat(1 << 20));
    assert!(parse(&large).expect_err("a large file").message.contains("too large"));
}

/// A table with a stray character or without its end is read or refused, and never makes the reader panic.
#[test]
fn changed_tables_never_make_it_panic() {
    let (mut read, mut refused) = (0, 0);
    for name in stems("regulations", "toml") {
        let text = std::fs::read_to_string(root().join("regulations").join(format!("{name}.toml"))).expect("a table");
        let places = (0..text.len()).step_by(307).filter(|&at| text.is_char_boundary(at));
        for (at, stray) in places.zip(["\"", "(", "]", "\n", "x", "\u{0}", "="].into_iter().cycle()) {
            for changed in [text[..at].to_owned(), format!("{}{stray}{}", &text[..at], &text[at..])] {
                *(if parse(&changed).is_ok() { &mut read } else { &mut refused }) += 1;
            }
        }
    }
    assert!(read > 10 && refused > 100, "{read} read, {refused} refused");
}

#[test]
fn rows_say_in_words_what_concerns_the_game() {
    let lines = |analysis: &str| {
        let path = root().join("analyses").join(analysis);
        let submission = Submission::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        let lines = submission.clause_lines().expect("sound tables");
        let readings: Vec<String> = submission.readings.iter().map(|one| one.switch.name.clone()).collect();
        (lines, readings)
    };
    let of = |analysis: &str, clause: &str| {
        let found = lines(analysis).0.into_iter().flat_map(|one| one.lines);
        let line = found.into_iter().find(|line| line.clause == clause).expect(clause);
        (line.status, line.text)
    };
    let (base, switch) = ("pa-633a-blackjack/6-decks.toml", "pa-633a-blackjack-switch/6-decks.toml");
    assert_eq!(of(base, "12(a)(5)(v)"), ("no effect", "Concerns another game of the regulation.".to_owned()));
    assert_eq!(
        of(switch, "12(a)(5)(v)"),
        (
            "reading",
            "Stated by `push`, `natural.against-push`. Left open by the text; chosen by `natural-against-22`."
                .to_owned()
        )
    );
    // A side wager that is valued at other tables only is not said to be another game's.
    let elsewhere = ("no effect", "Concerns another game of the regulation.".to_owned());
    assert_eq!([of(base, "12(a)(4)"), of(base, "12(a)(5)(ii)")], [elsewhere.clone(), elsewhere]);
    // A reading of several wagers says nothing of one that the game does not have, and nothing at all under options that it does not concern.
    let not_valued = ("no effect", "Concerns a side wager that is not valued in this game.".to_owned());
    assert_eq!([of(base, "13(i)(1), 13(i)(2)"), of(switch, "13(d)(1), 13(d)(2)")], [not_valued.clone(), not_valued]);
    let (status, text) = of(base, "13(d)(1), 13(d)(2)");
    let without = "Left open by the text, but of no effect under the options chosen: `decks-counted`.";
    assert!(status == "modelled" && text.ends_with(without), "{status}: {text}");
    assert_eq!(of(switch, "13(c)"), ("no effect", "Concerns a side wager that is not valued in this game.".to_owned()));
    let (status, text) = of(switch, "12(a)(2)");
    assert_eq!(status, "not modelled");
    assert!(text.contains("The other optional wagers are not valued"), "{text}");
    // What is left out of Switch alone is left out of that game only.
    assert_eq!(of(base, "7(i)(1)(ii)(B)"), ("modelled", "Stated by `natural.pays`.".to_owned()));
    let (status, text) = of(switch, "7(i)(1)(ii)(B)");
    assert_eq!(status, "not modelled");
    assert!(text.contains("Not modelled: ") && text.contains("At most: 0.17 points"), "{text}");
    assert_eq!(of(switch, "7(i)(1)(i)").0, "reading");
    assert_eq!(of(base, "2(b)(4) to 2(b)(15)").0, "no effect");
    assert_eq!(of(base, "7(o)(1)"), ("in parts", "See its parts.".to_owned()));
    let (status, text) = of("ma-double-attack/8-decks.toml", "7(c)");
    assert_eq!(status, "not modelled");
    assert!(text.contains("At most: 0.0018 points"), "{text}");
    assert_eq!(of("pa-685a-down-under/6-decks.toml", "685c.1(j)").0, "modelled");

    for analysis in [base, switch, "pa-665a-double-attack/8-decks.toml", "pa-685a-down-under/6-decks.toml"] {
        let (lines, readings) = lines(analysis);
        let all: Vec<_> = lines.iter().flat_map(|one| &one.lines).collect();
        assert!(all.iter().all(|line| line.text.ends_with('.')), "{analysis}");
        for reading in readings {
            assert!(all.iter().any(|line| line.text.contains(&format!("`{reading}`"))), "{analysis}: {reading}");
        }
    }
    assert!(lines("plain-blackjack/6-decks.toml").0.is_empty());
    assert_eq!(table("pa-685a").row("7(m)").expect("a row").status(), ClauseStatus::Reading);
}
