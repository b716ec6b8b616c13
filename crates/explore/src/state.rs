//! What an address names: a game or the analysis file that the program was started with, values replaced in it, and a dealt hand.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use shoeproof::{Analysis, DealtPair, Failure, Override, ParseValueError, Query, Signal, Value, parse_hand};

use crate::refusal::Refusal;

/// Longest query of an address, in bytes.
pub(crate) const MOST_QUERY: usize = 8_192;

/// Most values that are replaced.
const MOST_REPLACED: usize = 128;

/// Most cards of a hand, or seen beside it.
const MOST_SEEN: usize = 60;

/// Keys of an address that are no value of the analysis.
const OF_THE_PAGE: [&str; 12] =
    ["game", "analysis", "hand", "second", "up", "signal", "seen", "other", "attack", "pin", "client", "what"];

/// What names the analysis of the start elsewhere.
#[derive(Debug, Clone)]
pub(crate) struct Start {
    /// Its file, or the id of its game.
    pub(crate) name: String,
    /// Whether it is more than a game of the catalogue as it stands.
    pub(crate) is_file: bool,
}

/// Games of the catalogue that were read before, as they stand.
#[derive(Debug, Default)]
pub(crate) struct KnownGames(Mutex<BTreeMap<String, Analysis>>);

impl KnownGames {
    fn game(&self, id: &str) -> Result<Analysis, Failure> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = kept().get(id) {
            return Ok(game.clone());
        }
        let game = Analysis::of_game(id)?;
        kept().insert(id.to_owned(), game.clone());
        Ok(game)
    }
}

/// A query taken apart.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    /// Id of a game of the catalogue; the analysis that the program was started with if there is none.
    pub(crate) game: Option<String>,
    /// Id of the analysis of a file, which must be the one that the program was started with.
    file: Option<String>,
    /// The values replaced, in order.
    pub(crate) replaced: Vec<Override>,
    /// The page that asks.
    pub(crate) client: String,
    /// Which of several questions is asked.
    pub(crate) what: String,
    hand: String,
    second: String,
    up: String,
    signal: String,
    seen: String,
    other: String,
    attack: String,
}

