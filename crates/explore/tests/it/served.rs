//! What is served: the page, and answers that are the library's.

use std::io::Read;
use std::net::Shutdown;
use std::time::Duration;

use shoeproof::{Analysis, ChartWant, Class, Silent, Variance, Want};

use crate::client::{Server, first};

#[test]
fn every_script_that_the_page_names_is_there() {
    let server = Server::start();
    let page = server.get("/");
    assert!(page.head.contains("text/html"));
    let mut waiting: Vec<String> = vec!["/app.js".to_owned(), "/app.css".to_owned()];
    assert!(waiting.iter().all(|path| page.body.contains(path.as_str())));
    let mut seen = Vec::new();
    while let Some(path) = waiting.pop() {
        let file = server.get(&path);
        assert_eq!(file.status, 200, "{path}");
        for line in file.body.lines().filter(|line| line.starts_with("import ")) {
            let name = line.split('"').nth(1).expect("a module").trim_start_matches('.').to_owned();
            if !seen.contains(&name) {
                seen.push(name.clone());
                waiting.push(name);
            }
        }
        assert!(!file.body.contains("http://") && !file.body.contains("https://"), "{path} names another host");
    }
    assert!(seen.len() > 7);
}

#[test]
fn a_choice_is_answered_as_the_library_answers() {
    let server = Server::start();
    let events = server.events("/api/answers?decks=2");
    let of = |name: &str| &events.iter().find(|(event, _)| event == name).unwrap_or_else(|| panic!("{name}")).1;
    let analysis = Analysis::of_game("plain-blackjack").and_then(|game| game.set("decks=2")).expect("a game");
    assert_eq!(of("state")["chosen"]["sha256"], analysis.chosen().sha256);
    assert_eq!(of("state")["elsewhere"]["command"], "shoeproof solve mine.toml --set decks=2");
    let want = Want { variance: Variance::Without, ..Want::default() };
    for (name, class) in [("exact-td", Class::Td), ("exact-cdz", Class::CdzMinus)] {
        let solved = analysis.solve(class, &want, &Silent).expect("solved");
        assert_eq!(of(name)["ev"]["fraction"], solved.ev.fraction);
        let charted = analysis.chart(class, &ChartWant::default()).expect("charts");
        let charted = serde_json::to_value(charted).expect("JSON");
        match class {
            Class::Td => assert_eq!(of("td-chart")["td"], charted),
            _ => {
                let near = of("near")["cdz"]["ev"].as_f64().expect("a float");
                let exact: f64 = solved.ev.decimal.parse().expect("a decimal");
                assert!((near - exact).abs() < 1e-12, "{near} is not {exact}");
                // What floats decided is the exact play, and is said to be.
                assert_eq!(of("near-chart")["cdz"], charted);
                assert_eq!(of("chart")["cdz"], serde_json::Value::Null);
            }
        }
    }
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    let at = |name: &str| names.iter().position(|one| *one == name).unwrap_or_else(|| panic!("no {name}"));
    let order = ["state", "near", "near-chart", "exact-cdz", "exact-td", "chart", "td-chart", "wagers"];
    assert!(order.map(at).is_sorted(), "{names:?}");
    assert_eq!(names.last(), Some(&"end"));
}

