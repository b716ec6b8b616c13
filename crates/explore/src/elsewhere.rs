//! How a state is had elsewhere: by the command line, and by the library in Rust and in Python. What is printed here is pasted and run. So
//! nothing of an address stands in it as it was typed: cards and signals are those that were read, and every word is quoted.

use serde::Serialize;
use shoeproof::{DealtPair, Query, Signal, Value};

use crate::state::{Start, State};

/// A command, and the calls that give the same.
#[derive(Debug, Serialize)]
pub(crate) struct Elsewhere {
    /// A line for a shell.
    command: String,
    /// Lines of Rust.
    rust: String,
    /// Lines of Python.
    python: String,
}

impl Elsewhere {
    /// How the analysis of a state is solved. All values are replaced at once: some are allowed only with others.
    pub(crate) fn solve(state: &State, start: &Start) -> Self {
        Self {
            command: format!("shoeproof solve {}", arguments(state, start)),
            rust: format!(
                "use shoeproof::*;\n\nlet analysis = {};\nlet solved = analysis.solve(Class::CdzMinus, &Want::default(), &Silent)?;",
                analysis_in_rust(state, start)
            ),
            python: format!(
                "import shoeproof\n\nanalysis = {}\nsolved = analysis.solve(\"cdz\")",
                analysis_in_python(state, start)
            ),
        }
    }

    /// How a dealt hand is valued, after the lines of [`Elsewhere::solve`]. `removed` is what the shoe lacks once `seen` is taken out.
    pub(crate) fn inspect(state: &State, start: &Start, query: &Query, seen: &[Value], removed: &[String]) -> Self {
        Self {
            command: format!("shoeproof inspect {}{}", arguments(state, start), hand_arguments(query, removed)),
            rust: format!("{}\n{}", query_in_rust(query), inspect_in_rust(seen)),
            python: inspect_in_python(query, removed),
        }
    }

    /// How the switch of two dealt hands is valued, as [`Elsewhere::inspect`] has it.
    pub(crate) fn switch(state: &State, start: &Start, dealt: &DealtPair, seen: &[Value], removed: &[String]) -> Self {
        let [one, other] = dealt.hands.map(|cards| listed(&cards));
        let up = dealt.up.to_string();
        let signal = signal(&dealt.signal);
        let mut words = vec![("--hand", one.clone()), ("--second", other.clone()), ("--up", up.clone())];
        words.extend(signal.iter().map(|signal| ("--signal", signal.clone())));
        let named = signal.map_or_else(String::new, |signal| format!(", signal={}", text_in_python(&signal)));
        let [one, other, up] = [one, other, up].map(|text| text_in_python(&text));
        Self {
            command: format!("shoeproof inspect {}{}", arguments(state, start), flags(words, removed)),
            rust: format!(
                "{}\nlet inspected = analysis{}.inspect_switch(&dealt, Class::CdzMinus)?;",
                dealt_in_rust(dealt),
                left_in_rust(seen)
            ),
            python: format!(
                "inspected = analysis{}.inspect_switch({one}, {other}, up={up}{named})",
                left_in_python(removed)
            ),
        }
    }
}

/// The arguments of the command line that name the analysis: its file or game, and a `--set` for each value replaced.
fn arguments(state: &State, start: &Start) -> String {
    let mut text = quoted(state.game.as_deref().unwrap_or(&start.name));
    for one in &state.replaced {
        text.push_str(" --set ");
        text.push_str(&quoted(&one.to_string()));
    }
    text
}

fn hand_arguments(query: &Query, removed: &[String]) -> String {
    let mut words = vec![("--hand", listed(&query.hand)), ("--up", query.up.to_string())];
    if let Some(signal) = signal(&query.signal) {
        words.push(("--signal", signal));
    }
    if !query.other.is_empty() {
        words.push(("--other", listed(&query.other)));
    }
    if let Some(attack) = query.attack {
        words.push(("--attack", attack.to_string()));
    }
    flags(words, removed)
}

