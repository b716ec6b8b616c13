//! Counts that a report cannot judge.

use rules::{AskedCount, Override, OwnCount};

use super::fixture::{ANALYSIS, Files, GAME, Rejected, edited};

const SOUND: &str = "[exposure]\ncounts = [\"hi-lo\", { id = \"mine\", title = \"Mine\", tags = [-2, 1, 1, 1, 1, 1, 0, 0, 0, -1], units = 2 }]\n";
const EXPECTED: &str = "the name of a count such as \"hi-lo\", or a table such as { id = \"mine\", title = \"Mine\", tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1] }";

fn analysis() -> String {
    edited(ANALYSIS, &[("[report]", &format!("{SOUND}\n[report]"))])
}

#[test]
fn sound_sections_are_read() {
    let files = Files::new(analysis(), GAME);
    let submission = files.load(&[]).expect("sound");
    let counts = submission.exposure.clone().expect("counts");
    let own =
        OwnCount { id: "mine".to_owned(), title: "Mine".to_owned(), tags: [-2, 1, 1, 1, 1, 1, 0, 0, 0, -1], units: 2 };
    let expected = [AskedCount::Named("hi-lo".to_owned()), AskedCount::Own(own)];
    assert!(counts.iter().eq(&expected));
    let set = |key, value| files.load(&[Override::new(key, value)]).expect("sound");
    assert_eq!(set("exposure", "none").exposure, None);
    let names = set("exposure.counts", "[ko, zen]").exposure.expect("counts");
    assert_eq!(names.iter().map(AskedCount::id).collect::<Vec<_>>(), ["ko", "zen"]);
    assert_eq!(names.depths(), [25, 50, 75]);
    let deep = files.load(&[Override::new("exposure.depths", "10, 60"), Override::new("exposure.counts", "ko")]);
    let deep = deep.expect("sound");
    assert_eq!(deep.exposure.as_ref().expect("counts").depths(), [10, 60]);
    assert!(!deep.is_same(&set("exposure.counts", "ko")));
    for wrong in ["", "0", "96", "50,25", "25,25", "1,2,3,4,5", "-3", "half"] {
        let error = files.load(&[Override::new("exposure.depths", wrong)]).expect_err(wrong);
        assert_eq!(error.expected.as_deref(), Some("1 to 4 rising parts of the shoe, 1 to 95 percent"), "{wrong}");
    }
    let none = [Override::new("exposure", "none"), Override::new("exposure.depths", "50")];
    assert_eq!(files.load(&none).expect_err("no counts").message, "no counts are asked for");
    let error = files.load(&[Override::new("exposure", "hi-lo")]).expect_err("no key");
    assert_eq!(error.expected.as_deref(), Some("none, or the key exposure.counts"));
    // What is analysed is the same; what the report is on is not.
    let without = set("exposure", "none");
    assert_eq!(submission.canonical(), without.canonical());
    assert!(!submission.is_same(&without) && submission.is_same(&files.load(&[]).expect("sound")));
}

#[test]
fn wrong_sections_are_refused_at_their_place() {
    for wrong in [
        Rejected {
            case: "an unknown key",
            edits: &[("counts = [", "count = [")],
            at: Some((
                "count = [\"hi-lo\", { id = \"mine\", title = \"Mine\", tags = [-2, 1, 1, 1, 1, 1, 0, 0, 0, -1], units = 2 }]",
                "count",
            )),
            message: "unknown key `count`",
            expected: Some("`counts` or `depths`"),
        },
        Rejected {
            case: "a number",
            edits: &[("[\"hi-lo\", {", "[7, {")],
            at: Some((
                "counts = [7, { id = \"mine\", title = \"Mine\", tags = [-2, 1, 1, 1, 1, 1, 0, 0, 0, -1], units = 2 }]",
                "7",
            )),
            message: "this is no count",
            expected: Some(EXPECTED),
        },
        Rejected {
            case: "twice",
            edits: &[(
                "{ id = \"mine\", title = \"Mine\", tags = [-2, 1, 1, 1, 1, 1, 0, 0, 0, -1], units = 2 }",
                "\"ko\", \"ko\"",
            )],
            at: Some(("counts = [\"hi-lo\", \"ko\", \"ko\"]", "\"ko\"")),
            message: "the count `ko` is asked for twice",
            expected: Some("every count once"),
        },
    ] {
        let files = Files::new(edited(&analysis(), wrong.edits), GAME);
        if wrong.case == "twice" {
            // The second of two that are written alike is marked.
            let error = files.load(&[]).expect_err("twice");
            assert_eq!((error.message.as_str(), error.expected.as_deref()), (wrong.message, wrong.expected));
            continue;
        }
        wrong.check(files.load(&[]), &files.analysis().display().to_string());
    }
    let refused = |counts: &str| {
        let asked = edited(ANALYSIS, &[("[report]", &format!("[exposure]\ncounts = {counts}\n\n[report]"))]);
        let error = Files::new(asked, GAME).load(&[]).expect_err(counts);
        format!("{}: expected {}", error.message, error.expected.unwrap_or_default())
    };
    assert!(refused("[\"ko\"]\ndepths = [50, 20]").starts_with("these depths cannot be stated"));
    assert!(refused("[\"ko\"]\ndepths = [999999999999]").starts_with("these depths cannot be stated"));
    let table = |more: &str| refused(&format!("[{{ id = \"mine\", title = \"Mine\", {more} }}]"));
    assert_eq!(refused("[]"), "0 counts are asked for: expected 1 to 12 counts");
    assert!(refused(&format!("[{}]", vec!["\"ko\""; 13].join(", "))).contains("13 counts"));
    assert!(table("tags = [1, 1]").contains("an array of length 10"));
    assert!(
        table("tags = [1, 1, 1, 1, 1, 1, 1, 1, 1, 99999999999]")
            .contains("`99999999999`: expected a smaller whole number")
    );
    assert!(table("tags = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], start = 4").contains("unknown key `start`"));
    assert!(refused("[\"hi lo\"]").contains("cannot name a count"));
    let titled = |title: &str| {
        refused(&format!("[{{ id = \"mine\", title = \"{title}\", tags = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1] }}]"))
    };
    assert!(titled("").contains("is no title") && titled(&"x".repeat(61)).contains("is no title"));
    assert!(titled("Best. The house never loses").contains("is no title"));
    assert!(titled("two\\nlines").contains("a text on one line"));
}