#[test]
fn a_hand_is_valued_given_everything_on_the_table() {
    let server = Server::start();
    let known: serde_json::Value =
        serde_json::from_str(&server.get("/api/hand?hand=Kh+6s&up=7&seen=5,5").body).expect("JSON");
    let command = "shoeproof inspect mine.toml --hand T,6 --up 7 --remove 5,5";
    assert_eq!(known["elsewhere"]["command"], command);
    let decision = &known["decision"];
    let analysis = Analysis::of_game("plain-blackjack").and_then(|game| game.set("decks=1")?.set("remove=5,5"));
    let hand = shoeproof::parse_hand("T,6").expect("a hand");
    let up = "7".parse().expect("a card");
    let query = shoeproof::Query { hand, up, signal: shoeproof::Signal::Unstated, other: Vec::new(), attack: None };
    let inspected = analysis.and_then(|left| left.inspect(&query, Class::CdzMinus)).expect("a decision");
    assert_eq!(decision["actions"]["hit"]["fraction"], inspected.actions["hit"].fraction);
    assert_eq!(decision["best"], inspected.best);
    let values: serde_json::Value =
        serde_json::from_str(&server.get("/api/hand?hand=Kh+6s&up=7&seen=5,5&what=values").body).expect("JSON");
    assert_eq!(values["decision"], serde_json::to_value(&inspected).expect("JSON"));
    assert_eq!(values["elsewhere"], known["elsewhere"]);
    assert_eq!(values["decision"].get("results"), None);
    assert_eq!(server.get("/api/hand?hand=T&up=7").body, "null");
    for (query, key) in [
        ("hand=T,6&up=X", "up"),
        ("hand=11,6&up=7", "hand"),
        ("hand=T,T,T&up=6", "hand"),
        ("hand=T,6&up=6&seen=A,A,A,A,A", "seen"),
        ("hand=T,6&up=6&signal=tiny", "signal"),
        ("hand=T,6;touch+owned&up=6", "hand"),
        ("hand=T,6&up=6&signal=small';echo+owned+'", "signal"),
        ("hand=A,A,A,A&up=A", "up"),
        ("hand=8,8&up=6&attack=true", "attack"),
    ] {
        let refused = server.get(&format!("/api/hand?{query}"));
        let refusal: serde_json::Value = serde_json::from_str(&refused.body).expect("JSON");
        assert_eq!((refused.status, &refusal["key"]), (422, &key.into()), "{query}: {}", refused.body);
        assert!(!refused.body.contains("shoeproof inspect"), "{}", refused.body);
    }
    let no_signal = server.get("/api/hand?game=pa-685a-down-under&hand=T,6&up=7");
    assert_eq!((no_signal.status, no_signal.body.as_str()), (200, "{\"choose\":\"signal\"}"));
}

#[test]
fn two_hands_are_valued_for_the_switch() {
    let server = Server::start();
    let game = "game=pa-633a-blackjack-switch";
    let ask = |query: &str| server.get(&format!("/api/hand?{game}&{query}"));
    let known: serde_json::Value = serde_json::from_str(&ask("hand=T,5&second=6,K&up=7&seen=5").body).expect("JSON");
    let [ten, five, six, seven] = ["T", "5", "6", "7"].map(|card| card.parse().expect("a card"));
    let dealt =
        shoeproof::DealtPair { hands: [[ten, five], [six, ten]], up: seven, signal: shoeproof::Signal::Unstated };
    let left = Analysis::of_game("pa-633a-blackjack-switch").and_then(|game| game.without(&[five]));
    let inspected = left.and_then(|left| left.inspect_switch(&dealt, Class::CdzMinus)).expect("a decision");
    assert_eq!(known["switch"], serde_json::to_value(&inspected).expect("JSON"));
    let command = known["elsewhere"]["command"].as_str().expect("a command");
    assert!(command.ends_with("--hand T,5 --second 6,T --up 7 --remove 5"), "{command}");
    assert_eq!(ask("hand=T,5&second=6&up=7").body, "null");
    let third = ask("hand=T,5&second=6,T,2&up=7");
    assert_eq!(third.status, 422);
    assert!(third.body.contains("\"key\":\"second\""), "{}", third.body);
    let events = server.events(&format!("/api/answers?{game}&options.max-hands=2&decks=4"));
    let rules = events.iter().find(|(name, _)| name == "switch-rules").expect("rules of the switch");
    assert_eq!(rules.1["rules"].as_array().map(Vec::len), Some(10));
}