fn flags(mut words: Vec<(&str, String)>, removed: &[String]) -> String {
    if !removed.is_empty() {
        words.push(("--remove", removed.join(",")));
    }
    words.iter().map(|(flag, value)| format!(" {flag} {}", quoted(value))).collect()
}

/// The call that names the analysis, in Rust.
fn analysis_in_rust(state: &State, start: &Start) -> String {
    let (begin, end) = match &state.game {
        Some(id) => (format!("Analysis::of_game({id:?})?"), ".with_all(&["),
        None => (format!("Analysis::open({:?}, &[", start.name), ""),
    };
    if state.replaced.is_empty() {
        return if end.is_empty() { format!("{begin}])?") } else { begin };
    }
    let replaced = state.replaced.iter().map(|one| {
        let text = one.to_string();
        let (key, value) = text.split_once('=').unwrap_or((&text, ""));
        format!("    Override::new({key:?}, {value:?}),\n")
    });
    format!("{begin}{end}\n{}])?", replaced.collect::<String>())
}

fn query_in_rust(query: &Query) -> String {
    let cards = |cards: &[Value]| match cards {
        [] => "Vec::new()".to_owned(),
        cards => format!("parse_hand({:?})?", listed(cards)),
    };
    let signal = signal_in_rust(&query.signal);
    let up = query.up.to_string();
    let (hand, other, attack) = (cards(&query.hand), cards(&query.other), query.attack);
    format!(
        "let query = Query {{ hand: {hand}, up: {up:?}.parse()?, signal: {signal}, other: {other}, attack: {attack:?} }};"
    )
}

fn signal_in_rust(of: &Signal) -> String {
    match signal(of) {
        None => "Signal::Unstated".to_owned(),
        Some(name) => format!("Signal::Named({name:?}.to_owned())"),
    }
}

fn dealt_in_rust(dealt: &DealtPair) -> String {
    let card = |card: &Value| format!("{:?}.parse()?", card.to_string());
    let hands = dealt.hands.each_ref().map(|hand| format!("[{}]", hand.each_ref().map(card).join(", ")));
    let (hands, up, signal) = (hands.join(", "), card(&dealt.up), signal_in_rust(&dealt.signal));
    format!("let dealt = DealtPair {{ hands: [{hands}], up: {up}, signal: {signal} }};")
}

fn inspect_in_rust(seen: &[Value]) -> String {
    format!("let inspected = analysis{}.inspect(&query, Class::CdzMinus)?;", left_in_rust(seen))
}

fn left_in_rust(seen: &[Value]) -> String {
    if seen.is_empty() { String::new() } else { format!(".without(&parse_hand({:?})?)?", listed(seen)) }
}

/// The call that names the analysis, in Python.
fn analysis_in_python(state: &State, start: &Start) -> String {
    let named = match (&state.game, start.is_file) {
        (Some(id), _) => format!("shoeproof.game({})", text_in_python(id)),
        (None, false) => format!("shoeproof.game({})", text_in_python(&start.name)),
        (None, true) => format!("shoeproof.load({})", text_in_python(&start.name)),
    };
    if state.replaced.is_empty() {
        return named;
    }
    let replaced = state.replaced.iter().map(|one| format!("    {},\n", text_in_python(&one.to_string())));
    format!("{named}.set(\n{})", replaced.collect::<String>())
}

fn inspect_in_python(query: &Query, removed: &[String]) -> String {
    let mut text = format!("inspected = analysis{}", left_in_python(removed));
    text.push_str(&format!(
        ".inspect({}, up={}",
        text_in_python(&listed(&query.hand)),
        text_in_python(&query.up.to_string())
    ));
    if let Some(signal) = signal(&query.signal) {
        text.push_str(&format!(", signal={}", text_in_python(&signal)));
    }
    if !query.other.is_empty() {
        text.push_str(&format!(", other={}", text_in_python(&listed(&query.other))));
    }
    if let Some(attack) = query.attack {
        text.push_str(if attack { ", attack=True" } else { ", attack=False" });
    }
    text + ")"
}

fn left_in_python(removed: &[String]) -> String {
    if removed.is_empty() {
        return String::new();
    }
    format!(".set({})", text_in_python(&format!("remove={}", removed.join(","))))
}