impl State {
    /// Takes a query apart.
    ///
    /// # Errors
    /// For a query too long, and for marks that are no text: a terminal would obey them where a command is pasted.
    pub(crate) fn parse(query: &str) -> Result<Self, Refusal> {
        if query.len() > MOST_QUERY {
            let length = query.len();
            return Err(Refusal::new(
                None,
                format!("an address of {length} bytes is too long (expected at most {MOST_QUERY})"),
            ));
        }
        let mut state = Self::default();
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            if key.chars().chain(value.chars()).any(char::is_control) {
                return Err(Refusal::new(None, format!("{:?} has marks that are no text", format!("{key}={value}"))));
            }
            let value = value.into_owned();
            match &*key {
                "game" => state.game = Some(value).filter(|id| !id.is_empty()),
                "analysis" => state.file = Some(value).filter(|id| !id.is_empty()),
                "client" => state.client = value,
                "what" => state.what = value,
                "hand" => state.hand = value,
                "second" => state.second = value,
                "up" => state.up = value,
                "signal" => state.signal = value,
                "seen" => state.seen = value,
                "other" => state.other = value,
                "attack" => state.attack = value,
                page if OF_THE_PAGE.contains(&page) => {}
                _ => state.replaced.push(Override::new(key, value)),
            }
        }
        if state.replaced.len() > MOST_REPLACED {
            let count = state.replaced.len();
            return Err(Refusal::new(None, format!("{count} values are replaced (expected at most {MOST_REPLACED})")));
        }
        Ok(state)
    }

    /// The analysis that is named. Rules are read from the catalogue or were read at the start: nothing is read from a file.
    ///
    /// # Errors
    /// The library's, for a game or value that there is not; and for an analysis file that the program was not started with.
    pub(crate) fn analysis(&self, start: &Analysis, begun: &Start, known: &KnownGames) -> Result<Analysis, Refusal> {
        if let Some(id) = &self.file {
            self.check_file(id, start, begun)?;
        }
        let base = match &self.game {
            None => start.clone(),
            Some(id) => known.game(id).map_err(|failure| Refusal::new(Some("game"), failure.to_string()))?,
        };
        if self.replaced.is_empty() {
            return Ok(base);
        }
        Ok(base.with_all(&self.replaced)?)
    }

    /// Refuses the analysis file of this id unless the program was started with it.
    fn check_file(&self, id: &str, start: &Analysis, begun: &Start) -> Result<(), Refusal> {
        if let Some(game) = &self.game {
            let words = format!("the address names both the game `{game}` and the analysis file `{id}` (expected one)");
            return Err(Refusal::new(Some("analysis"), words));
        }
        let of_start = start.chosen();
        if begun.is_file && of_start.analysis == id {
            return Ok(());
        }
        let started = if begun.is_file {
            format!("the analysis file `{}`", of_start.analysis)
        } else {
            format!("the game `{}`", begun.name)
        };
        let words = format!(
            "the address names the analysis file `{id}`, and this program was started with {started} (expected `shoeproof explore` with the file whose id is `{id}`)"
        );
        Err(Refusal::new(Some("analysis"), words))
    }

    /// The dealt hand; `None` before there are two cards and an up card.
    ///
    /// # Errors
    /// For what is no card.
    pub(crate) fn query(&self) -> Result<Option<Query>, Refusal> {
        let hand = cards("hand", &self.hand)?;
        let other = cards("other", &self.other)?;
        let Some(up) = self.up_card()? else { return Ok(None) };
        if hand.len() < 2 {
            return Ok(None);
        }
        let signal = self.signal();
        let attack = match &*self.attack {
            "" => None,
            text => Some(text.parse().map_err(|_| {
                Refusal::new(
                    Some("attack"),
                    format!("`{text}` does not say whether the attack is made (expected true or false)"),
                )
            })?),
        };
        Ok(Some(Query { hand, up, signal, other, attack }))
    }

    /// The two hands that were dealt, whose second cards may be switched; `None` before there are two cards of each and an up card.
    ///
    /// # Errors
    /// For what is no card, and for a third card.
    pub(crate) fn two_hands(&self) -> Result<Option<DealtPair>, Refusal> {
        let mut hands = [[Value::ACE; 2]; 2];
        for (hand, (key, text)) in hands.iter_mut().zip([("hand", &self.hand), ("second", &self.second)]) {
            match cards(key, text)?[..] {
                [one, other] => *hand = [one, other],
                [] | [_] => return Ok(None),
                _ => {
                    let words = "the switch is decided with two cards in each hand (expected two)";
                    return Err(Refusal::new(Some(key), words));
                }
            }
        }
        Ok(self.up_card()?.map(|up| DealtPair { hands, up, signal: self.signal() }))
    }

    /// Whether a second hand is dealt, or begun.
    pub(crate) fn has_second_hand(&self) -> bool {
        !self.second.trim().is_empty()
    }

    fn up_card(&self) -> Result<Option<Value>, Refusal> {
        match cards("up", &self.up)?[..] {
            [] => Ok(None),
            [up] => Ok(Some(up)),
            ref more => Err(Refusal::new(Some("up"), format!("{} cards are no up card (expected one)", more.len()))),
        }
    }

    fn signal(&self) -> Signal {
        if self.signal.is_empty() { Signal::Unstated } else { Signal::Named(self.signal.clone()) }
    }

    /// Cards that other players hold.
    ///
    /// # Errors
    /// For what is no card.
    pub(crate) fn seen(&self) -> Result<Vec<Value>, Refusal> {
        cards("seen", &self.seen)
    }

    /// Whether the signal is stated.
    pub(crate) fn has_signal(&self) -> bool {
        !self.signal.is_empty()
    }

    /// What names the dealt hand among others. Each field is quoted, so that none can end early.
    pub(crate) fn hand_key(&self) -> String {
        let Self { hand, second, up, signal, seen, other, attack, .. } = self;
        format!("{:?}", [hand, second, up, signal, seen, other, attack])
    }
}