#[test]
fn an_answer_says_what_names_its_analysis_in_an_address() {
    // The program was started with a file.
    let server = Server::start();
    let host = server.host();
    let ask = |query: &str| server.ask(&format!("GET /api/answers?{query}"), &[("Host", &host)]);
    let id = "plain-blackjack-1-decks";
    for (query, named) in [
        ("decks=2".to_owned(), serde_json::json!({ "analysis": id })),
        (format!("analysis={id}&decks=2"), serde_json::json!({ "analysis": id })),
        ("game=free-bet&decks=6".to_owned(), serde_json::json!({ "game": "free-bet" })),
    ] {
        assert_eq!(first(ask(&query), "state")["named"], named, "{query}");
    }
    let refused = first(ask("analysis=another&decks=2"), "refused");
    assert_eq!((&refused["of"], &refused["refusal"]["key"]), (&"state".into(), &"analysis".into()));
    assert_eq!(server.get("/api/hand?analysis=another&hand=T,6&up=7").status, 422);
    assert_eq!(server.get("/api/analysis.toml?analysis=another").status, 422);
}

#[test]
fn an_address_survives_the_analysis_file() {
    let server = Server::start();
    let query = "game=pa-685a-down-under&decks=8&readings.dealer-ace=customary&wagers.match-the-dealer.paytable=14/3";
    let file = server.get(&format!("/api/analysis.toml?{query}"));
    assert!(file.head.contains("attachment"));
    let again = Analysis::from_toml(&file.body).expect("an analysis");
    let events = server.events(&format!("/api/answers?{query}"));
    assert_eq!(events[0].1["chosen"]["sha256"], again.chosen().sha256);
}

#[test]
fn a_newer_choice_of_a_page_ends_the_older_one() {
    let server = Server::start();
    let host = server.host();
    let long = server.ask("GET /api/long?what=distribution&game=pa-633a-blackjack&client=a", &[("Host", &host)]);
    let mut told = long.try_clone().expect("a socket");
    first(long, "progress");
    let newer = server.events("/api/long?what=nonsense&client=a");
    assert_eq!(newer[0].1["refusal"]["key"], "what");
    // The stream ends, though the distribution takes minutes.
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("the end");
    assert!(!rest.contains("event: answer"));
}

#[test]
fn a_page_that_leaves_gives_its_turn_to_the_next() {
    let server = Server::start();
    let host = server.host();
    let headers = [("Host", host.as_str())];
    let long = |client: &str| {
        let query = format!("what=distribution&game=free-bet&options.max-hands=3&client={client}");
        let asked = server.ask(&format!("GET /api/long?{query}"), &headers);
        first(asked.try_clone().expect("a socket"), "progress");
        asked
    };
    // Minutes of work in every turn there is. A part that has begun is done before the work stops, and parts of three hands are short: those of
    // four went on for half a minute beside the other tests.
    let (one, _other) = (long("a"), long("b"));
    let waiting = server.ask("GET /api/long?what=bracket&client=c", &headers);
    first(waiting.try_clone().expect("a socket"), "progress");
    waiting.set_read_timeout(Some(Duration::from_secs(2))).expect("a timeout");
    let mut begun = [0; 1];
    assert!((&waiting).read(&mut begun).is_err(), "it began without a turn");
    one.shutdown(Shutdown::Both).expect("a socket");
    waiting.set_read_timeout(Some(Duration::from_secs(300))).expect("a timeout");
    assert!(first(waiting, "answer")["ev"]["low"].is_string());
}

#[test]
fn what_takes_long_comes_with_its_answer() {
    let server = Server::start();
    let events = server.events("/api/long?what=bracket");
    assert!(events.iter().any(|(name, _)| name == "progress"));
    let answer = &events.iter().find(|(name, _)| name == "answer").expect("an answer").1;
    assert!(answer["ev"]["low"].is_string());
    // Asked again it is known.
    let events = server.events("/api/long?what=bracket");
    assert_eq!(events[0].0, "answer");
}