/// Cards as the command line and the library read them.
fn listed(cards: &[Value]) -> String {
    cards.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
}

/// The signal as it is named; `None` if none is stated.
fn signal(signal: &Signal) -> Option<String> {
    match signal {
        Signal::Unstated => None,
        Signal::Named(name) => Some(name.clone()),
        Signal::Hole(hole) => Some(format!("exposed {hole}")),
    }
}

/// A text of Python, whose escapes those of JSON are.
fn text_in_python(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A word for a shell of the POSIX kind.
fn quoted(word: &str) -> String {
    let is_plain = |mark: char| mark.is_ascii_alphanumeric() || "-_./=,:@%+".contains(mark);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use shoeproof::*;

    use super::*;
    use crate::state::KnownGames;

    fn start() -> Start {
        Start { name: "my games/it's.toml".to_owned(), is_file: true }
    }

    fn of(query: &str) -> State {
        State::parse(query).expect("a state")
    }

    /// What is printed for the dealt hand of a query.
    fn inspected(query: &str) -> Elsewhere {
        let state = of(query);
        let (hand, seen) = (state.query().expect("cards").expect("a hand"), state.seen().expect("cards"));
        let left = Analysis::of_game("pa-685a-down-under").and_then(|whole| whole.without(&seen)).expect("an analysis");
        let removed = if seen.is_empty() { Vec::new() } else { left.chosen().removed };
        Elsewhere::inspect(&state, &start(), &hand, &seen, &removed)
    }

    fn without_spaces(text: &str) -> String {
        let text: String = text.chars().filter(|mark| !mark.is_whitespace()).collect();
        text.replace(",)", ")").replace(",]", "]").replace(",}", "}")
    }

    /// Some code: its text, and what it comes to.
    macro_rules! printed {
        ({ $($code:tt)* } => $gives:expr, $answer:ty) => {{
            fn run() -> Result<(String, $answer), Box<dyn Error>> {
                $($code)*
                Ok($gives)
            }
            (without_spaces(stringify!($($code)*)), run())
        }};
    }

    #[test]
    fn the_rust_that_is_printed_is_code_that_reproduces_the_state() {
        // No order of these two is allowed one after the other.
        let query = "game=pa-685a-down-under&wagers.match-the-dealer.paytable=14/3&decks=8&hand=10 6&up=Qh&signal=small&seen=5,5";
        let state = of(query);
        let solve = Elsewhere::solve(&state, &start()).rust;
        let analysis = solve.strip_prefix("use shoeproof::*;\n\n").and_then(|text| text.split_once("let solved"));
        let text = format!("{}{}", analysis.expect("the analysis").0, inspected(query).rust);
        let (code, ran) = printed! {{
            let analysis = Analysis::of_game("pa-685a-down-under")?.with_all(&[
                Override::new("wagers.match-the-dealer.paytable", "14/3"),
                Override::new("decks", "8"),
            ])?;
            let query = Query {
                hand: parse_hand("T,6")?,
                up: "T".parse()?,
                signal: Signal::Named("small".to_owned()),
                other: Vec::new(),
                attack: None,
            };
            let inspected = analysis.without(&parse_hand("5,5")?)?.inspect(&query, Class::CdzMinus)?;
        } => (analysis.chosen().sha256, inspected), Inspected};
        assert_eq!(without_spaces(&text), code);
        let (sha256, decision) = ran.expect("it runs");
        let whole = state
            .analysis(&Analysis::of_game("plain-blackjack").expect("a game"), &start(), &KnownGames::default())
            .expect("an analysis");
        assert_eq!(sha256, whole.chosen().sha256);
        let left = whole.without(&state.seen().expect("cards")).expect("an analysis");
        let query = state.query().expect("cards").expect("a hand");
        let expected = left.inspect(&query, Class::CdzMinus).expect("a decision");
        assert_eq!(decision.actions["hit"].fraction, expected.actions["hit"].fraction);
        assert!(solve.ends_with("let solved = analysis.solve(Class::CdzMinus, &Want::default(), &Silent)?;"));
    }

    #[test]
    fn a_file_is_opened_with_its_values_replaced() {
        let solve = Elsewhere::solve(&of("decks=2"), &start());
        assert_eq!(solve.command, r"shoeproof solve 'my games/it'\''s.toml' --set decks=2");
        assert!(
            solve
                .rust
                .contains("Analysis::open(\"my games/it's.toml\", &[\n    Override::new(\"decks\", \"2\"),\n])?;")
        );
        assert!(solve.python.contains("shoeproof.load(\"my games/it's.toml\").set(\n    \"decks=2\",\n)\n"));
        let as_it_stands = Elsewhere::solve(&of(""), &start());
        assert!(as_it_stands.rust.contains("Analysis::open(\"my games/it's.toml\", &[])?;"));
        let game = Elsewhere::solve(&of(""), &Start { name: "free-bet".to_owned(), is_file: false });
        assert!(game.python.contains("analysis = shoeproof.game(\"free-bet\")\n"), "{}", game.python);
    }

    #[test]
    fn a_hand_is_printed_as_it_was_read() {
        for typed in ["10 6", "Kh,6s", "t6"] {
            let one = inspected(&format!("game=pa-685a-down-under&decks=4&hand={typed}&up=9&signal=small"));
            assert_eq!(
                one.command, "shoeproof inspect pa-685a-down-under --set decks=4 --hand T,6 --up 9 --signal small",
                "{typed}"
            );
            assert_eq!(one.python, "inspected = analysis.inspect(\"T,6\", up=\"9\", signal=\"small\")");
        }
        let all = inspected("hand=8,3&up=6&other=8&attack=true&seen=2,2&signal=exposed T");
        assert!(all.command.ends_with(" --hand 8,3 --up 6 --signal 'exposed T' --other 8 --attack true --remove 2,2"));
        assert!(all.python.contains(
            ".set(\"remove=2,2\").inspect(\"8,3\", up=\"6\", signal=\"exposed T\", other=\"8\", attack=True)"
        ));
    }

    #[test]
    fn two_hands_are_printed_as_they_were_read() {
        let state = of("game=pa-633a-blackjack-switch&hand=10 5&second=6h,K&up=7&seen=5");
        let dealt = state.two_hands().expect("cards").expect("two hands");
        let left = Analysis::of_game("pa-633a-blackjack-switch").and_then(|game| game.without(&dealt.hands[0][1..]));
        let removed = left.expect("an analysis").chosen().removed;
        let printed = Elsewhere::switch(&state, &start(), &dealt, &dealt.hands[0][1..], &removed);
        assert_eq!(
            printed.command,
            "shoeproof inspect pa-633a-blackjack-switch --hand T,5 --second 6,T --up 7 --remove 5"
        );
        assert_eq!(printed.python, "inspected = analysis.set(\"remove=5\").inspect_switch(\"T,5\", \"6,T\", up=\"7\")");
        let (code, ran) = printed! {{
            let analysis = Analysis::of_game("pa-633a-blackjack-switch")?;
            let dealt = DealtPair {
                hands: [["T".parse()?, "5".parse()?], ["6".parse()?, "T".parse()?]],
                up: "7".parse()?,
                signal: Signal::Unstated,
            };
            let inspected = analysis.without(&parse_hand("5")?)?.inspect_switch(&dealt, Class::CdzMinus)?;
        } => (inspected.best.to_owned(), inspected), InspectedSwitch};
        assert!(code.ends_with(&without_spaces(&printed.rust)), "{code}");
        assert_eq!(ran.expect("it runs").0, "switch");
    }

    #[test]
    fn nothing_of_an_address_is_run_by_a_shell() {
        let signal = inspected("hand=T,6&up=9&signal=small';echo owned '&decks=$(touch owned)");
        assert_eq!(
            signal.command,
            r"shoeproof inspect 'my games/it'\''s.toml' --set 'decks=$(touch owned)' --hand T,6 --up 9 --signal 'small'\'';echo owned '\'''"
        );
        of("hand=T,6;touch owned&up=9").query().expect_err("no hand");
    }
}