/// Cards as they are typed: `T,6`, `T 6` or `T6`, where 10, J, Q and K are ten-valued.
fn cards(key: &str, text: &str) -> Result<Vec<Value>, Refusal> {
    let refused = |error: ParseValueError| Refusal::new(Some(key), error.to_string());
    // Read card by card, the 1 of an 11 would be an ace. Alone it is one.
    let words = text.split(|mark: char| mark.is_whitespace() || mark == ',');
    for word in words.filter(|word| *word != "1" && word.replace("10", "").contains('1')) {
        word.parse::<Value>().map_err(refused)?;
    }
    let upper = text.trim().to_ascii_uppercase().replace("10", "T");
    let mut typed: Vec<char> = Vec::new();
    let mut may_be_suit = false;
    for mark in upper.chars() {
        // No decision looks at suits.
        let is_suit = may_be_suit && "CDHS".contains(mark);
        may_be_suit = "A23456789TJQK".contains(mark);
        if !is_suit && !mark.is_whitespace() && mark != ',' {
            typed.push(mark);
        }
    }
    if typed.len() > MOST_SEEN {
        let count = typed.len();
        return Err(Refusal::new(Some(key), format!("{count} cards are too many (expected at most {MOST_SEEN})")));
    }
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let ten = |mark: &char| if "JQK".contains(*mark) { 'T' } else { *mark };
    let list: Vec<String> = typed.iter().map(|mark| ten(mark).to_string()).collect();
    parse_hand(&list.join(",")).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Analysis {
        Analysis::of_game("plain-blackjack").expect("a game")
    }

    fn begun() -> Start {
        Start { name: "plain-blackjack".to_owned(), is_file: false }
    }

    fn named(query: &str, begun: &Start) -> Result<Analysis, Refusal> {
        State::parse(query)?.analysis(&start(), begun, &KnownGames::default())
    }

    #[test]
    fn an_address_names_a_game_its_choices_and_a_hand() {
        let state = State::parse(
            "game=pa-685a-down-under&decks=4&readings.dealer-ace=customary&hand=T,6&up=9&signal=small&seen=5%2C5&client=a",
        )
        .expect("a state");
        let chosen = state.analysis(&start(), &begun(), &KnownGames::default()).expect("an analysis").chosen();
        assert_eq!((chosen.decks, chosen.readings["dealer-ace"].as_str()), (Some(4), "customary"));
        let query = state.query().expect("cards").expect("a hand");
        assert_eq!((query.hand.len(), query.signal), (2, Signal::Named("small".to_owned())));
        assert_eq!(state.seen().expect("cards").len(), 2);
    }

    /// An answer about one hand is never given for another.
    #[test]
    fn different_hands_have_different_names() {
        let key = |query: &str| State::parse(query).expect("a state").hand_key();
        let hands =
            ["hand=2%203&up=4&other=2%20%205%20%20%20", "hand=2%203%20%204%20%20%202&up=5", "hand=2%203&second=4"];
        let keys: std::collections::BTreeSet<String> = hands.iter().map(|hand| key(hand)).collect();
        assert_eq!(keys.len(), hands.len());
    }

    #[test]
    fn without_a_game_it_is_the_analysis_of_the_start() {
        assert_eq!(named("decks=2", &begun()).expect("an analysis").chosen().game, "plain-blackjack");
    }

    /// No other game is shown under the address of a file.
    #[test]
    fn an_analysis_file_is_only_the_one_of_the_start() {
        let of_file = Start { name: "mine.toml".to_owned(), is_file: true };
        let id = start().chosen().analysis;
        assert_eq!(named(&format!("analysis={id}&decks=2"), &of_file).expect("an analysis").chosen().decks, Some(2));
        for (query, begun, words) in [
            ("analysis=theirs".to_owned(), &of_file, format!("started with the analysis file `{id}`")),
            ("analysis=theirs".to_owned(), &begun(), "started with the game `plain-blackjack`".to_owned()),
            // The game as it stands is no file.
            (format!("analysis={id}"), &begun(), format!("names the analysis file `{id}`")),
            (format!("analysis={id}&game=free-bet"), &of_file, "both".to_owned()),
        ] {
            let refused = named(&query, begun).expect_err(&query);
            assert_eq!(refused.key.as_deref(), Some("analysis"), "{query}");
            assert!(refused.message.contains(&words), "{query}: {}", refused.message);
        }
    }

    #[test]
    fn what_is_refused_names_its_control() {
        for (query, key, words) in [
            ("game=no-such-game", Some("game"), "the catalogue has no game"),
            ("game=pa-685a-down-under&decks=7", Some("decks"), "expected 4, 5, 6 or 8"),
            ("game=pa-685a-down-under&readings.dealer-ace=x", Some("readings.dealer-ace"), "literal or customary"),
            ("game=../../etc/passwd", Some("game"), "the catalogue has no game"),
            ("nonsense=1", Some("nonsense"), "nonsense"),
            ("shoe=9999,0,0,0,0,0,0,0,0,0", Some("shoe"), "9999"),
        ] {
            let refused = named(query, &begun()).expect_err(query);
            assert_eq!(refused.key.as_deref(), key, "{query}: {}", refused.message);
            assert!(refused.message.contains(words), "{query}: {}", refused.message);
        }
        let long = format!("decks={}", "1".repeat(MOST_QUERY));
        assert!(State::parse(&long).expect_err("too long").message.contains("too long"));
        for control in ["decks=4%1B%5B201~%0Atouch+owned", "hand=T,6%0D&up=9", "a%08=b"] {
            assert!(State::parse(control).expect_err("no text").message.contains("no text"), "{control}");
        }
        let many = "decks=1&".repeat(MOST_REPLACED + 1);
        assert!(State::parse(&many).expect_err("too many").message.contains("at most"));
    }

    #[test]
    fn two_hands_are_read_once_they_are_whole() {
        let two = |query: &str| State::parse(query).and_then(|state| state.two_hands());
        let dealt = two("hand=T5&second=6,K&up=7").expect("cards").expect("two hands");
        assert_eq!(dealt.hands.map(|hand| hand.map(|card| card.to_string()).concat()), ["T5", "6T"]);
        for incomplete in ["hand=T5&second=6&up=7", "hand=T&second=6,T&up=7", "hand=T5&second=6,T"] {
            assert!(two(incomplete).expect("cards").is_none(), "{incomplete}");
        }
        for (third, key) in [("hand=T5&second=6,T,2&up=7", "second"), ("hand=T52&second=6,T&up=7", "hand")] {
            assert_eq!(two(third).expect_err("three cards").key.as_deref(), Some(key));
        }
    }

    #[test]
    fn cards_are_typed_in_any_way() {
        for text in ["T,6", "T 6", "10 6", "k6", "Q,6,", "Kh,6s", "10d6c"] {
            let state = State::parse(&format!("hand={text}&up=a")).expect("a state");
            let query = state.query().expect("cards").expect("a hand");
            assert_eq!(query.hand, parse_hand("T,6").expect("a hand"), "{text}");
        }
        for text in ["hand=T,h&up=6", "hand=Thh,6&up=6"] {
            State::parse(text).and_then(|state| state.query()).expect_err("a suit without a rank");
        }
        for (text, word) in [("11,6", "11"), ("6 11", "11"), ("A,12", "12"), ("T,1T", "1T"), ("110", "110")] {
            let refused = State::parse(&format!("hand={text}&up=6")).and_then(|state| state.query()).expect_err(text);
            assert_eq!(refused.message, word.parse::<Value>().expect_err(word).to_string());
        }
        let aces = State::parse("hand=1,1010&up=1").and_then(|state| state.query()).expect("cards").expect("a hand");
        assert_eq!((aces.hand, aces.up), (parse_hand("A,T,T").expect("a hand"), Value::ACE));
        let refused = State::parse("hand=T,X&up=6").and_then(|state| state.query()).expect_err("no card");
        assert_eq!(refused.key.as_deref(), Some("hand"));
        assert!(State::parse("hand=T&up=6").and_then(|state| state.query()).expect("cards").is_none());
        let two = State::parse("hand=T6&up=66").and_then(|state| state.query()).expect_err("two up cards");
        assert_eq!(two.key.as_deref(), Some("up"));
    }
}
